"""All that happened in a game, each as one number: what whole collections are counted from.

Where events tell a reader everything, a code says only what can't be worked out from those before
it. Its lowest bits are its kind; above them lie the cards (a tally), and above these the rock, the
gap and whether an any-colour tile paid. Turns are not written: `TURN` says that one is over.

>>> code = code_of(PLACE, cards=3, rock=2, gap=7)
>>> code & KIND == PLACE, code >> CARDS_AT & ALL_CARDS, code >> ROCK_AT & 15, code >> GAP_AT & 4095
(True, 3, 2, 7)
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from .position import Scoring

KIND: Final = 15
TURN: Final = 0  # a turn is over
DEAL: Final = 1
DRAW: Final = 2
TILE: Final = 3  # a bonus tile is used; for its kind see TILE_KINDS
DISCARD: Final = 4
PLACE: Final = 5
DROP: Final = 6
RESHUFFLE: Final = 7
SCORE: Final = 8  # what it came to is told in the position's `scorings`
FINAL: Final = 9  # likewise, of one of the last two rocks

CARDS_AT: Final = 4
ALL_CARDS: Final = (1 << 28) - 1
ROCK_AT: Final = 32
GAP_AT: Final = 36
JOKER_AT: Final = 48

TILE_KINDS: Final = (
    "C2",
    "C3",
    "C4",
    "J",
    "D",
)  # a tile has its place here where others have a rock


class Tape(NamedTuple):
    """A whole record: the first five tiles, all codes, and what each scoring came to."""

    tiles: Sequence[str]
    codes: array[int]
    scorings: Sequence[Scoring]


def code_of(kind: int, cards: int = 0, rock: int = 0, gap: int = 0, joker: int = 0) -> int:
    """The code of something that happened."""
    return kind | cards << CARDS_AT | rock << ROCK_AT | gap << GAP_AT | joker << JOKER_AT
