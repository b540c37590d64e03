"""`iquazu stats`: the statistics of the games in a database."""

from __future__ import annotations

import csv
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from .common import DATABASE, Stop, store_errors
from .filters import BOARD_ID, PLAYER, PLAYERS, SINCE, SOURCE, UNTIL, day
from .printing import DATA, complain, console, emit_json

if TYPE_CHECKING:
    from iquazu_notation.store.statistics import Result

EXAMPLES = """
Examples:

  iquazu stats                               what there is

  iquazu stats seat-order --players 4

  iquazu stats head-to-head --player Anna --since 2026-01-01

  iquazu stats heatmap --format csv > heatmap.csv

What each of them counts: docs/statistics.md.
"""


class Format(StrEnum):
    """How a statistic is printed."""

    table = "table"
    csv = "csv"
    json = "json"


def stats(
    name: str | None = typer.Argument(
        None, metavar="[NAME]", help="Which statistic; without one, all are listed."
    ),
    db: Path = DATABASE,
    player: str | None = PLAYER,
    players: int | None = PLAYERS,
    board: str | None = BOARD_ID,
    since: datetime | None = SINCE,
    until: datetime | None = UNTIL,
    source: str | None = SOURCE,
    game: str | None = typer.Option(
        None, "--game", metavar="ID", help="One game, by the beginning of its id."
    ),
    format: Format = typer.Option(Format.table, "--format", "-f", help="How to print it."),
) -> None:
    """Print a statistic of the games in a database, with its definition and n.

    Rates come with their 95 % interval (Wilson). Numbers of players are always kept apart; if games
    of several boards or sources are counted together, a sentence says so.
    """
    from iquazu_notation.store.filters import Filters
    from iquazu_notation.store.statistics import NoSuchStatistic, run, statistic_named

    if name is None:
        _print_list(format)
        return
    filters = Filters(players, player, board, day(since), day(until), source, game)
    try:
        statistic_named(name)
    except NoSuchStatistic as wrong:
        raise Stop(_with_guess(str(wrong), name)) from None
    from iquazu_notation.store.store import opened_to_read

    with store_errors(), opened_to_read(db) as connection:
        result = run(connection, name, filters)
    if format is Format.csv:
        out = csv.writer(DATA, lineterminator="\n")
        out.writerow(result.columns)
        out.writerows(result.rows)
        if result.mixture:
            complain(result.mixture)
    elif format is Format.json:
        emit_json(_document(result))
    else:
        from .stats_table import print_result

        print_result(console(), result, str(db))


def _with_guess(message: str, name: str) -> str:
    """The sentence, and the name that was probably meant."""
    from difflib import get_close_matches

    from iquazu_notation.store.statistics import all_statistics

    close = get_close_matches(name, all_statistics(), 1)
    return _safe(f"{message}; did you mean {close[0]}?" if close else message)


def _safe(text: str) -> str:
    from iquazu_notation.drawing.safe_text import printable

    return printable(text)


def _document(result: Result) -> dict[str, Any]:
    filters = {name: str(v) if isinstance(v, date) else v for name, v in _values(result)}
    return {
        "schema": "iquazu.stats/1",
        "statistic": result.statistic.name,
        "title": result.statistic.title,
        "definition": result.statistic.definition,
        "counted": result.statistic.counted,
        "filters": filters,
        "games": result.n,
        "left_out": result.left_out,
        "mixture": result.mixture,
        "columns": result.columns,
        "rows": [list(row) for row in result.rows],
    }


def _values(result: Result) -> list[tuple[str, Any]]:
    return list(result.filters.values().items())


def _print_list(format: Format) -> None:
    from iquazu_notation.store.statistics import all_statistics

    every = all_statistics().values()
    if format is Format.json:
        listed = [{"name": s.name, "title": s.title, "definition": s.definition} for s in every]
        emit_json({"schema": "iquazu.stats/1", "statistics": listed})
        return
    if format is Format.csv:
        out = csv.writer(DATA, lineterminator="\n")
        out.writerows([("name", "title"), *((s.name, s.title) for s in every)])
        return
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for statistic in every:
        table.add_row(statistic.name, statistic.title)
    screen = console()
    screen.print(table)
    screen.print("iquazu stats NAME --db FILE prints one of them", style="dim")


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(stats)
