"""The page to share: its numbers are those of the queries, and data in it stays text."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from iquazu_notation.dashboard.page import page
from iquazu_notation.figures.gallery import GROUPS, charts
from iquazu_notation.store.filters import Filters
from iquazu_notation.store.statistics import Result, run
from iquazu_notation.store.store import opened_to_read
from tests.conftest import Iquazu
from tests.dashboard.games import HOSTILE, database, record


def written(db: Path, filters: Filters | None = None) -> str:
    with opened_to_read(db) as connection:
        return page(connection, filters)


def asked(db: Path, name: str, players: int) -> Result:
    with opened_to_read(db) as connection:
        return run(connection, name, Filters(players=players))


@pytest.fixture(scope="module")
def html(games_db: Path) -> str:
    return written(games_db)


@pytest.fixture(scope="module")
def figures(html: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="figures">(.*?)</script>', html, re.S)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


class Seen(HTMLParser):
    """What a browser makes of a page: elements, what they load, and text outside of scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.loads: list[str] = []
        self.handlers: list[str] = []
        self.text: list[str] = []
        self._in = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self._in = tag
        for name, value in attrs:
            if name in ("src", "href", "srcset", "data", "action") and str(value)[:1] != "#":
                self.loads.append(f"{tag} {name}={value}")
            if name.startswith("on"):
                self.handlers.append(name)

    def handle_endtag(self, tag: str) -> None:
        self._in = ""

    def handle_data(self, data: str) -> None:
        if self._in not in ("script", "style"):
            self.text.append(data)


# ---------------------------------------------------------------------- numbers


def test_a_title_says_the_message_with_the_number_of_the_query(games_db: Path, html: str) -> None:
    rows = asked(games_db, "margins", 2).records()
    close = sum(row["games"] for row in rows if row["margin"] <= 1) / 24
    assert f"<h4>{100 * close:.0f}\xa0% of games end within five points</h4>" in html


# ---------------------------------------------------------------------- words


def test_every_figure_has_its_definition_its_n_and_titled_axes(games_db: Path) -> None:
    with opened_to_read(games_db) as connection:
        drawn = [chart for group in charts(connection, Filters(), 2).values() for chart in group]
    text = written(games_db, Filters(players=2))
    assert len(drawn) == sum(len(group.figures) for group in GROUPS)
    for chart in drawn:
        assert chart.result.n == 24
        assert chart.result.statistic.definition[:40].replace("'", "&#x27;") in text
        if chart.key == "openings":  # 24 games do not open alike
            assert "no opening was played in 5 of them" in chart.said
            continue
        assert chart.figure is not None
        axes = [chart.figure.layout.xaxis.title.text, chart.figure.layout.yaxis.title.text]
        assert any(axes)
        for trace in chart.figure.data:
            assert trace.hovertext or trace.hoverinfo == "skip"
    assert text.count('<p class="small n">n = 24 games') == len(drawn) + 1  # and the table


def test_the_filters_are_said_on_top(games_db: Path) -> None:
    text = written(games_db, Filters(players=2, player="Anna"))
    assert '<p id="about">This page is about 2-player games of Anna: 24 games.</p>' in text


def test_three_games_are_too_few_for_figures_and_the_page_says_so(html: str) -> None:
    section = html[html.index('id="with-3"') : html.index('id="with-4"')]
    assert "3 games with 3 players: too few" in section
    assert 'class="figure"' not in section


def test_unlike_games_counted_together_are_said_under_the_figures(tmp_path: Path) -> None:
    games = [record(seed, 2) for seed in range(6)]
    games[0] = games[0].replace('[Source "simulated"]', '[Source "table"]')
    text = written(database(tmp_path / "mixed.duckdb", games))
    said = "Unlike games are counted together: 2 sources (simulated 5, table 1)."
    assert text.count(said) == text.count('<p class="small n">')


def test_an_empty_database_gives_a_friendly_sentence(tmp_path: Path) -> None:
    text = written(database(tmp_path / "empty.duckdb", []))
    assert "There are no games in this database yet." in text
    assert 'class="figure"' not in text


def test_a_filter_that_matches_nothing_gives_a_friendly_sentence(games_db: Path) -> None:
    text = written(games_db, Filters(player="<i>Nobody</i>"))
    assert "None of the 40 games in this database is like that." in text
    assert "games of &lt;i&gt;Nobody&lt;/i&gt;: 0 games." in text


def test_a_database_of_one_game_gives_a_friendly_sentence(tmp_path: Path) -> None:
    text = written(database(tmp_path / "one.duckdb", [record(1, 2)]))
    assert "1 game with 2 players: too few" in text


@pytest.mark.parametrize("player", ["Anna", *HOSTILE])
def test_a_page_about_one_player_is_about_their_seats(games_db: Path, player: str) -> None:
    text = written(games_db, Filters(player=player))
    assert text.count('class="figure"') > 20
    assert text.count("<tbody><tr>") == 1


# ---------------------------------------------------------------------- safety


def test_hostile_names_stay_text(html: str) -> None:
    seen = Seen(html)
    assert seen.elements.count("script") == 5
    assert not {"img", "b", "iframe", "link", "object"} & set(seen.elements)
    assert seen.handlers == []
    assert any(text.startswith("<script>docu") for text in seen.text)


def test_hostile_names_are_escaped_for_plotly_too(figures: dict[str, Any]) -> None:
    names = figures["players-4"]["layout"]["yaxis"]["ticktext"]
    assert len(names) == len(HOSTILE)
    assert not any("<" in name for name in names)
    assert "<script" not in json.dumps(figures)


def test_a_name_of_ten_thousand_letters_is_shortened(html: str) -> None:
    assert "LongLong" in html
    assert "Long" * 20 not in html


def test_the_page_loads_nothing(html: str) -> None:
    seen = Seen(html)
    assert seen.loads == []
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy
    assert policy[1].startswith("default-src 'none'; script-src 'sha256-")
    css = html[html.index("<style>") : html.index("</style>")]
    assert "url(" not in css
    assert "@import" not in css


# ---------------------------------------------------------------------- the command


def test_the_command_writes_the_page_and_says_where_it_is(
    games_db: Path, tmp_path: Path, iquazu: Iquazu
) -> None:
    out = tmp_path / "page.html"
    done = iquazu("dashboard", "--db", games_db, "--out", out, "--players", 2)
    assert (done.code, done.err) == (0, "")
    assert str(out) in done.out
    assert "This page is about 2-player games: 24 games." in out.read_text(encoding="utf-8")


def test_a_page_that_is_there_is_not_overwritten_without_force(
    games_db: Path, tmp_path: Path, iquazu: Iquazu
) -> None:
    out = tmp_path / "page.html"
    out.write_text("mine", encoding="utf-8")
    refused = iquazu("dashboard", "--db", games_db, "--out", out, stdin="")
    assert refused.code == 2
    assert "--force" in refused.err
    assert out.read_text(encoding="utf-8") == "mine"
    assert iquazu("dashboard", "--db", games_db, "--out", out, "--force").code == 0
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_missing_database_is_one_sentence(tmp_path: Path, iquazu: Iquazu) -> None:
    done = iquazu("dashboard", "--db", tmp_path / "no.duckdb", "--out", tmp_path / "page.html")
    assert done.code == 2
    assert "there is no database" in done.err
