"""Codes and their explanations belong together: none is missing, none is left over."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

from iquazu_notation.explain import FAMILIES, explanations

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "iquazu_notation" / "explain"


def codes_in_source() -> set[str]:
    files = [*(ROOT / "iquazu_notation").rglob("*.py"), *(ROOT / "cli").rglob("*.py")]
    return {
        code
        for file in files
        if file.parent != FOLDER
        for code in re.findall(r'"(IQ[0-9]{3})"', file.read_text(encoding="utf-8"))
    }


def rulings() -> set[str]:
    text = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    return set(re.findall(r"^## (I-[0-9]+) ", text, re.MULTILINE))


def test_every_code_in_the_source_has_an_explanation() -> None:
    assert codes_in_source() - explanations().keys() == set()


def test_every_explanation_is_about_a_code_in_the_source() -> None:
    assert explanations().keys() - codes_in_source() == set()


def test_no_code_is_explained_in_two_files() -> None:
    explained = Counter(
        code
        for file in FOLDER.glob("*.toml")
        for code in tomllib.loads(file.read_text(encoding="utf-8"))
    )
    assert [code for code, times in explained.items() if times > 1] == []


def test_every_title_is_a_short_sentence_without_a_final_stop() -> None:
    odd = {
        code: entry.title
        for code, entry in explanations().items()
        if not re.fullmatch(r"[A-Z][^\n]{8,70}[^.!?:\s]", entry.title)
    }
    assert odd == {}


def test_every_text_has_two_to_five_sentences() -> None:
    counts = {
        code: len(re.findall(r"[.!?](?=\s|$)", entry.text))
        for code, entry in explanations().items()
    }
    assert {code: number for code, number in counts.items() if not 2 <= number <= 5} == {}


def test_every_code_belongs_to_a_known_family() -> None:
    assert [code for code in explanations() if code[:3] not in FAMILIES] == []


def test_every_ruling_an_explanation_names_exists() -> None:
    named = {entry.ruling for entry in explanations().values() if entry.ruling is not None}
    assert named - rulings() == set()


def test_examples_are_never_empty_and_never_the_same() -> None:
    for code, entry in explanations().items():
        assert entry.example_bad is None or entry.example_bad.strip(), code
        assert entry.example_good is None or entry.example_good.strip(), code
        assert entry.example_bad is None or entry.example_bad != entry.example_good, code
