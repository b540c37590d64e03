"""What may follow what within a turn."""

from __future__ import annotations

from .illegal import SEAT_NAMES, Illegal
from .position import OVER, Position


def check_open(p: Position) -> None:
    """Nothing follows the end of the game, a discard, or a drop that scored nothing."""
    if p.stage & OVER:
        raise Illegal(
            "IQ207", "the game is over: the third-last rock has been scored", ruling="I-20"
        )
    if p.discarded:
        raise Illegal("IQ205", "the discard is the last thing in a turn", ruling="I-10")
    if p.dropped and not p.scored:
        raise Illegal(
            "IQ206",
            "the drop is laid: nothing follows it in this turn but a discard",
            help="tiles may be used after the drop only if it caused a scoring",
            ruling="I-8",
        )


def check_action(p: Position) -> None:
    """I-5: one action a turn, and one more for each double move."""
    check_open(p)
    if not p.owed:
        name = SEAT_NAMES[p.seat_letter]
        holds_one = "D" in p.held[p.seat] or "?" in p.held[p.seat]
        raise Illegal(
            "IQ202",
            f"{name} has done the action of this turn",
            help="a second one needs a double move before it: *D"
            if holds_one
            else "start the next turn with its seat, on a new line",
            ruling="I-5",
        )


def joker_waits() -> Illegal:
    """I-8: nothing comes between an any-colour tile and its placement."""
    return Illegal(
        "IQ212",
        "after an any-colour tile the very next step is a placement",
        help="write *J directly before the placement it pays for",
        ruling="I-8",
    )
