"""What the bench's tests share: the process that runs the cases, and a folder of good files."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from .bench import Zygote, furnish


@pytest.fixture(scope="session")
def zygote() -> Iterator[Zygote]:
    started = Zygote()
    yield started
    started.close()


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("faults") / "good"
    furnish(folder)
    return folder


@pytest.fixture
def tmp_path(tmp_path: Path) -> Iterator[Path]:
    """As ever, but gone at the end: the copies of a whole run would be some gigabytes."""
    yield tmp_path
    shutil.rmtree(tmp_path, ignore_errors=True)
