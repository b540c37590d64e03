"""Tiles: who wins with them, and which are used."""

from __future__ import annotations

from ..drawing.look import CARDS, FRAME, INK, tile_words
from ..store.statistics import Result
from .chart import (
    BAND,
    Chart,
    Drawn,
    Row,
    chart,
    error_bars,
    fair_line,
    in_percent,
    interval,
    new_figure,
    percent,
)


def holders(result: Result) -> Chart:
    """How often holders of each kind of tile win."""

    def draw(rows: list[Row]) -> Drawn:
        held = [row for row in rows if row["holder_rate"] is not None and row["kind"] != "?"]
        held.sort(key=lambda row: row["holder_rate"])
        figure = new_figure("holders who win the game", "", height=380)
        if not held:
            return "Nobody here took a tile."
        figure.add_scatter(
            x=[row["holder_rate"] for row in held],
            y=[tile_words(row["kind"]) for row in held],
            mode="markers",
            error_x=error_bars(held, "holder_"),
            marker={
                "size": 11,
                "color": [CARDS["O"].light if r["kind"][0] == "V" else FRAME.light for r in held],
                "symbol": ["diamond" if r["kind"][0] == "V" else "circle" for r in held],
            },
            hovertext=[
                f"{tile_words(row['kind'])}: {row['holders_won']} of {row['holders']} holders won,"
                f" {interval(row, 'holder_')}<br>taken {row['won']} of {row['offered']} times"
                for row in held
            ],
            hoverinfo="text",
        )
        in_percent(figure, "xaxis")
        fair = 1 / rows[0]["players"]
        fair_line(figure, fair, f"equal shares: {percent(fair)}", upright=True)
        figure.update_layout(margin={"t": 24})
        best = held[-1]
        return (
            f"Holders of a tile “{tile_words(best['kind'])}” win most:"
            f" {percent(best['holder_rate'])}",
            figure,
        )

    return chart(
        "tiles", result, draw, "Circles: tiles to use, diamonds: tiles with points. A win"
        " need not come from the tile: who takes more tiles holds more kinds."
    )  # fmt: skip


def used(result: Result) -> Chart:
    """How often tiles that were taken are used."""

    def draw(rows: list[Row]) -> Drawn:
        usable = [row for row in rows if row["used_rate"] is not None and row["kind"] != "?"]
        figure = new_figure("", "used, of those taken")
        if not usable:
            return "Nobody here took a tile that can be used."
        figure.add_bar(
            x=[tile_words(row["kind"]) for row in usable],
            y=[row["used_rate"] for row in usable],
            error_y=error_bars(usable, "used_"),
            marker={"color": BAND.light, "line": {"color": FRAME.light, "width": 1}},
            text=[percent(row["used_rate"]) for row in usable],
            textfont={"color": INK.light},
            textposition="inside",
            insidetextanchor="start",
            textangle=0,
            constraintext="none",
            hovertext=[
                f"{tile_words(row['kind'])}: used {row['used']} of {row['won']},"
                f" {interval(row, 'used_')}"
                + (f"<br>after {row['wait']:.1f} turns" if row["wait"] is not None else "")
                for row in usable
            ],
            hoverinfo="text",
        )
        in_percent(figure, range=[0, 1.05])
        least = min(usable, key=lambda row: row["used_rate"])
        if least["used_rate"] == 1:
            return "No tile is left unused", figure
        return (
            f"“{tile_words(least['kind'])}” stays unused most often:"
            f" {percent(1 - least['used_rate'])} of those taken",
            figure,
        )

    return chart("tiles-used", result, draw, "Thin bars: 95 % intervals.")
