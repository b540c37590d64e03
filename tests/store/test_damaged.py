"""A database that is damaged, hidden, or of another kind is told in one sentence with its name."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from iquazu_notation.store.errors import StoreError
from iquazu_notation.store.store import opened_to_read, opened_to_write
from tests.cli.good_and_bad import GOOD
from tests.conftest import Iquazu
from tests.store.shelf import load, write


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("sound")
    load(folder / "club.duckdb", [write(folder, "a.iqn", GOOD)])
    return (folder / "club.duckdb").read_bytes()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "a.iqn", GOOD)
    return tmp_path


COMMANDS = [
    ("load", "a.iqn"),
    ("unload", "a.iqn"),
    ("sql", "FROM games JOIN texts USING (game)"),
    ("stats", "length"),
    ("dashboard", "--out", "page.html"),
    ("export", "--games", "out.iqn"),
    ("export", "--to", "out"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_flipped_bytes_are_told_in_a_sentence(
    iquazu: Iquazu, here: Path, sound: bytes, words: tuple[str, ...]
) -> None:
    chance = random.Random(9)
    refused = 0
    for number in range(24):
        db = here / f"{number}.duckdb"
        content = bytearray(sound)
        start = chance.randrange(len(content))
        for place in range(start, min(len(content), start + chance.choice((1, 500, 50_000)))):
            content[place] ^= 0x55
        db.write_bytes(content)
        outcome = iquazu(*words, "--db", db.name)
        assert "should not have happened" not in outcome.err
        assert outcome.code in (0, 1, 2)
        if outcome.code == 2 and "there already" not in outcome.err:
            refused += 1
            assert outcome.err.startswith(f"iquazu: {db.name} ")
            assert outcome.err.count("\n") == 1
        for left in ("page.html", "out.iqn", "out"):
            path = here / left
            if path.is_dir():
                for file in path.iterdir():
                    file.unlink()
            else:
                path.unlink(missing_ok=True)
    assert refused >= 4


@pytest.mark.parametrize("length", [1, 8, 12, 4000, 9000, 200_000])
def test_a_database_that_was_cut_off_is_told_in_a_sentence(
    iquazu: Iquazu, here: Path, sound: bytes, length: int
) -> None:
    (here / "cut.duckdb").write_bytes(sound[:length])
    for words in COMMANDS:
        outcome = iquazu(*words, "--db", "cut.duckdb")
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.startswith("iquazu: cut.duckdb is ")
        assert outcome.err.count("\n") == 1
    assert (here / "cut.duckdb").read_bytes() == sound[:length]


def sqlite(file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE meta (name, value)")
    connection.commit()
    connection.close()


@pytest.mark.parametrize("name", ["x.duckdb", "x.parquet", "x.csv", "md:x", "sqlite:x", ":memory:"])
def test_whatever_a_file_is_called_only_its_content_counts(
    iquazu: Iquazu, here: Path, name: str
) -> None:
    assert iquazu("load", "a.iqn", "--db", name).code == 0
    assert iquazu("sql", "SELECT count(*) AS n FROM games", "--db", name, "-f", "csv").out == (
        "n\n1\n"
    )
    (here / name).unlink()
    sqlite(here / name)
    before = (here / name).read_bytes()
    for words in COMMANDS:
        outcome = iquazu(*words, "--db", name)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err == f"iquazu: {name} is not a database of games\n"
    assert (here / name).read_bytes() == before


def test_only_loading_makes_a_database(iquazu: Iquazu, here: Path) -> None:
    (here / "empty.duckdb").touch()
    for words in COMMANDS[1:]:
        empty = iquazu(*words, "--db", "empty.duckdb")
        assert empty.err == "iquazu: empty.duckdb is empty; iquazu load makes one\n"
        missing = iquazu(*words, "--db", "no.duckdb")
        assert missing.err == "iquazu: there is no database no.duckdb; iquazu load makes one\n"
        assert (empty.code, missing.code) == (2, 2)
    assert not (here / "no.duckdb").exists()
    assert iquazu("load", "a.iqn", "--db", "empty.duckdb").code == 0


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000, "a.iqn/x.duckdb", ".", "loop", "\udcff"])
def test_a_name_that_no_database_can_have_is_told_in_a_sentence(here: Path, name: str) -> None:
    (here / "loop").symlink_to("loop")
    for opened in (opened_to_read, opened_to_write):
        with pytest.raises(StoreError) as told, opened(Path(name), wait=0):
            pass
        assert len(str(told.value)) < 300
        assert "\n" not in str(told.value)


def test_a_folder_named_lock_is_not_taken_for_a_lock(here: Path) -> None:
    (here / "lock").mkdir()
    (here / "lock" / "club.duckdb").write_bytes(b"x" * 20_000)
    with (
        pytest.raises(StoreError, match="is not a database of games"),
        opened_to_read(here / "lock" / "club.duckdb"),
    ):
        pass


def test_what_is_changed_in_a_game_by_hand_is_told_in_a_sentence(
    iquazu: Iquazu, here: Path
) -> None:
    for change in ("boards SET facts = '[]'", "boards SET facts = 'x'", "texts SET text = ''"):
        db = here / "club.duckdb"
        db.unlink(missing_ok=True)
        load(db, [here / "a.iqn"])
        with duckdb.connect(str(db)) as connection:
            connection.execute(f"UPDATE {change}")
            ((own,),) = connection.execute("SELECT id FROM games").fetchall()
        outcome = iquazu("dashboard", "--out", "page.html", "--game", own, "--db", db)
        assert outcome.code == 2
        assert "should not have happened" not in outcome.err


PEEK = """
import pathlib, sys
from iquazu_notation.store.store import opened_to_write
with opened_to_write(pathlib.Path(sys.argv[1]), wait=0):
    print("open")
"""


def test_opening_a_database_twice_keeps_others_out_all_the_same(here: Path, sound: bytes) -> None:
    db = here / "club.duckdb"
    db.write_bytes(sound)
    with opened_to_read(db):
        with opened_to_read(db):
            pass
        other = [sys.executable, "-c", PEEK, str(db)]
        done = subprocess.run(other, capture_output=True, text=True, check=False)
        assert "is in use by another program" in done.stderr
    assert subprocess.run(other, capture_output=True, text=True, check=True).stdout == "open\n"
