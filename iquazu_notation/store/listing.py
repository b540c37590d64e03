"""The games of a database one by one, and what can be asked for in them."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .filters import Filters

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST_NAMES = 500

_GAMES = """
WITH listed AS (
    SELECT * FROM games WHERE {condition}
    ORDER BY played_on DESC NULLS LAST, game DESC LIMIT $limit OFFSET $offset
), seated AS (
    SELECT game, list(seat ORDER BY seat_order) AS seats, list(player ORDER BY seat_order) AS names,
           list(total ORDER BY seat_order) AS totals
    FROM seats WHERE game IN (SELECT game FROM listed) GROUP BY game
)
SELECT g.id, g.played_on, g.date, g.players, s.seats, s.names, s.totals, g.winners, g.turns,
       g.verdict, g.complete, g.board, g.source, g.event, g.file, g.line
FROM listed AS g JOIN seated AS s USING (game)
ORDER BY g.played_on DESC NULLS LAST, g.game DESC
"""


@dataclass(frozen=True, slots=True)
class Listed:
    """One game. Seats, names and totals are in turn order; what is not known is None.

    `winners` are seats; None while the game is on, or if unseen tiles leave it open. `date` is as
    it was written, `played_on` a date if all of it is known.
    """

    id: str
    played_on: datetime.date | None
    date: str | None
    players: int
    seats: tuple[str, ...]
    names: tuple[str | None, ...]
    totals: tuple[int | None, ...]
    winners: tuple[str, ...] | None
    turns: int
    verdict: str
    complete: bool
    board: str
    source: str | None
    event: str | None
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Choices:
    """What filters can offer, each with the number of its games, the most frequent first.

    `players` are the numbers of players, in order. `first` and `last` are the days of the first and
    the last game that has one. Of very many names only the most frequent are told.
    """

    names: dict[str, int]
    boards: dict[str, int]
    sources: dict[str, int]
    players: dict[int, int]
    first: datetime.date | None
    last: datetime.date | None


def games(
    connection: DuckDBPyConnection, filters: Filters, *, limit: int, offset: int = 0
) -> list[Listed]:
    """Some of the games that pass the filters, the latest first; those without a full date last."""
    with connection.cursor() as cursor:
        found = cursor.execute(
            _GAMES.format(condition=filters.condition()),
            {**filters.values(), "limit": limit, "offset": offset},
        ).fetchall()
    return [_listed(*row) for row in found]


def _listed(
    own: str,
    played_on: datetime.date | None,
    written: str | None,
    players: int,
    seats: list[str],
    names: list[str | None],
    totals: list[int | None],
    winners: str | None,
    *rest: Any,
) -> Listed:
    won = None if winners is None else tuple(winners.split())
    return Listed(
        own, played_on, written, players, tuple(seats), tuple(names), tuple(totals), won, *rest
    )


def count(connection: DuckDBPyConnection, filters: Filters) -> int:
    """How many games pass the filters."""
    with connection.cursor() as cursor:
        ((number,),) = cursor.execute(
            f"SELECT count(*) FROM games WHERE {filters.condition()}", filters.values()
        ).fetchall()
    return int(number)


def choices(connection: DuckDBPyConnection) -> Choices:
    """What there is to choose from."""
    with connection.cursor() as cursor:

        def counted(column: str, table: str, order: str) -> dict[Any, int]:
            found = cursor.execute(
                f"SELECT {column}, count(DISTINCT game) AS n FROM {table}"
                f" WHERE {column} IS NOT NULL GROUP BY {column} ORDER BY {order}"
            )
            return dict(found.fetchall())

        most = "n DESC, 1"
        ((first, last),) = cursor.execute(
            "SELECT min(played_on), max(played_on) FROM games"
        ).fetchall()
        return Choices(
            names=counted("player", "seats", f"{most} LIMIT {MOST_NAMES}"),
            boards=counted("board", "games", most),
            sources=counted("source", "games", most),
            players=counted("players", "games", "1"),
            first=first,
            last=last,
        )
