"""What the tests of transcribing share: a desk with a game on it, closed when the test ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from iquazu_notation.transcribing.clock import Clock
from iquazu_notation.transcribing.desk import Desk
from iquazu_notation.transcribing.taking_up import take_up

TAGS = '[Game "Iquazu"]\n[Strips "3 1 5 2 4"]\n[Seats "R G Y P"]\n'
# The game of the manual's first page, up to the turn that scores rock a.
OPENING = [">J,D,D,C2,D", "+", "a4", "a2", "c7:WWBB", "b7:WWOO", "a5", "b5", "+", "a7", "+"]

OpenDesk = Callable[..., Desk]


@pytest.fixture
def night(tmp_path: Path) -> Path:
    return tmp_path / "night.iqn"


@pytest.fixture
def open_desk(night: Path) -> Iterator[OpenDesk]:
    """Sit down at a file: with this content, and these lines entered."""
    desks: list[Desk] = []

    def call(
        content: str | None = TAGS,
        *lines: str,
        record: int | None = None,
        new: bool = False,
        me: str | None = None,
        clock: Clock | None = None,
    ) -> Desk:
        if content is not None:
            night.write_bytes(content.encode())
        desk = Desk(take_up(night, record, new=new), me=me, clock=clock)
        desks.append(desk)
        for line in lines:
            reply = desk.enter(line)
            assert reply.ok, (line, reply.refusal)
        return desk

    yield call
    for desk in desks:
        desk.close()
