"""Hostile things, each made in a folder of good ones, for an ordinary user to meet."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

from tests.cli.good_and_bad import GOOD

Make = Callable[[Path], str | bytes]


def unreadable_folder(folder: Path) -> str:
    (folder / "shut").mkdir()
    (folder / "shut" / "a.iqn").write_text(GOOD)
    (folder / "shut").chmod(0o000)
    return "shut"


def folder_that_can_be_listed_only(folder: Path) -> str:
    (folder / "semi").mkdir()
    (folder / "semi" / "a.iqn").write_text(GOOD)
    (folder / "semi").chmod(0o444)
    return "semi"


def file_in_a_folder_that_can_not_be_entered(folder: Path) -> str:
    folder_that_can_be_listed_only(folder)
    return "semi/a.iqn"


def unreadable_file(folder: Path) -> str:
    (folder / "shut.iqn").write_text(GOOD)
    (folder / "shut.iqn").chmod(0o000)
    return "shut.iqn"


def read_only_folder(folder: Path) -> str:
    (folder / "fixed").mkdir()
    (folder / "fixed" / "a.iqn").write_text(GOOD.replace("1. R", "1.  R"))
    (folder / "fixed").chmod(0o555)
    return "fixed/a.iqn"


def new_file_in_a_read_only_folder(folder: Path) -> str:
    read_only_folder(folder)
    return "fixed/new.iqn"


def link_to_itself(folder: Path) -> str:
    (folder / "loop.iqn").symlink_to("loop.iqn")
    return "loop.iqn"


def link_to_nothing(folder: Path) -> str:
    (folder / "gone.iqn").symlink_to("nowhere/at-all.iqn")
    return "gone.iqn"


def pipe(folder: Path) -> str:
    """A pipe whose writer hangs up as soon as somebody reads."""
    path = folder / "pipe.iqn"
    os.mkfifo(path)
    path.chmod(0o666)

    def hang_up() -> None:
        os.close(os.open(path, os.O_WRONLY))

    threading.Thread(target=hang_up, daemon=True).start()
    return "pipe.iqn"


def folder(folder: Path) -> str:
    (folder / "empty").mkdir()
    return "empty"


def path_through_a_file(_folder: Path) -> str:
    return "good.iqn/inside.iqn"


def empty_name(_folder: Path) -> str:
    return ""


def name_that_begins_with_a_dash(folder: Path) -> str:
    (folder / "-rf.iqn").write_text(GOOD)
    return "./-rf.iqn"


def unknown_option(_folder: Path) -> str:
    return "--rf.iqn"


def name_with_escapes(folder: Path) -> str:
    name = "no\x1b]0;owned\x07\x1b[31m[bold].iqn"
    (folder / name).write_text(GOOD)
    return name


def missing_name_with_escapes(_folder: Path) -> str:
    return "none\x1b]0;owned\x07[red].iqn"


def name_that_is_not_utf8(folder: Path) -> bytes:
    (folder / os.fsdecode(b"n\xffght.iqn")).write_text(GOOD)
    return b"n\xffght.iqn"


def name_of_5000_characters(_folder: Path) -> str:
    return "x" * 5000


def path_of_5000_characters(_folder: Path) -> str:
    return "x/" * 2500


def nul_bytes(folder: Path) -> str:
    (folder / "nul.iqn").write_bytes(GOOD.encode() + b"3. R \0\0\n" + b"\0" * 5000)
    return "nul.iqn"


def lone_surrogates(folder: Path) -> str:
    (folder / "lone.iqn").write_bytes(GOOD.encode() + b"{\xed\xa0\x80}\n")
    return "lone.iqn"


def no_text_at_all(folder: Path) -> str:
    (folder / "junk.iqn").write_bytes(bytes(range(256)) * 64)
    return "junk.iqn"


def empty_file(folder: Path) -> str:
    (folder / "empty.iqn").write_bytes(b"")
    return "empty.iqn"


HOSTILE: list[Make] = [
    unreadable_folder,
    folder_that_can_be_listed_only,
    file_in_a_folder_that_can_not_be_entered,
    unreadable_file,
    read_only_folder,
    new_file_in_a_read_only_folder,
    link_to_itself,
    link_to_nothing,
    pipe,
    folder,
    path_through_a_file,
    empty_name,
    name_that_begins_with_a_dash,
    unknown_option,
    name_with_escapes,
    missing_name_with_escapes,
    name_that_is_not_utf8,
    name_of_5000_characters,
    path_of_5000_characters,
    nul_bytes,
    lone_surrogates,
    no_text_at_all,
    empty_file,
]
