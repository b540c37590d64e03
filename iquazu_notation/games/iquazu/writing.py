"""The words of a game made from its log, for a record in which nothing is unseen.

Full form has all words, each scoring and what follows it on lines of their own; the lines that
count for a record's id leave out what the rules derive.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ...notation.record import Comment, Tag
from ...notation.writer import INDENT, write_head
from . import log
from .derived import scoring_lines
from .log import ALL_CARDS, CARDS_AT, GAP_AT, GAPS, KIND, ROCK_AT, USABLE, revealed
from .opening import TAG_ORDER
from .position import Position
from .steps import ROCKS, spell
from .tally import ONE, SUM, unpacked

STEPS = frozenset({log.PLACE, log.DRAW, log.TILE, log.DISCARD, log.DROP})
SCORINGS = frozenset({log.SCORE, log.PRIZE, log.AWARD, log.REVEAL, log.WATER, log.FINAL, log.END})


@lru_cache(maxsize=60_000)
def word_of(code: int) -> str:
    """A step as full form has it.

    >>> word_of(log.code_of(log.PLACE, cards=2, rock=2, gap=6))
    'c7:WW'
    """
    kind = code & KIND
    cards = spell(unpacked(code >> CARDS_AT & ALL_CARDS))
    rock = code >> ROCK_AT & 15
    if kind == log.PLACE:
        return f"{ROCKS[rock]}{(code >> GAP_AT & GAPS) + 1}:{cards}"
    if kind == log.DRAW:
        return "+" + (cards or "0")
    if kind == log.DROP:
        return f"~{ROCKS[rock]}{(code >> GAP_AT & GAPS) + 1}"
    if kind == log.DISCARD:
        return "-" + cards
    return f"*{USABLE[rock]}" + (f"+{cards or '0'}" if rock < 3 else "")


def _in_short(code: int, p: Position) -> str:
    """A step as short form has it: what is paid in a gap's own colour is left out."""
    word = word_of(code)
    if code & KIND == log.PLACE and not code & log.JOKER:
        cards = code >> CARDS_AT & ALL_CARDS
        colour = p.layout.colours[code >> ROCK_AT & 15][code >> GAP_AT & GAPS]
        if cards == ONE[colour] * (cards % SUM):
            return word[: word.index(":")]
    return word


def _setup(p: Position) -> tuple[list[str], int]:
    """The words of the setup, and where the turns begin in the log."""
    players = p.players
    deals = [
        f"{seat}+{spell(unpacked(code >> CARDS_AT & ALL_CARDS))}"
        for seat, code in zip(p.seats, p.log, strict=False)
    ]
    return [*deals, ">" + ",".join(revealed(p.log[players + 1]))], players + 2


def identity(p: Position) -> list[str]:
    """The lines of setup and turns that count for the id."""
    setup, at = _setup(p)
    return [" ".join(setup), *_short_lines(p, at)]


def _short_lines(p: Position, start: int) -> Iterator[str]:
    """Each turn in short form, its seat in front."""
    seat = 0
    words = [p.seats[0]]
    drop = 0  # where a drop fell that no tile has followed yet
    for code in p.log[start:]:
        kind = code & KIND
        if kind == log.TURN:
            yield " ".join(words)
            seat = (seat + 1) % p.players
            words = [p.seats[seat]]
            drop = 0
        elif kind == log.DROP:
            drop = len(words)
        elif kind == log.REVEAL:
            words.append(">" + ",".join(revealed(code)))
        elif kind in STEPS:
            if kind == log.TILE and drop:
                words.insert(drop, "~")
                drop = 0
            words.append(_in_short(code, p))
    if len(words) > 1:
        yield " ".join(words)


def text(head: Sequence[Tag | Comment], p: Position, *, short: bool = False) -> str:
    """The record in full or in short form, with its final line end."""
    setup, at = _setup(p)
    if short:
        lines = [" ".join(setup), *_short_lines(p, at)]
    else:
        lines = [" ".join(["0.", *setup]), *_full_lines(p, at)]
    return write_head(head, TAG_ORDER) + "\n" + "\n".join(lines) + "\n"


def _full_lines(p: Position, start: int) -> Iterator[str]:
    turn, seat = 1, 0
    line = f"1. {p.seats[0]}"
    begun = scored = False
    points = [0] * p.players
    entries = p.log
    scored_until = 0
    for at in range(start, len(entries)):
        code = entries[at]
        kind = code & KIND
        if at < scored_until:
            continue
        if kind in STEPS:
            if scored:
                yield line
                line, scored = INDENT + word_of(code), False
            else:
                line += " " + word_of(code)
            begun = True
        elif kind == log.TURN:
            yield line
            turn += 1
            seat = (seat + 1) % p.players
            line = f"{turn}. {p.seats[seat]}"
            begun = scored = False
        elif kind == log.SCORE:
            yield line
            scored_until = at
            while scored_until < len(entries) and entries[scored_until] & KIND in SCORINGS:
                scored_until += 1
            chain = entries[at:scored_until]
            for entry in chain:
                if entry & KIND == log.PRIZE:
                    points[entry >> ROCK_AT & 15] += entry >> CARDS_AT & ALL_CARDS
            *lines, line = scoring_lines(chain, p.seats, points)
            for each in lines:
                yield INDENT + each
            line = INDENT + line
            scored = begun = True
    if begun:
        yield line
