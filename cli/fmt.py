"""`iquazu fmt`: records in full form, or in short form as typed at the table."""

from __future__ import annotations

import difflib
import gzip
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

import typer

from .common import BOARD_FILES, FILES, JOBS, Stop, Troubles, expand, load_boards
from .printing import complain, emit, note, say, while_somebody_reads

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
IN_MEMORY = 1 << 24

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
                note(written.error)
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
    from iquazu_notation.notation.files import FileError

    form = Form(short, infer, load_boards(board), jobs)
    troubles = Troubles()
    bad = False
    with while_somebody_reads():
        for file in expand(files, troubles):
            try:
                changed, invalid = _format_file(file, form, check, diff)
            except FileError as trouble:
                troubles.report(str(trouble))
                continue
            bad = bad or invalid or (changed and (check or diff))
    raise typer.Exit(2 if troubles.any else 1 if bad else 0)


def _format_file(file: str, form: Form, check: bool, diff: bool) -> tuple[bool, bool]:
    """Format one file; says whether it changed (or would) and whether a record is invalid."""
    from iquazu_notation.notation.drafts import fingerprint
    from iquazu_notation.notation.files import CannotRead, kind, opened

    if file == "-":
        return _format_stdin(form, check, diff)
    if kind(file) == "other":
        raise CannotRead(f"{file} is not an ordinary file: use iquazu fmt - < {file}")
    as_read = fingerprint(file)
    with _formatted(form.write_all(file)) as after:
        if not after.faithful:
            complain(f"{file} is left as it is")
            return False, True
        with opened(file) as before:
            changed = _differ(before, after.text)
        if changed and diff:
            with opened(file) as before:
                old = _all(before)
            _print_diff(old, after.all(), file)
        elif changed and check:
            say(f"would change {file}")
        elif changed:
            _replace(file, after.text, as_read)
            note(f"formatted {file}")
        return changed, after.invalid


@dataclass(slots=True)
class _Formatted:
    """The records of a file as they were written, one after the other."""

    text: IO[bytes]
    invalid: bool = False
    faithful: bool = True

    def all(self) -> bytes:
        self.text.seek(0)
        return self.text.read()


@contextmanager
def _formatted(every: Iterable[Written]) -> Iterator[_Formatted]:
    """What was written, in memory or, if it is long, in a file that has no name."""
    from iquazu_notation.notation.files import writing

    with writing("the folder for temporary files"):
        out = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
    with out:
        after = _Formatted(out)
        for written in every:
            after.invalid = after.invalid or written.error is not None
            after.faithful = written.faithful
            if written.faithful:
                with writing("the folder for temporary files"):
                    out.write(written.text.encode())
        out.seek(0)
        yield after


def _format_stdin(form: Form, check: bool, diff: bool) -> tuple[bool, bool]:
    """Standard input to standard output, through a file: all of it or, if it is not text, none."""
    from iquazu_notation.notation.files import opened, writing

    with ExitStack() as stack:
        with writing("the folder for temporary files"):
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="iquazu-"))
            copy = Path(folder) / "-"
            with copy.open("wb") as out, opened("-") as source:
                while part := source.read1(BLOCK):
                    out.write(part)
        after = stack.enter_context(_formatted(form.write_all(str(copy), "-")))
        if not after.faithful:
            raise Stop("standard input is not all text that can be written again", 1)
        if not (check or diff):
            with while_somebody_reads():
                for line in after.text:
                    emit(line.decode())
            return False, after.invalid
        with copy.open("rb") as before:
            changed = _differ(before, after.text)
        if changed and diff:
            _print_diff(copy.read_bytes(), after.all(), "-")
        elif changed:
            say("would change -")
        return changed, after.invalid


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
    with while_somebody_reads():
        for line in difflib.unified_diff(old, new, file, f"{file} (formatted)"):
            emit(line.rstrip("\r\n") + "\n")


def _replace(file: str, text: IO[bytes], as_read: bytes | None) -> None:
    """Put the new text in the place of the file, packed as its name says."""
    from iquazu_notation.notation.drafts import replacing

    text.seek(0)
    with replacing(file, as_read) as out:
        if file.endswith(".gz"):
            with gzip.GzipFile(fileobj=out, mode="wb", filename="", mtime=0) as smaller:
                shutil.copyfileobj(text, smaller)
        elif file.endswith(".zst"):
            import zstandard

            zstandard.ZstdCompressor().copy_stream(text, out)
        else:
            shutil.copyfileobj(text, out)


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(fmt)
