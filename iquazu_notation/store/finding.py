"""One game out of the database, replayed from the text and the board that are kept there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..reading import read_text
from ..replay import Replay, replay
from .boards import board_from
from .errors import StoreError
from .filters import as_text

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class NoSuchGame(StoreError):
    """No game, or more than one, has an id that begins so."""


def find_game(connection: DuckDBPyConnection, beginning: str) -> Replay:
    """The game whose id begins so, as it was loaded."""
    with connection.cursor() as cursor:
        found = cursor.execute(
            "SELECT t.text, b.facts, g.file FROM games AS g JOIN texts AS t USING (game)"
            " JOIN boards AS b USING (board_hash) WHERE starts_with(g.id, $beginning) LIMIT 2",
            {"beginning": as_text(beginning)},
        ).fetchall()
    if len(found) != 1 or not beginning:
        told = beginning if len(beginning) <= 64 else beginning[:64] + "…"
        many = "several games have ids that begin" if found else "there is no game whose id begins"
        raise NoSuchGame(f'{many} with {told!r}; iquazu sql "SELECT id FROM games" lists them')
    ((text, facts, file),) = found
    try:
        board = board_from(facts)
        game = replay(next(read_text(text, file)), {board.id: board})
    except (ValueError, LookupError, TypeError, AttributeError, StopIteration):
        game = None
    if game is None or game.verdict == "invalid":  # no such game was ever loaded
        raise StoreError(
            f"what the database holds of the game {beginning} is not a game: it was changed by"
            " something else than this program"
        )
    return game
