"""Unseen cards: the moment the record becomes impossible, and the likely turn."""

from __future__ import annotations

import threading

from iquazu_notation.transcribing.judging import Judge, Judgement, judge

from .slipped import SHOWS, WARNING, slipped


def test_a_slip_with_everything_unseen_is_found_the_moment_it_becomes_impossible() -> None:
    before = judge(slipped(SHOWS - 1))
    assert (before.verdict, before.warning) == ("consistent", None)
    found = judge(slipped(SHOWS))
    assert (found.verdict, found.warning) == ("invalid", WARNING)


def test_cards_that_a_seat_must_hold_are_told() -> None:
    tags = '[Game "Iquazu"]\n[Strips "3 1 5 2 4"]\n[Seats "R G"]\n'
    assert judge(tags + "R+WWBO\nR +\n").certain["R"] == "WWBO"


def test_the_judge_answers_for_the_newest_question_only() -> None:
    answers: list[tuple[int, Judgement]] = []
    done = threading.Event()

    def told(version: int, found: Judgement) -> None:
        answers.append((version, found))
        if version == 30:
            done.set()

    judging = Judge(told)
    for version in range(31):
        judging.ask(version, slipped(SHOWS - 1))
    assert done.wait(30)
    judging.stop()
    assert answers[-1][0] == 30
    assert len(answers) < 31
