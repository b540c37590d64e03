"""The options that say which games are meant, alike in every command that asks about games."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import typer

PLAYER: Any = typer.Option(
    None, "--player", metavar="NAME", help="Games of this player, and of the seats only theirs."
)
PLAYERS: Any = typer.Option(None, "--players", min=2, max=4, help="So many players.")
BOARD_ID: Any = typer.Option(None, "--board", metavar="ID", help="Games on this board.")
SINCE: Any = typer.Option(
    None, "--since", metavar="DATE", formats=["%Y-%m-%d"], help="Games from this day on."
)
UNTIL: Any = typer.Option(
    None, "--until", metavar="DATE", formats=["%Y-%m-%d"], help="Games up to this day."
)
SOURCE: Any = typer.Option(
    None, "--source", help="Games from this source: table, digital or simulated."
)


def day(moment: datetime | None) -> date | None:
    """The day that an option named."""
    return None if moment is None else moment.date()
