from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

from tests.cli.good_and_bad import GOOD, SLIP
from tests.conftest import Iquazu

TABLE = (files("iquazu_notation.samples") / "at-the-table.iqn").read_text(encoding="utf-8")


def test_infer_lists_the_least_and_most_of_each_colour(iquazu: Iquazu) -> None:
    outcome = iquazu("infer", "-", "--turn", "20", stdin=TABLE)
    assert outcome.code == 0
    assert "Hands after turn 20" in outcome.out
    assert all(seat in outcome.out for seat in ("R●", "G■", "Y▲"))


def test_infer_says_what_is_certain(iquazu: Iquazu) -> None:
    outcome = iquazu("infer", "-", stdin=TABLE)
    assert "held at least" in outcome.out


def test_infer_json_has_bounds_that_add_up(iquazu: Iquazu) -> None:
    out = iquazu("infer", "-", "--turn", "30", "--odds", "--format", "json", stdin=TABLE).out
    document = json.loads(out)
    assert document["schema"] == "iquazu.infer/1"
    for hand in document["hands"]:
        assert sum(hand["least"].values()) <= hand["size"] <= sum(hand["most"].values())
        assert len(hand["certain"]) == sum(hand["least"].values())
    odds = document["odds"]
    assert odds["method"] == "counted"
    for chances in odds["hands"].values():
        assert abs(sum(chances.values()) - 1) < 1e-9


def test_a_known_record_has_nothing_to_infer(iquazu: Iquazu) -> None:
    assert "every hand is known" in iquazu("infer", "-", stdin=GOOD).out


def test_an_invalid_record_is_explained_instead(iquazu: Iquazu) -> None:
    outcome = iquazu("infer", "-", stdin=SLIP)
    assert outcome.code == 1
    assert "IQ304" in outcome.err


def test_fmt_infer_fills_what_can_only_be_one_thing(iquazu: Iquazu, tmp_path: Path) -> None:
    file = tmp_path / "night.iqn"
    file.write_text(TABLE)
    outcome = iquazu("fmt", "--infer", file)
    assert outcome.code == 0
    assert file.read_text() != TABLE
    assert iquazu("validate", file, "-q").code == 0
    assert iquazu("fmt", "--infer", "--check", file).code == 0  # all was filled the first time


def test_replay_shows_certain_cards_apart_from_open_ones(iquazu: Iquazu) -> None:
    out = iquazu("replay", "-", "--turn", "20", stdin=TABLE).out
    hands = [line for line in out.split("\n") if "greedy" in line and "?" in line]
    assert any("(" in line and ")" in line for line in hands)


def test_a_turn_the_record_does_not_have_is_said_plainly(iquazu: Iquazu) -> None:
    outcome = iquazu("infer", "-", "--turn", "900", stdin=TABLE)
    assert outcome.code == 2
    assert "there is no turn 900" in outcome.err
