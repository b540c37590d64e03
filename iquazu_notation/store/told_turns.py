"""One row for each turn."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..games.iquazu import log
from .columns import Words
from .told import SEATS, Array, Told, four, null_where
from .told_points import Points, lead_changed

ACTIONS = ("draw", "place")


def turns(told: Told, points: Points) -> dict[str, Any]:
    """The table `turns`."""
    game = told.game_of_row
    number = np.arange(told.rows) - told.row_of_game[game]
    seat = (told.first_seat[game] + number) % told.players[game]
    standing = points.after_turns()
    discards = told.of(log.DISCARD)
    seconds, marks = _notes(told)
    hands = _hands(told)
    return {
        "game": game,
        "turn": told.first_turn[game] + number,
        "seat_order": seat + 1,
        "seat": told.letter(game, seat),
        "action": Words(_first_actions(told), ACTIONS),
        "draws": told.count_by_row(told.of(log.DRAW)),
        "placements": told.count_by_row(told.of(log.PLACE)),
        "tiles_used": told.count_by_row(told.of(log.TILE)),
        "discarded": told.count_by_row(discards, told.number_of_cards[discards]),
        "dropped": told.count_by_row(told.of(log.DROP)) > 0,
        "scorings": told.count_by_row(told.of(log.SCORE)),
        **{
            f"hand_{place + 1}": null_where(told.players[game] <= place, hands[:, place])
            for place in range(SEATS)
        },
        **points.columns(standing),
        "lead_changed": lead_changed(told, points, standing),
        "seconds": null_where(np.isnan(seconds), seconds),
        "marks": marks,
    }


def _first_actions(told: Told) -> Array:
    """0: a draw, 1: a placement, -1: none."""
    found = np.full(told.rows, -1)
    actions = told.of(log.DRAW, log.PLACE)[::-1]  # the first of a turn is written last
    found[told.row[actions]] = told.kind[actions] == log.PLACE
    return found


def _hands(told: Told) -> Array:
    """The cards in every hand after each turn."""
    game = told.game_of_row
    change = np.zeros((told.rows, SEATS), np.int64)
    for kinds, sign in (((log.DRAW, log.TILE), 1), ((log.DISCARD, log.PLACE), -1)):
        places = told.of(*kinds)
        key = told.row[places] * SEATS + told.seat[places]
        cards = np.bincount(key, told.number_of_cards[places], told.rows * SEATS)
        change += sign * cards.astype(np.int64).reshape(change.shape)
    so_far = np.cumsum(change, axis=0)
    before_game = np.concatenate([np.zeros((1, SEATS), np.int64), so_far])[told.row_of_game]
    dealt = told.of(log.DEAL)
    start = told.count_by_seat(dealt, told.number_of_cards[dealt])
    start += four([tale.start.hands[: len(tale.seats)] for tale in told.tales], 0)
    return so_far + (start - before_game)[game]


def _notes(told: Told) -> tuple[Array, Words]:
    """Seconds and marks, which few records have."""
    seconds = np.full(told.rows, np.nan)
    marks = np.full(told.rows, -1)
    number: dict[str, int] = {}
    for game, tale in enumerate(told.tales):
        for turn, taken, marked in tale.notes:
            row = told.row_of_game[game] + turn - tale.start.turn
            seconds[row] = np.nan if taken is None else taken
            if marked is not None:
                marks[row] = number.setdefault(marked, len(number))
    return seconds, Words(marks, list(number))
