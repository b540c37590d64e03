"""Gems placed, drops laid, cards drawn."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..games.iquazu import log
from ..games.iquazu.steps import COLOURS, ROCKS
from .columns import Words
from .told import Array, Told, null_where, numbers_within

KINDS = ("deal", "draw", "discard", *log.USABLE[:3])


def placements(told: Told) -> dict[str, Any]:
    """The table `placements`."""
    placed = told.of(log.PLACE)
    game, seat = told.game[placed], told.seat[placed]
    cost = told.rock[placed] - told.first[placed] + 1
    cards = told.number_of_cards[placed]
    won = told.won[game, seat]
    gaps = told.layout[game], told.rock[placed], told.gap[placed]
    return {
        **_who(told, placed),
        **_where(told, placed),
        "colour": Words(told.gap_colours[gaps], COLOURS),
        "cost": cost,
        "frame_column": cost,  # I-5: the cost is the number of the column
        "paid": cards,
        "paid_white": _colour(told, placed, 0),
        "paid_blue": _colour(told, placed, 1),
        "paid_orange": _colour(told, placed, 2),
        "paid_unseen": _colour(told, placed, 3),
        "pairs": cards - cost,  # I-6: each pair is one card more than its own colour
        "joker": told.codes[placed] & log.JOKER != 0,
        "won": null_where(won < 0, won > 0),
    }


def drops(told: Told) -> dict[str, Any]:
    """The table `drops`."""
    laid = told.of(log.DROP)
    return {**_who(told, laid), **_where(told, laid)}


def draws(told: Told) -> dict[str, Any]:
    """The table `draws`."""
    drawn = told.of(log.DEAL, log.DRAW, log.DISCARD, log.TILE)
    kind = told.kind[drawn]
    draws_cards = (kind != log.TILE) | (told.rock[drawn] < 3)  # the other tiles bring no cards
    drawn, kind = drawn[draws_cards], kind[draws_cards]
    plain = [kind == log.DEAL, kind == log.DRAW, kind == log.DISCARD]
    shown = np.select(plain, [0, 1, 2], 3 + told.rock[drawn])
    return {
        **_who(told, drawn),
        "kind": Words(shown, KINDS),
        "cards": told.number_of_cards[drawn],
        "white": _colour(told, drawn, 0),
        "blue": _colour(told, drawn, 1),
        "orange": _colour(told, drawn, 2),
        "unseen": _colour(told, drawn, 3),
        "reshuffled": told.kind[drawn - 1] == log.RESHUFFLE,
    }


def _who(told: Told, places: Array) -> dict[str, Any]:
    game, seat = told.game[places], told.seat[places]
    return {
        "game": game,
        "number": numbers_within(game),
        "turn": told.turn[places],
        "seat_order": seat + 1,
        "seat": told.letter(game, seat),
    }


def _where(told: Told, places: Array) -> dict[str, Any]:
    gaps = told.layout[told.game[places]], told.rock[places], told.gap[places]
    return {
        "rock": Words(told.rock[places], ROCKS),
        "gap": told.gap[places] + 1,
        "row": told.gap_rows[gaps] + 1,
    }


def _colour(told: Told, places: Array, colour: int) -> Array:
    return told.cards[places] >> 7 * colour & 127
