"""What the words of Iquazú mean, and how to speak of them: the game's side of reading.

Which words exist is said in `grammar/iquazu.lark`, and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from ...notation.dialect import EITHER, SEAT, SETUP_WORD, STEP, Entry, Parts, Slip
from . import log
from .slips import advice, slips
from .steps import (
    ROCKS,
    SEATS,
    Deal,
    Discard,
    Draw,
    Drop,
    Place,
    Reveal,
    Scoring,
    Totals,
    UseTile,
    in_order,
)


def _cards(text: str) -> str:
    """Cards after a `+`: `0` says that there were none."""
    return "" if text == "0" else in_order(text)


def _prize(text: str) -> tuple[str, int]:
    return text[0], int(text[1:])


def _prizes(text: str) -> tuple[tuple[str, int], ...]:
    return tuple(_prize(prize) for prize in text.split(",")) if text else ()


def _draw(word: str) -> Draw:
    return Draw(_cards(word[1:])) if len(word) > 1 else Draw()


def _place(word: str) -> Place:
    where, _, paid = word.partition(":")
    column, slash, gap = where.partition("/")
    cards = in_order(paid) if paid else None
    if slash:
        return Place(None, int(column), int(gap), cards)
    return Place(ROCKS.index(where[0]), None, int(where[1:]), cards)


def _use_tile(word: str) -> UseTile:
    kind, plus, cards = word[1:].partition("+")
    return UseTile(str(kind), _cards(cards) if plus else None)


def _drop(word: str) -> Drop:
    return Drop(ROCKS.index(word[1]), int(word[2:])) if len(word) > 1 else Drop()


def _scoring(word: str) -> Scoring:
    head, equals, rest = word.partition("=")
    prizes, slash, takers = rest.partition("/")
    return Scoring(
        ROCKS.index(head[1]),
        _prizes(prizes) if equals else None,
        takers if slash else None,
    )


VALUES: Mapping[str, Callable[[str], object]] = {
    "DEAL": lambda word: Deal(word[0], in_order(word[2:])),
    "DRAW": _draw,
    "PLACE": _place,
    "USE_TILE": _use_tile,
    "DISCARD": lambda word: Discard(in_order(word[1:]) if len(word) > 1 else None),
    "DROP": _drop,
    "SCORING": _scoring,
    "REVEAL": lambda word: Reveal(tuple(word[1:].split(",")) if len(word) > 1 else None),
    "TOTALS": lambda word: Totals(_prizes(word[1:])),
    "CARDS": in_order,
    "PRIZE": _prize,
    "TAKERS": str,
    "TILE": str,
}

_STEPS = {"DRAW", "PLACE", "USE_TILE", "DISCARD", "DROP", "SCORING", "TOTALS"}
_JOINED_SEAT = re.compile(rf"[{SEATS}](?:[+*\-~#>=:]|[{ROCKS}][0-9]|[1-5]/)")


class IquazuDialect:
    """The words of Iquazú."""

    name = "Iquazu"
    grammar = "iquazu.lark"
    example = "12. G a4"
    parts: Sequence[str] = ("cards", "prize", "takers", "tile")
    values = VALUES
    derived = "#="
    shown = ">"

    def plainly(self, value: object) -> int | None:
        """The number of a step in which nothing is unseen.

        >>> DIALECT.plainly(Draw("WW?")), DIALECT.plainly(Draw()), DIALECT.plainly(Drop())
        (None, None, 17592186044422)
        """
        if isinstance(value, Drop):
            if value.rock is None or value.gap is None:
                return value.code
            return log.code_of(log.DROP, 0, value.rock, value.gap - 1)
        if isinstance(value, Place):
            return None if value.paid is not None and "?" in value.paid else value.code or None
        if isinstance(value, UseTile) and value.kind[0] != "C":
            return value.code
        if isinstance(value, Draw | UseTile | Discard):
            return None if value.cards is None or "?" in value.cards else value.code or None
        return None

    def by_parts(self, word: str, parts: Parts) -> Entry | None:
        """Deals, scorings, totals and reveals: each is nearly always new, its parts never are.

        >>> from iquazu_notation.notation.quick import memory_of
        >>> DIALECT.by_parts("=R1,G22", memory_of(DIALECT))
        (0, Totals(points=(('R', 1), ('G', 22))))
        """
        first = word[0]
        if first == ">":
            tiles = parts.each("tile", word[1:].split(","))
            return None if tiles is None else (EITHER, Reveal(tiles))
        if first == "=":
            points = parts.each("prize", word[1:].split(","))
            return None if points is None else (STEP, Totals(points))
        if first == "#":
            return _scoring_by_parts(word, parts)
        if word[1:2] == "+":
            seat, cards = parts.one("word", first), parts.one("cards", word[2:])
            if seat is None or seat[0] != SEAT or cards is None:
                return None
            return SETUP_WORD, Deal(seat[1], cards)
        return None

    def of_parts(self, word: str, parts: Parts) -> Entry | None:
        """Placements with their cards: there are thousands of them, of some hundred parts.

        >>> from iquazu_notation.notation.quick import memory_of
        >>> DIALECT.of_parts("a4:WW", memory_of(DIALECT))
        (0, Place(rock=0, column=None, gap=4, paid='WW'))
        """
        where, colon, written = word.partition(":")
        if not colon:
            return None
        entry, cards = parts.one("word", where), parts.one("cards", written)
        if entry is None or cards is None or not isinstance(entry[1], Place) or entry[1].paid:
            return None
        kind, bare = entry
        return kind, Place(bare.rock, bare.column, bare.gap, cards)

    def phrases(self, terminals: set[str]) -> list[str]:
        said = []
        if "SEAT" in terminals:
            said.append("a seat (R, G, Y or P)")
        if terminals & _STEPS:
            said.append("a step such as `+WWBO`, `c4:BB` or `*D`")
        else:
            if "DEAL" in terminals:
                said.append("a deal such as `R+WWOB`")
            if "REVEAL" in terminals:
                said.append("a reveal such as `>C2,C3,V1,C2,V2`")
        return said

    def slips(self, word: str) -> Iterable[Slip]:
        return slips(word)

    def advice(self, word: str, in_setup: bool) -> str | None:
        return advice(word, in_setup)

    def begins_turn(self, word: str, at_line_start: bool) -> bool:
        """A seat, in whatever case; at the start of a line also a seat joined to its step.

        >>> DIALECT.begins_turn("g", False), DIALECT.begins_turn("Ga4", True)
        (True, True)
        >>> DIALECT.begins_turn("g4", True), DIALECT.begins_turn("a4", True)
        (False, False)
        """
        if word.rstrip(":.,").upper() in set(SEATS):
            return True
        return at_line_start and _JOINED_SEAT.match(word) is not None

    def first_turn(self, tags: Mapping[str, str]) -> int:
        """1, or the third field of `Position`.

        >>> DIALECT.first_turn({"Position": "…/… c 17 G"}), DIALECT.first_turn({})
        (17, 1)
        """
        fields = tags.get("Position", "").split()
        return int(fields[2]) if len(fields) > 2 and re.fullmatch("[0-9]{1,6}", fields[2]) else 1


def _scoring_by_parts(word: str, parts: Parts) -> Entry | None:
    head, equals, rest = word.partition("=")
    written, slash, takers_written = rest.partition("/")
    scoring = parts.one("word", head)
    prizes = parts.each("prize", written.split(",")) if written else ()
    takers = parts.one("takers", takers_written) if slash else None
    if scoring is None or not equals or prizes is None or (slash and takers is None):
        return None
    kind, bare = scoring
    return kind, Scoring(bare.rock, prizes, takers)


DIALECT = IquazuDialect()
