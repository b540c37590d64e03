"""While typing: the meaning in words, legal completions, and the reason when it is not legal."""

from __future__ import annotations

import random

import pytest

from iquazu_notation.games.iquazu.legal import possible_steps
from iquazu_notation.transcribing.draft import split
from iquazu_notation.transcribing.meaning import Preview, preview
from iquazu_notation.transcribing.proposing import Place
from iquazu_notation.transcribing.session import Session

from .conftest import OPENING, TAGS


@pytest.fixture
def game() -> Session:
    session = Session(split(TAGS))
    for line in OPENING:
        session.enter(line)
    return session


@pytest.fixture
def rich() -> Session:
    """Purple's first turn, with seven cards that nobody saw."""
    session = Session(split(TAGS))
    for _ in range(3):
        session.enter("+")
    return session


def look(game: Session, line: str) -> Preview:
    return preview(game, line)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("c4", "Yellow places on c4, fourth gap of the third rock, pays 3: three blue"),
        ("+", "Yellow draws four cards, unseen"),
        ("+WWBO", "Yellow draws two white, one blue and one orange"),
        ("a6 {full} !", "Yellow places on a6, sixth gap of the first rock, pays 1: one blue"),
        ("2/4", "Yellow places on b4, fourth gap of the second rock, pays 2: two white"),
    ],
)
def test_a_line_is_said_in_words(game: Session, line: str, said: str) -> None:
    assert look(game, line).said == [said]
    assert look(game, line).state == "good"


@pytest.mark.parametrize(
    ("line", "paid"),
    [
        ("c4:WWBB", "two blue and a pair of white"),
        ("c4:WW??", "a pair of white and two unseen"),
        ("c4:WWWWOO", "two pairs of white and a pair of orange"),
    ],
)
def test_what_pays_is_said_in_words(rich: Session, line: str, paid: str) -> None:
    said = f"Purple places on c4, fourth gap of the third rock, pays 3: {paid}"
    assert look(rich, line).said == [said]


def test_what_follows_from_a_line_is_told_before_it_is_accepted(game: Session) -> None:
    assert look(game, "a6").todo[0] == "a is full: Yellow 3, Green 2, Red 1"


def test_tiles_and_the_turn_that_goes_on_with_them_are_said(game: Session) -> None:
    found = look(game, "a6 >C2,C3,V1,C2,V2 *D *C2")
    assert found.state == "open"
    assert found.said[1:] == [
        "Yellow hands in a double move",
        "Yellow hands in a tile for 2 cards: two cards, unseen",
    ]


def test_the_reason_is_told_while_the_turn_is_not_legal(game: Session, rich: Session) -> None:
    found = look(rich, "c4:WW")
    assert found.refusal is not None
    assert (found.state, found.refusal.code, found.refusal.ruling) == ("typing", "IQ304", "I-6")
    assert found.refusal.help is not None
    taken = look(game, "a4")
    assert taken.refusal is not None
    assert (taken.state, taken.refusal.code) == ("refused", "IQ223")


def test_a_slip_of_the_keyboard_is_told_as_what_was_meant(game: Session) -> None:
    found = look(game, "C4:ww")
    assert found.refusal is not None
    assert found.refusal.help is not None
    assert "`c4:WW`" in found.refusal.help


def test_gaps_are_completed_first_and_then_what_pays_for_them(rich: Session) -> None:
    assert look(rich, "b").words == [f"b{gap}" for gap in range(1, 8)]
    every = ["b3:BB", "b3:BOO", "b3:WWB", "b3:OOOO", "b3:WWOO", "b3:WWWW"]
    assert look(rich, "b3:").words == every
    assert look(rich, "b3:W").words == ["b3:WWB", "b3:WWOO", "b3:WWWW"]
    assert look(rich, "2/").words == [f"2/{gap}" for gap in range(1, 8)]
    assert look(rich, "").words[0] == "+"


def test_completions_follow_the_words_before_them(game: Session) -> None:
    assert look(game, "a6 >C2,C3,V1,C2,V2 *").words == ["*C2", "*D"]
    assert look(game, "a6 >C2,C3,V1,C2,V2 *D b3:").words[0] == "b3:B"
    assert look(game, "a6 >C2,C").words == [">C2,C2", ">C2,C3", ">C2,C4"]
    assert look(game, "+ {a comment, b").words == []


def test_every_completion_is_legal_or_leads_to_a_legal_word(rich: Session) -> None:
    words = look(rich, "").words
    assert len(words) > 25
    for word in words:
        led = look(rich, word)
        assert led.refusal is None or led.words, word
    position = rich.position
    assert position is not None
    for step in possible_steps(position):
        begun = step.word[: step.word.find(":") + 1] or step.word[:1]
        assert step.word in look(rich, begun).words


def test_a_line_at_an_earlier_turn_is_looked_at_there(game: Session) -> None:
    found = preview(game, "a7", Place("instead", 1))
    assert found.said == ["Green places on a7, seventh gap of the first rock, pays 1: one white"]
    assert "a4" in preview(game, "a", Place("instead", 1)).words
    assert preview(game, "+", Place("before", 0)).said == ["Red draws four cards, unseen"]


def test_whatever_is_typed_letter_by_letter_has_a_preview(game: Session) -> None:
    chance = random.Random(11)
    letters = 'abck1234:/+*-~#>=,.?!$(){};[] WBOCJDVRGYP\\"0\t'
    for _ in range(120):
        line = ""
        for _ in range(chance.randrange(1, 9)):
            line += chance.choice(letters)
            found = look(game, line)
            assert line.startswith(found.stem)
