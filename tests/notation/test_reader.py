"""From files and texts to records."""

from __future__ import annotations

import ast
import errno
import gzip
import io
import sys
import tempfile
from pathlib import Path
from random import Random

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from iquazu_notation.games import DIALECTS
from iquazu_notation.games.iquazu.steps import Deal, Draw, Place, Reveal, Scoring, Totals, UseTile
from iquazu_notation.notation import reader
from iquazu_notation.notation.cutting import LONGEST_RECORD
from iquazu_notation.notation.reader import CannotRead, read_file, read_text
from iquazu_notation.notation.record import Comment, Mark, Record, Variation

HEAD = '[Game "Iquazu"]\n[Seats "R G"]\n'
GOOD = HEAD + "1. R +\n2. G a4:W\n"

FULL = """[Game "Iquazu"]
[Board "reference"]
[Strips "3 1 5 2 4"]
[Seats "R G Y P"]
[Red "Anna"]

0. R+WWOB G+BOOWW Y+OOOBBW P+WWWBBOO >J,D,D,C2,D
1. R +WOWW
2. G a4:W
3. Y a2:B {the last cheap blue} !
11. Y a6:B
    #a=Y3,G2,R1/-YGYR =R1,G2,Y3,P0
    >C2,C3,V1,C2,V2
    *D b4:W *C2+OB
12. P b3:WW
"""


def read(text: str) -> list[Record]:
    return list(read_text(text, dialects=DIALECTS))


def only(text: str) -> Record:
    (record,) = read(text)
    return record


def codes(record: Record) -> list[str]:
    return [found.code for found in record.diagnostics]


def written(path: Path, data: bytes) -> list[Record]:
    path.write_bytes(data)
    return list(read_file(path, dialects=DIALECTS))


def test_the_record_of_the_specification_is_read() -> None:
    record = only(FULL)
    assert record.readable
    assert record.tags["Strips"] == "3 1 5 2 4"
    assert record.setup is not None
    assert record.setup.items[0] == Deal("R", "WWBO")
    assert record.setup.items[4] == Reveal(("J", "D", "D", "C2", "D"))
    assert [(turn.number, turn.seat) for turn in record.turns] == [
        (1, "R"),
        (2, "G"),
        (3, "Y"),
        (11, "Y"),
        (12, "P"),
    ]
    assert record.turns[2].items == [
        Place(0, None, 2, "B"),
        Comment("the last cheap blue"),
        Mark("!"),
    ]
    assert record.turns[3].items == [
        Place(0, None, 6, "B"),
        Scoring(0, (("Y", 3), ("G", 2), ("R", 1)), "-YGYR"),
        Totals((("R", 1), ("G", 2), ("Y", 3), ("P", 0))),
        Reveal(("C2", "C3", "V1", "C2", "V2")),
        UseTile("D"),
        Place(1, None, 4, "W"),
        UseTile("C2", "BO"),
    ]


def test_without_its_comment_it_is_read_the_same_the_quick_way() -> None:
    slow, fast = only(FULL), only(FULL.replace("{the last cheap blue} ", ""))
    assert slow.reread is None
    assert fast.reread is not None
    assert slow.turns[3].items == fast.turns[3].items


def test_records_are_numbered_and_know_their_line() -> None:
    first, second = read(GOOD + "\n\n" + GOOD)
    assert (first.number, first.line, second.number, second.line) == (1, 1, 2, 7)
    assert second.text == GOOD


def test_one_bad_record_does_not_spoil_the_next() -> None:
    bad, good = read(HEAD + "1. R {never closed\n" + GOOD)
    assert codes(bad) == ["IQ005"]
    assert good.readable
    assert len(good.turns) == 2


def test_variations_nest_and_know_how_deep() -> None:
    record = only(HEAD + "1. R + (1. R a4 ({taken back} 1. R a5)) {so} (1. R a6) 2. G +")
    outer, comment, sibling = record.turns[0].tail
    assert isinstance(outer, Variation)
    assert isinstance(sibling, Variation)
    inner = outer.turns[0].tail[0]
    assert isinstance(inner, Variation)
    assert (outer.depth, inner.depth, sibling.depth) == (1, 2, 1)
    assert inner.comments == [Comment("taken back")]
    assert comment == Comment("so")


def test_crlf_gives_the_same_record_and_the_same_places() -> None:
    text = HEAD + "1. R + {a\nb} ; c\n2. G x\n"
    unix, dos = only(text), only(text.replace("\n", "\r\n"))
    assert unix.turns[0].items == dos.turns[0].items
    assert unix.turns[0].items == [Draw(), Comment("a\nb"), Comment(" c", to_line_end=True)]
    ours, theirs = unix.diagnostics[0], dos.diagnostics[0]
    assert (ours.line, ours.column, ours.end_column) == (5, 6, 7)
    assert ours == theirs
    assert theirs.source.text == "2. G x"


def test_a_byte_order_mark_does_not_shift_columns() -> None:
    record = only("\ufeff" + HEAD + "1. R x")
    assert (record.diagnostics[0].line, record.diagnostics[0].column) == (3, 6)
    assert only("\ufeff[Game “Iquazu”]").diagnostics[0].column == 1


def test_columns_count_characters_not_bytes() -> None:
    record = only(HEAD + "1. R {Zoë 🎲} x")
    assert (record.diagnostics[0].column, record.diagnostics[0].end_column) == (14, 15)


def test_comments_before_the_first_record_belong_to_its_head() -> None:
    record = only("; from the drawer\n{old}\n" + GOOD)
    assert record.readable
    assert record.line == 1
    assert record.head[:2] == [Comment(" from the drawer", True), Comment("old")]


@pytest.mark.parametrize("text", ["", "\n", "\ufeff", "{a comment}", "1. R +\n", '[Red "Anna"]\n'])
def test_a_file_without_a_record_gives_one_record_that_says_so(text: str) -> None:
    record = only(text)
    assert codes(record) == ["IQ001"]
    assert (record.number, record.tags, record.diagnostics[0].turn) == (1, {}, None)


def test_a_misspelt_first_line_is_explained() -> None:
    (found,) = only(GOOD.replace("[Game", "[game")).diagnostics
    assert found.help is not None
    assert "`[Game `" in found.help


def test_tags_before_the_game_are_a_record_of_their_own_and_unreadable() -> None:
    before, record = read('{hello}\n[Date "2026-11-01"]\n' + GOOD)
    assert codes(before) == ["IQ101"]
    assert (before.diagnostics[0].line, before.diagnostics[0].column) == (2, 1)
    assert record.readable
    assert (record.number, record.line) == (2, 3)


def test_a_comment_before_the_first_record_that_never_ends_is_said_to() -> None:
    before, record = read("\n{hello\n" + GOOD)
    assert codes(before) == ["IQ005"]
    assert (before.diagnostics[0].line, before.diagnostics[0].column) == (2, 1)
    assert record.readable


@pytest.mark.parametrize("name", ["iquazu", "IQUAZU", "Iquazú", "Iguazu"])
def test_an_unknown_game_is_refused_and_a_known_one_offered(name: str) -> None:
    record = only(f'[Game "{name}"]\n[Seats "R G"]\n1. R whatever\n')
    assert codes(record) == ["IQ102"]
    assert record.diagnostics[0].help == 'write `[Game "Iquazu"]`'
    assert record.tags == {"Game": name, "Seats": "R G"}
    assert record.turns == []


def test_a_game_like_none_other_is_told_which_there_are() -> None:
    (found,) = only('[Game "Chess"]\n1. e4 e5\n').diagnostics
    assert found.code == "IQ102"
    assert found.help is not None
    assert "Iquazu" in found.help


def test_an_oddly_spaced_game_tag_is_read_too() -> None:
    assert only('[Game  "Iquazu" ]\t\n1. R +').readable
    assert only('[Game "Iquazu"] {c}\n1. R +').readable


def test_a_tag_twice_is_an_error_each_time() -> None:
    record = only(HEAD + '[Red "A"]\n[Red "B"]\n[Seats "R"]\n1. R +')
    assert codes(record) == ["IQ103", "IQ103"]
    assert [found.line for found in record.diagnostics] == [4, 5]
    assert record.tags["Red"] == "A"
    assert len(record.turns) == 1


def test_utf_16_is_named_as_what_it_is(tmp_path: Path) -> None:
    for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"):
        (record,) = written(tmp_path / "a.iqn", GOOD.encode(encoding))
        assert codes(record) == ["IQ002"], encoding
        assert "UTF-16" in record.diagnostics[0].message


def test_a_very_long_utf_16_file_is_not_called_too_long(tmp_path: Path) -> None:
    (record,) = written(tmp_path / "a.iqn", ((GOOD * 60_000)[:LONGEST_RECORD]).encode("utf-16"))
    assert codes(record) == ["IQ002"]


def test_nul_bytes_spoil_only_their_record(tmp_path: Path) -> None:
    data = GOOD.encode() + b"1. R \0\n" + GOOD.encode()
    bad, good = written(tmp_path / "a.iqn", data)
    assert codes(bad) == ["IQ002"]
    assert good.readable


def test_binary_junk_gives_one_diagnostic(tmp_path: Path) -> None:
    junk = bytes(range(256)) * 50
    (record,) = written(tmp_path / "a.iqn", junk)
    assert codes(record) == ["IQ002"]
    (record,) = written(tmp_path / "b.iqn", junk.replace(b"\0", b""))
    assert codes(record) == ["IQ003"]


def test_another_encoding_is_named_with_its_byte_and_place(tmp_path: Path) -> None:
    data = GOOD.encode() + HEAD.encode() + b"1. R + {Zo\xeb}\n" + GOOD.encode()
    first, bad, last = written(tmp_path / "a.iqn", data)
    assert first.readable
    assert last.readable
    (found,) = bad.diagnostics
    assert (found.code, found.line, found.column) == ("IQ003", 7, 11)
    assert "EB" in found.message
    assert found.help is not None
    assert "`ë`" in found.help


def test_lone_surrogates_in_a_text_are_not_utf_8() -> None:
    assert codes(only(HEAD + "1. R {\ud800}")) == ["IQ003"]


def test_a_record_that_is_too_long_is_refused_with_one_diagnostic() -> None:
    long = HEAD + "1. R {" + "x" * LONGEST_RECORD + "}\n"
    bad, good = read(long + GOOD)
    assert codes(bad) == ["IQ004"]
    assert good.readable
    assert good.line == 4


def test_compressed_files_are_read_by_their_name(tmp_path: Path) -> None:
    data = (GOOD * 3).encode()
    assert len(written(tmp_path / "a.iqn", data)) == 3
    assert len(written(tmp_path / "a.iqn.gz", gzip.compress(data))) == 3
    packed = zstandard.ZstdCompressor().compress
    assert len(written(tmp_path / "a.iqn.zst", packed(data))) == 3
    # Both formats may be put together from several parts.
    assert len(written(tmp_path / "b.iqn.gz", gzip.compress(data) * 2)) == 6
    assert len(written(tmp_path / "b.iqn.zst", packed(data) * 2)) == 6


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode())))
    (record,) = read_file("-", dialects=DIALECTS)
    assert record.file == "-"
    assert record.readable


def records_and_error(path: Path) -> tuple[int, str]:
    read: list[Record] = []
    with pytest.raises(CannotRead) as caught:
        read.extend(read_file(path, dialects=DIALECTS))
    return len(read), caught.value.message


def test_of_a_file_that_breaks_off_the_whole_records_come_first(tmp_path: Path) -> None:
    random = Random(1)
    # Names that can't be compressed, so that a half of the file is about half of the records.
    data = "".join(GOOD + f"{{{random.random()}}}\n" for _ in range(5000)).encode()
    for name, packed in (
        ("a.iqn.gz", gzip.compress(data)),
        ("a.iqn.zst", zstandard.ZstdCompressor().compress(data)),
    ):
        path = tmp_path / name
        path.write_bytes(packed[: len(packed) // 2])
        number, message = records_and_error(path)
        assert 1000 < number < 4000, name
        assert message == f"{path}: the compressed file breaks off before its end"


def test_what_is_not_compressed_at_all_can_not_be_read(tmp_path: Path) -> None:
    for name in ("a.iqn.gz", "a.iqn.zst"):
        path = tmp_path / name
        path.write_bytes(GOOD.encode())
        number, message = records_and_error(path)
        assert number == 0
        assert "not a sound" in message


def test_damage_inside_a_compressed_file_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.iqn.gz"
    packed = bytearray(gzip.compress((GOOD * 1000).encode()))
    packed[-5] ^= 255  # a byte of the checksum
    path.write_bytes(packed)
    assert "not a sound gzip file" in records_and_error(path)[1]


def test_a_missing_file_or_a_folder_is_one_sentence(tmp_path: Path) -> None:
    missing = tmp_path / "none.iqn"
    assert records_and_error(missing) == (0, f"{missing}: there is no such file")
    assert records_and_error(tmp_path) == (0, f"{tmp_path}: this is a folder, not a file")


def test_a_file_that_may_not_be_read_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    message = records_and_error(Path("a.iqn"))[1]
    assert message == "a.iqn: permission denied"


def test_without_zstandard_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    path = tmp_path / "a.iqn.zst"
    path.write_bytes(b"")
    assert "iquazu-notation[zst]" in records_and_error(path)[1]


def test_a_large_file_is_read_one_record_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "a.iqn"
    path.write_bytes(GOOD.encode() * 20_000)
    records = read_file(path, dialects=DIALECTS)
    assert next(records).number == 1
    assert next(records).number == 2
    assert sum(1 for _ in records) == 19_998


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60) | st.text('RG1.+a4:W(){};[]"\\ \n\t\r\x0b\u00a0', max_size=40))
def test_any_text_whatever_gives_records_and_never_an_exception(text: str) -> None:
    for record in read(HEAD + text) + read(text) + read("[Game " + text):
        assert record.located.readable == record.readable


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60))
def test_nor_do_any_bytes(data: bytes) -> None:
    with tempfile.NamedTemporaryFile() as file:
        file.write(HEAD.encode() + data)
        file.flush()
        assert list(read_file(file.name, dialects=DIALECTS))


def test_the_notation_knows_no_game() -> None:
    for path in Path(reader.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                assert "games" not in (node.module or ""), path
