"""Every command against every hostile thing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.good_and_bad import GOOD

from .bench import SECONDS, THOROUGH, Case, Zygote, a_copy, seen, wrong_with
from .commands import CALLS, GOES_ON, MAY_WRITE, every_command, takes_file
from .hard_times import GIGABYTE
from .hostile import HOSTILE, Make, empty_name, unknown_option


def test_every_command_and_every_file_it_takes_is_on_the_bench() -> None:
    missing = []
    for name, command in every_command():
        calls = " ".join(CALLS.get(name, []))
        if not calls:
            missing.append(name)
        for parameter in command.params:
            options = parameter.opts if parameter.param_type_name == "option" else [name]
            if takes_file(parameter) and not any(f"{option} " in calls for option in options):
                missing.append(f"{name} {options[0]}")
    assert missing == []


EVERY = [call for calls in CALLS.values() for call in calls]


@pytest.mark.parametrize("call", EVERY)
def test_a_hostile_file_ends_in_a_sentence_and_the_others_are_done(
    zygote: Zygote, furnished: Path, tmp_path: Path, call: str
) -> None:
    command = next(name for name, calls in CALLS.items() if call in calls)
    faults = []
    for make in chosen(call):
        folder = a_copy(furnished, tmp_path / make.__name__)
        name = make(folder)
        before = seen(folder)
        words: list[str | bytes] = [name if word == "{}" else word for word in call.split(" ")]
        outcome = zygote.run(Case(words, folder))
        found = wrong_with(outcome)
        if call in GOES_ON and make not in REFUSED_AT_ONCE:
            found += [] if GOES_ON[call] in outcome.out + outcome.err else ["others not done"]
        found += changed_without_being_asked(before, seen(folder), command, name)
        faults += [f"{make.__name__}: {fault}" for fault in found]
        for path in folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)
    assert not faults, "\n".join(faults)


def chosen(call: str) -> list[Make]:
    """All, or a third of them, which is another one for the command's next call."""
    return HOSTILE if THOROUGH else HOSTILE[EVERY.index(call) % 3 :: 3]


REFUSED_AT_ONCE = (empty_name, unknown_option)


def changed_without_being_asked(
    before: dict[str, str], after: dict[str, str], command: str, name: str | bytes
) -> list[str]:
    own = os.fsdecode(name).removeprefix("./").split("/")[0]
    allowed = {own, *MAY_WRITE.get(command, ())}
    changed = {path for path, what in after.items() if before.get(path) != what}
    changed |= before.keys() - after.keys()
    return [f"changed: {path}" for path in changed if path.split("/")[0] not in allowed]


@pytest.mark.parametrize(
    "call",
    [
        *(call for call in EVERY if "--board {}" in call or call.startswith("board ")),
        "transcribe --plain {}",
    ],
)
def test_a_file_without_an_end_is_not_read_to_its_end(
    zygote: Zygote, furnished: Path, call: str
) -> None:
    """Where a whole file is taken into memory. Records are read one by one, as `cat` reads."""
    words = [word.replace("{}", "/dev/zero") for word in call.split()]
    outcome = zygote.run(Case([*words], furnished, limits={"RLIMIT_DATA": GIGABYTE}))
    assert wrong_with(outcome) == []
    assert outcome.code != 0
    assert outcome.seconds < SECONDS / 4


def test_a_pipe_that_has_the_name_of_a_board_is_not_waited_for(
    zygote: Zygote, furnished: Path, tmp_path: Path
) -> None:
    folder = a_copy(furnished, tmp_path / "night")
    (folder / "good.iqn").write_text(GOOD.replace("reference", "club"))
    os.mkfifo(folder / "club.board.toml")
    outcome = zygote.run(Case(["validate", "good.iqn"], folder))
    assert outcome.code == 1
    assert "club.board.toml could not be read: it is not an ordinary file" in outcome.out
