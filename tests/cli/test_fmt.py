from __future__ import annotations

import gzip
from pathlib import Path

from tests.cli.good_and_bad import GOOD, SLIP
from tests.conftest import Iquazu

TABLE = """[Game "Iquazu"]
[Board "reference"]
[Strips "3 1 5 2 4"]
[Seats "R G"]

R+WWBO G+WWBOO >J,D,D,C2,D
R a4
G +WWWW
"""


def test_fmt_writes_the_full_form_in_place(iquazu: Iquazu, tmp_path: Path) -> None:
    file = tmp_path / "night.iqn"
    file.write_text(TABLE)
    file.chmod(0o640)
    assert iquazu("fmt", file).code == 0
    assert file.read_text() == GOOD
    assert file.stat().st_mode & 0o777 == 0o640
    assert [f.name for f in tmp_path.iterdir()] == ["night.iqn"]


def test_fmt_short_writes_what_one_types_at_the_table(iquazu: Iquazu, tmp_path: Path) -> None:
    file = tmp_path / "night.iqn"
    file.write_text(GOOD)
    assert iquazu("fmt", "--short", file).code == 0
    assert file.read_text() == TABLE


def test_check_changes_nothing_and_exits_1_if_a_file_would_change(
    iquazu: Iquazu, tmp_path: Path
) -> None:
    file = tmp_path / "night.iqn"
    file.write_text(TABLE)
    outcome = iquazu("fmt", "--check", file)
    assert outcome.code == 1
    assert "would change" in outcome.out
    assert file.read_text() == TABLE
    file.write_text(GOOD)
    assert iquazu("fmt", "--check", file).code == 0


def test_diff_shows_the_lines_that_would_change(iquazu: Iquazu, tmp_path: Path) -> None:
    file = tmp_path / "night.iqn"
    file.write_text(TABLE)
    outcome = iquazu("fmt", "--diff", file)
    assert outcome.code == 1
    assert "-R a4\n" in outcome.out
    assert "+1. R a4:W\n" in outcome.out
    assert file.read_text() == TABLE


def test_standard_input_is_formatted_to_standard_output(iquazu: Iquazu) -> None:
    outcome = iquazu("fmt", "-", stdin=TABLE)
    assert outcome.out == GOOD


def test_an_unreadable_record_stays_as_it_is_beside_a_formatted_one(
    iquazu: Iquazu, tmp_path: Path
) -> None:
    broken = '[Game "Iquazu"]\n[Strips "3 1 5 2 4"]\n[Seats "R G"]\nR   a4:zz\nG +\n'
    file = tmp_path / "night.iqn"
    file.write_text(broken + "\n" + TABLE)
    outcome = iquazu("fmt", file)
    assert outcome.code == 1
    assert "IQ010" in outcome.err
    assert file.read_text() == broken + "\n" + GOOD


def test_an_invalid_record_keeps_its_words_from_the_fault_on(iquazu: Iquazu) -> None:
    outcome = iquazu("fmt", "-", stdin=TABLE.replace("G +WWWW", "G   c4:OWW\nR a5"))
    assert outcome.code == 1
    assert outcome.out.splitlines()[-3:] == ["1. R a4:W", "G c4:OWW", "R a5"]


def test_a_file_that_is_not_text_is_left_alone(iquazu: Iquazu, tmp_path: Path) -> None:
    file = tmp_path / "night.iqn"
    data = TABLE.encode() + b"{\xff}\n"
    file.write_bytes(data)
    outcome = iquazu("fmt", file)
    assert outcome.code == 1
    assert file.read_bytes() == data


def test_a_compressed_file_stays_compressed(iquazu: Iquazu, tmp_path: Path) -> None:
    file = tmp_path / "night.iqn.gz"
    file.write_bytes(gzip.compress(TABLE.encode()))
    assert iquazu("fmt", file).code == 0
    assert gzip.decompress(file.read_bytes()).decode() == GOOD


def test_several_records_are_separated_by_one_empty_line(iquazu: Iquazu) -> None:
    outcome = iquazu("fmt", "-", stdin=TABLE + "\n\n\n" + TABLE)
    assert outcome.out == GOOD + "\n" + GOOD


def test_an_invalid_record_is_named_on_standard_error(iquazu: Iquazu) -> None:
    assert "-:7:6: IQ304" in iquazu("fmt", "-", stdin=SLIP).err
