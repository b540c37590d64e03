"""I-7: cards drawn, over a reshuffle if need be; and cards given away face up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .log import ALL_CARDS, CARDS_AT, OPEN, RESHUFFLE, ROCK_AT
from .payment import missing
from .position import REFUSED, Position
from .tally import ONE, SHORT, SUM, UNSEEN_AT, packed, unpacked

if TYPE_CHECKING:
    from mypy_extensions import i64

    from .steps import Count

SEEN: Final = ONE[3] - 1  # the white, blue and orange cards of a tally


def due(p: Position, number: i64) -> i64:
    """I-7: how many cards a draw of `number` gets."""
    return min(number, p.pile + p.laid % SUM)


def take(p: Position, seat: i64, cards: i64) -> i64:
    """A tally of cards that lie in the pile goes to a hand."""
    left = p.hidden - (cards & SEEN)
    if left & SHORT:
        return REFUSED
    p.hidden = left
    p.cards[seat] = p.cards[seat] + cards
    p.pile -= cards % SUM
    return cards


def draw_cards(p: Position, code: i64, number: i64) -> i64:
    """I-7: draw `number` cards as a step says. Returns the cards as a tally, or `REFUSED`."""
    cards: i64 = code >> CARDS_AT & ALL_CARDS
    left: i64 = p.hidden - (cards & SEEN)
    if cards % SUM == number <= p.pile and not left & SHORT:
        p.hidden = left
        p.pile -= number
        p.cards[p.seat] = p.cards[p.seat] + cards
        return cards
    comes = due(p, number)
    if code & OPEN:
        cards = comes << UNSEEN_AT
    elif cards % SUM != comes:
        return REFUSED
    if comes > p.pile:
        if not may_reshuffle(p, cards):
            return REFUSED
        _reshuffle(p)
    return take(p, p.seat, cards)


def may_reshuffle(p: Position, cards: i64) -> bool:
    """Whether these cards can be the rest of the pile and some of the shuffled discards."""
    if (p.hidden + (p.laid & SEEN) - (cards & SEEN)) & SHORT:
        return False
    if p.hidden % SUM == p.pile and (cards - p.hidden) & SHORT:
        return lacking(p, cards) <= cards >> UNSEEN_AT
    return True


def lacking(p: Position, cards: i64) -> i64:
    """How many cards of the pile's rest are not among those drawn and seen."""
    rest, drawn = unpacked(p.hidden), unpacked(cards)
    return sum([max(0, rest[c] - drawn[c]) for c in (0, 1, 2)])


def _reshuffle(p: Position) -> None:
    """I-7: the rest of the pile comes first, then all of the discards, shuffled."""
    fresh: i64 = p.laid % SUM
    p.log.append(RESHUFFLE | fresh << CARDS_AT | p.pile << ROCK_AT)
    p.hidden += p.laid & SEEN
    p.pile += fresh
    p.laid = 0


def can_pay(p: Position, cards: i64) -> bool:
    """Whether the active hand can hold these cards."""
    if not (p.cards[p.seat] - cards) & SHORT and not cards >> UNSEEN_AT:
        return True
    paid, hand = unpacked(cards), p.hand
    return missing(hand, paid) <= hand[3] and sum(paid) <= sum(hand) and lacks(p, paid) < 0


def pay(p: Position, cards: i64) -> None:
    """Cards that the active hand can hold go to the discards, face up."""
    left = p.cards[p.seat] - cards
    if left & SHORT or cards >> UNSEEN_AT:
        give(p, unpacked(cards))
    else:
        p.cards[p.seat] = left
        p.laid += cards


def give(p: Position, cards: Count | list[int]) -> None:
    """Cards go from the active hand to the discard pile, face up. The hand is known to have them.

    What is not among the hand's seen cards was among its unseen ones. If unseen cards are given
    away from a hand of seen ones, nobody knows any more what is left.
    """
    hand = p.hand
    pool = p.pool
    for colour in (0, 1, 2):
        left = hand[colour] - cards[colour]
        if left < 0:
            hand[3] += left
            pool[colour] += left
            left = 0
        hand[colour] = left
    if cards[3]:
        for colour in (0, 1, 2):
            pool[colour] += hand[colour]
            hand[3] += hand[colour]
            hand[colour] = 0
        hand[3] -= cards[3]
    p.cards[p.seat] = packed(hand)
    p.hidden = packed(pool)
    p.laid += packed(cards)


def lacks(p: Position, cards: Count | list[int]) -> i64:
    """A colour of which the hand can't hold so many: the others have been seen elsewhere; or -1."""
    hand = p.hand
    pool = p.pool
    for colour in (0, 1, 2):
        if cards[colour] - hand[colour] > pool[colour]:
            return colour
    return -1
