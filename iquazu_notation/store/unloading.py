"""Games out of the database again: by id, or by the file they came from."""

from __future__ import annotations

import re
from pathlib import Path

from duckdb import DuckDBPyConnection

from .errors import StoreError
from .loading import delete_games, file_seen_from
from .rating_table import forget_ratings, keep_ratings

SHORTEST_ID = 6


def unload(
    connection: DuckDBPyConnection, database: Path, names: list[str]
) -> tuple[int, list[str]]:
    """Take out all games that are meant: how many, and the names that meant none.

    A name is an id or its beginning, or a file or folder that games were loaded from (it need not
    be there any more; `-` is standard input). All of them go, or none.
    """
    keys: set[int] = set()
    files: list[str] = []
    unknown = []
    for name in names:
        seen = file_seen_from(name, database)
        found, refused = _from_file(connection, seen)
        if found or refused:
            files.append(seen)
        else:
            found = _with_id(connection, name)
        if not found and not refused:
            unknown.append(name)
        keys |= found
    connection.begin()
    forget_ratings(connection)
    delete_games(connection, keys)
    for seen in files:
        connection.execute(f"DELETE FROM refusals WHERE {_BELOW}", [seen])
    connection.execute("DELETE FROM boards WHERE board_hash NOT IN (SELECT board_hash FROM games)")
    keep_ratings(connection)
    connection.commit()
    return len(keys), unknown


_BELOW = "(file = $1 OR starts_with(file, $1 || '/') OR ($1 = '.' AND file <> '-'))"


def _from_file(connection: DuckDBPyConnection, seen: str) -> tuple[set[int], bool]:
    found = connection.execute(f"SELECT game FROM games WHERE {_BELOW}", [seen]).fetchall()
    refused = connection.execute(f"SELECT 1 FROM refusals WHERE {_BELOW} LIMIT 1", [seen])
    return {key for (key,) in found}, refused.fetchall() != []


def _with_id(connection: DuckDBPyConnection, name: str) -> set[int]:
    if not re.fullmatch(rf"[0-9a-f]{{{SHORTEST_ID},64}}", name):
        return set()
    found = connection.execute("SELECT game FROM games WHERE starts_with(id, ?)", [name]).fetchall()
    if len(found) > 1:
        raise StoreError(f"{len(found)} games have ids that begin with {name}: write more of it")
    return {key for (key,) in found}
