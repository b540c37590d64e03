"""Tiles: who wins with them, and whether and when they are taken and used."""

from __future__ import annotations

from math import floor

from ..drawing.look import CARDS, FRAME, tile_words
from ..store.statistics import Result
from .chart import Chart, Drawn, Row, ahead, chart, in_percent, interval, new_figure, percent
from .marks import add_bars, add_dots, error_bars, fair_line

BARS = "Thin bars: 95 % intervals."


def holders(result: Result) -> Chart:
    """How often holders of each kind of tile win."""

    def draw(rows: list[Row]) -> Drawn:
        held = [row for row in _seen(rows) if row["holder_rate"] is not None]
        if not held:
            return "Nobody here took a tile."
        held.sort(key=lambda row: row["holder_rate"])
        figure = new_figure("holders who win the game", "", height=380)
        points = [row["kind"][0] == "V" for row in held]
        add_dots(
            figure,
            [row["holder_rate"] for row in held],
            [tile_words(row["kind"]) for row in held],
            error_bars(held, "holder_"),
            [
                f"{tile_words(row['kind'])}: {row['holders_won']} of {row['holders']} holders won,"
                f" {interval(row, 'holder_')}<br>taken {row['won']} of {row['offered']} times"
                for row in held
            ],
            marker={
                "color": [CARDS["O"].light if it else FRAME.light for it in points],
                "symbol": ["diamond" if it else "circle" for it in points],
            },
        )
        in_percent(figure, "xaxis")
        fair = 1 / rows[0]["players"]
        fair_line(figure, fair, f"equal shares: {percent(fair)}", upright=True)
        best = ahead(held, "holder_")
        if not best:
            return "No kind of tile clearly goes with more wins than all others", figure
        return (
            f"Holders of a tile “{tile_words(best[0]['kind'])}” win most:"
            f" {percent(best[0]['holder_rate'])}",
            figure,
        )

    return chart(
        "tiles", result, draw, "Circles: tiles to use, diamonds: tiles with points. A win"
        " need not come from the tile: who takes more tiles holds more kinds."
    )  # fmt: skip


def taken(result: Result) -> Chart:
    """How often tiles on offer are taken."""

    def draw(rows: list[Row]) -> Drawn:
        offered = [row for row in _seen(rows) if row["won_rate"] is not None]
        if not offered:
            return "No tile was on offer here."
        figure = new_figure("taken, of those on offer at a scoring", "", height=380)
        add_dots(
            figure,
            [row["won_rate"] for row in offered],
            [tile_words(row["kind"]) for row in offered],
            error_bars(offered, "won_"),
            [
                f"{tile_words(row['kind'])}: taken {row['won']} of {row['offered']} times,"
                f" {interval(row, 'won_')}"
                for row in offered
            ],
        )
        # Nearly all are taken: from nothing on, the axis would show nothing.
        start = max(0.0, floor(10 * min(row["won_low"] for row in offered) - 0.5) / 10)
        in_percent(figure, "xaxis", range=[start, 1 + 0.04 * (1 - start)])
        figure.update_yaxes(autorange="reversed")
        least = ahead(offered, "won_", least=True)
        share = sum(row["won"] for row in offered) / sum(row["offered"] for row in offered)
        if not least:
            return (
                f"{percent(share)} of tiles on offer are taken, no kind clearly less",
                figure,
            )
        return (
            f"{percent(share)} of tiles on offer are taken; “{tile_words(least[0]['kind'])}” least:"
            f" {percent(least[0]['won_rate'])}",
            figure,
        )

    return chart("tiles-taken", result, draw, BARS)


def used(result: Result) -> Chart:
    """How often tiles that were taken are used."""

    def draw(rows: list[Row]) -> Drawn:
        usable = [row for row in _seen(rows) if row["used_rate"] is not None]
        if not usable:
            return "Nobody here took a tile that can be used."
        figure = new_figure("kind of tile", "used, of those taken")
        add_bars(
            figure,
            [_in_lines(row["kind"]) for row in usable],
            usable,
            [
                f"{tile_words(row['kind'])}: used {row['used']} of {row['won']},"
                f" {interval(row, 'used_')}"
                for row in usable
            ],
            before="used_",
            texts=[percent(row["used_rate"]) for row in usable],
        )
        in_percent(figure, range=[0, 1.05])
        least = ahead(usable, "used_", least=True)
        if least:
            return (
                f"“{tile_words(least[0]['kind'])}” stays unused most often:"
                f" {percent(1 - least[0]['used_rate'])} of those taken",
                figure,
            )
        share = sum(row["used"] for row in usable) / sum(row["won"] for row in usable)
        return f"{percent(share)} of tiles are used; no kind clearly stays unused most", figure

    return chart("tiles-used", result, draw, BARS)


def wait(result: Result) -> Chart:
    """How long tiles that are used were held."""

    def draw(rows: list[Row]) -> Drawn:
        waited = [row for row in _seen(rows) if row["wait"] is not None]
        if not waited:
            return "Nobody here used a tile."
        figure = new_figure("kind of tile", "turns of all seats until use (mean)")
        figure.add_bar(
            x=[_in_lines(row["kind"]) for row in waited],
            y=[row["wait"] for row in waited],
            text=[f"{row['wait']:.1f}" for row in waited],
            textposition="outside",
            cliponaxis=False,
            marker={"color": FRAME.light},
            hovertext=[
                f"{tile_words(row['kind'])}: used after {row['wait']:.1f} turns,"
                f" n = {row['used']} tiles used"
                for row in waited
            ],
            hoverinfo="text",
        )
        figure.update_yaxes(range=[0, 1.12 * max(1, *(row["wait"] for row in waited))])
        uses = sum(row["used"] for row in waited)
        turns = sum(row["wait"] * row["used"] for row in waited) / uses
        return f"A tile that is used was held for {turns:.1f} turns, in the mean", figure

    return chart("tiles-wait", result, draw)


def _seen(rows: list[Row]) -> list[Row]:
    """Tiles whose kind is known."""
    return [row for row in rows if row["kind"] != "?"]


def _in_lines(kind: str) -> str:
    """The words of a kind one below the other, for narrow windows."""
    return tile_words(kind).replace(" ", "<br>")
