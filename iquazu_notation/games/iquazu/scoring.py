"""Who wins a rock's prizes and who takes the tiles. Plain functions of the gaps.

A rock is a list of what lies in its gaps, from the top: FREE, DROP, or a seat's place in the turn
order.
"""

from __future__ import annotations

from collections.abc import Sequence

FREE = -1
DROP = 4


def ranking(rock: Sequence[int], seats: int) -> list[int]:
    """I-13: seats with a gem on the rock, by number of gems, then by their lowest gem.

    >>> ranking([0, DROP, 1, 1, 0, FREE, 2], 4)
    [0, 1, 2]
    """
    gems = [0] * (DROP + 1)
    lowest = [0] * (DROP + 1)
    for gap, piece in enumerate(rock):
        if piece != FREE:
            gems[piece] += 1
            lowest[piece] = gap
    ranked = [seat for seat in range(seats) if gems[seat]]
    ranked.sort(key=lambda seat: (gems[seat], lowest[seat]), reverse=True)
    return ranked


def takers(
    rocks: Sequence[Sequence[int]], rows: Sequence[Sequence[int]], first: int, last: int, seats: int
) -> list[int | None]:
    """I-14: who takes the tile of each of the five rows, over the rocks `first` to before `last`.

    Most gems in the row; then the rightmost gem further right; then, in that cell, the lower gem.
    """
    gems = [0] * (5 * (DROP + 1))
    # The last gem met, going right and down, is the rightmost one and the lowest of its cell.
    furthest = [0] * (5 * (DROP + 1))
    for column in range(first, last):
        rock_rows = rows[column]
        for gap, piece in enumerate(rocks[column]):
            if 0 <= piece < DROP:
                at = rock_rows[gap] * (DROP + 1) + piece
                gems[at] += 1
                furthest[at] = column * 100 + gap
    winners: list[int | None] = []
    for row in range(5):
        best: int | None = None
        best_at = 0
        for seat in range(seats):
            at = row * (DROP + 1) + seat
            if gems[at] and (
                best is None or (gems[at], furthest[at]) > (gems[best_at], furthest[best_at])
            ):
                best, best_at = seat, at
        winners.append(best)
    return winners
