"""A club of bots whose games fill a first database: two kinds of player under six names."""

from __future__ import annotations

from ..games.iquazu.board import PLAYERS, Board
from ..games.iquazu.illegal import SEAT_NAMES
from ..games.iquazu.steps import SEATS
from .chance import generator, shuffled
from .table import play_game, record_text

MEMBERS = {
    "Greta": "greedy",
    "Gus": "greedy",
    "Gaia": "greedy",
    "Rita": "random",
    "Rolf": "random",
    "Remy": "random",
}


def club_game(number: int, board: Board) -> str:
    """The record of one of the club's games; the same number gives the same game.

    >>> from iquazu_notation.games.iquazu.board_file import reference
    >>> club_game(3, reference()).splitlines()[3:6]
    ['[Seats "Y R"]', '[Yellow "Rita"]', '[Red "Rolf"]']
    """
    rng = generator(number, "club")
    count = PLAYERS[number % len(PLAYERS)]
    names = shuffled(rng, MEMBERS)[:count]
    seats = shuffled(rng, SEATS)[:count]
    game = play_game([MEMBERS[name] for name in names], number, board=board, seats=seats)
    people = {SEAT_NAMES[seat]: name for seat, name in zip(seats, names, strict=True)}
    return record_text(game, tags={**people, "Event": "Club of bots", "Round": str(number)})
