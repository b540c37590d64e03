"""A diagnostic: what is wrong, where, why, and what would help.

Codes are stable. Families: 0xx reading, 1xx tags and setup, 2xx order and actions, 3xx cards and
payment, 4xx assertions that don't hold, 5xx unseen cards that can't be, 9xx advice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "advice"]
WINDOW_BEFORE = 60  # characters of a long line that are kept before the word
WINDOW = 240  # characters that are kept in all


LONGEST_SENTENCE = 600  # characters of a message or help, which may quote what was written


def shortened(sentence: str) -> str:
    """A sentence that a very long word would make long loses its middle.

    >>> len(shortened("x" * 5000))
    600
    """
    if len(sentence) <= LONGEST_SENTENCE:
        return sentence
    half = LONGEST_SENTENCE // 2
    return f"{sentence[: half - 1]}…{sentence[-half:]}"


class SourceWindow(NamedTuple):
    """The part of a source line around a diagnostic, so that no copy of a long line is kept."""

    text: str
    start: int = 0  # characters of the line before `text`
    after: int = 0  # and after it

    @classmethod
    def around(cls, line: str, column: int) -> SourceWindow:
        """The window of a line in which something begins at `column`, from 1.

        >>> SourceWindow.around("R +", 3)
        SourceWindow(text='R +', start=0, after=0)
        >>> window = SourceWindow.around("x" * 1000, 500)
        >>> len(window.text), window.start, window.after
        (240, 439, 321)
        """
        if len(line) <= WINDOW:
            return cls(line)
        start = max(0, column - 1 - WINDOW_BEFORE)
        text = line[start : start + WINDOW]
        return cls(text, start, len(line) - start - len(text))


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
    source: SourceWindow = field(default=SourceWindow(""), compare=False, repr=False)

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
