"""The tags that speak of a record's end: `Termination` and `Result`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from ...notation.diagnostics import Diagnostic, Severity
from ...notation.record import Record
from .derived import wrong_totals
from .position import Position


def written_result(tags: Mapping[str, str], seats: Sequence[str]) -> dict[str, int] | None:
    """The points of the `Result` tag by seat; None if there is none or it is not well written."""
    parts = [
        re.fullmatch(r"([RGYP])(0|[1-9][0-9]{0,3})", part)
        for part in tags.get("Result", "").split(",")
    ]
    points = {match[1]: int(match[2]) for match in parts if match}
    whole = all(parts) and len(points) == len(parts) and set(points) == set(seats)
    return points if whole else None


def check_ending(
    record: Record, p: Position, totals: Mapping[str, int | list[int] | None]
) -> list[Diagnostic]:
    """Whether a record that is otherwise in order ends as its tags say."""
    found: list[Diagnostic] = []

    def complain(
        code: str, name: str, message: str, help: str | None = None, severity: Severity = "error"
    ) -> None:
        tag = record.located.tag(name)
        assert tag is not None
        found.append(record.diagnose(tag.span, code, message, help=help, severity=severity))

    compare_ending(record.tags, p, totals, complain)
    return found


def compare_ending(
    tags: Mapping[str, str],
    p: Position,
    totals: Mapping[str, int | list[int] | None],
    complain: Callable[..., None],
) -> None:
    """Complain of each tag that says something else about the end than the rules do."""
    ending = tags.get("Termination")
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
    if "Result" not in tags:
        return
    points = written_result(tags, p.seats)
    known = {seat: total for seat, total in totals.items() if total is not None}
    if points is None:
        complain("IQ124", "Result", "Result names every seat once with its points", "as in R47,G52")
        return
    for seat, total in wrong_totals(points, known):
        shown = f"{total[0]} to {total[1]}" if isinstance(total, list) else str(total)
        right = ",".join(f"{s}{t}" for s, t in known.items() if isinstance(t, int))
        complain(
            "IQ410",
            "Result",
            f"{seat} has {shown} points at the end of the record, not {points[seat]}",
            f"by the rules: {right}",
        )
        break
