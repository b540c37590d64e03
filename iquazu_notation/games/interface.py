"""What the house asks of a game: words to read, and rules to walk a record through.

A game is one folder beside this file and one `.lark` file. `iquazu_notation.games.game` finds it
by the value of a record's `Game` tag.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ..notation.diagnostics import Diagnostic
from ..notation.dialect import Dialect
from ..notation.record import Record
from ..notation.writer import WrittenTurn


class Event(Protocol):
    """Something that happened: its turn, who acted, and how it is published."""

    @property
    def turn(self) -> int: ...
    @property
    def seat(self) -> str | None: ...
    @property
    def type(self) -> str: ...
    def as_json(self) -> dict[str, object]: ...


@dataclass(slots=True)
class Checked:
    """What a valid record came to, if it could be judged from memory, word by word.

    Nothing in it is unseen. `identity` gives the lines that count for the record's id; `log` is all
    that happened. `notes`: there are comments or marks; if there are none, `text` writes the record
    in full form, or with `short=True` in short form.
    """

    tags: Mapping[str, str]
    turns: int
    complete: bool
    totals: Mapping[str, int | list[int] | None]
    winners: Sequence[str] | None
    identity: Callable[[], Sequence[str]]
    details: Callable[[], dict[str, Any]]
    log: Sequence[int]
    notes: bool
    text: Callable[..., str] | None


@dataclass
class Walked:
    """What came of walking a record through a game's rules.

    `written` holds the turns in both forms; from a fault on they stand as they were recorded.
    `identity` is what counts for the record's id besides the turns. `position` gives the position
    before a turn; `fill_unseen` writes unseen things that have only one possible value, and says
    how many. `log` is all that happened, as numbers: events are made from it, and statistics.
    """

    diagnostics: list[Diagnostic] = field(default_factory=list)
    events: Sequence[Event] = ()
    setup: WrittenTurn | None = None
    written: list[WrittenTurn] = field(default_factory=list)
    turns: int = 0
    complete: bool = False
    unseen: bool = False
    totals: Mapping[str, int | list[int] | None] | None = None
    winners: Sequence[str] | None = None
    identity: Sequence[str] = ()
    details: dict[str, Any] = field(default_factory=dict)
    position: Callable[[int | None], Any] | None = None
    fill_unseen: Callable[[], int] | None = None
    log: Sequence[int] = ()


class Game(Protocol):
    """One game of the house."""

    name: str
    tag_order: Sequence[str]

    def dialect(self) -> Dialect: ...

    def check(self, record: Record, boards: Mapping[str, Any]) -> Checked | None:
        """Judge a record by its text alone; None if it is not valid, or in any way unusual."""
        ...

    def walk(self, record: Record, boards: Mapping[str, Any]) -> Walked:
        """Walk a readable record; `boards` are those named on the command line, by id."""
        ...
