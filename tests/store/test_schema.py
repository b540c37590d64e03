"""The tables are described twice, in the database and in the manual, and completely."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from iquazu_notation import read_text, replay
from iquazu_notation.store.rows import GameRow
from iquazu_notation.store.store import TABLES, TABLES_BY_GAME, opened_to_read, opened_to_write
from iquazu_notation.store.versions import column_types, columns_needed
from tests.simulated import text_of
from tests.store.shelf import ROOT, ask, columns_told


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("store") / "empty.duckdb"
    with opened_to_write(file):
        pass
    return file


def test_every_table_and_column_has_a_comment_in_the_database(db: Path) -> None:
    bare = ask(
        db,
        "SELECT table_name, NULL FROM duckdb_tables() WHERE comment IS NULL UNION ALL"
        " SELECT view_name, NULL FROM duckdb_views() WHERE comment IS NULL AND NOT internal"
        " UNION ALL SELECT table_name, column_name FROM duckdb_columns() WHERE comment IS NULL"
        " AND NOT internal AND table_name IN (SELECT table_name FROM duckdb_tables())",
    )
    assert bare == []


def test_the_list_of_tables_is_complete(db: Path) -> None:
    assert {name for (name,) in ask(db, "SELECT table_name FROM duckdb_tables()")} == set(TABLES)


def test_the_manual_has_every_table_column_and_view_with_the_same_words(db: Path) -> None:
    page = (ROOT / "docs" / "schema.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^### (\w+)\n(.*?)(?=^##)", page, re.MULTILINE | re.DOTALL))
    assert list(sections) == list(TABLES)
    for table, comment in ask(db, "SELECT table_name, comment FROM duckdb_tables()"):
        columns = ask(
            db,
            "SELECT column_name, data_type, comment FROM duckdb_columns()"
            f" WHERE table_name = '{table}' ORDER BY column_index",
        )
        lines = [f"| `{name}` | {kind} | {words} |" for name, kind, words in columns]
        assert re.findall(r"^\| `.*$", sections[table], re.MULTILINE) == lines
        assert comment in sections[table]
    views = page[page.index("## Views") :]
    names = ask(
        db,
        "SELECT view_name, comment FROM duckdb_views() WHERE NOT internal AND schema_name='main'",
    )
    assert {name for name, _ in names} == set(re.findall(r"^\| `(\w+)` \|", views, re.MULTILINE))
    for name, comment in names:
        columns = ask(
            db,
            f"SELECT column_name FROM duckdb_columns() WHERE table_name = '{name}'"
            " ORDER BY column_index",
        )
        listed = ", ".join(f"`{column}`" for (column,) in columns)
        assert f"| `{name}` | {listed} | {comment} |" in views


def test_the_columns_that_a_database_must_have_are_those_it_is_made_with(db: Path) -> None:
    with opened_to_read(db) as connection:
        found = column_types(connection)
    assert columns_needed() == {table: found[table] for table in TABLES}


def test_every_column_of_a_game_is_told(db: Path) -> None:
    with opened_to_read(db) as connection:
        types = column_types(connection)
    told = columns_told([replay(next(read_text(text_of(2, "none"))))])
    assert set(told) == set(TABLES_BY_GAME) - {"games", "texts", "tags"}
    for table, columns in told.items():
        assert set(columns) == set(types[table])
    assert list(types["games"]) == ["game", *GameRow._fields, "load", "file", "record", "line"]
