"""A process that has everything imported and runs commands in copies of itself, one by one.

It reads a `Case` as a line of JSON and answers with a line of JSON. Each copy gets its own folder,
user, limits and streams, as a shell would give them to it; starting Python anew for every one of
many hundred cases would take minutes.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import importlib
import io
import json
import os
import pkgutil
import resource
import selectors
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

MOST_OUTPUT = 1 << 22


def main() -> None:
    warm_up()
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line))), flush=True)
    os._exit(0)  # what was frozen is not to be taken apart


# A browser's server and the full screen are not started here.
NOT_NEEDED = ("iquazu_notation.transcribing.screen", "iquazu_notation.dashboard.serving")


def warm_up() -> None:
    """Import all that commands import, and build the parsers, without starting a thread."""
    for name in (
        *("duckdb", "numpy", "plotly.graph_objects", "multiprocessing.connection"),
        *("rich.table", "rich.markdown", "rich.columns", "rich.progress", "rich.rule"),
    ):
        importlib.import_module(name)
    import iquazu_notation

    for module in pkgutil.walk_packages(iquazu_notation.__path__, "iquazu_notation."):
        if not module.name.startswith(NOT_NEEDED):
            with contextlib.suppress(ImportError):
                importlib.import_module(module.name)
    import iquazu_notation.cli

    for module in pkgutil.iter_modules(iquazu_notation.cli.__path__, "iquazu_notation.cli."):
        importlib.import_module(module.name)
    from iquazu_notation import read_text
    from iquazu_notation.replay import replay_wholly
    from tests.cli.good_and_bad import GOOD

    for record in read_text(GOOD):
        replay_wholly(record).text()
    gc.collect()
    gc.freeze()


def run(case: dict[str, Any]) -> dict[str, Any]:
    """One case: exit code (negative: killed by that signal), what was printed, seconds."""
    ends = {stream: os.pipe() for stream in ("stdout", "stderr")}
    start = time.monotonic()
    pid = os.fork()
    if not pid:
        try:
            for ours, _ in ends.values():
                os.close(ours)
            become(case, {stream: theirs for stream, (_, theirs) in ends.items()})
        finally:
            os._exit(99)
    watched = {}
    for stream, (ours, theirs) in ends.items():
        os.close(theirs)
        if case[stream] == "broken":
            os.close(ours)
        else:
            watched[ours] = stream
    texts = drained(watched, case["seconds"], pid)
    _, status = os.waitpid(pid, 0)
    return {
        "code": os.waitstatus_to_exitcode(status),
        "out": texts.get("stdout", b"").decode("utf-8", "surrogateescape"),
        "err": texts.get("stderr", b"").decode("utf-8", "surrogateescape"),
        "seconds": time.monotonic() - start,
    }


def drained(watched: dict[int, str], seconds: float, pid: int) -> dict[str, bytes]:
    """All that is printed; who takes too long is killed, with the processes it started."""
    texts: dict[str, bytes] = {}
    until = time.monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        for end in watched:
            selector.register(end, selectors.EVENT_READ)
        over = os.pidfd_open(pid)
        selector.register(over, selectors.EVENT_READ)
        while selector.get_map():
            ready = selector.select(max(0.0, until - time.monotonic()))
            if not ready:
                os.killpg(pid, signal.SIGKILL)
                break
            for key, _ in ready:
                part = b"" if key.fd == over else os.read(key.fd, 1 << 16)
                if part:
                    text = texts.get(watched[key.fd], b"")
                    texts[watched[key.fd]] = (text + part)[:MOST_OUTPUT]
                else:
                    selector.unregister(key.fd)
    for end in (*watched, over):
        os.close(end)
    return texts


def become(case: dict[str, Any], ends: dict[str, int]) -> None:
    """Become the command, and never return."""
    os.setpgid(0, 0)
    gc.unfreeze()
    for number, stream in enumerate(("stdin", "stdout", "stderr")):
        attach(number, stream, case[stream], ends.get(stream))
    os.closerange(3, 64)
    os.chdir(case["folder"])
    os.environ.update(case["environment"])
    tempfile.tempdir = None
    for name, limit in case["limits"].items():
        limit = limit if limit >= 0 else memory_used() - limit
        resource.setrlimit(getattr(resource, name), (limit, limit))
    drop_privileges()
    sys.argv = ["iquazu", *(os.fsdecode(bytes.fromhex(word)) for word in case["words"])]
    from iquazu_notation.cli.main import run as command

    code = 98
    try:
        command()
    except SystemExit as stopped:
        code = stopped.code if isinstance(stopped.code, int) else 0
    except BaseException:
        import traceback

        traceback.print_exc()
    os._exit(code if flushed() else 120)


def attach(number: int, name: str, how: str, end: int | None) -> None:
    """A standard stream as Python makes it from what it is given."""
    if how == "closed":
        os.close(number)
        stream = None
    else:
        if end is None:
            end = os.memfd_create("stdin")
            os.write(end, b"" if how == "empty" else how.encode("utf-8", "surrogateescape"))
            os.lseek(end, 0, os.SEEK_SET)
        os.dup2(os.open("/dev/full", os.O_WRONLY) if how == "full" else end, number)
        raw = io.FileIO(number, "w" if number else "r", closefd=False)
        buffer = io.BufferedWriter(raw) if number else io.BufferedReader(raw)
        stream = io.TextIOWrapper(buffer, "utf-8", line_buffering=number == 2)
    vars(sys)[f"__{name}__"] = vars(sys)[name] = stream


def memory_used() -> int:
    """What counts for RLIMIT_DATA, in bytes."""
    with Path("/proc/self/status").open() as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmData")) << 10


def flushed() -> bool:
    """What Python does at its end; whether that was possible (if not, it ends with 120)."""
    good = True
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            good = False
    return good


def drop_privileges() -> None:
    """Give up all capabilities: then even root is a user to whom files say no."""
    if os.geteuid() == 0:
        header = (ctypes.c_uint32 * 2)(0x20080522, 0)  # _LINUX_CAPABILITY_VERSION_3, this process
        nothing = (ctypes.c_uint32 * 6)()
        if ctypes.CDLL(None, use_errno=True).capset(header, nothing):
            raise OSError(ctypes.get_errno(), "capset")


if __name__ == "__main__":
    main()
