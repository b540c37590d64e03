"""Whatever interrupts a load, only whole games are there, and loading again completes it."""

from __future__ import annotations

import gc
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from iquazu_notation import Replay, read_file, replay
from iquazu_notation.notation import drafts
from iquazu_notation.store.errors import StoreError
from iquazu_notation.store.store import opened_to_write
from tests.simulated import Script
from tests.store.shelf import beginning, columns_told, load_games, rows_per_game, simulated, write

MOMENTS = 20
RECORDS = 2000
# The records are beginnings of games: quick to play, each with its own id.
TURNS = range(1, 9)

# Small batches give more commits to be hit in a short time.
RUN = """
from iquazu_notation import sharing
from iquazu_notation.cli.main import run
from iquazu_notation.store import loading
sharing.BATCH = 10_000
loading.BATCH = 50
loading.TRANSACTION = 100
"""

# A line for every commit, so that the moments are spread over the load whatever its speed.
TELL = """
commit = loading.Loader._commit
def commit_and_tell(self):
    commit(self)
    print(self.tally.loaded, flush=True)
loading.Loader._commit = commit_and_tell
"""

Expected = dict[str, dict[str, int]]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    games = range(RECORDS // len(TURNS))
    assert all(len(Script.of(simulated(seed)).turns) > TURNS[-1] for seed in games)
    texts = [beginning(seed, turns) for turns in TURNS for seed in games]
    return write(tmp_path_factory.mktemp("killed"), "many.iqn", *texts)


@pytest.fixture(scope="module")
def games(file: Path) -> Iterator[list[Replay]]:
    found = [replay(record) for record in read_file(file)]
    gc.freeze()  # so many objects that stay slow down every collection
    yield found
    gc.unfreeze()


@pytest.fixture(scope="module")
def whole(games: list[Replay]) -> Expected:
    """By id, how many rows each table must have of a game."""
    expected: Expected = {}
    told = columns_told(games)
    for place, game in enumerate(games):
        assert game.id is not None
        counts = {table: int((told[table]["game"] == place).sum()) for table in told}
        expected[game.id] = {
            "games": 1,
            "texts": 1,
            "tags": len(game.tags),
            **{table: number for table, number in counts.items() if number},
        }
    assert len(expected) == RECORDS
    return expected


def command(file: Path, db: Path, more: str = "") -> list[str]:
    return [sys.executable, "-c", RUN + more + "run()", "load", str(file), "--db", str(db)]


def start(file: Path, db: Path, more: str = "") -> subprocess.Popen[bytes]:
    words = command(file, db, more)
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def check_whole(db: Path, whole: Expected) -> int:
    """The games that are there are whole; how many there are."""
    if not db.exists():
        return 0
    found = rows_per_game(db)
    assert all(counts == whole[own] for own, counts in found.items())
    return len(found)


def test_kill_9_at_any_moment_leaves_whole_games_and_a_second_run_completes_it(
    file: Path, games: list[Replay], whole: Expected
) -> None:
    first = file.with_name("first.duckdb")
    loaded = [0]
    told = [time.monotonic()]
    with start(file, first, TELL) as loading:
        assert loading.stdout is not None
        while loaded[-1] < RECORDS:
            loaded.append(int(loading.stdout.readline()))
            told.append(time.monotonic())
        loading.communicate()
        assert loading.returncode == 0
    commits = len(loaded) - 1
    assert commits >= 10
    between = (told[-1] - told[1]) / (commits - 1)
    assert check_whole(first, whole) == RECORDS
    chance = random.Random(4)
    reached = []
    for number in range(MOMENTS):
        db = file.with_name(f"killed-{number}.duckdb")
        after = number * commits // MOMENTS
        with start(file, db, TELL) as loading:
            assert loading.stdout is not None
            for _ in range(after):
                loading.stdout.readline()
            time.sleep(chance.random() * between)
            loading.send_signal(signal.SIGKILL)
        there = check_whole(db, whole)
        assert there >= loaded[after]
        reached.append(there)
        tally = load_games(db, games)
        assert (tally.already, tally.loaded, tally.refused) == (there, RECORDS - there, 0)
        assert rows_per_game(db) == whole
        db.unlink()
    # Else the moments would prove nothing.
    assert sum(0 < there < RECORDS for there in reached) > MOMENTS // 2, reached


def test_the_same_command_completes_an_interrupted_load(file: Path, whole: Expected) -> None:
    db = file.with_name("ctrl-c.duckdb")
    with start(file, db) as loading:
        while not db.exists():
            time.sleep(0.01)
        time.sleep(0.5)
        loading.send_signal(signal.SIGINT)
        out, err = loading.communicate()
    assert loading.returncode == 130, err
    assert b"Traceback" not in err
    assert out.startswith(b"Interrupted")
    there = check_whole(db, whole)
    assert f"{there}  loaded" in out.decode()
    with start(file, db) as again:
        assert again.wait() == 0
    assert rows_per_game(db) == whole


def load_with_files_up_to(limit: int, file: Path, db: Path) -> subprocess.CompletedProcess[str]:
    """A limit on the size of files is met like the end of the disk, when something is written."""
    return subprocess.run(
        command(file, db),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_full_disk_is_told_in_a_sentence_and_leaves_whole_games(
    file: Path, games: list[Replay], whole: Expected
) -> None:
    db = file.with_name("full.duckdb")
    done = load_with_files_up_to(1_200_000, file, db)
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1
    assert "can't be written" in done.stderr
    assert "loading again completes it" in done.stderr
    there = check_whole(db, whole)
    assert there < RECORDS
    assert load_games(db, games).loaded == RECORDS - there
    assert rows_per_game(db) == whole


def test_a_disk_too_full_for_an_empty_database_leaves_none(file: Path) -> None:
    db = file.with_name("none.duckdb")
    for limit in (5_000, 100_000, 700_000):
        done = load_with_files_up_to(limit, file, db)
        assert done.returncode == 2, done.stderr
        assert done.stderr.count("\n") == 1
        assert "can't be made" in done.stderr
        assert not db.exists()


# A moment of the load, and what then happens to the database there.
MEANWHILE = """
commit = loading.Loader._commit
def commit_and_lose(self):
    commit(self)
    if self.tally.loaded >= 300:
        lose()
loading.Loader._commit = commit_and_lose
"""
AT_THE_END = """
keep_ratings = loading.keep_ratings
def rate_and_lose(connection):
    keep_ratings(connection)
    lose()
loading.keep_ratings = rate_and_lose
"""
LOSE = {
    "deleted": "db.unlink()",
    "moved": "db.rename(db.with_name('elsewhere.duckdb'))",
    "replaced": "shutil.copy(db, 'copy'); os.replace('copy', db)",
}


@pytest.mark.parametrize("lose", LOSE.values(), ids=LOSE)
@pytest.mark.parametrize("moment", [MEANWHILE, AT_THE_END], ids=["meanwhile", "at-the-end"])
def test_a_database_that_is_gone_meanwhile_is_told_and_nothing_counts_as_loaded(
    file: Path, tmp_path: Path, lose: str, moment: str
) -> None:
    setting = "import os, pathlib, shutil, sys\ndb = pathlib.Path(sys.argv[-1])\n"
    more = f"{setting}def lose():\n    {lose}\n{moment}"
    db = tmp_path / "games.duckdb"
    done = subprocess.run(
        command(file, db, more), capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"iquazu: {db} was deleted, moved or replaced by another program meanwhile:"
        " what was done here is not in it, so do it again\n"
    )


def test_an_unload_from_a_database_that_is_gone_is_told_too(tmp_path: Path) -> None:
    db = tmp_path / "games.duckdb"

    def unload() -> None:
        with opened_to_write(db):
            db.unlink()

    with pytest.raises(StoreError, match="was deleted, moved or replaced"):
        unload()


MAKES_SLOWLY = """
import time
from iquazu_notation.store import store
def put(draft, file):
    print("made", flush=True)
    time.sleep(60)
store._put = put
"""


def test_what_a_load_killed_while_it_made_the_database_left_is_swept_by_the_next(
    file: Path, tmp_path: Path
) -> None:
    db, there = tmp_path / "games.duckdb", tmp_path / "there.duckdb"
    load_games(there, [])
    killed, living = start(file, db, MAKES_SLOWLY), start(file, db, MAKES_SLOWLY)
    try:
        for each in (killed, living):
            assert each.stdout is not None
            assert each.stdout.readline() == b"made\n"
        killed.send_signal(signal.SIGKILL)
        killed.communicate()
        assert len(list(tmp_path.glob(".iquazu-*"))) == 2
        # Whether the next load makes a database, or finds one there.
        drafts._swept.clear()
        with opened_to_write(there):
            pass
        (left,) = tmp_path.glob(".iquazu-*")
        assert (left / "new.duckdb").exists()
    finally:
        living.kill()
        living.communicate()
    with start(file, db) as again:
        assert again.wait() == 0
    assert {path.name for path in tmp_path.iterdir()} == {"games.duckdb", "there.duckdb"}
