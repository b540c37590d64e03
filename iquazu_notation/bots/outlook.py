"""What the board promises: the worth of every rock and every open tile to one seat, by estimate.

Worth is counted in thousandths of a point, in whole numbers, so that every machine agrees. A
standing that could still change is weighed by chance: each gap still to be *filled* goes to me, to
a given rival, or to neither. With nothing left to fill, the estimate is the exact result.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ..games.iquazu.position import Position
from ..games.iquazu.scoring import DROP

SURE = 1000
# How often a gap goes to neither of two seats, for each time it goes to the one (or the other).
NEITHER = 1
# Tiles of later scorings count less: much can happen until then. In percent, by scorings to wait.
PATIENCE = (100, 70, 50, 35, 25)
# Gems that come into a row while so many gaps of the columns ahead are filled: a share of them.
ROW_FILLS = (2, 5)
LAST_FILLS = (1, 2)


@lru_cache(maxsize=1024)
def chance_ahead(margin: int, fills: int) -> int:
    """How likely a seat ends up ahead of a rival, in thousandths.

    `margin` is twice the lead in gems, and one more or less for the tie-break.

    >>> chance_ahead(1, 0), chance_ahead(-1, 0), chance_ahead(3, 2), chance_ahead(0, 4)
    (1000, 0, 888, 500)
    """
    ways = [1]
    for _ in range(fills):
        wider = [0] * (len(ways) + 2)
        for at, number in enumerate(ways):
            wider[at] += number
            wider[at + 1] += number * NEITHER
            wider[at + 2] += number
        ways = wider
    ahead = sum(number for at, number in enumerate(ways) if 2 * (at - fills) + margin > 0)
    level = sum(number for at, number in enumerate(ways) if 2 * (at - fills) + margin == 0)
    return (2 * ahead + level) * SURE // (2 * sum(ways))


@lru_cache(maxsize=1 << 17)
def standing(
    gems: tuple[int, ...], ties: tuple[int, ...], fills: int, prizes: tuple[int, ...], me: int
) -> int:
    """What prizes are worth to a seat, less what each of the others gets of them on average.

    `ties` rank the seats where gems are equal, higher is better.

    >>> standing((2, 2), (5, 3), 0, (8000,), 0), standing((2, 2), (5, 3), 0, (8000,), 1)
    (8000, -8000)
    """
    seats = len(gems)
    mine = others = 0
    for seat in range(seats):
        if not gems[seat] and not fills:
            continue
        # chances[k]: exactly k rivals end up ahead, the rivals taken one by one.
        chances = [1]
        for rival in range(seats):
            if rival != seat:
                better = ties[seat] - ties[rival]
                margin = 2 * (gems[seat] - gems[rival]) + (better > 0) - (better < 0)
                ahead = chance_ahead(margin, fills)
                behind = SURE - ahead
                chances = [
                    (chances[k] * ahead if k < len(chances) else 0)
                    + (chances[k - 1] * behind if k else 0)
                    for k in range(len(chances) + 1)
                ]
        worth = sum(p * c for p, c in zip(prizes, chances, strict=False)) // SURE ** (seats - 1)
        if seat == me:
            mine = worth
        else:
            others += worth
    return mine - others // (seats - 1)


class Outlook:
    """The board as the active seat sees it, ready to weigh placements one by one.

    `tiles` is the worth of each kind of tile; `later` the worth of an unknown one by place.
    """

    def __init__(
        self, p: Position, tiles: Mapping[str, int], later: tuple[int, ...], free: list[int]
    ) -> None:
        self.me = p.seat
        self.first = first = p.first
        self._rows = p.layout.rows
        seats = range(p.players)
        board = p.layout.board
        last = p.last_column
        self._prizes = [
            tuple(1000 * prize for prize in place) for place in board.points[p.players][first:last]
        ]
        gems = [[0] * p.players for _ in range(5)]
        furthest = [[0] * p.players for _ in range(5)]
        self._rock_gems: list[list[int]] = []
        self._rock_lowest: list[list[int]] = []
        # _row_gems[k][row]: the gems that still count in that row after k more scorings
        self._row_gems: list[list[tuple[int, ...]]] = []
        for column in range(last - 1, first - 1, -1):
            here = [0] * p.players
            lowest = [0] * p.players
            rows = p.layout.rows[column]
            for gap, piece in enumerate(p.rocks[column]):
                if 0 <= piece < DROP:
                    here[piece] += 1
                    lowest[piece] = gap + 1
                    row = rows[gap]
                    gems[row][piece] += 1
                    at = column * 100 + gap
                    if at > furthest[row][piece]:
                        furthest[row][piece] = at
            self._rock_gems.append(here)
            self._rock_lowest.append(lowest)
            self._row_gems.append([tuple(row_gems) for row_gems in gems])
        self._rock_gems.reverse()
        self._rock_lowest.reverse()
        self._row_gems.reverse()
        self._furthest = furthest
        self._ties = [_ranks(row) for row in furthest]
        columns = len(later)
        # _stakes[k][row]: what the tile of that row is worth at the scoring after k more
        self._stakes: list[list[tuple[int]]] = [[(tiles[kind],) for kind in p.open_tiles]]
        for k in range(1, min(last, columns) - first):
            self._stakes.append([(later[first + k] * PATIENCE[k] // 100,)] * 5)
        # fills
        self._free = free
        self._rock_fills = [free[column] for column in range(first, last)]
        left = sum(free[first:columns])
        for column in range(columns, last):
            self._rock_fills[column - first] = min(
                free[column], (left * LAST_FILLS[0] + LAST_FILLS[1] - 1) // LAST_FILLS[1]
            )
        self._row_fills = []
        ahead = 0
        for k in range(len(self._stakes)):
            ahead += free[first + k]
            self._row_fills.append((ahead * ROW_FILLS[0] + ROW_FILLS[1] - 1) // ROW_FILLS[1])
        self.rock_worth = [
            standing(
                tuple(self._rock_gems[k]),
                tuple(self._rock_lowest[k]),
                self._rock_fills[k],
                self._prizes[k],
                self.me,
            )
            for k in range(last - first)
        ]
        self.row_worth = [
            [
                standing(
                    self._row_gems[k][row],
                    self._ties[row],
                    self._row_fills[k],
                    self._stakes[k][row],
                    self.me,
                )
                for row in range(5)
            ]
            for k in range(len(self._stakes))
        ]
        self.total = sum(self.rock_worth) + sum(map(sum, self.row_worth))
        del seats

    def gain(self, rock: int, gap: int) -> int:
        """How much a gem of mine there adds. Gaps count from 0."""
        me = self.me
        k = rock - self.first
        gems = self._rock_gems[k][:]
        gems[me] += 1
        lowest = self._rock_lowest[k][:]
        if gap + 1 > lowest[me]:
            lowest[me] = gap + 1
        fills = self._rock_fills[k]
        if k and fills and fills == self._free[rock]:
            fills -= 1
        gain = (
            standing(tuple(gems), tuple(lowest), fills, self._prizes[k], me) - self.rock_worth[k]
        )
        row = self._rows[rock][gap]
        furthest = self._furthest[row]
        at = rock * 100 + gap
        ties = self._ties[row]
        if at > furthest[me]:
            moved = furthest[:]
            moved[me] = at
            ties = _ranks(moved)
        for later in range(min(k + 1, len(self._stakes))):
            row_gems = self._row_gems[later][row]
            gain += (
                standing(
                    row_gems[:me] + (row_gems[me] + 1,) + row_gems[me + 1 :],
                    ties,
                    self._row_fills[later],
                    self._stakes[later][row],
                    me,
                )
                - self.row_worth[later][row]
            )
        return gain


def _ranks(furthest: list[int]) -> tuple[int, ...]:
    """The same order in small numbers, so that equal standings are recognised as such."""
    order = sorted(furthest)
    return tuple(map(order.index, furthest))
