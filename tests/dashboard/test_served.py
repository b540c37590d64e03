"""The served app against requests that no browser of ours would send, and against our own bugs."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from iquazu_notation.dashboard import app as app_module
from iquazu_notation.dashboard.app import make_app
from iquazu_notation.dashboard.menus import handle
from iquazu_notation.dashboard.serving import server
from tests.dashboard.games import HOSTILE

UPDATE = "/_dash-update-component"
MEGABYTE = 1_000_000
MARK = "nothing-of-this-is-printed"


@contextmanager
def serving(db: Path, **how: Any) -> Iterator[tuple[str, int]]:
    """Host and port of a server of this machine, which stops by itself."""
    found = server(db, port=0, **how)
    thread = threading.Thread(target=found.serve_forever)
    thread.start()
    try:
        yield found.host, found.port
    finally:
        found.shutdown()
        thread.join()
        found.server_close()


@pytest.fixture(scope="module")
def told() -> list[str]:
    return []


@pytest.fixture(scope="module")
def client(games_db: Path, told: list[str]) -> Any:
    return make_app(games_db, tell=told.append).server.test_client()


def spec_of(client: Any, has: str) -> dict[str, Any]:
    """What the app says of the callback that sets this; without a function in the browser."""
    listed = client.get("/_dash-dependencies").get_json()
    return next(one for one in listed if has in one["output"] and not one["clientside_function"])


def body_of(client: Any, has: str, values: dict[str, Any], changed: list[str]) -> dict[str, Any]:
    """The body that a browser sends for a callback."""
    spec = spec_of(client, has)
    outputs = [name.rsplit(".", 1) for name in spec["output"].strip(".").split("...")]
    return {
        "output": spec["output"],
        "outputs": [{"id": id_, "property": property_} for id_, property_ in outputs],
        "inputs": [
            {**one, "value": values.get(f"{one['id']}.{one['property']}")} for one in spec["inputs"]
        ],
        "changedPropIds": changed,
        "parsedChangedPropsIds": changed,
    }


def shows(client: Any) -> dict[str, Any]:
    values = {"url.pathname": "/points", "url.search": "?players=2"}
    return body_of(client, "content.children", values, ["url.pathname", "url.search"])


def sets(client: Any) -> dict[str, Any]:
    values = {"url.search": "?player=Anna", "players.value": 2, "player.value": handle("Anna")}
    return body_of(client, "url.search", values, ["players.value"])


# ---------------------------------------------------------------------- large bodies


def test_a_body_over_a_megabyte_is_refused_unread(
    games_db: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving(games_db) as (host, port):
        asking = http.client.HTTPConnection(host, port, timeout=30)
        body = json.dumps({"output": MARK * (3 * MEGABYTE // len(MARK))})
        asking.request("POST", UPDATE, body, {"Content-Type": "application/json"})
        answer = asking.getresponse()
        assert (answer.status, MARK.encode() in answer.read()) == (413, False)
        asking.close()
    assert capfd.readouterr() == ("", "")


def test_a_body_of_unknown_length_is_refused_at_a_megabyte(
    games_db: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving(games_db) as (host, port):
        asking = http.client.HTTPConnection(host, port, timeout=30)
        parts = (MARK.encode() * 4000 for _ in range(30))
        headers = {"Content-Type": "application/json"}
        asking.request("POST", UPDATE, parts, headers, encode_chunked=True)
        assert asking.getresponse().status == 413
        asking.close()
    assert capfd.readouterr() == ("", "")


def test_a_body_just_below_a_megabyte_is_read(client: Any) -> None:
    body = shows(client)
    body["more"] = ""
    body["more"] = "x" * (MEGABYTE - len(json.dumps(body)))
    sent = json.dumps(body)
    assert client.post(UPDATE, data=sent, content_type="application/json").status_code == 200
    assert client.post(UPDATE, data=sent + " ", content_type="application/json").status_code == 413


# ---------------------------------------------------------------------- forged callbacks


def test_what_a_browser_sends_is_answered(client: Any) -> None:
    answer = client.post(UPDATE, json=shows(client))
    assert answer.get_json()["response"]["about"]["children"].startswith("This page is about 2-")
    answer = client.post(UPDATE, json=sets(client))
    assert answer.get_json()["response"]["url"]["search"] == "?players=2&player=Anna"
    first = body_of(client, "url.search", {"url.search": "?player=Nobody"}, ["url.search"])
    for one in first["inputs"][1:]:
        del one["value"]  # so a browser says that there is none yet
    answer = client.post(UPDATE, json=first).get_json()["response"]
    assert answer["player"]["value"] in [one["value"] for one in answer["player"]["options"]]
    assert [one["label"] for one in answer["player"]["options"]][-1] == "Nobody"


WRONG_VALUES: list[Any] = [
    *(True, False, 0, 7, -1, 2.0, 1e308, 10**300, [], {}, [None], {"a": MARK}, [[[]]]),
    *({"__proto__": 1}, {"props": {}, "type": "Div", "namespace": "dash_html_components"}),
    *("\ud800", [MARK], {"value": None}, {"id": "url", "property": "search"}),
]


def places(document: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every part of a document."""
    if path:
        yield path
    if isinstance(document, dict | list):
        inside = document.items() if isinstance(document, dict) else enumerate(document)
        for key, part in inside:
            yield from places(part, (*path, key))


def forge(body: dict[str, Any], rng: Random) -> Any:
    """The body of a browser with one part taken away, put in twice, or replaced."""
    forged = deepcopy(body)
    path = rng.choice(list(places(body)))
    holder = forged
    for key in path[:-1]:
        holder = holder[key]
    last = path[-1]
    how = rng.choice(("take away", "replace", "replace", "replace", "twice"))
    # Without a value, or with fewer changes, a body is as a browser may send it.
    changes = path[0] in ("changedPropIds", "parsedChangedPropsIds")
    if how == "take away" and last != "value" and not changes:
        del holder[last]
    elif how == "twice" and isinstance(holder, list):
        holder.insert(last, deepcopy(holder[last]))
    else:
        holder[last] = rng.choice([value for value in WRONG_VALUES if value or not changes])
    return forged


def test_forged_callbacks_are_bad_requests_without_a_trace(
    client: Any, told: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    rng = Random(20260415)
    honest = [shows(client), sets(client)]
    for number in range(600):
        body = forge(honest[number % 2], rng)
        answer = client.post(UPDATE, json=body)
        assert answer.status_code == 400, body
        assert MARK not in answer.get_data(as_text=True)
    assert (told, capfd.readouterr()) == ([], ("", ""))


NO_CALLBACKS = (
    *(b"", b"null", b"[]", b"17", b'"text"', b"{", b"{}", b"\xff\xfe", b"\x00", b"NaN", b"true"),
    *(b"[" * 100_000, b'{"a":' * 50_000, b"1" * 5000, b'{"output": NaN}', b"\xef\xbb\xbf{}"),
    *(b'{"output": "theme.data"}', b'{"output": "no.such"}', b'{"output": null}'),
    *(b'{"output": ["url.search"]}', b'{"output": {"id": "url"}}', b'{"output": "..no...such.."}'),
    *(b'{"output": "theme-button.children", "inputs": [], "outputs": [], "changedPropIds": []}',),
)


@pytest.mark.parametrize("body", NO_CALLBACKS, ids=lambda body: repr(body[:24]))
def test_what_is_no_callback_is_a_bad_request(
    client: Any, told: list[str], capfd: pytest.CaptureFixture[str], body: bytes
) -> None:
    for kind in ("application/json", "text/plain", "multipart/form-data", "application/json; x=\0"):
        answer = client.post(UPDATE, data=body, content_type=kind)
        assert answer.status_code == 400
    assert (told, capfd.readouterr()) == ([], ("", ""))


def test_other_sites_can_not_send_a_callback_as_plain_text(client: Any) -> None:
    body = json.dumps(shows(client))
    assert client.post(UPDATE, data=body, content_type="text/plain").status_code == 400
    assert client.post(UPDATE, data=body, content_type="application/json").status_code == 200


def test_any_text_is_answered_where_a_text_belongs(client: Any, told: list[str]) -> None:
    rng = Random(20260416)
    odd = [*HOSTILE, "", "\0", "?" * 300, "%", "?%00=%00", "?player=%00", "?player=%ff", "\u202e"]
    odd += ["?since=9999-12-31&until=0001-01-01", "?page=99999999", "/game/%", "/game/'", "//"]
    odd += ["?since=2026-W01-1", "?players=²", "?player=" + "&" * 5000, "/game/\0", "/games/x/y"]
    for number in range(150):
        body = deepcopy((shows(client), sets(client))[number % 2])
        for one in body["inputs"]:
            if one["id"] != "players":
                one["value"] = rng.choice(odd)
        body["changedPropIds"] = [
            f"{one['id']}.{one['property']}" for one in rng.sample(body["inputs"], 1)
        ]
        body["parsedChangedPropsIds"] = body["changedPropIds"]
        assert client.post(UPDATE, json=body).status_code in (200, 204), body
    assert told == []


# ---------------------------------------------------------------------- odd paths


SUITES = "/_dash-component-suites"


@pytest.mark.parametrize(
    "path",
    [
        *(f"{SUITES}/{rest}" for rest in ("", "dash", "dash/", "dash/x", "x/y", "os/path.py")),
        *(f"{SUITES}/dash/{rest}" for rest in ("..", "%00", "a.v1m1.js", "__init__.py", "%ff")),
        *(f"{SUITES}/dash/{rest}" for rest in ("..%2f..%2fapp.py", "dcc/", "dcc", "\\..\\x")),
        *(UPDATE, "/_dash-nope", "/_dash-ws-callback", "/_mcp", "/_dash-", "/_", "/_dash-layout/x"),
        *("/assets/%00", "/assets/../x", "/assets/x"),
    ],
)
def test_an_odd_path_is_not_found(
    client: Any, told: list[str], capfd: pytest.CaptureFixture[str], path: str
) -> None:
    assert client.get(path).status_code == 404
    assert (told, capfd.readouterr()) == ([], ("", ""))


def test_every_file_that_dash_knows_is_sent_or_not_found(games_db: Path, told: list[str]) -> None:
    app = make_app(games_db, tell=told.append)
    asking = app.server.test_client()
    asking.get("/")
    seen = {
        asking.get(f"{SUITES}/{package}/{path}").status_code
        for package, paths in app.registered_paths.items()
        for path in paths
    }
    assert seen <= {200, 404}
    assert (200 in seen, told) == (True, [])


RAW = (
    *(b"GARBAGE\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\r\n\r\n", b"GET\r\n\r\n", b"\r\n\r\n"),
    *(b"GET / HTTP/9.9\r\n\r\n", b"GET /%%% HTTP/1.1\r\n\r\n", b"GET //[ HTTP/1.1\r\n\r\n"),
    *(b"GET http://[ HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: [\r\n\r\n"),
    *(b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200),
    *(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: \xff=\xfe; ;=;\r\n\r\n",),
    *(b"B\x1b[31mAD / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"GET /\x1b]0;x\x07 HTTP/1.1\r\n\r\n"),
    b"POST /_dash-update-component HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n{}",
    b"POST /_dash-update-component HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: x\r\n\r\n{}",
    b"POST /_dash-update-component HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n",
    b"POST /_dash-update-component HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
)


def test_what_is_hardly_http_leaves_no_trace(
    games_db: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    told: list[str] = []
    with serving(games_db, tell=told.append) as (host, port):
        for sent in RAW:
            with socket.create_connection((host, port), timeout=30) as asking:
                asking.sendall(sent)
                asking.shutdown(socket.SHUT_WR)
                answer = b""
                while part := asking.recv(1 << 16):
                    answer += part
            assert b" 500 " not in answer.split(b"\r\n")[0], sent[:60]
            assert b"Traceback" not in answer
    assert (told, capfd.readouterr()) == ([], ("", ""))


# ---------------------------------------------------------------------- bugs of ours


@pytest.mark.parametrize("debug", ["", "1"])
def test_a_bug_of_ours_is_one_line_and_an_answer_500(
    games_db: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    debug: str,
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError(MARK)

    monkeypatch.setattr(app_module, "shown", broken)
    monkeypatch.setenv("IQUAZU_DEBUG", debug)
    told: list[str] = []
    asking = make_app(games_db, tell=told.append).server.test_client()
    answer = asking.post(UPDATE, json=shows(asking))
    assert answer.status_code == 500
    assert MARK not in answer.get_data(as_text=True)
    assert told[0].startswith("this should not have happened (ZeroDivisionError in test_served.py,")
    assert (len(told) == 1) == (not debug)
    if not debug:
        assert MARK not in told[0]
    assert capfd.readouterr() == ("", "")
    assert asking.get("/").status_code == 200
