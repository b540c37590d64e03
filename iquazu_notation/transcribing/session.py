"""A game being written down: the record so far, and everything that can be done to it.

A session knows no screen and no file. It holds one `Draft`, walks it through the rules after every
change, and keeps all drafts before it, so that nothing done can't be undone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..games.iquazu.opening import TAG_ORDER
from ..games.iquazu.position import Position, turn_order
from ..notation.record import Tag
from ..reading import read_text
from .draft import (
    GAME_LINE,
    Draft,
    has_tail,
    head_of,
    headed,
    merged_setup,
    read_turns,
    with_tail,
    with_words,
)
from .heads import by_count, counted, reordered, reseated
from .proposing import AGAINST, BEHIND, Place, Proposal, insisted, propose, turns_in, why_unreadable
from .revealing import unwritten_reveal, with_tiles
from .typed import Refusal, Refused, closed, kind_of, unreadable
from .walking import walk

# Tags that the first questions ask for: without strips or seats nothing can be checked yet.
STILL_MISSING = ("IQ106", "IQ108")


class Session:
    """The record so far.

    >>> session = Session(Draft().with_tag("Strips", "3 1 5 2 4").with_tag("Seats", "R G"))
    >>> session.enter("+")
    >>> session.enter("a4")
    >>> session.undo()
    >>> [played.text for played in session.walk.turns]
    ['R +\\n']
    """

    def __init__(
        self, draft: Draft, file: str = "-", boards: Mapping[str, Any] | None = None
    ) -> None:
        self.file = file
        self.boards = boards
        self.walk = walk(draft, file, boards)
        self._done: list[Draft] = [draft]
        self._at = 0

    # ------------------------------------------------------------------ what is there

    @property
    def draft(self) -> Draft:
        return self.walk.draft

    @property
    def position(self) -> Position | None:
        return self.walk.position

    @property
    def seats(self) -> tuple[str, ...] | None:
        """Turn order, as soon as it is known."""
        return turn_order(self.walk.tags.get("Seats", ""))

    @property
    def over(self) -> bool:
        return self.position is not None and self.position.over

    def number_and_seat(self, place: Place = BEHIND) -> tuple[int, str | None]:
        """The turn that a line at this place would be."""
        turns = self.walk.turns
        if place.where != "behind" or self.walk.open:
            at = place.at if place.where != "behind" else len(turns) - 1
            if turns:
                return turns[at].number, turns[at].before.seat_letter
            return at + 1, by_count(self.seats, at)
        if self.position is not None:
            return self.position.turn, self.position.seat_letter
        return len(self.draft.turns) + 1, by_count(self.seats, len(self.draft.turns))

    def head(self, place: Place = BEHIND) -> str:
        """The head of a turn at this place, in the way the turns before it are written."""
        number, seat = self.number_and_seat(place)
        written = self.draft.turns[-1] if self.draft.turns else ""
        if place.where == "instead":
            written = self.draft.turns[place.at]
        numbered = head_of(written)[1] is not None
        return headed(number if numbered or seat is None else None, seat)

    def proposal(self, line: str, place: Place = BEHIND) -> Proposal:
        """A line as turns at a place; nothing is changed."""
        line = closed(line.strip())
        turns = self.walk.turns
        before = self.position
        if place.where == "behind" and self.walk.open:
            place = Place("instead", len(turns) - 1)
            text = with_words(turns[-1].text, line)
        else:
            text = line if head_of(line)[0] else f"{self.head(place)} {line}"
        if place.where != "behind":
            before = turns[place.at].before if turns else None
        texts = turns_in(text)
        if isinstance(texts, Refusal):
            return Proposal((text,), (), texts)
        if len(texts) > 1 and place.where != "behind":
            refusal = Refusal("these are several turns, and one is changed or put in at a time")
            return Proposal(texts, (), refusal)
        at_end = place.where == "behind" or place == Place("instead", len(turns) - 1)
        return propose(texts, before, at_end)

    # ------------------------------------------------------------------ changes

    def enter(
        self, line: str, place: Place = BEHIND, *, insist: bool = False, more: str = ""
    ) -> None:
        """Take a line: turns, a remark on the last turn, a variation, the setup, or a tag.

        `more` are words put behind a turn, the time it took. Raises `Refused`.
        """
        kind = kind_of(line, not self.draft.turns)
        if kind == "tag":
            self._enter_tag(line.strip())
        elif kind == "setup":
            self.set_setup(line)
        elif kind == "remark" and place == BEHIND and not self.walk.open:
            self._remark(closed(line.strip()))
        elif kind == "variation":
            self._variation(line.strip(), place)
        elif kind != "nothing":
            self._enter_turns(line, place, insist, more)

    def _enter_turns(self, line: str, place: Place, insist: bool, more: str) -> None:
        found = self.proposal(AGAINST.sub("", line), place)
        refusal = found.refusal
        if refusal is not None and not (insist and refusal.insistable):
            raise Refused(refusal)
        texts = list(found.texts)
        if refusal is not None:
            at = len(found.played) - 1
            texts[at] = insisted(texts[at], refusal)
        elif more and not (found.played and found.played[-1].open):
            texts[-1] = with_words(texts[-1], more)
        draft = self.draft
        if place.where == "behind" and self.walk.open:
            place = Place("instead", len(draft.turns) - 1)
        if place.where == "behind":
            for text in texts:
                draft = draft.with_turn(text)
        elif place.where == "instead":
            draft = draft.changed(place.at, texts[0])
        else:
            draft = self._reseated(draft.with_turn(texts[0], place.at), place.at + 1, place.at)
        self._set(draft)

    def delete(self, at: int) -> None:
        """Take a turn out; later turns move up to the seats before them."""
        self._set(self._reseated(self.draft.without(at), at, at + 1))

    def _reseated(self, draft: Draft, start: int, old: int) -> Draft:
        """Heads behind a turn that came or went; `old` is where these turns stood before."""
        if self.walk.start is None:
            return counted(draft, start, old, self.seats)
        if start >= len(draft.turns):
            return draft
        shorter = replace(draft, turns=draft.turns[:start])
        before = walk(shorter, self.file, self.boards, self.walk).position
        assert before is not None
        return reseated(draft, start, before, self.walk.turns[old:])

    def more(self, words: str) -> None:
        """Words behind the last turn: a tile handed in after the scoring, for example."""
        if not self.draft.turns:
            raise Refused(Refusal("there is no turn yet that could go on"))
        at = len(self.draft.turns) - 1
        self._enter_turns(
            with_words(self.draft.turns[at], closed(words)), Place("instead", at), False, ""
        )

    def _remark(self, line: str) -> None:
        """Comments and marks: to the last turn, or before the first one to the record."""
        draft = self.draft
        if not draft.turns:
            if draft.setup:
                self._put_setup(f"{draft.setup.rstrip()} {line}")
                return
            record = next(read_text(GAME_LINE + line))
            if not record.readable or record.turns:
                raise Refused(Refusal("a mark belongs to a turn, and there is none yet"))
            self._set(draft.with_comment(line))
            return
        last = draft.turns[-1]
        text = with_tail(last, line) if has_tail(last) else with_words(last, line)
        self._change_text(len(draft.turns) - 1, text)

    def _variation(self, line: str, place: Place) -> None:
        at = place.at if place.where == "instead" else len(self.draft.turns) - 1
        if at < 0:
            raise Refused(Refusal("a variation stands behind the turn it replaces"))
        self._change_text(at, with_tail(self.draft.turns[at], line))

    def _change_text(self, at: int, text: str) -> None:
        record = read_turns(text)
        if not record.readable or len(record.turns) != 1:
            raise Refused(why_unreadable(record.diagnostics, text))
        self._set(self.draft.changed(at, text))

    # ------------------------------------------------------------------ tags and setup

    def _enter_tag(self, line: str) -> None:
        tags = [t for t in next(read_text(GAME_LINE + line)).head if isinstance(t, Tag)]
        if len(tags) < 2 and not line.startswith("[Game "):
            raise Refused(Refusal('a tag looks like this: [Site "Club night"]'))
        if len(tags) == 2:
            self.set_tags({tags[1].name: tags[1].value})

    def set_tags(self, tags: Mapping[str, str | None]) -> None:
        """Set tags, or take them out (None). A new turn order moves every turn to its seat."""
        draft = self.draft
        before = self.seats
        for name, value in tags.items():
            draft = draft.with_tag(name, value, TAG_ORDER)
        after = turn_order(tags.get("Seats") or "") if "Seats" in tags else before
        if after != before and after is not None:
            draft = replace(draft, turns=reordered(draft.turns, before, after))
        tried = walk(replace(draft, turns=()), self.file, self.boards)
        wrong = [d for d in tried.why if d.code not in STILL_MISSING]
        if wrong and wrong[0].message not in [d.message for d in self.walk.why]:
            raise Refused(unreadable(wrong[0]))
        self._set(draft)

    def set_setup(self, line: str) -> None:
        """Deals and the first tiles; what was there of the same kind is replaced.

        A line that begins with `0.` is the whole setup.
        """
        line = closed(line.strip())
        self._put_setup(line if line.startswith("0.") else merged_setup(self.draft.setup, line))

    def _put_setup(self, line: str) -> None:
        draft = self.draft.with_setup(line)
        record = next(read_text(draft.opening, self.file))
        if not record.readable or record.turns:
            raise Refused(why_unreadable(record.diagnostics, line))
        if self.walk.start is not None:
            tried = walk(replace(draft, turns=()), self.file, self.boards)
            if tried.start is None:
                raise Refused(unreadable(tried.why[0]))
        self._set(draft)

    # ------------------------------------------------------------------ tiles

    def unseen_reveal(self, at: int = -1) -> int | None:
        """Which reveal of a turn (the last one) has not been written: its place among them."""
        return unwritten_reveal(self.walk.turns[at]) if self.walk.turns else None

    def set_tiles(self, word: str, at: int | None = None) -> None:
        """The tiles turned up in a turn (the last one), put where its scoring stands."""
        last = len(self.walk.turns) - 1
        at = last if at is None else at
        if at < 0:
            raise Refused(Refusal("no turn is written yet"))
        self._set(self.draft.changed(at, with_tiles(self.walk.turns[at], word, at == last)))

    # ------------------------------------------------------------------ undo

    def _set(self, draft: Draft) -> None:
        if draft == self.draft:
            return
        self.walk = walk(draft, self.file, self.boards, self.walk)
        del self._done[self._at + 1 :]
        self._done.append(draft)
        self._at += 1

    def replace(self, draft: Draft) -> None:
        """Another text for the whole record, as found in the file."""
        self._set(draft)

    def take_back(self, draft: Draft) -> None:
        """A change that could not be kept was never made."""
        self.walk = walk(draft, self.file, self.boards, self.walk)
        if self._done[self._at] != draft:
            near = [at for at in (self._at - 1, self._at + 1) if 0 <= at < len(self._done)]
            self._at = next(at for at in near if self._done[at] == draft)

    def undo(self) -> None:
        self._go(-1, "nothing was done in this sitting that could be undone")

    def redo(self) -> None:
        self._go(1, "there is nothing to redo")

    def _go(self, step: int, nothing: str) -> None:
        if not 0 <= self._at + step < len(self._done):
            raise Refused(Refusal(nothing))
        self._at += step
        self.walk = walk(self._done[self._at], self.file, self.boards, self.walk)
