"""Everything the commands print goes through here: what others wrote can't command a terminal.

Sentences for people are always made printable. Data (records, JSON, CSV) are too where a person
looks at them on a terminal; piped or written to a file, their bytes never change.
"""

from __future__ import annotations

import errno
import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TextIO, cast

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

    So the exit code tells of what was done so far: `iquazu validate club/ | head -1`. Commands
    whose exit code says what they found print within it; others just end, with 0.
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        stop_printing()


def stop_printing() -> None:
    """Nobody reads standard output any more: keep Python from complaining when it ends."""
    _to_nowhere(sys.__stdout__)


def _to_nowhere(stream: TextIO | None) -> None:
    """What is still printed to a stream, and what lies in its buffers, is forgotten."""
    if stream is not None:
        with suppress(OSError, ValueError):  # a stream that is no file
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


# ---------------------------------------------------------------------- the three streams


def take_streams() -> None:
    """Make sure of streams that are there and take any text.

    A closed one would be None, and the next file opened would get its number.
    """
    if sys.stdin is None:
        os.open(os.devnull, os.O_RDONLY)
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_ClosedInput()), encoding="utf-8")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")
    closed = sys.stdout is None
    if closed:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        # A file name or a terminal that is not UTF-8 must not end in a traceback.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if not isinstance(sys.stderr, Unheard):
        # That nothing can be told is nothing that could be told.
        sys.stderr = cast(TextIO, Unheard(sys.stderr, OSError))
    if closed:
        complain("standard output is closed: there is nowhere to print to")
        sys.exit(2)


class _ClosedInput(io.RawIOBase):
    """Standard input that whoever started the program has closed: it is not just empty."""

    def readable(self) -> bool:
        return True

    def readinto(self, _buffer: object, /) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard input")


class Unheard:
    """A stream that nobody may listen to: the work goes on, and its exit code stays what it is.

    Errors of the kind `forgiven` are forgotten, and with them whatever is printed from then on.
    """

    def __init__(self, stream: TextIO, forgiven: type[OSError]) -> None:
        self._stream, self._forgiven = stream, forgiven

    def write(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except self._forgiven:
            _to_nowhere(self._stream)
            return len(text)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except self._forgiven:
            _to_nowhere(self._stream)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
