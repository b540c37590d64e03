"""The one place where what DuckDB raises becomes a sentence with the file's name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import duckdb

from ..notation.files import StrPath, shown


class StoreError(Exception):
    """The database can't be used; the text is one sentence."""


class InUse(StoreError):
    """Another program has the database open."""


@contextmanager
def store_errors_of(path: StrPath, failed: str = "can't be read") -> Iterator[None]:
    """Whatever DuckDB raises meanwhile becomes a `StoreError`, or an interruption.

    >>> with store_errors_of("club.duckdb"):
    ...     raise duckdb.IOException("IO Error: Could not write file")
    Traceback (most recent call last):
    iquazu_notation.store.errors.StoreError: club.duckdb can't be read: Could not write file
    """
    try:
        yield
    except duckdb.InterruptException:
        raise KeyboardInterrupt from None
    except duckdb.Error as error:
        raise StoreError(_sentence(path, failed, error)) from None


def blames_the_file(error: duckdb.Error) -> bool:
    """Whether an error is about the database's file, and not about what was asked.

    >>> blames_the_file(duckdb.ParserException("Parser Error: syntax error"))
    False
    """
    of_files = duckdb.IOException | duckdb.InternalException | duckdb.FatalException
    return isinstance(error, of_files) or _damaged(error)


def first_line(error: Exception) -> str:
    """The first line of an error, without the name of its kind.

    >>> first_line(ValueError("IO Error: no such file\\nmore"))
    'no such file'
    """
    line = next(iter(str(error).splitlines()), "")
    kind, found, rest = line.partition("Error: ")
    return rest if found and kind.count(" ") < 4 else line


def _sentence(path: StrPath, failed: str, error: duckdb.Error) -> str:
    if _damaged(error):
        return (
            f"{shown(path)} is damaged: put a copy of it in its place, or load the records into a"
            f" new database ({first_line(error)})"
        )
    if isinstance(error, duckdb.OutOfMemoryException):
        return f"{shown(path)} {failed}: there is not enough memory for this"
    return f"{shown(path)} {failed}: {first_line(error)}"


def _damaged(error: duckdb.Error) -> bool:
    text = str(error)
    return (
        isinstance(error, duckdb.SerializationException)
        or "orrupt" in text
        or "Could not read enough bytes" in text
    )
