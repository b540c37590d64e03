"""The ratings of all players, kept in the table `ratings`.

They rest on every game of the database, so any change makes them stale: whoever changes games takes
them out in the same transaction, and works them out anew when all is done. Where that was never
reached, because a load was interrupted, a reader works them out for itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from .ratings import Rating, ratings

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

AT_A_TIME = 10_000

GAMES = """
SELECT g.players, g.game, s.player, s.rank
FROM games AS g JOIN seats AS s USING (game)
WHERE g.complete AND g.best_total IS NOT NULL AND g.game NOT IN (
    -- A nameless seat, or a name that sits twice: such a game says nothing about players.
    SELECT game FROM seats GROUP BY game HAVING count(DISTINCT player) < count(*))
ORDER BY g.players, g.played_on NULLS LAST, g.game, s.seat_order
"""


def forget_ratings(connection: DuckDBPyConnection) -> None:
    """Take the ratings out: games are about to change."""
    connection.execute("DELETE FROM ratings")


def keep_ratings(connection: DuckDBPyConnection) -> None:
    """Work the ratings out and put them into the table, if it has none."""
    if not _there(connection):
        _insert(connection, "ratings")


def lend_ratings(cursor: DuckDBPyConnection) -> None:
    """If the database has no ratings, make this cursor see some that are worked out now."""
    if not _there(cursor):
        cursor.execute("CREATE OR REPLACE TEMP TABLE ratings AS FROM main.ratings")
        _insert(cursor, "temp.ratings")


def worked_out(connection: DuckDBPyConnection) -> dict[int, dict[str, Rating]]:
    """The ratings by number of players, from all games of the database."""
    # Fetched some at a time: games can be more than fit into memory.
    seats = _rows(connection.execute(GAMES))
    return {
        players: ratings([(name, rank) for _, _, name, rank in game] for game in games)
        for players, games in _by_players(seats)
    }


def _by_players(seats: Iterator[tuple[Any, ...]]) -> Iterator[tuple[int, Iterator[Any]]]:
    for players, of_players in groupby(seats, key=lambda row: row[0]):
        yield players, (game for _, game in groupby(of_players, key=lambda row: row[1]))


def _rows(connection: DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
    while some := connection.fetchmany(AT_A_TIME):
        yield from some


def _there(connection: DuckDBPyConnection) -> bool:
    return connection.execute("SELECT 1 FROM main.ratings LIMIT 1").fetchall() != []


def _insert(connection: DuckDBPyConnection, table: str) -> None:
    found = [
        (players, name, rating.mu, rating.sigma, rating.games)
        for players, by_name in worked_out(connection).items()
        for name, rating in by_name.items()
    ]
    columns = [list(column) for column in zip(*found, strict=True)]
    if columns:
        connection.execute(
            f"INSERT INTO {table} SELECT unnest($1::UTINYINT[]), unnest($2::VARCHAR[]),"
            " unnest($3::DOUBLE[]), unnest($4::DOUBLE[]), unnest($5::INTEGER[])",
            columns,
        )
