"""Every statistic on many simulated games, against a plain Python count of their events."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

from iquazu_notation.bots.table import play_game, record_text
from iquazu_notation.games.iquazu.board_file import reference
from iquazu_notation.store.filters import Filters
from iquazu_notation.store.statistics import all_statistics, run
from iquazu_notation.store.store import opened_to_read
from iquazu_notation.store.wilson import wilson
from tests.store.games import database, played
from tests.store.plain import NAMES, PLAIN, Seen

PEOPLE = ["Anna", "Ben", "Cleo", "Dora", "O'Brien; DROP TABLE games --"]

# Of each rate: its own column, those of its bounds, what was counted, and out of how many.
RATES = [
    ("share", "low", "high", "gems", "n"),
    ("winners_share", "winners_low", "winners_high", "winners", "winners_n"),
    ("losers_share", "losers_low", "losers_high", "losers", "losers_n"),
    ("rate", "low", "high", None, "n"),
    ("won_rate", "won_low", "won_high", "won", "offered"),
    ("used_rate", "used_low", "used_high", "used", "won"),
    ("holder_rate", "holder_low", "holder_high", "holders_won", "holders"),
]
COUNTS = ("games", "seats", "wins", "places", "with_pairs", "drops", "by_tie_break")
HITS = (*COUNTS, "cards", "above")


def simulated() -> list[str]:
    """150 games: mostly random bots, some greedy; some half seen, some that stop early."""
    rng = Random(20261118)
    texts = []
    for seed in range(150):
        players = 2 + seed % 3
        bots = ["greedy" if seed % 25 == 0 else "random"] * players
        game = play_game(bots, seed, board=reference(), seats=rng.sample("RGYP", players))
        people = dict(zip(game.seats, rng.sample(PEOPLE, players), strict=True))
        tags = {NAMES[seat]: name for seat, name in people.items()}
        tags["Date"] = f"2026-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
        unseen = "all" if seed % 30 == 1 else None
        if seed % 20 == 3:
            text = record_text(game, unseen, {**tags, "Termination": "unfinished"})
            head, _, moves = text.partition("\n\n")
            lines = moves.splitlines()
            text = head + "\n\n" + "\n".join(lines[: rng.randint(1, len(lines) - 2)]) + "\n"
        else:
            text = record_text(game, unseen, tags)
        texts.append(text)
    return texts


@pytest.fixture(scope="module")
def games() -> list[Seen]:
    return [Seen(game) for game in played(simulated())]


@pytest.fixture(scope="module")
def connection(
    games: list[Seen], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[DuckDBPyConnection]:
    path = tmp_path_factory.mktemp("simulated") / "games.duckdb"
    with opened_to_read(database(path, [game.replay for game in games])) as opened:
        yield opened


def alike(one: Any, other: Any) -> bool:
    if isinstance(one, float) or isinstance(other, float):
        return one is not None and other is not None and math.isclose(one, other, rel_tol=1e-9)
    return bool(one == other)


def assert_same(found: list[dict[str, Any]], plain: list[dict[str, Any]], name: str) -> None:
    if name == "players":  # sorted by rating, which is proved elsewhere
        found = sorted(found, key=lambda row: (row["players"], row["player"]))
    assert len(found) == len(plain)
    for row, due in zip(found, plain, strict=True):
        wrong = {key: (row[key], due[key]) for key in due if not alike(row[key], due[key])}
        assert wrong == {}, (name, row)


def test_every_statistic_has_its_plain_count() -> None:
    assert sorted(PLAIN) == list(all_statistics())


@pytest.mark.parametrize("name", PLAIN)
def test_a_statistic_equals_the_plain_count_of_all_games(
    name: str, connection: DuckDBPyConnection, games: list[Seen]
) -> None:
    plain = PLAIN[name](games, None)
    assert {row["players"] for row in plain} == {2, 3, 4}
    assert_same(run(connection, name).records(), plain, name)


@pytest.mark.parametrize("name", PLAIN)
def test_a_statistic_equals_the_plain_count_of_filtered_games(
    name: str, connection: DuckDBPyConnection, games: list[Seen]
) -> None:
    filters = Filters(players=3, player=PEOPLE[-1], source="simulated")
    some = [game for game in games if game.players == 3]
    plain = PLAIN[name](some, PEOPLE[-1])
    assert plain
    assert_same(run(connection, name, filters).records(), plain, name)


def test_games_since_a_day_are_those_of_that_day_and_later(
    connection: DuckDBPyConnection, games: list[Seen]
) -> None:
    day = sorted(game.day for game in games)[75]
    some = [game for game in games if game.day >= day]
    for name in ("heatmap", "scores"):
        found = run(connection, name, Filters(since=day)).records()
        assert_same(found, PLAIN[name](some, None), name)


@pytest.mark.parametrize("name", PLAIN)
def test_every_rate_is_what_was_counted_by_n_with_its_wilson_interval(
    name: str, connection: DuckDBPyConnection
) -> None:
    result = run(connection, name)
    rated = [rate for rate in RATES if {rate[0], rate[1]} <= set(result.columns)]
    bounds = [column for column in result.columns if column.rpartition("_")[2] in ("low", "high")]
    assert sorted(bounds) == sorted(column for _, low, high, *_ in rated for column in (low, high))
    for row in result.records():
        for rate, low, high, hits, n in rated:
            counted = row[hits or next(c for c in HITS if c in row)]
            due = wilson(counted, row[n])
            if rate == "used_rate" and row["kind"].startswith("V"):
                due = None
            if due is None:
                assert (row[rate], row[low], row[high]) == (None, None, None)
                continue
            assert row[rate] == pytest.approx(counted / row[n])
            assert (row[low], row[high]) == pytest.approx(due, abs=1e-12)


def test_n_is_the_number_of_games_that_count_and_the_others_are_told(
    connection: DuckDBPyConnection, games: list[Seen]
) -> None:
    whole = run(connection, "length")
    assert whole.n == sum(game.decided for game in games) < 150
    assert whole.n + whole.left_out == 150
    every = run(connection, "heatmap")
    assert (every.n, every.left_out) == (150, 0)
