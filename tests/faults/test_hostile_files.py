"""Every command against every hostile thing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from .bench import Case, Zygote, furnish, seen, wrong_with
from .commands import CALLS, GOES_ON, MAY_WRITE, every_command, takes_file
from .hostile import HOSTILE, empty_name, unknown_option


@pytest.fixture(scope="module")
def zygote() -> Iterator[Zygote]:
    started = Zygote()
    yield started
    started.close()


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("faults") / "good"
    furnish(folder)
    return folder


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


@pytest.mark.parametrize("call", [call for calls in CALLS.values() for call in calls])
def test_a_hostile_file_ends_in_a_sentence_and_the_others_are_done(
    zygote: Zygote, furnished: Path, tmp_path: Path, call: str
) -> None:
    command = next(name for name, calls in CALLS.items() if call in calls)
    faults = []
    for make in HOSTILE:
        folder = tmp_path / make.__name__ / "here"
        folder.parent.mkdir()
        shutil.copytree(furnished, folder)
        (folder.parent / "home").mkdir()
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


REFUSED_AT_ONCE = (empty_name, unknown_option)


def changed_without_being_asked(
    before: dict[str, str], after: dict[str, str], command: str, name: str | bytes
) -> list[str]:
    own = os.fsdecode(name).removeprefix("./").split("/")[0]
    allowed = {own, *MAY_WRITE.get(command, ())}
    changed = {path for path, what in after.items() if before.get(path) != what}
    changed |= before.keys() - after.keys()
    return [f"changed: {path}" for path in changed if path.split("/")[0] not in allowed]
