"""Points: how they grow, where they come from, what they cost, and what games end with."""

from __future__ import annotations

from ..drawing.look import CARDS, FRAME, INK, MUTED, TILE, ink_on
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
    add_band,
    chart,
    interval,
    middle,
    new_figure,
    percent,
    write_at,
)


def progression(result: Result) -> Chart:
    """Points after each scoring: median, quartiles, least and most."""

    def draw(rows: list[Row]) -> Drawn:
        x = [row["rock"] for row in rows]
        figure = new_figure("after the scoring of rock", "points of a seat")
        add_band(figure, x, [r["least"] for r in rows], [r["most"] for r in rows], WIDE_BAND.light)
        add_band(
            figure, x, [r["quarter"] for r in rows], [r["three_quarters"] for r in rows], BAND.light
        )
        figure.add_scatter(
            x=x,
            y=[row["median"] for row in rows],
            mode="lines+markers",
            line={"color": FRAME.light, "width": 2.5},
            marker={"size": 7},
            hovertext=[
                f"after {row['rock']}: median {row['median']:.0f}, half of the seats"
                f" {row['quarter']:.0f} to {row['three_quarters']:.0f},<br>least {row['least']},"
                f" most {row['most']}, mean {row['mean']:.1f}, n = {row['n']} seats"
                for row in rows
            ],
            hoverinfo="text",
        )
        last = rows[-1]
        right = {"xanchor": "left", "xshift": 8, "font": {"size": 11, "color": MUTED.light}}
        write_at(figure, last["rock"], last["most"], "most", **right)
        write_at(figure, last["rock"], last["least"], "least", **right)
        write_at(figure, last["rock"], last["median"], "median", **right)
        write_at(figure, last["rock"], last["three_quarters"], "quarter", **right)
        figure.update_xaxes(type="category", tickangle=0)
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
        bars = {"winners": "mean_won", "the others": "mean_lost", "all seats": "mean"}
        figure = new_figure("points for a seat (mean)", "", barmode="stack", bargap=0.35)
        rocks = [row for row in rows if row["source"] != "tiles"]
        if not rocks or not any(row["points"] for row in rows):
            return "Nobody here won a prize."
        most = max(sum(row[column] or 0 for row in rows) for column in bars.values())
        for at, row in enumerate(rows):
            name = row["source"].removeprefix("rock ")
            tiles = row["source"] == "tiles"
            colour = TILE.light if tiles else (FRAME.light, BAND.light)[at % 2]
            figure.add_bar(
                y=list(bars),
                x=[row[column] or 0 for column in bars.values()],
                orientation="h",
                name=name,
                text=[name if (row[c] or 0) >= most / 25 else "" for c in bars.values()],
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
                    f"{who}: {row[column] or 0:.1f} points from {row['source']}"
                    + (f", {percent(row['share'], 1)} of all points" if column == "mean" else "")
                    for who, column in bars.items()
                ],
                hoverinfo="text",
            )
        figure.update_yaxes(autorange="reversed", showgrid=False)
        late = rocks[(len(rocks) + 1) // 2 :]
        share = sum(row["share"] or 0 for row in late)
        kept = sum(row["share"] or 0 for row in rows if row["source"] == "tiles")
        first, last = (late[at]["source"].removeprefix("rock ") for at in (0, -1))
        start = "Later rocks decide: " if share > 0.5 else ""
        return (
            f"{start}{percent(share)} of points come from {first} to {last},"
            f" {percent(kept)} from kept tiles",
            figure,
        )

    return chart("sources-of-points", result, draw)


def prize_cost(result: Result) -> Chart:
    """Cards spent per point, by rock and rank on it."""

    def draw(rows: list[Row]) -> Drawn:
        rows = [row for row in rows if row["cards_per_point"] is not None]
        best = [row for row in rows if row["place"] == 1]
        if not best:
            return "Nobody here won a first prize."
        figure = new_figure("rock", "cards paid per point")
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
            write_at(
                figure, mine[-1]["rock"], mine[-1]["cards_per_point"], PLACES[at],
                xanchor="left", xshift=9,
            )  # fmt: skip
        figure.update_xaxes(type="category", categoryorder="category ascending")
        figure.update_yaxes(rangemode="tozero")
        figure.update_layout(margin={"r": 36})
        first, last = best[0]["cards_per_point"], best[-1]["cards_per_point"]
        way = "cheaper" if last < first else "no cheaper"
        return (
            f"Points get {way} down the board: {first:.1f} cards each for the most gems on rock"
            f" {best[0]['rock']}, {last:.1f} on {best[-1]['rock']}",
            figure,
        )

    return chart("prize-cost", result, draw)


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
        for text, counts in (("■ winners", won), ("▨ others", lost)):
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
        steps = ["shared" if not r["margin"] else f"{r['margin']}–{r['margin'] + 4}" for r in rows]
        figure = new_figure("points between first and second", "games")
        figure.add_bar(
            x=steps,
            y=[row["games"] for row in rows],
            text=[row["games"] for row in rows],
            textposition="outside",
            cliponaxis=False,
            marker={"color": [CARDS["O"].light if r["margin"] <= 1 else FRAME.light for r in rows]},
            textfont={"color": INK.light},
            hovertext=[
                f"{step}: {row['games']} of {row['n']} games, {interval(row)}"
                for step, row in zip(steps, rows, strict=True)
            ],
            hoverinfo="text",
        )
        figure.update_xaxes(type="category")
        close = sum(row["rate"] for row in rows if row["margin"] <= 1)
        return f"{percent(close)} of games end within five points", figure

    return chart("margins", result, draw)
