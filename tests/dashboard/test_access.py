"""Who can open the served app: browsers on this machine, or those who were given its address."""

from __future__ import annotations

import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from iquazu_notation.cli import dashboard as command

from iquazu_notation.dashboard import serving
from iquazu_notation.dashboard.access import is_loopback, new_token
from iquazu_notation.dashboard.app import make_app
from iquazu_notation.dashboard.serving import CannotServe, address, server, who_can_open
from tests.conftest import Iquazu
from tests.dashboard.browsing import Opened

TOKEN = "a-token-of-these-tests"
HERE = {"Host": "127.0.0.1:8050"}


@pytest.fixture
def client(games_db: Path) -> Any:
    return make_app(games_db, token=TOKEN).server.test_client()


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        *((host, True) for host in ("127.0.0.1", "127.0.0.2", "127.255.255.254", "::1")),
        *((host, True) for host in ("localhost", "LOCALHOST")),
        *((host, False) for host in ("0.0.0.0", "::", "192.168.1.5", "club.example", "")),
        *(
            (host, False)
            for host in ("localhost.evil.example", "127.0.0.1.evil.example", "128.0.0.1")
        ),
    ],
)
def test_all_of_127_and_localhost_are_this_machine(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback


@pytest.mark.parametrize(
    ("host", "code"),
    [
        *((host, 200) for host in ("localhost", "127.0.0.1:1", "127.0.0.2:8050", "[::1]:8050")),
        *((host, 200) for host in ("[::1]", "127.9.9.9")),
        *((host, 403) for host in ("evil.example:8050", "127.0.0.1.evil.example", "[", "::1:x")),
        *((host, 403) for host in ("10.0.0.1:8050", "[::2]:8050", "localhost@evil.example:1")),
    ],
)
def test_pages_of_this_machine_are_shown_under_its_own_names_only(
    games_db: Path, host: str, code: int
) -> None:
    client = make_app(games_db).server.test_client()
    assert client.get("/", headers={"Host": host}).status_code == code


# ---------------------------------------------------------------------- the token


@pytest.mark.parametrize("path", ["/", "/games", "/_dash-layout", "/_favicon.ico", "/nowhere"])
@pytest.mark.parametrize("asked", ["", "?token=", "?token=wrong", "?token=é%ff", f"?Token={TOKEN}"])
def test_without_the_token_nothing_is_shown(client: Any, path: str, asked: str) -> None:
    answer = client.get(path + asked, headers=HERE)
    assert answer.status_code == 403
    assert "Set-Cookie" not in answer.headers
    assert "Anna" not in answer.get_data(as_text=True)


def test_without_the_token_nothing_is_answered_to_other_methods(client: Any) -> None:
    for method in ("POST", "OPTIONS", "PUT", "HEAD"):
        answer = client.open("/_dash-update-component", method=method, headers=HERE)
        assert answer.status_code == 403


def test_the_first_visit_sets_a_cookie_and_leads_to_the_address_without_the_token(
    client: Any,
) -> None:
    answer = client.get(f"/points?players=4&player=A%26B&token={TOKEN}", headers=HERE)
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/points?players=4&player=A%26B"
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Path=/" in cookie
    for path in ("/points?players=4", "/_dash-layout", "/games"):
        assert client.get(path, headers=HERE).status_code == 200


def test_the_first_visit_leads_nowhere_else(client: Any) -> None:
    for path in ("//evil.example/", "/%2fevil.example/", "/\\evil.example", "/%0d%0aX: y"):
        answer = client.get(f"{path}?token={TOKEN}", headers=HERE)
        if answer.status_code == 308:  # so Flask takes slashes together
            continue
        there = answer.headers["Location"]
        assert there.startswith("/")
        assert not there.startswith(("//", "/\\", "/\r"))
        assert "X" not in answer.headers


def test_a_cookie_of_another_start_opens_nothing(games_db: Path, client: Any) -> None:
    client.get(f"/?token={TOKEN}", headers=HERE)
    other = make_app(games_db, token=new_token()).server.test_client()
    for cookie in client._cookies.values():
        other.set_cookie(cookie.key, cookie.value, domain="127.0.0.1")
        other.set_cookie(cookie.key, "é", domain="127.0.0.1")
    assert other.get("/", headers=HERE).status_code == 403


def test_with_a_token_other_sites_are_kept_out_as_before(client: Any) -> None:
    answer = client.get(f"/?token={TOKEN}", headers={"Host": "evil.example"})
    assert answer.status_code == 403


def test_tokens_are_long_and_never_the_same() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert min(map(len, tokens)) >= 32


def test_a_browser_opens_the_app_with_its_address_and_keeps_it(
    browser: Any, games_db: Path
) -> None:
    found = server(games_db, port=0, token=TOKEN)
    thread = threading.Thread(target=found.serve_forever)
    thread.start()
    try:
        shut = Opened(browser, address(found))
        assert "token" in shut.page.inner_text("body")
        opened = Opened(browser, f"{address(found)}games?players=4&token={TOKEN}")
        opened.page.wait_for_selector(".games tbody tr")
        assert opened.page.url == f"{address(found)}games?players=4"
        assert opened.ask("document.cookie") == ""
        opened.page.reload()
        opened.page.wait_for_selector(".games tbody tr")
        assert opened.wrong == []
        # Behind a link on another site's page the browser keeps the cookie back at first.
        elsewhere = Opened(browser, "data:text/html,<a>here</a>")
        elsewhere.page.wait_for_selector("a")
        elsewhere.ask(f"document.querySelector('a').href = '{address(found)}games?token={TOKEN}'")
        elsewhere.page.click("a")
        elsewhere.page.click("text=open the app")
        elsewhere.page.wait_for_selector(".games tbody tr")
        assert elsewhere.page.url == f"{address(found)}games"
    finally:
        found.shutdown()
        thread.join()
        found.server_close()


# ---------------------------------------------------------------------- other machines


def test_other_machines_are_let_in_with_a_token_only(games_db: Path) -> None:
    for host in ("0.0.0.0", "::", "192.0.2.1", "club.example"):
        with pytest.raises(CannotServe, match="add --token"):
            server(games_db, host, port=0)


def test_the_command_says_what_to_do_for_other_machines(games_db: Path, iquazu: Iquazu) -> None:
    done = iquazu("dashboard", "--db", games_db, "--serve", "--host", "0.0.0.0")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "add --token" in done.err


@pytest.mark.parametrize("more", [["--token"], ["--port", "0"], ["--host", "127.0.0.2"]])
def test_what_only_the_app_knows_is_refused_for_a_page(
    games_db: Path, iquazu: Iquazu, tmp_path: Path, more: list[str]
) -> None:
    done = iquazu("dashboard", "--db", games_db, "--out", tmp_path / "page.html", *more)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "--serve" in done.err


def test_the_command_prints_the_address_once_and_who_can_open_it(
    games_db: Path, iquazu: Iquazu, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("werkzeug.serving.BaseWSGIServer.serve_forever", lambda _: None)
    words = ("dashboard", "--db", games_db, "--serve", "--port", "0", "--players", "2")
    done = iquazu(*words, "--token")
    assert done.code == 0
    assert done.out.count("token=") == 1
    assert "/?players=2&token=" in done.out
    assert "token=" not in done.err
    assert "only on this machine" in done.err
    plain = iquazu(*words)
    assert "token" not in plain.out + plain.err


def test_who_can_open_the_app_is_said_for_each_kind_of_host() -> None:
    assert who_can_open("127.0.0.1", None) == "It can be opened on this machine only."
    assert who_can_open("127.0.0.2", TOKEN) == (
        "It can be opened only on this machine, with this address."
    )
    said = who_can_open("0.0.0.0", TOKEN)
    assert said.startswith("Anybody in your network who has this address can open it")
    assert "not encrypted" in said


@pytest.mark.parametrize(
    ("host", "there"),
    [
        ("127.0.0.1", "http://127.0.0.1:8050/"),
        ("::1", "http://[::1]:8050/"),
        ("0.0.0.0", "http://192.0.2.7:8050/"),
        ("::", "http://[2001:db8::7]:8050/"),
    ],
)
def test_an_address_that_others_can_open_is_printed(
    monkeypatch: pytest.MonkeyPatch, host: str, there: str
) -> None:
    monkeypatch.setattr(
        serving, "own_address", lambda host: "2001:db8::7" if ":" in host else "192.0.2.7"
    )
    assert address(cast(Any, SimpleNamespace(host=host, port=8050))) == there


def test_help_has_an_example_with_a_token() -> None:
    assert "--serve --host 0.0.0.0 --token" in command.EXAMPLES
