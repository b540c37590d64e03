"""A record walked through its game's rules: events, a verdict, totals, winners, and its text.

>>> from iquazu_notation import read_text
>>> record = next(read_text('[Game "Iquazu"]\\n[Strips "3 1 5 2 4"]\\n[Seats "R G"]\\nR +\\nG a4'))
>>> game = replay(record)
>>> game.verdict, game.turns, game.complete
('consistent', 2, False)
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from .games import game_named
from .games.interface import Event, Game, Walked
from .notation.diagnostics import Diagnostic
from .notation.record import Record
from .notation.writer import WrittenTurn, write_record

Verdict = Literal["valid", "consistent", "invalid"]


@dataclass
class Replay:
    """What came of a record. Every value goes up to the fault, if there is one."""

    record: Record
    verdict: Verdict
    diagnostics: list[Diagnostic]
    id: str | None
    walked: Walked = field(repr=False)
    game: Game | None = field(repr=False)

    @property
    def events(self) -> Sequence[Event]:
        return self.walked.events

    @property
    def complete(self) -> bool:
        return self.walked.complete

    @property
    def turns(self) -> int:
        return self.walked.turns

    @property
    def totals(self) -> Mapping[str, int | list[int] | None] | None:
        """Points by seat; `[low, high]` where unseen tiles leave a final total open."""
        return self.walked.totals

    @property
    def winners(self) -> list[str] | None:
        """None while the game is on, or open."""
        return None if self.walked.winners is None else list(self.walked.winners)

    def position(self, turn: int | None = None) -> Any:
        """The position before a turn; without one, after the record's last step."""
        if self.walked.position is None:
            raise ValueError("this record has no position to start from")
        return self.walked.position(turn)

    def fill_unseen(self) -> int:
        """Write every unseen card and tile that has only one possible value; says how many.

        Of an invalid record nothing can be inferred, and nothing is changed.
        """
        if self.verdict == "invalid" or self.walked.fill_unseen is None:
            return 0
        return self.walked.fill_unseen()

    def text(self, *, short: bool = False) -> str:
        """The record in full form, or in short form. What can't be read stays as it is."""
        if self.game is None or not self.record.readable:
            return self.record.text.rstrip("\r\n") + "\n" if self.record.text.strip() else ""
        return write_record(
            self.record.head,
            self.game.tag_order,
            self.walked.setup,
            self.walked.written,
            short=short,
        )


def replay(record: Record, boards: Mapping[str, Any] | None = None) -> Replay:
    """Walk a record through the rules of its game.

    `boards` are boards by id that stand before those found in the usual places.
    """
    game = game_named(record.tags.get("Game", ""))
    walked = game.walk(record, boards or {}) if game is not None else Walked()
    found = sorted([*record.diagnostics, *walked.diagnostics], key=lambda d: (d.line, d.column))
    if any(d.severity == "error" for d in found):
        verdict: Verdict = "invalid"
    else:
        verdict = "consistent" if walked.unseen else "valid"
    record_id = _id(walked) if game is not None and record.readable else None
    return Replay(record, verdict, found, record_id, walked, game)


def _id(walked: Walked) -> str:
    """SHA-256 of what makes this game this game: not of names, comments or dress."""
    lines = [*walked.identity, _identity_line(walked.setup) if walked.setup else ""]
    lines += [f"{turn.short_head} {_identity_line(turn)}" for turn in walked.written]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _identity_line(turn: WrittenTurn) -> str:
    return " ".join(piece.identity for piece in turn.pieces if piece.identity is not None)
