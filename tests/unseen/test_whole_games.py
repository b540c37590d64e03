"""Whole games with draws hidden: what happened is never refused, and the truth is in bounds."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any, NamedTuple

import pytest

from iquazu_notation import read_text, replay
from iquazu_notation.bots.table import PlayedGame, play_game, record_text
from iquazu_notation.games.iquazu.board_file import reference
from iquazu_notation.games.iquazu.payment import exact_payments
from iquazu_notation.games.iquazu.steps import COLOURS, spell
from iquazu_notation.games.iquazu.unseen.knowledge import Knowledge

from . import brute

CHUNKS = 12
GAMES_IN_CHUNK = 42  # 504 games in all
TURNS = 44
DECK = {"W": 20, "B": 20, "O": 20}


def played(number: int) -> PlayedGame:
    players = 2 + number % 3
    bots = ["greedy" if (number + place) % 3 else "random" for place in range(players)]
    return play_game(bots, number, board=reference())


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_hidden_game_is_consistent_and_its_bounds_hold_the_truth(chunk: int) -> None:
    for number in range(chunk * GAMES_IN_CHUNK, (chunk + 1) * GAMES_IN_CHUNK):
        game = played(number)
        sees = "all" if number % 4 else game.seats[number % len(game.seats)]
        hidden = replay(next(read_text(record_text(game, sees))))
        assert hidden.verdict == "consistent", (number, hidden.diagnostics)
        truth = replay(next(read_text(record_text(game))))
        knowledge = Knowledge(hidden.events, hidden.walked.details["start"])
        for turn in (len(game.turns) // 3, len(game.turns) // 2, len(game.turns) - 1):
            position = truth.position(turn + 1)
            for hand in knowledge.hands_after(turn):
                held = position.hands[position.seats.index(hand.seat)]
                assert hand.size == sum(held)
                for colour, (least, most) in enumerate(hand.ranges):
                    assert least <= held[colour] <= most, (number, turn, hand)


class Altered(NamedTuple):
    """A record as Red would have written it, with one payment of Green's turned into another."""

    text: str
    events: list[dict[str, Any]]


def altered(game: PlayedGame) -> list[Altered]:
    """The sizes stay, so hands, piles and reshuffles are as they were; only colours are wrong."""
    lines = record_text(game, "R", {"Termination": "unfinished"}).split("\n")
    first = next(i for i, line in enumerate(lines) if line.startswith("1. "))
    truth = [e.as_json() for e in replay(next(read_text(record_text(game)))).events]
    seen = [_as_red_saw(event) for event in truth if event["turn"] <= TURNS]  # type: ignore[operator]
    found = []
    for at, event in enumerate(seen):
        if event["type"] != "place" or event["seat"] != "G" or event["turn"] > TURNS - 8:
            continue
        gap = f"{event['rock']}{event['gap']}"
        for way in exact_payments(COLOURS.index(event["colour"]), event["cost"], event["joker"]):
            other = spell((*way, 0))
            if len(other) != len(event["paid"]) or other == event["paid"]:
                continue
            changed = lines[: first + TURNS]
            line = first + event["turn"] - 1
            was = rf"\b{gap}:{event['paid']}(?![WBO])"
            changed[line] = re.sub(was, f"{gap}:{other}", changed[line])
            events = [*seen[:at], {**event, "paid": other}, *seen[at + 1 :]]
            found.append(Altered("\n".join(changed), events))
    return found


def _as_red_saw(event: dict[str, Any]) -> dict[str, Any]:
    hidden = event["seat"] == "G" and event["type"] in ("deal", "draw", "tile") and event["cards"]
    return {**event, "cards": "?" * len(event["cards"])} if hidden else event


def test_an_altered_payment_is_found_where_all_worlds_find_it() -> None:
    impossible = 0
    for number in range(0, 240, 3):  # games of two, which brute force can follow
        game = played(number)
        for record in islice(reversed(altered(game)), 4):
            written = replay(next(read_text(record.text)))
            turn = brute.first_impossible_turn(record.events, list(game.seats), DECK)
            found = next((d.turn for d in written.diagnostics if d.severity == "error"), None)
            assert found == turn, (number, record.text)
            impossible += turn is not None
    assert impossible > 20
