"""The tutorial record, whose numbers can be worked out with a finger on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.shelf import TUTORIAL, ask, load


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("store") / "games.duckdb"
    load(file, [TUTORIAL])
    return file


def test_the_game(db: Path) -> None:
    assert ask(
        db,
        "SELECT game, rules, board, strips, players, seats, verdict, complete, first_turn, turns,"
        " scorings, winners, margin, lead_changes, source, termination, record, line FROM games",
    ) == [
        (
            *(1, "Iquazu", "reference", "3 1 5 2 4", 4, "R G Y P", "valid", False, 1, 12),
            *(1, None, None, 0, "simulated", "unfinished", 1, 1),
        )
    ]


def test_every_tag_is_kept_in_order(db: Path) -> None:
    found = " ".join(name for (name,) in ask(db, "SELECT name FROM tags ORDER BY number"))
    assert found == "Game Board Strips Seats Red Green Yellow Purple Source Termination"


def test_seats_with_their_points_and_what_they_did(db: Path) -> None:
    # Red: + b7:WWOO a7:W. Green: a4:W a5:O +. Yellow: a2:B b5:OO a6:B *D b4:W *C2. Purple:
    # c7:WWBB + b3:WW. Rock a brings Yellow 3, Green 2, Red 1.
    assert ask(
        db,
        "SELECT seat_order, seat, player, total, total_low, total_high, rank, won, points_rocks,"
        " points_tiles, turns, placements, draws, cards_paid, tiles_won, tiles_used"
        " FROM seats ORDER BY seat_order",
    ) == [
        (1, "R", "Anna", 1, 1, 1, None, None, 1, 0, 3, 2, 1, 5, 1, 0),
        (2, "G", "Ben", 2, 2, 2, None, None, 2, 0, 3, 2, 1, 2, 1, 0),
        (3, "Y", "Cleo", 3, 3, 3, None, None, 3, 0, 3, 4, 0, 5, 2, 2),
        (4, "P", "Dan", 0, 0, 0, None, None, 0, 0, 3, 2, 1, 6, 0, 0),
    ]


def test_turns_with_hands_and_totals_after_them(db: Path) -> None:
    rows = ask(
        db,
        "SELECT turn, seat, action, draws, placements, tiles_used, dropped, scorings, hand_1,"
        " hand_2, hand_3, hand_4, total_1, total_2, total_3, total_4, leader, lead, marks"
        " FROM turns ORDER BY turn",
    )
    nothing = (0, 0, 0, 0, None, 0)
    assert rows == [
        (1, "R", "draw", 1, 0, 0, False, 0, 8, 5, 6, 7, *nothing, None),
        (2, "G", "place", 0, 1, 0, False, 0, 8, 4, 6, 7, *nothing, None),
        (3, "Y", "place", 0, 1, 0, False, 0, 8, 4, 5, 7, *nothing, "!"),
        (4, "P", "place", 0, 1, 0, True, 0, 8, 4, 5, 3, *nothing, None),
        (5, "R", "place", 0, 1, 0, False, 0, 4, 4, 5, 3, *nothing, None),
        (6, "G", "place", 0, 1, 0, False, 0, 4, 3, 5, 3, *nothing, None),
        (7, "Y", "place", 0, 1, 0, False, 0, 4, 3, 3, 3, *nothing, None),
        (8, "P", "draw", 1, 0, 0, True, 0, 4, 3, 3, 7, *nothing, None),
        (9, "R", "place", 0, 1, 0, False, 0, 3, 3, 3, 7, *nothing, None),
        (10, "G", "draw", 1, 0, 0, False, 0, 3, 7, 3, 7, *nothing, None),
        (11, "Y", "place", 0, 2, 2, False, 1, 3, 7, 3, 7, 1, 2, 3, 0, "Y", 1, None),
        (12, "P", "place", 0, 1, 0, False, 0, 3, 7, 3, 5, 1, 2, 3, 0, "Y", 1, None),
    ]


def test_placements_with_cards_paid_by_colour_and_pairs(db: Path) -> None:
    assert ask(
        db,
        "SELECT turn, seat, rock, gap, row, colour, cost, frame_column, paid, paid_white,"
        " paid_blue, paid_orange, paid_unseen, pairs, joker FROM placements ORDER BY number",
    ) == [
        (2, "G", "a", 4, 3, "W", 1, 1, 1, 1, 0, 0, 0, 0, False),
        (3, "Y", "a", 2, 2, "B", 1, 1, 1, 0, 1, 0, 0, 0, False),
        (4, "P", "c", 7, 5, "B", 3, 3, 4, 2, 2, 0, 0, 1, False),
        (5, "R", "b", 7, 5, "B", 2, 2, 4, 2, 0, 2, 0, 2, False),
        (6, "G", "a", 5, 4, "O", 1, 1, 1, 0, 0, 1, 0, 0, False),
        (7, "Y", "b", 5, 4, "O", 2, 2, 2, 0, 0, 2, 0, 0, False),
        (9, "R", "a", 7, 5, "W", 1, 1, 1, 1, 0, 0, 0, 0, False),
        (11, "Y", "a", 6, 5, "B", 1, 1, 1, 0, 1, 0, 0, 0, False),
        (11, "Y", "b", 4, 3, "W", 1, 1, 1, 1, 0, 0, 0, 0, False),
        (12, "P", "b", 3, 2, "B", 1, 1, 2, 2, 0, 0, 0, 1, False),
    ]


def test_drops(db: Path) -> None:
    found = ask(db, "SELECT turn, seat_order, seat, rock, gap, row FROM drops ORDER BY number")
    assert found == [(4, 4, "P", "a", 1, 1), (8, 4, "P", "a", 3, 2)]


def test_draws_from_the_starting_hands_to_the_tile(db: Path) -> None:
    assert ask(
        db,
        "SELECT turn, seat, kind, cards, white, blue, orange, unseen, reshuffled FROM draws"
        " ORDER BY number",
    ) == [
        (0, "R", "deal", 4, 2, 1, 1, 0, False),
        (0, "G", "deal", 5, 2, 1, 2, 0, False),
        (0, "Y", "deal", 6, 1, 2, 3, 0, False),
        (0, "P", "deal", 7, 3, 2, 2, 0, False),
        (1, "R", "draw", 4, 3, 0, 1, 0, False),
        (8, "P", "draw", 4, 1, 3, 0, 0, False),
        (10, "G", "draw", 4, 2, 1, 1, 0, False),
        (11, "Y", "C2", 2, 0, 1, 1, 0, False),
    ]


def test_tiles_from_turning_up_to_use(db: Path) -> None:
    # At the scoring of a: row 2 Yellow a2; row 3 Green a4; row 4 Green a5 and Yellow b5, further
    # right; row 5 Red a7 and b7, Yellow a6, Purple c7.
    assert ask(
        db,
        "SELECT kind, rock, row, opened_turn, scoring, scored_turn, seat, gems, tied,"
        " first_of_kind, used_turn, points FROM tiles ORDER BY number",
    ) == [
        ("J", "a", 1, 0, 1, 11, None, None, None, None, None, None),
        ("D", "a", 2, 0, 1, 11, "Y", 1, False, True, 11, None),
        ("D", "a", 3, 0, 1, 11, "G", 1, False, True, None, None),
        ("C2", "a", 4, 0, 1, 11, "Y", 1, True, True, 11, None),
        ("D", "a", 5, 0, 1, 11, "R", 2, False, True, None, None),
        *(
            (kind, "b", row, 11, None, None, None, None, None, None, None, None)
            for row, kind in enumerate(("C2", "C3", "V1", "C2", "V2"), 1)
        ),
    ]


def test_the_scoring_and_its_prizes(db: Path) -> None:
    assert ask(db, "SELECT * EXCLUDE (game) FROM scorings") == [
        (1, 11, "interim", "a", 1, 2, 3, 0, "Y", 1)
    ]
    # Green a4 a5, Yellow a2 a6: tied, and a6 lies lower. Each paid one card a gem.
    assert ask(db, "SELECT * EXCLUDE (game) FROM prizes ORDER BY place") == [
        (1, "a", 1, 3, "Y", 3, 2, 2, True),
        (1, "a", 2, 2, "G", 2, 2, 2, True),
        (1, "a", 3, 1, "R", 1, 1, 1, False),
    ]


def test_the_text_is_kept_in_full_form(db: Path) -> None:
    assert ask(db, "SELECT text FROM texts") == [(TUTORIAL.read_text(encoding="utf-8"),)]


def test_views_answer_for_it(db: Path) -> None:
    assert ask(db, "SELECT opening FROM openings") == [("G a4, Y a2, P c7, R b7",)]
    assert ask(
        db, "SELECT seat, total, hand FROM standings WHERE turn = 12 ORDER BY seat_order"
    ) == [
        ("R", 1, 3),
        ("G", 2, 7),
        ("Y", 3, 3),
        ("P", 0, 5),
    ]
    assert ask(db, "SELECT seat, total FROM progress ORDER BY seat_order")[2] == ("Y", 3)
    assert ask(db, "SELECT row, seat FROM takers ORDER BY row") == [
        (1, None),
        (2, "Y"),
        (3, "G"),
        (4, "Y"),
        (5, "R"),
    ]
    assert ask(db, "SELECT sum(placements) FROM heatmap WHERE rock = 'a'") == [(5,)]
    assert ask(db, "FROM players") == []
