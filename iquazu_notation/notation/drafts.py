"""Files replaced whole or not at all, by way of a draft that no name of a user's can meet."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, BinaryIO

from .files import BLOCK, CannotWrite, StrPath, kind, reading, resolved, shown, unwritten

try:
    import fcntl
except ImportError:  # Windows: then nothing left behind by a killed program is swept away
    fcntl = None  # type: ignore[assignment]

DRAFT = "draft"
NEW_DATABASE = "new.duckdb"
_LOCK = "lock"
_OURS = {DRAFT, _LOCK, NEW_DATABASE, f"{NEW_DATABASE}.wal"}
_PREFIX = ".iquazu-"
_swept: set[Path] = set()


class ChangedMeanwhile(CannotWrite):
    """Somebody else wrote to a file between our reading and our writing it."""


def fingerprint(path: StrPath) -> bytes | None:
    """A digest of a file's bytes; None if there is no file."""
    digest = hashlib.sha256()
    with reading(path):
        try:
            with Path(path).open("rb") as file:
                while block := file.read(BLOCK):
                    digest.update(block)
        except FileNotFoundError:
            return None
    return digest.digest()


@contextmanager
def replacing(path: StrPath, expected: bytes | None = None) -> Iterator[IO[bytes]]:
    """A draft that takes a file's place when it is written: whole or not at all.

    The file keeps its mode and its links, and is never replaced by an empty one. With `expected`,
    its `fingerprint` must still be that one, else somebody has changed it meanwhile.
    """
    target = resolved(path)
    found = kind(target)
    if found == "folder":
        raise CannotWrite(f"{shown(path)} is a folder, not a file")
    try:
        if found == "other":  # a device or a pipe takes what is written, and is not replaced
            with target.open("wb") as out:
                yield out
            return
        with drafted(path, expected) as draft, draft.open("xb") as out:
            yield out
    except OSError as error:
        raise CannotWrite(unwritten(path, error)) from None


@contextmanager
def drafted(path: StrPath, expected: bytes | None = None) -> Iterator[Path]:
    """As `replacing`, for who opens the draft by its name; what has the place must be a file."""
    target = resolved(path)
    found = kind(target)
    if found in ("folder", "other"):
        raise CannotWrite(f"{shown(path)} is {'a folder, ' if found == 'folder' else ''}not a file")
    try:
        with workspace(target.parent) as folder:
            draft = folder / DRAFT
            yield draft
            with draft.open("rb+") as written:
                os.fsync(written.fileno())
            _take_over(target, draft, path)
            if expected is not None and fingerprint(target) != expected:
                raise ChangedMeanwhile(
                    f"{shown(path)} was changed by another program meanwhile and is left as it is"
                )
            draft.replace(target)
            _sync(target.parent)
    except OSError as error:
        raise CannotWrite(unwritten(path, error)) from None


def _sync(folder: Path) -> None:
    """Put a folder on disk, so that a new name in it is safe too."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some file systems know no such thing
            os.fsync(handle)
    finally:
        os.close(handle)


def _take_over(target: Path, draft: Path, path: StrPath) -> None:
    """Mode and owner of the file that is about to be replaced, if there is one."""
    try:
        before = target.stat()
    except FileNotFoundError:
        # As an ordinary new file has it: drafts are private.
        draft.chmod(0o666 & ~_umask())
        return
    if before.st_size and not draft.stat().st_size:
        raise CannotWrite(f"{shown(path)} is left as it is: it would become empty")
    with suppress(OSError):  # only root may give files away
        shutil.chown(draft, before.st_uid, before.st_gid)
    draft.chmod(stat.S_IMODE(before.st_mode))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def workspace(beside: Path) -> Iterator[Path]:
    """A new folder for drafts, in the same file system as what they will replace.

    It is gone afterwards. One left behind by a program that was killed is swept away by the next
    program that works in the same place: it has a lock, which ends with its process.
    """
    sweep(beside)
    folder, lock = _locked_folder(beside)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if lock is not None:
            lock.close()


def _locked_folder(beside: Path) -> tuple[Path, BinaryIO | None]:
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=beside))
        if fcntl is None:
            return folder, None
        try:
            lock = (folder / _LOCK).open("xb")
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        with suppress(OSError):  # some file systems know no locks; then nothing is swept there
            fcntl.flock(lock, fcntl.LOCK_EX)
        # A sweeper may have come between opening and locking.
        if (folder / _LOCK).exists():
            return folder, lock
        lock.close()


def sweep(beside: Path) -> None:
    """Remove folders whose programs are gone, once for each place."""
    if beside in _swept or fcntl is None:
        return
    _swept.add(beside)
    with suppress(OSError):
        for lock_file in [*beside.glob(f"{_PREFIX}*/{_LOCK}")]:
            with suppress(OSError), lock_file.open("rb") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                _remove(lock_file.parent)


def _remove(folder: Path) -> None:
    """Only what `workspace` is used for: a folder of somebody else's stays as it is."""
    if {entry.name for entry in folder.iterdir()} <= _OURS:
        shutil.rmtree(folder)
