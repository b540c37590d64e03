"""Can it have been like this at all? The whole record judged, unseen cards included, aside.

The rules refuse an illegal turn at once. That unseen cards have become impossible shows only when
all of them are weighed together, which takes longer than a keystroke.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..notation.diagnostics import Diagnostic
from ..reading import read_text
from ..replay import Verdict, replay

# Found by weighing all unseen cards and tiles together; the walk alone does not know them.
UNSEEN_CODES = ("IQ503", "IQ504", "IQ506", "IQ507")


@dataclass(frozen=True, slots=True)
class Judgement:
    """A record's verdict; `impossible` says which turn left no way to fill what is unseen.

    `certain` are the cards each seat must hold now.
    """

    verdict: Verdict
    impossible: Diagnostic | None = None
    certain: Mapping[str, str] = field(default_factory=dict)

    @property
    def warning(self) -> str | None:
        """One or two sentences for the players."""
        found = self.impossible
        if found is None:
            return None
        help_line = f" Likely: {found.help}." if found.help else ""
        return f"Turn {found.turn} can't have been like this: {found.message}.{help_line}"


def judge(text: str, file: str = "-", boards: Mapping[str, Any] | None = None) -> Judgement:
    """Judge a record.

    >>> judge('[Game "Iquazu"]\\n[Strips "3 1 5 2 4"]\\n[Seats "R G"]\\nR a4\\n').verdict
    'consistent'
    """
    from ..drawing.moments import certain_hands, first_turn

    game = replay(next(read_text(text, file)), boards)
    found = next((d for d in game.diagnostics if d.code in UNSEEN_CODES), None)
    certain: Mapping[str, str] = {}
    if game.turns and game.verdict == "consistent":
        certain = certain_hands(game, first_turn(game) + game.turns - 1)
    return Judgement(game.verdict, found, certain)


class Judge:
    """Judges in a thread of its own. Only the newest question counts: older ones are dropped."""

    def __init__(
        self,
        told: Callable[[int, Judgement], None],
        file: str = "-",
        boards: Mapping[str, Any] | None = None,
    ) -> None:
        self._told, self._file, self._boards = told, file, boards
        self._next: tuple[int, str] | None = None
        self._wake = threading.Condition()
        self._stopped = False
        self._thread = threading.Thread(target=self._work, name="judge", daemon=True)
        self._thread.start()

    def ask(self, version: int, text: str) -> None:
        """Judge this text when there is time; the answer comes with the same version."""
        with self._wake:
            self._next = (version, text)
            self._wake.notify()

    def stop(self) -> None:
        with self._wake:
            self._stopped = True
            self._wake.notify()

    def _work(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._next is not None or self._stopped)
                if self._stopped or self._next is None:
                    return
                version, text = self._next
                self._next = None
            try:
                found = judge(text, self._file, self._boards)
            except Exception:
                continue  # no verdict is better than a screen full of our own mistake
            with self._wake:
                outdated = self._next is not None or self._stopped
            if not outdated:
                self._told(version, found)
