"""Quotation marks and other signs of HTML in names are shown as they are written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from iquazu_notation.dashboard.game_page import game_page
from iquazu_notation.dashboard.page import page
from iquazu_notation.store.filters import Filters
from iquazu_notation.store.finding import find_game
from iquazu_notation.store.listing import games
from iquazu_notation.store.store import opened_to_read
from tests.dashboard.browsing import Opened
from tests.dashboard.games import database, record
from tests.dashboard.test_app_browser import serving, shown

QUOTED = 'Anna "Ace" O\'Neil & <b>Co</b>'
TEXTS = "[...document.querySelectorAll('.main-svg text')].map(t => t.textContent).join(' | ')"
NO_ENTITIES = ("&quot;", "&#x27;", "&#39;", "&amp;", "&lt;")


def test_quotation_marks_are_shown_as_they_are_in_every_figure(
    browser: Any, tmp_path: Path
) -> None:
    texts = [record(800 + at, 2, (QUOTED, 'Ben\'s "B"')) for at in range(8)]
    file = database(tmp_path / "quoted.duckdb", texts)
    with opened_to_read(file) as connection:
        first = games(connection, Filters(), limit=1)[0].id
        (tmp_path / "page.html").write_text(page(connection))
        (tmp_path / "game.html").write_text(game_page(find_game(connection, first)))
    for name in ("page.html", "game.html"):
        opened = Opened(browser, (tmp_path / name).as_uri())
        opened.draw_all()
        looks_right(opened)
    for there in serving(file):
        for place in ("players", "winning", f"game/{first[:16]}"):
            opened = shown(browser, f"{there}{place}")
            opened.wait_until("document.querySelectorAll('.figure .main-svg text').length > 9")
            looks_right(opened, names=place != "winning")


def looks_right(opened: Opened, names: bool = True) -> None:
    texts = opened.ask(TEXTS)
    said = opened.page.inner_text("body")
    labels = opened.ask(
        "[...document.querySelectorAll('[aria-label]')].map(e => e.ariaLabel).join(' | ')"
    )
    hovers = opened.ask(
        "JSON.stringify([...document.querySelectorAll('.js-plotly-plot')]"
        ".flatMap(p => p.data.flatMap(t => t.hovertext ?? [])))"
    )
    for shown_text in (texts, said, labels):
        assert [one for one in NO_ENTITIES if one in shown_text] == []
    assert [one for one in ("&quot;", "&#x27;", "&#39;") if one in hovers] == []
    if names:
        assert 'Anna "Ace"' in texts or 'Anna "A' in texts
    assert opened.ask("document.querySelectorAll('main b').length") == 0
    assert opened.wrong == []


def test_a_name_in_a_title_can_not_leave_its_place(browser: Any, tmp_path: Path) -> None:
    name = '" onmouseover="document.title=1" x="'
    texts = [record(900 + at, 2, (name, "Ben")) for at in range(8)]
    with opened_to_read(database(tmp_path / "one.duckdb", texts)) as connection:
        first = games(connection, Filters(), limit=1)[0].id
        (tmp_path / "page.html").write_text(page(connection))
        (tmp_path / "game.html").write_text(game_page(find_game(connection, first)))
    for file in ("page.html", "game.html"):
        opened = Opened(browser, (tmp_path / file).as_uri())
        assert opened.ask("document.querySelectorAll('[onmouseover]').length") == 0
