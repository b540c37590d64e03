"""A record as text: full form, as `fmt` prints it, and short form, as typed at the table.

What is to be written comes as *pieces*, one per word or comment, in order of time. The rules say
what each piece is in either form (None: left out); this module only lays them out in lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from .record import Comment, Mark, Record, Tag, Turn, Variation

INDENT = "    "


@dataclass(slots=True)
class Piece:
    """One word in its two dresses, and the form that counts for the record's id.

    `own_line`: in full form it begins a line of its own.
    """

    full: str | None
    short: str | None = None
    identity: str | None = None
    own_line: bool = False
    to_line_end: bool = False


@dataclass(slots=True)
class WrittenTurn:
    """A turn ready to be laid out. `kept` turns stand as their recorder wrote them."""

    full_head: str
    short_head: str
    pieces: list[Piece]
    marks: list[str] = field(default_factory=list)
    tail: list[WrittenVariation | Piece] = field(default_factory=list)


@dataclass(slots=True)
class WrittenVariation:
    """A variation ready to be laid out."""

    comments: list[Piece]
    turns: list[WrittenTurn]


def comment_piece(comment: Comment) -> Piece:
    """A comment is the same in both forms and does not count for the id."""
    return Piece(comment.word, comment.word, None, to_line_end=comment.to_line_end)


def kept_turn(record: Record, turn: Turn) -> WrittenTurn:
    """A turn word for word, for what comes from a fault on."""
    pieces = []
    for item, (start, end) in zip(turn.items, turn.spans or [], strict=True):
        if isinstance(item, Comment):
            pieces.append(comment_piece(item))
        else:
            word = record.text[start:end]
            pieces.append(Piece(word, word, None if isinstance(item, Mark) else word))
    head = " ".join(
        ([f"{turn.number}."] if turn.number is not None else [])
        + ([turn.seat] if turn.seat is not None else [])
    )
    tail: list[WrittenVariation | Piece] = []
    for entry in turn.tail:
        if isinstance(entry, Variation):
            tail.append(kept_variation(record, entry))
        else:
            tail.append(comment_piece(entry))
    return WrittenTurn(head, head, pieces, [], tail)


def kept_variation(record: Record, variation: Variation) -> WrittenVariation:
    """A variation word for word."""
    return WrittenVariation(
        [comment_piece(c) for c in variation.comments],
        [kept_turn(record, turn) for turn in variation.turns],
    )


class _Lines:
    """Words laid out in lines."""

    def __init__(self) -> None:
        self.lines: list[str] = [""]
        self.fresh = True
        self.break_before = False

    def new_line(self, indent: str) -> None:
        if self.lines[-1].strip():
            self.lines.append(indent)
        else:
            self.lines[-1] = indent
        self.fresh = True
        self.break_before = False

    def add(self, word: str, indent: str, to_line_end: bool = False) -> None:
        if self.break_before:
            self.new_line(indent)
        self.lines[-1] += word if self.fresh else " " + word
        self.fresh = word == "("
        self.break_before = to_line_end


def write_record(
    head: Sequence[Tag | Comment],
    tag_order: Sequence[str],
    setup: WrittenTurn | None,
    turns: Iterable[WrittenTurn],
    *,
    short: bool = False,
) -> str:
    """The text of one record, with its final line end."""
    text = write_head(head, tag_order)
    out = _Lines()
    for entry in _loose_comments(head):
        out.new_line("")
        out.add(entry.word, "", entry.to_line_end)
    for turn in ([setup] if setup is not None else []) + list(turns):
        _write_turn(out, turn, "", short)
    body = "\n".join(line.rstrip(" ") if not line.strip() else line for line in out.lines)
    body = body.strip("\n")
    return text + ("\n" + body if body else "") + ("\n" if body else "")


def _loose_comments(head: Sequence[Tag | Comment]) -> list[Comment]:
    """Comments after the last tag: they stand before the moves."""
    loose: list[Comment] = []
    for entry in reversed(head):
        if isinstance(entry, Tag):
            break
        loose.insert(0, entry)
    return loose


def write_head(head: Sequence[Tag | Comment], tag_order: Sequence[str]) -> str:
    """Tags in their order; a comment goes with the tag that follows it."""
    places = {name: i for i, name in enumerate(tag_order)}
    groups: list[tuple[int, list[str]]] = []
    before: list[str] = []
    for entry in head:
        before.append(entry.word)
        if isinstance(entry, Tag):
            groups.append((places.get(entry.name, len(places)), before))
            before = []
    groups.sort(key=lambda group: group[0])
    return "".join(line + "\n" for _, lines in groups for line in lines)


def _write_turn(out: _Lines, turn: WrittenTurn, indent: str, short: bool) -> None:
    inner = indent + INDENT
    words = [p for p in turn.pieces if (p.short if short else p.full) is not None]
    head = turn.short_head if short else turn.full_head
    if not (head or words or turn.marks or turn.tail):
        return
    if not (out.fresh and out.lines[-1].endswith("(")):
        out.new_line(indent)
    if head:
        out.add(head, inner)
    for piece in words:
        word = piece.short if short else piece.full
        assert word is not None
        if piece.own_line and not short:
            out.new_line(inner)
        out.add(word, inner, piece.to_line_end)
    for mark in turn.marks:
        out.add(mark, inner)
    for entry in turn.tail:
        if isinstance(entry, Piece):
            out.add(entry.full or "", inner, entry.to_line_end)
            continue
        out.new_line(inner)
        out.add("(", inner)
        for comment in entry.comments:
            out.add(comment.full or "", inner, comment.to_line_end)
        for part in entry.turns:
            _write_turn(out, part, inner, short)
        if out.break_before:
            out.new_line(inner)
        out.lines[-1] += ")"
        out.fresh = False
