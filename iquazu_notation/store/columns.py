"""Rows turned into columns that DuckDB reads at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

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


def column_types(connection: DuckDBPyConnection) -> dict[str, dict[str, str]]:
    """By table, the type of each column, in order."""
    found: dict[str, dict[str, str]] = {}
    for table, column, kind in connection.execute(
        "SELECT table_name, column_name, data_type FROM duckdb_columns()"
        " WHERE schema_name = 'main' AND NOT internal ORDER BY table_name, column_index"
    ).fetchall():
        found.setdefault(table, {})[column] = kind
    return found


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
            number = values.number.astype(np.int16) + 1  # lists count from 1, and have no place 0
            arrays[name] = number
        else:
            shown.append(name)
            is_array = isinstance(values, np.ndarray)
            arrays[name] = (
                values.astype(DTYPES[kind], copy=False) if is_array else _array(values, kind)
            )
    connection.register("batch", arrays)
    try:
        connection.execute(f"INSERT INTO {table} SELECT {', '.join(shown)} FROM batch", words)
    finally:
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
