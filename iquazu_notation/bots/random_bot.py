"""The bot `random`: any legal step, each as likely as the others."""

from __future__ import annotations

from random import Random

from ..games.iquazu.position import Position
from ..games.iquazu.steps import Step
from .chance import pick


class RandomBot:
    """Knows the rules and nothing else."""

    name = "random"

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, position: Position, steps: list[Step]) -> Step | None:
        """Any of the steps; where the turn may end, it ends half of the time.

        Ending is no step, so it would hardly ever be chosen among many, and every tile would be
        used up in the turn after it was won.
        """
        if position.may_end and self._rng.random() < 0.5:
            return None
        return pick(self._rng, steps)
