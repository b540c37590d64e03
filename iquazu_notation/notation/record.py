"""A record as it was written: tags, a setup, turns of items. No rules, nothing derived.

Vocabulary: a *record* is one game. A *turn* has a head (number, seat, or both) and *items*:
the game's steps, comments and marks, in the order written. Behind them, in its *tail*, stand
variations (what might have been played instead) and comments after those. A *span* is a pair of
offsets into the record's text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from .diagnostics import Diagnostic, SourceWindow, shortened

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Comment:
    """`{text}`, or `;text` up to the end of the line when `to_line_end`."""

    text: str
    to_line_end: bool = False

    @property
    def word(self) -> str:
        return f";{self.text}" if self.to_line_end else f"{{{self.text}}}"


@dataclass(frozen=True, slots=True)
class Mark:
    """The recorder's opinion of a turn: `!`, `?!`, `$3` …"""

    word: str


@dataclass(frozen=True, slots=True)
class Tag:
    """`[name "value"]`; the value without its escapes."""

    name: str
    value: str
    span: Span = (0, 0)

    @property
    def word(self) -> str:
        value = self.value.replace("\\", "\\\\").replace('"', '\\"')
        return f'[{self.name} "{value}"]'


@dataclass(slots=True)
class Variation:
    """`( … )`: comments before its first turn, then turns."""

    comments: list[Comment]
    turns: list[Turn]
    span: Span = (0, 0)
    depth: int = 1


@dataclass(slots=True)
class Turn:
    """One turn. The setup is a turn too, with number 0 and no seat.

    `spans` runs beside `items`; it is None when the quick way read the record (see
    `Record.located`).
    """

    number: int | None
    seat: str | None
    items: list[object]
    spans: list[Span] | None = None
    head: Span = (0, 0)
    tail: list[Variation | Comment] = field(default_factory=list)


class Record:
    """One game of a file.

    `text` is the record's own text, `line` the line of the file on which it begins, `number` its
    place among the file's records, from 1. `diagnostics` holds what could not be read; a record
    with errors there is unreadable. `reread` reads it again with the place of every word.

    With `read`, the text is read when one of `head`, `setup`, `turns` and `diagnostics` is first
    looked at: whoever can judge the text as it stands need not wait for that.
    """

    head: list[Tag | Comment]
    setup: Turn | None
    turns: list[Turn]
    diagnostics: list[Diagnostic]
    reread: Callable[[], Record] | None

    def __init__(
        self,
        text: str,
        file: str = "-",
        number: int = 1,
        line: int = 1,
        *,
        read: Callable[[Record], None] | None = None,
    ) -> None:
        self.text = text
        self.file = file
        self.number = number
        self.line = line
        if read is None:
            self._empty()
        else:
            self._read = read

    def _empty(self) -> None:
        self.head = []
        self.setup = None
        self.turns = []
        self.diagnostics = []
        self.reread = None

    if not TYPE_CHECKING:  # else every misspelled attribute would be one

        def __getattr__(self, name: str) -> object:
            """What is not there yet may be in the text."""
            read = self.__dict__.pop("_read", None)
            if read is None:
                raise AttributeError(name)
            self._empty()
            read(self)
            return getattr(self, name)

    @cached_property
    def tags(self) -> dict[str, str]:
        """Tag values by name; of a tag written twice the first counts."""
        found: dict[str, str] = {}
        for entry in self.head:
            if isinstance(entry, Tag):
                found.setdefault(entry.name, entry.value)
        return found

    @property
    def game(self) -> str:
        """The value of the `Game` tag, which often can be told before the record is read."""
        start = '[Game "'
        if "_read" in self.__dict__ and self.text.startswith(start):
            return self.text[len(start) : self.text.find('"', len(start))]
        return self.tags.get("Game", "")

    def tag(self, name: str) -> Tag | None:
        """The first tag of this name, with its place."""
        return next((t for t in self.head if isinstance(t, Tag) and t.name == name), None)

    @property
    def readable(self) -> bool:
        return not any(d.severity == "error" for d in self.diagnostics)

    @cached_property
    def located(self) -> Record:
        """The same record with the place of every word known."""
        return self if self.reread is None else self.reread()

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        at = self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        return starts

    def place(self, offset: int) -> tuple[int, int]:
        """Line (of the file) and column of an offset into the text, both from 1."""
        row = bisect_right(self._line_starts, offset) - 1
        return self.line + row, offset - self._line_starts[row] + 1

    def source_window(self, line: int, column: int) -> SourceWindow:
        """What to show of one line of the file, which lies in this record."""
        row = line - self.line
        end = self.text.find("\n", self._line_starts[row])
        source = self.text[self._line_starts[row] : end if end >= 0 else None].rstrip("\r")
        return SourceWindow.around(source, column)

    def diagnose(
        self,
        span: Span,
        code: str,
        message: str,
        *,
        help: str | None = None,
        **more: object,
    ) -> Diagnostic:
        """A diagnostic about a span of this record's text."""
        line, column = self.place(span[0])
        end_line, end_column = self.place(max(span[1], span[0]))
        return Diagnostic(
            code,
            shortened(message),
            self.file,
            line,
            column,
            end_line,
            end_column,
            help=shortened(help) if help else help,
            source=self.source_window(line, column),
            **more,  # type: ignore[arg-type]
        )
