"""A record walked through the rules, turn by turn.

The walker plays the steps, lets the rules derive the rest, and compares what the recorder wrote
with it. On the way it notes how each turn is written in full and in short form. It stops at the
first turn that can't be; only a wrong turn number is reported and walked past.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...notation.record import Comment, Turn, Variation
from ...notation.writer import Piece, WrittenTurn, WrittenVariation, comment_piece
from .decoding import Decoder
from .events import Event
from .illegal import SEAT_NAMES, Illegal, listed
from .position import Position
from .steps import Totals
from .turn_walk import Fault, TurnWalker


@dataclass(slots=True)
class LineWalk:
    """What came of walking a line of turns (the main line, or a variation).

    `decoder` makes events of what the position notes down; those from the setup may be there first.
    """

    decoder: Decoder
    events: list[Event] = field(default_factory=list)
    written: list[WrittenTurn] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    variations: list[tuple[Turn, Variation, LineWalk]] = field(default_factory=list)
    turns: int = 0
    # Where the words of events stand: from an event's place among them to turn and item.
    words: dict[int, tuple[int, int]] = field(default_factory=dict)
    # How events are written: from an event's place among them to its piece.
    pieces: dict[int, Piece] = field(default_factory=dict)
    # Final totals that the recorder wrote, with their turn and item.
    final_totals: tuple[Totals, int, int] | None = None


def walk_line(
    p: Position,
    turns: Sequence[Turn],
    *,
    close: bool = True,
    offset: int = 0,
    walk: LineWalk | None = None,
) -> LineWalk:
    """Walk turns from a position, which is changed.

    The last turn is closed where it can be: a drop, scoring or discard that is due counts as done.
    With `close=False` the position stays as it is after the last step. `offset` is by how much
    written turn numbers are off already: a wrong number is reported once.
    """
    walk = walk or LineWalk(Decoder(p))
    for index, turn in enumerate(turns):
        last = index == len(turns) - 1
        try:
            offset = walk_turn(walk, p, turn, index, last=last, close=close, offset=offset)
        except Fault as fault:
            walk.faults.append(fault)
            return walk
    return walk


def walk_turn(
    walk: LineWalk,
    p: Position,
    turn: Turn,
    index: int = 0,
    *,
    last: bool = False,
    close: bool = True,
    offset: int = 0,
) -> int:
    """Walk one turn of a line, which is `walk`; returns how far written turn numbers are off.

    Raises `Fault` where the turn can't be; the position is then somewhere within it.
    """
    before = p.copy() if turn.tail else None
    walker = TurnWalker(p, turn, index, walk.decoder, walk.events)
    walker.words, walker.pieces = walk.words, walk.pieces
    offset = _check_head(p, turn, offset, index, walk.faults)
    walker.play(last=last, close=close)
    if walker.final_totals is not None:
        walk.final_totals = walker.final_totals
    written = walker.written
    if before is not None:
        for entry in turn.tail:
            if isinstance(entry, Comment):
                written.tail.append(comment_piece(entry))
                continue
            line = walk_line(before.copy(), entry.turns, offset=offset)
            walk.variations.append((turn, entry, line))
            written.tail.append(
                WrittenVariation([comment_piece(c) for c in entry.comments], line.written)
            )
    walk.written.append(written)
    walk.turns += 1
    return offset


def _check_head(p: Position, turn: Turn, offset: int, index: int, faults: list[Fault]) -> int:
    """Number and seat, where they are written. Returns how far written numbers are off."""
    if p.over:
        raise Fault(
            index,
            p.turn + 1,
            None,
            Illegal(
                "IQ207",
                f"the game ended in turn {p.turn} with the scoring of the third-last rock",
                help="take this turn out, or put it into a comment",
                ruling="I-20",
            ),
        )
    expected = p.turn + offset
    if turn.seat is not None and turn.seat != p.seat_letter:
        raise Fault(index, p.turn, None, _wrong_seat(p, turn, offset))
    if turn.number is not None and turn.number != expected:
        message = f"this is turn {expected}, not {turn.number}"
        faults.append(
            Fault(
                index,
                p.turn,
                None,
                Illegal("IQ201", message, help=f"write {expected}.", ruling="I-11"),
            )
        )
        return turn.number - p.turn
    return offset


def _wrong_seat(p: Position, turn: Turn, offset: int) -> Illegal:
    seat = turn.seat
    assert seat is not None
    due = SEAT_NAMES[p.seat_letter]
    name = SEAT_NAMES[seat]
    number = p.turn + offset
    order = f"the order is {' '.join(p.seats)}, from {p.seats[0]}"
    if seat not in p.seats:
        return Illegal(
            "IQ208", f"{name} does not play in this game; turn {number} is {due}'s", help=order
        )
    ahead = (p.seats.index(seat) - p.seat) % p.players
    if turn.number in (None, number + ahead) and (turn.number is not None or ahead < p.players - 1):
        skipped = [
            f"turn {number + k} of {SEAT_NAMES[p.seats[(p.seat + k) % p.players]]}"
            for k in range(ahead)
        ]
        verb = "is" if len(skipped) == 1 else "are"
        return Illegal(
            "IQ208",
            f"{listed(skipped, 'and')} {verb} missing before this turn of {name}",
            help=f"{order}; write the missing turn, or begin a new record with [Continues]",
            ruling="I-11",
        )
    return Illegal(
        "IQ208",
        f"turn {number} is {due}'s, not {name}'s",
        help=order + (f"; {name} has just played" if ahead == p.players - 1 else ""),
        ruling="I-11",
    )
