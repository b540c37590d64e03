"""Unseen tiles by brute force; see `brute` for the spirit of it.

Events that count are `reveal`, `score`, `tile` and `final`; the first reveal is that of the setup
(I-4), and each scoring but the last is followed by one more (I-15). Reveals number 0 to 6 are
light tiles, 7 and 8 dark ones: a tile of either back is one of those the board has of that back.
So if all tiles of a back have been turned up, each kind is there exactly as often as the board
has it.

A *world* says which tiles each seat holds and how many of each kind and back are not accounted
for. An unseen tile gets its kind when it is given out; until then nothing depends on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

Event = Mapping[str, Any]

DARK_FROM = 7
BACKS = ("light", "dark")


class Table(NamedTuple):
    """A world of tiles: what each seat holds, and what is left of each (back, kind)."""

    held: tuple[tuple[str, ...], ...]
    left: tuple[tuple[tuple[str, str], int], ...]


def tiles_possible(
    events: Sequence[Event],
    seats: Sequence[str],
    light: Mapping[str, int],
    dark: Mapping[str, int],
    totals: Mapping[str, int] | None = None,
) -> bool:
    """Whether some kinds of the unseen tiles fit: the mix, each use, and final totals if given.

    `totals` may be of some seats only. They are what a seat has after I-22, so give them only
    for a finished game.
    """
    return bool(_fitting(events, seats, light, dark, totals))


def tiles_first_impossible_turn(
    events: Sequence[Event],
    seats: Sequence[str],
    light: Mapping[str, int],
    dark: Mapping[str, int],
    totals: Mapping[str, int] | None = None,
) -> int | None:
    """The first turn up to and with which nothing fits; final totals belong to the last turn."""
    tables, turn = _walk(events, seats, light, dark)
    if tables and not _with_totals(tables, events, seats, totals):
        return turn
    return None if tables else turn


def tile_point_ranges(
    events: Sequence[Event],
    seats: Sequence[str],
    light: Mapping[str, int],
    dark: Mapping[str, int],
    totals: Mapping[str, int] | None = None,
) -> dict[str, tuple[int, int]]:
    """Least and most points on the tiles each seat holds at the end of the events."""
    tables = _fitting(events, seats, light, dark, totals)
    if not tables:
        raise ValueError("no tiles fit this record")
    found = {}
    for place, seat in enumerate(seats):
        points = {_points(table.held[place]) for table in tables}
        found[seat] = (min(points), max(points))
    return found


# ---------------------------------------------------------------------- working it out


def _fitting(
    events: Sequence[Event],
    seats: Sequence[str],
    light: Mapping[str, int],
    dark: Mapping[str, int],
    totals: Mapping[str, int] | None,
) -> set[Table]:
    return _with_totals(_walk(events, seats, light, dark)[0], events, seats, totals)


def _with_totals(
    tables: Iterable[Table],
    events: Sequence[Event],
    seats: Sequence[str],
    totals: Mapping[str, int] | None,
) -> set[Table]:
    """I-22: rock points and the points on kept tiles are the final total."""
    rocks = dict.fromkeys(seats, 0)
    for event in events:
        if event["type"] in ("score", "final"):
            for seat, points in event["prizes"].items():
                rocks[seat] += points
    return {
        table
        for table in tables
        if all(
            rocks[seat] + _points(table.held[seats.index(seat)]) == total
            for seat, total in (totals or {}).items()
        )
    }


def _walk(
    events: Sequence[Event],
    seats: Sequence[str],
    light: Mapping[str, int],
    dark: Mapping[str, int],
) -> tuple[set[Table], int]:
    """All worlds after the events, and the turn of the last event, or of the one that left none."""
    mix = [("light", light), ("dark", dark)]
    left = {(back, kind): number for back, kinds in mix for kind, number in kinds.items()}
    tables = {Table(((),) * len(seats), _frozen(left))}
    reveals = 0
    open_tiles: tuple[str, ...] = ()
    turn = 0
    for event in events:
        turn = event["turn"]
        back = BACKS[reveals - 1 >= DARK_FROM]
        if event["type"] == "reveal":
            back = BACKS[reveals >= DARK_FROM]
            reveals += 1
            open_tiles = tuple(event["tiles"])
            seen = [kind for kind in open_tiles if kind != "?"]
            tables = {
                table._replace(left=rest)
                for table in tables
                if (rest := _taken(table.left, back, seen)) is not None
                and _number_left(rest, back) >= open_tiles.count("?")
            }
        elif event["type"] == "score":
            if tuple(event["tiles"]) != open_tiles:
                raise ValueError(f"turn {turn}: other tiles are given out than were turned up")
            for taker in (*seats, None):
                won = [
                    tile
                    for tile, to in zip(open_tiles, event["awards"], strict=True)
                    if to == taker
                ]
                tables = {new for table in tables for new in _given(table, back, won, taker, seats)}
            open_tiles = ()
        elif event["type"] == "tile":
            place = seats.index(event["seat"])
            tables = {
                _handed_in(table, place, event["tile"])
                for table in tables
                if event["tile"] in table.held[place]
            }
        if not tables:
            break
    return tables, turn


def _given(
    table: Table, back: str, won: Sequence[str], taker: str | None, seats: Sequence[str]
) -> Iterator[Table]:
    """A seat (or nobody) takes these tiles: every choice of kinds for the unseen ones."""
    kinds = [kind for (of, kind), number in table.left if of == back and number]
    for filled in combinations_with_replacement(kinds, won.count("?")):
        left = _taken(table.left, back, filled)
        if left is None:
            continue
        if taker is None:  # I-14: an empty row's tile leaves the game
            yield Table(table.held, left)
            continue
        place = seats.index(taker)
        tiles = [*table.held[place], *filled, *(kind for kind in won if kind != "?")]
        yield Table(_with_tiles(table, place, tiles), left)


def _handed_in(table: Table, place: int, kind: str) -> Table:
    tiles = list(table.held[place])
    tiles.remove(kind)
    return Table(_with_tiles(table, place, tiles), table.left)


def _with_tiles(table: Table, place: int, tiles: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    return (*table.held[:place], tuple(sorted(tiles)), *table.held[place + 1 :])


def _taken(
    left: tuple[tuple[tuple[str, str], int], ...], back: str, tiles: Iterable[str]
) -> tuple[tuple[tuple[str, str], int], ...] | None:
    """What is left without these tiles, or None if there are not so many."""
    rest = dict(left)
    for kind in tiles:
        if not rest.get((back, kind)):
            return None
        rest[back, kind] -= 1
    return _frozen(rest)


def _number_left(left: tuple[tuple[tuple[str, str], int], ...], back: str) -> int:
    return sum(number for (of, _), number in left if of == back)


def _frozen(left: Mapping[tuple[str, str], int]) -> tuple[tuple[tuple[str, str], int], ...]:
    return tuple(sorted(left.items()))


def _points(tiles: Iterable[str]) -> int:
    return sum(int(kind[1:]) for kind in tiles if kind[0] == "V")
