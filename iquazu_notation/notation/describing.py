"""One diagnostic for a stretch of moves that the grammar refuses: the first thing wrong in it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .diagnostics import Diagnostic
from .dialect import SETUP_NUMBER, SETUP_WORD, Dialect, Entry
from .parsers import Parser, Refused
from .record import Record, Span
from .slips import RESERVED, joined, joined_with_slip, mend, odd_character

WORD = re.compile(r"[^ \t\r\n(){};]+")
_UP_TO_NUMBER = re.compile(r"(?:.*[ \t\r\n(){};])?([1-9][0-9]{0,5}\.)[ \t\r\n]*", re.DOTALL)
_LINE_OF_WORDS = re.compile(r"[^(){};]*")
_SHOWN = 40


def shown(word: str) -> str:
    r"""A word as it can be quoted in a message.

    >>> shown("a3\x07"), shown("W" * 100)
    ('`a3\\x07`', '`WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW…`')
    """
    if len(word) > _SHOWN:
        word = word[: _SHOWN - 1] + "…"
    return "`" + "".join(c if c.isprintable() else ascii(c)[1:-1] for c in word) + "`"


def one_of(phrases: list[str]) -> str:
    """A list as it is said.

    >>> one_of(["a seat", "a step", "a comment"])
    'a seat, a step or a comment'
    """
    if len(phrases) < 2:
        return "".join(phrases)
    return ", ".join(phrases[:-1]) + " or " + phrases[-1]


class Describer:
    """Knows the record and its words; describes what the grammar stumbled over."""

    def __init__(self, record: Record, dialect: Dialect, parser: Parser) -> None:
        self._record = record
        self._dialect = dialect
        self._parser = parser
        self._entries: dict[str, Entry | None] = {}

    def entry(self, word: str) -> Entry | None:
        """What a word is by itself; None if it is no word."""
        if word not in self._entries:
            try:
                self._entries[word] = self._parser.ask("word", word)
            except Refused:
                self._entries[word] = None
        return self._entries[word]

    def good(self, word: str) -> bool:
        """Whether the grammar accepts a word by itself."""
        return self.entry(word) is not None

    def describe(self, piece: str, offset: int, refused: Refused, turn: int) -> Diagnostic:
        """The diagnostic for a refused piece of the record's text, which begins at `offset`."""
        word = WORD.match(piece, refused.at)
        entry = self.entry(word[0]) if word else None
        if word is None or (entry is not None and entry[0] != SETUP_WORD):
            number = _UP_TO_NUMBER.fullmatch(piece, 0, refused.at)
            if number and "COMMENT" not in refused.expected:
                return self._after_number(number.span(1), offset, turn)
        if word is None:
            return self._not_a_word(piece, offset, refused, turn)
        span = (offset + word.start(), offset + word.end())
        if entry is not None:
            return self._out_of_place(word[0], entry, span, refused, turn)
        return self._unreadable(word, piece, span, refused, turn)

    def _diagnose(
        self, span: Span, code: str, message: str, help: str | None, turn: int
    ) -> Diagnostic:
        return self._record.diagnose(span, code, message, help=help, turn=turn)

    def _after_number(self, number: Span, offset: int, turn: int) -> Diagnostic:
        span = (offset + number[0], offset + number[1])
        word = self._record.text[span[0] : span[1]]
        message = f"after the number `{word}` its seat or a step has to follow"
        help = f"write for example `{self._dialect.example}`"
        return self._diagnose(span, "IQ014", message, help, turn)

    def _not_a_word(self, piece: str, offset: int, refused: Refused, turn: int) -> Diagnostic:
        """A parenthesis where there can be none."""
        span = (offset + refused.at, offset + refused.at + 1)
        if _begins_variation(refused):
            message = "a variation has at least one turn"
            help = f"write for example `({self._dialect.example})`, or leave it out"
            return self._diagnose(span, "IQ015", message, help, turn)
        message = (
            f"`{piece[refused.at]}` can't stand here; here could stand {self._could(refused, turn)}"
        )
        help = "a variation stands behind the turn it replaces"
        return self._diagnose(span, "IQ011", message, help, turn)

    def _out_of_place(
        self, word: str, entry: Entry, span: Span, refused: Refused, turn: int
    ) -> Diagnostic:
        """A good word where it can't stand."""
        parted = joined(word, self.good) if entry[0] == SETUP_WORD else None
        if parted:
            return self._joined(word, parted, span, turn)
        if _begins_variation(refused):
            message = f"a variation begins with a turn, not with `{word}`"
            help = f"give number and seat of the turn it replaces: `({self._dialect.example})`"
            return self._diagnose(span, "IQ015", message, help, turn)
        message = f"`{word}` can't stand here; here could stand {self._could(refused, turn)}"
        if entry[0] in (SETUP_WORD, SETUP_NUMBER):
            help = "this belongs to the setup, which ends with the first turn"
        elif turn == 0:
            help = f"a turn begins with its number or its seat: `{self._dialect.example}`"
        else:
            help = "what belongs to a turn stands before its variations"
        return self._diagnose(span, "IQ011", message, help, turn)

    def _joined(self, word: str, parted: Iterable[str], span: Span, turn: int) -> Diagnostic:
        message = f"{shown(word)} is several words in one"
        return self._diagnose(
            span, "IQ012", message, f"put a blank between words: `{' '.join(parted)}`", turn
        )

    def _unreadable(
        self, match: re.Match[str], piece: str, span: Span, refused: Refused, turn: int
    ) -> Diagnostic:
        word = match[0]
        if piece.startswith(")", match.end()) and word.isdigit():
            word, span = word + ")", (span[0], span[1] + 1)
        if word[0] in RESERVED:
            message = f"{shown(word)} begins with `{word[0]}`, which is reserved"
            return self._diagnose(span, "IQ013", message, "put remarks in a comment: `{ … }`", turn)
        before = piece[: match.start()].split()[-1:] or [""]
        following = _LINE_OF_WORDS.match(piece, match.end())
        after = following[0].split()[:8] if following else []
        message = f"{shown(word)} can't be read; here could stand {self._could(refused, turn)}"
        slip = mend(word, before[0], after, self._dialect, self.good)
        help = self._dialect.advice(word, turn == 0)
        if slip is None and (turn or not help):
            if parted := joined(word, self.good):
                return self._joined(word, parted, span, turn)
            slip = joined_with_slip(word, self._dialect, self.good)
        if slip is not None:
            help = f"write `{slip.instead}`: {slip.why}"
            return self._diagnose(span, slip.code, message, help, turn)
        help = help or odd_character(word)
        if help is None and len(word) > 2 and word.isalpha():
            help = f"if this is a remark, make it a comment: `{{{word}}}`"
        return self._diagnose(span, "IQ010", message, help, turn)

    def _could(self, refused: Refused, turn: int) -> str:
        """What could stand where the grammar stumbled, in a player's words."""
        expected = refused.expected
        phrases = ["a turn number such as `12.`"] if "NUMBER" in expected else []
        if "SETUP" in expected:
            phrases.append("the setup's `0.`")
        phrases += self._dialect.phrases(expected)
        named = {"MARK": "a mark", "COMMENT": "a comment", "OPEN": "a variation", "CLOSE": "`)`"}
        phrases += [phrase for name, phrase in named.items() if name in expected]
        if turn == 0:
            phrases.append("the first turn")
        elif "$END" in expected:
            phrases.append("the next turn")
        return one_of(phrases)


def _begins_variation(refused: Refused) -> bool:
    """Only there a turn or a comment may follow, and nothing else."""
    return {"NUMBER", "COMMENT"} <= refused.expected and "OPEN" not in refused.expected
