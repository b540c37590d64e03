"""The words that could stand next, for who types them: gaps first, then what pays for one."""

from __future__ import annotations

from collections.abc import Iterator

from .legal import possible_steps
from .position import Position
from .steps import COLOURS, ROCKS, Discard, Place


def completions(p: Position, begun: str = "") -> list[str]:
    """Words that begin so and are possible now, or lead to one (`c4:`), each once.

    >>> from iquazu_notation.games.iquazu.board_file import reference
    >>> p = Position.start(reference().lay("12345"), "RG", {"R": "WWOB", "G": "BOOWW"})
    >>> completions(p, "a")
    ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7']
    >>> completions(p, "b2:"), completions(p, ">C2,J")
    (['b2:WWO'], ['>C2,J'])
    """
    if begun.startswith(">"):
        return list(_tiles(p, begun))
    found: dict[str, None] = {}
    for step in possible_steps(p):
        if not isinstance(step, Place):
            word = "-" if isinstance(step, Discard) and not begun else step.word
            found[word] = None
            continue
        assert step.rock is not None
        column = f"{step.rock - p.first + 1}/{step.gap}"
        where = column if begun[:1].isdigit() else f"{ROCKS[step.rock]}{step.gap}"
        colour = COLOURS[p.layout.colours[step.rock][step.gap - 1]]
        own = not p.joker and step.paid == colour * (step.rock - p.first + 1)
        if ":" in begun:
            found[f"{where}:{step.paid}"] = None
        elif own:
            found.pop(f"{where}:", None)
            found[where] = None
        elif where not in found:
            found[f"{where}:"] = None
    return [word for word in found if word.startswith(begun)]


def tiles_left(p: Position) -> list[str]:
    """Kinds of tiles that may still be turned up."""
    board = p.layout.board
    kinds = dict.fromkeys([*board.light, *board.dark])
    return [
        kind
        for kind in kinds
        if p.tiles_seen.get(kind, 0) < board.light.get(kind, 0) + board.dark.get(kind, 0)
    ]


def _tiles(p: Position, begun: str) -> Iterator[str]:
    *done, last = begun[1:].split(",")
    if len(done) > 4:
        return
    before = ">" + "".join(f"{kind}," for kind in done)
    for kind in [*tiles_left(p), "?"]:
        if kind.startswith(last):
            yield before + kind
