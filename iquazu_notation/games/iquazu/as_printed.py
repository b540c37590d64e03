"""A record that stands as `fmt` prints it, checked line by line without being taken apart.

Most records of a large collection were printed by a program, and nothing in them is wrong. Such a
text is valid if the rules, driven by its words, derive just the lines that stand in it. Here the
words of steps are looked up and played, and what is derived is compared as text. The rules are
those of `play` and `closing`, and the words those of the grammar; whatever is unusual (something
unseen or left out, a comment, a mark, a `Position`, a slip, an illegal step) gives None, and the
record is then read and walked as a whole. So this module may refuse too much, but it may never
accept what the whole way refuses.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from ...notation.limits import SURELY_SMALL
from ...notation.quick import memory_of
from ...notation.record import Tag
from ...notation.writer import INDENT
from ..interface import Checked
from .board import Layout
from .closing import discard, end_turn, lay_drop
from .derived import derived_lines
from .ending import compare_ending
from .illegal import Illegal
from .interim import Reveals, Scored
from .opening import TAG_ORDER, BoardFinder, details, read_table
from .play import draw, place, use_tile
from .position import JOKER, OWED, Position
from .scoring import FREE
from .steps import ROCKS, Discard, Draw, Drop, Place, UseTile
from .tape import Tape
from .words import DIALECT

WORDS_KEPT = 60_000
TAGS_KEPT = 50_000
LONGEST_GAME = 1000  # turns; a longer one is walked as a whole


class Unusual(Exception):
    """The record does not stand as it would be printed, or there is something to say about it."""


def check(text: str, find_board: BoardFinder, with_tape: bool = False) -> Checked | None:
    """Judge the text of one record; None if it is not valid, or not as printed."""
    if len(text) > SURELY_SMALL or "\r" in text or "\t" in text:
        return None  # to the grammar these are blanks, and here they would be parts of words
    head, _, moves = text.rstrip("\n").partition("\n\n")
    moves = moves.replace(NEXT_LINE, CONTINUED)
    if "\n " in moves:
        return None  # else only a line that lost the head of its turn begins with a blank
    setup, *turns = moves.split("\n")
    try:
        tags = _read_head(head.split("\n"))
        layout, seats = read_table(tags, find_board, _complain) or _unusual()
        p = _deal_out(setup, layout, seats, with_tape)
        tiles = p.open_tiles
        _play(p, turns)
        totals = p.totals()
        compare_ending(tags, p, totals, _complain)
    except (Unusual, Illegal):
        return None

    def identity() -> list[str]:
        table = ["Iquazu", "1", layout.board.content(), " ".join(layout.order), tags["Seats"], ""]
        return [*table, setup.removeprefix("0. "), *_identity(turns, seats, layout)]

    def table() -> dict[str, Any]:
        return details(Position(layout, seats))

    tape = None if p.codes is None else Tape(tiles, array("q", p.codes), p.scorings)
    return Checked(tags, len(turns), p.over, totals, p.winners(), identity, table, tape)


def forget() -> None:
    """Forget every word and tag, as at the start of a program."""
    _forget_words()
    _tags.clear()


def _forget_words() -> None:
    _steps.clear()
    _turns.clear()


def _unusual() -> Any:
    raise Unusual


def _complain(*_about: object, **_more: object) -> None:
    raise Unusual


# ---------------------------------------------------------------------- tags and setup

_tags: Final[dict[str, tuple[str, str, int]]] = {}


def _read_head(lines: list[str]) -> dict[str, str]:
    """The tags, which stand in their order."""
    tags: dict[str, str] = {}
    known = _tags
    last = -1
    for line in lines:
        name, value, place = known.get(line) or _learn_tag(line)
        if name in tags or place < last:
            raise Unusual
        tags[name] = value
        last = place
    if "Position" in tags:
        raise Unusual
    return tags


def _learn_tag(line: str) -> tuple[str, str, int]:
    """Name, value and place of a tag as it is printed."""
    memory = memory_of(DIALECT)
    pair = memory.tags.get(line) or memory.tag(line)
    if pair is None:
        raise Unusual
    name, value = pair
    # Numbers of rounds and the like are new in each record, and have nothing to be escaped.
    if line != (f'[{name} "{value}"]' if value.isalnum() else Tag(name, value).word):
        raise Unusual
    if len(_tags) >= TAGS_KEPT:
        _tags.clear()
    _tags[line] = name, value, _PLACES.get(name, len(_PLACES))
    return _tags[line]


_PLACES: Final = {name: place for place, name in enumerate(TAG_ORDER)}


def _deal_out(line: str, layout: Layout, seats: tuple[str, ...], with_tape: bool) -> Position:
    """The position after the setup, in which everything is seen."""
    words = line.split(" ")
    if words[0] != "0." or len(words) != len(seats) + 2 or "?" in line:
        raise Unusual
    memory = memory_of(DIALECT)
    hands: dict[str, str] = {}
    for turn, seat in enumerate(seats):
        word = words[turn + 1]
        cards = memory.one("cards", word[2:])
        if cards is None or word != f"{seat}+{cards}" or len(cards) != 4 + turn:  # I-2
            raise Unusual
        hands[seat] = cards
    p = Position(layout, seats)
    if with_tape:
        p.codes = []
    p.set_up(hands, _tiles(words[-1]))
    return p


def _tiles(word: str) -> Sequence[str]:
    """The tiles of a reveal. Which there are is the board's to say, and the grammar knows more."""
    if word[:1] != ">" or "?" in word:
        raise Unusual
    return word[1:].split(",")


# ---------------------------------------------------------------------- turns


@lru_cache(maxsize=64)
def _heads(seats: tuple[str, ...]) -> list[str]:
    """How each turn begins: `1. R`, `2. G` and so on."""
    return [f"{turn}. {seats[(turn - 1) % len(seats)]}" for turn in range(1, LONGEST_GAME + 2)]


NEXT_LINE = "\n" + INDENT
CONTINUED = "\t"
"""Stands for the start of an indented line, so that a turn is one line; no record here has it."""


def _play(p: Position, turns: list[str]) -> None:
    """Play the turns, each a line."""
    if len(turns) > LONGEST_GAME:
        raise Unusual
    known = _turns
    last = len(turns)
    for words in map(str.removeprefix, turns, _heads(p.seats)):
        step = known.get(words)
        if step is None:
            _play_words(p, words)
        elif _play_step(p, step, NO_REVEALS) is not None:
            raise Unusual  # the lines of a scoring are missing
        if p.stage & NOT_DONE and p.turn == last:
            return  # the record stops within its last turn
        if end_turn(p, NO_REVEALS):
            raise Unusual  # a drop or discard is due and not written


NOT_DONE: Final = OWED | JOKER
NO_REVEALS: Final[Reveals] = iter(())


def _play_words(p: Position, words: str) -> None:
    """Play the words of a turn, which follow its head."""
    if words[:1] != " ":
        raise Unusual
    if CONTINUED in words:
        _play_lines(p, words[1:].split(CONTINUED))
        return
    known = _steps
    for word in words[1:].split(" "):
        step = known.get(word)
        if step is None:
            step = _learn_step(word)
        if _play_step(p, step, NO_REVEALS) is not None:
            raise Unusual  # the lines of a scoring are missing


def _play_lines(p: Position, lines: list[str]) -> None:
    """Play the lines of a turn, and compare what follows its scorings with what is written."""
    known = _steps
    reveals = iter([_tiles(line) for line in lines if line[:1] == ">"])
    at = 0
    while at < len(lines):
        scored: Scored = None
        for word in lines[at].split(" "):
            if scored is not None:
                raise Unusual
            step = known.get(word)
            if step is None:
                step = _learn_step(word)
            scored = _play_step(p, step, reveals)
        at += 1
        if scored is not None:
            derived = derived_lines(p, scored)
            after = at + len(derived)
            if lines[at:after] != derived:
                raise Unusual
            at = after
        elif at < len(lines):
            raise Unusual  # only what follows a scoring stands on a line of its own


def _play_step(p: Position, step: Played, reveals: Reveals) -> Scored:
    """Play a step, if a drop falls where it is written and a discard comes after it."""
    if isinstance(step, Place):
        return place(p, step, reveals)
    if isinstance(step, Draw):
        return draw(p, step, reveals)
    if isinstance(step, Drop):
        if step.rock != p.first or p.rocks[p.first].index(FREE) + 1 != step.gap:
            raise Unusual
        return lay_drop(p, reveals)
    if isinstance(step, UseTile):
        return use_tile(p, step, reveals)
    if p.drop_is_due:
        raise Unusual
    return discard(p, step, reveals)


Played = Place | Draw | Drop | UseTile | Discard
_steps: Final[dict[str, Played]] = {}
_turns: Final[dict[str, Played]] = {}
"""The same steps, with a blank before each: what follows the head of a turn, if it is all of it."""


def _learn_step(word: str) -> Played:
    """A step as it is printed."""
    memory = memory_of(DIALECT)
    entry = memory.words.get(word) or memory.word(word) if word and "?" not in word else None
    step = entry[1] if entry is not None else None
    if not isinstance(step, Played) or step.word != word or _left_out(step):
        raise Unusual
    if len(_steps) >= WORDS_KEPT:
        _forget_words()
    _steps[word] = _turns[" " + word] = step
    return step


def _left_out(step: Played) -> bool:
    """Whether something is left out that full form has."""
    if isinstance(step, Place):
        return step.rock is None or step.paid is None
    if isinstance(step, Drop):
        return step.rock is None
    if isinstance(step, UseTile) and step.kind[0] != "C":
        return False
    return isinstance(step, Draw | UseTile | Discard) and step.cards is None


# ---------------------------------------------------------------------- identity


def _identity(turns: list[str], seats: tuple[str, ...], layout: Layout) -> list[str]:
    """The turns of a valid text in short form, with the drops that tiles follow."""
    known = _turns
    found: list[str] = []
    seat = 0
    for words in map(str.removeprefix, turns, _heads(seats)):
        step = known.get(words)
        if step is None:
            words = _several_in_short(words[1:], layout)
        elif isinstance(step, Place) and _in_own_colour(step, layout):
            words = words[: words.index(":")]
        found.append(seats[seat] + words)
        seat = (seat + 1) % len(seats)
    return found


def _several_in_short(words: str, layout: Layout) -> str:
    """The steps of a turn, a blank before each, without what is derived."""
    short: list[str] = [""]
    drop: int | None = None  # where a drop fell that no tile has followed yet
    for word in words.replace(CONTINUED, " ").split(" "):
        first = word[0]
        if first == "~":
            drop = len(short)
        elif first not in "#=":
            if first == "*" and drop is not None:
                short.insert(drop, "~")
                drop = None
            # With an any-colour tile the cards are always written.
            if first in ROCKS and short[-1] != "*J":
                step = _steps.get(word)
                if step is None:
                    step = _learn_step(word)
                if isinstance(step, Place) and _in_own_colour(step, layout):
                    word = word[: word.index(":")]
            short.append(word)
    return " ".join(short)


def _in_own_colour(step: Place, layout: Layout) -> bool:
    """Whether all cards paid are of the gap's own colour: then short form leaves them out."""
    assert step.rock is not None
    return step.alike == layout.colours[step.rock][step.gap - 1]
