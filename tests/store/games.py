"""Databases for the tests of statistics, filled by loading real records."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from duckdb import DuckDBPyConnection

from iquazu_notation import Replay, read_text, replay
from iquazu_notation.store.loading import Loader
from iquazu_notation.store.statistics import run
from iquazu_notation.store.store import opened_to_write


def played(texts: Iterable[str]) -> list[Replay]:
    """The replays of records, none of them invalid."""
    games = [replay(record) for text in texts for record in read_text(text)]
    assert all(game.verdict != "invalid" for game in games)
    return games


def database(path: Path, games: Iterable[Replay]) -> Path:
    """A new database of these games."""
    with opened_to_write(path) as connection:
        loader = Loader(connection, path)
        loader.add(games)
        loader.finish()
    return path


def rows(connection: DuckDBPyConnection, name: str, *keys: str) -> dict[Any, dict[str, Any]]:
    """The rows of a statistic by these columns; a single column stands without a tuple."""
    found: dict[Any, dict[str, Any]] = {}
    for row in run(connection, name).records():
        key = tuple(row[column] for column in keys)
        found[key if len(keys) > 1 else key[0]] = row
    return found
