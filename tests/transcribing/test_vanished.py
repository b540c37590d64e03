"""A terminal that goes away ends the program: all is on disk, and nobody is there to see more."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import time
from pathlib import Path

from .test_kill import COMMAND, OPENING


def test_a_screen_whose_terminal_is_gone_does_not_go_on_alone(tmp_path: Path) -> None:
    night = tmp_path / "night.iqn"
    night.write_text(OPENING)
    screen, inside = pty.openpty()
    # In a session of its own without a terminal of its own, so that nothing else tells it.
    program = subprocess.Popen(
        [*COMMAND, str(night)], stdin=inside, stdout=inside, stderr=inside, start_new_session=True
    )
    os.close(inside)
    try:
        seen = b""
        end = time.monotonic() + 60
        while b"Turn 1" not in seen and time.monotonic() < end:
            if select.select([screen], [], [], 1)[0]:
                seen += os.read(screen, 65536)
        assert b"Turn 1" in seen
        os.close(screen)
        program.wait(60)
    finally:
        program.kill()
        program.wait()
    assert night.read_text() == OPENING
