"""The web server's frame of the app: it never fails with a trace, whatever it is asked.

What can't be asked is answered 400, 404 or 413 and not mentioned. Only a bug of ours is: one line
that names it without a word of the request, and the answer 500.
"""

from __future__ import annotations

import logging
import os
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import flask
from dash.exceptions import DependencyException

from .callback_bodies import LONGEST, Forged, Kind, checked

if TYPE_CHECKING:
    from dash import Dash

UPDATE = "/_dash-update-component"
FILES = "/_dash-component-suites/"

Tell = Callable[[str], None]


def log(sentence: str) -> None:
    """Where a bug is told if nobody says where."""
    logging.getLogger(__name__).error(sentence)


class Server(flask.Flask):
    """Flask, with one place for whatever goes wrong."""

    def __init__(self, name: str, tell: Tell) -> None:
        super().__init__(name, static_folder=None)
        self.tell = tell
        self.config["MAX_CONTENT_LENGTH"] = LONGEST
        self.request_class = _Request

    def log_exception(
        self,
        exc_info: (
            tuple[type[BaseException], BaseException, TracebackType] | tuple[None, None, None]
        ),
    ) -> None:
        if exc_info[1] is not None:
            tell_of(exc_info[1], self.tell)


class _Request(flask.Request):
    """A request of which Dash gets to see only what was checked."""

    def get_json(self, force: bool = False, silent: bool = False, cache: bool = True) -> Any:
        return flask.g.checked_body


def tell_of(error: BaseException, tell: Tell) -> None:
    """Say that there is a bug, and where; the details may hold what others wrote."""
    tell(bug_in_words(error))
    if os.environ.get("IQUAZU_DEBUG"):
        for part in traceback.format_exception(error):
            for line in part.splitlines():
                tell(line)


def bug_in_words(error: BaseException) -> str:
    """One line about a bug, without a word of what was asked."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
    return (
        f"this should not have happened ({type(error).__name__}{where}), and the browser shows an"
        " error. Please report it with what you did; IQUAZU_DEBUG=1 shows the details"
    )


def answer_only_what_can_be_asked(app: Dash, server: Server, kinds: Mapping[str, Kind]) -> None:
    """Refuse requests that no browser of ours sends."""

    def look_at() -> None:
        path = flask.request.path
        if path == UPDATE and flask.request.method == "POST":
            flask.g.checked_body = _body(app, kinds)
        # Whatever has no rule of its own gets the page of the app; these paths are Dash's.
        rule = flask.request.url_rule
        if rule is not None and rule.rule == "/<path:path>" and path.startswith("/_"):
            flask.abort(404)

    def no_such_file(error: Exception) -> tuple[str, int]:
        if not flask.request.path.startswith(FILES):
            raise error
        return "There is no such file.", 404

    server.before_request(look_at)
    # Dash does not ship every file that it knows by name.
    for kind in (DependencyException, FileNotFoundError):
        server.register_error_handler(kind, no_such_file)


def _body(app: Dash, kinds: Mapping[str, Kind]) -> dict[str, Any]:
    # Another site can make a browser send plain text or a form, but no JSON.
    if not flask.request.is_json:
        flask.abort(400)
    try:
        body = flask.request.get_data(cache=False)
        if flask.request.content_length is None and len(body) >= LONGEST:
            flask.abort(413)  # it was read no further
        return checked(body, app.callback_map, kinds)
    except (Forged, OSError):  # OSError: the body ends early, or its parts are no parts
        flask.abort(400)
