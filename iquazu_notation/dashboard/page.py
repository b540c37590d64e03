"""The page to share: one HTML file with all figures in it, which loads nothing from anywhere.

Whatever comes from records (names of players, boards and sources) is text: escaped in HTML, in
the data of the figures, and in what Plotly would read as HTML.
"""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Any

from ..drawing.look import clean, shorten
from ..figures.chart import FEWEST, Chart, Row, percent
from ..figures.gallery import charts, player_counts
from ..store.filters import Filters
from ..store.statistics import Result
from .document import article, document

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST_ROWS = 100  # players in the table


def page(connection: DuckDBPyConnection, filters: Filters | None = None) -> str:
    """The whole page as HTML."""
    chosen = filters or Filters()
    counts = player_counts(connection, chosen)
    figures: dict[str, Any] = {}
    parts = [_section(connection, chosen, players, n, figures) for players, n in counts.items()]
    if not parts:
        parts = [f'<p class="said" id="nothing">{_nothing(connection)}</p>']
    links = "".join(
        f'<a href="#with-{players}">{players} players ({n:,})</a>' for players, n in counts.items()
    )
    nav = f"<nav><div>{links}</div></nav>" if len(counts) > 1 else ""
    sentence = about(chosen, sum(counts.values()))
    return document("Games of Iquazú", escape(sentence), nav, "".join(parts), figures)


# ---------------------------------------------------------------------- words


def about(filters: Filters, games: int) -> str:
    """The filters as a sentence, with names short enough to read.

    >>> about(Filters(player="Anna", players=4), 12)
    'This page is about 4-player games of Anna: 12 games.'
    """
    short: dict[str, Any] = {
        name: _short(value, 60)
        for name, value in filters.values().items()
        if isinstance(value, str)
    }
    said = replace(filters, **short).sentence()
    return f"This page is about {said}: {number_of_games(games)}."


def basis(result: Result) -> str:
    """What the numbers rest on."""
    left = f"; {number_of_games(result.left_out)} left out: " if result.left_out else ": "
    said = f"n = {number_of_games(result.n)}{left}{result.statistic.counted}."
    return said if result.mixture is None else f"{said} {_short(result.mixture, 300)}"


def number_of_games(number: int) -> str:
    """A number with its word."""
    return f"{number:,} game{'' if number == 1 else 's'}"


def _short(text: str, columns: int) -> str:
    return shorten(clean(text), columns)


def _nothing(connection: DuckDBPyConnection) -> str:
    found = connection.execute("SELECT count(*) FROM games").fetchall()
    if found == [(0,)]:
        return (
            "There are no games in this database yet. Load some with"
            " <code>iquazu load</code>, and write the page again."
        )
    return (
        f"None of the {number_of_games(found[0][0])} in this database is like that. Ask for fewer"
        " things at once, or look at how a name is written in the records."
    )


# ---------------------------------------------------------------------- parts of the page


def _section(
    connection: DuckDBPyConnection,
    filters: Filters,
    players: int,
    games: int,
    figures: dict[str, Any],
) -> str:
    head = f'<section id="with-{players}"><h2>{players} players, {number_of_games(games)}</h2>'
    if games < FEWEST:
        return (
            f'{head}<p class="said">{number_of_games(games)} with {players} players: too few to'
            f" say anything about. Figures come with {FEWEST}.</p></section>"
        )
    parts = [head]
    for title, drawn in charts(connection, filters, players).items():
        parts.append(f'<h3>{escape(title)}</h3><div class="grid">')
        parts += [_article(chart, players, figures) for chart in drawn]
        parts += [_players(c.result) for c in drawn if c.key == "players" and c.result.rows]
        parts.append("</div>")
    parts.append("</section>")
    return "".join(parts)


def _article(chart: Chart, players: int, figures: dict[str, Any]) -> str:
    note = f"{escape(chart.note)} " if chart.note else ""
    return article(
        f"{chart.key}-{players}",
        chart.title,
        chart.figure,
        chart.said,
        f'<p class="small n">{escape(basis(chart.result))}</p>'
        f'<p class="small">{note}{escape(chart.result.statistic.definition)}</p>',
        figures,
    )


PLAYER_COLUMNS = ("player", "n", "won (95 %)", "rating", "mean rank", "mean total")


def player_cells(row: Row) -> list[str]:
    """A line of the table of players, as plain text."""
    rating = "–" if row["rating"] is None else f"{row['rating']:.1f} ± {row['uncertainty']:.1f}"
    return [
        _short(row["player"], 16) or "(no letters)",
        f"{row['n']:,}",
        f"{percent(row['rate'])} ({100 * row['low']:.0f}–{100 * row['high']:.0f})",
        rating,
        f"{row['mean_rank']:.2f}",
        f"{row['mean_total']:.1f}",
    ]


def _players(result: Result) -> str:
    rows = [
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in player_cells(row)) + "</tr>"
        for row in result.records()[:MOST_ROWS]
    ]
    head = "".join(f"<th>{name}</th>" for name in PLAYER_COLUMNS)
    more = len(result.rows) - MOST_ROWS
    rest = f'<p class="small">… and {more:,} more players.</p>' if more > 0 else ""
    return (
        f'<article><h4>The players in numbers</h4><div class="scroll"><table><thead><tr>{head}'
        f"</tr></thead><tbody>{''.join(rows)}</tbody></table></div>{rest}"
        f'<p class="small n">{escape(basis(result))}</p></article>'
    )
