"""`iquazu load`: good records into the database."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from .common import (
    BOARD_FILES,
    DATABASE,
    FILES,
    JOBS,
    Troubles,
    all_batches,
    expand,
    load_boards,
    store_errors,
)
from .printing import console, while_somebody_reads

if TYPE_CHECKING:
    from iquazu_notation.store.planning import Tally
    from iquazu_notation.store.prepared import Prepared

EXAMPLES = """
Examples:

  iquazu load night.iqn                      into iquazu.duckdb here

  iquazu load club/ --db club.duckdb

  iquazu load night.iqn --replace            after a record in it was corrected
"""

LISTED = 20  # refused records that are listed one by one


def load(
    files: list[str] = FILES,
    db: Path = DATABASE,
    replace: bool = typer.Option(
        False,
        "--replace",
        help="A changed record replaces the one loaded before from the same place in its file.",
    ),
    board: list[str] = BOARD_FILES,
    jobs: int | None = JOBS,
) -> None:
    """Check records and load the good ones into a database, which is made if there is none.

    A record that is there already (by its id) is left alone, so loading twice changes nothing.
    Interrupted, the database holds whole games, and loading again completes it. Exit code 0: all
    are in; 1: some were refused; 2: a file could not be read, or the database not be used.
    """
    from functools import partial

    from iquazu_notation.sharing import cores, shared_by_batch
    from iquazu_notation.store.beside import load_all
    from iquazu_notation.store.loading import Loader
    from iquazu_notation.store.prepared import read_and_prepare
    from iquazu_notation.store.store import opened_to_write

    work = partial(read_and_prepare, boards=load_boards(board))
    troubles = Troubles()
    paths = list(expand(files, troubles))
    with store_errors(), opened_to_write(db) as connection:
        loader = Loader(connection, db, replace=replace)
        try:
            with _progress(paths) as step:
                jobs = jobs or cores()
                every = shared_by_batch(all_batches(paths, troubles), work, jobs, troubles.warn)
                with closing(load_all(loader, every, jobs)) as loaded:
                    for prepared in loaded:
                        step(prepared)
                loader.finish()
        except KeyboardInterrupt:
            loader.require_place()
            _print_tally(loader.tally, db, done=False)
            raise
    with while_somebody_reads():
        _print_tally(loader.tally, db, done=True)
    raise typer.Exit(2 if troubles.any else 1 if loader.tally.refused else 0)


def _print_tally(tally: Tally, db: Path, done: bool) -> None:
    """What came of it: counts, and the refused records with their first errors."""
    from rich.table import Table

    from iquazu_notation.drawing.safe_text import printable

    out = console()
    if not done:
        out.print("Interrupted; what is listed is in the database, load again to complete it.")
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(justify="right")
    table.add_column()
    table.add_row(str(tally.loaded), "loaded")
    if tally.replaced:
        table.add_row(str(tally.replaced), "replaced")
    table.add_row(str(tally.already), "already there")
    table.add_row(str(tally.refused), "refused")
    out.print(table)
    for error in tally.refusals[:LISTED]:
        place = f"{printable(error.file)}:{error.line}:{error.column}"
        out.print(f"  {place}: {error.code}: {printable(error.message)}", soft_wrap=True)
    if tally.refused > LISTED:
        out.print(
            f'  … and {tally.refused - LISTED} more: iquazu sql "FROM refusals" --db'
            f" {printable(str(db))}",
            soft_wrap=True,
        )


@contextmanager
def _progress(paths: Iterable[str]) -> Iterator[Any]:
    """A bar on a terminal: records, records a second, and the time that is left if sizes tell."""
    if not sys.stderr.isatty():
        yield lambda prepared: None
        return
    import time

    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    shown = Progress(
        BarColumn(),
        TextColumn("{task.fields[records]} records  {task.fields[rate]}/s"),
        TimeRemainingColumn(),
        console=console(stderr=True),
        transient=True,
    )
    task = shown.add_task("", total=_size(paths), records=0, rate=0)
    start = time.monotonic()
    records = characters = 0

    def step(prepared: Prepared) -> None:
        nonlocal records, characters
        records += len(prepared.entries)
        characters += sum(entry.size for entry in prepared.entries)
        rate = int(records / max(0.001, time.monotonic() - start))
        shown.update(task, completed=characters, records=records, rate=rate)

    with shown:
        yield step


def _size(paths: Iterable[str]) -> int | None:
    """The size of all files, if it says how much there is to read."""
    from iquazu_notation.notation.files import size

    total = 0
    for path in paths:
        found = size(path) if path.endswith(".iqn") else None
        if found is None:
            return None
        total += found
    return total


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(load)
