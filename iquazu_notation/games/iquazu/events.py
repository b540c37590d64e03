"""What happened, in order of time, as it is published: made from the log when somebody asks.

Each event knows its turn (0 for the setup) and the seat that acted (None where none did). Field
names and their order are published: other programs read `as_json`. Nobody changes an event; they
are not frozen because a frozen one takes four times as long to make.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import ClassVar

Points = Mapping[str, "int | list[int]"]
"""Points by seat; `[low, high]` where unseen tiles leave a final total open."""


@dataclass(slots=True)
class Event:
    """What all events share."""

    turn: int
    seat: str | None
    type: ClassVar[str] = ""

    def as_json(self) -> dict[str, object]:
        """The event as published.

        >>> Draw(3, "R", "WWBO").as_json()
        {'turn': 3, 'seat': 'R', 'type': 'draw', 'cards': 'WWBO'}
        """
        shown: dict[str, object] = {"turn": self.turn, "seat": self.seat, "type": self.type}
        for part in fields(self)[2:]:
            value = getattr(self, part.name)
            shown[part.name] = list(value) if isinstance(value, tuple) else value
        return shown


@dataclass(slots=True)
class Deal(Event):
    """A starting hand."""

    cards: str
    type: ClassVar[str] = "deal"


@dataclass(slots=True)
class WaterBox(Event):
    """The water box comes to a seat."""

    to: str
    type: ClassVar[str] = "water_box"


@dataclass(slots=True)
class Frame(Event):
    """The frame lies with its first column on this rock."""

    first: str
    type: ClassVar[str] = "frame"


@dataclass(slots=True)
class Reveal(Event):
    """Five tiles are turned up."""

    first: str
    tiles: tuple[str, ...]
    type: ClassVar[str] = "reveal"


@dataclass(slots=True)
class Reshuffle(Event):
    """The discard pile becomes the draw pile; `after` cards of the draw that follows came first."""

    pile: int
    after: int
    type: ClassVar[str] = "reshuffle"


@dataclass(slots=True)
class Draw(Event):
    """The draw action."""

    cards: str
    type: ClassVar[str] = "draw"


@dataclass(slots=True)
class Place(Event):
    """A gem is placed."""

    rock: str
    gap: int
    row: int
    colour: str
    cost: int
    paid: str
    joker: bool
    type: ClassVar[str] = "place"


@dataclass(slots=True)
class Tile(Event):
    """A bonus tile is used; `cards` is None for the kinds that draw none."""

    tile: str
    cards: str | None
    type: ClassVar[str] = "tile"


@dataclass(slots=True)
class Discard(Event):
    """Cards above the hand limit."""

    cards: str
    type: ClassVar[str] = "discard"


@dataclass(slots=True)
class Drop(Event):
    """A water drop falls."""

    rock: str
    gap: int
    row: int
    type: ClassVar[str] = "drop"


@dataclass(slots=True)
class Score(Event):
    """An interim scoring: prizes in rank order, the taker of each row's tile, and those tiles."""

    rock: str
    prizes: Mapping[str, int]
    awards: tuple[str | None, ...]
    tiles: tuple[str, ...]
    totals: Points
    type: ClassVar[str] = "score"


@dataclass(slots=True)
class Refill(Event):
    """Pieces of one kind (a seat's letter, or `~`) go back into their box from scored rocks."""

    what: str
    pieces: int
    type: ClassVar[str] = "refill"


@dataclass(slots=True)
class Final(Event):
    """One of the last two rocks, scored at the end for its points alone."""

    rock: str
    prizes: Mapping[str, int]
    totals: Points
    type: ClassVar[str] = "final"


@dataclass(slots=True)
class TilePoints(Event):
    """Points on kept tiles."""

    points: Mapping[str, int]
    totals: Points
    type: ClassVar[str] = "tile_points"


@dataclass(slots=True)
class End(Event):
    """The game is over; `winners` is None while unseen tiles leave it open."""

    totals: Points
    winners: tuple[str, ...] | None
    type: ClassVar[str] = "end"


@dataclass(slots=True)
class Note(Event):
    """The recorder's comment and marks on a turn, and the time it took."""

    comment: str
    marks: tuple[str, ...]
    seconds: float | None
    type: ClassVar[str] = "note"
