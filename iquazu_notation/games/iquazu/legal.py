"""Every legal next step: what the active seat may choose from.

Derived words are not choices, with one exception: a drop that would cause a scoring is listed
(`~`), because laying it opens the way to more tiles (I-18).
"""

from __future__ import annotations

from functools import lru_cache

from .payment import any_cards, exact_payments, missing
from .play import any_placement
from .position import FREE, Position
from .steps import Discard, Draw, Drop, Place, Step, UseTile, spell
from .turn_end import on_scored

TILE_KINDS = ("C2", "C3", "C4", "J", "D")


def legal_steps(p: Position) -> list[Step]:
    """Steps that are legal whatever the unseen cards are."""
    return _steps(p, sure=True)


def possible_steps(p: Position) -> list[Step]:
    """Steps that are legal for some of the unseen cards and tiles, the certain ones included."""
    return _steps(p, sure=False)


def _steps(p: Position, sure: bool) -> list[Step]:
    if p.over or p.discarded:
        return []
    steps: list[Step] = []
    if p.joker:
        return list(_placements(p, sure, joker=True))
    closed = p.dropped and not p.scored
    if p.owed:
        steps.append(Draw())
        steps += _placements(p, sure, joker=False)
    if not closed:
        held = p.held[p.seat]
        for kind in TILE_KINDS:
            if (kind in held or ("?" in held and not sure and _may_be(p, kind))) and (
                kind[0] == "C"
                or (kind == "D" and p.acted and not p.owed)
                or (kind == "J" and p.owed and any_placement(p))
            ):
                steps.append(UseTile(kind))
    if p.owed:
        return steps
    if p.drop_would_score and not p.drop_would_end:
        steps.append(Drop())
    if p.surplus and not p.drop_would_end:
        steps += [Discard(cards) for cards in _payable(p, any_cards(p.surplus), sure)]
    return steps


def _may_be(p: Position, kind: str) -> bool:
    """An unseen tile may be of this kind: not all of them have been seen."""
    board = p.layout.board
    return p.tiles_seen.get(kind, 0) < board.light.get(kind, 0) + board.dark.get(kind, 0)


def _payable(p: Position, ways: tuple[tuple[int, int, int], ...], sure: bool) -> list[str]:
    """Those ways to pay that the hand has, or could have."""
    white, blue, orange, unseen = hand = p.hand
    pool = p.pool
    if sure or not unseen:
        return [
            spell((*way, 0))
            for way in ways
            if way[0] <= white and way[1] <= blue and way[2] <= orange
        ]
    return [
        spell((*way, 0))
        for way in ways
        if missing(hand, way) <= unseen and all(way[c] <= hand[c] + pool[c] for c in (0, 1, 2))
    ]


def _placements(p: Position, sure: bool, joker: bool) -> list[Place]:
    if not p.gem_box[p.seat] and not on_scored(p, p.seat):
        return []
    found = []
    for rock in range(p.first, p.last_column):
        cost = rock - p.first + 1
        ways = [_payable(p, exact_payments(colour, cost, joker), sure) for colour in (0, 1, 2)]
        for gap, piece in enumerate(p.rocks[rock]):
            if piece == FREE:
                for paid in ways[p.layout.colours[rock][gap]]:
                    found.append(_place(rock, gap + 1, paid))
    return found


@lru_cache(maxsize=20_000)  # a step stands for every occurrence of its word
def _place(rock: int, gap: int, paid: str) -> Place:
    return Place(rock, None, gap, paid)
