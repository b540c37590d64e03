"""Where gems are placed: heatmaps of the board by rock and gap."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from ..drawing.look import CARDS, PANEL
from ..games.iquazu.illegal import listed
from ..store.statistics import Result
from .chart import (
    BAND,
    DEEP,
    Chart,
    Drawn,
    Row,
    ahead,
    chart,
    new_figure,
    percent,
    rates,
)
from .marks import add_heatmap

MORE = [[0, PANEL.light], [0.35, BAND.light], [1, DEEP.light]]
LESS_OR_MORE = [[0, CARDS["O"].light], [0.5, PANEL.light], [1, CARDS["B"].light]]


def heatmap(result: Result) -> Chart:
    """Gems by rock and gap."""

    def draw(rows: list[Row]) -> Drawn:
        texts = [f"{100 * row['share']:.1f}" for row in rows]
        hover = [
            f"{row['rock']}{row['gap']}: {row['gems']} of {row['n']} gems, "
            f"{percent(row['share'], 1)} ({percent(row['low'], 1)} to {percent(row['high'], 1)})"
            for row in rows
        ]
        figure = new_figure("rock", "gap (1 is the highest)")
        add_heatmap(figure, cells(rows, "share"), texts, hover, colorscale=MORE, zmin=0)
        _as_board(figure)
        return _busiest(rows), figure

    return chart("heatmap", result, draw, "Numbers in the gaps: share of all gems in percent.")


def _busiest(rows: list[Row]) -> str:
    gems = rows[0]["n"]
    rocks = ahead(rates(rows, ["rock"], "gems", gems), most=3)
    gaps = ahead(rates(rows, ["rock", "gap"], "gems", gems))
    gap = f"{gaps[0]['rock']}{gaps[0]['gap']}" if gaps else ""
    if not rocks:
        if not gap:
            return "No rock and no gap is clearly the busiest"
        return f"{gap} is the favourite gap: {percent(gaps[0]['rate'], 1)} of all gems"
    names = listed(sorted(row["rock"] for row in rocks), "and")
    share = percent(sum(row["hits"] for row in rocks) / gems)
    are = f"Rocks {names} are" if len(rocks) > 1 else f"Rock {names} is"
    favourite = f", and {gap} the favourite gap" if gap else ""
    return f"{are} the busiest: {share} of all gems{favourite}"


def heatmap_winners(result: Result) -> Chart:
    """The winners' share of gems less the losers', by rock and gap."""

    def draw(rows: list[Row]) -> Drawn:
        rows = [row for row in rows if row["difference"] is not None]
        if not rows:
            return "Here all seats won or all lost: there is nobody to compare them with."
        texts = [f"{100 * row['difference']:+z.1f}".replace("+0.0", "0.0") for row in rows]
        hover = [
            f"{row['rock']}{row['gap']}: winners {percent(row['winners_share'], 1)}"
            f" ({percent(row['winners_low'], 1)} to {percent(row['winners_high'], 1)}) of their"
            f" {row['winners_n']} gems,<br>the others {percent(row['losers_share'], 1)}"
            f" ({percent(row['losers_low'], 1)} to {percent(row['losers_high'], 1)})"
            f" of their {row['losers_n']}"
            for row in rows
        ]
        most = max(abs(row["difference"]) for row in rows) or 1
        figure = new_figure("rock", "gap (1 is the highest)")
        add_heatmap(
            figure,
            cells(rows, "difference"),
            texts,
            hover,
            colorscale=LESS_OR_MORE,
            zmin=-most,
            zmax=most,
        )
        _as_board(figure)
        winners = rates(rows, ["rock"], "winners", rows[0]["winners_n"])
        losers = rates(rows, ["rock"], "losers", rows[0]["losers_n"])
        return _favoured(winners, losers), figure

    return chart(
        "heatmap-winners",
        result,
        draw,
        "Numbers in the gaps: winners' share less the others', in percent points;"
        " blue and plus: more by winners, orange and minus: more by the others.",
    )


def _favoured(winners: list[Row], losers: list[Row]) -> str:
    """Rocks on which one side clearly places more of its gems than the other does."""
    apart = [
        (won["rate"] - lost["rate"], won["rock"])
        for won, lost in zip(winners, losers, strict=True)
        if ahead([won, lost])
    ]
    more, less = max(apart, default=(0.0, "")), min(apart, default=(0.0, ""))
    if more[0] > 0 and less[0] < 0:
        return f"Winners favour rock {more[1]}, the others rock {less[1]}"
    if more[0] > 0:
        return f"Winners favour rock {more[1]} more than the others do"
    if less[0] < 0:
        return f"Winners place less on rock {less[1]} than the others do"
    return "Winners place no more on any rock than the others, as far as one can tell"


def cells(rows: list[Row], value: str) -> list[tuple[Any, Any, float]]:
    """Gaps by rock and number, with a value of each."""
    return [(row["rock"], row["gap"], row[value]) for row in rows]


def _as_board(figure: go.Figure) -> None:
    figure.update_xaxes(type="category", categoryorder="category ascending", side="top")
    figure.update_yaxes(autorange="reversed", dtick=1, showgrid=False)
