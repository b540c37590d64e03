from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from iquazu_notation import read_text
from iquazu_notation.notation.cutting import cut
from iquazu_notation.transcribing.draft import body_of, read_turns, split

ROOT = Path(__file__).parents[2]


def readable_records() -> list[str]:
    found = []
    for file in [*(ROOT / "samples").glob("*.iqn"), *(ROOT / "tests/records").glob("*.iqn")]:
        for chunk in cut(BytesIO(file.read_bytes())):
            try:
                text = chunk.data.decode()
            except UnicodeDecodeError:
                continue
            if not chunk.trouble and next(read_text(text)).readable:
                found.append(text)
    return found


def test_a_record_that_is_cut_and_put_together_is_the_same_to_the_letter() -> None:
    records = readable_records()
    assert len(records) > 150
    for text in records:
        assert split(text).text == text


def test_every_slice_is_one_turn_and_all_of_them_are_the_game() -> None:
    for text in readable_records():
        turns = [read_turns(piece).turns for piece in split(text).turns]
        assert all(len(each) == 1 for each in turns)
        assert [each[0].items for each in turns] == [t.items for t in next(read_text(text)).turns]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_change_touches_its_turn_and_nothing_else(newline: str) -> None:
    text = newline.join(
        ['[Game "Iquazu"]', '[Seats "R G"]', "", "R +   G a4 ; cheap", "R  +", "", ""]
    )
    draft = split(text)
    assert draft.changed(1, "G a5 ; dear").text == text.replace("a4 ; cheap", "a5 ; dear")
    assert draft.with_turn("G +").text == text.rstrip() + newline + "G +" + newline * 2
    assert draft.without(1).text == text.replace(f"G a4 ; cheap{newline}", "")


def test_a_turn_is_put_behind_a_comment_that_ends_with_its_line() -> None:
    draft = split('[Game "Iquazu"]\n[Seats "R G"]\nR + ; no line end here')
    assert draft.with_turn("G +").turns == ("R + ; no line end here\n", "G +\n")
    assert [body_of(text) for text in draft.with_turn("G +").turns][1] == "+"


def test_a_tag_is_put_where_the_full_form_has_it_and_others_stay() -> None:
    draft = split('[Game "Iquazu"] {ours}\n[Seats "R G"]\n[Mine "x"]\n\nR +\n')
    tagged = draft.with_tag("Strips", "1 2", ("Game", "Strips", "Seats"))
    assert tagged.head == '[Game "Iquazu"]\n[Strips "1 2"] {ours}\n[Seats "R G"]\n[Mine "x"]\n\n'
    assert draft.with_tag("Mine", None).text == draft.text.replace('[Mine "x"]\n', "")
