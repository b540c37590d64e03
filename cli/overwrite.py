"""Writing a file that a person asked for; one that is there is not overwritten without asking."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from iquazu_notation.drawing.safe_text import printable

from .common import Stop


def write_new(file: Path, text: str, force: bool) -> None:
    """Write a file, whole or not at all; one that is there only if allowed."""
    from iquazu_notation.notation.drafts import replacing
    from iquazu_notation.notation.files import kind

    if kind(file) is not None and not force:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise Stop(f"{file} is there already; --force overwrites it")
        if not typer.confirm(printable(f"{file} is there already. Overwrite it?"), err=True):
            raise Stop("nothing was written")
    with replacing(file) as out:
        out.write(text.encode())
