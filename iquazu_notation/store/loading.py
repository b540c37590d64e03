"""Games into the database, many per transaction: whatever happens, it holds whole games only.

A record's *place* is its file and its number there. The id decides whether a record is there
already; with `replace`, a record takes the place of the one that came from its place before.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from time import monotonic

import duckdb
import numpy as np
from duckdb import DuckDBPyConnection

from ..notation.files import shown
from ..replay import Replay
from .columns import chosen, insert, insert_columns
from .errors import StoreError, first_line
from .planning import Plan, Tally, planned
from .prepared import Good, Place, Prepared, prepare, together
from .rating_table import forget_ratings, keep_ratings
from .store import TABLES_BY_GAME, place_of, program_version, require_place
from .versions import column_types

BATCH = 1000  # records that go in together
BATCH_TEXT = 16_000_000  # or so many characters, if records are long
# A transaction has so many records: each rewrites the ends of all tables, so many small ones would
# be slow. Or it is as old as this, in seconds: what it has done is lost if it is interrupted.
TRANSACTION = 5_000
LONGEST = 10.0


class Loader:
    """Puts records into an open database.

    `tally` counts what is committed; the last transaction is committed by `finish`.
    """

    def __init__(
        self, connection: DuckDBPyConnection, database: Path, *, replace: bool = False
    ) -> None:
        self.tally = Tally()
        self._connection = connection
        self._database = database
        self._place = place_of(database)
        self._replace = replace
        self._types = column_types(connection)
        self._next = self._number("SELECT coalesce(max(game), 0) + 1 FROM games")
        boards = connection.execute("SELECT board_hash FROM boards").fetchall()
        self._boards = {board for (board,) in boards}
        self._load: int | None = None
        self._started = _now()
        self._file = self._seen = "-"
        self._waiting: list[Prepared] = []
        # The transaction that is open: what it has done, since when, and whether it changed games.
        self._done: Tally | None = None
        self._failed = False
        self._since = 0.0
        self._changed = False
        # Games that this load met and left alone: a second record of the same is a copy. They can
        # be more than fit into memory, so the database remembers them.
        connection.execute("CREATE OR REPLACE TEMP TABLE met (game INTEGER)")

    def add(self, games: Iterable[Replay]) -> None:
        """Take replayed records in."""
        waiting = iter(games)
        while (some := prepare(islice(waiting, BATCH))).entries:
            self.add_prepared(some)

    def add_prepared(self, some: Prepared) -> None:
        """Take in records that were made ready, perhaps by another process."""
        self._waiting.append(some)
        entries = [entry for each in self._waiting for entry in each.entries]
        if len(entries) >= BATCH or sum(entry.size for entry in entries) >= BATCH_TEXT:
            self._put_in()

    def _put_in(self) -> None:
        """Put in what waits: each table takes many rows at once nearly as quickly as one."""
        if not self._waiting:
            return
        some = together(self._waiting)
        self._waiting = []
        for entry in some.entries:
            if entry.file != self._file:  # records of a file come one after the other
                self._file = entry.file
                self._seen = file_seen_from(entry.file, self._database)
            entry.seen = self._seen
        with self._whole_or_not_at_all():
            if self._done is None:
                self._connection.begin()
                self._done, self._since, self._changed = Tally(), monotonic(), False
            plan = planned(self._connection, some.entries, self._load, replace=self._replace)
            if plan.met:
                self._remember(plan.met)
            if not plan.empty:
                self._carry_out(plan, some)
            self._done.add(plan.tally)
        if self._done.records >= TRANSACTION or monotonic() - self._since >= LONGEST:
            self._commit()

    def interrupt(self) -> None:
        """Break off what another thread is at here."""
        self._connection.interrupt()

    def finish(self) -> Tally:
        """Commit what is left, rate the players, and note that this load came to its end."""
        self._put_in()
        self._commit()
        with self._whole_or_not_at_all():
            self._connection.begin()
            keep_ratings(self._connection)  # also those that an interrupted load did not come to
            if self._load is not None:
                self._note_load(self.tally, _now())
            self._connection.commit()
        self.require_place()
        return self.tally

    def require_place(self) -> None:
        """What is committed to a file that is not in its place any more is lost."""
        require_place(self._database, self._place)

    # ------------------------------------------------------------------ a transaction

    def _commit(self) -> None:
        if self._done is None:
            return
        after = Tally()
        after.add(self.tally)
        after.add(self._done)
        with self._whole_or_not_at_all():
            self.require_place()
            if self._changed:
                self._note_load(after, None)
            self._connection.commit()
        self.tally, self._done = after, None

    @contextmanager
    def _whole_or_not_at_all(self) -> Iterator[None]:
        """Whatever goes wrong, the transaction is taken back, and nothing more is taken in."""
        if self._failed:
            raise StoreError(f"loading into {shown(self._database)} has failed before")
        try:
            yield
        except duckdb.InterruptException:
            self._roll_back()
            raise KeyboardInterrupt from None
        except duckdb.Error as error:
            self._roll_back()
            raise StoreError(
                f"{shown(self._database)} can't be written ({first_line(error)}); what was loaded"
                " before this is safe, and loading again completes it"
            ) from None
        except BaseException:
            self._roll_back()
            raise

    def _roll_back(self) -> None:
        self._failed = True
        with suppress(duckdb.Error):
            self._connection.rollback()

    def _carry_out(self, plan: Plan, some: Prepared) -> None:
        connection = self._connection
        if not self._changed:
            self._changed = True
            if self._load is None:
                self._note_load(self.tally, None)
            forget_ratings(connection)
        delete_games(connection, plan.out)
        _delete_refusals(connection, plan.refusals_out)
        refused = ((self._load, *refusal.row()) for refusal in plan.refusals_new)
        insert(connection, "refusals", self._types["refusals"], refused)
        if plan.new:
            self._insert_games(plan, some)

    def _insert_games(self, plan: Plan, some: Prepared) -> None:
        """The good records that are new, each with a key of its own."""
        good = some.good
        self._insert_boards(good)
        new = np.array([plan.new.get(entry.id) is entry for entry in good])
        keys = np.where(new, self._next + np.cumsum(new) - 1, 0).astype(np.int32)
        came_from = {
            "load": [self._load] * len(good),
            "file": [entry.seen for entry in good],
            "record": [entry.number for entry in good],
            "line": [entry.line for entry in good],
        }
        for table in TABLES_BY_GAME:
            columns = some.tables[table]
            columns = {**columns, **came_from} if table == "games" else columns
            key = keys[columns["game"]]
            columns = {**columns, "game": key}
            if not new.all():
                columns = chosen(columns, key > 0)
            insert_columns(self._connection, table, self._types[table], columns)
        self._next += int(new.sum())

    def _remember(self, met: list[int]) -> None:
        self._connection.execute("INSERT INTO met SELECT unnest(?::INTEGER[])", [met])

    def _insert_boards(self, games: Sequence[Good]) -> None:
        # By what they are: one board can go by several names.
        new = {game.board[0]: game.board for game in games if game.board[0] not in self._boards}
        insert(self._connection, "boards", self._types["boards"], new.values())
        self._boards |= new.keys()

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
        # Unlike `Path.resolve`, this takes any name: links in a circle stay as they are.
        whole = os.path.realpath(file)
        seen = os.path.relpath(whole, Path(os.path.realpath(database)).parent)
    except ValueError:  # another drive, or what can't be the name of a file
        seen = file
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
