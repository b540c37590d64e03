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

    require_leave(file, force)
    with replacing(file) as out:
        out.write(text.encode())


def require_other(file: Path, db: Path) -> None:
    """What is made from a database must not take its place, whatever may be overwritten."""
    from iquazu_notation.notation.files import resolved

    if resolved(file) == resolved(db):
        raise Stop(f"{file} is the database itself: name another file to write")


def require_leave(file: Path, force: bool) -> None:
    """Go on only if there is no such file, or it may be overwritten."""
    from iquazu_notation.notation.files import kind

    if kind(file) is not None and not force:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise Stop(f"{file} is there already; --force overwrites it")
        if not typer.confirm(printable(f"{file} is there already. Overwrite it?"), err=True):
            raise Stop("nothing was written")
