"""The end of a turn: drop, discard, and the gem box passes on. Rulings I-9 to I-11, I-19."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .cards import can_pay, pay
from .log import ALL_CARDS, CARDS_AT, DISCARD, GAP_AT, OPEN, REFILL, ROCK_AT, TURN
from .log import DROP as DROP_LAID
from .position import (
    ACTED,
    DISCARDED,
    DROP,
    DROPPED,
    FREE,
    JOKER,
    OVER,
    OWED,
    PLAYED,
    REFUSED,
    SCORED,
    Position,
)
from .scoring import coming_fits, score
from .tally import SUM, UNSEEN_AT

if TYPE_CHECKING:
    from mypy_extensions import i64

UNFINISHED: Final = OVER | OWED | JOKER
NO_DROP: Final = DROPPED | SCORED
UNSEEN: Final = 1  # what `end_turn` answers if cards were discarded that nobody saw


def lay_drop(p: Position, code: i64 = OPEN) -> i64:
    """I-9: a drop on the top free gap of the first column; I-12: which may fill it.

    A step that names another gap is refused.
    """
    usual = p.stage == ACTED and p.water == p.seat and p.drop_box
    if not usual and (p.stage & (UNFINISHED | DISCARDED) or not p.drop_is_due):
        return REFUSED
    rock: i64 = p.first
    gaps = p.rocks[rock]
    gap: i64 = gaps.index(FREE)
    if not code & OPEN and code >> ROCK_AT != gap << GAP_AT - ROCK_AT | rock:
        return REFUSED
    scores = p.free[rock] == 1
    if scores and not coming_fits(p):
        return REFUSED
    if not p.drop_box:
        refill(p, DROP)
    p.stage |= DROPPED
    gaps[gap] = DROP
    p.drop_box -= 1
    p.free[rock] = p.free[rock] - 1
    p.log.append(DROP_LAID | rock << ROCK_AT | gap << GAP_AT)
    if scores:
        score(p)
    return PLAYED


def discard(p: Position, code: i64) -> i64:
    """I-10: down to the hand limit, last of all. A drop that is due falls first."""
    surplus: i64 = p.cards[p.seat] % SUM - p.layout.board.hand_limit
    if p.stage & (UNFINISHED | DISCARDED) or surplus <= 0:
        return REFUSED
    cards: i64 = surplus << UNSEEN_AT if code & OPEN else code >> CARDS_AT & ALL_CARDS
    if cards % SUM != surplus or not can_pay(p, cards) or p.drop_would_end:
        return REFUSED
    if p.drop_is_due and lay_drop(p) == REFUSED:
        return REFUSED
    pay(p, cards)
    p.stage |= DISCARDED
    p.log.append(DISCARD | cards << CARDS_AT)
    return PLAYED


def end_turn(p: Position) -> i64:
    """Drop, scoring and unseen discard where due; then the gem box passes on (I-11).

    Returns `PLAYED`, `UNSEEN` or `REFUSED`.
    """
    stage = p.stage
    if stage & UNFINISHED:
        return PLAYED if stage & OVER else REFUSED
    seat: i64 = p.seat
    done: i64 = PLAYED
    if p.water == seat and not stage & NO_DROP and p.drop_is_due:
        if lay_drop(p) == REFUSED:
            return REFUSED
        if p.stage & OVER:
            return PLAYED
    if p.cards[seat] % SUM > p.layout.board.hand_limit and not stage & DISCARDED:
        discard(p, DISCARD | OPEN)
        done = UNSEEN
    p.log.append(TURN)
    p.turn += 1
    p.seat = seat + 1 if seat + 1 < p.players else 0
    p.stage = OWED
    return done


def on_scored(p: Position, piece: i64) -> bool:
    """Whether such a piece lies on a scored rock."""
    return any(piece in rock for rock in p.rocks[: p.first])


def refill(p: Position, piece: i64) -> None:
    """I-19: all pieces of one kind on scored rocks go back into their box."""
    found: i64 = 0
    for number, rock in enumerate(p.rocks[: p.first]):
        for gap, lies in enumerate(rock):
            if lies == piece:
                rock[gap] = FREE
                p.free[number] = p.free[number] + 1
                found += 1
    if piece == DROP:
        p.drop_box += found
    else:
        p.gem_box[piece] = p.gem_box[piece] + found
    p.log.append(REFILL | found << CARDS_AT | piece << ROCK_AT)
