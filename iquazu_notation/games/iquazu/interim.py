"""Interim scorings, one after the other while columns are full, and the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

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
    tell = happened.append if p.log is None else _both(happened, p.log)
    seats = p.seats
    turn = p.turn
    while True:
        prizes = _give_prizes(p, p.first)
        awards = takers(p.rocks, p.layout.rows, p.first, p.last_column, len(seats))
        tiles = p.open_tiles
        letters: list[str | None] = []
        for taker, tile in zip(awards, tiles, strict=True):
            if taker is None:
                p.out.append(tile)
                letters.append(None)
            else:
                p.held[taker].append(tile)
                letters.append(seats[taker])
        tell(events.Score(turn, None, ROCKS[p.first], prizes, tuple(letters), tiles, _points(p)))
        if p.first == len(p.rocks) - 3:  # I-20
            finish(p, tell)
            return happened
        p.first += 1  # I-15
        tell(events.Frame(turn, None, ROCKS[p.first]))
        shown = next(reveals, None)
        happened.append(p.reveal(UNSEEN_TILES if shown is None else tuple(shown)))
        if p.free[p.first]:
            break  # else I-16: a full next column is scored before the boxes move
    p.water = p.water - 1 if p.water else len(seats) - 1  # I-17
    tell(events.WaterBox(turn, None, seats[p.water]))
    return happened


Tell = Callable[[events.Event], None]


def _both(happened: list[events.Event], log: list[events.Event]) -> Tell:
    def tell(event: events.Event) -> None:
        happened.append(event)
        log.append(event)

    return tell


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


def finish(p: Position, tell: Tell) -> None:
    """I-20 to I-22: the last two rocks, the points on kept tiles, the end."""
    for rock in range(p.first + 1, len(p.rocks)):
        prizes = _give_prizes(p, rock)
        tell(events.Final(p.turn, None, ROCKS[rock], prizes, _points(p)))
    on_tiles: dict[str, int] = {}
    for seat, tiles in enumerate(p.held):
        points = sum(int(kind[1:]) for kind in tiles if kind[0] == "V")
        if points:
            p.points[seat] += points
            on_tiles[p.seats[seat]] = points
    p.over = True
    p.open_tiles = ()
    p.owed = p.acted = p.joker = p.scored = p.dropped = p.discarded = False
    tell(events.TilePoints(p.turn, None, on_tiles, p.totals()))
    tell(events.End(p.turn, None, p.totals(), p.winners()))
