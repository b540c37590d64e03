"""The solver against every possible world, on short records of small decks.

IQUAZU_BRUTE=20 runs twenty times as many records as a usual run.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from iquazu_notation import read_text, replay
from iquazu_notation.games.iquazu.unseen.knowledge import Knowledge
from iquazu_notation.replay import Replay

from . import brute
from .gap import gap_example
from .random_records import WrittenRecord, random_record

MORE = int(os.environ.get("IQUAZU_BRUTE", "1"))
KINDS: list[dict[str, Any]] = [
    {},
    {"damage": True},
    {"unseen_payments": True},
    {"unseen_payments": True, "damage": True},
    {"from_position": True, "damage": True},
    {"from_position": True, "unseen_payments": True, "damage": True},
]
CHUNKS = 12
SEEDS_IN_CHUNK = 15


def judged(written: WrittenRecord) -> Replay:
    return replay(next(read_text(written.text)), boards=written.boards)


def seeds(chunk: int) -> range:
    size = SEEDS_IN_CHUNK * MORE
    return range(1000 + chunk * size, 1000 + (chunk + 1) * size)


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("players", [2, 3])
def test_verdict_and_first_impossible_turn_are_those_of_all_worlds(
    players: int, chunk: int
) -> None:
    impossible = 0
    for seed in seeds(chunk):
        for kind in KINDS:
            written = random_record(seed, players=players, **kind)
            turn = brute.first_impossible_turn(
                written.events, written.seats, written.deck, written.start
            )
            game = judged(written)
            found = next((d.turn for d in game.diagnostics if d.severity == "error"), None)
            assert found == turn, (seed, players, kind)
            assert (game.verdict == "invalid") == (turn is not None)
            impossible += turn is not None
    assert impossible > 5


@pytest.mark.parametrize("chunk", range(4))
@pytest.mark.parametrize("players", [2, 3])
def test_bounds_are_those_of_all_worlds(players: int, chunk: int) -> None:
    compared = 0
    for seed in seeds(chunk)[: 5 * MORE]:
        for kind in KINDS:
            written = random_record(seed, players=players, **kind)
            game = judged(written)
            if game.verdict == "invalid":
                continue
            told = (written.events, written.seats, written.deck, written.start)
            worlds = brute.bounds(*told)
            knowledge = Knowledge(game.events, game.walked.details["start"])
            for hand in knowledge.all_hands():
                mine = dict(zip("WBO", hand.ranges, strict=True))
                assert mine == worlds[hand.turn, hand.seat], (seed, players, kind, hand)
                compared += 1
    assert compared > 100


@pytest.mark.parametrize("chunk", range(4))
@pytest.mark.parametrize("players", [2, 3])
def test_odds_are_those_of_all_worlds(players: int, chunk: int) -> None:
    compared = 0
    for seed in seeds(chunk)[: 5 * MORE]:
        for kind in KINDS:
            if "unseen_payments" in kind:
                continue  # how people choose is not known, so there are no odds
            written = random_record(seed, players=players, **kind)
            game = judged(written)
            if game.verdict == "invalid":
                continue
            knowledge = Knowledge(game.events, game.walked.details["start"])
            turns = sorted({h.turn for h in knowledge.story.happenings})
            for turn in (turns[len(turns) // 2], turns[-1]):
                worlds = brute.odds(
                    written.events, written.seats, written.deck, turn, written.start
                )
                mine = knowledge.odds(turn)
                assert mine.method == "counted"
                for seat in written.seats:
                    exact = {hand: float(chance) for hand, chance in worlds[seat].items()}
                    assert mine.hands[seat] == pytest.approx(exact, abs=1e-9), (seed, players, kind)
                    compared += 1
    assert compared > 20


@pytest.mark.parametrize("players", [2, 3])
def test_what_fmt_infer_writes_is_what_all_worlds_share(players: int) -> None:
    filled = 0
    for seed in range(1, 40):
        written = random_record(seed, players=players, unseen_payments=True)
        game = judged(written)
        told = (written.events, written.seats, written.deck, written.start)
        certain = sum(
            sum(low for low, _ in ranges.values())
            - sum(letter != "?" for letter in _cards(written.events[at]))
            for at, ranges in brute.draw_bounds(*told).items()
            if "?" in _cards(written.events[at]) and not _own_colour(written.events[at])
        )
        before = game.text()
        assert game.fill_unseen() == certain + _own_colour_cards(written.events), (seed, before)
        filled += certain
        again = replay(next(read_text(game.text())), boards=written.boards)
        assert again.verdict in ("valid", "consistent")
    assert filled > 10


def _cards(event: dict[str, Any]) -> str:
    return event.get("paid") or event.get("cards") or ""


def _own_colour(event: dict[str, Any]) -> bool:
    """A payment without pairs can only be of the gap's own colour, whatever was seen of it."""
    return event["type"] == "place" and not event["joker"] and len(event["paid"]) == event["cost"]


def _own_colour_cards(events: list[dict[str, Any]]) -> int:
    return sum(event["paid"].count("?") for event in events if _own_colour(event))


@pytest.mark.parametrize("players", [3, 4])
def test_a_record_that_only_fractions_could_save_is_invalid(players: int) -> None:
    """The linear relaxation of these records has a solution, in halves. No game has."""
    written = gap_example(players)
    game = judged(written)
    assert game.verdict == "invalid"
    assert game.diagnostics[0].code in ("IQ503", "IQ504")
    last = max(event["turn"] for event in written.events)
    assert game.diagnostics[0].turn == last
