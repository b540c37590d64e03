"""What is told of a record that was judged, light enough to pass from process to process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .notation.diagnostics import Diagnostic
from .notation.record import Record
from .replay import Verdict, replay


@dataclass(slots=True)
class Judged:
    """A record's verdict and what belongs to it. `id` is None also where nobody asked for it."""

    file: str
    record: int
    line: int
    game: str | None
    id: str | None
    verdict: Verdict
    complete: bool
    turns: int
    totals: Mapping[str, int | list[int] | None] | None
    winners: list[str] | None
    diagnostics: list[Diagnostic]


def judge(
    record: Record, boards: Mapping[str, Any] | None = None, *, with_id: bool = True
) -> Judged:
    """Judge one record.

    >>> from iquazu_notation import read_text
    >>> tags = '[Game "Iquazu"]\\n[Strips "3 1 5 2 4"]\\n[Seats "R G"]\\n'
    >>> judged = judge(next(read_text(tags + "R a4\\nG a4")))
    >>> judged.verdict, judged.turns, judged.diagnostics[0].source.text
    ('invalid', 1, 'G a4')
    """
    game = replay(record, boards)
    return Judged(
        record.file,
        record.number,
        record.line,
        game.tags.get("Game"),
        game.id if with_id else None,
        game.verdict,
        game.complete,
        game.turns,
        game.totals,
        game.winners,
        game.diagnostics,
    )
