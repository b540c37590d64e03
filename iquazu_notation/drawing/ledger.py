"""The ledger: a line a turn, with what changed and the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from ..games.interface import Event
from ..games.iquazu import events
from ..games.iquazu.position import Position
from ..replay import Replay

Total = int | list[int] | None


@dataclass(frozen=True, slots=True)
class Line:
    """One turn: the words played, the hand after it and its change, and points by seat.

    In turn 0, the setup, nobody plays: `played` says what was dealt.
    """

    turn: int
    seat: str | None
    played: str
    hand: int
    drawn: int
    before: dict[str, Total]
    points: dict[str, Total]

    @property
    def hand_text(self) -> str:
        """The hand's size and by how much it changed.

        >>> Line(3, "R", "+WWBO", 8, 4, {}, {}).hand_text
        '8 (+4)'
        """
        if self.seat is None:
            return ""
        return f"{self.hand} ({self.drawn:+d})" if self.drawn else str(self.hand)

    def points_text(self, seat: str) -> str:
        """A seat's points and what the turn added.

        >>> Line(11, "Y", "a6:B #a", 3, -1, {"Y": 0, "G": 4}, {"Y": 3, "G": 4}).points_text("Y")
        '3 (+3)'
        """
        before, after = self.before[seat], self.points[seat]
        if isinstance(after, list):
            return f"{after[0]}-{after[1]}"
        if isinstance(before, int) and isinstance(after, int) and after != before:
            return f"{after} (+{after - before})"
        return "" if after is None else str(after)


def ledger(game: Replay) -> Iterator[Line]:
    """The lines of a game, the setup first if it begins with one."""
    return lines(game.events, game.position(game.walked.details["first_turn"]))


def lines(happened_so_far: Iterable[Event], start: Position) -> Iterator[Line]:
    """The lines of these events; `start` is the position before the first turn."""
    told = list(happened_so_far)
    seats = start.seats
    # Hands are dealt by events, unless the record starts from a position.
    dealt = any(event.type == "deal" for event in told)
    hands = {s: 0 if dealt else sum(start.hands[i]) for i, s in enumerate(seats)}
    points: dict[str, Total] = dict(zip(seats, start.points, strict=True))
    for turn, group in groupby(told, key=lambda event: event.turn):
        happened = list(group)
        acting = next((e.seat for e in happened if e.seat is not None), None) if turn else None
        change = 0
        before = points
        for event in happened:
            if event.seat is not None:
                moved = _cards(event)
                hands[event.seat] += moved
                change += moved if event.seat == acting else 0
            if isinstance(totals := getattr(event, "totals", None), dict):
                points = dict(totals)
        if acting is None:
            played = "dealt: " + " ".join(f"{s} {hands[s]}" for s in seats)
            yield Line(turn, None, played, 0, 0, before, points)
        else:
            played = " ".join(filter(None, map(_word, happened)))
            yield Line(turn, acting, played, hands[acting], change, before, points)


def _cards(event: Event) -> int:
    """By how many cards an event changes the hand of its seat."""
    if event.type in ("deal", "draw", "tile"):
        return len(getattr(event, "cards", None) or "")
    if event.type == "discard":
        return -len(getattr(event, "cards", ""))
    return -len(getattr(event, "paid", "")) if event.type == "place" else 0


def _word(event: Event) -> str | None:
    """An event as its word in the notation; scorings by their rock alone."""
    match event:
        case events.Place(rock=rock, gap=gap, paid=paid):
            return f"{rock}{gap}:{paid}"
        case events.Draw(cards=cards):
            return "+" + (cards or "0")
        case events.Tile(tile=tile, cards=cards):
            return f"*{tile}" if cards is None else f"*{tile}+{cards or '0'}"
        case events.Discard(cards=cards):
            return "-" + cards
        case events.Drop(rock=rock, gap=gap):
            return f"~{rock}{gap}"
        case events.Score(rock=rock) | events.Final(rock=rock):
            return f"#{rock}"
    return None
