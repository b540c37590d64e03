"""A folder of good files, a case run in it, and what must hold after every case."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from iquazu_notation.games.iquazu.board_file import template
from tests.cli.good_and_bad import GOOD, SLIP

SECONDS = 20.0  # until a case is killed; hardly anything takes a tenth of it
THOROUGH = os.environ.get("IQUAZU_FAULTS") == "all"
"""Whether everything meets everything, as in `make faults`; else there is a choice."""


@dataclass
class Case:
    """A command, and the circumstances in which it runs."""

    words: list[str | bytes]
    folder: Path
    stdin: str = "empty"  # or "closed", or a text
    stdout: str = "read"  # or "broken": nobody reads, "closed", "full": as on a full disk
    stderr: str = "read"  # likewise
    limits: dict[str, int] = field(default_factory=dict)
    """Such as RLIMIT_FSIZE; a negative one is so much more than is used when the case begins."""
    environment: dict[str, str] = field(default_factory=dict)
    seconds: float = SECONDS

    def as_json(self) -> str:
        words = [os.fsencode(word).hex() for word in self.words]
        home = str(self.folder.parent / "home")
        environment = {
            "HOME": home,
            "XDG_CACHE_HOME": f"{home}/cache",
            "XDG_CONFIG_HOME": f"{home}/config",
            "TMPDIR": home,
            **self.environment,
        }
        document = {
            "words": words,
            "folder": str(self.folder),
            "stdin": self.stdin,
            "stdout": self.stdout,
            "stderr": self.stderr,
            "limits": self.limits,
            "environment": environment,
            "seconds": self.seconds,
        }
        return json.dumps(document)


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str
    seconds: float


class Zygote:
    """The process that runs the cases; it is started once for each process of pytest."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.zygote"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )

    def run(self, case: Case) -> Outcome:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(case.as_json() + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return Outcome(**answer)

    def close(self) -> None:
        with self._process:
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait(10)


def furnish(folder: Path) -> None:
    """Put the good files there."""
    folder.mkdir()
    (folder.parent / "home").mkdir(exist_ok=True)
    (folder / "good.iqn").write_text(GOOD)
    (folder / "bad.iqn").write_text(SLIP)
    (folder / "more.iqn").write_text(GOOD.replace('Iquazu"]', 'Iquazu"]\n[Round "2"]', 1))
    ugly = GOOD.replace("1. R", "1.   R")
    (folder / "ugly.iqn").write_text(ugly)
    (folder / "ugly.iqn.gz").write_bytes(gzip.compress(ugly.encode(), mtime=0))
    box = template().replace('id = "my-box"', 'id = "box"')
    (folder / "box.board.toml").write_text(box)
    (folder / "bad.board.toml").write_text(box.replace("V1 = 8", "V1 = 7"))
    from iquazu_notation import read_text, replay
    from iquazu_notation.store.loading import Loader
    from iquazu_notation.store.store import opened_to_write

    with opened_to_write(folder / "club.duckdb") as connection:
        loader = Loader(connection, folder / "club.duckdb")
        loader.add([replay(record) for record in read_text(GOOD)])
        loader.finish()


def a_copy(furnished: Path, around: Path) -> Path:
    """The good files again, in a folder of their own beside a home."""
    around.mkdir()
    (around / "home").mkdir()
    return Path(shutil.copytree(furnished, around / "here"))


def seen(folder: Path) -> dict[str, str]:
    """Everything below a folder: kind, mode and content of each."""
    found = {}
    for below, folders, files in os.walk(folder):
        for name in [*folders, *files]:
            path = Path(below) / name
            status = path.lstat()
            kind = "link" if path.is_symlink() else "folder" if path.is_dir() else "file"
            content = ""
            if kind == "link":
                content = os.readlink(path)  # noqa: PTH115
            elif path.is_file() and os.access(path, os.R_OK):
                content = hashlib.sha256(path.read_bytes()).hexdigest()
            found[str(path.relative_to(folder))] = f"{kind} {status.st_mode:o} {content}"
    return found


ESCAPE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def wrong_with(outcome: Outcome, *, silent: bool = False) -> list[str]:
    """What is wrong with an outcome, whatever was asked; nothing if all is well.

    `silent`: standard error can't be read.
    """
    complaints = [line for line in outcome.err.splitlines() if line.startswith("iquazu: ")]
    found = []
    if outcome.code not in (0, 1, 2):
        found.append(f"ended with {outcome.code} after {outcome.seconds:.1f} s")
    if "Traceback" in outcome.err or "should not have happened" in outcome.err:
        found.append("a bug shows")
    if ESCAPE.search(outcome.err):
        found.append("a raw escape")
    if outcome.code == 2 and not complaints and not silent:
        found.append("no sentence")
    if any(len(line) > 900 for line in complaints):
        found.append("too long a sentence")
    return [f"{each}: {outcome.err[-700:]!r}" for each in found]
