"""Files replaced whole or not at all, and what killed programs leave behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from iquazu_notation.notation import drafts
from iquazu_notation.notation.drafts import ChangedMeanwhile, fingerprint, replacing, workspace
from iquazu_notation.notation.files import CannotWrite


@pytest.fixture(autouse=True)
def nothing_swept_yet() -> None:
    drafts._swept.clear()


def names_in(folder: Path) -> list[str]:
    return [entry.name for entry in folder.iterdir()]


@pytest.mark.parametrize("name", ["packed", "draft", "lock", "new.duckdb", "-", "a b.iqn"])
def test_no_name_of_a_file_can_meet_that_of_its_draft(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(b"old")
    with replacing(file) as out:
        out.write(b"new")
    assert file.read_bytes() == b"new"
    assert names_in(tmp_path) == [name]


def test_a_file_that_is_not_empty_is_never_replaced_by_an_empty_one(tmp_path: Path) -> None:
    file = tmp_path / "night.iqn"
    file.write_bytes(b"old")
    with pytest.raises(CannotWrite, match="left as it is: it would become empty"), replacing(file):
        pass
    assert file.read_bytes() == b"old"


def test_what_others_wrote_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "night.iqn"
    file.write_bytes(b"old")

    def write() -> None:
        with replacing(file, fingerprint(file)) as out:
            out.write(b"new")
            file.write_bytes(b"theirs")

    with pytest.raises(ChangedMeanwhile):
        write()
    assert file.read_bytes() == b"theirs"
    assert names_in(tmp_path) == ["night.iqn"]


def test_a_link_stays_a_link_and_the_file_keeps_its_mode(tmp_path: Path) -> None:
    file, link = tmp_path / "real.iqn", tmp_path / "link.iqn"
    file.write_bytes(b"old")
    file.chmod(0o640)
    link.symlink_to(file)
    with replacing(link) as out:
        out.write(b"new")
    assert link.is_symlink()
    assert file.read_bytes() == b"new"
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_new_file_gets_the_mode_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "usual").write_bytes(b"")
    with replacing(tmp_path / "new") as out:
        out.write(b"new")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_an_error_while_writing_leaves_the_file_and_no_draft(tmp_path: Path) -> None:
    file = tmp_path / "night.iqn"
    file.write_bytes(b"old")

    def write() -> None:
        with replacing(file) as out:
            out.write(b"half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write()
    assert file.read_bytes() == b"old"
    assert names_in(tmp_path) == ["night.iqn"]


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with replacing(pipe) as out:
            out.write(b"through")
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


KEEPS_A_WORKSPACE = """
import sys, time
from pathlib import Path
from iquazu_notation.notation.drafts import DRAFT, workspace
with workspace(Path(sys.argv[1])) as folder:
    (folder / DRAFT).write_text("half")
    print("ready", flush=True)
    time.sleep(60)
"""


def keeper(folder: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", KEEPS_A_WORKSPACE, str(folder)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_what_a_killed_program_left_is_swept_and_what_a_living_one_uses_is_not(
    tmp_path: Path,
) -> None:
    living, killed = keeper(tmp_path), keeper(tmp_path)
    killed.send_signal(signal.SIGKILL)
    killed.wait(10)
    try:
        assert len(list(tmp_path.glob(".iquazu-*"))) == 2
        with workspace(tmp_path):
            pass
        (left,) = tmp_path.glob(".iquazu-*")
        assert (left / "draft").read_text() == "half"
    finally:
        living.kill()
        living.wait(10)
    for process in (living, killed):
        assert process.stdout is not None
        process.stdout.close()


def test_a_folder_of_somebody_else_is_never_swept(tmp_path: Path) -> None:
    theirs = tmp_path / ".iquazu-mine"
    theirs.mkdir()
    (theirs / "lock").write_text("")
    (theirs / "my games.iqn").write_text("precious")
    with workspace(tmp_path):
        pass
    assert (theirs / "my games.iqn").read_text() == "precious"
