"""The pages to share in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from iquazu_notation import read_text, replay
from iquazu_notation.dashboard.game_page import game_page
from iquazu_notation.dashboard.page import page
from iquazu_notation.store.store import opened_to_read
from tests.dashboard.browsing import DARK, GROUND, LIGHT, WIDER, Opened
from tests.dashboard.games import HOSTILE, database, record


@pytest.fixture(scope="module")
def file(games_db: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("page") / "page.html"
    with opened_to_read(games_db) as connection:
        out.write_text(page(connection), encoding="utf-8")
    return out


@pytest.fixture(scope="module")
def game_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("game") / "game.html"
    game = replay(next(read_text(record(7, 4, HOSTILE))))
    out.write_text(game_page(game), encoding="utf-8")
    return out


def drawn(browser: Any, file: Path, width: int = 1280, scheme: str = "light") -> Opened:
    opened = Opened(browser, file.as_uri(), width, scheme)
    opened.draw_all()
    return opened


def test_the_page_draws_every_figure_without_errors_or_requests(browser: Any, file: Path) -> None:
    opened = drawn(browser, file)
    assert opened.ask("document.querySelectorAll('.figure').length") > 30
    assert opened.wrong == []
    assert opened.requests == [file.as_uri()]


def test_hostile_names_run_nothing(browser: Any, file: Path) -> None:
    opened = drawn(browser, file)
    assert opened.page.title() == "Games of Iquazú"
    assert opened.ask("document.querySelectorAll('.figure img, main img, main script').length") == 0
    assert "<script>docum" in opened.ask("document.querySelector('#with-4').textContent")
    assert "<script>" in opened.ask("document.querySelector('#players-4').textContent")


@pytest.mark.parametrize("width", [320, 390, 820, 1280])
def test_nothing_sticks_out_at_any_width(
    browser: Any, file: Path, game_file: Path, width: int
) -> None:
    assert drawn(browser, file, width).ask(WIDER) <= 0
    assert drawn(browser, game_file, width).ask(WIDER) <= 0


def test_the_button_changes_ground_and_figures(browser: Any, file: Path) -> None:
    opened = drawn(browser, file)
    tick = "getComputedStyle(document.querySelector('#seat-order-2 .xtick text')).fill"
    assert (opened.ask(GROUND), opened.ask(tick)) == (LIGHT, "rgb(34, 38, 43)")
    opened.page.click("#theme")
    opened.wait_until(f"{tick} === 'rgb(236, 234, 228)'")
    assert opened.ask(GROUND) == DARK
    opened.page.click("#theme")
    opened.wait_until(f"{tick} === 'rgb(34, 38, 43)'")
    assert (opened.ask(GROUND), opened.wrong) == (LIGHT, [])


def test_a_dark_system_gets_the_dark_page(browser: Any, file: Path) -> None:
    assert Opened(browser, file.as_uri(), scheme="dark").ask(GROUND) == DARK


def test_figures_are_drawn_when_they_come_into_view(browser: Any, file: Path) -> None:
    tab = Opened(browser, file.as_uri(), 390).page
    tab.wait_for_selector("#seat-order-2 .main-svg")
    assert tab.evaluate("document.querySelector('#length-4 .main-svg')") is None
    tab.locator("#length-4").scroll_into_view_if_needed()
    tab.wait_for_selector("#length-4 .main-svg")


def test_an_empty_page_has_no_errors(browser: Any, tmp_path: Path) -> None:
    out = tmp_path / "empty.html"
    with opened_to_read(database(tmp_path / "empty.duckdb", [])) as connection:
        out.write_text(page(connection), encoding="utf-8")
    opened = drawn(browser, out, 390)
    assert opened.wrong == []
    assert "no games in this database yet" in opened.ask("document.body.innerText")


# ---------------------------------------------------------------------- the page of a game


def test_the_page_of_a_game_steps_through_its_turns(browser: Any, game_file: Path) -> None:
    opened = drawn(browser, game_file)
    tab = opened.page
    last = tab.inner_text("output")
    assert last.startswith("after turn ")
    board = tab.inner_html(".board")
    tab.keyboard.press("ArrowLeft")
    assert tab.inner_text("output") != last
    assert tab.inner_html(".board") != board
    tab.keyboard.press("Home")
    assert tab.inner_text("output") == "before the first turn"
    assert "Turn 1:" in tab.inner_text(".board")
    tab.keyboard.press("PageDown")
    assert "is scored" in tab.inner_text("#walk ul")
    tab.locator("#walk input").fill("1")
    assert tab.inner_text("output").startswith("after turn 1 of ")
    tab.click("tr[data-turn='3']")
    assert tab.inner_text("output").startswith("after turn 3 of ")
    assert tab.get_attribute("tr.now", "data-turn") == "3"
    tab.wait_for_url("**#turn-3")
    assert (opened.wrong, opened.requests) == ([], [game_file.as_uri()])


def test_the_line_in_the_figures_stands_at_the_turn_of_the_board(
    browser: Any, game_file: Path
) -> None:
    opened = Opened(browser, f"{game_file.as_uri()}#turn-5")
    opened.draw_all()
    cursor = "document.querySelector('#progression').layout.shapes.at(-1).x0"
    assert opened.page.inner_text("output").startswith("after turn 5 of ")
    opened.wait_until(f"{cursor} === 5")
    opened.page.keyboard.press("ArrowRight")
    opened.wait_until(f"{cursor} === 6")
    opened.page.click("#theme")
    opened.wait_until(f"{cursor} === 6")


def test_hostile_names_stay_text_on_the_board_and_in_the_figures(
    browser: Any, game_file: Path
) -> None:
    opened = drawn(browser, game_file)
    opened.page.keyboard.press("ArrowLeft")
    assert opened.ask("document.querySelectorAll('main img, main script').length") == 0
    assert "<script>" in opened.page.inner_text("h1")
    assert "<script>" in opened.ask("document.querySelector('.board').textContent")
    assert "broken" not in opened.page.title()[:8]
    assert opened.wrong == []
