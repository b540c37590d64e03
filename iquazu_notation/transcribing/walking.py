"""A draft walked through the rules turn by turn, past turns that don't fit.

`replay` judges a record and stops at its first fault. Here the board goes on behind a fault as well
as it can, because the game on the table does: what doesn't fit is listed, each turn by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..games.iquazu import events
from ..games.iquazu.decoding import Decoder
from ..games.iquazu.forcing import force_turn
from ..games.iquazu.illegal import Illegal
from ..games.iquazu.position import Position
from ..games.iquazu.turn_walk import Fault
from ..games.iquazu.walk import LineWalk, walk_turn
from ..notation.diagnostics import Diagnostic
from ..notation.record import Record, Turn
from ..reading import read_text
from ..replay import replay
from .draft import Draft, read_turn, read_turns


@dataclass(frozen=True, slots=True)
class Played:
    """One turn: its text, the positions around it, its events, and why it does not fit.

    `item` is the place of the refused word among the turn's items. A turn that is `open` lacks
    something: an action, or the gem of an any-colour tile. `offset` is how far numbers are off.
    """

    text: str
    turn: Turn
    before: Position
    after: Position
    events: list[events.Event]
    illegal: Illegal | None
    item: int | None
    open: bool
    offset: int

    @property
    def number(self) -> int:
        return self.before.turn

    @property
    def seat(self) -> str:
        """Who played: as written, if it is a seat of this game."""
        written = self.turn.seat
        return written if written in self.before.seats else self.before.seat_letter


@dataclass
class Walk:
    """A draft and what came of it. Without a `start` nothing can be checked yet; `why` says so."""

    draft: Draft
    record: Record
    start: Position | None
    why: list[Diagnostic]
    dealt: Sequence[events.Event]
    turns: list[Played] = field(default_factory=list)

    @property
    def position(self) -> Position | None:
        """After the last turn."""
        return self.turns[-1].after if self.turns else self.start

    @property
    def misfits(self) -> list[Played]:
        return [played for played in self.turns if played.illegal is not None]

    @property
    def open(self) -> bool:
        """The last turn is not done: what is typed next belongs to it."""
        return bool(self.turns) and self.turns[-1].open

    @property
    def events(self) -> list[events.Event]:
        return [*self.dealt, *(event for played in self.turns for event in played.events)]

    @property
    def tags(self) -> dict[str, str]:
        return self.record.tags


def walk(
    draft: Draft, file: str = "-", boards: Mapping[str, Any] | None = None, old: Walk | None = None
) -> Walk:
    """Walk a draft; what it shares with an older walk, from the start, is taken from there."""
    if old is not None and old.draft.opening == draft.opening:
        found = Walk(draft, old.record, old.start, old.why, old.dealt)
    else:
        found, old = _opened(draft, file, boards), None
    if found.start is None:
        return found
    position, offset = found.start, 0
    last = len(draft.turns) - 1
    for at, text in enumerate(draft.turns):
        known = old.turns[at] if old is not None and at < len(old.turns) else None
        # A turn that was the last one may be open there, and not in the middle.
        same = known is not None and known.text == text and not (known.open and at != last)
        if known is None or not same:
            old = None
            known = play(position, text, last=at == last, offset=offset)
        found.turns.append(known)
        position, offset = known.after, known.offset
    return found


def _opened(draft: Draft, file: str, boards: Mapping[str, Any] | None) -> Walk:
    """Where play starts, from tags and setup alone."""
    record = next(read_text(draft.opening, file))
    game = replay(record, boards)
    errors = [d for d in game.diagnostics if d.severity == "error"]
    if game.walked.position is None:
        return Walk(draft, record, None, errors, ())
    # A Result is about the end: it can't be judged by the beginning.
    return Walk(draft, record, game.position(), [], tuple(game.events))  # type: ignore[arg-type]


def play(before: Position, text: str, *, last: bool, offset: int = 0) -> Played:
    """Play the turn of a slice from a position, which stays as it is."""
    turn = read_turn(text)
    after = before.copy()
    line = LineWalk(Decoder(after))
    try:
        offset = walk_turn(line, after, turn, last=last, offset=offset)
        fault = line.faults[0] if line.faults else None
    except Fault as found:
        fault = found
    if fault is not None and fault.illegal.code != "IQ201":
        after = before.copy()
        force_turn(after, turn)
        line = LineWalk(Decoder(after), Decoder(after).read(after))
    open_ = last and fault is None and after.turn == before.turn and not after.over
    illegal, item = (fault.illegal, fault.item) if fault else (None, None)
    return Played(text, turn, before, after, line.events, illegal, item, open_, offset)


def within(before: Position, text: str) -> Position | None:
    """The position within a turn, behind its last step; None if it can't be read or played."""
    record = read_turns(text)
    if not record.readable or len(record.turns) != 1:
        return None
    after = before.copy()
    try:
        walk_turn(LineWalk(Decoder(after)), after, record.turns[0], last=True, close=False)
    except Fault:
        return None
    return after
