"""A step is refused if and only if there is a reason, and then nothing has changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from iquazu_notation.games.iquazu.board_file import reference
from iquazu_notation.games.iquazu.play import play
from iquazu_notation.games.iquazu.position import FIELDS, REFUSED, Position
from iquazu_notation.games.iquazu.refusals import why_not, why_not_end
from iquazu_notation.games.iquazu.steps import Discard, Draw, Drop, Place, Step, UseTile
from iquazu_notation.games.iquazu.turn_end import end_turn

CARDS = "WBO?"
KINDS = ("C2", "C3", "C4", "J", "D")


def some_cards(rng: Random, most: int = 6) -> str:
    return "".join(rng.choice(CARDS[: rng.choice((3, 3, 4))]) for _ in range(rng.randint(0, most)))


def some_step(rng: Random, p: Position) -> Step:
    """A step that may well be illegal."""
    which = rng.randrange(12)
    if which > 9:
        steps = p.legal()
        return rng.choice(steps) if steps else Draw()
    if which == 0:
        return Draw(rng.choice([None, "", some_cards(rng)]))
    if which == 1:
        return Discard(rng.choice([None, some_cards(rng) or None]))
    if which == 2:
        return Drop()
    if which == 3:
        held = [kind for kind in p.held[p.seat] if kind in KINDS]
        kind = rng.choice(held or KINDS)
        cards = rng.choice([None, "", some_cards(rng, 4)]) if kind[0] == "C" else None
        return UseTile(kind, cards)
    rock = min(10, max(0, p.first + rng.randint(-1, 6)))
    paid = rng.choice([None, some_cards(rng) or None])
    if which == 4:
        return Place(None, rng.randint(1, 5), rng.randint(1, 9), paid)
    return Place(rock, None, rng.randint(1, 9), paid)


def some_tiles(rng: Random) -> list[Sequence[str]]:
    kinds = [*reference().kinds, "?", "V99"]
    return [
        tuple(rng.choice(kinds) for _ in range(rng.choice((5, 5, 5, 5, 4))))
        for _ in range(rng.randint(0, 3))
    ]


def everything(p: Position) -> list[object]:
    return [repr(getattr(p, name)) for name in FIELDS]


@pytest.mark.parametrize("seen", [True, False])
def test_a_step_is_refused_if_and_only_if_there_is_a_reason(seen: bool) -> None:
    tried: Counter[str] = Counter()
    for seed in range(60):
        rng = Random(seed)
        players = rng.choice(("RG", "RGY", "RGYP"))
        hands = {seat: "WBOWBOW"[: 4 + at] for at, seat in enumerate(players)} if seen else {}
        p = Position.start(reference().lay("12345"), players, hands)
        while not p.over and p.turn < 200:
            for _ in range(4):
                tried[check(p, some_step(rng, p), some_tiles(rng))] += 1
            tried[check_end(p, some_tiles(rng))] += 1
            steps = p.legal()
            tiles = [step for step in steps if isinstance(step, UseTile)]
            gems = [step for step in steps if isinstance(step, Place)]
            step = rng.choice(tiles or gems or steps) if steps else None
            if step is None or (p.may_end and rng.random() < 0.1):
                p.end_turn()
            else:
                p.apply(step)
    common = {"IQ202", "IQ203", "IQ205", "IQ207", "IQ210", "IQ211", "IQ212", "IQ213", "IQ221"}
    common |= {"IQ222", "IQ223", "IQ301", "IQ302", "IQ303", "IQ304", "IQ404", "IQ505", "IQ204"}
    assert not seen or common <= tried.keys(), common - tried.keys()
    assert tried["played"] > 1000


def check(p: Position, step: Step, tiles: list[Sequence[str]]) -> str:
    p.coming = tiles
    reason = why_not(p, step)
    tried = p.copy()
    tried.coming = list(tiles)
    before = everything(tried)
    refused = play(tried, step.code) == REFUSED
    p.coming = []
    assert refused == (reason is not None), (step, tiles, reason, str(p))
    if reason is None:
        return "played"
    assert everything(tried) == before, (step, tiles)
    return reason.code


def check_end(p: Position, tiles: list[Sequence[str]]) -> str:
    p.coming = tiles
    reason = why_not_end(p)
    tried = p.copy()
    tried.coming = list(tiles)
    before = everything(tried)
    refused = end_turn(tried) == REFUSED
    p.coming = []
    assert refused == (reason is not None), (tiles, reason, str(p))
    assert not refused or everything(tried) == before
    return "end" if reason is None else reason.code
