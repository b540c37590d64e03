"""I-6: what a gap costs and which cards pay for it.

A payment of a gap of colour g at cost n has x cards of g and an even number of each other colour,
with `x + others / 2 = n`. So if m cards are paid, exactly `2n - m` of them are of colour g.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .steps import Count

DEAREST = 5  # the frame's last column
NO_COST = 15  # no column costs as much


@lru_cache(maxsize=4096)
def pays(paid: Count, colour: int, cost: int) -> bool:
    """Whether some filling of the unseen cards makes `paid` an exact payment.

    >>> pays((2, 0, 2, 0), 1, 2)  # two pairs for two blue
    True
    >>> pays((3, 0, 0, 0), 0, 2)  # too much
    False
    >>> pays((1, 0, 0, 3), 0, 3)  # W??? for three white: W, W and a pair
    True
    """
    cards = sum(paid)
    pairs = cards - cost
    if not 0 <= pairs <= cost or paid[colour] > cost - pairs:
        return False
    # Each other colour is rounded up to whole pairs; unseen cards fill whatever is left.
    return sum((paid[other] + 1) // 2 for other in range(3) if other != colour) <= pairs


@lru_cache(maxsize=4096)
def costs_paid(paid: Count) -> tuple[int, int, int]:
    """For a gap of each colour, the cost that these cards pay; `NO_COST` if none, or unseen.

    >>> costs_paid((2, 0, 2, 0))  # a pair and two of its own; or two pairs for two blue
    (3, 2, 3)
    >>> costs_paid((2, 1, 0, 0))
    (15, 2, 15)
    """
    white, blue, orange, _ = paid
    costs = (
        white + (blue + orange) // 2,
        blue + (white + orange) // 2,
        (white + blue) // 2 + orange,
    )
    return tuple(
        cost if 0 < cost <= DEAREST and not paid[3] and pays(paid, colour, cost) else NO_COST
        for colour, cost in enumerate(costs)
    )  # type: ignore[return-value]


@lru_cache(maxsize=4096)
def _ways(colour: int, cost: int) -> tuple[tuple[int, int, int], ...]:
    """Every exact payment, the one in the gap's own colour first."""
    one, two = (other for other in range(3) if other != colour)
    ways = []
    for pairs in range(cost + 1):
        for of_one in range(pairs + 1):
            paid = [0, 0, 0]
            paid[colour] = cost - pairs
            paid[one] = 2 * of_one
            paid[two] = 2 * (pairs - of_one)
            ways.append((paid[0], paid[1], paid[2]))
    return tuple(ways)


@lru_cache(maxsize=64)
def any_cards(number: int) -> tuple[tuple[int, int, int], ...]:
    """Every choice of so many cards.

    >>> any_cards(1)
    ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    """
    return tuple(
        (white, blue, number - white - blue)
        for white in range(number, -1, -1)
        for blue in range(number - white, -1, -1)
    )


def exact_payments(colour: int, cost: int, joker: bool) -> tuple[tuple[int, int, int], ...]:
    """Every payment the rules allow, whoever holds the cards. I-8: a joker takes any n cards."""
    return any_cards(cost) if joker else _ways(colour, cost)


def missing(hand: Sequence[int], paid: Sequence[int]) -> int:
    """How many of `paid` must be among the unseen cards of this hand.

    >>> missing([2, 0, 1, 3], (2, 1, 2))
    2
    """
    return max(0, paid[0] - hand[0]) + max(0, paid[1] - hand[1]) + max(0, paid[2] - hand[2])
