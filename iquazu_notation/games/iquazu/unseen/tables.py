"""All possible hands of a story, as a system of inequalities: a chain of hand tables.

A *table* is a hand at one moment, three variables: how many cards of each colour. Between two
tables of a seat, within one cycle, its draws and its seen payments need no variables. Let `open`
be the unseen cards drawn so far since the first table, and `need` the most of a colour that was
paid so far beyond what was seen drawn. The payments can be met if and only if at every moment, for
every set of colours, what is needed beyond the first hand fits into the open cards:

    sum over the set of (need - hand) <= open

One colour gives a lower bound of the hand. Two give an upper bound of the third, since the size of
the hand is known. All three are a plain check. (Draws are jobs with deadlines: if no deadline asks
for more than was drawn until then, some order of the cards meets them all.)

Tables of all seats meet at a reshuffle: the pile is empty, so hands and discards are the deck. At
the end of the story, they are at most the deck.
"""

from __future__ import annotations

from collections.abc import Collection

from .solver import System
from .story import Colours, Happening, Story

PAIRS_OF_COLOURS = ((1, 2), (0, 2), (0, 1))


class _Seat:
    """A seat since its last table."""

    __slots__ = ("change", "column", "least", "need", "open", "pair", "size", "start", "three")

    def __init__(self, column: int, size: int) -> None:
        self.begin(column, size)

    def begin(self, column: int, size: int) -> None:
        """Start from a table."""
        self.column = column
        self.start = size
        self.size = size
        self.open = 0
        self.change = [0, 0, 0]  # seen draws minus payments
        self.need = [0, 0, 0]
        # The greatest (need - open) so far: of one colour, of two (by the third), of three.
        self.least = [0, 0, 0]
        self.pair = [0, 0, 0]
        self.three = 0


class Tables:
    """The system of a story; `marks` are places of happenings after which a hand is wanted.

    `hands[mark]` is the first of the three variables of that hand, `meetings[n][seat]` of the hand
    at reshuffle n, `ends[seat]` of the last one; `sizes` are the sizes of those hands.
    """

    def __init__(self, story: Story, marks: Collection[int] = ()) -> None:
        self.system = System()
        self.story = story
        self.hands: dict[int, int] = {}
        self.sizes: dict[int, int] = {}
        self.meetings: list[list[int]] = []
        self.ends: list[int] = []
        self._discards = [0, 0, 0]
        # Unseen cards given away since the last reshuffle: tables before and after.
        self._given: list[tuple[int, int]] = []
        self._seats = [_Seat(self._fixed_empty(), 0) for _ in range(story.seats)]
        self._before_span: list[int] = [0] * story.seats
        wanted = set(marks)
        cycle = 0
        happenings = story.happenings
        for at, happening in enumerate(happenings):
            if happening.cycle > cycle:
                cycle = happening.cycle
                self._reshuffle()
            seat = self._seats[happening.seat]
            if not happening.draws:
                self._give(seat, happening)
            else:
                following = happenings[at + 1] if at + 1 < len(happenings) else None
                if following is not None and following.together is not None:
                    self._before_span[happening.seat] = self._table(seat)
                self._draw(seat, happening)
                if happening.together is not None:
                    self._span(happening.seat, happening.together)
            if at in wanted:
                self.hands[at] = self._table(seat)
        for seat in self._seats:
            self.ends.append(self._table(seat))
        self._balance(equal=False)

    # ------------------------------------------------------------------ what happens

    def _draw(self, seat: _Seat, happening: Happening) -> None:
        for colour in (0, 1, 2):
            seat.change[colour] += happening.seen[colour]
        seat.open += happening.unseen
        seat.size += happening.size

    def _give(self, seat: _Seat, happening: Happening) -> None:
        if happening.unseen:
            self._give_unseen(seat, happening)
            return
        need, change = seat.need, seat.change
        for colour in (0, 1, 2):
            number = happening.seen[colour]
            if number:
                change[colour] -= number
                self._discards[colour] += number
                if -change[colour] > need[colour]:
                    need[colour] = -change[colour]
        seat.size -= happening.size
        opened = seat.open
        for colour in (0, 1, 2):
            one, two = PAIRS_OF_COLOURS[colour]
            if need[colour] - opened > seat.least[colour]:
                seat.least[colour] = need[colour] - opened
            if need[one] + need[two] - opened > seat.pair[colour]:
                seat.pair[colour] = need[one] + need[two] - opened
        if sum(need) - opened > seat.three:
            seat.three = sum(need) - opened

    def _give_unseen(self, seat: _Seat, happening: Happening) -> None:
        """Cards given away that nobody saw: a table before and one after."""
        system = self.system
        before = self._table(seat)
        seat.size -= happening.size
        after = self._free_table(seat.size)
        for colour in (0, 1, 2):
            system.row(
                [(before + colour, 1), (after + colour, -1)], happening.seen[colour], happening.size
            )
        if happening.pairs is not None:
            own = happening.pairs.colour
            system.row(
                [(before + own, 1), (after + own, -1)], happening.pairs.own, happening.pairs.own
            )
            other = 0 if own != 0 else 1
            pairs = system.variable(0, happening.size)
            system.row([(before + other, 1), (after + other, -1), (pairs, -2)], 0, 0)
        self._given.append((before, after))
        seat.begin(after, seat.size)

    def _span(self, place: int, together: Colours) -> None:
        """The cards seen in a draw over a reshuffle came with its first or its second part."""
        before = self._before_span[place]
        after = self._table(self._seats[place])
        for colour in (0, 1, 2):
            if together[colour]:
                self.system.row(
                    [(after + colour, 1), (before + colour, -1)], together[colour], 1000
                )

    def _reshuffle(self) -> None:
        self.meetings.append([self._table(seat) for seat in self._seats])
        self._balance(equal=True)
        self._discards = [0, 0, 0]
        self._given = []

    def _balance(self, equal: bool) -> None:
        """Hands and discards are the deck, or at most the deck while the pile is open."""
        for colour in (0, 1, 2):
            left = self.story.deck[colour] - self._discards[colour]
            terms = [(seat.column + colour, 1.0) for seat in self._seats]
            for before, after in self._given:
                terms += [(before + colour, 1.0), (after + colour, -1.0)]
            self.system.row(terms, left if equal else -1000, left)

    # ------------------------------------------------------------------ tables

    def _fixed_empty(self) -> int:
        first = self.system.variable(0, 0)
        self.sizes[first] = 0
        self.system.variable(0, 0)
        self.system.variable(0, 0)
        return first

    def _free_table(self, size: int) -> int:
        system = self.system
        first = system.variable(0, size)
        self.sizes[first] = size
        system.variable(0, size)
        system.variable(0, size)
        system.row([(first, 1), (first + 1, 1), (first + 2, 1)], size, size)
        return first

    def _table(self, seat: _Seat) -> int:
        """The hand of a seat at this moment, as a new table bound to its last one."""
        system = self.system
        last = seat.column
        if seat.three > seat.start or seat.size < 0:
            system.impossible = True
        for colour in (0, 1, 2):
            system.at_least(last + colour, seat.least[colour])
            system.at_most(last + colour, seat.start - seat.pair[colour])
        if not seat.open and seat.change == [0, 0, 0] and seat.need == [0, 0, 0]:
            return last  # nothing has happened since
        hand = self._free_table(max(0, seat.size))
        for colour in (0, 1, 2):
            change = seat.change[colour]
            # The unseen draws are what the hands differ by otherwise: none is negative.
            system.row([(hand + colour, 1), (last + colour, -1)], change, 1000)
            system.at_least(hand + colour, change + seat.need[colour])
        seat.begin(hand, seat.size)
        return hand
