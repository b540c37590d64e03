"""The quick way may never accept what the grammar refuses, nor read anything differently."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from iquazu_notation.games import DIALECTS
from iquazu_notation.notation import quick
from iquazu_notation.notation.parsers import Parsed, Refused, parser_for
from iquazu_notation.notation.reader import read_text
from iquazu_notation.notation.record import Tag
from tests.notation import plausible

IQUAZU = DIALECTS["Iquazu"]
HEAD = '[Game "Iquazu"]\n[Seats "R G"]\n'


def whole(text: str) -> Parsed | None:
    try:
        parsed: Parsed = parser_for(IQUAZU).ask("record", text)
    except Refused:
        return None
    return parsed


def tag_twice(parsed: Parsed) -> bool:
    names = [entry.name for entry in parsed[0] if isinstance(entry, Tag)]
    return len(names) != len(set(names))


def unusual(text: str) -> bool:
    """Whether the quick way may leave a good record to the grammar."""
    tag_and_more = any(
        line.startswith("[") and not line.rstrip(" \t\r").endswith("]") for line in text.split("\n")
    )
    return not text.isascii() or any(c in text for c in "(){};") or tag_and_more


def assert_both_ways_agree(text: str) -> bool:
    quickly, wholly = quick.read_quickly(text, IQUAZU), whole(text)
    if quickly is None:
        assert wholly is None or tag_twice(wholly) or unusual(text), text
        return False
    assert wholly is not None, text
    assert not tag_twice(wholly), text
    assert quickly[0] == wholly[0]
    setups = [parsed[1] and (parsed[1].number, parsed[1].items) for parsed in (quickly, wholly)]
    assert setups[0] == setups[1]
    assert len(quickly[2]) == len(wholly[2])
    for ours, theirs in zip(quickly[2], wholly[2], strict=True):
        assert (ours.number, ours.seat, ours.items) == (theirs.number, theirs.seat, theirs.items)
        assert ours.spans is None
        assert not theirs.tail
    return True


def test_plausible_records_are_all_read_the_quick_way() -> None:
    random = Random(1)
    for _ in range(300):
        assert assert_both_ways_agree(plausible.record(random))


@pytest.mark.parametrize("seed", range(15))
def test_of_two_thousand_damaged_records_both_ways_accept_the_same(seed: int) -> None:
    random = Random(seed)
    accepted = 0
    for _ in range(2000):
        text = plausible.record(random, turns=random.randint(0, 4))
        accepted += assert_both_ways_agree(plausible.damaged(random, text))
    # If nearly all were refused, or nearly none, the comparison would prove little.
    assert 300 < accepted < 1700


WORDS = st.one_of(
    st.integers(0, 2**32).map(lambda seed: plausible.step(Random(seed))),
    st.text("RGYPWBOabk0123.+-*~#=>/:,?!$", max_size=8),
    st.sampled_from(
        ["0.", "1.", "12.", "R", "G", "R+WWB", "G+?", ">", "R+", "999999.", "1000000."]
    ),
)


@settings(max_examples=600, deadline=None)
@given(st.lists(WORDS, max_size=6), st.sampled_from([" ", "\n", "\t", "\r\n", "  "]))
def test_any_row_of_words_is_read_alike_both_ways(words: list[str], blank: str) -> None:
    assert_both_ways_agree(HEAD + blank.join(words))


@settings(max_examples=600, deadline=None)
@given(st.text('[]"\\ \t\r\nAz_0é\u00a0', max_size=14))
def test_any_tag_line_is_read_alike_both_ways(end: str) -> None:
    assert_both_ways_agree(HEAD + '[Red "' + end)
    assert_both_ways_agree(HEAD + "[" + end + '"]\n1. R +')


@pytest.mark.parametrize("blank", ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x1f"])
def test_what_python_calls_a_blank_is_none_here(blank: str) -> None:
    assert quick.read_quickly(f"{HEAD}1. R{blank}+", IQUAZU) is None
    assert quick.read_quickly(f"{HEAD}1. R +{blank}", IQUAZU) is None
    assert quick.read_quickly(f"{HEAD}{blank}\n1. R +", IQUAZU) is None


def test_a_word_is_asked_about_only_once() -> None:
    quick.forget()
    text = HEAD + "1. R a4:WW ~\n2. G a4:WW\n1. R a4:WW\n"
    before = quick.times_asked
    quick.read_quickly(text, IQUAZU)
    # Two tags, `1.`, `2.`, `R`, `G`, `a4` and its cards `WW`, `~`.
    assert quick.times_asked == before + 9
    quick.read_quickly(text, IQUAZU)
    assert quick.times_asked == before + 9


def test_words_that_hardly_repeat_are_read_by_their_parts() -> None:
    quick.forget()
    words = "0. R+WB >C2,D,C2,D,D 1. R #a=R1,G2/R-G-G =G2,R1 #b=G1,R2/R-G-G >D,D,D,D,C2 =R1,G2"
    quick.read_quickly(HEAD + words, IQUAZU)
    known = quick.memory_of(IQUAZU).words
    assert set(known) == {"0.", "1.", "R"}
    before = quick.times_asked
    # All of its parts are known, the word itself is not.
    assert quick.read_quickly(f"{HEAD}1. R #a=G1,G2,R1/R-G-G =G1,G1 >D,D,D,C2,C2", IQUAZU)
    assert quick.times_asked == before


@pytest.mark.parametrize(
    "word",
    [
        *("~+WW", "!+W", "?+B", "-+W", "++W", "R+", "R+0", "R++"),
        *("=R1,", "=,R1", "=", ">C2,,D", ">,"),
        *("#a=/", "#a=,", "#a==R1", "#R=R1", "#a#b=R1", "~=R1", "#a/R-G-G"),
        *("#a=R1/R-G-G/", "#a=R1/R-G-", "#a=R1/", "#a=R1,/R-G-G"),
    ],
)
def test_words_put_together_from_good_parts_may_still_be_bad(word: str) -> None:
    for moves in (f"1. R {word}", word):
        assert not assert_both_ways_agree(HEAD + moves)


def test_the_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "WORDS_KEPT", 10)
    monkeypatch.setattr(quick, "TAGS_KEPT", 10)
    monkeypatch.setattr(quick, "PARTS_KEPT", 50)
    quick.forget()
    for number in range(1, 60):
        text = f'{HEAD}[Round "{number}"]\n{number}. R a{number} =R{number}\n'
        assert quick.read_quickly(text, IQUAZU)
        memory = quick.memory_of(IQUAZU)
        assert len(memory.words) <= 10
        assert len(memory.tags) <= 10
        assert all(len(parts) <= 10 for parts in memory._parts.values())
    quick.forget()


def test_long_words_and_tags_are_not_remembered() -> None:
    quick.forget()
    for text in [f"{HEAD}1. R +{'W' * 1000}", f'{HEAD}[Site "{"x" * 1000}"]\n1. R +']:
        assert quick.read_quickly(text, IQUAZU) is None
        record = next(read_text(text, dialects=DIALECTS))
        assert record.readable
    assert all(len(word) < 100 for word in quick.memory_of(IQUAZU).words)


def test_a_quickly_read_record_can_be_read_again_with_its_places() -> None:
    record = next(read_text(HEAD + "1. R +\nG a4:W !\n", "night.iqn", dialects=DIALECTS))
    assert record.turns[1].spans is None
    located = record.located
    assert located.turns[1].spans == [(39, 43), (44, 45)]
    assert located.turns[1].head == (37, 38)
    assert located.text[39:43] == "a4:W"
    assert (located.file, located.number, located.line) == ("night.iqn", 1, 1)
    assert located.head == record.head


def test_importing_the_reader_does_not_import_lark() -> None:
    code = "import sys, iquazu_notation.notation.reader; sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
