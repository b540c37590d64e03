"""`iquazu export`: the database as Parquet files, or its games as records again."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path

import typer

from .common import DATABASE, Stop, store_errors
from .overwrite import require_leave, require_other
from .printing import emit, note

EXAMPLES = """
Examples:

  iquazu export --to tables/                 every table as a Parquet file

  iquazu export --games all.iqn              the games as records, in full form

  iquazu export --games - | iquazu validate -
"""


def export(
    to: Path | None = typer.Option(
        None, "--to", metavar="FOLDER", help="Write every table there as a Parquet file."
    ),
    games: str | None = typer.Option(
        None, "--games", metavar="FILE", help="Write the games there; `-` is standard output."
    ),
    db: Path = DATABASE,
    force: bool = typer.Option(False, "--force", help="Overwrite files that are there."),
) -> None:
    """Write the database out: its tables for other programs, its games as records in full form.

    The games also come out of a database that an earlier version of this program has made.
    """
    from iquazu_notation.store.exporting import parquet_files, texts, write_parquet
    from iquazu_notation.store.store import opened_to_export, opened_to_read

    if to is None and games is None:
        raise Stop("say what to write: --to FOLDER for the tables, --games FILE for the records")
    target = None if games is None or games == "-" else Path(games)
    if target is not None and target.name.endswith(".zst"):
        raise Stop(f"{target}: games are written as .iqn or .iqn.gz")
    wanted = [
        *(parquet_files(to).values() if to is not None else ()),
        *([target] if target else []),
    ]
    for file in wanted:
        require_other(file, db)
        require_leave(file, force)
    with store_errors():
        if games is not None:
            with opened_to_read(db, earlier_too=True) as connection:
                if target is None:
                    for text in texts(connection):
                        emit(text)
                else:
                    number = _write(texts(connection), target)
                    note(f"wrote {number} game{'' if number == 1 else 's'} to {target}")
        if to is not None:
            with opened_to_export(db) as connection:
                files = write_parquet(connection, to)
            note(f"wrote {len(files)} tables to {to}")


def _write(texts: Iterable[str], target: Path) -> int:
    """Write all texts, or leave the file as it was; says how many there were."""
    from iquazu_notation.notation.drafts import replacing

    number = 0
    packed = target.name.endswith(".gz")
    with replacing(target) as plain:
        out = gzip.GzipFile("", "wb", fileobj=plain, mtime=0) if packed else plain
        for text in texts:
            out.write(text.encode())
            number += 1
        if packed:
            out.close()
    return number


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(export)
