"""`iquazu sql` changes nothing and reads nothing else; `iquazu export` gives everything back."""

from __future__ import annotations

import csv
import gzip
import io
import json
from pathlib import Path

import duckdb
import pytest

from iquazu_notation.store.store import TABLES, opened_to_read
from tests.cli.good_and_bad import GOOD
from tests.conftest import Iquazu
from tests.store.shelf import ROOT, ask, contents, load, simulated, write


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("store")
    load(folder / "games.duckdb", [write(folder, "a.iqn", *map(simulated, range(8)))])
    return folder / "games.duckdb"


CHANGES = [
    "INSERT INTO meta VALUES ('a', 'b')",
    "DELETE FROM games",
    "UPDATE games SET site = 'x'",
    "DROP TABLE games",
    "CREATE TABLE x (a INTEGER)",
    "CREATE TEMP TABLE x AS SELECT 1",
    "COPY games TO '{folder}/out.csv'",
    "COPY (SELECT 1) TO '{folder}/out.parquet' (FORMAT parquet)",
    "EXPORT DATABASE '{folder}/out'",
    "ATTACH '{folder}/out.duckdb'",
    "ATTACH ':memory:' AS m",
    "SET enable_external_access = true",
    "INSTALL httpfs",
    "LOAD httpfs",
    "CHECKPOINT",
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM read_csv('http://127.0.0.1:9/x.csv')",
    "SELECT 1; DROP TABLE games",
    "WITH x AS (SELECT 1) INSERT INTO meta SELECT 'a', 'b'",
    "EXPLAIN ANALYZE INSERT INTO meta VALUES ('a', 'b')",
    "",
    "SELEC",
]


@pytest.mark.parametrize("query", CHANGES)
def test_what_is_not_a_question_about_games_is_refused(
    iquazu: Iquazu, db: Path, tmp_path: Path, query: str
) -> None:
    before = contents(db)
    outcome = iquazu("sql", query.format(folder=tmp_path), "--db", db)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("iquazu: ")
    assert outcome.err.count("\n") == 1
    assert "should not have happened" not in outcome.err
    assert contents(db) == before
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "query", [q for q in CHANGES if q and q[0] in "IDUCEAL" and "TEMP" not in q]
)
def test_the_connection_itself_refuses_changes(db: Path, tmp_path: Path, query: str) -> None:
    before = contents(db)
    with opened_to_read(db) as connection:
        if query != "CHECKPOINT":
            with pytest.raises(duckdb.Error):
                connection.execute(query.format(folder=tmp_path)).fetchall()
    assert contents(db) == before
    assert list(tmp_path.iterdir()) == []


def test_answers_as_table_csv_and_json(iquazu: Iquazu, db: Path) -> None:
    query = "SELECT game, players, played_on, margin / 2 AS half FROM games ORDER BY game LIMIT 2"
    rows = ask(db, query)
    table = iquazu("sql", query, "--db", db)
    assert table.out.splitlines()[0].split() == ["game", "players", "played_on", "half"]
    assert len(table.out.splitlines()) == 3
    found = list(csv.reader(io.StringIO(iquazu("sql", query, "--db", db, "-f", "csv").out)))
    assert found[0] == ["game", "players", "played_on", "half"]
    assert found[1:] == [["" if v is None else str(v) for v in row] for row in rows]
    answer = json.loads(iquazu("sql", query, "--db", db, "-f", "json").out)
    assert answer == {
        "schema": "iquazu.sql/1",
        "columns": ["game", "players", "played_on", "half"],
        "rows": [list(row) for row in rows],
    }
    assert iquazu("sql", "-", "--db", db, stdin=query).out == table.out


def test_an_answer_without_rows_is_still_one(iquazu: Iquazu, db: Path) -> None:
    query = "SELECT * FROM refusals"
    assert iquazu("sql", query, "--db", db).code == 0
    assert json.loads(iquazu("sql", query, "--db", db, "-f", "json").out)["rows"] == []


def test_a_long_table_says_where_it_was_cut(iquazu: Iquazu, db: Path) -> None:
    out = iquazu("sql", "SELECT * FROM range(501)", "--db", db).out
    assert "only the first 500 rows" in out
    assert "only" not in iquazu("sql", "SELECT * FROM range(500)", "--db", db).out
    query = "SELECT * FROM range(5000)"
    assert len(iquazu("sql", query, "--db", db, "-f", "csv").out.splitlines()) == 5001


def test_games_come_back_byte_for_byte_as_fmt_writes_them(iquazu: Iquazu, tmp_path: Path) -> None:
    samples = sorted((ROOT / "samples").glob("*.iqn"))
    short = [iquazu("fmt", "--short", "-", stdin=file.read_bytes()).out for file in samples]
    file = write(tmp_path, "all.iqn", *short)
    db = tmp_path / "games.duckdb"
    tally = load(db, [file])
    iquazu("fmt", file)
    # Two samples are the same game, with and without comments: the first one stays.
    records = file.read_text(encoding="utf-8").split("\n\n[Game ")
    assert tally.loaded + tally.already == len(samples)
    iquazu("export", "--db", db, "--games", tmp_path / "out.iqn")
    out = (tmp_path / "out.iqn").read_bytes()
    kept = out.decode().split("\n\n[Game ")
    assert len(kept) == tally.loaded
    assert all(text.rstrip("\n") in {r.rstrip("\n") for r in records} for text in kept)
    assert iquazu("export", "--db", db, "--games", "-").out.encode() == out
    assert iquazu("fmt", "--check", tmp_path / "out.iqn").code == 0
    iquazu("export", "--db", db, "--games", tmp_path / "out.iqn.gz")
    assert gzip.decompress((tmp_path / "out.iqn.gz").read_bytes()) == out


def test_a_file_of_different_games_comes_back_whole(
    iquazu: Iquazu, db: Path, tmp_path: Path
) -> None:
    before = (db.parent / "a.iqn").read_bytes()
    iquazu("export", "--db", db, "--games", tmp_path / "b.iqn")
    assert (tmp_path / "b.iqn").read_bytes() == before
    again = tmp_path / "again.duckdb"
    load(again, [tmp_path / "b.iqn"])
    same = [table for table in TABLES if table not in ("loads", "games")]
    assert {t: contents(again)[t] for t in same} == {t: contents(db)[t] for t in same}


def test_every_table_comes_out_as_parquet(iquazu: Iquazu, db: Path, tmp_path: Path) -> None:
    folder = tmp_path / "it's here"
    assert iquazu("export", "--db", db, "--to", folder).code == 0
    assert {file.name for file in folder.iterdir()} == {f"{table}.parquet" for table in TABLES}
    with duckdb.connect() as connection:
        for table, rows in contents(db).items():
            file = str(folder / f"{table}.parquet")
            found = connection.execute("SELECT * FROM read_parquet(?)", [file]).fetchall()
            assert sorted(found, key=repr) == rows


def test_nothing_is_overwritten_without_force(iquazu: Iquazu, db: Path, tmp_path: Path) -> None:
    file = write(tmp_path, "mine.iqn", GOOD)
    outcome = iquazu("export", "--db", db, "--games", file)
    assert outcome.code == 2
    assert file.read_text() == GOOD
    assert iquazu("export", "--db", db, "--games", file, "--force").code == 0
    assert file.read_bytes() == (db.parent / "a.iqn").read_bytes()
    assert iquazu("export", "--db", db).code == 2


def test_what_is_made_from_a_database_never_takes_its_place(iquazu: Iquazu, tmp_path: Path) -> None:
    db = tmp_path / "games.duckdb"
    load(db, [write(tmp_path, "a.iqn", GOOD)])
    (tmp_path / "link.html").symlink_to(db)
    before = db.read_bytes()
    for words in (
        ("export", "--games", db),
        ("export", "--games", tmp_path / "link.html"),
        ("dashboard", "--out", tmp_path / "link.html"),
    ):
        outcome = iquazu(*words, "--db", db, "--force")
        assert outcome.code == 2
        assert "is the database itself" in outcome.err
        assert db.read_bytes() == before


def test_no_file_of_a_user_can_meet_the_drafts_of_an_export(iquazu: Iquazu, tmp_path: Path) -> None:
    db = tmp_path / "games.duckdb"
    load(db, [write(tmp_path, "a.iqn", GOOD)])
    mine = write(tmp_path, ".games.parquet.part", "mine")
    assert iquazu("export", "--to", tmp_path, "--db", db).code == 0
    assert mine.read_text() == "mine"
    assert not list(tmp_path.glob(".iquazu-*"))


def test_a_question_that_is_no_text_is_told_in_a_sentence(iquazu: Iquazu, db: Path) -> None:
    for outcome in (
        iquazu("sql", "SELECT '\udcff'", "--db", db),
        iquazu("sql", "-", "--db", db, stdin=b"SELECT '\xff'"),
    ):
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err == "iquazu: this question is not readable text (UTF-8)\n"


def test_a_filter_that_is_no_text_matches_nothing(iquazu: Iquazu, db: Path) -> None:
    outcome = iquazu("stats", "length", "--player", "Zo\udceb", "--db", db, "-f", "csv")
    assert (outcome.code, outcome.err) == (0, "")
    outcome = iquazu("dashboard", "--out", db.parent / "x.html", "--game", "\udceb", "--db", db)
    assert outcome.code == 2
    assert "there is no game whose id begins with" in outcome.err
