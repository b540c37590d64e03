"""A record as it lies in its file, cut into tags, setup and turns: text that can be put back.

A *slice* is the text of one turn, from its head to the next turn's, blanks included. What nobody
changes stays to the letter: a draft that was only read writes the bytes it was read from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from ..drawing.look import clean
from ..games.iquazu.steps import Deal
from ..notation.record import Comment, Record, Tag, Turn, Variation
from ..reading import read_text

GAME_LINE = '[Game "Iquazu"]\n'
_HEAD = re.compile(r"(?:([1-9][0-9]*)\.(?:\s+([RGYP])(?=[\s{};()]|$))?|([RGYP])(?=[\s{};()]|$))")


@dataclass(frozen=True)
class Draft:
    """The record's text in parts. `end` are empty lines behind it."""

    head: str = GAME_LINE
    setup: str = ""
    turns: tuple[str, ...] = ()
    end: str = ""

    @property
    def text(self) -> str:
        return self.head + self.setup + "".join(self.turns) + self.end

    @property
    def opening(self) -> str:
        """Tags and setup alone: enough to know where play starts."""
        return self.head + self.setup

    @property
    def newline(self) -> str:
        return "\r\n" if "\r\n" in self.head else "\n"

    def with_turn(self, text: str, at: int | None = None) -> Draft:
        r"""A turn more: at a place among the turns, or behind them.

        >>> Draft(turns=("R +",)).with_turn("G a4").turns
        ('R +\n', 'G a4\n')
        """
        at = len(self.turns) if at is None else at
        whole = self._lines_ended(at)
        added = (*whole.turns[:at], text.rstrip() + whole.newline, *whole.turns[at:])
        return replace(whole, turns=added)

    def changed(self, at: int, text: str) -> Draft:
        """A turn with another text; the blanks behind it stay."""
        old = self.turns[at]
        blanks = old[len(old.rstrip()) :] or self.newline
        if ends_in_line_comment(text) and "\n" not in blanks:
            blanks = self.newline
        return replace(
            self, turns=(*self.turns[:at], text.rstrip() + blanks, *self.turns[at + 1 :])
        )

    def without(self, at: int) -> Draft:
        return replace(self, turns=self.turns[:at] + self.turns[at + 1 :])

    def with_setup(self, words: str) -> Draft:
        r"""The setup with these words; none takes it out.

        >>> Draft().with_setup(">J,D,D,C2,D").text
        '[Game "Iquazu"]\n\n>J,D,D,C2,D\n'
        """
        parted = self._parted()
        setup = words.strip() + self.newline if words.strip() else ""
        return replace(parted, setup=setup)

    def with_comment(self, comment: str) -> Draft:
        """A comment before the moves, behind the tags."""
        parted = self._parted()
        return replace(parted, head=parted.head + comment + self.newline)

    def with_tag(self, name: str, value: str | None, order: tuple[str, ...] = ()) -> Draft:
        """A tag with this value, in the place of the old one or where the order has it.

        Without a value the tag is taken out.

        >>> seated = Draft().with_tag("Seats", "R G")
        >>> print(seated.with_tag("Strips", "1 2", ("Game", "Strips", "Seats")).head)
        [Game "Iquazu"]
        [Strips "1 2"]
        [Seats "R G"]
        <BLANKLINE>
        """
        record = next(read_text(self.head)).located
        old = record.tag(name)
        line = "" if value is None else Tag(name, value).word
        if old is not None:
            start, end = old.span
            if value is None and self.head[end : end + 1] in "\r\n":
                end += len(self.newline)
            return replace(self, head=self.head[:start] + line + self.head[end:])
        if value is None:
            return self
        tags = [entry for entry in record.head if isinstance(entry, Tag)]
        rank = {each: place for place, each in enumerate(order)}
        mine = rank.get(name, len(rank))
        before = [tag for tag in tags if rank.get(tag.name, len(rank)) <= mine] or tags[:1]
        at = before[-1].span[1] if before else 0
        return replace(self, head=self.head[:at] + self.newline + line + self.head[at:])

    def _parted(self) -> Draft:
        """With an empty line between the tags and what follows."""
        head = self.head if self.head.endswith("\n") else self.head + self.newline
        if not self.setup and not self.turns and not head.endswith(self.newline * 2):
            comments = next(read_text(head)).head
            if comments and isinstance(comments[-1], Tag):
                head += self.newline
        return replace(self, head=head)

    def _lines_ended(self, at: int) -> Draft:
        """Everything before a place ends its line, so that a new one can begin there."""
        parted = self._parted()
        if at and not parted.turns[at - 1].endswith("\n"):
            turns = list(parted.turns)
            turns[at - 1] = turns[at - 1].rstrip(" \t") + parted.newline
            return replace(parted, turns=tuple(turns))
        if not at and parted.setup and not parted.setup.endswith("\n"):
            return replace(parted, setup=parted.setup.rstrip(" \t") + parted.newline)
        return parted


def split(text: str) -> Draft:
    r"""Cut the text of a readable record.

    >>> split('[Game "Iquazu"]\n[Seats "R G"]\n\n0. >\nR + G a4\n\n').turns
    ('R + ', 'G a4\n')
    """
    record = next(read_text(text)).located
    turns = [turn.head[0] for turn in record.turns]
    first = turns[0] if turns else len(text)
    start = record.setup.head[0] if record.setup is not None else first
    # Empty lines behind the last move part this record from the next one, and stay behind it.
    content = text.rstrip()
    cut = re.match(r"[ \t]*\r?\n", text[len(content) :])
    end = len(content) + cut.end() if cut else len(text)
    if not turns and record.setup is None:
        return Draft(text)
    bounds = [*turns, end]
    slices = tuple(text[a:b] for a, b in pairwise(bounds))
    setup_end = first if turns else end
    return Draft(text[:start], text[start:setup_end], slices, text[end:])


@lru_cache(maxsize=4096)
def read_turns(text: str) -> Record:
    """What a text of turns says; places are counted behind the `Game` line that reading needs."""
    return next(read_text(GAME_LINE + text)).located


def read_turn(slice_: str) -> Turn:
    """The turn of a slice."""
    return read_turns(slice_).turns[0]


def head_of(text: str) -> tuple[str, int | None, str | None]:
    """The head of a turn as it is written: its text, number and seat.

    >>> head_of("12. G a4"), head_of("G a4"), head_of("a4")
    (('12. G', 12, 'G'), ('G', None, 'G'), ('', None, None))
    """
    found = _HEAD.match(text)
    if found is None:
        return "", None, None
    return found[0], int(found[1]) if found[1] else None, found[2] or found[3]


def headed(number: int | None, seat: str | None) -> str:
    """A head: number, seat, or both."""
    return " ".join(([f"{number}."] if number is not None else []) + ([seat] if seat else []))


def reheaded(text: str, head: str) -> str:
    """The same turn under another head.

    >>> reheaded("12. G a4 {hm}", "13. Y")
    '13. Y a4 {hm}'
    """
    old = head_of(text)[0]
    return head + (" " if not old else "") + text[len(old) :]


def body_of(text: str) -> str:
    """A turn without its head and the blanks around it."""
    return text[len(head_of(text)[0]) :].strip()


def one_line(text: str) -> str:
    r"""A turn's words in one line, without characters that could move the cursor.

    >>> one_line("Y a4 {two\n  lines}\x1b[31m")
    'a4 {two lines}[31m'
    """
    return clean(body_of(text), len(text))


def ends_in_line_comment(text: str) -> bool:
    """Whether what is put behind this text would be swallowed by a `;` comment."""
    turns = read_turns(text.rstrip()).turns
    if not turns:
        return False
    last = turns[-1].tail[-1] if turns[-1].tail else (turns[-1].items or [None])[-1]
    return isinstance(last, Comment) and last.to_line_end


def with_words(text: str, words: str, behind: int | None = None) -> str:
    """A turn with more words behind one of its items, or behind them all.

    >>> with_words("Y a6 {hm} *C2", ">C2,C3,V1,C2,V2", 0)
    'Y a6 >C2,C3,V1,C2,V2 {hm} *C2'
    >>> with_words("Y a6", "{hm}")
    'Y a6 {hm}'
    """
    text = text.rstrip()
    turn = read_turn(text)
    spans = turn.spans or []
    at = len(turn.items) - 1 if behind is None else behind
    offset = len(GAME_LINE)
    end = spans[at][1] - offset if spans and at >= 0 else turn.head[1] - offset
    item = turn.items[at] if spans and at >= 0 else None
    swallowed = isinstance(item, Comment) and item.to_line_end
    return text[:end] + ("\n    " if swallowed else " ") + words + text[end:]


def with_tail(text: str, variation: str) -> str:
    """A turn with one more variation, or a comment behind its variations."""
    text = text.rstrip()
    return text + ("\n    " if variation.startswith("(") else " ") + variation


def has_tail(text: str) -> bool:
    """Whether variations stand behind this turn: then only comments may follow."""
    return any(isinstance(entry, Variation) for entry in read_turn(text).tail)


def merged_setup(setup: str, line: str) -> str:
    """Old words of a setup that the new ones leave standing, and the new ones.

    >>> merged_setup("R+WWBO >J,D,D,C2,D", ">J,D,D,C2,C2")
    'R+WWBO >J,D,D,C2,C2'
    """
    new = next(read_text(GAME_LINE + line)).setup
    kinds = {_kind(item) for item in (new.items if new else [])}
    record = next(read_text(GAME_LINE + setup)).located
    kept = []
    if record.setup is not None:
        for item, (start, end) in zip(record.setup.items, record.setup.spans or [], strict=True):
            if isinstance(item, Comment) or _kind(item) not in kinds:
                kept.append(record.text[start:end])
    return " ".join([*kept, line])


def _kind(item: object) -> str:
    return item.seat if isinstance(item, Deal) else type(item).__name__
