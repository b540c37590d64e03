"""Small panels in one figure, each with its own axes."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from ..drawing.look import MUTED
from .chart import new_figure


def axes_of(number: int) -> tuple[str, str]:
    """The names of a panel's axes.

    >>> axes_of(1), axes_of(3)
    (('x', 'y'), ('x3', 'y3'))
    """
    behind = "" if number == 1 else str(number)
    return f"x{behind}", f"y{behind}"


def set_axis(figure: go.Figure, name: str, **values: Any) -> None:
    """Set up the axis of that short name, as traces call it."""
    figure.update_layout({f"{name[0]}axis{name[1:]}": values})


def panels(count: int, across: int, height: int) -> go.Figure:
    """A figure of small panels, from left to right and then down."""
    figure = new_figure("", "", height=height, margin={"l": 44, "r": 10, "t": 26, "b": 44})
    plain_x, plain_y = figure.layout.xaxis, figure.layout.yaxis
    down = -(-count // across)
    gap_x, gap_y = 0.035, 0.26 / down
    wide, high = (1 - gap_x * (across - 1)) / across, (1 - gap_y * (down - 1)) / down
    for number in range(1, count + 1):
        row, column = divmod(number - 1, across)
        left, top = column * (wide + gap_x), 1 - row * (high + gap_y)
        x, y = axes_of(number)
        set_axis(figure, x, **plain_x.to_plotly_json())
        set_axis(figure, y, **plain_y.to_plotly_json())
        set_axis(figure, x, anchor=y, domain=[left, left + wide])
        set_axis(figure, y, anchor=x, domain=[max(0, top - high), top])
    return figure


def outer_titles(x: str, y: str) -> list[dict[str, Any]]:
    """Titles that all panels share."""
    common = {
        "xref": "paper",
        "yref": "paper",
        "showarrow": False,
        "font": {"size": 12, "color": MUTED.light},
    }
    below = {"text": x, "x": 0.5, "y": 0, "yshift": -32, "yanchor": "middle"}
    beside = {"text": y, "x": 0, "y": 0.5, "xshift": -34, "textangle": -90, "xanchor": "center"}
    return [{**common, **below}, {**common, **beside}]
