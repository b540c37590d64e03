"""How long `iquazu transcribe` takes from a key to the redrawn screen. Times are of this machine.

    python bench/transcribe.py [rounds]

The real program runs in a terminal of its own (a pty) on a finished game of four with 100 turns.
Its last two turns are typed and undone, again and again. Timed is what a person waits for: from
the byte of the key to the last byte of the screen that answers it, fsync of the file included.
Beside it stands the time the program itself computed, which other work on the machine does not
lengthen.
"""

from __future__ import annotations

import fcntl
import os
import platform
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

from iquazu_notation import read_text, replay
from iquazu_notation.bots.table import play_game, record_text
from iquazu_notation.games.iquazu.board_file import reference

TURNS = 100
QUIET = 0.08  # a screen that has said nothing for so long is drawn
COMMAND = "from iquazu_notation.cli.main import run; run()"


def finished_game(sees: str | None) -> str:
    """A game of four in short form, of 100 turns."""
    for seed in count():
        game = play_game(["greedy"] * 4, seed, board=reference())
        if len(game.turns) == TURNS:
            text = record_text(game, sees) if sees else record_text(game)
            return replay(next(read_text(text))).text(short=True)
    raise AssertionError


class Terminal:
    """The program in a terminal, and a finger on its keys."""

    def __init__(self, file: Path, columns: int, rows: int) -> None:
        self.screen, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.program = subprocess.Popen(
            [sys.executable, "-c", COMMAND, "transcribe", str(file), "--record", "1"],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env={**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"},
            start_new_session=True,
        )
        os.close(inside)
        self.wait_for(f"Turn {TURNS - 1}, ")
        self.drawn()

    def wait_for(self, text: str) -> None:
        seen = b""
        while text.encode() not in seen:
            seen += os.read(self.screen, 1 << 16)

    def drawn(self) -> tuple[float, bytes]:
        """Wait until the screen is drawn; returns when its last byte came, and all of them."""
        last, seen = time.perf_counter(), b""
        while select.select([self.screen], [], [], QUIET)[0]:
            seen += os.read(self.screen, 1 << 16)
            last = time.perf_counter()
        return last, seen

    def press(self, keys: str) -> tuple[float, float, bytes]:
        """Milliseconds from the keys to the drawn screen, those computed, and what was drawn."""
        computed = self.computed()
        start = time.perf_counter()
        os.write(self.screen, keys.encode())
        last, seen = self.drawn()
        return (last - start) * 1000, self.computed() - computed, seen

    def computed(self) -> float:
        """Milliseconds that the program's main thread has computed so far (Linux)."""
        about = Path(f"/proc/{self.program.pid}/schedstat")
        return int(about.read_text().split()[0]) / 1e6 if about.exists() else float("nan")

    def close(self) -> None:
        os.write(self.screen, b"\x11")  # Ctrl+Q
        with suppress(OSError):  # the terminal ends with the program
            while self.program.poll() is None:
                self.drawn()
        self.program.wait()
        os.close(self.screen)


Times = dict[str, list[tuple[float, float]]]


def measure(text: str, columns: int, rows: int, rounds: int) -> Times:
    """By key, how long it took and how long was computed: for a turn, and for the last one."""
    lines = text.splitlines()
    times: Times = {"a letter": [], "Enter": [], "Enter, the end": [], "Ctrl+Z": []}
    before = "\n".join(lines[:-2]) + "\n"
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        file = Path(folder) / "game.iqn"
        file.write_text(before)
        terminal = Terminal(file, columns, rows)
        for _ in range(rounds):
            for line, key, then in (
                (lines[-2], "Enter", f"Turn {TURNS}, "),
                (lines[-1], "Enter, the end", "The game is over"),
            ):
                words = line.partition(" ")[2]
                terminal.press(words[:-1] or " ")
                times["a letter"].append(terminal.press(words[-1])[:2])
                took, computed, seen = terminal.press("\r")
                while then.encode() not in seen:  # held up for longer than QUIET
                    seen += terminal.drawn()[1]
                    took += QUIET * 1000
                times[key].append((took, computed))
            assert file.read_text() == text
            times["Ctrl+Z"] += [terminal.press("\x1a")[:2] for _ in range(2)]
        terminal.close()
        assert file.read_text() == before
    return times


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    print("# Transcribing, milliseconds from a key to the drawn screen\n")
    print(
        f"{platform.machine()}, Python {platform.python_version()}, {os.cpu_count()} processors;"
        f" `python bench/transcribe.py {rounds}`; a game of four with {TURNS} turns, {rounds} times"
        " each\n"
    )
    print("| key | game | terminal | mean | median | 90 % | most | computed | target |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, sees in (("every card seen", None), ("every card unseen", "all")):
        text = finished_game(sees)
        for columns, rows in ((80, 24), (140, 45)):
            for key, times in measure(text, columns, rows, rounds).items():
                took = sorted(whole for whole, _ in times)
                figures = (
                    statistics.mean(took),
                    statistics.median(took),
                    took[int(len(took) * 0.9)],
                    took[-1],
                    statistics.median(computed for _, computed in times),
                )
                shown = " | ".join(f"{figure:.1f}" for figure in figures)
                target = "50" if key.startswith("Enter") else ""
                print(f"| {key} | {name} | {columns}x{rows} | {shown} | {target} |", flush=True)
    print(f"\nLoad of the machine meanwhile: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
