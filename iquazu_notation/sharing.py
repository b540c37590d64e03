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
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, TypeVar

from .notation.cutting import Chunk, cut
from .notation.files import CannotRead, opened
from .notation.record import Record
from .reading import read_chunk

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

BATCH = 1 << 17  # bytes
ALONE = 1 << 18  # so many bytes are worked on before processes are started
AHEAD = 4  # batches that are cut for each worker before the oldest of them is done
PIPE = 1 << 20  # bytes that a pipe shall hold
TRIES = 2  # a batch that outlives no worker is done in this process

T = TypeVar("T")


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
    every: Iterable[Batch],
    work: Callable[[Record], T],
    jobs: int,
    report: Callable[[str], None],
) -> Iterator[T]:
    """The work done on each record, in order. `report` is told of workers that died."""
    return shared_by_batch(every, partial(_on_each, work), jobs, report)


def _on_each(work: Callable[[Record], T], batch: Batch) -> Iterator[T]:
    return map(work, batch.records())


def shared_by_batch(
    every: Iterable[Batch],
    work: Callable[[Batch], Iterable[T]],
    jobs: int,
    report: Callable[[str], None],
) -> Iterator[T]:
    """The same for work that is done on the records of a batch together, with any results."""
    todo = iter(every)
    done = 0
    for batch in todo:
        yield from work(batch)
        done += batch.size
        if jobs > 1 and done >= ALONE:
            break
    with _Workers(work, jobs, report) as workers:
        yield from workers.each(todo)


@dataclass(slots=True, eq=False)
class _Worker:
    """A process, the pipes to and from it, and the batches it has been given, oldest first."""

    process: BaseProcess
    tasks: Connection[Any, Any]
    answers: Connection[Any, Any]
    room: int  # bytes that can be sent before it listens
    batches: deque[int] = field(default_factory=deque)


class _Workers:
    """Processes that do the same work on batches."""

    def __init__(
        self, work: Callable[[Batch], Iterable[Any]], jobs: int, report: Callable[[str], None]
    ) -> None:
        self._work = work
        self._jobs = jobs
        self._report = report
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
            worker.tasks.close()
            worker.answers.close()

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
        """Give the oldest batches to workers: to idle ones, then to new ones, then in advance."""
        while self._waiting:
            batch = self._batches[self._waiting[0]]
            worker = min(self._workers, key=lambda one: len(one.batches), default=None)
            if (worker is None or worker.batches) and len(self._workers) < self._jobs:
                worker = self._start()
            if worker is None or not self._takes(worker, batch):
                return
            try:
                worker.tasks.send(batch)
            except OSError:  # it is dead, but what it answered before is still in its pipe
                while worker in self._workers:
                    self._take_answer(worker)
            else:
                worker.batches.append(self._waiting.popleft())

    def _takes(self, worker: _Worker, batch: Batch) -> bool:
        """Whether a batch can be sent at once, so that neither side ever waits for the other.

        An idle worker listens. A busy one finds the next batch in its pipe when it is done, however
        busy we are then; but what does not fit into the pipe would have to wait.
        """
        sent = sum(self._batches[number].size for number in worker.batches)
        return not worker.batches or 2 * (sent + batch.size) < worker.room

    def _start(self) -> _Worker:
        from multiprocessing import get_context  # here: most files are too small for it

        # A forked process has everything imported; elsewhere a fresh one is started.
        forked = sys.platform == "linux"
        context: Any = get_context("fork" if forked else "spawn")
        their_tasks, tasks = context.Pipe(duplex=False)
        answers, their_answers = context.Pipe(duplex=False)
        room = min(_widened(tasks), _widened(their_answers))
        # Of what a forked process finds open, our ends of all pipes are not its own: while it held
        # them, others would not notice our end.
        ours = [end for one in self._workers for end in (one.tasks, one.answers)]
        arguments = (their_tasks, their_answers, self._work, [*ours, tasks, answers] * forked)
        process = context.Process(target=_serve, args=arguments, daemon=True)
        worker = _Worker(process, tasks, answers, room)
        with _ctrl_c_waits():
            process.start()
            self._workers.append(worker)
        their_tasks.close()
        their_answers.close()
        return worker

    def _collect(self) -> None:
        """Wait until a worker has done a batch, or died."""
        from multiprocessing.connection import wait

        busy = {worker.answers: worker for worker in self._workers if worker.batches}
        for pipe in wait(list(busy)):
            self._take_answer(busy[pipe])  # type: ignore[index]

    def _take_answer(self, worker: _Worker) -> None:
        try:
            good, result = worker.answers.recv()
        except (EOFError, OSError):
            self._bury(worker)
            return
        if not good:
            raise result
        number = worker.batches.popleft()
        self._results[number] = result
        del self._batches[number]

    def _bury(self, worker: _Worker) -> None:
        """A worker is dead: its batches go to others; the one it died of is at last done here."""
        worker.process.join()
        worker.tasks.close()
        worker.answers.close()
        self._workers.remove(worker)
        code = worker.process.exitcode or 0
        how = (
            f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
        )
        self._report(f"a worker process {how}; its records are done again")
        if not worker.batches:
            return
        number, *later = worker.batches
        self._waiting.extendleft(reversed(later))
        self._tries[number] = self._tries.get(number, 0) + 1
        if self._tries[number] < TRIES:
            self._waiting.appendleft(number)
        else:
            self._results[number] = list(self._work(self._batches.pop(number)))


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """While a process is forked, Ctrl-C could be lost, or hit one that does not ignore it yet."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _widened(pipe: Connection[Any, Any]) -> int:
    """Make a pipe hold a lot, where that can be; returns how much it holds."""
    try:
        from fcntl import F_SETPIPE_SZ, fcntl

        return fcntl(pipe.fileno(), F_SETPIPE_SZ, PIPE)
    except (ImportError, OSError):
        return 0


def _serve(
    tasks: Connection[Any, Any],
    answers: Connection[Any, Any],
    work: Callable[[Batch], Iterable[Any]],
    foreign: Iterable[Connection[Any, Any]],
) -> None:
    """What a worker does until nobody wants anything any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the first process, which ends us
    for end in foreign:
        end.close()
    while True:
        try:
            answer: tuple[bool, Any] = True, list(work(tasks.recv()))
        except EOFError:
            return
        except Exception as error:
            answer = False, error
        try:
            answers.send(answer)
        except BrokenPipeError:  # whoever asked is gone
            return
