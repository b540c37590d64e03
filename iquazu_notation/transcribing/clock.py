"""How long a turn took: the time since the turn before it was accepted."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Monotonic, so that it goes on when somebody sets the computer's clock.

    >>> moments = iter([0.0, 42.4, 50.0])
    >>> clock = Clock(lambda: next(moments))
    >>> clock.comment(clock.taken())
    '{[%emt 0:00:42]}'
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._since = now()

    def taken(self) -> float:
        """Seconds since the last turn."""
        return self._now() - self._since

    def restart(self) -> None:
        """A turn was accepted."""
        self._since = self._now()

    @staticmethod
    def comment(seconds: float) -> str:
        """The comment that says it, as in chess records."""
        whole = round(seconds)
        return f"{{[%emt {whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}]}}"
