"""The steps of a turn, as numbers (see `log`): actions and tiles. Rulings I-5, I-6 and I-8.

Each function does its step, or answers `REFUSED` before anything has changed. Why a step is refused
is worked out by `refusals.why_not`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from .cards import can_pay, draw_cards, pay
from .log import (
    ALL_CARDS,
    CARDS_AT,
    COSTS_AT,
    DISCARD,
    DRAW,
    DROP,
    GAP_AT,
    GAPS,
    IN_FRAME,
    KIND,
    LOGGED,
    OPEN,
    PLACE,
    ROCK_AT,
    TILE,
    USABLE,
)
from .log import JOKER as PAID_BY_TILE
from .payment import DEAREST, pays
from .position import ACTED, DISCARDED, DROPPED, FREE, JOKER, OVER, OWED, PLAYED, REFUSED, Position
from .scoring import coming_fits, score
from .tally import ONE, SHORT, SUM, UNSEEN_AT, unpacked
from .turn_end import discard, lay_drop, on_scored, refill

if TYPE_CHECKING:
    from mypy_extensions import i64

NOT_OWED: Final = ~(OWED | JOKER)  # nor does an any-colour tile wait
CLOSED: Final = OVER | DISCARDED | DROPPED


def play(p: Position, code: i64) -> i64:
    """Do one step of the active seat: `PLAYED` or `REFUSED`."""
    done: i64 = VERBS[code & KIND](p, code)
    return done


def refuse(_p: Position, _code: i64) -> i64:
    """What is no step can't be played."""
    return REFUSED


# ---------------------------------------------------------------------- the two actions


def draw(p: Position, code: i64) -> i64:
    """I-5: draw four cards."""
    stage = p.stage
    if stage & (OWED | JOKER) != OWED:
        return REFUSED
    cards = draw_cards(p, code, 4)
    if cards == REFUSED:
        return REFUSED
    p.stage = stage & NOT_OWED | ACTED
    p.log.append(DRAW | cards << CARDS_AT)
    return PLAYED


def place(p: Position, code: i64) -> i64:
    """I-5, I-6: place a gem. I-12: a full first column is scored at once."""
    stage = p.stage
    # An action that is owed may be done: nothing closes a turn before it.
    if not stage & OWED:
        return REFUSED
    first = p.first
    seat = p.seat
    rock: i64 = code >> ROCK_AT & 15
    if code & IN_FRAME:
        rock += first
    gap: i64 = code >> GAP_AT & GAPS
    layout = p.layout
    try:
        gaps = p.rocks[rock]
        lies = gaps[gap]
    except IndexError:
        return REFUSED
    if lies != FREE:
        return REFUSED
    free = p.free[rock] - 1
    scores = free == 0 and rock == first
    if scores and not coming_fits(p):
        return REFUSED
    colour: i64 = layout.colours[rock][gap]
    cost: i64 = rock - first + 1
    # What is paid says which cost it is good for; there is one only if all of it is seen.
    if code & OPEN:
        pays_it = 0 < cost <= DEAREST
        cards: i64 = ONE[colour] * cost
    else:
        cards = code >> CARDS_AT & ALL_CARDS
        pays_it = code >> (COSTS_AT + 4 * colour) & 15 == cost
    left: i64 = p.cards[seat] - cards
    if pays_it and not left & SHORT and not stage & JOKER and p.gem_box[seat]:
        p.cards[seat] = left
        p.laid += cards
    elif not _pay_unusually(p, code, rock, colour):
        return REFUSED
    p.gem_box[seat] = p.gem_box[seat] - 1
    gaps[gap] = seat
    row = layout.rows[rock][gap]
    in_rows = p.in_rows
    in_rows[row] = in_rows[row] + ONE[seat]
    p.free[rock] = free
    p.stage = stage & NOT_OWED | ACTED
    if code & (OPEN | IN_FRAME):
        code = PLACE | cards << CARDS_AT | rock << ROCK_AT | gap << GAP_AT
    p.log.append(code & LOGGED | PAID_BY_TILE if stage & JOKER else code & LOGGED)
    if scores:
        score(p)
    return PLAYED


def _pay_unusually(p: Position, code: i64, rock: i64, colour: i64) -> bool:
    """Pay with cards that are not all seen, or take a gem from a refilled box; False: it can't be.

    What was written is noted down, what follows from it is taken from the hand.
    """
    if not p.first <= rock < p.last_column:
        return False
    if not p.gem_box[p.seat] and not on_scored(p, p.seat):
        return False
    cards = paid_for(p, code, rock, colour)
    if cards == REFUSED or not can_pay(p, cards):
        return False
    pay(p, cards)
    if not p.gem_box[p.seat]:
        refill(p, p.seat)
    return True


def paid_for(p: Position, code: i64, rock: i64, colour: i64) -> i64:
    """The cards a step pays for a gap, if they pay for it, whoever holds them; else `REFUSED`."""
    cost: i64 = rock - p.first + 1
    own: i64 = ONE[colour] * cost
    cards: i64 = code >> CARDS_AT & ALL_CARDS
    if p.stage & JOKER:
        return REFUSED if code & OPEN or cards % SUM != cost else cards
    if code & OPEN:
        return own
    white, blue, orange, unseen = unpacked(cards)
    if not pays((white, blue, orange, unseen), colour, cost):
        return REFUSED
    # Without pairs every card is of the gap's own colour, seen or not.
    return own if cards >> UNSEEN_AT and cards % SUM == cost else cards


# ---------------------------------------------------------------------- bonus tiles


def use_tile(p: Position, code: i64) -> i64:
    """I-8: hand in a bonus tile. A used tile leaves the game."""
    stage = p.stage
    number: i64 = code >> ROCK_AT & 15
    kind = USABLE[number]
    # Nothing follows a drop that scored nothing.
    if stage & JOKER or (stage & CLOSED and not may_go_on(p)):
        return REFUSED
    held = p.held[p.seat]
    hidden = kind not in held
    if hidden and ("?" not in held or not left_unseen(p, kind)):
        return REFUSED
    if kind == "D" and stage & (OWED | ACTED) != ACTED:
        return REFUSED
    if kind == "J" and not (stage & OWED and any_placement(p)):
        return REFUSED
    cards: i64 = 0
    if number < 3:
        cards = draw_cards(p, code, number + 2)
        if cards == REFUSED:
            return REFUSED
    if hidden:
        p.kinds_left -= p.layout.board.ones[kind]
    held.remove("?" if hidden else kind)
    p.out.append(kind)
    if kind == "D":
        p.stage = stage | OWED
    elif kind == "J":
        p.stage = stage | JOKER
    p.log.append(TILE | cards << CARDS_AT | number << ROCK_AT)
    return PLAYED


def may_go_on(p: Position) -> bool:
    """I-8: tiles may be used until the game is over, cards are discarded, or a drop is laid that
    scored nothing."""
    return not p.stage & (OVER | DISCARDED) and (not p.dropped or p.scored)


def left_unseen(p: Position, kind: str) -> bool:
    """Whether an unseen tile can be of this kind: the board has one that nobody has seen."""
    return p.layout.board.kinds.get(kind, 0) != p.tiles_seen.get(kind, 0)


def any_placement(p: Position) -> bool:
    """Whether an any-colour tile would pay for some free gap, with cards seen or unseen."""
    cards = p.cards[p.seat] % SUM
    within = range(p.first, min(p.last_column, p.first + cards))
    gem = p.gem_box[p.seat] > 0 or on_scored(p, p.seat)
    return gem and any(p.free[rock] for rock in within)


VERBS: Final[list[Callable[..., Any]]] = [refuse] * (KIND + 1)
"""By the kind of a step, what does it."""

VERBS[PLACE] = place
VERBS[DRAW] = draw
VERBS[DROP] = lay_drop
VERBS[TILE] = use_tile
VERBS[DISCARD] = discard
