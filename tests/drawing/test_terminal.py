from __future__ import annotations

import random
from collections.abc import Iterator
from io import BytesIO, StringIO, TextIOWrapper

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from iquazu_notation.drawing import look
from iquazu_notation.drawing.terminal import board, hands, plain_text
from iquazu_notation.games.iquazu.board import Board
from iquazu_notation.games.iquazu.board_file import load_board, reference, template
from iquazu_notation.games.iquazu.legal import possible_steps
from iquazu_notation.games.iquazu.position import DROP, FREE, Position
from iquazu_notation.games.iquazu.steps import ROCKS
from iquazu_notation.games.iquazu.tally import packed

HOSTILE = {
    "R": "\x1b[31mRed\x07\x1b]0;title\x07\r\n\tLine",
    "G": "[bold]Ben[/bold] [link=x]",
    "Y": "\u202eevil\u2066\u200b" + "e\u0301\u0301\u0301\u0301\u0301" * 3,
    "P": "安" * 60 + "\ud800",
}


def moments(
    seats: str, seed: int, box: Board | None = None, tiles_seen: bool = True
) -> Iterator[Position]:
    """Every position of a random game, within turns too."""
    rng = random.Random(seed)
    box = box or reference()
    strips = list(box.strip_names)
    rng.shuffle(strips)
    light = [kind for kind, number in box.light.items() for _ in range(number)]
    dark = [kind for kind, number in box.dark.items() for _ in range(number)]
    rng.shuffle(light)
    rng.shuffle(dark)
    tiles = [*light, *dark]
    columns = [tiles[at : at + 5] if tiles_seen else ["?"] * 5 for at in range(0, 45, 5)]
    p = Position.start(box.lay(strips), seats, open_tiles=columns[0])
    yield p
    while not p.over:
        while (steps := possible_steps(p)) and not (p.may_end and rng.random() < 0.5):
            p.apply(rng.choice(steps), columns[p.first + 1 :])
            if p.over:
                break
            yield p
        p.end_turn(columns[p.first + 1 :])
        yield p


def middle(seats: str = "RGYP", seed: int = 1) -> Position:
    """The first position of a random game with the frame at `d` and gems of all seats in it."""
    for p in moments(seats, seed):
        gems = {piece for rock in p.rocks[3:8] for piece in rock} - {FREE, DROP}
        if p.first == 3 and len(gems) == len(seats):
            return p
    raise AssertionError("no such position in this game")


def printed(drawing: RenderableType, width: int = 80) -> str:
    page = StringIO()
    Console(file=page, width=width, force_terminal=False).print(drawing)
    return page.getvalue()


def some(seats: str, seed: int) -> Iterator[Position]:
    """Every seventh position of a random game, and the last."""
    return (p for at, p in enumerate(moments(seats, seed)) if at % 7 == 0 or p.over)


@pytest.mark.parametrize("seats", ["RP", "GYR", "RGYP"])
def test_every_position_of_random_games_fits_80_columns(seats: str) -> None:
    ends = 0
    for p in moments(seats, 1):
        text = printed(board(p, players=HOSTILE))
        assert max(map(cell_len, text.splitlines())) <= 80
        ends += p.over
    assert ends == 1


@pytest.mark.parametrize("width", [20, 40, 60, 62, 74, 100])
def test_it_never_takes_more_than_the_width_of_the_terminal(width: int) -> None:
    for p in some("RGYP", 3):
        text = printed(board(p, width=100), width)
        assert max(map(cell_len, text.splitlines())) <= width
        assert p.over or width < 60 or " 5 " in text.splitlines()[0]


def test_piped_text_holds_no_escape_codes() -> None:
    text = printed(board(middle(), players=HOSTILE))
    assert not [char for char in text if char != "\n" and not char.isprintable()]


def test_plain_text_holds_no_escape_codes_even_if_colour_is_forced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "30")
    p = middle()
    assert "\x1b" not in plain_text(p)
    assert str(p) == plain_text(p)


def test_a_terminal_gets_the_colours_of_the_look() -> None:
    page = StringIO()
    console = Console(file=page, width=80, force_terminal=True, color_system="truecolor")
    console.print(board(middle()))
    red, green, blue = (int(look.SEATS["R"].shade.light[at : at + 2], 16) for at in (1, 3, 5))
    assert f"48;2;{red};{green};{blue}mR●" in page.getvalue()


def test_names_cannot_steer_the_terminal() -> None:
    page = StringIO()
    console = Console(file=page, width=80, force_terminal=True, color_system=None)
    console.print(board(middle(), players=HOSTILE))
    text = page.getvalue()
    assert not set("\x1b\x07\r\t\u202e\u2066\u200b\ud800") & set(text)
    assert "[31mRed]0;tit…" in text


def test_markup_in_names_stays_text() -> None:
    assert "[bold]Ben[/bo…" in printed(board(middle(), players=HOSTILE))


def test_long_names_are_cut_with_an_ellipsis() -> None:
    text = printed(hands(middle(), players={"R": "Wolfeschlegelsteinhausen"}))
    assert "R● Wolfeschlegel… " in text


def test_a_seat_without_a_name_is_called_by_its_colour() -> None:
    assert "P◆ Purple " in printed(hands(middle(), players={"R": "Anna", "P": " \n"}))


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_a_terminal_without_utf_8_gets_other_characters(encoding: str) -> None:
    raw = BytesIO()
    file = TextIOWrapper(raw, encoding=encoding)
    Console(file=file, width=80).print(board(middle(), players=HOSTILE))
    file.flush()
    text = raw.getvalue().decode("ascii")
    assert "R@" in text
    assert "P*" in text
    assert "+----" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("seats", ["RG", "RGYP"])
def test_the_costs_stand_above_the_frames_columns(seats: str) -> None:
    for p in some(seats, 4):
        if p.over:
            continue
        costs, _, letters, *_ = plain_text(p).splitlines()
        where = {letter: letters.index(letter) for letter in ROCKS}
        for cost in range(1, 6):
            at = costs.index(str(cost))
            if p.first + cost - 1 < len(ROCKS):
                assert at == where[ROCKS[p.first + cost - 1]]
            else:
                assert letters[at : at + 1] in ("", " ")


def test_the_frame_stands_around_its_five_columns_and_the_open_tiles() -> None:
    p = middle()
    lines = plain_text(p).splitlines()
    edges = [at for at, char in enumerate(lines[2]) if char in "┃│"]
    assert [lines[1][at] for at in edges] == ["┏", "┳", "┓"]
    assert lines[2][: edges[0]].split() == ["a", "b", "c"]
    assert lines[2][edges[0] : edges[1]].strip("┃").split() == ["d", "e", "f", "g", "h"]
    assert lines[2][edges[2] :].strip("┃").split() == ["i", "j", "k"]
    rows = [line for line in lines if line[:2] in ("1 ", "2 ", "3 ", "4 ", "5 ")]
    assert tuple(row[edges[1] + 1 : edges[2]].strip() for row in rows) == p.open_tiles


def test_every_piece_and_every_free_gap_is_drawn_in_its_column() -> None:
    for p in some("RGYP", 5):
        if p.over:
            continue
        lines = plain_text(p).splitlines()
        bottom = next(at for at, line in enumerate(lines) if "┗" in line)
        for rock, pieces in enumerate(p.rocks):
            at = lines[2].index(ROCKS[rock])
            drawn = [line[at : at + 3].strip() for line in lines[3:bottom]]
            drawn = [cell for cell in drawn if cell and not set(cell) <= set("≈╌┨┼┠")]
            inside = p.first <= rock < p.last_column
            assert drawn == [
                "~"
                if piece == DROP
                else f"{gap + 1 if inside else ''}·{p.layout.rocks[rock].gaps[gap]}"
                if piece == FREE
                else p.seats[piece] + look.SEATS[p.seats[piece]].mark
                for gap, piece in enumerate(pieces)
            ]


def test_only_scored_rocks_are_under_water() -> None:
    waves = [line for line in plain_text(middle()).splitlines() if "≈≈" in line]
    assert [line.count("≈") for line in waves] == [15] * 4
    start = Position.start(reference().lay("12345"), "RG")
    assert "≈≈" not in plain_text(start)


def test_the_prizes_of_this_number_of_players_stand_below_the_rocks() -> None:
    for seats in ("RG", "RGY", "RGYP"):
        lines = plain_text(Position.start(reference().lay("12345"), seats)).splitlines()
        prizes = [line.split() for line in lines if line[:3] in ("1st", "2nd", "3rd")]
        given = reference().points[len(seats)]
        assert [[int(value) for value in line[1:]] for line in prizes] == [
            [place[rank] for place in given] for rank in range(len(seats) - 1)
        ]


def test_a_gap_pointed_at_is_seen_without_colour() -> None:
    p = Position.start(reference().lay("12345"), "RG")
    p.rocks[1][0] = 0
    text = printed(board(p, highlight={(0, 3), (1, 0)}))
    assert "[4W]" in text
    assert "[R●]" in text
    assert "[" not in printed(board(p))


def seat_lines(p: Position) -> dict[str, list[str]]:
    """The words of each seat's line in the table below the board."""
    lines = printed(hands(p)).split("points")[1].splitlines()[1:]
    return {line[0]: line.split()[1:] for line in lines if line[0] in "RGYP"}


def test_seen_cards_are_letters_and_unseen_ones_question_marks() -> None:
    lines = seat_lines(Position.start(reference().lay("12345"), "RG", {"R": "O?WB"}))
    assert lines["R"][:6] == ["Red", "4", "W", "B", "O", "?"]
    assert lines["G"][:3] == ["Green", "5", "?????"]


def test_a_large_hand_is_counted() -> None:
    p = Position.start(reference().lay("12345"), "RG")
    p.cards[0] = packed([9, 1, 0, 4])
    assert seat_lines(p)["R"][:5] == ["Red", "14", "W×9", "B", "?×4"]


def test_the_boxes_stand_with_their_seats() -> None:
    p = Position.start(reference().lay("12345"), "RGY")
    assert [words[-1] for words in seat_lines(p).values()] == ["gem", "0", "water"]
    p.seat = 2
    assert seat_lines(p)["Y"][-2:] == ["gem", "water"]


def test_within_a_turn_it_says_what_is_left_to_do() -> None:
    said = {look.headline(p).partition(": ")[2].partition(" ")[2] for p in moments("RG", 6)}
    assert {"to play", "has played", "has played, a drop falls"} <= said
    assert {"has one more action", "pays the next gem in any colours"} <= said
    p = Position.start(reference().lay("12345"), "RG")
    p.cards[0], p.stage = packed([13, 0, 0, 0]), 0
    assert look.headline(p) == "Turn 1: Red has played, 1 card to discard"
    p.cards[0], p.water = packed([14, 0, 0, 0]), 0
    assert look.headline(p) == "Turn 1: Red has played, a drop falls, 2 cards to discard"


def test_the_end_shows_totals_and_winners_instead_of_whose_turn_it_is() -> None:
    *_, end = moments("RGYP", 7)
    text = plain_text(end)
    winners = end.winners()
    assert winners is not None
    won = [line[0] for line in text.splitlines() if line.endswith(" won")]
    assert tuple(won) == winners
    assert f"with {max(end.points)} points" in text
    assert "to play" not in text
    assert "┏" not in text


def test_a_total_that_unseen_tiles_leave_open_is_shown_as_a_range() -> None:
    *_, end = moments("RG", 8, tiles_seen=False)
    low, high = next(total for total in end.totals().values() if isinstance(total, list))
    assert f" {low}–{high}" in plain_text(end)
    assert (end.winners() is None) == ("unseen tiles decide who wins" in plain_text(end))


def test_a_drawing_shows_the_moment_it_was_made() -> None:
    p = Position.start(reference().lay("12345"), "RG")
    drawing = board(p)
    before = printed(drawing)
    p.apply(p.legal()[0])
    p.end_turn()
    assert printed(drawing) == before
    assert printed(board(p)) != before


def test_a_board_with_many_gaps_in_a_cell_and_large_prizes_is_drawn_whole() -> None:
    text = template().replace('["W", "BO", "W", "O", "BW"]', '["WBOWBOWB", "", "W", "", "BWOB"]')
    box, faults = load_board(text.replace("[13, 8, 4]", "[999, 100, 10]"), "my-box.board.toml")
    assert not faults
    assert box is not None
    for width in (60, 80):
        p = Position.start(box.lay("12345"), "RGYP")
        shown = printed(board(p, highlight={(0, 11)}), width)
        assert "13·B" in shown if width == 80 else "13B" in shown
        assert "999" in shown
        assert max(map(cell_len, shown.splitlines())) <= width
