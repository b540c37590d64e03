"""Records put into the database while the next ones are made ready by other processes.

The database works without holding up Python, so a thread of its own is enough: meanwhile this
process hands out work and fetches what is done.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType

from .loading import Loader
from .prepared import Prepared

AHEAD = 50  # batches that may wait for the database


class Beside:
    """A loader in a thread. Leaving by an error ends what it is at and forgets what waits."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader
        self._thread = ThreadPoolExecutor(1)
        self._waiting: deque[Future[None]] = deque()

    def __enter__(self) -> Beside:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: object, __: TracebackType | None
    ) -> None:
        if kind is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)
            self._loader.interrupt()
        self._thread.shutdown()

    def add_prepared(self, some: Prepared) -> None:
        """Take in records that were made ready; raises what went wrong with earlier ones."""
        self._waiting.append(self._thread.submit(self._loader.add_prepared, some))
        while len(self._waiting) > AHEAD or (self._waiting and self._waiting[0].done()):
            self._waiting.popleft().result()

    def wait(self) -> None:
        """Wait until all is in."""
        while self._waiting:
            self._waiting.popleft().result()


def load_all(
    loader: Loader, every: Iterable[Prepared], jobs: int
) -> Generator[Prepared, None, None]:
    """Put all of these in, and pass them on; with several jobs, while the next are made ready."""
    if jobs == 1:
        for some in every:
            loader.add_prepared(some)
            yield some
        return
    with Beside(loader) as beside:
        for some in every:
            beside.add_prepared(some)
            yield some
        beside.wait()
