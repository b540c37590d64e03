"""A process that has everything imported and runs commands in copies of itself, one by one.

It reads a `Case` as a line of JSON and answers with a line of JSON. Each copy gets its own folder,
user, limits and streams, as a shell would give them to it; starting Python anew for every one of
many hundred cases would take minutes.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import json
import os
import resource
import selectors
import signal
import sys
import time
from typing import Any

MOST_OUTPUT = 1 << 22


def main() -> None:
    import duckdb  # noqa: F401
    import iquazu_notation.cli.main
    import numpy  # noqa: F401
    import plotly.graph_objects  # noqa: F401
    import rich.console  # noqa: F401

    import iquazu_notation.dashboard.page
    import iquazu_notation.games.iquazu.unseen.knowledge
    import iquazu_notation.store.loading  # noqa: F401

    for line in sys.stdin:
        print(json.dumps(run(json.loads(line))), flush=True)


def run(case: dict[str, Any]) -> dict[str, Any]:
    """One case: exit code (negative: killed by that signal), what was printed, seconds."""
    out_read, out_write = os.pipe()
    err_read, err_write = os.pipe()
    start = time.monotonic()
    pid = os.fork()
    if not pid:
        try:
            os.close(out_read)
            os.close(err_read)
            child(case, out_write, err_write)
        finally:
            os._exit(99)
    os.close(out_write)
    os.close(err_write)
    if case["stdout"] == "broken":
        os.close(out_read)
        streams = [err_read]
    else:
        streams = [out_read, err_read]
    texts = drained(streams, case["seconds"], pid)
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    return {
        "code": code,
        "out": texts.get(out_read, b"").decode("utf-8", "surrogateescape"),
        "err": texts.get(err_read, b"").decode("utf-8", "surrogateescape"),
        "seconds": time.monotonic() - start,
    }


def drained(streams: list[int], seconds: float, pid: int) -> dict[int, bytes]:
    """All that is printed; who takes too long is killed."""
    texts: dict[int, bytes] = {}
    until = time.monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        for stream in streams:
            selector.register(stream, selectors.EVENT_READ)
        while selector.get_map():
            ready = selector.select(max(0.0, until - time.monotonic()))
            if not ready:
                os.kill(pid, signal.SIGKILL)
                break
            for key, _ in ready:
                part = os.read(key.fd, 1 << 16)
                if part:
                    texts[key.fd] = (texts.get(key.fd, b"") + part)[:MOST_OUTPUT]
                else:
                    selector.unregister(key.fd)
    for stream in streams:
        os.close(stream)
    return texts


def child(case: dict[str, Any], out: int, err: int) -> None:
    """Become the command, and never return."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(out, 1)
    os.dup2(err, 2)
    os.closerange(3, 64)
    os.chdir(case["folder"])
    os.environ.update(case["environment"])
    for name, limit in case["limits"].items():
        resource.setrlimit(getattr(resource, name), (limit, limit))
    drop_privileges()
    sys.stdin = io.TextIOWrapper(io.FileIO(0), "utf-8")
    sys.stderr = io.TextIOWrapper(io.FileIO(2, "w"), "utf-8", write_through=True)
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w")), "utf-8")
    vars(sys)["__stdout__"] = sys.stdout
    if case["stdout"] == "closed":
        os.close(1)
        vars(sys)["__stdout__"] = vars(sys)["stdout"] = None
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
    if sys.stdout is not None:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
    os._exit(code)


def drop_privileges() -> None:
    """Give up all capabilities: then even root is a user to whom files say no."""
    if os.geteuid() == 0:
        header = (ctypes.c_uint32 * 2)(0x20080522, 0)  # _LINUX_CAPABILITY_VERSION_3, this process
        nothing = (ctypes.c_uint32 * 6)()
        if ctypes.CDLL(None, use_errno=True).capset(header, nothing):
            raise OSError(ctypes.get_errno(), "capset")


if __name__ == "__main__":
    main()
