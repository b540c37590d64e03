"""Files that others cut short, or append to, while a command reads them."""

from __future__ import annotations

import contextlib
import gzip
import os
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.cli.good_and_bad import GOOD

from .bench import THOROUGH, Case, Zygote, a_copy, wrong_with

UGLY = GOOD.replace("1. R", "1.   R")
RECORDS = 10_000
CALLS = [
    "validate {}",
    "validate {} --jobs 1 -f jsonl",
    "fmt {}",
    "fmt --diff {}",
    "replay {} -f json",
    "replay {} --record 9000",
    "legal {}",
    "load {} --db new.duckdb",
    "transcribe --plain {}",
    "board check {}",
    "validate good.iqn --board {}",
]
SEEDS = range(6 if THOROUGH else 1)


class Meddling:
    """A process that does something to a file every few moments, until it is stopped."""

    def __init__(self, path: Path, deed: Callable[[Path], None], random: Random) -> None:
        self._path, self._deed, self._random = path, deed, random
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._meddle)

    def _meddle(self) -> None:
        self._over.wait(self._random.uniform(0.02, 0.2))
        while not self._over.wait(self._random.uniform(0.002, 0.03)):
            with contextlib.suppress(FileNotFoundError):
                self._deed(self._path)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()


def shrink(path: Path) -> None:
    os.truncate(path, path.stat().st_size * 2 // 3)


def grow(path: Path) -> None:
    if path.stat().st_size < 2_500_000:
        with path.open("ab") as file:
            file.write(b"\n" + UGLY.encode())


def vanish(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("deed", [shrink, grow, vanish])
@pytest.mark.parametrize("name", ["night.iqn", "night.iqn.gz"])
@pytest.mark.parametrize("call", CALLS)
def test_a_file_may_change_while_it_is_read(
    zygote: Zygote,
    furnished: Path,
    tmp_path: Path,
    call: str,
    name: str,
    deed: Callable[[Path], None],
) -> None:
    if not THOROUGH and (deed is not shrink or (name.endswith(".gz") and "validate" not in call)):
        pytest.skip("make faults tries it")
    text = "\n".join([UGLY] * RECORDS).encode()
    data = gzip.compress(text, 1) if name.endswith(".gz") else text
    faults = []
    for seed in SEEDS:
        folder = a_copy(furnished, tmp_path / str(seed))
        (folder / name).write_bytes(data)
        with Meddling(folder / name, deed, Random(seed)):
            outcome = zygote.run(
                Case([name if word == "{}" else word for word in call.split()], folder)
            )
        found = wrong_with(outcome)
        if call == "fmt {}" and "formatted" not in outcome.err and deed is shrink:
            left = (folder / name).read_bytes()
            found += [] if data.startswith(left) else ["fmt wrote what it should not"]
        faults += [f"seed {seed}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    "call",
    [
        *("stats length --db club.duckdb", "sql FROM(games) --db club.duckdb"),
        *("export --games - --db club.duckdb", "load good.iqn --db club.duckdb"),
        *("dashboard --out new.html --db club.duckdb",),
    ],
)
def test_a_database_may_be_cut_short_at_any_moment(
    zygote: Zygote, furnished: Path, tmp_path: Path, call: str
) -> None:
    faults = []
    for seed in SEEDS:
        folder = a_copy(furnished, tmp_path / str(seed))
        with Meddling(folder / "club.duckdb", shrink, Random(seed)):
            outcome = zygote.run(Case([*call.split()], folder))
        faults += [f"seed {seed}: {fault}" for fault in wrong_with(outcome)]
    assert not faults, "\n".join(faults)
