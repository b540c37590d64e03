"""The ledger: a line a turn, with what changed and the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from iquazu_notation.games.interface import Event
    from iquazu_notation.replay import Replay


def print_ledger(out: Console, game: Replay) -> None:
    """Turn, seat, what was played, the hand's size and every seat's points after the turn."""
    from rich.table import Table
    from rich.text import Text

    from iquazu_notation.drawing.look import SEATS

    from .diagnostics import print_diagnostics

    print_diagnostics(out, game)
    seats: list[str] = game.walked.details["seats"]
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("turn", justify="right")
    table.add_column("played", overflow="fold", ratio=1)
    table.add_column("hand", justify="right")
    for seat in seats:
        table.add_column(f"{SEATS[seat].mark}{seat}", justify="right")
    # Hands are dealt by events, unless the record starts from a position.
    start = game.position(game.walked.details["first_turn"])
    dealt = any(event.type == "deal" for event in game.events)
    hands = {s: 0 if dealt else sum(start.hands[i]) for i, s in enumerate(seats)}
    points: dict[str, object] = dict(zip(seats, start.points, strict=True))
    for turn, happened in _by_turn(game.events):
        acting = next((e.seat for e in happened if e.seat is not None), None)
        change = 0
        before = dict(points)
        for event in happened:
            who = event.seat
            if who is not None:
                moved = _cards(event)
                hands[who] += moved
                change += moved if who == acting else 0
            if isinstance(totals := getattr(event, "totals", None), dict):
                points = dict(totals)
        if turn == 0:
            sizes = " ".join(f"{s} {hands[s]}" for s in seats)
            table.add_row("0", f"dealt: {sizes}", "", *("0" for _ in seats))
            continue
        assert acting is not None
        played = Text(f"{acting} ", style=f"bold {SEATS[acting].shade.light}")
        played.append(" ".join(filter(None, map(_word, happened))), style="default")
        hand = f"{hands[acting]} ({change:+d})" if change else str(hands[acting])
        table.add_row(str(turn), played, hand, *(_change(before[s], points[s]) for s in seats))
    out.print(table)


def _by_turn(events: object) -> list[tuple[int, list[Event]]]:
    from itertools import groupby

    return [(t, list(group)) for t, group in groupby(events, key=lambda e: e.turn)]  # type: ignore[call-overload]


def _cards(event: Event) -> int:
    """By how many cards an event changes the hand of its seat."""
    if event.type in ("deal", "draw", "tile"):
        return len(getattr(event, "cards", None) or "")
    if event.type == "discard":
        return -len(getattr(event, "cards", ""))
    return -len(getattr(event, "paid", "")) if event.type == "place" else 0


def _word(event: Event) -> str | None:
    """An event as its word in the notation; scorings by their rock alone."""
    from iquazu_notation.games.iquazu import events

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


def _change(before: object, after: object) -> str:
    if isinstance(after, list):
        return f"{after[0]}-{after[1]}"
    if isinstance(before, int) and isinstance(after, int) and after != before:
        return f"{after} (+{after - before})"
    return str(after)
