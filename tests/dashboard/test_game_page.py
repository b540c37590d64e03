"""The page of one game: found in the database, and its figures against its events."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from iquazu_notation import Replay, read_file, read_text, replay
from iquazu_notation.dashboard.game_page import game_page
from iquazu_notation.dashboard.walk import walk
from iquazu_notation.drawing.moments import position_after, turns
from iquazu_notation.drawing.svg import svg
from iquazu_notation.figures.course import course
from iquazu_notation.figures.game import (
    GameChart,
    game_charts,
    hands,
    majorities,
    progression,
    sources,
)
from iquazu_notation.games.iquazu import events
from iquazu_notation.store.finding import NoSuchGame, find_game
from iquazu_notation.store.store import opened_to_read
from tests.conftest import Iquazu
from tests.dashboard.games import HOSTILE, database, record

SAMPLES = sorted(Path("samples").glob("*.iqn"))
BEGUN = '[Game "Iquazu"]\n[Strips "3 1 5 2 4"]\n[Seats "R G"]\n'


def figure(chart: GameChart) -> Any:
    assert chart.figure is not None
    return chart.figure


def sample(name: str) -> Replay:
    return replay(next(iter(read_file(f"samples/{name}.iqn"))))


@pytest.fixture(scope="module", params=[path.stem for path in SAMPLES])
def game(request: pytest.FixtureRequest) -> Replay:
    return sample(request.param)


# ---------------------------------------------------------------------- the course


def test_hands_and_their_unseen_part_are_those_of_the_positions(game: Replay) -> None:
    found = course(game)
    assert found.turns == list(turns(game))
    for at, turn in enumerate(found.turns):
        position = position_after(game, turn)
        for place, seat in enumerate(position.seats):
            assert found.hands[seat][at] == sum(position.hands[place])
            assert found.unseen[seat][at] == position.hands[place][3]


def test_the_last_points_are_the_totals_of_the_game(game: Replay) -> None:
    found = course(game)
    for seat, total in (game.totals or {}).items():
        assert found.points[seat][-1] == (total if isinstance(total, int) else None)


def test_gems_on_a_rock_are_counted_from_the_placements(game: Replay) -> None:
    found = course(game)
    start = position_after(game, found.turns[0])
    placed = Counter((e.rock, e.seat) for e in game.events if isinstance(e, events.Place))
    for place, (rock, by_seat) in enumerate(found.gems.items()):
        for number, seat in enumerate(start.seats):
            before = sum(piece == number for piece in start.rocks[place])
            assert by_seat[seat][-1] == before + placed[rock, seat]


def test_prizes_and_tile_points_add_up_to_the_total(game: Replay) -> None:
    found = course(game)
    start = position_after(game, found.turns[0])
    for place, seat in enumerate(found.seats):
        total = (game.totals or {})[seat]
        rocks = sum(prizes.get(seat, 0) for prizes in found.prizes.values())
        if game.complete and isinstance(total, int):
            tiles = found.tile_points[seat]
            assert tiles is not None
            assert start.points[place] + rocks + tiles == total
        else:
            assert found.tile_points[seat] is None


# ---------------------------------------------------------------------- figures


def test_every_sample_has_its_figures_or_a_sentence(game: Replay) -> None:
    charts = game_charts(course(game))
    assert [chart.key for chart in charts] == ["progression", "points", "majorities", "hands"]
    for chart in charts:
        assert chart.title
        assert chart.definition
        assert (chart.figure is None) == bool(chart.said)


def test_lines_of_points_and_hands_are_those_of_the_course() -> None:
    found = course(sample("four-players"))
    drawn = figure(progression(found))
    assert [list(trace.y) for trace in drawn.data] == [found.points[seat] for seat in found.seats]
    shown = [trace for trace in figure(hands(found)).data if trace.hovertext]
    assert [list(trace.y) for trace in shown] == [found.hands[seat] for seat in found.seats]


def test_the_unseen_band_reaches_from_the_seen_cards_to_the_hand() -> None:
    found = course(sample("at-the-table"))
    seat = next(seat for seat in found.seats if any(found.unseen[seat]))
    seen, whole, line = figure(hands(found)).data[:3]
    assert found.seats[0] == seat
    assert list(line.y) == list(whole.y) == found.hands[seat]
    hidden = [a - b for a, b in zip(whole.y, seen.y, strict=True)]
    assert hidden == found.unseen[seat]


def test_bars_add_up_to_the_points_of_each_seat() -> None:
    game = sample("four-players")
    found = course(game)
    drawn = figure(sources(found))
    sums: Counter[str] = Counter()
    for trace in drawn.data:
        for bar, points in zip(trace.y, trace.x, strict=True):
            sums[bar[1]] += points
    assert dict(sums) == game.totals


def test_the_race_stops_when_its_rock_is_scored() -> None:
    found = course(sample("four-players"))
    drawn = figure(majorities(found))
    rock_a = [trace for trace in drawn.data if trace.xaxis == "x"]
    assert len(rock_a) == 4
    for seat, trace in zip(found.seats, rock_a, strict=True):
        assert trace.x[-1] == found.scored["a"]
        assert round(trace.y[-1]) == found.gems["a"][seat][found.scored["a"]]


def test_titles_say_who_won_and_seats_of_one_name_are_told_apart() -> None:
    title = progression(course(sample("four-players"))).title
    assert title == "greedy (green) wins by 16 after 2 changes of the lead"


def test_a_game_that_has_hardly_begun_says_so_in_sentences() -> None:
    begun = replay(next(read_text(BEGUN + "R +\n")))
    said = {chart.key: chart.said for chart in game_charts(course(begun))}
    assert said["progression"] == "No rock has been scored yet: nobody has points."
    assert said["majorities"] == "No gem has been placed yet."
    assert "No gem has been placed yet." in game_page(begun)


# ---------------------------------------------------------------------- the walk


def test_the_lines_of_a_walk_give_back_every_board(game: Replay) -> None:
    found = walk(game)
    for at, turn in enumerate(found["turns"]):
        drawn = "\n".join(found["lines"][line] for line in found["boards"][at])
        assert drawn.startswith("<svg ")
        assert drawn.endswith("</svg>")
        if not game.walked.unseen:
            plain = svg(position_after(game, turn), styled=False)
            assert drawn.count('class="iq-gem') == plain.count('class="iq-gem')


def test_a_board_without_its_own_style_leaves_the_colours_to_the_page() -> None:
    position = position_after(sample("tutorial"), 3)
    assert "<style>" not in svg(position, styled=False)
    assert 'class="iq-page"' in svg(position, styled=False)
    assert ".iq-page .iq-R{fill:#C8353F}" in game_page(sample("tutorial"))
    assert ':root[data-theme="dark"] .iq-page .iq-R{fill:#F0656D}' in game_page(sample("tutorial"))


# ---------------------------------------------------------------------- found in the database


def test_a_game_is_found_by_the_beginning_of_its_id(tmp_path: Path) -> None:
    texts = [record(seed, 2) for seed in (1, 2)]
    games = [replay(next(read_text(text))) for text in texts]
    with opened_to_read(database(tmp_path / "g.duckdb", texts)) as connection:
        for game in games:
            assert game.id is not None
            found = find_game(connection, game.id[:12])
            assert (found.id, found.text(), found.verdict) == (game.id, game.text(), "valid")
        for wrong in ("", "zz", "' OR true --", "z" * 10_000):
            with pytest.raises(NoSuchGame):
                find_game(connection, wrong)


def test_the_page_of_a_game_keeps_hostile_names_text() -> None:
    html = game_page(replay(next(read_text(record(3, 4, HOSTILE)))))
    data = re.search(r'id="walk-data">(.*?)</script>', html, re.S)
    assert data
    assert "<" not in data[1]
    lines = json.loads(data[1])["lines"]
    assert not any("<script" in line or "<img" in line for line in lines)
    assert "<img" not in html.replace(data[1], "")[: html.index("<script>")]


def test_the_command_writes_the_page_of_a_game(tmp_path: Path, iquazu: Iquazu) -> None:
    text = record(5, 3, ("Anna", "Ben", "Cleo"))
    own = replay(next(read_text(text))).id or ""
    db, out = database(tmp_path / "g.duckdb", [text]), tmp_path / "game.html"
    done = iquazu("dashboard", "--db", db, "--out", out, "--game", own[:8])
    assert (done.code, done.err) == (0, "")
    assert "<h1>Anna – Ben – Cleo</h1>" in out.read_text(encoding="utf-8")
    none = iquazu("dashboard", "--db", db, "--out", tmp_path / "no.html", "--game", "zz")
    assert (none.code, none.err.count("\n")) == (2, 1)
    both = iquazu("dashboard", "--db", db, "--out", out, "--game", own[:8], "--players", 2)
    assert both.code == 2
