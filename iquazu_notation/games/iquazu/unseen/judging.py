"""Is there any way to fill the unseen cards? And if not, since which turn is there none?"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

from .solver import Solver
from .story import Story
from .tables import Tables


def possible(story: Story) -> bool:
    """Whether at least one way of filling every `?` makes the whole story possible."""
    return Solver(Tables(story).system).feasible()


def first_impossible_turn(story: Story) -> int | None:
    """The first turn at which no way is left; None if the story is possible."""
    if possible(story):
        return None
    # Only cards given away, and cards seen, can be the last straw.
    turns = sorted({h.turn for h in story.happenings if not h.draws or any(h.seen) or h.together})
    return first_failing(turns, lambda turn: not possible(story.until(turn)))


def first_failing(turns: Sequence[int], fails: Callable[[int], bool]) -> int:
    """The first of these turns that fails, by binary search: what fails once fails ever after.

    >>> first_failing([2, 5, 9, 14], lambda turn: turn > 6)
    9
    """
    return turns[bisect_left(turns, True, hi=len(turns) - 1, key=fails)]
