"""What the board promises: the worth of every rock and every tile to one seat, by estimate.

Worth is counted in thousandths of a point and in whole numbers, so that every machine agrees.
Standings that can still change are weighed by chance: each gap still to be *filled* goes to the
one seat, to its rival, or to neither. With nothing left to fill, the estimate is the exact result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import mul

from ..games.iquazu.board import ROWS
from ..games.iquazu.position import DROP, Position

SURE = 1000
# For each gap that goes to the one of two seats and each that goes to the other, so many go to
# neither: to a drop or to a third seat.
NEITHER = 2
# Of five gaps filled before a scoring, so many more gems come into one row of the frame.
ROW_FILLS = 2
# Of two gaps filled before the end, so many are filled in each of the last two rocks.
LAST_FILLS = 1


@lru_cache(maxsize=4096)
def chance_ahead(margin: int, fills: int) -> int:
    """How likely a seat ends up ahead of a rival, in thousandths.

    `margin` is twice its lead in gems, and one more or less for the tie-break.

    >>> chance_ahead(1, 0), chance_ahead(-1, 0), chance_ahead(2, 1), chance_ahead(0, 4)
    (1000, 0, 875, 500)
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
    """What prizes are worth to a seat, less what the others get of them on average.

    Where gems are equal, the higher of `ties` is better.

    >>> standing((2, 2), (5, 3), 0, (8000,), 0), standing((2, 2), (5, 3), 0, (8000,), 1)
    (8000, -8000)
    >>> standing((2, 1, 0), (5, 3, 0), 0, (7000, 3000), 1)
    -500
    """
    rivals = len(gems) - 1
    mine = others = 0
    for seat, chances in enumerate(_chances(gems, ties, fills)):
        worth = sum(map(mul, prizes, chances)) // SURE**rivals
        if seat == me:
            mine = worth
        else:
            others += worth
    return mine - others // rivals


@lru_cache(maxsize=1 << 15)
def _chances(
    gems: tuple[int, ...], ties: tuple[int, ...], fills: int
) -> tuple[tuple[int, ...], ...]:
    """For each seat, how likely just none, one, two … of its rivals end up ahead; none if it has
    no gem and gets none any more. Rivals are taken as independent of each other.

    >>> _chances((1, 1, 0), (5, 3, 0), 0)
    ((1000000, 0, 0), (0, 1000000, 0), ())
    """
    found: list[tuple[int, ...]] = []
    for seat in range(len(gems)):
        if not gems[seat] and not fills:
            found.append(())
            continue
        chances = [1]
        for rival in range(len(gems)):
            if rival != seat:
                better = ties[seat] - ties[rival]
                margin = 2 * (gems[seat] - gems[rival]) + (better > 0) - (better < 0)
                ahead = chance_ahead(margin, fills)
                behind = SURE - ahead
                chances = [
                    one * ahead + other * behind
                    for one, other in zip([*chances, 0], [0, *chances], strict=True)
                ]
        found.append(tuple(chances))
    return tuple(found)


class Sight:
    """What lies in the frame, counted: by rock for the prizes, by row for the tiles.

    Lists are indexed by column of the frame, from 0. `row_gems[k]` counts the gems that are still
    in the frame after k more scorings, `stakes[k]` is the worth of the tiles of that scoring.
    """

    def __init__(self, p: Position, worth: Mapping[str, int], unknown: Sequence[int]) -> None:
        """`worth` is that of a tile by kind; `unknown` that of one not turned up yet, by place."""
        self.me = p.seat
        self.first = first = p.first
        self.rows = p.layout.rows
        columns = range(first, p.last_column)
        self.prizes = [
            tuple(1000 * prize for prize in p.layout.board.points[p.players][column])
            for column in columns
        ]
        self.gems: list[list[int]] = []
        self.lowest: list[list[int]] = []
        self.row_gems: list[list[tuple[int, ...]]] = []
        self.furthest = [[0] * p.players for _ in range(ROWS)]
        in_row = [[0] * p.players for _ in range(ROWS)]
        for column in reversed(columns):
            gems = [0] * p.players
            lowest = [0] * p.players
            rows = self.rows[column]
            for gap, piece in enumerate(p.rocks[column]):
                if 0 <= piece < DROP:
                    gems[piece] += 1
                    lowest[piece] = gap + 1
                    in_row[rows[gap]][piece] += 1
                    furthest = self.furthest[rows[gap]]
                    if _place(column, gap) > furthest[piece]:
                        furthest[piece] = _place(column, gap)
            self.gems.append(gems)
            self.lowest.append(lowest)
            self.row_gems.append([tuple(row) for row in in_row])
        self.gems.reverse()
        self.lowest.reverse()
        self.row_gems.reverse()
        self.ties = [_ranks(row) for row in self.furthest]
        self.stakes = [[(worth[kind],) for kind in p.open_tiles]]
        self.stakes += [[(tile,)] * ROWS for tile in unknown[first + 1 : p.last_column]]


class Outlook:
    """The worth of all that is in sight, given how many gaps of each rock will be free."""

    def __init__(self, sight: Sight, free: Sequence[int]) -> None:
        self._sight = sight
        first, columns = sight.first, len(sight.gems)
        scorings = len(free) - 2
        self._fills = list(free[first : first + columns])
        # I-21: the last two rocks are scored as they are when the third-last is full.
        most = -(-sum(free[first:scorings]) * LAST_FILLS // 2)
        for k in range(scorings - first, columns):
            self._fills[k] = min(self._fills[k], most)
        self._row_fills = [
            -(-sum(free[first : first + k + 1]) * ROW_FILLS // 5) for k in range(len(sight.stakes))
        ]
        self._rocks = [self._rock(k, sight.gems[k], sight.lowest[k]) for k in range(columns)]
        self._tiles = [
            [
                self._tile(k, row, gems, sight.ties[row])
                for row, gems in enumerate(sight.row_gems[k])
            ]
            for k in range(len(sight.stakes))
        ]
        self._row_gains: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        self.total = sum(self._rocks) + sum(map(sum, self._tiles))

    def _rock(self, k: int, gems: list[int], lowest: list[int]) -> int:
        sight = self._sight
        return standing(tuple(gems), tuple(lowest), self._fills[k], sight.prizes[k], sight.me)

    def _tile(self, k: int, row: int, gems: tuple[int, ...], ties: tuple[int, ...]) -> int:
        sight = self._sight
        return standing(gems, ties, self._row_fills[k], sight.stakes[k][row], sight.me)

    def with_gem(self, rock: int, gap: int) -> int:
        """The worth of it all with one more gem of mine. Gaps count from 0."""
        sight, me = self._sight, self._sight.me
        column = rock - sight.first
        gems = sight.gems[column][:]
        lowest = sight.lowest[column][:]
        gems[me] += 1
        if gap >= lowest[me]:
            lowest[me] = gap + 1
        worth = self.total + self._rock(column, gems, lowest) - self._rocks[column]
        row = sight.rows[rock][gap]
        ties = sight.ties[row]
        if _place(rock, gap) > sight.furthest[row][me]:
            furthest = sight.furthest[row][:]
            furthest[me] = _place(rock, gap)
            ties = _ranks(furthest)
        gains = self._row_gains.get((row, ties)) or self._gains_in_row(row, ties)
        return worth + gains[min(column, len(gains) - 1)]

    def _gains_in_row(self, row: int, ties: tuple[int, ...]) -> list[int]:
        """What one more gem of mine brings in a row, by its column, where the ties become these.

        A gem in the third column is in the frame for three scorings.
        """
        gains: list[int] = []
        for k, worths in enumerate(self._tiles):
            gems = list(self._sight.row_gems[k][row])
            gems[self._sight.me] += 1
            gain = self._tile(k, row, tuple(gems), ties) - worths[row]
            gains.append(gains[-1] + gain if gains else gain)
        self._row_gains[row, ties] = gains
        return gains


def _place(column: int, gap: int) -> int:
    """I-14: further right is better, then lower. No rock has as many gaps as a thousand."""
    return (column + 1) * 1000 + gap


def _ranks(places: list[int]) -> tuple[int, ...]:
    """The same order in small numbers: standings that are alike are worked out once."""
    order = sorted(places)
    return tuple(map(order.index, places))
