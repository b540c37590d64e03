"""How fast reading, checking, formatting and loading are, beside what chess players have.

    make bench                      all of it, at full size
    python bench/run.py --small     the same with fewer records

Ours and the peers' measures take turns, round by round, each in a fresh process with cold caches.
A rate is the median over the rounds. One process is timed by its own seconds of CPU, because other
programs may run on the machine; several processes are timed by the clock on the wall.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent
OWN = (
    # measure, title, corpus, jobs, peer, target
    ("read", "read only", "small", 1, "chess_read", ""),
    ("validate", "validate", "small", 1, "chess_read", "10"),
    ("validate", "validate, {large} records", "large", 1, "chess_read", "10"),
    ("validate", "validate, compiled", "compiled", 1, "chess_read", "10"),
    (
        "validate",
        "validate, compiled, {large} records",
        "compiled large",
        1,
        "chess_read",
        "10",
    ),
    ("validate", "validate, short form", "short", 1, "chess_read", ""),
    ("load", "load", "small", 1, "chess_read", "6"),
    ("load", "load, {large} records", "large", 1, "chess_read", "6"),
    ("load", "load, compiled, {large} records", "compiled large", 1, "chess_read", "6"),
    ("insert", "DuckDB's part of load alone, {large} records", "large", 1, "chess_read", ""),
    ("write", "format, full form", "small", 1, "chess_write", ""),
    ("write", "format, from short form", "short", 1, "chess_write", ""),
    ("simulate_random", "simulate, random bots", "small", 1, "chess_play", ""),
    ("simulate", "simulate, greedy bots", "small", 1, "chess_play", ""),
)
PEERS = (
    ("chess_read", "python-chess, reading PGN"),
    ("chess_write", "python-chess, reading and writing PGN"),
    ("chess_play", "python-chess, random moves"),
    ("pgn_extract", "pgn-extract, reading PGN"),
    ("pokerkit_read", "pokerkit, reading PHH"),
)


def measure(
    name: str, file: Path, jobs: int = 1, code: Path | None = None
) -> dict[str, Any] | None:
    """One measure in a fresh process, perhaps of other code than that which is installed.

    None if what it needs is not there.
    """
    command = [sys.executable, str(HERE / "measures.py"), name, str(file), str(jobs)]
    environment = {**ordinary(), **({} if code is None else {"PYTHONPATH": str(code)})}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode and ("No module named" in done.stderr or "FileNotFound" in done.stderr):
        return None
    if done.returncode:
        raise SystemExit(done.stderr)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def ordinary() -> dict[str, str]:
    """The environment of most people: modules are compiled at the first start, and kept."""
    return {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


def compiled(folder: Path) -> Path | None:
    """A copy of the program with its rules compiled; None if that can't be done here."""
    root = HERE.parent
    code = folder / "compiled"
    shutil.copytree(root / "iquazu_notation", code / "iquazu_notation")
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(root / name, code)
    for name in ("cli", "grammar", "samples"):
        (code / name).symlink_to(root / name)
    done = subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--inplace"],
        cwd=code,
        env={**os.environ, "IQUAZU_COMPILE": "1"},
        capture_output=True,
        check=False,
    )
    return code if done.returncode == 0 else None


# ---------------------------------------------------------------------- corpora


def _games(seeds: range) -> str:
    from iquazu_notation import read_text, replay
    from iquazu_notation.bots.table import play_game, record_text
    from iquazu_notation.games.iquazu.board_file import reference

    texts = []
    for seed in seeds:
        game = play_game(["greedy"] * 4, seed, board=reference())
        text = record_text(game, None, {"Round": str(seed)})
        texts.append(replay(next(read_text(text))).text())
    return "\n".join(texts)


def make_records(file: Path, number: int) -> None:
    """Full-form records of greedy games."""
    parts = [range(at, min(at + 100, number + 1)) for at in range(1, number + 1, 100)]
    with get_context("spawn").Pool() as pool, file.open("w", encoding="utf-8") as out:
        for at, text in enumerate(pool.imap(_games, parts)):
            out.write(("\n" if at else "") + text)


def make_short(full: Path, short: Path) -> None:
    from iquazu_notation import read_file, replay

    texts = [replay(record).text(short=True) for record in read_file(full)]
    short.write_text("\n".join(texts), encoding="utf-8")


def make_pgn(file: Path, number: int, plies: int) -> bool:
    """Random legal games of about that length, none longer; False: python-chess is not here."""
    try:
        import chess
        import chess.pgn
    except ImportError:
        return False
    total = 0
    with file.open("w", encoding="utf-8") as out:
        for seed in range(number):
            random, board, game = Random(seed), chess.Board(), chess.pgn.Game()
            node: Any = game
            game.headers["Round"] = str(seed)
            while board.ply() < plies and not board.is_game_over():
                move = random.choice(list(board.legal_moves))
                node = node.add_variation(move)
                board.push(move)
            game.headers["Result"] = board.result()
            total += board.ply()
            out.write(f"{game}\n\n")
    file.with_suffix(".plies").write_text(str(total))
    return True


# ---------------------------------------------------------------------- the table


def rates(runs: list[dict[str, Any]], key: str) -> float:
    return statistics.median(run["n"] / run[key] for run in runs)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--small", action="store_true", help="fewer records and PGN games")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    small, large, most, pgn = (500, 1_500, 15_000, 500) if options.small else (
        2_000, 20_000, 200_000, 2_000
    )  # fmt: skip
    folder = Path(tempfile.mkdtemp(prefix="iquazu-bench-"))
    try:
        table = run(folder, small, large, most, pgn, options.rounds)
    finally:
        shutil.rmtree(folder)
    print(table)
    (HERE / "results.md").write_text(table, encoding="utf-8")


def run(folder: Path, small: int, large: int, most: int, pgn: int, rounds: int) -> str:
    say(f"making {large} records and {pgn} PGN games")
    files = {name: folder / f"{name}.iqn" for name in ("small", "large", "short")}
    make_records(files["large"], large)
    whole = files["large"].read_text(encoding="utf-8").split("\n[Game ")
    files["small"].write_text("\n[Game ".join(whole[:small]), encoding="utf-8")
    make_short(files["small"], files["short"])
    turns = measure("read", files["small"])
    assert turns is not None
    pgn_file = folder / "games.pgn"
    make_pgn(pgn_file, pgn, round(turns["n"] / small))
    code = compiled(folder)
    peers: dict[str, list[dict[str, Any]]] = {name: [] for name, _ in PEERS}
    own: list[list[dict[str, Any]]] = [[] for _ in OWN]
    shared: dict[tuple[str, int], list[dict[str, Any]]] = {}
    starts: dict[str, list[float]] = {"lark": [], "small file": [], "help": []}
    cores = os.cpu_count() or 1
    for number in range(rounds):
        say(f"round {number + 1} of {rounds}")
        for name in peers:
            found = measure(name, pgn_file)
            if found is not None:
                peers[name].append(found)
        for at, (name, _, corpus, jobs, _, _) in enumerate(OWN):
            if corpus.startswith("compiled"):
                size = "large" if corpus.endswith("large") else "small"
                found = measure(name, files[size], jobs, code) if code else None
            else:
                found = measure(name, files[corpus], jobs)
                assert found is not None
            if found is not None:
                own[at].append(found)
        for name in ("validate", "load", "plain"):
            for jobs in dict.fromkeys((1, 2, cores)):
                found = measure(name, files["large"], jobs)
                assert found is not None
                shared.setdefault((name, jobs), []).append(found)
        start_up(starts)
    memory = [(number, peak(files["large"], large, number)) for number in (small, most)]
    return write(small, large, rounds, peers, own, shared, starts, memory)


def start_up(starts: dict[str, list[float]]) -> None:
    """From the start of a process to its answer, on the wall."""
    environment = ordinary()
    iquazu = str(Path(sys.executable).with_name("iquazu"))
    tutorial = str(HERE.parent / "samples" / "tutorial.iqn")
    for name, command in (
        ("lark", [sys.executable, "-c", "import lark"]),
        ("small file", [iquazu, "validate", tutorial]),
        ("help", [iquazu, "--help"]),
    ):
        for number in range(2):
            start = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment)
            if number:
                starts[name].append(time.perf_counter() - start)


def peak(file: Path, there: int, wanted: int) -> int:
    """The most memory that `validate` takes for so many records, in kilobytes."""
    text = file.read_bytes() + b"\n"
    records = text.split(b"\n[Game ")
    part = b"\n[Game ".join(records[: min(wanted, there)]) + b"\n"
    times = max(1, wanted // there)
    large = file.with_name("memory.iqn")
    with large.open("wb") as out:
        for _ in range(times):
            out.write(part)
    found = measure("validate", large)
    large.unlink()
    assert found is not None
    return int(found["kilobytes"])


def write(
    small: int,
    large: int,
    rounds: int,
    peers: dict[str, list[dict[str, Any]]],
    own: list[list[dict[str, Any]]],
    shared: dict[tuple[str, int], list[dict[str, Any]]],
    starts: dict[str, list[float]],
    memory: list[tuple[int, int]],
) -> str:
    rows = [
        "# How fast it is",
        "",
        f"{machine()}. {rounds} rounds, measures of all taking turns, each in a fresh process with"
        f" cold caches; medians. {small} full-form records of greedy games with four players unless"
        " it says otherwise, PGN of random legal games of the same length. One process: turns (or"
        " plies) a second of CPU time.",
        "",
        "| ours | turns/s | peer | plies/s | ratio | target |",
        "| --- | ---: | --- | ---: | ---: | ---: |",
    ]
    titles = dict(PEERS)
    for (_, title, _, _, peer, target), runs in zip(OWN, own, strict=True):
        if not runs:
            rows.append(f"| {title} | can't be compiled here | | | | {target} |")
            continue
        rate = rates(runs, "cpu")
        beside = rates(peers[peer], "cpu") if peers[peer] else None
        rows.append(
            f"| {title.format(large=large)} | {rate:,.0f} | {titles[peer]} |"
            + (f" {beside:,.0f} | {rate / beside:.1f} |" if beside else " not installed | |")
            + f" {target} |"
        )
    rows += ["", "| peer | rate | of |", "| --- | ---: | --- |"]
    for name, title in PEERS:
        runs = peers[name]
        shown = f"{rates(runs, 'cpu'):,.0f}/s | {runs[0]['unit']}" if runs else "not installed |"
        rows.append(f"| {title} | {shown} |")
    rows += [
        "",
        f"Several processes, {large} records, turns a second on the wall:",
        "",
        "| processes | validate | times one | load | times one | plain loops, times one |",
        "| ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for jobs in sorted({jobs for _, jobs in shared}):
        cells = [str(jobs)]
        for name in ("validate", "load"):
            rate, one = rates(shared[name, jobs], "wall"), rates(shared[name, 1], "wall")
            cells += [f"{rate:,.0f}", f"{rate / one:.2f}"]
        loops = rates(shared["plain", jobs], "wall") / rates(shared["plain", 1], "wall")
        cells.append(f"{loops:.2f}")
        rows.append("| " + " | ".join(cells) + " |")
    lark, file, help_ = (statistics.median(starts[n]) for n in ("lark", "small file", "help"))
    rows += [
        "",
        f"From the start of the process to the answer: `iquazu validate samples/tutorial.iqn`"
        f" {file * 1000:.0f} ms, `iquazu --help` {help_ * 1000:.0f} ms, `python -c 'import lark'`"
        f" {lark * 1000:.0f} ms (target for the first: {(1.5 * lark + 0.15) * 1000:.0f} ms).",
        "",
        "Memory of `validate`, one process: "
        + ", ".join(f"{size / 1024:.0f} MB for {number:,} records" for number, size in memory)
        + ".",
        "",
    ]
    notes = HERE / "notes.md"
    return "\n".join(rows) + ("\n" + notes.read_text(encoding="utf-8") if notes.exists() else "")


def machine() -> str:
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                name = line.partition(":")[2].strip()
                break
    load = f", load average {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}{load}"


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
