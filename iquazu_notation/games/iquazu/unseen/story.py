"""A game told as cards coming and going.

Vocabulary: a *cycle* is the life of one draw pile, from shuffle to reshuffle; cycle 0 begins with
the whole deck. A *happening* is a draw from the pile of a cycle, or cards given away face up. A
draw that spans a reshuffle is two happenings. In a record that starts from a position, hands are
drawn from the deck first, and what lies on the discard pile was drawn and given by a *ghost*, a
seat one beyond the last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .. import events
from ..position import Position
from ..steps import COLOURS, count

Colours = tuple[int, int, int]
NONE: Colours = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Pairs:
    """How unseen cards of a payment are bound (I-6): `own` of the colour, others in pairs."""

    colour: int
    own: int


@dataclass(frozen=True, slots=True)
class Happening:
    """Cards move. `seen` by colour, `unseen` as a number; `event` is its place in the log.

    `together`: on the second part of a draw that spans a reshuffle, the cards of both parts that
    were seen; which part they came with is open.
    """

    turn: int
    seat: int
    draws: bool
    seen: Colours
    unseen: int
    cycle: int
    event: int
    pairs: Pairs | None = None
    together: Colours | None = None

    @property
    def size(self) -> int:
        return sum(self.seen) + self.unseen


@dataclass(frozen=True, slots=True)
class Story:
    """All happenings in order of time. `seats` counts the ghost, if there is one."""

    deck: Colours
    seats: int
    happenings: tuple[Happening, ...]

    def until(self, turn: int) -> Story:
        """The story up to and with a turn."""
        told = tuple(h for h in self.happenings if h.turn <= turn)
        return Story(self.deck, self.seats, told)

    @property
    def unseen(self) -> bool:
        """Whether any card in it is unseen."""
        return any(h.unseen for h in self.happenings)


def tell(log: Iterable[object], start: Position) -> Story:
    """The story of a log of events.

    `start` is the position before its first event: with cards dealt only if the record began from
    a `Position` tag.
    """
    board = start.layout.board
    deck = (board.cards["W"], board.cards["B"], board.cards["O"])
    places = {seat: place for place, seat in enumerate(start.seats)}
    told: list[Happening] = []
    before = start.turn - 1
    for place, hand in enumerate(start.hands):
        if any(hand):
            told.append(Happening(before, place, True, _seen(hand), hand[3], 0, -1))
    if any(start.discards):
        ghost = len(start.seats)
        seen, unseen = _seen(start.discards), start.discards[3]
        told.append(Happening(before, ghost, True, seen, unseen, 0, -1))
        told.append(Happening(before, ghost, False, seen, unseen, 0, -1))
    cycle = 0
    first_part: int | None = None
    for at, event in enumerate(log):
        if isinstance(event, events.Reshuffle):
            first_part = event.after
        elif isinstance(event, events.Deal | events.Draw | events.Tile):
            if event.cards is None or event.seat is None:
                continue
            if event.cards:
                told += _draw(event, places[event.seat], at, cycle, first_part)
            if first_part is not None:
                cycle += 1
                first_part = None
        elif isinstance(event, events.Place):
            told.append(_payment(event, places[event.seat or ""], at, cycle))
        elif isinstance(event, events.Discard):
            cards = count(event.cards)
            told.append(
                Happening(
                    event.turn, places[event.seat or ""], False, _seen(cards), cards[3], cycle, at
                )
            )
    return Story(deck, len(start.seats) + any(start.discards), tuple(told))


def _seen(cards: Sequence[int]) -> Colours:
    return cards[0], cards[1], cards[2]


def _draw(
    event: events.Deal | events.Draw | events.Tile,
    seat: int,
    at: int,
    cycle: int,
    first_part: int | None,
) -> list[Happening]:
    """A draw; over a reshuffle (`first_part` is not None), its two parts."""
    cards = count(event.cards or "")
    seen, unseen = _seen(cards), cards[3]
    if first_part is None:
        return [Happening(event.turn, seat, True, seen, unseen, cycle, at)]
    if first_part == 0:
        return [Happening(event.turn, seat, True, seen, unseen, cycle + 1, at)]
    rest = sum(cards) - first_part
    together = seen if any(seen) else None
    return [
        Happening(event.turn, seat, True, NONE, first_part, cycle, at),
        Happening(event.turn, seat, True, NONE, rest, cycle + 1, at, together=together),
    ]


def _payment(event: events.Place, seat: int, at: int, cycle: int) -> Happening:
    cards = count(event.paid)
    seen, unseen = _seen(cards), cards[3]
    pairs = None
    if unseen and not event.joker:
        colour = COLOURS.index(event.colour)
        own = 2 * event.cost - sum(cards)
        if own == sum(cards):
            # No pairs: every card is of the gap's own colour, seen or not.
            only = [0, 0, 0]
            only[colour] = own
            seen, unseen = _seen(only), 0
        else:
            pairs = Pairs(colour, own)
    return Happening(event.turn, seat, False, seen, unseen, cycle, at, pairs)
