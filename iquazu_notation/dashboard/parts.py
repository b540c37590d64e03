"""What the app shows, as Dash components: figures, a list of games, a game.

Dash makes elements of these in the browser and never reads HTML in a text, so names of players
are harmless here as they are; in figures they are escaped already (see `figures.chart.for_plotly`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dash import dcc, html

from ..drawing.look import SEATS, clean, shorten
from ..figures.chart import FEWEST, Chart
from ..figures.course import course
from ..figures.gallery import Group, charts_of, player_counts
from ..figures.game import game_charts
from ..games.iquazu.illegal import SEAT_NAMES
from ..replay import Replay
from ..store.filters import Filters
from ..store.listing import Listed, count, games
from . import game_words
from .address import search_for
from .page import PLAYER_COLUMNS, basis, number_of_games, player_cells
from .walk import walk

if TYPE_CHECKING:
    import plotly.graph_objects as go
    from duckdb import DuckDBPyConnection

LIST_COLUMNS = (
    "played", "players", "points", "won by", "turns", "board", "source", "verdict", "event",
)  # fmt: skip
ON_A_PAGE = 50  # games of the list
# Until the browser has coloured the figure for its ground.
BLANK: Any = {"layout": {"xaxis": {"visible": False}, "yaxis": {"visible": False}}}
BLANK["layout"] |= {"paper_bgcolor": "rgba(0,0,0,0)", "plot_bgcolor": "rgba(0,0,0,0)"}
QUIET: Any = {"displayModeBar": False, "responsive": True, "scrollZoom": False}


def said(text: str) -> Any:
    """A friendly sentence in the place of something."""
    return html.P(text, className="said")


# ---------------------------------------------------------------------- figures


def figures(connection: DuckDBPyConnection, filters: Filters, group: Group) -> list[Any]:
    """A group of figures, for the number of players asked for or else the most frequent one."""
    every = player_counts(connection, filters)
    if not every:
        return [said(_nothing(connection))]
    players = filters.players or max(every, key=lambda number: every[number])
    n = every[players]
    head: list[Any] = [html.H2(f"{players} players, {number_of_games(n)}")]
    if len(every) > 1:
        others = [number for number in every if number != players]
        head.append(html.P(["Also: ", *_other_counts(filters, group, every, others)]))
    if n < FEWEST:
        few = f"{number_of_games(n)} with {players} players: too few to say anything about."
        listed = dcc.Link("Look at them one by one", href=f"/games{search_for(filters)}")
        return [
            *head,
            html.P([f"{few} Figures come with {FEWEST}. ", listed, "."], className="said"),
        ]
    drawn = charts_of(connection, filters, players, group)
    shown = [_chart(chart) for chart in drawn]
    shown += [_players(chart) for chart in drawn if chart.key == "players" and chart.result.rows]
    return [*head, html.Div(shown, className="grid")]


def _nothing(connection: DuckDBPyConnection) -> str:
    number = count(connection, Filters())
    if not number:
        return "There are no games in this database yet. Load some with iquazu load."
    return f"None of the {number_of_games(number)} in this database is like that. Ask for less."


def _other_counts(
    filters: Filters, group: Group, every: dict[int, int], others: list[int]
) -> list[Any]:
    links: list[Any] = []
    for number in others:
        values = {**filters.values(), "players": number}
        there = f"/{group.slug}{search_for(Filters(**values))}"
        links += [dcc.Link(f"{number} players ({every[number]:,})", href=there), " "]
    return links


def _chart(chart: Chart) -> Any:
    below = [
        html.P(basis(chart.result), className="small n"),
        html.P(f"{chart.note} {chart.result.statistic.definition}".strip(), className="small"),
    ]
    return _article(chart.key, chart.title, chart.figure, chart.said, below)


def _article(key: str, title: str, figure: go.Figure | None, instead: str, below: list[Any]) -> Any:
    if figure is None:
        return html.Article([html.H4(title), said(instead), *below])
    height = {"height": f"{figure.layout.height}px"}
    graph = dcc.Graph(
        id={"part": "graph", "key": key},
        figure=BLANK,
        config=QUIET,
        style=height,
        className="figure",
    )
    raw = dcc.Store(id={"part": "figure", "key": key}, data=figure.to_plotly_json())
    return html.Article([html.H4(title), graph, raw, *below])


def _players(chart: Chart) -> Any:
    rows = [
        html.Tr([html.Td(cell) for cell in player_cells(row)]) for row in chart.result.records()
    ]
    head = html.Tr([html.Th(name) for name in PLAYER_COLUMNS])
    table = html.Table([html.Thead(head), html.Tbody(rows)])
    shown = html.Div(table, className="scroll ledger")
    return html.Article([html.H4("The players in numbers"), shown])


# ---------------------------------------------------------------------- games


def game_list(connection: DuckDBPyConnection, filters: Filters, page: int) -> list[Any]:
    """The games one by one, the latest first, a page of them."""
    number = count(connection, filters)
    if not number:
        return [said(_nothing(connection))]
    pages = -(-number // ON_A_PAGE)
    page = min(page, pages)
    shown = games(connection, filters, limit=ON_A_PAGE, offset=ON_A_PAGE * (page - 1))
    names = (
        "played",
        "players",
        "points",
        "won by",
        "turns",
        "board",
        "source",
        "verdict",
        "event",
    )
    head = html.Thead(html.Tr([html.Th(name) for name in names]))
    body = html.Tbody([_game_row(game, filters) for game in shown])
    table = html.Div(html.Table([head, body]), className="scroll games")
    first = ON_A_PAGE * (page - 1)
    told = f"Games {first + 1:,} to {first + len(shown):,} of {number:,}, the latest first. "
    turns: list[Any] = []
    for text, to in (("‹ later", page - 1), ("earlier ›", page + 1)):
        if 1 <= to <= pages:
            turns += [dcc.Link(text, href=f"/games{search_for(filters, page=to)}"), " "]
    return [html.H2("Games"), html.Article([table, html.P([told, *turns], className="small n")])]


def _game_row(game: Listed, filters: Filters) -> Any:
    seats = list(zip(game.seats, game.names, game.totals, strict=True))
    points = ["?" if total is None else str(total) for _, _, total in seats]
    called = {
        seat: f"{SEATS[seat].mark} {_name(name) or SEAT_NAMES[seat]}" for seat, name, _ in seats
    }
    on = "open" if game.complete else "unfinished"
    there = f"/game/{game.id[:16]}{search_for(filters)}"
    cells: list[Any] = [
        dcc.Link(game.date or "no date", href=there),
        dcc.Link(", ".join(called.values()), href=there),
        " ".join(points),
        ", ".join(called[seat] for seat in game.winners or ()) or on,
        str(game.turns),
        _name(game.board),
        game.source or "",
        game.verdict,
        _name(game.event),
    ]
    return html.Tr([html.Td(cell) for cell in cells])


def _name(text: str | None) -> str:
    return shorten(clean(text or ""), 16)


def game_view(game: Replay, filters: Filters) -> list[Any]:
    """One game: its board to walk through, its figures, and its ledger."""
    drawn = [
        _article(
            chart.key,
            chart.title,
            chart.figure,
            chart.said,
            [html.P(chart.definition, className="small")],
        )
        for chart in game_charts(course(game))
    ]
    facts: list[Any] = []
    for name, value in game_words.facts(game):
        facts += [html.Dt(name), html.Dd(value)]
    return [
        html.H2(game_words.title(game)),
        html.P(game_words.sentence(game)),
        html.P(dcc.Link("‹ all games", href=f"/games{search_for(filters)}")),
        html.Article(
            [html.Div(id="walk"), html.P(game_words.KEYS, className="small")], className="wide"
        ),
        dcc.Store(id="walk-data", data=walk(game)),
        html.Div(drawn, className="grid"),
        html.H3("Ledger"),
        html.Article(_ledger(game), className="wide"),
        html.H3("Record"),
        html.Dl(facts),
    ]


def _ledger(game: Replay) -> list[Any]:
    rows = []
    for turn, cells in game_words.ledger_rows(game):
        data: dict[str, Any] = {"data-turn": str(turn)}
        rows.append(html.Tr([html.Td(cell) for cell in cells], **data))
    head = html.Tr([html.Th(name) for name in game_words.ledger_head(game)])
    table = html.Table([html.Thead(head), html.Tbody(rows)])
    return [
        html.Div(table, className="scroll ledger"),
        html.P(game_words.LEDGER, className="small"),
    ]
