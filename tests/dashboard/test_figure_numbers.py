"""What every figure draws is what its query answers: heights, places, intervals and hover texts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from iquazu_notation.drawing.look import tile_words
from iquazu_notation.figures.chart import DARK, PLACES, Chart
from iquazu_notation.figures.gallery import GROUPS, charts
from iquazu_notation.store.filters import Filters
from iquazu_notation.store.store import opened_to_read
from iquazu_notation.store.wilson import wilson

Row = dict[str, Any]
Trace = dict[str, Any]
Checked = Callable[[list[Trace], list[Row], dict[str, Any]], None]

KEYS = sorted(
    {
        *(name for group in GROUPS for name, _ in group.figures),
        *("tiles-taken", "tiles-used", "tiles-wait"),
    }
)


@pytest.fixture(scope="module")
def drawn(games_db: Path, people_db: Path) -> dict[tuple[str, int], Chart]:
    """Every chart, by its key and its number of players."""
    found: dict[tuple[str, int], Chart] = {}
    for file, players in ((games_db, 2), (people_db, 3), (games_db, 4)):
        with opened_to_read(file) as connection:
            for group in charts(connection, Filters(), players).values():
                found |= {(chart.key, players): chart for chart in group}
    return found


def column(rows: list[Row], name: str) -> list[Any]:
    return [row[name] for row in rows]


def percent(part: float, digits: int = 0) -> str:
    return f"{100 * part:.{digits}f} %"


def has_intervals(trace: Trace, rows: list[Row], axis: str, before: str = "") -> None:
    """The values of an axis are the rates, and the error bars end where the intervals end."""
    values, errors = trace[axis], trace[f"error_{axis}"]
    assert values == column(rows, before + "rate")
    for at, row in enumerate(rows):
        assert values[at] - errors["arrayminus"][at] == pytest.approx(row[before + "low"])
        assert values[at] + errors["array"][at] == pytest.approx(row[before + "high"])


def says(trace: Trace, rows: list[Row], text: Callable[[Row], str]) -> None:
    """Each hover text has its row's numbers in it."""
    assert len(trace["hovertext"]) == len(rows)
    for said, row in zip(trace["hovertext"], rows, strict=True):
        assert text(row) in said


# ---------------------------------------------------------------------- winning


def seat_order(traces: list[Trace], rows: list[Row], layout: dict[str, Any]) -> None:
    (dots,) = traces
    has_intervals(dots, rows, "y")
    assert dots["x"] == [PLACES[row["seat_order"] - 1] for row in rows]
    assert [text.strip() for text in dots["text"]] == [percent(row["rate"]) for row in rows]
    assert len(set(dots["marker"]["symbol"])) == len(rows)  # colour never stands alone
    says(dots, rows, lambda row: f"won {row['wins']} of {row['n']} games, {percent(row['rate'])}")
    says(dots, rows, lambda row: f"mean rank {row['mean_rank']:.2f}")
    assert layout["shapes"][0]["y0"] == 1 / rows[0]["players"]


def line_with_band(traces: list[Trace], rows: list[Row]) -> Trace:
    band, line = traces
    assert band["y"] == [*column(rows, "high"), *reversed(column(rows, "low"))]
    assert line["y"] == column(rows, "rate")
    return line


def lead_wins(traces: list[Trace], rows: list[Row], _layout: dict[str, Any]) -> None:
    rows = [row for row in rows if row["n"]]
    line = line_with_band(traces, rows)
    assert line["x"] == column(rows, "rock")
    says(line, rows, lambda row: f"{row['wins']} of {row['n']} leaders won")
    says(line, rows, lambda row: f"mean lead {row['mean_lead']:.1f} points")
    says(line, rows, lambda row: f"lead shared in {row['tied']} games")


def counted(traces: list[Trace], rows: list[Row], of: str = "games") -> Trace:
    (bars,) = traces
    assert bars["y"] == column(rows, of)
    assert bars["text"] == [f"{n:,}" for n in bars["y"]]
    says(bars, rows, lambda row: f"{row[of]} of {row['n']} {of}, {percent(row['rate'])}")
    says(bars, rows, lambda row: f"({100 * row['low']:.0f}–{100 * row['high']:.0f} %)")
    return bars


def lead_changes(traces: list[Trace], rows: list[Row], _layout: dict[str, Any]) -> None:
    assert counted(traces, rows)["x"] == column(rows, "lead_changes")


def in_steps(name: str, nothing: str) -> Checked:
    def check(traces: list[Trace], rows: list[Row], layout: dict[str, Any]) -> None:
        bars = counted(traces, rows)
        # Nothing, 1 to 5, 6 to 10: one place each, and those without a game stay free.
        assert bars["x"] == [0 if not row[name] else 1 + row[name] // 5 for row in rows]
        ticks = dict(zip(layout["xaxis"]["tickvals"], layout["xaxis"]["ticktext"], strict=True))
        assert 1 <= len(ticks) <= 6
        for at, text in ticks.items():
            assert text == (f"{5 * at - 4}–{5 * at}" if at else nothing)

    return check


def openings(traces: list[Trace], rows: list[Row], layout: dict[str, Any]) -> None:
    (dots,) = traces
    shown = [
        row
        for k in (1, 2, 3, 4)
        for row in [row for row in rows if row["k"] == k and row["n"] >= 5][:6]
    ]
    assert shown
    has_intervals(dots, shown, "x")
    lines = layout["yaxis"]["ticktext"]
    assert [lines[at] for at in dots["y"]] == [f"{r['opening']}  ({r['n']})" for r in shown]
    assert lines[0] == "<b>first gem</b>"
    says(dots, shown, lambda row: f"opener won {row['wins']} of {row['n']} games")
    says(dots, shown, lambda r: f"1st {r['won_1']}, 2nd {r['won_2']}, 3rd {r['won_3']}")


# ---------------------------------------------------------------------- points


def progression(traces: list[Trace], rows: list[Row], layout: dict[str, Any]) -> None:
    wide, half, line = traces
    assert line["y"] == column(rows, "median")
    assert half["y"] == [*column(rows, "three_quarters"), *reversed(column(rows, "quarter"))]
    assert wide["y"] == [*column(rows, "most"), *reversed(column(rows, "least"))]
    assert line["x"][:11] == list(range(1, 12))
    assert layout["xaxis"]["ticktext"] == column(rows, "rock") == [*"abcdefghijk", "end"]
    says(
        line, rows, lambda row: f"least {row['least']}, most {row['most']}, mean {row['mean']:.1f}"
    )
    says(line, rows, lambda row: f"n = {row['n']} seats")


def sources(traces: list[Trace], rows: list[Row], _layout: dict[str, Any]) -> None:
    assert len(traces) == len(rows) == 12
    for trace, row in zip(traces, rows, strict=True):
        assert trace["y"] == ["winners", "the others", "all seats"]
        assert trace["x"] == [row["mean_won"], row["mean_lost"], row["mean"]]
        assert f"{row['mean_won']:.1f} points from {row['source']}" in trace["hovertext"][0]
        assert f"{percent(row['share'], 1)} of all points" in trace["hovertext"][2]


def prize_cost(traces: list[Trace], rows: list[Row], _layout: dict[str, Any]) -> None:
    assert [trace["name"] for trace in traces] == list(PLACES[: len({r["place"] for r in rows})])
    for place, trace in enumerate(traces, 1):
        mine = [r for r in rows if r["place"] == place and r["cards_per_point"] is not None]
        assert trace["x"] == column(mine, "rock")
        assert trace["y"] == column(mine, "cards_per_point")
        says(trace, mine, lambda row: f"({row['cards']:.1f} cards for {row['points']:.1f} points")
        says(trace, mine, lambda row: f"n = {row['n']} prizes")
    assert len({trace["marker"]["symbol"] for trace in traces}) == len(traces)


def scores(traces: list[Trace], rows: list[Row], _layout: dict[str, Any]) -> None:
    winners, others = traces
    assert winners["x"] == others["x"] == [row["points"] + 2 for row in rows]
    assert winners["y"] == column(rows, "winners")
    assert others["y"] == [row["seats"] - row["winners"] for row in rows]
    assert winners["marker"]["pattern"]["shape"] != others["marker"]["pattern"]["shape"]
    for trace in traces:
        says(trace, rows, lambda row: f"{row['seats']} of {row['n']} seats, {percent(row['rate'])}")
        says(trace, rows, lambda row: f"{row['winners']} of them won")


# ---------------------------------------------------------------------- places


def on_board(trace: Trace, rows: list[Row], value: str) -> None:
    assert trace["x"] == column(rows, "rock")
    assert trace["y"] == column(rows, "gap")
    assert trace["z"] == column(rows, value)
    says(trace, rows, lambda row: f"{row['rock']}{row['gap']}")


def shares(trace: Trace, rows: list[Row]) -> None:
    on_board(trace, rows, "share")
    assert sum(trace["z"]) == pytest.approx(1)
    says(trace, rows, lambda row: f"{row['gems']} of {row['n']} gems")
    says(trace, rows, lambda r: f"({percent(r['low'], 1)} to {percent(r['high'], 1)})")


def heatmap(traces: list[Trace], rows: list[Row], _layout: dict[str, Any]) -> None:
    shares(traces[0], rows)
    assert traces[0]["text"] == [f"{100 * row['share']:.1f}" for row in rows]


def heatmap_winners(traces: list[Trace], rows: list[Row], _layout: dict[str, Any]) -> None:
    (trace,) = traces
    on_board(trace, rows, "difference")
    assert sum(trace["z"]) == pytest.approx(0, abs=1e-9)
    assert [float(text) for text in trace["text"]] == [
        pytest.approx(100 * row["difference"], abs=0.0501) for row in rows
    ]
    says(trace, rows, lambda row: f"winners {share_of(row, 'winners')}")
    says(trace, rows, lambda row: f"the others {share_of(row, 'losers')}")


def share_of(row: Row, who: str) -> str:
    share, low, high = (percent(row[f"{who}_{name}"], 1) for name in ("share", "low", "high"))
    return f"{share} ({low} to {high}) of their {row[f'{who}_n']}"


def heatmap_by_seat(traces: list[Trace], rows: list[Row], layout: dict[str, Any]) -> None:
    orders = sorted({row["seat_order"] for row in rows})
    assert len(traces) == len(orders)
    every = sorted({(row["rock"], row["gap"]) for row in rows})
    for order, trace in zip(orders, traces, strict=True):
        mine = {(r["rock"], r["gap"]): r["gems"] for r in rows if r["seat_order"] == order}
        others = [row for row in rows if row["seat_order"] != order]
        at = dict(zip(zip(trace["x"], trace["y"], strict=True), range(len(every)), strict=True))
        assert sorted(at) == every
        n, rest = sum(mine.values()), sum(column(others, "gems"))
        for place in every:
            hits = mine.get(place, 0)
            there = sum(r["gems"] for r in others if (r["rock"], r["gap"]) == place)
            assert trace["z"][at[place]] == pytest.approx(hits / n - there / rest, abs=1e-12)
            (low, high), (less, more) = wilson(hits, n) or (0, 0), wilson(there, rest) or (0, 0)
            sign = "+" if low > more else "−" if high < less else ""
            assert trace["text"][at[place]] == sign
            assert f"{hits} of {n} gems, {percent(hits / n, 1)}" in trace["hovertext"][at[place]]
        title = layout["annotations"][order - 1]["text"]
        assert title == f"{PLACES[order - 1]}, {n:,} gems"


def heatmap_cost(traces: list[Trace], rows: list[Row], layout: dict[str, Any]) -> None:
    costs = sorted({row["cost"] for row in rows})
    gems = sum(column(rows, "gems"))
    assert len(traces) == len(costs)
    for at, (cost, trace) in enumerate(zip(costs, traces, strict=True)):
        mine = [row for row in rows if row["cost"] == cost]
        shares(trace, mine)
        part = percent(sum(column(mine, "gems")) / gems)
        assert layout["annotations"][at]["text"] == f"cost {cost}: {part} of gems"


# ---------------------------------------------------------------------- tiles


def holders(traces: list[Trace], rows: list[Row], _layout: dict[str, Any]) -> None:
    (dots,) = traces
    by_words = {tile_words(row["kind"]): row for row in rows}
    mine = [by_words[words] for words in dots["y"]]
    assert len(mine) == len(rows)
    assert column(mine, "holder_rate") == sorted(column(rows, "holder_rate"))
    has_intervals(dots, mine, "x", "holder_")
    says(dots, mine, lambda row: f"{row['holders_won']} of {row['holders']} holders won")


def taken(traces: list[Trace], rows: list[Row], layout: dict[str, Any]) -> None:
    (dots,) = traces
    assert dots["y"] == [tile_words(row["kind"]) for row in rows]
    has_intervals(dots, rows, "x", "won_")
    assert layout["xaxis"]["range"][0] <= min(column(rows, "won_low"))
    says(dots, rows, lambda row: f"taken {row['won']} of {row['offered']} times")


def used(traces: list[Trace], rows: list[Row], _layout: dict[str, Any]) -> None:
    (bars,) = traces
    usable = [row for row in rows if row["kind"][0] != "V"]
    assert bars["x"] == [tile_words(row["kind"]).replace(" ", "<br>") for row in usable]
    has_intervals(bars, usable, "y", "used_")
    says(bars, usable, lambda row: f"used {row['used']} of {row['won']}")


def wait(traces: list[Trace], rows: list[Row], _layout: dict[str, Any]) -> None:
    (bars,) = traces
    waited = [row for row in rows if row["wait"] is not None]
    assert bars["y"] == column(waited, "wait")
    assert bars["text"] == [f"{row['wait']:.1f}" for row in waited]
    says(bars, waited, lambda row: f"n = {row['used']} tiles used")


# ---------------------------------------------------------------------- play


def rhythm(traces: list[Trace], rows: list[Row], _layout: dict[str, Any]) -> None:
    rows = [row for row in rows if row["n"] >= 5]
    line = line_with_band(traces, rows)
    assert line["x"] == column(rows, "round")
    says(line, rows, lambda row: f"{row['places']} of {row['n']} turns place")
    says(line, rows, lambda row: f"{row['gems']:.2f} gems and {row['cards']:.2f} cards a turn")


def pairs(traces: list[Trace], rows: list[Row], _layout: dict[str, Any]) -> None:
    (bars,) = traces
    assert bars["x"] == column(rows, "cost")
    has_intervals(bars, rows, "y")
    assert bars["text"] == [percent(row["rate"]) for row in rows]
    says(bars, rows, lambda row: f"{row['with_pairs']} of {row['n']} gems")
    says(bars, rows, lambda row: f"{row['wasted']} of {row['cards']} cards wasted")


def drops(traces: list[Trace], rows: list[Row], _layout: dict[str, Any]) -> None:
    (bars,) = traces
    assert bars["x"] == [PLACES[row["seat_order"] - 1] for row in rows]
    has_intervals(bars, rows, "y")
    assert bars["text"] == [f"{row['per_game']:.1f}<br>a game" for row in rows]
    says(bars, rows, lambda row: f"{row['drops']} drops in {row['n']} turns")
    says(bars, rows, lambda row: f"{row['per_game']:.2f} drops in a game")


def colours(traces: list[Trace], rows: list[Row], layout: dict[str, Any]) -> None:
    expected, dots = traces
    assert expected["y"] == column(rows, "expected")
    assert dots["x"] == expected["x"] == ["white", "blue", "orange"]
    has_intervals(dots, rows, "y")
    said = [text.partition("<br>")[2] for text in layout["xaxis"]["ticktext"]]
    assert said == [percent(row["rate"], 1) for row in rows]
    says(dots, rows, lambda row: f"{row['cards']} of {row['n']} cards")


def contested(traces: list[Trace], rows: list[Row], layout: dict[str, Any]) -> None:
    rocks, lines = rows[:11], rows[11:]
    assert len(lines) == 5
    has_intervals(traces[0], rocks, "y")
    has_intervals(traces[1], lines, "y")
    ticks = dict(zip(layout["xaxis"]["tickvals"], layout["xaxis"]["ticktext"], strict=True))
    drawn_at = [*traces[0]["x"], *traces[1]["x"]]
    assert [ticks[at] for at in drawn_at] == [row["what"].split()[1] for row in rows]
    assert traces[0]["marker"]["pattern"]["shape"] != traces[1]["marker"]["pattern"]["shape"]
    says(traces[0], rocks, lambda r: f"{r['by_tie_break']} of {r['n']} first prizes")
    says(traces[1], lines, lambda r: f"{r['by_tie_break']} of {r['n']} tiles")


def length(traces: list[Trace], rows: list[Row], _layout: dict[str, Any]) -> None:
    bars = counted(traces, rows)
    assert bars["x"] == [row["turns"] + 2 for row in rows]
    assert bars["marker"]["pattern"]["shape"].count("/") == 1


# ---------------------------------------------------------------------- players


def players(traces: list[Trace], rows: list[Row], layout: dict[str, Any]) -> None:
    (dots,) = traces
    assert dots["x"] == column(rows, "rating")
    assert dots["error_x"]["array"] == [2 * row["uncertainty"] for row in rows]
    assert len(layout["yaxis"]["ticktext"]) == len(rows)
    says(dots, rows, lambda row: f"won {row['wins']} of {row['n']} games")
    says(dots, rows, lambda row: f"rating {row['rating']:.1f} ± {row['uncertainty']:.1f}")


def head_to_head(traces: list[Trace], rows: list[Row], layout: dict[str, Any]) -> None:
    (cells,) = traces
    meetings: dict[str, int] = {}
    for row in rows:
        meetings[row["player"]] = meetings.get(row["player"], 0) + row["n"]
    often = sorted(meetings, key=lambda name: (-meetings[name], name))[:12]
    shown = [row for row in rows if row["player"] in often and row["opponent"] in often]
    assert len(layout["yaxis"]["ticktext"]) == len(layout["xaxis"]["ticktext"]) == len(often)
    assert cells["z"] == [(row["low"] + row["high"]) / 2 for row in shown]
    for row, text in zip(shown, cells["text"], strict=True):
        assert re.sub("</?[bu]>", "", text) == f"{100 * row['rate']:.0f}<br>{row['n']}"
    says(cells, shown, lambda r: f"above {r['above']}, level {r['level']}, below {r['below']}")
    says(cells, shown, lambda row: f"mean difference {row['mean_difference']:+.1f} points")
    # A player and an opponent are in the same order, so the diagonal is free.
    assert all(x != y for x, y in zip(cells["x"], cells["y"], strict=True))
    assert layout["xaxis"]["ticktext"] == layout["yaxis"]["ticktext"]


CHECKS: dict[str, Checked] = {
    "colours": colours,
    "comeback": in_steps("behind", "never"),
    "contested": contested,
    "drops": drops,
    "head-to-head": head_to_head,
    "heatmap": heatmap,
    "heatmap-by-seat": heatmap_by_seat,
    "heatmap-cost": heatmap_cost,
    "heatmap-winners": heatmap_winners,
    "lead-changes": lead_changes,
    "lead-wins": lead_wins,
    "length": length,
    "margins": in_steps("margin", "shared"),
    "openings": openings,
    "pairs": pairs,
    "players": players,
    "prize-cost": prize_cost,
    "progression": progression,
    "rhythm": rhythm,
    "scores": scores,
    "seat-order": seat_order,
    "sources-of-points": sources,
    "tiles": holders,
    "tiles-taken": taken,
    "tiles-used": used,
    "tiles-wait": wait,
}


def test_every_figure_is_compared_with_its_query(drawn: dict[tuple[str, int], Chart]) -> None:
    assert sorted(CHECKS) == KEYS == sorted({key for key, _ in drawn})


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("key", KEYS)
def test_a_figure_draws_the_numbers_of_its_query(
    key: str, players: int, drawn: dict[tuple[str, int], Chart]
) -> None:
    chart = drawn[key, players]
    if key == "openings" and players != 3:
        assert chart.figure is None  # no five of these games open alike
        return
    assert chart.figure is not None
    figure = chart.figure.to_plotly_json()
    assert {row["players"] for row in chart.result.records()} == {players}
    CHECKS[key](figure["data"], chart.result.records(), figure["layout"])


@pytest.mark.parametrize("key", KEYS)
def test_every_colour_of_a_figure_has_one_for_dark_ground(
    key: str, drawn: dict[tuple[str, int], Chart]
) -> None:
    # These are the same on both grounds: edges of cards, and ink on tiles.
    same = {"#8A8577", "#1E4C82", "#9C4A0A", "#16181B"}
    figure = drawn[key, 3].figure
    assert figure is not None
    used = set(re.findall(r'"(#[0-9A-Fa-f]{6})"', figure.to_json()))
    assert used
    assert used <= set(DARK) | same


@pytest.mark.parametrize("key", ["players", "head-to-head"])
@pytest.mark.parametrize("number", [3, 4])
def test_names_in_figures_are_short_and_none_is_read_as_html(
    key: str, number: int, drawn: dict[tuple[str, int], Chart]
) -> None:
    chart = drawn[key, number]
    assert chart.figure is not None
    text = json.dumps(chart.figure.to_plotly_json()) + chart.title
    assert "&lt;scr" in text
    assert "<" not in re.sub("</?(br|b|u)>", "", text)
    assert "LongLong" in text
    assert "Long" * 11 not in text


def test_players_who_are_left_out_are_counted(drawn: dict[tuple[str, int], Chart]) -> None:
    chart = drawn["head-to-head", 3]
    everybody = {row["player"] for row in chart.result.records()}
    assert len(everybody) == 15
    assert "3 players with fewer meetings are left out." in chart.note
    assert "left out" not in drawn["head-to-head", 4].note
