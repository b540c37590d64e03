"""`iquazu dashboard`: the figures of the games in a database, as a page to share."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import typer

from .common import DATABASE, store_errors
from .filters import BOARD_ID, PLAYER, PLAYERS, SINCE, SOURCE, UNTIL, day

EXAMPLES = """
Examples:

  iquazu dashboard --out page.html                       all games of iquazu.duckdb

  iquazu dashboard --db club.duckdb --out anna.html --player Anna

  iquazu dashboard --out four.html --players 4 --since 2026-01-01 --force
"""


def dashboard(
    out: Path = typer.Option(..., "--out", "-o", metavar="FILE", help="The page to write."),
    db: Path = DATABASE,
    player: str | None = PLAYER,
    players: int | None = PLAYERS,
    board: str | None = BOARD_ID,
    since: datetime | None = SINCE,
    until: datetime | None = UNTIL,
    source: str | None = SOURCE,
    force: bool = typer.Option(False, "--force", help="Overwrite a file that is there."),
) -> None:
    """Write a page with all figures, to open in a browser and to share.

    It is one file that needs no network. Each number of players has its own section; under every
    figure stand its definition and the number of games it rests on.
    """
    from iquazu_notation.dashboard.page import page
    from iquazu_notation.store.filters import Filters
    from iquazu_notation.store.store import opened_to_read

    from .overwrite import write_new

    filters = Filters(players, player, board, day(since), day(until), source)
    with store_errors(), opened_to_read(db) as connection:
        text = page(connection, filters)
    write_new(out, text, force)
    typer.echo(f"The page is {out.resolve()}; open it in a browser.")


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(dashboard)
