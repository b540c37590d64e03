"""Names that mean something to JavaScript are players like others, in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from iquazu_notation.dashboard.menus import handle, menu_text
from tests.dashboard.games import database, record
from tests.dashboard.test_app_browser import ABOUT, choose, serving, shown

OFFERED = ".dash-dropdown-content .dash-dropdown-option"
QUOTED = 'Anna "Ace" O\'Neil & <b>Co</b>'
OF_JAVASCRIPT = (
    *("__proto__", "constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf"),
    *("__defineGetter__", "__lookupSetter__", "__PROTO__", "x__proto__y", "__proto__proto__"),
    *("prototype", "length", "null", "undefined", "NaN", "-1", "0", "%{x}", "$1$", "&quot;"),
)


@pytest.fixture(scope="module")
def odd_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    texts = [record(500 + at, 2, (name, "Anna")) for at, name in enumerate(OF_JAVASCRIPT)]
    texts += [record(600 + at, 2, ("__proto__", QUOTED)) for at in range(6)]
    texts += [record(700 + at, 2, ("L" * 60 + "__proto__", "Anna")) for at in range(2)]
    return database(tmp_path_factory.mktemp("odd") / "odd.duckdb", texts)


@pytest.fixture(scope="module")
def app(odd_db: Path) -> Iterator[str]:
    yield from serving(odd_db)


def test_a_value_of_a_menu_holds_nothing_of_the_name() -> None:
    for name in (*OF_JAVASCRIPT, QUOTED, "L" * 10_000):
        assert name not in handle(name)
        assert "__proto__" not in menu_text(name).lower()
    assert len({handle(name) for name in OF_JAVASCRIPT}) == len(OF_JAVASCRIPT)


def test_names_of_javascript_are_players_like_others(browser: Any, app: str) -> None:
    opened = shown(browser, f"{app}games")
    for name in OF_JAVASCRIPT:
        opened.page.click("#player")
        opened.page.locator(".dash-dropdown-search").fill(name[:4])
        # As the menu shows it, with the number of games behind it.
        exactly = re.compile(rf"^{re.escape(menu_text(name))} \(\d+\)$")
        opened.page.locator(OFFERED).filter(has_text=exactly).click()
        opened.wait_until(f"{ABOUT}.includes({json.dumps(f'of {name}:')})")
    assert opened.ask("(() => { for (const key in {}) return key; return null; })()") is None
    assert opened.wrong == []


def test_one_odd_name_takes_nothing_from_the_others(browser: Any, app: str) -> None:
    for place in ("players?players=2", "games", "winning?player=__proto__"):
        opened = shown(browser, f"{app}{place}")
        opened.page.wait_for_selector("#player")
        choose(opened, "player", "Anna")
        opened.wait_until(f"{ABOUT}.includes('of Anna')")
        assert opened.wrong == []


def test_the_search_of_a_menu_finds_names_and_nothing_else(browser: Any, app: str) -> None:
    opened = shown(browser, f"{app}games")
    opened.page.click("#player")
    opened.page.locator(".dash-dropdown-search").fill("ann")
    opened.wait_until(f"document.querySelectorAll('{OFFERED}').length === 2")
    offered = opened.page.locator(OFFERED).all_inner_texts()
    assert sorted(text[:6] for text in offered) == ['Anna "', "Anna ("]
