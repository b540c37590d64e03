"""The page in a real browser: Playwright's Python package drives Debian's chromium."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from iquazu_notation.dashboard.page import page
from iquazu_notation.store.store import opened_to_read
from tests.dashboard.games import database

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
DRAW_ALL = "window.dispatchEvent(new Event('beforeprint'))"
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
GROUND = "getComputedStyle(document.body).backgroundColor"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as started:
        found = started.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield found
        found.close()


@pytest.fixture(scope="module")
def file(games_db: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("page") / "page.html"
    with opened_to_read(games_db) as connection:
        out.write_text(page(connection), encoding="utf-8")
    return out


class Opened:
    """A page with all its figures drawn, and what went wrong meanwhile."""

    def __init__(self, browser: Any, file: Path, width: int = 1280, scheme: str = "light") -> None:
        self.wrong: list[str] = []
        self.requests: list[str] = []
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        self.page = context.new_page()
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(file.as_uri())
        self.page.evaluate(DRAW_ALL)
        self.page.wait_for_function(
            "[...document.querySelectorAll('.figure')].every(f => f.querySelector('.main-svg'))"
        )

    def ask(self, script: str) -> Any:
        return self.page.evaluate(script)


def test_the_page_draws_every_figure_without_errors_or_requests(browser: Any, file: Path) -> None:
    opened = Opened(browser, file)
    assert opened.ask("document.querySelectorAll('.figure').length") > 30
    assert opened.wrong == []
    assert opened.requests == [file.as_uri()]


def test_hostile_names_run_nothing(browser: Any, file: Path) -> None:
    opened = Opened(browser, file)
    assert opened.page.title() == "Games of Iquazú"
    assert opened.ask("document.querySelectorAll('.figure img, main img, main script').length") == 0
    assert "<script>docum" in opened.ask("document.querySelector('#with-4').textContent")
    assert "<script>" in opened.ask("document.querySelector('#players-4').textContent")


@pytest.mark.parametrize("width", [320, 390, 820, 1280])
def test_nothing_sticks_out_at_any_width(browser: Any, file: Path, width: int) -> None:
    assert Opened(browser, file, width).ask(WIDER) <= 0


def test_the_button_changes_ground_and_figures(browser: Any, file: Path) -> None:
    opened = Opened(browser, file)
    tick = "getComputedStyle(document.querySelector('#seat-order-2 .xtick text')).fill"
    light = opened.ask(GROUND), opened.ask(tick)
    assert light == ("rgb(252, 251, 247)", "rgb(34, 38, 43)")
    opened.page.click("#theme")
    opened.page.wait_for_function(f"{tick} === 'rgb(236, 234, 228)'")
    assert opened.ask(GROUND) == "rgb(27, 29, 32)"
    opened.page.click("#theme")
    opened.page.wait_for_function(f"{tick} === 'rgb(34, 38, 43)'")
    assert (opened.ask(GROUND), opened.wrong) == (light[0], [])


def test_a_dark_system_gets_the_dark_page(browser: Any, file: Path) -> None:
    assert Opened(browser, file, scheme="dark").ask(GROUND) == "rgb(27, 29, 32)"


def test_figures_are_drawn_when_they_come_into_view(browser: Any, file: Path) -> None:
    tab = browser.new_context(viewport={"width": 390, "height": 800}).new_page()
    tab.goto(file.as_uri())
    tab.wait_for_selector("#seat-order-2 .main-svg")
    assert tab.evaluate("document.querySelector('#length-4 .main-svg')") is None
    tab.locator("#length-4").scroll_into_view_if_needed()
    tab.wait_for_selector("#length-4 .main-svg")


def test_an_empty_page_has_no_errors(browser: Any, tmp_path: Path) -> None:
    out = tmp_path / "empty.html"
    with opened_to_read(database(tmp_path / "empty.duckdb", [])) as connection:
        out.write_text(page(connection), encoding="utf-8")
    opened = Opened(browser, out, 390)
    assert opened.wrong == []
    assert "no games in this database yet" in opened.ask("document.body.innerText")
