"""The course of one game: points, hands and gems on every rock after each of its turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..drawing.ledger import ledger
from ..drawing.look import name_of
from ..drawing.moments import first_turn, player_names, position_after, turns
from ..games.iquazu import events
from ..games.iquazu.position import DROP, FREE
from ..games.iquazu.steps import ROCKS
from ..replay import Replay

MOST = 18  # columns of a name


@dataclass(frozen=True, slots=True)
class Course:
    """What the figures of a game draw. Lists by turn begin with the moment before the first turn.

    `points` are None where unseen tiles leave them open; `unseen` counts the cards of a hand that
    nobody saw; `gems` are those that a seat placed on a rock, up to its scoring.
    """

    seats: Sequence[str]
    names: dict[str, str]
    turns: list[int]
    points: dict[str, list[int | None]]
    hands: dict[str, list[int]]
    unseen: dict[str, list[int]]
    gems: dict[str, dict[str, list[int]]]
    scored: dict[str, int]
    prizes: dict[str, dict[str, int]]
    tile_points: dict[str, int | None]
    winners: list[str] | None
    hand_limit: int

    @property
    def leaders(self) -> list[str | None]:
        """The sole leader after each turn, if there is one."""
        found: list[str | None] = []
        for at in range(len(self.turns)):
            now = {seat: self.points[seat][at] for seat in self.seats}
            known = [total for total in now.values() if total is not None]
            best = [seat for seat, total in now.items() if total == max(known, default=None)]
            found.append(best[0] if len(best) == 1 and len(known) == len(now) else None)
        return found


def course(game: Replay) -> Course:
    """Follow a game whose record has a position to start from.

    >>> from iquazu_notation import read_text
    >>> from iquazu_notation.replay import replay
    >>> tags = '[Game "Iquazu"]\\n[Strips "3 1 5 2 4"]\\n[Seats "R G"]\\n'
    >>> found = course(replay(next(read_text(tags + 'R a4\\nG +'))))
    >>> found.turns, found.hands["G"], found.gems["a"]["R"]
    ([0, 1, 2], [5, 5, 9], [0, 1, 1])
    """
    after = list(turns(game))
    positions = [position_after(game, turn) for turn in after]
    start = positions[0]
    seats = start.seats
    names = player_names(game)
    prizes: dict[str, dict[str, int]] = {}
    scored: dict[str, int] = {}
    for event in game.events:
        if isinstance(event, events.Score | events.Final):
            prizes[event.rock] = dict(event.prizes)
            scored[event.rock] = event.turn
    return Course(
        seats=seats,
        names={seat: name_of(seat, names, MOST) for seat in seats},
        turns=after,
        points=_points(game, after, seats, start.points),
        hands={s: [sum(p.hands[i]) for p in positions] for i, s in enumerate(seats)},
        unseen={s: [p.hands[i][3] for p in positions] for i, s in enumerate(seats)},
        gems=_gems(game, after),
        scored=scored,
        prizes=prizes,
        tile_points=_tile_points(game, seats, start.points, prizes),
        winners=game.winners,
        hand_limit=start.layout.board.hand_limit,
    )


def _points(
    game: Replay, after: Sequence[int], seats: Sequence[str], start: Sequence[int]
) -> dict[str, list[int | None]]:
    by_turn = {line.turn: line.points for line in ledger(game)}
    found: dict[str, list[int | None]] = {}
    for seat, now in zip(seats, start, strict=True):
        # A turn in which nothing happened, because the record stops there, has no line.
        last: int | None = now
        found[seat] = []
        for turn in after:
            total = by_turn[turn][seat] if turn in by_turn else last
            last = total if isinstance(total, int) else None
            found[seat].append(last)
    return found


def _gems(game: Replay, after: Sequence[int]) -> dict[str, dict[str, list[int]]]:
    start = position_after(game, after[0])
    now = {
        rock: {
            seat: sum(piece == place for piece in gaps if piece not in (FREE, DROP))
            for place, seat in enumerate(start.seats)
        }
        for rock, gaps in zip(ROCKS, start.rocks, strict=False)
    }
    found: dict[str, dict[str, list[int]]] = {r: {s: [] for s in start.seats} for r in now}
    placed = [event for event in game.events if isinstance(event, events.Place)]
    for turn in after:
        for event in placed:
            if event.turn == turn and turn >= first_turn(game):
                assert event.seat is not None
                now[event.rock][event.seat] += 1
        for rock, by_seat in now.items():
            for seat, gems in by_seat.items():
                found[rock][seat].append(gems)
    return found


def _tile_points(
    game: Replay,
    seats: Sequence[str],
    start: Sequence[int],
    prizes: dict[str, dict[str, int]],
) -> dict[str, int | None]:
    """What kept tiles brought at the end; None while on, or open."""
    found: dict[str, int | None] = {}
    for seat, had in zip(seats, start, strict=True):
        total = (game.totals or {}).get(seat)
        rocks = sum(points.get(seat, 0) for points in prizes.values())
        found[seat] = total - rocks - had if game.complete and isinstance(total, int) else None
    return found
