"""What speed rests on, in figures that are the same on every machine."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from iquazu_notation import read_text, replay
from iquazu_notation.games.iquazu import checking
from iquazu_notation.notation import quick
from tests.simulated import GAMES, text_of
from tests.store.shelf import columns_told


def all_games() -> str:
    return "\n".join(text_of(seed, "none") for seed in range(GAMES))


def forget() -> None:
    quick.forget()


def test_the_grammar_is_asked_about_few_words() -> None:
    forget()
    before = quick.times_asked
    for record in read_text(all_games()):
        assert replay(record).checked is not None
    asked = quick.times_asked - before
    assert asked < 600, asked
    for record in read_text(all_games()):
        replay(record)
    assert quick.times_asked - before == asked


def test_a_thousand_records_more_ask_about_nothing_but_new_words() -> None:
    forget()
    for record in read_text(all_games()):
        replay(record)
    before = quick.times_asked
    text = text_of(0, "none")
    for number in range(1000):
        record = next(read_text(text.replace("[Source", f'[Round "{number}"]\n[Source', 1)))
        assert replay(record).checked is not None
    assert quick.times_asked - before <= 1  # the tag `Round`


@pytest.mark.skipif(
    not hasattr(checking.check, "__code__") or sys.gettrace() is not None,
    reason="steps of the interpreter can't be counted here",
)
@pytest.mark.parametrize("dress", ["full", "short", "with comments"])
def test_a_turn_is_judged_in_some_hundred_steps_of_the_interpreter(dress: str) -> None:
    steps = 0

    def count(frame: FrameType, event: str, _arg: Any) -> Any:
        nonlocal steps
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        steps += event == "opcode"
        return count

    text = "\n".join(text_of(seed, "none", short=dress == "short") for seed in range(GAMES))
    if dress == "with comments":
        text = re.sub(r"(?m)^(.*[147]\. [RGYP] .*)$", r"\1 {so it was}", text)
    records = list(read_text(text))
    for record in records:
        assert replay(record).checked is not None
    sys.settrace(count)
    try:
        turns = sum(replay(record).turns for record in records)
    finally:
        sys.settrace(None)
    # Measured with Python 3.11: 911, 870 and 960. Other versions have other steps.
    assert steps / turns < 1200, steps / turns


def test_a_game_of_four_is_some_hundred_rows() -> None:
    told = columns_told([replay(next(read_text(text_of(2, "none"))))])
    tables = {name: len(told[name]["game"]) for name in ("turns", "placements", "drops", "draws")}
    assert tables["turns"] == replay(next(read_text(text_of(2, "none")))).turns
    assert sum(tables.values()) < 3.5 * tables["turns"]


@pytest.mark.parametrize(
    ("command", "absent"),
    [
        ("--help", {"lark", "duckdb", "numpy", "plotly", "highspy", "multiprocessing"}),
        ("validate samples/tutorial.iqn", {"duckdb", "numpy", "plotly", "highspy", "dash"}),
    ],
)
def test_a_command_imports_only_what_it_needs(command: str, absent: set[str]) -> None:
    code = (
        "import sys\n"
        "from iquazu_notation.cli.main import run\n"
        f"sys.argv = ['iquazu', *{command!r}.split()]\n"
        "try:\n    run()\n"
        "except SystemExit:\n    pass\n"
        f"print('IMPORTED', *sorted(set(sys.modules) & {absent!r}))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].split()[1:] == []


ONE_WORD = """
from iquazu_notation.games import DIALECTS
from iquazu_notation.notation.parsers import parser_for
print(parser_for(DIALECTS["Iquazu"]).ask("word", "c7:WWBB"))
"""


@pytest.mark.parametrize("damage", [b"", b"no tables", None])
def test_the_tables_of_the_grammar_are_kept_for_the_next_start(
    tmp_path: Path, damage: bytes | None
) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}

    def ask() -> str:
        command = [sys.executable, "-c", ONE_WORD]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert done.stderr == ""
        return done.stdout

    said = ask()
    (kept,) = (tmp_path / "iquazu").iterdir()
    before = kept.read_bytes()
    if damage is not None:
        kept.write_bytes(damage)
    assert ask() == said
    assert damage is not None or kept.read_bytes() == before


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "iquazu").write_text("a file, not a folder")
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    command = [sys.executable, "-c", ONE_WORD]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "Place" in done.stdout
    assert done.stderr == ""
