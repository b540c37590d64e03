"""`iquazu demo`: a first look, without any file of one's own."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from .common import Stop, store_errors
from .printing import console, while_somebody_reads
from .samples import all_samples

if TYPE_CHECKING:
    from rich.console import Console

SHOWN = "four-players.iqn"
RECORDS, DATABASE, PAGE = "club.iqn", "club.duckdb", "club.html"
EXAMPLES = """
Examples:

  iquazu demo                  checks the samples, shows a board

  iquazu demo --to my-demo     and makes a database and a page of figures there
"""


def demo(
    to: Path | None = typer.Option(
        None, "--to", metavar="FOLDER", help="Let bots play, and make a database and a page there."
    ),
    games: int = typer.Option(300, "--games", min=1, help="With --to: how many games."),
) -> None:
    """Check the samples, and show one game's last scoring on its board.

    With --to, bots play some hundred games besides; they are loaded with the samples into a
    database, whose figures are written as a page.
    """
    out = console()
    bad = False
    with while_somebody_reads():
        bad = _show_samples(out)
    if to is not None:
        _make_collection(to, games)
        _show_collection(out, to)
    iquazu = _program()
    out.print(
        f"Next: {iquazu} samples --to my-games, then {iquazu} replay my-games/tutorial.iqn --step",
        soft_wrap=True,
    )
    raise typer.Exit(1 if bad else 0)


def _program() -> str:
    """How the program is called here: `make` starts it from a folder that no shell looks in."""
    return "iquazu" if shutil.which("iquazu") else sys.argv[0]


def _show_samples(out: Console) -> bool:
    """A table of the samples, and a board; whether one of them is invalid."""
    from rich.table import Table
    from rich.text import Text

    from iquazu_notation.drawing.moments import player_names, position_after
    from iquazu_notation.drawing.narration import happened
    from iquazu_notation.drawing.terminal import board
    from iquazu_notation.reading import read_text
    from iquazu_notation.replay import replay

    from .validate import VERDICT_COLOURS, points_line

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
    return bad


def _make_collection(folder: Path, games: int) -> None:
    """Records of bots, a database of them and the samples, and its page."""
    from iquazu_notation.dashboard.page import page
    from iquazu_notation.notation.drafts import replacing
    from iquazu_notation.notation.files import kind, reading, writing
    from iquazu_notation.reading import read_file, read_text
    from iquazu_notation.replay import replay
    from iquazu_notation.store.loading import Loader
    from iquazu_notation.store.store import opened_to_read, opened_to_write

    records, db, shown = (folder / name for name in (RECORDS, DATABASE, PAGE))
    with reading(folder):
        others = kind(folder) is not None and kind(db) is None and any(folder.iterdir())
    if others:
        raise Stop(f"{folder} is there and holds other things; name a new folder")
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    _play(records, games)
    with store_errors(), opened_to_write(db) as connection:
        loader = Loader(connection, db)
        loader.add(replay(record) for record in read_file(records))
        for file in all_samples():
            found = read_text(file.read_text(encoding="utf-8"), file.name)
            loader.add(replay(record) for record in found)
        loader.finish()
    with store_errors(), opened_to_read(db) as connection:
        text = page(connection)
    with replacing(shown) as made:
        made.write(text.encode())


def _show_collection(out: Console, folder: Path) -> None:
    records, db, shown = (folder / name for name in (RECORDS, DATABASE, PAGE))
    out.print(f"\nThe records are in {records}, the database is {db}.", soft_wrap=True)
    out.print(f"The page of figures is {shown.resolve()}; open it in a browser.", soft_wrap=True)
    out.print(f"To explore them: {_program()} dashboard --db {db} --serve", soft_wrap=True)


def _play(file: Path, games: int) -> None:
    """Let the bots play, unless these games have been played before."""
    from rich.progress import track

    from iquazu_notation.bots.club import club_game
    from iquazu_notation.games.iquazu.board_file import reference
    from iquazu_notation.notation.drafts import replacing
    from iquazu_notation.notation.files import kind, opened

    head = f"; {games} games of bots\n"
    if kind(file) == "file":
        with opened(file) as there:
            if there.read1(len(head)) == head.encode():
                return
    board = reference()
    numbers = track(
        range(1, games + 1),
        f"Bots play {games} games",
        console=console(stderr=True),
        transient=True,
    )
    texts = [club_game(number, board) for number in numbers]
    # Whole or not at all: an interrupted demo begins again.
    with replacing(file) as out:
        out.write((head + "\n" + "\n".join(texts)).encode())


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(demo)
