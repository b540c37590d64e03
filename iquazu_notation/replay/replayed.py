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
from functools import cached_property
from typing import Any, Literal

from ..games import game_named
from ..games.interface import Checked, Event, Game, Walked
from ..notation.diagnostics import Diagnostic
from ..notation.record import Record
from ..notation.writer import WrittenTurn, write_record

Verdict = Literal["valid", "consistent", "invalid"]


@dataclass
class Replay:
    """What came of a record. Every value goes up to the fault, if there is one.

    `checked` stands for a record that was judged from memory; then `walked` is worked out
    when it is first asked for.
    """

    record: Record
    verdict: Verdict
    diagnostics: list[Diagnostic]
    game: Game | None = field(repr=False)
    boards: Mapping[str, Any] = field(default_factory=dict, repr=False)
    checked: Checked | None = field(default=None, repr=False)

    @cached_property
    def walked(self) -> Walked:
        """The record walked through the rules, with all that can be told of it."""
        return self.game.walk(self.record, self.boards) if self.game is not None else Walked()

    @property
    def _came_to(self) -> Checked | Walked:
        return self.checked or self.walked

    @cached_property
    def id(self) -> str | None:
        """SHA-256 of what makes this game this game: not of names, comments or dress."""
        if self.checked is not None:
            return _hash(self.checked.identity())
        if self.game is None or not self.record.readable:
            return None
        walked = self.walked
        lines = [*walked.identity, _identity_line(walked.setup) if walked.setup else ""]
        lines += [f"{turn.short_head} {_identity_line(turn)}" for turn in walked.written]
        return _hash(lines)

    @property
    def events(self) -> Sequence[Event]:
        return self.walked.events

    @property
    def log(self) -> Sequence[int]:
        """All that happened, as numbers that the game's rules know to read."""
        return self._came_to.log

    @cached_property
    def details(self) -> dict[str, Any]:
        """What the game says of the table before the first turn: seats, board and the like."""
        return self.checked.details() if self.checked is not None else self.walked.details

    @property
    def tags(self) -> Mapping[str, str]:
        """Tag values by name."""
        return self.checked.tags if self.checked is not None else self.record.tags

    @property
    def complete(self) -> bool:
        return self._came_to.complete

    @property
    def turns(self) -> int:
        return self._came_to.turns

    @property
    def totals(self) -> Mapping[str, int | list[int] | None] | None:
        """Points by seat; `[low, high]` where unseen tiles leave a final total open."""
        return self._came_to.totals

    @property
    def winners(self) -> list[str] | None:
        """None while the game is on, or open."""
        winners = self._came_to.winners
        return None if winners is None else list(winners)

    def position(self, turn: int | None = None) -> Any:
        """The position before a turn; without one, after the record's last step."""
        if self.walked.position is None:
            raise ValueError("this record has no position to start from")
        return self.walked.position(turn)

    def fill_unseen(self) -> int:
        """Write every unseen card and tile that has only one possible value; says how many.

        Of an invalid record nothing can be inferred, and nothing is changed.
        """
        if self.verdict != "consistent" or self.walked.fill_unseen is None:
            return 0
        _ = self.id  # which is that of the record as it was written
        return self.walked.fill_unseen()

    def text(self, *, short: bool = False) -> str:
        """The record in full form, or in short form. What can't be read stays as it is."""
        if self.checked is not None and self.checked.text is not None:
            return self.checked.text(short=short)
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
    boards = boards or {}
    game = game_named(record.game)
    checked = game.check(record, boards) if game is not None else None
    if checked is not None:
        return Replay(record, "valid", [], game, boards, checked)
    return replay_wholly(record, boards)


def replay_wholly(record: Record, boards: Mapping[str, Any] | None = None) -> Replay:
    """The same as `replay`, without trying first whether the record can be judged from memory."""
    replayed = Replay(record, "valid", [], game_named(record.tags.get("Game", "")), boards or {})
    walked = replayed.walked
    found = sorted([*record.diagnostics, *walked.diagnostics], key=lambda d: (d.line, d.column))
    replayed.diagnostics = found
    if any(d.severity == "error" for d in found):
        replayed.verdict = "invalid"
    elif walked.unseen:
        replayed.verdict = "consistent"
    return replayed


def _hash(lines: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _identity_line(turn: WrittenTurn) -> str:
    return " ".join(piece.identity for piece in turn.pieces if piece.identity is not None)
