"""Unseen cards and tiles that have only one possible value, written out (`fmt --infer`)."""

from __future__ import annotations

from collections.abc import Sequence

from ....notation.writer import Piece, WrittenTurn
from .. import events
from ..position import Position
from ..steps import count, spell
from ..walk import LineWalk
from .bounds import Inference
from .solver import Solver
from .story import tell
from .tiles import TileStory


def fill(
    log: Sequence[events.Event], start: Position, line: LineWalk, setup: WrittenTurn | None
) -> int:
    """Change the pieces of a consistent record's unseen words; returns how many `?` were filled."""
    pieces = dict(line.pieces)
    if setup is not None:
        pieces.update(_setup_pieces(log, setup))
    return _fill_cards(log, start, pieces) + _fill_tiles(log, start, pieces)


def _setup_pieces(log: Sequence[events.Event], setup: WrittenTurn) -> dict[int, Piece]:
    """The deals and the first reveal, which stand in the log in the order they are written."""
    places = [at for at, e in enumerate(log) if e.turn == 0 and e.type in ("deal", "reveal")]
    words = [piece for piece in setup.pieces if piece.identity is not None]
    return dict(zip(places, words, strict=True))


def _fill_cards(log: Sequence[events.Event], start: Position, pieces: dict[int, Piece]) -> int:
    story = tell(log, start)
    if not story.unseen:
        return 0
    inference = Inference(story)
    filled = 0
    for at, event in enumerate(log):
        written = event.paid if isinstance(event, events.Place) else getattr(event, "cards", None)
        if at not in pieces or not written or "?" not in written:
            continue
        certain = [low for low, _ in inference.moved(at)]
        known = count(written)
        open_cards = sum(known) - sum(certain)
        cards = spell([*certain, open_cards])
        filled += known[3] - open_cards
        _rewrite(pieces[at], event, written, cards)
    return filled


def _rewrite(piece: Piece, event: events.Event, written: str, cards: str) -> None:
    assert piece.full is not None
    full = piece.full.replace(written, cards)
    if cards == written:
        return
    piece.full = piece.short = piece.identity = full
    if isinstance(event, events.Place) and not event.joker:
        own = event.colour * event.cost
        if cards == own:
            piece.short = piece.identity = f"{event.rock}{event.gap}"


def _fill_tiles(log: Sequence[events.Event], start: Position, pieces: dict[int, Piece]) -> int:
    story = TileStory(log, start)
    if not story.unseen:
        return 0
    solver = Solver(story.system)
    reveals = {
        "abcdefghijk".index(event.first): at
        for at, event in enumerate(log)
        if isinstance(event, events.Reveal)
    }
    filled = 0
    for group in story.groups:
        at = reveals.get(group.reveal)
        if not group.unseen or at is None or at not in pieces:
            continue
        # Which of several unseen tiles is which can be told only if they are all of one kind.
        kinds = [
            kind
            for kind, column in group.columns.items()
            if (found := solver.range(column)) is not None and found[0] == group.unseen
        ]
        piece = pieces[at]
        if kinds and piece.full is not None:
            tiles = piece.full[1:].split(",")
            for row in group.rows:
                if tiles[row] == "?":
                    tiles[row] = kinds[0]
                    filled += 1
            piece.full = piece.short = piece.identity = ">" + ",".join(tiles)
    return filled
