"""Interim scorings, one after the other while columns are full, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from . import events
from .position import OVER, SCORED, UNSEEN_TILES, Position, Scoring
from .scoring import DROP, FREE, NOBODY, ranking, tied, with_most
from .steps import ROCKS
from .tally import ONE
from .tape import FINAL, SCORE

Reveals = Iterator[Sequence[str]]
"""The tiles to turn up, five after each scoring; where it runs out they are unseen."""

Scored = list[Scoring] | None
"""A chain of scorings; None where nothing was scored."""


def score(p: Position, reveals: Reveals) -> list[Scoring]:
    """I-12 to I-17: score the first column, move the frame, and again while the next is full."""
    p.stage |= SCORED
    happened: list[Scoring] = []
    while True:
        first = p.first
        tiles = p.open_tiles
        gems = p.in_rows
        prizes = _give_prizes(p, first)
        awards = takers(p)
        _give_tiles(p, awards)
        last = first == len(p.rocks) - 3
        if not last:
            p.in_rows = gems[:]
            _go_under_water(p)
            shown = next(reveals, None)
            p.turn_up(UNSEEN_TILES if shown is None else shown)
        happened.append((first, prizes, awards, () if last else p.open_tiles, p.points[:], gems))
        if p.codes is not None or p.log is not None:
            _tell_scoring(p, happened[-1], tiles)
        if last:  # I-20
            _finish(p, happened)
            return happened
        if p.free[first + 1]:  # else I-16: a full next column is scored before the boxes move
            p.water = p.water - 1 if p.water else len(p.seats) - 1  # I-17
            if p.log is not None:
                p.log.append(events.WaterBox(p.turn, None, p.seats[p.water]))
            return happened


def _give_prizes(p: Position, rock: int) -> list[tuple[int, int]]:
    """I-13: prizes go down the ranking; with fewer ranked seats the rest is not given."""
    values = p.layout.board.points[p.players][rock]
    ranked = ranking(p.rocks[rock])
    given: list[tuple[int, int]] = []
    for place in range(min(len(ranked), len(values))):
        seat, value = ranked[place], values[place]
        p.points[seat] = p.points[seat] + value
        given.append((seat, value))
    return given


def _give_tiles(p: Position, awards: list[int]) -> None:
    held = p.held
    for taker, tile in zip(awards, p.open_tiles):  # noqa: B905 - five of both
        (p.out if taker == NOBODY else held[taker]).append(tile)


def takers(p: Position) -> list[int]:
    """I-14: who takes the tile of each row.

    Most gems in the row; then the rightmost gem further right; then, in that cell, the lower gem.
    """
    found: list[int] = []
    rocks = p.rocks
    for gems in p.in_rows:
        most = with_most(gems)
        if most < NOBODY:
            best = tied(most)
            for rock, gap in p.layout.from_right[p.first][len(found)]:
                piece = rocks[rock][gap]
                if piece != FREE and best >> piece & 1:
                    most = piece
                    break
        found.append(most)
    return found


def _go_under_water(p: Position) -> None:
    """I-15: the frame moves on, and the gems of its first rock count no more."""
    first = p.first
    rows = p.layout.rows[first]
    in_rows = p.in_rows
    for piece, row in zip(p.rocks[first], rows):  # noqa: B905 - as many of both
        if FREE < piece < DROP:
            in_rows[row] = in_rows[row] - ONE[piece]
    p.first = first + 1


def _finish(p: Position, happened: list[Scoring]) -> None:
    """I-20 to I-22: the last two rocks, the points on kept tiles, the end."""
    for rock in range(p.first + 1, len(p.rocks)):
        prizes = _give_prizes(p, rock)
        happened.append((rock, prizes, None, (), p.points[:], None))
        if p.codes is not None:
            p.codes.append(FINAL)
            p.scorings.append(happened[-1])
        if p.log is not None:
            p.log.append(events.Final(p.turn, None, ROCKS[rock], _by_seat(p, prizes), _points(p)))
    worth = p.layout.board.worth
    on_tiles: dict[str, int] = {}
    for seat, tiles in enumerate(p.held):
        points = 0
        for kind in tiles:
            points += worth[kind]
        if points:
            p.points[seat] += points
            on_tiles[p.seats[seat]] = points
    p.stage = OVER
    p.open_tiles = ()
    if p.log is not None:
        p.log.append(events.TilePoints(p.turn, None, on_tiles, p.totals()))
        p.log.append(events.End(p.turn, None, p.totals(), p.winners()))


# ---------------------------------------------------------------------- what is told of it


def _tell_scoring(p: Position, scoring: Scoring, tiles: Sequence[str]) -> None:
    """A scoring, and the frame and tiles after it."""
    if p.codes is not None:
        p.codes.append(SCORE)
        p.scorings.append(scoring)
    if p.log is None:
        return
    rock, prizes, awards, shown, _, _ = scoring
    assert awards is not None
    letters = tuple([None if taker == NOBODY else p.seats[taker] for taker in awards])
    p.log.append(
        events.Score(
            p.turn, None, ROCKS[rock], _by_seat(p, prizes), letters, tuple(tiles), _points(p)
        )
    )
    if shown:
        p.log.append(events.Frame(p.turn, None, ROCKS[rock + 1]))
        p.log.append(events.Reveal(p.turn, None, ROCKS[rock + 1], tuple(shown)))


def _by_seat(p: Position, prizes: list[tuple[int, int]]) -> dict[str, int]:
    return {p.seats[seat]: value for seat, value in prizes}


def _points(p: Position) -> dict[str, int | list[int]]:
    return dict(zip(p.seats, p.points))  # noqa: B905 - as many of both
