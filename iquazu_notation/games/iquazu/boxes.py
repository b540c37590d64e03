"""I-19: pieces of scored rocks go back into their box when it is empty and one is needed."""

from __future__ import annotations

from . import events
from .position import Position
from .scoring import DROP, FREE


def on_scored(p: Position, piece: int) -> bool:
    """Whether such a piece lies on a scored rock."""
    return any(piece in rock for rock in p.rocks[: p.first])


def refill(p: Position, piece: int) -> None:
    """I-19: all pieces of one kind on scored rocks go back into their box."""
    found = 0
    for number, rock in enumerate(p.rocks[: p.first]):
        for gap, lies in enumerate(rock):
            if lies == piece:
                rock[gap] = FREE
                p.free[number] += 1
                found += 1
    if piece == DROP:
        p.drop_box += found
    else:
        p.gem_box[piece] += found
    if p.log is not None:
        what = "~" if piece == DROP else p.seats[piece]
        p.log.append(events.Refill(p.turn, p.seat_letter, what, found))
