"""The brute force itself, on cases small enough to work out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from . import brute
from .brute import Impossible, Start

Events = list[dict[str, Any]]

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def deal(seat: str, cards: str) -> dict[str, Any]:
    return {"turn": 0, "seat": seat, "type": "deal", "cards": cards}


def draw(turn: int, seat: str, cards: str) -> dict[str, Any]:
    return {"turn": turn, "seat": seat, "type": "draw", "cards": cards}


def use(turn: int, seat: str, tile: str, cards: str | None = None) -> dict[str, Any]:
    return {"turn": turn, "seat": seat, "type": "tile", "tile": tile, "cards": cards}


def reshuffle(turn: int, seat: str, pile: int, after: int) -> dict[str, Any]:
    return {"turn": turn, "seat": seat, "type": "reshuffle", "pile": pile, "after": after}


def place(
    turn: int, seat: str, colour: str, cost: int, paid: str, joker: bool = False
) -> dict[str, Any]:
    price = {"colour": colour, "cost": cost, "paid": paid, "joker": joker}
    return {"turn": turn, "seat": seat, "type": "place", "rock": "a", "gap": 1, "row": 1, **price}


def discard(turn: int, seat: str, cards: str) -> dict[str, Any]:
    return {"turn": turn, "seat": seat, "type": "discard", "cards": cards}


def deck(cards: str) -> dict[str, int]:
    return {colour: cards.count(colour) for colour in "WBO"}


# ---------------------------------------------------------------------- possible or not


def test_one_white_card_can_not_be_paid_twice() -> None:
    events = [
        deal("R", "?"),
        deal("G", "?"),
        place(1, "R", "W", 1, "W"),
        place(2, "G", "W", 1, "W"),
        {"turn": 2, "seat": None, "type": "score"},
    ]
    assert not brute.possible(events, "RG", deck("WB"))
    assert brute.first_impossible_turn(events, "RG", deck("WB")) == 2
    assert brute.possible(events, "RG", deck("WWB"))
    with pytest.raises(Impossible):
        brute.bounds(events, "RG", deck("WB"))


def test_a_deal_that_the_deck_does_not_have_is_impossible_in_the_setup() -> None:
    events = [deal("R", "WW"), deal("G", "?"), draw(1, "R", "?")]
    assert brute.first_impossible_turn(events, "RG", deck("WBBB")) == 0


def test_a_paid_card_comes_back_with_the_reshuffle() -> None:
    events = [
        deal("R", "?"),
        deal("G", "?"),
        place(1, "R", "W", 1, "W"),
        reshuffle(2, "G", 1, 0),
        draw(2, "G", "?"),
        place(3, "G", "W", 1, "W"),
    ]
    assert brute.possible(events, "RG", deck("WB"))
    assert brute.bounds(events, "RG", deck("WB"))[2, "G"] == {"W": (1, 1), "B": (1, 1), "O": (0, 0)}


@pytest.mark.parametrize(
    ("cards", "fits"),
    [("WO", True), ("WB", True), ("OB", False), ("?B", True), ("?O", True), ("OO", False)],
)
def test_a_draw_over_a_reshuffle_has_the_pile_whole_and_some_of_the_discards(
    cards: str, fits: bool
) -> None:
    # The pile's last card is W; the discards are B and O.
    events = [
        deal("R", "BO"),
        place(1, "R", "B", 1, "B"),
        place(2, "R", "O", 1, "O"),
        reshuffle(3, "R", 2, 1),
        draw(3, "R", cards),
    ]
    assert brute.possible(events, "R", deck("WBO")) is fits


@pytest.mark.parametrize(
    ("paid", "hand", "fits"),
    [
        ("WW", "WWB", True),
        ("WBB", "WBB", True),
        ("WBO", "WBO", False),
        ("W??", "WBO", False),
        ("W??", "BBW", True),
        ("???", "WWW", False),  # three cards for two: one own, and a pair of others
        ("???", "WWOO", True),
        ("B???", "BBOO", True),
        ("B???", "BOOO", False),
        ("??", "BBWO", False),
        ("B?", "WWBB", False),
        ("W", "WW", False),
        ("WW?", "WWW", False),
    ],
)
def test_unseen_cards_of_a_payment_must_make_it_exact(paid: str, hand: str, fits: bool) -> None:
    events = [deal("R", hand), place(1, "R", "W", 2, paid)]
    assert brute.possible(events, "R", deck(hand)) is fits


@pytest.mark.parametrize(
    ("paid", "fits"),
    [("WB", True), ("??", True), ("O?", True), ("OO", False), ("WBO", False), ("W", False)],
)
def test_an_any_colour_tile_takes_any_cards_of_the_right_number(paid: str, fits: bool) -> None:
    events = [deal("R", "WBO"), place(1, "R", "W", 2, paid, joker=True)]
    assert brute.possible(events, "R", deck("WBO")) is fits


def test_more_cards_than_a_hand_has_can_not_be_paid() -> None:
    events = [deal("R", "W"), place(1, "R", "W", 2, "??")]
    assert brute.first_impossible_turn(events, "R", deck("WWW")) == 1


def test_sizes_that_contradict_the_reshuffles_are_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="other sizes"):
        brute.possible([deal("R", "WB"), draw(1, "R", "?")], "R", deck("WB"))
    spanning = [deal("R", "W"), reshuffle(1, "R", 0, 1), draw(1, "R", "?")]
    with pytest.raises(ValueError, match="other sizes"):
        brute.possible(spanning, "R", deck("WB"))


# ---------------------------------------------------------------------- least and most


def test_what_is_paid_later_tells_what_was_held_before() -> None:
    events = [
        deal("R", "??"),
        deal("G", "?"),
        use(1, "R", "D"),
        use(1, "R", "C2", "B?"),
        draw(1, "G", ""),
        place(2, "R", "W", 2, "WW"),
    ]
    found = brute.bounds(events, "RG", deck("WWBOO"))
    # Both W and a B are Red's: G holds an O, and Red's fourth card is the other.
    assert found[1, "R"] == {"W": (2, 2), "B": (1, 1), "O": (1, 1)}
    assert found[0, "R"] == {"W": (1, 2), "B": (0, 0), "O": (0, 1)}
    assert found[0, "G"] == {"W": (0, 0), "B": (0, 0), "O": (1, 1)}
    assert found[2, "R"] == {"W": (0, 0), "B": (1, 1), "O": (1, 1)}
    assert brute.hands(events, "RG", deck("WWBOO"))[0, "R"] == {"WW", "WO"}
    # Keys are places in the list: the double move has no cards and no entry.
    assert brute.draw_bounds(events, "RG", deck("WWBOO")) == {
        0: {"W": (1, 2), "B": (0, 0), "O": (0, 1)},
        1: {"W": (0, 0), "B": (0, 0), "O": (1, 1)},
        3: {"W": (0, 1), "B": (1, 1), "O": (0, 1)},
        4: {"W": (0, 0), "B": (0, 0), "O": (0, 0)},
        5: {"W": (2, 2), "B": (0, 0), "O": (0, 0)},
    }


def test_an_unseen_discard_is_any_card_of_the_hand() -> None:
    events = [deal("R", "WB"), discard(1, "R", "?"), reshuffle(2, "G", 1, 0), draw(2, "G", "?")]
    found = brute.bounds(events, "RG", deck("WB"))
    assert found[1, "R"] == found[2, "G"] == {"W": (0, 1), "B": (0, 1), "O": (0, 0)}
    seen_after = [*events, place(3, "G", "B", 1, "B")]
    assert brute.bounds(seen_after, "RG", deck("WB"))[1, "R"]["W"] == (1, 1)
    assert brute.draw_bounds(seen_after, "RG", deck("WB"))[1]["B"] == (1, 1)


# ---------------------------------------------------------------------- starting positions


def test_a_record_may_begin_from_a_position() -> None:
    start = Start(5, {"R": "W?", "G": "?"}, "?", 1)
    events = [place(5, "R", "B", 1, "B"), draw(6, "G", "?"), place(7, "R", "W", 1, "W")]
    cards = deck("WBOOO")
    assert brute.possible(events, "RG", cards, start)
    found = brute.bounds(events, "RG", cards, start)
    assert found[4, "R"] == {"W": (1, 1), "B": (1, 1), "O": (0, 0)}
    assert found[6, "G"] == {"W": (0, 0), "B": (0, 0), "O": (2, 2)}
    assert min(found)[0] == 4
    assert brute.first_impossible_turn(events, "RG", deck("WOOOO"), start) == 5
    assert brute.first_impossible_turn(events, "RG", deck("BBBOO"), start) == 4
    # One W in Red's two cards of WBO: the other is B or O. No cards of the others are known.
    opening = Start(1, {"R": "W?", "G": ""}, "", 1)
    assert brute.odds([], "RG", deck("WBO"), 0, opening)["R"] == {"WB": HALF, "WO": HALF}


# ---------------------------------------------------------------------- odds


def test_odds_of_a_draw_are_hypergeometric() -> None:
    found = brute.odds([deal("R", "??")], "RG", deck("WWB"), 0)
    assert found == {"R": {"WW": THIRD, "WB": 2 * THIRD}, "G": {"": Fraction(1)}}


def test_a_letter_says_that_such_a_card_was_among_those_drawn() -> None:
    # Two of WWBB: six pairs of cards, one of them BB; of the other five one is WW.
    found = brute.odds([deal("R", "W?")], "R", deck("WWBB"), 0)
    assert found["R"] == {"WW": Fraction(1, 5), "WB": Fraction(4, 5)}


def test_odds_know_what_was_paid_later() -> None:
    # R gets one of WBO, then another, and pays W: the orders WB WO BW OW are left, all as likely.
    events = [deal("R", "?"), draw(1, "R", "?"), place(2, "R", "W", 1, "W")]
    before = brute.odds(events, "R", deck("WBO"), 0)["R"]
    assert before == {"W": HALF, "B": Fraction(1, 4), "O": Fraction(1, 4)}
    assert brute.odds(events, "R", deck("WBO"), 2)["R"] == {"B": HALF, "O": HALF}


def test_there_are_no_odds_where_a_player_chose_unseen() -> None:
    hand = deal("R", "WBBOO")
    with pytest.raises(ValueError, match="more than one reading"):
        brute.odds([hand, place(1, "R", "W", 2, "W??")], "R", deck("WBBOO"), 1)
    # Without pairs every card is of the gap's own colour: as good as seen.
    only = brute.odds([hand, place(1, "R", "B", 2, "??")], "R", deck("WBBOO"), 1)
    assert only["R"] == {"WOO": Fraction(1)}


TINY: list[tuple[str, str, Events]] = [
    (
        "RG",
        "WWBBO",
        [
            deal("R", "?"),
            deal("G", "W?"),
            draw(1, "R", "?"),
            place(2, "G", "W", 1, "W"),
            place(3, "R", "W", 1, "BB"),
            reshuffle(4, "G", 3, 1),
            draw(4, "G", "B?"),
            draw(5, "R", "?"),
        ],
    ),
    (
        "RGY",
        "WWBBOO",
        [
            deal("R", "??"),
            deal("G", "?"),
            deal("Y", "?"),
            place(1, "R", "W", 1, "W"),
            place(2, "G", "B", 1, "B"),
            reshuffle(3, "Y", 2, 2),
            use(3, "Y", "C3", "???"),
            draw(4, "R", "?"),
            place(5, "Y", "O", 1, "WW"),
        ],
    ),
    (
        "RG",
        "WWBBBO",
        [
            deal("R", "??"),
            deal("G", "??"),
            place(1, "R", "O", 2, "WB", joker=True),
            place(2, "G", "B", 1, "B"),
            reshuffle(3, "R", 3, 2),
            draw(3, "R", "O???"),
            discard(3, "R", "B"),
            draw(4, "G", "?"),
        ],
    ),
]


@pytest.mark.parametrize(("seats", "cards", "events"), TINY)
def test_odds_are_shares_of_all_orders_of_all_piles(seats: str, cards: str, events: Events) -> None:
    for turn in range(max(event["turn"] for event in events) + 1):
        expected = _shares(seats, cards, events, turn)
        found = brute.odds(events, seats, deck(cards), turn)
        assert found == expected
        spread = brute.hands(events, seats, deck(cards))
        assert all(set(found[seat]) == spread[turn, seat] for seat in seats)


def _shares(seats: str, cards: str, events: Events, turn: int) -> dict[str, dict[str, Fraction]]:
    """Shuffle card by card: every order of the deck, and of the discards whenever they are."""
    weights: dict[str, dict[str, Fraction]] = {seat: {} for seat in seats}
    orders = list(permutations(cards))
    for order in orders:
        empty = dict.fromkeys(seats, "")
        for noted, share in _runs(events, turn, empty, "", "".join(order), False, None):
            for seat, hand in noted.items():
                spelled = "".join(sorted(hand, key="WBO".index))
                weights[seat][spelled] = weights[seat].get(spelled, Fraction(0)) + share
    total = sum(weights[seats[0]].values())
    return {
        seat: {hand: share / total for hand, share in of_seat.items()}
        for seat, of_seat in weights.items()
    }


def _runs(
    events: Sequence[dict[str, Any]],
    turn: int,
    hands: dict[str, str],
    discards: str,
    pile: str,
    refill: bool,
    noted: dict[str, str] | None,
) -> list[tuple[dict[str, str], Fraction]]:
    """The hands after the turn, and the share of each, for the shuffles to come."""
    if noted is None and (not events or events[0]["turn"] > turn):
        noted = dict(hands)
    if not events:
        assert noted is not None
        return [(noted, Fraction(1))]
    event, later = events[0], events[1:]
    if event["type"] == "reshuffle":
        orders = list(permutations(discards))
        return [
            (found, share / len(orders))
            for order in orders
            for found, share in _runs(later, turn, hands, "", pile + "".join(order), True, noted)
        ]
    seat = event["seat"]
    if event["type"] in ("place", "discard"):
        paid = event["paid"] if event["type"] == "place" else event["cards"]
        hand = hands[seat]
        if any(hand.count(colour) < paid.count(colour) for colour in "WBO"):
            return []
        for card in paid:
            hand = hand.replace(card, "", 1)
        return _runs(later, turn, hands | {seat: hand}, discards + paid, pile, False, noted)
    size = len(event["cards"])
    top, rest = pile[:size], pile[size:]
    if any(top.count(colour) < event["cards"].count(colour) for colour in "WBO"):
        return []
    return _runs(later, turn, hands | {seat: hands[seat] + top}, discards, rest, False, noted)
