"""Opening the database: for writing, made if it is not there; or strictly for reading.

Whatever can go wrong is told as a `StoreError`, whose text is one sentence with the file's name:
also what DuckDB raises while the database is open.
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path

import duckdb
from duckdb import DuckDBPyConnection

from ..notation.drafts import NEW_DATABASE, sweep, workspace
from ..notation.files import FileError, kind, reading, reason, resolved, shown, writing
from .errors import InUse, StoreError, first_line, store_errors_of
from .versions import SCHEMA_VERSION, require_version, sql_of

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

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

# What DuckDB takes for something else than its own file (SQLite, …) must not make it fetch code.
_NOTHING_INSTALLED = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
_CLOSED = {
    **_NOTHING_INSTALLED,
    "enable_external_access": "false",
    "python_enable_replacements": "false",
    "lock_configuration": "true",
}

_SIGN = b"DUCK"  # in each DuckDB file, from byte 8 on
# Closing a file ends the lock that DuckDB has on it in the same process. So the sign is looked for
# only while no connection of ours is open to that file, and by one thread at a time.
_open: Counter[tuple[int, int] | None] = Counter()
_opening = threading.Lock()


def program_version() -> str:
    """The version of this program."""
    return version("iquazu-notation")


@contextmanager
def opened_to_write(
    path: Path, wait: float = WAIT, *, make: bool = True
) -> Iterator[DuckDBPyConnection]:
    """The database, made if there is none. One program at a time can write.

    At the end it must still be in its place: what is written to a file that somebody has deleted
    is lost.
    """
    file = _file(path)
    if make and _size(file, path) == 0:
        _create(file, path)
    _require_room(file, path)
    sweep(file.parent)
    config = {**_NOTHING_INSTALLED, "memory_limit": MEMORY}
    with _connected(path, file, config, read_only=False, wait=wait) as connection:
        # Only text comes as Python objects, and no column is to be taken for anything else.
        connection.execute("SET pandas_analyze_sample = 0")
        # Threads would only wait for each other: tables are filled one after the other.
        connection.execute("SET threads = 1")
        place = place_of(path)
        yield connection
    require_place(path, place)


@contextmanager
def opened_to_read(
    path: Path, wait: float = WAIT, *, earlier_too: bool = False
) -> Iterator[DuckDBPyConnection]:
    """The database, with no way to change it or to reach any other file.

    With `earlier_too`, also one that an earlier version of this program has made.
    """
    with _connected(
        path, _file(path), _CLOSED, read_only=True, wait=wait, earlier_too=earlier_too
    ) as connection:
        yield connection


@contextmanager
def opened_to_export(path: Path, wait: float = WAIT) -> Iterator[DuckDBPyConnection]:
    """The database, not to be changed, from where other files can be written."""
    with _connected(path, _file(path), _NOTHING_INSTALLED, read_only=True, wait=wait) as connection:
        yield connection


# ---------------------------------------------------------------------- its place


Place = tuple[int, int]


def place_of(path: Path) -> Place | None:
    """What tells this file from any that may come into its place; None if it can't be told."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


def require_place(path: Path, place: Place | None) -> None:
    """The database must be where it was."""
    if place is None or place_of(path) != place:
        raise StoreError(
            f"{shown(path)} was deleted, moved or replaced by another program meanwhile:"
            " what was done here is not in it, so do it again"
        )


# ---------------------------------------------------------------------- opening


@contextmanager
def _told() -> Iterator[None]:
    """What the file system says about the database."""
    try:
        yield
    except FileError as error:
        raise StoreError(error.message) from None


def _file(path: Path) -> Path:
    """The file itself, whole: DuckDB gives a meaning of its own to names like `md:games`."""
    with _told():
        file = resolved(path)
    try:
        str(file).encode()
    except UnicodeEncodeError:
        raise StoreError(
            f"{shown(path)} can't be used: the name of a database, and of the folders it is in,"
            " must be readable text (UTF-8)"
        ) from None
    return file


def _size(file: Path, path: Path) -> int:
    """The size of the database, 0 if there is none; it must not be anything but a file."""
    with _told():
        found = kind(file)
        if found == "folder":
            raise StoreError(f"{shown(path)} is a folder, not a database of games")
        if found == "other":
            raise _not_ours(path)
        if found is None:
            return 0
        with reading(path):
            return file.stat().st_size


def _require_room(file: Path, path: Path) -> None:
    """Where files may not be as large as the database is, writing in it would damage it."""
    if resource is None:
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
    if limit != resource.RLIM_INFINITY and limit < _size(file, path):
        raise StoreError(
            f"{shown(path)} can't be written: files may have at most {limit:,} bytes here"
            " (ulimit -f)"
        )


def _not_ours(path: Path) -> StoreError:
    return StoreError(f"{shown(path)} is not a database of games")


@contextmanager
def _connected(
    path: Path,
    file: Path,
    config: dict[str, str],
    *,
    read_only: bool,
    wait: float,
    earlier_too: bool = False,
) -> Iterator[DuckDBPyConnection]:
    if not _size(file, path):
        with _told():
            empty = kind(file) is not None
        what = f"{shown(path)} is empty" if empty else f"there is no database {shown(path)}"
        raise StoreError(f"{what}; iquazu load makes one")
    until = time.monotonic() + wait
    while True:
        try:
            connection, place = _connect(path, file, config, read_only)
            break
        except InUse:
            if time.monotonic() >= until:
                raise
            time.sleep(0.1)
    try:
        with store_errors_of(path, "can't be read" if read_only else "can't be written"):
            require_version(connection, path, earlier_too=earlier_too)
            yield connection
    finally:
        # After an error of the disk even closing can fail; what was committed is safe.
        with _opening, suppress(duckdb.Error):
            _open[place] -= 1
            connection.close()


def _connect(
    path: Path, file: Path, config: dict[str, str], read_only: bool
) -> tuple[DuckDBPyConnection, Place | None]:
    with _opening, store_errors_of(path, "can't be opened"):
        place = place_of(file)
        if not _open[place]:
            _require_sign(path, file, read_only)
        try:
            connection = duckdb.connect(str(file), read_only=read_only, config=dict(config))
        except duckdb.Error as error:
            text = str(error)
            if "Could not set lock" in text or isinstance(error, duckdb.ConnectionException):
                raise InUse(
                    f"{shown(path)} is in use by another program; try again when that is done"
                ) from None
            if "version number" in text:
                raise StoreError(
                    f"{shown(path)} was made by a newer version of this program: update it"
                ) from None
            raise
        _open[place] += 1
    return connection, place


def _require_sign(path: Path, file: Path, read_only: bool) -> None:
    guarded, mode = (reading, "rb") if read_only else (writing, "r+b")
    with _told(), guarded(path), file.open(mode) as start:
        signed = start.read(12)[8:] == _SIGN
    if not signed:
        raise _not_ours(path)


# ---------------------------------------------------------------------- making


def _create(file: Path, path: Path) -> None:
    """Make an empty database beside its place, then put it there: whole or not at all."""
    try:
        with workspace(file.parent) as folder:
            draft = folder / NEW_DATABASE
            with duckdb.connect(str(draft)) as connection:
                connection.begin()  # else each of many statements would be put on disk by itself
                for part in ("schema.sql", "views.sql"):
                    connection.execute(sql_of(part))
                connection.execute(
                    "INSERT INTO meta VALUES ('schema', ?), ('program', ?)",
                    [str(SCHEMA_VERSION), program_version()],
                )
                connection.commit()
                connection.execute("CHECKPOINT")  # closing it would say nothing of a full disk
            _put(draft, file)
    except FileNotFoundError:
        raise StoreError(f"{shown(path)} can't be made: there is no such folder") from None
    except OSError as error:
        raise StoreError(f"{shown(path)} can't be made: {reason(error)}") from None
    except duckdb.Error as error:
        raise StoreError(f"{shown(path)} can't be made: {first_line(error)}") from None


def _put(draft: Path, file: Path) -> None:
    """Give the draft its name, unless another program was quicker."""
    if file.exists() and file.stat().st_size == 0:
        draft.replace(file)
        return
    try:
        file.hardlink_to(draft)
    except FileExistsError:
        return
    except OSError:
        # Some file systems know no links.
        if not file.exists():
            os.rename(draft, file)  # noqa: PTH104
