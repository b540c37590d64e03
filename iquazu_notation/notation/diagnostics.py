"""A diagnostic: what is wrong, where, why, and what would help.

Codes are stable. Families: 0xx reading, 1xx tags and setup, 2xx order and actions, 3xx cards and
payment, 4xx assertions that don't hold, 5xx unseen cards that can't be, 9xx advice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "advice"]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. Lines and columns count from 1; `end_column` is one past the last character.

    `turn` is 0 for the setup and None for tags and whole files.
    """

    code: str
    message: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    help: str | None = None
    ruling: str | None = None
    turn: int | None = None
    severity: Severity = "error"

    def as_json(self) -> dict[str, object]:
        """The fields other programs rely on, in their published order."""
        return {
            "code": self.code,
            "severity": self.severity,
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "end_line": self.end_line,
            "end_column": self.end_column,
            "turn": self.turn,
            "ruling": self.ruling,
            "message": self.message,
            "help": self.help,
        }
