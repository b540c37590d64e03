"""Any bytes are judged, in bounded time and memory, and the laws of judging hold."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from iquazu_notation import Replay
from iquazu_notation.notation.record import Record
from iquazu_notation.replay import replay_wholly
from tests.cli.good_and_bad import GOOD

from . import fuzz
from .mutations import INPUTS, corpus, mutant

ONCE_WRONG = sorted(INPUTS.glob("*.iqn"))


@pytest.mark.parametrize("file", ONCE_WRONG, ids=lambda file: file.stem)
def test_what_was_once_wrong_is_right(file: Path) -> None:
    assert fuzz.complaint(file.read_bytes()) is None


@pytest.mark.parametrize("seed", range(6))
def test_mutants_of_records_keep_the_laws(seed: int) -> None:
    random, seeds = Random(seed), corpus()
    for number in range(60):
        data = mutant(random, seeds)
        wrong = fuzz.complaint(data)
        assert wrong is None, f"seed {seed}, text {number}: {wrong}\n{data[:3000]!r}"


def test_a_law_that_is_broken_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    good = GOOD.encode()
    assert fuzz.complaint(good) is None
    whole, text = replay_wholly, Replay.text

    def with_another_verdict(record: Record) -> Replay:
        found = whole(record)
        found.verdict = "consistent"
        return found

    def with_another_line(self: Replay, *, short: bool = False) -> str:
        return text(self, short=short) + "; again\n"

    def sleeping(*_: object) -> Replay:
        time.sleep(5)
        raise KeyError

    monkeypatch.setattr(fuzz, "replay_wholly", with_another_verdict)
    assert str(fuzz.complaint(good)).startswith("two ways: 'valid' instead of 'consistent'")
    monkeypatch.setattr(fuzz, "replay_wholly", whole)
    monkeypatch.setattr(Replay, "text", with_another_line)
    assert str(fuzz.complaint(good)).startswith("fmt is idempotent")
    monkeypatch.setattr(Replay, "text", text)
    monkeypatch.setattr(fuzz, "SECONDS", 0.2)
    monkeypatch.setattr(fuzz, "replay", sleeping)
    assert str(fuzz.complaint(good)).startswith("slow")
    monkeypatch.setattr(fuzz, "replay", lambda _: dict[str, str]()["no"])
    assert str(fuzz.complaint(good)).startswith("KeyError")


def test_a_text_that_fails_is_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "complaint", lambda data: "two ways: x" if b"a4" in data else None)
    assert fuzz.smaller(GOOD.encode() * 3, "two ways: x") == b"a4"
