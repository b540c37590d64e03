"""A record judged from memory gets the same judgement as one walked as a whole."""

from __future__ import annotations

import re
from random import Random

import pytest

from iquazu_notation import Replay, read_text, replay
from iquazu_notation.replay import replay_wholly
from tests.simulated import GAMES, stopped, text_of


def judged(text: str) -> Replay:
    return replay(next(read_text(text)))


def assert_alike(text: str, quick: Replay) -> None:
    whole = replay_wholly(next(read_text(text)))
    assert quick.verdict == whole.verdict == "valid", text
    assert quick.diagnostics == whole.diagnostics == [], text
    assert (quick.turns, quick.complete) == (whole.turns, whole.complete), text
    assert (quick.totals, quick.winners) == (whole.totals, whole.winners), text
    assert quick.id == whole.id, text
    assert quick.text() == whole.text(), text
    assert quick.tags == whole.tags, text


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_fmt_prints_of_a_whole_game_is_judged_from_memory(seed: int) -> None:
    text = text_of(seed, "none")
    quick = judged(text)
    assert quick.checked is not None
    assert_alike(text, quick)
    assert quick.text(short=True) == text_of(seed, "none", short=True)
    assert quick.log == replay_wholly(next(read_text(text))).log
    assert {**quick.details, "start": None} == {**quick.walked.details, "start": None}
    assert quick.details["start"] == quick.walked.details["start"]


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_record_that_stops_anywhere_is_judged_from_memory(seed: int) -> None:
    lines = text_of(seed, "none").replace('[Termination "complete"]\n', "").split("\n")
    for turn in range(5, 60, 11):
        end = next(at for at, line in enumerate(lines) if line.startswith(f"{turn}. "))
        text = "\n".join(lines[:end]) + "\n"
        quick = judged(text)
        assert quick.checked is not None
        assert_alike(text, quick)


@pytest.mark.parametrize("unseen", ["all", "seat"])
def test_what_is_unseen_is_walked_as_a_whole(unseen: str) -> None:
    assert judged(text_of(0, unseen)).checked is None


@pytest.mark.parametrize("seed", range(GAMES))
def test_the_short_form_is_judged_from_memory(seed: int) -> None:
    text = text_of(seed, "none", short=True)
    quick = judged(text)
    assert quick.checked is not None
    assert_alike(text, quick)
    assert quick.text() == text_of(seed, "none")


def dressed_differently(random: Random, text: str) -> str:
    """As another program would write it: cards of a word in any order, scorings on the turn's line,
    a comment or a mark here and there."""
    head, _, moves = text.partition("\n\n")

    def other_order(found: re.Match[str]) -> str:
        return found[1] + "".join(random.sample(found[2], len(found[2])))

    moves = re.sub(r"([+:-])([WBO]{2,})", other_order, moves)
    moves = moves.replace("\n    ", random.choice([" ", "\n    ", "\n"]))
    remarks = ["", "", "", " !", " {a fine move}", " ; so they say", " ?! {no}"]
    lines = [
        line + random.choice(remarks if line[:1] in "123456789 " and line else [""])
        for line in moves.split("\n")
    ]
    return f"{head}\n\n" + "\n".join(lines)


@pytest.mark.parametrize("seed", range(GAMES))
def test_any_dress_is_judged_from_memory(seed: int) -> None:
    for number in range(4):
        text = dressed_differently(Random(f"{seed}/{number}"), text_of(seed, "none"))
        quick = judged(text)
        assert quick.checked is not None, text
        assert_alike(text, quick)
        assert quick.text(short=True) == replay_wholly(next(read_text(text))).text(short=True)
        assert quick.log == replay_wholly(next(read_text(text))).log


# ---------------------------------------------------------------------- damage

LETTERS = "WBORGYPabcdefghijk0123456789 +-*~#=>/:,.?!()[]\"'\n\t\r\x0b\xa0é;{}V C D J"


def damaged(random: Random, text: str, other: str) -> str:
    """One slip, of letters, words or lines; some of them leave the record as good as before."""
    kind = random.randrange(10)
    if kind < 3:
        at = random.randrange(len(text))
        put = random.choice(["", random.choice(LETTERS), text[at] + random.choice(LETTERS)])
        return text[:at] + put + text[at + 1 :]
    lines = text.split("\n")
    at = random.randrange(len(lines))
    if kind == 3:
        del lines[at]
    elif kind == 4:
        lines.insert(at, random.choice(lines))
    elif kind == 5:
        to = random.randrange(len(lines))
        lines[at], lines[to] = lines[to], lines[at]
    elif kind == 6:
        lines[at] = random.choice(["", " ", "    ", "\t", "\r"]) + lines[at]
    else:
        words = lines[at].split(" ")
        place = random.randrange(len(words))
        if kind == 7:
            words[place] = random.choice(other.split())
        elif kind == 8:
            del words[place]
        else:
            words[place] = "".join(random.sample(words[place], len(words[place])))
        lines[at] = " ".join(words)
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(15))
def test_of_two_thousand_damaged_records_none_is_accepted_that_the_whole_way_refuses(
    seed: int,
) -> None:
    random = Random(seed)
    accepted = 0
    for _ in range(2000):
        game = random.randrange(GAMES)
        turns = random.choice([3, 12, 40, 999]) if random.random() < 0.9 else 999
        text = stopped(game, "none", turns).text if turns < 40 else text_of(game, "none")
        if random.random() < 0.5:
            text = dressed_differently(random, text)
        spoilt = damaged(random, text, text_of((game + 1) % GAMES, "none"))
        records = list(read_text(spoilt))
        quick = replay(records[0])
        if quick.checked is not None:
            accepted += 1
            assert_alike(records[0].text, quick)
    # Slips in names, and those that undo themselves, leave a good record.
    assert 20 < accepted < 1000


@pytest.mark.parametrize("blank", ["\r", "\t", "\x0b", "\xa0", "  "])
def test_other_blanks_than_those_of_fmt_are_judged_alike(blank: str) -> None:
    text = text_of(0, "none")
    for at, letter in enumerate(text[:900]):
        if letter in " ,:+>" and at > text.index("\n\n"):
            spoilt = text[: at + 1] + blank + text[at + 1 :]
            quick = judged(spoilt)
            if quick.checked is not None:
                assert_alike(spoilt, quick)
