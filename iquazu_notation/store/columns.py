"""Rows turned into columns that DuckDB reads at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, NamedTuple

import duckdb
import numpy as np
from duckdb import DuckDBPyConnection

DTYPES: dict[str, Any] = {
    "INTEGER": np.int32,
    "UTINYINT": np.uint8,
    "BOOLEAN": np.bool_,
    "DOUBLE": np.float64,
    "DATE": object,
    "VARCHAR": object,
}


class Words(NamedTuple):
    """A column of text as numbers of its words; -1 where there is none.

    The database puts the words in for itself, which leaves Python free for other work.
    """

    number: Any
    words: Sequence[str]

    def __len__(self) -> int:
        return len(self.number)


def narrowed(columns: Mapping[str, Any]) -> dict[str, Any]:
    """The same columns with numbers of half the size: no number in any table needs more.

    >>> narrowed({"turn": np.arange(3)})["turn"].dtype
    dtype('int32')
    """
    found: dict[str, Any] = {}
    for name, values in columns.items():
        if isinstance(values, Words):
            found[name] = Words(values.number.astype(np.int16), values.words)
        elif isinstance(values, np.ndarray) and values.dtype == np.int64:
            found[name] = values.astype(np.int32)
        else:
            found[name] = values
    return found


def joined(some: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The rows of several tables with the same columns, one after the other.

    >>> a, b = Words(np.array([0, -1]), ["R"]), Words(np.array([1, 0]), ["R", "G"])
    >>> joined([{"seat": a}, {"seat": b}])
    {'seat': Words(number=array([ 0, -1,  1,  0]), words=['R', 'G'])}
    """
    return {name: _one_after_the_other([columns[name] for columns in some]) for name in some[0]}


def _one_after_the_other(columns: Sequence[Any]) -> Any:
    first = columns[0]
    if isinstance(first, Words):
        if any(each.words != first.words for each in columns):
            columns = _with_the_same_words(columns)
        return Words(np.concatenate([each.number for each in columns]), columns[0].words)
    if isinstance(first, np.ndarray):
        masked = any(isinstance(each, np.ma.MaskedArray) for each in columns)
        return (np.ma.concatenate if masked else np.concatenate)(columns)
    return list(chain.from_iterable(columns))


def _with_the_same_words(columns: Sequence[Words]) -> list[Words]:
    words = list(dict.fromkeys(chain.from_iterable(each.words for each in columns)))
    # The number -1, for no word, is the last of these.
    numbers = [np.array([*map(words.index, each.words), -1]) for each in columns]
    return [Words(new[each.number], words) for new, each in zip(numbers, columns, strict=True)]


def chosen(columns: Mapping[str, Any], rows: Any) -> dict[str, Any]:
    """Some rows, by a mask.

    >>> chosen({"a": [1, 2], "b": np.array([3, 4])}, np.array([False, True]))
    {'a': [2], 'b': array([4])}
    """
    return {
        name: Words(values.number[rows], values.words)
        if isinstance(values, Words)
        else values[rows]
        if isinstance(values, np.ndarray)
        else [value for value, good in zip(values, rows, strict=True) if good]
        for name, values in columns.items()
    }


def insert(
    connection: DuckDBPyConnection, table: str, types: dict[str, str], rows: Iterable[Sequence[Any]]
) -> None:
    """Insert rows, whose fields are in the order of the table's columns."""
    columns = list(zip(*rows, strict=True))
    if columns:
        insert_columns(connection, table, types, dict(zip(types, columns, strict=True)))


def insert_columns(
    connection: DuckDBPyConnection,
    table: str,
    types: dict[str, str],
    columns: Mapping[str, Any],
) -> None:
    """Insert rows that come column by column."""
    if not len(next(iter(columns.values()))):
        return
    arrays = {}
    shown = []
    words: list[list[str]] = []
    for name, kind in types.items():
        values = columns[name]
        if isinstance(values, Words):
            words.append(list(values.words))
            shown.append(f"(${len(words)}::VARCHAR[])[{name}]")
            arrays[name] = values.number + 1  # lists count from 1, and have no place 0
        else:
            shown.append(name)
            # What is an array has numbers, whose size is the database's to adapt.
            arrays[name] = values if isinstance(values, np.ndarray) else _array(values, kind)
    connection.register("batch", arrays)
    try:
        connection.execute(f"INSERT INTO {table} SELECT {', '.join(shown)} FROM batch", words)
    finally:
        # After an error even this can fail, and that error is the one to be told.
        with suppress(duckdb.Error):
            connection.unregister("batch")


def _array(values: Sequence[Any], kind: str) -> Any:
    """A column as an array, masked where there is no value.

    >>> _array((1, None), "INTEGER").mask.tolist()
    [False, True]
    """
    dtype = DTYPES[kind]
    if dtype is object:
        text = np.empty(len(values), dtype=object)
        text[:] = [value and str(value) for value in values] if kind == "DATE" else values
        return text
    if None not in values:
        return np.array(values, dtype=dtype)
    # Of all numbers here, none is too large for a float, and what is None becomes not a number.
    found = np.array(values, dtype=np.float64)
    missing = np.isnan(found)
    found[missing] = 0
    return np.ma.masked_array(found.astype(dtype), mask=missing)
