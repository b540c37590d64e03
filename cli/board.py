"""`iquazu board`: show boards, check board files, start one from a template."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from .common import Stop, Troubles
from .printing import console, emit_json, say, while_somebody_reads

if TYPE_CHECKING:
    from iquazu_notation.games.iquazu.board import Board

app = typer.Typer(
    help="Show boards, check board files, write a template.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Format(StrEnum):
    """How a board is printed."""

    human = "human"
    json = "json"


@app.command(
    epilog="""
Examples:

  iquazu board show reference

  iquazu board show my-box.board.toml --strips "3 1 5 2 4"

  iquazu board show reference --format json
"""
)
def show(
    board: str = typer.Argument("reference", metavar="ID", help="A board's id, or a board file."),
    strips: str | None = typer.Option(None, "--strips", help='Their order: "3 1 5 2 4".'),
    format: Format = typer.Option(Format.human, "--format", "-f", help="How to print it."),
) -> None:
    """Show a board with where each of its facts comes from."""
    from iquazu_notation.games.iquazu.board import BoardError

    found = _find(board)
    order = strips.split() if strips is not None else None
    try:
        document = {"schema": "iquazu.board/1", **found.as_json(order)}
    except BoardError as error:
        raise Stop(str(error)) from None
    if format is Format.json:
        emit_json(document)
        return
    _print_board(found, order)


def _find(board: str) -> Board:
    from iquazu_notation.games.iquazu.board import BoardError
    from iquazu_notation.games.iquazu.board_file import find_board

    if board.endswith(".toml") or "/" in board:
        from .common import load_boards

        found: Board = next(iter(load_boards([board]).values()))
        return found
    try:
        return find_board(board, Path.cwd())
    except BoardError as error:
        raise Stop(str(error)) from None


def _print_board(board: Board, order: list[str] | None) -> None:
    from rich.table import Table
    from rich.text import Text

    from iquazu_notation.drawing.look import CARDS
    from iquazu_notation.games.iquazu.steps import ROCKS

    out = console()
    layout = board.lay(order if order is not None else board.strip_names)
    out.print(f"{board.id}: {board.title}", style="bold")
    out.print(f"strips from left to right: {' '.join(layout.order) or 'none'}")
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("row")
    for letter, rock in zip(ROCKS, layout.rocks, strict=True):
        table.add_column(f"{letter}\n{rock.shade}")
    for row in range(5):
        cells = []
        for rock in layout.rocks:
            cell = Text()
            for colour in rock.rows[row]:
                # White is the terminal's own ink: on white ground nothing else would be seen.
                ink = "default" if colour == "W" else CARDS[colour].light
                cell.append(colour, style=f"bold {ink}")
            cells.append(cell)
        table.add_row(str(row + 1), *cells)
    for players, prizes in sorted(board.points.items()):
        table.add_row(f"{players} pl", *("/".join(map(str, values)) for values in prizes))
    out.print(table)
    for shade, mix in (("light", board.light), ("dark", board.dark)):
        kinds = ", ".join(f"{number} {kind}" for kind, number in mix.items())
        out.print(f"{sum(mix.values())} {shade} tiles: {kinds}")
    cards = ", ".join(f"{number} {colour}" for colour, number in board.cards.items())
    out.print(
        f"cards: {cards}; {board.gems} gems a seat, {board.drops} drops,"
        f" hand limit {board.hand_limit}"
    )
    out.print("\nwhere each fact comes from", style="bold")
    for source in ("published", "inferred", "ours"):
        facts = [fact for fact, known in board.provenance.items() if known == source]
        if facts:
            out.print(f"  {source:10}{', '.join(facts).replace('_', ' ')}")


@app.command(
    epilog="""
Examples:

  iquazu board new my-box.board.toml
"""
)
def new(
    file: Path = typer.Argument(..., help="The file to write; its name should end in .board.toml."),
    force: bool = typer.Option(False, "--force", help="Overwrite a file that is there."),
) -> None:
    """Write a commented template to be filled in from the real box."""
    from iquazu_notation.games.iquazu.board_file import template

    from .overwrite import write_new

    text = template()
    name = file.name.removesuffix(".board.toml")
    if name != file.name and name.replace("-", "").replace("_", "").isalnum() and name.isascii():
        text = text.replace('id = "my-box"', f'id = "{name}"', 1)
    write_new(file, text, force)
    say(f"wrote {file}: open it, fill in your box, then: iquazu board check {file}")


@app.command(
    epilog="""
Examples:

  iquazu board check my-box.board.toml
"""
)
def check(
    files: list[str] = typer.Argument(..., metavar="FILE...", help="Board files."),
) -> None:
    """Check board files; every fault is listed with its line."""
    from iquazu_notation.games.iquazu.board_file import check_board_file
    from iquazu_notation.notation.files import reason, shown

    bad = False
    troubles = Troubles()
    with while_somebody_reads():
        for file in files:
            try:
                board, faults = check_board_file(Path(file))
            except OSError as error:
                troubles.report(f"{shown(file)}: {reason(error)}")
                continue
            for fault in faults:
                bad = True
                say(f"{file}:{fault.line or 1}: error {fault.code}: {fault.message}")
                if fault.help:
                    say(f"  = help: {fault.help}")
            if board is not None and not faults:
                say(f'{file}: good; records name it with [Board "{board.id}"]')
    raise typer.Exit(2 if troubles.any else 1 if bad else 0)


def add_to(parent: typer.Typer) -> None:
    """Register the commands."""
    parent.add_typer(app, name="board")
