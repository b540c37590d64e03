"""The `iquazu` command. Start-up is a feature: commands import what they need when they run."""

from __future__ import annotations

import errno
import gc
import os
import sys

import typer
from typer.exceptions import TyperException

from . import (
    board,
    dashboard,
    demo,
    explain,
    export,
    fmt,
    infer,
    legal,
    load,
    replay,
    samples,
    simulate,
    sql,
    stats,
    transcribe,
    unload,
    validate,
)
from .common import Stop
from .printing import complain, note, say, stop_printing, take_streams

app = typer.Typer(
    name="iquazu",
    help="Records of board games: read, check, format and replay games of Iquazú.",
    epilog="Start with `iquazu demo`. What a diagnostic means: `iquazu explain IQ304`.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def main(
    version: bool = typer.Option(False, "--version", help="Print the version and stop."),
) -> None:
    """Records of board games: read, check, format and replay games of Iquazú."""
    if version:
        from importlib.metadata import version as installed

        say(f"iquazu {installed('iquazu-notation')}")
        raise typer.Exit


validate.add_to(app)
fmt.add_to(app)
replay.add_to(app)
transcribe.add_to(app)
legal.add_to(app)
infer.add_to(app)
board.add_to(app)
simulate.add_to(app)
load.add_to(app)
unload.add_to(app)
sql.add_to(app)
stats.add_to(app)
dashboard.add_to(app)
export.add_to(app)
explain.add_to(app)
samples.add_to(app)
demo.add_to(app)


def run() -> None:
    """The entry point: every way to end has its exit code and, if it is an error, one sentence."""
    # Records and rows hold no cycles; looking for some among very many of them takes its time.
    gc.set_threshold(200_000, 20, 20)
    take_streams()
    code = _ended()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        stop_printing()
    except OSError as error:
        stop_printing()
        code = _told(error)
    sys.exit(code)


def _ended() -> int:
    """Run the command; returns its exit code."""
    try:
        if any(word == "" or (word[:2] == "--" and word[-1] == "=") for word in sys.argv[1:]):
            raise Stop("one of the words given is empty; is a variable of your script not set?")
        code = app(prog_name="iquazu", standalone_mode=False)
    except TyperException as wrong:
        context = getattr(wrong, "ctx", None)
        command = context.command_path if context is not None else "iquazu"
        message = wrong.format_message()
        if message:
            stop = "" if message.endswith((".", "?")) else "."
            complain(f"{message}{stop} Try: {command} --help")
        code = wrong.exit_code
    except (KeyboardInterrupt, typer.Abort):
        note("stopped")
        code = 130
    except (SystemExit, BrokenPipeError):
        # Typer answers a pipe that nobody reads any more with SystemExit. The reader has seen
        # enough.
        stop_printing()
        code = 0
    except Exception as error:
        if os.environ.get("IQUAZU_DEBUG"):
            raise
        return _told(error)
    return code if isinstance(code, int) else 0


def _out_of_memory(error: Exception) -> bool:
    """Whether the system had no memory for us, or no more threads and processes."""
    if isinstance(error, OSError):
        return error.errno in (errno.ENOMEM, errno.EAGAIN)
    # Code in C that gets no memory may forget to say so.
    unsaid = isinstance(error, SystemError) and "without exception set" in str(error)
    return unsaid or isinstance(error, MemoryError) or "start new thread" in str(error)


def _told(error: Exception) -> int:
    """Say in one sentence why the command could not go on; returns the exit code."""
    from iquazu_notation.notation.files import FileError, reason, shown

    if isinstance(error, Stop):
        complain(str(error))
        return error.code
    if isinstance(error, FileError):
        complain(str(error))
    elif _out_of_memory(error):
        complain("there is not enough memory for this")
    elif isinstance(error, OSError):
        if isinstance(error.filename, str):
            complain(f"{shown(error.filename)}: {reason(error)}")
        else:
            stop_printing()
            complain(f"standard output: {reason(error)}")
    else:
        # A bug of ours. A player gets a sentence; who wants the details asks for them.
        complain(
            f"this should not have happened ({type(error).__name__}: {error})."
            " Please report it with what you did; IQUAZU_DEBUG=1 shows the details"
        )
    return 2
