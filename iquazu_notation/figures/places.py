"""Where gems are placed: heatmaps of the board by rock and gap."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from ..drawing.look import CARDS, PANEL
from ..store.statistics import Result
from .chart import BAND, DEEP, Chart, Drawn, Row, chart, new_figure, of_rock, percent


def heatmap(result: Result) -> Chart:
    """Gems by rock and gap."""

    def draw(rows: list[Row]) -> Drawn:
        texts = [f"{100 * row['share']:.1f}" for row in rows]
        hover = [
            f"{row['rock']}{row['gap']}: {row['gems']} of {row['n']} gems, "
            f"{percent(row['share'], 1)} ({percent(row['low'], 1)} to {percent(row['high'], 1)})"
            for row in rows
        ]
        scale = [[0, PANEL.light], [0.35, BAND.light], [1, DEEP.light]]
        figure = _board(rows, "share", texts, hover, colorscale=scale, zmin=0)
        by_rock = of_rock(rows, "share")
        rock = max(by_rock, key=lambda r: by_rock[r])
        busiest = max(rows, key=lambda row: row["gems"])
        return (
            f"Rock {rock} is the busiest: {percent(by_rock[rock])} of all gems,"
            f" and {busiest['rock']}{busiest['gap']} the favourite gap",
            figure,
        )

    return chart("heatmap", result, draw, "Numbers in the gaps: share of all gems in percent.")


def heatmap_winners(result: Result) -> Chart:
    """The winners' share of gems less the losers', by rock and gap."""

    def draw(rows: list[Row]) -> Drawn:
        rows = [row for row in rows if row["difference"] is not None]
        if not rows:
            return "Here all seats won or all lost: there is nobody to compare them with."
        texts = [f"{100 * row['difference']:+z.1f}".replace("+0.0", "0.0") for row in rows]
        hover = [
            f"{row['rock']}{row['gap']}: winners {percent(row['winners_share'], 1)} of their"
            f" {row['winners_n']} gems,<br>the others {percent(row['losers_share'], 1)}"
            f" of their {row['losers_n']}"
            for row in rows
        ]
        most = max(abs(row["difference"]) for row in rows) or 1
        scale = [[0, CARDS["O"].light], [0.5, PANEL.light], [1, CARDS["B"].light]]
        figure = _board(rows, "difference", texts, hover, colorscale=scale, zmin=-most, zmax=most)
        by_rock = of_rock(rows, "difference")
        best = max(by_rock, key=lambda r: by_rock[r])
        worst = min(by_rock, key=lambda r: by_rock[r])
        return f"Winners favour rock {best}, the others rock {worst}", figure

    return chart(
        "heatmap-winners",
        result,
        draw,
        "Numbers in the gaps: winners' share less the others', in percent points;"
        " blue and plus: more by winners, orange and minus: more by the others.",
    )


def _board(
    rows: list[Row], value: str, texts: list[str], hover: list[str], **colours: Any
) -> go.Figure:
    figure = new_figure("rock", "gap (1 is the highest)")
    figure.add_heatmap(
        x=[row["rock"] for row in rows],
        y=[row["gap"] for row in rows],
        z=[row[value] for row in rows],
        text=texts,
        texttemplate="%{text}",
        textfont={"size": 10},
        hovertext=hover,
        hoverinfo="text",
        showscale=False,
        xgap=2,
        ygap=2,
        **colours,
    )
    figure.update_xaxes(type="category", categoryorder="category ascending", side="top")
    figure.update_yaxes(autorange="reversed", dtick=1, showgrid=False)
    return figure
