"""A position as SVG: one file without scripts, links or fonts of its own.

It reads like the terminal's drawing (see `terminal`): rocks from left to right, scored ones under
water, the frame with its costs, the open tiles right of it, prizes below, then a panel per seat.

Classes begin with `iq-` and rules with the picture's own root class, because a page may hold
several pictures in different themes. There are no ids, for the same reason, and no CSS variables,
which not every program that shows SVG knows.
"""

from __future__ import annotations

from collections.abc import Collection
from html import escape

from ..games.iquazu.illegal import COLOUR_NAMES, SEAT_NAMES
from ..games.iquazu.position import DROP, FREE, Position
from ..games.iquazu.steps import CARDS, COLOURS, ROCKS, spell
from . import look

WIDTH = 920
EDGE = 24  # from the picture's edge to what is drawn
LEFT = 56  # where the rocks begin
COLUMN = 60
GAP = 30  # from one gap to the next below it
TOP = 84  # the frame's upper border
HEAD = 34  # from there to the first row: the letters of the rocks
PLACES = 13  # rocks, and the two empty places of the board that the frame reaches at the end


def svg(
    position: Position,
    *,
    players: look.Players | None = None,
    highlight: Collection[tuple[int, int]] = frozenset(),
    certain: look.Certain | None = None,
    theme: look.Theme = "auto",
    styled: bool = True,
) -> str:
    """The whole table as one SVG element.

    `players` are names by seat letter; `highlight` holds gaps to point at, as (rock, gap) counted
    from 0; `certain` are cards that a seat must hold: those nobody saw are drawn with `?` in their
    corner; the theme `auto` follows the reader's own setting. Without `styled` the picture has the
    root class `iq-page`, and the page that holds it brings `look.css` for that class.

    >>> from iquazu_notation.games.iquazu.board_file import reference
    >>> svg(Position.start(reference().lay("12345"), "RG"), theme="dark")[:32]
    '<svg xmlns="http://www.w3.org/20'
    """
    sheet = _Sheet(position, players or {}, highlight, certain or {})
    height = sheet.draw()
    title = escape(f"Iquazú. {look.headline(position, players)}")
    standing = zip(position.seats, look.points(position), strict=True)
    points = ", ".join(f"{look.name_of(seat, players)} {total}" for seat, total in standing)
    root = f"iq-{theme}" if styled else "iq-page"
    style = [f"<style>{look.css(f'.iq-{theme}', theme)}</style>"] if styled else []
    frame = "" if position.over else f"The frame begins at rock {ROCKS[position.first]}. "
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
            f' width="{WIDTH}" height="{height}" class="{root}" role="img"'
            f' style="max-width:100%;height:auto" aria-label="{title}">',
            f"<title>{title}</title>",
            f"<desc>{escape(f'{frame}Points: {points}.')}</desc>",
            *style,
            f'<rect class="iq-ground" width="{WIDTH}" height="{height}" rx="14"/>',
            *sheet.parts,
            "</svg>",
        ]
    )


def _names(classes: str) -> str:
    return " ".join(f"iq-{name}" for name in classes.split())


class _Sheet:
    """Collects the parts of one picture, those at the back first."""

    def __init__(
        self,
        position: Position,
        players: look.Players,
        marked: Collection[tuple[int, int]],
        certain: look.Certain,
    ) -> None:
        self.p = position
        self.certain = certain
        self.players = players
        self.marked = marked
        self.parts: list[str] = []
        rows = position.layout.rows
        heights = [max(1, *(its.count(row) for its in rows)) * GAP + 12 for row in range(5)]
        self.tops = [TOP + HEAD + sum(heights[:row]) for row in range(6)]

    def draw(self) -> int:
        """Draw everything; returns the picture's height."""
        p = self.p
        self.text(EDGE, 38, look.headline(p, self.players), "ink start b", 19)
        for place in range(PLACES):
            empty = place >= len(p.rocks)
            shade = "panel" if empty else f"rock-{p.layout.rocks[place].shade}"
            shade += " far" * (not (empty or p.over) and place >= p.last_column)
            height = self.tops[5] - TOP - 7
            self.box(self.x(place) + 3, TOP + 7, COLUMN - 6, height, shade, 10)
        for rock in range(len(p.rocks)):
            self.rock(rock)
        self.rows()
        self.water(len(p.rocks) if p.over else p.first)
        if not p.over:
            self.frame()
        below = self.tops[5] + 34 + 17 * (p.players - 1)
        self.piles(below)
        return self.seats(below + 40)

    # ------------------------------------------------------------------ pens

    def shape(self, kind: str, classes: str, **values: float | str) -> None:
        given = "".join(
            f' {key}="{value if isinstance(value, str) else format(value, "g")}"'
            for key, value in values.items()
        )
        self.parts.append(f'<{kind} class="{_names(classes)}"{given}/>')

    def box(self, x: float, y: float, w: float, h: float, classes: str, rx: float = 5) -> None:
        self.shape("rect", classes, x=x, y=y, width=w, height=h, rx=rx)

    def text(self, x: float, y: float, words: str, classes: str, size: float = 12) -> None:
        sized = f' style="font-size:{size:g}px"' if size != 12 else ""
        self.parts.append(
            f'<text class="{_names(classes)}" x="{x:g}" y="{y:g}"{sized}>{escape(words)}</text>'
        )

    def stamp(self, x: float, y: float, r: float, shape: str, classes: str) -> None:
        place = f"translate({x:g} {y:g}) scale({r:g})"
        self.shape("path", classes, transform=place, d=look.OUTLINES[shape])

    def gem(self, x: float, y: float, letter: str, r: float = 12, classes: str = "gem") -> None:
        """A seat's shape around its middle, and its letter."""
        shape = look.SEATS[letter].shape
        self.stamp(x, y, r, shape, f"{classes} {letter}")
        low = 0.62 if shape == "triangle" else 0.36
        self.text(x, y + r * low, letter, f"on-{letter} b", r * 0.95)

    def card(self, x: float, y: float, letter: str, w: float = 14, h: float = 20) -> None:
        name = COLOUR_NAMES.get(letter, "unseen")
        self.box(x, y, w, h, name, 3)
        self.text(x + w / 2, y + h / 2 + 4, letter, f"on-{name} b", 11)

    def tile(self, x: float, y: float, kind: str, w: float, h: float) -> None:
        """What it is good for is written on it where there is room."""
        name, large = "unseen" if kind == "?" else "tile", h > 30
        self.box(x, y, w, h, name, 6 if large else 4)
        low, size = (1, 16) if large else (4, 11)
        self.text(x + w / 2, y + h / 2 + low, kind, f"on-{name} b", size)
        if large:
            self.text(x + w / 2, y + h - 7, look.tile_words(kind), f"on-{name}", 8.5)

    # ------------------------------------------------------------------ the board

    def x(self, rock: int) -> int:
        """The left edge of a rock's column; the open tiles take one right of the frame."""
        after = not self.p.over and rock >= self.p.first + self.p.layout.board.frame
        return LEFT + COLUMN * (rock + after)

    def rock(self, rock: int) -> None:
        p, x = self.p, self.x(rock)
        far = " far" * (not p.over and rock >= p.last_column)
        self.text(x + COLUMN / 2, TOP + 26, ROCKS[rock], "ink b" + far, 14)
        for rank, prize in enumerate(p.layout.board.points[p.players][rock]):
            first = "ink b" if not rank else "muted"
            past = " far" * (p.over or rock < p.first)
            self.text(x + COLUMN / 2, self.tops[5] + 25 + 17 * rank, str(prize), first + past, 14)
        rows = p.layout.rows[rock]
        for gap, row in enumerate(rows):
            cell = rows.count(row) * GAP
            top = (self.tops[row] + self.tops[row + 1] - cell) / 2
            self.gap(rock, gap, x + 8, top + (gap - rows.index(row)) * GAP + 2)

    def gap(self, rock: int, gap: int, x: float, y: float) -> None:
        p = self.p
        piece = p.rocks[rock][gap]
        colour = COLOUR_NAMES[COLOURS[p.layout.colours[rock][gap]]]
        w, h = COLUMN - 16, GAP - 4
        within = not p.over and p.first <= rock < p.last_column
        lies = {DROP: "a drop", FREE: "free"}.get(piece) or f"{SEAT_NAMES[p.seats[piece]]}'s gem"
        cost = f", costs {rock - p.first + 1}" if within and piece == FREE else ""
        self.parts.append(f"<g><title>{ROCKS[rock]}{gap + 1}, {colour}: {lies}{cost}</title>")
        if piece == FREE and rock >= p.first:
            far = "" if within else " far"
            self.box(x, y, w, h, colour + far, 7)
            self.text(x + w / 2, y + 18, colour[0].upper(), f"on-{colour} b{far}", 14)
            if within:
                self.text(x + 4, y + 10, str(gap + 1), f"on-{colour} start", 8.5)
        else:
            self.box(x, y, w, h, "slot", 7)
            if piece == DROP:
                self.stamp(x + w / 2, y + h / 2 + 1, 8, "drop", "drop")
            elif piece != FREE:  # I-19: pieces of a scored rock may be back in their box
                self.gem(x + w / 2, y + h / 2, p.seats[piece])
        if (rock, gap) in self.marked:
            self.box(x - 2.5, y - 2.5, w + 5, h + 5, "mark", 9)
        self.parts.append("</g>")

    def rows(self) -> None:
        for row in range(5):
            middle = (self.tops[row] + self.tops[row + 1]) / 2
            self.text(EDGE + 12, middle + 5, str(row + 1), "muted b", 14)
        for rank in range(self.p.players - 1):
            y = self.tops[5] + 25 + 17 * rank
            self.text(EDGE + 12, y, ("1st", "2nd", "3rd")[rank], "muted", 11)

    def water(self, rocks: int) -> None:
        """Scored rocks: one body of water over them, with waves."""
        if not rocks:
            return
        self.box(LEFT, TOP + 4, COLUMN * rocks, self.tops[5] - TOP, "water", 10)
        wave = f"q7.5 -6 15 0{'t15 0' * (COLUMN // 15 * rocks - 2)}"
        self.shape("path", "wave", d="".join(f"M{LEFT + 7.5:g} {y}{wave}" for y in self.tops[:5]))

    def frame(self) -> None:
        p = self.p
        frame = p.layout.board.frame
        x, height = LEFT + COLUMN * p.first, self.tops[5] - TOP + 8
        right = x + COLUMN * frame
        self.box(x - 1, TOP, COLUMN * (frame + 1) + 2, height, "frame", 14)
        self.shape("path", "frame", d=f"M{right} {TOP}V{TOP + height}", style="stroke-width:2")
        self.text(x - 4, TOP - 11, "cost", "muted end", 11)
        for cost in range(1, frame + 1):
            middle = x + COLUMN * (cost - 0.5)
            self.shape("circle", "badge", cx=middle, cy=TOP - 4, r=12)
            self.text(middle, TOP + 1, str(cost), "on-badge b", 14)
        self.text(right + COLUMN / 2, TOP + 26, "tiles", "muted", 12)
        for row, kind in enumerate(p.open_tiles):
            middle = (self.tops[row] + self.tops[row + 1]) / 2
            self.tile(right + 6, middle - 21, kind, COLUMN - 12, 42)

    # ------------------------------------------------------------------ beside the board

    def piles(self, top: float) -> None:
        """The draw pile, the discards and the drops left."""
        p = self.p
        self.text(EDGE, top + 15, "pile", "muted start")
        self.counted(EDGE + 28, top, [0, 0, 0, p.pile])
        self.text(EDGE + 94, top + 15, "discards", "muted start")
        self.counted(EDGE + 150, top, p.discards)
        self.text(WIDTH - EDGE - 50, top + 15, "drops left", "muted end")
        self.stamp(WIDTH - EDGE - 36, top + 12, 7, "drop", "drop")
        self.text(WIDTH - EDGE, top + 15, str(p.drop_box), "ink end b")

    def counted(self, x: float, y: float, cards: list[int]) -> None:
        """One card of each colour, and how many there are."""
        if not any(cards):
            self.text(x, y + 15, "none", "ink start b")
        for letter, number in zip(CARDS, cards, strict=True):
            if number:
                self.card(x, y, letter)
                self.text(x + 18, y + 15, str(number), "ink start b")
                x += 46

    def seats(self, top: float) -> int:
        """A panel for each seat; returns where the picture ends."""
        p = self.p
        width = (WIDTH - 2 * EDGE - 12 * (p.players - 1)) / p.players
        fits = int((width - 12) // 46)  # tiles in a line
        lines = max(2, *(-(-len(look.tile_groups(held)) // fits) for held in p.held))
        height = 96 + 26 * lines
        for seat, total in enumerate(look.points(p)):
            x = EDGE + seat * (width + 12)
            signs = {"gem box": seat == p.seat, "water box": seat == p.water}
            if p.over:
                signs = {"won": p.seats[seat] in (p.winners() or ())}
            active = signs.get("gem box") or signs.get("won")
            self.box(x, top, width, height, "panel turn" if active else "panel", 10)
            right = x + width - 12
            for sign in (sign for sign, stands in signs.items() if stands):
                wide = 10 + 6.4 * len(sign)
                self.box(right - wide, top - 8, wide, 17, "badge", 8.5)
                self.text(right - wide / 2, top + 4, sign, "on-badge b", 10)
                right -= wide + 4
            self.seat(seat, x + 12, top, width - 24, total)
            for at, (kind, number) in enumerate(look.tile_groups(p.held[seat])):
                left, y = x + 12 + at % fits * 46, top + 94 + at // fits * 26
                self.tile(left, y, kind, 25, 20)
                if number > 1:
                    self.text(left + 27, y + 14, f"×{number}", "muted start", 10)
        return int(top + height + EDGE)

    def seat(self, seat: int, x: float, top: float, width: float, total: str) -> None:
        """Name, points, boxes and hand."""
        p = self.p
        letter = p.seats[seat]
        self.gem(x + 11, top + 22, letter, 11, "seat")
        room = int((width - 36 - 13 * len(total)) // 10)
        self.text(x + 30, top + 27, look.name_of(letter, self.players, room), "ink start b", 14)
        self.text(x + width, top + 29, total, "ink end b", 20)
        hand = p.hands[seat]
        owns = f"{sum(hand)} card{'s' * (sum(hand) != 1)}, {p.gem_box[seat]} gems left"
        self.text(x, top + 51, owns, "muted start", 11)
        if sum(hand) <= 12:
            known, more, unknown = look.known_certain_open(hand, self.certain.get(letter, ""))
            shown = spell([*known, 0]) + spell([*more, 0]) + "?" * unknown
            for at, card in enumerate(shown):
                self.card(x + 15.4 * at, top + 60, card)
                if sum(known) <= at < sum(known) + sum(more):
                    # Nobody saw this card, but it must be there.
                    self.text(x + 15.4 * at + 7, top + 90, "(?)", "muted", 7)
        else:
            self.counted(x, top + 60, hand)
