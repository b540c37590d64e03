"""What happened in a turn, as one would say it at the table."""

from __future__ import annotations

from collections.abc import Mapping

from ..games.interface import Event
from ..games.iquazu import events
from ..games.iquazu.illegal import COLOUR_NAMES, SEAT_NAMES
from ..replay import Replay
from .look import clean


def happened(game: Replay, turn: int) -> list[str]:
    """A line or two for each event of a turn, those of its scorings included."""
    said = (narrate(event) or "" for event in game.events if event.turn == turn)
    return [line for sentences in said for line in sentences.splitlines()]


def narrate(event: Event) -> str | None:
    """One event as a sentence; None for what goes without saying.

    >>> narrate(events.Place(4, "P", "c", 7, 5, "B", 3, "WWBB", False))
    'Purple places on c7 and pays 3 blue with WWBB'
    """
    who = SEAT_NAMES.get(event.seat or "", "")
    match event:
        case events.Draw(cards=cards):
            return f"{who} draws {cards or 'nothing: both piles are empty'}"
        case events.Place(rock=rock, gap=gap, cost=cost, colour=colour, paid=paid, joker=joker):
            price = f"{cost} of any colour" if joker else f"{cost} {COLOUR_NAMES[colour]}"
            return f"{who} places on {rock}{gap} and pays {price} with {paid}"
        case events.Tile(tile=tile, cards=cards):
            kinds = {"J": "an any-colour tile", "D": "a double move"}
            gains = "" if cards is None else f" and draws {cards or 'nothing'}"
            return f"{who} uses {kinds.get(tile, f'a tile for {tile[1:]} cards')}{gains}"
        case events.Discard(cards=cards):
            return f"{who} discards {cards}"
        case events.Drop(rock=rock, gap=gap):
            return f"A drop falls on {rock}{gap}"
        case events.Reshuffle(pile=pile):
            return f"The discard pile is shuffled: a new pile of {pile}"
        case events.Refill(what=what, pieces=pieces):
            kind = "drops" if what == "~" else f"gems of {SEAT_NAMES[what]}"
            return f"{pieces} {kind} go back into their box from scored rocks"
        case events.Score(rock=rock, prizes=prizes, awards=awards, tiles=tiles):
            won = [
                f"{tile} to {SEAT_NAMES[taker] if taker else 'nobody'}"
                for taker, tile in zip(awards, tiles, strict=True)
            ]
            return (
                f"Rock {rock} is scored: {_prizes(prizes)}\nTiles of rows 1 to 5: {', '.join(won)}"
            )
        case events.Final(rock=rock, prizes=prizes):
            return f"Rock {rock} is scored at the end: {_prizes(prizes)}"
        case events.TilePoints(points=points):
            return f"Points on tiles: {_prizes(points)}"
        case events.Reveal(tiles=tiles) if event.turn:
            return f"Turned up: {' '.join(tiles)}"
        case events.WaterBox(to=to) if event.turn:
            return f"The water box goes to {SEAT_NAMES[to]}"
        case events.End(winners=winners):
            if winners is None:
                return "The game is over; unseen tiles leave open who has won"
            names = " and ".join(SEAT_NAMES[w] for w in winners)
            return f"The game is over: {names} {'wins' if len(winners) == 1 else 'share the win'}"
        case events.Note(comment=comment, marks=marks):
            return " ".join([*marks, *([f"“{clean(comment, len(comment))}”"] if comment else [])])
    return None


def _prizes(points: Mapping[str, int]) -> str:
    return ", ".join(f"{SEAT_NAMES[seat]} {value}" for seat, value in points.items()) or "nobody"
