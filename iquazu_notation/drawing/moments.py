"""A game at one moment: the position after a turn, and what is pointed at in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ..games.interface import Event
from ..games.iquazu.illegal import SEAT_NAMES
from ..games.iquazu.position import Position
from ..games.iquazu.steps import ROCKS
from ..replay import Replay


def first_turn(game: Replay) -> int:
    """The number of the first turn; more than 1 if the record starts from a position."""
    number: int = game.walked.details["first_turn"]
    return number


def turns(game: Replay) -> Iterator[int]:
    """The turns after which the board can be shown; the first one is that before the game."""
    first = first_turn(game)
    return iter(range(first - 1, first + game.turns))


def position_after(game: Replay, turn: int) -> Position:
    """The position after a turn; after the last one of an unfinished turn, as far as it goes."""
    found: Position = game.position(turn + 1)
    return found


def player_names(game: Replay) -> dict[str, str]:
    """Names by seat letter, as far as the tags give them."""
    return names(game.record.tags)


def names(tags: Mapping[str, str]) -> dict[str, str]:
    """Names by seat letter from a record's tags.

    >>> names({"Red": "Anna", "Site": "Club night"})
    {'R': 'Anna'}
    """
    return {seat: tags[name] for seat, name in SEAT_NAMES.items() if name in tags}


def certain_hands(game: Replay, turn: int) -> dict[str, str]:
    """The cards each seat must have held after a turn; nothing if every card was seen."""
    if not game.walked.unseen or game.verdict == "invalid":
        return {}
    from ..games.iquazu.unseen.knowledge import Knowledge

    # Kept with the game: whoever steps through it asks at every turn.
    kept = game.walked.details
    if "knowledge" not in kept:
        kept["knowledge"] = Knowledge(game.events, kept["start"])
    knowledge: Knowledge = kept["knowledge"]
    return {hand.seat: hand.certain for hand in knowledge.hands_after(turn)}


def touched(game: Replay, turn: int) -> set[tuple[int, int]]:
    """The gaps on which something was laid in a turn, counted from 0."""
    return laid_on(event for event in game.events if event.turn == turn)


def laid_on(happened: Iterable[Event]) -> set[tuple[int, int]]:
    """The gaps on which these events laid something, as (rock, gap) counted from 0."""
    return {
        (ROCKS.index(event.rock), event.gap - 1)  # type: ignore[attr-defined]
        for event in happened
        if event.type in ("place", "drop")
    }
