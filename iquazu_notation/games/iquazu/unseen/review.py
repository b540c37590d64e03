"""What unseen cards and tiles say about a walked record: its first impossible turn, its totals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from .. import events
from ..illegal import SEAT_NAMES, Illegal
from ..position import Position
from ..turn_walk import Fault
from ..walk import LineWalk
from .judging import first_failing, first_impossible_turn
from .reasons import last_straw, reason
from .solver import Solver
from .story import tell
from .tiles import TileStory

Totals = dict[str, "int | list[int]"]


@dataclass(slots=True)
class Review:
    """The first turn at which no way is left, if there is one; else what the end is worth."""

    fault: Fault | None = None
    wrong_result: Illegal | None = None
    totals: Totals | None = None
    tile_points: dict[str, int] | None = None  # where they are certain
    winners: tuple[str, ...] | None = None


def review(
    log: Sequence[events.Event],
    start: Position,
    line: LineWalk,
    result: Mapping[str, int] | None,
) -> Review:
    """Look at a record's events with all that is unseen in them.

    `start` is the position before the first event, `result` the points of a `Result` tag.
    """
    earlier = min((fault.turn for fault in line.faults), default=None)
    told = [event for event in log if earlier is None or event.turn < earlier]
    found = _cards(told, start, line)
    tiles = _tiles(told, start, line, None if found is None else found.turn)
    if tiles is not None and (found is None or tiles.turn < found.turn):
        found = tiles
    if found is not None or line.faults:
        return Review(found)
    return _ending(told, start, line, result)


def _cards(told: list[events.Event], start: Position, line: LineWalk) -> Fault | None:
    story = tell(told, start)
    if not story.unseen:
        return None
    turn = first_impossible_turn(story)
    if turn is None:
        return None
    before, straw = last_straw(story, turn)
    return _fault(line, straw.event, turn, start, reason(before, straw, start.seats))


def _fault(line: LineWalk, event: int, turn: int, start: Position, illegal: Illegal) -> Fault:
    # A discard that is due and not written has no word: then the turn's head is to blame.
    index, item = line.words.get(event, (turn - start.turn, None))
    return Fault(index, turn, item, illegal)


def _tiles(
    told: list[events.Event], start: Position, line: LineWalk, before: int | None
) -> Fault | None:
    """The first turn at which the tiles can't be matched; only uses and reveals can break them."""
    told = [event for event in told if before is None or event.turn < before]
    story = TileStory(told, start)
    if not story.unseen or story.possible():
        return None
    turns = sorted({e.turn for e in told if isinstance(e, events.Tile | events.Reveal)})
    turn = first_failing(
        turns, lambda t: not TileStory([e for e in told if e.turn <= t], start).possible()
    )
    for at, event in enumerate(told):
        if event.turn != turn or not isinstance(event, events.Tile | events.Reveal):
            continue
        if not TileStory(told[: at + 1], start).possible():
            return _fault(line, at, turn, start, _about_tile(event))
    raise AssertionError("the tiles of this turn are possible after all")


def _about_tile(event: events.Tile | events.Reveal) -> Illegal:
    if isinstance(event, events.Reveal):
        return Illegal(
            "IQ506",
            f"with {', '.join(event.tiles)} turned up, the unseen tiles can't be matched: the board"
            " has not enough of the kinds that were used",
            ruling="I-15",
        )
    name = SEAT_NAMES[event.seat or ""]
    return Illegal(
        "IQ506",
        f"{name} can't have won a tile {event.tile} by turn {event.turn}: the board has too few for"
        " those that were seen or used",
        ruling="I-8",
    )


# ---------------------------------------------------------------------- the end


def _ending(
    told: list[events.Event],
    start: Position,
    line: LineWalk,
    result: Mapping[str, int] | None,
) -> Review:
    if not any(isinstance(event, events.End) for event in told):
        return Review()
    tiles = TileStory(told, start)
    if not tiles.unseen:
        return Review()
    before = next(
        dict(e.totals) for e in reversed(told) if isinstance(e, events.Final | events.Score)
    )
    rocks = {seat: points for seat, points in before.items() if isinstance(points, int)}
    written = line.final_totals
    if written is not None:
        for seat, points in written[0].points:
            tiles.demand_points(seat, points - rocks[seat])
        if not tiles.possible():
            _, index, item = written
            return Review(Fault(index, told[-1].turn, item, _wrong_end("these totals")))
    elif result is not None:
        for seat, points in result.items():
            tiles.demand_points(seat, points - rocks[seat])
        if not tiles.possible():
            return Review(wrong_result=_wrong_end("the Result"))
    ranges = tiles.point_ranges()
    totals: Totals = {
        seat: rocks[seat] + low if low == high else [rocks[seat] + low, rocks[seat] + high]
        for seat, (low, high) in ranges.items()
    }
    on_tiles = {seat: low for seat, (low, high) in ranges.items() if low == high > 0}
    return Review(totals=totals, tile_points=on_tiles, winners=_winners(tiles, rocks))


def _wrong_end(what: str) -> Illegal:
    return Illegal(
        "IQ507",
        f"no choice of the unseen tiles gives {what}",
        help="the points on kept tiles must add up to it for all seats at once",
        ruling="I-22",
    )


def _winners(tiles: TileStory, rocks: Mapping[str, int]) -> tuple[str, ...] | None:
    """Who has won whatever the unseen tiles are; None if they decide."""
    solver = Solver(tiles.system)
    ahead: dict[tuple[str, str], tuple[int, int]] = {}
    for one in tiles.seats:
        for two in tiles.seats:
            if one != two:
                ahead[one, two] = _lead(tiles, solver, rocks, one, two)
    leads = {one: [lead for (who, _), lead in ahead.items() if who == one] for one in tiles.seats}
    winners = [one for one in tiles.seats if all(low >= 0 for low, _ in leads[one])]
    losers = [one for one in tiles.seats if any(high < 0 for _, high in leads[one])]
    return tuple(winners) if len(winners) + len(losers) == len(tiles.seats) else None


def _lead(
    tiles: TileStory, solver: Solver, rocks: Mapping[str, int], one: str, two: str
) -> tuple[int, int]:
    """By how many points one seat is ahead of another, at least and at most."""
    mine, terms = tiles.kept_points(one)
    theirs, their_terms = tiles.kept_points(two)
    for column, value in their_terms.items():
        terms[column] = terms.get(column, 0.0) - value
    base = rocks[one] + mine - rocks[two] - theirs
    if not terms:
        return base, base
    low, high = solver.least(terms), solver.most(terms)
    assert low is not None
    assert high is not None
    return base + low, base + high


def with_totals(log: list[events.Event], found: Review) -> None:
    """Put exact totals and winners into the last events of a log."""
    if found.totals is None or found.tile_points is None:
        return
    for at in range(len(log) - 1, -1, -1):
        event = log[at]
        if isinstance(event, events.End):
            log[at] = replace(event, totals=found.totals, winners=found.winners)
        elif isinstance(event, events.TilePoints):
            log[at] = replace(event, points=found.tile_points, totals=found.totals)
            return
