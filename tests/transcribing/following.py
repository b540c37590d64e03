"""The transcripts of the manual, followed literally: what they type is typed into a terminal."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

RUN = "from iquazu_notation.cli.main import run; run()"
PROMPT = re.compile(r"(?:>|(?:Turn|change turn|new turn before) [0-9]+[^:]*:|The game is over:) ")


def typed_in(transcript: str) -> list[str]:
    """What a person types in a transcript: what stands behind a prompt."""
    found = []
    for line in transcript.splitlines():
        prompt = PROMPT.match(line + " ")
        if prompt:
            found.append(line[prompt.end() :].strip())
    return found


def follow(command: str, lines: list[str], folder: Path) -> str:
    """Run a command in a terminal, type these lines at its prompts; returns all that was seen."""
    screen, inside = pty.openpty()
    program = subprocess.Popen(
        [sys.executable, "-c", RUN, *command.split()[1:]],
        stdin=inside,
        stdout=inside,
        stderr=inside,
        cwd=folder,
        env={**os.environ, "TERM": "dumb", "COLUMNS": "1000"},
        start_new_session=True,
    )
    os.close(inside)
    seen = ""
    try:
        for line in lines:
            seen += _until_prompt(screen)
            os.write(screen, line.encode() + b"\n")
        seen += _until_prompt(screen)
        program.wait(20)
    finally:
        program.kill()
        program.wait()
        os.close(screen)
    return seen.replace("\r\n", "\n").replace("\r", "")


def _until_prompt(screen: int) -> str:
    """What is printed up to the next prompt, or to the end of the program."""
    seen = b""
    end = time.monotonic() + 60
    while True:
        last = seen.decode(errors="replace").replace("\r", "").rpartition("\n")[2]
        if PROMPT.fullmatch(last):
            return seen.decode()
        ready, _, _ = select.select([screen], [], [], max(0, end - time.monotonic()))
        assert ready, f"no prompt came: {seen!r}"
        try:
            part = os.read(screen, 65536)
        except OSError:  # the program has ended, and the terminal with it
            part = b""
        if not part:
            return seen.decode()
        seen += part
