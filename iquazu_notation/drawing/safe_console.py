"""A Rich console through which no text can send commands to the terminal."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from .safe_text import printable_lines


class SafeConsole(Console):
    """Every text is made printable on its way out; styles and controls of Rich's own are not text.

    If nobody reads any more, `BrokenPipeError` comes through to whoever prints.
    """

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                yield Segment(printable_lines(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        self.quiet = True
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
