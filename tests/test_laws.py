"""The laws of the notation page, tried on simulated games: two forms, and derived words."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iquazu_notation import Replay
from tests.simulated import (
    GAMES,
    UNSEEN,
    Script,
    examples,
    happened,
    places,
    played_back,
    seeds,
    stopped,
    text_of,
    unseen_ways,
)

lengths = st.integers(1, 90)


def word_under(game: Replay) -> str:
    found = game.diagnostics[0]
    return found.source.text[found.column - 1 : found.end_column - 1]


# ------------------------------------------------------------------------------ two dresses


@pytest.mark.parametrize("unseen", UNSEEN)
@pytest.mark.parametrize("seed", range(GAMES))
def test_formatting_is_idempotent(seed: int, unseen: str) -> None:
    for short in (False, True):
        text = text_of(seed, unseen, short)
        assert played_back(text).text(short=short) == text


@pytest.mark.parametrize("unseen", UNSEEN)
@pytest.mark.parametrize("seed", range(GAMES))
def test_full_and_short_form_are_the_same_game(seed: int, unseen: str) -> None:
    full = played_back(text_of(seed, unseen))
    short = played_back(text_of(seed, unseen, short=True))
    assert full.verdict == short.verdict == ("valid" if unseen == "none" else "consistent")
    assert full.id == short.id
    assert full.complete
    assert happened(full) == happened(short)
    assert (full.totals, full.winners) == (short.totals, short.winners)
    assert full.text(short=True) == short.text(short=True)
    assert short.text() == full.text()


@pytest.mark.parametrize("seed", range(GAMES))
def test_the_short_form_has_no_derived_words_but_drops_before_tiles(seed: int) -> None:
    for turn in Script.of(text_of(seed, "none", short=True)).turns:
        assert not [word for word in turn if word[0] in "#="]
        for at, word in enumerate(turn):
            if word[0] == "~":
                assert any(later[0] == "*" for later in turn[at:])


@examples(60)
@given(seed=seeds, unseen=unseen_ways, turns=lengths)
def test_a_record_may_stop_after_any_turn(seed: int, unseen: str, turns: int) -> None:
    game = played_back(stopped(seed, unseen, turns).text)
    assert game.verdict in (("valid",) if unseen == "none" else ("valid", "consistent"))
    again = played_back(game.text(short=True))
    assert (again.id, happened(again)) == (game.id, happened(game))


@examples(60)
@given(seed=seeds, unseen=unseen_ways, turns=lengths, words=st.integers(0, 12))
def test_a_record_may_stop_in_the_middle_of_a_turn(
    seed: int, unseen: str, turns: int, words: int
) -> None:
    script = stopped(seed, unseen, turns).cut(turns)
    del script.turns[-1][1 + words :]
    game = played_back(script.text)
    assert game.verdict != "invalid"
    for short in (False, True):
        again = played_back(game.text(short=short))
        assert (again.id, happened(again)) == (game.id, happened(game))
        assert again.text(short=short) == game.text(short=short)


# ------------------------------------------------------------------------------ derived words


def derived(script: Script, marks: str = "~#=") -> list[tuple[int, int]]:
    """Turn and place of every word that begins with one of the marks."""
    return [
        (turn, at)
        for turn, words in enumerate(script.turns)
        for at, word in enumerate(words)
        if word[0] in marks
    ]


def leave_out(words: list[str], gone: set[int]) -> list[str]:
    """The words of a turn without some of them, and without totals that would change their meaning.

    A total is the one after the last `#` before it, and with no `#` in the turn the one at its end:
    so it goes when its own `#` goes, unless no `#` is left and it is the last.
    """
    kept, own = [], ""
    no_scoring_left = not any(word[0] == "#" for at, word in enumerate(words) if at not in gone)
    totals = [at for at, word in enumerate(words) if word[0] == "="]
    for at, word in enumerate(words):
        if word[0] == "#":
            own = "gone" if at in gone else "kept"
        if at in gone:
            continue
        if word[0] != "=" or own == "kept" or (no_scoring_left and at == totals[-1]):
            kept.append(word)
    return kept


@pytest.mark.parametrize("unseen", ["none", "all"])
@pytest.mark.parametrize("seed", range(6))
def test_every_derived_word_may_be_left_out_singly(seed: int, unseen: str) -> None:
    text = text_of(seed, unseen)
    game = played_back(text)
    for turn, at in derived(Script.of(text)):
        script = Script.of(text)
        left_out = script.turns[turn][at]
        script.turns[turn] = leave_out(script.turns[turn], {at})
        without = played_back(script.text)
        assert (without.verdict, without.id) == (game.verdict, game.id), left_out
        assert happened(without) == happened(game)
        assert without.text() == text


@examples(60)
@given(seed=seeds, unseen=unseen_ways, luck=places)
def test_any_derived_words_may_be_left_out_together(seed: int, unseen: str, luck: int) -> None:
    chance = Random(luck)
    text = text_of(seed, unseen)
    game = played_back(text)
    script = Script.of(text)
    chosen = {spot for spot in derived(script) if chance.random() < 0.5}
    script.turns = [
        leave_out(words, {at for each, at in chosen if each == turn})
        for turn, words in enumerate(script.turns)
    ]
    without = played_back(script.text)
    assert (without.verdict, without.id) == (game.verdict, game.id)
    assert without.text() == text


def changed(word: str, place: int) -> str:
    """The word with one of its numbers, seats or takers changed to another."""
    spots = [spot.start() for spot in re.finditer(r"(?<=[RGYP])[0-9]+|(?<=[=,/])[RGYP-]", word)]
    spots += range(word.index("/") + 1, len(word)) if "/" in word else []
    at = spots[place % len(spots)]
    if word[at].isdigit():
        number = re.match("[0-9]+", word[at:])
        assert number is not None
        return f"{word[:at]}{int(number[0]) + 1 + place % 3}{word[at + len(number[0]) :]}"
    seats = "RGYP-" if "/" in word and at > word.index("/") else "RGYP"
    others = seats.replace(word[at], "")
    return word[:at] + others[place % len(others)] + word[at + 1 :]


@examples(150)
@given(seed=seeds, unseen=unseen_ways, which=places, place=places)
def test_a_changed_prize_total_or_taker_is_an_assertion_that_does_not_hold(
    seed: int, unseen: str, which: int, place: int
) -> None:
    script = Script.of(text_of(seed, unseen))
    spots = [spot for spot in derived(script, "#=") if not _nothing_said(script, spot)]
    turn, at = spots[which % len(spots)]
    word = changed(script.turns[turn][at], place)
    script.turns[turn][at] = word
    game = played_back(script.text)
    assert game.verdict == "invalid"
    assert [found.code[:3] for found in game.diagnostics] == ["IQ4"]
    assert word_under(game) == word


def _nothing_said(script: Script, spot: tuple[int, int]) -> bool:
    """`#j=`: nobody has a gem there, so there is nothing to change."""
    return script.turns[spot[0]][spot[1]].endswith("=")


@examples(40)
@given(seed=seeds, unseen=unseen_ways, which=places)
def test_a_drop_written_on_another_gap_is_an_assertion_that_does_not_hold(
    seed: int, unseen: str, which: int
) -> None:
    script = Script.of(text_of(seed, unseen))
    spots = derived(script, "~")
    turn, at = spots[which % len(spots)]
    drop = script.turns[turn][at]
    script.turns[turn][at] = f"{drop[:2]}{int(drop[2:]) % 7 + 1}"
    game = played_back(script.text)
    assert [found.code for found in game.diagnostics] == ["IQ403"]
    assert word_under(game) == script.turns[turn][at]
