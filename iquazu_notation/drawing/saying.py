"""A turn said in full, and what it leaves to do on the table.

Narration tells what happened. Here a recorder hears what they typed ("fourth gap of the third
rock"), and the players what to move ("drop on a1; a is full; move the frame").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..games.iquazu import events
from ..games.iquazu.illegal import COLOUR_NAMES, SEAT_NAMES, listed
from ..games.iquazu.steps import COLOURS
from .narration import narrate

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def number(n: int) -> str:
    """A small number as a word.

    >>> number(3), number(40)
    ('three', '40')
    """
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def ordinal(n: int) -> str:
    """The place in a row as a word, counted from 1.

    >>> ordinal(4)
    'fourth'
    """
    return _ORDINALS[n - 1] if 0 < n <= len(_ORDINALS) else f"number {n}"


def cards(spelled: str) -> str:
    """Cards by colour, in words.

    >>> cards("WWBO?")
    'two white, one blue, one orange and one unseen'
    """
    parts = [
        f"{number(spelled.count(letter))} {COLOUR_NAMES.get(letter, 'unseen')}"
        for letter in "WBO?"
        if letter in spelled
    ]
    return listed(parts, "and") or "nothing"


def payment(paid: str, colour: str) -> str:
    """What pays for a gap of a colour: its own cards, and pairs for the rest.

    >>> payment("WWBB", "B")
    'two blue and a pair of white'
    >>> payment("WWWWOO", "B")
    'two pairs of white and a pair of orange'
    """
    parts = [f"{number(own)} {COLOUR_NAMES[colour]}"] if (own := paid.count(colour)) else []
    for letter in COLOURS:
        count = 0 if letter == colour else paid.count(letter)
        name = COLOUR_NAMES[letter]
        if count % 2:  # some unseen card makes a pair of it
            parts.append(f"{number(count)} {name}")
        elif count:
            pairs = "a pair" if count == 2 else f"{number(count // 2)} pairs"
            parts.append(f"{pairs} of {name}")
    if unseen := paid.count("?"):
        parts.append(f"{number(unseen)} unseen")
    return listed(parts, "and")


def said(event: events.Event) -> str | None:
    """A step that was typed, in full; None for what the rules add.

    >>> said(events.Place(4, "G", "c", 4, 3, "B", 3, "WWBB", False))
    'Green places on c4, fourth gap of the third rock, pays 3: two blue and a pair of white'
    >>> said(events.Draw(5, "R", "????"))
    'Red draws four cards, unseen'
    """
    who = SEAT_NAMES.get(event.seat or "", "")
    match event:
        case events.Place(rock=rock, gap=gap, cost=cost, colour=colour, paid=paid, joker=joker):
            place = f"{ordinal(gap)} gap of the {ordinal(cost)} rock"
            how = f"in any colours: {cards(paid)}" if joker else payment(paid, colour)
            price = f"pays {cost} {how}" if joker else f"pays {cost}: {how}"
            return f"{who} places on {rock}{gap}, {place}, {price}"
        case events.Draw(cards=drawn):
            return f"{who} draws {_drawn(drawn)}"
        case events.Tile(tile=tile, cards=drawn) if drawn is not None:
            return f"{who} hands in a tile for {tile[1:]} cards: {_drawn(drawn)}"
        case events.Tile(tile=tile):
            kind = "a double move" if tile == "D" else "an any-colour tile"
            return f"{who} hands in {kind}"
        case events.Discard(cards=away):
            return f"{who} discards {_drawn(away)}"
    return None


def _drawn(spelled: str) -> str:
    if spelled and not spelled.strip("?"):
        return f"{number(len(spelled))} card{'s' * (len(spelled) > 1)}, unseen"
    return cards(spelled)


def to_do(happened: Iterable[events.Event], then: str | None = None) -> list[str]:
    """What the players do on the table after a step: drops, prizes, tiles, frame, boxes.

    `then` is the seat whose turn comes next.

    >>> to_do([events.Drop(4, "P", "a", 1, 1)], "R")
    ['drop on a1', 'gem box to Red']
    >>> won = events.Score(9, None, "a", {"G": 8}, ("P", None, "G", "G", "G"), ("C2",) * 5, {})
    >>> to_do([won])[:3]
    ['a is full: Green 8', 'row 1 tile (C2) to Purple', 'row 2 tile (C2) out of the game']
    """
    todo: list[str] = []
    for event in happened:
        match event:
            case events.Drop(rock=rock, gap=gap):
                todo.append(f"drop on {rock}{gap}")
            case events.Reshuffle(pile=pile):
                todo.append(f"shuffle the discards: a new pile of {pile}")
            case events.Refill() | events.TilePoints() | events.End():
                todo.append(_lowered(narrate(event) or ""))
            case events.Score(rock=rock, prizes=prizes, awards=awards, tiles=tiles):
                todo.append(f"{rock} is full: {_points(prizes)}")
                todo += _taken(awards, tiles)
            case events.Final(rock=rock, prizes=prizes):
                todo.append(f"{rock} is scored: {_points(prizes)}")
            case events.Frame(first=first) if event.turn:
                todo.append(f"move the frame to {first}")
            case events.Reveal() if event.turn:
                todo.append("turn up five tiles")
            case events.WaterBox(to=to) if event.turn:
                todo.append(f"water box to {SEAT_NAMES[to]}")
    if then is not None:
        todo.append(f"gem box to {SEAT_NAMES[then]}")
    return todo


def _lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _points(prizes: Mapping[str, int]) -> str:
    won = ", ".join(f"{SEAT_NAMES[seat]} {points}" for seat, points in prizes.items())
    return won or "nobody has a gem there"


def _taken(awards: Iterable[str | None], tiles: Iterable[str]) -> list[str]:
    """Rows by taker: `row 1 tile (C2) to Purple`."""
    rows: dict[str | None, list[tuple[int, str]]] = {}
    for row, (taker, tile) in enumerate(zip(awards, tiles, strict=True), 1):
        rows.setdefault(taker, []).append((row, f" ({tile})" if tile != "?" else ""))
    said = []
    for taker, won in rows.items():
        if len(won) == 1:
            what = f"row {won[0][0]} tile{won[0][1]}"
        else:
            what = f"tiles of rows {listed([f'{row}{tile}' for row, tile in won], 'and')}"
        said.append(f"{what} {f'to {SEAT_NAMES[taker]}' if taker else 'out of the game'}")
    return said
