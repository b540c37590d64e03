"""How games are played: rhythm, pairs, drops, colours and length."""

from __future__ import annotations

from ..drawing.look import CARD_EDGES, CARDS, DEEP_WATER, FRAME, INK, MUTED, WATER
from ..store.statistics import Result
from .chart import (
    BAND,
    FEWEST,
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
    middle,
    new_figure,
    percent,
    write_at,
)

PATTERNS = ("", "/", "x", ".")
COLOURS = {"W": "white", "B": "blue", "O": "orange"}


def rhythm(result: Result) -> Chart:
    """How many turns of each round place a gem."""

    def draw(rows: list[Row]) -> Drawn:
        everything = sum(row["places"] for row in rows) / sum(row["n"] for row in rows)
        rows = [row for row in rows if row["n"] >= FEWEST] or rows
        x = [row["round"] for row in rows]
        figure = new_figure("round", "turns that place a gem")
        add_band(figure, x, [r["low"] for r in rows], [r["high"] for r in rows], BAND.light)
        figure.add_scatter(
            x=x,
            y=[row["rate"] for row in rows],
            mode="lines+markers",
            line={"color": FRAME.light, "width": 2},
            marker={"size": 5},
            hovertext=[
                f"round {row['round']}: {row['places']} of {row['n']} turns place,"
                f" {interval(row)}<br>{row['gems']:.2f} gems and {row['cards']:.2f} cards a turn"
                for row in rows
            ],
            hoverinfo="text",
        )
        in_percent(figure, range=[0, 1.02])
        fair_line(figure, everything, "")
        return f"{percent(everything)} of turns place a gem, the others draw", figure

    return chart(
        "rhythm",
        result,
        draw,
        "Band: 95 % interval; dashed: all rounds. Rounds with 5 turns or more.",
    )


def pairs(result: Result) -> Chart:
    """How often pairs are paid, by cost."""

    def draw(rows: list[Row]) -> Drawn:
        figure = new_figure("cost of the gap in cards", "gems paid with a pair")
        figure.add_bar(
            x=[row["cost"] for row in rows],
            y=[row["rate"] for row in rows],
            error_y=error_bars(rows),
            marker={"color": BAND.light, "line": {"color": FRAME.light, "width": 1}},
            text=[percent(row["rate"]) for row in rows],
            textfont={"color": INK.light},
            textposition="inside",
            insidetextanchor="start",
            textangle=0,
            constraintext="none",
            hovertext=[
                f"cost {row['cost']}: {row['with_pairs']} of {row['n']} gems, {interval(row)}<br>"
                f"{row['wasted']} of {row['cards']} cards wasted"
                for row in rows
            ],
            hoverinfo="text",
        )
        figure.update_xaxes(dtick=1)
        in_percent(figure)
        cards = sum(row["cards"] or 0 for row in rows)
        wasted = sum(row["wasted"] or 0 for row in rows) / cards if cards else 0
        with_pairs = sum(row["with_pairs"] for row in rows) / sum(row["n"] for row in rows)
        return (
            f"{percent(with_pairs)} of gems are paid with pairs, which wastes"
            f" {percent(wasted)} of the cards",
            figure,
        )

    return chart("pairs", result, draw, "Thin bars: 95 % intervals.")


def drops(result: Result) -> Chart:
    """Water drops by place in the turn order."""

    def draw(rows: list[Row]) -> Drawn:
        figure = new_figure("place in the turn order", "drops in a game (mean)")
        figure.add_bar(
            x=[PLACES[row["seat_order"] - 1] for row in rows],
            y=[row["per_game"] for row in rows],
            text=[f"{row['per_game']:.1f}" for row in rows],
            textposition="outside",
            textfont={"color": INK.light},
            cliponaxis=False,
            marker={
                "color": WATER,
                "line": {"color": DEEP_WATER, "width": 1},
                "pattern": {
                    "shape": [PATTERNS[row["seat_order"] - 1] for row in rows],
                    "fillmode": "overlay",
                    "fgcolor": DEEP_WATER,
                    "size": 7,
                    "solidity": 0.2,
                },
            },
            hovertext=[
                f"{PLACES[row['seat_order'] - 1]}: {row['drops']} drops in {row['n']} turns,"
                f" {interval(row)}"
                for row in rows
            ],
            hoverinfo="text",
        )
        figure.update_xaxes(type="category")
        figure.update_yaxes(rangemode="tozero")
        most = max(rows, key=lambda row: row["per_game"])
        together = sum(row["per_game"] for row in rows)
        return (
            f"The {PLACES[most['seat_order'] - 1]} player lays most drops:"
            f" {most['per_game']:.1f} of {together:.1f} in a game",
            figure,
        )

    return chart("drops", result, draw)


def colours(result: Result) -> Chart:
    """Cards drawn of each colour against their share of the deck."""

    def draw(rows: list[Row]) -> Drawn:
        figure = new_figure("colour", "share of cards drawn")
        names = [COLOURS[row["colour"]] for row in rows]
        figure.add_scatter(
            x=names,
            y=[row["expected"] for row in rows],
            mode="markers",
            marker={"symbol": "line-ew", "size": 60, "line": {"color": MUTED.light, "width": 2}},
            hoverinfo="skip",
        )
        figure.add_scatter(
            x=names,
            y=[row["rate"] for row in rows],
            error_y=error_bars(rows),
            mode="markers+text",
            text=[f"   {percent(row['rate'], 1)}" for row in rows],
            textposition="top right",
            textfont={"color": INK.light},
            marker={
                "size": 15,
                "color": [CARDS[row["colour"]].light for row in rows],
                "line": {"color": [CARD_EDGES[row["colour"]].light for row in rows], "width": 1.5},
            },
            hovertext=[
                f"{name}: {row['cards']} of {row['n']} cards, {percent(row['rate'], 1)}"
                f" ({percent(row['low'], 1)} to {percent(row['high'], 1)}),"
                f" expected {percent(row['expected'], 1)}"
                for name, row in zip(names, rows, strict=True)
            ],
            hoverinfo="text",
        )
        figure.update_xaxes(type="category", range=[-0.5, len(rows) - 0.4])
        figure.update_yaxes(tickformat=".1%", nticks=7)
        odd = [
            name
            for name, row in zip(names, rows, strict=True)
            if not row["low"] <= row["expected"] <= row["high"]
        ]
        if odd:
            return f"{' and '.join(odd).capitalize()} cards are drawn unlike expected", figure
        return "Colours are drawn as the deck lets expect", figure

    return chart("colours", result, draw, "Thin bars: 95 % intervals; wide strokes: expected.")


def contested(result: Result) -> Chart:
    """How often a tie-break decides the first prize of a rock."""

    def draw(rows: list[Row]) -> Drawn:
        rocks = [row for row in rows if row["what"].startswith("rock ")]
        figure = new_figure("rock", "first prizes decided by tie-break")
        if not rocks:
            return "No first prize was given here."
        figure.add_bar(
            x=[row["what"].removeprefix("rock ") for row in rocks],
            y=[row["rate"] for row in rocks],
            error_y=error_bars(rocks),
            marker={"color": BAND.light, "line": {"color": FRAME.light, "width": 1}},
            hovertext=[
                f"{row['what']}: {row['by_tie_break']} of {row['n']} first prizes, {interval(row)}"
                for row in rocks
            ],
            hoverinfo="text",
        )
        figure.update_xaxes(type="category", tickangle=0)
        in_percent(figure)
        tied = sum(row["by_tie_break"] for row in rocks) / sum(row["n"] for row in rocks)
        return f"A tie-break decides {percent(tied)} of first prizes", figure

    return chart("contested", result, draw, "Thin bars: 95 % intervals.")


def length(result: Result) -> Chart:
    """Games by number of turns."""

    def draw(rows: list[Row]) -> Drawn:
        figure = new_figure("turns of all seats, in steps of five", "games", bargap=0.06)
        turns = middle((row["turns"], row["games"]) for row in rows)
        figure.add_bar(
            x=[row["turns"] + 2 for row in rows],
            y=[row["games"] for row in rows],
            marker={
                "color": FRAME.light,
                "pattern": {
                    "shape": ["/" if r["turns"] == turns else "" for r in rows],
                    "fillmode": "overlay",
                    "size": 6,
                },
            },
            hovertext=[
                f"{row['turns']} to {row['turns'] + 4} turns: {row['games']} of {row['n']} games,"
                f" {interval(row)}"
                for row in rows
            ],
            hoverinfo="text",
        )
        most = max(row["games"] for row in rows)
        height = next(row["games"] for row in rows if row["turns"] == turns)
        write_at(figure, turns + 2, height, "▨ middle", yanchor="bottom", yshift=2)
        figure.update_yaxes(range=[0, most * 1.15])
        seats = rows[0]["players"]
        return (
            f"The middle game takes {turns} to {turns + 4} turns,"
            f" about {round((turns + 2) / seats)} for each seat",
            figure,
        )

    return chart("length", result, draw)
