from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import get_args
from xml.etree import ElementTree as ET

import pytest

from iquazu_notation.drawing import look
from iquazu_notation.drawing.svg import svg
from iquazu_notation.games.iquazu.board_file import load_board, reference, template
from iquazu_notation.games.iquazu.legal import possible_steps
from iquazu_notation.games.iquazu.position import DROP, OVER, Position
from iquazu_notation.games.iquazu.steps import ROCKS
from iquazu_notation.games.iquazu.tally import packed

SPACE = "{http://www.w3.org/2000/svg}"
HOSTILE = {
    "R": "<script>alert(1)</script>",
    "G": "\"' onload='x' ]]> &amp; -->",
    "Y": "\x00\x1b[31m\ufffe\ud800Y",
    "P": "</text></svg>" * 9,
}


def moments(seats: str, seed: int) -> Iterator[Position]:
    """Every position of a random game with all tiles unseen, within turns too."""
    rng = random.Random(seed)
    p = Position.start(reference().lay(rng.sample("12345", 5)), seats)
    yield p
    while not p.over:
        while (steps := possible_steps(p)) and not (p.may_end and rng.random() < 0.5):
            p.apply(rng.choice(steps))
            if p.over:
                break
            yield p
        p.end_turn()
        yield p


def some(seats: str, seed: int) -> Iterator[Position]:
    """Every seventh position of a random game, and the last."""
    return (p for at, p in enumerate(moments(seats, seed)) if at % 7 == 0 or p.over)


def drawn(p: Position, **options: object) -> ET.Element:
    return ET.fromstring(svg(p, **options))  # type: ignore[arg-type]


def classed(picture: ET.Element, name: str) -> list[ET.Element]:
    return [part for part in picture.iter() if f"iq-{name}" in part.get("class", "").split()]


def words(picture: ET.Element) -> list[str]:
    return ["".join(text.itertext()) for text in picture.iter(f"{SPACE}text")]


@pytest.mark.parametrize("seats", ["RP", "GYR", "RGYP"])
def test_it_is_well_formed_and_has_one_shape_per_gem_and_drop(seats: str) -> None:
    for p in moments(seats, 1):
        picture = drawn(p, players=HOSTILE)
        pieces = [piece for rock in p.rocks for piece in rock]
        for seat, letter in enumerate(seats):
            gems = [gem for gem in classed(picture, "gem") if gem.get("class", "")[-1] == letter]
            assert len(gems) == pieces.count(seat)
            outline = look.OUTLINES[look.SEATS[letter].shape]
            assert {gem.get("d") for gem in gems} <= {outline}
        # One more drop marks how many are left.
        assert len(classed(picture, "drop")) == pieces.count(DROP) + 1


def test_nothing_in_it_runs_or_is_fetched() -> None:
    *_, end = moments("RGYP", 2)
    for p in (Position.start(reference().lay("12345"), "RGYP"), end):
        text = svg(p, players=HOSTILE)
        picture = ET.fromstring(text)
        kinds = {part.tag.removeprefix(SPACE) for part in picture.iter()}
        assert kinds <= {"svg", "title", "desc", "style", "g", "rect", "path", "circle", "text"}
        attributes = {name for part in picture.iter() for name in part.attrib}
        assert not {name for name in attributes if name.startswith("on") or "href" in name}
        assert "url(" not in text
        assert "@import" not in text


def test_hostile_names_stay_text() -> None:
    p = Position.start(reference().lay("12345"), "RG")
    picture = drawn(p, players=HOSTILE)
    assert any(text.startswith("<script>alert") for text in words(picture))
    assert "onload" not in picture.attrib
    assert "Turn 1: <script>alert(1)</s… to play" in words(picture)


def test_it_says_in_words_what_it_shows() -> None:
    p = Position.start(reference().lay("12345"), "RG")
    picture = drawn(p, players={"R": "Anna"})
    assert picture.get("role") == "img"
    assert picture.findtext(f"{SPACE}title") == "Iquazú. Turn 1: Anna to play"
    assert picture.get("aria-label") == "Iquazú. Turn 1: Anna to play"
    described = "The frame begins at rock a. Points: Anna 0, Green 0."
    assert picture.findtext(f"{SPACE}desc") == described


def test_the_costs_stand_above_the_frames_columns() -> None:
    for p in some("RGYP", 3):
        picture = drawn(p)
        badges = [text for text in classed(picture, "on-badge") if (text.text or "").isdigit()]
        costs = {text.text or "": text.get("x") for text in badges}
        letters = {text.text: text.get("x") for text in classed(picture, "ink")}
        if p.over:
            assert not costs
            continue
        assert sorted(costs) == ["1", "2", "3", "4", "5"]
        for rock in range(p.first, p.last_column):
            assert costs[str(rock - p.first + 1)] == letters[ROCKS[rock]]


def test_water_lies_over_the_scored_rocks_only() -> None:
    for p in some("RG", 4):
        water = classed(drawn(p), "water")
        scored = len(p.rocks) if p.over else p.first
        assert [float(part.get("width", 0)) for part in water] == [60 * scored] * bool(scored)


def test_open_tiles_lie_in_their_rows_and_say_what_they_are_good_for() -> None:
    tiles = ("C2", "J", "D", "V1", "?")
    p = Position.start(reference().lay("12345"), "RG", open_tiles=tiles)
    picture = drawn(p)
    shown = [t for t in picture.iter(f"{SPACE}text") if t.text in tiles and t.get("x") == "386"]
    assert [text.text for text in shown] == list(tiles)
    assert {"2 cards", "any colour", "double", "1 point", "unseen"} <= set(words(picture))


def test_hands_are_drawn_card_by_card_and_counted_when_they_are_large() -> None:
    p = Position.start(reference().lay("12345"), "RG", {"R": "WWB?"})
    panel = [text for text in words(drawn(p)) if text in "WBO?"]
    assert panel[-9:] == list("WWB?") + ["?"] * 5
    p.cards[0] = packed([9, 0, 4, 0])
    shown = words(drawn(p))
    hand = shown[shown.index("13 cards, 34 gems left") + 1 :]
    assert hand[:4] == ["W", "9", "O", "4"]


def test_everything_lies_within_the_picture() -> None:
    for p in some("RGYP", 5):
        picture = drawn(p)
        *_, width, height = map(float, picture.get("viewBox", "").split())
        for box in picture.iter(f"{SPACE}rect"):
            x, y = float(box.get("x", 0)), float(box.get("y", 0))
            assert 0 <= x <= x + float(box.get("width", 0)) <= width
            assert 0 <= y <= y + float(box.get("height", 0)) <= height


def test_the_picture_keeps_its_width_through_a_game() -> None:
    assert len({drawn(p).get("width") for p in some("RG", 6)}) == 1


def test_auto_follows_the_reader_and_the_other_themes_do_not() -> None:
    p = Position.start(reference().lay("12345"), "RG")
    light, dark = look.SEATS["R"].shade
    assert "prefers-color-scheme:dark" in svg(p)
    assert svg(p, theme="light").count(light) == 1
    assert dark not in svg(p, theme="light")
    assert light not in svg(p, theme="dark")
    assert "prefers-color-scheme" not in svg(p, theme="dark")
    with pytest.raises(ValueError, match="no theme 'blue'"):
        svg(p, theme="blue")  # type: ignore[arg-type]


def test_pictures_of_two_themes_can_share_a_page() -> None:
    p = Position.start(reference().lay("12345"), "RG")
    for theme in get_args(look.Theme):
        text = svg(p, theme=theme)
        assert " id=" not in text
        style = re.sub(r"@media [^{]*\{", "", text.split("<style>")[1].split("</style>")[0])
        rules = [rule for rule in style.split("}") if rule]
        assert all(rule.startswith(f".iq-{theme} ") for rule in rules)


def test_a_gap_pointed_at_is_ringed() -> None:
    p = Position.start(reference().lay("12345"), "RG")
    assert len(classed(drawn(p, highlight={(0, 3), (2, 1)}), "mark")) == 2
    assert not classed(drawn(p), "mark")


def test_the_end_says_who_won() -> None:
    p = Position.start(reference().lay("12345"), "RG")
    p.stage, p.open_tiles, p.points = OVER, (), [40, 52]
    assert "Game over: Ben wins with 52 points" in words(drawn(p, players={"G": "Ben"}))
    assert words(drawn(p)).count("won") == 1
    p.points = [52, 52]
    assert "Game over: Red and Green win with 52 points each" in words(drawn(p))


def test_a_position_shows_itself_in_a_notebook() -> None:
    p = Position.start(reference().lay("12345"), "RG")
    assert p._repr_svg_() == svg(p)


def test_a_board_with_many_gaps_in_a_cell_is_drawn_whole() -> None:
    text = template().replace('["W", "BO", "W", "O", "BW"]', '["WBOWBOWB", "", "W", "", "BWOB"]')
    box, faults = load_board(text, "my-box.board.toml")
    assert not faults
    assert box is not None
    picture = drawn(Position.start(box.lay("12345"), "RGYP"))
    titles = [title.text or "" for title in picture.iter(f"{SPACE}title")]
    assert "a13, blue: free, costs 1" in titles
