"""Who wins a rock's prizes and who takes the tiles. Plain functions of the gaps.

A rock is a list of what lies in its gaps, from the top: FREE, DROP, or a seat's place in the turn
order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from .tally import ONE, unpacked

FREE: Final = -1
DROP: Final = 4
NOBODY: Final = -1
TIED: Final = -2


def ranking(rock: Sequence[int]) -> list[int]:
    """I-13: seats with a gem on the rock, by number of gems, then by their lowest gem.

    >>> ranking([0, DROP, 1, 1, 0, FREE, 2])
    [0, 1, 2]
    """
    from_below = rock[::-1]
    strength = [
        (rock.count(seat) * 1000 - from_below.index(seat)) * 8 + seat
        for seat in set(rock)
        if FREE < seat < DROP
    ]
    strength.sort(reverse=True)
    return [strong & 7 for strong in strength]


def takers(rows: Iterable[Sequence[int]]) -> list[int]:
    """I-14: who takes the tile of each row. A row: its pieces in the frame, to the right and down.

    Most gems in the row; then the rightmost gem further right; then, in that cell, the lower gem.

    >>> takers([[1, FREE, 0, 1], [0, 1, DROP], [FREE, DROP]])
    [1, 1, -1]
    """
    found = []
    for row in rows:
        taker = _with_most(sum(map(_ONE_OF, row)))
        if taker <= TIED:
            taker = _furthest_right(row, TIED - taker)
        found.append(taker)
    return found


_ONE_OF = (*ONE, 0, 0).__getitem__  # of a seat, of DROP, and of FREE, which stands last


@lru_cache(maxsize=20_000)
def _with_most(gems: int) -> int:
    """The seat with most gems, NOBODY, or TIED less a number that has a bit for each tied seat."""
    counts = unpacked(gems)
    most = max(counts)
    if not most:
        return NOBODY
    best = [seat for seat, number in enumerate(counts) if number == most]
    return best[0] if len(best) == 1 else TIED - sum(1 << seat for seat in best)


def _furthest_right(row: Sequence[int], tied: int) -> int:
    for piece in reversed(row):
        if FREE < piece < DROP and tied >> piece & 1:
            return piece
    raise AssertionError("tied seats have gems")
