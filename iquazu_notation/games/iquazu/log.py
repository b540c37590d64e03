"""The log of a game: all that happened, in order of time, as numbers.

The rules append to it and nothing else does; events, written words, tables and reasoning about
unseen cards are all made from it. The words of steps are numbers of the same form (see `steps`), so
that a step can be played, and noted down, as the one number that its word means.

A code's lowest bits are its kind; above them lie the cards (a tally), the rock, the gap and some
flags. Turns and seats are not written: `TURN` says that a turn is over.

>>> code = code_of(PLACE, cards=3, rock=2, gap=7)
>>> code & KIND == PLACE, code >> CARDS_AT & ALL_CARDS, code >> ROCK_AT & 15, code >> GAP_AT & GAPS
(True, 3, 2, 7)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

KIND: Final = 15
TURN: Final = 0  # a turn is over
DEAL: Final = 1  # a starting hand; they are dealt in the order of the seats
DRAW: Final = 2
TILE: Final = 3  # a bonus tile is used: its number in USABLE, where other codes have a rock
DISCARD: Final = 4
PLACE: Final = 5
DROP: Final = 6
RESHUFFLE: Final = 7  # cards of the old pile that come first (as a rock), and of the new pile
SCORE: Final = 8  # an interim scoring of a rock: its prizes, its awards, and a reveal follow
FINAL: Final = 9  # one of the last two rocks is scored; its prizes follow
END: Final = 10  # the game is over; the points on kept tiles follow, as prizes
PRIZE: Final = 11  # points (as cards) for a seat (as a rock)
AWARD: Final = 12  # a row's tile goes to a seat (as a rock), for its gems by seat (as cards);
# the row stands where other codes have a gap, and above it the tile
REVEAL: Final = 13  # five tiles are turned up
WATER: Final = 14  # the water box comes to a seat (as a rock)
REFILL: Final = 15  # pieces (as cards) of a seat, or drops, go back into their box

CARDS_AT: Final = 4
ALL_CARDS: Final = (1 << 28) - 1
ROCK_AT: Final = 32
GAP_AT: Final = 36
GAPS: Final = 127
JOKER: Final = 1 << 43  # an any-colour tile paid
OPEN: Final = 1 << 44  # of a step: no cards are written
IN_FRAME: Final = 1 << 45  # of a step: its rock is counted from the first in the frame
TILE_AT: Final = 43  # of an award: the number of its tile
COSTS_AT: Final = 46  # of a step: what the cards pay for a gap of each colour, four bits each
LOGGED: Final = (1 << 43) - 1  # of a step without flags: what is noted down of it
NOBODY: Final = 15  # takes a tile

USABLE: Final = ("C2", "C3", "C4", "J", "D")

_TILE_BITS: Final = 7
TILE_NUMBERS: Final[dict[str, int]] = {
    "?": 0,
    **{f"V{points}": points for points in range(1, 100)},
    **{kind: 100 + place for place, kind in enumerate(USABLE)},
}
_TILES: Final[dict[int, str]] = {number: kind for kind, number in TILE_NUMBERS.items()}


def code_of(kind: i64, cards: i64 = 0, rock: i64 = 0, gap: i64 = 0) -> i64:
    """The code of something that happened."""
    return kind | cards << CARDS_AT | rock << ROCK_AT | gap << GAP_AT


def tile_of(code: int) -> str:
    """The tile of an award."""
    return _TILES[code >> TILE_AT & 127]


def reveal_code(tiles: Sequence[str]) -> int:
    """Five tiles turned up, from the top, as a code."""
    code = 0
    for kind in reversed(tiles):
        code = code << _TILE_BITS | TILE_NUMBERS[kind]
    return code << CARDS_AT | REVEAL


def revealed(code: int) -> tuple[str, ...]:
    """The five tiles of a code.

    >>> revealed(reveal_code(["C3", "V12", "?", "J", "D"]))
    ('C3', 'V12', '?', 'J', 'D')
    """
    code >>= CARDS_AT
    return tuple([_TILES[code >> _TILE_BITS * row & 127] for row in range(5)])
