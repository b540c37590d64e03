"""The ruling on the draw pile and the discard pile: I-7."""

from __future__ import annotations

import pytest

from tests.games.iquazu.table import (
    accepted,
    changed,
    hand,
    happened,
    play,
    refused,
    table,
)

# ------------------------------------------------------------------------------ I-7

FEW_CARDS = changed(cards={"W": 6, "B": 4, "O": 2})


def test_a_draw_of_exactly_the_last_cards_does_not_refill() -> None:
    """I-7 (ours)."""
    p = table(
        first="b",
        hands={"R": "WWWWWW", "G": "BB"},
        discards="OO",
        held={"R": "C2"},
        layout=FEW_CARDS,
    )
    assert p.pile == 2
    play(p, "*C2+BB")
    assert (p.pile, p.discards) == (0, [0, 0, 2, 0])
    assert not happened(p, "reshuffle")


def test_an_empty_pile_waits_until_a_card_must_be_drawn() -> None:
    p = table(hands={"R": "WWWWWW", "G": "BBBB"}, discards="OO", layout=FEW_CARDS)
    play(p, "a1:W end")
    assert (p.pile, p.discards) == (0, [1, 0, 2, 0])
    play(p, "+WOO")
    assert (p.pile, p.discards) == (0, [0, 0, 0, 0])
    (reshuffle,) = happened(p, "reshuffle")
    assert reshuffle.as_json()["after"] == 0


def test_a_draw_spans_the_reshuffle() -> None:
    """I-7: first the rest of the pile, then all of the discards, shuffled; then it goes on."""
    p = table(hands={"R": "W", "G": "BB"}, discards="WWWWWO", layout=FEW_CARDS)
    assert p.pile == 3  # B B O
    play(p, "+WBBO")
    assert (p.pile, p.discards) == (5, [0, 0, 0, 0])
    reshuffle, draw = happened(p)
    assert reshuffle.as_json() == {
        "turn": 1,
        "seat": "R",
        "type": "reshuffle",
        "pile": 6,
        "after": 3,
    }
    assert draw.type == "draw"


@pytest.mark.parametrize("cards", ["WWBO", "WWWB", "WBOO", "WWBB"])
def test_the_rest_of_the_old_pile_belongs_to_the_draw_that_spans_it(cards: str) -> None:
    """The pile is B B O: whoever draws four has all of these."""
    p = table(hands={"R": "W", "G": "BB"}, discards="WWWWWO", layout=FEW_CARDS)
    assert refused(p, "+" + cards) == "I-7"


def test_cards_on_the_discard_pile_are_not_drawn_while_the_pile_lasts() -> None:
    p = table(hands={"R": "", "G": "BB"}, discards="WWWWWW", layout=FEW_CARDS)
    assert p.pile == 4  # B B O O
    assert refused(p, "+WBBO") == "I-7"
    assert accepted(p, "+BBOO")


def test_cards_paid_earlier_in_the_turn_are_shuffled_too() -> None:
    """I-7: the white card just paid comes back with the card tile."""
    p = table(
        first="b",
        hands={"R": "WWWWWW", "G": "BBBB"},
        discards="OO",
        held={"R": "C3"},
        layout=FEW_CARDS,
    )
    play(p, "b2:W *C3+WOO")
    assert hand(p, "R") == "WWWWWWOO"
    assert (p.pile, p.discards) == (0, [0, 0, 0, 0])


def test_with_both_piles_running_out_a_player_gets_fewer_cards() -> None:
    """I-7 (ours): three are left, two in the pile and one that was discarded."""
    p = table(hands={"R": "WWWWW", "G": "BBBB"}, discards="W", layout=FEW_CARDS)
    for draw in ("+WOOO", "+OO", "+0"):
        assert refused(p, draw) == "I-7"
    play(p, "+WOO")
    assert hand(p, "R") == "WWWWWWOO"
    assert p.may_end


def test_with_both_piles_empty_a_draw_gets_nothing_and_is_still_legal() -> None:
    """I-7 (ours): it is the action of the turn."""
    p = table(hands={"R": "WWWWWW", "G": "BBBBOO"}, layout=FEW_CARDS)
    assert p.pile == 0
    play(p, "+0")
    assert hand(p, "R") == "WWWWWW"
    assert p.may_end
    assert refused(p, "a1:W") == "I-5"


def test_with_both_piles_empty_a_card_tile_draws_nothing() -> None:
    p = table(
        first="b",
        hands={"R": "WWWWWW", "G": "BBBBOO"},
        held={"R": "C4"},
        layout=FEW_CARDS,
    )
    assert refused(p, "*C4+WWWW") == "I-7"
    play(p, "*C4+0 b2:W")
    assert hand(p, "R") == "WWWWW"


def test_the_pile_holds_only_what_is_nowhere_else() -> None:
    """Components: 20 cards of each colour."""
    p = table(hands={"R": "W" * 12, "G": "W" * 6})
    assert accepted(p, "+WWBB")
    assert refused(p, "+WWWB") == "I-7"
