"""`iquazu validate`: is each record good, and if not, why."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import typer

from .common import BOARD_FILES, FILES, Troubles, console, load_boards, read_all

if TYPE_CHECKING:
    from rich.console import Console

    from iquazu_notation.notation.record import Record
    from iquazu_notation.replay import Replay

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
) -> None:
    """Check records against the notation and the full rules.

    A record is valid (nothing unseen, all legal), consistent (something is unseen, and there is at
    least one way in which all of it can have happened) or invalid. Exit code 0: all good; 1:
    something is invalid; 2: a file could not be read.
    """
    from iquazu_notation.replay import replay

    boards = load_boards(board)
    troubles = Troubles()
    verdicts: Counter[str] = Counter()

    def results() -> Iterator[Replay]:
        with _progress() as step:
            for record in read_all(files, troubles):
                game = replay(record, boards)
                verdicts[game.verdict] += 1
                step(record)
                yield game

    if format is Format.json:
        _print_json(results())
    elif format is Format.jsonl:
        for game in results():
            document = {"schema": "iquazu.validate/1", **as_json(game)}
            print(json.dumps(document, ensure_ascii=False), flush=True)
    elif format is Format.github:
        from .diagnostics import github

        for game in results():
            for diagnostic in game.diagnostics:
                print(github(diagnostic))
    else:
        _print_human(console(), results(), quiet, verdicts)
    if troubles.any:
        raise typer.Exit(2)
    raise typer.Exit(1 if verdicts["invalid"] else 0)


def as_json(game: Replay) -> dict[str, Any]:
    """One record of `validate --format json`."""
    record = game.record
    return {
        "file": record.file,
        "record": record.number,
        "line": record.line,
        "game": record.tags.get("Game"),
        "id": game.id,
        "verdict": game.verdict,
        "complete": game.complete,
        "turns": game.turns,
        "totals": game.totals,
        "winners": game.winners,
        "diagnostics": [d.as_json() for d in game.diagnostics],
    }


def _print_json(results: Iterable[Replay]) -> None:
    """One document, written as it goes: a long run is not held in memory."""
    print('{"schema": "iquazu.validate/1", "records": [', end="")
    for number, game in enumerate(results):
        print(",\n  " if number else "\n  ", end="")
        print(json.dumps(as_json(game), ensure_ascii=False), end="")
    print("\n]}")


def _print_human(
    out: Console, results: Iterable[Replay], quiet: bool, verdicts: Counter[str]
) -> None:
    from .diagnostics import print_diagnostics

    for count, game in enumerate(results, 1):
        print_diagnostics(out, game)
        if not quiet and (count <= LISTED or game.verdict == "invalid"):
            out.print(summary(game), soft_wrap=True)
        elif not quiet and count == LISTED + 1:
            out.print("… good records are no longer listed one by one", style="dim")
    if not quiet and sum(verdicts.values()) > 1:
        total = sum(verdicts.values())
        parts = ", ".join(f"{n} {word}" for word, n in sorted(verdicts.items(), reverse=True))
        out.print(f"{total} records: {parts}", style="bold")


VERDICT_COLOURS = {"valid": "green", "consistent": "cyan", "invalid": "red"}


def summary(game: Replay) -> Any:
    """One line about one record."""
    from rich.text import Text

    from .diagnostics import printable

    text = Text()
    text.append(game.verdict, style="bold " + VERDICT_COLOURS[game.verdict])
    text.append(f"  {printable(game.record.file)} record {game.record.number}")
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
        yield lambda record: None
        return
    import time

    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    start = time.monotonic()
    shown = Progress(
        SpinnerColumn(),
        TextColumn("{task.completed} records  {task.fields[rate]}/s  {task.fields[file]}"),
        TimeElapsedColumn(),
        console=console(stderr=True),
        transient=True,
    )
    task = shown.add_task("", total=None, rate=0, file="")
    done = 0

    def step(record: Record) -> None:
        nonlocal done
        done += 1
        if not shown.live.is_started and time.monotonic() - start > 0.7:
            shown.start()
        if done % 50 == 0 or shown.live.is_started:
            rate = int(done / max(0.001, time.monotonic() - start))
            shown.update(task, completed=done, rate=rate, file=record.file)

    try:
        yield step
    finally:
        shown.stop()


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(validate)
