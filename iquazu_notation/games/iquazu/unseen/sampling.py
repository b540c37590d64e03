"""Odds by sampling, where counting is out of reach. Never called exact.

The unseen cards are given colours that make the record possible (a witness), and then swapped:
two cards of one pile change places, a few pairs at once, and the swap stays if every payment can
still be made. Every such world is equally likely, so the share of worlds with a hand estimates its
probability. Several walks from different witnesses tell how far off the estimate may be. (Swaps
need not connect all worlds, which is why several at once are tried, and why this is an estimate.)
"""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random

from .odds import Hand
from .solver import Solver
from .story import Happening, Story
from .tables import Tables

WALKS = 8
STEPS = 15_000
BETWEEN = 10
MOST_SWAPS = 3


def sample_odds(story: Story, turn: int, seed: int) -> tuple[list[dict[Hand, float]], int, float]:
    """The odds of each seat's hand after a turn, the number of samples, and the error.

    The error is the largest standard error of any of the probabilities, judged by how much the
    walks differ.
    """
    rng = Random(seed)
    walks = [_walk(story, turn, rng, number) for number in range(WALKS)]
    samples = sum(sum(walk[0].values()) for walk in walks)
    odds: list[dict[Hand, float]] = []
    error = 0.0
    for seat in range(story.seats):
        shares = [
            {hand: n / sum(walk[seat].values()) for hand, n in walk[seat].items()} for walk in walks
        ]
        hands = {hand for share in shares for hand in share}
        found = {}
        for hand in sorted(hands):
            values = [share.get(hand, 0.0) for share in shares]
            mean = sum(values) / WALKS
            spread = sum((value - mean) ** 2 for value in values) / (WALKS - 1)
            error = max(error, sqrt(spread / WALKS))
            found[hand] = mean
        odds.append(found)
    return odds, samples, error


class _World:
    """A colour for every card that was drawn, and for the rest of the open pile."""

    def __init__(self, story: Story, number: int) -> None:
        self.story = story
        marks = range(len(story.happenings))
        tables = Tables(story, marks)
        solver = Solver(tables.system)
        size = solver.size
        # Another direction for every walk, so that they start far from each other.
        costs = {i: float((i * 7919 + number * 104729) % 1009 - 504) for i in range(size)}
        solver.least(costs)
        point = solver.last_witness
        if point is None:
            raise ValueError("the story is impossible")
        last: dict[int, list[int]] = {}
        self.cards: list[list[int]] = []
        for at, happening in enumerate(story.happenings):
            column = tables.hands[at]
            hand = [round(point[column + c]) for c in (0, 1, 2)]
            before = last.get(happening.seat, [0, 0, 0])
            moved = [hand[c] - before[c] for c in (0, 1, 2)] if happening.draws else [0, 0, 0]
            self.cards.append([c for c in (0, 1, 2) for _ in range(moved[c])])
            last[happening.seat] = hand
        self.rest = self._rest()
        open_cycle = max((h.cycle for h in story.happenings), default=0)
        self.places: dict[int, list[tuple[int, int]]] = {}
        for at, happening in enumerate(story.happenings):
            if happening.unseen:
                for card in range(len(self.cards[at])):
                    self.places.setdefault(happening.cycle, []).append((at, card))
        for card in range(len(self.rest)):
            self.places.setdefault(open_cycle, []).append((-1, card))
        self.cycles = [cycle for cycle, places in self.places.items() if len(places) > 1]

    def _rest(self) -> list[int]:
        held = [0, 0, 0]
        open_cycle = max((h.cycle for h in self.story.happenings), default=0)
        for at, happening in enumerate(self.story.happenings):
            for colour in (0, 1, 2):
                if happening.draws:
                    held[colour] += self.cards[at].count(colour)
                elif happening.cycle != open_cycle:
                    held[colour] -= happening.seen[colour]
        return [c for c in (0, 1, 2) for _ in range(self.story.deck[c] - held[c])]

    def get(self, place: tuple[int, int]) -> int:
        return self.rest[place[1]] if place[0] < 0 else self.cards[place[0]][place[1]]

    def put(self, place: tuple[int, int], colour: int) -> None:
        if place[0] < 0:
            self.rest[place[1]] = colour
        else:
            self.cards[place[0]][place[1]] = colour

    def possible(self, seats: set[int]) -> bool:
        """Whether these seats can make all payments, and their draws show what was seen."""
        hands = {seat: [0, 0, 0] for seat in seats}
        earlier: list[int] = []
        for at, happening in enumerate(self.story.happenings):
            if happening.seat not in seats:
                continue
            hand = hands[happening.seat]
            for colour in (0, 1, 2):
                if happening.draws:
                    drawn = self.cards[at].count(colour)
                    if drawn < happening.seen[colour]:
                        return False
                    hand[colour] += drawn
                else:
                    hand[colour] -= happening.seen[colour]
                    if hand[colour] < 0:
                        return False
            if happening.together is not None and not _shows(
                happening, [*earlier, *self.cards[at]]
            ):
                return False
            earlier = self.cards[at]
        return True

    def hands_after(self, turn: int) -> list[Hand]:
        hands = [[0, 0, 0] for _ in range(self.story.seats)]
        for at, happening in enumerate(self.story.happenings):
            if happening.turn > turn:
                break
            hand = hands[happening.seat]
            for colour in (0, 1, 2):
                number = happening.seen[colour]
                hand[colour] += self.cards[at].count(colour) if happening.draws else -number
        return [(hand[0], hand[1], hand[2]) for hand in hands]


def _shows(happening: Happening, cards: list[int]) -> bool:
    assert happening.together is not None
    return all(cards.count(c) >= happening.together[c] for c in (0, 1, 2))


def _walk(story: Story, turn: int, rng: Random, number: int) -> list[Counter[Hand]]:
    """One walk through the worlds: how often each seat had each hand."""
    world = _World(story, number)
    met: list[Counter[Hand]] = [Counter() for _ in range(story.seats)]
    for step in range(STEPS):
        if world.cycles:
            _try_swaps(world, rng)
        if step >= STEPS // 5 and step % BETWEEN == 0:  # the first fifth forgets the start
            for counter, hand in zip(met, world.hands_after(turn), strict=True):
                counter[hand] += 1
    return met


def _try_swaps(world: _World, rng: Random) -> None:
    swaps = []
    seats = set()
    for _ in range(1 + rng.randrange(MOST_SWAPS)):
        places = world.places[world.cycles[rng.randrange(len(world.cycles))]]
        one, two = places[rng.randrange(len(places))], places[rng.randrange(len(places))]
        a, b = world.get(one), world.get(two)
        if a == b:
            continue
        world.put(one, b)
        world.put(two, a)
        swaps.append((one, two))
        seats |= {world.story.happenings[p[0]].seat for p in (one, two) if p[0] >= 0}
    if not world.possible(seats):
        for one, two in reversed(swaps):
            a, b = world.get(one), world.get(two)
            world.put(one, b)
            world.put(two, a)
