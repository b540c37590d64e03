"""A statistic on the terminal: a table, a grid like the board, or small bars for each game."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from iquazu_notation.drawing.safe_text import printable
from iquazu_notation.store.statistics import is_rate

if TYPE_CHECKING:
    from rich.console import Console

    from iquazu_notation.store.statistics import Result

ROWS = 120  # of a table for people
CELL = 28  # characters of a name
BAR = 10  # blocks of the longest bar
BLOCKS = "▁▂▃▄▅▆▇█"
EIGHTHS = " ▏▎▍▌▋▊▉█"


def print_result(out: Console, result: Result, database: str) -> None:
    """Title, filters, numbers, and below them in small type what they mean."""
    from rich.text import Text

    statistic = result.statistic
    out.print(Text(statistic.title, style="bold"))
    out.print(Text(printable(_capital(result.filters.sentence()))))
    if not result.rows:
        out.print(Text(printable(nothing(result, database))))
        return
    if result.mixture:
        out.print(Text(printable(result.mixture), style="yellow"))
    out.print()
    hints = statistic.hints
    if "grid" in hints:
        _print_grids(out, result, *hints["grid"].split())
    elif "spark" in hints:
        _print_sparks(out, result, hints["spark"])
    else:
        _print_table(out, result, hints.get("bar"))
    out.print()
    out.print(Text(statistic.definition, style="dim"))
    out.print(Text(_basis(result), style="dim"))


def nothing(result: Result, database: str) -> str:
    """Why there is nothing to show."""
    which = result.filters.sentence()
    if not result.n and not result.left_out:
        if which == "all games":
            return f"There are no games in {database} yet: iquazu load FILE puts some in."
        return f"There are no {which} in {database}."
    if not result.n:
        counted = result.statistic.counted.removesuffix(" count")
        return f"None of these {_games(result.left_out)} can be counted here: it takes {counted}."
    return f"Nothing of this kind has happened in these {_games(result.n)}."


def _basis(result: Result) -> str:
    left = f"; {_games(result.left_out)} left out" if result.left_out else ""
    return f"From {_games(result.n)}{left}: {result.statistic.counted}."


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------------- cells


def cell(column: str, value: Any) -> str:
    """A value as a short text that can do no harm in a terminal.

    >>> cell("rate", 0.1234), cell("mean", 12.34), cell("n", 5), cell("mean", None)
    ('12.3 %', '12.3', '5', '')
    >>> cell("player", "a\\x1b[31mb")
    'a·[31mb'
    """
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{100 * value:.1f} %" if is_rate(column) else f"{value:.1f}"
    text = printable(str(value)[: CELL + 1])
    return text if len(text) <= CELL else text[: CELL - 1] + "…"


def bar(value: float, most: float) -> str:
    """A bar of blocks, `BAR` of them for the most.

    >>> bar(10, 10), bar(5, 10), bar(0, 10)
    ('██████████', '█████', '')
    """
    eighths = round(8 * BAR * value / most) if most > 0 and value > 0 else 0
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def sparkline(values: list[float | None]) -> str:
    """One small bar for each value, from nothing to the greatest.

    >>> sparkline([0, 5, None, 10])
    '▁▅ █'
    """
    most = max((value for value in values if value is not None), default=0)
    return "".join(
        " " if value is None else BLOCKS[round(7 * value / most) if most else 0] for value in values
    )


def _interval(column: str, columns: list[str]) -> tuple[int, int] | None:
    """Where the bounds of a rate stand, if it has any."""
    stem, found, _ = column.rpartition("_")
    low, high = f"{stem}{found}low", f"{stem}{found}high"
    if is_rate(column) and low in columns and high in columns:
        return columns.index(low), columns.index(high)
    return None


# ---------------------------------------------------------------------- shapes


def _print_table(out: Console, result: Result, barred: str | None) -> None:
    """The rows; if they are too wide, in parts one below the other, each with the first columns."""
    from rich.table import Table
    from rich.text import Text

    columns = result.columns
    shown = [name for name in columns if name.rpartition("_")[2] not in ("low", "high")]
    rows = result.rows[:ROWS]
    cells = {name: [_with_interval(name, row, columns) for row in rows] for name in shown}
    if barred:
        shown.append("")
        cells[""] = _bars(rows, columns.index(barred))
    keys = shown[: 1 + sum(isinstance(part, str) for part in rows[0][1:3])]
    for names in _parts(shown, keys, cells, out.width):
        table = Table(box=None, padding=(0, 1, 0, 0), header_style="bold")
        for name in names:
            words = name == "" or any(isinstance(row[columns.index(name)], str) for row in rows)
            side: Any = "left" if words else "right"
            table.add_column(Text(name.replace("_", "\n")), justify=side, no_wrap=True)
        for at, row in enumerate(rows):
            if at and row[0] != rows[at - 1][0]:
                table.add_row()
            table.add_row(*(Text(cells[name][at], no_wrap=True) for name in names))
        out.print(table)
    _say_more(out, len(result.rows) - len(rows), "rows")


def _bars(rows: list[tuple[Any, ...]], at: int) -> list[str]:
    """A bar for each row, the longest for the most among games with as many players."""
    most: dict[Any, float] = {}
    for row in rows:
        most[row[0]] = max(most.get(row[0], 0), row[at] or 0)
    return [bar(row[at] or 0, most[row[0]]) for row in rows]


def _parts(
    shown: list[str], keys: list[str], cells: dict[str, list[str]], width: int
) -> list[list[str]]:
    """The columns in as many parts as the width asks for.

    >>> _parts(["a", "b", "c"], ["a"], {"a": ["x"], "b": ["x" * 50], "c": ["x" * 40]}, 80)
    [['a', 'b'], ['a', 'c']]
    """
    from rich.cells import cell_len

    def wide(name: str) -> int:
        heading = max(map(len, name.split("_")))
        return 1 + max(heading, *map(cell_len, cells[name]))

    parts = [list(keys)]
    for name in shown[len(keys) :]:
        if sum(map(wide, parts[-1])) + wide(name) > width and len(parts[-1]) > len(keys):
            parts.append(list(keys))
        parts[-1].append(name)
    return parts


def _with_interval(name: str, row: tuple[Any, ...], columns: list[str]) -> str:
    value = row[columns.index(name)]
    bounds = _interval(name, columns)
    if bounds is None or value is None:
        return cell(name, value)
    low, high = (row[at] for at in bounds)
    return f"{100 * value:.0f} % ({100 * low:.0f}-{100 * high:.0f})"


def _print_grids(out: Console, result: Result, down: str, across: str, value: str) -> None:
    """One grid for each number of players (and seat, or cost): rocks as they lie on the board."""
    from rich.table import Table
    from rich.text import Text

    keys = [name for name in ("players", "seat_order", "cost") if name in result.columns]
    for key, rows in groupby(result.records(), lambda row: [row[name] for name in keys]):
        found = {(row[down], row[across]): row for row in rows}
        said = ", ".join(f"{n.replace('_', ' ')} {v}" for n, v in zip(keys, key, strict=True))
        one = next(iter(found.values()))
        n = f"n = {one['n']} gems" if "n" in one else _two_sides(one)
        out.print(Text(f"{value} by {across} and {down}: {said}, {n}", style="bold"))
        places = sorted({place for _, place in found})
        table = Table(box=None, padding=(0, 1, 0, 0), header_style="bold")
        table.add_column(down, justify="right")
        for place in places:
            table.add_column(str(place), justify="right")
        for step in sorted({step for step, _ in found}):
            cells = [_grid_cell(found.get((step, place)), value) for place in places]
            table.add_row(str(step), *cells)
        out.print(table)
        out.print()
    out.print(Text("--format csv prints shares and intervals too", style="dim"))


def _two_sides(row: dict[str, Any]) -> str:
    return f"in percent, n = {row['winners_n']} gems of winners, {row['losers_n']} of losers"


def _grid_cell(row: dict[str, Any] | None, value: str) -> str:
    if row is None:
        return "·"
    found = row[value]
    if found is None:
        return ""
    return f"{100 * found:+.1f}" if isinstance(found, float) else str(found)


def _print_sparks(out: Console, result: Result, hint: str) -> None:
    """One line for each seat of each game."""
    from rich.table import Table
    from rich.text import Text

    named, _, value = hint.partition(" | ")
    keys = named.split()
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="bold")
    for name in keys:
        table.add_column(name)
    table.add_column("scorings", no_wrap=True)
    table.add_column("points", justify="right")
    lines = [
        (key, [row[value] for row in rows])
        for key, rows in groupby(result.records(), lambda row: [row[name] for name in keys])
    ]
    for key, values in lines[:ROWS]:
        cells = [Text(cell(name, part)) for name, part in zip(keys, key, strict=True)]
        table.add_row(*cells, sparkline(values), cell(value, values[-1]))
    out.print(table)
    _say_more(out, len(lines) - ROWS, "lines")


def _say_more(out: Console, more: int, what: str) -> None:
    if more > 0:
        out.print(f"… and {more} more {what}: --format csv prints all", style="dim")
