"""Many records told at once: their logs as columns of numbers, one number for each happening.

Whatever a log leaves out is worked out here for all games together: the turn and the seat of a
happening, the frame it saw, the points after it. *Row* means the turn's row in the table `turns`;
seats are counted from 0 in turn order, and -1 stands for nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

import numpy as np

from ..games.iquazu import log
from ..games.iquazu.board import Layout
from ..games.iquazu.steps import SEATS as SEAT_LETTERS
from ..games.iquazu.tally import SUM
from .columns import Words
from .tales import Tale

Array = Any  # NumPy's arrays say too little about themselves to be worth more words
SEATS = 4
LETTER = {letter: place for place, letter in enumerate(SEAT_LETTERS)}


class Told:
    """The logs of some games, side by side."""

    def __init__(self, tales: Sequence[Tale]) -> None:
        self.tales = tales
        self.games = len(tales)
        self.players = np.array([len(tale.seats) for tale in tales])
        self.letters = four([[LETTER[seat] for seat in tale.seats] for tale in tales], -1)
        self.won = four([_known(tale.won) for tale in tales], -1)
        self.turns = np.array([tale.turns for tale in tales])
        self.complete = np.array([tale.complete for tale in tales])
        self.first_turn = np.array([tale.start.turn for tale in tales])
        self.first_seat = np.array([tale.start.seat for tale in tales])
        self.first_rock = np.array([tale.start.first for tale in tales])
        self.layout, self.gap_rows, self.gap_colours = _gaps([tale.layout for tale in tales])

        lengths = [len(tale.log) for tale in tales]
        self.codes = np.array(flat([tale.log for tale in tales]), dtype=np.int64)
        self.game = np.repeat(np.arange(self.games), lengths)
        self.kind = self.codes & log.KIND
        self.cards = self.codes >> log.CARDS_AT & log.ALL_CARDS
        self.number_of_cards = self.cards % SUM
        self.rock = self.codes >> log.ROCK_AT & 15
        self.gap = self.codes >> log.GAP_AT & log.GAPS

        starts = np.cumsum([0, *lengths[:-1]])
        turn = self._before(self.kind == log.TURN, starts)
        self.turn = self.first_turn[self.game] + turn
        self.seat = (self.first_seat[self.game] + turn) % self.players[self.game]
        dealt = self.kind == log.DEAL
        self.seat[dealt] = numbers_within(self.game[dealt]) - 1
        self.turn[dealt] = 0
        self.first = self.first_rock[self.game] + self._before(self.kind == log.SCORE, starts)

        self.row_of_game = np.cumsum(self.turns) - self.turns
        self.rows = int(self.turns.sum())
        self.row = self.row_of_game[self.game] + turn  # of what was dealt too: it changes nothing
        self.game_of_row = np.repeat(np.arange(self.games), self.turns)

    def _before(self, which: Array, starts: Array) -> Array:
        """For each happening, how many of these came before it in its game."""
        so_far = np.concatenate([[0], np.cumsum(which)])
        return so_far[:-1] - so_far[starts][self.game]

    def of(self, *kinds: int) -> Array:
        """The places of the happenings of these kinds."""
        which = self.kind == kinds[0]
        for kind in kinds[1:]:
            which |= self.kind == kind
        return np.flatnonzero(which)

    def count_by_row(self, places: Array, weights: Array = None) -> Array:
        """How many of these happenings each turn saw; or the sum of their weights."""
        return np.bincount(self.row[places], weights, self.rows)[: self.rows].astype(np.int64)

    def count_by_seat(self, places: Array, weights: Array = None) -> Array:
        """The same for each seat of each game."""
        seat = self.game[places] * SEATS + self.seat[places]
        found = np.bincount(seat, weights, self.games * SEATS).astype(np.int64)
        return found.reshape(self.games, SEATS)

    def letter(self, game: Array, seat: Array) -> Words:
        """The colours of seats; none for nobody."""
        return Words(np.where(seat < 0, -1, self.letters[game, seat]), SEAT_LETTERS)


def four(lists: Sequence[Sequence[int]], missing: int) -> Array:
    """Numbers by seat, filled up to four."""
    filled = [[*each, *[missing] * (SEATS - len(each))] for each in lists]
    return np.array(filled, np.int64).reshape(-1, SEATS)


def _known(values: Sequence[bool | None]) -> list[int]:
    return [-1 if value is None else int(value) for value in values]


def numbers_within(game: Array) -> Array:
    """From 1, the number of each of these within its game; those of a game stand together.

    >>> numbers_within(np.array([0, 0, 2, 2, 2])).tolist()
    [1, 2, 1, 2, 3]
    """
    if not len(game):
        return np.zeros(0, np.int64)
    new = np.flatnonzero(np.diff(game, prepend=-1))
    return np.arange(1, len(game) + 1) - np.repeat(new, np.diff(new, append=len(game)))


def null_where(missing: Array, values: Array) -> Array:
    """A column that has no value in some places."""
    return np.ma.masked_array(values, mask=missing) if missing.any() else values


def _gaps(layouts: Sequence[Layout]) -> tuple[Array, Array, Array]:
    """By game the number of its layout; and by layout, rock and gap: the row, and the colour."""
    number = {layout: place for place, layout in enumerate(dict.fromkeys(layouts))}
    each = [_gaps_of(layout) for layout in number]
    shape = (2, len(each), *np.max([gaps.shape[1:] for gaps in each], axis=0, initial=0))
    found = np.zeros(shape, np.int64)
    for place, gaps in enumerate(each):
        _, rocks, widest = gaps.shape
        found[:, place, :rocks, :widest] = gaps
    return np.array([number[layout] for layout in layouts], np.int64), found[0], found[1]


@lru_cache(maxsize=1000)  # a board of five strips has 120 layouts
def _gaps_of(layout: Layout) -> Array:
    """By rock and gap: the row, and the colour."""
    found = np.zeros((2, len(layout.rows), max(map(len, layout.rows))), np.int64)
    for rock, rows in enumerate(layout.rows):
        found[0, rock, : len(rows)] = rows
        found[1, rock, : len(rows)] = layout.colours[rock]
    return found


def flat(lists: Iterable[Iterable[Any]]) -> list[Any]:
    """All that stands in some lists."""
    return list(chain.from_iterable(lists))
