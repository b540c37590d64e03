"""One row for each bonus tile: where it lay open, who took it, when it was used."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..games.iquazu import tape
from .tales import Tale
from .told import ROCK_LETTERS, Array, Told, flat, null_where, numbers_within
from .told_points import Points

ROWS = 5


class Tiles:
    """The tiles of some games: those held at the start, then five for each place of the frame."""

    def __init__(self, told: Told, points: Points) -> None:
        self.told = told
        held = [flat(tale.start.held) for tale in told.tales]
        opened = [_opened(tale) for tale in told.tales]
        kinds = [[*own, *shown] for own, shown in zip(held, opened, strict=True)]
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
        awards = np.array([points.scorings[at][2] for at in interim], np.int64).reshape(-1, ROWS)
        rows = np.array([points.scorings[at][5] for at in interim], np.int64).reshape(-1, ROWS)
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
        self.kinds, self.used_turn = self._used(flat(kinds))

    def _where_given(self, values: Array, missing: Any) -> Array:
        found = np.full(len(self.game), missing, dtype=values.dtype)
        found[self.given] = values
        return found

    def _used(self, kinds: list[str]) -> tuple[Array, Array]:
        """The kinds, and the turn in which each tile was used, or -1.

        Tiles of a kind are alike: of those a seat holds, the one longest held goes first.
        """
        told = self.told
        shown = np.array(kinds, dtype=object)
        used_turn = np.full(len(kinds), -1)
        every = dict.fromkeys([*tape.TILE_KINDS, *kinds])
        number = {kind: place for place, kind in enumerate(every)}
        code = np.array([number[kind] for kind in kinds], np.int64)
        uses = told.of(tape.TILE)
        taken = np.flatnonzero(self.seat >= 0)
        size = len(number)
        by_use = (told.game[uses] * 4 + told.seat[uses]) * size + told.rock[uses]
        by_tile = (self.game[taken] * 4 + self.seat[taken]) * size + code[taken]
        found = _paired(by_tile, by_use)
        used_turn[taken[found >= 0]] = told.turn[uses[found[found >= 0]]]
        if "?" in number:
            self._use_unseen(shown, used_turn)
        return shown, used_turn

    def _use_unseen(self, kinds: Array, used_turn: Array) -> None:
        """In games with unseen tiles: if no known tile of its kind is held, an unseen one is it."""
        told = self.told
        for game in np.unique(self.game[kinds == "?"]):
            mine = np.flatnonzero(self.game == game)
            used_turn[mine] = -1
            uses = told.of(tape.TILE)
            for use in uses[told.game[uses] == game]:
                kind, seat, turn = tape.TILE_KINDS[told.rock[use]], told.seat[use], told.turn[use]
                # What a seat has taken so far: scorings of this turn may come before this use.
                held = mine[(self.seat[mine] == seat) & (used_turn[mine] < 0)]
                held = held[self._taken_before(held, use)]
                known = held[kinds[held] == kind]
                tile = known[0] if len(known) else held[kinds[held] == "?"][0]
                kinds[tile], used_turn[tile] = kind, turn

    def _taken_before(self, tiles: Array, use: int) -> Array:
        """Whether these tiles, all of one game, were taken before a happening of that game."""
        told = self.told
        so_far = told.kind[:use][told.game[:use] == told.game[use]]
        return self.from_start[tiles] | (self.place[tiles] < np.sum(so_far == tape.SCORE))


def _opened(tale: Tale) -> list[str]:
    shown = [list(tale.tape.tiles), *[list(scoring[3]) for scoring in tale.tape.scorings]]
    return flat(shown)


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
    worth = np.array([int(kind[1:]) if kind[0] == "V" else 0 for kind in t.kinds], np.int64)
    kept = told.complete[t.game] & ~nobody & (t.used_turn < 0) & (worth > 0)
    columns = {
        "game": t.game,
        "number": t.number,
        "kind": t.kinds,
        "rock": ROCK_LETTERS[np.where(held_before, -1, told.first_rock[t.game] + t.place)],
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
    _, kind = np.unique(t.kinds[places].astype(str), return_inverse=True)
    key = (t.game[places] * 4 + t.seat[places]) * (kind.max(initial=0) + 1) + kind
    _, first = np.unique(key, return_index=True)
    found = np.zeros(len(t.game), bool)
    found[places[first]] = True
    return found
