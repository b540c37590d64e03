"""A game being written down: the record so far, and everything that can be done to it.

A session knows no screen and no file. It holds one `Draft`, walks it through the rules after every
change, and keeps all drafts before it, so that nothing done can't be undone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from ..games.iquazu import events
from ..games.iquazu.opening import TAG_ORDER
from ..games.iquazu.position import UNSEEN_TILES, Position, turn_order
from ..games.iquazu.steps import Deal, Reveal
from ..notation.record import Comment, Mark, Tag
from ..reading import read_text
from .draft import (
    GAME_LINE,
    Draft,
    body_of,
    has_tail,
    head_of,
    headed,
    read_turns,
    reheaded,
    with_tail,
    with_words,
)
from .typed import Refusal, Refused, by_rules, closed, kind_of, unreadable
from .walking import Played, play, walk

# Tags that the first questions ask for: without strips or seats nothing can be checked yet.
STILL_MISSING = ("IQ106", "IQ108")

Where = Literal["behind", "instead", "before"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line goes: behind all turns, instead of turn `at`, or before it."""

    where: Where = "behind"
    at: int = 0


BEHIND = Place()


@dataclass(frozen=True, slots=True)
class Proposal:
    """A line as turns, and what would come of them. Where it is refused, `refusal` says why."""

    texts: tuple[str, ...]
    played: tuple[Played, ...]
    refusal: Refusal | None


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
            return at + 1, self._seat_by_count(at)
        if self.position is not None:
            return self.position.turn, self.position.seat_letter
        return len(self.draft.turns) + 1, self._seat_by_count(len(self.draft.turns))

    def _seat_by_count(self, at: int) -> str | None:
        return self.seats[at % len(self.seats)] if self.seats else None

    def head(self, place: Place = BEHIND) -> str:
        """The head of a turn at this place, in the way the turns before it are written."""
        number, seat = self.number_and_seat(place)
        written = self.draft.turns[-1] if self.draft.turns else ""
        if place.where == "instead":
            written = self.draft.turns[place.at]
        numbered = head_of(written)[1] is not None
        return headed(number if numbered or seat is None else None, seat)

    # ------------------------------------------------------------------ proposals

    def proposal(self, line: str, place: Place = BEHIND) -> Proposal:
        """A line as turns at a place; nothing is changed."""
        line = closed(line.strip())
        if place.where == "behind" and self.walk.open:
            place = Place("instead", len(self.draft.turns) - 1)
            text = with_words(self.draft.turns[-1], line)
        else:
            text = line if head_of(line)[0] else f"{self.head(place)} {line}"
        record = read_turns(text)
        if not record.readable or not record.turns or record.setup is not None:
            return Proposal((text,), (), _why_unreadable(record.diagnostics, text))
        starts = [turn.head[0] - len(GAME_LINE) for turn in record.turns]
        texts = tuple(
            text[a:b].strip() for a, b in zip(starts, [*starts[1:], len(text)], strict=True)
        )
        if len(texts) > 1 and place.where != "behind":
            refusal = Refusal("these are several turns, and one is changed or put in at a time")
            return Proposal(texts, (), refusal)
        if not all(_has_step(turn.items) for turn in record.turns):
            return Proposal(texts, (), Refusal("nothing is played yet: `+` draws, `a4` places"))
        return self._played(texts, place)

    def _played(self, texts: tuple[str, ...], place: Place) -> Proposal:
        turns = self.walk.turns
        before = self.position if place.where == "behind" else None
        if place.where != "behind" and turns:
            before = turns[place.at].before
        if before is None:
            return Proposal(texts, (), None)  # not checked before the opening is known
        last_place = place.where == "behind" or (
            place.where == "instead" and place.at == len(turns) - 1
        )
        played: list[Played] = []
        for at, text in enumerate(texts):
            last = last_place and at == len(texts) - 1
            one = play(before, text, last=last)
            played.append(one)
            if one.illegal is not None:
                return Proposal(texts, tuple(played), by_rules(one.illegal, _blamed(one)))
            before = one.after
        return Proposal(texts, tuple(played), None)

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
        found = self.proposal(_AGAINST.sub("", line), place)
        refusal = found.refusal
        if refusal is not None and not (insist and refusal.insistable):
            raise Refused(refusal)
        texts = list(found.texts)
        if refusal is not None:
            at = len(found.played) - 1
            texts[at] = _insisted(texts[at], refusal)
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
        """Heads behind a turn that came or went. `old` is where these turns stood before.

        A turn belongs to whoever's turn it is, so all that follow move on by a seat; unless the
        first of them is written with the seat that is due, as after a turn that had been missed.
        """
        if self.walk.start is None:
            return self._counted(draft, start, old)
        if start >= len(draft.turns):
            return draft
        before = walk(
            replace(draft, turns=draft.turns[:start]), self.file, self.boards, self.walk
        ).position
        assert before is not None
        order, due, number = before.seats, before.seat, before.turn
        fits = head_of(draft.turns[start])[2] == order[due]
        turns = list(draft.turns)
        for step, was in enumerate(self.walk.turns[old:]):
            text = turns[start + step]
            _, written, seat = head_of(text)
            right = seat in (None, was.before.seat_letter)
            new_seat = (
                seat if fits or not right or seat is None else order[(due + step) % len(order)]
            )
            new_number = None if written is None else number + step
            if (new_number, new_seat) != (written, seat):
                turns[start + step] = reheaded(text, headed(new_number, new_seat))
        return replace(draft, turns=tuple(turns))

    def _counted(self, draft: Draft, start: int, old: int) -> Draft:
        """The same while nothing can be walked: by counting."""
        turns = list(draft.turns)
        for at in range(start, len(turns)):
            _, number, seat = head_of(turns[at])
            if seat == self._seat_by_count(old + at - start):
                head = headed(None if number is None else at + 1, self._seat_by_count(at))
                turns[at] = reheaded(turns[at], head)
        return replace(draft, turns=tuple(turns))

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
            raise Refused(_why_unreadable(record.diagnostics, text))
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
            draft = replace(draft, turns=_reordered(draft.turns, before, after))
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
        self._put_setup(line if line.startswith("0.") else _merged(self.draft.setup, line))

    def _put_setup(self, line: str) -> None:
        draft = self.draft.with_setup(line)
        record = next(read_text(draft.opening, self.file))
        if not record.readable or record.turns:
            raise Refused(_why_unreadable(record.diagnostics, line))
        if self.walk.start is not None:
            tried = walk(replace(draft, turns=()), self.file, self.boards)
            if tried.start is None:
                raise Refused(unreadable(tried.why[0]))
        self._set(draft)

    # ------------------------------------------------------------------ tiles

    def unseen_reveal(self, at: int | None = None) -> int | None:
        """Which reveal of a turn (the last one) has not been written: its place among them."""
        if not self.walk.turns:
            return None
        played = self.walk.turns[-1 if at is None else at]
        shown = [event for event in played.events if isinstance(event, events.Reveal)]
        written = sum(isinstance(item, Reveal) for item in played.turn.items)
        missing = [k for k, event in enumerate(shown) if k >= written]
        return missing[0] if missing and played.illegal is None else None

    def set_tiles(self, word: str, at: int | None = None) -> None:
        """The tiles turned up in a turn (the last one), put where its scoring stands."""
        at = len(self.walk.turns) - 1 if at is None else at
        which = self.unseen_reveal(at)
        if which is None:
            raise Refused(Refusal("no tiles were turned up in this turn that are not written"))
        played = self.walk.turns[at]
        refusal = None
        record = read_turns(f"{headed(None, played.seat)} {word}")
        if not record.readable:
            raise Refused(_why_unreadable(record.diagnostics, word))
        tiles = next(i for i in record.turns[0].items if isinstance(i, Reveal)).tiles
        for behind in range(len(played.turn.items) - 1, -1, -1):
            if isinstance(played.turn.items[behind], Comment | Mark):
                continue
            text = with_words(played.text, word, behind)
            tried = play(played.before, text, last=at == len(self.walk.turns) - 1)
            if tried.illegal is not None:
                refusal = refusal or by_rules(tried.illegal, word)
                continue
            shown = [event for event in tried.events if isinstance(event, events.Reveal)]
            if shown[which].tiles == (tiles or UNSEEN_TILES):
                self._set(self.draft.changed(at, text))
                return
        raise Refused(refusal or Refusal("these tiles find no place in the turn"))

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


# ---------------------------------------------------------------------- words


def _why_unreadable(found: Sequence[Any], text: str) -> Refusal:
    if not found:
        return Refusal("this is no turn: it begins with its step, `a4` or `+`")
    first = found[0]
    shown = text if "\n" not in text else text.splitlines()[max(0, first.line - 2)]
    return unreadable(first, shown[first.column - 1 : first.end_column - 1])


def _has_step(items: Sequence[object]) -> bool:
    return any(not isinstance(item, Comment | Mark) for item in items)


def _blamed(played: Played) -> str:
    """The word that the rules refuse; the whole turn if it is none of them."""
    spans = played.turn.spans
    if played.item is None or not spans:
        return played.text
    start, end = spans[played.item]
    return played.text[start - len(GAME_LINE) : end - len(GAME_LINE)]


# What a turn says that was insisted on; it goes when the turn is changed.
_AGAINST = re.compile(r" ?\{against the rules: [^}]*\}")


def _insisted(text: str, refusal: Refusal) -> str:
    """A refused turn says of itself that it is one."""
    reason = str(refusal).replace("}", ")").replace("{", "(")
    return with_words(text, f"{{against the rules: {reason}}}")


def _merged(setup: str, line: str) -> str:
    """Old words of a setup that the new ones leave standing, and the new ones."""
    new = next(read_text(GAME_LINE + line)).setup
    kinds = {_kind(item) for item in (new.items if new else [])}
    record = next(read_text(GAME_LINE + setup)).located
    kept = []
    if record.setup is not None:
        for item, (start, end) in zip(record.setup.items, record.setup.spans or [], strict=True):
            if isinstance(item, Comment) or _kind(item) not in kinds:
                kept.append(record.text[start:end])
    return " ".join([*kept, line])


def _kind(item: object) -> str:
    return item.seat if isinstance(item, Deal) else type(item).__name__


def _reordered(
    turns: tuple[str, ...], before: tuple[str, ...] | None, after: tuple[str, ...]
) -> tuple[str, ...]:
    """Turns under the heads of a new order, as far as they stood under those of the old one."""
    found = []
    for at, text in enumerate(turns):
        _, number, seat = head_of(text)
        old = before[at % len(before)] if before else None
        if seat != old or (seat is None and not body_of(text)):
            found.append(text)
            continue
        new = after[at % len(after)]
        # Without seats the number was all there was; with them it is not needed.
        found.append(reheaded(text, headed(number if before and number else None, new)))
    return tuple(found)
