"""The head of a record read tag by tag, when the record as a whole can't be read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from .parsers import Parser, Refused, braced_comment, line_comment
from .record import Comment, Record, Tag
from .slips import fold, mended_tag, odd_character

# After so many diagnostics the text is something else than a record.
MOST_DIAGNOSTICS = 200

BLANKS = re.compile(r"[ \t\r\n]*")
_WORD_ENDS = " \t\r\n(){};"
# Where a tag ends, so far as it is one; the grammar is then asked about it.
_TAG_LIKE = re.compile(r'\[[^"\]\n]*(?:"[^"\\\n]*(?:\\.[^"\\\n]*)*"[^"\]\n]*)*\]')
_TAG_FOLLOWS = re.compile(r"\n[ \t\r\n]*\[[A-Za-z]")


def read_head(record: Record, parser: Parser, is_move: Callable[[str], bool]) -> int:
    """Read tags and comments one by one, a diagnostic for each that is bad.

    `is_move` tells whether a word can be the first of the moves. Returns where the moves begin.
    """
    text = record.text
    at = 0
    while (at := _skip_blanks(text, at)) < len(text) and not _too_many(record):
        line_end = text.find("\n", at)
        line_end = len(text) if line_end < 0 else line_end
        if text[at] == "{":
            end = text.find("}", at) + 1
            if not end:
                unclosed_comment(record, at, None)
                return len(text)
            record.head.append(braced_comment(text[at:end]))
        elif text[at] == ";":
            end = line_end
            record.head.append(line_comment(text[at:end]))
        elif fold(text[at]) == "[":
            end = _read_tag(record, parser, at, line_end)
        elif _is_broken_tag(text, at, line_end, is_move):
            _bad_tag(record, parser, at, line_end)
            end = line_end
        else:
            break
        at = end
    return at


def _is_broken_tag(text: str, at: int, line_end: int, is_move: Callable[[str], bool]) -> bool:
    """Whether a line was meant to be a tag, though it does not begin like one."""
    line = text[at:line_end]
    if '"' in line and ("[" in line or "]" in line):
        return True
    first_word = re.split(r"[ \t\r(){};]", line, maxsplit=1)[0]
    return _TAG_FOLLOWS.match(text, line_end) is not None and not is_move(first_word)


def unclosed_comment(record: Record, at: int, turn: int | None) -> None:
    """Say that a comment has no end."""
    record.diagnostics.append(
        record.diagnose(
            (at, at + 1),
            "IQ005",
            "this comment is never closed",
            help="end it with `}`; a comment can't go on into the next record",
            turn=turn,
        )
    )


def _skip_blanks(text: str, at: int) -> int:
    blanks = BLANKS.match(text, at)
    return blanks.end() if blanks else at


def tag_at(text: str, at: int, line_end: int, parser: Parser) -> Tag | None:
    """The tag that begins here, if it is a good one."""
    like = _TAG_LIKE.match(text, at, line_end)
    begins_line = at == 0 or text[at - 1] == "\n"
    if not like or not begins_line or text[like.end() : like.end() + 1] not in _WORD_ENDS:
        return None
    try:
        tag: Tag = parser.ask("tag", like[0])
    except Refused:
        return None
    return Tag(tag.name, tag.value, like.span())


def _read_tag(record: Record, parser: Parser, at: int, line_end: int) -> int:
    """Read the tag that begins here, and return where it ends."""
    tag = tag_at(record.text, at, line_end, parser)
    if tag is None:
        _bad_tag(record, parser, at, line_end)
        return line_end
    record.head.append(tag)
    return tag.span[1]


def _bad_tag(record: Record, parser: Parser, at: int, line_end: int) -> None:
    def good(line: str) -> bool:
        try:
            parser.ask("tag", line)
        except Refused:
            return False
        return True

    line_start = record.text.rfind("\n", 0, at) + 1
    line = record.text[line_start:line_end].rstrip(" \t\r")
    written = record.text[at:line_end].rstrip(" \t\r")
    before = record.text[line_start:at]
    help = 'a tag looks like `[Name "value"]`'
    if not fold(line).strip():
        help = odd_character(line) or help
    if before.strip(" \t\r"):
        help = "each tag stands at the start of a line of its own"
    elif slip := mended_tag(line, good):
        help = f"write `{slip.instead}`: {slip.why}"
    span = (at, at + len(written))
    record.diagnostics.append(record.diagnose(span, "IQ020", "this tag can't be read", help=help))


def check_tags(record: Record) -> None:
    """A diagnostic for every tag that is there twice."""
    seen: set[str] = set()
    for entry in record.head:
        if isinstance(entry, Comment):
            continue
        if _too_many(record):
            break
        if entry.name in seen:
            record.diagnostics.append(
                record.diagnose(
                    entry.span,
                    "IQ103",
                    f"the tag `{entry.name}` is there twice",
                    help="keep one of them; what else there is to say fits in a comment",
                )
            )
        seen.add(entry.name)


def _too_many(record: Record) -> bool:
    return len(record.diagnostics) > MOST_DIAGNOSTICS


def put_in_order(record: Record) -> None:
    """Sort a record's diagnostics by their places, and end them where there are too many."""
    record.diagnostics.sort(key=lambda found: (found.line, found.column))
    if _too_many(record):
        message = f"more than {MOST_DIAGNOSTICS} things can't be read; the rest is not looked at"
        first_left_out = record.diagnostics[MOST_DIAGNOSTICS]
        record.diagnostics[MOST_DIAGNOSTICS:] = [
            replace(first_left_out, code="IQ008", message=message, help="is this a record at all?")
        ]
