"""The file a game is kept in: nothing is lost, and nothing of others is overwritten.

Every change is written to a second file, synced, and put in the place of the first, so that at any
moment one whole version lies on disk. Before that, what lies there is compared with what was last
read or written. The other records of the file are bytes that nobody looks into.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import IO

from ..notation.cutting import cut
from ..notation.drafts import replacing
from ..notation.files import FileError, reason, shown

try:
    import fcntl
except ImportError:  # Windows: then there is no advice about a second transcriber
    fcntl = None  # type: ignore[assignment]


class CannotKeep(Exception):
    """The file can't be read or written; one sentence."""


class ChangedByOthers(Exception):
    """What lies on disk is not what was last read or written here."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One record of a file: where its bytes are in the content."""

    content: bytes
    start: int
    end: int

    @property
    def before(self) -> bytes:
        return self.content[: self.start]

    @property
    def data(self) -> bytes:
        return self.content[self.start : self.end]

    @property
    def behind(self) -> bytes:
        return self.content[self.end :]

    @property
    def text(self) -> str | None:
        """None if the bytes are no text."""
        try:
            return self.data.decode()
        except UnicodeDecodeError:
            return None


def pieces(content: bytes) -> list[Piece]:
    r"""The records of a file, each with what lies around it.

    >>> [piece.data for piece in pieces(b'[Game "A"]\n\n[Game "B"]\n')]
    [b'[Game "A"]\n\n', b'[Game "B"]\n']
    """
    found = []
    at = 0
    for chunk in cut(BytesIO(content)):
        if chunk.trouble == "no record":
            return []
        at = content.index(chunk.data, at)
        end = at + len(chunk.data)
        found.append(Piece(content, at, end))
        at = end
    return found


class Keeper:
    """One record in one file, written after every change.

    `before` and `behind` are the bytes around it, which stay as they are.
    """

    def __init__(self, path: Path) -> None:
        self.path = Path(os.path.realpath(path))
        if self.path.name.endswith((".gz", ".zst")):
            raise CannotKeep(f"{path} is compressed: unpack it first, and transcribe plain .iqn")
        self.before = b""
        self.behind = b""
        self._known = self._read()
        self._lock: IO[str] | None = None
        self.taken_by = self._announce()

    @property
    def content(self) -> bytes:
        """The file as it was last read or written here; empty if there is none."""
        return self._known or b""

    def keep(self, text: str, *, anyway: bool = False) -> None:
        """Write the record. It is on disk when this returns.

        Raises `ChangedByOthers` if the file has another content by now, unless `anyway`.
        """
        new = self.before + text.encode() + self.behind
        if new == self._known and not anyway:
            return
        if not anyway:
            self.look()
        self._put(new)
        self._known = new

    def look(self) -> None:
        """Raise `ChangedByOthers` if the file is not as it was left."""
        if self._read() != self._known:
            raise ChangedByOthers(f"{self.path.name} was changed by someone else meanwhile")

    def take_theirs(self) -> bytes:
        """The file as others left it counts from now on."""
        self._known = self._read()
        return self.content

    def close(self) -> None:
        """Let go of the file."""
        if self._lock is not None:
            with suppress(OSError):
                Path(self._lock.name).unlink()
            self._lock.close()
            self._lock = None

    def _read(self) -> bytes | None:
        try:
            mode = self.path.stat().st_mode
            if stat.S_ISDIR(mode):
                raise CannotKeep(f"{shown(self.path)} is a folder, not a file")
            if not stat.S_ISREG(mode):
                raise CannotKeep(f"{shown(self.path)} is not an ordinary file")
            return self.path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise CannotKeep(f"{shown(self.path)} can't be read: {reason(error)}") from None

    def _put(self, content: bytes) -> None:
        try:
            with replacing(self.path) as out:
                out.write(content)
        except FileError as trouble:
            raise CannotKeep(str(trouble)) from None

    def _announce(self) -> str | None:
        """Tell others that this file is being written; says who was first, if someone was.

        The lock ends with the process, however it ends. It keeps nobody out.
        """
        if fcntl is None:
            return None
        name = self.path.with_name(f".{self.path.name}.transcribing")
        try:
            lock = name.open("a+", encoding="utf-8")
        except OSError:
            return None  # whether the folder can be written to is said when a turn is kept
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            first = lock.read().strip() or "unknown"
            lock.close()
            return first
        self._lock = lock
        with suppress(OSError):  # a full disk: who it is can't be told, but the lock holds
            os.truncate(lock.fileno(), 0)
            os.write(lock.fileno(), str(os.getpid()).encode())
        return None
