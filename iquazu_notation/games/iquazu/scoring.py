"""Who wins a rock's prizes and who takes the tiles. Plain functions of the gaps.

A rock is a list of what lies in its gaps, from the top: FREE, DROP, or a seat's place in the turn
order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .tally import unpacked

FREE: Final = -1
DROP: Final = 4
NOBODY: Final = -1
ONE_GEM: Final = 1 << 20


def ranking(rock: Sequence[int]) -> list[int]:
    """I-13: seats with a gem on the rock, by number of gems, then by their lowest gem.

    >>> ranking([0, DROP, 1, 1, 0, FREE, 2])
    [0, 1, 2]
    """
    # Number of gems, lowest gem and seat in one number, so that numbers compare as seats do.
    strength = [0, 1, 2, 3]
    for gap, piece in enumerate(rock, 1):
        if FREE < piece < DROP:
            gems = strength[piece] // ONE_GEM + 1
            strength[piece] = gems * ONE_GEM + gap * 4 + piece
    strength.sort(reverse=True)
    return [strong & 3 for strong in strength if strong > 3]


def with_most(gems: int) -> int:
    """I-14: the seat with most gems, of a tally of a row's gems by seat.

    NOBODY where there are none; where seats are tied, a number that `is_tied` knows to read.

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


_WITH_MOST: dict[int, int] = {0: NOBODY}


def _seat_with_most(gems: int) -> int:
    counts = unpacked(gems)
    most = max(counts)
    best = [seat for seat, number in enumerate(counts) if number == most]
    return best[0] if len(best) == 1 else NOBODY - sum([1 << seat for seat in best])


def is_tied(seat: int, most: int) -> bool:
    """Whether a seat is one of the tied seats that `with_most` found."""
    return NOBODY - most >> seat & 1 == 1
