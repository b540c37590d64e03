"""Several small boards in one figure: by place in the turn order, and by cost."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ..drawing.look import INK
from ..store.statistics import Result
from .chart import PLACES, Chart, Drawn, Row, ahead, chart, new_figure, percent, rates
from .marks import add_heatmap
from .places import LESS_OR_MORE, MORE, cells

COLUMNS = 2


def heatmap_by_seat(result: Result) -> Chart:
    """A board for each place in the turn order: its shares less those of the other places."""

    def draw(rows: list[Row]) -> Drawn:
        orders = sorted({row["seat_order"] for row in rows})
        if len(orders) == 1:
            return "All these gems were placed from one place: there is nothing to compare it with."
        compared = {order: _compared(rows, order, ["rock", "gap"]) for order in orders}
        most = max(abs(_more(pair)) for pairs in compared.values() for pair in pairs) or 1
        titles = [f"{PLACES[order - 1]}, {compared[order][0][0]['n']:,} gems" for order in orders]
        figure = _boards(titles, rows)
        for at, order in enumerate(orders):
            pairs = compared[order]
            add_heatmap(
                figure,
                [(pair[0]["rock"], pair[0]["gap"], _more(pair)) for pair in pairs],
                [("+" if _more(pair) > 0 else "−") if ahead(pair) else "" for pair in pairs],
                [
                    f"{mine['rock']}{mine['gap']}, {PLACES[order - 1]}: {mine['hits']} of"
                    f" {mine['n']} gems, {percent(mine['rate'], 1)}<br>({percent(mine['low'], 1)}"
                    f" to {percent(mine['high'], 1)}); the other places"
                    f" {percent(others['rate'], 1)}"
                    for mine, others in pairs
                ],
                colorscale=LESS_OR_MORE,
                zmin=-most,
                zmax=most,
                **_panel(at),
            )
        return _favourite_rock(rows, orders), figure

    return chart(
        "heatmap-by-seat",
        result,
        draw,
        "A place's share of gems less that of the other places, rocks from left to right, gaps from"
        " the top; blue: more, orange: less; + and −: clearly so.",
    )


def _compared(rows: list[Row], order: int, by: list[str]) -> list[tuple[Row, Row]]:
    """Shares of the gems of one place, and of those of the other places together."""
    nowhere = [row | {"gems": 0} for row in rows]  # so that both sides have all gaps
    sides = []
    for same in (True, False):
        part = [row for row in rows if (row["seat_order"] == order) == same]
        n = sum({row["seat_order"]: row["n"] for row in part}.values())
        sides.append(rates([*nowhere, *part], by, "gems", n))
    return list(zip(*sides, strict=True))


def _more(pair: tuple[Row, Row]) -> float:
    """How much greater a place's share is than that of the others."""
    difference: float = pair[0]["rate"] - pair[1]["rate"]
    return difference


def _favourite_rock(rows: list[Row], orders: Sequence[int]) -> str:
    """The place and rock that are furthest apart from the other places, if any clearly is."""
    clear = [
        (order, pair)
        for order in orders
        for pair in _compared(rows, order, ["rock"])
        if ahead(pair) == [pair[0]]
    ]
    if not clear:
        return "No place in the turn order clearly favours a rock"
    order, (mine, others) = max(clear, key=lambda found: _more(found[1]))
    return (
        f"The {PLACES[order - 1]} place favours rock {mine['rock']}: {percent(mine['rate'])} of its"
        f" gems, {percent(others['rate'])} of the others’"
    )


def heatmap_cost(result: Result) -> Chart:
    """A board for each cost: where gems are placed that cost so many cards."""

    def draw(rows: list[Row]) -> Drawn:
        costs = sorted({row["cost"] for row in rows})
        counted = {row["cost"]: row["n"] for row in rows}
        every = sum(counted.values())
        titles = [f"cost {cost}: {percent(counted[cost] / every)} of gems" for cost in costs]
        figure = _boards(titles, rows)
        for at, cost in enumerate(costs):
            part = [row for row in rows if row["cost"] == cost]
            add_heatmap(
                figure,
                cells(part, "share"),
                [""] * len(part),
                [
                    f"{row['rock']}{row['gap']}: {row['gems']} of {row['n']} gems at cost {cost},"
                    f"<br>{percent(row['share'], 1)} ({percent(row['low'], 1)} to"
                    f" {percent(row['high'], 1)})"
                    for row in part
                ],
                colorscale=MORE,
                zmin=0,
                # The bound and not the share: boards with few gems stay pale.
                zmax=max(row["high"] for row in part),
                **_panel(at),
            )
        parts = [{"cost": cost, "gems": n} for cost, n in counted.items()]
        best = ahead(rates(parts, ["cost"], "gems", every))
        if not best:
            return "No cost is clearly the most frequent", figure
        cards = "card" if best[0]["cost"] == 1 else "cards"
        return (
            f"Most frequent is a cost of {best[0]['cost']} {cards}:"
            f" {percent(best[0]['rate'])} of gems",
            figure,
        )

    return chart(
        "heatmap-cost",
        result,
        draw,
        "Rocks from left to right, gaps from the top; the darker, the more of the gems at that cost"
        " (on dark ground: the brighter); faint where there are few.",
    )


# ---------------------------------------------------------------------- boards side by side


def _boards(titles: Sequence[str], rows: list[Row]) -> go.Figure:
    """Empty boards, two in a line, with a title above each."""
    lines = -(-len(titles) // COLUMNS)
    height = 190 * lines + 30
    figure = new_figure(
        "",
        "",
        height=height,
        base=make_subplots(
            rows=lines,
            cols=COLUMNS,
            subplot_titles=titles,
            horizontal_spacing=0.07,
            vertical_spacing=44 / height,
        ),
    )
    figure.update_annotations(font={"size": 12, "color": INK.light})
    rocks = sorted({row["rock"] for row in rows})
    small = {"tickfont": {"size": 9}, "showgrid": False, "automargin": False}
    figure.update_xaxes(
        type="category",
        categoryorder="array",
        categoryarray=rocks,
        range=[-0.5, len(rocks) - 0.5],
        tickangle=0,
        dtick=1,
        **small,
    )
    figure.update_yaxes(range=[max(row["gap"] for row in rows) + 0.5, 0.5], dtick=1, **small)
    for line in range(lines):
        figure.update_yaxes(title={"text": "gap", "standoff": 4}, row=line + 1, col=1)
    for column in range(COLUMNS):
        figure.update_xaxes(title={"text": "rock", "standoff": 4}, row=lines, col=column + 1)
    if len(titles) % COLUMNS:  # the last place stays empty
        figure.update_xaxes(visible=False, row=lines, col=COLUMNS)
        figure.update_yaxes(visible=False, row=lines, col=COLUMNS)
    figure.update_layout(margin={"l": 34, "t": 26, "b": 34})
    return figure


def _panel(at: int) -> dict[str, int]:
    return {"row": at // COLUMNS + 1, "col": at % COLUMNS + 1}
