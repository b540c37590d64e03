"""Why a placement or tiles are refused, in a player's words, and what would have been legal."""

from __future__ import annotations

from collections.abc import Sequence

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


def refuse_tiles(p: Position, tiles: Sequence[str], dark: bool) -> Illegal:
    """These tiles can't be turned up: not five, or more of a kind than there are."""
    if len(tiles) != 5:
        return Illegal(
            "IQ213",
            f"{len(tiles)} tile{'s are' if len(tiles) != 1 else ' is'} turned up, and five lie"
            " in a column",
            help="write five, from the top, `?` for one nobody saw",
            ruling="I-15",
        )
    board = p.layout.board
    seen = [kind for kind in tiles if kind != "?"]
    for place, kind in enumerate(seen):
        left = board.counted(p.kinds_left, kind) if kind in board.kinds else 0
        if left <= seen[:place].count(kind):
            return no_such_tile(p, kind)
    mix, shade = (board.dark, "dark") if dark else (board.light, "light")
    for place, kind in enumerate(seen):
        most = mix.get(kind, 0)
        left = board.counted(p.backs_left[dark], kind)
        number = most - left + seen[: place + 1].count(kind)
        if number > most:
            return Illegal(
                "IQ505",
                f"this is {shade} tile {kind} number {number}, and the board has {most} among its"
                f" {shade} ones",
                ruling="I-15",
            )
    raise AssertionError(f"{tiles} can be turned up")


def no_such_tile(p: Position, kind: str) -> Illegal:
    """All tiles of this kind have been seen, or there never was one."""
    board = p.layout.board
    most = board.kinds.get(kind, 0)
    if most:
        message = f"this is tile {kind} number {most + 1}, and the board has {most}"
        return Illegal("IQ505", message, ruling="I-15")
    kinds = " ".join(sorted({*board.light, *board.dark}))
    message = f"the board has no tile {kind}"
    return Illegal("IQ505", message, help=f"kinds of this board: {kinds}", ruling="I-15")
