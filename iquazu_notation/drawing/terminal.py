"""A position as terminal text.

The board reads like the table: rocks from left to right, five rows, the frame around its columns.

- `4·W`: free gap number 4 of its rock (numbers only where a gem can be placed now), paid in white.
- `R●`: a gem; `~`: a drop; `[R●]`: a gap the caller points at.
- `≈`: water. A rock that has been scored is under it.

A *line* is a label, and cells between *edges*; the frame is drawn on the edges. Pieces carry their
own ground, so that they are easy to read on a light and on a dark terminal. Where the terminal
can't show these characters, others take their places.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from io import StringIO

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ..games.iquazu.position import DROP, FREE, Position
from ..games.iquazu.steps import CARDS, COLOURS, ROCKS
from . import look

Gaps = Collection[tuple[int, int]]

TILES = -1  # the column of the open tiles
NOTHING = -2  # a column of the frame with no rock behind it
LABEL = 3

_POOR = str.maketrans(
    {seat.mark: seat.ascii for seat in look.SEATS.values()}
    | dict(zip("≈·×–…▶┏┳┓┃│┗┻┛┠┼┨╌━", "=.x-.>+++||++++++--", strict=True))
)
_DIM = Style(dim=True)
_FRAME = Style(color=look.FRAME.light, bold=True)
_WATER = Style(color=look.DEEP_WATER, bgcolor=look.WATER)
_GEMS = {
    letter: Style(color=look.ink_on(seat.shade.light), bgcolor=seat.shade.light, bold=True)
    for letter, seat in look.SEATS.items()
}
# White is the terminal's own ink: on a white ground nothing else would be seen.
_LETTERS = {
    "W": Style(bold=True),
    "B": Style(color=look.CARDS["B"].light, bold=True),
    "O": Style(color=look.CARDS["O"].light, bold=True),
    "?": _DIM,
}


def board(
    position: Position,
    *,
    players: look.Players | None = None,
    highlight: Gaps = frozenset(),
    certain: look.Certain | None = None,
    width: int = 80,
) -> RenderableType:
    """The whole table, to be printed by a Rich console.

    `players` are names by seat letter; `highlight` holds gaps to point at, as (rock, gap) counted
    from 0; `certain` are cards that a seat must hold: those nobody saw stand in parentheses. It
    takes `width` columns at most, and fewer on a narrower terminal.

    >>> from iquazu_notation.games.iquazu.board_file import reference
    >>> start = Position.start(reference().lay("12345"), "RG")
    >>> Console(width=80).print(board(start, players={"R": "Anna"}))  # doctest: +ELLIPSIS
         1    2    3    4    5   tiles
    ...
    """
    # A copy: what is drawn is this moment, even if the game goes on before it is printed.
    return _Table(position.copy(), players or {}, width, frozenset(highlight), True, certain or {})


def hands(
    position: Position, *, players: look.Players | None = None, width: int = 80
) -> RenderableType:
    """What lies beside the board: piles and boxes, and each seat's hand, tiles, gems and points."""
    return _Table(position.copy(), players or {}, width)


@dataclass(frozen=True)
class Wall:
    """The rocks alone, for a screen that shows the rest elsewhere.

    Without `rules`, the lines between the rows, it takes four lines less. It knows what lies where,
    so that a click can be answered.

    >>> from iquazu_notation.games.iquazu.board_file import reference
    >>> wall = Wall(Position.start(reference().lay("12345"), "RG"), width=60)
    >>> wall.gap_at(5, 3), wall.gap_at(0, 3)
    ((0, 0), None)
    """

    position: Position
    marked: Gaps = ()
    width: int = 80
    rules: bool = False

    def drawing(self, encoding: str = "utf-8") -> list[Text]:
        """The lines, for a screen that can show such characters."""
        return self._drawn(encoding).lines()

    def _drawn(self, encoding: str = "utf-8") -> _Wall:
        pen = _Pen(self.position, {}, encoding, {})
        return _Wall(pen, self.marked, self.width, self.rules)

    @property
    def columns(self) -> int:
        """How many columns of the terminal it takes."""
        drawn = self._drawn()
        rocks = LABEL + drawn.across(len(drawn.columns)) + 1
        return rocks if self.position.over else max(rocks, drawn.costs().cell_len)

    @property
    def lines(self) -> int:
        """How many lines it takes."""
        drawn = self._drawn()
        rows = sum(drawn.depth(row) for row in range(5)) + 4 * self.rules
        return rows + (1 if self.position.over else 4) + self.position.players - 1

    def gap_at(self, x: int, y: int) -> tuple[int, int] | None:
        """The gap drawn at a place, as (rock, gap) counted from 0; None if there is none."""
        return self._drawn().gap_at(x, y)


def side_lines(
    position: Position,
    *,
    players: look.Players | None = None,
    certain: look.Certain | None = None,
    encoding: str = "utf-8",
) -> list[Text]:
    """The seats in narrow lines, two for each: for the column beside a board."""
    pen = _Pen(position.copy(), players or {}, encoding, certain or {})
    return pen.narrow()


def seat_lines(
    position: Position,
    *,
    players: look.Players | None = None,
    certain: look.Certain | None = None,
    width: int = 80,
) -> list[Text]:
    """What stands below a board, in lines: whose turn it is, the piles, and a line a seat."""
    page = Console(width=width, force_terminal=True, color_system="truecolor", legacy_windows=False)
    table = _Table(position.copy(), players or {}, width, certain=certain or {})
    return [
        Text.assemble(*((segment.text, segment.style or "") for segment in line))
        for line in page.render_lines(table, pad=False)
    ]


def plain_text(position: Position) -> str:
    """The table without colour, 80 columns wide: what `print(position)` shows.

    >>> from iquazu_notation.games.iquazu.board_file import reference
    >>> plain_text(Position.start(reference().lay("12345"), "RG")).splitlines()[2]
    '   ┃ a    b    c    d    e  │    ┃ f    g    h    i    j    k'
    """
    page = StringIO()
    Console(file=page, width=80, force_terminal=False, force_jupyter=False).print(board(position))
    return "\n".join(line.rstrip() for line in page.getvalue().splitlines())


@dataclass(frozen=True)
class _Table:
    """Draws when the console is known: its width and what it can show."""

    position: Position
    players: look.Players
    width: int
    marked: Gaps = ()
    whole: bool = False
    certain: look.Certain = field(default_factory=dict)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pen = _Pen(self.position, self.players, options.encoding, self.certain)
        width = min(self.width, options.max_width)
        parts: list[RenderableType] = [*pen.status(), Text(), pen.seats(width)]
        if self.whole:
            wall = Text("\n").join(_Wall(pen, self.marked, width).lines())
            wall.no_wrap, wall.overflow = True, "crop"
            parts[:0] = [wall, pen.legend(), Text()]
        yield from console.render(Group(*parts), options.update(width=width))


class _Pen:
    """Writes the pieces of one position, in characters that the terminal has."""

    def __init__(
        self, position: Position, players: look.Players, encoding: str, certain: look.Certain
    ) -> None:
        self.position = position
        self.certain = certain
        self.players = players
        self.encoding = "" if encoding.lower().startswith("utf") else encoding

    def write(self, text: str, style: Style | str = "") -> Text:
        """Text is never markup: a name may hold brackets."""
        if self.encoding:
            text = text.translate(_POOR).encode(self.encoding, "replace").decode(self.encoding)
        return Text(text, style)

    def seat(self, seat: int) -> Text:
        letter = self.position.seats[seat]
        return self.write(letter + look.SEATS[letter].mark, _GEMS[letter])

    def cards(self, counts: list[int]) -> Text:
        """Cards as letters, unseen ones as `?`; counted where there are many."""
        many = sum(counts) > 12
        return Text(" ").join(
            self.write(f"{letter}×{n}" if many and n > 1 else letter * n, _LETTERS[letter])
            for letter, n in zip(CARDS, counts, strict=True)
            if n
        )

    def hand(self, seat: int) -> Text:
        """A seat's cards: seen ones, those that must be there in parentheses, open ones as `?`."""
        p = self.position
        known, more, unknown = look.known_certain_open(
            p.hands[seat], self.certain.get(p.seats[seat], "")
        )
        if not any(more):
            return self.cards(p.hands[seat])
        parts = [self.cards([*known, 0])] if any(known) else []
        parts.append(Text.assemble("(", self.cards([*more, 0]), ")"))
        if unknown:
            parts.append(self.cards([0, 0, 0, unknown]))
        return Text(" ").join(parts)

    def tiles(self, tiles: list[str]) -> Text:
        return self.write(" ".join(f"{k}×{n}" if n > 1 else k for k, n in look.tile_groups(tiles)))

    def legend(self) -> Text:
        seat = self.position.seats[0]
        words = [f"{seat}{look.SEATS[seat].mark} gem", "~ drop", "≈ scored"]
        if not self.position.over:
            words = ["4·W gap 4 is free and white", *words, "1 to 5 cards to pay"]
        return self.write("   ".join(words), _DIM)

    def status(self) -> list[Text]:
        p = self.position
        said = self.write(look.headline(p, self.players), "bold")
        turn = said if p.over else Text.assemble(self.seat(p.seat), " ", said)
        piles = Text(f"Pile {p.pile}, drops left {p.drop_box}, discards {sum(p.discards)}")
        if sum(p.discards):
            piles.append(": ").append_text(self.cards(p.discards))
        return [turn, piles]

    def narrow(self) -> list[Text]:
        """What `seats` says, in narrow lines: `▶` has the turn, `~` the water box."""
        p = self.position
        lines = [self.write("" if p.over else f"{'▶turn ~water':<13}pts gem", _DIM)]
        won = p.winners() or ()
        for seat, total in enumerate(look.points(p)):
            name = look.name_of(p.seats[seat], self.players, 7)
            room = " " * (8 - look.width(name))
            boxes = " ▶"[seat == p.seat] + " ~"[seat == p.water]
            last = f"{p.gem_box[seat]:>4}" + " won" * (p.seats[seat] in won)
            lines.append(
                Text.assemble(
                    self.write("  " if p.over else boxes, "bold"),
                    self.seat(seat),
                    self.write(f" {name}{room}"),
                    self.write(f"{total:>3}", "bold"),
                    self.write(last, _DIM),
                )
            )
            tiles = self.tiles(p.held[seat])
            cards = Text.assemble(f"{sum(p.hands[seat]):>4} ", self.hand(seat))
            lines.append(Text.assemble(cards, "  " if tiles else "", tiles))
        return lines

    def seats(self, width: int) -> Table:
        """A line for each seat."""
        p = self.position
        tight = 0 if width >= 74 else 4
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), width=width)
        table.add_column("seat", width=17 - tight, no_wrap=True)
        table.add_column("hand", width=18 - tight)
        table.add_column("tiles", ratio=1)
        table.add_column("gems", justify="right", width=4)
        table.add_column("points", justify="right", width=6)
        table.add_column("" if p.over else "box", width=9)
        won = p.winners() or ()
        for seat, total in enumerate(look.points(p)):
            boxes = ["gem"] * (seat == p.seat) + ["water"] * (seat == p.water)
            name = look.name_of(p.seats[seat], self.players, 14)
            table.add_row(
                Text.assemble(self.seat(seat), " ", self.write(name)),
                Text.assemble(f"{sum(p.hands[seat]):>2} ", self.hand(seat)),
                self.tiles(p.held[seat]),
                str(p.gem_box[seat]),
                self.write(total, "bold"),
                "won" * (p.seats[seat] in won) if p.over else " ".join(boxes),
            )
        return table


class _Wall:
    """The rocks, the frame and what lies there."""

    def __init__(self, pen: _Pen, marked: Gaps, width: int, rules: bool = True) -> None:
        p = pen.position
        self.rules = rules
        self.pen = pen
        self.p = p
        self.marked = marked
        self.columns = list(range(len(p.rocks)))
        self.left = self.middle = self.right = -1  # the frame's edges; none when all is scored
        self.wet = len(self.columns) if p.over else p.first  # rocks under water
        if not p.over:
            self.left, self.middle = p.first, p.first + p.layout.board.frame
            self.right = self.middle + 1
            empty = [NOTHING] * (self.middle - p.last_column)
            self.columns[p.last_column : p.last_column] = [*empty, TILES]
        # The scale stays while the frame moves: at the end of a game it takes 14 columns.
        self.size = 4 if width >= LABEL + 14 * 5 + 1 else 3

    def lines(self) -> list[Text]:
        p, columns = self.p, self.columns
        lines = [] if p.over else [self.costs(), self.border("┏┳┓")]
        lines.append(self.line("", [self.letter(c) for c in columns]))
        for row in range(5):
            if row and self.rules:
                lines.append(self.rule())
            for at in range(self.depth(row)):
                cells = [self.lying(c, row, at) for c in columns]
                lines.append(self.line("" if at else str(row + 1), cells))
        lines += [] if p.over else [self.border("┗┻┛")]
        prizes = p.layout.board.points[p.players]
        for rank in range(p.players - 1):
            cells = [Text(str(prizes[c][rank]) if c >= 0 else "") for c in columns]
            lines.append(self.line(("1st", "2nd", "3rd")[rank], cells, "   "))
        return lines

    def depth(self, row: int) -> int:
        """How many gaps the fullest cell of a row has."""
        return max(1, *(rows.count(row) for rows in self.p.layout.rows))

    def gap_at(self, x: int, y: int) -> tuple[int, int] | None:
        place = (x - LABEL) // (self.size + 1)
        if x < LABEL or place >= len(self.columns) or self.columns[place] < 0:
            return None
        rock = self.columns[place]
        top = 1 if self.p.over else 3  # costs, border and letters stand above
        for row in range(5):
            top += row > 0 and self.rules
            rows = self.p.layout.rows[rock]
            at = y - top
            if 0 <= at < self.depth(row):
                return (rock, rows.index(row) + at) if at < rows.count(row) else None
            top += self.depth(row)
        return None

    def line(self, label: str, cells: list[Text], edges: str = "┃│┃") -> Text:
        """Cells side by side; the frame's edges where they belong, water behind scored rocks."""
        line = Text.assemble((f"{label:<{LABEL}}", _DIM))
        for at, cell in enumerate(cells):
            wet = _WATER if at < self.wet and edges.strip() else ""
            line.append_text(Text.assemble(self.edge(at, edges), self.filled(cell), style=wet))
        return line.append_text(self.edge(len(cells), edges))

    def rule(self) -> Text:
        """The line between two rows: waves over scored rocks, dashes in the frame."""
        line = Text.assemble(" " * LABEL, self.pen.write("≈" * self.across(self.wet), _WATER))
        if not self.p.over:
            inside = ("╌" * (self.across(self.middle - self.left) - 1), "╌" * self.size, "")
            for edge, dashes in zip("┠┼┨", inside, strict=True):
                line.append_text(self.pen.write(edge, _FRAME) + self.pen.write(dashes, _DIM))
        return line

    def costs(self) -> Text:
        columns = range(1, self.middle - self.left + 1)
        costs = "".join(f"  {cost}".ljust(self.across(1)) for cost in columns)
        return Text.assemble(
            " " * (LABEL + self.across(self.left)), (costs, "bold"), (" tiles", _DIM)
        )

    def border(self, corners: str) -> Text:
        bars = "━" * (self.across(self.middle - self.left) - 1), "━" * self.size
        frame = corners[0] + bars[0] + corners[1] + bars[1] + corners[2]
        return Text.assemble(" " * (LABEL + self.across(self.left)), self.pen.write(frame, _FRAME))

    def across(self, columns: int) -> int:
        return columns * (self.size + 1)

    def edge(self, at: int, edges: str) -> Text:
        frame = (self.left, self.middle, self.right)
        return self.pen.write(edges[frame.index(at)], _FRAME) if at in frame else Text(" ")

    def filled(self, shown: Text) -> Text:
        """Something in its place on the rock, one character from the edge where there is room."""
        start = " " * (len(shown) < self.size and shown.plain[:1] != "[")
        return Text.assemble(start, shown, " " * (self.size - len(start) - len(shown)))

    def letter(self, column: int) -> Text:
        style = "" if column < self.wet else "bold" if column < self.middle else _DIM
        return Text(ROCKS[column] if column >= 0 else "", style)

    def lying(self, column: int, row: int, at: int) -> Text:
        """What lies in the gap so far down in a cell, if there is one."""
        p = self.p
        if column == TILES:
            return Text("" if at else p.open_tiles[row], "bold")
        rows = p.layout.rows[column] if column >= 0 else ()
        if at >= rows.count(row):
            return Text()
        gap = rows.index(row) + at
        piece = p.rocks[column][gap]
        ends = ("[", "]"[: self.size - 3]) if (column, gap) in self.marked else ("", "")
        if piece == FREE:
            shown = self.free_gap(column, gap, self.size - len("".join(ends)))
        else:
            shown = self.pen.write("~", _WATER) if piece == DROP else self.pen.seat(piece)
        return Text.assemble(ends[0], shown, ends[1])

    def free_gap(self, column: int, gap: int, room: int) -> Text:
        """Its colour; its number too where a gem can be placed."""
        if column < self.p.first:
            return Text()  # I-19: its piece went back into the box, and water is all there is
        letter = COLOURS[self.p.layout.colours[column][gap]]
        number = gap + 1 if self.left <= column < self.middle else ""
        before = next(b for b in (f"{number}·", f"{number}", "·") if len(b) < room)
        if self.p.over:
            return self.pen.write(before + letter)
        style = _LETTERS[letter] + (Style() if number else _DIM)
        return Text.assemble(self.pen.write(before, _DIM), (letter, style))
