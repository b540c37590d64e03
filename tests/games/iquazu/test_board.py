from __future__ import annotations

import copy
import hashlib
import itertools
import json
import pickle
import random
import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from iquazu_notation.games.iquazu.board import Board, BoardError, BoardFault, Rock
from iquazu_notation.games.iquazu.board_file import (
    find_board,
    load_board,
    read_board_file,
    reference,
    template,
)

EXAMPLE = ["3", "1", "5", "2", "4"]
A_ROCK = '[[printed]]\nplace = "a"\nshade = "light"\nrows = ["W", "BO", "W", "O", "BW"]\n'


def edited(*changes: tuple[str, str]) -> list[BoardFault]:
    """Faults of the template after some text in it, which must be there, is replaced."""
    text = template()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    board, faults = load_board(text, "my-box.board.toml")
    assert (board is None) == bool(faults)
    return faults


def codes(faults: list[BoardFault]) -> list[str]:
    return [fault.code for fault in faults]


def section(text: str, header: str) -> str:
    """One section of a board file, from its header up to the next comment bar."""
    start = text.index(header)
    return text[start : text.index("# ---", start)]


# --- the reference board ---------------------------------------------------------------------


def test_the_reference_board_has_eleven_rocks_of_seven_or_eight_gaps() -> None:
    rocks = reference().lay(EXAMPLE).rocks
    assert len(rocks) == 11
    assert {len(rock.gaps) for rock in rocks} == {7, 8}


def test_the_reference_board_uses_all_five_rows_and_has_cells_with_two_gaps() -> None:
    for rock in reference().lay(EXAMPLE).rocks:
        assert len(rock.rows) == 5
        assert {len(cell) for cell in rock.rows} == {1, 2}
        assert all(len(set(cell)) == len(cell) for cell in rock.rows)


def test_the_reference_board_has_27_gaps_of_each_colour_and_no_rock_without_one() -> None:
    rocks = reference().lay(EXAMPLE).rocks
    assert all(set(rock.gaps) == set("WBO") for rock in rocks)
    assert Counter("".join(rock.gaps for rock in rocks)) == {"W": 27, "B": 27, "O": 27}


def test_cells_with_two_gaps_are_spread_over_the_rows() -> None:
    rocks = reference().lay(EXAMPLE).rocks
    doubles = [sum(len(rock.rows[row]) == 2 for rock in rocks) for row in range(5)]
    assert max(doubles) - min(doubles) <= 1


def test_light_and_dark_rocks_alternate_in_every_order_of_the_strips() -> None:
    for order in itertools.permutations("12345"):
        shades = [rock.shade for rock in reference().lay(order).rocks]
        assert shades == ["light", "dark"] * 5 + ["light"]


def test_prizes_rise_along_the_board_and_fall_with_the_rank() -> None:
    for players, places in reference().points.items():
        assert len(places) == 11
        assert all(len(prizes) == players - 1 for prizes in places)
        assert all(list(prizes) == sorted(prizes, reverse=True) for prizes in places)
        for here, next_place in itertools.pairwise(places):
            assert here[0] < next_place[0]
            assert all(low <= high for low, high in zip(here, next_place, strict=True))


def test_one_four_player_rock_pays_8_5_2_as_in_the_rule_book() -> None:
    assert reference().points[4].count((8, 5, 2)) == 1


def test_there_are_35_light_and_10_dark_tiles_and_all_kinds_among_the_light() -> None:
    board = reference()
    assert (sum(board.light.values()), sum(board.dark.values())) == (35, 10)
    assert {kind[0] for kind in board.light} == set("VCJD")
    assert {"C2", "C3", "C4"} <= set(board.light)


def test_dark_tiles_are_worth_more_points_than_light_ones() -> None:
    def mean(mix: dict[str, int]) -> float:
        values = [int(kind[1:]) for kind, n in mix.items() if kind[0] == "V" for _ in range(n)]
        return sum(values) / len(values)

    assert mean(reference().dark) > 2 * mean(reference().light)


def test_the_pieces_of_the_reference_board_are_those_of_the_rules() -> None:
    board = reference()
    assert board.cards == {"W": 20, "B": 20, "O": 20}
    assert (board.gems, board.drops, board.hand_limit, board.frame) == (34, 50, 12, 5)


def test_the_reference_board_says_of_what_is_pictured_only_that_it_is_ours() -> None:
    provenance = reference().provenance
    assert set(provenance.values()) == {"published", "inferred", "ours"}
    for fact in ("colours", "gaps", "tile_mix", "points_2", "points_3", "points_4"):
        assert provenance[fact] == "ours"
    for fact in ("players", "cards", "gems", "drops", "tile_counts", "frame", "hand_limit"):
        assert provenance[fact] == "published"
    for fact in ("card_split", "rocks", "strips", "printed"):
        assert provenance[fact] == "inferred"


def test_the_reference_board_does_not_change_unnoticed() -> None:
    # The ids of all records on this board hang on it: a new hash here means new ids everywhere.
    digest = hashlib.sha256(reference().content().encode()).hexdigest()
    assert digest == "909720c0aed348e727004da9b5471309b5fb1c966dcfb5395cf41c0e91540655"


# --- the example record of the notation, on the reference board ---------------------------------

# word, seat, column of the frame at that moment, colour of the gap, row
PLACEMENTS = [
    ("a4:W", "G", 1, "W", 3),
    ("a2:B", "Y", 1, "B", 2),
    ("c7:WWBB", "P", 3, "B", 5),
    ("b7:WWOO", "R", 2, "B", 5),
    ("a5:O", "G", 1, "O", 4),
    ("b5:OO", "Y", 2, "O", 4),
    ("a7:W", "R", 1, "W", 5),
    ("a6:B", "Y", 1, "B", 5),
    ("b4:W", "Y", 1, "W", 3),
    ("b3:WW", "P", 1, "B", 2),
]


@pytest.mark.parametrize(("word", "seat", "column", "colour", "row"), PLACEMENTS)
def test_the_example_record_pays_what_the_gap_asks(
    word: str, seat: str, column: int, colour: str, row: int
) -> None:
    layout = reference().lay(EXAMPLE)
    rock, gap, paid = "abc".index(word[0]), int(word[1]) - 1, Counter(word[3:])
    assert "WBO"[layout.colours[rock][gap]] == colour
    assert layout.rows[rock][gap] + 1 == row
    own = paid.pop(colour, 0)
    assert all(number % 2 == 0 for number in paid.values())
    assert own + sum(paid.values()) // 2 == column


def test_the_example_record_fills_rock_a_with_its_gems_and_two_drops() -> None:
    filled = {int(word[1]) for word, *_ in PLACEMENTS if word[0] == "a"} | {1, 3}
    assert filled == set(range(1, len(reference().lay(EXAMPLE).rocks[0].gaps) + 1))


def test_the_example_record_ranks_yellow_green_red_on_rock_a_for_3_2_1() -> None:
    gems: dict[str, list[int]] = {}
    for word, seat, *_ in PLACEMENTS:
        if word[0] == "a":
            gems.setdefault(seat, []).append(int(word[1]))
    ranked = sorted(gems, key=lambda seat: (len(gems[seat]), max(gems[seat])), reverse=True)
    assert list(zip(ranked, reference().points[4][0], strict=True)) == [
        ("Y", 3),
        ("G", 2),
        ("R", 1),
    ]


def test_the_example_record_gives_the_tiles_of_rock_a_to_nobody_y_g_y_r() -> None:
    layout = reference().lay(EXAMPLE)
    takers = ""
    for row in range(5):
        here = [
            (seat, "abc".index(word[0]), int(word[1]))
            for word, seat, *_ in PLACEMENTS[:8]
            if layout.rows["abc".index(word[0])][int(word[1]) - 1] == row
        ]
        count = Counter(seat for seat, *_ in here)
        best = max(here, key=lambda gem: (count[gem[0]], gem[1], gem[2]), default=("-", 0, 0))
        takers += best[0]
    assert takers == "-YGYR"


def test_the_tiles_of_the_example_record_are_in_the_light_mix() -> None:
    turned_up = Counter(["J", "D", "D", "C2", "D", "C2", "C3", "V1", "C2", "V2"])
    assert turned_up <= Counter(reference().light)


def test_the_cards_of_the_example_record_are_in_the_deck() -> None:
    drawn = Counter("WWOB BOOWW OOOBBW WWWBBOO WOWW WBBB BOWW OB".replace(" ", ""))
    assert drawn <= Counter(reference().cards)


# --- laying, json, content --------------------------------------------------------------------


def test_a_layout_counts_gaps_from_the_top() -> None:
    layout = reference().lay(EXAMPLE)
    assert "".join("WBO"[colour] for colour in layout.colours[0]) == "WBOWOBW"
    assert layout.rows[0] == (0, 1, 1, 2, 3, 4, 4)


def test_strips_fill_two_places_each_in_the_order_laid() -> None:
    board = reference()
    rocks = board.lay(EXAMPLE).rocks
    assert rocks[0] == board.printed[0][1]
    assert rocks[1:] == tuple(rock for name in EXAMPLE for rock in board.strips[name])


def test_the_same_order_gives_the_same_layout_object() -> None:
    assert reference().lay(EXAMPLE) is reference().lay(tuple(EXAMPLE))
    assert reference().lay("12345") is not reference().lay(EXAMPLE)


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("1 2 3 4", "5 is missing"),
        ("1 2 3", "4 and 5 are missing"),
        ("1 2 3 4 4", "5 is missing and 4 lies more than once"),
        ("1 2 3 4 5 5", "5 lies more than once"),
        ("1 2 3 4 6", "5 is missing and '6' is no strip"),
        ("", "1, 2, 3, 4 and 5 are missing"),
    ],
)
def test_an_order_that_does_not_lay_each_strip_once_is_refused(order: str, reason: str) -> None:
    with pytest.raises(BoardError, match=f"but here {reason}$"):
        reference().lay(order.split())


def without_strips() -> Board:
    rocks = enumerate(reference().lay(EXAMPLE).rocks)
    return replace(reference(), id="fixed", strips={}, printed=tuple(rocks))


def test_a_board_without_strips_takes_an_empty_order() -> None:
    assert without_strips().lay(()).rocks == reference().lay(EXAMPLE).rocks
    with pytest.raises(BoardError, match="board fixed has no strips"):
        without_strips().lay(["1"])


def test_a_replaced_board_does_not_keep_the_layouts_of_the_old_one() -> None:
    reference().lay(EXAMPLE)
    few_gems = replace(reference(), gems=3)
    assert few_gems.lay(EXAMPLE).board.gems == 3


def test_boards_compare_hash_copy_and_pickle() -> None:
    board = reference()
    board.lay(EXAMPLE)
    for other in (copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert other == board
        assert hash(other) == hash(board)
        assert other.lay(EXAMPLE).colours == board.lay(EXAMPLE).colours
    assert replace(board, drops=49) != board


def test_the_json_document_has_the_fields_of_the_contract() -> None:
    document = reference().as_json(EXAMPLE)
    assert " ".join(document) == (
        "schema id rocks points tiles cards gems drops hand_limit frame strips printed provenance"
    )
    read = json.loads(json.dumps(document))
    assert read["schema"] == "iquazu.board/1"
    assert [rock["letter"] for rock in read["rocks"]] == list("abcdefghijk")
    assert read["rocks"][1] == {
        "letter": "b",
        "shade": "dark",
        "rows": ["O", "WB", "W", "O", "WB"],
    }
    assert read["points"]["4"][0] == [3, 2, 1]
    assert read["tiles"]["light"]["V1"] == 8
    assert read["strips"]["3"][0] == {"shade": "dark", "rows": ["O", "WB", "W", "O", "WB"]}
    assert read["printed"] == [
        {"place": "a", "shade": "light", "rows": ["W", "BO", "W", "O", "BW"]}
    ]
    assert read["provenance"]["colours"] == "ours"


def test_without_an_order_the_json_document_lays_the_strips_by_number() -> None:
    assert reference().as_json() == reference().as_json("12345")


def test_content_ignores_name_title_shades_and_provenance() -> None:
    board, _ = load_board(template(), "my-box.board.toml")
    assert board is not None
    assert board.content() == reference().content()
    pale = tuple((place, Rock("dark", rock.rows)) for place, rock in board.printed)
    assert replace(board, printed=pale).content() == board.content()


@pytest.mark.parametrize(
    "change",
    [
        {"gems": 33},
        {"drops": 49},
        {"hand_limit": 11},
        {"cards": {"W": 21, "B": 19, "O": 20}},
        {"light": {"V1": 12}},
        {"dark": {"V11": 2}},
        {"printed": ((1, Rock("light", ("W", "BO", "W", "O", "BW"))),)},
        {"points": {2: ((1,),) * 11}},
        {"strips": {}},
    ],
)
def test_content_changes_with_everything_that_matters_for_play(change: dict[str, object]) -> None:
    changed = replace(reference(), **change)  # type: ignore[arg-type]
    assert changed.content() != reference().content()
    assert "\n" not in changed.content()


def test_content_tells_twelve_tiles_of_one_point_from_two_of_eleven() -> None:
    twelve, eleven = {"V1": 12}, {"V11": 2}
    assert (
        replace(reference(), light=twelve).content() != replace(reference(), light=eleven).content()
    )


# --- faults -----------------------------------------------------------------------------------


def test_the_template_loads_without_faults_and_is_all_ours() -> None:
    board, faults = load_board(template(), "my-box.board.toml")
    assert faults == []
    assert board is not None
    assert board.id == "my-box"
    assert set(board.provenance.values()) == {"ours"}


def test_a_file_with_windows_line_ends_and_a_byte_order_mark_loads() -> None:
    board, faults = load_board("\ufeff" + template().replace("\n", "\r\n"), "x")
    assert faults == []
    assert board is not None


def test_text_that_is_not_toml_is_refused_with_IQ150_and_its_line() -> None:
    _, faults = load_board("id = 'x'\ntitle = ", "x.board.toml")
    assert codes(faults) == ["IQ150"]
    assert faults[0].line == 2
    assert faults[0].message.startswith("x.board.toml is not a TOML file: ")


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 100_000,
        "x = " + "9" * 5000,
        "x = 2020-13-45",
        "\x00",
        "= = =",
        "[a]\n[a]\n",
    ],
)
def test_text_that_trips_the_toml_reader_is_refused_with_IQ150(text: str) -> None:
    board, faults = load_board(text, "x")
    assert board is None
    assert codes(faults) == ["IQ150"]


def test_a_number_of_thousands_of_digits_is_refused_like_any_other() -> None:
    huge = "0x" + "F" * 5000
    faults = edited(("gems = 34", f"gems = {huge}"))
    assert codes(faults) == ["IQ156"]
    assert "far out of range" in faults[0].message
    assert codes(edited(("[3, 2, 1],", f"[{huge}, 2, 1],"))) == ["IQ155"]
    assert codes(edited(("V1 = 8", f"V1 = {huge}"))) == ["IQ152"]
    assert codes(edited(('shade = "dark"', f"shade = {huge}"))) == ["IQ154"]


def test_an_empty_file_names_every_missing_field_with_IQ151() -> None:
    _, faults = load_board("", "x")
    tables = ["cards", "tiles", "points", "provenance"]
    missing = ["id", "title", "gems", "drops", "hand_limit", "frame", *tables]
    assert [fault.message for fault in faults if fault.code == "IQ151"] == [
        f"{name} is missing" for name in missing
    ]
    assert codes(faults)[len(missing) :] == ["IQ159"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("gems = 34", "", "gems is missing"),
        ("gems = 34", "gems = true", "gems should be a whole number, not true or false"),
        ("gems = 34", "gems = 34.0", "gems should be a whole number, not a number with a point"),
        ("gems = 34", 'gems = "34"', "gems should be a whole number, not text"),
        ("gems = 34", "gems = 07:32:00", "gems should be a whole number, not a date or time"),
        ('title = "My own box"', "title = 3", "title should be text in quotes, not a number"),
        ('id = "my-box"', 'id = "../box"', "'../box' can't be a board's id"),
        ('id = "my-box"', 'id = ""', "'' can't be a board's id"),
        ("O = 20", "", "[cards] O is missing"),
        ("V1 = 8", "V1 = []", "[tiles.light] V1 should be a whole number, not a list"),
        (
            "  [3],  # a",
            "  3,",
            "points for 2 players, rock a should be a list in brackets, not a number",
        ),
        (
            "  [3],  # a",
            "  [{}],",
            "points for 2 players, rock a should be a whole number, not a table",
        ),
        ('place = "a"\n', "", "printed rock 1: place is missing"),
        (
            '["W", "BO", "W", "O", "BW"]',
            '"WBOWOBW"',
            "printed rock 1: rows should be a list in brackets, not text",
        ),
        ('rows = ["W", "BO", "W", "O", "BW"]', "", "printed rock 1: rows is missing"),
        (
            '"BO", "W", "O", "BW"]',
            '5, "W", "O", "BW"]',
            "printed rock 1, row 2 should be text in quotes, not a number",
        ),
        (
            '{ shade = "dark", rows = ["B", "OW", "B", "OB", "WO"] }',
            '"BOWBOBWO"',
            "strip 1, column 1 should be a table, not text",
        ),
        ('gems = "ours"\n', "", "[provenance] gems is missing"),
        (
            'gems = "ours"\n',
            "gems = 1\n",
            "provenance of gems should be text in quotes, not a number",
        ),
    ],
)
def test_a_missing_or_mistyped_field_is_one_IQ151(old: str, new: str, message: str) -> None:
    faults = edited((old, new))
    assert [(fault.code, fault.message) for fault in faults] == [("IQ151", message)]


@pytest.mark.parametrize("key", ["cards", "tiles", "points", "provenance", "strips", "printed"])
def test_a_table_that_is_a_number_is_one_IQ151(key: str) -> None:
    headers = {"tiles": "[tiles.light]", "printed": "[[printed]]"}
    start = template().index("\n" + headers.get(key, f"[{key}]") + "\n")
    rest = template()[start:]
    cut = rest.find("# ---")
    text = f"{key} = 3\n" + template()[:start] + "\n" + (rest[cut:] if cut >= 0 else "")
    _, faults = load_board(text, "x")
    assert codes(faults) == ["IQ151"]
    assert faults[0].line == 1
    assert faults[0].message.startswith(f"{key} should be a ")


def test_a_board_with_44_tiles_is_refused_with_IQ152() -> None:
    faults = edited(("V1 = 8", "V1 = 7"))
    assert codes(faults) == ["IQ152"]
    assert faults[0].message == "there are 34 tiles with a light back, and the box holds 35"
    assert faults[0].line == template()[: template().index("[tiles.light]")].count("\n") + 1


def test_dark_tiles_are_counted_apart_from_light_ones() -> None:
    faults = edited(("V1 = 8", "V1 = 7"), ("V6 = 1", "V6 = 2"))
    assert codes(faults) == ["IQ152", "IQ152"]


def test_a_negative_number_of_tiles_is_refused_with_IQ152() -> None:
    assert codes(edited(("V1 = 8", "V1 = -1"), ("V2 = 6", "V2 = 15"))) == ["IQ152"]


def test_a_kind_of_tile_with_none_of_it_is_as_good_as_left_out() -> None:
    board, _ = load_board(template().replace("D = 4", "D = 4\nV9 = 0"), "x")
    assert board is not None
    assert "V9" not in board.light


def test_a_missing_strip_is_refused_with_IQ153() -> None:
    for name in "12345":
        start = template().index(f"\n{name} = [\n  {{ shade")
        end = template().index("\n]", start) + 2
        _, faults = load_board(template()[:start] + template()[end:], "x")
        assert [(fault.code, fault.message) for fault in faults] == [
            ("IQ153", f"[strips] strip {name} is missing")
        ]


def test_a_strip_with_three_columns_is_refused_with_IQ153() -> None:
    column = '  { shade = "dark", rows = ["BO", "W", "OB", "WO", "B"] },\n'
    faults = edited((column, column * 2))
    assert [(fault.code, fault.message) for fault in faults] == [
        ("IQ153", "strip 4 has 3 columns, and the others have 2")
    ]
    assert faults[0].line is not None
    assert template().splitlines()[faults[0].line - 1] == "4 = ["


def test_strips_without_columns_are_refused_with_IQ153() -> None:
    strips = "[strips]\n" + "".join(f"{name} = []\n" for name in "12345")
    faults = edited((section(template(), "[strips]"), strips))
    assert codes(faults) == ["IQ153"] * 5


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ('["W", "BO", "W", "O"]', "printed rock 1 has 4 rows, and a rock has 5"),
        ("[]", "printed rock 1 has 0 rows, and a rock has 5"),
        ('["", "", "", "", ""]', "printed rock 1 has no gap at all"),
        ('["W", "BO", "w", "O", "BW"]', "printed rock 1, row 3: 'w' is not gaps"),
        ('["W", "B O", "W", "O", "BW"]', "printed rock 1, row 2: 'B O' is not gaps"),
    ],
)
def test_a_rock_with_bad_rows_is_refused_with_IQ154(rows: str, message: str) -> None:
    faults = edited(('["W", "BO", "W", "O", "BW"]', rows))
    assert [(fault.code, fault.message) for fault in faults] == [("IQ154", message)]


def test_a_rock_that_is_neither_light_nor_dark_is_refused_with_IQ154() -> None:
    assert codes(edited(('shade = "light"', 'shade = "grey"'))) == ["IQ154"]
    assert codes(edited(('shade = "light"', "shade = []"))) == ["IQ154"]


def test_a_rock_may_have_an_empty_row() -> None:
    assert edited(('["W", "BO", "W", "O", "BW"]', '["W", "", "W", "O", "BW"]')) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "  [3],  # a\n",
            "",
            "points for 2 players: 10 rocks have prizes, and there are 11, a to k",
        ),
        (
            "[3, 1],",
            "[3, 1, 1],",
            "points for 3 players, rock a: 3 prizes, and 3 players play for 2",
        ),
        ("[3, 2, 1],", "[],", "points for 4 players, rock a: 0 prizes, and 4 players play for 3"),
        (
            "[3, 2, 1],",
            "[3, 2, -1],",
            "points for 4 players, rock a is -1, and should be from 0 to 999",
        ),
        (
            "[3, 2, 1],",
            "[1, 2, 3],",
            "points for 4 players, rock a: 1/2/3 pays more for a lower rank",
        ),
    ],
)
def test_prizes_that_do_not_fit_are_refused_with_IQ155(old: str, new: str, message: str) -> None:
    assert [(fault.code, fault.message) for fault in edited((old, new))] == [("IQ155", message)]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("O = 20", "O = 19", "there are 59 cards, and the box holds 60"),
        ("O = 20", "O = -20", "O is -20, and should be from 1 to 60"),
        ("gems = 34", "gems = 35", "gems is 35, and should be from 1 to 34"),
        ("drops = 50", "drops = 0", "drops is 0, and should be from 1 to 50"),
        ("hand_limit = 12", "hand_limit = 0", "hand_limit is 0, and should be from 1 to 60"),
        ("frame = 5", "frame = 6", "frame is 6, and should be 5"),
    ],
)
def test_pieces_the_box_can_not_hold_are_refused_with_IQ156(
    old: str, new: str, message: str
) -> None:
    assert [(fault.code, fault.message) for fault in edited((old, new))] == [("IQ156", message)]


def test_an_unequal_split_of_sixty_cards_is_accepted() -> None:
    assert edited(("W = 20", "W = 22"), ("O = 20", "O = 18")) == []


def test_an_unknown_provenance_is_refused_with_IQ157() -> None:
    faults = edited(('gems = "ours"', 'gems = "publshed"'), ('drops = "ours"', 'drops = "?"'))
    assert codes(faults) == ["IQ157", "IQ157"]
    assert faults[0].help == "did you mean published?"
    assert faults[1].help == "known here: published inferred ours"


@pytest.mark.parametrize(
    ("old", "new", "help_line"),
    [
        ("gems = 34", "Gems = 34", "did you mean gems?"),
        ("[cards]", "[card]", "did you mean cards?"),
        ("[strips]", "[strip]", "did you mean strips?"),
        ("[[printed]]\nplace", "[[print]]\nplace", "did you mean printed?"),
        ("D = 4", "d = 4", "did you mean D?"),
        ('shade = "light"', 'shadow = "light"', "did you mean shade?"),
        ("[strips]", "[strips]\n01 = []", "did you mean 1?"),
        ("[cards]", "[cards]\nred = 3", "known here: W B O"),
        ("[cards]", "[cards]\nWB = 3", "did you mean W?"),
        ('gems = "ours"', 'gem = "ours"', "did you mean gems?"),
    ],
)
def test_an_unknown_key_is_one_IQ158_that_says_what_was_meant(
    old: str, new: str, help_line: str
) -> None:
    faults = edited((old, new))
    assert [(fault.code, fault.help) for fault in faults] == [("IQ158", help_line)]
    assert faults[0].line is not None
    assert template().splitlines()[faults[0].line - 2 :][:2].count(old.split("\n")[0]) == 1


def test_an_unknown_kind_of_tile_is_told_the_kinds_there_are() -> None:
    faults = edited(("J = 3", "Joker = 3"))
    assert codes(faults) == ["IQ158"]
    assert faults[0].help is not None
    assert faults[0].help.startswith("tiles are V1 V2")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('place = "a"', 'place = "l"', "printed rock 1: 'l' is not a place"),
        ('place = "a"', 'place = "ab"', "printed rock 1: 'ab' is not a place"),
        ('place = "a"', 'place = ""', "printed rock 1: '' is not a place"),
        ('place = "a"', "place = 1", "printed rock 1: a number is not a place"),
        (A_ROCK, A_ROCK * 2, "printed rock 2 lies on a, where another one lies"),
        (A_ROCK, "", "strips and printed rocks make 10 rocks, and the board has 11"),
        (
            A_ROCK,
            A_ROCK + A_ROCK.replace('"a"', '"b"'),
            "strips and printed rocks make 12 rocks, and the board has 11",
        ),
        ('place = "a"', 'place = "b"', "with printed rocks on b a strip would be cut in two"),
    ],
)
def test_rocks_that_do_not_fit_the_places_are_refused_with_IQ159(
    old: str, new: str, message: str
) -> None:
    assert [(fault.code, fault.message) for fault in edited((old, new))] == [("IQ159", message)]


def test_the_printed_rock_may_lie_between_whole_strips() -> None:
    board, faults = load_board(template().replace('place = "a"', 'place = "g"'), "x")
    assert faults == []
    assert board is not None
    assert board.lay("12345").rocks[6] == board.printed[0][1]


def test_a_board_of_eleven_printed_rocks_needs_no_strips() -> None:
    rocks = "".join(A_ROCK.replace('"a"', f'"{letter}"') for letter in "abcdefghijk")
    text = template().replace(A_ROCK, rocks).replace(section(template(), "[strips]"), "")
    board, faults = load_board(text, "x")
    assert faults == []
    assert board is not None
    assert len(board.lay([]).rocks) == 11
    assert board.as_json()["strips"] == {}


def test_all_faults_of_a_file_are_reported_in_the_order_of_its_lines() -> None:
    faults = edited(
        ("drops = 50", "drops = 51"),
        ("V1 = 8", "V1 = 9"),
        ("[3, 2, 1],", "[3, 2],"),
        ('["W", "BO", "W", "O", "BW"]', '["W", "BX", "W", "O", "BW"]'),
        ('players = "ours"', 'players = "guessed"'),
    )
    assert codes(faults) == ["IQ156", "IQ152", "IQ155", "IQ154", "IQ157"]
    lines = [fault.line for fault in faults if fault.line is not None]
    assert len(lines) == 5
    assert lines == sorted(lines)


def test_no_toml_whatever_brings_the_reader_down() -> None:
    chance = random.Random(11)
    values = [
        "3",
        "-1",
        "1.5",
        "true",
        '"x"',
        "[]",
        "{}",
        "[[]]",
        "2020-01-01",
        "nan",
        '["W"]',
        "0xFF",
    ]
    words = tomllib.loads(template())
    refused = 0
    for _ in range(2000):
        lines = template().split("\n")
        for _ in range(chance.randint(1, 3)):
            spot = chance.randrange(len(lines))
            line = lines[spot]
            damage = chance.randrange(4)
            if damage == 0:
                del lines[spot]
            elif damage == 1 and "=" in line:
                lines[spot] = line.split("=")[0] + "= " + chance.choice(values)
            elif damage == 2 and line:
                cut = chance.randrange(len(line))
                lines[spot] = line[:cut] + chance.choice("[]{}\"'=.,#x0") + line[cut + 1 :]
            else:
                lines[spot] = f"{chance.choice(list(words))} = {chance.choice(values)}"
        board, faults = load_board("\n".join(lines), "x")
        assert (board is None) == bool(faults)
        assert all(fault.code[:4] == "IQ15" and fault.message for fault in faults)
        assert all(fault.line is None or 1 <= fault.line <= len(lines) for fault in faults)
        if board is None:
            refused += 1
        else:
            assert len(board.lay(board.strip_names).rocks) == 11
    assert 500 < refused < 2000


# --- files and finding ------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own board folder, in a made-up configuration folder."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    folder = tmp_path / "config" / "iquazu" / "boards"
    folder.mkdir(parents=True)
    return folder


def save(folder: Path, board_id: str, title: str = "My own box", name: str | None = None) -> Path:
    text = template().replace('"my-box"', f'"{board_id}"').replace("My own box", title)
    path = folder / f"{name or board_id}.board.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_built_in_board_comes_before_any_file(tmp_path: Path, own: Path) -> None:
    save(tmp_path, "reference")
    save(own, "reference")
    assert find_board("reference", tmp_path) is reference()


def test_a_board_beside_the_record_comes_before_the_users_own(tmp_path: Path, own: Path) -> None:
    save(own, "club", "in the config folder")
    assert find_board("club", tmp_path).title == "in the config folder"
    save(tmp_path, "club", "beside the record")
    assert find_board("club", tmp_path).title == "beside the record"
    assert find_board("club", None).title == "in the config folder"


def test_without_xdg_the_users_own_boards_are_in_dot_config(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / ".config" / "iquazu" / "boards"
    folder.mkdir(parents=True)
    save(folder, "club")
    monkeypatch.setenv("HOME", str(tmp_path))
    for config in ("", "relative/path"):
        monkeypatch.setenv("XDG_CONFIG_HOME", config)
        assert find_board("club").id == "club"
    monkeypatch.delenv("XDG_CONFIG_HOME")
    assert find_board("club").id == "club"


def test_a_board_that_is_nowhere_is_told_with_the_places_and_a_guess(
    tmp_path: Path, own: Path
) -> None:
    save(own, "my-club")
    with pytest.raises(BoardError) as caught:
        find_board("my-clb", tmp_path)
    assert str(caught.value) == (
        "there is no board my-clb: looked among the built-in ones (reference), "
        f"in {tmp_path}, in {own}; did you mean my-club?"
    )
    with pytest.raises(BoardError, match="did you mean reference"):
        find_board("Refrence")


@pytest.mark.parametrize("board_id", ["", "../x", "a/b", "a\\b", ".", "x.y", "é", "a\n", "x" * 65])
def test_an_id_can_not_leave_the_folder(board_id: str, tmp_path: Path) -> None:
    with pytest.raises(BoardError, match="can't be a board's id"):
        find_board(board_id, tmp_path)


def test_a_found_board_with_faults_is_refused_and_carries_them(tmp_path: Path, own: Path) -> None:
    path = save(tmp_path, "club")
    text = path.read_text(encoding="utf-8").replace("gems = 34", "gems = 35")
    path.write_text(text.replace("drops = 50", "drops = 51"), encoding="utf-8")
    with pytest.raises(BoardError, match=r"gems is 35.*\(IQ156, and 1 more\)") as caught:
        find_board("club", tmp_path)
    assert codes(list(caught.value.faults)) == ["IQ156", "IQ156"]


def test_a_file_whose_name_is_not_its_id_is_refused(tmp_path: Path, own: Path) -> None:
    save(tmp_path, "club", name="other")
    with pytest.raises(BoardError, match=r"holds the board club: name the file club\.board\.toml"):
        find_board("other", tmp_path)


def test_an_edited_board_file_is_read_again(tmp_path: Path, own: Path) -> None:
    save(tmp_path, "club", "before")
    first = find_board("club", tmp_path)
    assert find_board("club", tmp_path) is first
    save(tmp_path, "club", "after.")
    assert find_board("club", tmp_path).title == "after."


def test_a_folder_in_the_place_of_a_board_file_is_refused(tmp_path: Path, own: Path) -> None:
    (tmp_path / "club.board.toml").mkdir()
    with pytest.raises(BoardError, match=r"club\.board\.toml could not be read"):
        find_board("club", tmp_path)


def test_a_board_file_that_is_missing_or_not_text_is_an_IQ150(tmp_path: Path) -> None:
    assert codes(read_board_file(tmp_path / "none.board.toml")[1]) == ["IQ150"]
    latin = tmp_path / "latin.board.toml"
    latin.write_bytes('title = "Iquazú"'.encode("latin-1"))
    board, faults = read_board_file(latin)
    assert board is None
    assert [(fault.code, fault.message) for fault in faults] == [
        ("IQ150", "latin.board.toml is not UTF-8 text")
    ]


def test_a_saved_template_reads_back_as_a_board(tmp_path: Path) -> None:
    board, faults = read_board_file(save(tmp_path, "club"))
    assert faults == []
    assert board is not None
    assert replace(board, id="my-box") == load_board(template(), "x")[0]
