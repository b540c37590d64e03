"""Interim scorings, one after the other while columns are full, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from . import events
from .position import UNSEEN_TILES, Position
from .scoring import ranking, takers
from .steps import ROCKS

Reveals = Iterator[Sequence[str]]
"""The tiles to turn up, five after each scoring; where it runs out they are unseen."""


Scored = list[events.Event] | None
"""What happened in a chain of scorings; None where nothing was scored."""


def score(p: Position, reveals: Reveals) -> list[events.Event]:
    """I-12 to I-17: score the first column, move the frame, and again while the next is full."""
    p.scored = True
    happened: list[events.Event] = []
    layout, seats, turn = p.layout, p.seats, p.turn
    while True:
        first = p.first
        prizes = _give_prizes(p, first)
        tiles = p.open_tiles
        letters: list[str | None] = []
        in_frame = list(chain.from_iterable(p.rocks[first : p.last_column]))
        awards = takers([row(in_frame) for row in layout.in_frame[first]], len(seats))
        for taker, tile in zip(awards, tiles):  # noqa: B905 - five of both
            if taker is None:
                p.out.append(tile)
                letters.append(None)
            else:
                p.held[taker].append(tile)
                letters.append(seats[taker])
        happened.append(
            events.Score(turn, None, ROCKS[first], prizes, tuple(letters), tiles, _points(p))
        )
        if first == len(p.rocks) - 3:  # I-20
            finish(p, happened)
            break
        p.first = first + 1  # I-15
        happened.append(events.Frame(turn, None, ROCKS[first + 1]))
        shown = next(reveals, None)
        happened.append(p.turn_up(UNSEEN_TILES if shown is None else tuple(shown), turn))
        if p.free[first + 1]:  # else I-16: a full next column is scored before the boxes move
            p.water = p.water - 1 if p.water else len(seats) - 1  # I-17
            happened.append(events.WaterBox(turn, None, seats[p.water]))
            break
    if p.log is not None:
        p.log += happened
    return happened


def _points(p: Position) -> dict[str, int | list[int]]:
    return dict(zip(p.seats, p.points))  # noqa: B905 - as many of both


def _give_prizes(p: Position, rock: int) -> dict[str, int]:
    """I-13: prizes go down the ranking; with fewer ranked seats the rest is not given."""
    given: dict[str, int] = {}
    values = p.layout.board.points[len(p.seats)][rock]
    for seat, value in zip(ranking(p.rocks[rock], len(p.seats)), values, strict=False):
        p.points[seat] += value
        given[p.seats[seat]] = value
    return given


def finish(p: Position, happened: list[events.Event]) -> None:
    """I-20 to I-22: the last two rocks, the points on kept tiles, the end."""
    for rock in range(p.first + 1, len(p.rocks)):
        prizes = _give_prizes(p, rock)
        happened.append(events.Final(p.turn, None, ROCKS[rock], prizes, _points(p)))
    on_tiles: dict[str, int] = {}
    for seat, tiles in enumerate(p.held):
        points = sum(int(kind[1:]) for kind in tiles if kind[0] == "V")
        if points:
            p.points[seat] += points
            on_tiles[p.seats[seat]] = points
    p.over = True
    p.open_tiles = ()
    p.owed = p.acted = p.joker = p.scored = p.dropped = p.discarded = False
    happened.append(events.TilePoints(p.turn, None, on_tiles, p.totals()))
    happened.append(events.End(p.turn, None, p.totals(), p.winners()))
