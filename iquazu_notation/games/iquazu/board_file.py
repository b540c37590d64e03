"""Board files (`*.board.toml`): reading, checking, finding.

A board file is typed in by a person with the box beside them, so a file is never given up at its
first mistake: all faults are reported, each with a code from IQ150 to IQ159, the line where one
can be blamed, and one fault per mistake. What the printed rules fix (45 tiles, 60 cards, eleven
rocks …) is checked; what they only picture is taken as typed.
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from iquazu_notation.games.iquazu.board import (
    Board,
    BoardError,
    BoardFault,
)
from iquazu_notation.games.iquazu.board_check import BOARD_ID, Sheet, closest, quoted

BUILT_IN = ("reference",)
SUFFIX = ".board.toml"
LONGEST = 1 << 20  # bytes; the longest that make sense have a hundredth of it


def load_board(text: str, name: str) -> tuple[Board | None, list[BoardFault]]:
    """Read the text of a board file; `name` is what messages call the file.

    >>> board, faults = load_board(template(), "my-box.board.toml")
    >>> board.id, faults
    ('my-box', [])
    >>> board, faults = load_board(template().replace("V1 = 8", "V1 = 7"), "my-box.board.toml")
    >>> board, faults[0].code, faults[0].message
    (None, 'IQ152', 'there are 34 tiles with a light back, and the box holds 35')
    """
    text = text.removeprefix("\ufeff")
    try:
        table: dict[str, object] = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return None, [_not_toml(error, text, name)]
    sheet = Sheet(text)
    board = sheet.board(table)
    sheet.faults.sort(key=lambda fault: (fault.line is None, fault.line or 0))
    return (None if sheet.faults else board), sheet.faults


def read_board_file(path: Path) -> tuple[Board | None, list[BoardFault]]:
    """Read a board file. A file that can't be opened is a fault like any other.

    >>> read_board_file(Path("no-such.board.toml"))[1][0].message
    'no-such.board.toml could not be read: No such file or directory'
    """
    try:
        return check_board_file(path)
    except OSError as error:
        return None, [_unreadable(error, path.name)]


def check_board_file(path: Path) -> tuple[Board | None, list[BoardFault]]:
    """The same for a file that must be there: raises OSError if it can't be opened."""
    try:
        return load_board(_read(path), path.name)
    except ValueError as error:
        return None, [_unreadable(error, path.name)]


def _read(path: Path) -> str:
    """The text of a board file; ValueError if it is none."""
    with path.open("rb") as file:
        content = file.read(LONGEST + 1)
    if len(content) > LONGEST:
        raise ValueError("it is longer than a board file can be")
    return content.decode()


@lru_cache(maxsize=1)
def reference() -> Board:
    """The built-in board, `reference`.

    >>> reference().points[4][0]
    (3, 2, 1)
    """
    board, faults = load_board(_shipped("reference"), "reference" + SUFFIX)
    if board is None:
        raise BoardError("the built-in board is damaged: install the package again", faults)
    return board


@lru_cache(maxsize=1)
def template() -> str:
    """A board file to fill in: complete, with a comment in each section on what to look at.

    >>> print(template().splitlines()[0])
    # A board file to fill in from your own box.
    """
    return _shipped("template")


def find_board(board_id: str, beside: Path | None = None) -> Board:
    """The board of that id: built in, in the folder `beside`, or in the user's own folder.

    >>> find_board("reference") is reference()
    True
    >>> find_board("../secret")
    Traceback (most recent call last):
      ...
    iquazu_notation.games.iquazu.board.BoardError: '../secret' can't be a board's id: it is made \
of letters, digits, - and _, at most 64 of them
    """
    if not BOARD_ID.fullmatch(board_id):
        raise BoardError(
            f"{quoted(board_id)} can't be a board's id: it is made of letters, digits, - and _, "
            "at most 64 of them"
        )
    if board_id in BUILT_IN:
        return reference()
    folders = [*([] if beside is None else [beside]), *_own_folder()]
    for folder in folders:
        path = folder / (board_id + SUFFIX)
        try:
            # Nobody has named this file: to wait for what a pipe may say would be a trap.
            if not stat.S_ISREG(path.stat().st_mode):
                raise ValueError("it is not an ordinary file")
            text = _read(path)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except (OSError, ValueError) as error:
            fault = _unreadable(error, path.name)
            raise BoardError(fault.message, [fault]) from error
        return _the_board(board_id, path, text)
    known = [*BUILT_IN, *(name for folder in folders for name in _ids_in(folder))]
    looked = "".join(f", in {folder}" for folder in folders)
    guess = closest(board_id, known)
    raise BoardError(
        f"there is no board {board_id}: looked among the built-in ones ({', '.join(BUILT_IN)})"
        + looked
        + (f"; did you mean {guess}?" if guess else "")
    )


def _the_board(board_id: str, path: Path, text: str) -> Board:
    board, faults = _loaded(text, path.name)
    if board is None:
        more = "" if len(faults) == 1 else f", and {len(faults) - 1} more"
        line = "" if faults[0].line is None else f", line {faults[0].line}"
        raise BoardError(
            f"{path}{line}: {faults[0].message} ({faults[0].code}{more}); "
            "the board can be used once that is put right",
            faults,
        )
    # A record names a board by its id, and the id is what the file is looked up by.
    if board.id != board_id:
        raise BoardError(
            f"{path} holds the board {board.id}: name the file {board.id}{SUFFIX}, "
            f'or write id = "{board_id}" in it'
        )
    return board


# A folder of records may name the same board ten thousand times. The key is the text itself, so
# that an edited file is never mistaken for the old one.
@lru_cache(maxsize=32)
def _loaded(text: str, name: str) -> tuple[Board | None, tuple[BoardFault, ...]]:
    board, faults = load_board(text, name)
    return board, tuple(faults)


def _own_folder() -> list[Path]:
    config = os.environ.get("XDG_CONFIG_HOME", "")
    # The XDG specification: a path that is not absolute is to be ignored.
    if Path(config).is_absolute():
        return [Path(config) / "iquazu" / "boards"]
    try:
        return [Path.home() / ".config" / "iquazu" / "boards"]
    except RuntimeError:  # a user without a home has no boards there
        return []


def _ids_in(folder: Path) -> list[str]:
    try:
        return sorted(path.name.removesuffix(SUFFIX) for path in folder.glob("*" + SUFFIX))
    except OSError:  # they are only offered as guesses
        return []


def _shipped(board_id: str) -> str:
    home = files("iquazu_notation.games.iquazu").joinpath("boards", board_id + SUFFIX)
    return home.read_text(encoding="utf-8")


def _not_toml(error: Exception, text: str, name: str) -> BoardFault:
    place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", str(error))
    if isinstance(error, RecursionError):
        reason = "brackets are nested too deep"
    else:
        reason = str(error)[: place.start()] if place else str(error)
    line = None if place is None else int(place[1] or text.rstrip("\n").count("\n") + 1)
    return BoardFault(
        "IQ150",
        f"{name} is not a TOML file: {reason[:1].lower()}{reason[1:200]}",
        "look for a missing quote, bracket or comma",
        line,
    )


def _unreadable(error: Exception, name: str) -> BoardFault:
    if isinstance(error, UnicodeDecodeError):
        return BoardFault("IQ150", f"{name} is not UTF-8 text", "save it as UTF-8")
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return BoardFault("IQ150", f"{name} could not be read: {reason}", None)
