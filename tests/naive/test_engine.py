"""Hand-made sanity tests of the naive engine, and random games that check what must always hold."""

import random
from typing import Any

import pytest

from .engine import NaiveGame, count_cards, write_cards

TILES = ["C2", "C3", "J", "D", "V1"]
SMALL_ROCK = ["W", "", "B", "", "O"]


def new_game(
    seats: str = "RG", rocks: list[list[str]] | None = None, deck: int = 20, **options: int
) -> NaiveGame:
    hands = {seat: ("WBO" * 3)[: 4 + number] for number, seat in enumerate(seats)}
    return NaiveGame(
        rocks or [list(SMALL_ROCK) for _ in range(11)],
        [[8, 5, 2][: len(seats) - 1] for _ in range(11)],
        list(seats),
        {"W": deck, "B": deck, "O": deck},
        hands,
        TILES,
        **options,
    )


def events(game: NaiveGame, kind: str) -> list[dict[str, Any]]:
    return [event for event in game.events if event["type"] == kind]


def set_hand(game: NaiveGame, seat: str, cards: str) -> None:
    game.hands[seat] = count_cards(cards)


def test_setup() -> None:
    game = new_game("RGY")
    kinds = [(event["turn"], event["seat"], event["type"]) for event in game.events]
    assert kinds == [
        (0, "R", "deal"),
        (0, "G", "deal"),
        (0, "Y", "deal"),
        (0, None, "water_box"),
        (0, None, "frame"),
        (0, None, "reveal"),
    ]
    assert (game.water_box, game.turn, game.seat) == ("Y", 1, "R")
    assert game.events[0]["cards"] == "WWBO"
    assert game.pile() == {"W": 14, "B": 15, "O": 16}
    assert game.pieces() == {"R": 34, "G": 34, "Y": 34, "~": 50}
    assert not game.may_end()


def test_rule_book_example() -> None:
    rocks = [list(SMALL_ROCK) for _ in range(11)]
    rocks[0] = ["W", "B", "WB", "OOW", "BW"]
    rocks[1] = ["W", "", "W", "", "O"]
    rocks[2] = ["W", "", "", "", "BO"]
    game = new_game("YGRP", rocks)
    game.grid[0] = list(".~YPGGRGR")
    game.grid[1] = list("RY.")
    game.grid[2] = list(".RG")
    game.grid[3] = list("P..")
    game.step("a1:W", [["V1", "V2", "V3", "C2", "C3"]])
    (score,) = events(game, "score")
    assert score["rock"] == "a"
    assert list(score["prizes"].items()) == [("G", 8), ("R", 5), ("Y", 2)]
    assert score["awards"] == ["P", None, "Y", "G", "G"]
    assert score["totals"] == {"Y": 2, "G": 8, "R": 5, "P": 0}
    assert game.held == {"P": ["C2"], "Y": ["J"], "G": ["D", "V1"], "R": []}
    assert game.out == ["C3"]
    types = [event["type"] for event in game.events[-5:]]
    assert types == ["place", "score", "frame", "reveal", "water_box"]
    assert (game.first, game.water_box) == (1, "R")


def test_game_of_the_notation_page() -> None:
    rocks = [["W", "BO", "W", "O", "BW"], ["W", "BO", "W", "O", "WB"], ["W", "BO", "W", "O", "BW"]]
    game = NaiveGame(
        rocks + [list(SMALL_ROCK) for _ in range(8)],
        [[3, 2, 1] for _ in range(11)],
        ["R", "G", "Y", "P"],
        {"W": 20, "B": 20, "O": 20},
        {"R": "WWOB", "G": "BOOWW", "Y": "OOOBBW", "P": "WWWBBOO"},
        ["J", "D", "D", "C2", "D"],
    )
    turns = [
        "+WOWW",
        "a4:W",
        "a2:B",
        "c7:WWBB",
        "b7:WWOO",
        "a5:O",
        "b5:OO",
        "+WBBB",
        "a7:W",
        "+BOWW",
    ]
    for word in turns:
        game.step(word)
        game.end_turn()
    game.step("a6:B", [["C2", "C3", "V1", "C2", "V2"]])
    for word in ("*D", "b4:W", "*C2+OB"):
        game.step(word)
    game.end_turn()
    assert (game.turn, game.seat, game.water_box) == (12, "P", "Y")
    assert [(event["turn"], event["gap"]) for event in events(game, "drop")] == [(4, 1), (8, 3)]
    (score,) = events(game, "score")
    assert list(score["prizes"].items()) == [("Y", 3), ("G", 2), ("R", 1)]
    assert score["awards"] == [None, "Y", "G", "Y", "R"]
    assert score["totals"] == {"R": 1, "G": 2, "Y": 3, "P": 0}
    assert "b3:WW" in game.legal_steps()


def test_payments() -> None:
    game = new_game()
    set_hand(game, "R", "WWWBBOO")
    words = {word for word in game.legal_steps() if word.startswith("c1:")}
    assert words == {"c1:WWW", "c1:WWBB", "c1:WWOO", "c1:WBBOO"}
    assert "a1:BB" in game.legal_steps()
    for wrong in ("a1:WW", "a1:B", "c1:WWB", "c1:WWBO", "c1", "f1:WWWBBOO", "a4:W", "a1:WX", "*D"):
        with pytest.raises(ValueError, match=r"not legal here|not a step"):
            game.step(wrong)
    game.step("c1:OWOBB")
    assert game.events[-1] == {
        "turn": 1,
        "seat": "R",
        "type": "place",
        "rock": "c",
        "gap": 1,
        "row": 1,
        "colour": "W",
        "cost": 3,
        "paid": "WBBOO",
        "joker": False,
    }
    assert game.discards() == {"W": 1, "B": 2, "O": 2}


def test_tiles() -> None:
    game = new_game()
    game.held["R"] = ["V2", "J", "D", "D", "C2"]
    set_hand(game, "R", "BBO")
    assert {"*J", "*C2", "+"} <= game.legal_steps()
    assert "*D" not in game.legal_steps()
    game.step("*J")
    assert all(word[0] in "abc" for word in game.legal_steps())
    assert "c1:BBO" in game.legal_steps()
    assert "b1:BB" in game.legal_steps()
    assert "a1:BB" not in game.legal_steps()
    game.step("c1:BBO")
    assert game.events[-1]["joker"] is True
    assert game.legal_steps() == {"*C2", "*D"}
    assert game.may_end()
    game.step("*D")
    assert "*D" not in game.legal_steps()
    assert not game.may_end()
    game.step("*C2+WW")
    game.step("+WBOO")
    assert game.legal_steps() == {"*D"}
    assert game.out == ["J", "D", "C2"]
    assert game.held["R"] == ["V2", "D"]
    tiles = [(event["tile"], event["cards"]) for event in events(game, "tile")]
    assert tiles == [("J", None), ("D", None), ("C2", "WW")]


def test_joker_needs_a_placement_it_can_pay() -> None:
    game = new_game()
    game.held["R"] = ["J"]
    set_hand(game, "R", "")
    assert game.legal_steps() == {"+"}


def test_draw_spanning_a_reshuffle() -> None:
    game = new_game(deck=4)  # 12 cards: 9 in the hands, 3 in the pile
    assert game.pile() == {"W": 0, "B": 1, "O": 2}
    game.step("a2:B")
    game.end_turn()
    with pytest.raises(ValueError, match="4 cards are to be drawn"):
        game.step("+OOB")  # four can be drawn
    with pytest.raises(ValueError, match="discards do not hold"):
        game.step("+OOBW")  # no white card is in either pile
    game.step("+OBBO")
    assert game.events[-2] == {
        "turn": 2,
        "seat": "G",
        "type": "reshuffle",
        "pile": 1,
        "after": 3,
    }
    assert game.events[-1]["cards"] == "BBOO"
    game.end_turn()
    assert events(game, "drop")[0] == {
        "turn": 2,
        "seat": "G",
        "type": "drop",
        "rock": "a",
        "gap": 1,
        "row": 1,
    }
    with pytest.raises(ValueError, match="not a step"):
        game.step("+")
    game.step("+0")
    assert len(events(game, "reshuffle")) == 1


def test_drop_of_ones_choice() -> None:
    game = new_game()
    game.held["R"] = ["D", "C3"]
    game.water_box = "R"
    game.grid[0] = list("GG.")
    game.step("+WWBB")
    assert "~" in game.legal_steps()
    assert game.may_end()
    with pytest.raises(ValueError, match="1 tile columns"):
        game.step("~")  # its tiles are missing
    game.step("~", [["V2"] * 5])
    assert game.water_box == "G"
    assert game.first == 1
    assert game.held["G"] == ["C2", "J"]
    assert game.legal_steps() == {"*D", "*C3"}
    game.end_turn()
    assert len(events(game, "drop")) == 1
    assert game.seat == "G"


def test_no_tile_after_a_drop_without_scoring() -> None:
    game = new_game()
    game.held["R"] = ["D", "C3"]
    game.water_box = "R"
    game.step("+WWBB")
    assert game.legal_steps() == {"*D", "*C3"}
    game.step("~")
    assert game.legal_steps() == set()
    assert game.may_end()


def test_discard_lays_the_drop_first() -> None:
    game = new_game(hand_limit=6)
    game.water_box = "R"
    game.held["R"] = ["C2"]
    game.step("+WWWO")
    assert set_of_discards(game) == {"-WW", "-WB", "-WO", "-BO", "-OO"}
    assert not game.may_end()
    game.step("-OW")
    assert [event["type"] for event in game.events[-2:]] == ["drop", "discard"]
    assert game.events[-1]["cards"] == "WO"
    assert game.legal_steps() == set()
    assert game.may_end()


def set_of_discards(game: NaiveGame) -> set[str]:
    return {word for word in game.legal_steps() if word.startswith("-")}


def test_chain_of_scorings_moves_the_water_box_once() -> None:
    game = new_game("RGY")
    game.grid[0] = list("GG.")
    game.grid[1] = list("RR~")
    game.step("a3:O", [["V1"] * 5, ["V2"] * 5])
    kinds = [event["type"] for event in game.events[-7:]]
    assert kinds == ["score", "frame", "reveal"] * 2 + ["water_box"]
    assert game.water_box == "G"
    assert game.first == 2
    assert game.points_now == {"R": 13, "G": 8, "Y": 0}


def test_refill() -> None:
    game = new_game(gems=2, drops=1)
    game.grid[0] = list("RG~")
    game.first = 1
    game.grid[1] = list("R..")
    game.water_box = "R"
    game.step("b3:O")
    assert game.events[-2] == {"turn": 1, "seat": "R", "type": "refill", "what": "R", "pieces": 1}
    game.end_turn([["V1"] * 5])
    kinds = [event["type"] for event in game.events[-6:]]
    assert kinds == ["refill", "drop", "score", "frame", "reveal", "water_box"]
    assert game.grid[0] == list(".G.")


def test_no_piece_left() -> None:
    game = new_game(gems=1, drops=0)
    game.grid[1] = list("R..")
    game.water_box = "R"
    assert game.legal_steps() == {"+"}
    game.step("+WWBB")
    game.end_turn()
    assert not events(game, "drop")
    assert not events(game, "refill")


def test_end_by_a_drop_needs_no_discard() -> None:
    game = new_game(hand_limit=4)
    game.first = 7
    game.water_box = "R"
    game.grid[7] = list("GG.")
    game.grid[8] = list("RRG")
    game.grid[9] = list("..G")
    game.held["R"] = ["V5"]
    game.step("+WWBB")
    assert game.legal_steps() == set()
    assert game.may_end()
    assert not game.over
    assert game.reveals_due() == 1
    game.end_turn([["V1", "V2", "V3", "V4", "V9"]])
    kinds = [event["type"] for event in game.events[-9:]]
    assert kinds[:4] == ["drop", "score", "frame", "reveal"]
    assert kinds[4:] == ["score", "final", "final", "tile_points", "end"]
    # h: green takes 8. i: red has more gems and takes 8. j: green takes 8. k: nobody.
    # Tiles in the frame of i: row 1 R V1, row 3 R V3, row 5 G V9; the others go out.
    assert events(game, "tile_points")[0]["points"] == {"R": 9, "G": 10}
    assert game.events[-1]["totals"] == {"R": 17, "G": 26}
    assert game.events[-1]["winners"] == ["G"]
    assert game.over
    assert not game.may_end()
    assert game.legal_steps() == set()


def cards_to_draw(game: NaiveGame, number: int, chance: random.Random) -> str:
    pile, discards = list(write_cards(game.pile())), list(write_cards(game.discards()))
    chance.shuffle(pile)
    chance.shuffle(discards)
    return "".join((pile + discards)[:number]) or "0"


@pytest.mark.parametrize("seed", range(12))
def test_random_games(seed: int) -> None:
    chance = random.Random(seed)
    seats = "RGYP"[: 2 + seed % 3]
    rocks = [["".join(chance.choices("WBO", k=2)) for _ in range(5)] for _ in range(11)]
    game = new_game(seats, rocks, deck=chance.choice([9, 20]), gems=14, drops=12)
    kinds = ["V1", "V3", "C2", "C3", "C4", "J", "D"]
    while not game.over:
        steps = sorted(game.legal_steps())
        assert steps or game.may_end()
        assert all(number >= 0 for number in game.pieces().values())
        assert all(number >= 0 for number in game.pile().values())
        placements = [word for word in steps if ":" in word]
        if game.may_end() and (not steps or chance.random() < 0.5):
            word = ""
        else:
            word = chance.choice(placements if placements and chance.random() < 0.7 else steps)
        reveals = [chance.choices(kinds, k=5) for _ in range(game.reveals_due(word))]
        if word == "+":
            word += cards_to_draw(game, 4, chance)
        elif word.startswith("*C"):
            word += "+" + cards_to_draw(game, int(word[2]), chance)
        if word:
            game.step(word, reveals)
        else:
            game.end_turn(reveals)
    assert [event["rock"] for event in events(game, "score")] == list("abcdefghi")
    assert len(events(game, "reveal")) == 9
    assert len(game.out) + sum(len(tiles) for tiles in game.held.values()) == 45
