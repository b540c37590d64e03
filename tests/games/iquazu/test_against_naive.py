"""The engine against the slow one in `tests/naive`, which was written from the rules page alone.

Both play the same random games step by step. After every step they must agree on what happened,
what is legal, whether the turn may end, and what lies on the table. Boards, decks and habits of
the players differ from game to game, so that reshuffles, empty piles, refills, chains and double
moves, which are rare on the usual board, happen often.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from iquazu_notation.games.iquazu.board import Board, Rock
from iquazu_notation.games.iquazu.board_file import reference
from iquazu_notation.games.iquazu.decoding import Decoder
from iquazu_notation.games.iquazu.illegal import Illegal
from iquazu_notation.games.iquazu.position import Position
from iquazu_notation.games.iquazu.steps import in_order, spell
from tests.games.iquazu.table import step
from tests.naive.engine import NaiveGame

# IQUAZU_NAIVE_GAMES=20000 plays that many.
GAMES = int(os.environ.get("IQUAZU_NAIVE_GAMES", "2016"))
CHUNKS = 24

HABITS = {
    # How much a player likes each kind of step, by its first letter; `end` is ending the turn.
    "any": {},
    "spender": {"place": 20, "+": 1, "end": 5},
    "hoarder": {"place": 1, "+": 20, "*": 5, "end": 2},
    "tile user": {"*": 30, "~": 30, "place": 3, "+": 3, "end": 1},
    "rusher": {"first": 60, "place": 1, "+": 3, "end": 1, "~": 5},
}


class Naive(NaiveGame):
    """The slow engine, made a little quicker: it is asked twice for the same legal steps."""

    _steps: set[str] | None = None

    def legal_steps(self) -> set[str]:
        if self._steps is None:
            self._steps = super().legal_steps()
        return self._steps

    def step(self, word: str, reveals: Sequence[Sequence[str]] = ()) -> None:
        super().step(word, reveals)
        self._steps = None

    def end_turn(self, reveals: Sequence[Sequence[str]] = ()) -> None:
        super().end_turn(reveals)
        self._steps = None


def some_board(rng: Random) -> Board:
    """The reference board, or one with smaller rocks, other tiles and fewer of everything."""
    board = reference()
    if rng.random() < 0.85:
        rocks = tuple((place, Rock("light", _some_rows(rng))) for place in range(11))
        board = replace(board, id="test", strips={}, printed=rocks)
    if rng.random() < 0.5:
        useful = {"D": 10, "J": 10, "C2": 5, "C3": 5, "C4": 5}
        board = replace(board, id="test", light=useful)
    if rng.random() < 0.4:
        board = replace(board, id="test", gems=rng.randint(2, 8), drops=rng.randint(0, 6))
    if rng.random() < 0.5:
        cards = {colour: rng.randint(8, 14) for colour in "WBO"}
        board = replace(board, id="test", cards=cards)
    if rng.random() < 0.3:
        board = replace(board, id="test", hand_limit=rng.randint(7, 9))
    return board


def _some_rows(rng: Random) -> tuple[str, ...]:
    """Five cells with one to five gaps between them."""
    rows = [""] * 5
    for _ in range(rng.randint(1, 5)):
        rows[rng.randrange(5)] += rng.choice("WBO")
    return tuple(rows)


class Match:
    """One game on both engines."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = Random(seed)
        players = rng.randint(2, 4)
        seats = rng.sample("RGYP", players)
        self.board = board = some_board(rng)
        layout = board.lay(rng.sample(sorted(board.strips), len(board.strips)))
        deck = [colour for colour, number in board.cards.items() for _ in range(number)]
        rng.shuffle(deck)
        hands = {
            seat: in_order("".join(deck.pop() for _ in range(4 + at)))
            for at, seat in enumerate(seats)
        }
        tiles = [_shuffled(rng, board.light), _shuffled(rng, board.dark)]
        every = tiles[0] + tiles[1]
        self.columns = [every[at : at + 5] for at in range(0, 45, 5)]
        self.fast = Position.start(layout, seats, hands, self.columns[0])
        self.slow = Naive(
            [list(rock.rows) for rock in layout.rocks],
            [list(prizes) for prizes in board.points[players]],
            list(seats),
            dict(board.cards),
            hands,
            self.columns[0],
            gems=board.gems,
            drops=board.drops,
            hand_limit=board.hand_limit,
        )
        self.habits = {seat: HABITS[rng.choice(sorted(HABITS))] for seat in seats}
        self.told = 0
        self.decoder = Decoder(self.fast)

    def play(self) -> Counter[str]:
        """Play to the end, or until nobody can do anything but draw; returns what happened."""
        while not self.fast.over and self.fast.turn < 150:
            self._compare_choices()
            self._move(self._choose())
            self._compare_tables()
        assert self.fast.over == self.slow.over
        if self.fast.over:
            assert self.fast.totals() == self.slow.points_now
        return Counter(event["type"] for event in self.slow.events)

    def _compare_choices(self) -> None:
        fast = [each.word for each in self.fast.legal()]
        assert len(set(fast)) == len(fast)
        assert set(fast) == self.slow.legal_steps()
        assert self.fast.may_end == self.slow.may_end()
        if self.rng.random() < 0.2:
            word = self._some_word()
            assert self._accepts(word) == (word in self.slow.legal_steps()), word

    def _some_word(self) -> str:
        """A word that may or may not be legal here."""
        rng = self.rng
        cards = in_order("".join(rng.choice("WBO") for _ in range(rng.randint(1, 5))))
        rock = rng.choice("abcdefghijk"[self.fast.first :])
        if rng.random() < 0.6:
            return f"{rock}{rng.randint(1, 6)}:{cards}"
        return rng.choice(["*J", "*D", "-" + cards])

    def _accepts(self, word: str) -> bool:
        try:
            self.fast.copy().apply(step(word))
        except Illegal:
            return False
        # A tile that no placement can follow may be handed in, but is never offered.
        return word != "*J" or "*J" in self.slow.legal_steps()

    def _choose(self) -> str:
        words = sorted(self.slow.legal_steps())
        likes = self.habits[self.slow.seat]
        first = "abcdefghijk"[self.slow.first]
        weights = []
        for word in words:
            kind = "place" if word[0] in "abcdefghijk" else word[0]
            if word[0] == first and "first" in likes:
                kind = "first"
            weights.append(likes.get(kind, 1))
        if self.slow.may_end():
            words.append("")
            weights.append(likes.get("end", 4))
        return self.rng.choices(words, weights)[0]

    def _move(self, word: str) -> None:
        if word == "+" or word.startswith("*C"):
            word = (word if word == "+" else word + "+") + (self._draw(word) or "0")
        fast, slow = self.fast, self.slow
        reveals = self.columns[slow.first + 1 :][: slow.reveals_due(word)]
        if word:
            fast.apply(step(word), reveals)
            slow.step(word, reveals)
        else:
            fast.end_turn(reveals)
            slow.end_turn(reveals)

    def _draw(self, word: str) -> str:
        """Cards as they might come: the rest of the pile first, then from the discards."""
        pile = _shuffled(self.rng, self.slow.pile())
        discards = _shuffled(self.rng, self.slow.discards())
        return in_order("".join((pile + discards)[: 4 if word == "+" else int(word[2])]))

    def _compare_tables(self) -> None:
        fast, slow = self.fast, self.slow
        told = [event.as_json() for event in self.decoder.read(fast)]
        assert told == slow.events[self.told :]
        self.told = len(slow.events)
        assert fast.pile == sum(slow.pile().values())
        assert fast.pool == list(slow.pile().values())
        assert spell(fast.discards) == _spelled(slow.discards())
        pieces = {-1: ".", 4: "~", **dict(enumerate(fast.seats))}
        assert [[pieces[piece] for piece in rock] for rock in fast.rocks] == slow.grid
        for place, seat in enumerate(slow.seats):
            assert spell(fast.hands[place]) == _spelled(slow.hands[seat])
            assert sorted(fast.held[place]) == sorted(slow.held[seat])
            assert fast.points[place] == slow.points_now[seat]
            assert fast.gem_box[place] == slow.pieces()[seat]
        assert fast.drop_box == slow.pieces()["~"]
        assert sorted(fast.out) == sorted(slow.out)
        assert list(fast.open_tiles) == slow.open_tiles
        assert fast.seats[fast.water] == slow.water_box
        if not fast.over:
            assert (fast.turn, fast.seat_letter) == (slow.turn, slow.seat)


def _shuffled(rng: Random, numbers: dict[str, int]) -> list[str]:
    things = [kind for kind, number in numbers.items() for _ in range(number)]
    rng.shuffle(things)
    return things


def _spelled(cards: dict[str, int]) -> str:
    return "".join(colour * number for colour, number in cards.items())


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_engines_play_the_same_games(chunk: int) -> None:
    happened: Counter[str] = Counter()
    for seed in range(chunk, GAMES, CHUNKS):
        try:
            happened += Match(seed).play()
        except AssertionError as error:
            raise AssertionError(f"game {seed}") from error
    # What must be met often enough to call this a comparison.
    assert min(happened[kind] for kind in ("reshuffle", "refill", "discard", "drop", "end")) > 0
