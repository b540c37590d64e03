"""The quick way: a record read from memory, word by word.

A record is cut into words and each is looked up; the grammar is asked (start symbol `word`, or
`tag` for a line of the head) only about one never seen before. Words that hardly ever repeat are
put together from parts that do. Whatever is unusual gives None, and the record is then read as a
whole by the grammar: this module may refuse too much, but it may never accept what the grammar
refuses, nor understand anything differently.
"""

from __future__ import annotations

import re
from typing import Any

from .dialect import (
    EITHER,
    MARK,
    NUMBER,
    SEAT,
    SETUP_NUMBER,
    SETUP_WORD,
    Dialect,
    Entry,
)
from .record import Comment, Tag, Turn

WORDS_KEPT = 120_000
TAGS_KEPT = 50_000
PARTS_KEPT = 30_000
# Longer words are nobody's habit; remembering them would only fill the memory.
LONGEST_WORD = 80
LONGEST_TAG = 400

# In ASCII, these are blanks to `str.split` and none to the grammar; with `(){};` words end
# without a blank; `[` begins a tag.
_UNUSUAL = "\x0b\x0c\x1c\x1d\x1e\x1f(){};["

times_asked = 0
"""How often the quick way had to ask the grammar, in all."""

# What a word is to whoever plays a record through, as one number: a step's own (see the log of its
# game), or one of these. Below `HEADS` lie turn numbers and seats.
MARKED = -1
COMMENTED = -2
DERIVED = -3
SHOWN = -4
SETUP = -5
HEADS = -8

_TOKENS = re.compile(r"\{[^}]*\}|;[^\n]*|[^ \t\r\n(){};]+|[(){}]")

QuickParsed = tuple[list[Tag | Comment], Turn | None, list[Turn]]


class Memory:
    """The words, tags and parts of one dialect that the grammar has accepted so far."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self.words: dict[str, Entry] = {}
        self.tags: dict[str, tuple[str, str]] = {}
        self.codes: dict[str, int] = {}
        self._parts: dict[str, dict[str, Any]] = {start: {} for start in ("word", *dialect.parts)}

    def word(self, word: str) -> Entry | None:
        """The entry of a word that is not in `words`, remembered if it may well come again."""
        if len(word) > LONGEST_WORD:
            return None
        entry = self._dialect.by_parts(word, self)
        if entry is None:
            entry = self._dialect.of_parts(word, self) or self._ask("word", word)
            if entry is not None:
                if len(self.words) >= WORDS_KEPT:
                    self.words.clear()
                self.words[word] = entry
        return entry

    def code(self, word: str) -> int | None:
        """The number of a word that is not in `codes`; None if it is no word, or an unusual one."""
        first = word[0]
        if first in self._dialect.derived:
            return DERIVED
        if first in self._dialect.shown:
            return SHOWN
        if first in "{;":
            return COMMENTED if first == ";" or word[-1] == "}" else None
        entry = self.words.get(word) or self.word(word)
        if entry is None:
            return None
        kind, value = entry
        if kind == NUMBER:
            code = HEADS - 2 * value  # type: ignore[operator]
        elif kind == SEAT:
            code = seat_code(value)  # type: ignore[arg-type]
        elif kind in (SETUP_NUMBER, SETUP_WORD):
            return SETUP
        elif kind == MARK:
            code = MARKED
        else:
            played = self._dialect.plainly(value)
            if played is None:
                return None
            code = played
        if len(self.codes) >= WORDS_KEPT:
            self.codes.clear()
        self.codes[word] = code
        return code

    def numbers(self, words: list[str]) -> list[int] | None:
        """The number of each word; None if one of them is unusual."""
        known = self.codes
        found = list(map(known.get, words))
        place = -1
        for _ in range(found.count(None)):
            place = found.index(None, place + 1)
            word = words[place]
            code = known.get(word) or self.code(word)
            if code is None:
                return None
            found[place] = code
        return found  # type: ignore[return-value]

    def tag(self, line: str) -> tuple[str, str] | None:
        """Name and value of a tag that is not in `tags`."""
        if len(line) > LONGEST_TAG:
            return None
        # To the grammar, letters and digits of a value are all alike: one of them stands for all.
        start, quote, value = line.removesuffix('"]').partition(' "')
        plain = value.isalnum() and value.isascii() and line.endswith('"]')
        known = f'{start}{quote}x"]' if plain else line
        tag = self.tags.get(known)
        if tag is None:
            found = self._ask("tag", known)
            if found is None:
                return None
            tag = self._keep(known, found.name, found.value)
        return self._keep(line, tag[0], value) if plain else tag

    def _keep(self, line: str, name: str, value: str) -> tuple[str, str]:
        if len(self.tags) >= TAGS_KEPT:
            self.tags.clear()
        self.tags[line] = name, value
        return self.tags[line]

    def one(self, start: str, text: str) -> Any:
        """The value of a part of a word, or None if the grammar refuses it."""
        known = self._parts[start]
        value = known.get(text)
        if value is None:
            value = self._ask(start, text)
            if value is not None:
                if len(known) >= PARTS_KEPT // len(self._parts):
                    known.clear()
                known[text] = value
        return value

    def each(self, start: str, texts: list[str]) -> tuple[Any, ...] | None:
        """The values of several parts of a kind, or None if the grammar refuses one of them."""
        values = tuple(map(self._parts[start].get, texts))
        if None in values:
            values = tuple([self.one(start, text) for text in texts])
            if None in values:
                return None
        return values

    def _ask(self, start: str, text: str) -> Any:
        from .parsers import Refused, parser_for  # here: Lark is not needed for known words

        global times_asked
        times_asked += 1
        try:
            return parser_for(self._dialect).ask(start, text)
        except Refused:
            return None


_memories: dict[str, Memory] = {}


def memory_of(dialect: Dialect) -> Memory:
    """What is remembered of a dialect's words."""
    memory = _memories.get(dialect.name)
    if memory is None or memory._dialect is not dialect:
        memory = _memories[dialect.name] = Memory(dialect)
    return memory


def forget() -> None:
    """Forget every word, as at the start of a program."""
    _memories.clear()


def seat_code(letter: str) -> int:
    """The number of a seat."""
    return HEADS - 1 - 2 * ord(letter)


def cut_words(moves: str) -> list[str] | None:
    """The words and comments of some moves; None if they have variations, or stray signs.

    >>> cut_words("1. R + {so so}2. G a4 ; that's it"), cut_words("R + (R a4)")
    (['1.', 'R', '+', '{so so}', '2.', 'G', 'a4', "; that's it"], None)
    """
    if moves.isascii() and not any(sign in moves for sign in _UNUSUAL):
        return moves.split()
    words = _TOKENS.findall(moves)
    return None if "(" in words or ")" in words or "{" in words or "}" in words else words


def read_quickly(text: str, dialect: Dialect) -> QuickParsed | None:
    r"""Head, setup and turns of a record's text; None if it is unusual in any way.

    >>> from iquazu_notation.games import DIALECTS
    >>> text = '[Game "Iquazu"]\n[Seats "R G"]\n1. R +\nG a4:W !\n'
    >>> head, setup, turns = read_quickly(text, DIALECTS["Iquazu"])
    >>> head[1].value, setup, len(turns), turns[1].items[1].word
    ('R G', None, 2, '!')
    >>> read_quickly(text + "R a4!", DIALECTS["Iquazu"]) is None
    True
    """
    memory = memory_of(dialect)
    found = read_head(text, memory)
    if found is None:
        return None
    head, moves_at = found
    moves = text[moves_at:]
    if not moves.isascii():
        return None
    for character in _UNUSUAL:
        if character in moves:
            return None
    entries = _look_up(moves.split(), memory)
    if entries is None:
        return None
    setup, first = _read_setup(entries)
    turns = _read_turns(entries[first:])
    return None if turns is None else (head, setup, turns)


def read_head(text: str, memory: Memory) -> tuple[list[Tag | Comment], int] | None:
    """The tags, one to a line, and where the moves begin."""
    head: list[Tag | Comment] = []
    names = set()
    known = memory.tags
    at, length = 0, len(text)
    while at < length:
        end = text.find("\n", at)
        if end < 0:
            end = length
        if text[at] == "[":
            line = text[at:end].rstrip(" \t\r")
            pair = known.get(line) or memory.tag(line)
            if pair is None or pair[0] in names:
                return None
            names.add(pair[0])
            head.append(Tag(pair[0], pair[1], (at, at + len(line))))
        elif text[at:end].strip(" \t\r"):
            break
        at = end + 1
    return head, at


def _look_up(words: list[str], memory: Memory) -> list[Entry] | None:
    known = memory.words
    entries = list(map(known.get, words))
    for place, entry in enumerate(entries):
        if entry is None:
            word = words[place]
            entries[place] = entry = known.get(word) or memory.word(word)
            if entry is None:
                return None
    return entries  # type: ignore[return-value]


def _read_setup(entries: list[Entry]) -> tuple[Turn | None, int]:
    """The setup, and how many words it has."""
    place = 0
    items: list[object] = []
    if entries and entries[0][0] == SETUP_NUMBER:
        place = 1
    while place < len(entries) and entries[place][0] in (SETUP_WORD, EITHER):
        items.append(entries[place][1])
        place += 1
    return (Turn(0, None, items) if place else None), place


def _read_turns(entries: list[Entry]) -> list[Turn] | None:
    turns: list[Turn] = []
    items: list[object] | None = None
    each = iter(entries)
    for kind, value in each:
        if kind <= MARK:
            if items is None:  # a step before the first turn
                return None
            items.append(value)
        elif kind == NUMBER:
            kind, follower = next(each, (MARK, None))
            if kind == SEAT:
                items = []
                turns.append(Turn(value, follower, items))  # type: ignore[arg-type]
            elif kind < MARK:
                items = [follower]
                turns.append(Turn(value, None, items))  # type: ignore[arg-type]
            else:
                return None
        elif kind == SEAT:
            items = []
            turns.append(Turn(None, value, items))  # type: ignore[arg-type]
        else:  # a word of the setup, behind the setup
            return None
    return turns
