"""Simulated games with words changed, put in or hidden: whatever stands there is judged."""

from __future__ import annotations

import re
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from iquazu_notation import read_text, replay
from tests.simulated import (
    Script,
    examples,
    findings,
    happened,
    places,
    played_back,
    seeds,
    stopped,
    text_of,
    unseen_ways,
)

STEPS = ("+WOBB", "+0", "a1:W", "b2", "2/4:BB", "e1:OOOOO", "k7:WW", "*C3+WBO", "*C2", "*J", "*D")
LATE = ("-", "-WW", "~", "~a1", "#a", "#a=R3/-----", ">C2,C3,V1,C2,V2", ">", "=R1,G2", "!", "?")


@examples(150)
@given(
    seed=seeds,
    unseen=unseen_ways,
    turn=places,
    at=places,
    word=st.sampled_from(STEPS + LATE)
    | st.from_regex(r"[a-k][1-9](:[WBO?]{1,6})?", fullmatch=True),
    instead=st.booleans(),
)
def test_a_word_changed_at_random_gets_a_verdict_and_keeps_the_laws(
    seed: int, unseen: str, turn: int, at: int, word: str, instead: bool
) -> None:
    """Whatever a record says, it is judged, and formatting does not change what it says."""
    script = Script.of(text_of(seed, unseen))
    words = script.turns[turn % len(script.turns)]
    place = 1 + at % len(words)
    words[place : place + instead] = [word]
    game = played_back(script.text)
    assert game.record.readable
    assert len([found for found in game.diagnostics if found.severity == "error"]) <= 1
    for short in (False, True):
        text = game.text(short=short)
        again = played_back(text)
        assert again.text(short=short) == text
        assert (again.id, findings(again)) == (game.id, findings(game))


@examples(100)
@given(seed=seeds, unseen=unseen_ways, place=places, junk=st.text(max_size=4))
def test_any_text_put_into_a_record_is_read_or_refused_with_a_reason(
    seed: int, unseen: str, place: int, junk: str
) -> None:
    text = stopped(seed, unseen, 12).text
    at = place % (len(text) + 1)
    for record in read_text(text[:at] + junk + text[at:]):
        game = replay(record)
        errors = [found for found in game.diagnostics if found.severity == "error"]
        assert (game.verdict == "invalid") == bool(errors)
        assert all(found.message for found in errors)
        game.text()
        game.text(short=True)


# ------------------------------------------------------------------------------ hiding

CARD_WORDS = re.compile(r"(.*?[+:-])([WBO]+)")


def hidden(word: str, chance: Random, some: float) -> str:
    """The word as somebody writes it who did not see all of its cards or tiles."""
    if word[0] == ">":
        tiles = ["?" if chance.random() < some else tile for tile in word[1:].split(",")]
        return ">" + ",".join(tiles)
    cards = CARD_WORDS.fullmatch(word)
    if cards is None or word[0] in "#=":
        return word
    seen = "".join("?" if chance.random() < some else card for card in cards[2])
    if set(seen) == {"?"} and ":" not in word and word[0] not in "RGYP" and chance.random() < 0.5:
        return cards[1] if word[0] in "+-" else cards[1][:-1]
    return cards[1] + seen


@examples(120)
@given(
    seed=seeds,
    turns=st.integers(1, 90),
    some=st.sampled_from([0.1, 0.5, 0.9, 1.0]),
    luck=places,
)
def test_a_game_that_was_played_is_never_refused_whatever_nobody_saw(
    seed: int, turns: int, some: float, luck: int
) -> None:
    """Verdicts: never a record refused that could have happened. This one did."""
    script = stopped(seed, "none", turns)
    chance = Random(luck)
    script.setup = [hidden(word, chance, some) for word in script.setup]
    script.turns = [[hidden(word, chance, some) for word in turn] for turn in script.turns]
    game = played_back(script.text)
    assert findings(game) == []
    assert game.verdict == ("consistent" if "?" in game.text() else "valid")
    for short in (False, True):
        again = played_back(game.text(short=short))
        assert (again.id, again.verdict) == (game.id, game.verdict)
        assert happened(again) == happened(game)
        assert again.text(short=short) == game.text(short=short)
