"""Whatever version made a database, its games are never lost, and no advice is to delete it.

`earlier/*.sql` are the tables as earlier versions made them. Who changes `schema.sql` puts a copy
of it there first.
"""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from iquazu_notation.store.versions import sql_of
from tests.cli.good_and_bad import GOOD
from tests.conftest import Iquazu
from tests.store.shelf import ROOT, load, simulated, write

FOLDER = Path(__file__).parent / "earlier"
EARLIER = [*sorted(FOLDER.glob("*.sql")), "none at all"]
LIKE_NOW = FOLDER / "with-keys.sql"
MEANT_FOR_IT = [
    ("load", "a.iqn"),
    ("unload", "a.iqn"),
    ("sql", "SELECT 1"),
    ("stats", "length"),
    ("dashboard", "--out", "page.html"),
    ("dashboard", "--serve"),
    ("export", "--to", "tables"),
]


def made_by(schema: Path | str, db: Path, version: str = "1") -> Path:
    """A database as an earlier version made it, with the games of `a.iqn`."""
    now = db.with_name("now.duckdb")
    load(now, [db.with_name("a.iqn")])
    if schema == "none at all":
        tables = (
            "CREATE TABLE meta (name VARCHAR PRIMARY KEY, value VARCHAR NOT NULL);"
            "CREATE TABLE texts (game INTEGER NOT NULL, text VARCHAR NOT NULL);"
        )
    else:
        tables = Path(schema).read_text(encoding="utf-8") + sql_of("views.sql")
    with duckdb.connect(str(db)) as connection:
        connection.execute(tables)
        connection.execute("INSERT INTO meta VALUES ('schema', ?), ('program', '0.1.0')", [version])
        connection.execute(f"ATTACH '{now}' AS now (READ_ONLY)")
        connection.execute("INSERT INTO texts FROM now.texts")
    now.unlink()
    return db


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "a.iqn", *map(simulated, range(3)))
    return tmp_path


@pytest.mark.parametrize("schema", EARLIER, ids=lambda s: getattr(s, "stem", s))
@pytest.mark.parametrize("version", ["0", "1"])
def test_games_come_back_byte_for_byte_from_every_earlier_version(
    iquazu: Iquazu, here: Path, schema: Path | str, version: str
) -> None:
    made_by(schema, here / "club.duckdb", version)
    bytes_before = (here / "club.duckdb").read_bytes()
    assert iquazu("export", "--games", "old.iqn", "--db", "club.duckdb").code == 0
    assert (here / "old.iqn").read_bytes() == (here / "a.iqn").read_bytes()
    out = iquazu("export", "--games", "-", "--db", "club.duckdb").out
    assert out.encode() == (here / "a.iqn").read_bytes()
    assert (here / "club.duckdb").read_bytes() == bytes_before


@pytest.mark.parametrize("schema", [s for s in EARLIER if s != LIKE_NOW], ids=str)
@pytest.mark.parametrize("words", MEANT_FOR_IT, ids=" ".join)
def test_every_other_command_says_first_how_to_get_the_games_back(
    iquazu: Iquazu, here: Path, schema: Path | str, words: tuple[str, ...]
) -> None:
    made_by(schema, here / "my club.duckdb")
    before = (here / "my club.duckdb").read_bytes()
    outcome = iquazu(*words, "--db", "my club.duckdb")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == (
        "iquazu: my club.duckdb was made by an earlier version of this program:"
        " `iquazu export --games old.iqn --db 'my club.duckdb'` gives its games back,"
        " and `iquazu load old.iqn --db new.duckdb` then makes a new database of them\n"
    )
    assert (here / "my club.duckdb").read_bytes() == before


def test_the_advice_that_is_given_works_word_for_word(iquazu: Iquazu, here: Path) -> None:
    made_by("none at all", here / "my club.duckdb")
    assert iquazu("export", "--games", "old.iqn", "--db", "my club.duckdb").code == 0
    assert "3  loaded" in iquazu("load", "old.iqn", "--db", "new.duckdb").out


def test_an_export_from_an_earlier_version_overwrites_nothing(iquazu: Iquazu, here: Path) -> None:
    made_by("none at all", here / "club.duckdb")
    write(here, "old.iqn", GOOD)
    assert iquazu("export", "--games", "old.iqn", "--db", "club.duckdb").code == 2
    assert (here / "old.iqn").read_text() == GOOD


def test_tables_with_keys_are_like_those_of_now(iquazu: Iquazu, here: Path) -> None:
    made_by(LIKE_NOW, here / "club.duckdb")
    assert "3  loaded" in iquazu("load", "a.iqn", "--db", "club.duckdb").out


def test_a_newer_version_is_told_to_update_the_program(iquazu: Iquazu, here: Path) -> None:
    load(here / "club.duckdb", [here / "a.iqn"])
    with duckdb.connect("club.duckdb") as connection:
        connection.execute("UPDATE meta SET value = '99' WHERE name = 'schema'")
    for words in [*MEANT_FOR_IT, ("export", "--games", "old.iqn")]:
        outcome = iquazu(*words, "--db", "club.duckdb")
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err == (
            "iquazu: club.duckdb was made by a newer version of this program: update it\n"
        )


def test_what_only_a_newer_duckdb_can_read_is_told_the_same(
    iquazu: Iquazu, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(here / "club.duckdb", [here / "a.iqn"])

    def refuse(*_: object, **__: object) -> None:
        raise duckdb.IOException(
            'IO Error: Trying to read a database file "club.duckdb" with version number 2000, but'
            " we can only read versions between 64 and 999."
        )

    monkeypatch.setattr(duckdb, "connect", refuse)
    outcome = iquazu("stats", "length", "--db", "club.duckdb")
    assert outcome.code == 2
    assert outcome.err == (
        "iquazu: club.duckdb was made by a newer version of this program: update it\n"
    )


FOREIGN = {
    "with a table meta": "CREATE TABLE meta (a INTEGER)",
    "with a version": "CREATE TABLE meta (name VARCHAR, value VARCHAR);"
    " INSERT INTO meta VALUES ('schema', '1')",
    "with a version that is none": "CREATE TABLE meta (name VARCHAR, value VARCHAR);"
    " CREATE TABLE texts (game INTEGER, text VARCHAR); INSERT INTO meta VALUES ('schema', NULL)",
    "with a view for a table": "CREATE VIEW meta AS SELECT 'schema' AS name, '1' AS value;"
    " CREATE TABLE texts (game INTEGER, text VARCHAR)",
    "with other tables": "CREATE TABLE mine (a INTEGER)",
    "without tables": "SELECT 1",
}


@pytest.mark.parametrize("made", FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize("words", [*MEANT_FOR_IT, ("export", "--games", "o")], ids=" ".join)
def test_the_database_of_another_program_is_left_alone(
    iquazu: Iquazu, here: Path, made: str, words: tuple[str, ...]
) -> None:
    with duckdb.connect("theirs.duckdb") as connection:
        connection.execute(made)
    before = (here / "theirs.duckdb").read_bytes()
    outcome = iquazu(*words, "--db", "theirs.duckdb")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == (
        "iquazu: theirs.duckdb is not a database of games, but of something else\n"
    )
    assert (here / "theirs.duckdb").read_bytes() == before
    assert sorted(file.name for file in here.iterdir()) == ["a.iqn", "theirs.duckdb"]


def test_no_text_of_the_program_tells_to_delete_a_database() -> None:
    for file in [*(ROOT / "iquazu_notation" / "store").glob("*.py"), *(ROOT / "cli").glob("*.py")]:
        assert "delete the file" not in file.read_text(encoding="utf-8"), file
