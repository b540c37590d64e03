"""The kept ratings are those of all games that are there, whatever was done to the database."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from iquazu_notation import Replay, read_text, replay
from iquazu_notation.store import loading
from iquazu_notation.store.filters import Filters
from iquazu_notation.store.loading import Loader
from iquazu_notation.store.rating_table import GAMES
from iquazu_notation.store.ratings import Rating, ratings
from iquazu_notation.store.statistics import run
from iquazu_notation.store.store import opened_to_read, opened_to_write
from iquazu_notation.store.unloading import unload
from tests.store.games import played
from tests.store.plain import NAMES, Seen
from tests.store.shelf import ask, load, load_games, simulated, write

PEOPLE = ["Anna", "Ben", "Cleo", "Dora", "Emil"]
Found = dict[tuple[int, str], Rating]


def texts() -> list[str]:
    """Thirty games on days in no order, some of them on one day or without one."""
    chance = Random(5)
    found = []
    for seed in range(30):
        head, _, moves = simulated(seed).partition("\n\n")
        kept = [line for line in head.split("\n") if line.split()[0][1:] not in NAMES.values()]
        seats = next(line for line in kept if line.startswith("[Seats ")).split('"')[1].split()
        names = chance.sample(PEOPLE, len(seats))
        if seed % 10 == 7:
            names = ["Anna"] * len(seats)
        if seed % 10 != 8:
            pairs = zip(seats, names, strict=True)
            kept += [f'[{NAMES[seat]} "{name}"]' for seat, name in pairs]
        if seed % 10 != 9:
            kept.append(f'[Date "2026-01-{chance.randint(1, 9):02}"]')
        found.append("\n".join(kept) + "\n\n" + moves)
    return found


TEXTS = texts()


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "games.duckdb"


def plain(games: list[Replay]) -> Found:
    """The ratings of games in their order of loading, without the database."""
    seen = [game for game in map(Seen, games) if game.decided]
    found: Found = {}
    for players in (2, 3, 4):
        some = sorted((g for g in seen if g.players == players), key=lambda game: game.day)
        ranked = [[(game.name(seat), game.rank(seat)) for seat in game.seats] for game in some]
        found |= {(players, name): rating for name, rating in ratings(ranked).items()}
    return found


def kept(db: Path) -> Found:
    rows = ask(db, "SELECT players, player, mu, sigma, games FROM ratings")
    return {(players, player): Rating(*rest) for players, player, *rest in rows}


def told(db: Path) -> Found:
    """The ratings as the statistic tells them."""
    with opened_to_read(db) as connection:
        return {
            (row["players"], row["player"]): Rating(row["rating"], row["uncertainty"], row["rated"])
            for row in run(connection, "players").records()
            if row["rating"] is not None
        }


def test_after_a_load_the_ratings_are_those_of_all_games_in_order_of_their_days(db: Path) -> None:
    games = played(TEXTS)
    load_games(db, games)
    due = plain(games)
    assert len(due) == 15
    assert kept(db) == told(db) == due
    in_order_of_loading = ratings(
        [(game.name(seat), game.rank(seat)) for seat in game.seats]
        for game in map(Seen, games)
        if game.players == 4 and game.decided
    )
    assert in_order_of_loading["Anna"] != due[4, "Anna"]


def test_a_second_load_rates_anew(db: Path) -> None:
    games = played(TEXTS)
    load_games(db, games[10:])
    assert kept(db) == plain(games[10:])
    load_games(db, games[:10])
    assert kept(db) == told(db) == plain([*games[10:], *games[:10]])


@pytest.mark.parametrize("batches", [1, 2, 3])
def test_an_interrupted_load_leaves_no_stale_ratings(
    db: Path, batches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "BATCH", 5)
    monkeypatch.setattr(loading, "TRANSACTION", 5)
    games = played(TEXTS)
    load_games(db, games[:5])
    assert kept(db) == plain(games[:5])
    some = games[: 5 + 5 * batches]
    with opened_to_write(db) as connection:
        loader = Loader(connection, db)
        loader.add(games[: 5 + 5 * batches + 3])
    assert kept(db) == {}
    # Whoever asks meanwhile is told what is right for the games that are there.
    assert told(db) == plain(some)
    load_games(db, some)  # it changes nothing else
    assert kept(db) == told(db) == plain(some)
    load_games(db, games)
    assert kept(db) == plain(games)


def test_an_end_that_fails_leaves_no_ratings_and_the_load_unfinished(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = played(TEXTS[:5])

    def fail(self: Loader, *_: object) -> None:
        raise KeyboardInterrupt

    with opened_to_write(db) as connection:
        loader = Loader(connection, db)
        loader.add(games)
        loader._put_in()
        loader._commit()
        monkeypatch.setattr(Loader, "_note_load", fail)
        with pytest.raises(KeyboardInterrupt):
            loader.finish()
    assert ask(db, "SELECT finished FROM loads") == [(None,)]
    assert kept(db) == {}
    assert told(db) == plain(games)


def test_a_replaced_record_is_rated_in_the_place_of_the_old_one(db: Path, tmp_path: Path) -> None:
    file = write(tmp_path, "night.iqn", *TEXTS)
    load(db, [file])
    before = kept(db)
    changed = [text.replace('"Anna"', '"Zoe"') for text in TEXTS[:12]] + TEXTS[12:]
    write(tmp_path, "night.iqn", *changed)
    assert load(db, [file], replace=True).replaced > 0
    after = kept(db)
    assert after != before
    # A replaced record is loaded last, and that decides between games of one day.
    order = [text for (text,) in ask(db, "SELECT text FROM texts ORDER BY game")]
    assert after == told(db) == plain([replay(next(read_text(text))) for text in order])


def test_unloaded_games_are_rated_no_more(db: Path, tmp_path: Path) -> None:
    first = write(tmp_path, "first.iqn", *TEXTS[:20])
    last = write(tmp_path, "last.iqn", *TEXTS[20:])
    load(db, [first, last])
    with opened_to_write(db) as connection:
        assert unload(connection, db, [str(first)])[0] == 20
    assert kept(db) == told(db) == plain(played(TEXTS[20:]))
    with opened_to_write(db) as connection:
        assert unload(connection, db, [str(last)])[0] == 10
    assert kept(db) == told(db) == {}


def test_a_rating_is_the_same_whatever_is_asked_for(db: Path) -> None:
    load_games(db, played(TEXTS))
    due = kept(db)
    with opened_to_read(db) as connection:
        ((day,),) = connection.execute("SELECT max(played_on) FROM games").fetchall()
        for filters in (Filters(players=3), Filters(player="Ben"), Filters(since=day)):
            rows = run(connection, "players", filters).records()
            assert rows
            for row in rows:
                assert row["rating"] == due[row["players"], row["player"]].mu


def test_games_that_say_nothing_about_players_are_not_read_for_ratings(db: Path) -> None:
    load_games(db, played(TEXTS))
    with opened_to_read(db) as connection:
        found = {game for _, game, *_ in connection.execute(GAMES).fetchall()}
    assert len(found) < sum(game.decided for game in map(Seen, played(TEXTS)))
    names = ask(db, f"SELECT player FROM seats WHERE game IN ({', '.join(map(str, found))})")
    assert (None,) not in names
