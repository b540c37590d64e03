"""Who wins a rock's prizes and who takes the tiles. Plain functions of the gaps.

A rock is a list of what lies in its gaps, from the top: FREE, DROP, or a seat's place in the turn
order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

FREE = -1
DROP = 4


def ranking(rock: Sequence[int], seats: int) -> list[int]:
    """I-13: seats with a gem on the rock, by number of gems, then by their lowest gem.

    >>> ranking([0, DROP, 1, 1, 0, FREE, 2], 4)
    [0, 1, 2]
    """
    from_below = rock[::-1]
    strength = {
        seat: rock.count(seat) * 100 - from_below.index(seat)
        for seat in range(seats)
        if seat in from_below
    }
    return sorted(strength, key=strength.__getitem__, reverse=True)


def takers(rows: Iterable[Sequence[int]], seats: int) -> list[int | None]:
    """I-14: who takes the tile of each row. A row: its pieces in the frame, to the right and down.

    Most gems in the row; then the rightmost gem further right; then, in that cell, the lower gem.

    >>> takers([[1, FREE, 0, 1], [0, 1, DROP], [FREE, DROP]], 2)
    [1, 1, None]
    """
    everybody = range(seats)
    found: list[int | None] = []
    for row in rows:
        gems = [row.count(seat) for seat in everybody]
        most = max(gems)
        if not most:
            found.append(None)
        elif gems.count(most) == 1:
            found.append(gems.index(most))
        else:
            for piece in reversed(row):
                if FREE < piece < DROP and gems[piece] == most:
                    found.append(piece)
                    break
    return found
