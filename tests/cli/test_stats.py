"""`iquazu stats`."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from iquazu_notation.store.statistics import all_statistics
from tests.conftest import Iquazu
from tests.store.games import database, played
from tests.store.test_statistics import sample, two_games

HOSTILE = "<script>[bold]x[/bold]\x1b[31m' OR 1=1 --</script>"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return database(tmp_path_factory.mktemp("stats") / "games.duckdb", played(two_games()))


def test_without_a_name_every_statistic_is_listed_with_its_title(iquazu: Iquazu) -> None:
    seen = iquazu("stats")
    assert seen.code == 0
    for name, statistic in all_statistics().items():
        assert any(
            line.startswith(f"{name} ") and statistic.title in line
            for line in seen.out.splitlines()
        )


@pytest.mark.parametrize("name", all_statistics())
def test_a_statistic_prints_title_definition_and_n_in_eighty_columns(
    name: str, iquazu: Iquazu, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("iquazu_notation.cli.stats.console", eighty_columns)
    seen = iquazu("stats", name, "--db", games)
    statistic = all_statistics()[name]
    said = " ".join(seen.out.split())
    assert seen.code == 0
    assert statistic.title in said
    assert statistic.definition in said
    assert f"From 2 games: {statistic.counted}." in said
    assert "2 sources (simulated 1, table 1)" in said
    assert max(map(len, seen.out.splitlines())) <= 80


def unbroken(text: str) -> str:
    """Without blanks and line ends: a long path is broken where it must be."""
    return "".join(text.split())


def eighty_columns() -> object:
    from iquazu_notation.cli.common import console

    return console(width=80)


def test_rates_come_with_their_interval_and_a_bar(iquazu: Iquazu, games: Path) -> None:
    seen = iquazu("stats", "seat-order", "--db", games, "--players", 2)
    assert "50 % (9-91)" in seen.out
    assert "2-player games" in seen.out
    assert "█████" in seen.out


def test_the_heatmap_lies_like_the_board(iquazu: Iquazu, games: Path) -> None:
    lines = iquazu("stats", "heatmap", "--db", games).out.splitlines()
    assert any(line.split() == ["gap", *"abcdefghijk"] for line in lines)
    assert ["6", *"·211212222·"] in [line.split() for line in lines]


def test_csv_and_json_hold_the_same_rows(iquazu: Iquazu, games: Path) -> None:
    as_csv = iquazu("stats", "margins", "--db", games, "--format", "csv")
    rows = list(csv.reader(io.StringIO(as_csv.out)))
    document = json.loads(iquazu("stats", "margins", "--db", games, "-f", "json").out)
    assert rows[0] == document["columns"]
    assert [[str(v) for v in row] for row in document["rows"]] == rows[1:]
    assert document["games"] == 2
    assert document["mixture"] in as_csv.err


def test_json_says_which_filters_were_asked_for(iquazu: Iquazu, games: Path) -> None:
    seen = iquazu("stats", "length", "--db", games, "--since", "2026-01-02", "-f", "json")
    document = json.loads(seen.out)
    assert (document["filters"], document["games"]) == ({"since": "2026-01-02"}, 1)


def test_filters_that_match_nothing_give_a_friendly_sentence(iquazu: Iquazu, games: Path) -> None:
    seen = iquazu("stats", "scores", "--db", games, "--player", "Zoe", "--players", 4)
    assert seen.code == 0
    assert unbroken(f"There are no 4-player games of Zoe in {games}.") in unbroken(seen.out)


def test_an_empty_database_says_how_to_fill_it(iquazu: Iquazu, tmp_path: Path) -> None:
    empty = database(tmp_path / "g.duckdb", [])
    seen = iquazu("stats", "scores", "--db", empty)
    assert "iquazuloadFILEputssomein" in unbroken(seen.out)


def test_games_that_cannot_be_counted_are_told(iquazu: Iquazu, tmp_path: Path) -> None:
    path = database(tmp_path / "g.duckdb", played([sample("gems-come-back")]))
    seen = iquazu("stats", "scores", "--db", path)
    assert "None of these 1 game can be counted" in " ".join(seen.out.split())


def test_a_name_that_is_mistyped_gets_a_guess(iquazu: Iquazu, games: Path) -> None:
    seen = iquazu("stats", "heatmp", "--db", games)
    assert seen.code == 2
    assert "did you mean heatmap?" in seen.err


def test_a_missing_database_is_one_sentence(iquazu: Iquazu, tmp_path: Path) -> None:
    seen = iquazu("stats", "scores", "--db", tmp_path / "none.duckdb")
    assert seen.code == 2
    assert "there is no database" in seen.err


def test_hostile_names_are_shown_as_text(iquazu: Iquazu, tmp_path: Path) -> None:
    written = HOSTILE.replace("\x1b", "")
    text = two_games()[0].replace('"Anna"', f'"{written}"')
    path = database(tmp_path / "g.duckdb", played([text]))
    seen = iquazu("stats", "players", "--db", path)
    assert "<script>[bold]x[/bold]" in seen.out
    asked = iquazu("stats", "players", "--db", path, "--player", HOSTILE)
    assert asked.code == 0
    assert "\x1b" not in asked.out


def test_help_and_the_list_do_without_the_database_package() -> None:
    code = (
        "import sys; sys.argv = ['iquazu', *sys.argv[1:]];"
        "import atexit; atexit.register(lambda: print('duckdb' in sys.modules, file=sys.stderr));"
        "from iquazu_notation.cli.main import run; run()"
    )
    for words in (["--help"], ["stats", "--help"], ["stats"]):
        done = subprocess.run(
            [sys.executable, "-c", code, *words], capture_output=True, text=True, check=True
        )
        assert done.stderr.strip() == "False"
