"""Faults that were found and mended, each with the sentence it broke."""

from __future__ import annotations

from typing import Any

import pytest

from iquazu_notation import read_text, replay
from iquazu_notation.games.iquazu.illegal import Illegal
from iquazu_notation.games.iquazu.position import Position
from iquazu_notation.games.iquazu.position_text import BadPosition, read_position, write_position
from iquazu_notation.replay import Replay
from tests.games.iquazu.table import LAYOUT, play, step, table

TAGS = '[Game "Iquazu"]\n[Strips "3 1 5 2 4"]\n[Seats "R G"]\n'
DARK = ("V3", "V4", "V4", "V5", "V6")
UNSEEN = ("?",) * 5


def game(moves: str, p: Position | None = None, more: str = "") -> Replay:
    tag = f'[Position "{write_position(p)}"]\n' if p else ""
    (record,) = read_text(TAGS + more + tag + moves)
    return replay(record)


def again(text: str) -> Replay:
    (record,) = read_text(text)
    return replay(record)


def test_a_light_kind_is_counted_among_the_light_tiles_over_the_whole_game() -> None:
    tiles = ("V3", "V3", "C2", "C3", "J")
    p = table(a="RRRGGG.", b="GGGGGGG", c="GGGGGGG", hands={"R": "W"}, open_tiles=tiles)
    moves = "R a7:W >V3,C2,C2,C2,D >V3,V1,V1,V1,D >V1,V1,V1,V1,V1\n"
    assert game(moves, p).diagnostics[0].code == "IQ505"  # and the board has two light V3


@pytest.mark.parametrize("setup", ["0. {x} R+WWBO G+WWBOO", "0. R+???? {x} G+WWBOO", "0. {x} {y}"])
def test_short_form_is_idempotent_with_a_comment_before_the_first_word(setup: str) -> None:
    text = game(setup + "\nR +\n").text(short=True)
    assert again(text).text(short=True) == text


def test_comments_of_a_setup_beside_a_position_stay_in_their_line() -> None:
    text = game("0. {x} {y}\nR +\n", table(hands={"R": "W"})).text()
    assert "\n0. {x} {y}\n" in text
    assert again(text).text() == text


def test_full_form_is_idempotent_with_an_unseen_discard_after_a_drop_that_scores() -> None:
    p = table(a="RRRRGG.", water="R", hands={"R": "W" * 10})
    text = game("R +WWWW\n", p).text()
    assert "\n    -??\n" in text
    assert again(text).text() == text


def test_the_final_position_reads_back_though_nobody_discarded() -> None:
    start = table(first="i", i="RRRRGGG.", water="R", hands={"R": "W" * 12}, open_tiles=DARK)
    p = play(start, "+WWBB end")
    assert p.over
    assert read_position(write_position(p), LAYOUT, p.seats) == p


def test_one_wrong_result_gives_one_diagnostic() -> None:
    p = table(first="i", i="~~~~~~~.", hands={"R": "W"}, open_tiles=UNSEEN)
    found = game("R i8:W\n", p, '[Result "R18,G0"]\n').diagnostics
    assert [d.code for d in found] == ["IQ410"]


def test_fmt_keeps_a_final_total_that_is_news() -> None:
    p = table(first="i", i="~~~~~~~.", hands={"R": "W"}, open_tiles=UNSEEN)
    first = game("R i8:W #i #j #k =R15,G0\n", p)
    assert again(first.text()).totals == first.totals == {"R": 15, "G": 0}
    assert again(first.text(short=True)).id == first.id


def test_a_refused_reveal_changes_nothing() -> None:
    p = table(a="RRRGGG.", hands={"R": "W"})
    before = p.copy()
    with pytest.raises(Illegal):
        p.apply(step("a7:W"), [("V1", "V1", "V1", "V1")])
    assert p == before


@pytest.mark.parametrize(
    "what",
    [
        {"open_tiles": ("V6", "V5", "C2", "C3", "J")},  # dark tiles in a light column
        {"k": "RR....."},  # a rock the frame has not reached
    ],
)
def test_a_position_that_can_not_be_is_refused(what: dict[str, Any]) -> None:
    with pytest.raises(BadPosition):
        table(**what)


def test_an_any_colour_tile_needs_a_hand_that_can_pay_for_something() -> None:
    p = table(first="b", a="RRRRGGG", hands={"R": ""}, held={"R": "J"})
    with pytest.raises(Illegal) as refused:
        p.apply(step("*J"))
    assert refused.value.code == "IQ212"
