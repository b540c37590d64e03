"""Who wins a rock's prizes and who takes the tiles. Plain functions of the gaps.

A rock is a list of what lies in its gaps, from the top: FREE, DROP, or a seat's place in the turn
order.
"""

from __future__ import annotations

from typing import Final

from .tally import unpacked

FREE: Final = -1
DROP: Final = 4
NOBODY: Final = -1


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
