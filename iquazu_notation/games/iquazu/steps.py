"""The words of an Iquazú turn, as values.

A *step* is one word of a turn: `+WOWW`, `c7:WWBB`, `*D`, `~a1` … Steps are frozen and carry no
place in the text, so that one object can stand for every occurrence of its word.

Cards are spelled with the letters `W B O`, and `?` for a card nobody saw, always in that order.
A *count* is the same as four numbers: white, blue, orange, unseen. What can be played has a `code`
too, the one number that the rules play and note down (see `log`).
Rocks are numbered from 0 (`a`), gaps from 1 at the top, as in the notation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from . import log
from .payment import costs_paid
from .tally import MOST, packed

COLOURS = "WBO"
CARDS = "WBO?"
SEATS = "RGYP"
ROCKS = "abcdefghijk"

Count = tuple[int, int, int, int]
NEVER = log.TURN  # a code that no position allows as a step


@lru_cache(maxsize=100_000)
def count(cards: str) -> Count:
    """Count cards by colour.

    >>> count("OWW?")
    (2, 0, 1, 1)
    """
    return cards.count("W"), cards.count("B"), cards.count("O"), cards.count("?")


def spell(counts: Count | list[int]) -> str:
    """Spell counted cards in the order W B O ?.

    >>> spell((2, 0, 1, 1))
    'WWO?'
    """
    return "W" * counts[0] + "B" * counts[1] + "O" * counts[2] + "?" * counts[3]


def in_order(cards: str) -> str:
    """The same cards in the order W B O ?.

    >>> in_order("?OWW")
    'WWO?'
    """
    return spell(count(cards))


@lru_cache(maxsize=100_000)
def code_of(kind: int, cards: str | None, rock: int = 0, gap: int = 0) -> int:
    """The code of a step; `cards` is None where none are written.

    >>> code_of(log.DRAW, "WWO?") >> log.CARDS_AT == packed((2, 0, 1, 1))
    True
    """
    if cards is None:
        return log.code_of(kind, 0, rock, gap) | log.OPEN
    counts = count(cards)
    if max(counts) > MOST:  # more than any box has
        return NEVER
    costs = 0
    if kind == log.PLACE:
        for cost in reversed(costs_paid(counts)):
            costs = costs << 4 | cost
    return log.code_of(kind, packed(counts), rock, gap) | costs << log.COSTS_AT


@dataclass(frozen=True, slots=True)
class Deal:
    """A starting hand: `R+WWOB`."""

    seat: str
    cards: str

    @property
    def code(self) -> int:
        return NEVER

    @property
    def word(self) -> str:
        return f"{self.seat}+{self.cards}"


@dataclass(frozen=True, slots=True)
class Draw:
    """The draw action. `cards` is None for `+` (as many unseen cards as are due), "" for `+0`."""

    cards: str | None = None
    code: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "code", code_of(log.DRAW, self.cards))

    @property
    def word(self) -> str:
        return "+" if self.cards is None else "+" + (self.cards or "0")


@dataclass(frozen=True, slots=True)
class Place:
    """A gem on a gap. Either `rock` or `column` (of the frame, 1 to 5) is given, the other is None.

    `paid` is None when no cards are written: paid in the gap's own colour.
    """

    rock: int | None
    column: int | None
    gap: int
    paid: str | None = None
    code: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        in_frame = self.rock is None
        rock = (self.column or 1) - 1 if self.rock is None else self.rock
        code = code_of(log.PLACE, self.paid, rock, self.gap - 1)
        object.__setattr__(self, "code", code | log.IN_FRAME if in_frame and code else code)

    @property
    def word(self) -> str:
        where = (
            f"{self.column}/{self.gap}" if self.rock is None else f"{ROCKS[self.rock]}{self.gap}"
        )
        return where if self.paid is None else f"{where}:{self.paid}"


@dataclass(frozen=True, slots=True)
class UseTile:
    """A bonus tile handed in: `C2 C3 C4` with its cards (None: unseen, "": none left), J or D."""

    kind: str
    cards: str | None = None
    code: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        code = code_of(log.TILE, self.cards, log.USABLE.index(self.kind))
        object.__setattr__(self, "code", code)

    @property
    def word(self) -> str:
        return f"*{self.kind}" if self.cards is None else f"*{self.kind}+{self.cards or '0'}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Cards above the hand limit; `cards` is None for `-` alone: the surplus, unseen."""

    cards: str | None = None
    code: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "code", code_of(log.DISCARD, self.cards))

    @property
    def word(self) -> str:
        return "-" + (self.cards or "")


@dataclass(frozen=True, slots=True)
class Drop:
    """A water drop, with or without its gap. Derived."""

    rock: int | None = None
    gap: int | None = None

    @property
    def code(self) -> int:
        return log.DROP | log.OPEN

    @property
    def word(self) -> str:
        return "~" if self.rock is None else f"~{ROCKS[self.rock]}{self.gap}"


@dataclass(frozen=True, slots=True)
class Scoring:
    """A rock scored: prizes in rank order, and the takers of the tiles of rows 1 to 5. Derived."""

    rock: int
    prizes: tuple[tuple[str, int], ...] | None = None
    takers: str | None = None

    @property
    def code(self) -> int:
        return NEVER

    @property
    def word(self) -> str:
        text = "#" + ROCKS[self.rock]
        if self.prizes is not None:
            text += "=" + ",".join(f"{seat}{points}" for seat, points in self.prizes)
        return text if self.takers is None else f"{text}/{self.takers}"


@dataclass(frozen=True, slots=True)
class Reveal:
    """Five tiles turned up, from the top; None for `>` alone: five unseen."""

    tiles: tuple[str, ...] | None = None

    @property
    def code(self) -> int:
        return NEVER

    @property
    def word(self) -> str:
        return ">" if self.tiles is None else ">" + ",".join(self.tiles)


@dataclass(frozen=True, slots=True)
class Totals:
    """Points so far, in the order written. Derived."""

    points: tuple[tuple[str, int], ...]

    @property
    def code(self) -> int:
        return NEVER

    @property
    def word(self) -> str:
        return "=" + ",".join(f"{seat}{points}" for seat, points in self.points)


Step = Deal | Draw | Place | UseTile | Discard | Drop | Scoring | Reveal | Totals
