"""Where a recorder sits: lines go in, the record is kept, and what to say comes back.

Both ways to transcribe, the full screen and line by line, are thin skins around a desk. A *line* is
notation, an answer to the question that is open, or a command that begins with `/`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ..games.iquazu.completing import tiles_left
from ..games.iquazu.illegal import SEAT_NAMES
from ..notation.files import CannotRead, kind
from . import questions
from .clock import Clock
from .draft import one_line
from .keeping import CannotKeep, ChangedByOthers, Keeper
from .meaning import Preview, announcements, may_go_on, preview, spoken
from .proposing import BEHIND, Place
from .questions import Question
from .taking_up import CannotTakeUp, TakenUp, draft_of
from .typed import Refusal, Refused, kind_of


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of a line.

    `said` are sentences for the recorder, `todo` is what the players do on the table. `show` names
    something to look at: `board`, `ledger`, `help`.
    """

    said: list[str] = field(default_factory=list)
    todo: list[str] = field(default_factory=list)
    refusal: Refusal | None = None
    show: str = ""
    quit: bool = False

    @property
    def ok(self) -> bool:
        return self.refusal is None


CHANGED_HELP = (
    "/reload takes the file as it is now, /overwrite writes yours, /saveas FILE goes elsewhere"
)


class Desk:
    """A session with its file, its questions and its clock."""

    def __init__(
        self, taken: TakenUp, *, me: str | None = None, clock: Clock | None = None
    ) -> None:
        self.session = taken.session
        self.keeper = taken.keeper
        self.record = taken.record
        self.records = taken.records
        self.me = me
        self.clock = clock
        self.version = 0
        self.selected: Place = BEHIND
        self.refused: tuple[str, Place] | None = None  # what could be insisted on
        self._questions = questions.of(taken.session, taken.new, me is not None)
        self._settled: set[str] = set()  # skipped, or answered in a way the record does not show
        self._left_unseen: set[tuple[str, int]] = set()

    # ------------------------------------------------------------------ what is asked

    @property
    def question(self) -> Question | None:
        """What is to be answered now; None when a turn is due."""
        if self.selected != BEHIND:
            return None
        for key in self._questions:
            if key not in self._settled and not questions.answered(self.session, key):
                return questions.question(self.session, key, self.my_seat)
        which = self.session.unseen_reveal()
        if which is None or (self.session.draft.turns[-1], which) in self._left_unseen:
            return None
        return questions.question(self.session, "new tiles")

    @property
    def my_seat(self) -> str | None:
        """The seat of whoever writes, if they play themselves."""
        return questions.seat_called(self.session, self.me) if self.me else None

    @property
    def prompt(self) -> str:
        """Whose line it is: a question, or a turn with its number and seat."""
        asked = self.question
        if asked is not None:
            return asked.text.rstrip("?")
        if self.selected == BEHIND and self.session.over:
            return "The game is over"
        number, seat = self.session.number_and_seat(self.selected)
        who = f", {self.name(seat)}" if seat else ""
        goes_on = " goes on" if self.selected == BEHIND and self.session.walk.open else ""
        how = {"behind": "", "instead": "change turn ", "before": "new turn before "}
        where = how[self.selected.where]
        return f"{where}{number}{who}" if where else f"Turn {number}{who}{goes_on}"

    def name(self, seat: str) -> str:
        """A seat's player and colour."""
        name = questions.called(self.session, seat)
        return name if name == SEAT_NAMES[seat] else f"{name} ({SEAT_NAMES[seat]})"

    def preview(self, line: str) -> Preview:
        """What a line would mean."""
        asked = self.question
        if line.startswith("/"):
            return Preview("other", [_command_help(line)])
        if asked is not None and self._is_answer(asked.key, line):
            return self._tiles_being_typed(asked, line) or Preview("other", [asked.hint])
        found = preview(self.session, line, self.selected)
        if asked is not None and found.refusal is not None:
            found = self._tiles_being_typed(asked, line) or found
        seat = self.session.number_and_seat(self.selected)[1]
        if seat is not None and seat == self.my_seat and line.strip() == "+" and found.said:
            found.said.append("you saw these cards: + and four letters, such as +WWBO")
        return found

    def _tiles_being_typed(self, asked: Question, line: str) -> Preview | None:
        """Not a turn that can't be read, but tiles that are not all there yet."""
        begun, p = questions.tile_begun(line), self.session.position
        if asked.key not in ("tiles", "new tiles") or begun is None or p is None:
            return None
        kinds = [kind for kind in tiles_left(p) if kind.startswith(begun[1].upper())]
        return Preview("other", [asked.hint], stem=begun[0], words=kinds)

    # ------------------------------------------------------------------ lines

    def enter(self, line: str) -> Reply:
        """Take a line. When this returns, what was accepted is on disk."""
        try:
            if line.startswith("/"):
                from .commands import obey

                return obey(self, line)
            asked = self.question
            if asked is not None and self._is_answer(asked.key, line):
                return self._answer(asked.key, line)
            return self._take(line)
        except Refused as refused:
            if refused.refusal.insistable and not line.startswith("/"):
                self.refused = (line, self.selected)
            return Reply(refusal=refused.refusal)

    def _is_answer(self, key: str, line: str) -> bool:
        """Notation is taken as such even while something is asked."""
        if not line.strip():
            return True
        if kind_of(line, not self.session.draft.turns) != "turn":
            return False
        if key == "new tiles":
            return questions.tiles_word(line) is not None
        if key == "players" or self.session.walk.start is None:
            return True
        return questions.tiles_word(line) is not None or not self._is_legal(line)

    def _is_legal(self, line: str) -> bool:
        return self.session.proposal(line).refusal is None

    def _answer(self, key: str, line: str) -> Reply:
        if not line.strip():
            if key == "new tiles":
                return self._leave_unseen()
            self._settled.add(key)
            return Reply()
        self.change(lambda: questions.answer(self.session, key, line, self.my_seat))
        if not questions.answered(self.session, key):
            self._settled.add(key)
        return Reply()

    def _leave_unseen(self) -> Reply:
        """Nobody saw the new tiles. In a chain `>` keeps the place of those that follow."""
        which = self.session.unseen_reveal()
        assert which is not None
        shown = [e for e in self.session.walk.turns[-1].events if e.type == "reveal"]
        if which + 1 < len(shown):
            self.change(lambda: self.session.set_tiles(">"))
        else:
            self._left_unseen.add((self.session.draft.turns[-1], which))
        return Reply(["the new tiles stay unseen"])

    def _take(self, line: str, *, insist: bool = False) -> Reply:
        place = self.selected
        kind = kind_of(line, not self.session.draft.turns)
        if kind == "nothing":
            return Reply()
        more = ""
        if self.clock is not None and place == BEHIND and kind == "turn":
            more = self.clock.comment(self.clock.taken())
        first = len(self.session.draft.turns) - self.session.walk.open
        self.change(lambda: self.session.enter(line, place, insist=insist, more=more))
        if self.clock is not None and kind == "turn" and not self.session.walk.open:
            self.clock.restart()
        if kind == "turn":
            self._settled.update(self._questions)  # who begins to play has done with the setup
        elif kind == "tag" and line.lstrip().startswith("[Seats "):
            self._settled.add("start")
        self.select(None)
        if place != BEHIND:
            return self.after_change()
        if kind != "turn":
            return Reply()
        said = ["written against the rules: the record is invalid from here on"] if insist else []
        todo = []
        for played in self.session.walk.turns[first:]:
            said += spoken(played)
            todo += announcements(played)
        may = may_go_on(self.session.walk.turns[-1]) if self.session.walk.turns else None
        return Reply([*said, may] if may else said, todo)

    def insist(self, line: str | None = None) -> Reply:
        """Take the last refused line, or this one, whatever the rules say."""
        if line is None:
            if self.refused is None:
                return Reply(refusal=Refusal("there is nothing that was refused"))
            line, self.selected = self.refused
        self.refused = None
        return self._take(line, insist=True)

    def misfits(self) -> list[str]:
        """A sentence for each turn that the rules do not allow where it stands."""
        return [
            f"turn {played.number} ({one_line(played.text)}) does not fit:"
            f" {played.illegal.message if played.illegal else ''}"
            for played in self.session.walk.misfits
        ]

    def after_change(self) -> Reply:
        """Which turns do not fit any more, after one was changed, put in or taken out."""
        if self.session.walk.start is None:
            return Reply()
        return Reply(self.misfits() or ["every turn fits"])

    # ------------------------------------------------------------------ choosing a turn

    def select(self, at: int | None, where: str = "instead") -> None:
        """Choose a turn to change, or to put one in before it; None goes back to the end."""
        if at is None or not self.session.draft.turns:
            self.selected = BEHIND
            return
        at = max(0, min(len(self.session.draft.turns) - 1, at))
        self.selected = Place("before" if where == "before" else "instead", at)

    @property
    def selected_line(self) -> str:
        """The chosen turn's words in one line, to start from; empty if none is to be changed."""
        if self.selected.where != "instead":
            return ""
        return one_line(self.session.draft.turns[self.selected.at])

    # ------------------------------------------------------------------ the file

    def change(self, do: Callable[[], None]) -> None:
        """Do something to the session and keep it; if it can't be kept, it was not done."""
        old = self.session.draft
        do()
        self.version += 1
        if self.session.draft == old:
            return
        try:
            self.keep()
        except Refused:
            self.session.take_back(old)
            raise

    def keep(self, *, anyway: bool = False) -> None:
        """Write the record to its file."""
        try:
            self.keeper.keep(self.session.draft.text, anyway=anyway)
        except ChangedByOthers as changed:
            raise Refused(Refusal(f"{changed}: nothing was written", help=CHANGED_HELP)) from None
        except CannotKeep as trouble:
            raise Refused(Refusal(str(trouble))) from None

    def reload(self) -> None:
        """Take the file as others left it."""
        content = self.keeper.take_theirs()
        try:
            draft, piece = draft_of(content, self.record, self.session.file)
        except CannotTakeUp as trouble:
            raise Refused(Refusal(str(trouble))) from None
        self.keeper.before, self.keeper.behind = piece.before, piece.behind
        self.session.replace(draft)
        self.version += 1
        self.select(None)

    def save_as(self, path: Path) -> None:
        """Go on in another file, which must not be there."""
        try:
            if kind(path) is not None:
                raise CannotKeep(f"{path} is there already: choose another name")
            other = Keeper(path)
        except (CannotKeep, CannotRead) as trouble:
            raise Refused(Refusal(str(trouble))) from None
        self.keeper.close()
        self.keeper = other
        self.record = self.records = 1
        self.keep()

    def close(self) -> None:
        self.keeper.close()


def _command_help(line: str) -> str:
    from .commands import one_line_help

    return one_line_help(line)
