"""One measure in a process of its own, so that nothing is warm: prints what it did as JSON.

    python bench/measures.py NAME FILE [JOBS]

The clock starts when the modules are imported; grammars, words and boards are still to be loaded.
"""

from __future__ import annotations

import gc
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path

Done = tuple[int, str]


def read(file: str, _jobs: int) -> Done:
    from iquazu_notation import read_file

    return sum(len(record.turns) for record in read_file(file)), "turns"


def validate(file: str, jobs: int) -> Done:
    from iquazu_notation.judged import judge
    from iquazu_notation.sharing import batches, shared

    turns = 0
    for judged in shared(batches(file), partial(judge, with_id=False), jobs, print):
        assert judged.verdict == "valid", judged
        turns += judged.turns
    return turns, "turns"


def write(file: str, _jobs: int) -> Done:
    from iquazu_notation import read_file, replay

    turns = 0
    for record in read_file(file):
        game = replay(record)
        game.text()
        turns += game.turns
    return turns, "turns"


def load(file: str, jobs: int) -> Done:
    from iquazu_notation.sharing import batches, shared_by_batch
    from iquazu_notation.store.beside import load_all
    from iquazu_notation.store.loading import Loader
    from iquazu_notation.store.prepared import read_and_prepare
    from iquazu_notation.store.store import opened_to_write

    folder = Path(tempfile.mkdtemp(dir=Path(file).parent))
    with opened_to_write(folder / "games.duckdb") as connection:
        loader = Loader(connection, folder / "games.duckdb")
        work = partial(read_and_prepare, boards={})
        every = shared_by_batch(batches(file), work, jobs, print)
        deque(load_all(loader, every, jobs), maxlen=0)
        loader.finish()
        ((turns,),) = connection.execute("SELECT sum(turns) FROM games").fetchall()
    shutil.rmtree(folder)
    return int(turns), "turns"


def insert(file: str, _jobs: int) -> Callable[[], Done]:
    """DuckDB alone: the same rows as `load`, from columns that are ready. Only that is timed."""
    from iquazu_notation.sharing import batches
    from iquazu_notation.store import loading
    from iquazu_notation.store.prepared import read_and_prepare
    from iquazu_notation.store.store import opened_to_write

    folder = Path(tempfile.mkdtemp(dir=Path(file).parent))
    kept = []
    write = loading.insert_columns
    loading.insert_columns = lambda *columns: kept.append(columns[1:])
    with opened_to_write(folder / "none.duckdb") as connection:
        loader = loading.Loader(connection, folder / "none.duckdb")
        for batch in batches(file):
            for prepared in read_and_prepare(batch, {}):
                loader.add_prepared(prepared)
        loader.finish()
    turns = sum(len(columns["turn"]) for table, _, columns in kept if table == "turns")

    def insert_all() -> Done:
        games = 0
        with opened_to_write(folder / "games.duckdb") as connection:
            connection.begin()
            for table, types, columns in kept:
                if table == "games":  # the first of a batch
                    games += len(columns["game"])
                write(connection, table, types, columns)
                if table == "prizes" and games >= loading.TRANSACTION:  # the last of a batch
                    connection.commit()
                    connection.begin()
                    games = 0
            connection.commit()
        shutil.rmtree(folder)
        return turns, "turns"

    return insert_all


def plain(_file: str, jobs: int) -> Done:
    """A plain loop in each process: what the machine has to give."""
    from multiprocessing import get_context

    with get_context("fork").Pool(jobs) as pool:
        pool.map(_count, [4_000_000] * jobs, chunksize=1)
    return 4_000_000 * jobs, "steps"


def _count(number: int) -> int:
    return sum(1 for _ in range(number))


def simulate(_file: str, _jobs: int) -> Done:
    return _played("greedy"), "turns"


def simulate_random(_file: str, _jobs: int) -> Done:
    return _played("random"), "turns"


def _played(bot: str) -> int:
    from iquazu_notation.bots.table import play_game
    from iquazu_notation.games.iquazu.board_file import reference

    games = [play_game([bot] * 4, seed, board=reference()) for seed in range(40)]
    return sum(len(game.turns) for game in games)


def chess_read(file: str, _jobs: int) -> Done:
    import chess.pgn

    plies = 0
    with Path(file).open(encoding="utf-8") as source:
        while (game := chess.pgn.read_game(source)) is not None:
            assert not game.errors
            plies += game.end().ply()
    return plies, "plies"


def chess_write(file: str, _jobs: int) -> Done:
    import chess.pgn

    plies = 0
    with Path(file).open(encoding="utf-8") as source:
        while (game := chess.pgn.read_game(source)) is not None:
            str(game)
            plies += game.end().ply()
    return plies, "plies"


def chess_play(file: str, _jobs: int) -> Done:
    from random import Random

    import chess

    plies = 0
    for seed in range(40):
        random, board = Random(seed), chess.Board()
        while board.ply() < 90 and not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
        plies += board.ply()
    return plies, "plies"


def pgn_extract(file: str, _jobs: int) -> Done:
    where = shutil.which("pgn-extract") or "/usr/games/pgn-extract"
    subprocess.run([where, "-s", "-o", "/dev/null", file], check=True)
    return int(Path(file).with_suffix(".plies").read_text()), "plies"


PHH = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [2, 4, 0]
min_bet = 4
starting_stacks = [400, 400, 400]
actions = ["d dh p1 AcKd", "d dh p2 7h6h", "d dh p3 QsQh", "p3 cbr 12", "p1 cc", "p2 cc",
  "d db 8h5h2c", "p1 cc", "p2 cc", "p3 cbr 20", "p1 f", "p2 cbr 60", "p3 cc", "d db 9d",
  "p2 cbr 90", "p3 cc", "d db Ks", "p2 cc", "p3 cc", "p2 sm 7h6h", "p3 sm QsQh"]
"""


def pokerkit_read(_file: str, _jobs: int) -> Done:
    from pokerkit import HandHistory

    actions = 0
    for _ in range(300):
        hand = HandHistory.loads(PHH)
        for _state in hand:
            pass
        actions += len(hand.actions)
    return actions, "actions"


MEASURES: dict[str, Callable[[str, int], Done | Callable[[], Done]]] = {
    work.__name__: work
    for work in (
        *(read, validate, write, load, insert, simulate, simulate_random, plain),
        *(chess_read, chess_write, chess_play, pgn_extract, pokerkit_read),
    )
}


def main(name: str, file: str, jobs: int = 1) -> None:
    # Imported, but with no grammar and no words yet.
    import iquazu_notation.judged
    import iquazu_notation.notation.parsers
    from iquazu_notation.games.iquazu import checking, game  # noqa: F401

    if name in ("load", "insert"):
        import iquazu_notation.store.loading  # noqa: F401
    if name.startswith("chess"):
        import chess.pgn  # noqa: F401
    if name.startswith("pokerkit"):
        import pokerkit  # noqa: F401
    gc.set_threshold(200_000, 20, 20)  # as the command does
    work = MEASURES[name]
    ready = work(file, jobs) if name == "insert" else partial(work, file, jobs)
    before = _cpu()
    start = time.perf_counter()
    number, unit = ready()
    wall = time.perf_counter() - start
    told = {"n": number, "unit": unit, "cpu": _cpu() - before, "wall": wall, "kilobytes": _most()}
    print(json.dumps(told))


def _most() -> int:
    """The most memory this process has held, in kilobytes."""
    status = Path("/proc/self/status")
    if status.exists():
        # What `getrusage` says of this begins with the memory of the process that started us.
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _cpu() -> float:
    own, children = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 1)
