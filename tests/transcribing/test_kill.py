"""`kill -9` at any time loses at most the line being typed."""

from __future__ import annotations

import os
import pty
import random
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

from iquazu_notation.transcribing.draft import split

from .slipped import short_lines

COMMAND = [sys.executable, "-c", "from iquazu_notation.cli.main import run; run()", "transcribe"]
LINES = short_lines("four-players.iqn")
FIRST = next(at for at, line in enumerate(LINES) if line.startswith("R "))
OPENING = "\n".join(LINES[:FIRST]).replace('"complete"', '"unfinished"') + "\n"
TURNS = LINES[FIRST:]


def versions() -> list[str]:
    """What the file holds after no turn, after the first, and so on."""
    return [OPENING + "".join(f"{turn}\n" for turn in TURNS[:n]) for n in range(len(TURNS) + 1)]


def test_at_twenty_random_moments_the_disk_holds_what_was_accepted(tmp_path: Path) -> None:
    chance = random.Random(20)
    reached = set()
    for moment in range(20):
        night = tmp_path / f"{moment}.iqn"
        night.write_text(OPENING)
        program = subprocess.Popen(
            [*COMMAND, str(night), "--plain"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert program.stdin is not None
        assert program.stdout is not None
        sure = chance.randrange(0, 40)  # so many turns are waited for, then chance takes over
        sent = sure + chance.randrange(1, 25)
        program.stdin.write("".join(f"{turn}\n" for turn in TURNS[:sent]).encode())
        program.stdin.flush()
        said = [program.stdout.readline() for _ in range(sure)]
        time.sleep(chance.random() * 0.02)
        program.send_signal(signal.SIGKILL)
        said += program.stdout.readlines()
        program.wait()
        program.stdin.close()
        program.stdout.close()
        accepted = sum(line.startswith(b"On the table") for line in said)
        assert accepted >= sure
        kept = versions().index(night.read_text())  # one of them, whole, or this fails
        # What was told is on disk; a turn may be on disk that there was no time to tell.
        assert accepted <= kept <= accepted + 1
        reached.add(kept)
    assert len(reached) > 10


def test_a_killed_screen_leaves_what_was_accepted_and_can_go_on(tmp_path: Path) -> None:
    night = tmp_path / "night.iqn"
    night.write_text(OPENING)
    kept = 0
    for turns in (3, 2, 4):
        screen, inside = pty.openpty()
        program = subprocess.Popen(
            [*COMMAND, str(night)],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env={**os.environ, "TERM": "xterm-256color"},
            start_new_session=True,
        )
        os.close(inside)
        try:
            drawn = _read_until(screen, b"", f"Turn {kept + 1}, ")
            for number in range(kept + 1, kept + turns + 1):
                os.write(screen, TURNS[number - 1].partition(" ")[2].encode() + b"\r")
                drawn = _read_until(screen, drawn, f"Turn {number + 1}, ")
            os.write(screen, b"a1:W")  # the line being typed
        finally:
            program.send_signal(signal.SIGKILL)
            program.wait()
            os.close(screen)
        kept += turns
        assert night.read_text() == versions()[kept]
        assert len(split(night.read_text()).turns) == kept


def _read_until(screen: int, drawn: bytes, prompt: str, seconds: float = 60) -> bytes:
    """Wait until the screen shows a prompt; `drawn` is what it drew since the one before."""
    end = time.monotonic() + seconds
    while prompt.encode() not in drawn:
        ready, _, _ = select.select([screen], [], [], max(0, end - time.monotonic()))
        assert ready, f"the screen never showed {prompt!r}: {drawn[-2000:]!r}"
        drawn += os.read(screen, 65536)
    return drawn.partition(prompt.encode())[2]
