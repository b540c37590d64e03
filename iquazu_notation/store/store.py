"""Opening the database: for writing, made if it is not there; or strictly for reading.

Whatever can go wrong is told as a `StoreError`, whose text is one sentence.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import resources
from importlib.metadata import version
from pathlib import Path

import duckdb
from duckdb import DuckDBPyConnection

SCHEMA_VERSION = 1
WAIT = 3.0  # seconds to wait for another program to let go of the file
# What the database may take while games are loaded, however many there are; else it would take
# most of the machine. Larger sorts go to disk.
MEMORY = "300MB"

TABLES_BY_GAME = (
    "games",
    "texts",
    "tags",
    "seats",
    "turns",
    "placements",
    "drops",
    "draws",
    "tiles",
    "scorings",
    "prizes",
)
"""The tables that have the key of a game; the others are about loads, boards and players."""

TABLES = ("meta", "loads", "refusals", "boards", *TABLES_BY_GAME, "ratings")


class StoreError(Exception):
    """The database can't be used; the text is one sentence."""


class InUse(StoreError):
    """Another program has the database open."""


def program_version() -> str:
    """The version of this program."""
    return version("iquazu-notation")


@contextmanager
def opened_to_write(path: Path, wait: float = WAIT) -> Iterator[DuckDBPyConnection]:
    """The database, made if there is none. One program at a time can write."""
    if not path.exists() or (path.is_file() and path.stat().st_size == 0):
        _create(path)
    with _connected(path, {"memory_limit": MEMORY}, read_only=False, wait=wait) as connection:
        # Only text comes as Python objects, and no column is to be taken for anything else.
        connection.execute("SET pandas_analyze_sample = 0")
        # Threads would only wait for each other: tables are filled one after the other.
        connection.execute("SET threads = 1")
        yield connection


@contextmanager
def opened_to_read(path: Path, wait: float = WAIT) -> Iterator[DuckDBPyConnection]:
    """The database, with no way to change it or to reach any other file."""
    if not path.exists():
        raise StoreError(f"there is no database {path}; iquazu load makes one")
    config = {
        "enable_external_access": "false",
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "python_enable_replacements": "false",
        "lock_configuration": "true",
    }
    with _connected(path, config, read_only=True, wait=wait) as connection:
        yield connection


@contextmanager
def opened_to_export(path: Path, wait: float = WAIT) -> Iterator[DuckDBPyConnection]:
    """The database, not to be changed, from where other files can be written."""
    if not path.exists():
        raise StoreError(f"there is no database {path}; iquazu load makes one")
    with _connected(path, {}, read_only=True, wait=wait) as connection:
        yield connection


@contextmanager
def _connected(
    path: Path, config: dict[str, str], read_only: bool, wait: float
) -> Iterator[DuckDBPyConnection]:
    until = time.monotonic() + wait
    while True:
        try:
            connection = _connect(path, config, read_only)
            break
        except InUse:
            if time.monotonic() >= until:
                raise
            time.sleep(0.1)
    try:
        _check_version(connection, path)
        yield connection
    finally:
        # After an error of the disk even closing can fail; what was committed is safe.
        with suppress(duckdb.Error):
            connection.close()


def _connect(path: Path, config: dict[str, str], read_only: bool) -> DuckDBPyConnection:
    try:
        return duckdb.connect(str(path), read_only=read_only, config=dict(config))
    except (duckdb.IOException, duckdb.ConnectionException) as error:
        text = str(error)
        if "lock" in text.lower() or isinstance(error, duckdb.ConnectionException):
            raise InUse(
                f"{path} is in use by another program; try again when that is done"
            ) from None
        if path.is_dir():
            raise StoreError(f"{path} is a folder, not a database") from None
        if "not a valid DuckDB" in text:
            raise StoreError(f"{path} is not a database of games") from None
        raise StoreError(f"{path} can't be opened: {first_line(error)}") from None
    except duckdb.Error as error:
        raise StoreError(
            f"{path} can't be opened ({first_line(error)}); if it is damaged, delete it and load"
            " the records again"
        ) from None


def first_line(error: Exception) -> str:
    """The first line of an error, without the name of its kind.

    >>> first_line(ValueError("IO Error: no such file\\nmore"))
    'no such file'
    """
    line = next(iter(str(error).splitlines()), "")
    kind, found, rest = line.partition("Error: ")
    return rest if found and kind.count(" ") < 4 else line


def _check_version(connection: DuckDBPyConnection, path: Path) -> None:
    try:
        found = connection.execute("SELECT value FROM meta WHERE name = 'schema'").fetchall()
    except duckdb.CatalogException:
        raise StoreError(f"{path} is a DuckDB file, but not a database of games") from None
    except duckdb.BinderException:
        found = []
    if found != [(str(SCHEMA_VERSION),)]:
        had = f"version {found[0][0]}" if found else "another version"
        raise StoreError(
            f"{path} has {had} of the tables, and this program needs version {SCHEMA_VERSION}:"
            " delete the file and load the records again"
        )


def _create(path: Path) -> None:
    """Make an empty database beside its place, then put it there: whole or not at all."""
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".iquazu-") as folder:
            draft = Path(folder) / "new.duckdb"
            with duckdb.connect(str(draft)) as connection:
                connection.begin()  # else each of many statements would be put on disk by itself
                for part in ("schema.sql", "views.sql"):
                    connection.execute(_sql(part))
                connection.execute(
                    "INSERT INTO meta VALUES ('schema', ?), ('program', ?)",
                    [str(SCHEMA_VERSION), program_version()],
                )
                connection.commit()
                connection.execute("CHECKPOINT")  # closing it would say nothing of a full disk
            _put(draft, path)
    except OSError as error:
        raise StoreError(f"{path} can't be made: {error.strerror or error}") from None
    except duckdb.Error as error:
        raise StoreError(f"{path} can't be made: {first_line(error)}") from None


def _put(draft: Path, path: Path) -> None:
    """Give the draft its name, unless another program was quicker."""
    if path.exists() and path.stat().st_size == 0:
        draft.replace(path)
        return
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        return
    except OSError:
        # Some file systems know no links.
        if not path.exists():
            os.rename(draft, path)  # noqa: PTH104


def _sql(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
