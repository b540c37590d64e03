"""The database written out again: its tables as Parquet files, its games as records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
from duckdb import DuckDBPyConnection

from ..notation.drafts import drafted
from ..notation.files import shown, writing
from .errors import StoreError, blames_the_file, first_line
from .store import TABLES

AT_A_TIME = 200


def texts(connection: DuckDBPyConnection) -> Iterator[str]:
    """The games in the order they were loaded, as one file has them: an empty line between."""
    # As every version of this program has kept them; NULL stands in no database that it made.
    connection.execute("SELECT text::VARCHAR FROM texts WHERE text IS NOT NULL ORDER BY game")
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
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for table, file in files.items():
        with drafted(file) as draft:
            _copy(connection, table, draft, file)
    return list(files.values())


def _copy(connection: DuckDBPyConnection, table: str, draft: Path, file: Path) -> None:
    try:
        str(draft).encode()
    except UnicodeEncodeError:
        raise StoreError(
            f"{shown(file)} can't be written: the names of the folders it is in must be readable"
            " text (UTF-8)"
        ) from None
    quoted = str(draft).replace("'", "''")
    try:
        connection.execute(f"COPY {table} TO '{quoted}' (FORMAT parquet)")
    except duckdb.InterruptException:
        raise
    except duckdb.Error as error:
        if str(draft) not in str(error) and blames_the_file(error):
            raise  # it is the database that can't be read
        why = first_line(error).replace(str(draft), str(file))
        raise StoreError(f"{shown(file)} can't be written: {why}") from None
