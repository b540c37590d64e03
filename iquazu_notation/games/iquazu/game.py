"""Iquazú behind the interface of the house: a record in, what came of it out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ...notation.diagnostics import Diagnostic, Severity
from ...notation.dialect import Dialect
from ...notation.record import Record, Turn
from ...notation.writer import kept_turn
from ..interface import Checked, Walked
from . import events
from .board import Board
from .board_file import BUILT_IN, find_board
from .decoding import Decoder
from .ending import check_ending, written_result
from .illegal import Illegal
from .opening import TAG_ORDER, BoardFinder, Opening, details, read_tags
from .position import Position
from .position_text import write_position
from .setup import BadSetup, deal_out
from .turn_walk import Fault
from .walk import LineWalk, walk_line

MOST_WARNINGS = 20  # about variations of one record


class Iquazu:
    """The game of the `Game` tag's value `Iquazu`."""

    name = "Iquazu"
    tag_order: Sequence[str] = TAG_ORDER

    def dialect(self) -> Dialect:
        from .words import DIALECT

        return DIALECT

    def check(self, record: Record, boards: Mapping[str, Board]) -> Checked | None:
        from .checking import check

        return check(record.text, _finder(record, boards))

    def walk(self, record: Record, boards: Mapping[str, Board]) -> Walked:
        """Walk a record as far as it can be read and the rules allow it."""
        walked = Walked()
        opening, walked.diagnostics = read_tags(record, _finder(record, boards))
        readable = _readable_turns(record)
        if opening is None:
            _keep(record, walked, 0)
            walked.identity = _identity(record, None)
            return walked
        walked.identity = _identity(record, opening)
        walked.details = details(opening.position.copy())
        undealt = opening.position.copy()
        try:
            walked.setup = deal_out(opening, record.setup)
        except BadSetup as bad:
            located = record.located.setup
            span = located.spans[bad.item] if located and located.spans else (0, 0)
            walked.diagnostics.append(_diagnostic(record, span, bad.illegal, 0))
            _keep(record, walked, 0)
            return walked
        start = opening.position.copy()
        decoder = Decoder(undealt)
        log = decoder.read(opening.position)
        line = walk_line(opening.position, record.turns[:readable], walk=LineWalk(decoder, log))
        walked.unseen = (opening.from_position and undealt.unseen) or _something_unseen(log)
        wrong_result = None
        if walked.unseen:
            wrong_result = _review(record, undealt, start, line, log)
        _report(record, line, walked)
        _finish(record, start, opening.position, line, log, walked)
        if wrong_result is not None and all(d.code != "IQ410" for d in walked.diagnostics):
            tag = record.located.tag("Result")
            assert tag is not None
            walked.diagnostics.append(_diagnostic(record, tag.span, wrong_result, None))

        def position(turn: int | None) -> Position:
            return _position_before(start, record.turns[: walked.turns], turn)

        walked.position = position
        walked.log = opening.position.log
        if walked.unseen and not line.faults:

            def fill_unseen() -> int:
                from .unseen.filling import fill

                return fill(log, undealt, line, walked.setup)

            walked.fill_unseen = fill_unseen
        return walked


def _finder(record: Record, boards: Mapping[str, Board]) -> BoardFinder:
    """Finds boards: those named on the command line, then the usual places."""

    def find(board_id: str) -> Board:
        if board_id in boards:
            return boards[board_id]
        alone = record.file == "-" or board_id in BUILT_IN
        return find_board(board_id, None if alone else Path(record.file).parent)

    return find


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
    warnings = list(_faults_of_variations(record, line))
    walked.diagnostics += [
        _at_turn(record, turn, fault, "warning") for turn, fault in warnings[:MOST_WARNINGS]
    ]
    if len(warnings) > MOST_WARNINGS:
        turn, fault = warnings[MOST_WARNINGS]
        more = len(warnings) - MOST_WARNINGS
        illegal = Illegal(
            "IQ209",
            f"{more} more fault{'s' if more > 1 else ''} in variations, from here on",
            help="correct those named before; variations have no influence on the verdict",
        )
        left_out = Fault(fault.index, fault.turn, fault.item, illegal)
        walked.diagnostics.append(_at_turn(record, turn, left_out, "warning"))


def _faults_of_variations(record: Record, line: LineWalk) -> Iterator[tuple[Turn, Fault]]:
    """Every fault in a variation, with its turn; from there on the variation stays as written."""
    for _, variation, inner in line.variations:
        for fault in inner.faults:
            yield variation.turns[fault.index], fault
        if inner.faults:
            first = min(fault.index for fault in inner.faults)
            del inner.written[first:]
            inner.written += [kept_turn(record, turn) for turn in variation.turns[first:]]
        yield from _faults_of_variations(record, inner)


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
    record: Record,
    start: Position,
    p: Position,
    line: LineWalk,
    log: list[events.Event],
    walked: Walked,
) -> None:
    """Events, totals and winners, up to the fault if there is one."""
    walked.events = log if not line.faults else _up_to_fault(log, line.faults[0])
    walked.complete = p.over and not line.faults
    if line.faults:
        walked.totals = _totals_before(walked.events, start)
        return
    walked.totals = dict(p.totals())
    walked.winners = p.winners()
    if log and isinstance(end := _end(log), events.End):
        walked.totals, walked.winners = dict(end.totals), end.winners
    if record.readable:
        walked.diagnostics += check_ending(record, p, walked.totals)


def _end(log: list[events.Event]) -> events.Event | None:
    return next((event for event in reversed(log) if event.type == "end"), None)


def _review(
    record: Record,
    undealt: Position,
    start: Position,
    line: LineWalk,
    log: list[events.Event],
) -> Illegal | None:
    """What is unseen is reasoned about here; the solver is not even loaded for other records.

    An impossible turn becomes a fault of the line; a `Result` that can't be is returned.
    """
    from .unseen.mending import one_word
    from .unseen.review import review, with_totals

    found = review(log, undealt, line, written_result(record.tags, undealt.seats))
    if found.fault is not None:
        fault = found.fault
        turns = record.turns[: len(line.written)]
        if fault.illegal.code in ("IQ503", "IQ504"):
            fault.illegal.help = (
                one_word(turns, log, undealt, start, line, fault) or fault.illegal.help
            )
        line.faults = [f for f in line.faults if f.turn < fault.turn] + [fault]
    with_totals(log, found)
    return found.wrong_result


def _up_to_fault(log: list[events.Event], fault: Fault) -> list[events.Event]:
    return [event for event in log if event.turn < fault.turn]


def _totals_before(happened: Sequence[object], start: Position) -> dict[str, int | list[int]]:
    """The points after the last event that changed them."""
    for event in reversed(happened):
        if isinstance(event, events.Score | events.Final | events.TilePoints | events.End):
            return dict(event.totals)
    return start.totals()


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
        write_position(opening.position)
        if opening and opening.from_position
        else tags.get("Position", ""),
    ]


def _position_before(start: Position, turns: Sequence[Turn], turn: int | None) -> Position:
    """The position before a turn, or after the last step of the record (None); its log is empty."""
    p = start.copy()
    if turn is None:
        walk_line(p, turns, close=False)
        return p.copy()
    wanted = turn - start.turn
    if wanted < 0 or wanted > len(turns):
        last = start.turn + len(turns)
        raise IndexError(f"the record knows positions before turns {start.turn} to {last}")
    walk_line(p, turns[:wanted])
    return p.copy()


GAME = Iquazu()
