from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .browsing import QUIET
from .games import database, forty_games, many_people


@pytest.fixture(scope="session")
def games_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return database(tmp_path_factory.mktemp("dashboard") / "games.duckdb", forty_games())


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's chromium, driven by Playwright's Python package."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("chromium is not installed")
    with playwright.sync_playwright() as started:
        found = started.chromium.launch(executable_path=chromium, args=list(QUIET))
        yield found
        found.close()


@pytest.fixture(scope="session")
def people_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return database(tmp_path_factory.mktemp("people") / "games.duckdb", many_people())
