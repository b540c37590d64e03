"""Records that are mutated without end: what must hold for any bytes at all.

`python -m tests.faults.fuzz --seconds 60` tries as many as fit into a minute. What fails is made
smaller and put into `tests/faults/inputs`, from where every run of the tests takes it.
"""

from __future__ import annotations

import argparse
import hashlib
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from random import Random
from types import FrameType

from iquazu_notation import Replay, replay
from iquazu_notation.games import DIALECTS
from iquazu_notation.notation.cutting import cut
from iquazu_notation.notation.quick import read_quickly
from iquazu_notation.notation.record import Record
from iquazu_notation.reading import read_chunk, read_text
from iquazu_notation.replay import replay_wholly
from tests.notation.test_quick_way import assert_both_ways_agree

from .mutations import INPUTS, TESTS, corpus, mutant

FILE = str(TESTS / "records" / "mutant.iqn")  # beside the boards that records name
SECONDS = 10.0  # for one record; the slowest takes a tenth of it
MEGABYTES = 300
NOT_FAITHFUL = {"IQ001", "IQ002", "IQ003", "IQ004"}  # the text of such a record is not all there


class TooSlow(BaseException):
    """No handler of the program may catch it."""


def complaint(data: bytes) -> str | None:
    """What is wrong with how these bytes are judged; None if all is well."""
    before = _peak()
    try:
        for number, chunk in enumerate(cut(BytesIO(data)), 1):
            with _bounded():
                judge(partial(read_chunk, chunk, FILE, number), data)
    except TooSlow:
        return f"slow: not done after {SECONDS:.0f} s"
    except AssertionError as wrong:
        return str(wrong) or traceback.format_exc()
    except Exception as error:
        return f"{type(error).__name__}: {traceback.format_exc()}"
    grown = _peak() - before
    return f"large: {grown} MB more at the peak" if grown > MEGABYTES else None


def judge(read: Callable[[], Record], data: bytes) -> None:
    """All laws for one record; AssertionError names the one that is broken."""
    game = replay(read())
    alike(game, replay_wholly(read()))
    if game.checked is not None:
        tape, whole = replay(read()).log, replay_wholly(read()).log
        law("two ways", tape, whole)
    inside(game, data)
    errors = [found for found in game.diagnostics if found.severity == "error"]
    law("verdict", game.verdict == "invalid", bool(errors))
    if any(found.code in NOT_FAITHFUL for found in game.diagnostics):
        return
    dialect = DIALECTS["Iquazu"]
    if game.record.game == "Iquazu" and read_quickly(game.record.text, dialect) is not None:
        assert_both_ways_agree(game.record.text)
    for short in (False, True):
        text = game.text(short=short)
        if not text:
            continue
        (record,) = read_text(text, FILE)
        again = replay(record)
        name = "fmt --short" if short else "fmt"
        law(f"{name} is idempotent", again.text(short=short), text)
        law(f"{name} keeps the id", again.id, game.id)
        law(f"{name} keeps the verdict", again.verdict, game.verdict)


def law(name: str, found: object, expected: object) -> None:
    if found != expected:
        raise AssertionError(f"{name}: {found!r:.2000} instead of {expected!r:.2000}")


def alike(quick: Replay, whole: Replay) -> None:
    """A record judged as it stands, and one walked as a whole, are judged the same."""
    law("two ways", quick.verdict, whole.verdict)
    law("two ways", quick.diagnostics, whole.diagnostics)
    law("two ways", (quick.turns, quick.complete), (whole.turns, whole.complete))
    law("two ways", (quick.totals, quick.winners), (whole.totals, whole.winners))
    law("two ways", (quick.id, quick.tags), (whole.id, whole.tags))
    for short in (False, True):
        law("two ways", quick.text(short=short), whole.text(short=short))


def inside(game: Replay, data: bytes) -> None:
    """Every diagnostic points at something that is there."""
    lines = data.decode(errors="replace").split("\n")
    text_known = not any(found.code in NOT_FAITHFUL for found in game.diagnostics)
    for found in game.diagnostics:
        start, end = (found.line, found.column), (found.end_line, found.end_column)
        good = game.record.line <= found.line <= found.end_line <= len(lines)
        good = good and found.column >= 1 and start <= end
        if good and text_known:
            # A byte-order mark before a record is no character of its first line.
            good = all(column <= len(lines[line - 1]) + 1 for line, column in (start, end))
        if not good or not found.message:
            raise AssertionError(f"diagnostics lie inside the text: {found}")


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10


@contextmanager
def _bounded() -> Iterator[None]:
    def ring(_number: int, _frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def smaller(data: bytes, wrong: str, seconds: float = 30.0) -> bytes:
    """A shorter text with the same complaint, found by leaving out stretches of it."""
    kind = wrong.split(":")[0]
    until = time.monotonic() + seconds
    size = len(data) // 2
    while size and time.monotonic() < until:
        at = 0
        while at < len(data) and time.monotonic() < until:
            shorter = data[:at] + data[at + size :]
            found = complaint(shorter)
            if found is not None and found.split(":")[0] == kind:
                data = shorter
            else:
                at += size
        size //= 2
    return data


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--seed", type=int, default=int(time.time()))
    options.add_argument("--most", type=int, default=10, help="stop after so many failures")
    given = options.parse_args()
    random, seeds = Random(given.seed), corpus()
    start = time.monotonic()
    kinds: set[str] = set()
    tried, slowest = 0, 0.0
    while time.monotonic() < start + given.seconds and len(kinds) < given.most:
        data = mutant(random, seeds)
        began = time.monotonic()
        wrong = complaint(data)
        slowest = max(slowest, time.monotonic() - began)
        tried += 1
        if wrong is None or wrong.split(":")[0] in kinds:
            continue
        kinds.add(wrong.split(":")[0])
        data = smaller(data, wrong)
        name = f"{''.join(c if c.isalnum() else '-' for c in wrong.split(':')[0])}"
        file = INPUTS / f"{name}-{hashlib.sha256(data).hexdigest()[:8]}.iqn"
        file.write_bytes(data)
        print(f"{file}: {complaint(data)}\n", flush=True)
    print(
        f"seed {given.seed}: {tried} texts, {len(kinds)} kinds of failures,"
        f" the slowest took {slowest:.1f} s, peak {_peak()} MB"
    )
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
