"""Iquazú behind the interface of the house: a record in, what came of it out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from ...notation.diagnostics import Diagnostic, Severity
from ...notation.dialect import Dialect
from ...notation.record import Record, Turn
from ...notation.writer import kept_turn
from ..interface import Walked
from . import events
from .board import Board
from .board_file import find_board
from .derived import wrong_totals
from .illegal import Illegal
from .opening import TAG_ORDER, Opening, read_tags
from .position import Position
from .setup import BadSetup, deal_out
from .turn_walk import Fault
from .walk import LineWalk, walk_line


class Iquazu:
    """The game of the `Game` tag's value `Iquazu`."""

    name = "Iquazu"
    tag_order: Sequence[str] = TAG_ORDER

    def dialect(self) -> Dialect:
        from .words import DIALECT

        return DIALECT

    def walk(self, record: Record, boards: Mapping[str, Board]) -> Walked:
        """Walk a record as far as it can be read and the rules allow it."""
        beside = None if record.file == "-" else Path(record.file).parent

        def find(board_id: str) -> Board:
            return boards.get(board_id) or find_board(board_id, beside)

        walked = Walked()
        opening, walked.diagnostics = read_tags(record, find)
        readable = _readable_turns(record)
        if opening is None:
            _keep(record, walked, 0)
            walked.identity = _identity(record, None)
            return walked
        walked.identity = _identity(record, opening)
        walked.details = {
            "seats": list(opening.seats),
            "board": opening.layout.board.id,
            "strips": " ".join(opening.layout.order),
            "first_turn": opening.position.turn,
        }
        log: list[events.Event] = []
        opening.position.log = log
        walked.unseen = opening.from_position and opening.position.unseen
        try:
            walked.setup = deal_out(opening, record.setup)
        except BadSetup as bad:
            located = record.located.setup
            span = located.spans[bad.item] if located and located.spans else (0, 0)
            walked.diagnostics.append(_diagnostic(record, span, bad.illegal, 0))
            _keep(record, walked, 0)
            return walked
        start = opening.position.copy()
        line = walk_line(opening.position, record.turns[:readable])
        _report(record, line, walked)
        if readable < len(record.turns) or not record.readable:
            walked.faulty_from = min(walked.faulty_from or readable, readable)
        _finish(record, opening.position, line, log, walked)

        def position(turn: int | None) -> Position:
            return _position_before(start, record.turns[: walked.turns], turn)

        walked.position = position
        return walked


def _readable_turns(record: Record) -> int:
    """How many turns stand before the first word that could not be read."""
    errors = [d for d in record.diagnostics if d.severity == "error"]
    if not errors:
        return len(record.turns)
    first = min((d.line, d.column) for d in errors)
    if any(d.turn is None or d.turn == 0 for d in errors):
        return 0
    good = 0
    for turn in record.turns:
        if record.place(turn.head[0]) >= first or (
            turn.spans and record.place(turn.spans[-1][1]) > first
        ):
            break
        good += 1
    return good


def _keep(record: Record, walked: Walked, start: int) -> None:
    """Everything from a turn on stands as it was written."""
    walked.faulty_from = start
    located = record.located
    if start == 0 and located.setup is not None and walked.setup is None:
        walked.setup = kept_turn(located, located.setup)
    del walked.written[start:]
    walked.written += [kept_turn(located, turn) for turn in located.turns[start:]]


def _report(record: Record, line: LineWalk, walked: Walked) -> None:
    """Faults of the main line as errors, those of variations as warnings."""
    walked.written = line.written
    located = record.located if line.faults else record
    walked.turns = line.turns
    for fault in line.faults:
        turn = located.turns[fault.index]
        walked.diagnostics.append(_at_turn(record, turn, fault, "error"))
    if line.faults:
        first = min(fault.index for fault in line.faults)
        walked.turns = first
        _keep(record, walked, first)
    _report_variations(record, line, walked)


def _report_variations(record: Record, line: LineWalk, walked: Walked) -> None:
    for _, variation, inner in line.variations:
        for fault in inner.faults:
            turn = variation.turns[fault.index]
            walked.diagnostics.append(_at_turn(record, turn, fault, "warning"))
        if inner.faults:
            first = min(fault.index for fault in inner.faults)
            del inner.written[first:]
            inner.written += [kept_turn(record, turn) for turn in variation.turns[first:]]
        _report_variations(record, inner, walked)


def _at_turn(record: Record, turn: Turn, fault: Fault, severity: Severity) -> Diagnostic:
    span = turn.head if fault.item is None or not turn.spans else turn.spans[fault.item]
    return _diagnostic(record, span, fault.illegal, fault.turn, severity)


def _diagnostic(
    record: Record,
    span: tuple[int, int],
    illegal: Illegal,
    turn: int | None,
    severity: Severity = "error",
) -> Diagnostic:
    return record.diagnose(
        span,
        illegal.code,
        illegal.message,
        help=illegal.help,
        ruling=illegal.ruling,
        turn=turn,
        severity=severity,
    )


def _finish(
    record: Record, p: Position, line: LineWalk, log: list[events.Event], walked: Walked
) -> None:
    """Totals, winners, and the tags that speak of the end."""
    walked.events = log if not line.faults else _up_to_fault(log, line.faults[0])
    walked.complete = p.over and not line.faults
    walked.unseen = walked.unseen or _something_unseen(log)
    if line.faults:
        walked.totals = _totals_before(walked.events, p.seats)
        return
    walked.totals = dict(p.totals())
    walked.winners = p.winners()
    if not record.readable:
        return

    def complain(
        code: str, name: str, message: str, help: str | None = None, severity: Severity = "error"
    ) -> None:
        tag = record.located.tag(name)
        assert tag is not None
        walked.diagnostics.append(
            record.diagnose(tag.span, code, message, help=help, severity=severity)
        )

    ending = record.tags.get("Termination")
    if ending == "complete" and not p.over:
        complain(
            "IQ409",
            "Termination",
            f"the record stops before the end of the game, in turn {p.turn}",
            'write [Termination "unfinished"], or add the missing turns',
        )
    elif ending in ("unfinished", "abandoned") and p.over:
        complain(
            "IQ125",
            "Termination",
            f"the game is complete, though Termination says {ending}",
            severity="warning",
        )
    if "Result" in record.tags:
        _check_result(record.tags["Result"], p, complain)


def _check_result(text: str, p: Position, complain: object) -> None:
    assert callable(complain)
    parts = [re.fullmatch(r"([RGYP])(0|[1-9][0-9]{0,3})", part) for part in text.split(",")]
    points = {m[1]: int(m[2]) for m in parts if m}
    right = ",".join(
        f"{seat}{total}" for seat, total in p.totals().items() if isinstance(total, int)
    )
    if not all(parts) or len(points) != len(parts) or set(points) != set(p.seats):
        complain("IQ124", "Result", "Result names every seat once with its points", "as in R47,G52")
        return
    for seat, total in wrong_totals(points, p.totals()):
        shown = f"{total[0]} to {total[1]}" if isinstance(total, list) else str(total)
        complain(
            "IQ410",
            "Result",
            f"{seat} has {shown} points at the end of the record, not {points[seat]}",
            f"by the rules: {right}",
        )
        return


def _up_to_fault(log: list[events.Event], fault: Fault) -> list[events.Event]:
    return [event for event in log if event.turn < fault.turn]


def _totals_before(happened: Sequence[object], seats: Sequence[str]) -> dict[str, int | list[int]]:
    """The points after the last event that changed them."""
    for event in reversed(happened):
        if isinstance(event, events.Score | events.Final | events.TilePoints | events.End):
            return dict(event.totals)
    return dict.fromkeys(seats, 0)


def _something_unseen(log: list[events.Event]) -> bool:
    for event in log:
        if isinstance(event, events.Reveal):
            if "?" in event.tiles:
                return True
        elif isinstance(event, events.Place):
            if "?" in event.paid:
                return True
        elif isinstance(
            event, events.Draw | events.Deal | events.Discard | events.Tile
        ) and "?" in (event.cards or ""):
            return True
    return False


def _identity(record: Record, opening: Opening | None) -> list[str]:
    """What the id is made of besides the turns; names, dates and comments are not."""
    tags = record.tags
    board = opening.layout.board.content() if opening else tags.get("Board", "reference")
    return [
        "Iquazu",
        tags.get("Notation", "1"),
        board,
        " ".join(opening.layout.order) if opening else tags.get("Strips", ""),
        tags.get("Seats", ""),
        tags.get("Position", ""),
    ]


def _position_before(start: Position, turns: Sequence[Turn], turn: int | None) -> Position:
    """The position before a turn, or after the last step of the record (None)."""
    p = start.copy()
    if turn is None:
        walk_line(p, turns, close=False)
        return p
    wanted = turn - start.turn
    if wanted < 0 or wanted > len(turns):
        last = start.turn + len(turns)
        raise IndexError(f"the record knows positions before turns {start.turn} to {last}")
    walk_line(p, turns[:wanted])
    return p


GAME = Iquazu()
