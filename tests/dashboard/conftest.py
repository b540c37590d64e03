from __future__ import annotations

from pathlib import Path

import pytest

from .games import database, forty_games, many_people


@pytest.fixture(scope="session")
def games_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return database(tmp_path_factory.mktemp("dashboard") / "games.duckdb", forty_games())


@pytest.fixture(scope="session")
def people_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return database(tmp_path_factory.mktemp("people") / "games.duckdb", many_people())
