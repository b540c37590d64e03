"""Tales told: the rows of all tables that grow with a game, column by column, for many at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..games.iquazu import log
from .tales import Tale
from .told import SEATS, Told, flat, four, null_where
from .told_pieces import draws, drops, placements
from .told_points import Points, prizes, scorings
from .told_tiles import Tiles, tiles
from .told_turns import turns

Columns = dict[str, Any]


def tell(tales: Sequence[Tale]) -> dict[str, Columns]:
    """The columns of each table. `game` is the place of its tale among these."""
    told = Told(tales)
    points = Points(told)
    of_tiles, found_tiles = tiles(told, points)
    return {
        "seats": _seats(told, points, found_tiles),
        "turns": turns(told, points),
        "placements": placements(told),
        "drops": drops(told),
        "draws": draws(told),
        "tiles": of_tiles,
        "scorings": scorings(told, points),
        "prizes": prizes(told, points),
    }


def _seats(told: Told, points: Points, of_tiles: Tiles) -> Columns:
    """The table `seats`."""
    played = told.players[:, None] > np.arange(SEATS)
    game, seat = np.nonzero(played)

    def shown(by_seat: Any) -> Any:
        return by_seat[game, seat]

    to = points.game[points.prize_of] * SEATS + points.prize_seat
    rocks = np.bincount(to, points.prize_points, told.games * SEATS).astype(np.int64)
    placed = told.of(log.PLACE)
    won = of_tiles.given & (of_tiles.seat >= 0)
    key = of_tiles.game[won] * SEATS + of_tiles.seat[won]
    had_turns = (told.turns[:, None] + told.players[:, None] - 1 - _turns_until(told)) // (
        told.players[:, None]
    )
    tales = told.tales
    lowest = np.array(flat([tale.lowest for tale in tales]))
    highest = np.array(flat([tale.highest for tale in tales]))
    is_open = lowest != highest
    rank = shown(_ranks(told))
    from_rocks = shown(rocks.reshape(told.games, SEATS))
    at_start = np.array(flat([tale.start.points[: len(tale.seats)] for tale in tales]))
    return {
        "game": game,
        "seat_order": seat + 1,
        "seat": told.letter(game, seat),
        "player": np.array([*flat([tale.names for tale in tales]), None], dtype=object)[:-1],
        "total": null_where(is_open, lowest),
        "total_low": lowest,
        "total_high": highest,
        "rank": null_where(rank == 0, rank),
        "won": null_where(shown(told.won) < 0, shown(told.won) > 0),
        "points_start": at_start,
        "points_rocks": from_rocks,
        "points_tiles": null_where(is_open, lowest - from_rocks - at_start),
        "turns": shown(had_turns),
        "placements": shown(told.count_by_seat(placed)),
        "draws": shown(told.count_by_seat(told.of(log.DRAW))),
        "cards_paid": shown(told.count_by_seat(placed, told.number_of_cards[placed])),
        "tiles_won": shown(
            np.bincount(key, minlength=told.games * SEATS).reshape(told.games, SEATS)
        ),
        "tiles_used": shown(told.count_by_seat(told.of(log.TILE))),
    }


def _ranks(told: Told) -> Any:
    """By game and seat: 1 is best, equal totals share a rank; 0 while the game is on, or open."""
    totals = four([tale.lowest for tale in told.tales], -1)
    highest = four([tale.highest for tale in told.tales], -1)
    decided = told.complete & (totals == highest).all(axis=1)
    ranks = 1 + (totals[:, None, :] > totals[:, :, None]).sum(axis=2)
    return np.where(decided[:, None], ranks, 0)


def _turns_until(told: Told) -> Any:
    """By game and seat, how many turns others have before its first."""
    return (np.arange(SEATS) - told.first_seat[:, None]) % told.players[:, None]
