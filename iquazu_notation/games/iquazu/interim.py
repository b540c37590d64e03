"""Interim scorings, one after the other while columns are full, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from . import events
from .position import UNSEEN_TILES, Position
from .scoring import ranking, takers
from .steps import ROCKS

Reveals = Iterator[Sequence[str]]
"""The tiles to turn up, five after each scoring; where it runs out they are unseen."""


def score(p: Position, reveals: Reveals) -> None:
    """I-12 to I-17: score the first column, move the frame, and again while the next is full."""
    p.scored = True
    while True:
        prizes = _give_prizes(p, p.first)
        awards = takers(p.rocks, p.layout.rows, p.first, p.last_column, p.players)
        tiles = p.open_tiles
        for taker, tile in zip(awards, tiles, strict=True):
            if taker is None:
                p.out.append(tile)
            else:
                p.held[taker].append(tile)
        if p.log is not None:
            letters = tuple(None if t is None else p.seats[t] for t in awards)
            p.log.append(
                events.Score(p.turn, None, ROCKS[p.first], prizes, letters, tiles, _points(p))
            )
        if p.first == len(p.rocks) - 3:  # I-20
            finish(p)
            return
        p.first += 1  # I-15
        if p.log is not None:
            p.log.append(events.Frame(p.turn, None, ROCKS[p.first]))
        shown = next(reveals, None)
        p.reveal(UNSEEN_TILES if shown is None else tuple(shown))
        if p.free[p.first]:
            break  # else I-16: a full next column is scored before the boxes move
    p.water = p.water - 1 if p.water else len(p.seats) - 1  # I-17
    if p.log is not None:
        p.log.append(events.WaterBox(p.turn, None, p.seats[p.water]))


def _points(p: Position) -> dict[str, int | list[int]]:
    return dict(zip(p.seats, p.points, strict=True))


def _give_prizes(p: Position, rock: int) -> dict[str, int]:
    """I-13: prizes go down the ranking; with fewer ranked seats the rest is not given."""
    given: dict[str, int] = {}
    values = p.layout.board.points[len(p.seats)][rock]
    for seat, value in zip(ranking(p.rocks[rock], len(p.seats)), values, strict=False):
        p.points[seat] += value
        given[p.seats[seat]] = value
    return given


def finish(p: Position) -> None:
    """I-20 to I-22: the last two rocks, the points on kept tiles, the end."""
    for rock in range(p.first + 1, len(p.rocks)):
        prizes = _give_prizes(p, rock)
        if p.log is not None:
            p.log.append(events.Final(p.turn, None, ROCKS[rock], prizes, _points(p)))
    on_tiles: dict[str, int] = {}
    for seat, tiles in enumerate(p.held):
        points = sum(int(kind[1:]) for kind in tiles if kind[0] == "V")
        if points:
            p.points[seat] += points
            on_tiles[p.seats[seat]] = points
    p.over = True
    p.open_tiles = ()
    p.owed = p.acted = p.joker = p.scored = p.dropped = p.discarded = False
    if p.log is not None:
        p.log.append(events.TilePoints(p.turn, None, on_tiles, p.totals()))
        p.log.append(events.End(p.turn, None, p.totals(), p.winners()))
