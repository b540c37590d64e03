"""Reading turn by turn, when a record as a whole can't be read.

The moves are cut at the words with which turns begin, so far as such words can be recognised in a
damaged text; each piece is given to the grammar by itself. What is wrong around the pieces
(comments that do not end, parentheses without a partner, tags among the moves) is said once and
then blanked out, so that it does not spoil the turns next to it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from .describing import WORD, Describer
from .dialect import Dialect
from .heads import MOST_DIAGNOSTICS, read_head, unclosed_comment
from .parsers import Parser, Refused, braced_comment, line_comment, parser_for
from .record import Record, Span, Turn, Variation
from .slips import LOOKALIKE_DIGITS, fold

DEEPEST = 50

_TOKEN = re.compile(r"([ \t\r\n]+)|\{[^}]*(?:\}|\Z)|;[^\n]*|[()}]|[^ \t\r\n(){};]+")
_NUMBER_BEGUN = re.compile(r"[0-9]+[.)]")
_NUMBER_ALONE = re.compile(r"([0-9OolI]*[0-9][0-9OolI]*)[.):,]*")
_LONGEST_NUMBER = 7
_ZERO = re.compile(r"[0O]+[.):,]*")
_TAG_AMONG_MOVES = re.compile(r"\[[^\n]*")


def recover(record: Record, dialect: Dialect) -> None:
    """Fill a record with what can be read of it, and a diagnostic for each thing that can't."""
    parser = parser_for(dialect)
    describer = Describer(record, dialect, parser)

    def is_move(word: str) -> bool:
        return describer.good(word) or _begins_turn(word, "", dialect, fresh=True, later=True)

    moves_at = read_head(record, parser, is_move)
    if len(record.diagnostics) > MOST_DIAGNOSTICS:
        return
    survey = _Survey(record, dialect, moves_at)
    survey.walk()
    _read_pieces(record, survey, parser, describer)


def _begins_turn(word: str, follower: str, dialect: Dialect, *, fresh: bool, later: bool) -> bool:
    """Whether a turn most likely begins here; `fresh`: on a new line, `later`: not the first."""
    plain = (fold(word).split() or [""])[0]
    if _ZERO.fullmatch(plain):
        return False
    if _NUMBER_BEGUN.match(plain):
        return True
    if _NUMBER_ALONE.fullmatch(plain):
        return fresh or dialect.begins_turn(fold(follower), False)
    return dialect.begins_turn(plain, fresh and later)


@dataclass
class _Survey:
    """Where turns begin, and what to blank out."""

    record: Record
    dialect: Dialect
    moves_at: int
    starts: list[int] = field(default_factory=list)
    variations: dict[int, int] = field(default_factory=dict)  # of a turn's start: its first `(`
    blanked: list[Span] = field(default_factory=list)
    faults: list[tuple[Span, str, str, str]] = field(default_factory=list)
    comment_open: int | None = None

    def walk(self) -> None:
        """Go through the moves once."""
        text = self.record.text
        open_at: list[int] = []
        too_deep_at: int | None = None
        comment: Span | None = None  # the last one
        tag_ends = -1  # where the last tag among the moves ended
        fresh, number_before = True, False
        at = self.moves_at
        while at < len(text) and len(self.faults) <= MOST_DIAGNOSTICS:
            token = _TOKEN.match(text, at)
            assert token is not None  # every character begins some token
            at, word = token.end(), token[0]
            if token[1]:
                fresh = fresh or "\n" in word
                continue
            start = token.start()
            was_fresh, fresh = fresh, False
            was_number, number_before = number_before, False
            if word[0] in "{;":
                if word[0] == "{" and word[-1] != "}":
                    self.comment_open = start
                    self.blanked.append((open_at[0] if open_at else start, len(text)))
                    return
                comment = token.span()
            elif word == "}":
                self._stray_brace(start, comment)
                comment = None
            elif word == "(":
                open_at.append(start)
                if self.starts:
                    self.variations.setdefault(self.starts[-1], start)
                if len(open_at) == DEEPEST + 1 and too_deep_at is None:
                    too_deep_at = start
            elif word == ")":
                if not open_at:
                    self._stray(start, "this `)` has no `(`", "leave it out, or open a variation")
                elif too_deep_at == open_at.pop():
                    self._too_deep(too_deep_at, at)
                    too_deep_at = None
            elif word[0] == "[":
                tag = _TAG_AMONG_MOVES.match(text, start)
                at = tag.end() if tag else at
                if tag_ends < 0 or text[tag_ends:start].strip(" \t\r\n"):
                    self._tag_among_moves(start, at)
                self.blanked.append((start, at))
                tag_ends = at
            else:
                following = _TOKEN.match(text, at)
                if word.isdigit() and text.startswith(")", at) and not open_at:
                    at += 1  # `12)`: no parenthesis, but a turn number
                    word += ")"
                if open_at:
                    continue
                follower = _word_after(text, following.end() if following else at)
                if was_number and not _NUMBER_BEGUN.match(fold(word)):
                    continue  # the seat of a turn that began with its number
                if _begins_turn(
                    word, follower, self.dialect, fresh=was_fresh, later=bool(self.starts)
                ):
                    self.starts.append(start)
                    number_before = _NUMBER_ALONE.fullmatch(fold(word)) is not None
        if open_at:
            outermost = open_at[0]
            if too_deep_at is not None:
                self._too_deep(too_deep_at, len(text))
            else:
                self._stray(
                    outermost, "this `(` has no `)`", "close the variation, or leave it out"
                )
            self.blanked.append((outermost, len(text)))

    def _stray(self, at: int, message: str, help: str) -> None:
        self.faults.append(((at, at + 1), "IQ006", message, help))
        self.blanked.append((at, at + 1))

    def _stray_brace(self, at: int, comment: Span | None) -> None:
        text = self.record.text
        help = "begin a comment with `{`, or leave this out"
        start = at
        if comment and "{" in text[comment[0] + 1 : comment[1]]:
            # `{ … { … } … }`: what stands between the two ends was meant to be comment too.
            start = comment[1]
            help = "comments can't stand inside comments: leave out the braces within"
            self.starts = [each for each in self.starts if each < start]
        self.faults.append(((at, at + 1), "IQ009", "this `}` closes no comment", help))
        self.blanked.append((start, at + 1))

    def _too_deep(self, start: int, end: int) -> None:
        message = f"variations are nested more than {DEEPEST} deep here"
        help = "a variation of a variation can often stand beside it instead"
        self.faults.append(((start, start + 1), "IQ007", message, help))
        self.blanked.append((start, end))

    def _tag_among_moves(self, start: int, end: int) -> None:
        written = self.record.text[start:end].rstrip(" \t\r")
        help = "move it up to the tags at the beginning of the record"
        span = (start, start + len(written))
        self.faults.append((span, "IQ021", "tags come first, before the moves", help))

    def blanks_in(self, start: int, end: int) -> bool:
        """Whether something between these offsets was blanked out."""
        return any(first < end and start < last for first, last in self.blanked)

    def blanked_text(self) -> str:
        """The record's text with blanks for what was already spoken of; offsets stay the same."""
        text = self.record.text
        pieces, at = [], 0
        for start, end in sorted(self.blanked):
            start = max(start, at)
            pieces += [text[at:start], " " * (end - start)]
            at = max(at, end)
        return "".join([*pieces, text[at:]])


def _word_after(text: str, at: int) -> str:
    token = _TOKEN.match(text, at)
    return token[0] if token and not token[1] else ""


def _read_pieces(record: Record, survey: _Survey, parser: Parser, describer: Describer) -> None:
    text = survey.blanked_text()
    numbers = _count_turns(record, survey)

    def turn_at(offset: int) -> int:
        place = bisect_right(survey.starts, offset)
        return numbers[place - 1] if place else 0

    if survey.comment_open is not None:
        unclosed_comment(record, survey.comment_open, turn_at(survey.comment_open))
    for span, code, message, help in survey.faults:
        found = record.diagnose(span, code, message, help=help, turn=turn_at(span[0]))
        record.diagnostics.append(found)
    record.setup = _read_setup(record, survey, text, parser, describer)
    ends = [*survey.starts[1:], len(text)]
    for start, end, number in zip(survey.starts, ends, numbers, strict=False):
        if len(record.diagnostics) > MOST_DIAGNOSTICS:
            return
        piece = text[start:end]
        try:
            turn: Turn = parser.ask("turn", piece)
        except Refused as refused:
            if _lacks_what_was_blanked(piece, start, refused, survey):
                continue
            record.diagnostics.append(describer.describe(piece, start, refused, number))
            variation = survey.variations.get(start, len(text))
            if start + refused.at <= variation or refused.at_end:
                continue
            # The fault is in a variation: the turn itself was played, and can be read.
            turn = parser.ask("turn", text[start:variation])
        move_spans(turn, start)
        record.turns.append(turn)


def _lacks_what_was_blanked(piece: str, start: int, refused: Refused, survey: _Survey) -> bool:
    """Whether a piece is only refused because something was blanked out, of which was spoken."""
    if refused.at_end:
        return survey.blanks_in(start, start + len(piece))
    word = WORD.match(piece, refused.at)
    # `>C2,)C3`: the parenthesis stood inside a word.
    return word is not None and survey.blanks_in(start + word.start() - 1, start + word.end() + 1)


def _count_turns(record: Record, survey: _Survey) -> list[int]:
    """The number of each turn: as written, and otherwise one more than the turn before."""
    numbers: list[int] = []
    number = survey.dialect.first_turn(record.tags) - 1
    for start in survey.starts:
        written = _NUMBER_ALONE.match(record.text, start, start + _LONGEST_NUMBER)
        digits = written[1].translate(LOOKALIKE_DIGITS) if written else ""
        number = int(digits) if 0 < len(digits) < _LONGEST_NUMBER else number + 1
        numbers.append(number)
    return numbers


def _read_setup(
    record: Record, survey: _Survey, text: str, parser: Parser, describer: Describer
) -> Turn | None:
    at, end = survey.moves_at, survey.starts[0] if survey.starts else len(text)
    # Comments may come first here after all, when what stood before them was blanked out.
    while comment := re.compile(r"[ \t\r\n]*(?:(\{[^}]*\})|(;[^\n]*))").match(text, at, end):
        made = braced_comment(comment[1]) if comment[1] else line_comment(comment[2])
        record.head.append(made)
        at = comment.end()
    piece = text[at:end]
    if not piece.strip(" \t\r\n"):
        return None
    try:
        setup: Turn = parser.ask("setup", piece)
    except Refused as refused:
        record.diagnostics.append(describer.describe(piece, at, refused, 0))
        return None
    move_spans(setup, at)
    return setup


def move_spans(turn: Turn, offset: int) -> None:
    """Add an offset to every place in a turn, its variations included."""
    todo = [turn]
    while todo:
        each = todo.pop()
        each.head = each.head[0] + offset, each.head[1] + offset
        each.spans = [(start + offset, end + offset) for start, end in each.spans or []]
        for variation in each.tail:
            if isinstance(variation, Variation):
                variation.span = variation.span[0] + offset, variation.span[1] + offset
                todo += variation.turns
