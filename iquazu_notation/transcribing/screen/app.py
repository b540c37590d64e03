"""The full screen: the board on one side, the ledger on the other, one input line below."""

from __future__ import annotations

import gc
import os
import signal
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input, Static

from ..desk import CHANGED_HELP, Desk, Reply
from ..judging import Judge, Judgement
from ..keeping import CannotKeep, ChangedByOthers
from ..proposing import BEHIND
from ..typed import Refusal
from . import texts
from .help import HelpScreen
from .line import LineInput
from .views import BoardView, LedgerView, SeatsView, View

UNHURRIED = 0.15  # seconds that the judge waits, for the screen comes first


class TranscribeApp(App[None]):
    """A desk on the screen."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+z", "undo", priority=True),
        Binding("ctrl+y", "redo", priority=True),
        Binding("f1", "help", priority=True),
        Binding("f2", "view", priority=True),
        Binding("f4", "insist", priority=True),
        Binding("f6", "insert", priority=True),
        Binding("f8", "delete", priority=True),
        Binding("up", "earlier", priority=True),
        Binding("down", "later", priority=True),
        Binding("pageup", "earlier(10)", priority=True),
        Binding("pagedown", "later(10)", priority=True),
        Binding("escape", "to_end"),
    ]

    class Judged(Message):
        """The judge, who sits in another thread, has an answer."""

        def __init__(self, version: int, judgement: Judgement) -> None:
            super().__init__()
            self.version = version
            self.judgement = judgement

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.theme = "ansi-dark"  # the terminal's own ground
        self.desk = desk
        self.told = Reply()
        self.warning = ""
        self.ledger_alone = False
        self._judge: Judge | None = None
        self._asked = -1
        self._sizes: dict[str, tuple[int, int]] = {}
        self._from = ""  # the chosen turn as it came into the line

    def sit_down(self) -> None:
        """Run until the person stops. A mistake of ours is raised, not painted on the screen."""
        self.run()
        if self._exception is not None:
            raise self._exception

    def _print_error_renderables(self) -> None:
        self._exit_renderables.clear()

    # ------------------------------------------------------------------ layout

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with Horizontal(id="table"):
            with Vertical(id="left"):
                yield BoardView(self.desk, id="board")
                yield SeatsView(self.desk, id="below")
            with Vertical(id="side"):
                yield SeatsView(self.desk, id="beside")
                yield LedgerView(self.desk, id="ledger")
        yield Static(id="told", markup=False)
        yield Static(id="meaning", markup=False)
        with Horizontal(id="entry"):
            yield Static(id="prompt", markup=False)
            yield LineInput(self.desk)
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        session = self.desk.session
        self._judge = Judge(
            lambda version, found: void(self.post_message(self.Judged(version, found))),
            session.file,
            session.boards,
        )
        if self.desk.keeper.taken_by is not None:
            self.told = Reply(
                [
                    f"{self.desk.keeper.path.name} is being transcribed already (process"
                    f" {self.desk.keeper.taken_by}): watch out for each other"
                ]
            )
        else:
            self.told = Reply(self.desk.misfits())
        self.line.focus()
        self.set_interval(2, self._notice)
        self.show()
        # What is loaded now stays: looking through it for garbage again and again makes a pause
        # that can be felt at a key.
        gc.collect()
        gc.freeze()

    def _notice(self) -> None:
        """Somebody else's change is told at once, not at the next turn."""
        if not self.is_headless and not os.isatty(0):
            # The terminal is gone, and nobody told us: the end that it would have brought.
            os.kill(os.getpid(), signal.SIGTERM)
        try:
            self.desk.keeper.look()
        except (ChangedByOthers, CannotKeep) as changed:
            refusal = Refusal(str(changed), help=CHANGED_HELP)
            if self.told.refusal != refusal:
                self.told = Reply(refusal=refusal)
                self.show()

    def on_unmount(self) -> None:
        gc.unfreeze()
        if self._judge is not None:
            self._judge.stop()
        self.desk.close()

    def on_resize(self) -> None:
        self.set_class(self.size.width >= 110, "wide")
        self.set_class(self.size.height >= 34, "tall")
        self.show()

    @property
    def table(self) -> Screen[object]:
        """The screen with the board, whatever lies above it."""
        return self.screen_stack[0]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While the help is open, the keys of the table are the help's."""
        return self.screen is self.table or action in ("quit", "help_quit")

    @property
    def line(self) -> LineInput:
        return self.table.query_one(LineInput)

    # ------------------------------------------------------------------ what is seen

    def show(self) -> None:
        """Draw everything anew."""
        self.set_class(self.ledger_alone, "ledger")
        self.table.query_one("#title", Static).update(
            texts.title(self.desk, self.size.width), layout=False
        )
        self._say("told", texts.told(self.desk, self.told, self.warning))
        for view in self.table.query(View):
            view.show()
        self._say("prompt", texts.prompt(self.desk))
        self.look()
        if self._judge is not None and self.desk.version != self._asked:
            self._asked = self.desk.version
            self.set_timer(UNHURRIED, self._ask_judge)

    def _say(self, id: str, text: Text) -> None:
        """Something in a place as large as it: only another size lays the screen out anew."""
        place = self.table.query_one(f"#{id}", Static)
        lines = max(2, len(text.wrap(self.console, self.size.width or 80)))
        size = (text.cell_len if id == "prompt" else 0, lines)
        changed, self._sizes[id] = self._sizes.get(id) != size, size
        if id == "told":  # it lies over the last lines of the ledger
            self.table.query_one(LedgerView).covered = min(lines, 9) - 2
        place.update(text, layout=changed)

    def _ask_judge(self) -> None:
        if self._judge is not None and self._asked == self.desk.version:
            self._judge.ask(self._asked, self.desk.session.draft.text)

    def look(self) -> None:
        """What the line means now."""
        line = self.line
        looked = self.desk.preview(line.value)
        meaning = texts.meaning(looked, line.value, line.going_round)
        self.table.query_one("#meaning", Static).update(meaning, layout=False)
        self.table.query_one("#keys", Static).update(texts.keys(self.desk), layout=False)

    # ------------------------------------------------------------------ lines

    @on(Input.Changed, "#line")
    def _typed(self) -> None:
        if self.desk.refused is not None and self.line.value != self.desk.refused[0]:
            self.desk.refused = None
        self.look()

    @on(Input.Submitted, "#line")
    def _entered(self, event: Input.Submitted) -> None:
        if self.desk.selected.where == "instead" and event.value == self._from:
            self.action_to_end()
            return
        self.after(self.desk.enter(event.value))

    def after(self, reply: Reply) -> None:
        """Show what came of a line."""
        if reply.quit:
            self.exit()
            return
        self.told = reply
        if reply.ok:
            self.line.put(self.desk.selected_line)
            self._from = self.line.value
        if reply.show == "help":
            self.push_screen(HelpScreen())
        elif reply.show:
            self.ledger_alone = reply.show == "ledger"
        self.show()

    @on(BoardView.Clicked)
    def _gap(self, event: BoardView.Clicked) -> None:
        before = self.line.value
        self.line.put(before + (" " if before and not before.endswith(" ") else "") + event.word)
        self.line.focus()

    @on(LedgerView.Clicked)
    def _turn(self, event: LedgerView.Clicked) -> None:
        self.choose(event.at)

    @on(Judged)
    def _judged(self, event: Judged) -> None:
        if event.version != self.desk.version or not self.table.query(SeatsView):
            return  # the game has gone on meanwhile, or is being left
        warning = event.judgement.warning or ""
        certain = event.judgement.certain
        seats = self.table.query_one("#beside", SeatsView)
        if certain != seats.certain:
            for view in self.table.query(SeatsView):
                view.certain = certain
                view.show()
        if warning != self.warning:
            self.warning = warning
            self.show()

    # ------------------------------------------------------------------ keys

    def choose(self, at: int | None) -> None:
        """Go to a turn: its words come into the line."""
        self.desk.select(at)
        self.desk.refused = None
        self.line.put(self.desk.selected_line)
        self._from = self.line.value
        self.told = Reply()
        self.line.focus()
        self.show()

    def action_earlier(self, by: int = 1) -> None:
        turns = len(self.desk.session.draft.turns)
        now = turns if self.desk.selected == BEHIND else self.desk.selected.at
        if turns:
            self.choose(now - by)

    def action_later(self, by: int = 1) -> None:
        turns = len(self.desk.session.draft.turns)
        if self.desk.selected != BEHIND:
            at = self.desk.selected.at + by
            self.choose(at if at < turns else None)

    def action_to_end(self) -> None:
        """To the end; there, an empty line."""
        self.choose(None)

    def action_undo(self) -> None:
        self.after(self.desk.enter("/undo"))

    def action_redo(self) -> None:
        self.after(self.desk.enter("/redo"))

    def action_insist(self) -> None:
        if self.desk.refused is not None:
            self.after(self.desk.enter("/insist"))

    def action_insert(self) -> None:
        self.after(self.desk.enter("/insert"))

    def action_delete(self) -> None:
        if self.desk.selected.where == "instead":
            self.after(self.desk.enter("/delete"))
        else:
            self.after(Reply(refusal=Refusal("choose a turn first: ↑ goes to the last one")))

    def action_view(self) -> None:
        self.ledger_alone = not self.ledger_alone
        self.show()

    def action_help(self) -> None:
        self.push_screen(HelpScreen())


def void(_: object) -> None:
    """For callbacks whose answer nobody needs."""
