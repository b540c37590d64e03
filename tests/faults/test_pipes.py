"""Real pipes and real processes, as a shell makes them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.good_and_bad import GOOD, SLIP

from .bench import Case, Zygote, a_copy, wrong_with

IQUAZU = [sys.executable, "-c", "from iquazu_notation.cli.main import run; run()"]
MANY = 20_000  # records: what is printed about them fits into no pipe


def first_line_of(folder: Path, *words: str) -> tuple[bytes, int, bytes]:
    """`iquazu … | head -1`: the line, the exit code of `iquazu`, and its standard error."""
    pipe = subprocess.PIPE
    with subprocess.Popen([*IQUAZU, *words], stdout=pipe, stderr=pipe, cwd=folder) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        line = running.stdout.readline()
        running.stdout.close()
        told = running.stderr.read()
        return line, running.wait(60), told


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("format", ["human", "jsonl", "json"])
def test_who_reads_one_line_of_good_records_gets_exit_code_0_whatever_comes_behind(
    tmp_path: Path, format: str, jobs: str
) -> None:
    (tmp_path / "night.iqn").write_text((GOOD + "\n") * MANY + SLIP)
    words = ["validate", "night.iqn", "-f", format, "--jobs", jobs]
    line, code, told = first_line_of(tmp_path, *words)
    assert line
    assert (code, told) == (0, b"")


def test_who_reads_one_line_behind_a_bad_record_gets_exit_code_1(tmp_path: Path) -> None:
    (tmp_path / "night.iqn").write_text((SLIP + "\n") * MANY)
    assert first_line_of(tmp_path, "validate", "night.iqn")[1:] == (1, b"")


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "--players", "2", "--bots", "random", "--games", "100000"],
        ["replay", "night.iqn", "-f", "json"],
        ["fmt", "--diff", "night.iqn"],
        ["sql", "FROM range(100000000)", "-f", "csv", "--db", "club.duckdb"],
    ],
    ids=lambda words: words[0],
)
def test_nobody_works_on_for_a_reader_who_is_gone(
    furnished: Path, tmp_path: Path, words: list[str]
) -> None:
    (tmp_path / "night.iqn").write_text((GOOD.replace("1. R", "1.  R") + "\n") * 2000)
    (tmp_path / "club.duckdb").write_bytes((furnished / "club.duckdb").read_bytes())
    would_change = words[0] == "fmt"
    assert first_line_of(tmp_path, *words)[1:] == (int(would_change), b"")


@pytest.mark.parametrize(
    "stream", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", ">/dev/full", "2>/dev/full"]
)
def test_a_shell_may_close_or_fill_any_stream(tmp_path: Path, stream: str) -> None:
    (tmp_path / "night.iqn").write_text(GOOD)
    shell = ["sh", "-c", f'"$@" {stream}', "sh", *IQUAZU, "validate", "night.iqn", "no.iqn", "-"]
    done = subprocess.run(
        shell, cwd=tmp_path, capture_output=True, text=True, input=GOOD, timeout=60, check=False
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    if stream == "<&-":
        assert "iquazu: -: this is closed\n" in done.stderr
    if stream in (">&-", ">/dev/full"):
        assert done.stderr.count("standard output") == 1


def test_a_pipe_without_a_writer_is_waited_for_as_cat_does_and_the_bench_goes_on(
    zygote: Zygote, furnished: Path
) -> None:
    os.mkfifo(furnished.parent / "silent.iqn")
    case = Case(["validate", "../silent.iqn"], furnished, seconds=1.0)
    outcome = zygote.run(case)
    assert outcome.code == -9
    assert outcome.seconds < 5
    assert zygote.run(Case(["validate", "good.iqn"], furnished)).code == 0


JUNK = [
    "\udcff\udcfe",
    "R +\udcc3\n",
    "\0\n\0\n",
    "\x1b[31m\n" * 3,
    "x" * 100_000 + "\n",
    "(" * 9999,
]


@pytest.mark.parametrize(
    "call",
    [
        *("validate -", "fmt -", "fmt --diff -", "replay -", "legal -", "infer -"),
        *("load - --db new.duckdb", "sql - --db club.duckdb"),
        *("transcribe --plain night.iqn", "transcribe --plain good.iqn"),
    ],
)
def test_standard_input_may_hold_anything(
    zygote: Zygote, furnished: Path, tmp_path: Path, call: str
) -> None:
    faults = []
    for number, junk in enumerate(JUNK):
        folder = a_copy(furnished, tmp_path / str(number))
        outcome = zygote.run(Case([*call.split()], folder, stdin=junk))
        faults += [f"{junk[:9]!r}: {fault}" for fault in wrong_with(outcome)]
    assert not faults, "\n".join(faults)
