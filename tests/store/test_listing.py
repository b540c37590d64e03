"""The list of games, and what filters can offer, on games that were really loaded."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from duckdb import DuckDBPyConnection

from iquazu_notation.store import listing
from iquazu_notation.store.filters import Filters
from iquazu_notation.store.listing import choices, count, games
from iquazu_notation.store.store import opened_to_read
from tests.store.games import database, played
from tests.store.shelf import simulated
from tests.store.test_hostile_names import NAMES
from tests.store.test_statistics import sample, two_games


def dated(day: str, seed: int, *names: str) -> str:
    """A simulated game of two, with a date and names."""
    tags = f'[Date "{day}"]\n' if day else ""
    for colour, name in zip(("Red", "Green"), names, strict=False):
        escaped = name.replace("\\", "\\\\").replace('"', '\\"')
        tags += f'[{colour} "{escaped}"]\n'
    head, _, moves = simulated(3 * seed).partition("\n\n")
    kept = [line for line in head.split("\n") if not line.startswith(("[Red", "[Green"))]
    return "\n".join(kept) + "\n" + tags + "\n" + moves


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDBPyConnection]:
    path = tmp_path_factory.mktemp("two") / "games.duckdb"
    texts = [*two_games(), sample("gems-come-back")]
    with opened_to_read(database(path, played(texts))) as connection:
        yield connection


def test_a_game_is_listed_with_its_seats_in_turn_order(two: DuckDBPyConnection) -> None:
    tie, drop, unfinished = games(two, Filters(), limit=10)
    assert (tie.played_on, tie.date, tie.players) == (date(2026, 1, 2), "2026-01-02", 2)
    assert (tie.seats, tie.names, tie.totals) == (("R", "G"), ("Anna", "Ben"), (68, 68))
    assert (tie.winners, tie.turns, tie.verdict, tie.complete) == (("R", "G"), 53, "valid", True)
    assert (tie.board, tie.source, tie.line) == ("reference", "table", 1)
    assert (drop.names, drop.totals, drop.winners) == (("Ben", "Anna"), (63, 75), ("G",))
    assert (unfinished.complete, unfinished.winners) == (False, None)
    ((own,),) = two.execute("SELECT id FROM games WHERE source = 'table'").fetchall()
    assert tie.id == own


def test_the_latest_game_comes_first_and_those_without_a_day_last(tmp_path: Path) -> None:
    days = ["2026-02-??", "2026-01-05", "", "2026-03-01", "2026-01-05"]
    texts = [dated(day, seed) for seed, day in enumerate(days)]
    with opened_to_read(database(tmp_path / "g.duckdb", played(texts))) as connection:
        listed = games(connection, Filters(), limit=10)
        keys = dict(connection.execute("SELECT id, game FROM games").fetchall())
        assert [keys[game.id] for game in listed] == [4, 5, 2, 3, 1]
        assert [game.date for game in listed] == [*days[3:], days[1], None, days[0]]
        for limit in (1, 2, 3):
            pages = [games(connection, Filters(), limit=limit, offset=at) for at in range(6)]
            assert pages == [listed[at : at + limit] for at in range(6)]


def test_filters_choose_what_is_listed_and_counted(two: DuckDBPyConnection) -> None:
    for filters, number in (
        (Filters(), 3),
        (Filters(player="Anna"), 2),
        (Filters(player="Anna", since=date(2026, 1, 2)), 1),
        (Filters(players=4), 0),
    ):
        assert count(two, filters) == number
        assert len(games(two, filters, limit=10)) == number
    assert games(two, Filters(player="Anna"), limit=10)[0].names == ("Anna", "Ben")


@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_name_is_listed_offered_and_found(name: str, tmp_path: Path) -> None:
    path = database(tmp_path / "g.duckdb", played([dated("2026-01-01", 1, name, "Ben")]))
    with opened_to_read(path) as connection:
        (game,) = games(connection, Filters(player=name), limit=5)
        assert game.names == (name, "Ben")
        assert choices(connection).names == {name: 1, "Ben": 1}
        assert count(connection, Filters(player=name)) == 1
        assert count(connection, Filters(player=name + " ")) == 0


def test_filters_can_offer_what_there_is(two: DuckDBPyConnection) -> None:
    found = choices(two)
    assert list(found.names.items())[:2] == [("Anna", 2), ("Ben", 2)]
    assert found.boards == {"reference": 3}
    assert found.sources == dict(
        two.execute(
            "SELECT source, count(*) AS n FROM games GROUP BY source ORDER BY n DESC"
        ).fetchall()
    )
    assert found.players == {2: 3}
    assert (found.first, found.last) == (date(2026, 1, 1), date(2026, 1, 2))


def test_a_name_that_sits_twice_has_one_game(tmp_path: Path) -> None:
    path = database(tmp_path / "g.duckdb", played([dated("", 1, "Anna", "Anna")]))
    with opened_to_read(path) as connection:
        assert choices(connection).names == {"Anna": 1}


def test_only_the_most_frequent_names_are_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "MOST_NAMES", 2)
    texts = [dated("", seed, "Anna", other) for seed, other in enumerate(("Ben", "Cleo", "Ben"))]
    with opened_to_read(database(tmp_path / "g.duckdb", played(texts))) as connection:
        assert choices(connection).names == {"Anna": 3, "Ben": 2}


def test_an_empty_database_offers_nothing(tmp_path: Path) -> None:
    with opened_to_read(database(tmp_path / "g.duckdb", [])) as connection:
        assert games(connection, Filters(), limit=5) == []
        assert count(connection, Filters()) == 0
        assert choices(connection) == listing.Choices({}, {}, {}, {}, None, None)
