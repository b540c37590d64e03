"""The one place that asks the file system. Every error becomes a sentence with the file's name.

Questions (`kind`, `resolved`, `records_below`), and reading (`opened`: plain, compressed, or `-`
for standard input). Files are written by `drafts`.
"""

from __future__ import annotations

import errno
import gzip
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import PathLike, fspath
from pathlib import Path
from typing import BinaryIO, Literal, Protocol, cast

BLOCK = 1 << 18
SUFFIXES = (".iqn", ".iqn.gz", ".iqn.zst")

StrPath = str | PathLike[str]
Kind = Literal["file", "folder", "other"]


class FileError(Exception):
    """Something that can't be done with a file; the text is one sentence with its name."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class CannotRead(FileError):
    """A file that can't be read at all, or not to its end."""


class CannotWrite(FileError):
    """A file or folder that can't be written."""


# What Python raises when a path is asked about or used: besides errors of the system, ValueError
# for a NUL in the name and RuntimeError for links in a circle (`Path.resolve`).
TROUBLES = (OSError, ValueError, RuntimeError)

_REASONS = {
    errno.ENOENT: "there is no such file",
    errno.ENOTDIR: "a part of this path is a file, not a folder",
    errno.EISDIR: "this is a folder, not a file",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.ELOOP: "this link leads back to itself",
    errno.ENAMETOOLONG: "this name is too long",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk is full",
    errno.EFBIG: "the file would be larger than is allowed here",
    errno.EROFS: "this place is read-only",
    errno.EEXIST: "something else is there already",
    errno.EBADF: "this is closed",
    errno.ENOMEM: "there is not enough memory for this",
}
LONGEST_NAME = 200  # characters of a name in a sentence


def shown(path: StrPath) -> str:
    """A path as it appears in a sentence: a very long one loses its middle.

    >>> len(shown("x" * 5000))
    200
    """
    name = fspath(path)
    half = LONGEST_NAME // 2
    return name if len(name) <= LONGEST_NAME else f"{name[: half - 1]}…{name[-half:]}"


def reason(error: BaseException) -> str:
    """Why the system refused, in a player's words.

    >>> reason(OSError(errno.ENOSPC, "No space left on device"))
    'the disk is full'
    """
    if isinstance(error, OSError):
        known = _REASONS.get(error.errno or 0)
        return known or (error.strerror or str(error)).lower()
    if isinstance(error, RuntimeError):
        return _REASONS[errno.ELOOP]
    return "this can't be the name of a file"


@contextmanager
def reading(path: StrPath) -> Iterator[None]:
    """Errors of the file system while something is read become `CannotRead`."""
    try:
        yield
    except TROUBLES as error:
        raise CannotRead(f"{shown(path)}: {reason(error)}") from None


@contextmanager
def writing(path: StrPath) -> Iterator[None]:
    """Errors of the file system while something is written become `CannotWrite`."""
    try:
        yield
    except TROUBLES as error:
        raise CannotWrite(unwritten(path, error)) from None


def unwritten(path: StrPath, error: BaseException) -> str:
    """The sentence about a file that can't be written."""
    missing = isinstance(error, FileNotFoundError)
    why = "there is no such folder" if missing else reason(error)
    return f"{shown(path)} can't be written: {why}"


# ---------------------------------------------------------------------- questions


def kind(path: StrPath) -> Kind | None:
    """What a path leads to; None if there is nothing. `CannotRead` if that can't be told.

    >>> kind("no such file.iqn"), kind(".")
    (None, 'folder')
    """
    with reading(path):
        try:
            mode = Path(path).stat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            return None
    return "folder" if stat.S_ISDIR(mode) else "file" if stat.S_ISREG(mode) else "other"


def size(path: StrPath) -> int | None:
    """How many bytes a file has; None if it is none, or if that can't be told.

    >>> size(".") is None
    True
    """
    try:
        return Path(path).stat().st_size if kind(path) == "file" else None
    except (CannotRead, *TROUBLES):
        return None


def resolved(path: StrPath) -> Path:
    """The path without links, as an absolute one."""
    with reading(path):
        return Path(path).resolve()


def records_below(folder: StrPath, report: Callable[[str], None]) -> list[str]:
    """Every file of records below a folder, in order. `report` is told what can't be entered."""

    def refused(error: OSError) -> None:
        report(f"{shown(error.filename)}: {reason(error)}")

    found = []
    for below, _, names in os.walk(folder, onerror=refused):
        for name in names:
            if name.endswith(SUFFIXES):
                path = str(Path(below) / name)
                try:
                    regular = kind(path) == "file"
                except CannotRead:
                    regular = True  # whoever opens it says why it can't be read
                if regular:
                    found.append(path)
    return sorted(found)


# ---------------------------------------------------------------------- reading


class Source(Protocol):
    """What records are cut from: bytes, as many as are at hand."""

    def read1(self, size: int, /) -> bytes:
        """Up to `size` bytes; none at the end."""


@contextmanager
def opened(path: StrPath) -> Iterator[Source]:
    """The bytes of a file, decompressed by its name (`.gz`, `.zst`); `-` is standard input.

    Whatever goes wrong when it is opened or read becomes `CannotRead`.

    >>> with opened("no such file.iqn") as source:
    ...     pass
    Traceback (most recent call last):
    iquazu_notation.notation.files.CannotRead: no such file.iqn: there is no such file
    """
    name = fspath(path)
    if name == "-":
        yield _Told(_standard_input(), name)
        return
    with reading(name):
        file = Path(name).open("rb")  # noqa: SIM115
    with file:
        if name.endswith(".zst"):
            yield _Told(_Zstandard(file, name), name)
        elif name.endswith(".gz"):
            with gzip.open(file) as unpacked:
                yield _Told(cast(Source, unpacked), name)
        else:
            yield _Told(cast(Source, file), name)


class _Told:
    """A source whose errors are told as its own, and nobody else's errors are.

    What is done with the bytes meanwhile, such as printing them, can go wrong as well.
    """

    def __init__(self, source: Source, name: str) -> None:
        self._source, self._name = source, name

    def read1(self, size: int, /) -> bytes:
        try:
            return self._source.read1(size)
        except EOFError:
            why = "the compressed file breaks off before its end"
        except (gzip.BadGzipFile, zlib.error) as error:
            why = f"this is not a sound gzip file ({error})"
        except OSError as error:
            why = reason(error)
        raise CannotRead(f"{shown(self._name)}: {why}")


def whole(path: StrPath) -> bytes:
    """All bytes of a file, as `opened` gives them."""
    with opened(path) as source:
        return b"".join(iter(lambda: source.read1(BLOCK), b""))


def _standard_input() -> Source:
    if sys.stdin is None:  # closed by whoever started the program
        raise CannotRead("-: standard input is closed")
    return cast(Source, sys.stdin.buffer)


class _Zstandard:
    """A Zstandard file, which the package `zstandard` unpacks.

    Its own stream reader takes a file that breaks off for one that ends, so the frames are
    unpacked here, a little at a time: a few packed bytes can stand for very many.
    """

    LITTLE = 512

    def __init__(self, file: BinaryIO, name: str) -> None:
        try:
            import zstandard
        except ImportError:
            raise CannotRead(
                f"{shown(name)}: reading .zst files needs an extra:"
                " pip install 'iquazu-notation[zst]'"
            ) from None
        self._file, self._name, self._error = file, name, zstandard.ZstdError
        self._new_frame = zstandard.ZstdDecompressor().decompressobj
        self._frame = self._new_frame()
        self._packed = b""
        self._in_frame = False

    def read1(self, _size: int, /) -> bytes:
        unpacked = b""
        while not unpacked:
            if self._frame.eof:
                self._packed = self._frame.unused_data
                self._frame, self._in_frame = self._new_frame(), False
            self._packed = self._packed or self._file.read(self.LITTLE)
            if not self._packed:
                if self._in_frame:
                    raise EOFError
                break
            try:
                unpacked = self._frame.decompress(self._packed)
            except self._error as error:
                sentence = f"{shown(self._name)}: this is not a sound Zstandard file ({error})"
                raise CannotRead(sentence) from None
            self._packed, self._in_frame = b"", True
        return unpacked
