"""A typed line: what kind of line it is, and why it is refused."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from ..games.iquazu.illegal import Illegal
from ..notation.diagnostics import Diagnostic

Kind = Literal["nothing", "tag", "setup", "remark", "variation", "turn"]

_COMMENTS = re.compile(r"\{[^}]*\}|;[^\n]*")
_MARK = re.compile(r"[!?]{1,2}|\$[0-9]{1,3}")
_SETUP = re.compile(r"0\.(?:\s|$)|>|[RGYP]\+\S")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a line is not taken. Only what the rules refuse can be insisted on."""

    message: str
    code: str = ""
    help: str | None = None
    ruling: str | None = None
    word: str = ""
    insistable: bool = False

    def __str__(self) -> str:
        start = f"{self.code}: " if self.code else ""
        return f"{start}{self.message}" + (f" ({self.ruling})" if self.ruling else "")


class Refused(Exception):
    """A line that is not taken; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


def kind_of(line: str, before_first_turn: bool) -> Kind:
    """What a line is, before anything in it is read.

    >>> kind_of("a4:BB", False), kind_of("{well played} !", False), kind_of(">J,D,D,C2,D", True)
    ('turn', 'remark', 'setup')
    """
    line = line.strip()
    if not line:
        return "nothing"
    if line.startswith("["):
        return "tag"
    if line.startswith("("):
        return "variation"
    rest = _COMMENTS.sub(" ", closed(line)).split()
    if all(map(_MARK.fullmatch, rest)):
        return "remark"
    if re.match(r"0\.(?:\s|$)", line) or (before_first_turn and _SETUP.match(line)):
        return "setup"
    return "turn"


def closed(line: str) -> str:
    """The line with its comment closed: `{` opens one, and Enter may end it.

    >>> closed("a4 {well played")
    'a4 {well played}'
    """
    return line + "}" if in_comment(line) else line


def in_comment(text: str) -> bool:
    """Whether the end of a text lies inside a comment in braces.

    >>> in_comment("a4 {well"), in_comment("a4 {well} ; so {what")
    (True, False)
    """
    at = 0
    while at < len(text):
        if text[at] == "{":
            end = text.find("}", at)
            if end < 0:
                return True
            at = end
        elif text[at] == ";":
            end = text.find("\n", at)
            if end < 0:
                return False
            at = end
        at += 1
    return False


def by_rules(illegal: Illegal, word: str = "") -> Refusal:
    """A refusal by the rules of the game."""
    return Refusal(illegal.message, illegal.code, illegal.help, illegal.ruling, word, True)


def unreadable(found: Diagnostic, word: str = "") -> Refusal:
    """A refusal by the grammar: what can't be read can't stand in a record."""
    return Refusal(found.message, found.code, found.help, found.ruling, word)
