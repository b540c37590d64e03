"""Whose turn each turn is: heads written anew when a turn comes or goes, or the order changes.

A turn belongs to whoever's turn it is, so all that follow a new one move on by a seat.
"""

from __future__ import annotations

from dataclasses import replace

from ..games.iquazu.position import Position
from .draft import Draft, body_of, head_of, headed, reheaded
from .walking import Played


def reseated(draft: Draft, start: int, before: Position, were: list[Played]) -> Draft:
    """Heads from a turn on, which is played from this position; `were` are the same turns before.

    A turn under a wrong head keeps it. And if the first of them is written with the seat that is
    due already, as after a turn that had been missed, only numbers are counted anew.
    """
    order, due, number = before.seats, before.seat, before.turn
    fits = head_of(draft.turns[start])[2] == order[due]
    turns = list(draft.turns)
    for step, was in enumerate(were):
        text = turns[start + step]
        _, written, seat = head_of(text)
        new_seat = seat
        if seat == was.before.seat_letter and not fits:
            new_seat = order[(due + step) % len(order)]
        new_number = None if written is None else number + step
        if (new_number, new_seat) != (written, seat):
            turns[start + step] = reheaded(text, headed(new_number, new_seat))
    return replace(draft, turns=tuple(turns))


def counted(draft: Draft, start: int, old: int, order: tuple[str, ...] | None) -> Draft:
    """The same while nothing can be walked: by counting. `old` is where these turns stood."""
    turns = list(draft.turns)
    for at in range(start, len(turns)):
        _, number, seat = head_of(turns[at])
        if seat == by_count(order, old + at - start):
            head = headed(None if number is None else at + 1, by_count(order, at))
            turns[at] = reheaded(turns[at], head)
    return replace(draft, turns=tuple(turns))


def by_count(order: tuple[str, ...] | None, at: int) -> str | None:
    """The seat of a turn by its place; None while the order is not known.

    >>> by_count(("R", "G"), 2), by_count(None, 2)
    ('R', None)
    """
    return order[at % len(order)] if order else None


def reordered(
    turns: tuple[str, ...], before: tuple[str, ...] | None, after: tuple[str, ...]
) -> tuple[str, ...]:
    """Turns under the heads of a new order, as far as they stood under those of the old one."""
    found = []
    for at, text in enumerate(turns):
        _, number, seat = head_of(text)
        if seat != by_count(before, at) or (seat is None and not body_of(text)):
            found.append(text)
            continue
        new = after[at % len(after)]
        # Without seats the number was all there was; with them it is not needed.
        found.append(reheaded(text, headed(number if before and number else None, new)))
    return tuple(found)
