"""The `iquazu` command. Start-up is a feature: commands import what they need when they run."""

from __future__ import annotations

import gc
import io
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

        typer.echo(f"iquazu {installed('iquazu-notation')}")
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
    for stream in (sys.stdout, sys.stderr):
        # A file name or a terminal that is not UTF-8 must not end in a traceback.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = app(standalone_mode=False)
    except TyperException as wrong:
        context = getattr(wrong, "ctx", None)
        command = context.command_path if context is not None else "iquazu"
        message = wrong.format_message()
        if message:
            stop = "" if message.endswith((".", "?")) else "."
            print(f"iquazu: {message}{stop} Try: {command} --help", file=sys.stderr)
        code = wrong.exit_code
    except Stop as stop:
        print(f"iquazu: {stop}", file=sys.stderr)
        code = stop.code
    except (KeyboardInterrupt, typer.Abort):
        print("stopped", file=sys.stderr)
        code = 130
    except BrokenPipeError:
        # Whoever read our output has seen enough; keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except Exception as error:
        # A bug of ours. A player gets a sentence; who wants the details asks for them.
        if os.environ.get("IQUAZU_DEBUG"):
            raise
        print(
            f"iquazu: this should not have happened ({type(error).__name__}: {error})."
            " Please report it with what you did; IQUAZU_DEBUG=1 shows the details",
            file=sys.stderr,
        )
        code = 2
    sys.exit(code if isinstance(code, int) else 0)
