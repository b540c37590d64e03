"""All figures in the order in which they are shown, each with the statistic that it draws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..store.filters import Filters
from ..store.statistics import Result, run
from . import people, places, play, points, small_boards, tiles, winning
from .chart import Chart

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True, slots=True)
class Group:
    """Figures that belong together: names of statistics, and what is drawn from each."""

    title: str
    figures: tuple[tuple[str, Callable[[Result], Chart]], ...]

    @property
    def slug(self) -> str:
        """Its name in an address."""
        return self.title.lower()


GROUPS = (
    Group(
        "Winning",
        (
            ("seat-order", winning.seat_order),
            ("lead-wins", winning.lead_wins),
            ("lead-changes", winning.lead_changes),
            ("comeback", winning.comeback),
            ("margins", points.margins),
            ("openings", winning.openings),
        ),
    ),
    Group(
        "Points",
        (
            ("progression", points.progression),
            ("sources-of-points", points.sources),
            ("prize-cost", points.prize_cost),
            ("scores", points.scores),
        ),
    ),
    Group(
        "Places",
        (
            ("heatmap", places.heatmap),
            ("heatmap-winners", places.heatmap_winners),
            ("heatmap-by-seat", small_boards.heatmap_by_seat),
            ("heatmap-cost", small_boards.heatmap_cost),
        ),
    ),
    Group(
        "Tiles",
        (
            ("tiles", tiles.holders),
            ("tiles", tiles.taken),
            ("tiles", tiles.used),
            ("tiles", tiles.wait),
        ),
    ),
    Group(
        "Play",
        (
            ("rhythm", play.rhythm),
            ("pairs", play.pairs),
            ("drops", play.drops),
            ("colours", play.colours),
            ("contested", play.contested),
            ("length", play.length),
        ),
    ),
    Group(
        "Players",
        (
            ("players", people.players),
            ("head-to-head", people.head_to_head),
        ),
    ),
)


def player_counts(connection: DuckDBPyConnection, filters: Filters) -> dict[int, int]:
    """By number of players, how many games pass the filters."""
    found = connection.execute(
        f"SELECT players, count(*) FROM games WHERE {filters.condition()}"
        " GROUP BY players ORDER BY players",
        filters.values(),
    ).fetchall()
    return {players: games for players, games in found if games}


def charts(
    connection: DuckDBPyConnection, filters: Filters, players: int
) -> dict[str, list[Chart]]:
    """Every chart about games with so many players, by title of its group."""
    return {group.title: charts_of(connection, filters, players, group) for group in GROUPS}


def charts_of(
    connection: DuckDBPyConnection, filters: Filters, players: int, group: Group
) -> list[Chart]:
    """The charts of one group about games with so many players."""
    only = replace(filters, players=players)
    results = {name: run(connection, name, only) for name in dict(group.figures)}
    return [draw(results[name]) for name, draw in group.figures]
