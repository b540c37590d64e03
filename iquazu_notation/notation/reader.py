"""Reading: from a file or a text to records.

Every record is read the quick way if it is of the usual kind, and as a whole by the grammar if
not; what the grammar refuses is read turn by turn, so that each thing that is wrong is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from io import BytesIO
from os import PathLike, fspath
from typing import TYPE_CHECKING

from .cutting import Chunk, cut
from .dialect import Dialect
from .files import CannotRead, Source, opened
from .limits import MOST_TURNS, too_many_turns, too_many_words
from .quick import read_quickly
from .record import Record, Turn, Variation
from .slips import close_name, fold
from .unreadable import unreadable

if TYPE_CHECKING:
    from .parsers import Parser

__all__ = ["CannotRead", "read_file", "read_text"]

Dialects = Mapping[str, Dialect]

_GAME_LINE = re.compile(r"(?<![^\n])\[Game [^\n]*")


def read_file(
    path: str | PathLike[str], name: str | None = None, *, dialects: Dialects
) -> Iterator[Record]:
    """The records of a file, one at a time; `-` is standard input.

    `name` is what diagnostics call the file, if it is not its path.

    Raises `CannotRead` when there is no such file, or when it breaks off: after the records that
    could be read.
    """
    with opened(path) as source:
        yield from _read(source, name or fspath(path), dialects)


def read_text(text: str, file: str = "-", *, dialects: Dialects) -> Iterator[Record]:
    r"""The records of a text.

    >>> from iquazu_notation.games import DIALECTS
    >>> text = '[Game "Iquazu"]\n[Seats "R G"]\n1. R +\n2. G a4:w\n'
    >>> record = next(read_text(text, dialects=DIALECTS))
    >>> record.tags["Seats"], len(record.turns)
    ('R G', 1)
    >>> print(record.diagnostics[0].help)
    write `a4:W`: cards, tiles and seats are capital letters, rocks are small ones
    """
    yield from _read(BytesIO(text.encode("utf-8", "surrogatepass")), file, dialects)


def _read(source: Source, file: str, dialects: Dialects) -> Iterator[Record]:
    for number, chunk in enumerate(cut(source), 1):
        yield read_chunk(chunk, file, number, dialects=dialects)


def read_chunk(chunk: Chunk, file: str, number: int, *, dialects: Dialects) -> Record:
    """The record of a stretch of a file, where it is the `number`th."""
    text = None if chunk.trouble else _decoded(chunk.data)
    if text is None:
        return unreadable(chunk, file, number, next(iter(dialects), "…"))
    return Record(text, file, number, chunk.line, read=partial(_fill, dialects=dialects))


def _decoded(data: bytes) -> str | None:
    """The text of these bytes; None if they are no text."""
    try:
        return None if b"\0" in data else data.decode()
    except UnicodeDecodeError:
        return None


def _fill(record: Record, dialects: Dialects) -> None:
    """Read a record's text into it, the quick way if that can be."""
    if too_many_words(record):
        return
    dialect = _dialect_of_plain_line(record.text, dialects)
    found = read_quickly(record.text, dialect) if dialect else None
    if found is None or len(found[2]) > MOST_TURNS:
        _read_slowly(record, dialects)
        return
    record.head, record.setup, record.turns = found
    text, file, number, line = record.text, record.file, record.number, record.line

    def reread() -> Record:
        located = Record(text, file, number, line)
        _read_slowly(located, dialects)
        return located

    record.reread = reread


def _dialect_of_plain_line(line: str, dialects: Dialects) -> Dialect | None:
    """The dialect of a record whose `Game` tag is written as most are."""
    start = '[Game "'
    if not line.startswith(start):
        return None
    return dialects.get(line[len(start) : line.find('"]', len(start))])


def _read_slowly(record: Record, dialects: Dialects) -> None:
    """Read a record as a whole by the grammar, so that the place of every word is known."""
    from . import heads, parsers, recovery  # here: Lark is seldom needed

    dialect, name = _dialect(record.text, dialects)
    if dialect is None:
        heads.read_head(record, parsers.tag_parser(), lambda _: True)
        if name is not None:
            _unknown_game(record, name, dialects)
    else:
        refused_at = _read_whole(record, parsers.parser_for(dialect), recovery.DEEPEST)
        if refused_at is not None:
            recovery.recover(record, dialect)
            set_depths(record.turns)
            if record.readable:  # no refusal without a reason, whatever recovery makes of it
                span = (refused_at, refused_at + 1)
                record.diagnostics.append(record.diagnose(span, "IQ010", "this can't be read"))
    heads.check_tags(record)
    heads.put_in_order(record)
    too_many_turns(record)


def _read_whole(record: Record, parser: Parser, deepest: int) -> int | None:
    """Fill a record with what the grammar says; where it refuses, return that offset instead."""
    from .parsers import Refused

    try:
        head, setup, turns = parser.ask("record", record.text)
    except Refused as refused:
        return refused.at
    if set_depths(turns) > deepest:
        return 0
    record.head, record.setup, record.turns = head, setup, turns
    return None


def _dialect(text: str, dialects: Dialects) -> tuple[Dialect | None, str | None]:
    """The dialect of a record and what its `Game` tag says, each None if that can't be told."""
    from .heads import tag_at
    from .parsers import tag_parser

    found = _GAME_LINE.search(text)
    line = found[0] if found else ""
    dialect = _dialect_of_plain_line(line, dialects)
    if dialect is not None:
        return dialect, dialect.name
    tag = tag_at(line, 0, len(line), tag_parser())
    if tag is not None:
        return dialects.get(tag.value), tag.value
    # The tag is damaged, which will be said; the moves can be read if it still names a game.
    named = [word for word in re.findall(r"\w+", fold(line)) if word in dialects]
    return (dialects[named[0]] if named else None), None


def _unknown_game(record: Record, name: str, dialects: Dialects) -> None:
    tag = record.tag("Game")
    close = close_name(name, list(dialects))
    known = " or ".join(f"`{each}`" for each in dialects)
    help = f'write `[Game "{close}"]`' if close else f"the games known here are: {known}"
    message = f"records of the game `{name}` can't be read"
    span = tag.span if tag else (0, 0)
    record.diagnostics.append(record.diagnose(span, "IQ102", message, help=help))


def set_depths(turns: list[Turn]) -> int:
    """Tell every variation how deep it is nested, and return the greatest depth."""
    todo = [(turn, 1) for turn in turns if turn.tail]
    deepest = 0
    while todo:
        turn, depth = todo.pop()
        for variation in turn.tail:
            if isinstance(variation, Variation):
                variation.depth = depth
                deepest = max(deepest, depth)
                todo += [(each, depth + 1) for each in variation.turns if each.tail]
    return deepest
