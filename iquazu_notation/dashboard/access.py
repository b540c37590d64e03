"""Who may see the app: browsers on this machine, or those that were given its address once.

- Without a token only this machine is answered, and only under its own names: a site elsewhere
  whose name leads to this machine is not.
- With a token, the address that is printed holds it. The first visit keeps it in a cookie that no
  script can read and no other site can send, and goes on to the address without it.
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256
from html import escape
from ipaddress import ip_address
from urllib.parse import quote, urlencode, urlsplit

import flask

SHUT = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Games of Iquazú</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body>
<p>This app opens only with its whole address, which ends in <code>token=…</code>: it is printed
where the app was started.</p>
<p>Did you come here by a link with the token? Then <a href="{there}">open the app</a>.</p>
</body></html>
"""


def is_loopback(host: str) -> bool:
    """Whether a name or address can only mean this machine.

    >>> [is_loopback(host) for host in ("localhost", "127.0.0.2", "::1", "0.0.0.0", "club.example")]
    [True, True, True, False, False]
    """
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(24)


def guard(server: flask.Flask, token: str | None, only_here: bool) -> None:
    """Refuse every request that may not see the app, before anything else is done for it."""

    def known_host() -> None:
        if only_here and not is_loopback(_host(flask.request.host)):
            flask.abort(403)

    def known_visitor() -> flask.Response | None:
        if token is None:
            return None
        if _same(flask.request.args.get("token"), token):
            return _first_visit(token)
        if _same(flask.request.cookies.get(_cookie(token)), token):
            return None
        there = escape(_without_token())
        return flask.Response(SHUT.format(there=there), status=403, content_type="text/html")

    server.before_request(known_host)
    server.before_request(known_visitor)


def _host(written: str) -> str:
    """The name in a Host header, without the port; nothing if it makes no sense."""
    try:
        parts = urlsplit(f"//{written}")
        _ = parts.port  # raises if it is no number
    except ValueError:
        return ""
    return "" if parts.username is not None else parts.hostname or ""


def _same(given: str | None, token: str) -> bool:
    """Compare in a time that says nothing about where they differ."""
    return given is not None and hmac.compare_digest(given.encode(errors="replace"), token.encode())


def _cookie(token: str) -> str:
    """The cookie's name: browsers keep those of all ports of a machine together."""
    return f"iquazu-{sha256(token.encode()).hexdigest()[:8]}"


def _first_visit(token: str) -> flask.Response:
    answer = flask.Response(status=303, headers={"Location": _without_token()})
    answer.headers["Cache-Control"] = "no-store"
    answer.set_cookie(_cookie(token), token, httponly=True, samesite="Strict", path="/")
    return answer


def _without_token() -> str:
    """Path and filters of the address that was asked for; never one of another site."""
    asked = flask.request.args.items(multi=True)
    rest = urlencode([(name, value) for name, value in asked if name != "token"])
    path = "/" + quote(flask.request.path.lstrip("/\\"))
    return f"{path}?{rest}" if rest else path
