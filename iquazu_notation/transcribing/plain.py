"""Transcribing line by line: for scripts, screen readers and terminals that can't do more.

With a person at the keyboard every line is answered by sentences. Read from a pipe, lines are taken
silently but for what is to be done on the table, and each refused one is told with its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from ..drawing.ledger import lines as ledger_lines
from ..drawing.moments import names
from ..drawing.safe_console import SafeConsole
from ..drawing.terminal import board
from .commands import help_lines
from .desk import Desk, Reply
from .draft import one_line
from .judging import judge
from .typed import Refusal, in_comment


class Plain:
    """A desk, and where its words go."""

    def __init__(self, desk: Desk, out: TextIO, err: TextIO, *, person: bool) -> None:
        self.desk = desk
        self.person = person
        self.out = SafeConsole(file=out, highlight=False, markup=False, emoji=False, soft_wrap=True)
        self.err = SafeConsole(file=err, highlight=False, markup=False, emoji=False, soft_wrap=True)
        self.refused = 0
        self._warned: str | None = None
        self._judged = -1

    def run(self, typed: Iterable[str]) -> int:
        """Take lines until there are no more; returns the exit code."""
        self.greet()
        for number, line in joined(typed, person=self.person):
            reply = self.enter(line)
            self.tell(reply, number)
            if reply.quit:
                break
            self.warn()
            self.ask()
        self.close()
        return 1 if self.refused else 0

    def greet(self) -> None:
        """Where we are, and what comes first."""
        desk = self.desk
        if desk.keeper.taken_by is not None:
            self.err.print(
                f"{desk.keeper.path.name} is being transcribed already"
                f" (process {desk.keeper.taken_by}): watch out for each other"
            )
        if self.person:
            turns = len(desk.session.draft.turns)
            where = f"record {desk.record}" if desk.records > 1 else "the game"
            there = f"{where} has {turns} turn{'s' * (turns != 1)}" if turns else "a new game"
            self.out.print(f"{desk.keeper.path.name}: {there}. /help lists the commands.")
            self.show_misfits()
        self.warn()
        self.ask()

    def show_misfits(self) -> None:
        for sentence in self.desk.misfits():
            self.out.print(sentence)

    def enter(self, line: str) -> Reply:
        """Take one line. An indented one from a pipe goes on with the turn before it."""
        going_on = not self.person and line[:1] in (" ", "\t") and line.strip()
        if going_on and self.desk.session.draft.turns and line.strip()[0] not in "({":
            return self.desk.enter(f"/more {line.strip()}")
        return self.desk.enter(line.strip())

    def tell(self, reply: Reply, number: int) -> None:
        """Say what came of a line."""
        if reply.refusal is not None:
            self.refuse(reply.refusal, number)
        if self.person or reply.show:
            for sentence in reply.said:
                self.out.print(sentence)
        if reply.todo:
            self.out.print("On the table: " + "; ".join(reply.todo))
        if reply.show == "board":
            self.show_board()
        elif reply.show == "ledger":
            self.show_ledger()
        elif reply.show == "help":
            self.out.print("\n".join(help_lines()))

    def refuse(self, refusal: Refusal, number: int) -> None:
        self.refused += not self.person
        place = "" if self.person else f"line {number}: "
        self.err.print(f"{place}{refusal}")
        if refusal.help:
            self.err.print(f"  help: {refusal.help}")
        if refusal.insistable and self.person:
            self.err.print("  /insist writes it nevertheless")

    def warn(self) -> None:
        """Say when the record has become impossible; once for each reason."""
        session = self.desk.session
        if self.desk.version == self._judged or session.position is None:
            return
        self._judged = self.desk.version
        warning = judge(session.draft.text, session.file, session.boards).warning
        if warning is not None and warning != self._warned:
            self.err.print(f"warning: {warning}")
        self._warned = warning

    def ask(self) -> None:
        """The prompt of a question; that of a turn stands before the line itself."""
        asked = self.desk.question
        if self.person and asked is not None:
            self.out.print(f"{asked.text.rstrip('?')}: {asked.hint}")

    def show_board(self) -> None:
        desk = self.desk
        turns = desk.session.walk.turns
        p = desk.session.position
        if desk.selected.where != "behind" and turns:
            p = turns[desk.selected.at].before
        if p is None:
            self.out.print("there is no board before strips and colours are known")
            return
        self.out.print(board(p, players=names(desk.session.walk.tags)))

    def show_ledger(self) -> None:
        walk = self.desk.session.walk
        if walk.start is None:
            self.out.print("\n".join(one_line(text) for text in walk.draft.turns))
            return
        for line in ledger_lines(walk.events, walk.start):
            points = " ".join(f"{seat}{line.points_text(seat)}" for seat in walk.start.seats)
            self.out.print(f"{line.turn}. {line.seat or ''} {line.played}  {points}")

    def close(self) -> None:
        self.desk.close()
        turns = len(self.desk.session.draft.turns)
        if turns or self.person:
            self.out.print(f"{self.desk.keeper.path.name}: {turns} turn{'s' * (turns != 1)}")


def joined(typed: Iterable[str], *, person: bool) -> Iterator[tuple[int, str]]:
    r"""Lines with their numbers; a comment from a pipe may go over several of them.

    >>> list(joined(["a4 {well", "played}", "+"], person=False))
    [(1, 'a4 {well\nplayed}'), (3, '+')]
    """
    begun, start = "", 0
    for number, line in enumerate(typed, 1):
        line = line.rstrip("\r\n")
        if begun:
            begun += "\n" + line
        else:
            begun, start = line, number
        if person or not in_comment(begun):
            yield start, begun
            begun = ""
    if begun:
        yield start, begun
