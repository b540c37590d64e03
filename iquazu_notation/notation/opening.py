"""Opening what a person names: a file, a compressed file, or `-` for standard input."""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike, fspath
from pathlib import Path
from typing import BinaryIO, Protocol, cast

BLOCK = 1 << 18


class CannotRead(Exception):
    """A file that can't be read at all, or not to its end. Its text is one sentence."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Source(Protocol):
    """What records are cut from: bytes, as many as are at hand."""

    def read1(self, size: int, /) -> bytes:
        """Up to `size` bytes; none at the end."""


@contextmanager
def opened(path: str | PathLike[str]) -> Iterator[Source]:
    """The bytes of a file, decompressed by its name (`.gz`, `.zst`); `-` is standard input.

    Whatever goes wrong while it is open is told as `CannotRead`.

    >>> with opened("no such file.iqn") as source:
    ...     pass
    Traceback (most recent call last):
    iquazu_notation.notation.opening.CannotRead: no such file.iqn: there is no such file
    """
    name = fspath(path)
    try:
        if name == "-":
            yield cast(Source, sys.stdin.buffer)
        elif name.endswith(".zst"):
            with Path(name).open("rb") as file:
                yield _Zstandard(file, name)
        else:
            opener = gzip.open if name.endswith(".gz") else Path.open
            with opener(Path(name), "rb") as file:
                yield cast(Source, file)
    except FileNotFoundError:
        raise CannotRead(f"{name}: there is no such file") from None
    except IsADirectoryError:
        raise CannotRead(f"{name}: this is a folder, not a file") from None
    except PermissionError:
        raise CannotRead(f"{name}: this file may not be read (permission denied)") from None
    except EOFError:
        raise CannotRead(f"{name}: the compressed file breaks off before its end") from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise CannotRead(f"{name}: this is not a sound gzip file ({error})") from None
    except OSError as error:
        raise CannotRead(f"{name}: {error.strerror or error}") from None


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
                f"{name}: reading .zst files needs an extra: pip install 'iquazu-notation[zst]'"
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
                sentence = f"{self._name}: this is not a sound Zstandard file ({error})"
                raise CannotRead(sentence) from None
            self._packed, self._in_frame = b"", True
        return unpacked
