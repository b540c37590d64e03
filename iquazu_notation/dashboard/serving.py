"""The app on a port of this machine, until it is stopped."""

from __future__ import annotations

import logging
import socket
from pathlib import Path
from typing import TYPE_CHECKING

from .app import LOOPBACK, make_app

if TYPE_CHECKING:
    from werkzeug.serving import BaseWSGIServer

HOST = "127.0.0.1"
PORT = 8050
TRIES = 20  # ports that are tried if none was asked for


class CannotServe(Exception):
    """The port can't be had; the text is one sentence."""


def server(database: Path, host: str = HOST, port: int | None = None) -> BaseWSGIServer:
    """A server that waits for `serve_forever`; without a port, at the first free one."""
    from werkzeug.serving import make_server

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    app = make_app(database, only_here=host in LOOPBACK)
    with _listening(host, port) as listener:
        return make_server(host, 0, app.server, threaded=True, fd=listener.fileno())


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


def address(found: BaseWSGIServer) -> str:
    """Where a browser finds it."""
    host = f"[{found.host}]" if ":" in found.host else found.host
    return f"http://{host}:{found.port}/"
