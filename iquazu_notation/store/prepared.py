"""Records made ready to be loaded: all that can be done without the database, by any process."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..notation.diagnostics import Diagnostic
from ..replay import Replay, replay
from ..sharing import Batch
from .boards import facts
from .columns import joined, narrowed
from .rows import GameRow, game_row
from .tales import Tale, tale_of
from .telling import Columns, tell
from .told import flat

Place = tuple[str, int]
"""A file, as seen from the database, and the number of a record in it."""


@dataclass(slots=True)
class Good:
    """A record that can go in."""

    file: str
    number: int
    line: int
    id: str
    text: str
    board: tuple[str, str, str]  # a row of `boards`
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


@dataclass(slots=True)
class Prepared:
    """Some records in order, and what each table is to keep of the good ones among them.

    In the tables, `game` is the place among the good ones; where in which file a record stood is
    not yet among the columns of `games`.
    """

    entries: list[Good | Refused]
    tables: dict[str, Columns]

    @property
    def good(self) -> list[Good]:
        return [entry for entry in self.entries if isinstance(entry, Good)]


def together(some: Sequence[Prepared]) -> Prepared:
    """The records of several, one after the other."""
    entries = flat([each.entries for each in some])
    places = np.cumsum([0, *[len(each.good) for each in some]]).astype(np.int32)
    tables = [
        {name: {**own, "game": own["game"] + place} for name, own in each.tables.items()}
        for each, place in zip(some, places, strict=False)
        if each.tables
    ]
    if len(tables) == 1:
        return Prepared(entries, tables[0])
    names = tables[0] if tables else ()
    return Prepared(entries, {name: joined([own[name] for own in tables]) for name in names})


def prepare(games: Iterable[Replay]) -> Prepared:
    """Replayed records made ready to go in together."""
    entries: list[Good | Refused] = []
    rows: list[GameRow] = []
    tags: list[Mapping[str, str]] = []
    tales: list[Tale] = []
    for game in games:
        record = game.record
        place = (record.file, record.number, record.line)
        if game.verdict == "invalid" or game.id is None:
            error = next(d for d in game.diagnostics if d.severity == "error")
            entries.append(Refused(*place, game.id, error, len(record.text)))
            continue
        tale = tale_of(game)
        row = game_row(game, tale)
        board = (row.board_hash, row.board, facts(tale.layout.board))
        entries.append(Good(*place, row.id, game.text(), board, len(record.text)))
        rows.append(row)
        tags.append(game.tags)
        tales.append(tale)
    if not tales:
        return Prepared(entries, {})
    tables = tell(tales)
    every = np.arange(len(tales))
    changes = np.bincount(tables["turns"]["game"], tables["turns"]["lead_changed"], len(tales))
    tables["games"] = {
        "game": every,
        **dict(zip(GameRow._fields, zip(*rows, strict=True), strict=True)),
        "lead_changes": changes.astype(np.int64),
    }
    texts = [entry.text for entry in entries if isinstance(entry, Good)]
    tables["texts"] = {"game": every, "text": texts}
    tables["tags"] = {
        "game": np.repeat(every, [len(each) for each in tags]),
        "number": flat([range(1, len(each) + 1) for each in tags]),
        "name": flat(tags),
        "value": flat([each.values() for each in tags]),
    }
    return Prepared(entries, {table: narrowed(columns) for table, columns in tables.items()})


def read_and_prepare(batch: Batch, boards: Mapping[str, Any]) -> list[Prepared]:
    """The same from the start; several processes can share this work."""
    return [prepare(replay(record, boards) for record in batch.records())]
