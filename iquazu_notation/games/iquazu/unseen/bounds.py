"""What must have been: the least and the most of each colour, over every way to fill the `?`."""

from __future__ import annotations

from dataclasses import dataclass

from .solver import Solver
from .story import Story
from .tables import Tables

Range = tuple[int, int]
Ranges = tuple[Range, Range, Range]


@dataclass(frozen=True, slots=True)
class HandBounds:
    """A seat's hand after a turn: least and most of white, blue and orange, and its size."""

    turn: int
    seat: int
    size: int
    ranges: Ranges


class Inference:
    """Everything that follows from a possible story about the hands and the unseen words in it."""

    def __init__(self, story: Story) -> None:
        self.story = story
        happenings = story.happenings
        # A hand is wanted after every happening, so that each draw and each payment is a
        # difference of two hands.
        self._tables = Tables(story, marks=range(len(happenings)))
        self._solver = Solver(self._tables.system)
        self._before: list[int | None] = []
        latest: dict[int, int] = {}
        for at, happening in enumerate(happenings):
            self._before.append(latest.get(happening.seat))
            latest[happening.seat] = at

    def hands(self) -> list[HandBounds]:
        """The hand of the acting seat after each turn (and of all seats after the deal)."""
        found = []
        happenings = self.story.happenings
        for at, happening in enumerate(happenings):
            following = next((h for h in happenings[at + 1 :] if h.seat == happening.seat), None)
            if following is not None and following.turn == happening.turn:
                continue
            found.append(HandBounds(happening.turn, happening.seat, self.size(at), self.hand(at)))
        return found

    def size(self, at: int) -> int:
        """How many cards a seat holds right after one of its happenings."""
        seat = self.story.happenings[at].seat
        return sum(
            h.size if h.draws else -h.size
            for h in self.story.happenings[: at + 1]
            if h.seat == seat
        )

    def hand(self, at: int) -> Ranges:
        """The hand of a seat right after one of its happenings."""
        column = self._tables.hands[at]
        white, blue, orange = (self._range(column + c) for c in (0, 1, 2))
        return white, blue, orange

    def _range(self, column: int) -> Range:
        found = self._solver.range(column)
        if found is None:
            raise ValueError("the story is impossible: nothing follows from it")
        return found

    def _bounds(self, terms: dict[int, float]) -> Range:
        least, most = self._solver.least(terms), self._solver.most(terms)
        if least is None or most is None:
            raise ValueError("the story is impossible: nothing follows from it")
        return least, most

    def moved(self, event: int) -> Ranges:
        """The cards of one event of the log: least and most of each colour."""
        parts = [at for at, h in enumerate(self.story.happenings) if h.event == event]
        first, last = parts[0], parts[-1]  # two, if a draw spans a reshuffle
        happening = self.story.happenings[last]
        if not happening.unseen and first == last:
            white, blue, orange = ((n, n) for n in happening.seen)
            return white, blue, orange
        after = self._tables.hands[last]
        earlier = self._before[first]
        before = None if earlier is None else self._tables.hands[earlier]
        sign = 1.0 if happening.draws else -1.0
        found = []
        for colour in (0, 1, 2):
            terms = {after + colour: sign}
            if before is not None:
                terms[before + colour] = -sign
            found.append(self._bounds(terms))
        white, blue, orange = found
        return white, blue, orange
