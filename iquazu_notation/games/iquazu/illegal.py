"""What the rules say when a step is refused."""

from __future__ import annotations

SEAT_NAMES = {"R": "Red", "G": "Green", "Y": "Yellow", "P": "Purple"}
COLOUR_NAMES = {"W": "white", "B": "blue", "O": "orange"}


class Illegal(Exception):
    """A step the rules refuse: a code, a reason in a player's words, a ruling, and a help.

    `reveal` is the place of the tiles that can't be turned up, among those that were to follow.
    """

    reveal: int | None = None

    def __init__(
        self, code: str, message: str, *, help: str | None = None, ruling: str | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = help
        self.ruling = ruling


def cards_in_words(number: int, colour: str) -> str:
    """Cards of one colour as a player says it.

    >>> cards_in_words(2, "B")
    '2 blue cards'
    """
    return f"{number} {COLOUR_NAMES[colour]} card{'' if number == 1 else 's'}"


def listed(words: list[str], last: str = "or") -> str:
    """Words as a list in a sentence.

    >>> listed(["a1", "a2", "b3"])
    'a1, a2 or b3'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
