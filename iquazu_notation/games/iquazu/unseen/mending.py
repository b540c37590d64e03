"""One changed word that would make an impossible record possible, if there is one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from ....notation.record import Turn
from .. import events
from ..payment import exact_payments
from ..position import Position
from ..steps import COLOURS, ROCKS, Place, count, spell
from ..turn_walk import Fault
from ..walk import LineWalk, walk_line
from .judging import possible
from .story import tell

MOST_TRIES = 120


def one_word(
    turns: Sequence[Turn],
    log: Sequence[events.Event],
    undealt: Position,
    start: Position,
    line: LineWalk,
    fault: Fault,
) -> str | None:
    """A help such as "with `b4:BB` in turn 23 the rest is possible".

    Other payments for the gems placed so far are tried, likely slips first: the same seat's, those
    nearest to what was written, the latest.
    """
    dealt = [event for event in log if event.turn < start.turn]
    for number, index, item, step in islice(_candidates(log, line, fault), MOST_TRIES):
        changed = list(turns)
        items = list(changed[index].items)
        items[item] = step
        changed[index] = replace(changed[index], items=items, tail=[])
        p = start.copy()
        other = walk_line(p, changed)
        if not other.faults and possible(tell([*dealt, *other.events], undealt)):
            return f"with `{step.word}` in turn {number} the rest is possible"
    return None


def _candidates(
    log: Sequence[events.Event], line: LineWalk, fault: Fault
) -> Iterator[tuple[int, int, int, Place]]:
    """Turn number, its place, the item, and another payment; the likeliest first."""
    blamed = next((log[at].seat for at, place in line.words.items() if place[0] == fault.index), "")
    found = []
    for at, (index, item) in line.words.items():
        event = log[at]
        if not isinstance(event, events.Place) or event.turn > fault.turn:
            continue
        paid = count(event.paid)
        for way in exact_payments(COLOURS.index(event.colour), event.cost, event.joker):
            other = (*way, 0)
            if other != paid:
                slips = sum(abs(a - b) for a, b in zip(other, paid, strict=True))
                rank = (event.seat != blamed, slips, -event.turn)
                step = Place(ROCKS.index(event.rock), None, event.gap, spell(other))
                found.append((rank, (event.turn, index, item, step)))
    found.sort(key=lambda entry: entry[0])
    for _, candidate in found:
        yield candidate
