"""I-7: cards drawn, over a reshuffle if need be; and cards given away face up."""

from __future__ import annotations

from . import events
from .illegal import COLOUR_NAMES, SEAT_NAMES, Illegal
from .position import Position
from .steps import COLOURS, Count, Draw, UseTile, spell


def due(p: Position, number: int) -> int:
    """I-7: how many cards a draw of `number` gets."""
    return min(number, p.pile + sum(p.discards))


def take(p: Position, hand: list[int], cards: Count) -> None:
    """Cards that lie in the pile go to a hand."""
    pool = p.pool
    white, blue, orange, unseen = cards
    if white > pool[0] or blue > pool[1] or orange > pool[2]:
        colour = next(colour for colour in (0, 1, 2) if cards[colour] > pool[colour])
        raise _not_in_pile(p, colour, cards[colour], pool[colour])
    if white:
        pool[0] -= white
        hand[0] += white
    if blue:
        pool[1] -= blue
        hand[1] += blue
    if orange:
        pool[2] -= orange
        hand[2] += orange
    if unseen:
        hand[3] += unseen
    p.pile -= white + blue + orange + unseen


def _not_in_pile(p: Position, colour: int, wanted: int, there: int) -> Illegal:
    letter = COLOURS[colour]
    name = COLOUR_NAMES[letter]
    deck = p.layout.board.cards[letter]
    if sum(p.pool) == p.pile:
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


def draw_cards(p: Position, step: Draw | UseTile, number: int) -> str:
    """I-7: draw `number` cards, over a reshuffle if need be. Returns the cards spelled."""
    spelled = step.cards
    cards = step.count
    hand = p.hands[p.seat]
    if number <= p.pile and cards is not None and len(spelled) == number:  # type: ignore[arg-type]
        take(p, hand, cards)
        return spelled  # type: ignore[return-value]
    comes = due(p, number)
    if cards is None:
        cards = (0, 0, 0, comes)
    drawn = sum(cards)
    word = "+" if isinstance(step, Draw) else f"*{step.kind}"
    if drawn != comes:
        left = p.pile + sum(p.discards)
        raise Illegal(
            "IQ301",
            f"{drawn} card{'' if drawn == 1 else 's'} drawn, and "
            + (f"{comes} are due" if comes == number else f"only {left} are left in both piles"),
            help=f"write {word} alone, or {word.rstrip('+')}+ and "
            + (f"{comes} letters, `?` for a card nobody saw" if comes else "0: no card is left"),
            ruling="I-7" if comes < number else ("I-5" if word == "+" else "I-8"),
        )
    if comes <= p.pile:
        take(p, hand, cards)
        return spell(cards)
    # I-7: the rest of the pile comes first, then all of the discards, shuffled.
    before = p.pile
    fresh = sum(p.discards)
    known = sum(p.pool) == p.pile
    for colour in (0, 1, 2):
        most = p.pool[colour] + p.discards[colour]
        if cards[colour] > most:
            raise _not_in_pile(p, colour, cards[colour], most)
    if known and sum(max(0, p.pool[c] - cards[c]) for c in (0, 1, 2)) > cards[3]:
        raise Illegal(
            "IQ305",
            f"the pile's last {before} cards were {spell([*p.pool, 0])}: all of them belong to this"
            " draw",
            help="then the discard pile was shuffled, and the draw went on",
            ruling="I-7",
        )
    for colour in (0, 1, 2):
        p.pool[colour] += p.discards[colour]
    p.pile += fresh
    p.discards = [0, 0, 0, 0]
    if p.log is not None:
        p.log.append(events.Reshuffle(p.turn, p.seat_letter, fresh, before))
    take(p, hand, cards)
    return spell(cards)


def give_seen(p: Position, hand: list[int], cards: Count) -> bool:
    """Cards that are all among a hand's seen ones go to the discard pile; False: they are not."""
    white, blue, orange, unseen = cards
    if unseen or white > hand[0] or blue > hand[1] or orange > hand[2]:
        return False
    discards = p.discards
    if white:
        hand[0] -= white
        discards[0] += white
    if blue:
        hand[1] -= blue
        discards[1] += blue
    if orange:
        hand[2] -= orange
        discards[2] += orange
    return True


def give(p: Position, cards: Count) -> None:
    """Cards go from the active hand to the discard pile, face up. The hand is known to have them.

    What is not among the hand's seen cards was among its unseen ones. If unseen cards are given
    away from a hand of seen ones, nobody knows any more what is left.
    """
    hand = p.hands[p.seat]
    pool = p.pool
    discards = p.discards
    for colour in (0, 1, 2):
        number = cards[colour]
        if number:
            left = hand[colour] - number
            if left < 0:
                hand[3] += left
                pool[colour] += left
                left = 0
            hand[colour] = left
            discards[colour] += number
    if cards[3]:
        for colour in (0, 1, 2):
            pool[colour] += hand[colour]
            hand[3] += hand[colour]
            hand[colour] = 0
        hand[3] -= cards[3]
        discards[3] += cards[3]


def check_exist(p: Position, cards: Count) -> None:
    """The unseen cards of the active hand can only be cards that exist."""
    hand = p.hands[p.seat]
    for colour in (0, 1, 2):
        if cards[colour] - hand[colour] > p.pool[colour]:
            letter = COLOURS[colour]
            raise Illegal(
                "IQ502",
                f"{cards[colour]} {COLOUR_NAMES[letter]} paid, and {SEAT_NAMES[p.seat_letter]} can"
                f" hold at most {hand[colour] + p.pool[colour]} of the"
                f" {p.layout.board.cards[letter]}: the others have been seen elsewhere",
            )
