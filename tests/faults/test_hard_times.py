"""Every command, called as it should be, in every circumstance that can befall a program."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path

import pytest

from tests.cli.good_and_bad import GOOD

from .bench import THOROUGH, Case, Outcome, Zygote, a_copy, seen, wrong_with
from .commands import GOOD_CALLS, MAY_WRITE, STDIN, every_command
from .hard_times import HARD_TIMES, HARDLY_ANY_MEMORY, NO_MEMORY, Circumstance

CALLS = [call for calls in GOOD_CALLS.values() for call in calls]


def test_every_command_has_a_good_call() -> None:
    assert [name for name, _ in every_command() if name not in GOOD_CALLS] == []


@cache
def game_id() -> str:
    from iquazu_notation import read_text, replay

    return str(replay(next(read_text(GOOD))).id)


def run(zygote: Zygote, call: str, folder: Path, circumstance: Circumstance) -> Outcome:
    circumstance.prepare(folder)
    given = {"stdin": STDIN.get(call, "empty"), **circumstance.case}
    words = [game_id() if word == "ID" else word for word in call.split()]
    outcome = zygote.run(Case([*words], folder, **given))
    folder.chmod(0o755)
    return outcome


def chosen(call: str) -> list[Circumstance]:
    """All for a command's first call; for the others, outside of `make faults`, every third one."""
    if THOROUGH or any(calls[0] == call for calls in GOOD_CALLS.values()):
        return HARD_TIMES
    return HARD_TIMES[CALLS.index(call) % 3 :: 3]


@pytest.mark.parametrize("call", CALLS)
def test_whatever_befalls_a_command_ends_well_or_in_a_sentence(
    zygote: Zygote, furnished: Path, tmp_path: Path, call: str
) -> None:
    command = next(name for name, calls in GOOD_CALLS.items() if call in calls)
    well_folder = a_copy(furnished, tmp_path / "well")
    well = run(zygote, call, well_folder, Circumstance("all is well"))
    faults = [f"all is well: {fault}" for fault in wrong_with(well)]
    for number, circumstance in enumerate(chosen(call)):
        if does_not_apply(circumstance, call):
            continue
        folder = a_copy(furnished, tmp_path / str(number))
        before = seen(folder)
        outcome = run(zygote, call, folder, circumstance)
        stdout, stderr = (circumstance.case.get(name, "read") for name in ("stdout", "stderr"))
        found = wrong_with(outcome, silent=stderr != "read")
        if len([line for line in outcome.err.splitlines() if line.startswith("iquazu: ")]) > 1:
            found.append(f"more than one sentence: {outcome.err!r}")
        if circumstance.harmless:
            if outcome.code != well.code or steady(outcome.out) != steady(well.out):
                found.append(f"ended with {outcome.code}, not {well.code}: {outcome.err!r}")
            if names(folder) != names(well_folder):
                found.append("what was written differs")
        if stdout == "broken" and outcome.code != well.code:
            found.append(f"ended with {outcome.code}, not {well.code}, because nobody reads")
        if stdout == "broken" and names(folder) != names(well_folder):
            found.append("not everything was written, because nobody reads")
        if stdout in ("closed", "full") and well.out and outcome.code != 2:
            found.append(f"ended with {outcome.code}, though nothing could be printed")
        found += not_asked_for(before, seen(folder), command)
        found += broken_files(zygote, folder, furnished, well_folder)
        found += [f"left behind: {path.name}" for path in (folder.parent / "home").glob("*")]
        faults += [f"{circumstance.name}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


def does_not_apply(circumstance: Circumstance, call: str) -> bool:
    database = "--db" in call or call == "demo --games 1 --to new"
    if circumstance.name in (NO_MEMORY, HARDLY_ANY_MEMORY):
        return database  # libraries in C++ end the process where a thread of theirs gets none
    return False


def steady(text: str) -> str:
    """What is printed, without what differs from run to run: the hour, the folder's name."""
    return "\n".join(line for line in text.splitlines() if "open it in a browser" not in line)


def names(folder: Path) -> set[str]:
    return set(seen(folder))


def not_asked_for(before: dict[str, str], after: dict[str, str], command: str) -> list[str]:
    allowed = MAY_WRITE.get(command, set())
    changed = {path for path, what in after.items() if before.get(path) != what}
    changed |= before.keys() - after.keys()
    return [f"changed: {path}" for path in changed if path.split("/")[0] not in allowed]


def broken_files(zygote: Zygote, folder: Path, before: Path, well: Path) -> list[str]:
    """Files that are neither as they were nor as they are when all goes well.

    Of a file that is not the same in any two runs, it is asked whether it is whole.
    """
    found = []
    for path in folder.rglob("*"):
        name = path.relative_to(folder)
        if not path.is_file() or path.suffix == ".wal":
            continue
        known = [
            (there / name).read_bytes() for there in (before, well) if (there / name).is_file()
        ]
        if path.read_bytes() not in known and not whole(zygote, path):
            found.append(f"half-written: {name}, {path.stat().st_size} bytes")
    found += [f"gone: {name}" for name in names(before) - names(folder)]
    return found


def whole(zygote: Zygote, path: Path) -> bool:
    if path.suffix == ".duckdb":
        case = Case(["export", "--games", "-", "--db", path.name], path.parent)
        return zygote.run(case).code == 0
    if path.suffix == ".html":
        return path.read_text().rstrip().endswith("</html>")
    if path.suffix == ".parquet":
        return path.read_bytes()[-4:] == b"PAR1"
    if path.suffix == ".gz":
        return bool(gzip.decompress(path.read_bytes()))
    # A record being transcribed is on disk after every turn.
    return path.suffix == ".iqn" and path.read_text().endswith("\n")
