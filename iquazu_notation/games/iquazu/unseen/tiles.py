"""Unseen tiles: who took which is known, what they were is not, and the mix of the board is.

Tiles that were turned up together and went the same way (to one seat, or out of the game) are one
*group*. A variable counts the tiles of a kind among the unseen ones of a group. Each back, light
and dark, has only so many of a kind; a tile that was used had been won before; and where final
totals are written, the points on kept tiles must add up to them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .. import events
from ..position import Position
from .solver import Solver, System

LIGHT_REVEALS = 7
NOBODY = ""


@dataclass(slots=True)
class Group:
    """Tiles of one reveal that went to one seat (or to NOBODY, or lie open: None)."""

    reveal: int
    taker: str | None
    rows: list[int] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    columns: dict[str, int] = field(default_factory=dict)

    @property
    def unseen(self) -> int:
        return len(self.rows) - sum(self.seen.values())


class TileStory:
    """The tiles of a log of events, as a system of inequalities.

    `wrong_turn` is the turn of the first use of a tile that can't have been.
    """

    def __init__(self, log: Iterable[events.Event], start: Position) -> None:
        board = start.layout.board
        self.seats = start.seats
        self.kinds = sorted({*board.light, *board.dark})
        self._mixes = (board.light, board.dark)
        self.system = System()
        self.groups: list[Group] = []
        self.used: list[tuple[int, str, str]] = []
        self._start_groups(start)
        told = list(log)
        # A setup turns up its own tiles; a position has them open.
        setup = any(isinstance(event, events.Reveal) and event.turn == 0 for event in told)
        open_tiles: tuple[str, ...] = () if setup else start.open_tiles
        number = start.first
        for event in told:
            if isinstance(event, events.Reveal):
                open_tiles = event.tiles
                number = "abcdefghijk".index(event.first)
            elif isinstance(event, events.Score):
                self._award(number, open_tiles, event.awards)
                open_tiles = ()
            elif isinstance(event, events.Tile) and event.seat is not None:
                self._use(event.turn, event.seat, event.tile)
        if open_tiles:
            self._group(number, None, list(enumerate(open_tiles)))
        self._limit_mix()

    def _start_groups(self, start: Position) -> None:
        """Tiles held and out of the game in a position the record starts from: of either back."""
        for seat, tiles in zip(start.seats, start.held, strict=True):
            if tiles:
                self._group(-1, seat, [(-1, tile) for tile in tiles])
        if start.out:
            self._group(-1, NOBODY, [(-1, tile) for tile in start.out])

    def _group(self, reveal: int, taker: str | None, tiles: list[tuple[int, str]]) -> None:
        group = Group(reveal, taker, [row for row, _ in tiles])
        group.seen.update(tile for _, tile in tiles if tile != "?")
        self.groups.append(group)
        if group.unseen:
            for kind in self._possible_kinds(reveal):
                group.columns[kind] = self.system.variable(0, group.unseen)
            self.system.row(
                [(column, 1.0) for column in group.columns.values()], group.unseen, group.unseen
            )

    def _possible_kinds(self, reveal: int) -> list[str]:
        if reveal < 0:
            return self.kinds
        mix = self._mixes[reveal >= LIGHT_REVEALS]
        return [kind for kind in self.kinds if mix.get(kind, 0)]

    def _award(self, reveal: int, tiles: tuple[str, ...], awards: tuple[str | None, ...]) -> None:
        ways: dict[str, list[tuple[int, str]]] = {}
        for row, (taker, tile) in enumerate(zip(awards, tiles, strict=True)):
            ways.setdefault(taker or NOBODY, []).append((row, tile))
        for taker, won in ways.items():
            self._group(reveal, taker, won)

    def _use(self, turn: int, seat: str, kind: str) -> None:
        """A used tile had been won, and not used before."""
        self.used.append((turn, seat, kind))
        needed = sum(1 for _, s, k in self.used if (s, k) == (seat, kind))
        terms = []
        for group in self.groups:
            if group.taker == seat:
                needed -= group.seen[kind]
                if kind in group.columns:
                    terms.append((group.columns[kind], 1.0))
        if needed > 0:
            if terms:
                self.system.row(terms, needed, 1000)
            else:
                self.system.impossible = True

    def _limit_mix(self) -> None:
        """I-4, I-15: no more tiles of a kind than the board has, with each back and in all."""
        for dark in (False, True):
            shown = range(LIGHT_REVEALS, 9) if dark else range(LIGHT_REVEALS)
            self._limit([g for g in self.groups if g.reveal in shown], self._mixes[dark])
        both = {k: self._mixes[0].get(k, 0) + self._mixes[1].get(k, 0) for k in self.kinds}
        if any(group.reveal < 0 for group in self.groups):
            self._limit(self.groups, both)

    def _limit(self, groups: list[Group], mix: Mapping[str, int]) -> None:
        for kind in self.kinds:
            left = mix.get(kind, 0) - sum(group.seen[kind] for group in groups)
            terms = [(g.columns[kind], 1.0) for g in groups if kind in g.columns]
            if left < 0:
                self.system.impossible = True
            elif terms:
                self.system.row(terms, 0, left)

    # ------------------------------------------------------------------ questions

    @property
    def unseen(self) -> bool:
        return any(group.unseen for group in self.groups)

    def kept_points(self, seat: str) -> tuple[int, dict[int, float]]:
        """Points on a seat's tiles: those seen, and the terms of those unseen."""
        seen = 0
        terms: dict[int, float] = {}
        for group in self.groups:
            if group.taker == seat:
                for kind, number in group.seen.items():
                    seen += number * _points(kind)
                for kind, column in group.columns.items():
                    if _points(kind):
                        terms[column] = float(_points(kind))
        return seen, terms

    def demand_points(self, seat: str, points: int) -> None:
        """A written final total says what the seat's tiles were worth."""
        seen, terms = self.kept_points(seat)
        if terms:
            self.system.row(list(terms.items()), points - seen, points - seen)
        elif seen != points:
            self.system.impossible = True

    def possible(self) -> bool:
        """Whether the unseen tiles can be filled."""
        return Solver(self.system).feasible()

    def point_ranges(self) -> dict[str, tuple[int, int]]:
        """For each seat, the least and most that its tiles are worth. The story is possible."""
        solver = Solver(self.system)
        found = {}
        for seat in self.seats:
            seen, terms = self.kept_points(seat)
            low, high = (solver.least(terms), solver.most(terms)) if terms else (0, 0)
            assert low is not None
            assert high is not None
            found[seat] = (seen + low, seen + high)
        return found


def _points(kind: str) -> int:
    return int(kind[1:]) if kind[0] == "V" else 0
