"""How long loading, every query of the dashboard and the page take on very many games.

    python bench/dashboard.py [--games 100000] [--keep FOLDER]

The games are simulated first (random bots, nearly all with four players, fifty names, dates over
six years in no order), on all cores. With --keep, records and database stay in that folder and are
used again; else nothing is left behind. Times are of this machine only.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import nullcontext
from datetime import date, timedelta
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from duckdb import DuckDBPyConnection
from rich.console import Console
from rich.progress import track
from rich.table import Table

from iquazu_notation import read_text, replay
from iquazu_notation.bots.table import play_game, record_text
from iquazu_notation.dashboard.page import page
from iquazu_notation.games.iquazu.board_file import reference
from iquazu_notation.games.iquazu.illegal import SEAT_NAMES
from iquazu_notation.store.filters import Filters
from iquazu_notation.store.listing import choices, count, games
from iquazu_notation.store.statistics import all_statistics, run
from iquazu_notation.store.store import opened_to_read

ROUNDS = 5
PART = 1000  # records in a file
FIRST = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Frida", "Gero", "Hanna", "Ivo", "Jule")
NAMES = [f"{name} {letter}." for name in FIRST for letter in "KLMNO"]
MOST_MILLISECONDS = 300
MOST_PAGE_SECONDS = 10
MOST_MEGABYTES = 1000

FILTERS = {
    "all": Filters(players=4),
    "a player": Filters(players=4, player=NAMES[0]),
    "since": Filters(players=4, since=date(2023, 1, 1)),
}
HEAVIEST = "all"
CORES = "all, of all cores together"


# ---------------------------------------------------------------------- records


def write_part(file: Path, first: int, number: int) -> None:
    """Simulate some games into a file, which is there whole or not at all."""
    draft = file.with_suffix(".part")
    with draft.open("w", encoding="utf-8") as out:
        for seed in range(first, first + number):
            out.write(simulated(seed) + "\n")
    draft.rename(file)


def simulated(seed: int) -> str:
    """A record in full form, as `iquazu simulate` prints it. Every 25th game has 2 or 3 players."""
    chance = Random(seed)
    seats = "RGYP"[: 2 + seed // 25 % 2] if seed % 25 == 0 else "RGYP"
    game = play_game(["random"] * len(seats), seed, board=reference(), seats=seats)
    names = zip(seats, chance.sample(NAMES, len(seats)), strict=True)
    tags = {SEAT_NAMES[seat]: name for seat, name in names}
    tags["Date"] = (date(2020, 1, 1) + timedelta(days=chance.randrange(6 * 365))).isoformat()
    return replay(next(read_text(record_text(game, None, tags)))).text()


def _quietly() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who started them ends them


def make_records(folder: Path, number: int) -> list[Path]:
    """Files of records, made on all cores as far as they are not there."""
    starts = range(1, number + 1, PART)
    files = {first: folder / f"games-{first:07d}.iqn" for first in starts}
    sizes = {first: min(PART, number + 1 - first) for first in starts}
    jobs = [(files[f], f, sizes[f]) for f in starts if not files[f].exists()]
    try:
        with get_context("spawn").Pool(initializer=_quietly) as pool:
            waiting = [pool.apply_async(write_part, job) for job in jobs]
            for one in track(waiting, "Simulating", transient=True, disable=not jobs):
                one.get()
    finally:
        for draft in folder.glob("*.part"):
            draft.unlink()
    return list(files.values())


# ---------------------------------------------------------------------- loading


def load(files: list[Path], db: Path, records: int) -> dict[str, float]:
    """Load files with the command itself, in a process of its own: seconds and peak memory."""
    command = "from iquazu_notation.cli.main import run; run()"
    words = [sys.executable, "-c", command, "load", *map(str, files), "--db", str(db)]
    start = time.perf_counter()
    child = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    try:
        _, status, used = os.wait4(child.pid, 0)
    except KeyboardInterrupt:
        child.send_signal(signal.SIGINT)
        child.wait()
        raise
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit("the records could not be loaded")
    in_a_megabyte = 1_000_000 if sys.platform == "darwin" else 1000
    return {
        "records": records,
        "seconds": time.perf_counter() - start,
        "cpu": used.ru_utime + used.ru_stime,
        "megabytes": used.ru_maxrss / in_a_megabyte,
    }


def measured_loads(folder: Path, files: list[Path], number: int) -> tuple[Path, list[Any]]:
    """The database of all games, and what loading some and all of them took."""
    kept = folder / f"loading-{number}.json"
    db = folder / f"games-{number}.duckdb"
    if kept.exists() and db.exists():
        return db, json.loads(kept.read_text(encoding="utf-8"))
    db.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as aside:
        found = [
            load(files[: records // PART], Path(aside) / f"{records}.duckdb", records)
            for records in (2_000, 20_000)
            if records < number
        ]
    found.append(load(files, db, number))
    kept.write_text(json.dumps(found), encoding="utf-8")
    return db, found


# ---------------------------------------------------------------------- questions


def seconds(work: Callable[[], object]) -> tuple[float, float]:
    """By the clock, and of all cores together."""
    start, cores = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - start, time.process_time() - cores


def time_questions(connection: DuckDBPyConnection) -> dict[str, dict[str, float]]:
    """By question and filter, the median of some rounds in milliseconds.

    For the heaviest filter also that of all cores together, which other programs change little.
    """
    works: dict[tuple[str, str], Callable[[], object]] = {}
    for which, filters in FILTERS.items():
        for name in all_statistics():
            works[name, which] = partial(run, connection, name, filters)
        number = count(connection, filters)
        list_some = partial(games, connection, filters, limit=50)
        works["(number of games)", which] = partial(count, connection, filters)
        works["(list of games, the latest 50)", which] = list_some
        works["(list of games, 50 in the middle)", which] = partial(list_some, offset=number // 2)
        works["(choices for filters)", which] = partial(choices, connection)
    taken: dict[tuple[str, str], list[float]] = defaultdict(list)
    for _ in track(range(ROUNDS), "Asking", transient=True):
        for key, work in works.items():
            clock, cores = seconds(work)
            taken[key].append(clock * 1000)
            if key[1] == HEAVIEST:
                taken[key[0], CORES].append(cores * 1000)
    found: dict[str, dict[str, float]] = {}
    for (name, which), times in taken.items():
        found.setdefault(name, {})[which] = statistics.median(times)
    return found


# ---------------------------------------------------------------------- results


def machine() -> str:
    busy = f"{os.getloadavg()[2]:.1f} processes at work on average, this one among them"
    kind = platform.processor() or platform.machine()
    return f"{kind}, {os.cpu_count()} cores ({busy}), Python {platform.python_version()}"


def main(number: int, folder: Path, command: str) -> str:
    files = make_records(folder, number)
    db, loads = measured_loads(folder, files, number)
    with opened_to_read(db) as connection:
        asked = time_questions(connection)
        pages = [seconds(lambda: page(connection)) for _ in range(ROUNDS)]
    size = db.stat().st_size / 1e6
    loading = [
        [
            f"{one['records']:,}",
            f"{one['records'] / one['seconds']:.0f}",
            f"{one['cpu'] / one['records'] * 1000:.1f}",
            f"{one['megabytes']:.0f}",
        ]
        for one in loads
    ]
    second = ["question", *FILTERS, CORES]
    questions = [
        [name, *(f"{times[which]:.0f}" for which in second[1:])] for name, times in asked.items()
    ]
    slowest = max(times[which] for times in asked.values() for which in FILTERS)
    first = [
        "records",
        "records/s",
        "ms of one core for each",
        f"peak memory, MB (most: {MOST_MEGABYTES})",
    ]
    show(f"Loading (the database has {size:.0f} MB)", first, loading)
    show(f"Questions, ms (most: {MOST_MILLISECONDS}, slowest: {slowest:.0f})", second, questions)
    clock, cores = (statistics.median(times) for times in zip(*pages, strict=True))
    said = (
        f"The page of all games took {clock:.1f} s (most: {MOST_PAGE_SECONDS}),"
        f" {cores:.1f} s of all cores together."
    )
    Console().print(said)
    return "\n".join(
        [
            f"# The dashboard with {number:,} games",
            "",
            f"{machine()}; `{command}`",
            "",
            f"Loading, from text to tables, a process for each core; the database has {size:.0f}"
            " MB:",
            "",
            *markdown(first, loading),
            "",
            f"Questions about four-player games in milliseconds, median of {ROUNDS} (most allowed:"
            f" {MOST_MILLISECONDS}, slowest here: {slowest:.0f}):",
            "",
            *markdown(second, questions),
            "",
            said,
            "",
        ]
    )


def show(title: str, head: list[str], rows: list[list[str]]) -> None:
    table = Table(*head, title=title)
    for column in table.columns[1:]:
        column.justify = "right"
    for row in rows:
        table.add_row(*row)
    Console().print(table)


def markdown(head: list[str], rows: list[list[str]]) -> list[str]:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    asked_for = parser.parse_args()
    if asked_for.keep is not None:
        asked_for.keep.mkdir(parents=True, exist_ok=True)
        place: Any = nullcontext(asked_for.keep)
    else:
        place = tempfile.TemporaryDirectory(prefix="iquazu-bench-")
    try:
        with place as chosen:
            told = main(
                asked_for.games,
                Path(chosen),
                f"python bench/dashboard.py --games {asked_for.games}",
            )
    except KeyboardInterrupt:
        raise SystemExit("stopped") from None
    (Path(__file__).parent / "dashboard.md").write_text(told, encoding="utf-8")
