"""Everything the commands print goes through here: what others wrote can't command a terminal.

Sentences for people are always made printable. Data (records, JSON, CSV) are too where a person
looks at them on a terminal; piped or written to a file, their bytes never change.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from iquazu_notation.drawing.safe_text import printable, printable_lines

if TYPE_CHECKING:
    from rich.console import Console


LONGEST = 800  # characters of a complaint


def say(sentence: str) -> None:
    """A result in a line, on standard output."""
    sys.stdout.write(printable(sentence) + "\n")


def note(sentence: str) -> None:
    """What was done, in a line on standard error, where it is in nobody's way."""
    sys.stderr.write(printable(sentence) + "\n")


def complain(sentence: str) -> None:
    """What could not be done. A sentence that a strange name makes very long loses its middle."""
    if len(sentence) > LONGEST:
        sentence = f"{sentence[: LONGEST // 2]}…{sentence[-LONGEST // 2 :]}"
    note(f"iquazu: {sentence}")


class _Data:
    """Standard output for data; `write` is what `csv.writer` asks for."""

    def write(self, text: str) -> None:
        sys.stdout.write(printable_lines(text) if sys.stdout.isatty() else text)


DATA = _Data()
emit = DATA.write


def emit_json(document: object, end: str = "\n") -> None:
    """A document, or a part of one, on a line."""
    emit(json.dumps(document, ensure_ascii=False) + end)


def console(*, stderr: bool = False, width: int | None = None) -> Console:
    """A console that colours only where a person looks, and never wraps what is piped."""
    from iquazu_notation.drawing.safe_console import SafeConsole

    found = SafeConsole(stderr=stderr, highlight=False, width=width, emoji=False, markup=False)
    if not found.is_terminal and width is None:
        found.width = 100
    return found


@contextmanager
def while_somebody_reads() -> Iterator[None]:
    """Print until the reader of a pipe has seen enough; then go on behind this block.

    So the exit code tells of what was done so far: `iquazu validate club/ | head -1`.
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        stop_printing()


def stop_printing() -> None:
    """Nobody reads standard output any more: keep Python from complaining when it ends."""
    if sys.__stdout__ is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.__stdout__.fileno())
        os.close(nowhere)
