"""`iquazu dashboard`: the figures of the games in a database, as a page to share or as an app."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from .common import DATABASE, Stop, store_errors
from .filters import BOARD_ID, PLAYER, PLAYERS, SINCE, SOURCE, UNTIL, day
from .printing import complain, note, say

if TYPE_CHECKING:
    from iquazu_notation.store.filters import Filters

HOST = "127.0.0.1"
EXAMPLES = """
Examples:

  iquazu dashboard --out page.html                       all games of iquazu.duckdb

  iquazu dashboard --db club.duckdb --out anna.html --player Anna

  iquazu dashboard --out four.html --players 4 --since 2026-01-01 --force

  iquazu dashboard --out game.html --game 3f9c           one game, to walk through

  iquazu dashboard --serve                               the same and more, to explore

  iquazu dashboard --serve --host 0.0.0.0 --token        for other machines in your network too
"""


def dashboard(
    out: Path | None = typer.Option(None, "--out", "-o", metavar="FILE", help="Write this page."),
    serve: bool = typer.Option(
        False, "--serve", help="Serve the app for a browser on this machine, until Ctrl-C."
    ),
    db: Path = DATABASE,
    player: str | None = PLAYER,
    players: int | None = PLAYERS,
    board: str | None = BOARD_ID,
    since: datetime | None = SINCE,
    until: datetime | None = UNTIL,
    source: str | None = SOURCE,
    game: str | None = typer.Option(
        None, "--game", metavar="ID", help="The page of one game, by the beginning of its id."
    ),
    force: bool = typer.Option(False, "--force", help="Overwrite a file that is there."),
    host: str = typer.Option(
        HOST,
        "--host",
        help="With --serve: the address to listen on; for others than this machine with --token.",
    ),
    port: int | None = typer.Option(
        None, "--port", min=0, max=65535, help="With --serve: the port; 8050 or the next free one."
    ),
    token: bool = typer.Option(
        False, "--token", help="With --serve: only who has the printed address can open the app."
    ),
) -> None:
    """Write a page with all figures to share, or serve an app to explore them.

    The page is one file that needs no network. Each number of players has its own section; under
    every figure stand its definition and the number of games it rests on. The app has the same
    figures with filters, a list of games, and a page for each game. It needs the extra web.
    """
    from iquazu_notation.store.filters import Filters

    if (out is None) == (not serve):
        raise Stop("say what to make: --out FILE writes a page, --serve starts the app")
    if not serve and (token or port is not None or host != HOST):
        raise Stop("--host, --port and --token are for the app: use them with --serve")
    filters = Filters(players, player, board, day(since), day(until), source)
    if game is not None and filters != Filters():
        raise Stop("--game names one game already: leave the other filters out")
    if out is None:
        _serve(db, filters, game, host, port, token)
    else:
        _write(db, filters, game, out, force)


def _write(db: Path, filters: Filters, game: str | None, out: Path, force: bool) -> None:
    from iquazu_notation.store.store import opened_to_read

    from .overwrite import require_other, write_new

    require_other(out, db)
    with store_errors(), opened_to_read(db) as connection:
        if game is None:
            from iquazu_notation.dashboard.page import page

            text = page(connection, filters)
        else:
            from iquazu_notation.dashboard.game_page import game_page
            from iquazu_notation.store.finding import find_game

            text = game_page(find_game(connection, game))
    write_new(out, text, force)
    say(f"The page is {out.resolve()}; open it in a browser.")


def _serve(
    db: Path, filters: Filters, game: str | None, host: str, port: int | None, with_token: bool
) -> None:
    try:
        from iquazu_notation.dashboard.serving import CannotServe, address, server, who_can_open
    except ModuleNotFoundError as missing:
        raise Stop(
            f"--serve needs {missing.name}, which is not installed:"
            " pip install 'iquazu-notation[web]'"
        ) from None
    from iquazu_notation.dashboard.access import new_token
    from iquazu_notation.dashboard.address import search_for
    from iquazu_notation.store.finding import find_game
    from iquazu_notation.store.store import opened_to_read

    with store_errors(), opened_to_read(db) as connection:
        path = "" if game is None else f"game/{(find_game(connection, game).id or '')[:16]}"
    token = new_token() if with_token else None
    try:
        found = server(db, host, port, token=token, tell=complain)
    except CannotServe as trouble:
        raise Stop(str(trouble)) from None
    there = f"{address(found)}{path}{search_for(filters, token=token)}"
    say(f"The app is at {there} (Ctrl-C stops it)")
    sys.stdout.flush()  # whoever waits for the address gets it at once
    note(who_can_open(host, token))
    try:
        found.serve_forever()
    except KeyboardInterrupt:
        note("stopped")
    finally:
        found.server_close()


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(dashboard)
