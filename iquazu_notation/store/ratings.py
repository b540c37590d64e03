"""How good players are, from the ranks of their games: the ratings of Weng and Lin (openskill).

A rating is a guess (`mu`) with an uncertainty (`sigma`, one standard deviation). Each game moves
the ratings of those who played it; equal ranks are a tie and pull the ratings towards each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rating:
    """What is thought of one player after `games` games."""

    mu: float
    sigma: float
    games: int


def ratings(games: Iterable[Sequence[tuple[str | None, int]]]) -> dict[str, Rating]:
    """The ratings after these games, in order of time: for each, its seats' names and ranks.

    A game in which a seat has no name, or a name sits twice, says nothing about players.

    >>> won, tied = [("Anna", 1), ("Ben", 2)], [("Anna", 1), ("Ben", 1)]
    >>> found = ratings([won, tied, [("Anna", 1), (None, 2)]])
    >>> found["Anna"].games, found["Anna"].mu > 25 > found["Ben"].mu
    (2, True)
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[str, tuple[float, float, int]] = {}
    new = model.rating()
    for game in games:
        names = [name for name, _ in game if name is not None]
        if len(set(names)) < len(game):
            continue
        before = [known.get(name, (new.mu, new.sigma, 0)) for name in names]
        teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma, _ in before]
        after = model.rate(teams, ranks=[float(rank) for _, rank in game])
        for name, (_, _, count), (rated,) in zip(names, before, after, strict=True):
            known[name] = (rated.mu, rated.sigma, count + 1)
    return {name: Rating(*values) for name, values in known.items()}
