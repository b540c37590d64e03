"""Players for `simulate`.

A bot is asked for one step at a time, in its own turn. It is shown the whole position but may look
only at what its seat can see: the board, its own hand, how many cards the others hold, the tiles
open and held, the discards and the size of the pile.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol

from ..games.iquazu.position import Position
from ..games.iquazu.steps import Step
from .greedy import Greedy
from .random_bot import RandomBot


class Bot(Protocol):
    """A player."""

    @property
    def name(self) -> str:
        """What records call it."""
        ...

    def choose(self, position: Position, steps: list[Step]) -> Step | None:
        """One of the legal steps, or None to end the turn where `position.may_end`.

        `steps` is never empty. Draws among them carry no cards: the table hands them out.
        """
        ...


BOTS: dict[str, Callable[[Random], Bot]] = {"random": RandomBot, "greedy": Greedy}
