"""What a game tells the reader about its words.

Vocabulary: a *terminal* is a kind of word, by its name in the grammar (`PLACE`). A *value* is what
a word means (`Place(…)`). A *part* is a piece of a word that the grammar can be asked about by
itself, such as one tile of a reveal. A *slip* is what a person most likely meant.

The grammar file says which words exist; a dialect only says what they mean and how to speak of
them. The reader knows games through this interface alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

# Where a word may stand. Small numbers, because the quick way compares one for every word: up to
# MARK they continue a turn, from NUMBER on they do not.
STEP = 0
EITHER = 1  # in a turn and in the setup
MARK = 2
NUMBER = 3
SEAT = 4
SETUP_NUMBER = 5
SETUP_WORD = 6

Entry = tuple[int, object]
"""A word as the quick way remembers it: where it may stand, and its value."""


class Parts(Protocol):
    """Knows the values of parts of words, each by the grammar's start symbol for it."""

    def one(self, start: str, text: str) -> Any:
        """The value of a part: `one("tile", "C2")`. None if the grammar refuses it."""

    def each(self, start: str, texts: list[str]) -> tuple[Any, ...] | None:
        """The values of several parts of a kind. None if the grammar refuses one of them."""


@dataclass(frozen=True, slots=True)
class Slip:
    """What was probably meant. The reader offers `instead` only if the grammar accepts it."""

    instead: str
    why: str
    code: str = "IQ010"


class Dialect(Protocol):
    """The words of one game."""

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str:
        """The value of the `Game` tag."""

    @property
    def grammar(self) -> str:
        """The file in `grammar/`."""

    @property
    def example(self) -> str:
        """A turn as it is written, for helps: `12. G a4`."""

    @property
    def derived(self) -> str:
        """What words begin with that the rules derive: they are compared as text first."""

    @property
    def shown(self) -> str:
        """What words begin with that tell the rules of something turned up."""

    def plainly(self, value: object) -> int | None:
        """The number of a step in which nothing is unseen or left open; else None."""

    @property
    def parts(self) -> Sequence[str]:
        """The grammar's start symbols for parts of words."""

    @property
    def values(self) -> Mapping[str, Callable[[str], object]]:
        """For each of the game's terminals, what its text means."""

    def by_parts(self, word: str, parts: Parts) -> Entry | None:
        """The entry of a word that hardly ever repeats, put together from its parts.

        None for any other word, and whenever a part is refused.
        """

    def of_parts(self, word: str, parts: Parts) -> Entry | None:
        """The entry of a word that is worth remembering, put together from its parts.

        It need not know any: it only saves asking the grammar about each.
        """

    def phrases(self, terminals: set[str]) -> list[str]:
        """How to say "here could stand one of these", for the game's own terminals."""

    def slips(self, word: str) -> Iterable[Slip]:
        """What may have been meant by an unreadable word, the likeliest first."""

    def advice(self, word: str, in_setup: bool) -> str | None:
        """A help for an unreadable or misplaced word where no single correction is certain."""

    def begins_turn(self, word: str, at_line_start: bool) -> bool:
        """Whether an unreadable text most likely goes on with a new turn at this word."""

    def first_turn(self, tags: Mapping[str, str]) -> int:
        """The number of the record's first turn."""
