"""Which version of the tables a database has, and what can be done with another one.

The version is a number in `meta`, raised when tables change for people who have databases. Tables
that differ without it come from before the first release; they count as an earlier version too.
The games themselves are in `texts`, alike in every version, and can always be had back.
"""

from __future__ import annotations

import re
import shlex
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Literal

from ..notation.files import StrPath, shown
from .errors import StoreError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SCHEMA_VERSION = 1

Made = Literal["here", "earlier", "later", "elsewhere"]


def sql_of(name: str) -> str:
    """One of the files that make the tables."""
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


@cache
def columns_needed() -> dict[str, dict[str, str]]:
    """By table, the type of each column, in order, as `schema.sql` has them.

    >>> columns_needed()["texts"]
    {'game': 'INTEGER', 'text': 'VARCHAR'}
    """
    tables = re.findall(r"^CREATE TABLE (\w+) \(\n(.*?)^\);", sql_of("schema.sql"), re.M | re.S)
    return {
        table: dict(re.findall(r"^ +(\w+) +([A-Z]+)", columns, re.MULTILINE))
        for table, columns in tables
    }


def column_types(connection: DuckDBPyConnection) -> dict[str, dict[str, str]]:
    """By table, the type of each column, in order."""
    found: dict[str, dict[str, str]] = {}
    for table, column, kind in connection.execute(
        "SELECT table_name, column_name, data_type FROM duckdb_columns()"
        " WHERE schema_name = 'main' AND NOT internal AND table_name IN"
        " (SELECT table_name FROM duckdb_tables()) ORDER BY table_name, column_index"
    ).fetchall():
        found.setdefault(table, {})[column] = kind
    return found


def made(connection: DuckDBPyConnection) -> Made:
    """By which version of this program a database was made, or by something else."""
    found = column_types(connection)
    meta, texts = found.get("meta", {}), found.get("texts", {})
    if list(meta) != ["name", "value"] or not {"game", "text"} <= texts.keys():
        return "elsewhere"
    versions = connection.execute(
        "SELECT value::VARCHAR FROM meta WHERE name::VARCHAR = 'schema'"
    ).fetchall()
    if len(versions) != 1 or not re.fullmatch("[0-9]{1,9}", versions[0][0] or ""):
        return "elsewhere"
    version = int(versions[0][0])
    if version > SCHEMA_VERSION:
        return "later"
    same = all(found.get(table) == columns for table, columns in columns_needed().items())
    return "here" if version == SCHEMA_VERSION and same else "earlier"


def require_version(
    connection: DuckDBPyConnection, path: StrPath, *, earlier_too: bool = False
) -> None:
    """The database must have the tables of this program; else a sentence says what to do.

    Never that a file is to be deleted: it may be somebody else's, or the only copy of games.
    """
    by = made(connection)
    if by == "elsewhere":
        raise StoreError(f"{shown(path)} is not a database of games, but of something else")
    if by == "later":
        raise StoreError(f"{shown(path)} was made by a newer version of this program: update it")
    if by == "earlier" and not earlier_too:
        named = shlex.quote(shown(path))
        raise StoreError(
            f"{shown(path)} was made by an earlier version of this program:"
            f" `iquazu export --games old.iqn --db {named}` gives its games back,"
            " and `iquazu load old.iqn --db new.duckdb` then makes a new database of them"
        )
