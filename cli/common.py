"""What the commands share: finding files, reading records, boards from options, consoles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from .printing import complain, console

if TYPE_CHECKING:
    from iquazu_notation.notation.record import Record
    from iquazu_notation.replay import Replay
    from iquazu_notation.sharing import Batch

T = TypeVar("T")

FILES = typer.Argument(
    ..., metavar="FILE...", help="Records; `-` is standard input, a folder every .iqn below it."
)
FILE = typer.Argument(..., metavar="FILE", help="A file of records; `-` is standard input.")
BOARD_FILES = typer.Option(
    [], "--board", metavar="FILE", help="A board file that records may name by its id."
)
DATABASE = typer.Option("iquazu.duckdb", "--db", metavar="FILE", help="The database of games.")
JOBS = typer.Option(
    None,
    "--jobs",
    "-j",
    min=1,
    metavar="N",
    help="How many processes share the work; by default, one for each core.",
)
RECORD = typer.Option(1, "--record", min=1, help="Which record of the file, counted from 1.")


class Stop(Exception):
    """The command can't go on: one sentence, and an exit code."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.code = code


@contextmanager
def store_errors() -> Iterator[None]:
    """What the database can't do ends the command with one sentence."""
    from iquazu_notation.store.errors import StoreError

    try:
        yield
    except StoreError as error:
        raise Stop(str(error)) from None


class Troubles:
    """Files that could not be read: each is reported at once, and the others go on."""

    def __init__(self) -> None:
        self.any = False

    def report(self, message: str) -> None:
        self.any = True
        self.warn(message)

    def warn(self, message: str) -> None:
        """Something that was put right, and is worth a line."""
        complain(message)


def expand(paths: Iterable[str], troubles: Troubles) -> Iterator[str]:
    """Files as named, and for a folder every record file below it, in order."""
    from iquazu_notation.notation.files import CannotRead, kind, records_below

    for path in paths:
        try:
            is_folder = path != "-" and kind(path) == "folder"
        except CannotRead as trouble:
            troubles.report(str(trouble))
            continue
        if not is_folder:
            yield path
            continue
        unread: list[str] = []
        found = records_below(path, unread.append)
        if not found and not unread:
            unread.append(f"there is no .iqn file in {path}")
        for sentence in unread:
            troubles.report(sentence)
        yield from found


def read_all(paths: Iterable[str], troubles: Troubles) -> Iterator[Record]:
    """The records of all files, read one by one."""
    from iquazu_notation.reading import read_file

    return _from_all(paths, read_file, troubles)


def _from_all(
    paths: Iterable[str], read: Callable[[str], Iterable[T]], troubles: Troubles
) -> Iterator[T]:
    """What is read from all files; one that can't be read is reported, and the next is read."""
    from iquazu_notation.notation.files import CannotRead

    for path in expand(paths, troubles):
        try:
            yield from read(path)
        except CannotRead as trouble:
            troubles.report(str(trouble))


def share_all(
    paths: Iterable[str], work: Callable[[Record], T], jobs: int | None, troubles: Troubles
) -> Iterator[T]:
    """Work done on the records of all files, by several processes if there are many; in order."""
    from iquazu_notation.sharing import cores, shared

    return shared(all_batches(paths, troubles), work, jobs or cores(), troubles.warn)


def all_batches(paths: Iterable[str], troubles: Troubles) -> Iterator[Batch]:
    """The records of all files in batches, to be shared among processes."""
    from iquazu_notation.sharing import batches

    return _from_all(paths, batches, troubles)


def load_boards(files: Iterable[str]) -> dict[str, Any]:
    """Boards named by `--board`, by id."""
    from iquazu_notation.games.iquazu.board import BoardError
    from iquazu_notation.games.iquazu.board_file import read_board_file

    boards: dict[str, Any] = {}
    for file in files:
        try:
            board, faults = read_board_file(Path(file))
        except BoardError as error:
            raise Stop(str(error)) from None
        if board is None:
            first = faults[0]
            raise Stop(
                f"{file} is not a good board file: {first.message} ({first.code});"
                f" see iquazu board check {file}"
            )
        boards[board.id] = board
    return boards


def one_replay(file: str, number: int, board_files: Iterable[str]) -> Replay:
    """The replay of one record of a file."""
    from iquazu_notation.replay import replay

    boards = load_boards(board_files)
    troubles = Troubles()
    count = 0
    for record in read_all([file], troubles):
        count = record.number
        if record.number == number:
            return replay(record, boards)
    if troubles.any:
        raise typer.Exit(2)
    there = "one record" if count == 1 else f"{count} records"
    raise Stop(f"{file} holds {there}: there is no record {number}")


def require_position(game: Replay) -> None:
    """A record whose tags are wrong has no board to show: say why instead."""
    if game.walked.position is None:
        from .diagnostics import print_diagnostics

        print_diagnostics(console(stderr=True), game.diagnostics)
        raise typer.Exit(1)
