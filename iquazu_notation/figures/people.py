"""The players: who wins, and who ends above whom."""

from __future__ import annotations

import plotly.graph_objects as go

from ..drawing.look import CARDS, MUTED, PANEL
from ..store.statistics import Result
from .chart import (
    FEWEST,
    Chart,
    Drawn,
    Row,
    ahead,
    chart,
    in_percent,
    interval,
    label,
    new_figure,
    percent,
    rated,
    short_name,
)
from .marks import add_dots, add_heatmap, error_bars, fair_line

MOST_PLAYERS = 20  # in one figure
MOST_OPPONENTS = 12


def players(result: Result) -> Chart:
    """Win rates of players, the surest best first; ratings are in the hover text."""

    def draw(rows: list[Row]) -> Drawn:
        known = [row for row in rows if row["rating"] is not None]
        return _by_rating(known) if len(known) > 1 else _by_wins(rows)

    more = len(result.rows) - MOST_PLAYERS
    by_rating = sum(row["rating"] is not None for row in result.records()) > 1
    note = f"Bars: {'rating ± twice its uncertainty' if by_rating else '95 % intervals'}."
    return chart(
        "players", result, draw, note + (f" {more} more are in the table." if more > 0 else "")
    )


def _by_rating(rows: list[Row]) -> tuple[str, go.Figure]:
    shown = rows[:MOST_PLAYERS]
    errors = {
        "type": "data",
        "array": [2 * row["uncertainty"] for row in shown],
        "color": MUTED.light,
        "thickness": 2,
        "width": 5,
    }
    figure = _names(shown, "rating", [row["rating"] for row in shown], errors)
    # Twice the uncertainty is to a rating what the 95 % interval is to a rate.
    best = ahead(
        [
            {
                "player": row["player"],
                "rate": row["rating"],
                "low": row["rating"] - 2 * row["uncertainty"],
                "high": row["rating"] + 2 * row["uncertainty"],
            }
            for row in rows
        ]
    )
    if best:
        return f"{short_name(best[0]['player'])} is clearly the strongest", figure
    return "No player is clearly the strongest", figure


def _by_wins(rows: list[Row]) -> tuple[str, go.Figure]:
    rows = sorted(rows, key=lambda row: (-row["low"], row["player"]))
    shown = rows[:MOST_PLAYERS]
    figure = _names(shown, "games won", [row["rate"] for row in shown], error_bars(shown))
    in_percent(figure, "xaxis")
    fair = 1 / rows[0]["players"]
    fair_line(figure, fair, f"equal shares: {percent(fair)}", upright=True)
    if len(rows) == 1:
        return f"{short_name(rows[0]['player'])} wins {percent(rows[0]['rate'])} of games", figure
    best = ahead(rows)
    if best:
        name = short_name(best[0]["player"])
        return f"{name} wins most often: {percent(best[0]['rate'])}", figure
    return "No player clearly wins more often than the others", figure


def _names(rows: list[Row], what: str, x: list[float], errors: dict[str, object]) -> go.Figure:
    """Dots by player. Names are labels of places, for two can be alike when shortened."""
    figure = new_figure(what, "", height=max(220, 90 + 26 * len(rows)))
    add_dots(
        figure,
        x,
        range(len(rows)),
        errors,
        [
            f"{label(row['player'], 40)}: won {row['wins']} of {row['n']} games,"
            f" {interval(row)}"
            + (
                f"<br>rating {row['rating']:.1f} ± {row['uncertainty']:.1f}"
                if row["rating"] is not None
                else ""
            )
            for row in rows
        ],
    )
    figure.update_yaxes(
        tickvals=list(range(len(rows))),
        ticktext=[label(row["player"], 14) for row in rows],
        range=[len(rows) - 0.5, -0.5],
    )
    return figure


# ---------------------------------------------------------------------- one against one


def head_to_head(result: Result) -> Chart:
    """How often each player ended above each other, the most frequent ones."""
    found = result.records()
    shown = _most_frequent(found, "player")
    against = _most_frequent(found, "opponent")

    def draw(rows: list[Row]) -> Drawn:
        rows = [row for row in rows if row["player"] in shown and row["opponent"] in against]
        figure = new_figure("… above this one", "", height=150 + 34 * len(shown))
        add_heatmap(
            figure,
            # The middle of the interval: few meetings, whatever came of them, stay pale.
            [
                (against[row["opponent"]], shown[row["player"]], (row["low"] + row["high"]) / 2)
                for row in rows
            ],
            [_cell(row) for row in rows],
            [_meetings(row) for row in rows],
            colorscale=[[0, CARDS["O"].light], [0.5, PANEL.light], [1, CARDS["B"].light]],
            zmin=0,
            zmax=1,
            textfont={"size": 9},
        )
        figure.update_xaxes(
            tickvals=list(against.values()),
            ticktext=[label(name, 10) for name in against],
            range=[-0.5, len(against) - 0.5],
            side="top",
            tickangle=-90 if len(against) > 4 else 0,
        )
        figure.update_yaxes(
            tickvals=list(shown.values()),
            ticktext=[label(name, 10) for name in shown],
            range=[len(shown) - 0.5, -0.5],
            showgrid=False,
            title_text="this player ended …",
        )
        return _favourites(rows), figure

    left_out = len({row["player"] for row in found} | {row["opponent"] for row in found}) - len(
        {*shown, *against}
    )
    more = f" {left_out} players with fewer meetings are left out." if left_out > 0 else ""
    return chart(
        "head-to-head",
        result,
        draw,
        "In the cells: percent of meetings, and below their number; blue: more often above, orange:"
        " less often, faint where meetings are few; underlined: clearly so (by chance alone, that"
        " would be one pair in twenty)."
        f"{more}",
    )


def _most_frequent(rows: list[Row], column: str) -> dict[str, int]:
    """By name, the place in the figure: those with most meetings, best results first."""
    meetings: dict[str, int] = {}
    above: dict[str, int] = {}
    for row in rows:
        name = row[column]
        meetings[name] = meetings.get(name, 0) + row["n"]
        ended = row["above" if column == "player" else "below"]
        above[name] = above.get(name, 0) + ended
    often = sorted(meetings, key=lambda name: (-meetings[name], name))[:MOST_OPPONENTS]
    often.sort(key=lambda name: (-above[name] / meetings[name], name))
    return {name: at for at, name in enumerate(often)}


def _clearly(row: Row) -> str:
    """Whether the player is clearly above or below the opponent: ending level is neither.

    Five times out of five happen by chance once in sixteen times, so it takes a sixth meeting.
    """
    if row["n"] <= FEWEST:
        return ""
    both = [{"word": word, **rated(row[word], row["n"])} for word in ("above", "below")]
    return "".join(best["word"] for best in ahead(both))


def _cell(row: Row) -> str:
    rate = f"{100 * row['rate']:.0f}"
    return f"{f'<b><u>{rate}</u></b>' if _clearly(row) else rate}<br>{row['n']}"


def _meetings(row: Row) -> str:
    return (
        f"{label(row['player'], 40)} against {label(row['opponent'], 40)}:<br>above"
        f" {row['above']}, level {row['level']}, below {row['below']} of {row['n']} times;"
        f" above {interval(row)},<br>mean difference {row['mean_difference']:+.1f} points"
    )


def _favourites(rows: list[Row]) -> str:
    pairs = {frozenset((row["player"], row["opponent"])) for row in rows}
    decided = {frozenset((row["player"], row["opponent"])) for row in rows if _clearly(row)}
    if len(pairs) > 1:
        if not decided:
            return f"In none of {len(pairs)} pairs is one player clearly above the other"
        return f"In {len(decided)} of {len(pairs)} pairs one player is clearly above the other"
    best = max(rows, key=lambda row: row["above"] - row["below"])
    one, other = short_name(best["player"]), short_name(best["opponent"])
    if not decided:
        return f"Neither {one} nor {other} is clearly above the other"
    if _clearly(best) == "below":
        one, other = other, one
    part = max(best["above"], best["below"]) / best["n"]
    return f"{one} ends above {other} in {percent(part)} of {best['n']} meetings"
