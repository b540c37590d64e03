"""Points: how they grow, where they come from, what they cost, and what games end with."""

from __future__ import annotations

from ..drawing.look import CARDS, FRAME, MUTED, TILE, ink_on
from ..store.statistics import Result
from .chart import (
    BAND,
    PLACE_COLOURS,
    PLACE_DASHES,
    PLACE_SYMBOLS,
    PLACES,
    WIDE_BAND,
    Chart,
    Drawn,
    Row,
    chart,
    interval,
    middle,
    new_figure,
    percent,
    rated,
    write_at,
)
from .marks import add_band, add_steps, add_trend, label_ends

LATE = [f"rock {rock}" for rock in "ghijk"]


def progression(result: Result) -> Chart:
    """Points after each scoring: median, quartiles, least and most."""

    def draw(rows: list[Row]) -> Drawn:
        # The end is no rock: it stands somewhat apart.
        x = [row["scoring"] + 0.5 * (row["rock"] == "end") for row in rows]
        figure = new_figure("after the scoring of rock", "points of a seat")
        add_band(figure, x, [r["least"] for r in rows], [r["most"] for r in rows], WIDE_BAND.light)
        add_band(
            figure, x, [r["quarter"] for r in rows], [r["three_quarters"] for r in rows], BAND.light
        )
        add_trend(
            figure,
            x,
            [row["median"] for row in rows],
            [
                f"after {row['rock']}: median {row['median']:.0f}, half of the seats"
                f" {row['quarter']:.0f} to {row['three_quarters']:.0f},<br>least {row['least']},"
                f" most {row['most']}, mean {row['mean']:.1f}, n = {row['n']} seats"
                for row in rows
            ],
        )
        last = rows[-1]
        named = {"most": "most", "quarter": "three_quarters", "median": "median", "least": "least"}
        ends = {text: last[column] for text, column in named.items()}
        label_ends(figure, x[-1], ends, max(row["most"] for row in rows))
        figure.update_xaxes(
            tickvals=x,
            ticktext=[row["rock"] for row in rows],
            tickangle=0,
            range=[x[0] - 0.4, x[-1] + 0.25],
        )
        figure.update_layout(margin={"r": 58})
        if last["rock"] != "end" or not last["mean"]:
            return f"A seat has {last['mean']:.0f} points after rock {last['rock']}", figure
        half = next(row for row in rows if 2 * row["mean"] >= last["mean"])
        when = "only with the kept tiles" if half is last else f"only with rock {half['rock']}"
        return f"Half of the final {last['mean']:.0f} points is there {when}", figure

    return chart("progression", result, draw, "Inner band: the middle half of the seats.")


def sources(result: Result) -> Chart:
    """Points by source, for winners and for the others."""

    def draw(rows: list[Row]) -> Drawn:
        sides = {"winners": "mean_won", "the others": "mean_lost", "all seats": "mean"}
        bars = {who: column for who, column in sides.items() if rows[0][column] is not None}
        figure = new_figure("points for a seat (mean)", "", barmode="stack", bargap=0.35)
        rocks = [row for row in rows if row["source"] != "tiles"]
        if not rocks or not any(row["points"] for row in rows):
            return "Nobody here won a prize."
        most = max(sum(row[column] for row in rows) for column in bars.values())
        for at, row in enumerate(rows):
            name = row["source"].removeprefix("rock ")
            tiles = row["source"] == "tiles"
            colour = TILE.light if tiles else (FRAME.light, BAND.light)[at % 2]
            room = 0.13 if tiles else 0.04  # that the name needs in a narrow window
            figure.add_bar(
                y=list(bars),
                x=[row[column] for column in bars.values()],
                orientation="h",
                name=name,
                text=[name if row[c] >= room * most else "" for c in bars.values()],
                textposition="inside",
                insidetextanchor="middle",
                textangle=0,
                constraintext="none",
                textfont={"size": 12, "color": ink_on(colour) if tiles else None},
                marker={
                    "color": colour,
                    "line": {"color": MUTED.light, "width": 0.5},
                    "pattern": {
                        "shape": "/" if tiles else "",
                        "fillmode": "overlay",
                        "size": 5,
                        "solidity": 0.12,
                    },
                },
                hovertext=[
                    f"{who}: {row[column]:.1f} points from {row['source']}"
                    + (f", {percent(row['share'], 1)} of all points" if column == "mean" else "")
                    for who, column in bars.items()
                ],
                hoverinfo="text",
            )
        figure.update_yaxes(autorange="reversed", showgrid=False)
        return _late_points(rows), figure

    return chart("sources-of-points", result, draw)


def _late_points(rows: list[Row]) -> str:
    late = [row for row in rows if row["source"] in LATE]
    share, kept = (
        sum(row["share"] for row in part)
        for part in (late, [row for row in rows if row["source"] == "tiles"])
    )
    # A share varies less from game to game than yes or no does: this interval is wide enough.
    games = rows[0]["n"] // rows[0]["players"]
    clear = rated(round(share * games), games)["low"] > 0.5
    return (
        f"{'Later rocks decide: ' if clear else ''}{percent(share)} of points come from g to k,"
        f" {percent(kept)} from kept tiles"
    )


def prize_cost(result: Result) -> Chart:
    """Cards spent per point, by rock and rank on it."""

    def draw(rows: list[Row]) -> Drawn:
        rows = [row for row in rows if row["cards_per_point"] is not None]
        best = [row for row in rows if row["place"] == 1]
        if not best:
            return "Nobody here won a first prize."
        figure = new_figure("rock", "cards paid per point")
        ends: dict[str, float] = {}
        for place in sorted({row["place"] for row in rows}):
            mine = [row for row in rows if row["place"] == place]
            at = (place - 1) % 4
            figure.add_scatter(
                x=[row["rock"] for row in mine],
                y=[row["cards_per_point"] for row in mine],
                mode="lines+markers",
                name=PLACES[at],
                line={"color": PLACE_COLOURS[at], "dash": PLACE_DASHES[at], "width": 2},
                marker={"symbol": PLACE_SYMBOLS[at], "size": 8},
                hovertext=[
                    f"{PLACES[at]} on rock {row['rock']}: {row['cards_per_point']:.2f} cards a"
                    f" point<br>({row['cards']:.1f} cards for {row['points']:.1f} points,"
                    f" n = {row['n']} prizes)"
                    for row in mine
                ],
                hoverinfo="text",
            )
            ends[PLACES[at]] = mine[-1]["cards_per_point"]
        top = max(row["cards_per_point"] for row in rows)
        label_ends(figure, max(row["rock"] for row in rows), ends, top)
        figure.update_xaxes(type="category", categoryorder="category ascending")
        figure.update_yaxes(rangemode="tozero")
        figure.update_layout(margin={"r": 36})
        return _trend_of_cost(best), figure

    return chart("prize-cost", result, draw)


def _trend_of_cost(best: list[Row]) -> str:
    """Whether first prizes get cheaper or dearer down the board.

    Cards by point have no interval, so the rocks themselves must bear it: each of the first four
    dearer than each of the last four, which chance alone does once in seventy times, or cheaper.
    """
    first, last = ([row["cards_per_point"] for row in part] for part in (best[:4], best[-4:]))
    cheaper, dearer = min(first) > max(last), max(first) < min(last)
    if len(best) < 8 or not (cheaper or dearer):
        return "Points get neither clearly cheaper nor clearly dearer down the board"
    return (
        f"Points get {'cheaper' if cheaper else 'dearer'} down the board: {first[0]:.1f} cards each"
        f" for the most gems on rock {best[0]['rock']}, {last[-1]:.1f} on {best[-1]['rock']}"
    )


def scores(result: Result) -> Chart:
    """Final totals of winners and of the others."""

    def draw(rows: list[Row]) -> Drawn:
        figure = new_figure("final total, in steps of five", "seats", barmode="stack", bargap=0.06)
        x = [row["points"] + 2 for row in rows]
        hover = [
            f"{row['points']} to {row['points'] + 4} points: {row['seats']} of {row['n']} seats,"
            f" {interval(row)};<br>{row['winners']} of them won"
            for row in rows
        ]
        parts = (
            ("winners", [row["winners"] for row in rows], CARDS["B"].light, ""),
            ("others", [row["seats"] - row["winners"] for row in rows], CARDS["O"].light, "/"),
        )
        for name, y, colour, pattern in parts:
            figure.add_bar(
                x=x,
                y=y,
                name=name,
                hovertext=hover,
                hoverinfo="text",
                marker={
                    "color": colour,
                    "pattern": {"shape": pattern, "fillmode": "overlay", "size": 6},
                },
            )
        won = [(row["points"], row["winners"]) for row in rows if row["winners"]]
        lost = [(row["points"], row["seats"] - row["winners"]) for row in rows]
        lost = [(points, count) for points, count in lost if count]
        top = max(row["seats"] for row in rows)
        for text, counts in (("winners", won), ("others (striped)", lost)):
            if counts:
                height = max(r["seats"] for r in rows if abs(r["points"] - middle(counts)) <= 10)
                write_at(figure, middle(counts) + 2, height, text, yanchor="bottom", yshift=2)
        figure.update_yaxes(range=[0, top * 1.15])
        if not won:
            return f"The middle total is {middle(lost)} to {middle(lost) + 4} points", figure
        points = middle(won)
        return f"The middle winner ends with {points} to {points + 4} points", figure

    return chart("scores", result, draw)


def margins(result: Result) -> Chart:
    """Points between the best and the second-best seat."""

    def draw(rows: list[Row]) -> Drawn:
        figure = new_figure("points between first and second", "games")
        add_steps(figure, rows, "margin", "shared", striped=1)
        close = sum(row["rate"] for row in rows if row["margin"] <= 1)
        return f"{percent(close)} of games end within five points", figure

    return chart("margins", result, draw, "Striped: within five points.")
