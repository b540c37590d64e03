"""I-7: cards drawn, over a reshuffle if need be; and cards given away face up."""

from __future__ import annotations

from . import events
from .illegal import COLOUR_NAMES, SEAT_NAMES, Illegal
from .position import Position
from .steps import COLOURS, Count, Draw, UseTile, spell
from .tally import ONE, SHORT, SUM, packed, unpacked
from .tape import RESHUFFLE

SEEN = ONE[3] - 1  # the white, blue and orange cards of a tally


def due(p: Position, number: int) -> int:
    """I-7: how many cards a draw of `number` gets."""
    return min(number, p.pile + p.laid % SUM)


def take(p: Position, seat: int, cards: int) -> None:
    """A tally of cards that lie in the pile goes to a hand."""
    left = p.hidden - (cards & SEEN)
    if left & SHORT:
        raise _not_in_pile(p, cards, p.hidden)
    p.hidden = left
    p.cards[seat] += cards
    p.pile -= cards % SUM


def _not_in_pile(p: Position, cards: int, pool: int) -> Illegal:
    """More cards of a colour are drawn than can be in the pile."""
    drawn, in_pool = unpacked(cards), unpacked(pool)
    colour = next(colour for colour in (0, 1, 2) if drawn[colour] > in_pool[colour])
    wanted, there = drawn[colour], in_pool[colour]
    letter = COLOURS[colour]
    name = COLOUR_NAMES[letter]
    deck = p.layout.board.cards[letter]
    if p.hidden % SUM == p.pile:
        return Illegal(
            "IQ305",
            f"{wanted} {name} drawn, and the pile holds {there} {name}",
            help=f"the deck has {deck} {name} cards; the others lie in hands or on the discards",
            ruling="I-7",
        )
    return Illegal(
        "IQ501",
        f"{wanted} {name} drawn, and at most {there} of the {deck} {name} cards can be left",
        ruling="I-7",
    )


def draw_cards(p: Position, step: Draw | UseTile, number: int) -> int:
    """I-7: draw `number` cards, over a reshuffle if need be. Returns the cards as a tally."""
    tally = step.tally
    left = p.hidden - tally
    if tally % SUM == number <= p.pile and not left & SHORT:
        p.hidden = left
        p.pile -= number
        p.cards[p.seat] += tally
        return tally
    return _draw_unusually(p, step, number)


def _draw_unusually(p: Position, step: Draw | UseTile, number: int) -> int:
    """A draw that is over a reshuffle, of unseen cards, or not legal."""
    comes = due(p, number)
    drawn = comes if step.cards is None else len(step.cards)
    word = "+" if isinstance(step, Draw) else f"*{step.kind}"
    if drawn != comes:
        left = p.pile + p.laid % SUM
        raise Illegal(
            "IQ301",
            f"{drawn} card{'' if drawn == 1 else 's'} drawn, and "
            + (f"{comes} are due" if comes == number else f"only {left} are left in both piles"),
            help=f"write {word} alone, or {word.rstrip('+')}+ and "
            + (f"{comes} letters, `?` for a card nobody saw" if comes else "0: no card is left"),
            ruling="I-7" if comes < number else ("I-5" if word == "+" else "I-8"),
        )
    cards = step.tally
    if cards < 0:
        cards = comes * ONE[3] if step.count is None else packed(step.count)
    if comes > p.pile:
        _reshuffle(p, cards)
    take(p, p.seat, cards)
    return cards


def _reshuffle(p: Position, cards: int) -> None:
    """I-7: the rest of the pile comes first, then all of the discards, shuffled."""
    before = p.pile
    fresh = p.laid % SUM
    both = p.hidden + (p.laid & SEEN)
    if (both - (cards & SEEN)) & SHORT:
        raise _not_in_pile(p, cards, both)
    if p.hidden % SUM == before and (cards - p.hidden) & SHORT:
        pool, drawn = unpacked(p.hidden), unpacked(cards)
        if sum([max(0, pool[c] - drawn[c]) for c in (0, 1, 2)]) > drawn[3]:
            raise Illegal(
                "IQ305",
                f"the pile's last {before} cards were {spell(pool)}: all of them belong to this"
                " draw",
                help="then the discard pile was shuffled, and the draw went on",
                ruling="I-7",
            )
    p.hidden = both
    p.pile += fresh
    p.laid = 0
    if p.codes is not None:
        p.codes.append(RESHUFFLE)
    if p.log is not None:
        p.log.append(events.Reshuffle(p.turn, p.seat_letter, fresh, before))


def give_seen(p: Position, cards: int) -> bool:
    """Seen cards (a tally) go from the active hand to the discards; False: it lacks some."""
    left = p.cards[p.seat] - cards
    if cards < 0 or left & SHORT:
        return False
    p.cards[p.seat] = left
    p.laid += cards
    return True


def give(p: Position, cards: Count) -> None:
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


def check_exist(p: Position, cards: Count) -> None:
    """The unseen cards of the active hand can only be cards that exist."""
    hand = p.hand
    pool = p.pool
    for colour in (0, 1, 2):
        if cards[colour] - hand[colour] > pool[colour]:
            letter = COLOURS[colour]
            raise Illegal(
                "IQ502",
                f"{cards[colour]} {COLOUR_NAMES[letter]} paid, and {SEAT_NAMES[p.seat_letter]} can"
                f" hold at most {hand[colour] + pool[colour]} of the"
                f" {p.layout.board.cards[letter]}: the others have been seen elsewhere",
            )
