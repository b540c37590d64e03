"""How likely each hand was, under a fair shuffle, given everything seen.

Every order of the cards of a pile is equally likely, so ways are counted: colours of the cards,
one by one, under which every payment could be made and every draw holds what was seen of it
(`+W???` says that a white card was among the four). How people choose is left out of account:
that somebody paid white tells only that they had white.

Within a cycle the seats are independent but for the pile: so the ways of each seat from hand to
hand make a matrix, and a *tensor* over the hands of all seats, one axis each, is carried from
reshuffle to reshuffle, masked by what hands and discards must add up to. The counts are floating
point numbers: right to about twelve digits.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from ..payment import any_cards
from .solver import Solver
from .story import Happening, Story
from .tables import Tables

Array = NDArray[np.float64]
Hand = tuple[int, int, int]

LARGEST = 40_000_000
"""Entries of the largest tensor that is counted; beyond it odds are sampled."""
MOST_SPLITS = 500
"""Ways to split the draws over reshuffles; beyond it odds are sampled."""


class TooLarge(Exception):
    """The tensor would not fit; sample instead."""


class NotDefined(Exception):
    """Odds need every payment and discard to be seen: nobody knows how people choose."""


@dataclass(frozen=True, slots=True)
class _Cycle:
    """What each seat does in one cycle, and the cards on the discard pile at its end."""

    happenings: tuple[tuple[Happening, ...], ...]
    discards: Hand


def hand_odds(story: Story, turn: int) -> list[dict[Hand, float]]:
    """For each seat, the probability of each hand right after a turn.

    Raises `NotDefined` if payments are unseen, `TooLarge` if counting is out of reach, and
    ValueError if the story is impossible.
    """
    if any(h.unseen for h in story.happenings if not h.draws):
        raise NotDefined
    if any(h.together is not None for h in story.happenings):
        return _over_splits(story, turn)
    return _count(story, turn)[1]


def _over_splits(story: Story, turn: int) -> list[dict[Hand, float]]:
    """Seen cards of a draw over a reshuffle may have come before or after it: all splits count."""
    total = 0.0
    sums: list[dict[Hand, float]] = [{} for _ in range(story.seats)]
    for weight, split in _splits(story):
        try:
            ways, found = _count(split, turn)
        except ValueError:
            continue
        ways *= weight
        total += ways
        for into, odds in zip(sums, found, strict=True):
            for hand, chance in odds.items():
                into[hand] = into.get(hand, 0.0) + ways * chance
    if not total:
        raise ValueError("the story is impossible")
    return [{hand: chance / total for hand, chance in odds.items()} for odds in sums]


def _splits(story: Story) -> list[tuple[float, Story]]:
    """The story with the first part of every draw over a reshuffle seen, in each way it can be."""
    told: list[tuple[float, tuple[Happening, ...]]] = [(1.0, ())]
    happenings = story.happenings
    for at, second in enumerate(happenings):
        following = happenings[at + 1] if at + 1 < len(happenings) else None
        if following is not None and following.together is not None:
            continue
        if second.together is None:
            told = [(weight, (*before, second)) for weight, before in told]
            continue
        first, seen = happenings[at - 1], second.together
        ways = []
        for early in any_cards(first.size):
            late = _less(seen, early)
            hidden = second.size - sum(late)
            if hidden >= 0:
                orders = _orders(early) * (1 if hidden else _orders(late))
                parts = _as_seen(first, early, 0), _as_seen(second, late, hidden)
                ways.append((float(orders), *parts))
        told = [(w * weight, (*before, a, b)) for w, before in told for weight, a, b in ways]
        if len(told) > MOST_SPLITS:
            raise TooLarge
    return [(weight, Story(story.deck, story.seats, parts)) for weight, parts in told]


def _less(cards: Hand, others: Hand) -> Hand:
    """What is left of some cards when others are taken away, at least none of each."""
    white, blue, orange = (max(0, a - b) for a, b in zip(cards, others, strict=True))
    return white, blue, orange


def _orders(cards: Hand) -> int:
    """In how many orders these cards can lie."""
    white, blue, orange = cards
    return comb(white + blue + orange, white) * comb(blue + orange, blue)


def _as_seen(part: Happening, seen: Hand, unseen: int) -> Happening:
    return Happening(part.turn, part.seat, True, seen, unseen, part.cycle, part.event)


def _count(story: Story, turn: int) -> tuple[float, list[dict[Hand, float]]]:
    """The weight of a story, relative to others with the same sizes, and the odds of its hands."""
    cycles = _cycles(story)
    hands = _candidates(story, len(cycles))
    at = _cycle_of(story, turn)
    last = len(cycles) - 1
    ways = [
        [_ways(c, hands[n][s], hands[n + 1][s]) for s, c in enumerate(cycle.happenings)]
        for n, cycle in enumerate(cycles)
    ]
    # first[n]: for all hands of the other seats before cycle n, which hand the first seat has.
    first = [_first_seat(hands[0], (0, 0, 0))]
    for n in range(last):
        first.append(_first_seat(hands[n + 1], _left(story, cycles[n])))

    scale = 1.0
    forward = np.ones((1,) * (story.seats - 1))
    for n in range(at):
        forward = _carry(forward, ways[n], first[n], first[n + 1])
        forward, scale = _scaled(forward, scale)
    ending = _ending(story, cycles[-1], hands[-1])
    if at < last:
        for seat, matrix in enumerate(ways[last]):
            ending = _along(ending, matrix.T, seat)
        backward = _taken(ending, first[last])
        backward, scale = _scaled(backward, scale)
        for n in range(last - 1, at, -1):
            backward = _carry(backward, [m.T for m in ways[n]], first[n + 1], first[n])
            backward, scale = _scaled(backward, scale)
        ending = _spread(backward, first[at + 1], len(hands[at + 1][0]))

    joints = _joints(_spread(forward, first[at], len(hands[at][0])), ending, ways[at])
    found: list[dict[Hand, float]] = []
    total = 0.0
    for seat, happenings in enumerate(cycles[at].happenings):
        before = tuple(h for h in happenings if h.turn <= turn)
        middle = _reachable(hands[at][seat], before)
        into = _ways(before, hands[at][seat], middle)
        out = _ways(happenings[len(before) :], middle, hands[at + 1][seat])
        chances = ((into.T @ joints[seat]) * out).sum(axis=1)
        total = float(chances.sum())
        if not total:
            raise ValueError("the story is impossible")
        found.append(
            {hand: float(c) / total for hand, c in zip(middle, chances, strict=True) if c > 0}
        )
    return total * scale, found


def _scaled(tensor: Array, scale: float) -> tuple[Array, float]:
    """Counts grow beyond any number type over many cycles: keep them near one."""
    most = float(tensor.max()) if tensor.size else 0.0
    if not most:
        raise ValueError("the story is impossible")
    return tensor / most, scale * most


def _cycle_of(story: Story, turn: int) -> int:
    """The cycle that is open at the end of a turn."""
    return max((h.cycle for h in story.happenings if h.turn <= turn), default=0)


def _cycles(story: Story) -> list[_Cycle]:
    number = max((h.cycle for h in story.happenings), default=0) + 1
    acts: list[list[list[Happening]]] = [[[] for _ in range(story.seats)] for _ in range(number)]
    discards = [[0, 0, 0] for _ in range(number)]
    for happening in story.happenings:
        acts[happening.cycle][happening.seat].append(happening)
        if not happening.draws:
            for colour in (0, 1, 2):
                discards[happening.cycle][colour] += happening.seen[colour]
    return [
        _Cycle(tuple(map(tuple, seats)), (gone[0], gone[1], gone[2]))
        for seats, gone in zip(acts, discards, strict=True)
    ]


def _candidates(story: Story, cycles: int) -> list[list[list[Hand]]]:
    """The hands each seat can have at the start, at each reshuffle, and at the end."""
    tables = Tables(story)
    solver = Solver(tables.system)
    found: list[list[list[Hand]]] = [[[(0, 0, 0)] for _ in range(story.seats)]]
    for columns in [*tables.meetings[: cycles - 1], tables.ends]:
        found.append([_hands_within(solver, column, tables) for column in columns])
        size = 1.0
        for hands in found[-1]:
            size *= len(hands)
        if size > LARGEST:
            raise TooLarge
    return found


def _hands_within(solver: Solver, column: int, tables: Tables) -> list[Hand]:
    ranges = [solver.range(column + colour) for colour in (0, 1, 2)]
    if any(r is None for r in ranges):
        raise ValueError("the story is impossible")
    (w0, w1), (b0, b1), (o0, o1) = (r for r in ranges if r is not None)
    size = tables.sizes[column]
    return [
        (w, b, size - w - b)
        for w in range(w0, w1 + 1)
        for b in range(b0, b1 + 1)
        if o0 <= size - w - b <= o1
    ]


def _reachable(starts: list[Hand], happenings: tuple[Happening, ...]) -> list[Hand]:
    """Every hand that some start leads to."""
    hands = set(starts)
    for happening in happenings:
        sign = 1 if happening.draws else -1
        moved = (
            (
                hand[0] + sign * happening.seen[0],
                hand[1] + sign * happening.seen[1],
                hand[2] + sign * happening.seen[2],
            )
            for hand in hands
        )
        hands = {hand for hand in moved if min(hand) >= 0}
        for _ in range(happening.unseen):
            hands = {
                grown
                for w, b, o in hands
                for grown in ((w + 1, b, o), (w, b + 1, o), (w, b, o + 1))
            }
    return sorted(hands, reverse=True)


def _ways(happenings: tuple[Happening, ...], starts: list[Hand], ends: list[Hand]) -> Array:
    """In how many ways a seat gets from each start to each end: colours of its unseen cards."""
    size = max(max(map(sum, starts), default=0), max(map(sum, ends), default=0))
    size += sum(h.size for h in happenings if h.draws) + 1
    # ways[start, white, blue]; orange follows from the size of the hand.
    ways = np.zeros((len(starts), size, size))
    for i, (white, blue, _) in enumerate(starts):
        ways[i, white, blue] = 1.0
    total = sum(starts[0]) if starts else 0
    for happening in happenings:
        white, blue, orange = happening.seen
        if happening.draws:
            ways = _drawn(ways, happening)
            total += happening.size
        else:
            ways = _shifted(ways, -white, -blue)
            total -= white + blue + orange
            # Nobody holds less than no orange cards.
            grid = np.add.outer(np.arange(size), np.arange(size))
            ways = np.where(grid <= total, ways, 0.0)
    return ways[:, [h[0] for h in ends], [h[1] for h in ends]]


def _drawn(ways: Array, happening: Happening) -> Array:
    """The ways after a draw."""
    white, blue, _ = happening.seen
    if not happening.unseen:
        # In how many orders they came is the same for all worlds: one will do.
        return _shifted(ways, white, blue)
    if not any(happening.seen):
        for _ in range(happening.unseen):
            ways = ways + _shifted(ways, 1, 0) + _shifted(ways, 0, 1)
        return ways
    after = np.zeros_like(ways)
    for more in any_cards(happening.unseen):
        cards = (white + more[0], blue + more[1], happening.seen[2] + more[2])
        after += _orders(cards) * _shifted(ways, cards[0], cards[1])
    return after


def _shifted(ways: Array, white: int, blue: int) -> Array:
    """More or fewer cards of white and blue; what falls below none is lost."""
    moved = np.zeros_like(ways)
    size = ways.shape[1]
    to_w, from_w = (slice(max(0, n), size + min(0, n)) for n in (white, -white))
    to_b, from_b = (slice(max(0, n), size + min(0, n)) for n in (blue, -blue))
    moved[:, to_w, to_b] = ways[:, from_w, from_b]
    return moved


# At the start and at every reshuffle the hands add up to what is not on the discard pile. So the
# first seat's hand follows from the others': a tensor has an axis for each seat but the first.


def _left(story: Story, cycle: _Cycle) -> Hand:
    """What all hands add up to at the end of a cycle."""
    white, blue, orange = (story.deck[c] - cycle.discards[c] for c in (0, 1, 2))
    return white, blue, orange


def _first_seat(hands: list[list[Hand]], left: Hand) -> NDArray[np.int64]:
    """Which of its hands the first seat has, for all hands of the others; -1 for none of them."""
    others = _sums(hands[1:])
    size = max(sum(left), max(sum(h) for h in hands[0])) + 1
    number = np.full((size, size), -1, dtype=np.int64)
    for i, hand in enumerate(hands[0]):
        number[hand[0], hand[1]] = i
    white, blue, orange = [left[c] - others[c] for c in (0, 1, 2)]
    good = (white >= 0) & (blue >= 0) & (orange >= 0)
    right_size = white + blue + orange == sum(hands[0][0])
    found: NDArray[np.int64] = np.where(
        good & right_size, number[np.where(good, white, 0), np.where(good, blue, 0)], -1
    )
    return found


def _carry(
    tensor: Array, ways: list[Array], first: NDArray[np.int64], next_first: NDArray[np.int64]
) -> Array:
    """All seats go from their hands to their next hands."""
    # The first seat: its start follows from the others' starts. Axes: others' starts, its end.
    start = np.where(first[..., None] >= 0, ways[0][first], 0.0) * tensor[..., None]
    for seat in range(1, len(ways) - 1):
        start = _along(start, ways[seat], seat - 1)
    # The last seat: the first one's end follows from the others' ends.
    start = np.moveaxis(start, -1, 0)  # the first seat's end, ends …, the last seat's start
    grids = np.indices(next_first.shape, sparse=True)
    rows = start[(np.maximum(next_first, 0), *grids[:-1])]  # ends …, last end, last start
    carried: Array = np.einsum("...ij,ji->...i", rows, ways[-1])
    return np.where(next_first >= 0, carried, 0.0)


def _along(tensor: Array, matrix: Array, axis: int) -> Array:
    """One seat goes from its hands to its next hands."""
    return np.moveaxis(np.tensordot(tensor, matrix, axes=(axis, 0)), -1, axis)


def _spread(tensor: Array, first: NDArray[np.int64], hands: int) -> Array:
    """The tensor with an axis for the first seat too."""
    full = np.zeros((hands, *tensor.shape))
    good = first >= 0
    full[(first[good], *np.nonzero(good))] = tensor[good]
    return full


def _taken(full: Array, first: NDArray[np.int64]) -> Array:
    """The tensor without the first seat's axis, where its hand follows from the others'."""
    grids = np.indices(first.shape, sparse=True)
    return np.where(first >= 0, full[(np.maximum(first, 0), *grids)], 0.0)


def _ending(story: Story, cycle: _Cycle, hands: list[list[Hand]]) -> Array:
    """In how many orders the rest of the open pile can lie."""
    rest = [story.deck[c] - cycle.discards[c] - total for c, total in enumerate(_sums(hands))]
    inside = (rest[0] >= 0) & (rest[1] >= 0) & (rest[2] >= 0)
    rest = [np.where(inside, r, 0) for r in rest]
    logs = _LOG_FACTORIALS[rest[0] + rest[1] + rest[2]]
    for r in rest:
        logs = logs - _LOG_FACTORIALS[r]
    if not inside.any():
        raise ValueError("the story is impossible")
    ending: Array = np.where(inside, np.exp(logs), 0.0)
    return ending


_LOG_FACTORIALS = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, 1000)))])


def _sums(hands: list[list[Hand]]) -> list[NDArray[np.int64]]:
    """For each colour, the cards of all seats together, over all choices of hands."""
    sums = []
    for colour in (0, 1, 2):
        total: NDArray[np.int64] = np.zeros((1,) * len(hands), dtype=np.int64)
        for seat, choices in enumerate(hands):
            shape = [1] * len(hands)
            shape[seat] = len(choices)
            total = total + np.array([h[colour] for h in choices], dtype=np.int64).reshape(shape)
        sums.append(total)
    return sums


def _joints(forward: Array, backward: Array, ways: list[Array]) -> list[Array]:
    """For each seat, the weight of each start and end hand, all other seats summed over."""
    seats = len(ways)
    half = seats // 2
    found: list[Array] = []
    for group in (range(half), range(half, seats)):
        # The other group's seats go first: that work is shared by the seats of this one.
        shared = forward
        for other in range(seats):
            if other not in group:
                shared = _along(shared, ways[other], other)
        for seat in group:
            tensor = shared
            for other in group:
                if other != seat:
                    tensor = _along(tensor, ways[other], other)
            others = [axis for axis in range(seats) if axis != seat]
            found.append(np.tensordot(tensor, backward, axes=(others, others)))
    return found
