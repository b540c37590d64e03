"""Walking through a game with the keys."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .common import Stop
from .printing import console

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.control import Control

    from iquazu_notation.replay import Replay

KEYS = "←→ turn  ↑↓ ten  n p scoring  g G ends  q quit"


def walk_with_keys(game: Replay, start: int) -> None:
    """Show the board turn by turn until the person has seen enough."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Stop("--step needs a terminal; --turn N shows one moment, --ledger all of them")
    from iquazu_notation.drawing.moments import first_turn

    first = first_turn(game) - 1
    last = first + game.turns
    scorings = [event.turn for event in game.events if event.type == "score"]
    turn = start
    out = console()
    with out.screen(hide_cursor=True), _raw_keys() as read_key:
        while True:
            _show(game, turn, last)
            key = read_key()
            if key in ("q", "\x1b", "\x03", "\x04", ""):
                return
            if key in ("right", "l", " ", "\r", "\n"):
                turn += 1
            elif key in ("left", "h", "\x7f"):
                turn -= 1
            elif key in ("down", "j"):
                turn += 10
            elif key in ("up", "k"):
                turn -= 10
            elif key == "n":
                turn = next((t for t in scorings if t > turn), last)
            elif key == "p":
                turn = next((t for t in reversed(scorings) if t < turn), first)
            elif key in ("g", "home"):
                turn = first
            elif key in ("G", "end"):
                turn = last
            turn = max(first, min(last, turn))


def _show(game: Replay, turn: int, last: int) -> None:
    from rich.console import Group
    from rich.segment import Segment, Segments
    from rich.text import Text

    from iquazu_notation.drawing.moments import (
        certain_hands,
        player_names,
        position_after,
        touched,
    )
    from iquazu_notation.drawing.narration import happened
    from iquazu_notation.drawing.terminal import board

    out = console()
    lines = [
        Text(f"after turn {turn} of {last}   {KEYS}", style="reverse", overflow="ellipsis"),
        board(
            position_after(game, turn),
            players=player_names(game),
            highlight=touched(game, turn),
            certain=certain_hands(game, turn),
        ),
        *(Text(line, overflow="ellipsis") for line in happened(game, turn)),
    ]
    for line in lines:
        if isinstance(line, Text):
            line.no_wrap = True
    # A small screen shows the top: it must not scroll.
    rows = out.render_lines(Group(*lines), pad=False)[: out.height - 1]
    out.control(_home())
    for row in rows:
        out.print(Segments([*row, Segment.line()]), end="")


def _home() -> Control:
    from rich.control import Control
    from rich.segment import ControlType

    return Control((ControlType.HOME,), (ControlType.CLEAR,))


class _raw_keys:
    """Keys one by one, without Enter; the terminal is put back however it ends."""

    def __enter__(self) -> Callable[[], str]:
        try:
            import termios
            import tty
        except ImportError:
            return _windows_key
        self.fd = sys.stdin.fileno()
        self.saved = termios.tcgetattr(self.fd)
        tty.setcbreak(self.fd)
        return self._key

    def __exit__(self, *_: object) -> None:
        if hasattr(self, "saved"):
            import termios

            termios.tcsetattr(self.fd, termios.TCSADRAIN, self.saved)

    def _key(self) -> str:
        import os
        import select

        key = os.read(self.fd, 1).decode(errors="replace")
        if key == "\x1b" and select.select([self.fd], [], [], 0.05)[0]:
            rest = os.read(self.fd, 8).decode(errors="replace")
            names = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end"}
            return names.get(rest[-1:], "other")
        return key


def _windows_key() -> str:
    import msvcrt

    key: str = msvcrt.getwch()  # type: ignore[attr-defined]
    if key in ("\x00", "\xe0"):
        names = {"H": "up", "P": "down", "M": "right", "K": "left", "G": "home", "O": "end"}
        return names.get(msvcrt.getwch(), "other")  # type: ignore[attr-defined]
    return key
