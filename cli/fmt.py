"""`iquazu fmt`: records in full form, or in short form as typed at the table."""

from __future__ import annotations

import difflib
import gzip
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

import typer

from .common import BOARD_FILES, FILES, JOBS, Stop, Troubles, expand, load_boards

if TYPE_CHECKING:
    from iquazu_notation.notation.files import Source
    from iquazu_notation.notation.record import Record

EXAMPLES = """
Examples:

  iquazu fmt night.iqn                 write it in full form, in place

  iquazu fmt --short night.iqn         back to what one types at the table

  iquazu fmt --infer night.iqn         fill in unseen cards that can only be one thing

  iquazu fmt --check club/             exit code 1 if a file would change

  iquazu fmt --diff night.iqn          show what would change

  iquazu fmt - < night.iqn             from standard input to standard output
"""

BLOCK = 1 << 18

# The text of these records is not all there (not UTF-8, too long): their file is left alone.
NOT_FAITHFUL = {"IQ001", "IQ002", "IQ003", "IQ004"}


class Form(NamedTuple):
    """How records are to be written."""

    short: bool
    infer: bool
    boards: dict[str, object]
    jobs: int | None

    def write(self, record: Record) -> Written:
        """A record in this form, with an empty line before it if it is not the file's first."""
        from iquazu_notation.replay import replay

        game = replay(record, self.boards)
        error = next((d for d in game.diagnostics if d.severity == "error"), None)
        if self.infer:
            game.fill_unseen()
        return Written(
            ("\n" if record.number > 1 else "") + game.text(short=self.short),
            f"{error.file}:{error.line}:{error.column}: {error.code}: {error.message}"
            if error
            else None,
            not any(d.code in NOT_FAITHFUL for d in game.diagnostics),
        )

    def write_all(self, file: str, name: str | None = None) -> Iterator[Written]:
        """The records of a file, up to the first that can't be written faithfully."""
        from iquazu_notation.sharing import batches, cores, shared

        report = Troubles().warn
        for written in shared(batches(file, name), self.write, self.jobs or cores(), report):
            if written.error is not None:
                print(written.error, file=sys.stderr)
            yield written
            if not written.faithful:
                return


class Written(NamedTuple):
    """A record as it was written; `error` is the first one in it, `faithful`: it is all text."""

    text: str
    error: str | None
    faithful: bool


def fmt(
    files: list[str] = FILES,
    check: bool = typer.Option(False, "--check", help="Change nothing; exit 1 if a file would."),
    diff: bool = typer.Option(False, "--diff", help="Change nothing; print the difference."),
    short: bool = typer.Option(False, "--short", help="Leave out what the rules derive."),
    infer: bool = typer.Option(
        False, "--infer", help="Write every `?` that has only one possible value."
    ),
    board: list[str] = BOARD_FILES,
    jobs: int | None = JOBS,
) -> None:
    """Format records in place: one turn a line, payments, drops, scorings and totals written out.

    Comments, marks and variations stay in their places. A record that can't be read stays as it
    is; of an invalid one everything from the fault on keeps its words. Exit code 1 if a record is
    invalid, or if --check or --diff found something to change.
    """
    from iquazu_notation.notation.files import CannotRead

    form = Form(short, infer, load_boards(board), jobs)
    troubles = Troubles()
    bad = False
    for file in expand(files, troubles):
        try:
            changed, invalid = _format_file(file, form, check, diff)
        except (CannotRead, OSError) as trouble:
            troubles.report(str(trouble))
            continue
        bad = bad or invalid or (changed and (check or diff))
    raise typer.Exit(2 if troubles.any else 1 if bad else 0)


def _format_file(file: str, form: Form, check: bool, diff: bool) -> tuple[bool, bool]:
    """Format one file; says whether it changed (or would) and whether a record is invalid."""
    from iquazu_notation.notation.files import opened

    if file == "-":
        return _format_stdin(form, check, diff)

    invalid = False
    target = Path(file).resolve()
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".iquazu-") as folder:
        draft = Path(folder) / target.name
        with draft.open("wb") as out:
            for written in form.write_all(file):
                invalid = invalid or written.error is not None
                if not written.faithful:
                    print(f"iquazu: {file} is left as it is", file=sys.stderr)
                    return False, True
                out.write(written.text.encode())
        with opened(file) as before, draft.open("rb") as after:
            changed = _differ(before, after)
        if not changed:
            return False, invalid
        if diff:
            with opened(file) as before:
                _print_diff(_all(before), draft.read_bytes(), file)
        elif check:
            print(f"would change {file}")
        else:
            _replace(target, draft)
            print(f"formatted {file}", file=sys.stderr)
        return True, invalid


def _format_stdin(form: Form, check: bool, diff: bool) -> tuple[bool, bool]:
    """Standard input to standard output, through a file: all of it or, if it is not text, none."""
    with (
        tempfile.TemporaryDirectory(prefix="iquazu-") as folder,
        tempfile.SpooledTemporaryFile(1 << 24) as after,
    ):
        copy = Path(folder) / "-"
        with copy.open("wb") as out:
            shutil.copyfileobj(sys.stdin.buffer, out)
        invalid = False
        for written in form.write_all(str(copy), "-"):
            invalid = invalid or written.error is not None
            if not written.faithful:
                raise Stop("standard input is not all text that can be written again", 1)
            after.write(written.text.encode())
        after.seek(0)
        if not (check or diff):
            for line in after:
                sys.stdout.write(line.decode())
            return False, invalid
        with copy.open("rb") as before:
            changed = _differ(before, after)
        after.seek(0)
        if changed and diff:
            _print_diff(copy.read_bytes(), after.read(), "-")
        elif changed:
            print("would change -")
        return changed, invalid


def _all(source: Source) -> bytes:
    parts = []
    while part := source.read1(BLOCK):
        parts.append(part)
    return b"".join(parts)


def _differ(before: Source, after: IO[bytes]) -> bool:
    while part := before.read1(BLOCK):
        if after.read(len(part)) != part:
            return True
    return after.read(1) != b""


def _print_diff(before: bytes, after: bytes, file: str) -> None:
    old = before.decode(errors="replace").splitlines(keepends=True)
    new = after.decode().splitlines(keepends=True)
    for line in difflib.unified_diff(old, new, file, f"{file} (formatted)"):
        print(line.rstrip("\r\n"))


def _replace(target: Path, draft: Path) -> None:
    """Put the draft in the place of the file, whole or not at all, with the file's own mode."""
    packed = draft.with_name("packed")
    with draft.open("rb") as plain, packed.open("wb") as out:
        if target.name.endswith(".gz"):
            with gzip.GzipFile(fileobj=out, mode="wb", filename="", mtime=0) as smaller:
                shutil.copyfileobj(plain, smaller)
        elif target.name.endswith(".zst"):
            import zstandard

            zstandard.ZstdCompressor().copy_stream(plain, out)
        else:
            shutil.copyfileobj(plain, out)
        out.flush()
        os.fsync(out.fileno())
    packed.chmod(target.stat().st_mode & 0o7777)
    packed.replace(target)


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(fmt)
