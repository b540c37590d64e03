"""Small counts side by side in one number: quick to add, to take away and to compare.

A *tally* has seven bits for each count: cards by colour (white, blue, orange, unseen), gems by
seat, or tiles by kind. No count reaches 64, because no piece of the box comes in such a number; so
the seventh bit of each is free, and shows when more was taken away than was there.

>>> hand, paid = packed((3, 0, 2, 0)), packed((1, 0, 2, 0))
>>> unpacked(hand - paid), bool((hand - paid) & SHORT), bool((paid - hand) & SHORT)
([2, 0, 0, 0], False, True)
>>> (hand - paid) % SUM  # how many in all
2
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

WIDTH: Final = 7
MOST: Final = 63  # that one count can be
SUM: Final = 127  # the rest of a division by it is the sum of all counts, as with nines in decimals
SHORT: Final = 0x40 | 0x40 << 7 | 0x40 << 14 | 0x40 << 21  # the free bits of four counts
UNSEEN_AT: Final = 21  # where a tally of cards has those nobody saw
ONE: Final[list[int]] = [1, 1 << 7, 1 << 14, 1 << 21]


def packed(counts: Sequence[int]) -> int:
    """Counts as a tally; each is at most `MOST`.

    >>> packed([1, 2])
    257
    """
    tally = 0
    for count in reversed(counts):
        tally = tally << WIDTH | count
    return tally


def unpacked(tally: int) -> list[int]:
    """The first four counts of a tally.

    >>> unpacked(257)
    [1, 2, 0, 0]
    """
    return [tally & 127, tally >> 7 & 127, tally >> 14 & 127, tally >> 21 & 127]
