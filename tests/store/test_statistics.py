"""Every statistic on two games, against values worked out by hand from their records.

The games are the samples `tie-for-the-win` (T: 53 turns, 68 to 68, both win) and
`drop-ends-the-game` (D: 56 turns, 63 to 75). Anna has Red in T and Green in D, Ben the other. All
that is said below can be read in those two files.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

from iquazu_notation.store.filters import Filters
from iquazu_notation.store.ratings import ratings
from iquazu_notation.store.statistics import run
from iquazu_notation.store.store import opened_to_read
from iquazu_notation.store.wilson import wilson
from tests.store.games import database, played, rows

SAMPLES = Path(__file__).parents[2] / "samples"


def sample(name: str, **tags: str) -> str:
    """A sample with other tags."""
    lines = (SAMPLES / f"{name}.iqn").read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not any(line.startswith(f"[{tag} ") for tag in tags)]
    return "\n".join([kept[0], *(f'[{tag} "{v}"]' for tag, v in tags.items()), *kept[1:]]) + "\n"


def two_games() -> list[str]:
    return [
        sample("tie-for-the-win", Red="Anna", Green="Ben", Date="2026-01-02", Source="table"),
        sample("drop-ends-the-game", Red="Ben", Green="Anna", Date="2026-01-01"),
    ]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDBPyConnection]:
    path = tmp_path_factory.mktemp("by-hand") / "games.duckdb"
    with opened_to_read(database(path, played(two_games()))) as connection:
        yield connection


def has(row: dict[str, Any], **values: Any) -> bool:
    """Whether a row has these values; floats to nine digits."""
    wrong = {
        name: (row[name], value)
        for name, value in values.items()
        if row[name] != (pytest.approx(value) if isinstance(value, float) else value)
    }
    assert wrong == {}
    return True


def test_gems_are_counted_by_rock_and_gap(games: DuckDBPyConnection) -> None:
    found = rows(games, "heatmap", "rock", "gap")
    # 41 gems in T, 38 in D; e6 is red and e7 green in both, a5 has a gem in D and a drop in T.
    low, high = wilson(2, 79) or (0, 0)
    assert has(found["e", 6], players=2, gems=2, n=79, share=2 / 79, low=low, high=high)
    assert has(found["e", 7], gems=2, n=79)
    assert has(found["a", 5], gems=1, n=79)
    assert ("a", 1) not in found
    assert sum(row["gems"] for row in found.values()) == 79


def test_gems_are_counted_by_seat(games: DuckDBPyConnection) -> None:
    found = rows(games, "heatmap-by-seat", "seat_order", "rock", "gap")
    # Red is first: 21 and 17 gems; Green 20 and 21. f7 is green in T and red in D.
    assert has(found[1, "e", 6], gems=2, n=38)
    assert (2, "e", 6) not in found
    assert has(found[2, "e", 7], gems=2, n=41)
    assert has(found[1, "f", 7], gems=1, n=38)
    assert has(found[2, "f", 7], gems=1, n=41)


def test_gems_of_winners_are_set_against_those_of_losers(games: DuckDBPyConnection) -> None:
    found = rows(games, "heatmap-winners", "rock", "gap")
    # Both win T, Green wins D: 41 + 21 gems of winners, and the 17 of Red in D.
    assert has(found["e", 6], winners=1, winners_n=62, losers=1, losers_n=17)
    assert has(found["e", 6], difference=1 / 62 - 1 / 17)
    assert has(found["e", 7], winners=2, losers=0, losers_share=0.0, winners_share=2 / 62)


def test_gems_are_counted_by_cost(games: DuckDBPyConnection) -> None:
    found = rows(games, "heatmap-cost", "cost", "rock", "gap")
    # e6 costs 1 in turn 29 of T and 5 in turn 5 of D. At 5 there are, all in D:
    # e6 f6 f2 f7 g1 g6 g7 g8 i3.
    assert has(found[5, "e", 6], gems=1, n=9)
    assert has(found[1, "e", 6], gems=1)
    assert [(rock, gap) for cost, rock, gap in found if cost == 5] == [
        *(("e", 6), ("f", 2), ("f", 6), ("f", 7)),
        *(("g", 1), ("g", 6), ("g", 7), ("g", 8), ("i", 3)),
    ]


def test_points_grow_from_scoring_to_scoring(games: DuckDBPyConnection) -> None:
    found = rows(games, "progression", "rock")
    # After rock a: 3 and 0 in T, 0 and 3 in D. At the end: 68, 68, 63, 75.
    assert has(found["a"], scoring=1, mean=1.5, least=0, quarter=0.0, median=1.5, most=3, n=4)
    assert has(found["a"], three_quarters=3.0)
    assert has(found["end"], scoring=12, mean=68.5, least=63, median=68.0, most=75, n=4)
    assert has(found["end"], quarter=66.75, three_quarters=69.75)
    assert "".join(str(rock) for rock in found) == "abcdefghijkend"


def test_the_progression_of_a_game_has_every_scoring_and_the_end(
    games: DuckDBPyConnection,
) -> None:
    found: dict[Any, list[Any]] = {}
    for row in run(games, "progression-game", Filters(source="table")).records():
        found.setdefault((row["seat"], row["player"]), []).append(row["total"])
    assert found == {
        ("R", "Anna"): [3, 3, 8, 8, 15, 15, 24, 24, 35, 35, 35, 68],
        ("G", "Ben"): [0, 4, 4, 10, 10, 18, 18, 28, 28, 40, 40, 68],
    }


def test_a_shared_win_is_a_win_for_both_seats(games: DuckDBPyConnection) -> None:
    found = rows(games, "seat-order", "seat_order")
    low, high = wilson(1, 2) or (0, 0)
    assert has(found[1], wins=1, n=2, rate=0.5, low=low, high=high)
    assert has(found[1], mean_rank=1.5, mean_total=65.5)
    assert has(found[2], wins=2, n=2, rate=1.0, mean_rank=1.0, mean_total=71.5)


def test_points_are_told_by_source(games: DuckDBPyConnection) -> None:
    found = rows(games, "sources-of-points", "source")
    # 68 + 68 + 63 + 75 = 274 points. Tiles: 33 and 28 in T; 63 - 39 = 24 and 75 - 49 = 26 in D.
    assert has(found["rock a"], points=6, share=6 / 274, mean=1.5, mean_won=2.0, mean_lost=0.0, n=4)
    assert has(found["rock k"], points=13, share=13 / 274, mean_won=13 / 3)
    assert has(found["tiles"], points=111, mean=27.75, mean_won=29.0, mean_lost=24.0)


def test_lead_changes_are_counted_by_game(games: DuckDBPyConnection) -> None:
    found = rows(games, "lead-changes", "lead_changes")
    # T: Red leads from a, then G R G R G R G; level at the end. D: Green, Red after h, Green.
    assert list(found) == [2, 7]
    assert has(found[7], games=1, n=2, rate=0.5)


def test_the_comeback_is_the_furthest_that_a_winner_was_behind(games: DuckDBPyConnection) -> None:
    found = rows(games, "comeback", "behind")
    # T: Green is 7 behind after i (35 to 28). D: Green is 3 behind after j (39 to 36).
    assert list(found) == [1, 6]
    assert has(found[1], games=1, n=2, rate=0.5, mean=5.0, median=5.0, largest=7)
    assert has(found[6], games=1, n=2, rate=0.5, mean=5.0, median=5.0, largest=7)
    assert found[1]["game"] != found[6]["game"]


def test_a_lead_is_worth_what_leaders_won(games: DuckDBPyConnection) -> None:
    found = rows(games, "lead-wins", "rock")
    # After a: Red by 3 in T, Green by 3 in D, both win. After h: Green by 4 in T, who wins; Red by
    # 2 in D, who loses.
    assert has(found["a"], wins=2, n=2, rate=1.0, mean_lead=3.0, tied=0)
    assert has(found["h"], scoring=8, wins=1, n=2, rate=0.5, mean_lead=3.0, tied=0)


def test_tiles_are_followed_from_offer_to_use(games: DuckDBPyConnection) -> None:
    found = rows(games, "tiles", "kind")
    # J in T: Green takes those of d (turn 25) and e (32), uses them in 36 and 46; nobody takes that
    # of g. J in D: Red takes that of b (23), uses it in 25; Green keeps those of d and g.
    assert has(found["J"], offered=6, won=5, won_rate=5 / 6, used=3, used_rate=0.6)
    assert has(found["J"], wait=(11 + 14 + 2) / 3, holders=3, holders_won=2, holder_rate=2 / 3)
    # C4: Red takes one in T (18, used 21), nobody the other; D: Green (39, 40), Red (48, 49).
    assert has(found["C4"], offered=4, won=3, used=3, wait=5 / 3, holders=3, holders_won=2)
    assert has(found["V6"], offered=2, won=2, used=0, used_rate=None, wait=None, holders_won=2)


def test_prizes_cost_the_cards_paid_on_their_rock(games: DuckDBPyConnection) -> None:
    found = rows(games, "prize-cost", "rock", "place")
    # Rock a: two gems for BB each in T, one for O in D, 3 points both times.
    assert has(found["a", 1], points=3.0, cards=2.5, cards_per_point=5 / 6, n=2)
    assert has(found["k", 1], points=13.0, cards=4.0, cards_per_point=4 / 13, n=1)
    assert all(place == 1 for _, place in found)


def test_rhythm_tells_draws_from_placements(games: DuckDBPyConnection) -> None:
    found = rows(games, "rhythm", "round")
    # Round 1: both place in T, both draw in D. Round 7: turns 13 and 14; in T a draw, then a gem
    # with two double moves (a draw, a gem); in D a draw, then a gem with card tiles.
    assert has(found[1], places=2, n=4, rate=0.5, gems=0.5, cards=2.0)
    assert has(found[7], places=2, n=4, gems=0.75, cards=3.0)


def test_pairs_waste_a_card_each(games: DuckDBPyConnection) -> None:
    found = rows(games, "pairs", "cost")
    # At cost 5: f6, g1 and g7 with one pair, g8 with two, five others with none.
    assert has(found[5], with_pairs=4, n=9, rate=4 / 9, wasted=5, cards=50, waste=0.1)


def test_drops_are_counted_by_seat_and_turn(games: DuckDBPyConnection) -> None:
    found = rows(games, "drops", "seat_order")
    # Red lays 13 in its 27 turns of T and 15 in its 28 of D; Green 15 in 26 and 17 in 28.
    assert has(found[1], drops=28, n=55, per_game=14.0, rate=28 / 55)
    assert has(found[2], drops=32, n=54, per_game=16.0)


def test_a_contested_rock_is_one_with_equal_gems(games: DuckDBPyConnection) -> None:
    found = rows(games, "contested", "what")
    # Rock a: 2 to 1 gems, 0 to 1. Rock b: 0 to 4 in T, 1 to 1 in D. Rock k: only in D.
    assert has(found["rock a"], by_tie_break=0, n=2)
    assert has(found["rock b"], by_tie_break=1, n=2, rate=0.5)
    assert has(found["rock k"], by_tie_break=0, n=1)
    # The tile of row 1 is taken seven times in T and nine times in D, that of row 3 six times each.
    assert has(found["row 1"], n=16)
    assert has(found["row 3"], n=12)


def test_openings_are_the_first_gems(games: DuckDBPyConnection) -> None:
    found = rows(games, "openings", "opening")
    assert has(found["1a4"], k=1, wins=1, n=1, won_1=1, won_2=1, won_3=0)
    assert has(found["2c5"], k=1, wins=1, n=1, won_1=0, won_2=1)
    assert has(found["1a4 2b5 2a7 1a3"], k=4, n=1)
    assert has(found["2c5 1e6 2a5 1b6"], k=4, n=1)
    assert len(found) == 8


def test_colours_are_those_dealt_and_drawn(games: DuckDBPyConnection) -> None:
    found = run(games, "colours", Filters(source="table")).records()
    counted = [(row["colour"], row["cards"], row["n"]) for row in found]
    assert counted == [("W", 29, 97), ("B", 37, 97), ("O", 31, 97)]
    assert [row["expected"] for row in found] == pytest.approx([1 / 3] * 3)


def test_final_scores_go_in_steps_of_five(games: DuckDBPyConnection) -> None:
    found = rows(games, "scores", "points")
    assert list(found) == [60, 65, 75]
    assert has(found[65], seats=2, winners=2, n=4, rate=0.5)
    assert has(found[60], seats=1, winners=0, n=4)


def test_a_tie_has_a_margin_of_its_own(games: DuckDBPyConnection) -> None:
    found = rows(games, "margins", "margin")
    assert list(found) == [0, 11]  # 68 to 68, and 75 to 63
    assert has(found[0], games=1, n=2, rate=0.5)


def test_length_is_the_number_of_turns(games: DuckDBPyConnection) -> None:
    found = rows(games, "length", "turns")
    assert list(found) == [50, 55]
    assert has(found[50], games=1, n=2)


def test_two_players_are_compared_over_their_meetings(games: DuckDBPyConnection) -> None:
    found = rows(games, "head-to-head", "player", "opponent")
    assert list(found) == [("Anna", "Ben"), ("Ben", "Anna")]
    # 68 to 68 and 75 to 63.
    assert has(found["Anna", "Ben"], above=1, level=1, below=0, n=2, mean_difference=6.0)
    assert has(found["Ben", "Anna"], above=0, level=1, below=1, rate=0.0, mean_difference=-6.0)


def test_the_player_table_rates_games_in_order_of_their_dates(games: DuckDBPyConnection) -> None:
    found = rows(games, "players", "player")
    assert list(found) == ["Anna", "Ben"]
    assert has(found["Anna"], wins=2, n=2, mean_rank=1.0, mean_total=71.5, rated=2)
    assert has(found["Ben"], wins=1, n=2, mean_rank=1.5, mean_total=65.5, rated=2)
    # D was played first though it was loaded last: Anna wins, then they tie.
    due = ratings([[("Ben", 2), ("Anna", 1)], [("Anna", 1), ("Ben", 1)]])
    other = ratings([[("Anna", 1), ("Ben", 1)], [("Ben", 2), ("Anna", 1)]])
    assert due["Anna"].mu != pytest.approx(other["Anna"].mu)
    assert has(found["Anna"], rating=due["Anna"].mu, uncertainty=due["Anna"].sigma)
    assert has(found["Ben"], rating=due["Ben"].mu, sure=due["Ben"].mu - 3 * due["Ben"].sigma)
