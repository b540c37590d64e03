"""A *tale*: what the tables are counted from, for one record, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..games.iquazu.board import Layout
from ..games.iquazu.events import Note
from ..games.iquazu.illegal import SEAT_NAMES
from ..games.iquazu.position import DROP, FREE, Position
from ..replay import Replay

Kinds = Sequence[str]


class Start(NamedTuple):
    """Where a record begins; seats are counted from 0 in turn order, rocks from 0."""

    turn: int = 1
    seat: int = 0
    first: int = 0  # rock in the frame
    points: Sequence[int] = (0, 0, 0, 0)
    hands: Sequence[int] = (0, 0, 0, 0)
    held: Sequence[Kinds] = ()
    gems: Sequence[tuple[int, int]] = ()  # rock and seat of each
    opened: Kinds = ()  # the open tiles; a setup turns up its own


USUAL = Start()


class Tale(NamedTuple):
    """One record."""

    seats: tuple[str, ...]
    layout: Layout
    turns: int
    complete: bool
    names: Sequence[str | None]  # of the players
    lowest: Sequence[int]  # that the totals can be, which unseen tiles may leave open
    highest: Sequence[int]
    won: Sequence[bool | None]
    log: Sequence[int]
    start: Start
    from_position: bool
    notes: Sequence[tuple[int, float | None, str | None]]  # turn, seconds, marks


def tale_of(game: Replay) -> Tale:
    """The tale of a valid or consistent record.

    >>> from iquazu_notation import read_text, replay
    >>> tags = '[Game "Iquazu"]\\n[Strips "3 1 5 2 4"]\\n[Seats "R G"]\\n'
    >>> tale = tale_of(replay(next(read_text(tags + 'R a4\\nG +'))))
    >>> tale.seats, tale.turns, tale.lowest, tale.start == USUAL
    (('R', 'G'), 2, (0, 0), True)
    """
    start: Position = game.details["start"]
    seats = start.seats
    totals, winners = game.totals, game.winners
    assert totals is not None
    bounds = [_bounds(totals[seat]) for seat in seats]
    from_position = "Position" in game.tags
    return Tale(
        seats,
        start.layout,
        game.turns,
        game.complete,
        tuple([game.tags.get(SEAT_NAMES[seat], "").strip() or None for seat in seats]),
        tuple([low for low, _ in bounds]),
        tuple([high for _, high in bounds]),
        tuple([None if winners is None else seat in winners for seat in seats]),
        game.log,
        _start_of(start) if from_position else USUAL,
        from_position,
        () if game.checked is not None and not game.checked.notes else _notes(game),
    )


def _bounds(total: int | list[int] | None) -> tuple[int, int]:
    """The least and the most that a total can be."""
    assert total is not None
    low, high = total if isinstance(total, list) else (total, total)
    return low, high


def _notes(game: Replay) -> list[tuple[int, float | None, str | None]]:
    return [
        (event.turn, event.seconds, " ".join(event.marks) or None)
        for event in game.events
        if isinstance(event, Note)
    ]


def _start_of(p: Position) -> Start:
    gems = [
        (rock, piece)
        for rock, gaps in enumerate(p.rocks)
        for piece in gaps
        if piece not in (FREE, DROP)
    ]
    return Start(
        p.turn,
        p.seat,
        p.first,
        tuple(p.points),
        tuple([sum(hand) for hand in p.hands]),
        [list(held) for held in p.held],
        gems,
        p.open_tiles,
    )
