"""Line by line: a whole game from a pipe, refused lines, and what is said."""

from __future__ import annotations

import builtins
import sys
from pathlib import Path

import pytest

from iquazu_notation import read_text, replay
from tests.conftest import Iquazu

from .conftest import OPENING, TAGS
from .slipped import SAMPLES, SHOWS, WARNING, short_lines, slipped, turn_of

NAMES = sorted(file.name for file in SAMPLES.glob("*.iqn"))


def in_full(text: str) -> str:
    return replay(next(read_text(text))).text()


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_typed_in_short_form_is_exactly_that_game(
    iquazu: Iquazu, night: Path, name: str
) -> None:
    typed = "\n".join(short_lines(name)) + "\n"
    outcome = iquazu("transcribe", night, "--plain", stdin=typed)
    assert (outcome.code, outcome.err) == (0, "")
    # The short form moves a comment that stands behind a word it leaves out: once, not twice.
    expected = in_full(typed) if name == "tutorial.iqn" else in_full((SAMPLES / name).read_text())
    assert in_full(night.read_text()) == expected
    assert iquazu("validate", night).code == 0


@pytest.mark.parametrize("name", ["four-players.iqn", "at-the-table.iqn", "chained-scoring.iqn"])
def test_a_whole_game_typed_with_answers_and_without_seats_is_that_game(
    iquazu: Iquazu, night: Path, name: str
) -> None:
    """As a person does it: answers to the questions, then a line for each turn."""
    sample = next(read_text((SAMPLES / name).read_text()))
    tags = sample.tags
    seats = tags["Seats"].split()
    names = ["Red", "Green", "Yellow", "Purple"][: len(seats)]
    lines = short_lines(name)
    first = next(at for at, line in enumerate(lines) if line.startswith("R "))
    setup = lines[first - 1]
    deals, _, tiles = setup.rpartition(">")
    typed = [
        ", ".join(tags[colour] for colour in names),
        " ".join(seats),
        "",  # the first one starts
        tags["Board"],
        tags["Strips"],
        *([deals] if deals else []),
        tiles.replace(",", " "),
        *(line.partition(" ")[2] for line in lines[first:]),
        f'[Source "{tags["Source"]}"]',
        f'[Termination "{tags["Termination"]}"]',
        "/undo",
        "/redo",
    ]
    outcome = iquazu("transcribe", night, "--plain", stdin="\n".join(typed))
    assert (outcome.code, outcome.err) == (0, "")
    without_comment = "\n".join(line for line in lines if not line.startswith("{"))
    assert in_full(night.read_text()) == in_full(without_comment)


def test_the_full_form_can_be_piped_as_well(iquazu: Iquazu, night: Path) -> None:
    text = (SAMPLES / "annotated.iqn").read_text()
    assert iquazu("transcribe", night, "--plain", stdin=text).code == 0
    assert in_full(night.read_text()) == in_full(text)


def test_a_refused_line_is_told_with_its_number_and_the_others_are_kept(
    iquazu: Iquazu, night: Path
) -> None:
    typed = TAGS + "\nR +\nG a4\nY a4\nY {over\ntwo lines} zz\nY a2\n"
    outcome = iquazu("transcribe", night, "--plain", stdin=typed)
    assert outcome.code == 1
    told = [line for line in outcome.err.splitlines() if line.startswith("line")]
    assert told[0] == "line 7: IQ223: a4 is taken: a gem of Green lies there (I-6)"
    assert told[1].startswith("line 8: IQ010: `zz` can't be read")
    assert len(told) == 2
    assert night.read_text() == TAGS + "\nR +\nG a4\nY a2\n"


def test_insisting_from_a_script_writes_the_refused_line(iquazu: Iquazu, night: Path) -> None:
    outcome = iquazu("transcribe", night, "--plain", stdin=TAGS + "+\na4\na4\n/insist\n+\n")
    assert outcome.code == 1
    assert "Y a4 {against the rules: IQ223" in night.read_text()
    assert night.read_text().endswith("P +\n")
    assert iquazu("validate", night).code == 1


def test_an_impossible_record_is_told_once_at_the_turn_that_shows_it(
    iquazu: Iquazu, night: Path
) -> None:
    night.write_text(slipped(SHOWS - 1))
    typed = [turn_of("at-the-table.iqn", number) for number in range(SHOWS, SHOWS + 3)]
    outcome = iquazu("transcribe", night, "--plain", stdin="\n".join(typed))
    assert outcome.err.splitlines() == [f"warning: {WARNING}"]
    assert outcome.code == 0


def test_what_is_to_be_done_on_the_table_is_printed(iquazu: Iquazu, night: Path) -> None:
    outcome = iquazu("transcribe", night, "--plain", stdin=TAGS + "+\na4\na2\nc7:WWBB\n")
    assert outcome.out.splitlines() == [
        "On the table: gem box to Green",
        "On the table: gem box to Yellow",
        "On the table: gem box to Purple",
        "On the table: drop on a1; gem box to Red",
        "night.iqn: 4 turns",
    ]


def test_board_ledger_and_help_can_be_asked_for(iquazu: Iquazu, night: Path) -> None:
    lines = [*TAGS.splitlines(), *OPENING, "a6", "/board", "/ledger", "/help"]
    out = iquazu("transcribe", night, "--plain", stdin="\n".join(lines)).out
    assert "┏━━━━" in out
    assert "11. Y a6:B #a  R1 (+1) G2 (+2) Y3 (+3) P0" in out
    assert "/insist [TURN]" in out


def test_a_person_is_asked_told_and_can_stop(
    iquazu: Iquazu, night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["Anna, Ben", "R G", "", "", "31524", "", "+", "b4:OO", "/insist", "/quit"])
    prompts: list[str] = []

    def answer(prompt: str) -> str:
        prompts.append(prompt)
        return next(typed)

    monkeypatch.setattr(builtins, "input", answer)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    outcome = iquazu("transcribe", night, "--plain")
    assert outcome.code == 0
    assert prompts[5:9] == [
        "> ",
        "Turn 1, Anna (Red): ",
        "Turn 2, Ben (Green): ",
        "Turn 2, Ben (Green): ",
    ]
    said = outcome.out.splitlines()
    assert said[:2] == [
        "night.iqn: a new game. /help lists the commands.",
        "Who plays, by name and clockwise: for example Anna, Ben, Cleo, Dan (Enter: skip)",
    ]
    assert "Red draws four cards, unseen" in said
    assert "written against the rules: the record is invalid from here on" in said
    assert outcome.err.splitlines()[0].startswith("IQ304: OO ")
    assert "  /insist writes it nevertheless" in outcome.err.splitlines()


def test_ctrl_d_ends_it_and_nothing_is_lost(
    iquazu: Iquazu, night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_: str) -> str:
        raise EOFError

    night.write_text(TAGS + "\nR +\n")
    monkeypatch.setattr(builtins, "input", gone)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    outcome = iquazu("transcribe", night, "--plain")
    assert outcome.code == 0
    assert night.read_text() == TAGS + "\nR +\n"
    assert [file.name for file in night.parent.iterdir()] == ["night.iqn"]


def test_without_textual_one_sentence_says_what_to_install_and_plain_works(
    iquazu: Iquazu, night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    outcome = iquazu("transcribe", night)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == (
        "iquazu: the full screen needs an extra: pip install 'iquazu-notation[tui]'; --plain does"
        " without it\n"
    )
    for module in [name for name in sys.modules if name.split(".")[0] == "textual"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "textual", None)  # importing it fails
    assert iquazu("transcribe", night, "--plain", stdin=TAGS + "+\n").code == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["{night}"], "the full screen needs a terminal; --plain reads lines from anywhere"),
        (["{night}", "--plain", "--new", "--record", "1"], "choose one of them"),
        (["{night}", "--plain", "--record", "2"], "holds no record: there is no record 2"),
        (["{night}.gz", "--plain"], "unpack it first"),
        (["{night}/no/folder.iqn", "--plain"], "can't be"),
    ],
)
def test_what_can_not_be_done_is_one_sentence(
    iquazu: Iquazu, night: Path, words: list[str], sentence: str
) -> None:
    outcome = iquazu(
        "transcribe", *(word.format(night=night) for word in words), stdin=TAGS + "+\n"
    )
    assert outcome.code in (1, 2)
    assert sentence in outcome.err
    assert "Traceback" not in outcome.err
