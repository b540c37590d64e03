"""How large a record may be: no game comes near it, and no text can take the machine's memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from .record import Record, Span, Turn, Variation

MOST_TURNS = 2_000
MOST_WORDS = 20_000
SURELY_SMALL = MOST_WORDS  # characters: a text of so many can't have more words

# A tag, a comment, a word or the beginning of a variation; a tag is one, however long its value.
_WORD = re.compile(r"^\[[^\n]*|\{[^}]*(?:\}|\Z)|;[^\n]*|[}(]|[^ \t\r\n(){};]+", re.MULTILINE)


def too_many_words(record: Record) -> bool:
    """Whether a record that is not read yet has too many words and comments; then it is said."""
    if len(record.text) <= SURELY_SMALL:
        return False
    beyond = next(islice(_WORD.finditer(record.text), MOST_WORDS, None), None)
    if beyond is not None:
        _refuse(record, (beyond.start(), beyond.start() + 1), MOST_WORDS, "words and comments")
    return beyond is not None


def too_many_turns(record: Record) -> None:
    """Refuse a record that was read, if it has too many turns, variations included."""
    beyond = next(islice(_all_turns(record.turns), MOST_TURNS, None), None)
    if beyond is not None:
        _refuse(record, beyond.head, MOST_TURNS, "turns")


def _all_turns(turns: list[Turn]) -> Iterator[Turn]:
    for turn in turns:
        yield turn
        for entry in turn.tail:
            if isinstance(entry, Variation):
                yield from _all_turns(entry.turns)


def _refuse(record: Record, span: Span, most: int, things: str) -> None:
    """Nothing of the record is kept but this one diagnostic."""
    record.head, record.setup, record.turns = [], None, []
    found = record.diagnose(
        span,
        "IQ016",
        f"this record has more than {most:,} {things}",
        help='a game has some 130 turns; begin each record with a line `[Game "…"]`',
    )
    record.diagnostics = [found]
