"""The end of a turn: drop, discard, and the gem box passes on. Rulings I-9 to I-11."""

from __future__ import annotations

from typing import Final

from . import events, tape
from .boxes import refill
from .cards import check_exist, give, give_seen
from .illegal import SEAT_NAMES, Illegal
from .interim import Reveals, Scored, score
from .order import check_open
from .payment import missing
from .position import ACTED, DISCARDED, DROPPED, JOKER, OVER, OWED, SCORED, Position
from .scoring import DROP, FREE
from .steps import ROCKS, Discard, spell
from .tally import SHORT, SUM, packed

UNFINISHED: Final = OVER | OWED | JOKER
NO_DROP: Final = DROPPED | SCORED


def lay_drop(p: Position, reveals: Reveals) -> Scored:
    """I-9: a drop on the top free gap of the first column; I-12: which may fill it."""
    if p.stage != ACTED or p.water != p.seat or not p.drop_box:
        _check_drop(p)
    p.stage |= DROPPED
    rock = p.first
    gaps = p.rocks[rock]
    gap = gaps.index(FREE)
    gaps[gap] = DROP
    p.drop_box -= 1
    free = p.free[rock] - 1
    p.free[rock] = free
    if p.codes is not None:
        p.codes.append(tape.DROP | rock << tape.ROCK_AT | gap << tape.GAP_AT)
    if p.log is not None:
        row = p.layout.rows[rock][gap] + 1
        p.log.append(events.Drop(p.turn, p.seat_letter, ROCKS[rock], gap + 1, row))
    return None if free else score(p, reveals)


def _check_drop(p: Position) -> None:
    """Whether a drop is due, and one is in the box, after a refill if need be."""
    check_open(p)
    if p.owed or p.joker:
        raise Illegal(
            "IQ203", "the drop comes after the action", help="write the action first", ruling="I-9"
        )
    if p.dropped:
        raise Illegal("IQ404", "the drop of this turn has been laid", ruling="I-18")
    if p.scored:
        raise Illegal("IQ404", "no drop falls in a turn that has seen a scoring", ruling="I-9")
    if p.water != p.seat:
        raise Illegal(
            "IQ404",
            f"no drop is due: the water box stands with {SEAT_NAMES[p.seats[p.water]]}",
            ruling="I-9",
        )
    if not p.drop_is_due:
        raise Illegal(
            "IQ404", "no drop is left, in the box or on scored rocks: it is left out", ruling="I-19"
        )
    if not p.drop_box:
        refill(p, DROP)


def discard(p: Position, step: Discard, reveals: Reveals) -> Scored:
    """I-10: down to the hand limit, last of all. A drop that is due falls first."""
    if p.over or p.discarded:
        check_open(p)
    name = SEAT_NAMES[p.seat_letter]
    if p.owed or p.joker:
        raise Illegal(
            "IQ203",
            "cards are discarded at the end of a turn, after the action",
            help="cards paid for a gem are written with it: `c4:BB`",
            ruling="I-10",
        )
    surplus = p.surplus
    if not surplus:
        raise Illegal(
            "IQ302",
            f"nothing is to be discarded: {name} holds {sum(p.hand)} cards, and"
            f" {p.layout.board.hand_limit} may stay",
            ruling="I-10",
        )
    cards = step.count or (0, 0, 0, surplus)
    if sum(cards) != surplus:
        raise Illegal(
            "IQ302",
            f"{sum(cards)} discarded, and {surplus} must go: {name} holds"
            f" {sum(p.hand)} cards, and {p.layout.board.hand_limit} stay",
            ruling="I-10",
        )
    if step.tally < 0 or (p.cards[p.seat] - step.tally) & SHORT:
        hand = p.hand
        if missing(hand, cards) > hand[3]:
            raise Illegal(
                "IQ303",
                f"{name} can't discard {spell(cards)}: the hand is {spell(hand)}",
                ruling="I-10",
            )
        check_exist(p, cards)
    if p.drop_would_end:
        raise Illegal(
            "IQ207", "the drop fills the third-last rock: the game is over", ruling="I-20"
        )
    scored = lay_drop(p, reveals) if p.drop_is_due else None
    if not give_seen(p, step.tally):
        give(p, cards)
    p.stage |= DISCARDED
    if p.codes is not None:
        p.codes.append(tape.code_of(tape.DISCARD, packed(cards)))
    if p.log is not None:
        p.log.append(events.Discard(p.turn, p.seat_letter, spell(cards)))
    return scored


def end_turn(p: Position, reveals: Reveals) -> bool:
    """Drop, scoring and unseen discard where due; then the gem box passes on (I-11).

    Returns whether something was due that nobody wrote.
    """
    stage = p.stage
    if stage & UNFINISHED:
        if stage & OVER:
            return False
        raise _action_missing(p)
    seat = p.seat
    due = False
    if p.water == seat and not stage & NO_DROP and p.drop_is_due:
        due = True
        lay_drop(p, reveals)
        if p.over:
            return True
    if p.cards[seat] % SUM > p.layout.board.hand_limit and not stage & DISCARDED:
        due = True
        discard(p, Discard(), reveals)
    if p.codes is not None:
        p.codes.append(tape.TURN)
    p.turn += 1
    p.seat = (seat + 1) % p.players
    p.stage = OWED
    return due


def _action_missing(p: Position) -> Illegal:
    name = SEAT_NAMES[p.seat_letter]
    if p.joker:
        message = "the any-colour tile waits for its placement"
    elif p.acted:
        message = f"the double move obliges {name} to one more action"
    else:
        message = f"{name} has done no action, and there is no passing"
    return Illegal(
        "IQ204",
        message,
        help="an action is `+` (draw) or a placement such as `a3`",
        ruling="I-8" if p.acted or p.joker else "I-5",
    )
