"""The records in `tests/records`, each with the verdict it must get.

A record says what to expect in comments before its moves, one finding to a line:

    ; expect: valid                      or consistent
    ; expect: invalid IQ304 b1:OOWW      the code, and the word the diagnostic points at
    ; expect: warning IQ223 a4

A record has just the errors and warnings it announces, in this order. The word may be left out.
To add a case, add a file; several records may stand in one.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from iquazu_notation import Diagnostic, Record, Replay, read_file, read_text, replay

FOLDER = Path(__file__).parent / "records"
EXPECTED = re.compile(
    r"^; expect: (?:(valid|consistent)|(invalid|warning) (IQ[0-9]{3})(?: (\S.*?))?) *\r?$", re.M
)


@cache
def records(path: Path) -> list[Record]:
    return list(read_file(path))


EVERY = [(path, record) for path in sorted(FOLDER.glob("*.iqn")) for record in records(path)]


CASES = [(path, record.number) for path, record in EVERY]
READABLE = [(path, record.number) for path, record in EVERY if record.readable]
UNREADABLE = [(path, record.number) for path, record in EVERY if not record.readable]


def name(part: object) -> str:
    """The name of a case: `paying-too-much-1` is the first record of that file."""
    return part.stem if isinstance(part, Path) else str(part)


@cache
def game(path: Path, number: int) -> Replay:
    return replay(records(path)[number - 1])


def word_under(found: Diagnostic) -> str:
    assert found.line == found.end_line, "a diagnostic points at one word"
    return found.source.text[found.column - 1 : found.end_column - 1]


def read_back(played: Replay, *, short: bool) -> Replay:
    (again,) = read_text(played.text(short=short), played.record.file)
    return replay(again)


def findings(played: Replay) -> list[tuple[str, str]]:
    return [(found.severity, found.code) for found in played.diagnostics]


def what_happened(played: Replay) -> list[dict[str, object]]:
    """The events without the recorder's notes, which may stand elsewhere in another form."""
    return [event.as_json() for event in played.events if event.type != "note"]


def test_there_are_records_of_every_verdict_and_family_of_codes() -> None:
    announced = [match for path in FOLDER.glob("*.iqn") for match in EXPECTED.findall(_text(path))]
    assert {verdict or kind for verdict, kind, _, _ in announced} == {
        "valid",
        "consistent",
        "invalid",
        "warning",
    }
    assert {code[:3] for _, _, code, _ in announced if code} == {f"IQ{n}" for n in range(6)}


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


@pytest.mark.parametrize(("path", "number"), CASES, ids=name)
def test_a_record_gets_the_verdict_written_in_it(path: Path, number: int) -> None:
    record, played = records(path)[number - 1], game(path, number)
    expected = EXPECTED.findall(record.text)
    verdicts = [verdict or kind for verdict, kind, _, _ in expected if kind != "warning"]
    assert verdicts, f"{path.name}: record {number} does not say what to expect"
    assert played.verdict == verdicts[0], played.diagnostics
    wanted = [(kind, code) for _, kind, code, _ in expected if code]
    kinds = {"error": "invalid", "warning": "warning"}
    found = [each for each in played.diagnostics if each.severity in kinds]
    assert sorted((kinds[each.severity], each.code) for each in found) == sorted(wanted), found
    for kind, word_of in (("invalid", "error"), ("warning", "warning")):
        words = [word for _, each, _, word in expected if each == kind]
        under = [word_under(each) for each in found if each.severity == word_of]
        assert under == [word or there for word, there in zip(words, under, strict=True)]


@pytest.mark.parametrize(("path", "number"), CASES, ids=name)
def test_every_diagnostic_names_its_file_and_a_place_in_it(path: Path, number: int) -> None:
    lines = _text(path).split("\n")
    for found in game(path, number).diagnostics:
        assert found.file == str(path)
        assert 1 <= found.line <= found.end_line <= len(lines)
        assert 1 <= found.column <= len(lines[found.line - 1]) + 1
        assert (found.line, found.column) <= (found.end_line, found.end_column)
        assert found.message


@pytest.mark.parametrize("short", [False, True], ids=["full", "short"])
@pytest.mark.parametrize(("path", "number"), READABLE, ids=name)
def test_formatting_is_idempotent(path: Path, number: int, short: bool) -> None:
    played = game(path, number)
    text = played.text(short=short)
    assert read_back(played, short=short).text(short=short) == text


@pytest.mark.parametrize("short", [False, True], ids=["full", "short"])
@pytest.mark.parametrize(("path", "number"), READABLE, ids=name)
def test_both_forms_read_back_to_the_same_game(path: Path, number: int, short: bool) -> None:
    played = game(path, number)
    again = read_back(played, short=short)
    assert again.id == played.id
    assert again.verdict == played.verdict
    assert findings(again) == findings(played)
    if played.verdict != "invalid":
        assert what_happened(again) == what_happened(played)
        assert (again.totals, again.winners) == (played.totals, played.winners)


@pytest.mark.parametrize(("path", "number"), UNREADABLE, ids=name)
def test_a_record_that_cannot_be_read_stays_as_it_is(path: Path, number: int) -> None:
    played = game(path, number)
    assert played.id is None
    assert played.text().strip() == played.record.text.strip()
