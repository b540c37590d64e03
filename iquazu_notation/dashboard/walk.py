"""The board after every turn, in little space: what `walk.js` steps through.

From turn to turn a drawing hardly changes, so its lines are kept once each, and a board is the
list of its lines.
"""

from __future__ import annotations

from typing import Any

from ..drawing.moments import certain_hands, player_names, position_after, touched, turns
from ..drawing.narration import happened
from ..drawing.svg import svg
from ..replay import Replay


def walk(game: Replay) -> dict[str, Any]:
    """Turns, what happened in each, the board after it, and the turns with a scoring.

    >>> from iquazu_notation import read_text, replay
    >>> tags = '[Game "Iquazu"]\\n[Strips "3 1 5 2 4"]\\n[Seats "R G"]\\n'
    >>> found = walk(replay(next(read_text(tags + 'R a4\\nG +'))))
    >>> found["turns"], found["said"][1]
    ([0, 1, 2], ['Red places on a4 and pays 1 white with W'])
    """
    names = player_names(game)
    numbers: dict[str, int] = {}
    after = list(turns(game))
    boards = []
    for turn in after:
        drawn = svg(
            position_after(game, turn),
            players=names,
            highlight=touched(game, turn),
            certain=certain_hands(game, turn),
            styled=False,
        )
        lines = drawn.split("\n")
        boards.append([numbers.setdefault(line, len(numbers)) for line in lines])
    return {
        "turns": after,
        "said": [happened(game, turn) for turn in after],
        "scorings": sorted({event.turn for event in game.events if event.type == "score"}),
        "lines": list(numbers),
        "boards": boards,
    }
