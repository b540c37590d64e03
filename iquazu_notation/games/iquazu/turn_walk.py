"""One turn of a record walked through the rules.

Steps are played; the words the rules derive are compared with those the recorder wrote, and put
where they belong in full form.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...notation.record import Comment, Mark, Turn
from ...notation.writer import Piece, WrittenTurn, comment_piece
from . import events
from .decoding import Decoder
from .derived import Derived, check_drop, check_scoring, check_totals, derived_words
from .illegal import Illegal
from .position import UNSEEN_TILES, Position
from .steps import (
    ROCKS,
    Discard,
    Draw,
    Drop,
    Place,
    Reveal,
    Scoring,
    Step,
    Totals,
    UseTile,
)

PLAYED = (Place, Draw, UseTile, Discard)


class Fault(Exception):
    """Where a line of turns stops being possible: the turn, the item (None: its head), and why.

    `index` is the turn's place in the line, `turn` its number in the game.
    """

    def __init__(self, index: int, turn: int, item: int | None, illegal: Illegal) -> None:
        super().__init__(illegal.message)
        self.index = index
        self.turn = turn
        self.item = item
        self.illegal = illegal


class TurnWalker:
    """One turn of a record."""

    def __init__(
        self,
        p: Position,
        turn: Turn,
        index: int,
        decoder: Decoder,
        log: list[events.Event],
    ) -> None:
        self.p = p
        self.decoder = decoder
        self.log = log
        self.items = turn.items
        self.index = index
        self.item = 0
        self.number = p.turn
        self.seat = p.seat_letter
        self.written = WrittenTurn(f"{p.turn}. {p.seat_letter}", p.seat_letter, [])
        # Derived words since the last action, tile or drop; `passed` of them are written already.
        self.group: list[Derived] = []
        self.passed = 0
        self.reveals_written = 0
        self.new_line = False  # what follows a scoring stands on a line of its own
        self.scored: Derived | None = None  # the last `#` the recorder wrote
        self.totals_at_end: list[tuple[int, Totals]] = []
        self.drop_piece: Piece | None = None
        self.comments: list[str] = []
        self.words: dict[int, tuple[int, int]] = {}
        self.pieces: dict[int, Piece] = {}
        self.final_totals: tuple[Totals, int, int] | None = None

    def play(self, last: bool, close: bool) -> None:
        """Walk the turn; raises `Fault`."""
        for at, item in enumerate(self.items):
            self.item = at
            try:
                self._item(item)
            except Illegal as illegal:
                raise Fault(self.index, self.number, self.item, illegal) from None
        p = self.p
        if not (last and (p.owed or p.joker or not close)):
            start = len(self.log)
            try:
                p.end_turn()
            except Illegal as illegal:
                raise Fault(self.index, self.number, None, illegal) from None
            self._read_log()
            self._derive(start)
        if p.over and self.totals_at_end:
            self._keep_open_total(self.totals_at_end[-1][1])
        self._flush()
        for at, written in self.totals_at_end:
            try:
                check_totals(written, p.totals())
            except Illegal as illegal:
                raise Fault(self.index, self.number, at, illegal) from None
            if p.over:
                self.final_totals = (written, self.index, at)
        if self.comments or self.written.marks:
            self._note()

    def _item(self, item: object) -> None:
        if isinstance(item, PLAYED):
            self._step(item)
        elif isinstance(item, Comment):
            self.written.pieces.append(comment_piece(item))
            self.comments.append(item.text)
        elif isinstance(item, Mark):
            self.written.marks.append(item.word)
        elif isinstance(item, Drop):
            self._drop(item)
        elif isinstance(item, Scoring):
            self._scoring(item)
        elif isinstance(item, Reveal):
            self._reveal()
        elif isinstance(item, Totals):
            self._totals(item)
        else:
            raise TypeError(item)

    # ------------------------------------------------------------------ steps

    def _apply(self, step: Step, start_of_reveals: int) -> int:
        """Apply a step; returns where its events begin in the log."""
        start = len(self.log)
        shown = self._shown(start_of_reveals)
        try:
            self.p.apply(step, shown.values())
        except Illegal as illegal:
            if illegal.reveal is not None:
                at = list(shown)[illegal.reveal]
                raise Fault(self.index, self.number, at, illegal) from None
            raise
        self._read_log()
        return start

    def _read_log(self) -> None:
        self.log += self.decoder.read(self.p)

    def _shown(self, start: int) -> dict[int, Sequence[str]]:
        """The tiles of the `>` words up to the next step, by their items."""
        found: dict[int, Sequence[str]] = {}
        for at, item in enumerate(self.items[start:], start):
            if isinstance(item, (*PLAYED, Drop)):
                break
            if isinstance(item, Reveal):
                found[at] = item.tiles if item.tiles is not None else UNSEEN_TILES
        return found

    def _step(self, step: Place | Draw | UseTile | Discard) -> None:
        self._flush()
        own_line, self.new_line = self.new_line, False
        if isinstance(step, UseTile) and self.drop_piece is not None:
            # Tiles after a scoring that the drop caused: the drop must be written before them.
            self.drop_piece.short = self.drop_piece.identity = "~"
        start = self._apply(step, self.item + 1)
        self._new_group()
        at = start
        while not isinstance(
            self.log[at], (events.Place, events.Draw, events.Tile, events.Discard)
        ):
            at += 1
        if isinstance(step, Discard):
            self._derive(start, at)  # a drop that was due fell before the discard
            self._flush()
            own_line = own_line or self.new_line
        self.words[at] = (self.index, self.item)
        self.pieces[at] = _step_piece(step, self.log[at], own_line)
        self.written.pieces.append(self.pieces[at])
        self._derive(at + 1)

    def _new_group(self) -> None:
        self.group = []
        self.passed = 0
        self.reveals_written = 0

    def _derive(self, start: int, end: int | None = None) -> None:
        """Queue the derived words of the events from `start` on."""
        happened = self.log[start:end]
        words = derived_words(happened)
        for event in happened:
            if isinstance(event, events.Discard):  # nothing was written where one is due
                cards = "-" + event.cards
                words.append(Derived(event, Piece(cards, None, cards), "-"))
        self.group += words
        for word in words:
            if word.kind in ">-":
                at = next(i for i in range(start, len(self.log)) if self.log[i] is word.event)
                self.pieces[at] = word.piece

    def _flush(self, up_to: Derived | None = None) -> None:
        """Write derived words that the recorder left out, up to the given one or all."""
        while self.passed < len(self.group):
            word = self.group[self.passed]
            self.passed += 1
            if word.piece.full is not None:
                self.written.pieces.append(word.piece)
            if word.kind == "~":
                self.drop_piece = word.piece
            if word.kind in "#>":
                self.new_line = True
            elif word.kind == "-":
                word.piece.own_line = self.new_line
            if word is up_to:
                return

    # ------------------------------------------------------------------ derived words, as written

    def _drop(self, written: Drop) -> None:
        self._flush()
        start = self._apply(Drop(), self.item + 1)
        self._new_group()
        self._derive(start)
        laid = next(word for word in self.group if word.kind == "~")
        assert isinstance(laid.event, events.Drop)
        check_drop(written, laid.event)
        self._flush(laid)

    def _implied_drop(self) -> bool:
        """A `#` or `>` that stands where no scoring is: the drop fell first, if it scores."""
        p = self.p
        if p.owed or p.joker or p.discarded or not p.drop_would_score:
            return False
        self._flush()
        start = self._apply(Drop(), self.item)
        self._new_group()
        self._derive(start)
        return True

    def _next(self, kind: str, rock: str | None = None) -> Derived | None:
        for word in self.group[self.passed :]:
            if word.kind == kind and (rock is None or word.event.rock == rock):  # type: ignore[attr-defined]
                return word
        return None

    def _scoring(self, written: Scoring) -> None:
        rock = ROCKS[written.rock]
        made = self._next("#", rock)
        if made is None and self._implied_drop():
            made = self._next("#", rock)
        if made is None:
            raise self._not_scored(written.rock)
        assert isinstance(made.event, events.Score | events.Final)
        check_scoring(written, made.event)
        self._flush(made)
        self.scored = made

    def _not_scored(self, rock: int) -> Illegal:
        p = self.p
        letter = ROCKS[rock]
        if any(word.kind == "#" and word.event.rock == letter for word in self.group):  # type: ignore[attr-defined]
            return _out_of_order()
        if rock < p.first or p.over:
            help_line = f"rock {letter} was scored before this"
        else:
            free = p.free[rock]
            help_line = f"{letter} has {free} free gap{'' if free == 1 else 's'}"
            if rock != p.first:
                help_line += f", and {ROCKS[p.first]} comes first"
        return Illegal("IQ401", f"rock {letter} is not scored here", help=help_line, ruling="I-12")

    def _reveal(self) -> None:
        # The first scoring since the last action, tile or drop that has no `>` yet: the tiles
        # themselves were handed to the rules in the same order.
        shown = [word for word in self.group if word.kind == ">"]
        if not shown and self._implied_drop():
            shown = [word for word in self.group if word.kind == ">"]
        if self.reveals_written >= len(shown):
            raise Illegal(
                "IQ408",
                "no tiles are turned up here: they follow a scoring, five after each",
                ruling="I-15",
            )
        word = shown[self.reveals_written]
        self.reveals_written += 1
        if word not in self.group[self.passed :]:
            raise _out_of_order()
        self._flush(word)

    def _totals(self, written: Totals) -> None:
        if self.scored is None:
            self.totals_at_end.append((self.item, written))
            return
        event = self.scored.event
        totals: events.Points = event.totals  # type: ignore[attr-defined]
        if isinstance(event, events.Final) and event.rock == ROCKS[-1]:
            totals = self.p.totals()
            self.final_totals = (written, self.index, self.item)
        check_totals(written, totals)
        if self.final_totals is not None:
            self._keep_open_total(written)
        if self.passed < len(self.group) and self.group[self.passed].kind == "=":
            self._flush(self.group[self.passed])

    def _keep_open_total(self, written: Totals) -> None:
        """A final total that unseen tiles leave open can't be derived: what is written stays."""
        points = dict(written.points)
        for word in self.group:
            if word.kind == "=" and word.piece.full is None and points.keys() == set(self.p.seats):
                total = "=" + ",".join(f"{seat}{points[seat]}" for seat in self.p.seats)
                word.piece.full = word.piece.short = word.piece.identity = total

    def _note(self) -> None:
        text = "\n".join(self.comments)
        self.log.append(
            events.Note(
                self.number, self.seat, text, tuple(self.written.marks), seconds_taken(text)
            )
        )


def _out_of_order() -> Illegal:
    return Illegal(
        "IQ407",
        "the words that are written keep the order of time",
        help="scoring, total and tiles of one rock come before those of the next; write `>` for"
        " tiles nobody saw",
    )


def _step_piece(step: Step, event: events.Event, own_line: bool) -> Piece:
    """How a played step is written."""
    if isinstance(event, events.Place):
        where = f"{event.rock}{event.gap}"
        full = f"{where}:{event.paid}"
        own = not event.joker and event.paid == event.colour * event.cost
        return Piece(full, where if own else full, where if own else full, own_line)
    if isinstance(event, events.Draw):
        full = "+" + (event.cards or "0")
        unseen = "+" if set(event.cards) == {"?"} else full
    elif isinstance(event, events.Tile):
        full = f"*{event.tile}"
        unseen = full
        if event.cards is not None:
            full += "+" + (event.cards or "0")
            unseen = unseen if set(event.cards) == {"?"} else full
    else:
        assert isinstance(event, events.Discard)
        full = "-" + event.cards
        return Piece(full, None if set(event.cards) == {"?"} else full, full, own_line)
    return Piece(full, unseen, full, own_line)


_EMT = re.compile(r"\[%emt ([0-9]{1,3}):([0-5]?[0-9]):([0-5]?[0-9](?:\.[0-9]{1,6})?)\]")


def seconds_taken(comment: str) -> float | None:
    """The time of a `[%emt h:mm:ss]` command, in seconds.

    >>> seconds_taken("slow [%emt 0:01:12]")
    72.0
    """
    match = _EMT.search(comment)
    if match is None:
        return None
    return int(match[1]) * 3600 + int(match[2]) * 60 + float(match[3])
