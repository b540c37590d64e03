"""Files cut into records, before any grammar is chosen."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from io import BytesIO

from hypothesis import example, given, settings
from hypothesis import strategies as st

from iquazu_notation.notation.cutting import LONGEST_RECORD, Chunk, cut

BOM = b"\xef\xbb\xbf"


class Dripping:
    """Gives its bytes a few at a time, as a pipe may."""

    def __init__(self, data: bytes, size: int) -> None:
        self._data = data
        self._size = size

    def read1(self, _size: int, /) -> bytes:
        block, self._data = self._data[: self._size], self._data[self._size :]
        return block


def pieces(data: bytes) -> list[tuple[bytes, int]]:
    return [(chunk.data, chunk.line) for chunk in cut(BytesIO(data))]


def test_a_line_that_begins_with_game_begins_a_record() -> None:
    data = b'[Game "A"]\n1. R +\n\n[Game "B"]\n1. G +\n'
    assert pieces(data) == [(b'[Game "A"]\n1. R +\n\n', 1), (b'[Game "B"]\n1. G +\n', 4)]


def test_even_inside_a_comment() -> None:
    assert pieces(b'[Game "A"]\n{\n[Game "B"]\n}') == [
        (b'[Game "A"]\n{\n', 1),
        (b'[Game "B"]\n}', 3),
    ]


def test_but_not_further_right_on_its_line_nor_without_its_blank() -> None:
    data = b'[Game "A"]\n [Game "B"]\n[Games "C"]\n{[Game "D"]}\n[Game\t"E"]\n[game "F"]\n'
    assert pieces(data) == [(data, 1)]


def test_a_byte_order_mark_before_any_record_is_left_out() -> None:
    data = BOM + b'[Game "A"]\n1. R\n' + BOM + b'[Game "B"]\n'
    assert pieces(data) == [(b'[Game "A"]\n1. R\n', 1), (b'[Game "B"]\n', 3)]


def test_crlf_is_kept_and_its_lines_are_counted() -> None:
    assert pieces(b'[Game "A"]\r\n\r\n[Game "B"]\r\n') == [
        (b'[Game "A"]\r\n\r\n', 1),
        (b'[Game "B"]\r\n', 3),
    ]


def test_comments_before_the_first_record_belong_to_it() -> None:
    before = b"; from the club's drawer\n{ and\n so on }\n"
    for mark in (b"", BOM):
        data = mark + before + mark + b'[Game "A"]\n[Game "B"]'
        assert pieces(data) == [(before + b'[Game "A"]\n', 1), (b'[Game "B"]', 5)]


def test_blank_lines_before_the_first_record_do_not() -> None:
    assert pieces(b'\n \r\n\t\n[Game "A"]\n') == [(b'[Game "A"]\n', 4)]


def test_anything_else_before_the_first_record_is_in_trouble() -> None:
    first, second = cut(BytesIO(b'[Red "A"]\n[Game "A"]\n'))
    assert first == Chunk(b'[Red "A"]\n', 1, "before the first record")
    assert second == Chunk(b'[Game "A"]\n', 2)


def test_a_file_without_a_record_is_one_chunk_in_trouble() -> None:
    assert list(cut(BytesIO(b""))) == [Chunk(b"", 1, "no record")]
    assert list(cut(BytesIO(b"{just a comment}\n"))) == [
        Chunk(b"{just a comment}\n", 1, "no record")
    ]


def test_a_record_that_is_too_long_is_left_out_and_the_next_is_not() -> None:
    longest = 100
    for padding, troubles in ((89, [None, None]), (90, ["too long", None])):
        record = b'[Game "A"]' + b"x" * padding + b"\n"
        chunks = list(cut(BytesIO(record + b'[Game "B"]\n'), longest))
        assert [chunk.trouble for chunk in chunks] == troubles
        assert chunks[1] == Chunk(b'[Game "B"]\n', 2)


class Endless:
    """A record of one line of 50 million bytes, and then a short one."""

    def __init__(self) -> None:
        self._blocks = self._made()

    def _made(self) -> Iterator[bytes]:
        yield b'[Game "A"]\n{'
        for _ in range(50):
            yield b"x" * 1_000_000
        yield b'}\n[Game "B"]\n1. R +\n'

    def read1(self, _size: int, /) -> bytes:
        return next(self._blocks, b"")


def test_a_line_of_fifty_megabytes_is_not_held_in_memory() -> None:
    tracemalloc.start()
    long, short = cut(Endless())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert long.trouble == "too long"
    assert short == Chunk(b'[Game "B"]\n1. R +\n', 3)
    assert peak < 3 * LONGEST_RECORD


PIECES = st.sampled_from(
    [
        b'[Game "A"]',
        b"\n",
        b"\r\n",
        BOM,
        b"{c}",
        b"{",
        b"x",
        b" ",
        b";c",
        b"[Game",
        b'[Game "B"] 1.',
    ]
)


@settings(max_examples=500, deadline=None)
@given(st.lists(PIECES, max_size=14).map(b"".join), st.integers(1, 12), st.sampled_from([30, 1000]))
@example(BOM + b';c[Game "B"] 1.x\n\n ;cx\n\n[Game "A"]', 7, 30)
def test_where_a_file_is_cut_does_not_depend_on_how_it_is_read(
    data: bytes, size: int, longest: int
) -> None:
    at_once = list(cut(BytesIO(data), longest))
    dripping = list(cut(Dripping(data, size), longest))
    assert [(c.line, c.trouble) for c in at_once] == [(c.line, c.trouble) for c in dripping]
    assert [c.data for c in at_once if not c.trouble] == [c.data for c in dripping if not c.trouble]


@settings(max_examples=500, deadline=None)
@given(st.lists(PIECES, max_size=14).map(b"".join))
def test_every_game_line_begins_a_record_on_its_line(data: bytes) -> None:
    lines = data.split(b"\n")
    games = [
        number
        for number, line in enumerate(lines, 1)
        if line.removeprefix(BOM).startswith(b"[Game ")
    ]
    records = [chunk for chunk in cut(BytesIO(data)) if chunk.trouble is None]
    assert len(records) == len(games)
    for number, chunk in zip(games, records, strict=True):
        lines_before_game = chunk.data[: chunk.data.index(b"[Game ")].count(b"\n")
        if chunk.data.startswith(b"[Game "):
            assert chunk.line == number
        else:
            assert chunk.line <= number <= chunk.line + chunk.data.count(b"\n")
            assert lines_before_game <= chunk.data.count(b"\n")
