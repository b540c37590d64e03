"""Diagnostics as a person reads them: place, source line, the word underlined, reason and help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from iquazu_notation.drawing.safe_text import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from iquazu_notation.notation.diagnostics import Diagnostic

COLOURS = {"error": "bold red", "warning": "bold yellow", "advice": "bold cyan"}
BEFORE = 30  # characters of a long line shown before the word
SHOWN = 76  # characters of a source line shown at most


def print_diagnostics(console: Console, found: Sequence[Diagnostic]) -> None:
    """Diagnostics with their source lines, each followed by an empty line."""
    for diagnostic in found:
        console.print(pretty(diagnostic), soft_wrap=True)
        console.print()


def pretty(d: Diagnostic) -> Text:
    """One diagnostic.

    night.iqn:12:7: error IQ304: WBB does not pay for a3 ...
       |
    12 | 9. G a3:WBB
       |      ^^^^^^
       = help: ...
    """
    from rich.text import Text

    text = Text()
    text.append(f"{printable(d.file)}:{d.line}:{d.column}: ", style="bold")
    text.append(f"{d.severity} {d.code}", style=COLOURS[d.severity])
    text.append(f": {printable(d.message)}")
    if d.ruling:
        text.append(f" ({d.ruling})", style="dim")
    gutter = " " * len(str(d.line))
    shown, start, width = _window(d)
    if shown:
        text.append(f"\n{gutter} |\n", style="blue")
        text.append(f"{d.line} | ", style="blue")
        text.append(shown)
        text.append(f"\n{gutter} | ", style="blue")
        text.append(" " * start + "^" * width, style=COLOURS[d.severity])
    if d.help:
        text.append(f"\n{gutter} = ", style="blue")
        text.append("help: ", style="bold green")
        text.append(printable(d.help))
    return text


def _window(d: Diagnostic) -> tuple[str, int, int]:
    """The part of the source line to show, and where and how wide the mark is in it."""
    from rich.cells import cell_len

    source, start, rest = d.source
    first = d.column - 1 - start
    last = d.end_column - 1 - start if d.end_line == d.line else len(source)
    last = max(last, first + 1)
    cut = max(0, first - BEFORE) if start + len(source) + rest > SHOWN else 0
    before = printable(source[cut:first])
    word = printable(source[first:last]) or " "
    after = printable(source[last : cut + SHOWN])
    if start + cut:
        before = "…" + before[1:]
    if len(source) + rest > cut + SHOWN:
        after += "…"
    word = word if cell_len(word) <= SHOWN else word[: SHOWN - 1] + "…"
    return (before + word + after).rstrip(), cell_len(before), max(1, cell_len(word))


def github(d: Diagnostic) -> str:
    """One line that GitHub turns into a note beside the source."""
    kind = {"error": "error", "warning": "warning", "advice": "notice"}[d.severity]

    def escaped(text: str, extra: str = "") -> str:
        for char in "%\r\n" + extra:
            text = text.replace(char, f"%{ord(char):02X}")
        return text

    place = (
        f"file={escaped(d.file, ':,')},line={d.line},col={d.column},"
        f"endLine={d.end_line},endColumn={max(d.column, d.end_column - 1)}"
    )
    text = (
        d.message + (f" ({d.ruling})" if d.ruling else "") + (f"\nhelp: {d.help}" if d.help else "")
    )
    return f"::{kind} {place},title={d.code}::{escaped(text)}"
