"""Why a step is refused, in a player's words, and what would have been legal.

`play` only says that a step can't be. Here the same conditions are asked once more, in the order in
which a player would object to them; there is a reason if and only if `play` refuses.
"""

from __future__ import annotations

from collections.abc import Sequence

from .cards import due, lacks, may_reshuffle
from .illegal import COLOUR_NAMES, SEAT_NAMES, Illegal, cards_in_words, listed
from .payment import exact_payments, missing, pays
from .play import any_placement, left_unseen
from .position import DROP, FREE, Position
from .scoring import bad_reveal
from .steps import (
    COLOURS,
    ROCKS,
    Count,
    Discard,
    Draw,
    Drop,
    Place,
    Step,
    UseTile,
    count,
    spell,
)
from .tally import ONE, SUM, UNSEEN_AT, packed, unpacked
from .turn_end import on_scored


def why_not(p: Position, step: Step) -> Illegal | None:
    """The reason why a step is refused; None if it is legal.

    The reason may lie in tiles that the step would turn up, which stand in `p.coming`: then its
    `reveal` is their place there.
    """
    if isinstance(step, Place):
        return _why_not_place(p, step)
    if isinstance(step, Draw):
        return _action_refused(p) or _tile_waits(p) or _why_not_draw(p, step, 4)
    if isinstance(step, UseTile):
        return _why_not_use(p, step)
    if isinstance(step, Discard):
        return _why_not_discard(p, step)
    if isinstance(step, Drop):
        return why_no_drop(p) or (_why_not_tiles(p) if p.free[p.first] == 1 else None)
    raise TypeError(f"{step.word} is derived, not played")


# ---------------------------------------------------------------------- order within a turn


def _turn_closed(p: Position) -> Illegal | None:
    """Nothing follows the end of the game, a discard, or a drop that scored nothing."""
    if p.over:
        return Illegal(
            "IQ207", "the game is over: the third-last rock has been scored", ruling="I-20"
        )
    if p.discarded:
        return Illegal("IQ205", "the discard is the last thing in a turn", ruling="I-10")
    if p.dropped and not p.scored:
        return Illegal(
            "IQ206",
            "the drop is laid: nothing follows it in this turn but a discard",
            help="tiles may be used after the drop only if it caused a scoring",
            ruling="I-8",
        )
    return None


def _action_refused(p: Position) -> Illegal | None:
    """I-5: one action a turn, and one more for each double move."""
    if p.owed:
        return None
    name = SEAT_NAMES[p.seat_letter]
    holds_one = "D" in p.held[p.seat] or "?" in p.held[p.seat]
    return _turn_closed(p) or Illegal(
        "IQ202",
        f"{name} has done the action of this turn",
        help="a second one needs a double move before it: *D"
        if holds_one
        else "start the next turn with its seat, on a new line",
        ruling="I-5",
    )


def _tile_waits(p: Position) -> Illegal | None:
    """I-8: nothing comes between an any-colour tile and its placement."""
    if not p.joker:
        return None
    return Illegal(
        "IQ212",
        "after an any-colour tile the very next step is a placement",
        help="write *J directly before the placement it pays for",
        ruling="I-8",
    )


def why_not_end(p: Position) -> Illegal | None:
    """The reason why a turn can't end here; None if it can."""
    if p.over:
        return None
    name = SEAT_NAMES[p.seat_letter]
    if p.joker:
        message = "the any-colour tile waits for its placement"
    elif p.owed and p.acted:
        message = f"the double move obliges {name} to one more action"
    elif p.owed:
        message = f"{name} has done no action, and there is no passing"
    else:
        return _why_not_tiles(p) if p.drop_would_score else None
    return Illegal(
        "IQ204",
        message,
        help="an action is `+` (draw) or a placement such as `a3`",
        ruling="I-8" if p.acted or p.joker else "I-5",
    )


# ---------------------------------------------------------------------- cards


def _why_not_draw(p: Position, step: Draw | UseTile, number: int) -> Illegal | None:
    comes = due(p, number)
    drawn = comes if step.cards is None else len(step.cards)
    word = "+" if isinstance(step, Draw) else f"*{step.kind}"
    if drawn != comes:
        left = p.pile + p.laid % SUM
        return Illegal(
            "IQ301",
            f"{drawn} card{'' if drawn == 1 else 's'} drawn, and "
            + (f"{comes} are due" if comes == number else f"only {left} are left in both piles"),
            help=f"write {word} alone, or {word.rstrip('+')}+ and "
            + (f"{comes} letters, `?` for a card nobody saw" if comes else "0: no card is left"),
            ruling="I-7" if comes < number else ("I-5" if word == "+" else "I-8"),
        )
    cards = comes << UNSEEN_AT if step.cards is None else packed(count(step.cards))
    if comes <= p.pile:
        return why_not_take(p, cards, p.hidden)
    found = why_not_take(p, cards, p.hidden + (p.laid & (ONE[3] - 1)))
    if found is None and not may_reshuffle(p, cards):
        return Illegal(
            "IQ305",
            f"the pile's last {p.pile} cards were {spell(unpacked(p.hidden))}: all of them belong"
            " to this draw",
            help="then the discard pile was shuffled, and the draw went on",
            ruling="I-7",
        )
    return found


def why_not_take(p: Position, cards: int, pool: int) -> Illegal | None:
    """More cards of a colour are drawn than can be in the pile."""
    drawn, in_pool = unpacked(cards), unpacked(pool)
    colour = next((colour for colour in (0, 1, 2) if drawn[colour] > in_pool[colour]), None)
    if colour is None:
        return None
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


def _why_lacks(p: Position, cards: Count) -> Illegal | None:
    """The unseen cards of the active hand can only be cards that exist."""
    colour = lacks(p, cards)
    if colour < 0:
        return None
    letter = COLOURS[colour]
    return Illegal(
        "IQ502",
        f"{cards[colour]} {COLOUR_NAMES[letter]} paid, and {SEAT_NAMES[p.seat_letter]} can hold at"
        f" most {p.hand[colour] + p.pool[colour]} of the {p.layout.board.cards[letter]}: the others"
        " have been seen elsewhere",
    )


def _why_not_discard(p: Position, step: Discard) -> Illegal | None:
    if p.over or p.discarded:
        return _turn_closed(p)
    name = SEAT_NAMES[p.seat_letter]
    if p.owed or p.joker:
        return Illegal(
            "IQ203",
            "cards are discarded at the end of a turn, after the action",
            help="cards paid for a gem are written with it: `c4:BB`",
            ruling="I-10",
        )
    surplus = p.surplus
    limit = p.layout.board.hand_limit
    if not surplus:
        return Illegal(
            "IQ302",
            f"nothing is to be discarded: {name} holds {sum(p.hand)} cards, and {limit} may stay",
            ruling="I-10",
        )
    cards = (0, 0, 0, surplus) if step.cards is None else count(step.cards)
    if sum(cards) != surplus:
        return Illegal(
            "IQ302",
            f"{sum(cards)} discarded, and {surplus} must go: {name} holds {sum(p.hand)} cards, and"
            f" {limit} stay",
            ruling="I-10",
        )
    if missing(p.hand, cards) > p.hand[3]:
        return Illegal(
            "IQ303",
            f"{name} can't discard {spell(cards)}: the hand is {spell(p.hand)}",
            ruling="I-10",
        )
    if found := _why_lacks(p, cards):
        return found
    if p.drop_would_end:
        return Illegal(
            "IQ207", "the drop fills the third-last rock: the game is over", ruling="I-20"
        )
    return _why_not_tiles(p) if p.drop_would_score else None


# ---------------------------------------------------------------------- drops


def why_no_drop(p: Position) -> Illegal | None:
    """The reason why no drop falls now."""
    if found := _turn_closed(p):
        return found
    if p.owed or p.joker:
        return Illegal(
            "IQ203", "the drop comes after the action", help="write the action first", ruling="I-9"
        )
    if p.dropped:
        return Illegal("IQ404", "the drop of this turn has been laid", ruling="I-18")
    if p.scored:
        return Illegal("IQ404", "no drop falls in a turn that has seen a scoring", ruling="I-9")
    if p.water != p.seat:
        return Illegal(
            "IQ404",
            f"no drop is due: the water box stands with {SEAT_NAMES[p.seats[p.water]]}",
            ruling="I-9",
        )
    if not p.drop_is_due:
        return Illegal(
            "IQ404", "no drop is left, in the box or on scored rocks: it is left out", ruling="I-19"
        )
    return None


# ---------------------------------------------------------------------- bonus tiles


def _why_not_use(p: Position, step: UseTile) -> Illegal | None:
    if found := _turn_closed(p) or _tile_waits(p):
        return found
    kind = step.kind
    held = p.held[p.seat]
    name = SEAT_NAMES[p.seat_letter]
    if kind not in held and "?" not in held:
        return Illegal(
            "IQ210",
            f"{name} holds no tile {kind}",
            help=f"{name} holds {listed(sorted(held), 'and')}"
            if held
            else f"{name} holds no tiles",
            ruling="I-8",
        )
    if kind == "D" and (p.owed or not p.acted):
        return Illegal(
            "IQ211",
            "a double move is handed in after an action, and obliges to one more",
            help="write the action first, then *D, then the second action",
            ruling="I-8",
        )
    if kind == "J" and not p.owed:
        return Illegal(
            "IQ212",
            "an any-colour tile is used for the placement that follows at once, and no action is"
            " left in this turn",
            help="a double move may come before it: *D *J",
            ruling="I-8",
        )
    if kind == "J" and not any_placement(p):
        return Illegal(
            "IQ212",
            f"{name} can pay for no placement, and an any-colour tile is used for one",
            ruling="I-8",
        )
    if kind not in held and not left_unseen(p, kind):
        return no_such_tile(p, kind)
    return _why_not_draw(p, step, int(kind[1])) if kind[0] == "C" else None


# ---------------------------------------------------------------------- placements


def _why_not_place(p: Position, step: Place) -> Illegal | None:
    if found := _action_refused(p):
        return found
    rock = step.rock
    if rock is None:
        assert step.column is not None
        rock = p.first + step.column - 1
    gap = step.gap - 1
    if (
        not p.first <= rock < p.last_column
        or gap >= len(p.rocks[rock])
        or p.rocks[rock][gap] != FREE
        or (not p.gem_box[p.seat] and not on_scored(p, p.seat))
    ):
        return refuse_place(p, rock, gap)
    colour = p.layout.colours[rock][gap]
    cost = rock - p.first + 1
    if step.paid is None:
        if p.joker:
            return Illegal(
                "IQ306",
                "an any-colour tile was used: the cards paid must be written",
                help=f"write {ROCKS[rock]}{gap + 1}:{'?' * cost}, with letters for seen cards",
                ruling="I-8",
            )
        paid = count(COLOURS[colour] * cost)
    else:
        paid = count(step.paid)
        if (sum(paid) != cost) if p.joker else not pays(paid, colour, cost):
            return refuse_payment(p, rock, gap, paid)
        if paid[3] and sum(paid) == cost and not p.joker:
            paid = count(COLOURS[colour] * cost)  # without pairs all are of the gap's own colour
    hand = p.hand
    if missing(hand, paid) > hand[3] or sum(paid) > sum(hand):
        return refuse_payment(p, rock, gap, paid)
    if found := _why_lacks(p, paid):
        return found
    return _why_not_tiles(p) if rock == p.first and p.free[rock] == 1 else None


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


def _why_not_tiles(p: Position) -> Illegal | None:
    """Tiles that would be turned up by the scorings that come now, and can't be."""
    place = bad_reveal(p)
    if place < 0:
        return None
    q = p.copy()
    for tiles in p.coming[:place]:
        q.first += 1
        q.turn_up(tiles)
    q.first += 1
    found = refuse_tiles(q, p.coming[place], q.first >= len(q.rocks) - 4)
    found.reveal = place
    return found


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
