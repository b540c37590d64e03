"""Commands begin with `/`, because notation never does."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..drawing.look import clean
from . import questions
from .desk import Desk, Reply
from .draft import one_line
from .meaning import announcements, spoken
from .proposing import Place
from .typed import Refusal, Refused

Obeys = Callable[[Desk, str], Reply]


@dataclass(frozen=True, slots=True)
class Command:
    """One command: how it is written, what it does, and who does it."""

    usage: str
    help: str
    obey: Obeys


def obey(desk: Desk, line: str) -> Reply:
    """Do what a line that begins with `/` says."""
    name, _, rest = line[1:].strip().partition(" ")
    found = [each for each in COMMANDS if each.startswith(name)] if name else []
    command = COMMANDS.get(name) or (COMMANDS[found[0]] if len(found) == 1 else None)
    if command is None:
        raise Refused(Refusal(f"there is no command /{name}", help="/help lists them"))
    return command.obey(desk, rest.strip())


def one_line_help(line: str) -> str:
    """What the command being typed does, or which there are."""
    name = line[1:].split(" ")[0]
    if name in COMMANDS:
        return f"{COMMANDS[name].usage}: {COMMANDS[name].help}"
    found = [f"/{each}" for each in COMMANDS if each.startswith(name)]
    return " ".join(found) or f"there is no command /{name}"


def help_lines() -> list[str]:
    """All commands, a line each."""
    width = max(len(command.usage) for command in COMMANDS.values())
    return [f"{command.usage:<{width}}  {command.help}" for command in COMMANDS.values()]


# ---------------------------------------------------------------------- undo


def _steps(rest: str) -> int:
    if rest and not rest.isdecimal():
        raise Refused(Refusal("how many steps? A number, or nothing for one"))
    return int(rest or 1)


def _undo(desk: Desk, rest: str) -> Reply:
    for _ in range(_steps(rest)):
        desk.change(desk.session.undo)
    desk.select(None)
    return Reply([f"undone: {_standing(desk)}"])


def _redo(desk: Desk, rest: str) -> Reply:
    for _ in range(_steps(rest)):
        desk.change(desk.session.redo)
    desk.select(None)
    return Reply([f"done again: {_standing(desk)}"])


def _standing(desk: Desk) -> str:
    turns = desk.session.draft.turns
    return (
        f"the last turn is `{clean(turns[-1], len(turns[-1]))}`" if turns else "no turn is written"
    )


# ---------------------------------------------------------------------- earlier turns


def _turn(desk: Desk, rest: str) -> Reply:
    if not rest:
        desk.select(None)
        return Reply(["back at the end"])
    if rest == "0":
        setup = desk.session.draft.setup
        words = clean(setup, len(setup)) or "nothing is written"
        return Reply([f"the setup: {words}", "a line that begins with `0.` replaces it"])
    at = _place(desk, rest)
    desk.select(at)
    told = [f"turn {rest}: {one_line(desk.session.draft.turns[at])}"]
    told.append("type it as it should be, or /insert, /delete; /turn goes back to the end")
    return Reply(told, show="board")


def _place(desk: Desk, number: str) -> int:
    """The place of a turn by its number."""
    turns = desk.session.walk.turns
    count = len(desk.session.draft.turns)
    if not number.isdecimal():
        raise Refused(Refusal("which turn? Its number is missing"))
    wanted = int(number)
    at = next((i for i, played in enumerate(turns) if played.number == wanted), None)
    if not turns and 0 < wanted <= count:
        at = wanted - 1
    if at is None:
        first = turns[0].number if turns else 1
        last = turns[-1].number if turns else count
        there = f"there are turns {first} to {last}" if count else "no turn is written yet"
        raise Refused(Refusal(f"there is no turn {wanted}: {there}"))
    return at


def _chosen(desk: Desk, rest: str) -> tuple[int, str]:
    """The turn that a command is about, by number or as chosen, and the rest of the line."""
    numbered = re.match(r"([0-9]+)(?:\s+|$)(.*)", rest, re.DOTALL)
    if numbered:
        return _place(desk, numbered[1]), numbered[2]
    if not desk.session.draft.turns:
        raise Refused(Refusal("no turn is written yet"))
    if desk.selected.where == "behind":
        return len(desk.session.draft.turns) - 1, rest
    return desk.selected.at, rest


def _change(desk: Desk, rest: str) -> Reply:
    at, line = _chosen(desk, rest)
    return _at_place(desk, Place("instead", at), line)


def _insert(desk: Desk, rest: str) -> Reply:
    at, line = _chosen(desk, rest)
    return _at_place(desk, Place("before", at), line)


def _at_place(desk: Desk, place: Place, line: str) -> Reply:
    """A line for an earlier place; without one, the next line goes there."""
    desk.selected = place
    if not line:
        return Reply([f"{desk.prompt}: type it, or /turn to go back to the end"])
    reply = desk.enter(line)
    if not reply.ok:
        desk.select(None)
    return reply


def _delete(desk: Desk, rest: str) -> Reply:
    at, _ = _chosen(desk, rest)
    gone = one_line(desk.session.draft.turns[at])
    desk.change(lambda: desk.session.delete(at))
    desk.select(None)
    reply = desk.after_change()
    return Reply([f"taken out: {gone}", *reply.said])


def _more(desk: Desk, rest: str) -> Reply:
    """Only what is new is said: the rest of the turn was said before."""
    before = _said(desk)
    desk.change(lambda: desk.session.more(rest))
    after = _said(desk)
    said, todo = ([each for each in after[k] if each not in before[k]] for k in (0, 1))
    return Reply(said, todo)


def _said(desk: Desk) -> tuple[list[str], list[str]]:
    turns = desk.session.walk.turns
    return (spoken(turns[-1]), announcements(turns[-1])) if turns else ([], [])


def _insist(desk: Desk, rest: str) -> Reply:
    return desk.insist(rest or None)


# ---------------------------------------------------------------------- the opening


def _answers(key: str) -> Obeys:
    def command(desk: Desk, rest: str) -> Reply:
        if not rest:
            asked = questions.question(desk.session, key, desk.my_seat)
            raise Refused(Refusal(f"{asked.text.rstrip('?')}? For example /{key} {asked.example}"))
        desk.change(lambda: questions.answer(desk.session, key, rest, desk.my_seat))
        return desk.after_change()

    return command


def _tiles(desk: Desk, rest: str) -> Reply:
    """For the last turn with tiles that nobody wrote, else for the setup."""
    word = questions.tiles_word(rest)
    if word is None:
        raise Refused(Refusal("five tiles from the top: /tiles C2 C3 V1 C2 V2"))
    turns = desk.session.walk.turns
    at = next(
        (i for i in reversed(range(len(turns))) if desk.session.unseen_reveal(i) is not None), None
    )
    if at is None:
        desk.change(lambda: desk.session.set_setup(word))
        return Reply(["the first five tiles are written"])
    desk.change(lambda: desk.session.set_tiles(word, at))
    return Reply([f"the tiles of turn {turns[at].number} are written"])


# ---------------------------------------------------------------------- the file


def _reload(desk: Desk, _: str) -> Reply:
    desk.reload()
    return Reply([f"the file as it is now: {_standing(desk)}"])


def _overwrite(desk: Desk, _: str) -> Reply:
    desk.keep(anyway=True)
    return Reply([f"written to {desk.keeper.path.name}"])


def _saveas(desk: Desk, rest: str) -> Reply:
    if not rest:
        raise Refused(Refusal("where to? /saveas other.iqn"))
    desk.save_as(Path(rest))
    return Reply([f"from now on in {rest}"])


def _show(what: str) -> Obeys:
    return lambda _desk, _rest: Reply(show=what)


def _quit(_desk: Desk, _rest: str) -> Reply:
    return Reply(quit=True)


COMMANDS: dict[str, Command] = {
    "undo": Command("/undo [N]", "take back the last change, or N of them", _undo),
    "redo": Command("/redo [N]", "do again what was undone", _redo),
    "turn": Command("/turn [N]", "go to turn N; without N back to the end", _turn),
    "change": Command("/change [N] TURN", "another text for turn N, or the last", _change),
    "insert": Command("/insert N TURN", "a turn before turn N; later ones move on", _insert),
    "delete": Command("/delete N", "take turn N out; later ones move up", _delete),
    "more": Command("/more WORDS", "the last turn goes on: a tile after the scoring", _more),
    "insist": Command("/insist [TURN]", "write what the rules refuse, and say so", _insist),
    "tiles": Command("/tiles FIVE", "the tiles turned up last, or at the start", _tiles),
    "players": Command("/players NAMES", "who plays, clockwise", _answers("players")),
    "colours": Command("/colours R G …", "their colours, in the same order", _answers("colours")),
    "start": Command("/start NAME", "who starts", _answers("start")),
    "strips": Command("/strips 3 1 5 2 4", "the strips, from left to right", _answers("strips")),
    "board": Command("/board", "show the board", _show("board")),
    "ledger": Command("/ledger", "show the turns so far", _show("ledger")),
    "reload": Command("/reload", "take the file as others left it", _reload),
    "overwrite": Command("/overwrite", "write yours over what others changed", _overwrite),
    "saveas": Command("/saveas FILE", "go on in another file", _saveas),
    "help": Command("/help", "this list", _show("help")),
    "quit": Command("/quit", "stop; everything accepted is on disk", _quit),
}  # fmt: skip
