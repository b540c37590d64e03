"""What to say of a stretch of a file that is no record: not text, too long, or none at all."""

from __future__ import annotations

import re

from .cutting import LONGEST_RECORD, Chunk
from .record import Record

_COMMENTS = re.compile(r"(?:[ \t\r\n]++|\{[^}]*+\}|;[^\n]*+)*+")
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")
_AS_UTF_8 = "save the file as UTF-8 text"


def unreadable(chunk: Chunk, file: str, number: int, game: str) -> Record:
    """An unreadable record with one diagnostic, which says why. `game`: a game for examples."""
    data = chunk.data
    record = Record(data.decode("utf-8", "replace"), file, number, chunk.line)
    at, code, message, help = (
        _not_text(data)
        or (_too_long() if chunk.trouble == "too long" else None)
        or _not_utf_8(data)
        or (_no_record(record.text, game) if chunk.trouble == "no record" else None)
        or _before_first(record.text)
    )
    if code == "IQ002":
        record.text = ""  # there is nothing in it to show
    end = at + 1 if record.text[at : at + 1].strip("\r\n") else at
    record.diagnostics.append(record.diagnose((at, end), code, message, help=help))
    return record


_Fault = tuple[int, str, str, str]


def _not_text(data: bytes) -> _Fault | None:
    if data.startswith(_WIDE_MARKS) or data.count(0) > len(data) // 4:
        message = "this file is not UTF-8 text; it looks like UTF-16 or UTF-32"
        return 0, "IQ002", message, _AS_UTF_8
    if b"\0" in data:
        return 0, "IQ002", "this is not text: there are NUL bytes in it", _AS_UTF_8
    return None


def _too_long() -> _Fault:
    message = f"this record is longer than {LONGEST_RECORD >> 20} MiB"
    help = 'a record begins with a line `[Game "…"]`; is that line missing further down?'
    return 0, "IQ004", message, help


def _not_utf_8(data: bytes) -> _Fault | None:
    try:
        data.decode()
    except UnicodeDecodeError as error:
        at = len(data[: error.start].decode())
        byte = data[error.start : error.start + 1]
        help = _AS_UTF_8
        meant = byte.decode("cp1252", "ignore")
        if meant.isprintable() and meant:
            help += f"; in an older encoding this byte is `{meant}`"
        return at, "IQ003", f"the byte {byte[0]:02X} here is not UTF-8", help
    return None


def _no_record(text: str, game: str) -> _Fault:
    help = f'a record begins with a line such as `[Game "{game}"]`'
    if re.search(r"\[\s*game\b", text, re.IGNORECASE):
        help += "; the line has to begin with `[Game `, exactly so"
    return 0, "IQ001", "there is no record in this file", help


def _before_first(text: str) -> _Fault:
    comments = _COMMENTS.match(text)
    at = comments.end() if comments else 0
    if text.startswith("{", at):
        help = "end it with `}`; a comment can't go on into the next record"
        return at, "IQ005", "this comment is never closed", help
    help = 'put the line `[Game "…"]` first; only comments may stand before it'
    return at, "IQ101", "this stands before the record begins", help
