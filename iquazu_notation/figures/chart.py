"""What all figures share: the chart, its look, and how numbers are said.

- A *chart* is one message: its title says it, the figure shows it, and the small type below says
  what was counted. It is about one number of players.
- A *friendly sentence* stands in place of the figure where there are too few games to draw.

Colours are those for light ground; `DARK` has for each the one on dark ground, by which page and
app recolour a figure. Names of players are data: they come into a figure through `for_plotly` alone
(mostly by way of `label`), because Plotly reads some HTML in its texts. Titles are plain text: they
stand above the figure, and page and app escape them as all other words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from typing import Any

import plotly.graph_objects as go

from ..drawing.look import (
    CARDS,
    FONT,
    FRAME,
    GROUND,
    INK,
    MUTED,
    PANEL,
    SEATS,
    TILE,
    WATER,
    Shade,
    clean,
    shorten,
)
from ..store.statistics import Result
from ..store.wilson import wilson

FEWEST = 5  # games that a figure needs
HEIGHT = 340

GRID = Shade("#DDD8CB", "#3B3F45")
BAND = Shade("#C5DCE6", "#35596D")
WIDE_BAND = Shade("#E2EBEC", "#28363F")
DEEP = Shade("#175A7B", WATER)  # unlike DEEP_WATER, which is the same on both grounds

DARK = {
    shade.light: shade.dark
    for shade in (
        *(seat.shade for seat in SEATS.values()),
        *CARDS.values(),
        *(GROUND, PANEL, INK, MUTED, FRAME, TILE, GRID, BAND, WIDE_BAND, DEEP),
    )
}

PLACES = ("1st", "2nd", "3rd", "4th")
# By place in the turn order or in the ranking: the colour never stands alone.
PLACE_COLOURS = (FRAME.light, CARDS["O"].light, SEATS["P"].shade.light, SEATS["G"].shade.light)
PLACE_SYMBOLS = ("circle", "square", "triangle-up", "diamond")
PLACE_DASHES = ("solid", "dash", "dot", "dashdot")

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Chart:
    """One message about games with so many players; without a figure, `said` tells why."""

    key: str
    title: str
    result: Result
    figure: go.Figure | None = None
    said: str = ""
    note: str = ""


Drawn = tuple[str, go.Figure] | str
"""A title and a figure, or a sentence that says why there is nothing to draw."""

Drawing = Callable[[list[Row]], Drawn]


def chart(key: str, result: Result, draw: Drawing, note: str = "") -> Chart:
    """Draw it, or say that there is too little to draw."""
    if result.n < FEWEST or not result.rows:
        return Chart(key, result.statistic.title, result, said=too_few(result.n))
    drawn = draw(result.records())
    if isinstance(drawn, str):
        return Chart(key, result.statistic.title, result, said=drawn)
    title, figure = drawn
    # A line may not end between a number and its sign.
    return Chart(key, title.replace(" %", "\N{NO-BREAK SPACE}%"), result, figure, note=note)


def too_few(games: int) -> str:
    """Why there is no figure, in a friendly sentence.

    >>> too_few(0)
    'No game here tells anything about this yet.'
    >>> too_few(1)
    'Only one game so far: the figure comes with 5.'
    """
    if games == 0:
        return "No game here tells anything about this yet."
    if games >= FEWEST:
        return "Nothing of this kind happened in these games."
    return f"Only {'one game' if games == 1 else f'{games} games'} so far: the figure comes with 5."


# ---------------------------------------------------------------------- numbers and words


def percent(part: float | None, digits: int = 0) -> str:
    """A part of one in percent.

    >>> percent(0.614), percent(0.021, 1), percent(None)
    ('61 %', '2.1 %', '–')
    """
    return "–" if part is None else f"{100 * part:.{digits}f} %"


def interval(row: Row, before: str = "") -> str:
    """A rate with its 95 % interval, for hover texts.

    >>> interval({"rate": 0.5, "low": 0.2, "high": 0.8})
    '50 % (20–80 %)'
    """
    rate, low, high = (row[before + name] for name in ("rate", "low", "high"))
    return f"{percent(rate)} ({100 * low:.0f}–{100 * high:.0f} %)" if rate is not None else "–"


def for_plotly(text: str) -> str:
    """A text for a figure, of which Plotly reads nothing as HTML.

    Quotation marks stay: Plotly would show what `escape` makes of them.

    >>> print(for_plotly('<b>Anna "Ace" O’Neil</b>'), for_plotly("Ben's"))
    &lt;b&gt;Anna "Ace" O’Neil&lt;/b&gt; Ben's
    """
    return escape(text, quote=False)


def short_name(name: str, columns: int = 18) -> str:
    """A player's name as one short line of plain text.

    >>> short_name("An" * 30, 8), short_name("\\n")
    ('AnAnAnA…', '(no letters)')
    """
    return shorten(clean(name), columns) or "(no letters)"


def label(name: str, columns: int = 18) -> str:
    """A player's name for a figure.

    >>> label("<b>Anna</b>"), label("An" * 30, 8)
    ('&lt;b&gt;Anna&lt;/b&gt;', 'AnAnAnA…')
    """
    return for_plotly(short_name(name, columns))


def middle(counts: Iterable[tuple[int, int]]) -> int:
    """Of values with their counts, the value that the middle case has.

    >>> middle([(40, 1), (45, 5), (50, 2)])
    45
    """
    listed = sorted(counts)
    running = list(accumulate(count for _, count in listed))
    return next(
        value for (value, _), up_to in zip(listed, running, strict=True) if 2 * up_to >= running[-1]
    )


# ---------------------------------------------------------------------- what intervals bear


def rates(rows: Sequence[Row], by: Sequence[str], hits: str, n: int) -> list[Row]:
    """Rows summed up by some columns: of n cases so many, as a rate with its 95 % interval.

    >>> gems = [{"rock": "a", "gap": 1, "gems": 2}, {"rock": "a", "gap": 2, "gems": 3}]
    >>> [(row["rock"], row["hits"], interval(row)) for row in rates(gems, ["rock"], "gems", 10)]
    [('a', 5, '50 % (24–76 %)')]
    """
    found: dict[tuple[Any, ...], int] = {}
    for row in rows:
        key = tuple(row[column] for column in by)
        found[key] = found.get(key, 0) + row[hits]
    return [
        dict(zip(by, key, strict=True)) | {"hits": count, "n": n} | rated(count, n)
        for key, count in found.items()
    ]


def rated(hits: int, n: int) -> Row:
    """A rate with its 95 % interval, as queries give it."""
    low, high = wilson(hits, n) or (0.0, 1.0)
    return {"rate": hits / n if n else None, "low": low, "high": high}


def ahead(rows: Sequence[Row], before: str = "", most: int = 1, least: bool = False) -> list[Row]:
    """Those, at most so many, whose 95 % intervals all lie beyond those of all others.

    This alone lets a title call something the best, the most or the favourite: it asks for more
    than a difference between two, because the foremost of many was chosen. With `least`, those
    below all others. The foremost comes first; where nobody is clearly ahead, or there is nobody
    to be ahead of, there are none.

    >>> rows = [{"rate": r, "low": r - 0.1, "high": r + 0.1} for r in (0.2, 0.5, 0.6)]
    >>> ahead(rows), [row["rate"] for row in ahead(rows, most=2)]
    ([], [0.6, 0.5])
    >>> [row["rate"] for row in ahead(rows, least=True)]
    [0.2]
    """
    known = [row for row in rows if row[before + "rate"] is not None]
    known.sort(key=lambda row: row[before + "rate"], reverse=not least)
    near, far = ("high", "low") if least else ("low", "high")
    for count in range(1, min(most, len(known) - 1) + 1):
        first = [row[before + near] for row in known[:count]]
        others = [row[before + far] for row in known[count:]]
        if max(first) < min(others) if least else min(first) > max(others):
            return known[:count]
    return []


# ---------------------------------------------------------------------- look


def new_figure(
    x: str, y: str, *, height: int = HEIGHT, base: go.Figure | None = None, **layout: Any
) -> go.Figure:
    """An empty figure in our look, with titled axes; `base` has several of them."""
    axis = {
        "gridcolor": GRID.light,
        "linecolor": GRID.light,
        "zeroline": False,
        "ticks": "",
        "fixedrange": True,
        "automargin": True,
        "title": {"font": {"size": 12, "color": MUTED.light}, "standoff": 10},
        "tickfont": {"size": 12, "color": INK.light},
    }
    figure = go.Figure() if base is None else base
    figure.update_layout(
        template="none",
        height=height,
        margin={"l": 8, "r": 14, "t": 12, "b": 8},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"family": FONT, "size": 12, "color": INK.light},
        hoverlabel={
            "bgcolor": PANEL.light,
            "bordercolor": MUTED.light,
            "font": {"color": INK.light, "family": FONT},
        },
        showlegend=False,
        dragmode=False,
        hovermode="closest",
        bargap=0.15,
    )
    figure.update_xaxes(axis | {"showgrid": False})
    figure.update_yaxes(axis)
    figure.update_xaxes(title_text=x)
    figure.update_yaxes(title_text=y)
    figure.update_layout(layout)
    return figure


def in_percent(figure: go.Figure, axis: str = "yaxis", **more: Any) -> None:
    """An axis of parts of one."""
    figure.update_layout({axis: {"tickformat": ".0%", "rangemode": "tozero", **more}})


def write_at(figure: go.Figure, x: Any, y: Any, text: str, **more: Any) -> None:
    """A direct label."""
    figure.add_annotation(
        {
            "x": x,
            "y": y,
            "text": text,
            "showarrow": False,
            "font": {"size": 12, "color": INK.light},
            **more,
        }
    )
