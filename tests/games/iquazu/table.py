"""A table to try the rules on: positions in the middle of a game, and steps as they are written.

The board is `reference` with the strips 3 1 5 2 4. Its gaps, from the top, cells in brackets:

    a  W [BO] W O [BW]        e  [OW] B O [BO] W       i  [OW] B [WO] O [BW]
    b  O [WB] W O [WB]        f  [WO] B [OW] B W       j  [BO] W [OB] [WO] B
    c  B O [WB] [OW] B        g  B [WO] [BW] O [WB]    k  O [BW] O [WB] O
    d  B [OW] B [OB] [WO]     h  [WB] O [BW] O B
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import pytest

from iquazu_notation.games.iquazu.board import Board, Layout, Rock
from iquazu_notation.games.iquazu.board_file import reference
from iquazu_notation.games.iquazu.decoding import Decoder
from iquazu_notation.games.iquazu.events import Event
from iquazu_notation.games.iquazu.illegal import Illegal
from iquazu_notation.games.iquazu.position import Position
from iquazu_notation.games.iquazu.position_text import read_position
from iquazu_notation.games.iquazu.steps import (
    COLOURS,
    ROCKS,
    Discard,
    Draw,
    Drop,
    Place,
    Step,
    UseTile,
    in_order,
    spell,
)

LAYOUT = reference().lay(["3", "1", "5", "2", "4"])
NO_POINTS_TILES = ("C2", "C2", "C3", "J", "D")
DARK_TILES = ("V3", "V4", "V4", "V5", "V6")  # the last two columns have no others


def board_of(rocks: Sequence[Sequence[str]], **changes: object) -> Board:
    """The reference board with these eleven rocks, all of them printed: rows from the top."""
    printed = tuple((place, Rock("light", tuple(rows))) for place, rows in enumerate(rocks))
    made = replace(reference(), id="test", strips={}, printed=printed)
    return replace(made, **changes)  # type: ignore[arg-type]


def changed(**changes: object) -> Layout:
    """The usual layout of a board with, say, fewer cards or drops."""
    return replace(reference(), **changes).lay(LAYOUT.order)  # type: ignore[arg-type]


def table(
    *,
    seats: str = "RG",
    first: str = "a",
    seat: str = "",
    water: str = "",
    hands: Mapping[str, str] | None = None,
    discards: str = "",
    held: Mapping[str, str] | None = None,
    open_tiles: Sequence[str] | None = None,
    points: Mapping[str, int] | None = None,
    layout: Layout = LAYOUT,
    on: Mapping[str, str] | None = None,
    **rocks: str,
) -> Position:
    """A position before a turn. What is not said is empty; all other cards are in the pile.

    `seat` moves (the first one if not said), the `water` box stands with the last seat. Tiles that
    scorings before this one gave out, and nobody holds, have left the game. Rocks are given by
    their letter, from the top (`a="R~....."`), or all of them in `on`.
    """
    board = layout.board
    if open_tiles is None:
        open_tiles = DARK_TILES if first in "hi" else NO_POINTS_TILES
    moves = seat or seats[0]
    cards = {each: (hands or {}).get(each, "") for each in seats}
    size = sum(board.cards.values()) - len(discards) - sum(map(len, cards.values()))
    tiles = {each: (held or {}).get(each, "").split() for each in seats}
    left = [kind for mix in (board.light, board.dark) for kind in mix for _ in range(mix[kind])]
    for kind in [*open_tiles, *(kind for kinds in tiles.values() for kind in kinds)]:
        if kind in left:
            left.remove(kind)
    given_out = 5 * ROCKS.index(first) - sum(map(len, tiles.values()))
    empty = ["." * len(colours) for colours in layout.colours]
    rocks |= on or {}
    line = [
        "/".join(rocks.get(letter, empty[at]) for at, letter in enumerate(ROCKS)),
        first,
        str(seats.index(moves) + 1),
        moves,
        water or seats[-1],
        ",".join(f"{each}:{in_order(cards[each])}" for each in seats),
        f"{size}:{in_order(discards)}",
        ",".join(f"{each}:{'.'.join(tiles[each])}" for each in seats),
        ",".join(open_tiles),
        ",".join(left[:given_out]) or "-",
        ",".join(f"{each}{(points or {}).get(each, 0)}" for each in seats),
    ]
    return read_position(" ".join(line), layout, tuple(seats))


def step(word: str) -> Step:
    """A step from its word: `+WWBO`, `a3:W`, `2/4:BB`, `*C2+WB`, `*J`, `-W`, `~`."""
    if word[0] == "+":
        return Draw() if word == "+" else Draw(word[1:].replace("0", ""))
    if word[0] == "-":
        return Discard(word[1:] or None)
    if word[0] == "~":
        return Drop()
    if word[0] == "*":
        kind, plus, cards = word[1:].partition("+")
        return UseTile(kind, cards.replace("0", "") if plus else None)
    where, colon, paid = word.partition(":")
    cards_paid = paid if colon else None
    if "/" in where:
        return Place(None, int(where[0]), int(where[2:]), cards_paid)
    return Place(ROCKS.index(where[0]), None, int(where[1:]), cards_paid)


def play(p: Position, words: str, reveals: Iterable[Sequence[str]] = ()) -> Position:
    """Play steps of the active seat; `end` ends its turn. Returns the same position."""
    shown = list(reveals)
    for word in words.split():
        first = p.first
        if word == "end":
            p.end_turn(shown)
        else:
            p.apply(step(word), shown)
        del shown[: p.first - first]
    return p


def refused(p: Position, word: str) -> str | None:
    """The ruling that forbids a step (or the `end` of a turn); nothing has changed by trying."""
    before = p.copy()
    with pytest.raises(Illegal) as caught:
        play(p, word)
    assert p == before, f"{word} is refused, and yet something changed"
    return caught.value.ruling


def accepted(p: Position, words: str) -> bool:
    """Whether the steps are legal; the position stays as it is."""
    try:
        play(p.copy(), words)
    except Illegal:
        return False
    return True


def hand(p: Position, seat: str) -> str:
    return spell(p.hands[p.seats.index(seat)])


def held(p: Position, seat: str) -> list[str]:
    return sorted(p.held[p.seats.index(seat)])


def rock(p: Position, letter: str) -> str:
    """What lies on a rock, as the Position tag writes it."""
    pieces = {-1: ".", 4: "~", **dict(enumerate(p.seats))}
    return "".join(pieces[piece] for piece in p.rocks[ROCKS.index(letter)])


def water_box(p: Position) -> str:
    return p.seats[p.water]


def happened(p: Position, kind: str = "") -> list[Event]:
    """The events so far, or those of one type."""
    return [event for event in Decoder(p).read(p) if kind in ("", event.type)]


def order_of_events(p: Position) -> list[str]:
    return [event.type for event in happened(p)]


def gaps_of(letter: str, colour: str, layout: Layout = LAYOUT) -> list[int]:
    """The gaps of a rock that have a colour, counted from 1."""
    colours = layout.colours[ROCKS.index(letter)]
    return [gap for gap, each in enumerate(colours, 1) if COLOURS[each] == colour]
