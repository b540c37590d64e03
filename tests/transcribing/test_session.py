"""Mistakes happen: undo, change, insert, delete, insist."""

from __future__ import annotations

import random

import pytest

from iquazu_notation import read_text, replay
from iquazu_notation.transcribing.draft import Draft, split
from iquazu_notation.transcribing.proposing import Place
from iquazu_notation.transcribing.session import Session
from iquazu_notation.transcribing.typed import Refused

from .conftest import OPENING, TAGS


def session(*lines: str, tags: str = TAGS) -> Session:
    found = Session(split(tags))
    for line in lines:
        found.enter(line)
    return found


def turns(found: Session) -> list[str]:
    return [text.strip() for text in found.draft.turns]


def refusal(found: Session, line: str, place: Place | None = None) -> str:
    before = found.draft
    with pytest.raises(Refused) as refused:
        found.enter(line, place or Place())
    assert found.draft == before
    return refused.value.refusal.code


def test_seat_and_number_are_known_and_need_not_be_typed() -> None:
    assert turns(session("+", "a4", "Y a2", "4. P +")) == ["R +", "G a4", "Y a2", "4. P +"]


def test_a_record_with_numbers_goes_on_with_numbers() -> None:
    assert turns(session("+", tags=TAGS + "\n1. R +\n")) == ["1. R +", "2. G +"]


def test_what_is_typed_reads_back_to_the_same_game() -> None:
    found = session(*OPENING, "a6 >C2,C3,V1,C2,V2 *D b4 *C2", "b3:WW")
    game = replay(next(read_text(found.draft.text)))
    assert (game.verdict, game.turns, game.diagnostics) == ("consistent", 12, [])
    assert game.position(13) == found.position


def test_a_line_may_hold_several_turns_all_or_none() -> None:
    found = session("+ G a4 Y a2")
    assert turns(found) == ["R +", "G a4", "Y a2"]
    assert refusal(found, "+ R a4") == "IQ223"


def test_an_illegal_turn_is_refused_with_its_code_and_changes_nothing() -> None:
    found = session("+", "a4")
    assert refusal(found, "a4") == "IQ223"
    assert refusal(found, "R +") == "IQ208"
    assert refusal(found, "a") == "IQ010"
    assert refusal(found, "a2:WBB") == "IQ304"


def test_undo_and_redo_go_all_the_way() -> None:
    found = Session(Draft())
    for line in TAGS.splitlines()[1:]:
        found.enter(line)
    drafts = [found.draft]
    for line in OPENING:
        found.enter(line)
        drafts.append(found.draft)
    for draft in reversed(drafts[:-1]):
        found.undo()
        assert found.draft == draft
    for draft in drafts[1:]:
        found.redo()
        assert found.draft == draft
    with pytest.raises(Refused, match="nothing to redo"):
        found.redo()


def test_a_new_turn_after_an_undo_forgets_what_was_undone() -> None:
    found = session("+", "a4")
    found.undo()
    found.enter("a5")
    with pytest.raises(Refused, match="nothing to redo"):
        found.redo()
    assert turns(found) == ["R +", "G a5"]


def test_a_changed_turn_shows_which_later_turns_do_not_fit_any_more() -> None:
    found = session(*OPENING)
    found.enter("a7", Place("instead", 1))
    assert turns(found)[1] == "G a7"
    assert [(p.number, p.illegal and p.illegal.code) for p in found.walk.misfits] == [(9, "IQ223")]
    found.enter("a4", Place("instead", 1))
    assert found.walk.misfits == []


def test_an_inserted_turn_moves_the_later_ones_on_by_a_seat() -> None:
    found = session("+", "a4", "a2", "+")
    found.enter("a5", Place("before", 1))
    assert turns(found) == ["R +", "G a5", "Y a4", "P a2", "R +"]
    assert found.walk.misfits == []


def test_numbers_are_counted_anew_behind_an_inserted_turn() -> None:
    found = session(tags=TAGS + "\n1. R +\n2. G a4 {hm}\n3. Y +\n")
    found.enter("a5", Place("before", 1))
    assert turns(found) == ["1. R +", "2. G a5", "3. Y a4 {hm}", "4. P +"]


def test_a_deleted_turn_moves_the_later_ones_up_by_a_seat() -> None:
    found = session("+", "a5", "a4", "a2")
    found.delete(1)
    assert turns(found) == ["R +", "G a4", "Y a2"]
    found.undo()
    assert turns(found) == ["R +", "G a5", "Y a4", "P a2"]


def test_a_turn_that_had_been_missed_can_be_put_in_where_the_seats_left_room() -> None:
    found = session("+")
    found.enter("Y a2", insist=True)
    found.enter("+")
    assert [text.split(" {")[0] for text in turns(found)] == ["R +", "Y a2", "P +"]
    found.enter("a4", Place("before", 1))
    assert [text.split(" {")[0] for text in turns(found)] == ["R +", "G a4", "Y a2", "P +"]
    assert found.walk.misfits == []


def test_insisting_writes_the_turn_and_says_so_and_the_record_stays_invalid() -> None:
    found = session("+", "a4")
    found.enter("a4", insist=True)
    assert turns(found)[2].startswith("Y a4 {against the rules: IQ223: a4 is taken")
    game = replay(next(read_text(found.draft.text)))
    assert (game.verdict, game.diagnostics[0].code) == ("invalid", "IQ223")
    found.enter("+")  # the game goes on behind it
    assert turns(found)[3] == "P +"
    assert [played.number for played in found.walk.misfits] == [3]


def test_a_turn_that_is_put_right_no_longer_says_that_it_is_against_the_rules() -> None:
    found = session("+", "a4")
    found.enter("a4 {sic}", insist=True)
    found.enter("a5 {sic} {against the rules: IQ223: whatever}", Place("instead", 2))
    assert turns(found)[2] == "Y a5 {sic}"


def test_what_cannot_be_read_cannot_be_insisted_on() -> None:
    found = session("+")
    with pytest.raises(Refused) as refused:
        found.enter("zz9", insist=True)
    assert not refused.value.refusal.insistable


def test_a_turn_can_be_typed_in_parts() -> None:
    found = session(*OPENING, "a6 >C2,C3,V1,C2,V2 *D")
    assert found.walk.open
    assert found.number_and_seat() == (11, "Y")
    found.enter("b4 *C2")
    assert not found.walk.open
    assert turns(found)[-1] == "Y a6 >C2,C3,V1,C2,V2 *D b4 *C2"


def test_a_record_that_stops_within_a_turn_is_taken_up_there() -> None:
    found = session("+", tags=TAGS + "\nR +\nG a4\nY\n")
    assert turns(found) == ["R +", "G a4", "Y +"]


def test_a_remark_alone_goes_to_the_last_turn() -> None:
    found = session("+", "{a slow start} !?")
    assert turns(found) == ["R + {a slow start} !?"]


def test_a_remark_before_the_first_turn_goes_to_the_record() -> None:
    found = session("{Club night}", ">J,D,D,C2,D", "{dealt by Ben}", "+")
    assert found.draft.text == TAGS + "\n{Club night}\n>J,D,D,C2,D {dealt by Ben}\nR +\n"


def test_an_open_comment_is_closed_by_the_end_of_the_line() -> None:
    assert turns(session("+ {well")) == ["R + {well}"]


def test_a_variation_goes_behind_the_last_turn() -> None:
    found = session("+", "a4", "(2. G a5)", "{either way}", "+")
    assert turns(found) == ["R +", "G a4\n    (2. G a5) {either way}", "Y +"]


def test_new_tiles_find_their_place_in_the_turn() -> None:
    found = session(*OPENING, "a6 {full}")
    assert found.unseen_reveal() == 0
    found.set_tiles(">C2,C3,V1,C2,V2")
    assert turns(found)[-1] == "Y a6 >C2,C3,V1,C2,V2 {full}"
    assert found.unseen_reveal() is None


def test_new_tiles_stand_before_what_was_played_after_the_scoring() -> None:
    found = session(*OPENING, "a6 *D b4 *C2")
    found.set_tiles(">C2,C3,V1,C2,V2")
    assert turns(found)[-1] == "Y a6 >C2,C3,V1,C2,V2 *D b4 *C2"


def test_tiles_that_the_box_does_not_hold_are_refused() -> None:
    found = session(*OPENING, "a6")
    with pytest.raises(Refused) as refused:
        found.set_tiles(">V99,C3,V1,C2,V2")
    assert refused.value.refusal.code == "IQ505"


def test_without_strips_turns_are_taken_and_checked_when_the_strips_are_known() -> None:
    found = session("+", "a4", "a4", tags='[Game "Iquazu"]\n[Seats "R G"]\n')
    assert (found.walk.start, found.walk.misfits) == (None, [])
    found.enter('[Strips "3 1 5 2 4"]')
    assert turns(found) == ["R +", "G a4", "R a4"]
    assert [played.number for played in found.walk.misfits] == [3]


def test_without_seats_turns_are_numbered_until_the_colours_are_known() -> None:
    found = session("+", "a4", "+", tags='[Game "Iquazu"]\n[Strips "3 1 5 2 4"]\n')
    assert turns(found) == ["1. +", "2. a4", "3. +"]
    found.delete(0)
    assert turns(found) == ["1. a4", "2. +"]
    found.enter('[Seats "P G"]')
    assert turns(found) == ["P a4", "G +"]
    assert found.walk.misfits == []


def test_a_tag_that_cannot_be_is_refused() -> None:
    found = session("+")
    assert refusal(found, '[Strips "3 1 5 2"]') == "IQ107"
    assert refusal(found, '[Board "nowhere"]') == "IQ105"
    assert refusal(found, "[Strips 3 1 5 2 4]") == ""


def test_a_new_starting_player_moves_every_turn_to_its_seat() -> None:
    found = session("+", "a4")
    found.set_tags({"Seats": "G Y P R"})
    assert turns(found) == ["G +", "Y a4"]


def test_the_board_behind_a_fault_stays_whole() -> None:
    """Whatever is changed, put in or taken out: cards, gems and drops add up afterwards."""
    chance = random.Random(4)
    found = session(*OPENING)
    lines = ["+", "a1", "b2", "c7:WW", "*C2 +", "a4 *D +", "e9", "b1:????", "-WW", "*J d1:WBOO"]
    for _ in range(150):
        at = chance.randrange(len(found.draft.turns))
        where = chance.choice(["instead", "before", "behind"])
        line = chance.choice(lines)
        if chance.random() < 0.25 and len(found.draft.turns) > 5:
            found.delete(at)
        else:
            found.enter(line, Place(where, at), insist=True)  # type: ignore[arg-type]
        for played in found.walk.turns:
            p = played.after
            assert p.pile + sum(p.discards) + sum(map(sum, p.hands)) == 60
            assert min(map(min, [*p.hands, p.pool, p.discards])) >= 0
            assert p.free == [rock.count(-1) for rock in p.rocks]
            assert not p.over or p.first >= 0
