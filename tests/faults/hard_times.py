"""Circumstances in which a command has to do its work: streams, disk, memory, the folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Circumstance:
    """What is the matter; `harmless`: what is printed and done must be as if all were well."""

    name: str
    case: dict[str, Any] = field(default_factory=dict)
    harmless: bool = False
    prepare: Callable[[Path], object] = lambda folder: None


GIGABYTE = 1 << 30
NO_MEMORY = "there is no more memory"
HARDLY_ANY_MEMORY = "there are two megabytes more of memory"
DATABASE_CAN_HARDLY_GROW = "the disk is full when the database has grown by 40 kB"

HARD_TIMES = [
    Circumstance("nobody reads standard output", {"stdout": "broken"}),
    Circumstance("standard output is closed", {"stdout": "closed"}),
    Circumstance("standard output lies on a full disk", {"stdout": "full"}),
    Circumstance("nobody reads standard error", {"stderr": "broken"}, harmless=True),
    Circumstance("standard error is closed", {"stderr": "closed"}, harmless=True),
    Circumstance("standard error lies on a full disk", {"stderr": "full"}, harmless=True),
    Circumstance("standard input is closed", {"stdin": "closed"}),
    Circumstance("all streams are closed", dict.fromkeys(("stdin", "stdout", "stderr"), "closed")),
    Circumstance("the disk is full", {"limits": {"RLIMIT_FSIZE": 0}}),
    Circumstance("the disk is full after 100 bytes", {"limits": {"RLIMIT_FSIZE": 100}}),
    Circumstance("the disk is full after 40 kB", {"limits": {"RLIMIT_FSIZE": 40_000}}),
    Circumstance(DATABASE_CAN_HARDLY_GROW, {"limits": {"RLIMIT_FSIZE": 4_250_000}}),
    Circumstance("a gigabyte of memory", {"limits": {"RLIMIT_DATA": GIGABYTE}}, harmless=True),
    Circumstance(NO_MEMORY, {"limits": {"RLIMIT_DATA": -1}}),
    Circumstance(HARDLY_ANY_MEMORY, {"limits": {"RLIMIT_DATA": -(2 << 20)}}),
    Circumstance("the folder is read-only", prepare=lambda folder: folder.chmod(0o555)),
]
