"""How many turns there are: every sequence of steps that makes up one whole turn, or two.

A draw counts once, whatever cards come; so that both engines see the same cards, they come from
the pile in rounds of white, blue, orange. Laying a drop that scores before going on is a step;
other drops fall by themselves. The numbers are pinned, and the slow engine of `tests/naive`, which
was written from the rules page alone, counts the same.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import NamedTuple

import pytest

from iquazu_notation.games.iquazu.board import Layout
from iquazu_notation.games.iquazu.legal import possible_steps
from iquazu_notation.games.iquazu.position import Position
from iquazu_notation.games.iquazu.steps import COLOURS, spell
from tests.games.iquazu.table import LAYOUT, changed, step, table
from tests.naive.engine import NaiveGame, count_cards
from tests.simulated import EFFORT

DARK = ("V3", "V4", "V4", "V5", "V6")
# Points alone beside every rock, so that no turn is made longer by tiles just won.
COLUMNS = [("V1",) * 5] * 7 + [DARK] * 2
PLENTY = changed(light={"V1": 40, "C4": 1, "J": 1, "D": 2})
START = {"R": "WWOB", "G": "BOOWW", "Y": "OOOBBW", "P": "WWWBBOO"}


def opening(seats: str) -> Position:
    return Position.start(LAYOUT, seats, {seat: START[seat] for seat in seats}, COLUMNS[0])


def before(
    hands: dict[str, str],
    *,
    held: str = "",
    first: str = "a",
    water: str = "G",
    discards: str = "",
    tiles: tuple[str, ...] = COLUMNS[0],
    layout: Layout = PLENTY,
    **rocks: str,
) -> Position:
    """Red to move, against Green."""
    return table(
        hands=hands,
        held={"R": held},
        first=first,
        water=water,
        discards=discards,
        open_tiles=tiles,
        layout=layout,
        on=rocks,
    )


class Case(NamedTuple):
    """A position and the number of turns from it; of two turns where that can be counted."""

    position: Callable[[], Position]
    one: int
    two: int | None = None


CASES = {
    # The draw; on a three times W, twice B or WW, twice O or WW; on b twice OWW, thrice WW, twice
    # BWW: 1 + 3 + 4 + 4 + 7. Nothing on c, where three cards are not enough.
    "opening of two": Case(lambda: opening("RG"), 19, 718),
    "opening of four": Case(lambda: opening("RGYP"), 19, 718),
    "all twelve cards of one colour": Case(lambda: before({"R": "W" * 12, "G": "B" * 9}), 40, 1329),
    "last frame position": Case(
        lambda: before({"R": "WWBBOO", "G": "WWBO"}, first="i", i="RG.R....", tiles=DARK), 69, 1183
    ),
    "last gap of the third-last rock": Case(
        lambda: before({"R": "WWBB", "G": "WW"}, first="i", i="RGRRGGR.", water="R", tiles=DARK),
        20,
        20,
    ),
    "joker in hand": Case(lambda: before({"R": "WWBO", "G": "WB"}, held="J", first="b"), 99, 572),
    "joker and double move in hand": Case(
        lambda: before({"R": "WBO", "G": "WB"}, held="J D", first="b"), 728
    ),
    "two double moves in hand": Case(
        lambda: before({"R": "WO", "G": "W"}, held="D D", first="b"), 1058
    ),
    "full hand": Case(lambda: before({"R": "WWWWBBBBOOOO", "G": "WB"}), 262, 1557),
    "drop that scores, double move in hand": Case(
        lambda: before({"R": "BO", "G": "WB"}, held="D", first="b", b="RRRGGG.", water="R"), 211
    ),
    "gem that starts a chain": Case(
        lambda: before({"R": "BB", "G": "W"}, held="D", first="b", b="RRRGGG.", c="GGGGGGG"), 22, 51
    ),
    "no gem left": Case(
        lambda: before({"R": "WWBB", "G": "WW"}, b="RRR....", layout=changed(gems=3)), 1, 10
    ),
    "pile of two cards and a tile for four": Case(
        lambda: before(
            {"R": "WWBO", "G": "WWBB"},
            held="C4",
            first="b",
            discards="WO",
            layout=changed(cards={"W": 5, "B": 4, "O": 3}),
        ),
        139,
        4273,
    ),
}


def from_pile(pile: list[int], wanted: int) -> str:
    """Cards from a pile in rounds of white, blue, orange."""
    left, drawn = dict(zip(COLOURS, pile, strict=True)), ""
    while len(drawn) < wanted and any(left.values()):
        for colour in left:
            if left[colour] and len(drawn) < wanted:
                left[colour] -= 1
                drawn += colour
    return drawn


def with_cards(word: str, pile: list[int], discards: list[int]) -> str:
    """A draw or card tile with the cards that come."""
    if word != "+" and not word.startswith("*C"):
        return word
    wanted = 4 if word == "+" else int(word[2])
    cards = from_pile(pile, wanted)
    cards += from_pile(discards, wanted - len(cards))
    return f"{word if word == '+' else word + '+'}{cards or '0'}"


def turns_from(p: Position, turns: int) -> int:
    if not turns or p.over:
        return 1
    number = 0
    if p.may_end:
        after = p.copy()
        after.end_turn(COLUMNS[p.first + 1 :])
        number += turns_from(after, turns - 1)
    for each in p.legal():
        after = p.copy()
        word = with_cards(each.word, p.pool, p.discards[:3])
        after.apply(step(word), COLUMNS[p.first + 1 :])
        number += turns_from(after, turns)
    return number


def naive_turns_from(game: NaiveGame, turns: int) -> int:
    if not turns or game.over:
        return 1
    number = 0
    if game.may_end():
        after = copy_of(game)
        after.end_turn(COLUMNS[game.first + 1 :][: game.reveals_due()])
        number += naive_turns_from(after, turns - 1)
    for word in game.legal_steps():
        after = copy_of(game)
        word = with_cards(word, list(game.pile().values()), list(game.discards().values()))
        after.step(word, COLUMNS[game.first + 1 :][: game.reveals_due(word)])
        number += naive_turns_from(after, turns)
    return number


def copy_of(game: NaiveGame) -> NaiveGame:
    """An independent copy, without the events, which nobody reads here."""
    shared = {id(part): part for part in (game.rocks, game.points)}
    return deepcopy(game, {**shared, id(game.events): []})


def as_naive(p: Position) -> NaiveGame:
    """The same position on the slow engine."""
    board, seats = p.layout.board, list(p.seats)
    game = NaiveGame(
        [list(rock.rows) for rock in p.layout.rocks],
        [list(prizes) for prizes in board.points[len(seats)]],
        seats,
        dict(board.cards),
        {seat: "WBOWBOW"[: 4 + at] for at, seat in enumerate(seats)},
        list(p.open_tiles),
        gems=board.gems,
        drops=board.drops,
    )
    pieces = {-1: ".", 4: "~", **dict(enumerate(seats))}
    game.grid = [[pieces[piece] for piece in rock] for rock in p.rocks]
    game.first = p.first
    game.hands = {seat: count_cards(spell(p.hands[at])) for at, seat in enumerate(seats)}
    game.held = {seat: p.held[at][:] for at, seat in enumerate(seats)}
    game.out = p.out[:]
    game.water_box = seats[p.water]
    game._discards = count_cards(spell(p.discards))
    return game


@pytest.mark.parametrize("name", CASES)
def test_the_number_of_turns_from_a_position(name: str) -> None:
    case = CASES[name]
    assert turns_from(case.position(), 1) == case.one
    if case.two is not None:
        assert turns_from(case.position(), 2) == case.two


@pytest.mark.parametrize("name", CASES)
def test_the_slow_engine_counts_the_same_turns(name: str) -> None:
    """Of two turns only where that takes no time; all with IQUAZU_TEST_EFFORT above 1."""
    case = CASES[name]
    assert naive_turns_from(as_naive(case.position()), 1) == case.one
    if case.two is not None and (case.two < 100 or EFFORT > 1):
        assert naive_turns_from(as_naive(case.position()), 2) == case.two


def test_an_unseen_hand_of_four_could_pay_for_92_placements() -> None:
    """I-6: cost n with k pairs takes n + k cards and has k + 1 ways to choose the pairs' colours.

    With four cards: 3 ways at cost one, 6 at cost two, 3 at cost three, 1 at cost four; rocks a to
    c have seven gaps, d has eight. And nothing of that is certain: certain is only the draw.
    """
    p = Position.start(LAYOUT, "RG")
    assert len(possible_steps(p)) == 1 + 7 * 3 + 7 * 6 + 7 * 3 + 8 * 1
    assert [each.word for each in p.legal()] == ["+"]
