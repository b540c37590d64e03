"""The app without a browser: what it answers to whom, and what the command says."""

from __future__ import annotations

import socket
import sys
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest

from iquazu_notation.dashboard.address import filters_in, search_for
from iquazu_notation.dashboard.app import make_app, shown
from iquazu_notation.dashboard.serving import CannotServe, server
from iquazu_notation.store.filters import Filters
from tests.conftest import Iquazu
from tests.dashboard.games import HOSTILE


@pytest.fixture(scope="module")
def client(games_db: Path) -> Any:
    return make_app(games_db).server.test_client()


@pytest.mark.parametrize("name", [*HOSTILE, "Ünïcode & = ? # % +", "a b"])
def test_an_address_gives_back_the_filters_it_was_made_of(name: str) -> None:
    filters = Filters(players=3, player=name, board=name, since=date(2026, 1, 2), source="table")
    assert filters_in(search_for(filters)) == filters


@pytest.mark.parametrize("search", ["?players=5", "?players=2.0", "?since=2026-13-01", "?%", "?="])
def test_what_makes_no_sense_in_an_address_is_left_out(search: str) -> None:
    assert filters_in(search) == Filters()


def test_nothing_may_be_loaded_from_elsewhere(client: Any) -> None:
    answer = client.get("/", headers={"Host": "127.0.0.1:8050"})
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self'; script-src 'self' 'sha256-")
    assert "unsafe-eval" not in policy
    assert "script-src 'self' 'unsafe-inline'" not in policy
    text = answer.get_data(as_text=True)
    assert "http://" not in text.replace("http://www.w3.org", "")
    assert "https://" not in text


def test_other_hosts_are_not_answered(client: Any) -> None:
    assert client.get("/", headers={"Host": "localhost:8050"}).status_code == 200
    assert client.get("/", headers={"Host": "evil.example:8050"}).status_code == 403


def test_a_port_in_use_is_one_sentence_and_without_one_the_next_is_taken(games_db: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotServe, match=f"port {port} of 127.0.0.1 can't be had"):
            server(games_db, port=port)
    first = server(games_db)
    second = server(games_db)
    assert first.port != second.port
    first.server_close()
    second.server_close()


def test_games_can_be_loaded_while_the_app_is_open(games_db: Path) -> None:
    make_app(games_db)
    shown(games_db, "/games", "")
    with duckdb.connect(str(games_db)) as writing:
        writing.execute("BEGIN; ROLLBACK")
        content, *_ = shown(games_db, "/games", "")
        assert "in use by another program" in content[0].children
    content, *_ = shown(games_db, "/games", "")
    assert content[0].children == "Games"


def test_a_page_of_the_list_that_is_not_there_is_the_last_one(games_db: Path) -> None:
    content, *_ = shown(games_db, "/games", "?page=99999")
    assert "Games 1 to 40 of 40" in str(content[1])


# ---------------------------------------------------------------------- the command


def test_the_command_wants_to_know_what_to_make(games_db: Path, iquazu: Iquazu) -> None:
    for words in ([], ["--serve", "--out", "page.html"]):
        done = iquazu("dashboard", "--db", games_db, *words)
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert "--out FILE writes a page, --serve starts the app" in done.err


def test_without_dash_the_command_says_what_to_install(
    games_db: Path, iquazu: Iquazu, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("iquazu_notation.dashboard")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "dash", None)
    done = iquazu("dashboard", "--db", games_db, "--serve")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "pip install 'iquazu-notation[web]'" in done.err


def test_a_missing_database_is_told_before_anything_is_served(
    tmp_path: Path, iquazu: Iquazu
) -> None:
    done = iquazu("dashboard", "--db", tmp_path / "no.duckdb", "--serve")
    assert done.code == 2
    assert "there is no database" in done.err
