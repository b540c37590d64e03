"""What others wrote can't command a terminal, and piped bytes never change."""

from __future__ import annotations

import ast
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from rich.text import Text

from iquazu_notation.drawing.safe_console import SafeConsole
from tests.cli.good_and_bad import GOOD
from tests.conftest import Iquazu

CLI = Path(__file__).parents[2] / "cli"
TITLE = "\x1b]0;owned\x07"


def test_no_command_prints_but_through_the_one_printer() -> None:
    found = []
    for file in CLI.glob("*.py"):
        if file.name == "printing.py":
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func)
            if called in ("print", "typer.echo", "sys.stdout.write", "sys.stderr.write"):
                found.append(f"{file.name}:{node.lineno}: {called}")
            if called in ("csv.writer", "Console") and "sys.std" in ast.unparse(node):
                found.append(f"{file.name}:{node.lineno}: {called}")
    assert found == []


def test_text_is_made_printable_and_styles_are_not(capsys: pytest.CaptureFixture[str]) -> None:
    out = SafeConsole(force_terminal=True, color_system="standard", width=60)
    out.print(Text(f"one{TITLE}\ntwo\x9b31m", style="red"))
    assert capsys.readouterr().out == ("\x1b[31mone·]0;owned\x1b[0m\n\x1b[31mtwo·31m\x1b[0m\n")


def on_a_terminal(*words: str, folder: Path) -> str:
    """What a command prints on a terminal, standard error included."""
    main, side = pty.openpty()
    command = [sys.executable, "-c", "from iquazu_notation.cli.main import run; run()", *words]
    with subprocess.Popen(command, stdin=side, stdout=side, stderr=side, cwd=folder):
        os.close(side)
        seen = b""
        while True:
            try:
                part = os.read(main, 1 << 16)
            except OSError:  # so a terminal ends on Linux
                break
            if not part:
                break
            seen += part
    os.close(main)
    return seen.decode()


@pytest.fixture
def hostile(tmp_path: Path) -> str:
    """A file whose name and comments are full of commands."""
    name = f"night{TITLE}\x9b31m[bold].iqn"
    (tmp_path / name).write_text(GOOD.replace("\n1. R", f"\n1.  R {{{TITLE}}}", 1))
    return name


@pytest.mark.parametrize(
    "words",
    [
        ["validate", "FILE", "no-FILE"],
        ["validate", "FILE", "-f", "json"],
        ["fmt", "--check", "FILE"],
        ["fmt", "--diff", "FILE"],
        ["fmt", "FILE"],
        ["replay", "FILE"],
        ["replay", "FILE", "-f", "json"],
        ["replay", "FILE", "--record", "7"],
        ["replay", "FILE", "--svg", "no/FILE"],
        ["stats", "length", "--db", "FILE"],
        ["board", "check", "FILE"],
        ["board", "show", "./FILE"],
        ["load", "FILE", "--db", "no/FILE"],
        ["export", "--games", "FILE", "--db", "FILE"],
        ["explain", "FILE"],
        ["FILE"],
    ],
    ids=" ".join,
)
def test_names_and_comments_reach_no_terminal_raw(
    tmp_path: Path, hostile: str, words: list[str]
) -> None:
    seen = on_a_terminal(*(word.replace("FILE", hostile) for word in words), folder=tmp_path)
    assert seen.strip()
    assert "\x1b]" not in seen
    assert "\x9b" not in seen
    assert "\x07" not in seen
    assert "should not have happened" not in seen


def test_piped_bytes_never_change(iquazu: Iquazu) -> None:
    record = GOOD.replace("\n1. R", f"\n1. R {{{TITLE}}}", 1)
    assert TITLE in iquazu("fmt", "-", stdin=record).out
    assert TITLE in iquazu("fmt", "--diff", "-", stdin=record.replace("1. R", "1.  R")).out
