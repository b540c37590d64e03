from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_a_wheel_installs_and_works_outside_the_tree(tmp_path: Path) -> None:
    # A copy, so that the build leaves nothing behind in the tree.
    source = tmp_path / "source"
    ignored = shutil.ignore_patterns(".git", ".venv", "*.egg-info", "build", "__pycache__", ".*")
    shutil.copytree(ROOT, source, ignore=ignored)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", str(tmp_path), str(source)]
    subprocess.run(build, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    installed = tmp_path / "installed"
    subprocess.run([*pip, "install", "--no-deps", "--target", installed, wheel], check=True)
    shutil.rmtree(source)
    code = (
        "import sys, iquazu_notation; print(iquazu_notation.__file__)\n"
        "from iquazu_notation.cli.main import run; sys.argv = ['iquazu', 'demo']; run()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(installed))
    assert "tutorial.iqn" in done.stdout


def test_what_the_program_rests_on_closely_is_bounded_by_its_next_major_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *extras["tui"], *extras["web"]]
    for name in ("dash", "duckdb", "plotly", "textual"):
        (found,) = (each for each in needed if each.startswith(f"{name}>="))
        least, most = found.removeprefix(f"{name}>=").split(",<")
        assert int(most) == int(least.split(".")[0]) + 1
