"""Short games with small decks, played by chance with real cards, for records of brute-force size.

The board has rocks of three to five gaps, so that scorings and tiles come soon; many tiles that can
be used; a low hand limit, so that cards are discarded; and a deck so small that the pile is
reshuffled every few turns, or runs out altogether.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from iquazu_notation.games.iquazu.board import Board, Rock
from iquazu_notation.games.iquazu.board_file import reference
from iquazu_notation.games.iquazu.decoding import Decoder
from iquazu_notation.games.iquazu.position import Position
from iquazu_notation.games.iquazu.steps import Discard, Draw, Drop, Place, Step, UseTile, in_order

COLOURS = "WBO"
STRIPS = ("1", "2", "3", "4", "5")
LIGHT = {"C2": 8, "C3": 6, "C4": 3, "J": 6, "D": 6, "V1": 4, "V2": 2}

Rows = tuple[str, ...]


def board_of(rocks: Sequence[Rows], cards: Mapping[str, int], hand_limit: int = 12) -> Board:
    """The reference board with other rocks, `a` to `k` when the strips lie by number."""
    laid = [Rock("light", tuple(rows)) for rows in rocks]
    return replace(
        reference(),
        id="small",
        title="A small board for tests",
        printed=((0, laid[0]),),
        strips={name: (laid[2 * i + 1], laid[2 * i + 2]) for i, name in enumerate(STRIPS)},
        light=dict(LIGHT),
        cards=dict(cards),
        hand_limit=hand_limit,
    )


def random_rocks(rng: Random) -> list[Rows]:
    """Eleven rocks with three to five gaps in random rows and colours."""
    rocks = []
    for _ in range(11):
        rows = [""] * 5
        for _ in range(rng.randint(3, 5)):
            rows[rng.randrange(5)] += rng.choice(COLOURS)
        rocks.append(tuple(rows))
    return rocks


def random_deck(rng: Random, players: int) -> dict[str, int]:
    """The cards to deal (9 or 15) and a few more, the colours not always alike."""
    size = 4 * players + players * (players - 1) // 2 + rng.randint(4, 8)
    deck = dict.fromkeys(COLOURS, size // 3)
    for _ in range(size % 3 + 1):
        deck[rng.choice(COLOURS)] += 1
    return deck


@dataclass(frozen=True)
class Played:
    """A game as it truly went: its events, and the position after each turn (0: the setup)."""

    board: Board
    seats: tuple[str, ...]
    events: list[dict[str, Any]]
    positions: dict[int, Position]


def play(rng: Random, board: Board, seats: tuple[str, ...], turns: int) -> Played:
    """Play so many turns, or to the end of the game, by chance."""
    return _Table(rng, board, seats).play(turns)


class _Table:
    def __init__(self, rng: Random, board: Board, seats: tuple[str, ...]) -> None:
        self.rng = rng
        self.board = board
        self.pile = [colour for colour in COLOURS for _ in range(board.cards[colour])]
        rng.shuffle(self.pile)
        tiles: list[str] = []
        for mix in (board.light, board.dark):
            of_one_back = [kind for kind, number in mix.items() for _ in range(number)]
            rng.shuffle(of_one_back)
            tiles += of_one_back
        self.columns = [tuple(tiles[at : at + 5]) for at in range(0, len(tiles), 5)]
        dealt = {seat: self.top(4 + place) for place, seat in enumerate(seats)}
        layout = board.lay(STRIPS)
        self.position = Position.start(layout, seats, dealt, self.columns[0])

    def play(self, turns: int) -> Played:
        p = self.position
        positions = {0: p.copy()}
        while p.turn <= turns and not p.over:
            number = p.turn
            self.turn()
            positions[number] = p.copy()
        return Played(
            self.board, p.seats, [event.as_json() for event in Decoder(p).read(p)], positions
        )

    def turn(self) -> None:
        p = self.position
        while (step := self.choice(p.legal())) is not None:
            p.apply(step, iter(self.columns[p.first + 1 :]))
        p.end_turn(iter(self.columns[p.first + 1 :]))

    def choice(self, steps: Sequence[Step]) -> Step | None:
        """Tiles gladly, draws and placements about as often as each other, discards when due."""
        tiles = [step for step in steps if isinstance(step, UseTile | Drop)]
        placements = [step for step in steps if isinstance(step, Place)]
        draws = [step for step in steps if isinstance(step, Draw)]
        discards = [step for step in steps if isinstance(step, Discard)]
        chance = self.rng.random()
        some: Sequence[Step]
        if tiles and chance < 0.5:
            some = tiles
        elif placements and (not draws or chance < 0.8):
            some = placements
        else:
            some = draws or discards
        return self.real(self.rng.choice(some)) if some else None

    def real(self, step: Step) -> Step:
        """The step with the cards that are drawn."""
        if isinstance(step, Draw):
            return Draw(self.draw(4))
        if isinstance(step, UseTile) and step.kind[0] == "C":
            return UseTile(step.kind, self.draw(int(step.kind[1])))
        return step

    def draw(self, number: int) -> str:
        """I-7: the discards are shuffled when a card is due and none is left."""
        discards = self.position.discards
        number = min(number, len(self.pile) + sum(discards))
        if number <= len(self.pile):
            return self.top(number)
        rest = self.top(len(self.pile))
        self.pile = [colour for at, colour in enumerate(COLOURS) for _ in range(discards[at])]
        self.rng.shuffle(self.pile)
        return in_order(rest + self.top(number - len(rest)))

    def top(self, number: int) -> str:
        return in_order("".join(self.pile.pop() for _ in range(number)))
