"""The input line: letters go in, Tab completes."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

from ..desk import Desk


class LineInput(Input):
    """One line of notation, an answer, or a command."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", show=False),
        Binding("shift+tab", "complete(-1)", show=False),
    ]

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="line", compact=True, select_on_focus=False)
        self.desk = desk
        # While Tab goes round: the line before the word, the words, and the one that stands there.
        self._round: tuple[str, list[str], int] | None = None

    def put(self, text: str) -> None:
        """Another text, with the cursor behind it."""
        self.value = text
        self.cursor_position = len(text)

    @property
    def going_round(self) -> list[str]:
        """The words that Tab goes through, while it does."""
        if self._round is None:
            return []
        stem, words, at = self._round
        return words if self.value == stem + words[at] else []

    def action_complete(self, step: int = 1) -> None:
        """Complete the word as far as it is certain; pressed again, go through what it can be."""
        if self._round is not None and self.going_round:
            stem, words, at = self._round
            at = (at + step) % len(words)
        else:
            looked = self.desk.preview(self.value)
            stem, words = looked.stem, looked.words
            if not words:
                return
            begun = self.value[len(stem) :]
            common = shared_start(words)
            if len(common) > len(begun):
                self._round = None
                self.put(stem + common)
                return
            words = [word for word in words if word != begun] or words
            at = 0 if step > 0 else len(words) - 1
        self._round = (stem, words, at)
        self.put(stem + words[at])


def shared_start(words: list[str]) -> str:
    """How far all words begin alike.

    >>> shared_start(["c4:BBB", "c4:WWBB"])
    'c4:'
    """
    first, last = min(words), max(words)
    return first[
        : next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    ]
