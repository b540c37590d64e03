"""A file cut into records, before any grammar is chosen and without holding the file.

A line that begins with `[Game ` begins a record, wherever it stands; a byte-order mark may stand
before it. So one damaged record never spoils the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from .files import BLOCK, Source

LONGEST_RECORD = 4 << 20

_GAME = b"[Game "
_BOM = b"\xef\xbb\xbf"
_BLANKS = b" \t\r\n"
_NEWLINE = _BLANKS[-1]
# What may stand before a file's first record and belong to it.
_COMMENTS = re.compile(rb"(?:[ \t\r\n]++|\{[^}]*+\}|;[^\n]*+)*+")
# Of a record that is too long, enough is kept to show its first line, ...
_SHOWN = 1 << 10
# ... and of what is skipped, a beginning of the next `[Game ` line that may be cut in two.
_TAIL = len(b"\n" + _BOM + _GAME) - 1

Trouble = Literal["too long", "no record", "before the first record"]


class Chunk(NamedTuple):
    """The bytes of one record, and the line of the file on which they begin.

    In trouble it can't be read as a record; one that is too long is not whole.
    """

    data: bytes
    line: int
    trouble: Trouble | None = None


def cut(source: Source, longest: int = LONGEST_RECORD) -> Iterator[Chunk]:
    r"""Cut a stream of bytes at its `[Game ` lines. There is always at least one chunk.

    >>> from io import BytesIO
    >>> [(c.data, c.line) for c in cut(BytesIO(b'[Game "A"]\n1. R\n[Game "B"]\n'))]
    [(b'[Game "A"]\n1. R\n', 1), (b'[Game "B"]\n', 3)]
    >>> next(cut(BytesIO(b""))).trouble
    'no record'
    """
    held = bytearray()  # from the first byte of the current record on
    line = 1
    searched = 0  # up to here no record begins in `held`, but for the current one
    begun = False  # the first `[Game ` line was seen
    skipping = False  # the current record is too long
    while block := source.read1(BLOCK):
        held += block
        while (found := _next_game(held, searched, begun)) is not None:
            end, game = found
            before = bytes(held[:end])
            if not begun:
                before = before.removeprefix(_BOM)
                comments = len(before) <= longest and _COMMENTS.fullmatch(before) is not None
                if comments and before.strip(_BLANKS):
                    # Comments alone: they are the beginning of the first record.
                    held[:game] = before
                    begun, searched = True, len(before) + 1
                    continue
                if not comments:
                    yield _chunk(before, line, longest, "before the first record")
            elif not skipping:
                yield _chunk(before, line, longest)
            line += before.count(b"\n")
            del held[:game]
            begun, skipping, searched = True, False, 1
        searched = max(searched, len(held) - len(_GAME) + 1)
        if len(held) > longest + len(_BOM) + _TAIL or skipping:
            if not skipping:
                yield Chunk(bytes(held[:_SHOWN]).removeprefix(_BOM), line, "too long")
            begun = skipping = True
            line += held.count(b"\n", 0, -_TAIL)
            del held[:-_TAIL]
            searched = 0
    if not begun:
        yield _chunk(bytes(held).removeprefix(_BOM), line, longest, "no record")
    elif not skipping:
        yield _chunk(bytes(held), line, longest)


def _chunk(data: bytes, line: int, longest: int, trouble: Trouble | None = None) -> Chunk:
    if len(data) > longest:
        return Chunk(data[:_SHOWN], line, "too long")
    return Chunk(data, line, trouble)


def _next_game(held: bytearray, start: int, begun: bool) -> tuple[int, int] | None:
    """Where the current record ends and where the next `[Game ` stands."""
    game = held.find(_GAME, start)
    while game >= 0:
        end = game - len(_BOM) if held.endswith(_BOM, 0, game) else game
        # The first byte held begins a line only at the start of the file.
        if held[end - 1] == _NEWLINE if end else not begun:
            return end, game
        game = held.find(_GAME, game + 1)
    return None
