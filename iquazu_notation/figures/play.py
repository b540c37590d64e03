"""How games are played: rhythm, pairs, drops, colours and length."""

from __future__ import annotations

from ..drawing.look import CARD_EDGES, CARDS, MUTED
from ..games.iquazu.illegal import listed
from ..store.statistics import Result
from .chart import (
    FEWEST,
    PLACES,
    Chart,
    Drawn,
    Row,
    ahead,
    chart,
    in_percent,
    interval,
    middle,
    new_figure,
    percent,
)
from .marks import add_bars, add_counts, add_dots, add_line, error_bars, fair_line

COLOURS = {"W": "white", "B": "blue", "O": "orange"}


def rhythm(result: Result) -> Chart:
    """How many turns of each round place a gem."""

    def draw(rows: list[Row]) -> Drawn:
        everything = sum(row["places"] for row in rows) / sum(row["n"] for row in rows)
        rows = [row for row in rows if row["n"] >= FEWEST] or rows
        figure = new_figure("round", "turns that place a gem")
        add_line(
            figure,
            [row["round"] for row in rows],
            rows,
            [
                f"round {row['round']}: {row['places']} of {row['n']} turns place,"
                f" {interval(row)}<br>{row['gems']:.2f} gems and {row['cards']:.2f} cards a turn"
                for row in rows
            ],
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
        add_bars(
            figure,
            [row["cost"] for row in rows],
            rows,
            [
                f"cost {row['cost']}: {row['with_pairs']} of {row['n']} gems, {interval(row)}<br>"
                f"{row['wasted']} of {row['cards']} cards wasted"
                for row in rows
            ],
            texts=[percent(row["rate"]) for row in rows],
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
        figure = new_figure("place in the turn order", "turns that end with a drop")
        add_bars(
            figure,
            [PLACES[row["seat_order"] - 1] for row in rows],
            rows,
            [
                f"{PLACES[row['seat_order'] - 1]}: {row['drops']} drops in {row['n']} turns,"
                f" {interval(row)}<br>{row['per_game']:.2f} drops in a game (mean)"
                for row in rows
            ],
            texts=[f"{row['per_game']:.1f}<br>a game" for row in rows],
        )
        figure.update_xaxes(type="category")
        in_percent(figure)
        most = ahead(rows)
        together = sum(row["per_game"] for row in rows)
        if not most:
            return "No place in the turn order clearly lays more drops", figure
        return (
            f"The {PLACES[most[0]['seat_order'] - 1]} place lays most drops:"
            f" {most[0]['per_game']:.1f} of {together:.1f} in a game",
            figure,
        )

    return chart("drops", result, draw, "Thin bars: 95 % intervals.")


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
        add_dots(
            figure,
            [row["rate"] for row in rows],
            names,
            error_bars(rows),
            [
                f"{name}: {row['cards']} of {row['n']} cards, {percent(row['rate'], 1)}"
                f" ({percent(row['low'], 1)} to {percent(row['high'], 1)}),"
                f" expected {percent(row['expected'], 1)}"
                for name, row in zip(names, rows, strict=True)
            ],
            upright=True,
            marker={
                "size": 15,
                "color": [CARDS[row["colour"]].light for row in rows],
                "line": {"color": [CARD_EDGES[row["colour"]].light for row in rows], "width": 1.5},
            },
        )
        shares = [f"{name}<br>{percent(r['rate'], 1)}" for name, r in zip(names, rows, strict=True)]
        figure.update_xaxes(type="category", tickvals=names, ticktext=shares)
        figure.update_yaxes(tickformat=".1%", nticks=7)
        return _unlike(rows), figure

    return chart("colours", result, draw, "Thin bars: 95 % intervals; wide strokes: expected.")


def _unlike(rows: list[Row]) -> str:
    """Colours whose share of the deck is outside of the interval of what was drawn."""
    more = [COLOURS[row["colour"]] for row in rows if row["low"] > row["expected"]]
    fewer = [COLOURS[row["colour"]] for row in rows if row["high"] < row["expected"]]
    said = [f"{word} {listed(n, 'and')}" for word, n in (("more", more), ("fewer", fewer)) if n]
    if not said:
        return "Colours are drawn as the deck lets expect"
    return f"{' and '.join(said).capitalize()} cards are drawn than the deck lets expect"


def contested(result: Result) -> Chart:
    """How often a tie-break decides the first prize of a rock, and the tile of a row."""

    def draw(rows: list[Row]) -> Drawn:
        figure = new_figure("first prizes of rocks, tiles of rows", "decided by tie-break")
        parts = [
            (kind, what, pattern, [row for row in rows if row["what"].startswith(kind)])
            for kind, what, pattern in (("rock ", "first prizes", ""), ("row ", "tiles", "/"))
        ]
        names: dict[int, str] = {}
        said = []
        for kind, what, pattern, part in parts:
            if not part:
                continue
            start = max(names, default=-2) + 2  # a free place between rocks and rows
            x = list(range(start, start + len(part)))
            hover = [
                f"{row['what']}: {row['by_tie_break']} of {row['n']} {what}, {interval(row)}"
                for row in part
            ]
            add_bars(figure, x, part, hover, pattern=pattern)
            names |= {at: row["what"].removeprefix(kind) for at, row in zip(x, part, strict=True)}
            tied = sum(row["by_tie_break"] for row in part) / sum(row["n"] for row in part)
            said.append(f"{percent(tied)} of {what}")
        figure.update_xaxes(tickvals=list(names), ticktext=list(names.values()), tickangle=0)
        in_percent(figure)
        return f"A tie-break decides {listed(said, 'and')}", figure

    return chart(
        "contested",
        result,
        draw,
        "Letters: rocks; numbers, striped: rows. Thin bars: 95 % intervals.",
    )


def length(result: Result) -> Chart:
    """Games by number of turns."""

    def draw(rows: list[Row]) -> Drawn:
        figure = new_figure("turns of all seats, in steps of five", "games", bargap=0.06)
        turns = middle((row["turns"], row["games"]) for row in rows)
        add_counts(
            figure,
            [row["turns"] + 2 for row in rows],
            [row["games"] for row in rows],
            [
                f"{row['turns']} to {row['turns'] + 4} turns: {row['games']} of {row['n']} games,"
                f" {interval(row)}"
                for row in rows
            ],
            [row["turns"] == turns for row in rows],
        )
        seats = rows[0]["players"]
        return (
            f"The middle game takes {turns} to {turns + 4} turns,"
            f" about {round((turns + 2) / seats)} for each seat",
            figure,
        )

    return chart("length", result, draw, "Striped: the middle game is among these.")
