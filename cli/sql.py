"""`iquazu sql`: any question to the database, which stays as it is."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

import typer

from .common import DATABASE, store_errors
from .printing import DATA, console, emit, emit_json

EXAMPLES = """
Examples:

  iquazu sql "SELECT player, count(*) FROM results WHERE won GROUP BY player"

  iquazu sql "FROM players" --format csv > players.csv

  iquazu sql "SELECT table_name, column_name, comment FROM duckdb_columns() WHERE NOT internal"

The tables are told in docs/schema.md.
"""

ROWS = 500  # of a table for people
CELL = 60  # characters of a cell in it
AT_A_TIME = 1000


class Format(StrEnum):
    """How the answer is printed."""

    table = "table"
    csv = "csv"
    json = "json"


def sql(
    query: str = typer.Argument(..., metavar="QUERY", help="A question; `-` is standard input."),
    db: Path = DATABASE,
    format: Format = typer.Option(Format.table, "--format", "-f", help="How to print the answer."),
) -> None:
    """Ask the database in SQL. Nothing can be changed, and no other file be read or written."""
    from iquazu_notation.notation.files import whole
    from iquazu_notation.store.asking import ask
    from iquazu_notation.store.store import opened_to_read

    text = whole("-").decode("utf-8", "surrogateescape") if query == "-" else query
    with store_errors(), opened_to_read(db) as connection:
        columns, rows = ask(connection, text, AT_A_TIME)
        if format is Format.csv:
            _print_csv(columns, rows)
        elif format is Format.json:
            _print_json(columns, rows)
        else:
            _print_table(columns, rows)


def _print_csv(columns: list[str], rows: Iterable[tuple[Any, ...]]) -> None:
    out = csv.writer(DATA, lineterminator="\n")
    out.writerow(columns)
    out.writerows(rows)


def _print_json(columns: list[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """One document, written as it goes."""
    emit(f'{{"schema": "iquazu.sql/1", "columns": {json.dumps(columns, ensure_ascii=False)}\n')
    emit(', "rows": [')
    for number, row in enumerate(rows):
        emit(",\n  " if number else "\n  ")
        emit_json([_plain(value) for value in row], end="")
    emit("\n]}\n")


def _plain(value: Any) -> Any:
    """A value that JSON knows.

    >>> from datetime import date
    >>> [_plain(v) for v in (1, "a", None, float("nan"), date(2026, 11, 1), [date(2026, 11, 2)])]
    [1, 'a', None, None, '2026-11-01', ['2026-11-02']]
    """
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {str(name): _plain(part) for name, part in value.items()}
    return str(value)


def _print_table(columns: list[str], rows: Iterator[tuple[Any, ...]]) -> None:
    from rich.table import Table
    from rich.text import Text

    out = console()
    if not out.is_terminal:
        out.width = max(out.width, 14 * len(columns))
    shown: list[tuple[Any, ...]] = []
    for row in rows:
        if len(shown) == ROWS:
            break
        shown.append(row)
    else:
        row = ()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for at, name in enumerate(columns):
        numbers = all(isinstance(r[at], int | float) or r[at] is None for r in shown)
        table.add_column(Text(_cell(name)), justify="right" if numbers else "left")
    for values in shown:
        table.add_row(*(Text(_cell(value)) for value in values))
    out.print(table)
    if row:
        out.print(f"… only the first {ROWS} rows are shown: --format csv prints all", style="dim")


def _cell(value: Any) -> str:
    """A value as a short text that can do no harm in a terminal.

    >>> _cell("x" * 70)[-3:], _cell(None), _cell(0.123456), _cell("a\\x1b[31mb")
    ('xx…', '', '0.1235', 'a·[31mb')
    """
    from iquazu_notation.drawing.safe_text import printable

    if value is None:
        return ""
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    text = printable(text[: CELL + 1])
    return text if len(text) <= CELL else text[: CELL - 1] + "…"


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(sql)
