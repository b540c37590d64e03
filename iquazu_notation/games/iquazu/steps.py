"""The words of an Iquazú turn, as values.

A *step* is one word of a turn: `+WOWW`, `c7:WWBB`, `*D`, `~a1` … Steps are frozen and carry no
place in the text, so that one object can stand for every occurrence of its word.

Cards are spelled with the letters `W B O`, and `?` for a card nobody saw, always in that order.
A *count* is the same as four numbers: white, blue, orange, unseen. Steps keep their cards also as
a `tally`, if all of them are written and seen.
Rocks are numbered from 0 (`a`), gaps from 1 at the top, as in the notation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from .payment import NO_COST, costs_paid
from .tally import MOST, packed
from .tape import PLACE, code_of

COLOURS = "WBO"
CARDS = "WBO?"
SEATS = "RGYP"
ROCKS = "abcdefghijk"

Count = tuple[int, int, int, int]
NOT_SEEN = -1  # where a tally of cards should be


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
def tally_of(cards: str | None) -> int:
    """Seen cards as a tally; `NOT_SEEN` if one is unseen, or they are more than the box has.

    >>> tally_of("WWO") == packed((2, 0, 1, 0)), tally_of("WW?")
    (True, -1)
    """
    if cards is None or "?" in cards or len(cards) > MOST:
        return NOT_SEEN
    return packed(count(cards))


@dataclass(frozen=True, slots=True)
class Deal:
    """A starting hand: `R+WWOB`."""

    seat: str
    cards: str

    @property
    def word(self) -> str:
        return f"{self.seat}+{self.cards}"


@dataclass(frozen=True, slots=True)
class Draw:
    """The draw action. `cards` is None for `+` (as many unseen cards as are due), "" for `+0`."""

    cards: str | None = None
    count: Count | None = field(init=False, compare=False, repr=False)
    tally: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "count", None if self.cards is None else count(self.cards))
        object.__setattr__(self, "tally", tally_of(self.cards))

    @property
    def word(self) -> str:
        return "+" if self.cards is None else "+" + (self.cards or "0")


@dataclass(frozen=True, slots=True)
class Place:
    """A gem on a gap. Either `rock` or `column` (of the frame, 1 to 5) is given, the other is None.

    `paid` is None when no cards are written: paid in the gap's own colour. `costs` are what the
    written cards pay for a gap of each colour; `alike` is the colour of all of them, and -1 if they
    have several; `code` is what a tape says of it, and -1 if that can't be told from the word
    alone.
    """

    rock: int | None
    column: int | None
    gap: int
    paid: str | None = None
    count: Count | None = field(init=False, compare=False, repr=False)
    tally: int = field(init=False, compare=False, repr=False)
    costs: tuple[int, ...] = field(init=False, compare=False, repr=False)
    alike: int = field(init=False, compare=False, repr=False)
    code: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        counted = None if self.paid is None else count(self.paid)
        object.__setattr__(self, "count", counted)
        object.__setattr__(self, "tally", tally_of(self.paid))
        costs = (NO_COST, NO_COST, NO_COST) if counted is None else costs_paid(counted)
        object.__setattr__(self, "costs", costs)
        paid = self.paid or ""
        alike = COLOURS.find(paid[0]) if paid and paid == paid[0] * len(paid) else -1
        object.__setattr__(self, "alike", alike)
        code = -1
        if self.rock is not None and self.tally >= 0:
            code = code_of(PLACE, self.tally, self.rock, self.gap - 1)
        object.__setattr__(self, "code", code)

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
    count: Count | None = field(init=False, compare=False, repr=False)
    tally: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "count", None if self.cards is None else count(self.cards))
        object.__setattr__(self, "tally", tally_of(self.cards))

    @property
    def word(self) -> str:
        return f"*{self.kind}" if self.cards is None else f"*{self.kind}+{self.cards or '0'}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Cards above the hand limit; `cards` is None for `-` alone: the surplus, unseen."""

    cards: str | None = None
    count: Count | None = field(init=False, compare=False, repr=False)
    tally: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "count", None if self.cards is None else count(self.cards))
        object.__setattr__(self, "tally", tally_of(self.cards))

    @property
    def word(self) -> str:
        return "-" + (self.cards or "")


@dataclass(frozen=True, slots=True)
class Drop:
    """A water drop, with or without its gap. Derived."""

    rock: int | None = None
    gap: int | None = None

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
    def word(self) -> str:
        return ">" if self.tiles is None else ">" + ",".join(self.tiles)


@dataclass(frozen=True, slots=True)
class Totals:
    """Points so far, in the order written. Derived."""

    points: tuple[tuple[str, int], ...]

    @property
    def word(self) -> str:
        return "=" + ",".join(f"{seat}{points}" for seat, points in self.points)


Step = Deal | Draw | Place | UseTile | Discard | Drop | Scoring | Reveal | Totals
