"""The figures of one game: points and hands turn by turn, and the race for every rock.

In figures over turns a thin upright line, named `cursor`, stands at the turn that the board shows;
page and app move it along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from ..drawing.look import INK, MUTED, SEATS, WATER
from ..games.iquazu.illegal import SEAT_NAMES
from .chart import BAND, GRID, for_plotly, label, new_figure, write_at
from .course import Course
from .panels import axes_of, outer_titles, panels, set_axis

SYMBOLS = {"R": "circle", "G": "square", "Y": "triangle-up", "P": "diamond"}
DASHES = {"R": "solid", "G": "dash", "Y": "dot", "P": "dashdot"}
HATCHED = {"shape": "/", "fillmode": "overlay", "size": 5, "fgcolor": GRID.light, "solidity": 0.15}
COLUMNS = 4  # panels side by side


@dataclass(frozen=True, slots=True)
class GameChart:
    """One message about one game, what is counted in it, and what to say if it can't be drawn."""

    key: str
    title: str
    definition: str
    figure: go.Figure | None
    said: str = ""


def game_charts(course: Course) -> list[GameChart]:
    """The figures of a game, in the order in which they are shown."""
    return [draw(course) for draw in (progression, sources, majorities, hands)]


# ---------------------------------------------------------------------- points


def progression(course: Course) -> GameChart:
    """Points of every seat after every turn."""
    definition = (
        "Points on the track after each turn; the last turn adds the two final rocks and the points"
        " on kept tiles. Dots: turns with a scoring. Points that unseen tiles leave open are not"
        " drawn."
    )
    title = _standing(course)
    if not course.scored:
        said = "No rock has been scored yet: nobody has points."
        return GameChart("progression", title, definition, None, said)
    figure = new_figure("turn", "points", height=360)
    scorings = set(course.scored.values())
    ends: list[tuple[float, str]] = []
    for seat in course.seats:
        totals = course.points[seat]
        figure.add_scatter(
            x=course.turns,
            y=totals,
            mode="lines+markers",
            line={"color": _colour(seat), "width": 2.5, "shape": "hv", "dash": DASHES[seat]},
            cliponaxis=False,
            marker={
                "symbol": SYMBOLS[seat],
                "size": [9 if turn in scorings else 0 for turn in course.turns],
                "line": {"width": 0},
                "opacity": 1,
            },
            hovertext=[
                f"{_label(course, seat)} after turn {turn}: {total} points"
                for turn, total in zip(course.turns, totals, strict=True)
            ],
            hoverinfo="text",
        )
        known = [total for total in totals if total is not None]
        ends.append((known[-1] if known else 0, seat))
    _end_labels(figure, course, ends)
    figure.update_xaxes(range=[course.turns[0], course.turns[-1]])
    _with_cursor(figure, course, [("x", "y domain")])
    return GameChart("progression", title, definition, figure)


def _end_labels(figure: go.Figure, course: Course, ends: list[tuple[float, str]]) -> None:
    """Names behind the lines, pushed apart so that they can be read."""
    ends.sort()
    top = max(1.0, max(total for total, _ in ends))
    apart = top * 0.075
    at = -apart
    for total, seat in ends:
        at = max(total, at + apart)
        text = f"{_marked(course, seat, 10)} {total:g}"
        write_at(
            figure, course.turns[-1], at, text, xanchor="left", xshift=8,
            font={"size": 12, "color": _colour(seat)},
        )  # fmt: skip
    figure.update_layout(margin={"r": 110})
    figure.update_yaxes(range=[0, max(top, at) * 1.06])


def _standing(course: Course) -> str:
    """Who won, and how the lead went."""
    changes = 0
    last: str | None = None
    for leader in course.leaders:
        changes += leader is not None and last is not None and leader != last
        last = leader or last
    times = {0: "without a change of the lead", 1: "after one change of the lead"}
    how = times.get(changes, f"after {changes} changes of the lead")
    if course.winners is None:
        leader = course.leaders[-1]
        return f"{_name(course, leader)} leads {how}" if leader else "Nobody leads alone"
    names = " and ".join(_name(course, seat) for seat in course.winners)
    if len(course.winners) > 1:
        return f"{names} share the win {how}"
    totals = sorted(course.points[seat][-1] or 0 for seat in course.seats)
    known = all(course.points[seat][-1] is not None for seat in course.seats)
    margin = f" by {totals[-1] - totals[-2]}" if known else ""
    return f"{names} wins{margin} {how}"


def sources(course: Course) -> GameChart:
    """Points by rock and from tiles, a bar for each seat."""
    definition = (
        "Points from the prizes of each rock (letters) and on tiles kept to the end. Points that a"
        " record had at its start are not counted."
    )
    parts: list[tuple[str, dict[str, int]]] = [*course.prizes.items()]
    kept = {seat: points for seat, points in course.tile_points.items() if points}
    if kept:
        parts.append(("tiles", kept))
    sums = {s: sum(points.get(s, 0) for _, points in parts) for s in course.seats}
    if not any(sums.values()):
        title, said = "Where the points came from", "Nobody has points yet."
        return GameChart("points", title, definition, None, said)
    figure = new_figure("points", "", height=90 + 58 * len(course.seats), barmode="stack")
    bars = [_marked(course, seat, 12) for seat in course.seats]
    for at, (source, points) in enumerate(parts):
        tiles = source == "tiles"
        # Plotly can't hatch bars of several colours at once.
        for seats in [[seat] for seat in course.seats] if tiles else [list(course.seats)]:
            colours = [_colour(seat) for seat in seats]
            figure.add_bar(
                y=[bars[course.seats.index(seat)] for seat in seats],
                x=[points.get(seat, 0) for seat in seats],
                orientation="h",
                name=source,
                marker={
                    "opacity": 1 if tiles or at % 2 else 0.72,
                    "line": {"color": GRID.light, "width": 1},
                    **({"color": colours[0], "pattern": HATCHED} if tiles else {"color": colours}),
                },
                text=[source if points.get(seat, 0) > 1 else "" for seat in seats],
                textposition="inside",
                insidetextanchor="middle",
                textangle=0,
                constraintext="none",
                hovertext=[
                    f"{_label(course, seat)}: {points.get(seat, 0)} points from"
                    f" {'kept tiles' if tiles else f'rock {source}'}"
                    for seat in seats
                ],
                hoverinfo="text",
            )
    for seat, bar in zip(course.seats, bars, strict=True):
        write_at(figure, sums[seat], bar, str(sums[seat]), xanchor="left", xshift=6)
    figure.update_yaxes(autorange="reversed", showgrid=False)
    figure.update_xaxes(showgrid=True, range=[0, max(sums.values()) * 1.08])
    best = max(course.seats, key=lambda seat: sums[seat])
    source, most = max(((name, points.get(best, 0)) for name, points in parts), key=lambda p: p[1])
    whence = "kept tiles" if source == "tiles" else f"rock {source}"
    title = f"{_name(course, best)} got most from {whence}: {most} of {sums[best]} points"
    return GameChart("points", title, definition, figure)


# ---------------------------------------------------------------------- gems and cards


def majorities(course: Course) -> GameChart:
    """Gems on every rock, turn by turn up to its scoring."""
    definition = (
        "Gems that each seat has on a rock after each turn, up to the scoring of the rock (shaded"
        " from then on). The letter says who got its first prize; with equal gems the lowest gem"
        " decides."
    )
    rocks = [rock for rock in course.gems if any(any(g) for g in course.gems[rock].values())]
    if not rocks:
        title, said = "The race for every rock", "No gem has been placed yet."
        return GameChart("majorities", title, definition, None, said)
    down = -(-len(rocks) // COLUMNS)
    figure = panels(len(rocks), COLUMNS, height=70 + 130 * down)
    last = course.turns[-1]
    most = max(gems for rock in rocks for by_turn in course.gems[rock].values() for gems in by_turn)
    for number, rock in enumerate(rocks, 1):
        x, y = axes_of(number)
        end = course.scored.get(rock, last)
        for place, seat in enumerate(course.seats):
            shown = [
                (turn, gems)
                for turn, gems in zip(course.turns, course.gems[rock][seat], strict=True)
                if turn <= end
            ]
            # Lines that run together are set a little apart, so that none is hidden.
            apart = 0.07 * (place - (len(course.seats) - 1) / 2)
            figure.add_scatter(
                x=[turn for turn, _ in shown],
                y=[gems + apart for _, gems in shown],
                mode="lines",
                line={"color": _colour(seat), "width": 2, "shape": "hv", "dash": DASHES[seat]},
                hovertext=[
                    f"{_label(course, seat)} on rock {rock} after turn {turn}: {gems} gems"
                    for turn, gems in shown
                ],
                hoverinfo="text",
                xaxis=x,
                yaxis=y,
            )
        won = next(iter(course.prizes.get(rock, {})), None)
        if rock in course.scored and end < last:
            figure.add_shape(
                type="rect", x0=end, x1=last, y0=0, y1=1, xref=x, yref=f"{y} domain",
                fillcolor=WATER, opacity=0.18, line={"width": 0}, layer="below",
            )  # fmt: skip
        head = f"<b>{rock}</b>" + (f"  {SEATS[won].mark}{won}" if won else "")
        write_at(
            figure, 0, 1.02, head, xref=f"{x} domain", yref=f"{y} domain", xanchor="left",
            yanchor="bottom", font={"size": 13, "color": _colour(won) if won else INK.light},
        )  # fmt: skip
        first, below = (number - 1) % COLUMNS == 0, number > len(rocks) - COLUMNS
        set_axis(figure, x, range=[course.turns[0], last], showticklabels=below, nticks=4)
        set_axis(figure, y, range=[-0.3, most + 0.5], showticklabels=first, dtick=2, showgrid=True)
    figure.update_layout(annotations=[*figure.layout.annotations, *outer_titles("turn", "gems")])
    _with_cursor(figure, course, [(x, f"{y} domain") for x, y in map(axes_of, _upto(len(rocks)))])
    return GameChart("majorities", _first_prizes(course), definition, figure)


def _first_prizes(course: Course) -> str:
    firsts = [next(iter(prizes)) for prizes in course.prizes.values() if prizes]
    if not firsts:
        return "No first prize has been given yet"
    counts = {seat: firsts.count(seat) for seat in course.seats}
    most = max(counts.values())
    best = [seat for seat in course.seats if counts[seat] == most]
    names = " and ".join(_name(course, seat) for seat in best)
    each = " each" if len(best) > 1 else ""
    return f"{names} won {most} of {len(firsts)} first prizes{each}"


def hands(course: Course) -> GameChart:
    """Hand sizes, and how much of each hand nobody saw."""
    definition = (
        "Cards in hand after each turn. Shaded from the top: cards of which nobody saw the colour"
        f" when they were drawn. Dashed: the hand limit of {course.hand_limit}."
    )
    count = len(course.seats)
    figure = panels(count, 1, height=70 + 92 * count)
    most = max(course.hand_limit, *(max(course.hands[seat]) for seat in course.seats))
    for number, seat in enumerate(course.seats, 1):
        x, y = axes_of(number)
        sizes, unseen = course.hands[seat], course.unseen[seat]
        seen = [size - hidden for size, hidden in zip(sizes, unseen, strict=True)]
        if any(unseen):
            for edge, fill in ((seen, None), (sizes, "tonexty")):
                figure.add_scatter(
                    x=course.turns, y=edge, mode="lines", hoverinfo="skip", fill=fill,
                    fillcolor=BAND.light, line={"width": 0, "shape": "hv", "color": BAND.light},
                    xaxis=x, yaxis=y,
                )  # fmt: skip
        figure.add_scatter(
            x=course.turns,
            y=sizes,
            mode="lines",
            line={"color": _colour(seat), "width": 2.2, "shape": "hv"},
            hovertext=[
                f"{_label(course, seat)} after turn {turn}: {size} cards"
                + (f", {hidden} of them unseen" if hidden else "")
                for turn, size, hidden in zip(course.turns, sizes, unseen, strict=True)
            ],
            hoverinfo="text",
            xaxis=x,
            yaxis=y,
        )
        figure.add_shape(
            type="line", xref=f"{x} domain", yref=y, x0=0, x1=1, y0=course.hand_limit,
            y1=course.hand_limit, line={"color": MUTED.light, "width": 1, "dash": "dash"},
        )  # fmt: skip
        write_at(
            figure, 0, 1.02, _marked(course, seat, 18), xref=f"{x} domain", yref=f"{y} domain",
            xanchor="left", yanchor="bottom", font={"size": 12, "color": _colour(seat)},
        )  # fmt: skip
        edges = [course.turns[0], course.turns[-1]]
        set_axis(figure, x, range=edges, showticklabels=number == count)
        set_axis(figure, y, range=[0, most + 1], dtick=6, showgrid=True)
    figure.update_layout(annotations=[*figure.layout.annotations, *outer_titles("turn", "cards")])
    _with_cursor(figure, course, [(x, f"{y} domain") for x, y in map(axes_of, _upto(count))])
    means = {seat: sum(course.hands[seat]) / len(course.turns) for seat in course.seats}
    fullest = max(course.seats, key=lambda seat: means[seat])
    title = f"{_name(course, fullest)} held most cards: {means[fullest]:.1f} on average"
    return GameChart("hands", title, definition, figure)


# ---------------------------------------------------------------------- look


def _colour(seat: str) -> str:
    return SEATS[seat].shade.light


def _name(course: Course, seat: str) -> str:
    """A name for a title, where seats of one name are told apart by their colours."""
    name = course.names[seat]
    alike = list(course.names.values()).count(name) > 1
    return f"{name} ({SEAT_NAMES[seat].lower()})" if alike else name


def _label(course: Course, seat: str) -> str:
    """The same for texts of a figure."""
    return for_plotly(_name(course, seat))


def _marked(course: Course, seat: str, columns: int) -> str:
    """A name with the seat's shape and letter, for labels."""
    return f"{SEATS[seat].mark}{seat} {label(course.names[seat], columns)}"


def _upto(number: int) -> range:
    return range(1, number + 1)


def _with_cursor(figure: go.Figure, course: Course, axes: Sequence[tuple[str, str]]) -> None:
    for x, y in axes:
        figure.add_shape(
            type="line", name="cursor", xref=x, yref=y, x0=course.turns[-1], x1=course.turns[-1],
            y0=0, y1=1, line={"color": INK.light, "width": 1.2},
        )  # fmt: skip
