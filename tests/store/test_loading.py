"""Loading, loading again, replacing and unloading, as a person does it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from iquazu_notation import Replay, read_file, read_text, replay
from iquazu_notation.store import loading
from iquazu_notation.store.errors import InUse
from iquazu_notation.store.prepared import prepare
from iquazu_notation.store.store import (
    TABLES_BY_GAME,
    opened_to_read,
    opened_to_write,
)
from tests.cli.good_and_bad import GOOD, SLIP
from tests.conftest import Iquazu
from tests.store.shelf import (
    TUTORIAL,
    ask,
    beginning,
    contents,
    load,
    load_games,
    rows_per_game,
    simulated,
    write,
)

OTHER = GOOD.replace("1. R a4:W\n", "1. R +WWBO\n")
NAMED = GOOD.replace('[Seats "R G"]\n', '[Seats "R G"]\n[Red "Anna"]\n')


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "games.duckdb"


def texts(db: Path) -> list[str]:
    return [text for (text,) in ask(db, "SELECT text FROM texts ORDER BY game")]


def test_load_counts_what_it_did(iquazu: Iquazu, db: Path, tmp_path: Path) -> None:
    file = write(tmp_path, "night.iqn", GOOD, SLIP, OTHER, GOOD)
    outcome = iquazu("load", file, "--db", db)
    assert outcome.code == 1
    lines = [line.split() for line in outcome.out.splitlines()]
    assert lines[:3] == [["2", "loaded"], ["1", "already", "there"], ["1", "refused"]]
    assert outcome.out.splitlines()[3].startswith(f"  {file}:16:6: IQ304: WB ")
    assert ask(db, "SELECT file, record, line FROM games ORDER BY game") == [
        ("night.iqn", 1, 1),
        ("night.iqn", 3, 19),
    ]
    assert ask(db, "SELECT file, record, line, code, at_line, at_column, turn FROM refusals") == [
        ("night.iqn", 2, 10, "IQ304", 16, 6, 1)
    ]
    assert ask(db, "SELECT load, loaded, replaced, already, refused FROM loads") == [
        (1, 2, 0, 1, 1)
    ]
    assert ask(db, "SELECT count(finished) FROM loads") == [(1,)]


def test_the_database_is_made_here_if_none_is_named(
    iquazu: Iquazu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert iquazu("load", "-", stdin=GOOD).code == 0
    assert [f.name for f in tmp_path.iterdir()] == ["iquazu.duckdb"]
    assert ask(Path("iquazu.duckdb"), "SELECT file FROM games") == [("-",)]


def test_loading_twice_changes_nothing(iquazu: Iquazu, db: Path, tmp_path: Path) -> None:
    file = write(tmp_path, "night.iqn", GOOD, SLIP, OTHER)
    iquazu("load", file, TUTORIAL, "--db", db)
    before = contents(db)
    outcome = iquazu("load", file, TUTORIAL, "--db", db)
    assert "3  already there" in outcome.out
    assert outcome.code == 1
    assert contents(db) == before


def test_a_file_that_can_not_be_read_does_not_stop_the_others(
    iquazu: Iquazu, db: Path, tmp_path: Path
) -> None:
    outcome = iquazu("load", tmp_path / "no.iqn", write(tmp_path, "a.iqn", GOOD), "--db", db)
    assert outcome.code == 2
    assert "there is no such file" in outcome.err
    assert len(texts(db)) == 1


def test_other_names_and_comments_are_no_other_game(iquazu: Iquazu, db: Path) -> None:
    iquazu("load", "-", "--db", db, stdin=GOOD)
    iquazu("load", "-", "--db", db, stdin=NAMED)
    assert texts(db) == [GOOD]
    assert "1  replaced" in iquazu("load", "-", "--replace", "--db", db, stdin=NAMED).out
    assert texts(db) == [NAMED]


def test_replace_puts_a_corrected_record_in_the_place_of_the_old_one(
    iquazu: Iquazu, db: Path, tmp_path: Path
) -> None:
    file = write(tmp_path, "night.iqn", GOOD, OTHER)
    iquazu("load", file, "--db", db)
    third = beginning(1, 6)
    write(tmp_path, "night.iqn", NAMED, third)
    outcome = iquazu("load", file, "--db", db, "--replace")
    assert [line.split() for line in outcome.out.splitlines()[:2]] == [
        ["0", "loaded"],
        ["2", "replaced"],
    ]
    assert sorted(texts(db)) == sorted([NAMED, third])
    assert all(counts["games"] == 1 for counts in rows_per_game(db).values())
    before = contents(db)
    iquazu("load", file, "--db", db, "--replace")
    assert contents(db) == before


@pytest.mark.parametrize("batch", [1, 2, 3, 200])
def test_replace_follows_records_that_moved_in_their_file(
    db: Path, tmp_path: Path, batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "BATCH", batch)
    records = [beginning(0, turns) for turns in (2, 3, 4, 5)]
    file = write(tmp_path, "a.iqn", *records[:3])
    load(db, [file])
    for order in ([2, 0, 1], [3, 2, 0, 1], [1, 1, 0, 2, 3], [0, 3, 1, 2]):
        write(tmp_path, "a.iqn", *(records[at] for at in order))
        load(db, [file], replace=True)
        places = dict(ask(db, "SELECT text, record FROM texts JOIN games USING (game)"))
        expected = {records[at]: order.index(at) + 1 for at in order}
        assert places == expected
        assert ask(db, "SELECT count(*), count(DISTINCT id) FROM games") == [(len(places),) * 2]
        before = contents(db)
        assert load(db, [file], replace=True).already == len(order)
        assert contents(db) == before


def test_replace_keeps_the_old_version_when_the_new_one_is_invalid(
    iquazu: Iquazu, db: Path, tmp_path: Path
) -> None:
    file = write(tmp_path, "night.iqn", GOOD)
    iquazu("load", file, "--db", db)
    write(tmp_path, "night.iqn", SLIP)
    assert iquazu("load", file, "--db", db, "--replace").code == 1
    assert texts(db) == [GOOD]
    assert ask(db, "SELECT code FROM refusals") == [("IQ304",)]
    write(tmp_path, "night.iqn", NAMED)
    assert iquazu("load", file, "--db", db, "--replace").code == 0
    assert texts(db) == [NAMED]
    assert ask(db, "FROM refusals") == []


def test_a_file_is_the_same_from_wherever_it_is_loaded(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "club").mkdir()
    write(tmp_path / "club", "night.iqn", GOOD)
    load(db, [tmp_path / "club" / "night.iqn"])
    monkeypatch.chdir(tmp_path / "club")
    write(tmp_path / "club", "night.iqn", OTHER)
    assert load(Path("../games.duckdb"), [Path("night.iqn")], replace=True).replaced == 1
    assert ask(db, "SELECT file FROM games") == [("club/night.iqn",)]


def test_unload_by_id_file_and_folder(iquazu: Iquazu, db: Path, tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    first = write(tmp_path, "a.iqn", GOOD, SLIP)
    write(tmp_path / "club", "b.iqn", OTHER)
    iquazu("load", first, tmp_path / "club", TUTORIAL, "--db", db)
    assert len(texts(db)) == 3
    assert iquazu("unload", tmp_path / "club", "--db", db).out == "1 game unloaded\n"
    first.unlink()
    assert iquazu("unload", first, "--db", db).code == 0
    assert ask(db, "FROM refusals") == []
    ((own,),) = ask(db, "SELECT id FROM games")
    outcome = iquazu("unload", own[:12], "no-such.iqn", "--db", db)
    assert (outcome.code, outcome.out) == (2, "1 game unloaded\n")
    assert "no-such.iqn" in outcome.err
    emptied = contents(db)
    assert [table for table, rows in emptied.items() if rows] == ["meta", "loads"]


def test_what_was_unloaded_can_be_loaded_again(iquazu: Iquazu, db: Path) -> None:
    load(db, [TUTORIAL])
    before = contents(db)
    iquazu("unload", TUTORIAL, "--db", db)
    load(db, [TUTORIAL])
    after = contents(db)
    del before["loads"], after["loads"], before["games"], after["games"]
    assert after == before


@pytest.mark.parametrize("content", [b"not a database at all\n" * 500, None])
def test_a_file_that_is_something_else_is_left_alone(
    iquazu: Iquazu, db: Path, content: bytes | None
) -> None:
    if content is None:
        with duckdb.connect(str(db)) as connection:
            connection.execute("CREATE TABLE mine (a INTEGER)")
    else:
        db.write_bytes(content)
    before = db.read_bytes()
    outcome = iquazu("load", TUTORIAL, "--db", db)
    assert outcome.code == 2
    assert "not a database of games" in outcome.err
    assert db.read_bytes() == before


def test_a_folder_that_is_not_there_is_told_in_a_sentence(iquazu: Iquazu, tmp_path: Path) -> None:
    outcome = iquazu("load", TUTORIAL, "--db", tmp_path / "no" / "x.duckdb")
    assert outcome.code == 2
    assert outcome.err.endswith("x.duckdb can't be made: there is no such folder\n")
    assert "there is no database" in iquazu("sql", "SELECT 1", "--db", tmp_path / "x.duckdb").err


HOLD = """
import sys, time, pathlib
from iquazu_notation.store.store import opened_to_write
with opened_to_write(pathlib.Path(sys.argv[1])):
    print("open", flush=True)
    sys.stdin.read()
"""


def test_a_second_load_says_that_the_file_is_in_use_or_waits(
    iquazu: Iquazu, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(db, [TUTORIAL])
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(db)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        assert other.stdout.readline() == b"open\n"
        for opened in (opened_to_write, opened_to_read):
            with pytest.raises(InUse, match="is in use by another program"), opened(db, wait=0):
                pass
        outcome = iquazu("load", TUTORIAL, "--db", db)
        assert (outcome.code, outcome.out) == (2, "")
        in_use = "is in use by another program; try again when that is done"
        assert outcome.err == f"iquazu: {db} {in_use}\n"
        other.stdin.close()
        assert iquazu("load", TUTORIAL, "--db", db).code == 0


def test_reading_programs_do_not_hinder_each_other(db: Path) -> None:
    load(db, [TUTORIAL])
    code = (
        "import sys, pathlib; from iquazu_notation.store.store import opened_to_read\n"
        "with opened_to_read(pathlib.Path(sys.argv[1]), wait=0): print('fine')"
    )
    with opened_to_read(db):
        done = subprocess.run(
            [sys.executable, "-c", code, str(db)], capture_output=True, text=True, check=True
        )
    assert done.stdout == "fine\n"


def rows(db: Path) -> dict[str, list[tuple[object, ...]]]:
    """What is kept of the games, without the keys and the load that brought them."""
    without = {"games": "game, load"}
    with opened_to_read(db) as connection:
        return {
            table: sorted(
                connection.execute(
                    f"SELECT g.id, COLUMNS(t.* EXCLUDE ({without.get(table, 'game')}))"
                    f" FROM {table} AS t JOIN (SELECT game, id FROM games) AS g USING (game)"
                ).fetchall(),
                key=repr,
            )
            for table in TABLES_BY_GAME
        }


@pytest.fixture(scope="module")
def various() -> list[Replay]:
    """Games of two to four, some with unseen cards, some cut off; one with marks and seconds."""
    texts = [simulated(seed) for seed in range(14)] + [beginning(20, n) for n in (1, 5, 30)]
    texts += [path.read_text(encoding="utf-8") for path in sorted(TUTORIAL.parent.glob("*.iqn"))]
    return [replay(record) for text in texts for record in read_text(text)]


def test_records_made_ready_one_by_one_and_together_give_the_same_rows(
    tmp_path: Path, various: list[Replay]
) -> None:
    together, single = tmp_path / "together.duckdb", tmp_path / "single.duckdb"
    load_games(together, various)
    with opened_to_write(single) as connection:
        loader = loading.Loader(connection, single)
        for game in various:
            loader.add_prepared(prepare([game]))
        loader.finish()
    assert rows(single) == rows(together)


def test_new_games_among_those_that_are_there_get_their_own_rows(
    tmp_path: Path, various: list[Replay]
) -> None:
    at_once, by_and_by = tmp_path / "at-once.duckdb", tmp_path / "by-and-by.duckdb"
    load_games(at_once, various)
    load_games(by_and_by, various[1::3])
    load_games(by_and_by, various)
    assert rows(by_and_by) == rows(at_once)


def test_one_board_under_two_names_is_kept_once(iquazu: Iquazu, db: Path, tmp_path: Path) -> None:
    from iquazu_notation.games.iquazu.board_file import template

    records = []
    for turns, name in (("1. R +", "one"), ("1. R +\n2. G +", "two")):
        write(tmp_path, f"{name}.board.toml", template().replace('"my-box"', f'"{name}"'))
        tags = f'[Game "Iquazu"]\n[Board "{name}"]\n[Strips "1 2 3 4 5"]\n[Seats "R G"]\n\n'
        records.append(f"{tags}{turns}\n")
    outcome = iquazu("load", write(tmp_path, "night.iqn", *records), "--db", db)
    assert outcome.code == 0, outcome.err
    assert ask(db, "SELECT board FROM games ORDER BY game") == [("one",), ("two",)]
    assert ask(db, "SELECT count(*) FROM boards") == [(1,)]


def test_long_records_go_in_before_they_are_many(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "BATCH_TEXT", 5000)
    file = write(tmp_path, "long.iqn", *(f"{beginning(0, n)}{{{'x' * 2000}}}\n" for n in (2, 3, 4)))
    with opened_to_write(db) as connection:
        loader = loading.Loader(connection, db)
        there = []
        for record in read_file(file):
            loader.add([replay(record)])
            there += connection.execute("SELECT count(*) FROM games").fetchall()
    # Two long records can wait for others, three can't.
    assert there == [(0,), (0,), (3,)]


def test_a_board_travels_with_its_games(iquazu: Iquazu, db: Path, tmp_path: Path) -> None:
    from iquazu_notation.games.iquazu.board_file import reference
    from iquazu_notation.store.boards import board_from

    load(db, [TUTORIAL])
    ((name, facts),) = ask(db, "SELECT board, facts FROM boards")
    assert name == "reference"
    assert board_from(facts) == reference()


def test_help_does_not_import_the_database() -> None:
    code = (
        "import sys; sys.argv = ['iquazu', '--help']\n"
        "from iquazu_notation.cli.main import run\n"
        "try: run()\n"
        "except SystemExit: print('duckdb' in sys.modules or 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_a_load_leaves_most_of_the_memory_to_others(db: Path) -> None:
    with opened_to_write(db) as connection:
        ((limit,),) = connection.execute("SELECT current_setting('memory_limit')").fetchall()
    assert limit == "286.1 MiB"
