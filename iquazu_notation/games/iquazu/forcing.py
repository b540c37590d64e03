"""A turn that the rules refuse, laid on the board as far as it goes, so that the game goes on.

Nothing here makes a record legal. Who insists on a turn wants to go on writing, and who changes an
earlier turn wants to see what becomes of the later ones: both need a board that is as near to the
table as can be. Gems lie where they were put, hands shrink by what was paid, boxes move on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...notation.record import Turn
from . import log
from .cards import draw_cards, give
from .illegal import Illegal
from .log import code_of
from .position import ACTED, FREE, JOKER, OWED, REFUSED, UNSEEN_TILES, Position
from .scoring import score
from .steps import Count, Discard, Draw, Drop, Place, Reveal, UseTile, count
from .tally import ONE, packed
from .turn_end import end_turn


def force_turn(p: Position, turn: Turn) -> None:
    """Play a turn whatever the rules say; the position stands before the next turn then.

    >>> from iquazu_notation.games.iquazu.board_file import reference
    >>> p = Position.start(reference().lay("12345"), "RG")
    >>> force_turn(p, Turn(None, "R", [Place(0, None, 1, "WWWW")]))
    >>> p.rocks[0][0], p.seat_letter, sum(p.hands[0])
    (0, 'G', 0)
    """
    if p.over:
        return
    if turn.seat in p.seats and turn.seat != p.seat_letter:
        seat = p.seats.index(turn.seat)
        p.turn += (seat - p.seat) % p.players
        p.seat = seat
    for at, item in enumerate(turn.items):
        if p.over:
            return
        if isinstance(item, Place | Draw | UseTile | Discard | Drop):
            shown = list(_shown(turn.items[at + 1 :]))
            try:
                p.apply(item if not isinstance(item, Drop) else Drop(), shown)
            except Illegal:
                _force(p, item)
    if not p.over:
        _pass_on(p)


def _shown(items: Sequence[object]) -> Iterator[Sequence[str]]:
    """The tiles written behind a step, up to the next one."""
    for item in items:
        if isinstance(item, Place | Draw | UseTile | Discard | Drop):
            return
        if isinstance(item, Reveal):
            yield item.tiles if item.tiles is not None else UNSEEN_TILES


def _force(p: Position, step: Place | Draw | UseTile | Discard | Drop) -> None:
    if isinstance(step, Place):
        _lay_gem(p, step)
    elif isinstance(step, Draw):
        cards = draw_cards(p, Draw(None).code, 4)
        _acted(p)
        p.log.append(code_of(log.DRAW, cards))
    elif isinstance(step, UseTile):
        _hand_in(p, step)
    elif isinstance(step, Discard) and p.surplus:
        _give_away(p, (0, 0, 0, p.surplus))


def _lay_gem(p: Position, step: Place) -> None:
    rock = step.rock if step.rock is not None else p.first + (step.column or 1) - 1
    gap = step.gap - 1
    _acted(p)
    if not p.first <= rock < len(p.rocks) or gap >= len(p.rocks[rock]):
        return  # no such place on the table
    if p.rocks[rock][gap] != FREE:
        return
    cost = rock - p.first + 1
    colour = p.layout.colours[rock][gap]
    own = [0, 0, 0, 0]
    own[colour] = cost
    written = (own[0], own[1], own[2], 0) if step.paid is None else count(step.paid)
    paid = _give_away(p, written)
    p.gem_box[p.seat] = max(0, p.gem_box[p.seat] - 1)
    p.rocks[rock][gap] = p.seat
    p.free[rock] -= 1
    p.in_rows[p.layout.rows[rock][gap]] += ONE[p.seat]
    p.log.append(code_of(log.PLACE, packed(paid), rock, gap))
    if not p.free[p.first]:
        score(p)


def _acted(p: Position) -> None:
    p.stage = p.stage & ~(OWED | JOKER) | ACTED


def _give_away(p: Position, cards: Count) -> Count:
    """Give away what the hand has of these cards, and unseen ones for the rest."""
    hand = p.hand
    seen = [min(cards[c], hand[c]) for c in (0, 1, 2)]
    give(p, (seen[0], seen[1], seen[2], 0))
    unseen = min(sum(cards) - sum(seen), sum(hand))
    given = (seen[0], seen[1], seen[2], unseen)
    if unseen:
        give(p, (0, 0, 0, unseen))
    return given


def _hand_in(p: Position, step: UseTile) -> None:
    held = p.held[p.seat]
    for kind in (step.kind, "?"):
        if kind in held:
            held.remove(kind)
            p.out.append(kind)
            break
    drawn = 0
    if step.kind[0] == "C":
        drawn = draw_cards(p, UseTile(step.kind, None).code, int(step.kind[1]))
    elif step.kind == "D":
        p.stage |= OWED
    p.log.append(code_of(log.TILE, drawn, log.USABLE.index(step.kind)))


def _pass_on(p: Position) -> None:
    """End the turn, and if even that can't be, give the gem box to the next seat."""
    _acted(p)
    if end_turn(p) == REFUSED:
        p.turn += 1
        p.seat = (p.seat + 1) % p.players
        p.stage = OWED
