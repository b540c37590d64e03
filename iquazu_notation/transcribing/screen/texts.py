"""What the screen says, as text: title, prompt, what is told, what a line means, the keys."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from ..desk import Desk, Reply
from ..meaning import Preview
from ..proposing import BEHIND
from ..typed import Refusal

GOOD = Style(color="green", bold=True)
WRONG = Style(color="red", bold=True)
NOT_YET = Style(color="yellow")
DIM = Style(dim=True)
STRONG = Style(bold=True)


def title(desk: Desk, width: int) -> Text:
    """The file, how far the game is, and whether the record is invalid."""
    session = desk.session
    parts = [desk.keeper.path.name]
    if desk.records > 1:
        parts.append(f"record {desk.record} of {desk.records}")
    misfits = session.walk.misfits
    turns = len(session.draft.turns)
    parts.append(f"{turns} turn{'s' * (turns != 1)}")
    if misfits:
        numbers = " ".join(str(played.number) for played in misfits[:8])
        more = "…" if len(misfits) > 8 else ""
        parts.append(f"invalid: turn {numbers}{more} against the rules")
    p = session.position
    if p is not None:
        parts.append(f"pile {p.pile}, drops {p.drop_box}, discards {sum(p.discards)}")
    text = Text(" " + " · ".join(parts), Style(reverse=True), no_wrap=True)
    text.truncate(width, overflow="ellipsis", pad=True)
    return text


def prompt(desk: Desk) -> Text:
    """As wide for every seat, so that the line begins where it began in the turn before."""
    asked = f"{desk.prompt}: "
    names = [desk.name(seat) for seat in desk.session.seats or ()]
    width = len("Turn 10, : ") + max(map(len, names), default=0)
    return Text(asked.ljust(width if asked.startswith("Turn ") else 0), STRONG)


def told(desk: Desk, reply: Reply, warning: str) -> Text:
    """The warning, if there is one, and what came of the last line."""
    parts = [Text(f"⚠ {warning}", WRONG)] if warning else []
    if reply.refusal is not None and desk.refused is not None:
        # The reason stands below, beside the line.
        parts.append(Text("Not taken. F4 writes it nevertheless, and the record says so.", WRONG))
    elif reply.refusal is not None:
        parts.append(refused(reply.refusal))
    parts += [Text(sentence) for sentence in reply.said[-6:]]
    if reply.todo:
        parts.append(Text.assemble(("On the table: ", STRONG), "; ".join(reply.todo)))
    return Text("\n").join(parts)


def meaning(looked: Preview, line: str, going_round: list[str]) -> Text:
    """What the line being typed means, or why it is not legal yet, and what could follow."""
    text = Text()
    begun = line[len(looked.stem) :]
    words = going_round or [word for word in looked.words if word != begun]
    if looked.state in ("good", "open"):
        text.append("✓ " if looked.state == "good" else "… ", GOOD)
        text.append("; ".join(looked.said))
    elif looked.state == "typing" and looked.refusal is not None:
        text.append("… ", NOT_YET)
        unread = looked.refusal.code.startswith("IQ0")
        text.append("not a whole word yet" if unread else f"not yet: {looked.refusal}", NOT_YET)
    elif looked.state == "refused" and looked.refusal is not None:
        return refused(looked.refusal)
    else:
        text.append("; ".join(looked.said))
    if words:
        text.append("\n" if text else "")
        text.append("Tab ", DIM).append(" ".join(words[:60]), DIM)
    text.overflow = "ellipsis"
    return text


def keys(desk: Desk) -> Text:
    """The keys that matter now."""
    if desk.question is not None:
        line = "Enter answer, or skip if empty   Ctrl+Z undo   F1 help   Ctrl+Q stop"
    elif desk.selected.where == "before":
        line = "Enter put it in   Esc back   F1 help"
    elif desk.selected != BEHIND:
        line = "Enter change   F6 insert before   F8 delete   ↑↓ turns   Esc back   F1 help"
    elif desk.refused is not None:
        line = "F4 insist (the record becomes invalid)   Esc clear   F1 help"
    else:
        line = "Tab complete  Enter accept  ↑ earlier turn  Ctrl+Z undo  F2 ledger  F1 help"
    return Text(line, DIM, no_wrap=True, overflow="ellipsis")


def refused(refusal: Refusal) -> Text:
    """Why a line is not taken, and what helps."""
    text = Text("✗ ", WRONG).append(str(refusal), WRONG)
    if refusal.help:
        text.append(f"\n  {refusal.help}")
    text.overflow = "ellipsis"
    return text
