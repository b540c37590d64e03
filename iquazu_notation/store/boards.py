"""Boards as they are kept in the database: whole, so that its games can be replayed anywhere."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from typing import Any

from ..games.iquazu.board import Board, Rock


@lru_cache(maxsize=64)
def board_hash(board: Board) -> str:
    """What tells boards apart, whatever they are called.

    >>> from iquazu_notation.games.iquazu.board_file import reference
    >>> len(board_hash(reference()))
    16
    """
    return hashlib.sha256(board.content().encode()).hexdigest()[:16]


@lru_cache(maxsize=64)
def facts(board: Board) -> str:
    """A board as JSON."""
    return json.dumps(
        {
            "id": board.id,
            "title": board.title,
            "strips": {name: [_rock(r) for r in rocks] for name, rocks in board.strips.items()},
            "printed": [[place, _rock(rock)] for place, rock in board.printed],
            "points": {str(players): places for players, places in board.points.items()},
            "light": board.light,
            "dark": board.dark,
            "cards": board.cards,
            "gems": board.gems,
            "drops": board.drops,
            "hand_limit": board.hand_limit,
            "frame": board.frame,
            "provenance": board.provenance,
        },
        ensure_ascii=False,
    )


def board_from(text: str) -> Board:
    """The board that `facts` wrote.

    >>> from iquazu_notation.games.iquazu.board_file import reference
    >>> board_from(facts(reference())) == reference()
    True
    """
    kept = json.loads(text)
    return Board(
        id=kept["id"],
        title=kept["title"],
        strips={name: tuple(map(_read_rock, rocks)) for name, rocks in kept["strips"].items()},
        printed=tuple((place, _read_rock(rock)) for place, rock in kept["printed"]),
        points={int(p): tuple(map(tuple, places)) for p, places in kept["points"].items()},
        light=kept["light"],
        dark=kept["dark"],
        cards=kept["cards"],
        gems=kept["gems"],
        drops=kept["drops"],
        hand_limit=kept["hand_limit"],
        frame=kept["frame"],
        provenance=kept["provenance"],
    )


def _rock(rock: Rock) -> list[Any]:
    return [rock.shade, list(rock.rows)]


def _read_rock(kept: list[Any]) -> Rock:
    return Rock(shade=kept[0], rows=tuple(kept[1]))
