"""`iquazu demo`: a first look, without any file of one's own."""

from __future__ import annotations

import typer

from .common import console
from .samples import all_samples

SHOWN = "four-players.iqn"


def demo() -> None:
    """Check the samples, and show one game's last scoring on its board."""
    from rich.table import Table
    from rich.text import Text

    from iquazu_notation.drawing.moments import player_names, position_after
    from iquazu_notation.drawing.narration import happened
    from iquazu_notation.drawing.terminal import board
    from iquazu_notation.reading import read_text
    from iquazu_notation.replay import replay

    from .validate import VERDICT_COLOURS, points_line

    out = console()
    out.print("Checking the samples", style="bold")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for title in ("sample", "verdict", "turns", "points", "won by"):
        table.add_column(title, justify="right" if title == "turns" else "left")
    shown = None
    bad = False
    for file in all_samples():
        for record in read_text(file.read_text(encoding="utf-8"), file.name):
            game = replay(record)
            bad = bad or game.verdict == "invalid"
            table.add_row(
                file.name,
                Text(game.verdict, style=VERDICT_COLOURS[game.verdict]),
                str(game.turns),
                points_line(game.totals or {}),
                " ".join(game.winners or ["-"]),
            )
            if file.name == SHOWN:
                shown = game
    out.print(table)
    if shown is not None:
        last = max(event.turn for event in shown.events)
        out.print(f"\nThe last scoring of {SHOWN}, in turn {last}", style="bold")
        for line in happened(shown, last):
            out.print("  " + line)
        out.print()
        out.print(board(position_after(shown, last), players=player_names(shown)))
    out.print(
        "\nThe board's gap colours, prizes and tile mix are this project's own, not the box's."
    )
    out.print("Next: iquazu samples --to my-games, then iquazu replay my-games/tutorial.iqn --step")
    raise typer.Exit(1 if bad else 0)


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command()(demo)
