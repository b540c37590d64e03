"""Chance that falls the same way on every machine and with every Python from 3.11 on.

Of a `random.Random` only `random()` is used, and it is seeded with text: these two are what Python
promises to keep. How the library shuffles or chooses may change from version to version.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def generator(seed: int, what: str) -> Random:
    """A generator of its own for each use, so that the deal does not depend on who plays.

    >>> generator(7, "table").random() == generator(7, "table").random()
    True
    """
    return Random(f"iquazu {seed} {what}")


def pick(rng: Random, things: Sequence[T]) -> T:
    """One of the things, each as likely as the others.

    >>> pick(generator(7, "doc"), "abc")
    'b'
    """
    return things[int(rng.random() * len(things))]


def shuffled(rng: Random, things: Iterable[T]) -> list[T]:
    """The things in random order (Fisher and Yates).

    >>> shuffled(generator(7, "doc"), "abcde")
    ['a', 'e', 'd', 'c', 'b']
    """
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order
