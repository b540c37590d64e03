"""How things look: one mapping of colours, shapes and words for terminal, SVG and figures.

- A *shade* is a colour in two versions, for light and for dark ground.
- A *seat's look* is its shade and its shape; no colour carries meaning without a shape or letter.
- A *mark* is the character that stands for a shape in text.

What a drawing says in words (names, whose turn it is, points) is here too, so that terminal and
SVG can't say different things. Names of players are data: `clean` takes out of them whatever
could move a cursor, turn the direction of writing or break a file.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, get_args

from ..games.iquazu.illegal import COLOUR_NAMES, SEAT_NAMES, listed
from ..games.iquazu.position import Position

Ground = Literal["light", "dark"]
Theme = Literal["auto", "light", "dark"]
Players = Mapping[str, str]
Certain = Mapping[str, str]
"""By seat, the cards it must hold whatever the unseen ones are, seen ones included."""


class Shade(NamedTuple):
    """A colour on light and on dark ground."""

    light: str
    dark: str

    def on(self, ground: Ground) -> str:
        """The version for one ground.

        >>> SEATS["R"].shade.on("dark")
        '#F0656D'
        """
        return self.light if ground == "light" else self.dark


class SeatLook(NamedTuple):
    """A seat's colour and shape; `mark` stands for the shape in text, `ascii` in poor text."""

    shade: Shade
    shape: str
    mark: str
    ascii: str


SEATS = {
    "R": SeatLook(Shade("#C8353F", "#F0656D"), "circle", "●", "@"),
    "G": SeatLook(Shade("#1F8A4C", "#4CC27F"), "square", "■", "#"),
    "Y": SeatLook(Shade("#C99700", "#F2C230"), "triangle", "▲", "^"),
    "P": SeatLook(Shade("#7A3E9D", "#B681D9"), "diamond", "◆", "*"),
}
# Cards, and the gaps that are paid with them. White needs its edge to be seen on white paper.
CARDS = {
    "W": Shade("#F5F3EC", "#F5F3EC"),
    "B": Shade("#2F6DB5", "#6FA8E8"),
    "O": Shade("#E0701A", "#F79A4B"),
    "?": Shade("#C9CDD2", "#59616B"),
}
CARD_EDGES = {
    "W": Shade("#8A8577", "#8A8577"),
    "B": Shade("#1E4C82", "#3D6FA8"),
    "O": Shade("#9C4A0A", "#B3601C"),
    "?": Shade("#8C929A", "#8C929A"),
}
WATER = "#8CC7E8"
DEEP_WATER = "#14506E"
ROCKS = {"light": Shade("#E3D9C6", "#544C3F"), "dark": Shade("#CDBFA5", "#3F382E")}
FRAME = Shade("#1F6A8C", "#57A8CF")
GROUND = Shade("#FCFBF7", "#1B1D20")
PANEL = Shade("#F1EEE6", "#26292D")
INK = Shade("#22262B", "#ECEAE4")
MUTED = Shade("#676B70", "#A3A7AC")
TILE = Shade("#FFF8DF", "#F3E7BF")

# Shapes as SVG paths around 0, reaching about 1 in each direction.
OUTLINES = {
    "circle": "M-1 0A1 1 0 1 1 1 0A1 1 0 1 1-1 0Z",
    "square": "M-.9-.9H.9V.9H-.9Z",
    "triangle": "M0-1.15L1.2 .95H-1.2Z",
    "diamond": "M0-1.2L1.2 0L0 1.2L-1.2 0Z",
    "drop": "M0-1.5C.4-.6 1-.2 1 .4A1 1 0 0 1-1 .4C-1-.2-.4-.6 0-1.5Z",
}

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"

TILE_WORDS = {"J": "any colour", "D": "double", "?": "unseen"}


def ink_on(fill: str) -> str:
    """Black or white, whichever is easier to read on a colour.

    >>> ink_on("#C8353F"), ink_on("#C99700")
    ('#FFFFFF', '#16181B')
    """
    parts = [int(fill[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    brightness = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#FFFFFF" if 1.05 / (brightness + 0.05) > (brightness + 0.05) / 0.059 else "#16181B"


def css(root: str, theme: Theme) -> str:
    """The same look as CSS classes, for everything inside the element that `root` selects.

    >>> "#board .iq-R{fill:#C8353F}" in css("#board", "light")
    True
    """
    if theme not in get_args(Theme):
        raise ValueError(f"there is no theme {theme!r}: it is auto, light or dark")
    text = f"{root} text{{font:12px {FONT};text-anchor:middle}}"
    if theme != "auto":
        return text + _rules(root, theme)
    dark = f"@media (prefers-color-scheme:dark){{{_rules(root, 'dark')}}}"
    return text + _rules(root, "light") + dark


def _rules(root: str, ground: Ground) -> str:
    back, ink, frame = GROUND.on(ground), INK.on(ground), FRAME.on(ground)
    rules = {
        "start": "text-anchor:start",
        "end": "text-anchor:end",
        "b": "font-weight:700",
        "far": "opacity:.6",
        "ground": f"fill:{back}",
        "panel": f"fill:{PANEL.on(ground)}",
        "turn": f"stroke:{frame};stroke-width:2.5",
        "ink": f"fill:{ink}",
        "muted": f"fill:{MUTED.on(ground)}",
        "frame": f"fill:none;stroke:{frame};stroke-width:5",
        "badge": f"fill:{frame}",
        "on-badge": f"fill:{ink_on(frame)}",
        "tile": f"fill:{TILE.on(ground)};stroke:#B39B4A",
        "on-tile": f"fill:{ink_on(TILE.on(ground))}",
        "drop": f"fill:{WATER};stroke:{DEEP_WATER};stroke-width:.14",
        "water": f"fill:{WATER};opacity:.42",
        "wave": f"fill:none;stroke:{DEEP_WATER};opacity:.35;stroke-width:1.6",
        "slot": f"fill:{ink};opacity:.13",
        "mark": f"fill:none;stroke:{ink};stroke-width:2.5",
        "gem": f"stroke:{back};stroke-width:.14;stroke-linejoin:round",
        "seat": "stroke-linejoin:round",
    }
    rules |= {f"rock-{name}": f"fill:{shade.on(ground)}" for name, shade in ROCKS.items()}
    for letter, seat in SEATS.items():
        rules[letter] = f"fill:{seat.shade.on(ground)}"
        rules[f"on-{letter}"] = f"fill:{ink_on(seat.shade.on(ground))}"
    for letter, shade in CARDS.items():
        edge = CARD_EDGES[letter].on(ground)
        name = COLOUR_NAMES.get(letter, "unseen")
        rules[name] = f"fill:{shade.on(ground)};stroke:{edge};stroke-width:1.3"
        rules[f"on-{name}"] = f"fill:{ink_on(shade.on(ground))}"
    return "".join(f"{root} .iq-{name}{{{rule}}}" for name, rule in rules.items())


# ---------------------------------------------------------------------- names


def clean(text: str, most: int = 500) -> str:
    r"""A name as one line without control characters, and with few marks on a letter.

    >>> clean(" Anna\x1b[31m\n  Lena\u202e ")
    'Anna[31m Lena'
    """
    kept: list[str] = []
    marks = 0
    for letter in text[:most]:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if letter.isspace():
            kept.append(" ")
        elif kind[0] != "C" and marks <= 2:
            kept.append(letter)
    return " ".join("".join(kept).split())


def width(text: str) -> int:
    """Columns that a text takes in a terminal.

    >>> width("Zoë"), width("安娜")
    (3, 4)
    """
    return sum(
        0
        if unicodedata.category(letter) in ("Mn", "Me")
        else 2
        if unicodedata.east_asian_width(letter) in "WF"
        else 1
        for letter in text
    )


def shorten(text: str, columns: int) -> str:
    """The text cut to so many columns, with … where something is left out.

    >>> shorten("Wolfeschlegelstein", 8)
    'Wolfesc…'
    """
    if width(text) <= columns:
        return text
    while text and width(text) > columns - 1:
        text = text[:-1]
    return text.rstrip() + "…"


def name_of(seat: str, players: Players | None = None, columns: int = 20) -> str:
    """What a seat is called: its player, or its colour where nobody is named.

    >>> name_of("G", {"R": "Anna"}), name_of("R", {"R": "Anna"})
    ('Green', 'Anna')
    """
    return shorten(clean((players or {}).get(seat, "")) or SEAT_NAMES[seat], columns)


# ---------------------------------------------------------------------- words


def tile_words(kind: str) -> str:
    """What a tile is good for.

    >>> tile_words("C3"), tile_words("V1"), tile_words("D")
    ('3 cards', '1 point', 'double')
    """
    if kind[0] == "C":
        return f"{kind[1:]} cards"
    if kind[0] == "V":
        return f"{kind[1:]} point{'' if kind == 'V1' else 's'}"
    return TILE_WORDS[kind]


def tile_groups(tiles: Iterable[str]) -> list[tuple[str, int]]:
    """Tiles by kind: those that can be used first, then points, then unseen ones.

    >>> tile_groups(["V10", "?", "C2", "V2", "D", "C2"])
    [('C2', 2), ('D', 1), ('V2', 1), ('V10', 1), ('?', 1)]
    """
    counted = Counter(tiles)
    return sorted(counted.items(), key=lambda item: ("CJDV?".index(item[0][0]), _value(item[0])))


def _value(kind: str) -> int:
    return int(kind[1:] or 0)


def points(position: Position, dash: str = "–") -> list[str]:
    """Points by seat, in turn order; `47–50` where unseen tiles leave a final total open."""
    return [
        str(total) if isinstance(total, int) else f"{total[0]}{dash}{total[1]}"
        for total in position.totals().values()
    ]


def headline(position: Position, players: Players | None = None) -> str:
    """Whose turn it is and what is still to be done in it, or who won.

    >>> from iquazu_notation.games.iquazu.board_file import reference
    >>> headline(Position.start(reference().lay("12345"), "RG"), {"R": "Anna"})
    'Turn 1: Anna to play'
    """
    if position.over:
        return f"Game over: {_outcome(position, players)}"
    name = name_of(position.seat_letter, players)
    turn = f"Turn {position.turn}: {name}"
    if position.joker:
        return f"{turn} pays the next gem in any colours"
    if position.owed:
        return f"{turn} has one more action" if position.acted else f"{turn} to play"
    left = []
    if position.drop_is_due:
        left.append("a drop falls")
    if position.surplus and not position.drop_would_end:
        left.append(f"{position.surplus} card{'s' * (position.surplus > 1)} to discard")
    return f"{turn} has played" + "".join(f", {what}" for what in left)


def _outcome(position: Position, players: Players | None) -> str:
    winners = position.winners()
    if winners is None:
        return "unseen tiles decide who wins"
    shown = dict(zip(position.seats, points(position), strict=True))
    names = listed([name_of(seat, players, 14) for seat in winners], "and")
    total = shown[winners[0]]
    each = " each" if len(winners) > 1 else ""
    return f"{names} {'win' if each else 'wins'} with {total} point{'s' * (total != '1')}{each}"


def known_certain_open(hand: list[int], certain: str) -> tuple[list[int], list[int], int]:
    """A hand in three parts: cards seen, cards that must be there though unseen, and open ones.

    >>> known_certain_open([1, 0, 0, 4], "WWB")
    ([1, 0, 0], [1, 1, 0], 2)
    """
    known = hand[:3]
    more = [max(0, certain.count(colour) - n) for colour, n in zip("WBO", known, strict=True)]
    return known, more, hand[3] - sum(more)
