"""Which record of a file is written on: the last one that is not finished, or a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..reading import read_text
from .draft import Draft, split
from .keeping import Keeper, Piece, pieces
from .session import Session
from .walking import walk

FINISHED = ("complete", "abandoned")


class CannotTakeUp(Exception):
    """This record can't be continued; one sentence."""


@dataclass(frozen=True)
class TakenUp:
    """A session in its file; `record` is its number there, and `new` says that it begins."""

    session: Session
    keeper: Keeper
    record: int
    records: int
    new: bool


def take_up(
    path: Path,
    record: int | None = None,
    *,
    new: bool = False,
    boards: Mapping[str, Any] | None = None,
) -> TakenUp:
    """Open a file for writing a game down: where it stops, or a new game behind the others."""
    keeper = Keeper(path)
    try:
        return _taken_up(keeper, path, record, new, boards)
    except BaseException:
        keeper.close()
        raise


def _taken_up(
    keeper: Keeper, path: Path, record: int | None, new: bool, boards: Mapping[str, Any] | None
) -> TakenUp:
    found = pieces(keeper.content)
    file = str(path)
    if record is not None:
        if not 0 < record <= len(found):
            there = f"{len(found)} record{'s' * (len(found) != 1)}" if found else "no record"
            raise CannotTakeUp(f"{path} holds {there}: there is no record {record}")
        at: int | None = record - 1
    else:
        at = None if new else _last_unfinished(found, file, boards)
    if at is None:
        keeper.before = _with_empty_line(keeper.content)
        number = len(found) + 1
        return TakenUp(Session(Draft(), file, boards), keeper, number, number, True)
    keeper.before, keeper.behind = found[at].before, found[at].behind
    draft = _draft(found[at], f"record {at + 1} of {path}", file)
    return TakenUp(Session(draft, file, boards), keeper, at + 1, len(found), False)


def draft_of(content: bytes, record: int, file: str) -> tuple[Draft, Piece]:
    """A record's draft as it lies in a file now; raises `CannotTakeUp` if it is gone."""
    found = pieces(content)
    if record > len(found):
        raise CannotTakeUp(f"there is no record {record} in {file} any more")
    return _draft(found[record - 1], f"record {record} of {file}", file), found[record - 1]


def _draft(piece: Piece, name: str, file: str) -> Draft:
    text = piece.text
    if text is None:
        raise CannotTakeUp(f"{name} is not UTF-8 text")
    record = next(read_text(text, file))
    if not record.readable:
        first = next(d for d in record.diagnostics if d.severity == "error")
        line = piece.before.count(b"\n") + first.line
        raise CannotTakeUp(
            f"{name} can't be read: line {line}, {first.code}: {first.message}. Mend that first"
        )
    return split(text)


def _last_unfinished(found: list[Piece], file: str, boards: Mapping[str, Any] | None) -> int | None:
    for at in range(len(found) - 1, -1, -1):
        text = found[at].text
        if text is None:
            continue
        record = next(read_text(text, file))
        if not record.readable or record.tags.get("Termination") in FINISHED:
            continue
        position = walk(split(text), file, boards).position
        if position is None or not position.over:
            return at
    return None


def _with_empty_line(content: bytes) -> bytes:
    """What stands before a new record: the others, and one empty line."""
    if not content.strip():
        return content
    newline = b"\r\n" if b"\r\n" in content else b"\n"
    kept = content if content.endswith(b"\n") else content + newline
    return kept if kept.endswith(newline * 2) else kept + newline
