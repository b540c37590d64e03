"""The ledger on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from iquazu_notation.replay import Replay


def print_ledger(out: Console, game: Replay) -> None:
    """Turn, seat, what was played, the hand's size and every seat's points after the turn."""
    from rich.table import Table
    from rich.text import Text

    from iquazu_notation.drawing.ledger import ledger
    from iquazu_notation.drawing.look import SEATS

    from .diagnostics import print_diagnostics

    print_diagnostics(out, game.diagnostics)
    seats: list[str] = game.walked.details["seats"]
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("turn", justify="right")
    table.add_column("played", overflow="fold", ratio=1)
    table.add_column("hand", justify="right")
    for seat in seats:
        table.add_column(f"{SEATS[seat].mark}{seat}", justify="right")
    for line in ledger(game):
        played = Text()
        if line.seat is not None:
            played.append(f"{line.seat} ", style=f"bold {SEATS[line.seat].shade.light}")
        played.append(line.played, style="default")
        points = (line.points_text(seat) for seat in seats)
        table.add_row(str(line.turn), played, line.hand_text, *points)
    out.print(table)
