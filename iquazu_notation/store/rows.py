"""One replayed record as rows of all tables. Nothing here knows of files or databases.

The *sole leader* is the one seat with most points; while the lead is shared there is none. The
lead changes when a seat becomes sole leader that was not the last one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from ..games.iquazu.board import Board
from ..games.iquazu.illegal import SEAT_NAMES
from ..replay import Replay
from .boards import board_hash
from .story import Story, lead_of
from .tables import (
    DrawRow,
    DropRow,
    GameRow,
    PlacementRow,
    PrizeRow,
    ScoringRow,
    SeatRow,
    TagRow,
    TileRow,
    TurnRow,
)
from .telling import tell

Total = int | list[int] | None


Columns = list[tuple[Any, ...]]
"""The rows of one table, column by column; empty if there are none."""


@dataclass(slots=True)
class GameRows:
    """All that the database keeps of one record."""

    game: GameRow
    board: Board
    text: str
    tags: list[TagRow] = field(default_factory=list)
    seats: list[SeatRow] = field(default_factory=list)
    turns: list[TurnRow] = field(default_factory=list)
    placements: list[PlacementRow] = field(default_factory=list)
    drops: list[DropRow] = field(default_factory=list)
    draws: list[DrawRow] = field(default_factory=list)
    tiles: list[TileRow] = field(default_factory=list)
    scorings: list[ScoringRow] = field(default_factory=list)
    prizes: list[PrizeRow] = field(default_factory=list)

    def columns(self, table: str) -> Columns:
        """One of the tables as columns, which pass more easily from process to process."""
        return list(zip(*getattr(self, table), strict=True))


def rows_of(game: Replay) -> GameRows:
    """The rows of a valid or consistent record.

    >>> from iquazu_notation import read_text, replay
    >>> tags = '[Game "Iquazu"]\\n[Strips "3 1 5 2 4"]\\n[Seats "R G"]\\n'
    >>> rows = rows_of(replay(next(read_text(tags + 'R a4\\nG +'))))
    >>> rows.game.players, len(rows.turns), [(p.rock, p.gap, p.paid_white) for p in rows.placements]
    (2, 2, [('a', 4, 1)])
    """
    if game.verdict == "invalid" or game.id is None:
        raise ValueError("an invalid record has no rows")
    story = tell(game)
    totals = [(game.totals or {}).get(seat) for seat in story.seats]
    known = [total for total in totals if isinstance(total, int)]
    decided = game.complete and len(known) == len(totals)
    ranks = [1 + sum(other > total for other in known) if decided else None for total in known]
    ranks += [None] * (len(totals) - len(known))
    rows = GameRows(
        game=_game_row(game, story, known if decided else None),
        board=story.board,
        text=game.text(),
        tags=_tag_rows(game),
        turns=story.turns,
        placements=story.placements,
        drops=story.drops,
        draws=story.draws,
        scorings=story.scorings,
        prizes=story.prizes,
    )
    rows.tiles = [TileRow(*tile.row()) for tile in story.tiles(game.complete)]
    rows.seats = [
        _seat_row(game, story, place, total, ranks[place]) for place, total in enumerate(totals)
    ]
    return rows


def _game_row(game: Replay, story: Story, totals: Sequence[int] | None) -> GameRow:
    tags = game.tags
    details = game.details
    assert game.id is not None
    return GameRow(
        id=game.id,
        rules=tags["Game"],
        board=story.board.id,
        board_hash=board_hash(story.board),
        strips=details["strips"],
        players=len(story.seats),
        seats=" ".join(story.seats),
        verdict=game.verdict,
        complete=game.complete,
        from_position="Position" in tags,
        first_turn=details["first_turn"],
        turns=game.turns,
        scorings=sum(scoring.kind == "interim" for scoring in story.scorings),
        winners=None if game.winners is None else " ".join(game.winners),
        best_total=None if totals is None else max(totals),
        margin=None if totals is None else lead_of(totals, story.seats)[1],
        lead_changes=sum(turn.lead_changed for turn in story.turns),
        date=tags.get("Date"),
        played_on=_date(tags.get("Date", "")),
        time=tags.get("Time"),
        event=tags.get("Event"),
        site=tags.get("Site"),
        round=tags.get("Round"),
        recorder=tags.get("Recorder"),
        source=tags.get("Source"),
        result=tags.get("Result"),
        termination=tags.get("Termination"),
        continues=tags.get("Continues"),
    )


def _date(text: str) -> date | None:
    """A date all of whose parts are known.

    >>> _date("2026-11-01"), _date("2026-??-??")
    (datetime.date(2026, 11, 1), None)
    """
    if len(text) != 10:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _tag_rows(game: Replay) -> list[TagRow]:
    return [TagRow(number, *tag) for number, tag in enumerate(game.tags.items(), 1)]


def _seat_row(game: Replay, story: Story, place: int, total: Total, rank: int | None) -> SeatRow:
    seat = story.seats[place]
    count = story.counts[place]
    low, high = total if isinstance(total, list) else (total, total)
    sure = total if isinstance(total, int) else None
    rocks = count.points_rocks
    return SeatRow(
        seat_order=place + 1,
        seat=seat,
        player=game.tags.get(SEAT_NAMES[seat], "").strip() or None,
        total=sure,
        total_low=low,
        total_high=high,
        rank=rank,
        won=story.won[place],
        points_start=story.points_start[place],
        points_rocks=rocks,
        points_tiles=None if sure is None else sure - rocks - story.points_start[place],
        turns=count.turns,
        placements=count.placements,
        draws=count.draws,
        cards_paid=count.cards_paid,
        tiles_won=count.tiles_won,
        tiles_used=count.tiles_used,
    )
