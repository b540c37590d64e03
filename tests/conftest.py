"""What tests share: the `iquazu` command, run in this process."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


Iquazu = Callable[..., Outcome]


@pytest.fixture
def iquazu(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iquazu:
    """Run a command as a person would, and see its exit code and what it printed."""
    from iquazu_notation.cli.main import run

    def call(*words: object, stdin: str | bytes | None = None) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["iquazu", *map(str, words)])
        if stdin is not None:
            data = stdin if isinstance(stdin, bytes) else stdin.encode()
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
        capsys.readouterr()
        with pytest.raises(SystemExit) as stopped:
            run()
        seen = capsys.readouterr()
        code = stopped.value.code
        return Outcome(code if isinstance(code, int) else 0, seen.out, seen.err)

    return call
