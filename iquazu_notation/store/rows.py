"""The row of a game in the table `games`, from its tags and what it came to."""

from __future__ import annotations

import datetime
from typing import NamedTuple

from ..games.iquazu.log import KIND, SCORE
from ..replay import Replay
from .boards import board_hash
from .tales import Tale


class GameRow(NamedTuple):
    """`games`, field by field, up to the columns that say where the record came from.

    The key of the game in front is the database's; `lead_changes` are counted when it is told.
    """

    id: str
    rules: str
    board: str
    board_hash: str
    strips: str
    players: int
    seats: str
    verdict: str
    complete: bool
    from_position: bool
    first_turn: int
    turns: int
    scorings: int
    winners: str | None
    best_total: int | None
    margin: int | None
    lead_changes: int
    date: str | None
    played_on: datetime.date | None
    time: str | None
    event: str | None
    site: str | None
    round: str | None
    recorder: str | None
    source: str | None
    result: str | None
    termination: str | None
    continues: str | None


def game_row(game: Replay, tale: Tale) -> GameRow:
    """The row of a valid or consistent record.

    >>> from iquazu_notation import read_text, replay
    >>> from iquazu_notation.store.tales import tale_of
    >>> tags = '[Game "Iquazu"]\\n[Strips "3 1 5 2 4"]\\n[Seats "R G"]\\n'
    >>> played = replay(next(read_text(tags + 'R a4\\nG +')))
    >>> row = game_row(played, tale_of(played))
    >>> row.players, row.turns, row.margin
    (2, 2, None)
    """
    tags = game.tags
    details = game.details
    board = details["start"].layout.board
    assert game.id is not None
    decided = tale.complete and tale.lowest == tale.highest
    *_, second, best = sorted(tale.lowest)
    return GameRow(
        game.id,
        tags["Game"],
        board.id,
        board_hash(board),
        details["strips"],
        len(tale.seats),
        " ".join(tale.seats),
        game.verdict,
        tale.complete,
        tale.from_position,
        tale.start.turn,
        tale.turns,
        len([code for code in tale.log if code & KIND == SCORE]),
        None if game.winners is None else " ".join(game.winners),
        best if decided else None,
        best - second if decided else None,
        0,
        tags.get("Date"),
        _date(tags.get("Date", "")),
        tags.get("Time"),
        tags.get("Event"),
        tags.get("Site"),
        tags.get("Round"),
        tags.get("Recorder"),
        tags.get("Source"),
        tags.get("Result"),
        tags.get("Termination"),
        tags.get("Continues"),
    )


def _date(text: str) -> datetime.date | None:
    """A date all of whose parts are known.

    >>> _date("2026-11-01"), _date("2026-??-??")
    (datetime.date(2026, 11, 1), None)
    """
    if len(text) != 10:
        return None
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None
