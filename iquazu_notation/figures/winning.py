"""Winning: places in the turn order, leads, and the players themselves."""

from __future__ import annotations

import plotly.graph_objects as go

from ..drawing.look import FRAME, INK, MUTED
from ..store.statistics import Result
from .chart import (
    BAND,
    PLACE_COLOURS,
    PLACE_SYMBOLS,
    PLACES,
    Chart,
    Drawn,
    Row,
    add_band,
    chart,
    error_bars,
    fair_line,
    in_percent,
    interval,
    label,
    middle,
    new_figure,
    percent,
    write_at,
)

MOST_PLAYERS = 20  # in one figure


def seat_order(result: Result) -> Chart:
    """Win rate by place in the turn order."""

    def draw(rows: list[Row]) -> Drawn:
        figure = new_figure("place in the turn order", "games won")
        orders = [row["seat_order"] for row in rows]
        figure.add_scatter(
            x=[PLACES[order - 1] for order in orders],
            y=[row["rate"] for row in rows],
            mode="markers+text",
            text=[f"  {percent(row['rate'])}" for row in rows],
            textposition="middle right",
            textfont={"color": INK.light, "size": 13},
            error_y=error_bars(rows),
            marker={
                "size": 14,
                "color": [PLACE_COLOURS[order - 1] for order in orders],
                "symbol": [PLACE_SYMBOLS[order - 1] for order in orders],
            },
            hovertext=[
                f"{PLACES[row['seat_order'] - 1]}: won {row['wins']} of {row['n']} games,"
                f" {interval(row)}<br>mean rank {row['mean_rank']:.2f},"
                f" mean total {row['mean_total']:.1f}"
                for row in rows
            ],
            hoverinfo="text",
        )
        figure.update_xaxes(type="category", range=[-0.5, len(rows) - 0.3])
        in_percent(figure)
        fair = 1 / rows[0]["players"]
        fair_line(figure, fair, f"equal shares: {percent(fair)}")
        best = max(rows, key=lambda row: row["rate"])
        if best["low"] > fair:
            who = "starting" if best["seat_order"] == 1 else PLACES[best["seat_order"] - 1]
            return f"The {who} player wins most: {percent(best['rate'])} of games", figure
        return "No place in the turn order is clearly better", figure

    return chart("seat-order", result, draw, "Bars: 95 % intervals.")


def lead_wins(result: Result) -> Chart:
    """The chance to win of the seat that leads after each scoring."""

    def draw(rows: list[Row]) -> Drawn:
        rows = [row for row in rows if row["n"]]
        figure = new_figure("sole leader after the scoring of rock", "went on to win")
        if not rows:
            return "Nobody here ever led alone after a scoring."
        x = [row["rock"] for row in rows]
        add_band(figure, x, [r["low"] for r in rows], [r["high"] for r in rows], BAND.light)
        figure.add_scatter(
            x=x,
            y=[row["rate"] for row in rows],
            mode="lines+markers",
            line={"color": FRAME.light, "width": 2.5},
            marker={"size": 8},
            hovertext=[
                f"after {row['rock']}: {row['wins']} of {row['n']} leaders won, {interval(row)}"
                f"<br>mean lead {row['mean_lead']:.1f} points; lead shared in {row['tied']} games"
                for row in rows
            ],
            hoverinfo="text",
        )
        for row in (rows[0], rows[-1]):
            write_at(figure, row["rock"], row["rate"], percent(row["rate"]), yshift=14)
        figure.update_xaxes(type="category")
        in_percent(figure, range=[0, 1.08])
        fair = 1 / rows[0]["players"]
        fair_line(figure, fair, f"equal shares: {percent(fair)}")
        sure = next((row for row in rows if row["low"] > 0.5), None)
        if sure is None:
            return "No lead is safe before the end", figure
        return (
            f"A lead counts from rock {sure['rock']} on:"
            f" {percent(sure['rate'])} of its leaders win",
            figure,
        )

    return chart("lead-wins", result, draw, "Band: 95 % interval.")


def lead_changes(result: Result) -> Chart:
    """Games by number of lead changes."""

    def draw(rows: list[Row]) -> Drawn:
        figure = new_figure("lead changes in a game", "games")
        figure.add_bar(
            x=[row["lead_changes"] for row in rows],
            y=[row["games"] for row in rows],
            marker={"color": FRAME.light},
            hovertext=[
                f"{row['lead_changes']} lead changes: {row['games']} of {row['n']} games,"
                f" {interval(row)}"
                for row in rows
            ],
            hoverinfo="text",
        )
        figure.update_xaxes(dtick=1 if len(rows) <= 16 else None)
        times = middle((row["lead_changes"], row["games"]) for row in rows)
        said = {0: "does not change hands", 1: "changes hands once", 2: "changes hands twice"}
        return (
            f"Typically the lead {said.get(times, f'changes hands {times} times')}",
            figure,
        )

    return chart("lead-changes", result, draw)


def players(result: Result) -> Chart:
    """Win rates of players, the surest best first; ratings are in the hover text."""

    def draw(rows: list[Row]) -> Drawn:
        rated = [row for row in rows if row["rating"] is not None]
        return _rated(rated) if len(rated) > 1 else _won(rows)

    more = len(result.rows) - MOST_PLAYERS
    by_rating = sum(row["rating"] is not None for row in result.records()) > 1
    note = f"Bars: {'rating ± twice its uncertainty' if by_rating else '95 % intervals'}."
    return chart(
        "players", result, draw, note + (f" {more} more are in the table." if more > 0 else "")
    )


def _rated(rows: list[Row]) -> tuple[str, go.Figure]:
    best, second = rows[0], rows[1]
    shown = rows[:MOST_PLAYERS]
    figure = _names(shown, "rating", [row["rating"] for row in shown])
    figure.update_traces(
        error_x={
            "type": "data",
            "array": [2 * row["uncertainty"] for row in shown],
            "color": MUTED.light,
            "thickness": 2,
            "width": 5,
        }
    )
    clear = best["rating"] - 2 * best["uncertainty"] > second["rating"] + 2 * second["uncertainty"]
    if clear:
        return f"{label(best['player'])} is clearly the strongest", figure
    return f"{label(best['player'])} leads the ratings, but not clearly", figure


def _won(rows: list[Row]) -> tuple[str, go.Figure]:
    rows = sorted(rows, key=lambda row: (-row["low"], row["player"]))
    shown = rows[:MOST_PLAYERS]
    figure = _names(shown, "games won", [row["rate"] for row in shown])
    figure.update_traces(error_x=error_bars(shown))
    in_percent(figure, "xaxis")
    fair = 1 / rows[0]["players"]
    fair_line(figure, fair, f"equal shares: {percent(fair)}", upright=True)
    figure.update_layout(margin={"t": 24})
    best = rows[0]
    if len(rows) == 1:
        return f"{label(best['player'])} wins {percent(best['rate'])} of games", figure
    return f"{label(best['player'])} wins most often: {percent(best['rate'])}", figure


def _names(rows: list[Row], what: str, x: list[float]) -> go.Figure:
    """Dots by player. Names are labels of places, for two can be alike when shortened."""
    figure = new_figure(what, "", height=max(220, 90 + 26 * len(rows)))
    figure.add_scatter(
        x=x,
        y=list(range(len(rows))),
        mode="markers",
        marker={"size": 11, "color": FRAME.light},
        hovertext=[
            f"{label(row['player'], 40)}: won {row['wins']} of {row['n']} games,"
            f" {interval(row)}"
            + (
                f"<br>rating {row['rating']:.1f} ± {row['uncertainty']:.1f}"
                if row["rating"] is not None
                else ""
            )
            for row in rows
        ],
        hoverinfo="text",
    )
    figure.update_yaxes(
        tickvals=list(range(len(rows))),
        ticktext=[label(row["player"], 14) for row in rows],
        range=[len(rows) - 0.5, -0.5],
    )
    return figure
