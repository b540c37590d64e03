"""Marks in a figure: bars, dots, lines and bands, with the intervals that go with them.

A *rate* is drawn with its 95 % interval, which the row has as `low` and `high` beside `rate` (or
as `used_low`, `used_high` and `used_rate`: then `before` is "used_"). A *count* stands alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from ..drawing.look import FRAME, INK, MUTED
from .chart import BAND, Row, interval, write_at


def error_bars(rows: Sequence[Row], before: str = "") -> dict[str, Any]:
    """The 95 % intervals of rates, as Plotly wants them."""
    return {
        "type": "data",
        "symmetric": False,
        "array": [row[before + "high"] - row[before + "rate"] for row in rows],
        "arrayminus": [row[before + "rate"] - row[before + "low"] for row in rows],
        "color": INK.light,
        "thickness": 1.5,
        "width": 5,
    }


def add_bars(
    figure: go.Figure,
    x: Sequence[Any],
    rows: Sequence[Row],
    hover: Sequence[str],
    *,
    before: str = "",
    texts: Sequence[str] | None = None,
    pattern: str = "",
    **more: Any,
) -> None:
    """Bars as high as rates, with their intervals; the texts stand at the feet of the bars."""
    figure.add_bar(
        **{
            "x": list(x),
            "y": [row[before + "rate"] for row in rows],
            "error_y": error_bars(rows, before),
            "marker": {
                "color": BAND.light,
                "line": {"color": FRAME.light, "width": 1},
                "pattern": {"shape": pattern, "fillmode": "overlay", "size": 6, "solidity": 0.2},
            },
            "text": texts,
            "textfont": {"color": INK.light},
            "textposition": "inside",
            "insidetextanchor": "start",
            "textangle": 0,
            "constraintext": "none",
            "hovertext": list(hover),
            "hoverinfo": "text",
            **more,
        }
    )


def add_counts(
    figure: go.Figure,
    x: Sequence[Any],
    counts: Sequence[int],
    hover: Sequence[str],
    marked: Sequence[bool] = (),
) -> None:
    """Bars with their counts on top; the marked ones are striped."""
    figure.add_bar(
        x=list(x),
        y=list(counts),
        text=[f"{count:,}" for count in counts],
        textposition="outside",
        textangle=0,
        textfont={"color": INK.light, "size": 11},
        cliponaxis=False,
        marker={
            "color": FRAME.light,
            "pattern": {
                "shape": ["/" if mark else "" for mark in marked] or "",
                "fillmode": "overlay",
                "size": 6,
            },
        },
        hovertext=list(hover),
        hoverinfo="text",
    )
    figure.update_yaxes(range=[0, 1.12 * max(counts)])


def add_steps(
    figure: go.Figure, rows: Sequence[Row], column: str, nothing: str, striped: int = -1
) -> None:
    """Games by points in steps of five: nothing, 1 to 5, 6 to 10…; up to one step, striped.

    Steps without a game leave their place free, and in a narrow window some go unnamed.
    """
    places = [(row[column] + 4) // 5 for row in rows]
    names = [_step(row[column], nothing) for row in rows]
    add_counts(
        figure,
        places,
        [row["games"] for row in rows],
        [
            f"{name}: {row['games']} of {row['n']} games, {interval(row)}"
            for name, row in zip(names, rows, strict=True)
        ],
        [row[column] <= striped for row in rows],
    )
    ticks = range(places[0], places[-1] + 1, -(-(places[-1] + 1 - places[0]) // 6))
    figure.update_xaxes(
        tickvals=list(ticks),
        ticktext=[_step(max(0, 5 * at - 4), nothing) for at in ticks],
        tickangle=0,
    )


def _step(first: int, nothing: str) -> str:
    """A step by its first value.

    >>> _step(0, "never"), _step(6, "never")
    ('never', '6–10')
    """
    return f"{first}–{first + 4}" if first else nothing


def add_dots(
    figure: go.Figure,
    rates: Sequence[float],
    names: Sequence[Any],
    errors: dict[str, Any],
    hover: Sequence[str],
    *,
    upright: bool = False,
    marker: dict[str, Any] | None = None,
    **more: Any,
) -> None:
    """Dots with intervals: one below the other, or, `upright`, side by side."""
    at, to = ("y", "x") if upright else ("x", "y")
    figure.add_scatter(
        **{
            at: list(rates),
            to: list(names),
            f"error_{at}": errors,
            "mode": "markers",
            "marker": {"size": 11, "color": FRAME.light, **(marker or {})},
            "hovertext": list(hover),
            "hoverinfo": "text",
            **more,
        }
    )


def add_line(
    figure: go.Figure, x: Sequence[Any], rows: Sequence[Row], hover: Sequence[str]
) -> None:
    """A line of rates in the band of their intervals."""
    add_band(figure, x, [row["low"] for row in rows], [row["high"] for row in rows], BAND.light)
    add_trend(figure, x, [row["rate"] for row in rows], hover)


def add_trend(
    figure: go.Figure, x: Sequence[Any], y: Sequence[float], hover: Sequence[str]
) -> None:
    """A line with a dot for every value."""
    figure.add_scatter(
        x=list(x),
        y=list(y),
        mode="lines+markers",
        line={"color": FRAME.light, "width": 2.5},
        marker={"size": 7},
        hovertext=list(hover),
        hoverinfo="text",
    )


def add_band(
    figure: go.Figure, x: Sequence[Any], low: Sequence[float], high: Sequence[float], colour: str
) -> None:
    """A band between two lines."""
    figure.add_scatter(
        x=[*x, *reversed(x)],
        y=[*high, *reversed(low)],
        fill="toself",
        fillcolor=colour,
        line={"width": 0, "color": colour},
        mode="lines",
        hoverinfo="skip",
    )


def add_heatmap(
    figure: go.Figure,
    cells: Sequence[tuple[Any, Any, float | None]],
    texts: Sequence[str],
    hover: Sequence[str],
    **more: Any,
) -> None:
    """Cells by column and row, with a text in each."""
    figure.add_heatmap(
        **{
            "x": [column for column, _, _ in cells],
            "y": [row for _, row, _ in cells],
            "z": [value for _, _, value in cells],
            "text": list(texts),
            "texttemplate": "%{text}",
            "textfont": {"size": 10},
            "hovertext": list(hover),
            "showscale": False,
            "xgap": 2,
            "ygap": 2,
            "hoverinfo": "text",
            **more,
        }
    )


def label_ends(figure: go.Figure, x: Any, ends: dict[str, float], top: float) -> None:
    """Names of lines at their right ends, moved apart where they would cover each other."""
    room = 0.06 * top
    below = float("-inf")
    for text, y in sorted(ends.items(), key=lambda end: end[1]):
        below = max(y, below + room)
        write_at(
            figure, x, below, text, xanchor="left", xshift=9,
            font={"size": 11, "color": MUTED.light},
        )  # fmt: skip


def fair_line(figure: go.Figure, share: float, text: str, upright: bool = False) -> None:
    """A dashed line at what chance alone would give, and its label."""
    line = {"color": MUTED.light, "width": 1.5, "dash": "dash"}
    if upright:
        figure.add_shape(type="line", x0=share, x1=share, y0=0, y1=1, yref="paper", line=line)
        where = {"x": share, "y": 1, "yref": "paper", "xanchor": "left", "yanchor": "bottom"}
        figure.update_layout(margin={"t": 24})
    else:
        figure.add_shape(type="line", x0=0, x1=1, xref="paper", y0=share, y1=share, line=line)
        where = {"x": 1, "xref": "paper", "y": share, "xanchor": "right", "yanchor": "bottom"}
    figure.add_annotation(
        {"text": text, "showarrow": False, "font": {"size": 11, "color": MUTED.light}, **where}
    )
