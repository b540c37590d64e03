"""The rulings on the end of the game: I-20 to I-23."""

from __future__ import annotations

import pytest

from iquazu_notation.games.iquazu.position import Position
from tests.games.iquazu.table import (
    hand,
    happened,
    held,
    order_of_events,
    play,
    refused,
    table,
)

DARK = ("V3", "V4", "V4", "V5", "V6")


def last_move(tiles: str = "", water: str = "G", hands: str = "W", **rocks: str) -> Position:
    """Red to move; the frame lies on i, where one gap is free."""
    return table(
        first="i",
        water=water,
        hands={"R": hands},
        held={"R": tiles},
        open_tiles=DARK,
        on={"i": "RRRRGGG.", **rocks},
    )


# ------------------------------------------------------------------------------ I-20


def test_a_gem_that_fills_the_third_last_rock_ends_the_game() -> None:
    p = play(last_move(), "i8:W")
    assert p.over
    assert order_of_events(p) == ["place", "score", "final", "final", "tile_points", "end"]


def test_a_drop_that_fills_the_third_last_rock_ends_the_game() -> None:
    p = play(last_move(water="R"), "+WWWW end")
    assert p.over
    assert order_of_events(p)[:3] == ["draw", "drop", "score"]


def test_a_chain_that_reaches_the_third_last_rock_ends_the_game() -> None:
    p = table(
        first="h",
        h="RRRGGG.",
        i="RRRRGGGG",
        hands={"R": "B"},
        open_tiles=DARK,
    )
    play(p, "h7:B", [("V3", "V4", "V4", "V5", "V5")])
    assert p.over
    assert [event.as_json()["rock"] for event in happened(p, "score")] == ["h", "i"]
    assert not happened(p, "water_box")


def test_a_full_second_last_rock_does_not_end_the_game() -> None:
    p = play(last_move(i="RRRR....", j="RRRRGGG.", hands="BB"), "j8:BB end")
    assert not p.over


@pytest.mark.parametrize("word", ["*C2+WW", "*D", "~", "-WWWW", "+WWWW", "j3:WW"])
def test_nothing_follows_the_scoring_of_the_third_last_rock(word: str) -> None:
    """I-20: no drop, no discard, no further tile, though Red has tiles, cards and the water box."""
    p = last_move("C2 D C4", water="R", hands="WWWWBBBBOOOO")
    play(p, "*C4+WWWW i8:W")
    assert p.over
    assert refused(p, word) == "I-20"
    assert p.legal() == []


def test_no_drop_is_laid_when_a_gem_ends_the_game() -> None:
    p = play(last_move(water="R"), "i8:W")
    assert not happened(p, "drop")


def test_no_card_is_discarded_when_the_game_ends() -> None:
    """I-20: Red holds sixteen cards, and the drop that is due fills rock i."""
    p = play(last_move(water="R", hands="WWWWBBBBOOOO"), "+WWBB")
    assert p.may_end
    assert refused(p, "-WWWW") == "I-20"
    play(p, "end")
    assert p.over
    assert hand(p, "R") == "WWWWWWBBBBBBOOOO"


def test_no_card_is_discarded_when_a_chain_from_the_drop_ends_the_game() -> None:
    p = table(
        first="h",
        h="RRRGGG.",
        i="RRRRGGGG",
        water="R",
        hands={"R": "WWWWBBBBOOOO"},
        open_tiles=DARK,
    )
    play(p, "+WWBB")
    assert refused(p, "-WWWW") == "I-20"
    play(p, "end")
    assert p.over


def test_the_tiles_of_the_last_scoring_are_given_out_as_usual() -> None:
    """I-20 and I-14: rows of i, j and k; row 2 is empty of gems but for Green's on k."""
    p = play(last_move(i="RR~RRGG.", k=".GG...."), "i8:W")
    assert happened(p, "score")[0].as_json()["awards"] == ["R", "G", "R", "G", "R"]
    assert held(p, "R") == ["V3", "V4", "V6"]
    assert held(p, "G") == ["V4", "V5"]


def test_after_the_last_scoring_no_tiles_are_turned_up() -> None:
    p = play(last_move(), "i8:W")
    assert not happened(p, "reveal")
    assert not happened(p, "frame")
    assert p.open_tiles == ()


def test_the_second_action_of_a_double_move_may_end_the_game() -> None:
    p = play(last_move("D", hands="WBB"), "j1:BB *D i8:W")
    assert p.over


# ------------------------------------------------------------------------------ I-21


def finals(p: Position) -> list[tuple[object, object]]:
    return [(e.as_json()["rock"], e.as_json()["prizes"]) for e in happened(p, "final")]


def test_the_last_two_rocks_are_scored_though_they_are_not_full() -> None:
    """I-21: with two players j pays 12 and k pays 13."""
    p = play(last_move(j="RRG.....", k="....G.."), "i8:W")
    assert finals(p) == [("j", {"R": 12}), ("k", {"G": 13})]


def test_a_full_last_rock_is_scored_in_the_same_way() -> None:
    p = play(last_move(j="RRRRGGGG", k="~~~~~~G"), "i8:W")
    assert finals(p) == [("j", {"G": 12}), ("k", {"G": 13})]


def test_the_last_two_rocks_give_no_tiles() -> None:
    p = play(last_move(j="GGGGGGGG", k="GGGGGGG"), "i8:W")
    tiles_of_i = happened(p, "score")[0].as_json()["tiles"]
    assert tiles_of_i == list(DARK)
    assert len(held(p, "R")) + len(held(p, "G")) == 5
    for final in happened(p, "final"):
        assert "awards" not in final.as_json()


def test_an_empty_last_rock_pays_nobody() -> None:
    p = play(last_move(), "i8:W")
    assert finals(p) == [("j", {}), ("k", {})]


def test_with_four_players_the_last_two_rocks_pay_three_prizes_each() -> None:
    p = table(
        seats="RGYP",
        first="i",
        i="RRRRGGG.",
        j="RGYP....",
        k="YY.P...",
        hands={"R": "W"},
        open_tiles=DARK,
    )
    play(p, "i8:W")
    assert finals(p) == [("j", {"P": 12, "Y": 7, "G": 3}), ("k", {"Y": 13, "P": 8})]


# ------------------------------------------------------------------------------ I-22


def test_points_on_kept_tiles_are_added_at_the_end() -> None:
    """I-22: Red kept V1 and V2 and wins the V6 of row 5; C4 and J are worth nothing."""
    p = play(last_move("V1 V2 C4 J", i="~~~~~~~."), "i8:W")
    (on_tiles,) = happened(p, "tile_points")
    assert on_tiles.as_json()["points"] == {"R": 1 + 2 + 6}


def test_totals_are_rock_points_and_the_points_on_tiles() -> None:
    """Red: i 11, j 12, V3 V6 and an old V2. Green: k 13, V4."""
    p = table(
        first="i",
        i="R~~~~~~.",
        j="R.......",
        k="..G....",
        hands={"R": "W"},
        held={"R": "V2"},
        open_tiles=("V3", "V4", "V4", "V5", "V6"),
        points={"R": 20, "G": 30},
    )
    play(p, "i8:W")
    (end,) = happened(p, "end")
    assert end.as_json()["totals"] == {"R": 20 + 11 + 12 + 3 + 6 + 2, "G": 30 + 13 + 4}
    assert end.as_json()["winners"] == ["R"]


def test_tiles_that_left_the_game_are_worth_nothing() -> None:
    """Nobody has a gem in rows 1 to 4, so their four tiles go out."""
    p = play(last_move(i="~~~~~~~."), "i8:W")
    (on_tiles,) = happened(p, "tile_points")
    assert on_tiles.as_json()["points"] == {"R": 6}


def test_most_points_win() -> None:
    p = play(last_move(i="GGGGGGG."), "i8:W")
    assert p.winners() == ("G",)


def test_a_tie_has_several_winners() -> None:
    """I-22: Red gets 11 for i and 6 on the tile of row 5."""
    p = table(
        seats="RGY",
        first="i",
        i="~~~~~~~.",
        hands={"R": "W"},
        open_tiles=DARK,
        points={"R": 3, "G": 20, "Y": 19},
    )
    play(p, "i8:W")
    assert p.totals() == {"R": 20, "G": 20, "Y": 19}
    assert p.winners() == ("R", "G")


def test_while_the_game_is_on_nobody_has_won() -> None:
    assert last_move().winners() is None


# ------------------------------------------------------------------------------ I-23


def test_totals_do_not_start_over_after_80() -> None:
    """I-23: the track has 80 fields and starts over; totals do not."""
    p = table(
        first="i",
        i="~~~~~~~.",
        hands={"R": "W"},
        open_tiles=DARK,
        points={"R": 79, "G": 95},
    )
    play(p, "i8:W")
    assert p.totals() == {"R": 79 + 11 + 6, "G": 95}


def test_an_interim_total_may_pass_80_too() -> None:
    p = table(first="h", h="RRRRRR.", hands={"R": "B"}, open_tiles=DARK, points={"R": 78})
    play(p, "h7:B")
    assert happened(p, "score")[0].as_json()["totals"] == {"R": 88, "G": 0}
