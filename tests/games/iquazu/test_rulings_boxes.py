"""The rulings on what follows an interim scoring: I-15 to I-19."""

from __future__ import annotations

import pytest

from tests.games.iquazu.table import (
    accepted,
    changed,
    happened,
    held,
    order_of_events,
    play,
    refused,
    rock,
    table,
    water_box,
)

FIVE = ("V1", "V1", "V1", "V2", "V2")
NEXT_FIVE = ("C2", "C3", "C4", "J", "D")
HAND = "WWWBBBOOO"

# ------------------------------------------------------------------------------ I-15


def test_after_a_scoring_the_frame_moves_one_column_on() -> None:
    p = play(table(a="RRRGGG.", hands={"R": "W"}), "a7:W")
    (frame,) = happened(p, "frame")
    assert frame.as_json()["first"] == "b"
    assert accepted(p, "end")


def test_after_a_scoring_the_next_five_tiles_are_turned_up() -> None:
    p = play(table(a="RRRGGG.", hands={"R": "W"}), "a7:W", [FIVE])
    (reveal,) = happened(p, "reveal")
    assert reveal.as_json() == {
        "turn": 1,
        "seat": None,
        "type": "reveal",
        "first": "b",
        "tiles": list(FIVE),
    }
    assert p.open_tiles == FIVE


def test_a_scored_rock_is_under_water_and_takes_no_gem() -> None:
    p = table(first="b", a="RRR....", hands={"R": HAND})
    assert refused(p, "a7:W") == "I-15"


def test_gems_under_water_count_no_more() -> None:
    """I-15: Green's gems of row 1 lie on a; when b is scored, Red's single one takes its tile."""
    p = table(a="GGG~~~.", b="R~~~~~.", hands={"R": "WB"}, water="R")
    play(p, "a7:W end")
    first = happened(p, "score")[0].as_json()
    assert first["awards"] == ["R", "G", None, None, "R"]  # row 1: tied, Red further right
    play(p, "+WWWW ~")  # Green has the water box now
    second = happened(p, "score")[1].as_json()
    assert second["prizes"] == {"R": 4}
    assert second["awards"] == ["R", None, None, None, None]


# ------------------------------------------------------------------------------ I-16


def test_a_full_next_column_is_scored_at_once_before_the_boxes_move() -> None:
    p = table(a="RRRGGG.", b="GGGGGGG", hands={"R": "W"})
    play(p, "a7:W", [FIVE, NEXT_FIVE])
    assert order_of_events(p) == [
        "place",
        *("score", "frame", "reveal"),
        *("score", "frame", "reveal"),
        "water_box",
    ]
    assert [event.as_json()["rock"] for event in happened(p, "score")] == ["a", "b"]


def test_a_chain_goes_on_as_long_as_the_next_column_is_full() -> None:
    p = table(a="RRRGGG.", b="G" * 7, c="R" * 7, d="GGGG....", hands={"R": "W"})
    play(p, "a7:W")
    assert [event.as_json()["rock"] for event in happened(p, "score")] == ["a", "b", "c"]
    assert [event.as_json()["first"] for event in happened(p, "frame")] == ["b", "c", "d"]


def test_the_second_scoring_of_a_chain_gives_the_tiles_just_turned_up() -> None:
    p = table(a="RRRRRR.", b="G" * 7, hands={"R": "W"})
    play(p, "a7:W", [FIVE, NEXT_FIVE])
    assert happened(p, "score")[1].as_json()["tiles"] == list(FIVE)
    assert happened(p, "score")[1].as_json()["awards"] == ["G"] * 5
    assert [tile for tile in held(p, "G") if tile in FIVE] == list(FIVE)
    assert p.open_tiles == NEXT_FIVE


def test_a_chain_may_start_with_a_drop() -> None:
    p = play(table(a="RRRGGG.", b="G" * 7, water="R"), "+WWWW ~")
    assert len(happened(p, "score")) == 2


# ------------------------------------------------------------------------------ I-17


@pytest.mark.parametrize("seats", ["RG", "YPG", "GYRP"])
def test_the_water_box_passes_counter_clockwise(seats: str) -> None:
    """I-17: to the seat before in turn order, and from the first to the last."""
    for place, holder in enumerate(seats):
        p = table(seats=seats, a="~~~~~~.", water=holder, hands={seats[0]: "W"})
        play(p, "a7:W")
        assert water_box(p) == seats[place - 1]


def test_the_water_box_passes_once_per_chain() -> None:
    p = table(seats="RGYP", a="RRRGGG.", b="G" * 7, c="R" * 7, water="P", hands={"R": "W"})
    play(p, "a7:W")
    assert len(happened(p, "score")) == 3
    assert water_box(p) == "Y"
    assert len(happened(p, "water_box")) == 1


def test_without_a_scoring_the_water_box_stays() -> None:
    p = table(seats="RGYP", water="P")
    play(p, "+ end + end + end + end")
    assert water_box(p) == "P"
    assert rock(p, "a") == "~......"


# ------------------------------------------------------------------------------ I-18


def test_after_a_scoring_a_double_move_is_paid_at_the_new_frames_costs() -> None:
    p = table(first="b", b="RRRRRR.", hands={"R": HAND}, held={"R": "D"})
    play(p, "b7:B *D")
    assert refused(p, "c1:BB") == "I-6"
    assert accepted(p, "c1:B end")
    assert accepted(p, "g2:WWWBBOO end")


def test_tiles_just_won_may_be_used() -> None:
    """I-18 (ours): Red takes all five, among them the double move of row 5."""
    p = table(a="RRRRRR.", hands={"R": HAND})
    play(p, "a7:W")
    assert held(p, "R") == ["C2", "C2", "C3", "D", "J"]
    play(p, "*C2+WB *D *J b1:B *C3+BBB *C2+WW -BB end")


def test_other_tiles_than_a_double_move_may_be_used_after_a_scoring() -> None:
    """I-18 (ours)."""
    p = table(first="b", b="RRRRRR.", hands={"R": HAND}, held={"R": "C2"})
    assert accepted(p, "b7:B *C2+WB end")


def test_other_seats_wait_for_their_own_turns() -> None:
    """I-18: Green took the double move, and Red is still to end the turn."""
    p = table(a="RGGGGG.", b="......G", hands={"R": HAND, "G": HAND})
    play(p, "a7:W")
    assert "D" in held(p, "G")
    assert refused(p, "*D") == "I-8"
    play(p, "end b1:O *D b2:W end")


def test_a_scoring_by_a_tile_is_a_new_chain_and_moves_the_water_box_again() -> None:
    p = table(
        seats="RGYP",
        first="b",
        b="RRRRRR.",
        c="GGGGGG.",
        d="YYYYYYYY",
        water="P",
        hands={"R": HAND},
        held={"R": "D"},
    )
    play(p, "b7:B")
    assert water_box(p) == "Y"
    play(p, "*D c7:B")
    assert water_box(p) == "G"
    assert [event.as_json()["rock"] for event in happened(p, "score")] == ["b", "c", "d"]


def test_no_second_drop_is_laid_in_the_turn() -> None:
    """I-18: the drop scores b, the double move c; the water box comes back to Red."""
    p = table(first="b", b="RRRRRR.", c="GGGGGG.", water="R", hands={"R": "B"}, held={"R": "D"})
    play(p, "+WWWW ~ *D c7:B")
    assert water_box(p) == "R"
    assert refused(p, "~") == "I-18"
    play(p, "end")
    assert len(happened(p, "drop")) == 1
    assert rock(p, "d") == "........"


def test_no_drop_is_laid_after_a_scoring_by_gem_however_the_turn_goes_on() -> None:
    """I-9 and I-18: Red held the box, gave it away, and got it back by a second chain."""
    p = table(first="b", b="RRRRRR.", c="GGGGGG.", water="R", hands={"R": "BB"}, held={"R": "D"})
    play(p, "b7:B *D c7:B end")
    assert water_box(p) == "R"
    assert not happened(p, "drop")


def test_the_surplus_is_discarded_after_the_tiles_of_a_scoring() -> None:
    p = table(first="b", b="RRRRRR.", water="R", hands={"R": "WWWWBBBBOO"}, held={"R": "C2"})
    play(p, "+WWWW ~ *C2+WW -WWWW end")
    assert order_of_events(p)[-1] == "discard"


# ------------------------------------------------------------------------------ I-19

THREE_GEMS = changed(gems=3)
TWO_DROPS = changed(drops=2)


def test_an_empty_gem_box_is_refilled_from_scored_rocks() -> None:
    """I-19: all gems of that colour there, and nothing else."""
    p = table(
        first="c", a="RG~....", b="R~.....", c="R......", hands={"R": HAND}, layout=THREE_GEMS
    )
    play(p, "c2:O")
    assert (rock(p, "a"), rock(p, "b"), rock(p, "c")) == (".G~....", ".~.....", "RR.....")
    assert p.gem_box == [1, 2]
    assert [event.as_json()["pieces"] for event in happened(p, "refill")] == [2]


def test_a_gem_box_is_not_refilled_before_it_is_empty() -> None:
    p = table(first="b", a="RG~....", b="R......", hands={"R": HAND}, layout=THREE_GEMS)
    play(p, "b2:W end")
    assert p.gem_box[0] == 0
    assert not happened(p, "refill")
    assert rock(p, "a") == "RG~...."


def test_without_a_gem_in_the_box_or_under_water_no_gem_is_placed() -> None:
    """I-19: gems in the frame stay where they are."""
    p = table(
        first="b", a="G......", b="RR.....", c="R......", hands={"R": HAND}, layout=THREE_GEMS
    )
    assert refused(p, "b4:W") == "I-19"
    assert accepted(p, "+WWWW end")


def test_an_empty_drop_box_is_refilled_from_scored_rocks() -> None:
    p = table(first="b", a="~~RRGGG", b="R......", water="R", layout=TWO_DROPS)
    play(p, "+WWWW end")
    assert (rock(p, "a"), rock(p, "b")) == ("..RRGGG", "R~.....")
    assert p.drop_box == 1
    assert order_of_events(p) == ["draw", "refill", "drop"]


def test_without_a_drop_in_the_box_or_under_water_the_drop_is_left_out() -> None:
    """I-19 (ours): drops in the frame stay where they are."""
    p = table(first="b", a="RRRRGGG", b="~~.....", water="R", layout=TWO_DROPS)
    play(p, "+WWWW")
    assert refused(p, "~") == "I-19"
    play(p, "end")
    assert not happened(p, "drop")
    assert rock(p, "b") == "~~....."
