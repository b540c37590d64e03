"""What tests of the store share: records, loading them, and looking at what is there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from iquazu_notation import Replay, read_file, read_text, replay
from iquazu_notation.bots.table import play_game, record_text
from iquazu_notation.games.iquazu.board_file import reference
from iquazu_notation.store.loading import Loader
from iquazu_notation.store.planning import Tally
from iquazu_notation.store.store import (
    TABLES,
    TABLES_BY_GAME,
    opened_to_read,
    opened_to_write,
)
from iquazu_notation.store.tales import tale_of
from iquazu_notation.store.telling import tell
from tests.simulated import Script

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "samples" / "tutorial.iqn"


@cache
def simulated(seed: int) -> str:
    """A game of two, three or four random bots, in full form; some as an onlooker saw them."""
    game = play_game(("random",) * (2 + seed % 3), seed, board=reference())
    text = record_text(game, "all" if seed % 12 == 5 else None)
    return replay(next(read_text(text))).text()


def beginning(seed: int, turns: int) -> str:
    """The first turns of a game: a record of its own, with its own id."""
    return Script.of(simulated(seed)).cut(turns).text


def load(db: Path, files: Iterable[Path], replace: bool = False) -> Tally:
    with opened_to_write(db) as connection:
        loader = Loader(connection, db, replace=replace)
        for file in files:
            loader.add(replay(record) for record in read_file(file))
        return loader.finish()


def load_games(db: Path, games: Iterable[Replay]) -> Tally:
    with opened_to_write(db) as connection:
        loader = Loader(connection, db)
        loader.add(games)
        return loader.finish()


def columns_told(games: Sequence[Replay]) -> dict[str, dict[str, Any]]:
    """The columns of all tables that are told from tapes; `game` is the place in `games`."""
    return tell([tale_of(game) for game in games])


def ask(db: Path, question: str) -> list[tuple[Any, ...]]:
    with opened_to_read(db) as connection:
        return connection.execute(question).fetchall()


def contents(db: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table."""
    with opened_to_read(db) as connection:
        return {
            table: sorted(connection.execute(f"FROM {table}").fetchall(), key=repr)
            for table in TABLES
        }


def rows_per_game(db: Path) -> dict[str, dict[str, int]]:
    """By id of the game, how many rows each table has of it."""
    found: dict[str, dict[str, int]] = {}
    with opened_to_read(db) as connection:
        keys = connection.execute("SELECT game, id FROM games").fetchall()
        ids = dict(keys)
        for table in TABLES_BY_GAME:
            counted = connection.execute(f"SELECT game, count(*) FROM {table} GROUP BY game")
            for key, number in counted.fetchall():
                found.setdefault(ids[key], {})[table] = number
    return found


def write(folder: Path, name: str, *texts: str) -> Path:
    file = folder / name
    file.write_text("\n".join(texts), encoding="utf-8")
    return file
