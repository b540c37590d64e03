"""Why a placement is refused, in a player's words, and what would have been legal."""

from __future__ import annotations

from .illegal import COLOUR_NAMES, SEAT_NAMES, Illegal, cards_in_words, listed
from .payment import exact_payments, missing
from .position import Position
from .scoring import DROP, FREE
from .steps import COLOURS, ROCKS, Count, spell


def refuse_place(p: Position, rock: int, gap: int) -> Illegal:
    """The gap can't take a gem of the active seat, whatever is paid."""
    frame = f"the frame lies on {ROCKS[p.first]} to {ROCKS[p.last_column - 1]}"
    if rock >= len(p.rocks):
        column = rock - p.first + 1
        return Illegal(
            "IQ221",
            f"column {column} of the frame has no gaps here",
            help=frame,
            ruling="I-6",
        )
    letter = ROCKS[rock]
    where = f"{letter}{gap + 1}"
    if rock < p.first:
        return Illegal(
            "IQ222",
            f"{where} is under water: rock {letter} has been scored",
            help=frame,
            ruling="I-15",
        )
    if rock >= p.last_column:
        return Illegal("IQ221", f"{where} lies outside the frame", help=frame, ruling="I-6")
    gaps = p.rocks[rock]
    free = [f"{letter}{i + 1}" for i, piece in enumerate(gaps) if piece == FREE]
    still = f"free on {letter}: {listed(free, 'and')}" if free else f"no gap of {letter} is free"
    if gap >= len(gaps):
        return Illegal(
            "IQ220",
            f"there is no gap {where}: rock {letter} has {len(gaps)} gaps",
            help=still,
            ruling="I-6",
        )
    if gaps[gap] != FREE:
        what = "a drop" if gaps[gap] == DROP else f"a gem of {SEAT_NAMES[p.seats[gaps[gap]]]}"
        return Illegal("IQ223", f"{where} is taken: {what} lies there", help=still, ruling="I-6")
    return Illegal(
        "IQ224",
        f"{SEAT_NAMES[p.seat_letter]} has no gem left, in the box or on scored rocks",
        ruling="I-19",
    )


def refuse_payment(p: Position, rock: int, gap: int, paid: Count) -> Illegal:
    """The gap is free, but these cards don't pay for it, or the hand doesn't hold them."""
    where = f"{ROCKS[rock]}{gap + 1}"
    colour = p.layout.colours[rock][gap]
    cost = rock - p.first + 1
    hand = p.hand
    name = SEAT_NAMES[p.seat_letter]
    joker = p.joker
    costs = (
        f"{where} costs {cost} {'of any colour' if joker else COLOUR_NAMES[COLOURS[colour]]} here"
    )
    ways = exact_payments(colour, cost, joker)
    can = [way for way in ways if missing(hand, way) <= hand[3]]
    sure = [way for way in can if missing(hand, way) == 0]
    holds = f"{name} holds {spell(hand) or 'no cards'}"
    shown = [f"{where}:{spell((*way, 0))}" for way in (sure or can)[:4]]
    if not can:
        help_line = f"{costs}; {holds}: there is no way to pay"
    elif len(can) == 1:
        help_line = f"{costs}; {holds}: {shown[0]} is the only way to pay"
    else:
        more = " …" if len(sure or can) > 4 else ""
        help_line = f"{costs}; {holds}: " + ", ".join(shown) + more
    cards = sum(paid)
    if joker and cards != cost:
        return Illegal(
            "IQ307",
            f"with an any-colour tile {where} costs exactly {cost} card{'' if cost == 1 else 's'},"
            f" and {cards} were paid",
            help=help_line,
            ruling="I-8",
        )
    if cards > sum(hand) or missing(hand, paid) > hand[3]:
        short = [
            cards_in_words(paid[c], COLOURS[c]) for c in range(3) if paid[c] > hand[c] + hand[3]
        ]
        if short:
            reason = (
                f"{name} can't pay {listed(short, 'and')}: the hand is {spell(hand) or 'empty'}"
            )
        else:
            reason = f"{name} can't pay {spell(paid)}: the hand is {spell(hand) or 'empty'}"
        return Illegal("IQ303", reason, help=help_line, ruling="I-6")
    worth = _worth(paid, colour)
    if worth is None:
        reason = (
            f"{spell(paid)} does not pay for {where}: other colours count in pairs of identical"
            " cards"
        )
    elif worth > cost:
        reason = (
            f"{spell(paid)} is too much for {where}: it is worth {worth}, and the cost is {cost}"
        )
    else:
        reason = (
            f"{spell(paid)} is too little for {where}: it is worth {worth}, and the cost is {cost}"
        )
    return Illegal("IQ304", reason, help=help_line, ruling="I-6")


def _worth(paid: Count, colour: int) -> int | None:
    """What a payment counts, or None if it has an odd card of another colour or an unseen one."""
    others = [paid[c] for c in range(3) if c != colour]
    if paid[3] or any(number % 2 for number in others):
        return None
    return paid[colour] + sum(others) // 2
