from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.good_and_bad import GOOD, SLIP
from tests.conftest import Iquazu

FIELDS = [
    *("file", "record", "line", "game", "id", "verdict", "complete", "turns", "totals"),
    *("winners", "diagnostics"),
]


def test_a_good_record_gets_exit_code_0_and_one_line(iquazu: Iquazu, tmp_path: Path) -> None:
    (tmp_path / "night.iqn").write_text(GOOD)
    outcome = iquazu("validate", tmp_path / "night.iqn")
    assert outcome.code == 0
    assert outcome.out.startswith("valid  ")
    assert len(outcome.out.splitlines()) == 1


def test_an_invalid_record_gets_exit_code_1_and_shows_the_word(
    iquazu: Iquazu, tmp_path: Path
) -> None:
    file = tmp_path / "night.iqn"
    file.write_text(SLIP)
    outcome = iquazu("validate", file)
    assert outcome.code == 1
    assert f"{file}:7:6: error IQ304" in outcome.out
    assert "7 | 1. R a4:WB\n  |      ^^^^^" in outcome.out
    assert (
        "= help: a4 costs 1 white here; Red holds WWBO: a4:W is the only way to pay" in outcome.out
    )
    assert outcome.err == ""


def test_a_missing_file_among_many_is_reported_and_the_others_are_checked(
    iquazu: Iquazu, tmp_path: Path
) -> None:
    (tmp_path / "b.iqn").write_text(GOOD)
    outcome = iquazu("validate", tmp_path / "a.iqn", tmp_path / "b.iqn")
    assert outcome.code == 2
    assert "a.iqn: there is no such file" in outcome.err
    assert "valid  " in outcome.out


def test_a_folder_means_every_record_file_below_it(iquazu: Iquazu, tmp_path: Path) -> None:
    (tmp_path / "deep" / "deeper").mkdir(parents=True)
    (tmp_path / "a.iqn").write_text(GOOD)
    (tmp_path / "deep" / "deeper" / "b.iqn").write_text(SLIP)
    (tmp_path / "notes.txt").write_text("not a record")
    outcome = iquazu("validate", tmp_path)
    assert outcome.code == 1
    assert "2 records: 1 valid, 1 invalid" in outcome.out


def test_a_folder_without_records_is_said_plainly_with_exit_code_2(
    iquazu: Iquazu, tmp_path: Path
) -> None:
    outcome = iquazu("validate", tmp_path)
    assert outcome.code == 2
    assert "there is no .iqn file in" in outcome.err


def test_standard_input_is_called_dash(iquazu: Iquazu) -> None:
    outcome = iquazu("validate", "-", "--format", "json", stdin=GOOD)
    assert json.loads(outcome.out)["records"][0]["file"] == "-"
    assert outcome.code == 0


def test_json_has_the_published_fields_in_their_order(iquazu: Iquazu) -> None:
    outcome = iquazu("validate", "-", "--format", "json", stdin=GOOD + "\n" + SLIP)
    document = json.loads(outcome.out)
    assert document["schema"] == "iquazu.validate/1"
    good, slip = document["records"]
    assert list(good) == FIELDS
    assert good["verdict"] == "valid"
    assert good["totals"] == {"R": 0, "G": 0}
    assert good["winners"] is None
    assert len(good["id"]) == 64
    assert (slip["record"], slip["line"], slip["verdict"], slip["turns"]) == (2, 10, "invalid", 0)
    diagnostic = slip["diagnostics"][0]
    assert diagnostic == {
        "code": "IQ304",
        "severity": "error",
        "file": "-",
        "line": 16,
        "column": 6,
        "end_line": 16,
        "end_column": 11,
        "turn": 1,
        "ruling": "I-6",
        "message": diagnostic["message"],
        "help": "a4 costs 1 white here; Red holds WWBO: a4:W is the only way to pay",
    }


def test_jsonl_prints_one_record_a_line_with_its_schema(iquazu: Iquazu) -> None:
    outcome = iquazu("validate", "-", "--format", "jsonl", stdin=GOOD + "\n" + SLIP)
    lines = [json.loads(line) for line in outcome.out.splitlines()]
    assert [line["schema"] for line in lines] == ["iquazu.validate/1"] * 2
    assert [list(line)[1:] for line in lines] == [FIELDS, FIELDS]


def test_github_format_marks_the_place_and_keeps_to_one_line(
    iquazu: Iquazu, tmp_path: Path
) -> None:
    (tmp_path / "night.iqn").write_text(SLIP)
    outcome = iquazu("validate", tmp_path / "night.iqn", "--format", "github")
    assert outcome.out.startswith("::error file=")
    assert ",line=7,col=6,endLine=7,endColumn=10,title=IQ304::" in outcome.out
    assert len(outcome.out.splitlines()) == 1


def test_quiet_says_nothing_about_good_records(iquazu: Iquazu) -> None:
    assert iquazu("validate", "-", "-q", stdin=GOOD).out == ""


def test_piped_output_has_no_colour(iquazu: Iquazu) -> None:
    assert "\x1b" not in iquazu("validate", "-", stdin=SLIP).out


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("empty", b""),
        ("binary junk", bytes(range(256)) * 40),
        ("UTF-16", GOOD.encode("utf-16")),
        ("Latin-1", GOOD.encode() + "{Jürgen}".encode("latin-1")),
        ("unclosed comment", (GOOD + "{never closed").encode()),
        ("nested variations", (GOOD + "(" * 10_000).encode()),
        ("closed nested variations", (GOOD + "(2. G + " * 10_000 + ")" * 10_000).encode()),
        ("a tag twice", GOOD.replace('[Seats "R G"]', '[Seats "R G"]\n[Seats "R G"]').encode()),
        ("no Seats", GOOD.replace('[Seats "R G"]\n', "").encode()),
        ("no Game", GOOD.replace('[Game "Iquazu"]\n', "").encode()),
        ("unknown board", GOOD.replace("reference", "nowhere").encode()),
        ("a board that is a path", GOOD.replace("reference", "../../etc/passwd").encode()),
    ],
)
def test_bad_input_gets_a_diagnostic_and_exit_code_1(
    iquazu: Iquazu, name: str, data: bytes
) -> None:
    outcome = iquazu("validate", "-", stdin=data)
    assert outcome.code == 1, name
    assert "error IQ" in outcome.out
    assert "Traceback" not in outcome.out + outcome.err


def test_a_line_of_fifty_megabytes_is_refused_in_bounded_memory(
    iquazu: Iquazu, tmp_path: Path
) -> None:
    import tracemalloc

    file = tmp_path / "long.iqn"
    with file.open("wb") as out:
        out.write(b'[Game "Iquazu"]\n')
        for _ in range(50):
            out.write(b"a" * (1 << 20))
        out.write(b"\n" + GOOD.encode())
    tracemalloc.start()
    outcome = iquazu("validate", file)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert outcome.code == 1
    assert "error IQ004" in outcome.out
    assert "valid  " in outcome.out  # the record behind it is read all the same
    assert most < 25 << 20


def test_a_file_that_may_not_be_read_is_exit_code_2(iquazu: Iquazu, tmp_path: Path) -> None:
    bad = tmp_path / "bad.iqn.gz"
    bad.write_bytes(b"this is no gzip file")
    outcome = iquazu("validate", bad)
    assert outcome.code == 2
    assert "not a sound gzip file" in outcome.err


def test_a_board_file_can_be_named(iquazu: Iquazu, tmp_path: Path) -> None:
    iquazu("board", "new", tmp_path / "my-box.board.toml")
    record = GOOD.replace('"reference"', '"my-box"')
    assert iquazu("validate", "-", stdin=record).code == 1
    named = iquazu("validate", "-", "--board", tmp_path / "my-box.board.toml", stdin=record)
    assert named.code == 0
    (tmp_path / "night.iqn").write_text(record)
    assert iquazu("validate", tmp_path / "night.iqn").code == 0  # found beside the record
