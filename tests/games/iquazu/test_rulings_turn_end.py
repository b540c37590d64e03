"""The rulings on how a turn ends: the drop (I-9), the discard (I-10), the next seat (I-11)."""

from __future__ import annotations

import pytest

from tests.games.iquazu.table import (
    accepted,
    hand,
    happened,
    order_of_events,
    play,
    refused,
    rock,
    table,
)

# ------------------------------------------------------------------------------ I-9


def test_the_holder_of_the_water_box_lays_a_drop_after_the_action() -> None:
    """I-9: on the top free gap of the frame's first column."""
    p = play(table(a="G~.R...", water="R", hands={"R": "WW"}), "a7:W end")
    assert rock(p, "a") == "G~~R..R"
    assert order_of_events(p) == ["place", "drop"]


def test_the_gap_just_filled_is_not_free_for_the_drop() -> None:
    p = play(table(water="R", hands={"R": "WW"}), "a1:W end")
    assert rock(p, "a") == "R~....."


def test_the_drop_falls_in_the_frames_first_column_wherever_it_is() -> None:
    p = play(table(first="d", water="R"), "+WWBB end")
    assert rock(p, "d") == "~......."
    assert p.drop_box == 49


def test_a_seat_without_the_water_box_lays_no_drop() -> None:
    p = table(water="G", hands={"R": "WW"})
    play(p, "a1:W")
    assert refused(p, "~") == "I-9"
    play(p, "end")
    assert rock(p, "a") == "R......"
    play(p, "+WWBB end")
    assert rock(p, "a") == "R~....."


def test_the_drop_comes_after_the_action() -> None:
    assert refused(table(water="R"), "~") == "I-9"


def test_the_drop_comes_after_the_second_action_of_a_double_move() -> None:
    p = table(first="b", water="R", hands={"R": "WWOO"}, held={"R": "D"})
    play(p, "b2:W *D")
    assert refused(p, "~") == "I-9"
    play(p, "b1:O end")
    assert rock(p, "b") == "RR~...."


def test_one_drop_is_laid_in_a_turn() -> None:
    p = play(table(water="R"), "+WWBB ~")
    assert rock(p, "a") == "~......"
    assert refused(p, "~") is not None
    play(p, "end")
    assert rock(p, "a") == "~......"


def test_the_holder_who_fills_the_column_with_a_gem_lays_no_drop() -> None:
    """I-9: a scoring has taken place in this turn."""
    p = table(a="RRRGGG.", water="R", hands={"R": "W"})
    play(p, "a7:W end")
    assert not happened(p, "drop")
    assert rock(p, "b") == "......."


def test_a_seat_that_receives_the_water_box_in_its_turn_lays_no_drop() -> None:
    """I-9 (ours): Red's scoring brings the box from Green to Red."""
    p = table(a="RRRGGG.", water="G", hands={"R": "W"})
    play(p, "a7:W")
    assert p.seats[p.water] == "R"
    assert refused(p, "~") == "I-9"
    play(p, "end")
    assert not happened(p, "drop")


# ------------------------------------------------------------------------------ I-10

FULL_HAND = "WWWWBBBBOOOO"


def test_twelve_cards_stay_without_a_discard() -> None:
    p = play(table(hands={"R": "WWWWBBBB"}), "+OOOO")
    assert p.may_end
    assert refused(p, "-W") == "I-10"


def test_the_surplus_over_twelve_is_discarded() -> None:
    p = play(table(hands={"R": "WWWWBBBBO"}), "+OOOO")
    assert not p.may_end
    play(p, "-W end")
    assert hand(p, "R") == "WWWBBBBOOOOO"
    assert p.discards == [1, 0, 0, 0]


def test_the_player_chooses_what_to_discard() -> None:
    p = play(table(hands={"R": FULL_HAND}), "+WWBO")
    choices = [f"-{'W' * w}{'B' * b}{'O' * (4 - w - b)}" for w in range(5) for b in range(5 - w)]
    assert len(choices) == 15
    assert all(accepted(p, f"{choice} end") for choice in choices)


@pytest.mark.parametrize("discard", ["-W", "-WBO", "-WWBBO", "-WWWWBBBB"])
def test_discarding_less_or_more_than_the_surplus_is_illegal(discard: str) -> None:
    """I-10: four must go; below twelve no card goes."""
    assert refused(play(table(hands={"R": FULL_HAND}), "+WWBO"), discard) == "I-10"


def test_only_cards_in_hand_are_discarded() -> None:
    p = play(table(hands={"R": "WWWWWWWWWWWW", "G": "BBBB"}), "+WWWO")
    assert refused(p, "-BBBB") == "I-10"
    assert refused(p, "-WWOO") == "I-10"


def test_discarding_before_the_action_is_illegal() -> None:
    p = table(first="b", hands={"R": FULL_HAND}, held={"R": "C4"})
    assert refused(p, "-W") == "I-10"
    play(p, "*C4+WWWW")
    assert refused(p, "-WWWW") == "I-10"


def test_discarding_between_the_actions_of_a_double_move_is_illegal() -> None:
    p = play(table(first="b", hands={"R": FULL_HAND}, held={"R": "D"}), "+WWBO *D")
    assert refused(p, "-WWBO") == "I-10"
    play(p, "+WWBO")
    assert accepted(p, "-WWWWBBBB end")


def test_more_than_twelve_cards_may_be_held_during_a_turn() -> None:
    """I-10: only at its end at most twelve stay; a gem may be paid from sixteen."""
    p = play(table(first="b", hands={"R": FULL_HAND}, held={"R": "C4"}), "*C4+WWWW f1:WWWWW")
    assert hand(p, "R") == "WWWBBBBOOOO"
    assert p.may_end


@pytest.mark.parametrize("word", ["*C2+WW", "*D", "~", "+WWWW", "b2:W", "-W"])
def test_the_discard_is_the_last_thing_in_the_turn(word: str) -> None:
    p = table(first="b", water="R", hands={"R": FULL_HAND}, held={"R": "C2 D"})
    play(p, "+WWBO -WWWW")
    assert refused(p, word) is not None


def test_the_drop_falls_before_the_discard() -> None:
    p = play(table(water="R", hands={"R": FULL_HAND}), "+WWBO -WWWW end")
    assert order_of_events(p) == ["draw", "drop", "discard"]


def test_a_discard_nobody_saw_is_as_large_as_the_surplus() -> None:
    p = play(table(hands={"R": FULL_HAND}), "+WWBO end")
    assert sum(p.hands[0]) == 12
    assert p.discards == [0, 0, 0, 4]


# ------------------------------------------------------------------------------ I-11


@pytest.mark.parametrize("seats", ["RG", "PYR", "GRPY"])
def test_the_gem_box_passes_clockwise(seats: str) -> None:
    """I-11: the next seat in turn order has the next turn, and after the last the first."""
    p = table(seats=seats)
    for turn in range(1, 10):
        assert (p.turn, p.seat_letter) == (turn, seats[(turn - 1) % len(seats)])
        play(p, "+ end")


def test_a_scoring_or_a_double_move_does_not_change_whose_turn_is_next() -> None:
    p = table(seats="RGY", a="RRRGGG.", hands={"R": "WWOO"}, open_tiles=("D",) * 4 + ("C2",))
    play(p, "a7:W *D b1:O end")
    assert p.seat_letter == "G"
