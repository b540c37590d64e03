"""The query files, the manual, and what is said about the games behind the numbers."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import duckdb
import pytest

from iquazu_notation.store.filters import Filters
from iquazu_notation.store.statistics import NEEDS, all_statistics, run
from iquazu_notation.store.store import opened_to_read
from tests.store.games import database, played
from tests.store.test_statistics import sample, two_games

ROOT = Path(__file__).parents[2]


def one_line(text: str) -> str:
    return " ".join(text.split())


def test_the_manual_has_every_statistic_with_the_definition_of_its_file() -> None:
    page = (ROOT / "docs" / "statistics.md").read_text(encoding="utf-8")
    _, *sections = re.split(r"^## ", page, flags=re.MULTILINE)
    written = {section.split("\n")[0]: one_line(section.split("\n", 1)[1]) for section in sections}
    due = {
        name: one_line(f"**{s.title}.** {s.definition} *{s.counted[0].upper()}{s.counted[1:]}.*")
        for name, s in all_statistics().items()
    }
    assert written == due


@pytest.mark.parametrize("name", all_statistics())
def test_a_query_says_what_it_is_and_which_games_it_needs(name: str) -> None:
    statistic = all_statistics()[name]
    assert statistic.title
    assert statistic.title[-1] != "."
    assert statistic.definition.endswith(".")
    assert statistic.needs in NEEDS
    assert set(statistic.hints) <= {"grid", "bar", "spark"}
    assert "chosen_games" in statistic.sql or "chosen_seats" in statistic.sql
    assert not re.search(r"(FROM|JOIN) games\b", statistic.sql)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games with two, three and four players."""
    texts = [*two_games(), sample("three-players"), sample("four-players")]
    return database(tmp_path_factory.mktemp("tables") / "g.duckdb", played(texts))


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return database(tmp_path_factory.mktemp("empty") / "g.duckdb", [])


@pytest.mark.parametrize("name", all_statistics())
def test_every_row_says_for_how_many_players_it_is(name: str, tables: Path) -> None:
    with opened_to_read(tables) as connection:
        result = run(connection, name)
    assert result.columns[0] == "players"
    assert {row[0] for row in result.rows} <= {2, 3, 4}
    # Bots sit more than once at the greater tables, so there nobody meets somebody else.
    assert len({row[0] for row in result.rows}) == (1 if name == "head-to-head" else 3)


@pytest.mark.parametrize("name", all_statistics())
def test_an_empty_database_gives_no_rows(name: str, empty: Path) -> None:
    with opened_to_read(empty) as connection:
        result = run(connection, name)
    assert (result.rows, result.n, result.left_out, result.mixture) == ([], 0, 0, None)


def test_games_of_several_sources_are_not_counted_together_silently(tmp_path: Path) -> None:
    with opened_to_read(database(tmp_path / "g.duckdb", played(two_games()))) as connection:
        both = run(connection, "length")
        one = run(connection, "length", Filters(source="table"))
    assert both.mixture == ("Unlike games are counted together: 2 sources (simulated 1, table 1).")
    assert (one.mixture, one.n) == (None, 1)


def test_boards_of_one_name_are_told_apart(tmp_path: Path) -> None:
    path = database(tmp_path / "g.duckdb", played(two_games()))
    with duckdb.connect(str(path)) as connection:
        connection.execute("UPDATE games SET board_hash = 'other1234' WHERE source = 'table'")
    with opened_to_read(path) as connection:
        mixture = run(connection, "length", Filters(board="reference")).mixture or ""
    assert re.search(r"2 boards \(reference \(\w{6}\) 1, reference \(\w{6}\) 1\)", mixture)


def test_unfinished_games_are_left_out_and_told(tmp_path: Path) -> None:
    texts = [*two_games(), sample("gems-come-back")]
    with opened_to_read(database(tmp_path / "g.duckdb", played(texts))) as connection:
        assert (run(connection, "scores").n, run(connection, "scores").left_out) == (2, 1)
        assert (run(connection, "pairs").n, run(connection, "pairs").left_out) == (3, 0)
        assert (run(connection, "rhythm").n, run(connection, "rhythm").left_out) == (2, 1)


def test_a_players_rating_is_the_same_whether_others_are_shown_or_not(tmp_path: Path) -> None:
    with opened_to_read(database(tmp_path / "g.duckdb", played(two_games()))) as connection:
        everybody = run(connection, "players").records()
        anna = run(connection, "players", Filters(player="Anna")).records()
    assert anna == [row for row in everybody if row["player"] == "Anna"]


def test_filters_match_names_and_days_exactly(tmp_path: Path) -> None:
    with opened_to_read(database(tmp_path / "g.duckdb", played(two_games()))) as connection:

        def n(filters: Filters) -> int:
            return run(connection, "length", filters).n

        assert n(Filters(since=date(2026, 1, 2))) == 1
        assert n(Filters(since=date(2026, 1, 3))) == 0
        assert n(Filters(until=date(2026, 1, 1))) == 1
        assert n(Filters(until=date(2025, 12, 31))) == 0
        assert n(Filters(since=date(2026, 1, 2), until=date(2026, 1, 2))) == 1
        assert n(Filters(player="Anna")) == 2
        assert n(Filters(player="anna")) == 0
        assert n(Filters(player="' OR true --")) == 0
        assert n(Filters(board="reference")) == 2
        assert n(Filters(board="another")) == 0
        assert n(Filters(players=3)) == 0
