"""Interim scorings, one after the other while columns are full, and the end of the game.

A rock is a list of what lies in its gaps, from the top: FREE, DROP, or a seat's place in the turn
order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .log import (
    AWARD,
    CARDS_AT,
    END,
    FINAL,
    GAP_AT,
    PRIZE,
    ROCK_AT,
    SCORE,
    TILE_AT,
    TILE_NUMBERS,
    WATER,
    reveal_code,
)
from .log import NOBODY as NO_TAKER
from .position import DROP, FREE, OVER, SCORED, UNSEEN_TILES, Position
from .tally import ONE, unpacked

if TYPE_CHECKING:
    from mypy_extensions import i64

NOBODY: Final = -1


def score(p: Position) -> None:
    """I-12 to I-17: score the first column, move the frame, and again while the next is full.

    The tiles to turn up are those of `p.coming`, which must be possible; past its end, unseen ones.
    """
    p.stage |= SCORED
    while True:
        first: i64 = p.first
        p.log.append(SCORE | first << ROCK_AT)
        _give_prizes(p, first)
        _give_tiles(p)
        if first == len(p.rocks) - 3:  # I-20
            _finish(p)
            return
        _go_under_water(p)
        tiles = p.coming.pop(0) if p.coming else UNSEEN_TILES
        p.turn_up(tiles)
        p.log.append(reveal_code(tiles))
        if p.free[first + 1]:  # else I-16: a full next column is scored before the boxes move
            p.water = p.water - 1 if p.water else p.players - 1  # I-17
            p.log.append(WATER | p.water << ROCK_AT)
            return


def scorings(p: Position) -> int:
    """How many scorings follow each other if the first column is full now."""
    number = 1
    while p.first + number < len(p.rocks) - 2 and not p.free[p.first + number]:
        number += 1
    return number


def coming_fits(p: Position) -> bool:
    """Whether the tiles of `p.coming` can be turned up, if the first column is full now."""
    return not p.coming or bad_reveal(p) < 0


def bad_reveal(p: Position) -> int:
    """The place in `p.coming` of the first tiles that can't be turned up; -1 if all can."""
    board = p.layout.board
    kinds, backs = p.kinds_left, p.backs_left[:]
    last = len(p.rocks) - 3
    for place in range(min(len(p.coming), scorings(p), last - p.first)):
        tiles = p.coming[place]
        dark = p.first + place + 1 >= last - 1
        shown = sum([board.ones.get(kind, board.short) for kind in tiles])
        kinds -= shown
        backs[dark] -= shown
        if (kinds | backs[dark]) & board.short or len(tiles) != 5:
            return place
    return -1


def _give_prizes(p: Position, rock: i64) -> None:
    """I-13: prizes go down the ranking; with fewer ranked seats the rest is not given."""
    values = p.layout.board.points[p.players][rock]
    ranked = ranking(p.rocks[rock])
    for place in range(min(len(ranked), len(values))):
        seat: i64 = ranked[place]
        points: i64 = values[place]
        p.points[seat] = p.points[seat] + points
        p.log.append(PRIZE | points << CARDS_AT | seat << ROCK_AT)


def _give_tiles(p: Position) -> None:
    """I-14: each row's tile goes to whoever has most gems there."""
    log = p.log
    row: i64 = 0
    for tile in p.open_tiles:
        gems: i64 = p.in_rows[row]
        award: i64 = AWARD | gems << CARDS_AT | row << GAP_AT | TILE_NUMBERS[tile] << TILE_AT
        taker = _taker(p, row)
        if taker == NOBODY:
            p.out.append(tile)
            log.append(award | NO_TAKER << ROCK_AT)
        else:
            p.held[taker].append(tile)
            log.append(award | taker << ROCK_AT)
        row += 1  # noqa: SIM113 - a native number


def _taker(p: Position, row: i64) -> i64:
    """I-14: who takes the tile of a row.

    Most gems in the row; then the rightmost gem further right; then, in that cell, the lower gem.
    """
    most: i64 = with_most(p.in_rows[row])
    if most < NOBODY:
        best = tied(most)
        for rock, gap in p.layout.from_right[p.first][row]:
            piece = p.rocks[rock][gap]
            if piece != FREE and best >> piece & 1:
                return piece
    return most


def takers(p: Position) -> list[int]:
    """I-14: who would take the tile of each row now."""
    return [_taker(p, row) for row in range(len(p.in_rows))]


def _go_under_water(p: Position) -> None:
    """I-15: the frame moves on, and the gems of its first rock count no more."""
    first = p.first
    rows = p.layout.rows[first]
    in_rows = p.in_rows
    for piece, row in zip(p.rocks[first], rows):  # noqa: B905 - as many of both
        if FREE < piece < DROP:
            in_rows[row] = in_rows[row] - ONE[piece]
    p.first = first + 1


def _finish(p: Position) -> None:
    """I-20 to I-22: the last two rocks, the points on kept tiles, the end."""
    for rock in range(p.first + 1, len(p.rocks)):
        at: i64 = rock
        p.log.append(FINAL | at << ROCK_AT)
        _give_prizes(p, at)
    p.log.append(END)
    worth = p.layout.board.worth
    for number, tiles in enumerate(p.held):
        points: i64 = 0
        for kind in tiles:
            points += worth[kind]
        if points:
            seat: i64 = number
            p.points[seat] = p.points[seat] + points
            p.log.append(PRIZE | points << CARDS_AT | seat << ROCK_AT)
    p.stage = OVER
    p.open_tiles = ()


# ---------------------------------------------------------------------- who has most


def ranking(rock: list[int]) -> list[int]:
    """I-13: seats with a gem on the rock, by number of gems, then by their lowest gem.

    >>> ranking([0, DROP, 1, 1, 0, FREE, 2])
    [0, 1, 2]
    """
    # One number for each seat, so that numbers compare as seats do: the number of gems, and below
    # it a bit for each gem, the lowest gem's being the highest. Drops are counted too, and so is
    # what is free, which has the place at the end.
    strength = [0, 0, 0, 0, 0, 0]
    gem = 1 << len(rock)
    bit = 1
    for piece in rock:
        strength[piece] = strength[piece] + gem + bit
        bit += bit
    ranked = [strength[seat] * 4 + seat for seat in range(4) if strength[seat]]
    ranked.sort()
    ranked.reverse()
    return [strong & 3 for strong in ranked]


def with_most(gems: int) -> int:
    """I-14: the seat with most gems, of a tally of a row's gems by seat.

    NOBODY where there are none; where seats are tied, a number that `tied` knows to read.

    >>> from iquazu_notation.games.iquazu.tally import packed
    >>> with_most(packed([1, 3])), with_most(packed([2, 2])) == NOBODY - 0b11, with_most(0)
    (1, True, -1)
    """
    found = _WITH_MOST.get(gems)
    if found is None:
        if len(_WITH_MOST) > 20_000:
            _WITH_MOST.clear()
        found = _WITH_MOST[gems] = _seat_with_most(gems)
    return found


_WITH_MOST: Final[dict[int, int]] = {0: NOBODY}


def _seat_with_most(gems: int) -> int:
    counts = unpacked(gems)
    most = max(counts)
    best = [seat for seat, number in enumerate(counts) if number == most]
    return best[0] if len(best) == 1 else NOBODY - sum([1 << seat for seat in best])


def tied(most: int) -> int:
    """The tied seats that `with_most` found, a bit for each; no bit where they are not tied.

    >>> from iquazu_notation.games.iquazu.tally import packed
    >>> bin(tied(with_most(packed([2, 1, 2])))), tied(with_most(packed([1, 3])))
    ('0b101', 0)
    """
    return NOBODY - most if most < NOBODY else 0
