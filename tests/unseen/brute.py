"""Unseen cards by brute force: slow, short and obviously right, to keep a clever solver honest.

Written from the rules page alone (I-n is a ruling of it), without a look at the solver or the
engine. A record is the list of its events as dictionaries, as `iquazu replay --format json` shows
them: `deal`, `draw`, `tile`, `reshuffle`, `place` and `discard` count, all others are passed over.
Unseen cards are `?`, and a `?` stands for exactly one card, so all sizes are known.

A *world* says of what colours every hand, the discard pile and the draw pile are. A record is
walked event by event with the set of all worlds that are possible so far:

- Cards drawn (I-5, I-8) or dealt (I-2) may be any cards of the pile that include the seen ones.
  If the pile runs out within the draw (I-7), all of its rest comes to the hand, then the discards
  become the pile, then the draw goes on. A draw's cards have no order: the seen ones may be from
  either part.
- A payment may be any exact payment (I-6; I-8 with an any-colour tile) that includes the seen
  cards, if the hand has it. A discard (I-10) may be any cards of the hand that include the seen.

What is possible at a moment given the WHOLE record are the worlds that lie on a path from the
first to the last event: forwards first, then paths with a dead end are cut off from behind.

Odds. A priori every colour word (order of colours) of a shuffled pile is equally likely: the deck
at the start and the discards at each reshuffle. So a draw of k cards from a pile is a certain
multiset with the hypergeometric chance, the number of words of the whole pile whose first k
letters are that multiset by the number of all its words; the words of what is left in the pile
are thereby counted too. The odds of a world are the sum over its paths of the product of these
chances, divided by the same sum over all worlds. What a draw's word says is just "these cards
were among them": given `+W???`, every word with at least one W in those four places is as likely
as any other. (It does NOT say that a certain one of the four was looked at.) How players choose
does not enter: a payment is possible or not. So odds exist only if each payment and discard has
just one reading; else `odds` raises ValueError.
Records that begin from a position: the deck is dealt to the hands, the discards and the pile as
if all of it had been one shuffle, and each place's letters say what is among its cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from .brute_tiles import tile_point_ranges, tiles_first_impossible_turn, tiles_possible
from .worlds import (
    Bounds,
    Event,
    Impossible,
    Start,
    World,
    all_in_pile,
    bounds_of,
    chance,
    count_cards,
    live_paths,
    number_of_steps,
    paths_over,
    readings,
    spell_cards,
    steps_of,
    turns_of,
)

__all__ = [
    "Impossible",
    "Start",
    "bounds",
    "draw_bounds",
    "first_impossible_turn",
    "hands",
    "odds",
    "possible",
    "tile_point_ranges",
    "tiles_first_impossible_turn",
    "tiles_possible",
]


def possible(
    events: Sequence[Event],
    seats: Sequence[str],
    deck: Mapping[str, int],
    start: Start | None = None,
) -> bool:
    """Whether some colours of the unseen cards make the whole record possible."""
    return first_impossible_turn(events, seats, deck, start) is None


def first_impossible_turn(
    events: Sequence[Event],
    seats: Sequence[str],
    deck: Mapping[str, int],
    start: Start | None = None,
) -> int | None:
    """The first turn such that the record up to and with it has no world; 0 is the setup."""
    steps = steps_of(events, seats, start)
    worlds = {all_in_pile(seats, deck)}
    for step in steps:
        worlds = {path.after for world in worlds for path in paths_over(world, step)}
        if not worlds:
            return step.turn
    return None


def hands(
    events: Sequence[Event],
    seats: Sequence[str],
    deck: Mapping[str, int],
    start: Start | None = None,
) -> dict[tuple[int, str], set[str]]:
    """Each hand a seat can have had right after a turn, given the whole record, spelled in WBO."""
    steps = steps_of(events, seats, start)
    first = all_in_pile(seats, deck)
    live = live_paths(steps, first)
    found = {}
    for turn in turns_of(events, start):
        number = number_of_steps(steps, turn)
        worlds = {path.after for path in live[number - 1]} if number else {first}
        for place, seat in enumerate(seats):
            found[turn, seat] = {spell_cards(world.hands[place]) for world in worlds}
    return found


def bounds(
    events: Sequence[Event],
    seats: Sequence[str],
    deck: Mapping[str, int],
    start: Start | None = None,
) -> dict[tuple[int, str], Bounds]:
    """Least and most of each colour in a seat's hand right after a turn, given the whole record.

    Turn 0 (or the turn before a position's) is right after the setup.
    """
    return {
        key: bounds_of({count_cards(hand) for hand in spelled})
        for key, spelled in hands(events, seats, deck, start).items()
    }


def draw_bounds(
    events: Sequence[Event],
    seats: Sequence[str],
    deck: Mapping[str, int],
    start: Start | None = None,
) -> dict[int, Bounds]:
    """Least and most of each colour among an event's cards, given the whole record.

    Keys are the places in `events` of all deals, draws, card tiles, placements and discards.
    """
    steps = steps_of(events, seats, start)
    live = live_paths(steps, all_in_pile(seats, deck))
    return {
        step.index: bounds_of({path.cards for path in paths})
        for step, paths in zip(steps, live, strict=True)
        if step.index is not None
    }


def odds(
    events: Sequence[Event],
    seats: Sequence[str],
    deck: Mapping[str, int],
    turn: int,
    start: Start | None = None,
) -> dict[str, dict[str, Fraction]]:
    """The chance of each hand of each seat right after a turn, given the whole record."""
    steps = steps_of(events, seats, start)
    for step in steps:
        if step.kind in ("pay", "discard") and len(readings(step)) > 1:
            raise ValueError(f"turn {step.turn}: {step.cards} has more than one reading: no odds")
    first = all_in_pile(seats, deck)
    live = live_paths(steps, first)
    split = number_of_steps(steps, turn)
    forwards = {first: Fraction(1)}
    for step, paths in zip(steps[:split], live[:split], strict=True):
        reached: dict[World, Fraction] = {}
        for path in paths:
            share = forwards[path.before] * chance(step, path)
            reached[path.after] = reached.get(path.after, Fraction(0)) + share
        forwards = reached
    # The chance that a world leads to the end of the record; worlds that can't are not in `live`.
    onwards = {path.after: Fraction(1) for path in live[-1]} if live else forwards
    for number in range(len(steps) - 1, split - 1, -1):
        back: dict[World, Fraction] = {}
        for path in live[number]:
            share = chance(steps[number], path) * onwards[path.after]
            back[path.before] = back.get(path.before, Fraction(0)) + share
        onwards = back
    weights = {world: share * onwards[world] for world, share in forwards.items()}
    total = sum(weights.values(), Fraction(0))
    result: dict[str, dict[str, Fraction]] = {}
    for place, seat in enumerate(seats):
        chances: dict[str, Fraction] = {}
        for world, weight in weights.items():
            hand = spell_cards(world.hands[place])
            chances[hand] = chances.get(hand, Fraction(0)) + weight / total
        result[seat] = chances
    return result
