"""The README is executed: its Python examples as doctests, its commands in a terminal."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from tests.conftest import Iquazu

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")

CONSOLE = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
# The record that the README's slip is about: its own first example with one card too few.
RECORD = re.findall(r"```\n(\[Game .*?)```", README, re.DOTALL)[0]


def test_the_python_examples_run() -> None:
    failures, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 5
    assert failures == 0


def test_there_are_commands_to_try() -> None:
    assert len(CONSOLE) >= 2


@pytest.mark.parametrize("block", CONSOLE, ids=lambda block: block.split("\n")[0])
def test_the_commands_print_what_the_readme_shows(
    iquazu: Iquazu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: str
) -> None:
    monkeypatch.chdir(tmp_path)
    iquazu("samples", "--to", ".")
    (tmp_path / "slip.iqn").write_text(RECORD.replace("b7:WWOO", "b7:WWO"))
    command, _, shown = block.partition("\n")
    words = shlex.split(command.removeprefix("$ "))
    assert words[0] == "iquazu"
    printed = [line.rstrip() for line in iquazu(*words[1:]).out.rstrip().split("\n")]
    assert printed == [line.rstrip() for line in shown.rstrip().split("\n")]


def test_the_first_record_of_the_readme_is_consistent(iquazu: Iquazu) -> None:
    outcome = iquazu("validate", "-", stdin=RECORD)
    assert outcome.code == 0
    assert outcome.out.startswith("consistent")
