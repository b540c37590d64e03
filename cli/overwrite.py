"""Nothing is overwritten without asking."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from .common import Stop


def write_new(file: Path, text: str, force: bool) -> None:
    """Write a file; one that is there only with `force`, or after asking a person."""
    if file.exists() and not force:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise Stop(f"{file} is there already; --force overwrites it")
        if not typer.confirm(f"{file} is there already. Overwrite it?", err=True):
            raise Stop("nothing was written")
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Stop(f"{file} can't be written: {error.strerror}") from None
