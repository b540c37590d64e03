"""What page and app say about one game in words. All of it is plain text: escape it in HTML."""

from __future__ import annotations

from collections.abc import Iterator

from ..drawing.ledger import ledger
from ..drawing.look import SEATS, clean, name_of, shorten
from ..drawing.moments import player_names
from ..replay import Replay

MOST = 120  # columns of a tag
KEYS = "Arrow keys walk through the game, Page up and Page down go to the scorings."
LEDGER = (
    "A line a turn: what was played, the cards in the hand after it (and the change), and"
    " everybody's points. Click a line to see the board."
)
VERDICTS = {
    "valid": "valid: everything was seen, and every turn is legal",
    "consistent": "consistent: not everything was seen, and the cards nobody saw can have lain so"
    " that every turn was legal",
    "invalid": "invalid",
}


def title(game: Replay) -> str:
    """Who played, in turn order.

    >>> from iquazu_notation import read_text, replay
    >>> tags = '[Game "Iquazu"]\\n[Strips "3 1 5 2 4"]\\n[Seats "R G"]\\n[Red "Anna"]\\n'
    >>> title(replay(next(read_text(tags + 'R a4\\nG +'))))
    'Anna – Green'
    """
    names = player_names(game)
    return " – ".join(name_of(seat, names, 16) for seat in game.walked.details["seats"])


def sentence(game: Replay) -> str:
    """The result, or how far the record goes."""
    totals = game.totals or {}
    names = player_names(game)
    said = [
        f"{SEATS[seat].mark} {name_of(seat, names)} {_total(totals.get(seat))}"
        for seat in game.walked.details["seats"]
    ]
    end = "after" if game.complete else "unfinished, so far"
    return f"{', '.join(said)} {end} {game.turns} turn{'s' * (game.turns != 1)}."


def _total(total: int | list[int] | None) -> str:
    """Points, `47–50` where unseen tiles leave them open.

    >>> _total(47), _total([47, 50]), _total(None)
    ('47', '47–50', '?')
    """
    if isinstance(total, list):
        return f"{total[0]}–{total[1]}"
    return "?" if total is None else str(total)


def facts(game: Replay) -> list[tuple[str, str]]:
    """Facts with their names, as far as the record has them."""
    tags = game.record.tags
    details = game.walked.details
    listed = [
        ("played", " ".join(tags.get(name, "") for name in ("Date", "Time"))),
        ("event", tags.get("Event", "")),
        ("round", tags.get("Round", "")),
        ("site", tags.get("Site", "")),
        ("recorded by", tags.get("Recorder", "")),
        ("source", tags.get("Source", "")),
        ("board", f"{details['board']}, strips {details['strips'] or 'none'}"),
        ("record", f"{game.record.file}, {VERDICTS[game.verdict]}"),
        ("id", game.id or ""),
    ]
    shown = [(name, shorten(clean(value), MOST)) for name, value in listed]
    return [(name, value) for name, value in shown if value]


def ledger_head(game: Replay) -> list[str]:
    """The titles of the ledger's columns."""
    seats: list[str] = game.walked.details["seats"]
    return ["turn", "played", "hand", *(f"{SEATS[seat].mark}{seat}" for seat in seats)]


def ledger_rows(game: Replay) -> Iterator[tuple[int, list[str]]]:
    """The turn and the cells of each line of the ledger."""
    seats: list[str] = game.walked.details["seats"]
    for line in ledger(game):
        played = f"{line.seat} {line.played}" if line.seat else line.played
        points = (line.points_text(seat) for seat in seats)
        yield line.turn, [str(line.turn), played, line.hand_text, *points]
