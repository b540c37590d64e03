"""A record of the usual kind judged from memory: tags, setup, turns, without taking it apart.

The words are those of the grammar and the rules those of `play`. Whatever is unusual (something
unseen, a fault, a variation, a `Position`) gives None, and the record is then read and walked as a
whole. So this way may refuse too much, but it may never accept what the whole way refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ...notation.limits import SURELY_SMALL
from ...notation.quick import (
    COMMENTED,
    HEADS,
    SETUP,
    SHOWN,
    Memory,
    cut_words,
    memory_of,
    read_head,
)
from ...notation.record import Tag
from ...replay.walker import walk
from ..interface import Checked
from . import writing
from .derived import derived_lines
from .ending import compare_ending
from .illegal import Illegal
from .opening import BoardFinder, details, read_table
from .play import VERBS
from .position import JOKER, OWED, REFUSED, Position
from .turn_end import end_turn, lay_drop
from .words import DIALECT


class Unusual(Exception):
    """There is something to say about the record, or to reason about."""


class Rules:
    """Iquazú for the walker."""

    verbs: Sequence[Callable[..., Any]] = VERBS
    end_turn: Callable[..., Any] = staticmethod(end_turn)

    @staticmethod
    def owes(p: Position) -> bool:
        return p.stage & (OWED | JOKER) != 0

    @staticmethod
    def expect(p: Position, words: Sequence[str]) -> bool:
        shown = [tiles_of(word) for word in words]
        if None in shown:
            return False
        p.coming = shown  # type: ignore[assignment]
        return True

    @staticmethod
    def imply(p: Position) -> bool:
        """A `#` or `>` that stands where no scoring is: the drop fell first, if it scores."""
        return p.drop_would_score and not p.stage & (OWED | JOKER) and lay_drop(p) != REFUSED

    @staticmethod
    def derived(p: Position, since: int) -> list[str]:
        lines = derived_lines(p, since) if len(p.log) > since + 1 else []
        return " ".join(lines).split(" ") if lines else []


def check(text: str, find_board: BoardFinder) -> Checked | None:
    """Judge the text of one record; None if it is not valid, or unusual."""
    if len(text) > SURELY_SMALL:
        return None
    memory = memory_of(DIALECT)
    found = read_head(text, memory)
    if found is None:
        return None
    head, moves_at = found
    words = cut_words(text[moves_at:])
    codes = memory.numbers(words) if words else None
    if words is None or codes is None:
        return None
    tags = {tag.name: tag.value for tag in head if isinstance(tag, Tag)}
    if "Position" in tags:
        return None
    try:
        layout, seats = read_table(tags, find_board, _complain) or _unusual()
        p = Position(layout, seats)
        start = _deal_out(p, words, codes, memory)
        walked = walk(Rules(), p, words, codes, start)
        if walked is None or p.first != words_shown(codes, start):
            return None
        totals = p.totals()
        compare_ending(tags, p, totals, _complain)
    except (Unusual, Illegal):
        return None
    turns, notes = walked
    notes = notes or COMMENTED in codes[:start]

    def identity() -> list[str]:
        table = ["Iquazu", "1", layout.board.content(), " ".join(layout.order), tags["Seats"], ""]
        return [*table, *writing.identity(p)]

    def table() -> dict[str, Any]:
        return details(Position(layout, seats))

    return Checked(
        tags,
        turns,
        p.over,
        totals,
        p.winners(),
        identity,
        table,
        p.log,
        notes,
        None if notes else partial(writing.text, head, p),
    )


def _unusual() -> Any:
    raise Unusual


def _complain(*_about: object, **_more: object) -> None:
    raise Unusual


def words_shown(codes: Sequence[int], start: int) -> int:
    """How many of these words show tiles."""
    return codes[start:].count(SHOWN)


def tiles_of(word: str) -> list[str] | None:
    """The tiles of a reveal, if all are seen. Which there are is the board's to say."""
    return None if "?" in word or word == ">" else word[1:].split(",")


def _deal_out(p: Position, words: Sequence[str], codes: Sequence[int], memory: Memory) -> int:
    """Set up the table, in which everything must be seen; returns where the turns begin."""
    hands: dict[str, str] = {}
    tiles: list[str] | None = None
    begun = False
    at = 0
    while at < len(codes) and codes[at] > HEADS:
        word = words[at]
        if codes[at] == COMMENTED or (word == "0." and not begun):
            pass
        elif codes[at] == SHOWN and tiles is None:
            tiles = tiles_of(word) or _unusual()
        elif codes[at] == SETUP and word[0] not in hands and "?" not in word:
            hands[word[0]] = memory.one("cards", word[2:]) or _unusual()
        else:
            raise Unusual
        begun = begun or codes[at] != COMMENTED
        at += 1
    if tiles is None or hands.keys() != set(p.seats):
        raise Unusual
    if any(len(hands[seat]) != 4 + place for place, seat in enumerate(p.seats)):  # I-2
        raise Unusual
    p.set_up(hands, tiles)
    return at
