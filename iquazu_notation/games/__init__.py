"""The games of the house, by the value of the `Game` tag. Each is imported when it is first met."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from ..notation.dialect import Dialect

if TYPE_CHECKING:
    from .interface import Game

# The folder of each game.
_GAMES = {"Iquazu": "iquazu"}

NAMES = tuple(_GAMES)


@lru_cache(maxsize=64)  # every record asks
def game_named(name: str) -> Game | None:
    """A game by the value of the `Game` tag, or None if there is none of this name.

    >>> game_named("Chess") is None
    True
    """
    if name not in _GAMES:
        return None
    found: Game = import_module(f"{__name__}.{_GAMES[name]}.game").GAME
    return found


class _Dialects(Mapping[str, Dialect]):
    """The words of every game; reading alone needs no rules, so only those are imported."""

    def __getitem__(self, name: str) -> Dialect:
        found: Dialect = import_module(f"{__name__}.{_GAMES[name]}.words").DIALECT
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


DIALECTS: Mapping[str, Dialect] = _Dialects()
