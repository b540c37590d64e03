"""Reading records of any game of the house."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike

from .games import DIALECTS
from .notation import reader
from .notation.cutting import Chunk
from .notation.record import Record


def read_file(path: str | PathLike[str], name: str | None = None) -> Iterator[Record]:
    """The records of a file (`.iqn`, `.iqn.gz`, `.iqn.zst`; `-` is standard input), one at a time.

    `name` is what diagnostics call the file, if it is not its path.

    Raises `CannotRead` when there is no such file, or when it breaks off: after the records that
    could be read.
    """
    return reader.read_file(path, name, dialects=DIALECTS)


def read_chunk(chunk: Chunk, file: str, number: int) -> Record:
    """The record of a stretch of a file that was cut before, where it is the `number`th."""
    return reader.read_chunk(chunk, file, number, dialects=DIALECTS)


def read_text(text: str, file: str = "-") -> Iterator[Record]:
    """The records of a text.

    >>> [record.tags["Seats"] for record in read_text('[Game "Iquazu"]\\n[Seats "R G"]\\n')]
    ['R G']
    """
    return reader.read_text(text, file, dialects=DIALECTS)
