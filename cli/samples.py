"""`iquazu samples`: records to open, load and learn from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from .common import Stop
from .printing import console, say

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

EXAMPLES = """
Examples:

  iquazu samples                    lists them

  iquazu samples --to my-folder     copies them there
"""


def all_samples() -> list[Traversable]:
    """The files of the samples folder that a person would want."""
    from importlib.resources import files

    found = [f for f in files("iquazu_notation.samples").iterdir() if f.name.endswith(".iqn")]
    return sorted(found, key=lambda file: file.name)


def about(text: str) -> str:
    """What a sample is: its first comment, in one line.

    >>> about('[Game "Iquazu"]\\n{A short game.\\nWith notes.} 1. R +')
    'A short game.'
    """
    start = text.find("{")
    end = text.find("}", start)
    if start < 0 or end < 0:
        return ""
    return text[start + 1 : end].strip().split("\n")[0]


def samples(
    to: Path | None = typer.Option(None, "--to", metavar="FOLDER", help="Copy the samples there."),
    force: bool = typer.Option(False, "--force", help="Overwrite files that are there."),
) -> None:
    """List the sample records, or copy them into a folder."""
    found = all_samples()
    if to is None:
        from rich.table import Table

        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for file in found:
            table.add_row(file.name, about(file.read_text(encoding="utf-8")))
        out = console()
        out.print(table)
        out.print("Copy them out with: iquazu samples --to FOLDER", style="dim")
        return
    from iquazu_notation.notation.files import kind, writing

    from .overwrite import write_new

    with writing(to):
        to.mkdir(parents=True, exist_ok=True)
    there = [file.name for file in found if kind(to / file.name) is not None]
    if there and not force:
        raise Stop(f"{to} holds {there[0]} already; --force overwrites it")
    for file in found:
        write_new(to / file.name, file.read_text(encoding="utf-8"), force)
    say(f"copied {len(found)} samples to {to}; try: iquazu validate {to}")


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(samples)
