"""The rulings on the action of a turn and what a gem costs: I-5 and I-6."""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.iquazu.table import (
    accepted,
    gaps_of,
    hand,
    play,
    refused,
    rock,
    table,
)

A_LITTLE_OF_ALL = "WWWWBBBBOOOO"
COSTS = [(1, "a"), (2, "b"), (3, "c"), (4, "d"), (5, "e")]

# ------------------------------------------------------------------------------ I-5


@pytest.mark.parametrize("action", ["+WWWB", "a1:W"])
@pytest.mark.parametrize("second", ["+WWWB", "a2:B", "b1:OO"])
def test_a_turn_has_one_action_and_no_second(action: str, second: str) -> None:
    """I-5: exactly one action."""
    p = play(table(hands={"R": "WWBBOO"}), action)
    assert refused(p, second) == "I-5"


def test_there_is_no_passing() -> None:
    """I-5: a turn without an action can't end, whatever tiles were used in it."""
    p = table(first="b", hands={"R": "WWBBOO"}, held={"R": "C2"})
    assert refused(p, "end") == "I-5"
    play(p, "*C2+WW")
    assert not p.may_end
    assert refused(p, "end") == "I-5"


@pytest.mark.parametrize("action", ["+WWWB", "a1:W", "e2:WWWWW"])
def test_after_one_action_the_turn_may_end(action: str) -> None:
    p = play(table(hands={"R": "WWWWWB"}), action)
    assert p.may_end
    assert accepted(p, "end")


def test_the_draw_action_draws_four_cards() -> None:
    p = play(table(hands={"R": "W"}), "+WBBO")
    assert hand(p, "R") == "WWBBO"
    assert p.pile == 60 - 5


@pytest.mark.parametrize("draw", ["+W", "+WBO", "+WWBBO", "+0"])
def test_the_draw_action_draws_no_other_number_of_cards(draw: str) -> None:
    assert refused(table(hands={"R": "W"}), draw) == "I-5"


def test_a_draw_nobody_saw_is_four_unseen_cards() -> None:
    """I-5: draws are hidden."""
    assert hand(play(table(hands={"R": "W"}), "+"), "R") == "W????"


def test_payments_lie_face_up_on_the_discard_pile() -> None:
    p = play(table(hands={"R": "WWOO"}, discards="B"), "b2:WOO")
    assert p.discards == [1, 1, 2, 0]
    assert hand(p, "R") == "W"


def test_placing_puts_down_one_gem() -> None:
    p = play(table(hands={"R": "WWWW"}), "a4:W")
    assert rock(p, "a") == "...R..."
    assert p.gem_box == [33, 34]


# ------------------------------------------------------------------------------ I-6


@pytest.mark.parametrize(("place", "letter"), COSTS)
@pytest.mark.parametrize("colour", "WBO")
def test_the_cost_is_the_columns_place_in_the_frame(place: int, letter: str, colour: str) -> None:
    """I-6: that many cards of the gap's colour, neither one more nor one less."""
    for gap in gaps_of(letter, colour):
        p = table(hands={"R": colour * 12})
        paid = [n for n in range(1, 13) if accepted(p, f"{letter}{gap}:{colour * n}")]
        assert paid == [place]


def test_costs_fall_when_the_frame_moves_on() -> None:
    p = table(first="c", hands={"R": A_LITTLE_OF_ALL})
    assert accepted(p, "c1:B")
    assert accepted(p, "g1:BBBBWW")
    assert accepted(p, "f3:BBBB")


@pytest.mark.parametrize(("cost", "letter"), COSTS)
@pytest.mark.parametrize("colour", "WBO")
def test_a_payment_is_own_cards_and_pairs_worth_exactly_the_cost(
    cost: int, letter: str, colour: str
) -> None:
    """I-6: x own cards, an even number of each other colour, and x + others / 2 = n.

    Every payment of up to twelve cards is tried, by a seat that holds just these cards.
    """
    gap = gaps_of(letter, colour)[0]
    for numbers in product(range(13), repeat=3):
        if not 0 < sum(numbers) <= 12:
            continue
        cards = dict(zip("WBO", numbers, strict=True))
        paid = "".join(each * number for each, number in cards.items())
        own = cards.pop(colour)
        pairs = [number / 2 for number in cards.values()]
        exact = all(pair == int(pair) for pair in pairs) and own + sum(pairs) == cost
        assert accepted(table(hands={"R": paid}), f"{letter}{gap}:{paid}") == exact, paid


@pytest.mark.parametrize("paid", ["OO", "OWW", "OBB", "WWWW", "BBBB", "WWBB"])
def test_each_missing_card_may_be_replaced_by_a_pair(paid: str) -> None:
    """I-6: b1 is orange and costs two."""
    assert accepted(table(hands={"R": A_LITTLE_OF_ALL}), f"b1:{paid}")


@pytest.mark.parametrize("paid", ["O", "WW", "BB"])
def test_paying_too_little_is_illegal(paid: str) -> None:
    assert refused(table(hands={"R": A_LITTLE_OF_ALL}), f"b1:{paid}") == "I-6"


@pytest.mark.parametrize("paid", ["OOO", "OOWW", "OWWBB", "WWBBB", "WWWWBB"])
def test_paying_too_much_is_illegal(paid: str) -> None:
    """I-6 (ours): also by a pair that no missing card calls for."""
    assert refused(table(hands={"R": A_LITTLE_OF_ALL}), f"b1:{paid}") == "I-6"


@pytest.mark.parametrize("paid", ["OW", "OWB", "WWBO", "WB", "WWWB"])
def test_cards_of_other_colours_count_only_in_identical_pairs(paid: str) -> None:
    assert refused(table(hands={"R": A_LITTLE_OF_ALL}), f"b1:{paid}") == "I-6"


def test_only_cards_in_hand_can_be_paid() -> None:
    p = table(hands={"R": "OWB", "G": "OOOO"})
    assert refused(p, "b1:OO") == "I-6"
    assert refused(p, "b1:OWW") == "I-6"


@pytest.mark.parametrize("word", ["a1:W", "a2:B"])
def test_a_gap_with_a_gem_or_a_drop_is_taken(word: str) -> None:
    p = table(a="~G.....", hands={"R": A_LITTLE_OF_ALL})
    assert refused(p, word) == "I-6"


@pytest.mark.parametrize("word", ["f1:WWWW", "f1:WWWWBBBB", "k1:OOOO", "a8:W", "d9:WWWW"])
def test_gaps_outside_the_frame_or_that_do_not_exist_take_no_gem(word: str) -> None:
    assert refused(table(hands={"R": A_LITTLE_OF_ALL}), word) == "I-6"


def test_a_column_of_the_frame_may_be_named_by_its_place() -> None:
    """Notation: `2/1` is the second column of the frame at that moment."""
    p = play(table(first="d", hands={"R": "OO"}), "2/1:OO")
    assert rock(p, "e") == "R......"


@pytest.mark.parametrize(("first", "costs"), [("h", "hijk"), ("i", "ijk")])
def test_costs_stay_the_same_at_the_last_two_frame_positions(first: str, costs: str) -> None:
    """I-6: only four and three rocks are left in the frame."""
    for cost, letter in enumerate(costs, 1):
        gap = gaps_of(letter, "O")[0]
        p = table(first=first, hands={"R": "O" * 12})
        paid = [n for n in range(1, 13) if accepted(p, f"{letter}{gap}:{'O' * n}")]
        assert paid == [cost]


@pytest.mark.parametrize(("first", "column"), [("h", 5), ("i", 4), ("i", 5)])
def test_frame_columns_without_a_rock_have_no_gaps(first: str, column: int) -> None:
    p = table(first=first, hands={"R": A_LITTLE_OF_ALL})
    for gap in range(1, 9):
        assert refused(p, f"{column}/{gap}") == "I-6"
        assert refused(p, f"{column}/{gap}:WWWW") == "I-6"


def test_several_gems_may_lie_in_one_cell() -> None:
    """Components: a cell holds one or more gaps; a2 and a3 share one."""
    p = play(table(a=".G.....", hands={"R": "O"}), "a3:O end")
    assert rock(p, "a") == ".GR...."
