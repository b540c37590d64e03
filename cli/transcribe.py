"""`iquazu transcribe`: write a game down while it is played."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, cast

import typer

from iquazu_notation.drawing.safe_text import printable

from .common import BOARD_FILES, Stop, load_boards
from .printing import Unheard, say

if TYPE_CHECKING:
    from iquazu_notation.transcribing.desk import Desk

EXAMPLES = """
Examples:

  iquazu transcribe night.iqn                a new game, or the one that is not finished

  iquazu transcribe night.iqn --clock        and how long each turn took

  iquazu transcribe night.iqn --me Anna      you play yourself, and see your own cards

  iquazu transcribe night.iqn --plain        line by line, without a full screen

  iquazu transcribe new.iqn --plain < turns.txt
"""

NEEDS_TEXTUAL = (
    "the full screen needs an extra: pip install 'iquazu-notation[tui]'; --plain does without it"
)


def transcribe(
    file: Path = typer.Argument(..., metavar="FILE", help="Where the game is kept: night.iqn."),
    plain: bool = typer.Option(False, "--plain", help="Line by line, without a full screen."),
    clock: bool = typer.Option(False, "--clock", help="Write down how long each turn took."),
    me: str | None = typer.Option(
        None, "--me", metavar="NAME", help="You play yourself: your name, or your colour."
    ),
    record: int | None = typer.Option(
        None, "--record", min=1, help="Which record to go on with, counted from 1."
    ),
    new: bool = typer.Option(False, "--new", help="A new game, behind those in the file."),
    board: list[str] = BOARD_FILES,
) -> None:
    """Write a game down at the table: each turn is checked, explained, and on disk at once.

    A file that is not there begins with a new game; of one that is there, the last game that is not
    finished goes on.
    """
    from iquazu_notation.transcribing.clock import Clock
    from iquazu_notation.transcribing.desk import Desk
    from iquazu_notation.transcribing.keeping import CannotKeep
    from iquazu_notation.transcribing.taking_up import CannotTakeUp, take_up

    if new and record is not None:
        raise Stop("--new begins a game and --record goes on with one: choose one of them")
    if not plain:
        _require_screen()
    try:
        taken = take_up(file, record, new=new, boards=load_boards(board))
    except (CannotKeep, CannotTakeUp) as trouble:
        raise Stop(str(trouble)) from None
    desk = Desk(taken, me=me, clock=Clock() if clock else None)
    with closing(desk):
        raise typer.Exit(_run_plain(desk) if plain else _run_screen(desk))


def _require_screen() -> None:
    from importlib.util import find_spec

    if find_spec("textual") is None:
        raise Stop(NEEDS_TEXTUAL)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Stop("the full screen needs a terminal; --plain reads lines from anywhere")


def _run_screen(desk: Desk) -> int:
    # Textual draws at the next of so many moments a second; only what changed, so it costs nothing.
    os.environ.setdefault("TEXTUAL_FPS", "240")
    from iquazu_notation.transcribing.screen.app import TranscribeApp

    TranscribeApp(desk).sit_down()
    return 0


def _run_plain(desk: Desk) -> int:
    from iquazu_notation.transcribing.plain import Plain

    person = sys.stdin.isatty()
    # The work is what is on disk: lines are taken to the last, whether somebody reads or not.
    out = cast(TextIO, Unheard(sys.stdout, BrokenPipeError))
    skin = Plain(desk, out, sys.stderr, person=person)
    return skin.run(_typed(desk) if person else map(utf8, sys.stdin))


def _typed(desk: Desk) -> Iterator[str]:
    """Lines of a person, with Tab if the terminal knows it."""
    try:
        import readline
    except ImportError:
        pass
    else:
        readline.set_completer_delims(" ")
        readline.parse_and_bind("tab: complete")
        readline.set_completer(lambda _, at: _nth_completion(desk, readline.get_line_buffer(), at))
    while True:
        try:
            yield utf8(input(printable(f"{desk.prompt}: ") if desk.question is None else "> "))
        except EOFError:
            say("")
            return


def utf8(line: str) -> str:
    """A line as it was typed: in the C locale Python does not know that it is UTF-8.

    >>> utf8("a4 {h\\udcc3\\udca9llo}")
    'a4 {héllo}'
    """
    return line.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _nth_completion(desk: Desk, line: str, at: int) -> str | None:
    words = desk.preview(line).words
    return words[at] if at < len(words) else None


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(transcribe)
