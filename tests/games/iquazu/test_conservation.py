"""What never changes in a game: the number of cards, gems, drops and tiles. Over random games."""

from __future__ import annotations

from random import Random

import pytest

from iquazu_notation.games.iquazu.position import DROP, FREE, Position
from iquazu_notation.games.iquazu.position_text import read_position, write_position
from iquazu_notation.games.iquazu.steps import COLOURS, Draw, Step, UseTile, in_order
from iquazu_notation.games.iquazu.tally import unpacked
from tests.games.iquazu.test_against_naive import some_board

GAMES = 2000
CHUNKS = 20


def check(p: Position) -> None:
    """Everything is somewhere, and nothing is there twice."""
    board = p.layout.board
    cards = [p.discards, *p.hands]
    assert p.pile + sum(map(sum, cards)) == sum(board.cards.values())
    for colour, letter in enumerate(COLOURS):
        seen = sum(each[colour] for each in cards)
        assert p.pool[colour] + seen == board.cards[letter]
    assert sum(p.pool) == p.pile + sum(each[3] for each in cards)
    assert min([p.pile, *p.pool, *(number for each in cards for number in each)]) >= 0

    on_board = [piece for rock in p.rocks for piece in rock]
    assert [box + on_board.count(seat) for seat, box in enumerate(p.gem_box)] == [
        board.gems for _ in p.seats
    ]
    assert p.drop_box + on_board.count(DROP) == board.drops
    assert min(*p.gem_box, p.drop_box) >= 0
    assert p.free[p.first :] == [rock.count(FREE) for rock in p.rocks[p.first :]]

    for row in range(5):
        gaps = [
            p.rocks[rock][gap]
            for rock in range(p.first, p.last_column)
            for gap, its_row in enumerate(p.layout.rows[rock])
            if its_row == row
        ]
        assert unpacked(p.in_rows[row]) == [gaps.count(seat) for seat in range(4)]

    tiles = [*p.open_tiles, *p.out, *(tile for each in p.held for tile in each)]
    assert len(tiles) == (45 if p.over else 5 * (p.first + 1))
    for kind, number in p.tiles_seen.items():
        assert number == tiles.count(kind)
    assert p.over or p.free[p.first], "a full first column is scored"


class Table:
    """A position, and the tiles that lie face down."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = Random(f"conservation {seed}")
        board = some_board(rng)
        layout = board.lay(rng.sample(sorted(board.strips), len(board.strips)))
        light, dark = [
            rng.sample([kind for kind in mix for _ in range(mix[kind])], sum(mix.values()))
            for mix in (board.light, board.dark)
        ]
        tiles = light + dark
        self.columns = [tiles[at : at + 5] for at in range(0, 45, 5)]
        self.unseen = rng.choice([0.0, 0.0, 0.3])  # how many draws nobody sees
        seats = rng.sample("RGYP", rng.randint(2, 4))
        self.position = Position.start(layout, seats, open_tiles=self.columns[0])
        if not self.unseen:
            deck = [colour for colour in COLOURS for _ in range(board.cards[colour])]
            rng.shuffle(deck)
            hands = {
                seat: "".join(deck.pop() for _ in range(4 + at)) for at, seat in enumerate(seats)
            }
            self.position = Position.start(layout, seats, hands, self.columns[0])

    def play(self) -> None:
        p, rng = self.position, self.rng
        check(p)
        while not p.over and p.turn < 200:
            steps = p.legal()
            # With nothing certain left, the surplus is discarded unseen at the end of the turn.
            if not steps or (p.may_end and rng.random() < 0.5):
                seat = p.seat
                p.end_turn(self.columns[p.first + 1 :])
                if not p.over:
                    assert sum(p.hands[seat]) <= p.layout.board.hand_limit
                    assert read_position(write_position(p), p.layout, p.seats) == p
            else:
                p.apply(self._seen(rng.choice(steps)), self.columns[p.first + 1 :])
            check(p)

    def _seen(self, step: Step) -> Step:
        """The step with the cards it draws, unless nobody sees them."""
        if self.unseen and self.rng.random() < self.unseen:
            return step
        if isinstance(step, Draw):
            return Draw(self._cards(4)) if self._all_known else step
        if isinstance(step, UseTile) and step.kind[0] == "C":
            return UseTile(step.kind, self._cards(int(step.kind[1]))) if self._all_known else step
        return step

    @property
    def _all_known(self) -> bool:
        """Only then the colours of the pile are known here."""
        return sum(self.position.pool) == self.position.pile

    def _cards(self, number: int) -> str:
        p = self.position
        piles = []
        for counts in (p.pool, p.discards):
            pile = [letter for at, letter in enumerate(COLOURS) for _ in range(counts[at])]
            self.rng.shuffle(pile)
            piles += pile
        return in_order("".join(piles[:number]))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_cards_gems_drops_and_tiles_are_never_lost_or_made(chunk: int) -> None:
    for seed in range(chunk, GAMES, CHUNKS):
        Table(seed).play()
