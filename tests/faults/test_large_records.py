"""No text of 4 MiB takes the machine's memory, and the verdict never depends on what is shown."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from iquazu_notation import Replay, read_text, replay
from iquazu_notation.notation.diagnostics import WINDOW
from iquazu_notation.notation.limits import MOST_TURNS, MOST_WORDS

HEAD = '[Game "Iquazu"]\n[Strips "3 1 5 2 4"]\n[Seats "R G"]\n'
LONGEST = (4 << 20) - 1000
MEMORY = 300 << 20


def one(moves: str) -> Replay:
    (record,) = read_text(HEAD + moves)
    return replay(record)


def codes(game: Replay) -> Counter[str]:
    return Counter(found.code for found in game.diagnostics)


def test_faults_of_variations_past_a_limit_are_counted_in_one_warning() -> None:
    game = one("R +\n" + "(R k9)" * 1000 + "\n2. G k9\n")
    assert sum(codes(game).values()) == 22
    assert game.verdict == "invalid"
    assert [d.turn for d in game.diagnostics if d.severity == "error"] == [2]
    (more,) = [d for d in game.diagnostics if d.code == "IQ209"]
    assert more.message.startswith("980 more faults")


def test_faults_of_variations_alone_leave_a_record_good() -> None:
    assert one("R +\n" + "(R k9)" * 1000).verdict == "consistent"


def test_a_diagnostic_keeps_only_a_window_of_its_line() -> None:
    game = one("1. R +\n2. G " + "{c}" * 10_000 + " k9 " + "{c}" * 5000)
    (found,) = game.diagnostics
    assert len(found.source.text) == WINDOW
    assert "{c} k9 {c}" in found.source.text


@pytest.mark.parametrize(
    ("moves", "things"),
    [
        ("1. R +\n" + "{c}" * MOST_WORDS, "words and comments"),
        ("1. R" + " +" * MOST_WORDS, "words and comments"),
        ("R +\nG +\n" * (MOST_TURNS // 2) + "R +\n", "turns"),
        ("R + " + "(R +)" * MOST_TURNS, "turns"),
    ],
    ids=["comments", "words", "turns", "variations"],
)
def test_a_record_of_too_many_turns_or_words_is_refused_as_a_whole(moves: str, things: str) -> None:
    game = one(moves)
    (found,) = game.diagnostics
    assert (found.code, game.verdict, game.id) == ("IQ016", "invalid", None)
    assert things in found.message
    assert game.text() == (HEAD + moves).rstrip("\n") + "\n"


@pytest.mark.parametrize(
    "moves",
    [
        "1. R +\n" + "{c}" * (MOST_WORDS - 6),
        "R +\nG +\n" * (MOST_TURNS // 2),
        "R + " + "(R +)" * (MOST_TURNS - 1),
    ],
    ids=["comments", "turns", "variations"],
)
def test_a_record_within_the_limits_is_judged(moves: str) -> None:
    assert codes(one(moves))["IQ016"] == 0


def repeated(part: str, times: int | None = None) -> str:
    return HEAD + "R +\n" + part * (times or LONGEST // len(part))


LARGE = {
    "faulty variations in a line": repeated("(R k9)", 100_000),
    "faulty variations in lines": repeated("(R k9)\n", 200_000),
    "faulty variations, as many as there may be": repeated("(R k9)", 1999),
    "turns": repeated("G +\nR +\n"),
    "good variations": repeated("(R +)"),
    "nested variations": repeated("(R + " * 49 + ")" * 49),
    "variations within the limits": repeated("(R +" + " {c}" * 8 + ")\n", 1990),
    "empty comments": repeated("{}"),
    "comments within the limits": repeated("{" + "c" * 200 + "}", 19_000),
    "words in a turn": repeated("+ "),
    "words in a turn, as many as there may be": repeated("+ ", 19_000),
    "one word": repeated("x"),
    "one good word": HEAD + "R +" + "W" * LONGEST,
    "unreadable turns": repeated("1. R xx\n"),
    "unreadable words of a line": repeated("xx "),
    "tags": HEAD + '[A "b"]\n' * (LONGEST // 8),
    "different tags": HEAD + "".join(f'[A{n} "b"]\n' for n in range(300_000)),
    "tags, as many as there may be": HEAD + "".join(f'[A{n} "b"]\n' for n in range(19_000)),
    "one tag": HEAD + f'[Site "{"x" * LONGEST}"]\nR +\n',
    "parentheses": repeated("("),
    "braces": repeated("}"),
    "an open comment": repeated("{x"),
    "lines": repeated("\n"),
    "seats": HEAD.replace("R G", "R " * (LONGEST // 2)) + "R +\n",
    "strips": HEAD.replace("3 1", "3 " * (LONGEST // 2)) + "R +\n",
    "position": HEAD + f'[Position "{"./" * (LONGEST // 2)}"]\nR +\n',
}


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("large") / "large.iqn"
    file.write_text("\n".join(LARGE.values()))
    return file


@pytest.mark.parametrize(
    ("words", "memory"),
    [
        ("validate", MEMORY),
        ("fmt --check", MEMORY),
        ("replay -f json", MEMORY),
        ("replay --ledger", MEMORY),
        ("infer", MEMORY),
        ("load --jobs 1 --db new.duckdb", 2 * MEMORY),  # DuckDB reserves more than it uses
    ],
)
def test_no_record_of_four_mebibytes_takes_much_memory(
    large: Path, words: str, memory: int
) -> None:
    def limit_memory() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))

    command = "from iquazu_notation.cli.main import run; run()"
    done = subprocess.run(
        [sys.executable, "-c", command, *words.split(), large.name],
        capture_output=True,
        text=True,
        timeout=100,
        preexec_fn=limit_memory,
        cwd=large.parent,
    )
    assert done.returncode in (0, 1), done.stderr[-1000:]
    assert len(done.stderr) < 200_000
    if words in ("validate", "fmt --check", "load"):
        assert len(done.stdout) < 200_000
