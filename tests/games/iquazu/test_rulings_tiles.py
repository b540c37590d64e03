"""The ruling on using bonus tiles, I-8."""

from __future__ import annotations

from itertools import product

import pytest

from iquazu_notation.games.iquazu.position import Position
from tests.games.iquazu.table import (
    accepted,
    gaps_of,
    hand,
    happened,
    held,
    order_of_events,
    play,
    refused,
    rock,
    table,
)

HAND = "WWWBBBOOO"


def holding(tiles: str, hand_of_red: str = HAND, water: str = "G") -> Position:
    """Red to move with these tiles; the frame lies on b to f."""
    return table(first="b", water=water, hands={"R": hand_of_red}, held={"R": tiles})


# ------------------------------------------------------------------------------ when


def test_card_tiles_may_be_used_before_and_after_the_action() -> None:
    p = play(holding("C2 C3", "WWB"), "*C2+WB b2:W *C3+WWW end")
    assert order_of_events(p) == ["tile", "place", "tile"]


def test_any_number_of_tiles_may_be_used_in_a_turn() -> None:
    p = play(holding("C2 C2 C3 C4", "W"), "*C2+WW *C2+WW *C3+BBB *C4+OOOO b2:W end")
    assert len(happened(p, "tile")) == 4
    assert held(p, "R") == []


def test_tiles_may_be_used_between_the_actions_of_a_double_move() -> None:
    p = play(holding("C2 D C3"), "b2:W *C2+WW *D *C3+OOO b1:O end")
    assert order_of_events(p) == ["place", "tile", "tile", "tile", "place"]


def test_a_tile_may_be_kept() -> None:
    p = play(holding("C2 J D"), "b2:W end")
    assert held(p, "R") == ["C2", "D", "J"]


def test_tiles_are_used_in_ones_own_turn() -> None:
    """Red can't use what Green holds; Green can, in the next turn."""
    p = table(first="b", hands={"R": HAND, "G": HAND}, held={"G": "C2 D J"})
    for word in ("*C2+WB", "*J"):
        assert refused(p, word) == "I-8"
    play(p, "b2:W")
    assert refused(p, "*D") == "I-8"
    play(p, "end *C2+WB b4:W *D b1:O")


@pytest.mark.parametrize("word", ["*C2+WB", "*D"])
def test_after_a_drop_that_scored_nothing_no_tile_is_used(word: str) -> None:
    p = play(holding("C2 D", water="R"), "b2:W ~")
    assert refused(p, word) == "I-8"


@pytest.mark.parametrize("word", ["*C2+WB end", "*D b1:O end", "*D *J b1:W end"])
def test_up_to_the_drop_tiles_may_be_used(word: str) -> None:
    p = play(holding("C2 D J", water="R"), "b2:W " + word)
    assert order_of_events(p)[-1] == "drop"


def test_after_a_drop_that_caused_a_scoring_tiles_may_be_used() -> None:
    p = table(first="b", b="RRRRRR.", water="R", hands={"R": HAND, "G": ""}, held={"R": "C2 D J"})
    play(p, "+WWWW ~")
    assert len(happened(p, "score")) == 1
    for words in ("*C2+WB end", "*D c1:B end", "*D *J c1:W end", "*C2+WB *D +BBBB -WWWWWWW end"):
        assert accepted(p, words), words


# ------------------------------------------------------------------------------ cards


@pytest.mark.parametrize(("tile", "number"), [("C2", 2), ("C3", 3), ("C4", 4)])
def test_a_card_tile_draws_as_many_cards_as_it_says(tile: str, number: int) -> None:
    p = holding(tile, "")
    drawn = [n for n in range(8) if accepted(p, f"*{tile}+{'W' * n or '0'}")]
    assert drawn == [number]
    assert hand(play(p, f"*{tile}"), "R") == "?" * number


def test_using_a_card_tile_is_not_the_action_of_the_turn() -> None:
    p = play(holding("C2"), "*C2+WB")
    assert not p.may_end
    assert accepted(p, "b2:W end")


# ------------------------------------------------------------------------------ any colour


@pytest.mark.parametrize(("cost", "letter"), [(1, "b"), (2, "c"), (3, "d"), (4, "e"), (5, "f")])
def test_an_any_colour_tile_pays_with_exactly_as_many_cards_of_any_colours(
    cost: int, letter: str
) -> None:
    """I-8: exactly n, no pairs. Every payment of up to seven cards is tried."""
    gap = gaps_of(letter, "W")[0]
    for white, blue, orange in product(range(4), repeat=3):
        paid = "W" * white + "B" * blue + "O" * orange
        if paid:
            legal = accepted(holding("J"), f"*J {letter}{gap}:{paid}")
            assert legal == (len(paid) == cost), paid


def test_the_cards_of_an_any_colour_placement_are_written() -> None:
    """Notation: `c7` alone is paid in the gap's own colour, which says nothing here."""
    assert refused(play(holding("J"), "*J"), "b2") == "I-8"


@pytest.mark.parametrize("word", ["+WWWW", "*C2+WB", "*D", "*J", "~", "end", "-W"])
def test_after_an_any_colour_tile_the_placement_follows_at_once(word: str) -> None:
    p = play(holding("J J C2 D", water="R"), "*J")
    assert refused(p, word) is not None
    assert accepted(p, "c1:WO end")


def test_one_any_colour_tile_serves_one_placement() -> None:
    """After it, the second placement of a double move is paid as usual."""
    p = play(holding("J D"), "*J c1:WO *D")
    assert refused(p, "c2:WB") == "I-6"
    assert accepted(p, "c2:OO")


def test_each_placement_of_a_double_move_may_have_its_own_any_colour_tile() -> None:
    p = play(holding("J J D"), "*J c1:WO *D *J c2:WB end")
    assert rock(p, "c") == "RR....."


def test_without_an_action_left_an_any_colour_tile_is_refused() -> None:
    """It must be followed by a placement, and the action of the turn is done."""
    assert refused(play(holding("J"), "b2:W"), "*J") == "I-8"


def test_an_any_colour_payment_lies_on_the_discard_pile() -> None:
    p = play(holding("J"), "*J d1:WBO")
    assert p.discards == [1, 1, 1, 0]
    assert happened(p, "place")[0].as_json()["joker"] is True


# ------------------------------------------------------------------------------ double move


def test_a_double_move_is_handed_in_after_an_action() -> None:
    p = holding("D")
    assert refused(p, "*D") == "I-8"
    assert accepted(play(p, "b2:W"), "*D b1:O end")


def test_a_double_move_obliges_to_one_more_action() -> None:
    p = play(holding("D C2"), "b2:W *D")
    assert not p.may_end
    assert refused(p, "end") == "I-8"
    play(p, "*C2+WB")
    assert refused(p, "end") == "I-8"
    assert refused(p, "-W") is not None


@pytest.mark.parametrize("first", ["+WWWW", "b2:W"])
@pytest.mark.parametrize("second", ["+BBBB", "b1:O"])
def test_the_actions_of_a_double_move_are_of_either_kind(first: str, second: str) -> None:
    p = play(holding("D", "WBO"), f"{first} *D {second}")
    assert p.may_end
    assert refused(p, "+OOOO") == "I-5"


def test_double_moves_may_follow_each_other_without_limit() -> None:
    p = play(holding("D D D"), "b2:W *D b1:O *D c1:BB *D c2:OO")
    assert rock(p, "b") + rock(p, "c") == "RR.....RR....."
    assert accepted(p, "end")


def test_a_double_move_never_stands_directly_behind_a_double_move() -> None:
    """I-8: it is handed in after an action, and the action of the first is still to come."""
    assert refused(play(holding("D D"), "b2:W *D"), "*D") == "I-8"


def test_a_second_double_move_obliges_too() -> None:
    p = play(holding("D D"), "b2:W *D b1:O *D")
    assert refused(p, "end") == "I-8"


# ------------------------------------------------------------------------------ tiles used


@pytest.mark.parametrize("words", ["*C2+WB", "*J c1:WO", "b2:W *D"])
def test_a_used_tile_leaves_the_game(words: str) -> None:
    """I-8 (ours): nobody has it, and it can't be used again."""
    p = holding("C2 J D")
    gone = len(p.out)
    play(p, words)
    used = words.partition("*")[2].split()[0].partition("+")[0]
    assert used not in held(p, "R")
    assert len(p.out) == gone + 1
    assert used in p.out


def test_a_tile_is_used_once() -> None:
    assert refused(play(holding("C2"), "*C2+WB"), "*C2+WB") == "I-8"


@pytest.mark.parametrize("tile", ["C2", "C3", "J"])
def test_a_tile_one_does_not_hold_is_not_used(tile: str) -> None:
    assert refused(holding("C4 D"), f"*{tile}") == "I-8"


def test_an_open_tile_belongs_to_nobody() -> None:
    p = table(hands={"R": HAND}, open_tiles=("C2",) * 5)
    assert refused(p, "*C2") == "I-8"


def test_point_tiles_are_not_among_the_legal_steps() -> None:
    """I-8: point tiles can't be used."""
    words = [step.word for step in holding("V1 V2 V3").legal()]
    assert words
    assert not [word for word in words if word.startswith("*")]
