"""The app on a port of this machine, until it is stopped."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import Any

from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

from .access import is_loopback
from .answering import Tell, log, tell_of
from .app import make_app

HOST = "127.0.0.1"
PORT = 8050
TRIES = 20  # ports that are tried if none was asked for
ALL = ("0.0.0.0", "::")  # every address of this machine
FAR = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}  # addresses kept free for examples


class CannotServe(Exception):
    """It can't be served like this; the text is one sentence."""


def server(
    database: Path,
    host: str = HOST,
    port: int | None = None,
    *,
    token: str | None = None,
    tell: Tell = log,
) -> ThreadedWSGIServer:
    """A server that waits for `serve_forever`; without a port, at the first free one.

    Where other machines can reach it, it takes a token. `tell` gets a line for each bug of ours.
    """
    here = is_loopback(host)
    if not here and token is None:
        raise CannotServe(
            f"at {host} other machines can open the app: add --token, and only those who have its"
            " address with the token can"
        )
    app = make_app(database, token=token, only_here=here, tell=tell)
    with _listening(host, port) as listener:
        return _Quiet(host, app.server, tell, listener.fileno())


class _Quiet(ThreadedWSGIServer):
    """A server that says nothing about requests; of our own bugs, one line."""

    def __init__(self, host: str, app: Any, tell: Tell, fd: int) -> None:
        self._tell = tell
        super().__init__(host, 0, app, handler=_Handler, fd=fd)

    def log(self, type: str, message: str, *args: Any) -> None:
        error = sys.exc_info()[1]
        if type == "error" and error is not None:
            tell_of(error, self._tell)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Not HTTP, or nobody is there any more: nothing of the app was asked."""


class _Handler(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: Any) -> None:
        """What others ask is not printed."""

    def run_wsgi(self) -> None:
        try:
            self.make_environ()
        except ValueError:  # no address
            self.send_error(400)
        else:
            super().run_wsgi()


def _listening(host: str, port: int | None) -> socket.socket:
    """A port that is ours. Werkzeug, if it asked for one in vain, would end the program."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    ports = range(PORT, PORT + TRIES) if port is None else [port]
    trouble = ""
    for tried in ports:
        try:
            return socket.create_server((host, tried), family=family)
        except OSError as error:
            trouble = error.strerror or str(error)
    where = f"port {ports[0]}" if port is not None else f"ports {ports[0]} to {ports[-1]}"
    raise CannotServe(f"{where} of {host} can't be had ({trouble}); --port 0 takes any free one")


# ---------------------------------------------------------------------- in words


def address(found: ThreadedWSGIServer) -> str:
    """Where a browser finds it."""
    host = own_address(found.host) if found.host in ALL else found.host
    return f"http://{f'[{host}]' if ':' in host else host}:{found.port}/"


def own_address(every: str) -> str:
    """The address under which other machines reach this one; nothing is sent to find it."""
    family = socket.AF_INET6 if ":" in every else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((FAR[every], 9))
        except OSError:  # there is no network
            return "::1" if ":" in every else HOST
        return str(asking.getsockname()[0])


def who_can_open(host: str, token: str | None) -> str:
    """In a sentence, who can open the app."""
    if not is_loopback(host):
        return (
            "Anybody in your network who has this address can open it and see all its games. What"
            " is sent is not encrypted, so use it only in a network you trust."
        )
    if token is None:
        return "It can be opened on this machine only."
    return "It can be opened only on this machine, with this address."
