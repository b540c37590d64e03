"""What the screen shows: the board, the seats, and the ledger so far."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ...drawing import look
from ...drawing.ledger import Line
from ...drawing.ledger import lines as ledger_lines
from ...drawing.moments import laid_on, names
from ...drawing.terminal import Wall, seat_lines, side_lines
from ...games.iquazu.position import Position
from ...games.iquazu.steps import ROCKS
from ..desk import Desk
from ..draft import one_line
from ..walking import Played

NO_WALL = (52, 17)  # the room for a wall before there is one
_WRONG = Style(color="red", bold=True)


class View(Widget):
    """Something of the desk, drawn line by line when it is asked for, and kept until it changes."""

    def __init__(self, desk: Desk, *, id: str) -> None:
        super().__init__(id=id)
        self.desk = desk
        self._strips: list[Strip] | None = None
        self._drawn_for = Size(0, 0)

    def drawing(self) -> list[Text]:
        """The lines to show."""
        raise NotImplementedError

    def show(self) -> None:
        """Draw anew."""
        self._strips = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the screen. (Textual's own way from Rich text takes three times as long.)"""
        width = self.size.width
        if self._strips is None or self._drawn_for != self.size:
            console = self.app.console
            self._drawn_for = self.size
            self._strips = [
                Strip(line.render(console)).adjust_cell_length(width) for line in self.drawing()
            ]
        return self._strips[y] if y < len(self._strips) else Strip.blank(width)

    def moment(self) -> tuple[Position | None, Played | None]:
        """The position to show and the turn that led to it: the chosen one, or the last."""
        walk = self.desk.session.walk
        place = self.desk.selected
        if place.where == "behind" or not walk.turns:
            return walk.position, walk.turns[-1] if walk.turns else None
        played = walk.turns[place.at]
        return (played.before, None) if place.where == "before" else (played.after, played)


class BoardView(View):
    """The rocks. A click on a free gap starts its word."""

    class Clicked(Message):
        """Somebody pointed at a gap."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    def __init__(self, desk: Desk, *, id: str) -> None:
        super().__init__(desk, id=id)
        self._laid_out = NO_WALL

    def wall(self) -> Wall | None:
        position, played = self.moment()
        if position is None:
            return None
        wide = self.app.size.width >= 110
        tall = self.app.size.height >= 34
        marked = laid_on(played.events) if played is not None else set()
        return Wall(position, marked, 80 if wide else 60, tall)

    def show(self) -> None:
        """Draw anew; everything is laid out anew only if the wall has another size."""
        wall = self.wall()
        size = (wall.columns, wall.lines) if wall is not None else NO_WALL
        changed, self._laid_out = size != self._laid_out, size
        self._strips = None
        self.refresh(layout=changed)

    def drawing(self) -> list[Text]:
        wall = self.wall()
        if wall is None:
            return [Text("There is no board before strips"), Text("and colours are known.")]
        return wall.drawing(self.app.console.encoding)

    def get_content_width(self, *_: object) -> int:
        return self._laid_out[0]

    def get_content_height(self, *_: object) -> int:
        return self._laid_out[1]

    def on_click(self, event: events.Click) -> None:
        wall = self.wall()
        found = wall.gap_at(event.x, event.y) if wall is not None else None
        if found is not None:
            rock, gap = found
            self.post_message(self.Clicked(f"{ROCKS[rock]}{gap + 1}"))


class SeatsView(View):
    """Hands, tiles, gems and points: narrow beside the board, or a table below it."""

    def __init__(self, desk: Desk, *, id: str) -> None:
        super().__init__(desk, id=id)
        self.certain: look.Certain = {}  # cards that must be there though unseen
        self._lines_taken = 0

    def show(self) -> None:
        lines = self.get_content_height()
        changed, self._lines_taken = lines != self._lines_taken, lines
        self._strips = None
        self.refresh(layout=changed)

    def drawing(self) -> list[Text]:
        position = self.moment()[0]
        if position is None:
            return []
        players = names(self.desk.session.walk.tags)
        certain = self.certain if self.desk.selected.where == "behind" else {}
        if self.id == "below":
            return seat_lines(position, players=players, certain=certain)
        return cut_to_width(side_lines(position, players=players, certain=certain), self.size.width)

    def get_content_height(self, *_: object) -> int:
        position = self.moment()[0]
        if position is None:
            return 0
        return position.players + 4 if self.id == "below" else 2 * position.players + 1


class LedgerView(View):
    """A line a turn; the newest below. The chosen turn is marked, and so is what does not fit."""

    class Clicked(Message):
        """Somebody pointed at a turn."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    def __init__(self, desk: Desk, *, id: str) -> None:
        super().__init__(desk, id=id)
        self.covered = 0  # lines that something else lies upon

    @property
    def _top(self) -> int:
        """Lines above the turns: a heading where there is room for columns."""
        return int(self.size.width >= 40)

    def window(self) -> range:
        """The turns that are shown: around the chosen one, or the last ones."""
        count = len(self.desk.session.draft.turns)
        height = max(1, self.size.height - self._top - self.covered)
        place = self.desk.selected
        last = count if place.where == "behind" else min(count, place.at + height // 2 + 1)
        first = max(0, min(last, count) - height)
        return range(first, min(count, first + height))

    def drawing(self) -> list[Text]:
        session = self.desk.session
        width = self.size.width
        rows = [Text(self._heading(width), Style(bold=True, dim=True))] if width >= 40 else []
        shown = self.window()
        told = self._told() if session.walk.start is not None else {}
        for at in shown:
            rows.append(self._row(at, told, width))
        return cut_to_width(rows, width)

    def _heading(self, width: int) -> str:
        start = self.desk.session.walk.start
        seats = "".join(f"{look.SEATS[s].mark}{s}".rjust(5) for s in start.seats) if start else ""
        return "turn  played".ljust(width - len(seats) - 8) + "    hand" + seats

    def _told(self) -> dict[int, Line]:
        walk = self.desk.session.walk
        assert walk.start is not None
        return {line.turn: line for line in ledger_lines(walk.events, walk.start)}

    def _row(self, at: int, told: dict[int, Line], width: int) -> Text:
        session = self.desk.session
        text = session.draft.turns[at]
        if not session.walk.turns:
            return Text(f"{at + 1:>4} {one_line(text)}")
        played = session.walk.turns[at]
        line = told.get(played.number)
        look_of = look.SEATS[played.seat]
        row = Text(f"{played.number:>4} ")
        row.append(played.seat, Style(color=look_of.shade.light, bold=True))
        wrong = played.illegal is not None
        words = one_line(text) if wrong or line is None else line.played
        row.append(f" ✗ {words}" if wrong else f" {words}", _WRONG if wrong else Style())
        if line is not None:
            self._add_points(row, line, played.before.seats, width)
        if self.desk.selected.where != "behind" and self.desk.selected.at == at:
            row.stylize(Style(reverse=True))
        return row

    def _add_points(self, row: Text, line: Line, seats: tuple[str, ...], width: int) -> None:
        """The points in columns where there is room, else those that the turn changed."""
        changed = [seat for seat in seats if line.points[seat] != line.before[seat]]
        if width < 40:
            for seat in changed:
                row.append(f" {seat}{_total(line, seat)}", Style(bold=True))
            return
        row.truncate(width - 5 * len(seats) - 8, overflow="ellipsis", pad=True)
        row.append(line.hand_text.rjust(8))
        for seat in seats:
            row.append(_total(line, seat).rjust(5), Style(bold=seat in changed))

    def on_click(self, event: events.Click) -> None:
        shown = self.window()
        row = event.y - self._top
        if 0 <= row < len(shown):
            self.post_message(self.Clicked(shown[row]))


def _total(line: Line, seat: str) -> str:
    total = line.points[seat]
    return f"{total[0]}–{total[1]}" if isinstance(total, list) else str(total)


def cut_to_width(lines: list[Text], width: int) -> list[Text]:
    """Lines that never wrap: what is too long ends in `…`."""
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return lines
