"""The random records are what they say: readable, true where undamaged, impossible about as often
as not where damaged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from iquazu_notation import read_text, replay

from . import brute
from .gap import gap_example
from .random_records import WrittenRecord, random_record, random_tile_record

TOLD = ("deal", "draw", "reshuffle", "place", "tile", "discard", "drop", "reveal", "score")
KINDS = [
    {"players": 2},
    {"players": 3},
    {"players": 2, "unseen_payments": True, "from_position": True},
    {"players": 3, "unseen_payments": True},
    {"players": 3, "from_position": True},
]


def told(events: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    kept = [dict(event) for event in events if event["type"] in TOLD]
    for event in kept:
        event.pop("totals", None)
    return kept


@pytest.mark.parametrize("kind", KINDS)
def test_an_undamaged_record_reads_back_to_its_events_and_allows_the_truth(kind: Any) -> None:
    for seed in range(6):
        record = random_record(seed, **kind)
        game = replay(next(read_text(record.text)), boards=record.boards)
        assert game.verdict in ("valid", "consistent"), record.text
        assert told([event.as_json() for event in game.events]) == told(record.events)
        asked = (record.seats, record.deck, record.start)
        assert brute.possible(record.events, *asked)
        found = brute.draw_bounds(record.events, *asked)
        for at, limits in found.items():
            true = record.truth[at].get("paid") or record.truth[at].get("cards") or ""
            for colour, (least, most) in limits.items():
                assert least <= true.count(colour) <= most


@pytest.mark.parametrize("seed", range(6))
def test_the_true_hands_are_among_the_possible_ones(seed: int) -> None:
    record = random_record(seed)
    spread = brute.hands(record.events, record.seats, record.deck)
    for (turn, seat), hands in brute.hands(record.truth, record.seats, record.deck).items():
        (true,) = hands
        assert true in spread[turn, seat]


@pytest.mark.parametrize("kind", KINDS)
def test_about_half_of_the_damaged_records_are_impossible(kind: Any) -> None:
    records = [random_record(seed, damage=True, **kind) for seed in range(30)]
    good = [brute.possible(r.events, r.seats, r.deck, r.start) for r in records]
    assert 6 <= sum(good) <= 24
    for record in records:
        assert record.damage
        assert next(read_text(record.text)).readable


def test_piles_are_reshuffled_tiles_used_and_cards_discarded() -> None:
    happened = [event for seed in range(20) for event in random_record(seed).events]
    number = {kind: sum(event["type"] == kind for event in happened) for kind in TOLD}
    assert number["reshuffle"] > 20
    assert number["discard"] > 10
    assert number["tile"] > 40
    assert any(event["type"] == "place" and event["joker"] for event in happened)
    assert any(event["type"] == "reshuffle" and event["after"] for event in happened)


def test_tile_records_are_whole_games_with_true_totals() -> None:
    for seed in range(6):
        record = random_tile_record(seed)
        game = replay(next(read_text(record.text)), boards=record.boards)
        assert game.complete
        assert game.verdict == "consistent"
        assert told([event.as_json() for event in game.events]) == told(record.events)
        assert tiles_fit(record)


def test_some_damaged_tile_records_are_impossible_and_some_are_not() -> None:
    good = [tiles_fit(random_tile_record(seed, damage=True)) for seed in range(30)]
    assert 4 <= sum(good) <= 26


def tiles_fit(record: WrittenRecord) -> bool:
    mixes = (record.board.light, record.board.dark)
    return brute.tiles_possible(record.events, record.seats, *mixes, record.totals)


# ---------------------------------------------------------------------- the gap


@pytest.mark.parametrize("players", [3, 4])
def test_the_gap_is_impossible_with_its_last_turn_and_not_before(players: int) -> None:
    record = gap_example(players)
    last = max(event["turn"] for event in record.events)
    turn = brute.first_impossible_turn(record.events, record.seats, record.deck)
    assert turn == last
    assert next(read_text(record.text)).readable
    assert len(record.lines) == last + 1


@pytest.mark.parametrize("players", [3, 4])
def test_in_the_gap_halves_of_cards_satisfy_every_sum(players: int) -> None:
    record = gap_example(players)
    hands = {(seat, colour): Fraction(0) for seat in record.seats for colour in "WBO"}
    pile, discards = dict(record.deck), dict.fromkeys("WBO", 0)
    piles = []
    for at, event in enumerate(record.events):
        if event["type"] == "reshuffle":
            assert event["after"] == 0
            pile, discards = discards, dict.fromkeys("WBO", 0)
        if event["type"] == "place":
            for card in event["paid"]:
                discards[card] += 1
                hands[event["seat"], card] -= 1
            assert min(hands.values()) >= 0
        if event["type"] in ("deal", "draw"):
            for card in event["cards"].replace("?", ""):
                hands[event["seat"], card] += 1
            if "?" in event["cards"]:
                pair = _unseen_pair(record.events, at, pile)
                piles.append(pair)
                for colour in pair:
                    hands[event["seat"], colour] += Fraction(1, 2)
    assert sorted(piles) == sorted(["WB", "WO", "BO"] * 4)


def _unseen_pair(events: Sequence[Mapping[str, Any]], at: int, pile: Mapping[str, int]) -> str:
    """The two cards of the pile that event `at` draws from which nobody sees."""
    cycle = [0]
    for place, event in enumerate(events):
        if event["type"] == "reshuffle":
            cycle.append(place)
    begin = max(start for start in cycle if start <= at)
    end = min([start for start in cycle if start > at], default=len(events))
    drawn = [event["cards"] for event in events[begin:end] if event["type"] in ("deal", "draw")]
    seen = "".join(drawn)
    assert len(seen) == sum(pile.values()), "the pile is drawn to its last card"
    assert seen.count("?") == 2
    return "".join(colour * (pile[colour] - seen.count(colour)) for colour in "WBO")
