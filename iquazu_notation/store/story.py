"""What is told of a record: its rows as they come about, and what is counted on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..games.iquazu.board import Board
from .tables import DrawRow, DropRow, PlacementRow, PrizeRow, ScoringRow, TurnRow


@dataclass(slots=True)
class Count:
    """What one seat did over the whole record."""

    turns: int = 0
    placements: int = 0
    draws: int = 0
    cards_paid: int = 0
    tiles_won: int = 0
    tiles_used: int = 0
    points_rocks: int = 0


@dataclass(slots=True, eq=False)
class TileStory:
    """One bonus tile: where it lay open, who took it, when it was used."""

    kind: str
    rock: str | None = None
    place: int | None = None
    opened: int | None = None
    scoring: int | None = None
    scored: int | None = None
    order: int | None = None
    seat: str | None = None
    gems: int | None = None
    tied: bool | None = None
    first: bool | None = None
    used: int | None = None
    number: int = 0
    points: int | None = None

    def row(self) -> tuple[Any, ...]:
        """The fields of `TileRow`."""
        return (
            self.number,
            self.kind,
            self.rock,
            self.place,
            self.opened,
            self.scoring,
            self.scored,
            self.order,
            self.seat,
            self.gems,
            self.tied,
            self.first,
            self.used,
            self.points,
        )


@dataclass(slots=True)
class Happened:
    """What one turn has seen so far."""

    turn: int
    place: int
    action: str | None = None
    draws: int = 0
    placements: int = 0
    tiles_used: int = 0
    discarded: int = 0
    dropped: bool = False
    scorings: int = 0
    seconds: float | None = None
    marks: str | None = None


def lead_of(totals: Sequence[int | None], seats: Sequence[str]) -> tuple[str | None, int | None]:
    """The sole leader, and by how much.

    >>> lead_of([4, 9, 7], "RGY"), lead_of([9, 9, 7], "RGY"), lead_of([None, 9], "RG")
    (('G', 2), (None, 0), (None, None))
    """
    known = [total for total in totals if total is not None]
    if len(known) < len(totals):
        return None, None
    second, best = sorted(known)[-2:]
    return (seats[known.index(best)] if best > second else None), best - second


@dataclass(slots=True)
class Story:
    """The rows of a record as they come about, and who won: None while the game is on, or open."""

    seats: tuple[str, ...]
    board: Board
    points_start: list[int]
    counts: list[Count]
    won: list[bool | None]
    turns: list[TurnRow] = field(default_factory=list)
    placements: list[PlacementRow] = field(default_factory=list)
    drops: list[DropRow] = field(default_factory=list)
    draws: list[DrawRow] = field(default_factory=list)
    scorings: list[ScoringRow] = field(default_factory=list)
    prizes: list[PrizeRow] = field(default_factory=list)
    all_tiles: list[TileStory] = field(default_factory=list)

    def tiles(self, complete: bool) -> list[TileStory]:
        """The tiles, numbered; points on those that were kept count when the game is complete."""
        taken: set[tuple[str, str]] = set()
        for number, tile in enumerate(self.all_tiles, 1):
            tile.number = number
            if tile.scoring is not None and tile.seat is not None:
                tile.first = (tile.seat, tile.kind) not in taken
                taken.add((tile.seat, tile.kind))
            kept = complete and tile.seat is not None and tile.used is None
            tile.points = int(tile.kind[1:]) if kept and tile.kind[0] == "V" else None
        return self.all_tiles
