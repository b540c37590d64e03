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
    gems = [rock.count(seat) for seat in range(seats)]
    ranked = [seat for seat in range(seats) if gems[seat]]
    if len(set(gems)) < seats:
        lowest = {piece: gap for gap, piece in enumerate(rock)}  # the last one met is the lowest
        ranked.sort(key=lambda seat: (gems[seat], lowest[seat]), reverse=True)
    else:
        ranked.sort(key=gems.__getitem__, reverse=True)
    return ranked


def takers(
    rocks: Sequence[Sequence[int]], rows: Sequence[Sequence[int]], first: int, last: int, seats: int
) -> list[int | None]:
    """I-14: who takes the tile of each of the five rows, over the rocks `first` to before `last`.

    Most gems in the row; then the rightmost gem further right; then, in that cell, the lower gem.
    """
    kinds = DROP + 1
    gems = [0] * (5 * kinds)
    # The last gem met, going right and down, is the rightmost one and the lowest of its cell.
    furthest = gems[:]
    place = 0
    for column in range(first, last):
        for piece, row in zip(rocks[column], rows[column]):  # noqa: B905 - as long as each other
            place += 1
            if FREE < piece < DROP:
                at = row * kinds + piece
                gems[at] += 1
                furthest[at] = place
    winners: list[int | None] = []
    for start in range(0, 5 * kinds, kinds):
        in_row = gems[start : start + seats]
        most = max(in_row)
        if not most:
            winners.append(None)
        elif in_row.count(most) == 1:
            winners.append(in_row.index(most))
        else:
            tied = [seat for seat, number in enumerate(in_row) if number == most]
            winners.append(max(tied, key=lambda seat: furthest[start + seat]))
    return winners
