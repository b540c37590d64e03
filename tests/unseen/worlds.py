"""Worlds of cards: the events of a record as steps, and every way to get over each step.

The rules of it are told in `brute`, which asks the questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any, NamedTuple

COLOURS = "WBO"

Event = Mapping[str, Any]
Cards = tuple[int, int, int]
Bounds = dict[str, tuple[int, int]]
NONE: Cards = (0, 0, 0)


class Impossible(ValueError):
    """There is no world: nothing can be said about hands."""


class Start(NamedTuple):
    """A position that a record begins from: its first turn, hands, discards, and the pile's size.

    All letters may be `?`.
    """

    turn: int
    hands: Mapping[str, str]
    discards: str
    pile: int


class World(NamedTuple):
    """The colours of every hand in turn order, of the discards and of the draw pile."""

    hands: tuple[Cards, ...]
    discards: Cards
    pile: Cards


@dataclass(frozen=True)
class Step:
    """One event that moves cards. `cards` are its letters; `index` is its place among the events.

    Kinds: `take` (from the pile to a hand), `pay`, `discard`, and `lay` (from the pile to the
    discards: only to set up a position). `refill` is true if the pile runs out within the draw.
    """

    index: int | None
    turn: int
    kind: str
    place: int
    cards: str
    refill: bool = False
    colour: str = ""
    cost: int = 0
    joker: bool = False


class Path(NamedTuple):
    """One way to get over a step: from a world, with these cards, to a world."""

    before: World
    cards: Cards
    after: World


# ---------------------------------------------------------------------- from events to steps


def steps_of(events: Sequence[Event], seats: Sequence[str], start: Start | None) -> list[Step]:
    """The events that move cards; a reshuffle becomes part of the draw it comes before."""
    steps = [] if start is None else _set_up(seats, start)
    refill = False
    for index, event in enumerate(events):
        kind, turn = event["type"], event["turn"]
        if kind == "reshuffle":
            if refill:
                raise ValueError(f"turn {turn}: two reshuffles for one draw")
            refill = True
        elif kind in ("deal", "draw") or (kind == "tile" and event["cards"] is not None):
            place = seats.index(event["seat"])
            steps.append(Step(index, turn, "take", place, event["cards"], refill))
            refill = False
        elif kind in ("place", "discard"):
            if refill:
                raise ValueError(f"turn {turn}: a reshuffle without a draw")
            place = seats.index(event["seat"])
            if kind == "discard":
                steps.append(Step(index, turn, "discard", place, event["cards"]))
            else:
                price = (event["colour"], event["cost"], event["joker"])
                steps.append(Step(index, turn, "pay", place, event["paid"], False, *price))
    return steps


def _set_up(seats: Sequence[str], start: Start) -> list[Step]:
    turn = start.turn - 1
    dealt = [Step(None, turn, "take", at, start.hands[seat]) for at, seat in enumerate(seats)]
    return [*dealt, Step(None, turn, "lay", 0, start.discards)]


def all_in_pile(seats: Sequence[str], deck: Mapping[str, int]) -> World:
    """All cards lie in the pile."""
    return World((NONE,) * len(seats), NONE, (deck["W"], deck["B"], deck["O"]))


def turns_of(events: Sequence[Event], start: Start | None) -> range:
    first = 0 if start is None else start.turn - 1
    return range(first, max((event["turn"] for event in events), default=first) + 1)


def number_of_steps(steps: Sequence[Step], turn: int) -> int:
    """How many steps there are up to the end of a turn."""
    return sum(step.turn <= turn for step in steps)


# ---------------------------------------------------------------------- worlds and paths


def paths_over(world: World, step: Step) -> Iterator[Path]:
    """Every way to get over a step from this world."""
    if step.kind == "lay":
        for laid in _handfuls(world.pile, len(step.cards)):
            if _includes(laid, step.cards):
                yield Path(world, laid, World(world.hands, laid, _minus(world.pile, laid)))
    elif step.kind == "take":
        rest, pile, discards = NONE, world.pile, world.discards
        if step.refill:
            rest, pile, discards = world.pile, world.discards, NONE
        due = len(step.cards) - sum(rest)
        if not 0 <= due <= sum(pile) or (step.refill and due == 0):
            raise ValueError(f"turn {step.turn}: {step.cards} from piles of other sizes")
        for drawn in _handfuls(pile, due):
            cards = _plus(rest, drawn)
            if _includes(cards, step.cards):
                hands_now = _with_hand(world, step.place, _plus(world.hands[step.place], cards))
                yield Path(world, cards, World(hands_now, discards, _minus(pile, drawn)))
    else:
        hand = world.hands[step.place]
        if len(step.cards) > sum(hand):
            return
        for paid in readings(step):
            if all(there >= number for there, number in zip(hand, paid, strict=True)):
                hands_now = _with_hand(world, step.place, _minus(hand, paid))
                yield Path(world, paid, World(hands_now, _plus(world.discards, paid), world.pile))


def readings(step: Step) -> list[Cards]:
    """What a payment or discard can have been, whoever made it."""
    number = len(step.cards)
    enough = (number, number, number)
    every = [cards for cards in _handfuls(enough, number) if _includes(cards, step.cards)]
    if step.kind == "discard":
        return every
    return [cards for cards in every if _pays(cards, step)]


def _pays(paid: Cards, step: Step) -> bool:
    """I-6: x of the gap's colour, others in even numbers, x + others/2 = n. I-8: any n cards."""
    if step.joker:
        return sum(paid) == step.cost
    own = paid[COLOURS.index(step.colour)]
    others = sum(paid) - own
    even = all(
        number % 2 == 0
        for colour, number in zip(COLOURS, paid, strict=True)
        if colour != step.colour
    )
    return even and own + others // 2 == step.cost


@cache
def _handfuls(pile: Cards, number: int) -> tuple[Cards, ...]:
    """Every multiset of so many cards of this pile."""
    ranges = [range(there + 1) for there in pile]
    return tuple((w, b, o) for w, b, o in product(*ranges) if w + b + o == number)


def chance(step: Step, path: Path) -> Fraction:
    """How likely these cards are when they come from a shuffled pile; payments are no chance."""
    if step.kind not in ("take", "lay"):
        return Fraction(1)
    pile, drawn = path.before.pile, path.cards
    if step.refill:  # the old pile came whole; only the rest is by chance
        pile, drawn = path.before.discards, _minus(path.cards, path.before.pile)
    words = 1
    for there, number in zip(pile, drawn, strict=True):
        words *= comb(there, number)
    return Fraction(words, comb(sum(pile), sum(drawn)))


def live_paths(steps: Sequence[Step], first: World) -> list[list[Path]]:
    """For each step all its paths that come from the first world and can go on to the end."""
    forwards: list[list[Path]] = []
    worlds = {first}
    for step in steps:
        forwards.append([path for world in worlds for path in paths_over(world, step)])
        worlds = {path.after for path in forwards[-1]}
    if not worlds:
        raise Impossible("no world fits this record")
    live: list[list[Path]] = []
    for paths in reversed(forwards):
        live.append([path for path in paths if path.after in worlds])
        worlds = {path.before for path in live[-1]}
    return live[::-1]


# ---------------------------------------------------------------------- cards


def count_cards(cards: str) -> Cards:
    return cards.count("W"), cards.count("B"), cards.count("O")


def spell_cards(cards: Cards) -> str:
    return "".join(colour * number for colour, number in zip(COLOURS, cards, strict=True))


def _includes(cards: Cards, seen: str) -> bool:
    return all(there >= number for there, number in zip(cards, count_cards(seen), strict=True))


def _plus(cards: Cards, more: Cards) -> Cards:
    return cards[0] + more[0], cards[1] + more[1], cards[2] + more[2]


def _minus(cards: Cards, less: Cards) -> Cards:
    return cards[0] - less[0], cards[1] - less[1], cards[2] - less[2]


def _with_hand(world: World, place: int, hand: Cards) -> tuple[Cards, ...]:
    return (*world.hands[:place], hand, *world.hands[place + 1 :])


def bounds_of(found: set[Cards]) -> Bounds:
    return {
        colour: (min(cards[at] for cards in found), max(cards[at] for cards in found))
        for at, colour in enumerate(COLOURS)
    }
