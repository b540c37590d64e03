"""Games into the database, a batch per transaction: whatever happens, it holds whole games only.

A record's *place* is its file and its number there. The id decides whether a record is there
already; with `replace`, a record takes the place of the one that came from its place before.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
from duckdb import DuckDBPyConnection

from ..games.iquazu.board import Layout
from ..notation.diagnostics import Diagnostic
from ..notation.record import Record
from ..replay import Replay, replay
from .boards import board_from, facts
from .columns import column_types, insert, insert_columns
from .rating_table import forget_ratings, keep_ratings
from .rows import GameRow, game_row
from .store import TABLES_BY_GAME, StoreError, first_line, program_version
from .tales import Tale, tale_of
from .telling import tell
from .told import flat

BATCH = 500  # records in a transaction
BATCH_TEXT = 16_000_000  # or so many characters, if records are long
KEPT_REFUSALS = 1000  # that a tally remembers one by one

Place = tuple[str, int]


@dataclass(slots=True)
class Tally:
    """What came of a load. `refusals` are the first errors of the refused records."""

    loaded: int = 0
    replaced: int = 0
    already: int = 0
    refused: int = 0
    refusals: list[Diagnostic] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.loaded += other.loaded
        self.replaced += other.replaced
        self.already += other.already
        self.refused += other.refused
        self.refusals += other.refusals[: KEPT_REFUSALS - len(self.refusals)]


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


@dataclass(slots=True)
class _Plan:
    """What a batch is going to change."""

    tally: Tally = field(default_factory=Tally)
    met: list[int] = field(default_factory=list)
    out: set[int] = field(default_factory=set)
    new: dict[str, Good] = field(default_factory=dict)
    refusals_out: list[Place] = field(default_factory=list)
    refusals_new: list[Refused] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        return not (self.out or self.new or self.refusals_out or self.refusals_new)


class Loader:
    """Puts replayed records into an open database.

    `tally` counts what is committed; the last batch is committed by `finish`.
    """

    def __init__(
        self, connection: DuckDBPyConnection, database: Path, *, replace: bool = False
    ) -> None:
        self.tally = Tally()
        self._connection = connection
        self._database = database
        self._replace = replace
        self._types = column_types(connection)
        self._next = self._number("SELECT coalesce(max(game), 0) + 1 FROM games")
        boards = connection.execute("SELECT board_hash, facts FROM boards").fetchall()
        self._boards = {h: board_from(kept) for h, kept in boards}
        self._load: int | None = None
        self._started = _now()
        self._batch: list[Good | Refused] = []
        self._text = 0
        self._file = self._seen = "-"
        # Games that this load met and left alone: a second record of the same is a copy. They can
        # be more than fit into memory, so the database remembers them.
        connection.execute("CREATE OR REPLACE TEMP TABLE met (game INTEGER)")

    def add(self, game: Replay) -> None:
        """Take one record in; every so often that commits a batch."""
        self.add_prepared(prepare(game))

    def add_prepared(self, entry: Good | Refused) -> None:
        """Take in a record that was made ready, perhaps by another process."""
        if entry.file != self._file:  # records of a file come one after the other
            self._file = entry.file
            self._seen = file_seen_from(entry.file, self._database)
        entry.seen = self._seen
        self._batch.append(entry)
        if isinstance(entry, Good):
            self._text += len(entry.text)
        if len(self._batch) >= BATCH or self._text >= BATCH_TEXT:
            self._flush()

    def finish(self) -> Tally:
        """Commit what is left, rate the players, and note that this load came to its end."""
        self._flush()
        self._in_transaction(self._end)
        return self.tally

    def _end(self) -> None:
        keep_ratings(self._connection)  # also those that an interrupted load did not come to
        if self._load is not None:
            self._note_load(self.tally, _now())

    # ------------------------------------------------------------------ a batch

    def _flush(self) -> None:
        batch, self._batch, self._text = self._batch, [], 0
        if not batch:
            return
        plan = self._plan(batch)
        if plan.met:
            self._in_transaction(lambda: self._remember(plan.met))
        if not plan.empty:
            self._in_transaction(lambda: self._commit(plan))
        self.tally.add(plan.tally)

    def _in_transaction(self, work: Any) -> None:
        connection = self._connection
        try:
            connection.begin()
            work()
            connection.commit()
        except duckdb.InterruptException:
            self._roll_back()
            raise KeyboardInterrupt from None
        except duckdb.Error as error:
            self._roll_back()
            raise StoreError(
                f"{self._database} can't be written ({first_line(error)}); what was loaded before"
                " this is safe, and loading again completes it"
            ) from None
        except BaseException:
            self._roll_back()
            raise

    def _roll_back(self) -> None:
        with suppress(duckdb.Error):
            self._connection.rollback()

    def _commit(self, plan: _Plan) -> None:
        connection = self._connection
        after = Tally()
        after.add(self.tally)
        after.add(plan.tally)
        self._note_load(after, None)
        forget_ratings(connection)
        delete_games(connection, plan.out)
        _delete_refusals(connection, plan.refusals_out)
        refused = ((self._load, *refusal.row()) for refusal in plan.refusals_new)
        insert(connection, "refusals", self._types["refusals"], refused)
        if plan.new:
            self._insert_games(list(plan.new.values()))

    def _insert_games(self, games: Sequence[Good]) -> None:
        self._insert_boards(games)
        keys = np.arange(self._next, self._next + len(games))
        tables = tell([good.tale for good in games], self._layout)
        changes = np.bincount(tables["turns"]["game"], tables["turns"]["lead_changed"], len(games))
        rows = list(zip(*[good.row for good in games], strict=True))
        heads = dict(zip(GameRow._fields, rows, strict=True))
        tags = [good.tags for good in games]
        tables |= {
            "games": {
                "game": np.arange(len(games)),
                **heads,
                "lead_changes": changes.astype(np.int64),
                "load": [self._load] * len(games),
                "file": [good.seen for good in games],
                "record": [good.number for good in games],
                "line": [good.line for good in games],
            },
            "texts": {"game": np.arange(len(games)), "text": [good.text for good in games]},
            "tags": {
                "game": np.repeat(np.arange(len(games)), [len(each) for each in tags]),
                "number": flat([range(1, len(each) + 1) for each in tags]),
                "name": flat(tags),
                "value": flat([each.values() for each in tags]),
            },
        }
        for table in TABLES_BY_GAME:
            columns = {**tables[table], "game": keys[tables[table]["game"]]}
            insert_columns(self._connection, table, self._types[table], columns)
        self._next += len(games)

    def _layout(self, tale: Tale) -> Layout:
        board, order = tale.table
        return self._boards[board].lay(order)

    def _remember(self, met: list[int]) -> None:
        self._connection.execute("INSERT INTO met SELECT unnest(?::INTEGER[])", [met])

    def _insert_boards(self, games: Sequence[Good]) -> None:
        boards = {good.row.board_hash: (good.row.board, good.facts) for good in games}
        new = {h: board for h, board in boards.items() if h not in self._boards}
        rows = [(h, *board) for h, board in new.items()]
        insert(self._connection, "boards", self._types["boards"], rows)
        self._boards.update({h: board_from(kept) for h, (_, kept) in new.items()})

    def _note_load(self, tally: Tally, finished: datetime | None) -> None:
        counts = [tally.loaded, tally.replaced, tally.already, tally.refused]
        if self._load is None:
            self._load = self._number("SELECT coalesce(max(load), 0) + 1 FROM loads")
            self._connection.execute(
                "INSERT INTO loads VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [self._load, self._started, finished, program_version(), *counts],
            )
        else:
            self._connection.execute(
                "UPDATE loads SET finished = ?, loaded = ?, replaced = ?, already = ?, refused = ?"
                " WHERE load = ?",
                [finished, *counts, self._load],
            )

    def _number(self, question: str) -> int:
        ((number,),) = self._connection.execute(question).fetchall()
        return int(number)

    # ------------------------------------------------------------------ who stays, who goes

    def _plan(self, batch: Sequence[Good | Refused]) -> _Plan:
        plan = _Plan()
        there = _There(self._connection, batch, self._load, with_places=self._replace)
        for entry in batch:
            had = there.refusals.get(entry.place)
            if isinstance(entry, Refused):
                plan.tally.refused += 1
                plan.tally.refusals.append(entry.error)
                if had is None or had != entry.row():
                    plan.refusals_new.append(entry)
                    there.refusals[entry.place] = entry.row()
                else:
                    had = None
            elif self._replace:
                self._plan_replacing(plan, there, entry)
            elif entry.id in there.places:
                plan.tally.already += 1
            else:
                plan.tally.loaded += 1
                plan.new[entry.id] = entry
                there.put(entry)
            if had is not None:
                plan.refusals_out.append(entry.place)
        return plan

    def _plan_replacing(self, plan: _Plan, there: _There, entry: Good) -> None:
        own = entry.id
        before = there.places.get(own)
        file, _ = entry.place
        # Standard input is another one each time: there only the id tells what is meant.
        old = there.ids.get(entry.place) if file != "-" else own if before else None
        copy = own in there.met
        there.met.add(own)
        elsewhere = before is not None and (copy or (before[0] != file and file != "-"))
        if elsewhere or (old == own and there.text(own) == entry.text):
            plan.tally.already += 1
            if not copy:
                plan.met.append(there.keys[own])
            if old is not None and old != own:
                _take_out(plan, there, old)  # what stood in this place before is corrected away
            return
        gone = {game for game in (old, own if before else None) if game is not None}
        for game in gone:
            _take_out(plan, there, game)
        if gone:
            plan.tally.replaced += 1
        else:
            plan.tally.loaded += 1
        plan.new[own] = entry
        there.put(entry)


class _There:
    """What the database holds that a batch could meet, kept up to date while it is planned."""

    def __init__(
        self,
        connection: DuckDBPyConnection,
        batch: Sequence[Good | Refused],
        load: int | None,
        *,
        with_places: bool,
    ) -> None:
        self._connection = connection
        self.met: set[str] = set()
        self.keys: dict[str, int] = {}
        self.places: dict[str, Place] = {}
        self.ids: dict[Place, str] = {}
        self._put: dict[str, str] = {}
        ids = [entry.id for entry in batch if isinstance(entry, Good)]
        self._find("id IN (SELECT unnest($ids::VARCHAR[]))", {"load": load, "ids": ids})
        files = sorted({entry.place[0] for entry in batch})
        numbers = sorted({entry.place[1] for entry in batch})
        in_places = "file IN (SELECT unnest($files::VARCHAR[])) AND record BETWEEN $first AND $last"
        limits = {"files": files, "first": numbers[0], "last": numbers[-1]}
        if with_places:
            self._find(in_places, {"load": load, **limits})
        self.refusals: dict[Place, tuple[Any, ...]] = {
            (row[0], row[1]): row
            for row in connection.execute(
                "SELECT file, record, line, id, code, at_line, at_column, turn, message"
                f" FROM refusals WHERE {in_places}",
                limits,
            ).fetchall()
        }

    def _find(self, condition: str, values: dict[str, Any]) -> None:
        found = self._connection.execute(
            "SELECT game, id, file, record, load = $load OR game IN (SELECT game FROM met)"
            f" FROM games WHERE {condition}",
            values,
        )
        for key, own, file, record, met in found.fetchall():
            self.keys[own] = key
            self.places[own] = (file, record)
            self.ids[file, record] = own
            if met:
                self.met.add(own)

    def text(self, own: str) -> str:
        if own in self._put:
            return self._put[own]
        ((text,),) = self._connection.execute(
            "SELECT text FROM texts WHERE game = ?", [self.keys[own]]
        ).fetchall()
        return str(text)

    def put(self, entry: Good) -> None:
        own = entry.id
        self.places[own] = entry.place
        self.ids[entry.place] = own
        self._put[own] = entry.text


def _take_out(plan: _Plan, there: _There, own: str) -> None:
    """Take a game out of the database, or out of what is about to go in."""
    if own in plan.new:
        del plan.new[own]
    else:
        plan.out.add(there.keys[own])
    place = there.places.pop(own)
    if there.ids.get(place) == own:
        del there.ids[place]


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None, microsecond=0)


def file_seen_from(file: str, database: Path) -> str:
    """A file as seen from the folder of the database: the same from wherever it is loaded.

    >>> file_seen_from("club/night.iqn", Path("games.duckdb"))
    'club/night.iqn'
    """
    if file == "-":
        return file
    try:
        seen = os.path.relpath(Path(file).resolve(), database.resolve().parent)
    except ValueError:  # another drive
        seen = str(Path(file).resolve())
    # File names need not be text; what is kept must be.
    return os.fsencode(Path(seen).as_posix()).decode("utf-8", "backslashreplace")


def delete_games(connection: DuckDBPyConnection, keys: Iterable[int]) -> None:
    """Take games out of all tables, by key."""
    listed = sorted(keys)
    if listed:
        for table in TABLES_BY_GAME:
            connection.execute(
                f"DELETE FROM {table} WHERE game IN (SELECT unnest(?::INTEGER[]))", [listed]
            )


def _delete_refusals(connection: DuckDBPyConnection, places: Sequence[Place]) -> None:
    for file, record in places:
        connection.execute("DELETE FROM refusals WHERE file = ? AND record = ?", [file, record])
