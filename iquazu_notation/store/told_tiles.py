"""One row for each bonus tile: where it lay open, who took it, when it was used."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..games.iquazu import log
from ..games.iquazu.steps import ROCKS
from .columns import Words
from .tales import Tale
from .told import SEATS, Array, Told, flat, null_where, numbers_within
from .told_points import Points

ROWS = 5
FIRST = (*log.USABLE, "?")
UNSEEN = len(log.USABLE)


class Tiles:
    """The tiles of some games: those held at the start, then five for each place of the frame."""

    def __init__(self, told: Told, points: Points) -> None:
        self.told = told
        held = [flat(tale.start.held) for tale in told.tales]
        kinds = [_kinds(tale) for tale in told.tales]
        self.game = np.repeat(np.arange(told.games), [len(each) for each in kinds])
        self.number = numbers_within(self.game)
        of_held = np.array([len(each) for each in held], np.int64)[self.game]
        self.from_start = self.number <= of_held
        fifth = self.number - of_held - 1
        self.place = np.where(self.from_start, -1, fifth // ROWS)  # of the frame, from the start on
        self.row = np.where(self.from_start, -1, fifth % ROWS)

        # The tiles of a place of the frame are given out by the scoring that moves it on.
        interim = np.flatnonzero(points.interim)
        by_game = np.bincount(points.game[interim], minlength=told.games)
        first = np.cumsum(by_game) - by_game
        self.given = ~self.from_start & (self.place < by_game[self.game])
        scoring = interim[(first[self.game] + self.place)[self.given]]
        self.scoring = self._where_given(points.number[scoring], -1)
        self.scored_turn = self._where_given(told.turn[points.places[scoring]], -1)
        awarded = told.of(log.AWARD)
        awards = told.rock[awarded].reshape(-1, ROWS)
        awards = np.where(awards == log.NOBODY, -1, awards)
        rows = told.cards[awarded].reshape(-1, ROWS)
        at = (first[self.game] + self.place)[self.given], self.row[self.given]
        self.seat = self._where_given(awards[at], -1)
        gems = rows[at][:, None] >> np.array([0, 7, 14, 21]) & 127
        own = gems[np.arange(len(gems)), np.maximum(self.seat[self.given], 0)]
        self.gems = self._where_given(own, 0)
        self.tied = self._where_given((gems == own[:, None]).sum(axis=1) > 1, False)
        turn = told.turn[points.places[interim]]
        self.opened_turn = np.zeros(len(self.game), np.int64)
        later = self.place > 0
        self.opened_turn[later] = turn[(first[self.game] + self.place - 1)[later]]

        self.seat[self.from_start] = flat(
            [[seat] * len(own) for tale in told.tales for seat, own in enumerate(tale.start.held)]
        )
        # Kinds are numbered, those that can be used first, as in the log.
        number = {kind: place for place, kind in enumerate(dict.fromkeys([*FIRST, *flat(kinds)]))}
        self.names = list(number)
        self.kind = np.array([number[kind] for kind in flat(kinds)], np.int64)
        self.used_turn = self._used()
        if (self.kind == UNSEEN).any():
            self._use_unseen()

    def _where_given(self, values: Array, missing: Any) -> Array:
        found = np.full(len(self.game), missing, dtype=values.dtype)
        found[self.given] = values
        return found

    def _used(self) -> Array:
        """The turn in which each tile was used, or -1.

        Tiles of a kind are alike: of those a seat holds, the one longest held goes first.
        """
        told = self.told
        used_turn = np.full(len(self.kind), -1)
        uses = told.of(log.TILE)
        taken = np.flatnonzero(self.seat >= 0)
        size = len(self.names)
        by_use = (told.game[uses] * SEATS + told.seat[uses]) * size + told.rock[uses]
        by_tile = (self.game[taken] * SEATS + self.seat[taken]) * size + self.kind[taken]
        found = _paired(by_tile, by_use)
        used_turn[taken[found >= 0]] = told.turn[uses[found[found >= 0]]]
        return used_turn

    def _use_unseen(self) -> None:
        """In games with unseen tiles: if no known tile of its kind is held, an unseen one is it."""
        told = self.told
        uses = told.of(log.TILE)
        for game in np.unique(self.game[self.kind == UNSEEN]):
            mine = np.flatnonzero(self.game == game)
            self.used_turn[mine] = -1
            for use in uses[told.game[uses] == game]:
                kind = told.rock[use]
                held = mine[(self.seat[mine] == told.seat[use]) & (self.used_turn[mine] < 0)]
                held = held[self._taken_before(held, use)]
                known = held[self.kind[held] == kind]
                tile = known[0] if len(known) else held[self.kind[held] == UNSEEN][0]
                self.kind[tile], self.used_turn[tile] = kind, told.turn[use]

    def _taken_before(self, tiles: Array, use: int) -> Array:
        """Whether these tiles, all of one game, were taken before a happening of that game."""
        told = self.told
        so_far = told.kind[:use][told.game[:use] == told.game[use]]
        return self.from_start[tiles] | (self.place[tiles] < np.sum(so_far == log.SCORE))


def _kinds(tale: Tale) -> list[str]:
    """The tiles held at the start, those open there, and those turned up."""
    kinds = [*flat(tale.start.held), *tale.start.opened]
    for code in tale.log:
        if code & log.KIND == log.REVEAL:
            kinds += log.revealed(code)
    return kinds


def _paired(some: Array, others: Array) -> Array:
    """For each of some keys, the place of its partner among the others, or -1.

    The first of a key belongs to the first of the same key, the second to the second, and so on.

    >>> _paired(np.array([7, 5, 7, 7]), np.array([5, 7, 7])).tolist()
    [1, 0, 2, -1]
    """
    so_many = len(some) + len(others) + 1
    left = some * so_many + _rank(some)
    right = others * so_many + _rank(others)
    if not len(right):
        return np.full(len(some), -1)
    order = np.argsort(right)
    at = np.searchsorted(right, left, sorter=order)
    partner = order[np.minimum(at, len(right) - 1)]
    return np.where(right[partner] == left, partner, -1)


def _rank(keys: Array) -> Array:
    """From 1, the how-manieth of its key each one is."""
    order = np.argsort(keys, kind="stable")
    rank = np.empty(len(keys), np.int64)
    rank[order] = numbers_within(keys[order])
    return rank


def tiles(told: Told, points: Points) -> tuple[dict[str, Any], Tiles]:
    """The table `tiles`."""
    t = Tiles(told, points)
    nobody = t.seat < 0
    held_before = t.from_start
    taken = t.given & ~nobody
    started_open = np.array([tale.from_position for tale in told.tales])[t.game] & (t.place == 0)
    worths = [int(kind[1:]) if kind[0] == "V" else 0 for kind in t.names]
    worth = np.array(worths, np.int64)[t.kind]
    kept = told.complete[t.game] & ~nobody & (t.used_turn < 0) & (worth > 0)
    columns = {
        "game": t.game,
        "number": t.number,
        "kind": Words(t.kind, t.names),
        "rock": Words(np.where(held_before, -1, told.first_rock[t.game] + t.place), ROCKS),
        "row": null_where(held_before, t.row + 1),
        "opened_turn": null_where(held_before | started_open, t.opened_turn),
        "scoring": null_where(~t.given, t.scoring),
        "scored_turn": null_where(~t.given, t.scored_turn),
        "seat_order": null_where(nobody, t.seat + 1),
        "seat": told.letter(t.game, t.seat),
        "gems": null_where(~taken, t.gems),
        "tied": null_where(~taken, t.tied),
        "first_of_kind": null_where(~taken, _first_of_kind(t, taken)),
        "used_turn": null_where(t.used_turn < 0, t.used_turn),
        "points": null_where(~kept, worth),
    }
    return columns, t


def _first_of_kind(t: Tiles, taken: Array) -> Array:
    """Whether the taker had taken none of that kind before."""
    places = np.flatnonzero(taken)
    key = (t.game[places] * SEATS + t.seat[places]) * len(t.names) + t.kind[places]
    _, first = np.unique(key, return_index=True)
    found = np.zeros(len(t.game), bool)
    found[places[first]] = True
    return found
