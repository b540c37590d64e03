"""What can't be read: one diagnostic for one mistake, and the rest of the record is kept."""

from __future__ import annotations

import re
import time
import tomllib
from importlib.resources import files
from random import Random

import pytest

from iquazu_notation.games import DIALECTS
from iquazu_notation.notation import recovery
from iquazu_notation.notation.heads import MOST_DIAGNOSTICS
from iquazu_notation.notation.reader import read_text
from iquazu_notation.notation.record import Record
from tests.notation import plausible

HEAD = '[Game "Iquazu"]\n[Seats "R G"]\n'
EXPLAINED = tomllib.loads(files("iquazu_notation.explain").joinpath("reading.toml").read_text())


def only(text: str) -> Record:
    (record,) = read_text(text, dialects=DIALECTS)
    return record


def found(moves: str) -> list[tuple[str, int, int | None]]:
    """Code, column and turn of every diagnostic for these moves."""
    return [(d.code, d.column, d.turn) for d in only(HEAD + moves).diagnostics]


def numbers(moves: str) -> list[int | None]:
    return [turn.number for turn in only(HEAD + moves).turns]


def test_a_bad_word_is_one_diagnostic_and_the_other_turns_are_kept() -> None:
    moves = "1. R +\n2. G xx yy zz\n3. R a4:W\n4. G a5 qq\n5. R +"
    assert found(moves) == [("IQ010", 6, 2), ("IQ010", 9, 4)]
    assert numbers(moves) == [1, 3, 5]


def test_the_message_names_what_could_stand_there() -> None:
    after_number = only(HEAD + "1. x").diagnostics[0].message
    assert "a seat (R, G, Y or P) or a step such as" in after_number
    in_turn = only(HEAD + "1. R x").diagnostics[0].message
    assert "a step such as" in in_turn
    assert "the next turn" in in_turn
    in_setup = only(HEAD + "0. x").diagnostics[0].message
    assert "a deal such as" in in_setup
    assert "the first turn" in in_setup
    in_variation = only(HEAD + "1. R + (1. R x)").diagnostics[0].message
    assert "`)`" in in_variation


def test_turns_are_counted_where_they_are_not_numbered() -> None:
    moves = "R +\nG +\nR xx\nG +\n17. R +\nG yy\n"
    assert found(moves) == [("IQ010", 3, 3), ("IQ010", 3, 18)]


def test_turns_are_counted_from_the_position_a_record_starts_from() -> None:
    record = only(HEAD + '[Position "…/… c 17 G"]\nG +\nR xx')
    assert record.diagnostics[0].turn == 18


def test_the_setup_is_turn_zero_and_does_not_spoil_the_turns() -> None:
    moves = "0. R+WWX G+BO\n1. R +"
    assert found(moves) == [("IQ010", 4, 0)]
    assert numbers(moves) == [1]


def test_a_good_setup_is_kept_beside_a_bad_turn() -> None:
    record = only(HEAD + "{c}\n0. R+WW >\n1. R xx")
    assert record.setup is not None
    assert record.setup.spans is not None
    assert [record.text[slice(*span)] for span in record.setup.spans] == ["R+WW", ">"]


def test_kept_turns_know_their_places() -> None:
    record = only(HEAD + "1. R xx\n2. G a4 {c} (G + (G a5)) 3. R ~")
    text = record.text
    first, second = record.turns
    assert text[slice(*first.head)] == "2. G"
    assert first.spans is not None
    assert [text[slice(*span)] for span in first.spans] == ["a4", "{c}"]
    outer = first.tail[0]
    assert text[slice(*outer.span)] == "(G + (G a5))"  # type: ignore[union-attr]
    inner = outer.turns[0].tail[0]  # type: ignore[union-attr]
    assert text[slice(*inner.span)] == "(G a5)"  # type: ignore[union-attr]
    assert (outer.depth, inner.depth) == (1, 2)  # type: ignore[union-attr]
    assert text[slice(*second.head)] == "3. R"


def test_a_fault_in_a_variation_leaves_its_turn() -> None:
    moves = "1. R + (1. R xx) (1. R yy)\n2. G +"
    assert found(moves) == [("IQ010", 14, 1)]
    assert numbers(moves) == [1, 2]


@pytest.mark.parametrize(
    ("moves", "code", "column", "turn"),
    [
        ("1. R + {never closed\n2. G +", "IQ005", 8, 1),
        ("0. {never closed", "IQ005", 4, 0),
        ("1. R + (1. R {never closed)\n2. G +", "IQ005", 14, 1),
        ("1. R + (1. R +\n2. G +", "IQ006", 8, 1),
        ("1. R + ((((", "IQ006", 8, 1),
        ("1. (R +", "IQ006", 4, 1),
        ("1. R + )\n2. G +", "IQ006", 8, 1),
        ("1. R >C2,)C3", "IQ006", 10, 1),
        ("1. R + }\n2. G +", "IQ009", 8, 1),
        ("1. R + {a {b} 2. G c}\n2. G +", "IQ009", 21, 1),
        ("1. R a4 (1. R +) b4", "IQ011", 18, 1),
        ("1. R a4 (1. R +) !", "IQ011", 18, 1),
        ("1. R 0. +", "IQ011", 6, 1),
        ("a4 1. R +", "IQ011", 1, 0),
        ("0. R+WW !", "IQ011", 9, 0),
        ("(1. R +)", "IQ011", 1, 0),
        ("0. R+WW (1. R +)", "IQ011", 9, 0),
        ("1. R G+WBOO", "IQ012", 6, 1),
        ("1. R a3!", "IQ012", 6, 1),
        ("12.G a4", "IQ012", 1, 12),
        ("1. R @x", "IQ013", 6, 1),
        ("1.", "IQ014", 1, 1),
        ("1. !", "IQ014", 1, 1),
        ("1. {c} R +", "IQ014", 1, 1),
        ("1. R + (1. )", "IQ014", 9, 1),
        ("1. R + ()", "IQ015", 9, 1),
        ("1. R + ({c})", "IQ015", 12, 1),
        ("1. R + ((1. R +))", "IQ015", 9, 1),
        ("1. R + (a4)", "IQ015", 9, 1),
    ],
)
def test_one_mistake_gives_one_diagnostic(moves: str, code: str, column: int, turn: int) -> None:
    assert found(moves) == [(code, column, turn)]


def test_a_tag_among_the_moves_is_told_to_come_first() -> None:
    moves = '1. R +\n[Red "Anna"]\n[Green "Ben"]\n    ~\n2. G +'
    record = only(HEAD + moves)
    (diagnostic,) = record.diagnostics
    assert (diagnostic.code, diagnostic.line, diagnostic.end_column) == ("IQ021", 4, 13)
    assert "first" in diagnostic.message
    assert [len(turn.items) for turn in record.turns] == [2, 1]


def test_each_bad_tag_is_one_diagnostic_and_the_moves_are_read() -> None:
    record = only('[Game "Iquazu"]\n[Red Anna]\n[Green "Ben"]\n[Yellow "C]\n1. R +\n2. G xx')
    assert [(d.code, d.line, d.turn) for d in record.diagnostics] == [
        ("IQ020", 2, None),
        ("IQ020", 4, None),
        ("IQ010", 6, 2),
    ]
    assert record.tags == {"Game": "Iquazu", "Green": "Ben"}
    assert len(record.turns) == 1


def test_a_line_between_tags_that_is_none_is_a_bad_tag() -> None:
    record = only('[Game "Iquazu"]\nRed: Anna\n[Seats "R G"]\n1. R +')
    assert [(d.code, d.line) for d in record.diagnostics] == [("IQ020", 2)]
    assert record.tags["Seats"] == "R G"


def test_moves_between_tags_are_moves() -> None:
    record = only('[Game "Iquazu"]\n1. R +\n[Seats "R G"]\n2. G +')
    assert [(d.code, d.line) for d in record.diagnostics] == [("IQ021", 3)]
    assert len(record.turns) == 2


def test_a_damaged_game_tag_does_not_stop_the_reading_if_it_names_the_game() -> None:
    record = only("[Game “Iquazu”]\n1. R +\n2. G xx")
    assert [d.code for d in record.diagnostics] == ["IQ020", "IQ010"]
    assert record.diagnostics[0].help == 'write `[Game "Iquazu"]`: quotes are straight: `"`'
    assert [d.code for d in only("[Game Chess]\n1. e4").diagnostics] == ["IQ020"]


def test_fifty_variations_inside_each_other_are_read_and_fifty_one_are_not() -> None:
    nested = "1. R + " + "(1. R + " * 50 + ")" * 50
    assert found(nested) == []
    deeper = "1. R + " + "(1. R + " * 51 + ")" * 51 + "\n2. G +"
    assert found(deeper) == [("IQ007", 8 + 50 * 8, 1)]
    assert numbers(deeper) == [1, 2]


@pytest.mark.parametrize(
    "moves",
    [
        "1. R + " + "(1. R + " * 4_000 + ")" * 4_000,
        "1. R + " + "(1. R + " * 4_000,
        "1. R " + "(" * 10_000,
    ],
)
def test_thousands_of_nested_variations_are_one_diagnostic(moves: str) -> None:
    started = time.perf_counter()
    record = only(HEAD + moves)
    assert [d.code for d in record.diagnostics] == ["IQ007"]
    assert len(record.turns) == 1
    assert time.perf_counter() - started < 10


def test_after_two_hundred_diagnostics_reading_stops() -> None:
    for text in [HEAD + "1. x\n" * 1000, HEAD + "1. R )\n" * 1000, HEAD + "[A b]\n" * 1000]:
        record = only(text)
        assert len(record.diagnostics) == MOST_DIAGNOSTICS + 1
        assert record.diagnostics[-1].code == "IQ008"
        assert record.diagnostics[-1].line == 3 + MOST_DIAGNOSTICS


def test_a_long_unreadable_word_is_quoted_in_part() -> None:
    (diagnostic,) = only(HEAD + "1. R " + "x" * 100_000).diagnostics
    assert len(diagnostic.message) < 300
    assert diagnostic.end_column - diagnostic.column == 100_000


def test_no_refusal_is_without_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery, "recover", lambda record, dialect: None)
    assert found("1. R xx") == [("IQ010", 6, None)]


@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_damaged_every_refusal_has_its_reason(seed: int) -> None:
    random = Random(seed)
    for _ in range(1000):
        text = plausible.damaged(random, plausible.record(random, turns=random.randint(0, 4)))
        for record in read_text(text, dialects=DIALECTS):
            places = [(d.line, d.column) for d in record.diagnostics]
            assert places == sorted(set(places)), text
            for diagnostic in record.diagnostics:
                assert diagnostic.code in EXPLAINED
                assert record.line <= diagnostic.line <= record.line + record.text.count("\n")
                assert diagnostic.severity == "error"
            if record.located.readable:
                # What was read without a word of complaint says everything there is.
                turns = [record.located.setup, *record.located.turns]
                words = sum(len(turn.items) for turn in turns if turn)
                heads = sum(
                    1 for turn in turns if turn for _ in re.findall(r"\S+", _head(record, turn))
                )
                tags = len(record.tags)
                assert words + heads + tags == _count_words(record.text), text


def _head(record: Record, turn: object) -> str:
    start, end = turn.head  # type: ignore[attr-defined]
    return record.text[start:end]


def _count_words(text: str) -> int:
    """Words, comments and tags, counted without the grammar; variations are not in these texts."""
    tokens = re.findall(r"(?m)^\[[^\n]*\]|\{[^}]*\}|;[^\n]*|[^ \t\r\n(){};]+", text)
    return len(tokens)


@pytest.mark.parametrize("code", sorted(EXPLAINED))
def test_every_code_is_explained_with_examples_that_hold(code: str) -> None:
    entry = EXPLAINED[code]

    def codes(example: str) -> set[str]:
        text = example.lstrip("\n")
        text = HEAD + text if text[0].isdigit() else text
        records = read_text(text, dialects=DIALECTS)
        return {diagnostic.code for record in records for diagnostic in record.diagnostics}

    assert len(entry["title"]) < 60
    assert len(entry["text"].split()) > 20
    if code in ("IQ003", "IQ004", "IQ007", "IQ008", "IQ016"):  # can't be shown in a short text
        assert set(entry) == {"title", "text"}
    else:
        assert codes(entry["example_bad"]) == {code}
        assert codes(entry["example_good"]) == set()


def test_every_code_the_reader_can_give_is_explained() -> None:
    given = set()
    for name in (
        "describing",
        "heads",
        "limits",
        "reader",
        "recovery",
        "slips",
        "unreadable",
        "dialect",
    ):
        source = files("iquazu_notation.notation").joinpath(f"{name}.py").read_text()
        given |= set(re.findall(r'"(IQ[0-9]{3})"', source))
    assert given == set(EXPLAINED)
