"""The moves of a record played through the rules of its game, word by word, as numbers.

Here a record is judged whose every word is as it should be, whatever its dress: full or short, with
comments or without, its cards in any order. Derived words are compared as text. For whatever is
unusual the answer is None: something unseen, a fault, a variation, a derived word put differently.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from ..notation.quick import COMMENTED, DERIVED, HEADS, MARKED, SHOWN, seat_code

Position = Any  # a game's own
KIND = 15  # of a step


class Rules(Protocol):
    """What the walker asks of a game's rules."""

    verbs: Sequence[Callable[..., Any]]
    """By the kind of a step, what does it; the answer is below 0 if it is refused."""
    end_turn: Callable[..., Any]
    """Ends the turn; below 0 if it can't end, above 0 if something unseen came about."""

    def owes(self, p: Position) -> bool:
        """Whether the turn is not done."""

    def expect(self, p: Position, words: Sequence[str]) -> bool:
        """Tell of what the words after a step show; False if that can't be."""

    def imply(self, p: Position) -> bool:
        """Do what must have been done if a derived word stands where none is due."""

    def derived(self, p: Position, since: int) -> list[str]:
        """The derived words of what was noted down from here on, in full form."""


def walk(
    rules: Rules, p: Position, words: Sequence[str], codes: Sequence[int], start: int
) -> tuple[int, bool] | None:
    """Play a record's turns, which begin with the word `start`.

    Returns the number of turns, and whether there are comments or marks.
    """
    verbs, end_turn = rules.verbs, rules.end_turn
    seats = [seat_code(letter) for letter in p.seats]
    log = p.log
    first = p.turn
    number = HEADS - 2 * first
    notes = False
    since = 0  # where in the log the derived words begin that may be written here
    derived: list[str] | None = None  # those of them that are not passed yet; None: not made yet
    nothing: list[str] = []
    end = len(codes)
    codes = [*codes, HEADS]  # no word: then the last one need not be looked for all the time
    at = head = start
    while at < end:
        head = at
        code = codes[at]
        at += 1
        if code == number:
            # A number is followed by its seat or by a step.
            code = codes[at]
            if code == seats[p.seat]:
                at += 1
            elif code < 0:
                return None
        elif code != seats[p.seat]:
            return None
        number -= 2
        derived = nothing
        code = codes[at]
        while code > HEADS:
            at += 1
            if code >= 0:
                code, step = codes[at], code
                if HEADS < code < 0:  # words follow that may be derived from this step
                    if not _look_ahead(rules, p, words, codes, at):
                        return None
                    since = len(log)
                    derived = None
                else:
                    derived = nothing
                if verbs[step & KIND](p, step) < 0:
                    return None
                continue
            if code == DERIVED or code == SHOWN:  # noqa: SIM109 - quicker
                word = words[at - 1]
                if derived is None:
                    derived = rules.derived(p, since)
                    if not derived:
                        if not _look_ahead(rules, p, words, codes, at - 1) or not rules.imply(p):
                            return None
                        derived = rules.derived(p, since)
                if not derived:
                    return None
                if derived[0] == word:
                    del derived[0]
                elif word in derived and word[0] != "=":
                    del derived[: derived.index(word) + 1]
                else:
                    # Without its scoring, a total among several is for the whole way to understand.
                    return None
            elif code == COMMENTED or code == MARKED:  # noqa: SIM109
                notes = True
            else:
                return None
            code = codes[at]
        if (at < end or not rules.owes(p)) and end_turn(p):
            return None
    if head < end and max(codes[head:end]) < 0:
        return None  # the last turn has no step: the rules know nothing of it
    turns = (HEADS - number) // 2 - first
    # A turn after the end of the game would be one that the rules did not count.
    if p.over and turns != p.turn - first + 1:
        return None
    return turns, notes


def _look_ahead(
    rules: Rules, p: Position, words: Sequence[str], codes: Sequence[int], at: int
) -> bool:
    """Tell the rules what is shown before the next step or turn."""
    shown = []
    while at < len(codes) and HEADS < codes[at] < 0:
        if codes[at] == SHOWN:
            shown.append(words[at])
        at += 1
    return not shown or rules.expect(p, shown)
