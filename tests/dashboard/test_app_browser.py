"""The app in a real browser, served on a free port of this machine."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from iquazu_notation.dashboard.serving import address, server
from tests.dashboard.browsing import DARK, GROUND, LIGHT, WIDER, Opened
from tests.dashboard.games import HOSTILE, database, record

FIGURES = "document.querySelectorAll('.figure .main-svg').length"
ABOUT = "document.querySelector('#about').textContent"


def serving(db: Path) -> Iterator[str]:
    found = server(db, port=0)
    thread = threading.Thread(target=found.serve_forever)
    thread.start()
    yield address(found)
    found.shutdown()
    thread.join()
    found.server_close()


@pytest.fixture(scope="module")
def app(games_db: Path) -> Iterator[str]:
    yield from serving(games_db)


def shown(browser: Any, address: str, **how: Any) -> Opened:
    """The app when it has shown what the address asks for."""
    opened = Opened(browser, address, **how)
    opened.page.wait_for_selector("main > *")
    return opened


def with_figures(browser: Any, address: str, **how: Any) -> Opened:
    opened = shown(browser, address, **how)
    opened.wait_until("document.querySelectorAll('article .figure .main-svg .xtick').length > 0")
    return opened


def choose(opened: Opened, menu: str, option: str) -> None:
    opened.page.click(f"#{menu}")
    opened.page.locator(".dash-dropdown-content").get_by_text(option).first.click()


def test_every_page_of_the_app_loads_without_errors_and_asks_nobody_else(
    browser: Any, app: str
) -> None:
    for place in ("", "winning", "points", "places", "play", "players"):
        opened = with_figures(browser, f"{app}{place}")
        assert opened.wrong == []
        assert all(request.startswith(app) for request in opened.requests)
    listed = shown(browser, f"{app}games")
    listed.page.wait_for_selector(".games tbody tr")
    assert listed.wrong == []


def test_filters_change_figures_and_address(browser: Any, app: str) -> None:
    opened = with_figures(browser, f"{app}winning")
    assert opened.page.inner_text("h2") == "2 players, 24 games"
    before = opened.page.inner_html(".figure")
    choose(opened, "players", "4 players")
    opened.wait_until(f"{ABOUT} === 'This page is about 4-player games: 13 games.'")
    assert opened.page.url == f"{app}winning?players=4"
    assert opened.page.inner_text("h2") == "4 players, 13 games"
    opened.wait_until(f"{FIGURES} > 0")
    assert opened.page.inner_html(".figure") != before
    assert opened.wrong == []


def test_an_address_sets_the_filters_and_going_back_takes_them_away(browser: Any, app: str) -> None:
    opened = with_figures(browser, f"{app}points?players=2&player=Anna")
    assert opened.page.inner_text("#player").startswith("Anna")
    assert opened.ask(ABOUT) == "This page is about 2-player games of Anna: 24 games."
    choose(opened, "player", "Ben")
    opened.wait_until(f"{ABOUT}.includes('of Ben')")
    assert opened.page.url == f"{app}points?players=2&player=Ben"
    opened.page.go_back()
    opened.wait_until(f"{ABOUT}.includes('of Anna')")
    opened.wait_until("document.querySelector('#player').textContent.startsWith('Anna')")
    assert opened.wrong == []


def test_days_are_a_filter_too(browser: Any, tmp_path: Path) -> None:
    days = ("2026-03-01", "2026-03-02", "2026-03-03", "2026-05-09")
    texts = [
        record(seed, 2).replace("[Source", f'[Date "{day}"]\n[Source')
        for seed, day in enumerate(days)
    ]
    for there in serving(database(tmp_path / "dated.duckdb", texts)):
        opened = shown(browser, f"{there}games")
        since, until = (
            opened.page.locator("#days input, input[id^=days]").nth(at) for at in (0, 1)
        )
        since.fill("2026-03-02")
        since.press("Enter")
        opened.wait_until(f"{ABOUT} === 'This page is about games since 2026-03-02: 3 games.'")
        until.fill("2026-03-31")
        until.press("Enter")
        opened.wait_until(f"{ABOUT}.includes('from 2026-03-02 to 2026-03-31: 2 games')")
        assert opened.page.url == f"{there}games?since=2026-03-02&until=2026-03-31"
        assert opened.wrong == []


def test_links_between_the_pages_keep_the_filters(browser: Any, app: str) -> None:
    opened = with_figures(browser, f"{app}winning?players=4")
    opened.page.click("#nav a:has-text('Points')")
    opened.wait_until("document.querySelectorAll('h4').length > 0")
    opened.page.wait_for_url(f"{app}points?players=4")
    opened.page.click("#nav a:has-text('Games')")
    opened.page.wait_for_selector(".games tbody tr")
    assert opened.page.locator(".games tbody tr").count() == 13


def test_a_game_of_the_list_opens_and_its_arrow_keys_step_through_it(
    browser: Any, app: str
) -> None:
    opened = shown(browser, f"{app}games?player=Anna")
    opened.page.click(".games tbody tr:first-child a")
    opened.page.wait_for_selector(".board svg")
    said = opened.page.inner_text("output")
    opened.page.keyboard.press("ArrowLeft")
    assert opened.page.inner_text("output") != said
    opened.page.click("tr[data-turn='2']")
    assert opened.page.inner_text("output").startswith("after turn 2 of ")
    opened.wait_until("document.querySelectorAll('.figure .main-svg .xtick').length > 0")
    assert opened.ask("document.querySelectorAll('.figure').length") == 4
    assert opened.wrong == []


def test_the_ground_is_remembered(browser: Any, app: str) -> None:
    opened = with_figures(browser, app)
    assert opened.ask(GROUND) == LIGHT
    opened.page.click("#theme-button")
    opened.wait_until(f"{GROUND} === '{DARK}'")
    tick = "getComputedStyle(document.querySelector('.xtick text')).fill"
    opened.wait_until(f"{tick} === 'rgb(236, 234, 228)'")
    opened.page.reload()
    opened.page.wait_for_selector("main > *")
    opened.wait_until(f"{GROUND} === '{DARK}'")


@pytest.mark.parametrize("place", ["winning?players=4", "players?players=4", "games"])
def test_nothing_sticks_out_on_a_phone(browser: Any, app: str, place: str) -> None:
    opened = shown(browser, f"{app}{place}", width=390)
    opened.page.wait_for_selector("article")
    assert opened.ask(WIDER) <= 0


def test_hostile_names_stay_text_everywhere(browser: Any, tmp_path: Path, app: str) -> None:
    for place in ("players?players=4", "games?players=4"):
        opened = shown(browser, f"{app}{place}")
        opened.page.wait_for_selector("td")
        assert "<script>" in opened.page.inner_text("main")
        assert opened.ask("document.querySelectorAll('main img, main script').length") == 0
        assert (opened.page.title(), opened.wrong) == ("Games of Iquazú", [])
    opened.page.click(".games tbody tr:first-child a")
    opened.page.wait_for_selector(".board svg", timeout=60_000)
    assert "<script>" in opened.page.inner_text("h2")
    assert opened.ask("document.querySelectorAll('main img, main script').length") == 0
    assert (opened.page.title(), opened.wrong) == ("Games of Iquazú", [])


def test_hostile_names_can_be_asked_for(browser: Any, app: str) -> None:
    opened = with_figures(browser, f"{app}players?players=4")
    choose(opened, "player", HOSTILE[2][:12])
    opened.wait_until(f"{ABOUT}.includes('DROP TABLE')")
    assert opened.page.inner_text("h2") == "4 players, 13 games"
    assert opened.wrong == []


def test_nothing_found_an_empty_database_and_one_game_are_told_in_a_sentence(
    browser: Any, app: str, tmp_path: Path
) -> None:
    nothing = shown(browser, f"{app}winning?player=Nobody")
    assert nothing.page.inner_text(".said").startswith("None of the 40 games")
    for name, texts, said in (
        ("empty", [], "There are no games in this database yet."),
        ("one", [record(1, 2)], "1 game with 2 players: too few to say anything about."),
    ):
        for there in serving(database(tmp_path / f"{name}.duckdb", texts)):
            opened = shown(browser, there)
            assert opened.page.inner_text(".said").startswith(said)
            assert opened.wrong == []


def test_unknown_places_are_told_in_a_sentence(browser: Any, app: str) -> None:
    lost = shown(browser, f"{app}nowhere")
    assert lost.page.inner_text(".said") == "There is no such page."
    gone = shown(browser, f"{app}game/ffff")
    assert "no game whose id begins with 'ffff'" in gone.page.inner_text(".said")
