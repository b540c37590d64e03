"""Empty, tiny and one-sided samples give a friendly sentence instead of an empty axis."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from iquazu_notation.figures.chart import Chart
from iquazu_notation.figures.gallery import GROUPS, charts
from iquazu_notation.store.filters import Filters
from iquazu_notation.store.statistics import all_statistics, run
from iquazu_notation.store.store import opened_to_read
from tests.dashboard.games import HOSTILE, database, record

FIGURES = [(name, draw) for group in GROUPS for name, draw in group.figures]


def all_charts(db: Path, filters: Filters, players: int) -> list[Chart]:
    with opened_to_read(db) as connection:
        groups = charts(connection, filters, players)
    found = [chart for group in groups.values() for chart in group]
    assert len(found) == len(FIGURES)
    return found


def assert_drawn_or_said(chart: Chart) -> None:
    """A figure has something in it, or a sentence says why there is none."""
    if chart.figure is None:
        assert re.fullmatch(r"[A-Z][^<>]*\.", chart.said), chart.key
        assert chart.title == chart.result.statistic.title
        return
    assert chart.said == ""
    assert chart.title
    assert not re.search(r"nan|None|inf\b", chart.title), chart.key
    shown = [trace for trace in chart.figure.data if trace.hoverinfo != "skip"]
    assert shown, chart.key
    for trace in shown:
        values = [*(trace.x or ()), *(trace.y or ()), *(getattr(trace, "z", None) or ())]
        assert values, chart.key
        assert None not in values, chart.key
        assert len(trace.hovertext) == len(trace.x)
        assert not any(re.search(r"\bnan\b|None", text) for text in trace.hovertext)


def test_every_statistic_has_a_figure() -> None:
    # How each game went is drawn game by game.
    assert {name for name, _ in FIGURES} == set(all_statistics()) - {"progression-game"}


def test_no_two_figures_have_one_key(people_db: Path) -> None:
    keys = [chart.key for chart in all_charts(people_db, Filters(), 3)]
    assert len(set(keys)) == len(keys) == len(FIGURES)


def test_no_games_give_a_sentence_for_every_figure(tmp_path: Path) -> None:
    for chart in all_charts(database(tmp_path / "empty.duckdb", []), Filters(), 2):
        assert chart.figure is None
        assert chart.said == "No game here tells anything about this yet."


def test_one_game_gives_a_sentence_for_every_figure(tmp_path: Path) -> None:
    for chart in all_charts(database(tmp_path / "one.duckdb", [record(1, 2)]), Filters(), 2):
        assert chart.figure is None
        assert chart.said == "Only one game so far: the figure comes with 5."


@pytest.fixture(scope="module")
def five_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    names = ("Anna", "Ben", "Cleo", "Dora")
    games = [record(seed, players, names[:players]) for players in (2, 3, 4) for seed in range(5)]
    return database(tmp_path_factory.mktemp("five") / "five.duckdb", games)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_five_games_give_figures_or_sentences(five_games: Path, players: int) -> None:
    found = all_charts(five_games, Filters(), players)
    for chart in found:
        assert_drawn_or_said(chart)
    assert sum(chart.figure is not None for chart in found) >= len(FIGURES) - 2


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("player", ["Anna", "Ben", "Cleo", "Dora"])
def test_one_player_in_five_games_gives_figures_or_sentences(
    five_games: Path, player: str, players: int
) -> None:
    for chart in all_charts(five_games, Filters(player=player), players):
        assert_drawn_or_said(chart)


@pytest.mark.parametrize("player", [*HOSTILE, "Anna", "Nobody"])
def test_one_player_in_many_games_gives_figures_or_sentences(
    games_db: Path, people_db: Path, player: str
) -> None:
    for db, players in ((games_db, 2), (people_db, 3), (games_db, 4)):
        for chart in all_charts(db, Filters(player=player), players):
            assert_drawn_or_said(chart)


def test_a_comeback_needs_games_that_the_player_won(five_games: Path) -> None:
    with opened_to_read(five_games) as connection:
        won = {
            player: sum(row["games"] for row in run(connection, "comeback", only).records())
            for player in ("Anna", "Ben")
            for only in [Filters(players=2, player=player)]
        }
    for player, games in won.items():
        found = all_charts(five_games, Filters(player=player), 2)
        (chart,) = [chart for chart in found if chart.key == "comeback"]
        assert (chart.figure is None) == (games < 5)
        assert chart.said.startswith("Only" if games else "Nothing") or games >= 5
    assert min(won.values()) < 5


@pytest.mark.parametrize(("name", "draw"), FIGURES)
def test_a_figure_without_rows_says_so(people_db: Path, name: str, draw: object) -> None:
    assert callable(draw)
    with opened_to_read(people_db) as connection:
        result = run(connection, name, Filters(players=3))
    nothing = draw(replace(result, rows=[]))
    assert nothing.figure is None
    assert nothing.said == "Nothing of this kind happened in these games."
    few = draw(replace(result, n=4))
    assert few.figure is None
    assert few.said == "Only 4 games so far: the figure comes with 5."


def one_sided(db: Path, name: str, column: str, value: object) -> Chart:
    """The first figure of a statistic, with one value in a column of all rows."""
    with opened_to_read(db) as connection:
        result = run(connection, name, Filters(players=3))
    at = result.columns.index(column)
    rows = [(*row[:at], value, *row[at + 1 :]) for row in result.rows]
    draw = next(draw for asked, draw in FIGURES if asked == name)
    return draw(replace(result, rows=rows))


@pytest.mark.parametrize(
    ("name", "column", "value", "said"),
    [
        ("heatmap-winners", "difference", None, "there is nobody to compare them with"),
        ("heatmap-by-seat", "seat_order", 1, "there is nothing to compare it with"),
        ("lead-wins", "n", 0, "Too few leads here"),
        ("openings", "n", 4, "no opening was played in 5"),
        ("prize-cost", "place", 2, "Nobody here won a first prize."),
        ("sources-of-points", "points", 0, "Nobody here won a prize."),
        ("tiles", "holder_rate", None, "Nobody here took a tile."),
        ("comeback", "n", 3, "Only 3 games so far"),
    ],
)
def test_one_sided_games_are_told_in_a_sentence(
    people_db: Path, name: str, column: str, value: object, said: str
) -> None:
    chart = one_sided(people_db, name, column, value)
    assert chart.figure is None
    assert said in chart.said


def test_seats_that_never_won_are_drawn_without_winners(people_db: Path) -> None:
    chart = one_sided(people_db, "sources-of-points", "mean_won", None)
    assert chart.figure is not None
    assert list(chart.figure.data[0].y) == ["the others", "all seats"]
