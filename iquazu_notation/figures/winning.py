"""Winning: places in the turn order, leads, comebacks and openings."""

from __future__ import annotations

from ..drawing.look import INK
from ..games.iquazu.illegal import listed
from ..store.statistics import Result
from .chart import (
    FEWEST,
    PLACE_COLOURS,
    PLACE_SYMBOLS,
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
    too_few,
    write_at,
)
from .marks import add_counts, add_dots, add_line, add_steps, error_bars, fair_line

MOST_OPENINGS = 6  # of each length


def seat_order(result: Result) -> Chart:
    """Win rate by place in the turn order."""

    def draw(rows: list[Row]) -> Drawn:
        figure = new_figure("place in the turn order", "games won")
        orders = [row["seat_order"] for row in rows]
        add_dots(
            figure,
            [row["rate"] for row in rows],
            [PLACES[order - 1] for order in orders],
            error_bars(rows),
            [
                f"{PLACES[row['seat_order'] - 1]}: won {row['wins']} of {row['n']} games,"
                f" {interval(row)}<br>mean rank {row['mean_rank']:.2f},"
                f" mean total {row['mean_total']:.1f}"
                for row in rows
            ],
            upright=True,
            mode="markers+text",
            text=[f"  {percent(row['rate'])}" for row in rows],
            textposition="middle right",
            textfont={"color": INK.light, "size": 13},
            marker={
                "size": 14,
                "color": [PLACE_COLOURS[order - 1] for order in orders],
                "symbol": [PLACE_SYMBOLS[order - 1] for order in orders],
            },
        )
        figure.update_xaxes(type="category", range=[-0.5, len(rows) - 0.3])
        top = min(1.05, 1.1 * max(row["high"] for row in rows))
        in_percent(figure, range=[-0.06 * top, top])  # room for a dot at nothing
        fair = 1 / rows[0]["players"]
        fair_line(figure, fair, f"equal shares: {percent(fair)}")
        return _best_places(rows), figure

    return chart("seat-order", result, draw, "Bars: 95 % intervals.")


def _best_places(rows: list[Row]) -> str:
    best = ahead(rows, most=max(1, len(rows) // 2))
    worst = ahead(rows, least=True)
    named = sorted(best or worst or rows[:1], key=lambda row: row["seat_order"])
    places = listed([PLACES[row["seat_order"] - 1] for row in named], "and")
    shares = listed([percent(row["rate"]) for row in named], "and")
    if len(rows) == 1:
        return f"From the {places} place, {shares} of games are won"
    if len(best) > 1:
        return f"The {places} places in the turn order win most: {shares} of games"
    if best or worst:
        return f"The {places} place wins {'most' if best else 'least'}: {shares} of games"
    return "No place in the turn order is clearly better"


def lead_wins(result: Result) -> Chart:
    """The chance to win of the seat that leads after each scoring."""

    def draw(rows: list[Row]) -> Drawn:
        rows = [row for row in rows if row["n"]]
        if max((row["n"] for row in rows), default=0) < FEWEST:
            return f"Too few leads here: no rock was left in the sole lead in {FEWEST} games."
        figure = new_figure("sole leader after the scoring of rock", "went on to win")
        add_line(
            figure,
            [row["rock"] for row in rows],
            rows,
            [
                f"after {row['rock']}: {row['wins']} of {row['n']} leaders won, {interval(row)}"
                f"<br>mean lead {row['mean_lead']:.1f} points; lead shared in {row['tied']} games"
                for row in rows
            ],
        )
        for row in (rows[0], rows[-1]):
            write_at(figure, row["rock"], row["rate"], percent(row["rate"]), yshift=14)
        figure.update_xaxes(type="category", tickangle=0)
        in_percent(figure, range=[0, 1.12])
        fair = 1 / rows[0]["players"]
        fair_line(figure, fair, f"equal shares: {percent(fair)}")
        doubtful = max((at for at, row in enumerate(rows) if row["low"] <= 0.5), default=-1)
        if doubtful == len(rows) - 1:
            return "No lead clearly wins more often than not", figure
        sure = rows[doubtful + 1]
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
        add_counts(
            figure,
            [row["lead_changes"] for row in rows],
            [row["games"] for row in rows],
            [
                f"{row['lead_changes']} lead changes: {row['games']} of {row['n']} games,"
                f" {interval(row)}"
                for row in rows
            ],
        )
        figure.update_xaxes(dtick=1 if len(rows) <= 16 else None)
        times = middle((row["lead_changes"], row["games"]) for row in rows)
        said = {0: "does not change hands", 1: "changes hands once", 2: "changes hands twice"}
        return (
            f"Typically the lead {said.get(times, f'changes hands {times} times')}",
            figure,
        )

    return chart("lead-changes", result, draw)


def comeback(result: Result) -> Chart:
    """Games by how far behind their winner has been."""

    def draw(rows: list[Row]) -> Drawn:
        first = rows[0]
        if first["n"] < FEWEST:
            return too_few(first["n"])
        figure = new_figure("points that the winner was behind at most", "games")
        add_steps(figure, rows, "behind", "never")
        if not first["largest"]:
            return "No winner here has ever been behind", figure
        return (
            f"The middle winner has been {first['median']:.0f} points behind,"
            f" the furthest {first['largest']}",
            figure,
        )

    return chart("comeback", result, draw)


def openings(result: Result) -> Chart:
    """How often the seat that opens wins, by the first gems of the game."""

    def draw(rows: list[Row]) -> Drawn:
        by_length = {
            k: [row for row in rows if row["k"] == k and row["n"] >= FEWEST][:MOST_OPENINGS]
            for k in sorted({row["k"] for row in rows})
        }
        shown = [row for opened in by_length.values() for row in opened]
        if not shown:
            return f"Games open too differently here: no opening was played in {FEWEST} of them."
        figure = new_figure("games won by the seat that opens", "")
        lines: list[str] = []  # from the top: headings, and openings in how many games
        height: list[int] = []
        for k, opened in by_length.items():
            lines.append(f"<b>{'first gem' if k == 1 else f'first {k} gems'}</b>")
            if not opened:  # and none that is longer
                said = f"none in {FEWEST} games"
                write_at(figure, 1, len(lines) - 1, said, xref="paper", xanchor="right")
                break
            height += range(len(lines), len(lines) + len(opened))
            lines += [f"{row['opening']}  ({row['n']})" for row in opened]
        openers = [int(row["opening"][0]) - 1 for row in shown]
        add_dots(
            figure,
            [row["rate"] for row in shown],
            height,
            error_bars(shown),
            [_opening(row) for row in shown],
            marker={
                "color": [PLACE_COLOURS[opener] for opener in openers],
                "symbol": [PLACE_SYMBOLS[opener] for opener in openers],
            },
            cliponaxis=False,
        )
        figure.update_layout(height=max(220, 100 + 22 * len(lines)))
        figure.update_yaxes(
            tickvals=list(range(len(lines))), ticktext=lines, range=[len(lines) - 0.4, -0.6]
        )
        in_percent(figure, "xaxis", range=[-0.02, 1.02])
        fair = 1 / rows[0]["players"]
        fair_line(figure, fair, f"equal shares: {percent(fair)}", upright=True)
        best = next((best for opened in by_length.values() for best in ahead(opened)), None)
        if best is None:
            return "No opening clearly wins more than the others", figure
        return (
            f"Games that open with {best['opening']} are won most by the seat that opens:"
            f" {percent(best['rate'])}",
            figure,
        )

    return chart(
        "openings",
        result,
        draw,
        f"The {MOST_OPENINGS} most frequent of each length, in brackets in how many games; circle,"
        " square, triangle and diamond: the 1st, 2nd, 3rd and 4th place opens. Bars: 95 %"
        " intervals.",
    )


def _opening(row: Row) -> str:
    won = ", ".join(f"{PLACES[at]} {row[f'won_{at + 1}']}" for at in range(row["players"]))
    return (
        f"{row['opening']}: opener won {row['wins']} of {row['n']} games, {interval(row)}"
        f"<br>won by {won}"
    )
