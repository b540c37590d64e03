"""The page "Recording your first game" is followed to the letter, in a terminal."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from iquazu_notation.transcribing.screen.views import SeatsView

from .conftest import OpenDesk
from .following import RUN, follow, typed_in
from .sitting import Seat, sit

PAGE = (Path(__file__).parents[2] / "docs" / "recording.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(console|iqn)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def words(text: str) -> list[str]:
    """A page breaks long lines; only the words count."""
    return text.split()


def test_the_page_can_be_followed_from_its_first_command_to_its_last(tmp_path: Path) -> None:
    followed = 0
    for kind, block in BLOCKS:
        if kind == "iqn":
            assert (tmp_path / "night.iqn").read_text() == block
            continue
        command, _, shown = block.removeprefix("$ ").partition("\n")
        if command.startswith("iquazu transcribe"):
            seen = follow(command, typed_in(shown), tmp_path)
        else:
            arguments = [sys.executable, "-c", RUN, *command.split()[1:]]
            done = subprocess.run(
                arguments, cwd=tmp_path, capture_output=True, text=True, check=True
            )
            seen = done.stdout
        assert words(seen) == words(shown)
        followed += 1
    assert followed == 4


def test_the_screen_on_the_page_is_what_the_screen_shows(open_desk: OpenDesk) -> None:
    record = next(block for kind, block in BLOCKS if kind == "iqn")
    shown = re.findall(r"^```\n( night\.iqn .*?)^```", PAGE, re.MULTILINE | re.DOTALL)[0]
    seen: list[str] = []

    async def use(seat: Seat) -> None:
        await seat.until(lambda: bool(seat.app.query_one("#beside", SeatsView).certain))
        await seat.write("c4")
        await seat.pilot.pause(0.1)
        seen.extend(line.rstrip() for line in seat.screen())

    sit(open_desk(record), use)
    assert "\n".join(seen) == shown.rstrip("\n")
