"""Scorings, prizes, and the points and the lead after every turn."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..games.iquazu import log
from ..games.iquazu.steps import ROCKS
from .columns import Words
from .told import SEATS, Array, Told, four, null_where, numbers_within

KINDS = ("interim", "final")


class Points:
    """The scorings of some games, and the points of all seats at every moment that changed them.

    A *standing* is a row of `standings`: those at the start of each game come first, then those
    after each scoring, then those at the end of each game, where points on tiles are counted too.
    """

    def __init__(self, told: Told) -> None:
        tales = told.tales
        self.told = told
        self.places = told.of(log.SCORE, log.FINAL)
        self.game = told.game[self.places]
        self.interim = told.kind[self.places] == log.SCORE
        self.number = numbers_within(self.game)
        self.rock = told.rock[self.places]
        # Prizes, one after the other: of which scoring, to which seat, how much.
        given = self._prizes()
        self.prize_of = np.searchsorted(self.places, given) - 1
        self.prize_seat, self.prize_points = told.rock[given], told.cards[given]
        start = four([tale.start.points[: len(tale.seats)] for tale in tales], -1)
        points = self._after_scorings(start)
        lowest = four([tale.lowest for tale in tales], -1)
        highest = four([tale.highest for tale in tales], -1)
        end = np.where(lowest == highest, lowest, -2)
        # -1 where there is no such seat, -2 where unseen tiles leave the points open
        self.standings = np.concatenate([start, points, end])
        self.leader, self.lead = _lead(self.standings)

    def _prizes(self) -> Array:
        """The places of prizes for rocks: points on kept tiles are noted in the same way."""
        told = self.told
        given = told.of(log.PRIZE)
        heads = told.of(log.SCORE, log.FINAL, log.END)
        if not len(given):
            return given
        return given[told.kind[heads[np.searchsorted(heads, given) - 1]] != log.END]

    def _after_scorings(self, start: Array) -> Array:
        """The points of all seats after each scoring."""
        gains = np.zeros((len(self.places), SEATS), np.int64)
        np.add.at(gains, (self.prize_of, self.prize_seat), self.prize_points)
        so_far = np.cumsum(gains, axis=0)
        before = so_far - gains
        first = np.flatnonzero(self.number == 1)
        return (
            so_far
            - np.repeat(before[first], np.diff(first, append=len(self.places)), axis=0)
            + start[self.game]
        )

    def after_turns(self) -> Array:
        """The standing after each turn."""
        told = self.told
        scored = np.cumsum(told.count_by_row(self.places))
        before_game = np.concatenate([[0], scored])[told.row_of_game][told.game_of_row]
        standing = np.where(scored > before_game, told.games + scored - 1, told.game_of_row)
        ended = told.complete & (told.turns > 0)
        last = (told.row_of_game + told.turns - 1)[ended]
        standing[last] = (told.games + len(self.places) + np.arange(told.games))[ended]
        return standing

    def columns(self, standing: Array) -> dict[str, Any]:
        """Totals, leader and lead of these standings."""
        totals = self.standings[standing]
        game = self._games()[standing]
        lead = self.lead[standing]
        shown: dict[str, Any] = {
            f"total_{seat + 1}": null_where(totals[:, seat] < 0, totals[:, seat])
            for seat in range(SEATS)
        }
        shown["leader"] = self.told.letter(game, self.leader[standing])
        shown["lead"] = null_where(lead < 0, lead)
        return shown

    def _games(self) -> Array:
        every = np.arange(self.told.games)
        return np.concatenate([every, self.game, every])


def _lead(standings: Array) -> tuple[Array, Array]:
    """The sole leader (or -1), and by how much (-1 where it is open)."""
    if not len(standings):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    ordered = np.sort(standings, axis=1)
    lead = ordered[:, -1] - ordered[:, -2]
    is_open = (standings == -2).any(axis=1)
    leader = np.where(is_open | (lead == 0), -1, standings.argmax(axis=1))
    return leader, np.where(is_open, -1, lead)


def lead_changed(told: Told, points: Points, standing: Array) -> Array:
    """By turn: another seat than the last sole leader took the sole lead."""
    leader = points.leader[standing]
    here = np.arange(told.rows)
    last = np.maximum.accumulate(np.where(leader >= 0, here, -1)) if told.rows else here
    before = np.concatenate([[-1], last[:-1]]) if told.rows else here
    at_start = points.leader[told.game_of_row]
    was = np.where(before >= told.row_of_game[told.game_of_row], leader[before], at_start)
    return (leader >= 0) & (was >= 0) & (leader != was)


def scorings(told: Told, points: Points) -> dict[str, Any]:
    """The table `scorings`."""
    standing = np.arange(told.games, told.games + len(points.places))
    return {
        "game": points.game,
        "scoring": points.number,
        "turn": told.turn[points.places],
        "kind": Words(np.where(points.interim, 0, 1), KINDS),
        "rock": Words(points.rock, ROCKS),
        **points.columns(standing),
    }


def prizes(told: Told, points: Points) -> dict[str, Any]:
    """The table `prizes`."""
    of, seat = points.prize_of, points.prize_seat
    game, rock = points.game[of], points.rock[of]
    gems, spent = on_rocks(told)
    own = gems[game, rock, seat]
    return {
        "game": game,
        "scoring": points.number[of],
        "rock": Words(rock, ROCKS),
        "place": numbers_within(of),
        "seat_order": seat + 1,
        "seat": told.letter(game, seat),
        "points": points.prize_points,
        "gems": own,
        "cards_paid": spent[game, rock, seat],
        "tied": (gems[game, rock] == own[:, None]).sum(axis=1) > 1,
    }


def on_rocks(told: Told) -> tuple[Array, Array]:
    """Gems by game, rock and seat, and the cards paid for them in the record.

    All gems of a rock are placed before it is scored.
    """
    shape = (told.games, 16, SEATS)
    size = told.games * 16 * SEATS
    placed = told.of(log.PLACE)
    key = (told.game[placed] * 16 + told.rock[placed]) * SEATS + told.seat[placed]
    gems = np.bincount(key, minlength=size).reshape(shape)
    for game, tale in enumerate(told.tales):
        for rock, seat in tale.start.gems:
            gems[game, rock, seat] += 1
    spent = np.bincount(key, told.number_of_cards[placed], size).astype(np.int64)
    return gems, spent.reshape(shape)
