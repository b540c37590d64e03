"""A typed line as turns at a place: what would come of it, and why it is refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..games.iquazu.position import Position
from ..notation.diagnostics import Diagnostic
from ..notation.record import Comment, Mark
from .draft import GAME_LINE, read_turns, with_words
from .typed import Refusal, by_rules, unreadable
from .walking import Played, play

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


def turns_in(text: str) -> tuple[str, ...] | Refusal:
    """A text cut into its turns, each with its head; or why it is none.

    >>> turns_in("R + G a4")
    ('R +', 'G a4')
    """
    record = read_turns(text)
    if not record.readable or not record.turns or record.setup is not None:
        return why_unreadable(record.diagnostics, text)
    if not all(_has_step(turn.items) for turn in record.turns):
        return Refusal("nothing is played yet: `+` draws, `a4` places")
    starts = [turn.head[0] - len(GAME_LINE) for turn in record.turns]
    return tuple(text[a:b].strip() for a, b in zip(starts, [*starts[1:], len(text)], strict=True))


def propose(texts: tuple[str, ...], before: Position | None, last: bool) -> Proposal:
    """Play turns from a position; `last` says that nothing follows them in the record."""
    if before is None:
        return Proposal(texts, (), None)  # not checked before the opening is known
    played: list[Played] = []
    for at, text in enumerate(texts):
        one = play(before, text, last=last and at == len(texts) - 1)
        played.append(one)
        if one.illegal is not None:
            return Proposal(texts, tuple(played), by_rules(one.illegal, _blamed(one)))
        before = one.after
    return Proposal(texts, tuple(played), None)


def why_unreadable(found: Sequence[Diagnostic], text: str) -> Refusal:
    """What the grammar has against a text; where it has nothing, it is no turn."""
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
AGAINST = re.compile(r" ?\{against the rules: [^}]*\}")


def insisted(text: str, refusal: Refusal) -> str:
    """A refused turn says of itself that it is one."""
    reason = str(refusal).replace("}", ")").replace("{", "(")
    return with_words(text, f"{{against the rules: {reason}}}")
