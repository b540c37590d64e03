"""Is there any way to fill the unseen cards? And if not, since which turn is there none?"""

from __future__ import annotations

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
    # What is impossible stays impossible, so a binary search over the turns finds the first.
    # Only cards given away, and cards seen, can be the last straw.
    turns = sorted({h.turn for h in story.happenings if not h.draws or any(h.seen) or h.together})
    low, high = 0, len(turns) - 1
    while low < high:
        middle = (low + high) // 2
        if possible(story.until(turns[middle])):
            low = middle + 1
        else:
            high = middle
    return turns[low]
