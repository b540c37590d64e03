"""`iquazu validate`: is each record good, and if not, why."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import typer

from .common import BOARD_FILES, FILES, JOBS, Troubles, load_boards, share_all
from .printing import console, emit, emit_json, while_somebody_reads

if TYPE_CHECKING:
    from rich.console import Console

    from iquazu_notation.judged import Judged

EXAMPLES = """
Examples:

  iquazu validate night.iqn

  iquazu validate club/ -q               only what is wrong

  iquazu validate - --format json < night.iqn

  iquazu validate club/ --format github  notes beside the lines of a pull request
"""

LISTED = 20  # up to so many records, each gets a line of its own


class Format(StrEnum):
    """How results are printed."""

    human = "human"
    json = "json"
    jsonl = "jsonl"
    github = "github"


def validate(
    files: list[str] = FILES,
    format: Format = typer.Option(Format.human, "--format", "-f", help="How to print results."),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Print only what is wrong."),
    board: list[str] = BOARD_FILES,
    jobs: int | None = JOBS,
) -> None:
    """Check records against the notation and the full rules.

    A record is valid (nothing unseen, all legal), consistent (something is unseen, and there is at
    least one way in which all of it can have happened) or invalid. Exit code 0: all good; 1:
    something is invalid; 2: a file could not be read.
    """
    from functools import partial

    from iquazu_notation.judged import judge

    troubles = Troubles()
    verdicts: Counter[str] = Counter()
    work = partial(judge, boards=load_boards(board), with_id=format in (Format.json, Format.jsonl))

    def results() -> Iterator[Judged]:
        with _progress() as step:
            for judged in share_all(files, work, jobs, troubles):
                verdicts[judged.verdict] += 1
                step(judged.file)
                yield judged

    with while_somebody_reads():
        if format is Format.json:
            _print_json(results())
        elif format is Format.jsonl:
            for judged in results():
                document = {"schema": "iquazu.validate/1", **as_json(judged)}
                emit_json(document)
                sys.stdout.flush()
        elif format is Format.github:
            from .diagnostics import github

            for judged in results():
                for diagnostic in judged.diagnostics:
                    emit(github(diagnostic) + "\n")
        else:
            _print_human(console(), results(), quiet, verdicts)
    if troubles.any:
        raise typer.Exit(2)
    raise typer.Exit(1 if verdicts["invalid"] else 0)


def as_json(judged: Judged) -> dict[str, Any]:
    """One record of `validate --format json`."""
    return {
        "file": judged.file,
        "record": judged.record,
        "line": judged.line,
        "game": judged.game,
        "id": judged.id,
        "verdict": judged.verdict,
        "complete": judged.complete,
        "turns": judged.turns,
        "totals": judged.totals,
        "winners": judged.winners,
        "diagnostics": [d.as_json() for d in judged.diagnostics],
    }


def _print_json(results: Iterable[Judged]) -> None:
    """One document, written as it goes: a long run is not held in memory."""
    emit('{"schema": "iquazu.validate/1", "records": [')
    for number, judged in enumerate(results):
        emit(",\n  " if number else "\n  ")
        emit_json(as_json(judged), end="")
    emit("\n]}\n")


def _print_human(
    out: Console, results: Iterable[Judged], quiet: bool, verdicts: Counter[str]
) -> None:
    from .diagnostics import print_diagnostics

    for count, judged in enumerate(results, 1):
        print_diagnostics(out, judged.diagnostics)
        if not quiet and (count <= LISTED or judged.verdict == "invalid"):
            out.print(summary(judged), soft_wrap=True)
        elif not quiet and count == LISTED + 1:
            out.print("… good records are no longer listed one by one", style="dim")
    if not quiet and sum(verdicts.values()) > 1:
        total = sum(verdicts.values())
        parts = ", ".join(f"{n} {word}" for word, n in sorted(verdicts.items(), reverse=True))
        out.print(f"{total} records: {parts}", style="bold")


VERDICT_COLOURS = {"valid": "green", "consistent": "cyan", "invalid": "red"}


def summary(game: Judged) -> Any:
    """One line about one record."""
    from rich.text import Text

    from iquazu_notation.drawing.safe_text import printable

    text = Text()
    text.append(game.verdict, style="bold " + VERDICT_COLOURS[game.verdict])
    text.append(f"  {printable(game.file)} record {game.record}")
    text.append(f", {game.turns} turn{'' if game.turns == 1 else 's'}")
    if game.verdict == "invalid":
        text.append(" before the fault")
    elif not game.complete:
        text.append(", unfinished")
    if game.totals:
        text.append("  " + points_line(game.totals))
    if game.winners:
        names = [f"{w} wins" for w in game.winners] if len(game.winners) == 1 else game.winners
        text.append(
            "  " + (names[0] if len(names) == 1 else f"{' and '.join(names)} share the win")
        )
    return text


def points_line(totals: Any) -> str:
    """Points by seat in a line.

    >>> points_line({"R": 47, "G": [50, 53]})
    'R 47 G 50-53'
    """
    return " ".join(
        f"{seat} {f'{total[0]}-{total[1]}' if isinstance(total, list) else total}"
        for seat, total in totals.items()
    )


@contextmanager
def _progress() -> Iterator[Any]:
    """A progress line on a terminal, once the work takes longer than a moment."""
    if not sys.stderr.isatty():
        yield lambda file: None
        return
    import time

    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    start = time.monotonic()
    shown = Progress(
        SpinnerColumn(),
        TextColumn(
            "{task.completed} records  {task.fields[rate]}/s  {task.fields[file]}", markup=False
        ),
        TimeElapsedColumn(),
        console=console(stderr=True),
        transient=True,
    )
    task = shown.add_task("", total=None, rate=0, file="")
    done = 0

    def step(file: str) -> None:
        nonlocal done
        done += 1
        if not shown.live.is_started and time.monotonic() - start > 0.7:
            shown.start()
        if done % 50 == 0 or shown.live.is_started:
            rate = int(done / max(0.001, time.monotonic() - start))
            shown.update(task, completed=done, rate=rate, file=file)

    try:
        yield step
    finally:
        shown.stop()


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(validate)
