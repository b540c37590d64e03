"""Nothing is lost, and nothing of others is overwritten."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from iquazu_notation.transcribing.keeping import CannotKeep, ChangedByOthers, Keeper
from iquazu_notation.transcribing.taking_up import CannotTakeUp, take_up

from .conftest import OPENING, TAGS, OpenDesk

FINISHED = TAGS.replace("[Seats", '[Termination "abandoned"]\n[Seats').replace(
    'P"]\n', 'P"]\n\nR +   ; odd blanks,  kept\r\n'
)


def test_each_accepted_line_is_on_disk_before_the_next(open_desk: OpenDesk, night: Path) -> None:
    desk = open_desk()
    for line in OPENING:
        assert desk.enter(line).ok
        assert night.read_text() == desk.session.draft.text
    assert night.read_text().splitlines()[-1] == "G +"


def test_a_refused_line_leaves_the_file_as_it_is(open_desk: OpenDesk, night: Path) -> None:
    desk = open_desk(TAGS, "+")
    before = night.read_bytes()
    assert not desk.enter("zz").ok
    assert night.read_bytes() == before


def test_a_new_game_makes_no_file_before_something_is_known(
    open_desk: OpenDesk, night: Path
) -> None:
    desk = open_desk(None)
    desk.enter("")
    assert not night.exists()
    desk.enter("R G")
    assert night.read_text() == '[Game "Iquazu"]\n[Seats "R G"]\n'


def test_opening_a_file_does_not_change_it(open_desk: OpenDesk, night: Path) -> None:
    content = "\ufeff" + TAGS.replace("\n", "\r\n") + "\r\nR + ; hm"
    desk = open_desk(content)
    assert night.read_bytes() == content.encode()
    desk.enter("a4")
    assert night.read_bytes() == (content + "\r\nG a4\r\n").encode()


@pytest.mark.parametrize("record", [1, 2, 3])
def test_the_other_records_stay_byte_for_byte(
    open_desk: OpenDesk, night: Path, record: int
) -> None:
    parts = [
        "{before}\n" + TAGS + "\nR +\n\n\n",
        TAGS.replace("\n", "\r\n") + "\r\nR +\r\nG zz9 {can't be read}\r\n"
        if record != 2
        else TAGS + "R +\n\n",
        TAGS + "R +",
    ]
    desk = open_desk("".join(parts), record=record)
    assert desk.enter("a4").ok
    part = parts[record - 1]
    parts[record - 1] = part.rstrip() + "\nG a4\n" + part[len(part.rstrip()) + 1 :]
    assert night.read_bytes() == "".join(parts).encode()


def test_without_a_number_the_last_unfinished_record_goes_on(open_desk: OpenDesk) -> None:
    open_game = TAGS + "\nR +\n\n"
    assert open_desk(open_game + open_game + FINISHED).record == 2
    assert open_desk(open_game + FINISHED).record == 1


def test_a_new_game_is_put_behind_finished_ones(open_desk: OpenDesk, night: Path) -> None:
    desk = open_desk(FINISHED)
    assert (desk.record, desk.question and desk.question.key) == (2, "players")
    desk.enter("Anna red, Ben green")
    names = '[Seats "R G"]\n[Red "Anna"]\n[Green "Ben"]\n'
    assert night.read_bytes() == (FINISHED + '\r\n[Game "Iquazu"]\n' + names).encode()


def test_new_begins_another_game_though_one_is_not_finished(open_desk: OpenDesk) -> None:
    assert open_desk(TAGS + "\nR +\n", new=True).record == 2


def test_a_record_that_can_not_be_read_is_named_with_its_line(night: Path) -> None:
    night.write_text(TAGS + "\nR +\n\n" + TAGS + "\nR zz\n")
    with pytest.raises(CannotTakeUp, match=r"record 2 of .* line 11, IQ010"):
        take_up(night, 2)
    with pytest.raises(CannotTakeUp, match="holds 2 records: there is no record 3"):
        take_up(night, 3)


def test_a_change_by_someone_else_is_noticed_and_not_overwritten(
    open_desk: OpenDesk, night: Path
) -> None:
    desk = open_desk(TAGS, "+")
    theirs = night.read_text() + "G a5\n"
    night.write_text(theirs)
    reply = desk.enter("a4")
    assert reply.refusal is not None
    assert "changed by someone else" in reply.refusal.message
    assert night.read_text() == theirs
    assert len(desk.session.draft.turns) == 1  # not accepted, since it is not on disk
    assert desk.enter("/reload").ok
    assert desk.session.draft.text == theirs
    assert desk.enter("a4").ok


def test_a_change_by_someone_else_can_be_overwritten_on_purpose(
    open_desk: OpenDesk, night: Path
) -> None:
    desk = open_desk(TAGS, "+")
    night.write_text("something else")
    assert not desk.enter("a4").ok
    assert desk.enter("/overwrite").ok
    assert desk.enter("a4").ok
    assert night.read_text() == TAGS + "\nR +\nG a4\n"


def test_a_file_that_vanished_is_noticed(open_desk: OpenDesk, night: Path) -> None:
    desk = open_desk(TAGS, "+")
    night.unlink()
    assert not desk.enter("a4").ok
    other = night.with_name("other.iqn")
    assert desk.enter(f"/saveas {other}").ok
    assert desk.enter("a4").ok
    assert other.read_text() == TAGS + "\nR +\nG a4\n"


def test_undo_that_can_not_be_kept_is_not_done(open_desk: OpenDesk, night: Path) -> None:
    desk = open_desk(TAGS, "+", "a4")
    night.write_text("theirs")
    assert not desk.enter("/undo").ok
    assert len(desk.session.draft.turns) == 2
    assert not desk.enter("/redo").ok


@pytest.mark.parametrize("fails", ["replace", "fsync"])
def test_a_disk_that_fails_leaves_the_old_file_and_says_so(
    open_desk: OpenDesk, night: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    desk = open_desk(TAGS, "+")
    before = night.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path if fails == "replace" else os, fails, full)
    reply = desk.enter("a4")
    assert reply.refusal is not None
    assert "the disk is full" in reply.refusal.message
    assert night.read_bytes() == before
    assert list(night.parent.glob(".iquazu-*")) == []
    monkeypatch.undo()
    assert desk.enter("a4").ok


def test_the_file_keeps_its_mode_and_a_link_stays_a_link(night: Path) -> None:
    real = night.with_name("real.iqn")
    real.write_text(TAGS)
    real.chmod(0o640)
    night.symlink_to(real)
    keeper = Keeper(night)
    keeper.keep(TAGS + "\nR +\n")
    keeper.close()
    assert night.is_symlink()
    assert real.read_text().endswith("R +\n")
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_disk_that_is_full_from_the_start_is_told_with_the_first_turn(
    night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    monkeypatch.setattr(os, "fsync", full)
    keeper = Keeper(night)
    assert keeper.taken_by is None
    with pytest.raises(CannotKeep, match=r"night\.iqn can't be written: the disk is full"):
        keeper.keep(TAGS)
    keeper.close()


def test_a_second_transcriber_is_told_who_was_first(night: Path) -> None:
    first = Keeper(night)
    second = Keeper(night)
    assert (first.taken_by, second.taken_by) == (None, str(os.getpid()))
    second.close()
    first.close()
    third = Keeper(night)
    assert third.taken_by is None
    third.close()
    assert list(night.parent.iterdir()) == []


def test_a_killed_transcriber_keeps_nobody_out_and_its_leftovers_go(night: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path\n"
        "from iquazu_notation.transcribing.keeping import Keeper\n"
        "keeper = Keeper(Path(sys.argv[1]))\n"
        "os.fsync = lambda handle: os.kill(os.getpid(), 9)\n"
        "keeper.keep('half a turn')"
    )
    subprocess.run([sys.executable, "-c", code, str(night)], check=False)
    assert list(night.parent.glob(".iquazu-*")) != []
    keeper = Keeper(night)
    assert keeper.taken_by is None
    keeper.keep("a turn")
    keeper.close()
    assert [file.name for file in night.parent.iterdir()] == ["night.iqn"]


def test_compressed_files_and_folders_are_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CannotKeep, match="unpack it first"):
        Keeper(tmp_path / "night.iqn.gz")
    with pytest.raises(CannotKeep, match="is a folder"):
        Keeper(tmp_path)


def test_keeping_compares_what_lies_on_disk(night: Path) -> None:
    keeper = Keeper(night)
    keeper.keep("one")
    night.write_text("two")
    with pytest.raises(ChangedByOthers):
        keeper.keep("three")
    assert night.read_text() == "two"
    keeper.close()
