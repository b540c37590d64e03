"""Player names are data, whatever they contain."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.good_and_bad import GOOD
from tests.conftest import Iquazu
from tests.store.shelf import ask, contents

NAMES = [
    "'; DROP TABLE games; --",
    '"quoted" \\ and \\\\ back',
    "<script>alert(1)</script>",
    "Zoë 🎲🏞️ 夕立",
    "[bold red]markup[/]",
    "\x1b[31mred\x07\x9b2J",
    "a\tb",
    "x" * 10_000,
    "NULL",
    "1",
    "=cmd()|' /C calc'!A0",
    "\u202eright to left",
]


def named(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return GOOD.replace("\n\n", f'\n[Red "{escaped}"]\n[Site "{escaped}"]\n\n', 1)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_loaded_shown_and_written_harmlessly(
    iquazu: Iquazu, tmp_path: Path, name: str
) -> None:
    db = tmp_path / "games.duckdb"
    outcome = iquazu("load", "-", "--db", db, stdin=named(name))
    assert outcome.code == 0, outcome.out
    assert ask(db, "SELECT player FROM seats WHERE seat = 'R'") == [(name,)]
    assert ask(db, "SELECT site FROM games") == [(name,)]
    query = "SELECT player, site FROM results JOIN games USING (game) WHERE seat = 'R'"
    shown = iquazu("sql", query, "--db", db).out
    assert all(c.isprintable() or c == "\n" for c in shown)
    assert max(map(len, shown.splitlines())) < 200
    answer = json.loads(iquazu("sql", query, "--db", db, "-f", "json").out)
    assert answer["rows"] == [[name, name]]
    found = list(csv.reader(io.StringIO(iquazu("sql", query, "--db", db, "-f", "csv").out)))
    assert found[1] == [name, name]
    formatted = iquazu("fmt", "-", stdin=named(name)).out
    assert iquazu("export", "--db", db, "--games", "-").out == formatted
    assert len(contents(db)["games"]) == 1


def test_hostile_file_names_and_words_are_shown_harmlessly(iquazu: Iquazu, tmp_path: Path) -> None:
    file = tmp_path / "a\x1b[31m'; DROP TABLE games; --.iqn"
    file.write_text(GOOD + "\n" + GOOD.replace("a4:W", "a4:\x1b[2J"))
    db = tmp_path / "it's; games.duckdb"
    outcome = iquazu("load", file, "--db", db)
    assert outcome.code == 1
    assert "\x1b" not in outcome.out
    assert ask(db, "SELECT file FROM games") == [(file.name,)]
    assert iquazu("unload", file, "--db", db).out == "1 game unloaded\n"
