"""The database written out again: its tables as Parquet files, its games as records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
from duckdb import DuckDBPyConnection

from .store import TABLES, StoreError, first_line

AT_A_TIME = 200


def texts(connection: DuckDBPyConnection) -> Iterator[str]:
    """The games in the order they were loaded, as one file has them: an empty line between."""
    connection.execute("SELECT text FROM texts ORDER BY game")
    first = True
    while some := connection.fetchmany(AT_A_TIME):
        for (text,) in some:
            yield text if first else "\n" + text
            first = False


def parquet_files(folder: Path) -> dict[str, Path]:
    """Where each table goes."""
    return {table: folder / f"{table}.parquet" for table in TABLES}


def write_parquet(connection: DuckDBPyConnection, folder: Path) -> list[Path]:
    """Every table as a Parquet file in a folder, which is made if need be.

    Each is written beside its place first, so that none is there by half.
    """
    files = parquet_files(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for table, file in files.items():
            draft = file.with_name(f".{file.name}.part")
            try:
                quoted = str(draft).replace("'", "''")
                connection.execute(f"COPY {table} TO '{quoted}' (FORMAT parquet)")
                draft.replace(file)
            finally:
                draft.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"{folder} can't be written: {error.strerror or error}") from None
    except duckdb.Error as error:
        raise StoreError(f"{folder} can't be written: {first_line(error)}") from None
    return list(files.values())
