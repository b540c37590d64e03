"""What a record's tags say: board, seats, and the position play starts from.

In the position of an `Opening` nothing has been dealt yet, unless it came from a `Position` tag.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ...notation.diagnostics import Diagnostic
from ...notation.record import Record
from .board import Board, BoardError, Layout
from .illegal import SEAT_NAMES, listed
from .position import Position, turn_order
from .position_text import BadPosition, read_position

BoardFinder = Callable[[str], Board]

TAG_ORDER = (
    *("Game", "Notation", "Board", "Strips", "Seats", "Red", "Green", "Yellow", "Purple"),
    *("Date", "Time", "Event", "Site", "Round", "Recorder", "Source", "Result"),
    *("Termination", "Continues", "Position"),
)

_DATE = re.compile(r"([0-9]{4}|\?{4})-([0-9]{2}|\?\?)-([0-9]{2}|\?\?)")
_TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?")


@dataclass(slots=True)
class Opening:
    """Where play starts."""

    layout: Layout
    seats: tuple[str, ...]
    position: Position
    from_position: bool


def details(start: Position) -> dict[str, Any]:
    """What a record's tags say of the table; `start` is the position before anything is dealt."""
    return {
        "seats": list(start.seats),
        "board": start.layout.board.id,
        "strips": " ".join(start.layout.order),
        "first_turn": start.turn,
        "start": start,
    }


def read_tags(record: Record, find_board: BoardFinder) -> tuple[Opening | None, list[Diagnostic]]:
    """The opening, or None if the tags don't give one; and what is wrong with them."""
    found: list[Diagnostic] = []

    def complain(
        code: str, name: str, message: str, help: str | None = None, severity: str = "error"
    ) -> None:
        tag = record.located.tag(name) or record.located.tag("Game")
        found.append(
            record.diagnose(
                tag.span if tag else (0, 0), code, message, help=help, severity=severity
            )
        )

    table = read_table(record.tags, find_board, complain)
    if table is None:
        return None, found
    layout, seats = table
    if "Position" in record.tags:
        try:
            position = read_position(record.tags["Position"], layout, seats)
        except BadPosition as bad:
            complain("IQ115", "Position", str(bad))
            return None, found
        return Opening(layout, seats, position, True), found
    return Opening(layout, seats, Position(layout, seats), False), found


Complain = Callable[..., None]


def read_table(
    tags: Mapping[str, str], find_board: BoardFinder, complain: Complain
) -> tuple[Layout, tuple[str, ...]] | None:
    """The board with its strips laid, and the seats; None if the tags don't tell them."""
    if tags.get("Notation", "1") != "1":
        complain(
            "IQ104",
            "Notation",
            f"this is version {tags['Notation']} of the notation, and only version 1 is known",
        )
        return None
    _small_tags(tags, complain)
    seats = _seats(tags, complain)
    layout = _layout(tags, find_board, complain)
    if seats is None or layout is None:
        return None
    for seat, name in SEAT_NAMES.items():
        if name in tags and seat not in seats:
            complain(
                "IQ121", name, f"{name} has a name but no seat in this game", severity="warning"
            )
    return layout, seats


def _seats(tags: Mapping[str, str], complain: Complain) -> tuple[str, ...] | None:
    if "Seats" not in tags:
        complain(
            "IQ108", "Seats", "the tag Seats is missing", 'the starting player first: [Seats "R G"]'
        )
        return None
    seats = turn_order(tags["Seats"])
    if seats is None:
        complain(
            "IQ109",
            "Seats",
            f'"{tags["Seats"]}" does not name two to four different seats',
            'letters R G Y P with single blanks, the starting player first: [Seats "R G"]',
        )
    return seats


def _layout(tags: Mapping[str, str], find_board: BoardFinder, complain: Complain) -> Layout | None:
    try:
        board = find_board(tags.get("Board", "reference"))
    except BoardError as error:
        first = error.faults[0] if error.faults else None
        complain("IQ105", "Board", str(error), first and f"{first.code}: {first.message}")
        return None
    order = tags.get("Strips", "")
    if board.strips and not order:
        names = " ".join(board.strip_names)
        complain(
            "IQ106",
            "Strips",
            "the tag Strips is missing: in which order were the strips laid?",
            f'from left to right: [Strips "{names}"]',
        )
        return None
    try:
        return board.lay(order.split(" ") if order else ())
    except BoardError as error:
        complain(
            "IQ107",
            "Strips",
            str(error),
            f'from left to right: [Strips "{" ".join(board.strip_names)}"]',
        )
        return None


def _small_tags(tags: Mapping[str, str], complain: Complain) -> None:
    """Tags that describe and don't decide: a slip there is worth a warning."""
    if "Date" in tags and not _good_date(tags["Date"]):
        complain(
            "IQ120",
            "Date",
            f'"{tags["Date"]}" is not a date',
            "year-month-day, `?` for what is not known: 2026-11-01, 2026-??-??",
            "warning",
        )
    if "Time" in tags and not _TIME.fullmatch(tags["Time"]):
        complain("IQ120", "Time", f'"{tags["Time"]}" is not a time', "as in 20:15", "warning")
    for name, words in (
        ("Source", ("table", "digital", "simulated")),
        ("Termination", ("complete", "abandoned", "unfinished")),
    ):
        if name in tags and tags[name] not in words:
            complain(
                "IQ122",
                name,
                f'{name} "{tags[name]}" is not known',
                f"one of {listed(list(words))}",
                "warning",
            )
    if "Continues" in tags and not re.fullmatch("[0-9a-f]{64}", tags["Continues"]):
        complain(
            "IQ122", "Continues", "Continues holds a record's id: 64 digits 0-9a-f", None, "warning"
        )


def _good_date(text: str) -> bool:
    match = _DATE.fullmatch(text)
    if not match:
        return False
    month, day = match[2], match[3]
    return (month == "??" or 1 <= int(month) <= 12) and (day == "??" or 1 <= int(day) <= 31)
