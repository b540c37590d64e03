"""`iquazu unload`: games out of the database again."""

from __future__ import annotations

from pathlib import Path

import typer

from .common import DATABASE, Troubles, store_errors
from .printing import say

EXAMPLES = """
Examples:

  iquazu unload 7b9035e0f10d                 a game, by the beginning of its id

  iquazu unload night.iqn --db club.duckdb   all games that came from a file, or from a folder
"""


def unload(
    names: list[str] = typer.Argument(
        ...,
        metavar="ID|FILE...",
        help="Ids (or their beginnings), or files and folders that games were loaded from.",
    ),
    db: Path = DATABASE,
) -> None:
    """Take games out of the database. The records themselves are not touched.

    Files need not be there any more. Exit code 2 if a name means no game.
    """
    from iquazu_notation.store.store import opened_to_write
    from iquazu_notation.store.unloading import unload as take_out

    troubles = Troubles()
    with store_errors(), opened_to_write(db, make=False) as connection:
        number, unknown = take_out(connection, db, names)
    say(f"{number} game{'' if number == 1 else 's'} unloaded")
    for name in unknown:
        troubles.report(f"{db} holds no game with this id or from this file: {name}")
    raise typer.Exit(2 if troubles.any else 0)


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(unload)
