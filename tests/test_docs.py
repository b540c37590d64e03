"""The manual tells the truth: its examples run, its links lead somewhere, nothing is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from iquazu_notation import read_text, replay
from iquazu_notation.explain import explanations
from iquazu_notation.games import DIALECTS
from iquazu_notation.games.iquazu.board_file import reference
from iquazu_notation.games.iquazu.opening import TAG_ORDER
from iquazu_notation.games.iquazu.position_text import write_position
from iquazu_notation.notation.parsers import parser_for

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "samples").glob("*.md")]
)


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ +(.*?) *$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links() -> Iterator[tuple[Path, str]]:
    for file in PAGES:
        for target in re.findall(r"\]\(([^)\s]+)\)", file.read_text(encoding="utf-8")):
            if not re.match(r"[a-z]+:", target):
                yield file, target


def games_in(text: str) -> list[str]:
    return re.findall(r"^```iqn\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def words_in_tables() -> list[str]:
    """The words in the second column of the manual's tables of words."""
    text = page("notation.md")
    tables = text[text.index("### The words of the setup") : text.index("### Comments, marks")]
    rows = re.findall(r"^\|[^|]*\|([^|]*)\|", tables, re.MULTILINE)
    return [word for row in rows for word in re.findall(r"`([^`]+)`", row)]


def test_every_relative_link_leads_somewhere() -> None:
    dead = []
    for file, target in links():
        path, _, anchor = target.partition("#")
        there = (file.parent / path).resolve() if path else file
        if not there.exists() or (anchor and anchor not in anchors(there.read_text("utf-8"))):
            dead.append(f"{file.name}: {target}")
    assert dead == []


def test_no_page_points_outside_the_project() -> None:
    assert [file.name for file in PAGES if "../shared" in file.read_text(encoding="utf-8")] == []
    assert [t for f, t in links() if not (f.parent / t).resolve().is_relative_to(ROOT)] == []


def test_every_ruling_has_a_heading_and_a_source() -> None:
    sections = re.split(r"^#+ ", page("rulings.md"), flags=re.MULTILINE)
    found = {section.split()[0]: section for section in sections if section.startswith("I-")}
    assert list(found) == [f"I-{number}" for number in range(1, 24)]
    sourceless = [name for name, text in found.items() if not re.search(r"^\*Printed", text, re.M)]
    assert sourceless == []


def test_every_word_of_the_manual_is_a_word_of_the_grammar() -> None:
    parser = parser_for(DIALECTS["Iquazu"])
    words = words_in_tables()
    assert len(words) > 20
    for word in words:
        parser.ask("word", word)


def test_every_kind_of_word_in_the_grammar_stands_in_the_manual() -> None:
    grammar = (ROOT / "grammar" / "iquazu.lark").read_text(encoding="utf-8")
    overrides = re.findall(r"^%override \?\w+: (.*)$", grammar, re.MULTILINE)
    kinds = {kind for line in overrides for kind in line.split(" | ")}
    parser = parser_for(DIALECTS["Iquazu"])
    shown = {type(parser.ask("word", word)[1]).__name__ for word in words_in_tables()}
    assert {kind.replace("_", "").lower() for kind in kinds} <= {name.lower() for name in shown}


def test_the_manual_names_every_tag_in_the_order_of_the_full_form() -> None:
    text = page("notation.md")
    table = text[text.index("| tag | value |") : text.index("### The Position line")]
    cells = re.findall(r"^\|((?: `\w+`)+) \|", table, re.MULTILINE)
    assert re.findall(r"\w+", " ".join(cells)) == list(TAG_ORDER)


def test_the_short_game_of_the_manual_is_consistent_and_in_short_form() -> None:
    at_the_table = games_in(page("notation.md"))[0]
    game = replay(next(read_text(at_the_table)))
    assert (game.verdict, game.diagnostics) == ("consistent", [])
    assert game.text(short=True) == at_the_table


def test_the_full_game_of_the_manual_is_valid_and_in_full_form() -> None:
    in_full = games_in(page("notation.md"))[1]
    game = replay(next(read_text(in_full)))
    assert (game.verdict, game.diagnostics) == ("valid", [])
    assert game.text() == in_full


def test_the_position_line_of_the_manual_reads_back_as_it_is_written() -> None:
    found = re.search(r"^```\n(\S+/.*)\n```", page("notation.md"), re.MULTILINE)
    assert found is not None
    tags = '[Game "Iquazu"]\n[Strips "3 1 5 2 4"]\n[Seats "R G"]\n'
    game = replay(next(read_text(f'{tags}[Position "{found[1]}"]\n')))
    assert (game.verdict, game.diagnostics) == ("consistent", [])
    assert write_position(game.position()) == found[1]


@pytest.mark.parametrize("fact", reference().provenance)
def test_the_page_on_boards_names_every_fact_of_a_board(fact: str) -> None:
    assert f"`{fact}`" in page("boards.md")


def test_the_page_on_boards_lists_every_code_of_board_files() -> None:
    codes = [code for code in explanations() if "IQ150" <= code <= "IQ159"]
    assert re.findall(r"^\| (IQ15[0-9]) \|", page("boards.md"), re.MULTILINE) == codes
