"""Many records, shared among processes: in order, nothing lost, and stopped at once."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from iquazu_notation import CannotRead, Record, sharing
from iquazu_notation.judged import judge
from iquazu_notation.notation.cutting import Chunk
from iquazu_notation.sharing import Batch, batches, shared
from tests.simulated import text_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are used")


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "BATCH", 5000)
    monkeypatch.setattr(sharing, "ALONE", 5000)


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Forty records, one of them with a slip, one unreadable."""
    texts = [text_of(number % 6, "none") for number in range(40)]
    texts[7] = texts[7].replace("\n5. ", "\n6. ")
    texts[30] += "what\n"
    file = tmp_path / "many.iqn"
    file.write_text("\n".join(texts), encoding="utf-8")
    return file


def silent(message: str) -> None:
    raise AssertionError(message)


def name_and_process(record: Record) -> tuple[int, int]:
    return record.number, os.getpid()


@pytest.mark.parametrize("jobs", [2, 3])
def test_several_processes_say_the_same_as_one_in_the_same_order(many: Path, jobs: int) -> None:
    alone = list(shared(batches(many), judge, 1, silent))
    assert [judged.record for judged in alone] == list(range(1, 41))
    assert [judged.record for judged in alone if judged.verdict == "invalid"] == [8, 31]
    assert list(shared(batches(many), judge, jobs, silent)) == alone


def test_the_work_is_shared_once_it_is_worth_it(many: Path) -> None:
    done = dict(shared(batches(many), name_and_process, 2, silent))
    assert done[1] == os.getpid()
    assert len({*done.values()} - {os.getpid()}) == 2


def test_a_single_batch_starts_no_process(many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "ALONE", 10**9)
    done = dict(shared(batches(many), name_and_process, 4, silent))
    assert {*done.values()} == {os.getpid()}


def test_alone_each_result_comes_as_soon_as_it_is_there(many: Path) -> None:
    worked_on: list[int] = []

    def work(record: Record) -> int:
        worked_on.append(record.number)
        return record.number

    every = list(batches(many))
    assert len(every[0].chunks) > 1
    assert next(shared(every, work, 1, silent)) == 1
    assert worked_on == [1]


def dies_at(record: Record, number: int, once: Path | None) -> int:
    if record.number == number and (once is None or not once.exists()):
        if once is not None:
            once.touch()
        elif os.getpid() == int(os.environ["MAIN_PROCESS"]):
            return -record.number
        os.kill(os.getpid(), signal.SIGKILL)
    return record.number


def test_a_worker_that_dies_is_reported_and_loses_nothing(many: Path, tmp_path: Path) -> None:
    told: list[str] = []
    work = partial(dies_at, number=20, once=tmp_path / "died")
    assert list(shared(batches(many), work, 2, told.append)) == list(range(1, 41))
    assert told == ["a worker process was killed by SIGKILL; its records are done again"]


def test_a_batch_that_outlives_no_worker_is_done_in_the_first_process(
    many: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAIN_PROCESS", str(os.getpid()))
    told: list[str] = []
    work = partial(dies_at, number=20, once=None)
    done = list(shared(batches(many), work, 2, told.append))
    assert done == [-n if n == 20 else n for n in range(1, 41)]
    assert len(told) == 2


def fails(record: Record) -> int:
    if record.number > 20:
        raise ValueError(f"record {record.number}")
    return record.number


def test_an_error_in_a_worker_is_an_error_here(many: Path) -> None:
    with pytest.raises(ValueError, match="record 2"):
        list(shared(batches(many), fails, 2, silent))


def test_a_file_that_breaks_off_gives_what_could_be_read(tmp_path: Path, many: Path) -> None:
    packed = gzip.compress(many.read_bytes())
    broken = tmp_path / "broken.iqn.gz"
    broken.write_bytes(packed[: len(packed) // 2])
    found: list[int] = []

    def read_all() -> None:
        for batch in batches(broken):
            found.extend(record.number for record in batch.records())

    with pytest.raises(CannotRead):
        read_all()
    assert found == list(range(1, len(found) + 1))
    assert found


def test_batches_count_records_and_lines_of_their_file(many: Path) -> None:
    cut = list(batches(many, "club.iqn"))
    assert len(cut) > 5
    lines = many.read_text(encoding="utf-8").split("\n")
    for batch in cut:
        for record in batch.records():
            assert record.file == "club.iqn"
            assert lines[record.line - 1] == '[Game "Iquazu"]'
    assert Batch("x", 3, [Chunk(b'[Game "Iquazu"]\n', 1)]).first == 3


def runs(pid: str) -> bool:
    """Whether a process is there and not just waiting to be forgotten."""
    status = Path(f"/proc/{pid}/status")
    return status.exists() and "State:\tZ" not in status.read_text()


@pytest.fixture
def at_work(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], list[str]]]:
    """A command that shares its work with three others, and will for a while."""
    file = tmp_path / "very-many.iqn"
    file.write_text("\n".join(text_of(n % 6, "all") for n in range(3000)), encoding="utf-8")
    command = [sys.executable, "-c", "from iquazu_notation.cli.main import run; run()"]
    process = subprocess.Popen(
        [*command, "validate", str(file), "--jobs", "3", "--quiet"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    for _ in range(300):
        if len(children.read_text().split()) == 3:
            break
        time.sleep(0.05)
    workers = children.read_text().split()
    assert len(workers) == 3
    yield process, workers
    for pid in filter(runs, workers):
        os.kill(int(pid), signal.SIGKILL)
    process.communicate()


def test_ctrl_c_stops_at_once_and_leaves_no_process_behind(
    at_work: tuple[subprocess.Popen[bytes], list[str]],
) -> None:
    process, workers = at_work
    start = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    _, complaint = process.communicate(timeout=20)
    assert time.monotonic() - start < 5
    assert process.returncode == 130
    assert complaint.decode().strip() in ("", "stopped")
    assert not list(filter(runs, workers))


def test_ctrl_c_while_a_worker_is_started_is_not_lost(many: Path) -> None:
    # What is raised there, in between, nobody would ever see.
    code = (
        "import os, signal\n"
        "from iquazu_notation import sharing\n"
        "from iquazu_notation.cli.main import run\n"
        "sharing.BATCH = sharing.ALONE = 5000\n"
        "os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGINT))\n"
        "run()\n"
    )
    command = [sys.executable, "-c", code, "validate", str(many), "--jobs", "2", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 130, done.stderr
    assert done.stderr.strip() in ("", "stopped")


def test_workers_whose_first_process_is_killed_end_by_themselves(
    at_work: tuple[subprocess.Popen[bytes], list[str]],
) -> None:
    process, workers = at_work
    process.kill()
    process.wait()
    for _ in range(200):  # each does its batch first
        if not list(filter(runs, workers)):
            return
        time.sleep(0.05)
    pytest.fail(f"still there: {list(filter(runs, workers))}")


def answers_at_length(record: Record) -> bytes:
    return bytes([record.number]) * 300_000


def test_answers_that_nobody_fetches_at_once_hold_nothing_up(many: Path) -> None:
    for number, answer in enumerate(shared(batches(many), answers_at_length, 2, silent), 1):
        time.sleep(0.01)
        assert answer == bytes([number]) * 300_000
    assert number == 40
