"""Lines at the desk: questions, turns, commands, and what is to be done on the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from iquazu_notation.transcribing.clock import Clock
from iquazu_notation.transcribing.commands import COMMANDS
from iquazu_notation.transcribing.desk import Desk

from .conftest import OPENING, TAGS, OpenDesk


def keys_asked(desk: Desk, answers: list[str]) -> list[str]:
    asked = []
    for answer in answers:
        assert desk.question is not None
        asked.append(desk.question.key)
        reply = desk.enter(answer)
        assert reply.ok, reply.refusal
    return asked


def test_a_new_game_asks_for_players_colours_start_board_strips_and_tiles(
    open_desk: OpenDesk, night: Path
) -> None:
    desk = open_desk(None)
    answers = ["Anna, Ben, Cleo", "R G Y", "Ben", "reference", "31524", "j d d c2 d"]
    asked = keys_asked(desk, answers)
    assert asked == ["players", "colours", "start", "board", "strips", "tiles"]
    assert desk.question is None
    assert desk.prompt == "Turn 1, Ben (Green)"
    assert night.read_text() == (
        '[Game "Iquazu"]\n[Board "reference"]\n[Strips "3 1 5 2 4"]\n[Seats "G Y R"]\n'
        '[Red "Anna"]\n[Green "Ben"]\n[Yellow "Cleo"]\n\n>J,D,D,C2,D\n'
    )


def test_every_answer_can_be_skipped_and_filled_in_later(open_desk: OpenDesk, night: Path) -> None:
    desk = open_desk(None)
    keys_asked(desk, [""] * 6)
    for line in ["+", "a4"]:
        assert desk.enter(line).ok
    assert night.read_text() == '[Game "Iquazu"]\n\n1. +\n2. a4\n'
    later = ["/players Anna, Ben", "/colours R G", "/start Ben", "/strips 3 1 5 2 4"]
    for line in [*later, "/tiles J D D C2 D"]:
        reply = desk.enter(line)
        assert reply.ok, (line, reply.refusal)
    assert night.read_text() == (
        '[Game "Iquazu"]\n[Strips "3 1 5 2 4"]\n[Seats "G R"]\n[Red "Anna"]\n[Green "Ben"]\n\n'
        ">J,D,D,C2,D\nG +\nR a4\n"
    )


def test_names_without_colours_are_not_lost(open_desk: OpenDesk, night: Path) -> None:
    desk = open_desk(None, "Anna, Ben", "")
    assert '[Players "Anna, Ben"]' in night.read_text()
    desk.close()
    again = open_desk(night.read_text())
    assert again.question is not None
    assert again.question.text == "Colours of Anna and Ben"
    again.enter("purple yellow")
    assert night.read_text() == (
        '[Game "Iquazu"]\n[Seats "P Y"]\n[Yellow "Ben"]\n[Purple "Anna"]\n'
    )


def test_an_answer_that_is_undone_is_asked_again(open_desk: OpenDesk) -> None:
    desk = open_desk(None, "", "R G", "", "", "31524")
    assert desk.enter("/undo").ok
    assert desk.question is not None
    assert desk.question.key == "strips"


@pytest.mark.parametrize(
    ("before", "answer", "reason"),
    [
        ([], "Anna", "two to four play"),
        (["Anna, Ben"], "R G Y", "2 play, and these are 3 colours"),
        (["Anna, Ben"], "R R", "each once"),
        (["Anna, Ben", "R G"], "Cleo", "nobody here is called Cleo"),
        (["Anna, Ben", "R G", ""], "nowhere", "nowhere"),
        (["Anna, Ben", "R G", "", ""], "1 2 3", "strip"),
        (["Anna, Ben", "R G", "", "", "31524"], "J J J J", "five tiles"),
        (["Anna, Ben", "R G", "", "", "31524"], "V9 V9 V9 V9 V9", "tile V9"),
    ],
)
def test_an_answer_that_can_not_be_is_refused_and_asked_again(
    open_desk: OpenDesk, before: list[str], answer: str, reason: str
) -> None:
    desk = open_desk(None, *before)
    asked = desk.question
    reply = desk.enter(answer)
    assert reply.refusal is not None
    assert reason in reply.refusal.message
    assert desk.question == asked


def test_tags_turns_and_remarks_are_taken_while_a_question_is_open(open_desk: OpenDesk) -> None:
    desk = open_desk(None, '[Strips "3 1 5 2 4"]', '[Seats "R G"]', "{club night}", "R +")
    assert len(desk.session.draft.turns) == 1


def test_what_the_players_do_on_the_table_is_told(open_desk: OpenDesk) -> None:
    desk = open_desk(TAGS, *OPENING)
    assert desk.enter("a6").todo == [
        "a is full: Yellow 3, Green 2, Red 1",
        "row 1 tile (J) out of the game",
        "tiles of rows 2 (D) and 4 (C2) to Yellow",
        "row 3 tile (D) to Green",
        "row 5 tile (D) to Red",
        "move the frame to b",
        "turn up five tiles",
        "water box to Yellow",
        "gem box to Purple",
    ]


def test_a_drop_is_told(open_desk: OpenDesk) -> None:
    assert open_desk(TAGS, "+", "a4", "a2").enter("c7:WWBB").todo == [
        "drop on a1",
        "gem box to Red",
    ]


def test_the_five_new_tiles_are_asked_for_and_may_stay_unseen(
    open_desk: OpenDesk, night: Path
) -> None:
    desk = open_desk(TAGS, *OPENING, "a6")
    assert desk.question is not None
    assert desk.question.text == "Five new tiles, from the top"
    desk.enter("c2 c3 v1 c2 v2")
    assert night.read_text().endswith("Y a6 >C2,C3,V1,C2,V2\n")
    desk.enter("/undo")
    assert desk.question is not None
    desk.enter("")
    assert desk.question is None
    assert night.read_text().endswith("Y a6\n")
    desk.enter("+")
    desk.enter("/tiles C2 C3 V1 C2 V2")
    assert night.read_text().endswith("Y a6 >C2,C3,V1,C2,V2\nP +\n")


def test_tiles_being_typed_are_not_taken_for_a_turn_that_can_not_be_read(
    open_desk: OpenDesk,
) -> None:
    desk = open_desk(TAGS, *OPENING, "a6")
    for line in ("C", "C2 ", "C2 C3 V", ">C2,C3,"):
        found = desk.preview(line)
        assert (found.refusal, found.said[0]) == (None, "for example C2 C3 V1 C2 V2 (Enter: skip)")
        assert found.words
    assert desk.preview("c4").said == [
        "Purple places on c4, fourth gap of the second rock, pays 2: two blue"
    ]


def test_the_next_turn_may_be_typed_instead_of_the_tiles(open_desk: OpenDesk) -> None:
    desk = open_desk(TAGS, *OPENING, "a6", "b3:WW")
    assert desk.session.draft.turns[-1] == "P b3:WW\n"


def test_in_a_chain_of_scorings_the_tiles_are_asked_for_one_after_the_other(
    open_desk: OpenDesk, night: Path
) -> None:
    sample = Path(__file__).parents[2] / "samples" / "chained-scoring.iqn"
    from iquazu_notation import read_text, replay

    game = replay(next(read_text(sample.read_text())))
    lines = game.text(short=True).splitlines()
    chained = next(
        at for at, line in enumerate(lines) if line.count(">") == 2 and not line.startswith("{")
    )
    desk = open_desk("\n".join(lines[:chained]).replace('"complete"', '"unfinished"') + "\n")
    words = lines[chained].split()
    shown = [word for word in words if word.startswith(">")]
    bare = [word for word in words if not word.startswith(">")]
    assert desk.enter(" ".join(bare)).ok
    assert desk.enter("").ok  # the first five nobody saw
    assert desk.question is not None
    assert desk.enter(shown[1]).ok
    assert desk.question is None
    last = night.read_text().splitlines()[-1].split()
    assert [word for word in last if word.startswith(">")] == [">", shown[1]]


def test_after_a_scoring_the_turn_may_go_on(open_desk: OpenDesk, night: Path) -> None:
    desk = open_desk(TAGS, *OPENING)
    said = desk.enter("a6").said
    assert said[-1] == "Yellow may still hand in C2 or D: /more *C2"
    desk.enter("C2 C3 V1 C2 V2")
    assert desk.enter("/more *D b4 *C2").ok
    assert night.read_text().endswith("Y a6 >C2,C3,V1,C2,V2 *D b4 *C2\n")


def test_the_clock_writes_the_time_each_turn_took(open_desk: OpenDesk, night: Path) -> None:
    now = [100.0]
    desk = open_desk(TAGS, clock=Clock(lambda: now[0]))
    for line, seconds in (("+", 42.4), ("a4 {hm}", 3661.0), ("zz", 5.0), ("a2", 5.0)):
        now[0] += seconds
        desk.enter(line)
    assert night.read_text().splitlines()[-3:] == [
        "R + {[%emt 0:00:42]}",
        "G a4 {hm} {[%emt 1:01:01]}",
        "Y a2 {[%emt 0:00:10]}",
    ]


def test_the_clock_runs_on_while_a_turn_is_typed_in_parts(open_desk: OpenDesk) -> None:
    now = [0.0]
    tags = TAGS.replace("]\n[Seats", "]\n[Seats").replace("R G Y P", "R G")
    desk = open_desk(tags, *["+"] * 2, clock=Clock(lambda: now[0]))
    held = desk.session.position
    assert held is not None
    held.held[0].append("C2")
    now[0] = 10
    assert desk.enter("*C2").ok
    now[0] = 30
    assert desk.enter("+").ok
    assert desk.session.draft.turns[-1] == "R *C2 + {[%emt 0:00:30]}\n"


def test_who_plays_and_writes_is_asked_for_the_own_hand_and_reminded_of_own_draws(
    open_desk: OpenDesk, night: Path
) -> None:
    desk = open_desk(None, "Anna red, Ben green", "", "", "31524", "", me="ben")
    assert desk.question is not None
    assert desk.question.text == "Your 5 starting cards"
    desk.enter("wwboo")
    assert night.read_text().endswith("\nG+WWBOO\n")
    assert "you saw these cards" not in " ".join(desk.preview("+").said)
    desk.enter("+")
    assert "you saw these cards" in " ".join(desk.preview("+").said)


def test_turns_are_changed_inserted_and_deleted_by_their_number(open_desk: OpenDesk) -> None:
    desk = open_desk(TAGS, *OPENING)
    assert desk.enter("/change 2 a7").said == [
        "turn 9 (a7) does not fit: a7 is taken: a gem of Green lies there"
    ]
    assert desk.enter("/undo").ok
    assert desk.enter("/insert 2 +").ok
    assert desk.session.draft.turns[1:3] == ("G +\n", "Y a4\n")
    assert desk.enter("/delete 2").said[0] == "taken out: +"
    assert desk.enter("/turn 2").ok
    assert desk.prompt == "change turn 2, Green"
    assert desk.enter("a4 !").ok
    assert desk.session.draft.turns[1] == "G a4 !\n"
    assert desk.prompt == "Turn 11, Yellow"


def test_undo_takes_several_steps_at_once(open_desk: OpenDesk, night: Path) -> None:
    desk = open_desk(TAGS, *OPENING)
    assert desk.enter("/undo 9").ok
    assert night.read_text() == TAGS + "\n>J,D,D,C2,D\nR +\n"
    assert desk.enter("/redo 9").ok
    assert len(desk.session.draft.turns) == 10


def test_insist_takes_the_refused_line(open_desk: OpenDesk, night: Path) -> None:
    desk = open_desk(TAGS, "+", "a4")
    assert not desk.enter("/insist").ok
    assert not desk.enter("a4").ok
    assert desk.enter("/insist").ok
    assert "Y a4 {against the rules: IQ223" in night.read_text()
    assert not desk.enter("/change 2 a9").ok
    assert desk.enter("/insist").ok
    assert desk.session.draft.turns[1].startswith("G a9 {against")


@pytest.mark.parametrize(
    "line",
    [
        *[f"/{name}" for name in COMMANDS if name != "saveas"],
        *[f"/{name} 99" for name in COMMANDS if name not in ("saveas",)],
        *[f"/{name} ?! zz" for name in COMMANDS if name not in ("saveas",)],
        *["/", "/nothing", "/saveas", "(", ")", "{", "}", ";", "[", "[x", "0.", "0. zz", ">", "!"],
        *["R", "12.", "*", "*J", "a4:", "a4 (2. G", '[Seats "R"]', "\\", "é", "{a\tb}", "R+WW"],
    ],
)
@pytest.mark.parametrize("content", [None, TAGS, TAGS + "\nR +\n", '[Game "Iquazu"]\n\n1. +\n'])
def test_whatever_is_typed_is_answered_and_leaves_a_whole_record(
    open_desk: OpenDesk, night: Path, line: str, content: str | None
) -> None:
    from iquazu_notation.transcribing.draft import split

    desk = open_desk(content)
    desk.preview(line)
    desk.enter(line)
    text = night.read_text() if night.exists() else ""
    if text:
        assert split(text) == split(desk.session.draft.text)


def test_nothing_in_a_name_or_a_comment_moves_the_cursor(open_desk: OpenDesk) -> None:
    names = '[Red "An\x1b[31mna"]\n'
    desk = open_desk(TAGS + names + "\nR + {\x1b[2J}\nG a4\nY a4 {\x1b[2J}\n")
    desk.select(0)
    shown = [desk.prompt, desk.selected_line, *desk.misfits(), *desk.enter("/turn 3").said]
    assert len(shown) == 5
    assert "\x1b" not in "".join(shown)
