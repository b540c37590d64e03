"""The grammars, built: asking Lark, and what its answers are made of.

This is the only module that knows Lark. It is imported when a word was never seen before; the
quick way does without it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property, lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from lark import Lark, Token
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.lexer import ContextualLexer

from . import dialect as kinds
from .dialect import Dialect
from .record import Comment, Mark, Span, Tag, Turn, Variation

PACKAGE = "iquazu_notation.grammar"
COMMON = "common.lark"
STARTS = ("record", "setup", "turn", "word", "tag")

Parsed = tuple[list[Tag | Comment], Turn | None, list[Turn]]
"""A whole record: its head, its setup and its turns."""


class Refused(Exception):
    """The grammar does not accept a text; `at` is the offset of the first thing it stumbles over.

    `at_end` says that the text stopped too early: `at` is then its end.
    """

    def __init__(self, error: UnexpectedInput, text: str) -> None:
        self.at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        self.at = len(text) if self.at_end else (error.pos_in_stream or 0)
        self._error = error
        super().__init__(f"refused at {self.at}")

    @cached_property
    def expected(self) -> set[str]:
        """The terminals that could stand there; `$END` if the text could stop."""
        parser = getattr(self._error, "interactive_parser", None)
        return set() if parser is None else set(parser.accepts())


class Parser:
    """One grammar, ready to be asked."""

    def __init__(self, lark: Lark) -> None:
        self._lark = lark

    def ask(self, start: str, text: str) -> Any:
        """What the text means, read from a start symbol; raises `Refused`."""
        try:
            return self._lark.parse(text, start=start)
        except UnexpectedInput as error:
            raise Refused(error, text) from None


class _Lexer(ContextualLexer):
    """Lark's lexer without its search for colliding terminals.

    Where the package `interegular` happens to be installed, that search would cost 100 ms at every
    start. The tests do it once, in strict mode.
    """

    def __init__(self, conf: Any, states: Any, always_accept: Any = ()) -> None:
        conf.skip_validation = True
        super().__init__(conf, states, always_accept)


@lru_cache(maxsize=8)
def parser_for(dialect: Dialect) -> Parser:
    """The parser of a game, built once."""
    starts = [*STARTS, *dialect.parts]
    return Parser(_build(dialect.grammar, starts, callbacks(dialect)))


@lru_cache(maxsize=1)
def tag_parser() -> Parser:
    """A parser for tags alone: what can be read before the game is known."""
    return Parser(_build(COMMON, ["tag"], _common_callbacks()))


def _build(file: str, starts: list[str], made_by: dict[str, Callable[[Any], Any]]) -> Lark:
    return Lark.open_from_package(
        PACKAGE,
        file,
        parser="lalr",
        lexer="contextual",
        start=starts,
        transformer=SimpleNamespace(**made_by),
        maybe_placeholders=False,
        cache=_kept(file),
        _plugins={"ContextualLexer": _Lexer},
    )


def _kept(file: str) -> str | bool:
    """Where the tables of a built grammar are kept for the next start; False: nowhere.

    Lark sees itself whether they still belong to the grammar, and builds them again if not.
    """
    home = os.environ.get("XDG_CACHE_HOME", "")
    try:
        folder = (Path(home) if Path(home).is_absolute() else Path.home() / ".cache") / "iquazu"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return False
    return str(folder / f"{file}.tables") if os.access(folder, os.W_OK) else False


# While Lark works, an item is a pair of value and span; numbers and seats stay tokens, by which a
# turn knows its head.
Item = tuple[object, Span]


def callbacks(dialect: Dialect) -> dict[str, Callable[[Any], Any]]:
    """What is made of each terminal and rule, for the transformer embedded in the parser."""
    made_by = _common_callbacks()
    made_by.update((name, _item_maker(value)) for name, value in dialect.values.items())
    made_by.update(dict.fromkeys(dialect.parts, _only_value))
    return made_by


def _common_callbacks() -> dict[str, Callable[[Any], Any]]:
    return {
        "TAG": _tag,
        "COMMENT": _item_maker(braced_comment),
        "LINE_COMMENT": _item_maker(line_comment),
        "MARK": _item_maker(lambda text: Mark(str(text))),
        "tag": lambda children: children[0],
        "head": _head,
        "setup": _setup,
        "turn": _turn,
        "variation": _variation,
        "record": _record,
        "word_of_turn": lambda children: (kinds.STEP, children[0][0]),
        "word_of_setup": lambda children: (kinds.SETUP_WORD, children[0][0]),
        "word_of_both": lambda children: (kinds.EITHER, children[0][0]),
        "lone_mark": lambda children: (kinds.MARK, children[0][0]),
        "lone_number": lambda children: (kinds.NUMBER, int(children[0][:-1])),
        "lone_seat": lambda children: (kinds.SEAT, str(children[0])),
        "lone_zero": lambda _: (kinds.SETUP_NUMBER, 0),
    }


def braced_comment(text: str) -> Comment:
    r"""A comment in braces; line ends become LF.

    >>> braced_comment("{well\r\nplayed}")
    Comment(text='well\nplayed', to_line_end=False)
    """
    return Comment(text[1:-1].replace("\r\n", "\n").replace("\r", "\n"))


def line_comment(text: str) -> Comment:
    r"""A comment to the end of its line, which a CR belongs to.

    >>> line_comment("; well played\r")
    Comment(text=' well played', to_line_end=True)
    """
    # A CR inside the line may not become LF: what follows it would no longer be a comment.
    return Comment(text[1:].rstrip("\r").replace("\r", " "), to_line_end=True)


def _span(token: Token) -> Span:
    return token.start_pos or 0, token.end_pos or 0


def _item_maker(value: Callable[[str], object]) -> Callable[[Token], Item]:
    return lambda token: (value(token), (token.start_pos or 0, token.end_pos or 0))


def _only_value(children: list[Item]) -> object:
    return children[0][0]


def _tag(token: Token) -> Tag:
    name, _, rest = token[1:].partition(" ")
    value = rest[rest.index('"') + 1 : rest.rindex('"')]
    if "\\" in value:
        value = value.replace('\\"', '"').replace("\\\\", "\\")
    return Tag(name, value, _span(token))


def _head(children: list[Any]) -> list[Tag | Comment]:
    return [child if isinstance(child, Tag) else child[0] for child in children]


def _setup(children: list[Any]) -> Turn:
    if isinstance(children[0], Token):
        head, children = _span(children[0]), children[1:]
    else:
        head = (children[0][1][0],) * 2
    return Turn(0, None, [item[0] for item in children], [item[1] for item in children], head)


def _turn(children: list[Any]) -> Turn:
    first, second = children[0], children[1] if len(children) > 1 else None
    start, end = _span(first)
    if first.type != "NUMBER":
        number, seat, rest = None, str(first), 1
    elif isinstance(second, Token):
        number, seat, rest = int(first[:-1]), str(second), 2
        end = second.end_pos or 0
    else:
        number, seat, rest = int(first[:-1]), None, 1
    turn = Turn(number, seat, [], [], (start, end))
    items, spans = turn.items, turn.spans or []
    turn.spans = spans
    for child in children[rest:]:
        if isinstance(child, Variation):
            turn.tail.append(child)
        elif turn.tail:
            turn.tail.append(child[0])
        else:
            items.append(child[0])
            spans.append(child[1])
    return turn


def _variation(children: list[Any]) -> Variation:
    comments = [child[0] for child in children if isinstance(child, tuple)]
    turns = [child for child in children if isinstance(child, Turn)]
    return Variation(comments, turns, (_span(children[0])[0], _span(children[-1])[1]))


def _record(children: list[Any]) -> Parsed:
    head, *turns = children
    # The grammar lets a setup stand first only, and no turn is written `0.`.
    setup = turns.pop(0) if turns and turns[0].number == 0 else None
    return head, setup, turns
