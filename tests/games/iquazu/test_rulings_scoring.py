"""The rulings on who gets what in an interim scoring: I-12 to I-14, and the worked example."""

from __future__ import annotations

import pytest

from iquazu_notation.games.iquazu.position import Position
from tests.games.iquazu.table import (
    board_of,
    happened,
    held,
    order_of_events,
    play,
    table,
)


def prizes(p: Position) -> list[tuple[str, int]]:
    """The prizes of the last scoring, in rank order."""
    given = happened(p, "score")[-1].as_json()["prizes"]
    assert isinstance(given, dict)
    return list(given.items())


def takers(p: Position) -> str:
    """Who took the tiles of rows 1 to 5 in the last scoring, as the notation writes it."""
    awards = happened(p, "score")[-1].as_json()["awards"]
    assert isinstance(awards, list)
    return "".join(taker or "-" for taker in awards)


# ------------------------------------------------------------------------------ I-12


def test_a_first_column_filled_by_a_gem_is_scored_at_once() -> None:
    """I-12: within the turn, before anything else."""
    p = play(table(a="RRRGGG.", hands={"R": "W"}), "a7:W")
    assert order_of_events(p) == ["place", "score", "frame", "reveal", "water_box"]
    assert p.turn == 1


def test_a_first_column_filled_by_a_drop_is_scored_at_once() -> None:
    p = play(table(a="RRRGGG.", water="R"), "+WWWW ~")
    assert order_of_events(p) == ["draw", "drop", "score", "frame", "reveal", "water_box"]


def test_with_one_free_gap_left_nothing_is_scored() -> None:
    p = play(table(a="RRRGG..", hands={"R": "W"}), "a7:W end")
    assert order_of_events(p) == ["place"]


def test_another_column_is_not_scored_when_it_is_full() -> None:
    """I-12: only the frame's first column is."""
    p = play(table(b="GGGGGG.", hands={"R": "BB"}), "b7:BB end")
    assert not happened(p, "score")


# ------------------------------------------------------------------------------ I-13


@pytest.mark.parametrize(
    ("seats", "given"),
    [
        ("RGYP", [("G", 8), ("R", 5), ("Y", 2)]),
        ("RGY", [("G", 8), ("R", 4)]),
        ("RG", [("G", 8)]),
    ],
)
def test_there_are_three_two_or_one_prizes_for_four_three_or_two_players(
    seats: str, given: list[tuple[str, int]]
) -> None:
    """I-13, on rock f of the reference board; R has two gems there, and every other seat too few.

    Everybody has a gem on the rock, and one more of them would get a prize if there were one.
    """
    on_rock = {"RGYP": "PYGGGR.", "RGY": "~YGGGR.", "RG": "~~GGGR."}[seats]
    p = play(table(seats=seats, first="f", f=on_rock, hands={"R": "W"}), "f7:W")
    assert prizes(p) == given


def test_more_gems_rank_higher() -> None:
    """I-13: number first; Purple's gem is the lowest of all and wins nothing for it."""
    p = table(seats="PGRY", first="f", f="GGGRRY.", hands={"P": "W"})
    assert prizes(play(p, "f7:W"))[:2] == [("G", 8), ("R", 5)]


@pytest.mark.parametrize(
    ("f", "first"),
    [
        ("RRRGGG~", "G"),
        ("GGGRRR~", "R"),
        ("RGRGRG~", "G"),
        ("RGGGR~R", "R"),  # Red's upper gem is the highest, Red's lowest the lowest
        ("GRRRG~G", "G"),
    ],
)
def test_a_tie_goes_to_the_lowest_gem(f: str, first: str) -> None:
    """I-13: three gems each; the last free gap takes a drop."""
    p = table(first="f", f=f.replace("~", "."), water="R")
    assert prizes(play(p, "+WWWW ~")) == [(first, 8)]


def test_a_tie_for_the_second_and_third_prize_goes_to_the_lower_gem_too() -> None:
    p = table(seats="RGYP", first="f", f="YPGGGP.", hands={"R": "W"}, water="G")
    assert prizes(play(p, "f7:W")) == [("G", 8), ("P", 5), ("R", 2)]


@pytest.mark.parametrize(
    ("f", "given"),
    [
        ("GGGGGG.", [("G", 8)]),
        ("GGGYYY.", [("Y", 8), ("G", 5)]),
        ("~~~~~~.", []),
    ],
)
def test_prizes_without_a_ranked_seat_are_not_given(f: str, given: list[tuple[str, int]]) -> None:
    """I-13: fewer seats on the rock than prizes; the last gap takes a drop."""
    p = play(table(seats="RGYP", first="f", f=f, water="R"), "+WWWW ~")
    assert prizes(p) == given
    assert sum(p.points) == sum(points for _, points in given)


def test_drops_win_nothing_on_a_rock() -> None:
    p = play(table(first="f", f="G~~~~~.", water="R"), "+WWWW ~")
    assert prizes(p) == [("G", 8)]


def test_gems_on_other_rocks_do_not_count_for_a_rocks_points() -> None:
    p = table(first="f", f="G~~~~~.", g="RRRRRRR.", h="RRRRRR.", water="R")
    assert prizes(play(p, "+WWWW ~")) == [("G", 8)]


def test_points_are_added_to_the_totals_at_once() -> None:
    p = table(first="f", f="GGGRRR.", water="R", points={"R": 10, "G": 20})
    play(p, "+WWWW ~")
    assert happened(p, "score")[0].as_json()["totals"] == {"R": 18, "G": 20}


# ------------------------------------------------------------------------------ I-14


def scored(**rocks: str) -> Position:
    """Rock a, full but for its last gap, is filled by a drop of Red's; Green and Yellow look on."""
    rocks.setdefault("a", "~~~~~~.")
    p = table(seats="RGY", water="R", on=rocks)
    return play(p, "+WWWW ~")


def test_the_most_gems_in_a_row_take_its_tile() -> None:
    """I-14: number first; Red's only gem is further right and takes nothing."""
    assert takers(scored(b="G......", c="G......", e="R......")) == "G----"


def test_gems_in_one_cell_count_singly() -> None:
    """e1 and e2 share the cell of row 1."""
    assert takers(scored(c="R......", d="R.......", b="Y......", e="GG.....")) == "G----"
    assert takers(scored(b="R......", c="R......", d="R.......", e="GG.....")) == "R----"


def test_the_rock_being_scored_counts_for_the_rows() -> None:
    assert takers(scored(a="RGGYRY.")) == "RGYRY"
    assert takers(scored(a="G~~~~~.", b="G......", e="R......")) == "G----"


def test_each_row_is_counted_by_itself() -> None:
    """Gaps 1 / 2, 3 / 4 / 5 / 6, 7 of rock b are rows 1 to 5."""
    assert takers(scored(b="RGGYRY.")) == "RGYRY"
    assert takers(scored(b="R.....G")) == "R---G"


@pytest.mark.parametrize(
    ("rocks", "taker"),
    [
        ({"b": "R......", "c": "G......"}, "G"),
        ({"b": "G......", "c": "R......"}, "R"),
        ({"a": "R~~~~~.", "b": "G......"}, "G"),
        ({"d": "G.......", "e": "R......"}, "R"),
        ({"b": "R......", "c": "G......", "d": "Y......."}, "Y"),
    ],
)
def test_a_tied_row_goes_to_the_gem_further_right(rocks: dict[str, str], taker: str) -> None:
    assert takers(scored(**rocks))[0] == taker


def test_a_tie_of_two_gems_each_looks_at_the_rightmost_of_each() -> None:
    """Red on b and e, Green on c and d: Red's rightmost is further right."""
    p = scored(b="R......", c="G......", d="G.......", e="R......")
    assert takers(p)[0] == "R"


def test_only_the_tied_seats_compare_how_far_right_they_are() -> None:
    """Yellow's single gem is furthest right; of the tied, Green reaches further."""
    p = scored(a="R~~~~~.", b="R......", c="G......", d="G.......", e="Y......")
    assert takers(p)[0] == "G"


@pytest.mark.parametrize(("e", "taker"), [("RG.....", "G"), ("GR.....", "R")])
def test_gems_tied_in_one_cell_are_decided_by_the_lower_one(e: str, taker: str) -> None:
    assert takers(scored(e=e))[0] == taker


def test_the_lower_gem_is_looked_for_in_the_rightmost_cell_only() -> None:
    """Both reach e, where Red is lower; that Green's other gem is further right is no matter."""
    p = scored(a="R~~~~~.", d="G.......", e="GR.....")
    assert takers(p)[0] == "R"


def test_the_lower_gem_is_looked_for_in_that_row_only() -> None:
    """Red has the lowest gem of column e, but in another row."""
    p = scored(e="RG....R")
    assert takers(p) == "G---R"


def test_an_empty_rows_tile_leaves_the_game() -> None:
    p = scored(b="RGG....")
    assert takers(p) == "RG---"
    assert held(p, "R") + held(p, "G") == ["C2", "C2"]
    assert sorted(p.out) == ["C3", "D", "J"]


def test_drops_take_no_tiles() -> None:
    assert takers(scored(a="~~~~~~.")) == "-----"


def test_each_row_gives_the_tile_that_lies_beside_it() -> None:
    """I-14: the open tiles are, from the top, C2 C2 C3 J D."""
    p = scored(b="RGGYRY.")
    assert (held(p, "R"), held(p, "G"), held(p, "Y")) == (["C2", "J"], ["C2"], ["C3", "D"])


def test_gems_on_scored_rocks_do_not_count_for_the_rows() -> None:
    """I-14: inside the frame. Green's two gems on a are under water."""
    p = table(
        first="b",
        a="GGG~~~~",
        b="R~~~~~.",
        seats="RG",
        water="R",
    )
    assert takers(play(p, "+WWWW ~")) == "R----"


# ------------------------------------------------------------------------------ the example


def test_the_rule_books_worked_example() -> None:
    """Four players; the first column is full and pays 8/5/2."""
    plain = ("W", "", "B", "", "O")
    rocks = [plain] * 11
    rocks[5] = ("W", "B", "WB", "OOW", "BW")  # f, the column being scored
    rocks[6] = ("W", "", "W", "", "O")
    rocks[7] = ("W", "", "", "", "BO")
    p = table(
        layout=board_of(rocks).lay(()),
        seats="YGRP",
        first="f",
        f=".~YPGGRGR",
        g="RY.",
        h=".RG",
        i="P..",
        hands={"Y": "W"},
        open_tiles=("C2", "C3", "C4", "J", "D"),
    )
    play(p, "f1:W")
    assert prizes(p) == [("G", 8), ("R", 5), ("Y", 2)]
    assert takers(p) == "P-YGG"
    assert (held(p, "P"), held(p, "Y"), held(p, "G")) == (["C2"], ["C4"], ["D", "J"])
    assert held(p, "R") == []
    assert "C3" in p.out
