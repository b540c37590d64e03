"""The statistics: each is one `.sql` file in `queries/`, with its title and definition on top.

The files read two tables that are made here from the filters: `chosen_games`, and `chosen_seats`,
which are all seats of those games or, if a player is asked for, that player's alone. So whatever
counts gems, turns or results of seats is about the player, and whatever counts games is about the
whole games of that player.

A file says under `needs` which games it can use:

- `any`: every record, also from a position or unfinished
- `setup`: records that begin with the setup
- `decided`: played to the end, with all totals known
- `whole`: both

Numbers of players are never thrown together: every row has `players`. If the games are of several
boards or sources, `Result.mixture` says so.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from .filters import Filters
from .rating_table import lend_ratings
from .wilson import MACROS

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

NEEDS = {
    "any": "true",
    "setup": "NOT games.from_position",
    "decided": "games.complete AND games.best_total IS NOT NULL",
    "whole": "NOT games.from_position AND games.complete AND games.best_total IS NOT NULL",
}

COUNTED = {
    "any": "every record counts",
    "setup": "records that begin with the setup count",
    "decided": "games played to the end with all totals known count",
    "whole": "games from the setup to the end with all totals known count",
}

RATES = re.compile(r"(^|_)(rate|share|low|high|waste|expected)$|^difference$")


@dataclass(frozen=True, slots=True)
class Statistic:
    """One question, its definition, and the query that answers it."""

    name: str
    title: str
    definition: str
    needs: str
    sql: str = field(repr=False)
    hints: dict[str, str] = field(default_factory=dict, repr=False)

    @property
    def counted(self) -> str:
        """Which games count, in words."""
        return COUNTED[self.needs]


@dataclass(frozen=True, slots=True)
class Result:
    """An answer: rows, and what they rest on. `n` is the number of games that count."""

    statistic: Statistic
    filters: Filters
    columns: list[str]
    rows: list[tuple[Any, ...]]
    n: int
    left_out: int
    mixture: str | None

    def records(self) -> list[dict[str, Any]]:
        """The rows by name of column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


class NoSuchStatistic(ValueError):
    """There is no statistic of that name; the text is one sentence."""


def is_rate(column: str) -> bool:
    """Whether a column holds parts of one, to be shown in percent.

    >>> [is_rate(name) for name in ("rate", "won_low", "share", "n", "mean", "games")]
    [True, True, True, False, False, False]
    """
    return RATES.search(column) is not None


def read_statistic(name: str, text: str) -> Statistic:
    """A query with its comments on top.

    >>> text = "-- title: Games\\n-- definition: All of\\n--   them.\\n-- needs: any\\nSELECT 1\\n"
    >>> found = read_statistic("games", text)
    >>> found.title, found.definition, found.sql
    ('Games', 'All of them.', 'SELECT 1')
    """
    said: dict[str, str] = {}
    last = ""
    lines = text.splitlines()
    while lines and lines[0].startswith("--"):
        line = lines.pop(0)
        if key := re.match(r"-- (\w+): +(.*)", line):
            last = key[1]
            said[last] = key[2].strip()
        else:
            said[last] += " " + line[2:].strip()
    title, definition, needs = (said.pop(key) for key in ("title", "definition", "needs"))
    return Statistic(name, title, definition, needs, "\n".join(lines).strip(), said)


@cache
def all_statistics() -> dict[str, Statistic]:
    """Every statistic by name, in order of names.

    >>> all_statistics()["length"].title
    'How long games are'
    """
    folder = resources.files(__package__).joinpath("queries")
    files = [file for file in folder.iterdir() if file.name.endswith(".sql")]
    texts = {file.name.removesuffix(".sql"): file.read_text(encoding="utf-8") for file in files}
    return {name: read_statistic(name, texts[name]) for name in sorted(texts)}


def statistic_named(name: str) -> Statistic:
    """The statistic of that name."""
    found = all_statistics().get(name)
    if found is None:
        raise NoSuchStatistic(f"there is no statistic {name!r}; iquazu stats lists them")
    return found


def run(connection: DuckDBPyConnection, name: str, filters: Filters | None = None) -> Result:
    """Ask one statistic of an open database."""
    statistic = statistic_named(name)
    chosen = filters or Filters()
    with connection.cursor() as cursor:
        for macro in MACROS:
            cursor.execute(macro)
        if "ratings" in statistic.sql:
            lend_ratings(cursor)
        cursor.execute(_query(statistic, chosen), chosen.values())
        columns = [column[0] for column in cursor.description or []]
        rows = cursor.fetchall()
        counted, left_out, mixture = _basis(cursor, statistic, chosen)
    return Result(statistic, chosen, columns, rows, counted, left_out, mixture)


def _query(statistic: Statistic, filters: Filters) -> str:
    """The file's query with its two tables in front; those that it makes itself come behind."""
    own = statistic.sql
    own = ",\n" + own.removeprefix("WITH ") if own.startswith("WITH ") else "\n" + own
    only = " WHERE s.player = $player" if filters.player is not None else ""
    return (
        "WITH chosen_games AS (SELECT * FROM games"
        f" WHERE {filters.condition()} AND {NEEDS[statistic.needs]}),\n"
        "chosen_seats AS (SELECT s.*, g.players FROM seats AS s"
        f" JOIN chosen_games AS g USING (game){only}){own}"
    )


# ---------------------------------------------------------------------- what the numbers rest on


def _basis(
    cursor: DuckDBPyConnection, statistic: Statistic, filters: Filters
) -> tuple[int, int, str | None]:
    """How many games count, how many were left out, and whether unlike ones are together."""
    found = cursor.execute(
        f"SELECT board, board_hash, source, {NEEDS[statistic.needs]} AS counts, count(*)"
        f" FROM games WHERE {filters.condition()} GROUP BY ALL ORDER BY ALL",
        filters.values(),
    ).fetchall()
    counted = sum(n for *_, counts, n in found if counts)
    left_out = sum(n for *_, counts, n in found if not counts)
    boards: Counter[tuple[str, str]] = Counter()
    sources: Counter[str] = Counter()
    for board, board_hash, source, counts, n in found:
        if counts:
            boards[board, board_hash] += n
            sources[source or "not said"] += n
    alike = len({board for board, _ in boards}) < len(boards)
    shown = {f"{board} ({key[:6]})" if alike else board: n for (board, key), n in boards.items()}
    parts = [_parts("boards", shown)] if len(boards) > 1 else []
    parts += [_parts("sources", sources)] if len(sources) > 1 else []
    mixture = f"Unlike games are counted together: {' and '.join(parts)}." if parts else None
    return counted, left_out, mixture


def _parts(what: str, counts: dict[str, int]) -> str:
    """The parts of a mixture.

    >>> _parts("sources", {"table": 3, "simulated": 1})
    '2 sources (table 3, simulated 1)'
    """
    listed = ", ".join(f"{name} {n}" for name, n in counts.items())
    return f"{len(counts)} {what} ({listed})"
