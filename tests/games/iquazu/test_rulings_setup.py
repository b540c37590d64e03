"""The rulings on the setup, I-1 to I-4, each test named after what the rules page says."""

from __future__ import annotations

from itertools import permutations

import pytest

from iquazu_notation import Replay, read_text, replay
from iquazu_notation.games.iquazu.board import BoardError
from iquazu_notation.games.iquazu.board_file import reference
from iquazu_notation.games.iquazu.position import Position
from tests.games.iquazu.table import LAYOUT, happened, play, table, water_box

SEAT_ORDERS = [order for players in (2, 3, 4) for order in permutations("RGYP", players)]


def record(moves: str, seats: str = "R G Y P", strips: str = "3 1 5 2 4") -> Replay:
    tags = f'[Game "Iquazu"]\n[Strips "{strips}"]\n[Seats "{seats}"]\n\n'
    return replay(next(read_text(tags + moves)))


def first_code(game: Replay) -> str:
    return game.diagnostics[0].code


# ------------------------------------------------------------------------------ I-1


def test_letters_name_places_whatever_strip_lies_there() -> None:
    """I-1: with strip 3 first, b and c are its rocks; with strip 5 first, those of strip 5."""
    for order in (["3", "1", "5", "2", "4"], ["5", "4", "3", "2", "1"]):
        laid = reference().lay(order)
        on_strip = reference().strips[order[0]]
        assert laid.rocks[1:3] == on_strip


def test_the_prizes_of_a_place_stay_when_another_strip_lies_there() -> None:
    """Components: rock points belong to the place on the board, not to the strip."""
    for order in ("31524", "13524", "54321"):
        layout = reference().lay(order)
        all_but_one = "." + "R" * (len(layout.colours[1]) - 1)
        p = table(first="b", b=all_but_one, hands={"R": "WBO"}, layout=layout)
        play(p, "b1")
        (score,) = happened(p, "score")
        assert score.as_json()["prizes"] == {"R": 4}


def test_a_strip_is_never_turned_round() -> None:
    """I-1: in every order the left rock of a strip lies left of its right rock."""
    for order in permutations("12345"):
        rocks = reference().lay(order).rocks
        laid = [rocks[place : place + 2] for place in range(1, 11, 2)]
        assert laid == [reference().strips[name] for name in order]


@pytest.mark.parametrize("order", ["3 1 5 2", "3 1 5 2 2", "3 1 5 2 4 4", "3 1 5 2 6"])
def test_every_strip_lies_on_the_board_once(order: str) -> None:
    with pytest.raises(BoardError):
        reference().lay(order.split())


def test_the_record_names_the_order_of_the_strips() -> None:
    """I-1: the first gap of b is orange on strip 3, blue on strip 1."""
    game = "R +OOOO\nG +\nR b1:{}\nG +"
    assert record(game.format("OO"), "R G", "3 1 5 2 4").verdict == "consistent"
    assert record(game.format("BB"), "R G", "3 1 5 2 4").verdict == "invalid"
    assert record(game.format("BB"), "R G", "1 3 5 2 4").verdict == "consistent"


@pytest.mark.parametrize("seats", SEAT_ORDERS, ids="".join)
def test_any_seat_order_is_accepted(seats: tuple[str, ...]) -> None:
    """I-1 (ours): colours belong to corners, but no order of seats is refused."""
    game = record("".join(f"{seat} +\n" for seat in seats * 2), " ".join(seats))
    assert (game.verdict, game.turns) == ("consistent", 2 * len(seats))


# ------------------------------------------------------------------------------ I-2


@pytest.mark.parametrize("seats", ["RG", "YPG", "PRYG"])
def test_the_starting_player_gets_four_cards_and_each_next_seat_one_more(seats: str) -> None:
    """I-2: 4/5, 4/5/6, 4/5/6/7."""
    p = Position.start(LAYOUT, seats)
    assert [sum(cards) for cards in p.hands] == [4, 5, 6, 7][: len(seats)]
    assert p.pile == 60 - sum([4, 5, 6, 7][: len(seats)])


@pytest.mark.parametrize(
    "deal", ["R+WWB", "R+WWBOO", "G+WWBO", "G+WWBOOO", "Y+WWWWW", "P+WWWWWW", "P+WWWWWWWW"]
)
def test_a_starting_hand_of_another_size_is_refused(deal: str) -> None:
    game = record(deal + "\nR +")
    assert (game.verdict, first_code(game)) == ("invalid", "IQ110")
    assert game.diagnostics[0].ruling == "I-2"


def test_starting_hands_of_the_right_size_are_accepted() -> None:
    game = record("R+WWOB G+BOOWW Y+OOOBBW P+WWWBBOO >C2,C2,C2,C2,C2\nR a1")
    assert game.verdict == "valid"


def test_the_starting_player_is_the_first_of_the_seats() -> None:
    """I-2 and I-11: whoever stands first in Seats gets four cards and has the first turn."""
    game = record("Y+WWOB\nY +\nP +", "Y P")
    assert [(event.turn, event.seat) for event in game.events if event.turn] == [
        (1, "Y"),
        (2, "P"),
        (2, "P"),  # and the drop: P holds the water box
    ]


def test_starting_hands_come_from_one_deck() -> None:
    """Components: 20 cards of each colour, so 22 white ones can't be dealt."""
    game = record("R+WWWW G+WWWWW Y+WWWWWW P+WWWWWWW")
    assert game.verdict == "invalid"


# ------------------------------------------------------------------------------ I-3


@pytest.mark.parametrize("seats", SEAT_ORDERS, ids="".join)
def test_the_water_box_starts_to_the_right_of_the_starting_player(seats: tuple[str, ...]) -> None:
    """I-3: turns go clockwise, so counter-clockwise from the first seat sits the last."""
    assert water_box(Position.start(LAYOUT, seats)) == seats[-1]


def test_the_first_holder_of_the_water_box_is_told_in_the_setup() -> None:
    p = Position.start(LAYOUT, "YRG")
    (box,) = happened(p, "water_box")
    assert box.as_json() == {"turn": 0, "seat": None, "type": "water_box", "to": "G"}


# ------------------------------------------------------------------------------ I-4


def test_five_tiles_are_turned_up_before_the_first_turn() -> None:
    """I-4: they lie in the frame's sixth column."""
    game = record(">J,D,D,C2,V1\nR +", "R G")
    reveals = [event.as_json() for event in game.events if event.type == "reveal"]
    assert reveals == [
        {
            "turn": 0,
            "seat": None,
            "type": "reveal",
            "first": "a",
            "tiles": ["J", "D", "D", "C2", "V1"],
        }
    ]


def test_open_tiles_that_are_not_written_are_unseen() -> None:
    game = record("R +", "R G")
    (reveal,) = [event.as_json() for event in game.events if event.type == "reveal"]
    assert reveal["tiles"] == ["?"] * 5


@pytest.mark.parametrize("tiles", [">J", ">J,D,D,C2", ">J,D,D,C2,V1,V1"])
def test_the_first_tiles_are_exactly_five(tiles: str) -> None:
    assert record(tiles + "\nR +", "R G").verdict == "invalid"


def test_the_first_tiles_are_turned_up_once() -> None:
    game = record(">J,D,D,C2,V1 >C2,C2,C2,C2,C2\nR +", "R G")
    assert (game.verdict, game.diagnostics[0].ruling) == ("invalid", "I-4")


def test_the_first_tiles_have_light_backs() -> None:
    """Components: only places 13 and 14 carry dark tiles, and V6 is a dark one."""
    assert record(">V6,D,D,C2,V1\nR +", "R G").verdict == "invalid"
