"""The rules can be compiled, and are then the same rules."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.skipif(
    shutil.which("cc") is None or sys.platform != "linux", reason="there is no C compiler"
)
def test_compiled_rules_pass_the_tests_of_the_rules(tmp_path: Path) -> None:
    for name in ("iquazu_notation", "tests"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.so"))
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("cli", "grammar", "samples"):
        (tmp_path / name).symlink_to(ROOT / name)
    built = run(tmp_path, "setup.py", "build_ext", "--inplace")
    assert built.returncode == 0, built.stderr[-2000:]
    assert list(tmp_path.glob("iquazu_notation/games/iquazu/play.*.so"))
    tested = run(
        tmp_path,
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/games/iquazu"),
        *("tests/notation/test_quick_way.py", "tests/test_checking.py"),
        *("-k", "not two_thousand"),
    )
    assert tested.returncode == 0, tested.stdout[-3000:]


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "IQUAZU_COMPILE": "1", "PYTHONPATH": str(folder)}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
