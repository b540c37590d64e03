"""The bot `greedy`."""

from __future__ import annotations

from random import Random

from ..games.iquazu.payment import exact_payments
from ..games.iquazu.play import on_scored
from ..games.iquazu.position import Position
from ..games.iquazu.scoring import FREE
from ..games.iquazu.steps import Discard, Draw, Drop, Place, Step, UseTile, spell
from .chance import pick
from .outlook import Outlook

CARD = {2: 500, 3: 450, 4: 400}
END = {2: 14, 3: 14, 4: 14}
CARDS_ENOUGH = 8
SPARE = 70
J_WORTH = 150  # percent of a card
D_WORTH = 600
C_LIMIT = 12
BREAK = 0


class Greedy:
    name = "greedy"

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, position: Position, steps: list[Step]) -> Step | None:
        p = position
        me = p.seat
        hand = p.hands[me][:3]
        held = p.held[me]
        board = p.layout.board
        size = sum(hand)
        left = sum(p.free[p.first : len(p.rocks) - 2])
        card = CARD[p.players]
        now = card * min(left, END[p.players]) // END[p.players]

        if not p.joker:
            # cards
            closed = p.dropped and not p.scored
            if not closed:
                for kind in ("C4", "C3", "C2"):
                    if kind in held and size + int(kind[1]) <= C_LIMIT:
                        return UseTile(kind)
        if not p.owed and not p.joker:
            return self._after_action(p, steps, hand, now)
        best = self._actions(p, hand, now, p.joker)
        if not p.joker and "J" in held:
            jok = self._actions(p, hand, now, True)
            if jok and (not best or jok[0][0] - best[0][0] > J_WORTH * now // 100):
                return UseTile("J")
        return pick(self._rng, [step for _, step in best])

    def _after_action(self, p, steps, hand, now):
        held = p.held[p.seat]
        closed = p.dropped and not p.scored
        if "D" in held and not closed:
            drop = any(isinstance(s, Drop) for s in steps)
            best = self._actions(p, hand, now, False)
            stay = self._stay
            gain = best[0][0] - stay
            if drop:
                q = p.copy()
                q.apply(Drop())
                b2 = self._actions(q, hand, now, False)
                if b2[0][0] - self._stay >= gain:
                    return Drop()
            if gain > D_WORTH * now // 100:
                return UseTile("D")
        discards = [s for s in steps if isinstance(s, Discard)]
        if discards:
            worst = [(self._worth_hand([h - c for h, c in zip(hand, s.count)], now), s) for s in discards]
            top = max(w for w, _ in worst)
            return pick(self._rng, [s for w, s in worst if w == top])
        return None

    def _worth_hand(self, hand, now):
        n = hand[0] + hand[1] + hand[2]
        q = 100 * min(n, CARDS_ENOUGH) + SPARE * max(0, min(n, 12) - CARDS_ENOUGH)
        q += BREAK * (hand[0] // 2 + hand[1] // 2 + hand[2] // 2)
        return q * now // 100

    def _tiles(self, p, card):
        worth = {"C2": 2 * card, "C3": 3 * card, "C4": 4 * card, "J": J_WORTH * card // 100, "D": D_WORTH * card // 100, "?": 1000}
        for i in range(1, 100):
            worth[f"V{i}"] = 1000 * i
        return worth

    def _actions(self, p, hand, now, joker):
        board = p.layout.board
        tiles = self._tiles(p, now)
        light = sum(tiles[k] * n for k, n in board.light.items()) // 35
        dark = sum(tiles[k] * n for k, n in board.dark.items()) // 10
        later = (light,) * 7 + (dark,) * 2
        free = p.free[:]
        due = p.drop_is_due
        first = p.first
        if due:
            free[first] -= 1
        elsewhere = Outlook(p, tiles, later, free)
        free2 = p.free[:]
        free2[first] -= 1
        if due and free2[first]:
            free2[first] -= 1
        in_first = Outlook(p, tiles, later, free2)
        self._stay = elsewhere.total + self._worth_hand(hand, now)
        found = []
        if not joker:
            more = [h for h in hand]
            more[0] += 4
            n = sum(more)
            q = 100 * min(n, CARDS_ENOUGH) + SPARE * max(0, min(n, 12) - CARDS_ENOUGH)
            found.append((elsewhere.total + q * now // 100, Draw()))
        if p.gem_box[p.seat] or on_scored(p, p.seat):
            for rock in range(first, p.last_column):
                cost = rock - first + 1
                out = in_first if rock == first else elsewhere
                pay = [self._payment(hand, colour, cost, joker, now) for colour in range(3)]
                colours = p.layout.colours[rock]
                for gap, piece in enumerate(p.rocks[rock]):
                    if piece == FREE:
                        pp = pay[colours[gap]]
                        if pp:
                            found.append((out.total + out.gain(rock, gap) + pp[0], Place(rock, None, gap + 1, spell((*pp[1], 0)))))
        if not found:
            return []
        top = max(v for v, _ in found)
        return [(v, s) for v, s in found if v == top]

    def _payment(self, hand, colour, cost, joker, now):
        best = None
        for way in exact_payments(colour, cost, joker):
            a, b, c = hand[0] - way[0], hand[1] - way[1], hand[2] - way[2]
            if a < 0 or b < 0 or c < 0:
                continue
            # ties: leave even
            v = self._worth_hand((a, b, c), now)
            if best is None or v > best[0]:
                best = (v, way)
        return best
