"""Games that the bots have played, and a walk through them by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from iquazu_notation.bots.table import PlayedGame, play_game
from iquazu_notation.games.iquazu.board_file import reference
from iquazu_notation.games.iquazu.position import Position
from iquazu_notation.games.iquazu.steps import Drop, Reveal, Step

TABLES = [
    ("greedy", "random"),
    ("greedy", "greedy"),
    ("random", "random", "random"),
    ("greedy", "greedy", "random"),
    ("greedy", "random", "greedy", "random"),
    ("greedy", "greedy", "greedy", "greedy"),
]


@lru_cache(maxsize=512)
def played(bots: tuple[str, ...], seed: int) -> PlayedGame:
    return play_game(bots, seed, board=reference())


def some_games() -> Iterator[PlayedGame]:
    for bots in TABLES:
        for seed in range(8):
            yield played(bots, seed)


def replay(
    game: PlayedGame, watch: Callable[[Position, Step], None] = lambda position, step: None
) -> Position:
    """Walk a game through the rules, knowing nothing but its steps. `watch` sees each before."""
    hands = dict(zip(game.seats, game.hands, strict=True))
    p = Position.start(reference().lay(game.strips), game.seats, hands, game.open_tiles)
    for turn in game.turns:
        steps = list(turn)
        while steps:
            step = steps.pop(0)
            revealed = []
            while steps and isinstance(steps[0], Reveal):
                revealed.append(steps.pop(0))
            watch(p, step)
            tiles = [reveal.tiles for reveal in revealed if isinstance(reveal, Reveal)]
            shown = [five for five in tiles if five is not None]
            first = p.first
            p.apply(step, shown)
            if shown and p.first == first:
                p.apply(Drop(), shown)  # so it was the drop, falling by itself, that scored
            assert p.first - first == len(shown)
        p.end_turn()
    return p
