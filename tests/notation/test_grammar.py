"""The grammar alone: which words, tags and records it accepts."""

from __future__ import annotations

import re

import pytest
from lark import Lark

from iquazu_notation.games import DIALECTS
from iquazu_notation.games.iquazu.steps import (
    Deal,
    Discard,
    Draw,
    Drop,
    Place,
    Reveal,
    Scoring,
    Totals,
    UseTile,
)
from iquazu_notation.notation import dialect as kinds
from iquazu_notation.notation.parsers import (
    COMMON,
    PACKAGE,
    STARTS,
    Refused,
    parser_for,
    tag_parser,
)
from iquazu_notation.notation.record import Comment, Mark, Tag, Variation

IQUAZU = DIALECTS["Iquazu"]
PARSER = parser_for(IQUAZU)

GOOD_WORDS: dict[str, tuple[int, object]] = {
    "0.": (kinds.SETUP_NUMBER, 0),
    "1.": (kinds.NUMBER, 1),
    "12.": (kinds.NUMBER, 12),
    "999999.": (kinds.NUMBER, 999999),
    "R": (kinds.SEAT, "R"),
    "G": (kinds.SEAT, "G"),
    "Y": (kinds.SEAT, "Y"),
    "P": (kinds.SEAT, "P"),
    "R+WWOB": (kinds.SETUP_WORD, Deal("R", "WWBO")),
    "P+?": (kinds.SETUP_WORD, Deal("P", "?")),
    "+": (kinds.STEP, Draw()),
    "+0": (kinds.STEP, Draw("")),
    "+WOWW": (kinds.STEP, Draw("WWWO")),
    "+?OB": (kinds.STEP, Draw("BO?")),
    "c7": (kinds.STEP, Place(2, None, 7)),
    "a1": (kinds.STEP, Place(0, None, 1)),
    "k99": (kinds.STEP, Place(10, None, 99)),
    "c7:WWBB": (kinds.STEP, Place(2, None, 7, "WWBB")),
    "c17:OW?": (kinds.STEP, Place(2, None, 17, "WO?")),
    "2/4": (kinds.STEP, Place(None, 2, 4)),
    "2/4:BB": (kinds.STEP, Place(None, 2, 4, "BB")),
    "5/12:?": (kinds.STEP, Place(None, 5, 12, "?")),
    "*C2": (kinds.STEP, UseTile("C2")),
    "*C3+WBO": (kinds.STEP, UseTile("C3", "WBO")),
    "*C4+0": (kinds.STEP, UseTile("C4", "")),
    "*J": (kinds.STEP, UseTile("J")),
    "*D": (kinds.STEP, UseTile("D")),
    "-": (kinds.STEP, Discard()),
    "-WWB": (kinds.STEP, Discard("WWB")),
    "-BW": (kinds.STEP, Discard("WB")),
    "~": (kinds.STEP, Drop()),
    "~a1": (kinds.STEP, Drop(0, 1)),
    "~k12": (kinds.STEP, Drop(10, 12)),
    "#a": (kinds.STEP, Scoring(0)),
    "#a=Y3,G2,R1": (kinds.STEP, Scoring(0, (("Y", 3), ("G", 2), ("R", 1)))),
    "#a=Y3,G2,R1/-YGYR": (
        kinds.STEP,
        Scoring(0, (("Y", 3), ("G", 2), ("R", 1)), "-YGYR"),
    ),
    "#a=/-YGYR": (kinds.STEP, Scoring(0, (), "-YGYR")),
    "#j=": (kinds.STEP, Scoring(9, ())),
    "#k=P1234": (kinds.STEP, Scoring(10, (("P", 1234),))),
    ">": (kinds.EITHER, Reveal()),
    ">C2,C3,V1,C2,V2": (kinds.EITHER, Reveal(("C2", "C3", "V1", "C2", "V2"))),
    ">J,D,C4,?,V99": (kinds.EITHER, Reveal(("J", "D", "C4", "?", "V99"))),
    ">?": (kinds.EITHER, Reveal(("?",))),
    "=R1,G2,Y3,P0": (kinds.STEP, Totals((("R", 1), ("G", 2), ("Y", 3), ("P", 0)))),
    "=P47": (kinds.STEP, Totals((("P", 47),))),
    "!": (kinds.MARK, Mark("!")),
    "?": (kinds.MARK, Mark("?")),
    "!!": (kinds.MARK, Mark("!!")),
    "??": (kinds.MARK, Mark("??")),
    "!?": (kinds.MARK, Mark("!?")),
    "?!": (kinds.MARK, Mark("?!")),
    "$1": (kinds.MARK, Mark("$1")),
    "$139": (kinds.MARK, Mark("$139")),
}

BAD_WORDS = re.split(
    "[ \n]+",
    """
00. 01. 0 1 12 1000000. 1.. .1 12.G 12.+ ١٢. １. 1.0
r B W O RG R+ R+0 r+WW B+WW R+WX R+WW, R:WW
+00 +0W +WW0 +w +WX +: ++ +W+ +-
c c0 c07 c100 l1 A1 a1: a1:0 a1:X a1:w a1WW a1:W:W aa1 a-1 a1.
0/4 6/4 2/0 2/100 2/ /4 2/4: 2-4 22/4
*C *C1 *C5 *C3+ *C3+0W *c3 *V1 *J+W *D+0 *DJ ** *
-0 -w -WX --
~a ~1 ~a0 ~a100 ~l1 ~A1 ~~ ~a1:W
# #l #A #aa #a: #a/ #a/-YGYR #a=Y #a=3 #a=Y3, #a=,Y3 #a=Y3/ #a=Y3/-YGY #a=Y3/-YGYRR #a=Y3/-ygyr
#a=Y03 #a=Y12345 #a=Y-1 #a==Y3 #a=Y3/-YGYR/ #a=/ #a=Y3G2
>, >C2, >,C2 >C2,,C2 >C1 >C5 >V0 >V01 >V100 >W >c2 >C2+W >C2.C3 >>
= =R =1 =R1, =,R1 =R1G2 =R01 =R10000 =r1 ==R1 =R1/-YGYR
!!! ??? !?! $ $1234 $x $-1 a3! !a3 +WW! R! >?! =R1? #a?
@ @a ^ ^a & &a % %a _ _a | |a
a3,b4 a3|b4 "a3" [a3] [ ]
a3\u00a0 \u00a0a3 a3\u2003 a3\x0b a3\x0c a3\x1c a3\x85 \ufeffa3 –WW −WW ａ３ ＋
""".strip(" \n"),
)


@pytest.mark.parametrize("word", GOOD_WORDS)
def test_every_form_of_word_is_accepted_and_understood(word: str) -> None:
    assert PARSER.ask("word", word) == GOOD_WORDS[word]


@pytest.mark.parametrize("word", GOOD_WORDS)
def test_a_value_writes_the_word_it_was_read_from(word: str) -> None:
    value = GOOD_WORDS[word][1]
    if isinstance(value, (int, str)):
        return
    again = PARSER.ask("word", value.word)[1]  # type: ignore[attr-defined]
    assert again == value


@pytest.mark.parametrize("word", BAD_WORDS)
def test_anything_else_is_refused(word: str) -> None:
    with pytest.raises(Refused):
        PARSER.ask("word", word)


def test_two_words_are_not_one() -> None:
    with pytest.raises(Refused):
        PARSER.ask("word", "a3 !")
    with pytest.raises(Refused):
        PARSER.ask("word", "")


@pytest.mark.parametrize(
    ("part", "text", "value"),
    [
        ("cards", "OW?", "WO?"),
        ("prize", "Y13", ("Y", 13)),
        ("takers", "-YGYR", "-YGYR"),
        ("tile", "V12", "V12"),
        ("tile", "?", "?"),
    ],
)
def test_parts_of_words_can_be_asked_about(part: str, text: str, value: object) -> None:
    assert PARSER.ask(part, text) == value


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("cards", ""),
        ("cards", "0"),
        ("cards", "W,B"),
        ("prize", "Y"),
        ("prize", "Y03"),
        ("prize", "Y3,G2"),
        ("takers", "-YGY"),
        ("takers", "-YGYRR"),
        ("tile", "C2,C3"),
        ("tile", "C5"),
        ("tile", ""),
    ],
)
def test_parts_are_refused_when_they_are_not_whole(part: str, text: str) -> None:
    with pytest.raises(Refused):
        PARSER.ask(part, text)


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ('[Red "Anna"]', "Red", "Anna"),
        ('[Red ""]', "Red", ""),
        ('[Red  "Anna" ]', "Red", "Anna"),
        (r'[Red "a \"b\" \\ c"]', "Red", 'a "b" \\ c'),
        (r'[Red "\\\""]', "Red", '\\"'),
        ('[X_1 "] ( { ; é"]', "X_1", "] ( { ; é"),
        ('[Red "a\tb"]', "Red", "a\tb"),
    ],
)
def test_a_tag_is_a_name_and_a_value(text: str, name: str, value: str) -> None:
    tag = Tag(name, value, (0, len(text)))
    assert PARSER.ask("tag", text) == tag
    assert tag_parser().ask("tag", text) == tag


@pytest.mark.parametrize(
    "text",
    [
        "[Red]",
        "[Red Anna]",
        '[Red"Anna"]',
        '[Red\t"Anna"]',
        '[ Red "Anna"]',
        '["Anna"]',
        '[1Red "Anna"]',
        '[Réd "Anna"]',
        '[Red "Anna]',
        '[Red Anna"]',
        '[Red "Anna"',
        '[Red "An"na"]',
        r'[Red "Anna\"]',
        r'[Red "An\na"]',
        '[Red "An\nna"]',
        '[Red "An\rna"]',
        "[Red “Anna”]",
        ' [Red "Anna"]',
        '[Red "Anna"]x',
        '[Red "Anna"] [Green "Ben"]',
    ],
)
def test_a_tag_of_another_shape_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        PARSER.ask("tag", text)
    with pytest.raises(Refused):
        tag_parser().ask("tag", text)


TAGS = '[Game "Iquazu"]\n'


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \t\r\n",
        TAGS,
        "{a comment}\n" + TAGS + "; another\n{third}\n",
        TAGS + "0.",
        TAGS + "0. R+WW {c} >J,D,D,C2,D ;c\n G+W",
        TAGS + "R+WW",
        TAGS + ">",
        TAGS + "R",
        TAGS + "R G Y P",
        TAGS + "1. R",
        TAGS + "1. +",
        TAGS + "1. >",
        TAGS + "1. R{c}+{c}!;c",
        TAGS + "1. R + (1. R a4)",
        TAGS + "1. R + (1. R a4){c}(1. R a5){c};c\n2. G",
        TAGS + "1. R + ({c} ;c\n 1. R a4 (1. R a5) 2. G +) 2. G",
        TAGS + '[Red "Anna"] {c} ;c\n[Green "Ben"] 1. R +',
        TAGS.replace("\n", "\r\n") + "1. R +\r\n",
        TAGS + "1. R a3\r2. G +",
        TAGS + "1. R a3\t!",
        TAGS + "1. R {} {{} {\n}",
    ],
)
def test_these_records_are_accepted(text: str) -> None:
    PARSER.ask("record", text)


@pytest.mark.parametrize(
    "text",
    [
        TAGS + "1.",
        TAGS + "1. !",
        TAGS + "1. {c} R",
        TAGS + "1. 2. R",
        TAGS + "1. (1. R)",
        TAGS + "+",
        TAGS + "!",
        TAGS + "0. +",
        TAGS + "0. !",
        TAGS + "0. 0.",
        TAGS + "R+WW 0.",
        TAGS + "1. R R+WW",
        TAGS + "1. R 0.",
        TAGS + "0. (1. R)",
        TAGS + "(1. R)",
        TAGS + "1. R ()",
        TAGS + "1. R ({c})",
        TAGS + "1. R (a3)",
        TAGS + "1. R ((1. R))",
        TAGS + "1. R (1. R a4) a5",
        TAGS + "1. R (1. R a4) !",
        TAGS + "1. R (1. R a4 (1. R a5) a6)",
        TAGS + "1. R (1. R a4",
        TAGS + "1. R )",
        TAGS + "1. R {c",
        TAGS + "1. R }",
        TAGS + '1. R\n[Red "Anna"]',
        TAGS + '[Red "Anna"] [Green "Ben"]',
        TAGS + "1. R a3!",
        TAGS + "1. R a3\u00a0!",
    ],
)
def test_these_records_are_refused(text: str) -> None:
    with pytest.raises(Refused):
        PARSER.ask("record", text)


def test_a_record_knows_the_place_of_every_word() -> None:
    text = "{c}\n" + TAGS + "0. R+WW >\n1. R a4 {well} ! (R +; no\n) {so} G +"
    head, setup, turns = PARSER.ask("record", text)
    assert head == [Comment("c"), Tag("Game", "Iquazu", (4, 19))]
    assert text[slice(*setup.head)] == "0."
    assert [text[slice(*span)] for span in setup.spans] == ["R+WW", ">"]
    first, second = turns
    assert text[slice(*first.head)] == "1. R"
    assert [text[slice(*span)] for span in first.spans] == ["a4", "{well}", "!"]
    variation, comment = first.tail
    assert isinstance(variation, Variation)
    assert text[slice(*variation.span)] == "(R +; no\n)"
    assert variation.turns[0].items == [Draw(), Comment(" no", True)]
    assert comment == Comment("so")
    assert (second.number, second.seat, second.items) == (None, "G", [Draw()])


def test_the_grammar_has_neither_conflicts_nor_colliding_words() -> None:
    Lark.open_from_package(
        PACKAGE,
        IQUAZU.grammar,
        parser="lalr",
        lexer="contextual",
        start=[*STARTS, *IQUAZU.parts],
        strict=True,
    )
    Lark.open_from_package(PACKAGE, COMMON, parser="lalr", start=["tag"], strict=True)


def test_every_word_of_the_grammar_has_a_value_and_ends_where_words_end() -> None:
    lark = PARSER._lark
    words = {terminal.name for terminal in lark.terminals}
    shared = {"TAG", "COMMENT", "LINE_COMMENT", "OPEN", "CLOSE", "SETUP", "NUMBER", "SEAT", "MARK"}
    assert words - shared - {"BLANK"} == set(IQUAZU.values)
    parts = {"CARDS", "PRIZE", "TAKERS", "TILE"}
    open_ended = {"BLANK", "COMMENT", "LINE_COMMENT", "OPEN", "CLOSE"} | parts
    for terminal in lark.terminals:
        ends = terminal.pattern.to_regexp().endswith("(?![^ \t\r\n(){};])")
        assert ends == (terminal.name not in open_ended), terminal.name
