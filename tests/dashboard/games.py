"""Databases for the tests of page and figures."""

from __future__ import annotations

from pathlib import Path
from random import Random

from iquazu_notation import read_text, replay
from iquazu_notation.bots.table import play_game, record_text
from iquazu_notation.games.iquazu.board_file import reference
from iquazu_notation.store.loading import Loader
from iquazu_notation.store.store import opened_to_write

HOSTILE = (
    "<script>document.title='broken'</script>",
    "<img src=x onerror=\"document.title='broken'\">",
    "</script><b>'; DROP TABLE games; -- 🎲",
    "Long" * 2500,
)


def record(seed: int, players: int, names: tuple[str, ...] = ()) -> str:
    """A game of random bots, under other names if there are some."""
    played = play_game(("random",) * players, seed, board=reference())
    text = record_text(played)
    for colour, name in zip(("Red", "Green", "Yellow", "Purple"), names, strict=False):
        written = name.replace("\\", "\\\\").replace('"', '\\"')
        assert f'[{colour} "random"]' in text
        text = text.replace(f'[{colour} "random"]', f'[{colour} "{written}"]', 1)
    return text


def database(file: Path, texts: list[str]) -> Path:
    """A database of these records, all of which must be good."""
    with opened_to_write(file) as connection:
        loader = Loader(connection, file)
        loader.add(replay(found) for text in texts for found in read_text(text))
        assert loader.finish().refused == 0
    return file


PEOPLE = (
    *["Anna", "Ben", "Cleo", "Dora", "Emil", "Fatima", "Georg", "Hanna", "Ines", "Kim", "Lena"],
    *HOSTILE,
)


def many_people() -> list[str]:
    """70 games of three, with 15 people who meet now and then."""
    rng = Random(20260301)
    return [record(seed, 3, tuple(rng.sample(PEOPLE, 3))) for seed in range(300, 370)]


def forty_games() -> list[str]:
    """24 games of two, 13 of four with hostile names, and 3 of three, which are too few."""
    return [
        *(record(seed, 2, ("Anna", "Ben")) for seed in range(24)),
        *(record(seed, 4, HOSTILE) for seed in range(100, 113)),
        *(record(seed, 3) for seed in range(200, 203)),
    ]
