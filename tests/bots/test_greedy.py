"""The bot `greedy` plays sensibly."""

from __future__ import annotations

from iquazu_notation.bots import BOTS
from iquazu_notation.bots.chance import generator
from iquazu_notation.bots.outlook import Outlook, Sight, chance_ahead, standing
from iquazu_notation.bots.table import play_game
from iquazu_notation.games.iquazu.board_file import reference
from iquazu_notation.games.iquazu.position import ACTED, DROP, FREE, Position
from iquazu_notation.games.iquazu.steps import (
    COLOURS,
    SEATS,
    Discard,
    Draw,
    Drop,
    Place,
    Step,
    UseTile,
)
from iquazu_notation.games.iquazu.tally import packed
from tests.bots.played import played, replay


def test_greedy_beats_random_in_nine_of_ten_games() -> None:
    wins = 0
    for seed in range(200):
        bots = ("greedy", "random") if seed % 2 else ("random", "greedy")
        game = play_game(bots, seed, board=reference())
        wins += game.winners == (game.seats[bots.index("greedy")],)
    assert wins >= 180


def test_greedy_pays_in_the_gaps_own_colour_where_it_can() -> None:
    checked = 0

    def watch(p: Position, step: Step) -> None:
        nonlocal checked
        if isinstance(step, Place) and step.rock is not None and not p.joker:
            colour = p.layout.colours[step.rock][step.gap - 1]
            cost = step.rock - p.first + 1
            if p.hands[p.seat][colour] >= cost:
                assert step.paid == COLOURS[colour] * cost
                checked += 1

    for seed in range(8):
        replay(played(("greedy", "greedy"), seed), watch)
    assert checked > 50


def test_greedy_uses_every_kind_of_tile_and_lays_a_drop_to_go_on() -> None:
    used = {
        step.word[:2]
        for seed in range(40)
        for turn in played(("greedy", "greedy"), seed).turns
        for step in turn
        if isinstance(step, UseTile | Drop)
    }
    assert used == {"*C", "*J", "*D", "~"}


def test_greedy_uses_no_card_tile_that_would_overflow_its_hand() -> None:
    def watch(p: Position, step: Step) -> None:
        if isinstance(step, UseTile) and step.kind[0] == "C":
            assert sum(p.hands[p.seat]) + int(step.kind[1]) <= 12

    for seed in range(8):
        replay(played(("greedy", "greedy", "greedy", "greedy"), seed), watch)


FULL_HAND = "WWWWBBBBOOOO"


def before_the_scoring_of_h(rock: str, hand: str) -> Position:
    """Red to play, two seats, no drop due; rock `h` as written, the rocks after it empty."""
    p = Position.start(reference().lay("12345"), "RG", {"R": hand, "G": "WWBBO"})
    pieces = {".": FREE, "~": DROP, "R": 0, "G": 1}
    p.rocks[:7] = [[DROP] * len(gaps) for gaps in p.rocks[:7]]
    p.first = 7
    p.rocks[7] = [pieces[piece] for piece in rock]
    p.free = [gaps.count(FREE) for gaps in p.rocks]
    p.open_tiles = ("V5", "V4", "V4", "V4", "V5")
    return p


def greedy_step(p: Position) -> Step | None:
    return BOTS["greedy"](generator(1, "test")).choose(p, p.legal())


def test_greedy_fills_the_first_column_when_that_wins_its_prize() -> None:
    step = greedy_step(before_the_scoring_of_h("RRR~GGG.", FULL_HAND))
    assert isinstance(step, Place)
    assert (step.rock, step.gap, step.paid) == (7, 8, "B")


def test_greedy_leaves_the_first_column_open_when_filling_it_pays_the_rival() -> None:
    step = greedy_step(before_the_scoring_of_h("~~~GGGG.", FULL_HAND))
    assert not (isinstance(step, Place) and step.rock == 7)


def test_greedy_does_not_draw_with_a_full_hand() -> None:
    def watch(p: Position, step: Step) -> None:
        if isinstance(step, Draw):
            assert sum(p.hands[p.seat]) < 12

    for seed in range(8):
        replay(played(("greedy", "greedy", "greedy", "greedy"), seed), watch)


def test_greedy_draws_with_an_empty_hand() -> None:
    p = before_the_scoring_of_h("RRR~GGG.", "WWBO")
    p.cards[0] = 0
    assert greedy_step(p) == Draw()


def test_greedy_discards_the_colour_that_fewest_free_gaps_want() -> None:
    p = before_the_scoring_of_h("........", "WWBO")
    p.cards[0] = packed([5, 5, 5, 0])
    p.stage = ACTED
    for rock, colours in enumerate(p.layout.colours):
        for gap, colour in enumerate(colours):
            if COLOURS[colour] == "B":
                p.rocks[rock][gap] = 1
    step = greedy_step(p)
    assert isinstance(step, Discard)
    assert step.cards == "BBB"


# ---------------------------------------------------------------------- the outlook


def test_an_outlook_with_nothing_left_to_fill_is_the_result() -> None:
    prizes = (8000, 5000, 2000)  # the rule book's example: green, red, yellow, purple
    gems, lowest = (2, 3, 2, 1), (7, 5, 6, 1)
    worths = [standing(gems, lowest, 0, prizes, seat) for seat in range(len(SEATS))]
    assert worths == [5000 - 10000 // 3, 8000 - 7000 // 3, 2000 - 13000 // 3, -15000 // 3]


def test_a_seat_without_gems_gets_nothing_when_nothing_is_left_to_fill() -> None:
    assert standing((0, 0), (0, 0), 0, (8000,), 0) == 0


def test_a_lead_is_surer_the_fewer_gaps_are_left() -> None:
    chances = [chance_ahead(3, fills) for fills in range(7)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] == 1000
    assert chances[-1] > 500


def test_what_the_one_seat_may_win_the_other_may_lose() -> None:
    for margin in range(-9, 10):
        for fills in range(8):
            both = chance_ahead(margin, fills) + chance_ahead(-margin, fills)
            assert both in (999, 1000)  # each is rounded down


def test_a_lower_gem_is_worth_more_where_gems_are_equal() -> None:
    p = before_the_scoring_of_h("...G...~", FULL_HAND)
    sight = Sight(p, {"V4": 0, "V5": 0}, [0] * 9)  # without worth, tiles can't decide
    nearly = Outlook(sight, [0] * 11)
    assert nearly.with_gem(7, 6) - nearly.with_gem(7, 0) == 2 * 10_000


def test_a_gem_counts_for_the_tiles_of_every_scoring_it_stays_in_the_frame_for() -> None:
    p = before_the_scoring_of_h("~~~~~~~.", FULL_HAND)
    sight = Sight(p, {"V4": 4000, "V5": 5000}, [0] * 8 + [3000])
    assert p.layout.rows[7][7] == p.layout.rows[8][6] == 4
    now = Outlook(sight, [0] * 11)
    prize_h, prize_i = 10_000, 11_000
    assert now.with_gem(7, 7) - now.total == prize_h + 5000
    assert now.with_gem(8, 6) - now.total == prize_i + 5000 + 3000


def test_a_gem_further_right_takes_the_tile_where_gems_are_equal() -> None:
    p = before_the_scoring_of_h("~~~~~~~G", FULL_HAND)
    sight = Sight(p, {"V4": 4000, "V5": 5000}, [0] * 9)
    now = Outlook(sight, [0] * 11)
    assert now.with_gem(8, 6) - now.total == 11_000 + 2 * 5000
