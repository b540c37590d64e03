"""The bot `greedy`: weighs every action by what it does to the board and to its hand.

It looks one action ahead. The worth of a position to it is the outlook of the rocks and tiles
(see `outlook`) and the cards it holds, at a fixed price each that falls to nothing towards the
end. So it pays with the fewest cards, waits while gaps are dear, draws when no placement is worth
its cards, and keeps jokers and double moves until they bring more than their own price.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import TypeVar

from ..games.iquazu.board import ROWS, Board
from ..games.iquazu.payment import exact_payments
from ..games.iquazu.position import FREE, Position
from ..games.iquazu.steps import Discard, Draw, Drop, Place, Step, UseTile, count, spell
from ..games.iquazu.turn_end import on_scored
from .chance import pick
from .outlook import Outlook, Sight

# These numbers were found by letting many thousand games be played between variants of the bot on
# the reference board.
# The price of a card by number of players, in thousandths of a point. It is high: most of the
# strength lies in waiting until the good gaps are cheap.
CARD = {2: 3300, 3: 2400, 4: 1600}
# Cards lose their price while the last so many gaps are filled.
END = 8
# The prices of tiles in percent of a card's.
JOKER = 150
DOUBLE_MOVE = 400
# How much a card's price leans to the colours of many free gaps, in percent. It is to choose among
# payments and discards of as many cards, never to pay more cards.
DEMAND = 5
DRAWN = 4

T = TypeVar("T")
_Cards = tuple[int, int, int]
# Rock, gap (from 0) and payment; None is the draw. Most are only weighed, so no step is made yet.
_Action = tuple[int, int, _Cards] | None


class Greedy:
    """Takes the step that is worth most at once."""

    name = "greedy"

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, position: Position, steps: list[Step]) -> Step | None:
        """The best step; among equals, any."""
        p = position
        if p.joker:
            return _step(self._best(_Moment(p).actions(joker=True))[1])
        if tile := _card_tile(p, steps):
            return tile
        if p.owed:
            return self._action(p, steps)
        return self._extra_action(p, steps) or self._discard(p, steps)

    def _action(self, p: Position, steps: list[Step]) -> Step:
        moment = _Moment(p)
        worth, action = self._best(moment.actions())
        if _offers(p, steps, "J"):
            with_joker = max(reached for reached, _ in moment.actions(joker=True))
            if with_joker - worth > moment.card * JOKER // 100:
                return UseTile("J")
        return _step(action)

    def _extra_action(self, p: Position, steps: list[Step]) -> Step | None:
        """A double move, if it is worth it now; or the drop, if it is worth it after that."""
        now = _gain(p) if _offers(p, steps, "D") else 0
        if Drop() in steps:
            # I-18: after the scoring the frame has moved on, and tiles just won may be used.
            then = p.copy()
            then.apply(Drop())
            if "D" in then.held[p.seat] and (gain := _gain(then)) > 0 and gain >= now:
                return Drop()
        return UseTile("D") if now > 0 else None

    def _discard(self, p: Position, steps: list[Step]) -> Step | None:
        prices = _prices(p, 1000)
        choices = [
            (-_sum(prices, count(step.cards)), step)
            for step in steps
            if isinstance(step, Discard) and step.cards is not None
        ]
        return self._best(choices)[1] if choices else None

    def _best(self, weighed: Sequence[tuple[int, T]]) -> tuple[int, T]:
        most = max(worth for worth, _ in weighed)
        return most, pick(self._rng, [thing for worth, thing in weighed if worth == most])


class _Moment:
    """The active seat's choice of an action."""

    def __init__(self, p: Position) -> None:
        self._p = p
        self._hand = p.hand[:3]
        self.card = _card_price(p)
        self._prices = _prices(p, self.card)
        self._sight = Sight(p, *_tile_worths(p.layout.board, self.card))
        self._drop_is_due = p.drop_is_due
        free = p.free[:]
        if self._drop_is_due:
            free[p.first] -= 1
        self._elsewhere = Outlook(self._sight, free)
        self._cards = _sum(self._prices, self._hand)
        self.stay = self._elsewhere.total + self._cards

    def actions(self, joker: bool = False) -> list[tuple[int, _Action]]:
        """Every placement, each with its best payment, and the draw; with what they lead to."""
        p = self._p
        found: list[tuple[int, _Action]] = []
        if not joker:
            # I-10: cards beyond the hand limit are wasted. They count against the draw, for it
            # can wait until there is room.
            kept = min(DRAWN, max(0, p.layout.board.hand_limit - sum(self._hand)))
            found.append((self.stay + (kept - (DRAWN - kept)) * self.card, None))
        if not p.gem_box[p.seat] and not on_scored(p, p.seat):
            return found
        for rock in range(p.first, p.last_column):
            outlook = None
            cost = rock - p.first + 1
            payments = [self._payment(colour, cost, joker) for colour in range(3)]
            colours = p.layout.colours[rock]
            for gap, piece in enumerate(p.rocks[rock]):
                payment = payments[colours[gap]] if piece == FREE else None
                if payment is not None:
                    if outlook is None:
                        outlook = self._elsewhere if cost > 1 else self._in_first_column()
                    price, paid = payment
                    worth = outlook.with_gem(rock, gap) + self._cards - price
                    found.append((worth, (rock, gap, paid)))
        return found

    def _in_first_column(self) -> Outlook:
        """A gem in the first column brings its scoring nearer, or causes it; then no drop falls."""
        p = self._p
        free = p.free[:]
        free[p.first] = max(0, free[p.first] - 1 - self._drop_is_due)
        return Outlook(self._sight, free)

    def _payment(self, colour: int, cost: int, joker: bool) -> tuple[int, _Cards] | None:
        """The cheapest payment in hand: its price and its cards."""
        white, blue, orange = self._hand
        best: tuple[int, _Cards] | None = None
        for way in exact_payments(colour, cost, joker):
            if way[0] <= white and way[1] <= blue and way[2] <= orange:
                price = _sum(self._prices, way)
                if best is None or price < best[0]:
                    best = price, way
        return best


def _step(action: _Action) -> Step:
    if action is None:
        return Draw()
    rock, gap, paid = action
    return Place(rock, None, gap + 1, spell((*paid, 0)))


def _gain(p: Position) -> int:
    """What one more action would bring beyond the price of the double move it takes."""
    moment = _Moment(p)
    best = max(worth for worth, _ in moment.actions())
    return best - moment.stay - moment.card * DOUBLE_MOVE // 100


def _card_tile(p: Position, steps: list[Step]) -> Step | None:
    """The largest card tile whose cards the hand can keep."""
    room = p.layout.board.hand_limit - sum(p.hand)
    for kind in ("C4", "C3", "C2"):
        if int(kind[1]) <= room and _offers(p, steps, kind):
            return UseTile(kind)
    return None


def _offers(p: Position, steps: list[Step], kind: str) -> bool:
    """Whether that tile may be used. Most often none is held, and the steps are many."""
    return kind in p.held[p.seat] and UseTile(kind) in steps


def _card_price(p: Position) -> int:
    left = sum(p.free[p.first : len(p.rocks) - 2])
    return CARD[p.players] * min(left, END) // END


def _prices(p: Position, card: int) -> _Cards:
    """The price of a card of each colour: more where more free gaps of the frame want it."""
    wanted = [0, 0, 0]
    for rock in range(p.first, p.last_column):
        for colour, piece in zip(p.layout.colours[rock], p.rocks[rock], strict=True):
            if piece == FREE:
                wanted[colour] += 1
    gaps = max(1, sum(wanted))
    white, blue, orange = (
        card * (100 * gaps + DEMAND * (3 * gaps_of - gaps)) // (100 * gaps) for gaps_of in wanted
    )
    return white, blue, orange


def _sum(prices: _Cards, cards: Sequence[int]) -> int:
    return prices[0] * cards[0] + prices[1] * cards[1] + prices[2] * cards[2]


@lru_cache(maxsize=256)
def _tile_worths(board: Board, card: int) -> tuple[dict[str, int], list[int]]:
    """The worth of each kind of tile, and of a tile not turned up yet, by place in the frame."""
    worth = {
        "J": card * JOKER // 100,
        "D": card * DOUBLE_MOVE // 100,
        **{f"C{cards}": card * cards for cards in (2, 3, 4)},
    }
    unknown = []
    for mix in (board.light, board.dark):
        worth |= {kind: 1000 * int(kind[1:]) for kind in mix if kind[0] == "V"}
        tiles = sum(mix.values())
        average = sum(worth[kind] * number for kind, number in mix.items()) // tiles
        unknown += [average] * (tiles // ROWS)
    worth["?"] = unknown[0]
    return worth, unknown
