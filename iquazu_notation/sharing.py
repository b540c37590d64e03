"""Work on many records, shared among processes: results in order, whatever happens to a process.

A *batch* is a stretch of one file with some of its records, cut but not read. Files are cut here;
batches go to *workers*, which read the records and do the work on each. A worker that dies is
replaced, and its batch is done again. Little work is not worth a process and is done at once.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from os import PathLike, fspath
from typing import Any, TypeVar

from .notation.cutting import Chunk, cut
from .notation.opening import CannotRead, opened
from .notation.record import Record
from .reading import read_chunk

BATCH = 1 << 17  # bytes
ALONE = 1 << 18  # so many bytes are worked on before processes are started
AHEAD = 4  # batches that are cut for each worker before the oldest of them is done
TRIES = 2  # a batch that outlives no worker is done in this process

T = TypeVar("T")
Work = Callable[[Record], T]


@dataclass(slots=True)
class Batch:
    """Some records of a file; `first` is the number of the first of them."""

    file: str
    first: int
    chunks: list[Chunk] = field(default_factory=list)
    size: int = 0

    def records(self) -> Iterator[Record]:
        for number, chunk in enumerate(self.chunks, self.first):
            yield read_chunk(chunk, self.file, number)


def batches(path: str | PathLike[str], name: str | None = None) -> Iterator[Batch]:
    """A file in batches. Raises `CannotRead` as `read_file` does, after what could be read."""
    file = name or fspath(path)
    batch = Batch(file, 1)
    try:
        with opened(path) as source:
            for chunk in cut(source):
                batch.chunks.append(chunk)
                batch.size += len(chunk.data)
                if batch.size >= BATCH:
                    yield batch
                    batch = Batch(file, batch.first + len(batch.chunks))
    except CannotRead:
        if batch.chunks:
            yield batch
        raise
    if batch.chunks:
        yield batch


def cores() -> int:
    """How many processes can work at the same time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def shared(
    every: Iterable[Batch], work: Work[T], jobs: int, report: Callable[[str], None]
) -> Iterator[T]:
    """The work done on each record, in order. `report` is told of workers that died."""
    todo = iter(every)
    done = 0
    for batch in todo:
        yield from map(work, batch.records())
        done += batch.size
        if jobs > 1 and done >= ALONE:
            break
    with _Workers(work, jobs, report) as workers:
        yield from workers.each(todo)


@dataclass(slots=True, eq=False)
class _Worker:
    process: BaseProcess
    pipe: Connection[Any, Any]
    batch: int | None = None


class _Workers:
    """Processes that do the same work on batches."""

    def __init__(self, work: Work[Any], jobs: int, report: Callable[[str], None]) -> None:
        self._work = work
        self._jobs = jobs
        self._report = report
        # A forked process has everything imported; elsewhere a fresh one is started.
        self._context: Any = get_context("fork" if sys.platform == "linux" else "spawn")
        self._workers: list[_Worker] = []
        self._batches: dict[int, Batch] = {}
        self._tries: dict[int, int] = {}
        self._waiting: deque[int] = deque()
        self._results: dict[int, list[Any]] = {}

    def __enter__(self) -> _Workers:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()

    def each(self, todo: Iterator[Batch]) -> Iterator[Any]:
        """All results in order; batches are cut when there is room for them."""
        cut_all = False
        number = wanted = 0
        while True:
            while not cut_all and number < wanted + AHEAD * self._jobs:
                batch = next(todo, None)
                if batch is None:
                    cut_all = True
                else:
                    self._batches[number] = batch
                    self._waiting.append(number)
                    number += 1
                self._hand_out()
            if wanted == number:
                return
            while wanted not in self._results:
                self._collect()
                self._hand_out()
            yield from self._results.pop(wanted)
            wanted += 1

    def _hand_out(self) -> None:
        """Give the oldest batches to idle workers."""
        while self._waiting:
            idle = next((worker for worker in self._workers if worker.batch is None), None)
            if idle is None and len(self._workers) < self._jobs:
                idle = self._start()
            if idle is None:
                return
            idle.batch = self._waiting.popleft()
            try:
                idle.pipe.send(self._batches[idle.batch])
            except OSError:
                self._bury(idle)

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs, self._work), daemon=True)
        process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _collect(self) -> None:
        """Wait until a worker has done its batch, or died."""
        busy = {worker.pipe: worker for worker in self._workers if worker.batch is not None}
        for pipe in wait(list(busy)):
            worker = busy[pipe]  # type: ignore[index]
            try:
                good, result = worker.pipe.recv()
            except (EOFError, OSError):
                self._bury(worker)
                continue
            if not good:
                raise result
            assert worker.batch is not None
            self._results[worker.batch] = result
            del self._batches[worker.batch]
            worker.batch = None

    def _bury(self, worker: _Worker) -> None:
        """A worker is dead: its batch goes to another one, and at last is done here."""
        worker.process.join()
        worker.pipe.close()
        self._workers.remove(worker)
        number = worker.batch
        assert number is not None
        code = worker.process.exitcode or 0
        how = (
            f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
        )
        self._report(f"a worker process {how}; its records are done again")
        self._tries[number] = self._tries.get(number, 0) + 1
        if self._tries[number] < TRIES:
            self._waiting.appendleft(number)
        else:
            self._results[number] = [self._work(r) for r in self._batches.pop(number).records()]


def _serve(pipe: Connection[Any, Any], work: Work[Any]) -> None:
    """What a worker does until nobody wants anything any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the first process, which ends us
    while True:
        try:
            batch = pipe.recv()
            answer: tuple[bool, Any] = True, [work(record) for record in batch.records()]
        except EOFError:
            return
        except Exception as error:
            answer = False, error
        pipe.send(answer)
