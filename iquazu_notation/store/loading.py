"""Games into the database, a batch per transaction: whatever happens, it holds whole games only.

A record's *place* is its file and its number there. The id decides whether a record is there
already; with `replace`, a record takes the place of the one that came from its place before.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
from duckdb import DuckDBPyConnection

from ..games.iquazu.board import Layout
from ..replay import Replay
from .boards import board_from
from .columns import column_types, insert, insert_columns
from .planning import Plan, Tally, planned
from .prepared import Good, Place, Refused, prepare
from .rating_table import forget_ratings, keep_ratings
from .rows import GameRow
from .store import TABLES_BY_GAME, StoreError, first_line, program_version
from .tales import Tale
from .telling import tell
from .told import flat

BATCH = 500  # records in a transaction
BATCH_TEXT = 16_000_000  # or so many characters, if records are long


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
        plan = planned(self._connection, batch, self._load, replace=self._replace)
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

    def _commit(self, plan: Plan) -> None:
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
