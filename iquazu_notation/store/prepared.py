"""A record made ready to be loaded: all that can be done without the database, by any process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..notation.diagnostics import Diagnostic
from ..notation.record import Record
from ..replay import Replay, replay
from .boards import facts
from .rows import GameRow, game_row
from .tales import Tale, tale_of

Place = tuple[str, int]
"""A file, as seen from the database, and the number of a record in it."""


@dataclass(slots=True)
class Good:
    """A record that can go in: what each table keeps of it."""

    file: str
    number: int
    line: int
    id: str
    text: str
    row: GameRow
    facts: str  # of its board
    tags: Mapping[str, str]
    tale: Tale
    size: int  # characters of the record
    seen: str = ""  # the file as seen from the database

    @property
    def place(self) -> Place:
        return self.seen, self.number


@dataclass(slots=True)
class Refused:
    """A record that is invalid, and its first error."""

    file: str
    number: int
    line: int
    id: str | None
    error: Diagnostic
    size: int
    seen: str = ""

    @property
    def place(self) -> Place:
        return self.seen, self.number

    def row(self) -> tuple[Any, ...]:
        """The columns of `refusals` after the first."""
        e = self.error
        return (*self.place, self.line, self.id, e.code, e.line, e.column, e.turn, e.message)


def prepare(game: Replay) -> Good | Refused:
    """A replayed record made ready to go in: all that can be done without the database."""
    record = game.record
    place = (record.file, record.number, record.line)
    if game.verdict == "invalid" or game.id is None:
        error = next(d for d in game.diagnostics if d.severity == "error")
        return Refused(*place, game.id, error, len(record.text))
    tale = tale_of(game)
    board = facts(game.details["start"].layout.board)
    tags = dict(game.tags)
    row = game_row(game, tale)
    return Good(*place, game.id, game.text(), row, board, tags, tale, len(record.text))


def read_and_prepare(record: Record, boards: Mapping[str, Any]) -> Good | Refused:
    """The same from the start; several processes can share this work."""
    return prepare(replay(record, boards, with_tape=True))
