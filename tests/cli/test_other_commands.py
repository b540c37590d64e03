from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from iquazu_notation import read_file, replay
from tests.cli.good_and_bad import GOOD, SLIP
from tests.conftest import Iquazu

COMMANDS = [
    *("validate", "fmt", "replay", "legal", "simulate", "explain", "samples"),
    *("board show", "board new", "board check"),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_examples_in_its_help(iquazu: Iquazu, command: str) -> None:
    outcome = iquazu(*command.split(), "--help")
    assert outcome.code == 0
    assert "Examples:" in outcome.out
    assert f"iquazu {command}" in outcome.out


@pytest.mark.parametrize(
    "words",
    [
        ("vlidate",),
        ("validate",),
        ("validate", "--nope", "x"),
        ("validate", "-", "--format", "xml"),
        ("legal", "-", "--record", "zero"),
        ("simulate", "--players", "5"),
        ("simulate", "--bots", "stockfish"),
        ("simulate", "--players", "3", "--bots", "random,random"),
        ("simulate", "--players", "2", "--unseen", "P"),
        ("explain", "IQ998"),
        ("board", "show", "no-such-board"),
        ("board", "show", "reference", "--strips", "1 2 3"),
        ("replay", "nowhere.iqn"),
    ],
)
def test_a_wrong_command_line_gets_one_sentence_and_exit_code_2(
    iquazu: Iquazu, words: tuple[str, ...]
) -> None:
    outcome = iquazu(*words, stdin=GOOD)
    assert outcome.code == 2
    assert outcome.err.startswith("iquazu: ")
    assert len(outcome.err.splitlines()) == 1
    assert outcome.out == ""


def test_help_starts_without_the_heavy_packages() -> None:
    code = (
        "import sys; sys.argv = ['iquazu', '--help']\n"
        "from iquazu_notation.cli.main import run\n"
        "try: run()\n"
        "except SystemExit: pass\n"
        "heavy = {'lark', 'duckdb', 'plotly', 'numpy', 'highspy', 'textual', 'dash'}\n"
        "sys.exit(', '.join(heavy & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "validate" in done.stdout


def test_replay_draws_the_board_after_the_last_turn(iquazu: Iquazu) -> None:
    outcome = iquazu("replay", "-", stdin=GOOD)
    assert outcome.code == 0
    assert "After turn 2" in outcome.out
    assert "A drop falls on a1" in outcome.out
    assert "Turn 3" in outcome.out


def test_replay_shows_any_turn_and_the_start(iquazu: Iquazu) -> None:
    assert "Before the first turn" in iquazu("replay", "-", "--turn", "0", stdin=GOOD).out
    assert "Red places on a4" in iquazu("replay", "-", "--turn", "1", stdin=GOOD).out
    outcome = iquazu("replay", "-", "--turn", "9", stdin=GOOD)
    assert (outcome.code, outcome.err) == (
        2,
        "iquazu: the record has turns 1 to 2: there is no turn 9\n",
    )


def test_replay_at_a_rock_shows_its_scoring(iquazu: Iquazu) -> None:
    game = iquazu("simulate", "--players", "2", "--seed", "5").out
    assert "Rock c is scored:" in iquazu("replay", "-", "--at", "c", stdin=game).out
    assert iquazu("replay", "-", "--at", "a", stdin=GOOD).code == 2


def test_the_ledger_has_a_line_a_turn_with_change_and_result(iquazu: Iquazu) -> None:
    out = iquazu("replay", "-", "--ledger", stdin=GOOD).out
    assert any(
        line.split() == ["1", "R", "a4:W", "3", "(-1)", "0", "0"] for line in out.split("\n")
    )


def test_step_without_a_terminal_says_what_to_use_instead(iquazu: Iquazu) -> None:
    outcome = iquazu("replay", "-", "--step", stdin=GOOD)
    assert outcome.code == 2
    assert "--ledger" in outcome.err


def test_svg_is_written_and_not_overwritten_without_asking(iquazu: Iquazu, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert iquazu("replay", "-", "--svg", file, stdin=GOOD).code == 0
    assert ET.fromstring(file.read_text()).tag.endswith("svg")
    file.write_text("mine")
    outcome = iquazu("replay", "-", "--svg", file, stdin=GOOD)
    assert outcome.code == 2
    assert "--force" in outcome.err
    assert file.read_text() == "mine"
    assert iquazu("replay", "-", "--svg", file, "--force", stdin=GOOD).code == 0


def test_replay_json_lists_events_up_to_the_fault(iquazu: Iquazu) -> None:
    document = json.loads(iquazu("replay", "-", "--format", "json", stdin=GOOD + "\n" + SLIP).out)
    assert document["schema"] == "iquazu.replay/1"
    good, slip = document["records"]
    assert (good["seats"], good["board"], good["strips"]) == (["R", "G"], "reference", "3 1 5 2 4")
    types = [event["type"] for event in good["events"]]
    assert types == ["deal", "deal", "water_box", "frame", "reveal", "place", "draw", "drop"]
    assert good["events"][5] == {
        "turn": 1,
        "seat": "R",
        "type": "place",
        "rock": "a",
        "gap": 4,
        "row": 3,
        "colour": "W",
        "cost": 1,
        "paid": "W",
        "joker": False,
    }
    assert [event["type"] for event in slip["events"]] == types[:5]


def test_legal_lists_steps_and_whether_the_turn_may_end(iquazu: Iquazu) -> None:
    before = json.loads(iquazu("legal", "-", "--turn", "1", "--format", "json", stdin=GOOD).out)
    assert before["schema"] == "iquazu.legal/1"
    assert (before["turn"], before["seat"], before["may_end"]) == (1, "R", False)
    assert "+" in before["steps"]
    assert "a4:W" in before["steps"]
    assert before["possible"] == []
    after = json.loads(iquazu("legal", "-", "--format", "json", stdin=GOOD).out)
    assert (after["turn"], after["seat"], after["may_end"]) == (2, "G", True)


def test_legal_tells_certain_steps_from_possible_ones(iquazu: Iquazu) -> None:
    unseen = GOOD.replace(" G+WWBOO", " G+W????")
    found = json.loads(iquazu("legal", "-", "--turn", "2", "--format", "json", stdin=unseen).out)
    assert "a1:W" in found["steps"]
    assert "a2:B" not in found["steps"]
    assert "a2:B" in found["possible"]


def test_board_show_json_has_the_published_fields(iquazu: Iquazu) -> None:
    out = iquazu("board", "show", "reference", "--strips", "3 1 5 2 4", "--format", "json").out
    board = json.loads(out)
    assert board["schema"] == "iquazu.board/1"
    assert board["rocks"][0] == {
        "letter": "a",
        "shade": "light",
        "rows": ["W", "BO", "W", "O", "BW"],
    }
    assert board["points"]["4"][0] == [3, 2, 1]
    assert {"tiles", "cards", "gems", "drops", "hand_limit", "frame", "strips", "printed"} <= set(
        board
    )
    assert set(board["provenance"].values()) <= {"published", "inferred", "ours"}


def test_board_new_writes_a_template_that_checks_out_and_asks_before_overwriting(
    iquazu: Iquazu, tmp_path: Path
) -> None:
    file = tmp_path / "club.board.toml"
    assert iquazu("board", "new", file).code == 0
    assert 'id = "club"' in file.read_text()
    assert iquazu("board", "check", file).code == 0
    assert iquazu("board", "new", file).code == 2
    file.write_text(file.read_text().replace("V1 = 8", "V1 = 9"))
    outcome = iquazu("board", "check", file)
    assert outcome.code == 1
    assert "error IQ152" in outcome.out


def test_the_same_seed_prints_the_same_bytes_and_validates(iquazu: Iquazu) -> None:
    first = iquazu("simulate", "--players", "3", "--games", "2", "--seed", "9").out
    assert iquazu("simulate", "--players", "3", "--games", "2", "--seed", "9").out == first
    assert iquazu("fmt", "--check", "-", stdin=first).code == 0
    outcome = iquazu("validate", "-", "--format", "json", stdin=first)
    assert {r["verdict"] for r in json.loads(outcome.out)["records"]} == {"valid"}
    assert all(r["complete"] for r in json.loads(outcome.out)["records"])


@pytest.mark.parametrize("unseen", ["all", "G"])
def test_hidden_games_validate_as_consistent(iquazu: Iquazu, unseen: str) -> None:
    game = iquazu("simulate", "--players", "3", "--seed", "4", "--unseen", unseen).out
    outcome = iquazu("validate", "-", "--format", "json", stdin=game)
    assert json.loads(outcome.out)["records"][0]["verdict"] == "consistent"


def test_explain_says_more_about_a_code_and_lists_all(iquazu: Iquazu) -> None:
    assert "The payment is not exact" in iquazu("explain", "iq304").out
    listed = iquazu("explain").out
    assert "IQ304" in listed
    assert "cards and payment" in listed


def test_samples_are_listed_copied_and_good(iquazu: Iquazu, tmp_path: Path) -> None:
    assert "tutorial.iqn" in iquazu("samples").out
    assert iquazu("samples", "--to", tmp_path / "new").code == 0
    assert iquazu("validate", tmp_path / "new", "-q").code == 0
    outcome = iquazu("samples", "--to", tmp_path / "new")
    assert outcome.code == 2
    assert "--force" in outcome.err


def test_demo_shows_a_table_and_a_board(iquazu: Iquazu) -> None:
    outcome = iquazu("demo")
    assert outcome.code == 0
    assert "tutorial.iqn" in outcome.out
    assert "The last scoring of" in outcome.out


def test_demo_makes_a_database_and_a_page_and_a_second_run_changes_nothing(
    iquazu: Iquazu, tmp_path: Path
) -> None:
    folder = tmp_path / "demo"
    first = iquazu("demo", "--to", folder, "--games", 6)
    assert first.code == 0, first.err
    assert f"iquazu dashboard --db {folder / 'club.duckdb'} --serve" in first.out
    assert "Games of Iquazú" in (folder / "club.html").read_text(encoding="utf-8")
    count = ("sql", "SELECT count(*) FROM games", "--db", folder / "club.duckdb", "-f", "csv")
    games = iquazu(*count).out
    ids = {
        replay(record).id for file in Path("samples").glob("*.iqn") for record in read_file(file)
    }
    assert int(games.split()[-1]) == 6 + len(ids)
    records = (folder / "club.iqn").read_bytes()
    assert iquazu("demo", "--to", folder, "--games", 6).code == 0
    assert (folder / "club.iqn").read_bytes() == records
    assert iquazu(*count).out == games


def test_demo_leaves_a_folder_with_other_things_alone(iquazu: Iquazu, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    done = iquazu("demo", "--to", tmp_path)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "holds other things" in done.err


def test_shell_completion_offers_commands() -> None:
    import os

    done = subprocess.run(
        [str(Path(sys.executable).with_name("iquazu"))],
        env={
            **os.environ,
            "_IQUAZU_COMPLETE": "complete_bash",
            "COMP_WORDS": "iquazu val",
            "COMP_CWORD": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert "validate" in done.stdout


def test_version_is_told(iquazu: Iquazu) -> None:
    assert iquazu("--version").out.startswith("iquazu 0.")
