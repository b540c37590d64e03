"""The steps of a turn: actions and tiles, the rulings I-5, I-6 and I-8, change a position.

Each function either does its step or raises `Illegal` before anything has changed.
"""

from __future__ import annotations

from typing import Final

from . import events, tape
from .boxes import on_scored, refill
from .cards import check_exist, draw_cards, give, give_seen
from .closing import discard, lay_drop
from .illegal import SEAT_NAMES, Illegal, listed
from .interim import Reveals, Scored, score
from .order import check_action, check_open, joker_waits
from .payment import missing, pays
from .position import (
    ACTED,
    DISCARDED,
    DROPPED,
    JOKER,
    OVER,
    OWED,
    Position,
)
from .refusals import no_such_tile, refuse_payment, refuse_place
from .scoring import FREE
from .steps import COLOURS, ROCKS, Count, Discard, Draw, Drop, Place, Step, UseTile, count, spell
from .tally import ONE, SHORT, SUM, packed, unpacked

NOT_OWED: Final = ~(OWED | JOKER)  # nor does an any-colour tile wait
CLOSED: Final = OVER | DISCARDED | DROPPED


def apply(p: Position, step: Step, reveals: Reveals) -> Scored:
    """Do one step of the active seat. Returns what happened in the scorings it caused, if any."""
    if isinstance(step, Place):
        return place(p, step, reveals)
    if isinstance(step, Draw):
        return draw(p, step, reveals)
    if isinstance(step, UseTile):
        return use_tile(p, step, reveals)
    if isinstance(step, Discard):
        return discard(p, step, reveals)
    if isinstance(step, Drop):
        return lay_drop(p, reveals)
    raise TypeError(f"{step.word} is derived, not played")


# ---------------------------------------------------------------------- the two actions


def draw(p: Position, step: Draw, _reveals: Reveals) -> Scored:
    """I-5: draw four cards."""
    stage = p.stage
    if not stage & OWED:  # an action that is owed may be done: nothing closes a turn before it
        check_action(p)
    if stage & JOKER:
        raise joker_waits()
    cards = draw_cards(p, step, 4)
    p.stage = stage & NOT_OWED | ACTED
    if p.codes is not None:
        p.codes.append(tape.DRAW | cards << tape.CARDS_AT)
    if p.log is not None:
        p.log.append(events.Draw(p.turn, p.seat_letter, spell(unpacked(cards))))
    return None


def place(p: Position, step: Place, reveals: Reveals) -> Scored:
    """I-5, I-6: place a gem. I-12: a full first column is scored at once."""
    stage = p.stage
    if not stage & OWED:
        check_action(p)
    first = p.first
    seat = p.seat
    rock = step.rock
    if rock is None:
        rock = first + step.column - 1  # type: ignore[operator]
    gap = step.gap - 1
    layout = p.layout
    try:
        gaps = p.rocks[rock]
        lies = gaps[gap]
    except IndexError:
        raise refuse_place(p, rock, gap) from None
    gems = p.gem_box[seat]
    left = p.cards[seat] - step.tally
    # What is paid says which cost it is good for; there is one only if all of it is seen.
    if (
        lies == FREE
        and step.costs[layout.colours[rock][gap]] == rock - first + 1
        and not left & SHORT
        and not stage & JOKER
        and gems
    ):
        p.cards[seat] = left
        p.laid += step.tally
    else:
        _pay_unusually(p, step, rock, gap)
        gems = p.gem_box[seat]

    p.gem_box[seat] = gems - 1
    gaps[gap] = seat
    row = layout.rows[rock][gap]
    p.in_rows[row] = p.in_rows[row] + ONE[seat]
    free = p.free[rock] - 1
    p.free[rock] = free
    p.stage = stage & NOT_OWED | ACTED
    if p.codes is not None:
        whole = step.code >= 0 and not stage & JOKER
        p.codes.append(step.code if whole else _code_of(p, step, rock, gap, stage & JOKER != 0))
    if p.log is not None:
        _tell_place(p, step, rock, gap, stage & JOKER != 0)
    return None if free or rock != first else score(p, reveals)


def _code_of(p: Position, step: Place, rock: int, gap: int, joker: bool) -> int:
    """What the tape says of a placement whose word leaves something open."""
    own = (rock - p.first + 1) * ONE[p.layout.colours[rock][gap]]
    cards = own if step.count is None else packed(step.count)
    return tape.code_of(tape.PLACE, cards, rock, gap, joker)


def _tell_place(p: Position, step: Place, rock: int, gap: int, joker: bool) -> None:
    assert p.log is not None
    cost = rock - p.first + 1
    letter = COLOURS[p.layout.colours[rock][gap]]
    p.log.append(
        events.Place(
            p.turn,
            p.seats[p.seat],
            ROCKS[rock],
            gap + 1,
            p.layout.rows[rock][gap] + 1,
            letter,
            cost,
            step.paid or letter * cost,
            joker,
        )
    )


def _pay_unusually(p: Position, step: Place, rock: int, gap: int) -> None:
    """A gem from a refilled box, other cards than written and seen ones, or not legal at all."""
    if (
        not p.first <= rock < p.last_column
        or p.rocks[rock][gap] != FREE
        or (not p.gem_box[p.seat] and not on_scored(p, p.seat))
    ):
        raise refuse_place(p, rock, gap)
    paid = _paid_unusually(p, step, rock, gap)
    if paid[3] or not give_seen(p, packed(paid)):
        hand = p.hand
        if missing(hand, paid) > hand[3] or sum(paid) > sum(hand):
            raise refuse_payment(p, rock, gap, paid)
        check_exist(p, paid)
        give(p, paid)
    if not p.gem_box[p.seat]:
        refill(p, p.seat)


def _paid_unusually(p: Position, step: Place, rock: int, gap: int) -> Count:
    """What is paid where no cards are written, some are unseen, or an any-colour tile was used."""
    colour = p.layout.colours[rock][gap]
    cost = rock - p.first + 1
    paid = step.count
    if paid is None:
        if p.joker:
            raise Illegal(
                "IQ306",
                "an any-colour tile was used: the cards paid must be written",
                help=f"write {ROCKS[rock]}{gap + 1}:{'?' * cost}, with letters for seen cards",
                ruling="I-8",
            )
        return _OWN[colour, cost]
    if (sum(paid) != cost) if p.joker else not pays(paid, colour, cost):
        raise refuse_payment(p, rock, gap, paid)
    if paid[3] and sum(paid) == cost and not p.joker:
        return _OWN[colour, cost]  # without pairs every card is of the gap's own colour
    return paid


_OWN: dict[tuple[int, int], Count] = {
    (colour, cost): count(COLOURS[colour] * cost) for colour in range(3) for cost in range(1, 12)
}


# ---------------------------------------------------------------------- bonus tiles


def use_tile(p: Position, step: UseTile, _reveals: Reveals) -> Scored:
    """I-8: hand in a bonus tile. A used tile leaves the game."""
    stage = p.stage
    if stage & CLOSED:
        check_open(p)
    if stage & JOKER:
        raise joker_waits()
    kind = step.kind
    held = p.held[p.seat]
    hidden = kind not in held
    if hidden and "?" not in held:
        name = SEAT_NAMES[p.seat_letter]
        raise Illegal(
            "IQ210",
            f"{name} holds no tile {kind}",
            help=f"{name} holds {listed(sorted(held), 'and')}"
            if held
            else f"{name} holds no tiles",
            ruling="I-8",
        )
    if kind == "D" and (stage & OWED or not stage & ACTED):
        raise Illegal(
            "IQ211",
            "a double move is handed in after an action, and obliges to one more",
            help="write the action first, then *D, then the second action",
            ruling="I-8",
        )
    if kind == "J" and not stage & OWED:
        raise Illegal(
            "IQ212",
            "an any-colour tile is used for the placement that follows at once, and no action is"
            " left in this turn",
            help="a double move may come before it: *D *J",
            ruling="I-8",
        )
    if kind == "J" and not any_placement(p):
        raise Illegal(
            "IQ212",
            f"{SEAT_NAMES[p.seat_letter]} can pay for no placement, and an any-colour tile is used"
            " for one",
            ruling="I-8",
        )
    board = p.layout.board
    if hidden and board.kinds.get(kind, 0) == p.tiles_seen.get(kind, 0):
        raise no_such_tile(p, kind)
    drawn = draw_cards(p, step, int(kind[1])) if kind[0] == "C" else 0
    if hidden:
        p.kinds_left -= board.ones[kind]
    held.remove("?" if hidden else kind)
    p.out.append(kind)
    if kind == "D":
        p.stage = stage | OWED
    elif kind == "J":
        p.stage = stage | JOKER
    if p.codes is not None:
        p.codes.append(tape.code_of(tape.TILE, drawn, tape.TILE_KINDS.index(kind)))
    if p.log is not None:
        shown = spell(unpacked(drawn)) if kind[0] == "C" else None
        p.log.append(events.Tile(p.turn, p.seat_letter, kind, shown))
    return None


def any_placement(p: Position) -> bool:
    """Whether an any-colour tile would pay for some free gap, with cards seen or unseen."""
    cards = p.cards[p.seat] % SUM
    within = range(p.first, min(p.last_column, p.first + cards))
    gem = p.gem_box[p.seat] > 0 or on_scored(p, p.seat)
    return gem and any(p.free[rock] for rock in within)
