"""Ratings: ties are ties, the order of seats is nothing, and only names of one's own count."""

from __future__ import annotations

from itertools import permutations
from math import sqrt

import pytest

from iquazu_notation.store.ratings import Rating, ratings

NEW = (25.0, 25 / 3)


def test_the_first_win_moves_both_ratings_by_the_published_formula() -> None:
    # Weng and Lin, algorithm 4, for two new players; tau (25/300) is added before each game.
    variance = NEW[1] ** 2 + (25 / 300) ** 2
    spread = sqrt(2 * (variance + (25 / 6) ** 2))
    step = variance / spread * 0.5
    found = ratings([[("Anna", 1), ("Ben", 2)]])
    assert found["Anna"].mu == pytest.approx(25 + step)
    assert found["Ben"].mu == pytest.approx(25 - step)
    assert found["Anna"].sigma == pytest.approx(found["Ben"].sigma)
    assert found["Anna"].sigma < NEW[1]


@pytest.mark.parametrize("number", [2, 3, 4])
def test_equal_players_who_tie_stay_equal(number: int) -> None:
    names = ["Anna", "Ben", "Cleo", "Dora"][:number]
    found = ratings([[(name, 1) for name in names]] * 5)
    assert [rating.mu for rating in found.values()] == pytest.approx([25.0] * number)
    assert len({round(rating.sigma, 9) for rating in found.values()}) == 1
    assert found["Anna"].games == 5


def test_two_who_share_second_place_are_rated_alike() -> None:
    found = ratings([[("Anna", 1), ("Ben", 2), ("Cleo", 2), ("Dora", 4)]])
    assert found["Ben"] == found["Cleo"]
    assert found["Anna"].mu > found["Ben"].mu > found["Dora"].mu


def test_a_tie_draws_unequal_players_together() -> None:
    before = [[("Anna", 1), ("Ben", 2)]] * 4
    apart, closer = ratings(before), ratings([*before, [("Anna", 1), ("Ben", 1)]])
    assert closer["Anna"].mu < apart["Anna"].mu
    assert closer["Ben"].mu > apart["Ben"].mu


def test_the_order_of_seats_does_not_matter() -> None:
    past = [[("Anna", 1), ("Ben", 2)], [("Cleo", 1), ("Anna", 2), ("Dora", 3)]]
    last = [("Anna", 1), ("Ben", 1), ("Cleo", 3), ("Dora", 4)]
    due = ratings([*past, last])
    for order in permutations(last):
        found = ratings([*past, list(order)])
        for name, rating in due.items():
            assert _values(found[name]) == pytest.approx(_values(rating))


def test_only_the_order_of_ranks_matters_not_their_distance() -> None:
    shared = ratings([[("Anna", 1), ("Ben", 1), ("Cleo", 3)]])
    dense = ratings([[("Anna", 1), ("Ben", 1), ("Cleo", 2)]])
    assert shared == dense


def test_nameless_seats_and_names_that_sit_twice_are_not_rated() -> None:
    assert ratings([[("Anna", 1), (None, 2)], [("Anna", 1), ("Anna", 2)]]) == {}


def _values(rating: Rating) -> tuple[float, float, int]:
    return rating.mu, rating.sigma, rating.games
