"""What phones, word processors and tired hands do, and the help they get."""

from __future__ import annotations

import pytest

from iquazu_notation.games import DIALECTS
from iquazu_notation.notation.diagnostics import Diagnostic
from iquazu_notation.notation.reader import read_text
from iquazu_notation.notation.slips import fold

HEAD = '[Game "Iquazu"]\n[Seats "R G"]\n'


def only_diagnostic(text: str) -> Diagnostic:
    (record,) = read_text(text, dialects=DIALECTS)
    (diagnostic,) = record.diagnostics
    return diagnostic


def help_for(moves: str) -> str:
    return only_diagnostic(HEAD + moves).help or ""


@pytest.mark.parametrize(
    ("moves", "instead"),
    [
        # Seats and numbers.
        ("1. R +\n2. g a4", "`G`"),
        ("R +\ng a4\nR +", "`G`"),
        ("1. R +\n2. G: a4", "`G`"),
        ("12) G a4", "`12.`"),
        ("12 G a4", "`12.`"),
        ("R +\n12: G a4", "`12.`"),
        ("012. G a4", "`12.`"),
        ("1O. G a4", "`10.`"),
        ("l2. G a4", "`12.`"),
        # Dashes, blanks and other characters that only look right.
        ("1. R –WWB", "`-WWB`"),
        ("1. R —WWB", "`-WWB`"),
        ("1. R −WWB", "`-WWB`"),
        ("1. R #a=Y3/–YGYR", "`#a=Y3/-YGYR`"),
        ("1. R\u00a0a4", "`R a4`"),
        ("1.\u00a0R a4", "`1. R`"),
        ("1. R a4\u2003!", "`a4 !`"),
        ("1. R a4\u200b", "`a4`"),
        ("1. R a\u00a04", "`a4`"),
        ("1. R a4\x0c!", "`a4 !`"),
        ("\ufeff1. R a4", "`1.`"),
        ("１. R a4", "`1.`"),
        ("1. Ｒ a4", "`R`"),
        ("1. R ａ４：Ｗ", "`a4:W`"),
        # Blanks inside a word.
        ("1. R >C2, C3, V1, C2, V2", "`>C2,C3,V1,C2,V2`"),
        ("1. R > C2,C3,V1,C2,V2", "`>C2,C3,V1,C2,V2`"),
        ("1. R >C2 C3 V1", "`>C2,C3`"),
        ("1. R #a=Y3, G2 =R1", "`#a=Y3,G2`"),
        ("1. R =R1, G2", "`=R1,G2`"),
        ("1. R =R1 G2", "`=R1,G2`"),
        ("1. R a4: WW", "`a4:WW`"),
        ("1. R + WWBO", "`+WWBO`"),
        # Words that were joined.
        ("1. R\n2. G+WBOO", "`G +WBOO`"),
        ("R +\nG+WBOO\nR +", "`G +WBOO`"),
        ("R +\nGa4\nR +", "`G a4`"),
        ("1. R a3!", "`a3 !`"),
        ("1. R a3!?", "`a3 !?`"),
        ("1. R a3:WW?!", "`a3:WW ?!`"),
        ("1. R a3~", "`a3 ~`"),
        ("12.G a4", "`12. G`"),
        ("12.Ga4", "`12. G a4`"),
        ("12)G a4", "`12.`"),
        ("12.g a4", "`12. G`"),
        ("1. R+", "`R +`"),
        # Capitals and small letters.
        ("1. R a3:ww", "`a3:WW`"),
        ("1. R A3", "`a3`"),
        ("1. R A3:ww", "`a3:WW`"),
        ("1. R ~A3", "`~a3`"),
        ("1. R #A=y3", "`#a=Y3`"),
        ("1. R +wwbo", "`+WWBO`"),
        ("1. R -ww", "`-WW`"),
        ("1. R *d", "`*D`"),
        ("1. R *c3+wbo", "`*C3+WBO`"),
        ("1. R >c2,d", "`>C2,D`"),
        ("1. R =r1,g2", "`=R1,G2`"),
        ("1. R 2/4:bb", "`2/4:BB`"),
        ("0. r+wwob", "`R+WWOB`"),
        # O and 0, l and 1.
        ("1. R +WW0", "`+WWO`"),
        ("1. R a4:0O", "`a4:OO`"),
        ("1. R a1O", "`a10`"),
        ("1. R al:W", "`a1:W`"),
        ("1. R =R1O,G2", "`=R10,G2`"),
        # Signs left out or added.
        ("1. R *C3+", "`*C3`"),
        ("1. R C3+WBO", "`*C3+WBO`"),
        ("1. R D", "`*D`"),
        ("1. R C2,C3,V1,C2,V2", "`>C2,C3,V1,C2,V2`"),
        ("1. R a4,WW", "`a4:WW`"),
        ("1. R a4WW", "`a4:WW`"),
    ],
)
def test_the_help_says_how_it_is_written(moves: str, instead: str) -> None:
    assert instead in help_for(moves)


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("1. R c0", "counted from 1"),
        ("1. R c123", "one or two digits"),
        ("1. R m3", "`a` to `k`"),
        ("1. R 7/3", "1 to 5"),
        ("1. R *V3", "kept, not used"),
        ("1. R *C5", "`C2`, `C3` and `C4`"),
        ("1. R +WX", "cards are"),
        ("1. R a4:X", "cards are"),
        ("0. R+", "a deal names its cards"),
        ("1. R #a=Y3/-YG", "the takers are five"),
        ("1. R #a/-YGYR", "before the takers"),
        ("1. R >C2,X", "the tiles are"),
        ("1. R hello", "`{hello}`"),
        ("1. R “x”", "left double quotation mark"),
        ("1. R @x", "comment"),
    ],
)
def test_where_no_single_correction_is_certain_the_help_says_what_is_allowed(
    moves: str, sentence: str
) -> None:
    assert sentence in help_for(moves)


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("[Red “Anna”]", '[Red "Anna"]'),
        ("[Red „Anna“]", '[Red "Anna"]'),
        ("[Red «Anna»]", '[Red "Anna"]'),
        ("[Red 'Anna']", '[Red "Anna"]'),
        ("[Red ‘Anna’]", '[Red "Anna"]'),
        ("[Red Anna]", '[Red "Anna"]'),
        ('[Red: "Anna"]', '[Red "Anna"]'),
        ('[Red "Anna"', '[Red "Anna"]'),
        ('Red "Anna"]', '[Red "Anna"]'),
        ('[Red"Anna"]', '[Red "Anna"]'),
        (' [Red "Anna"]', '[Red "Anna"]'),
        ('[Red\u00a0"Anna"]', '[Red "Anna"]'),
        ('[Red "Anna "the" B"]', r'[Red "Anna \"the\" B"]'),
        (r'[Red "C:\games"]', r'[Red "C:\\games"]'),
    ],
)
def test_a_bad_tag_is_shown_as_it_should_be(line: str, instead: str) -> None:
    diagnostic = only_diagnostic(HEAD + line + "\n1. R +\n")
    assert diagnostic.code == "IQ020"
    assert diagnostic.help is not None
    assert diagnostic.help.startswith(f"write `{instead}`")


def test_a_line_of_odd_blanks_between_tags_is_named() -> None:
    diagnostic = only_diagnostic('[Game "Iquazu"]\n\u00a0\n[Seats "R G"]\n1. R +')
    assert diagnostic.code == "IQ020"
    assert "no-break space" in (diagnostic.help or "")


def test_two_tags_on_a_line_are_told_apart() -> None:
    diagnostic = only_diagnostic(HEAD + '[Red "A"] [Green "B"]\n')
    assert diagnostic.help == "each tag stands at the start of a line of its own"
    assert (diagnostic.column, diagnostic.end_column) == (11, 22)


@pytest.mark.parametrize("prefix", list("@^&%_|"))
def test_reserved_words_say_so(prefix: str) -> None:
    diagnostic = only_diagnostic(f"{HEAD}1. R {prefix}x")
    assert diagnostic.code == "IQ013"
    assert "reserved" in diagnostic.message


def test_joined_words_have_a_code_of_their_own() -> None:
    for moves in ("1. R a3!", "12.G a4", "1. R G+WBOO", "12.g a4"):
        assert only_diagnostic(HEAD + moves).code == "IQ012"


def test_folding_leaves_plain_text_alone() -> None:
    assert fold("c7:WWBB") == "c7:WWBB"
    assert fold("Zoë") == "Zoë"
