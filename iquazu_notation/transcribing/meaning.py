"""What the line being typed means, what could follow, and why it is not legal yet."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from ..drawing.saying import said, to_do
from ..games.iquazu import events
from ..games.iquazu.completing import completions
from ..games.iquazu.illegal import SEAT_NAMES, listed
from ..games.iquazu.position import Position
from .draft import head_of, with_words
from .proposing import BEHIND, Place
from .session import Session
from .typed import Refusal, in_comment, kind_of
from .walking import Played, within

State = Literal["empty", "good", "open", "typing", "refused", "other"]

_LAST_WORD = re.compile(r"[^\s]*\Z")
# Steps that come from the rules: they are to be done, not to be said.
_DERIVED = (
    events.Drop,
    events.Reshuffle,
    events.Refill,
    events.Score,
    events.Final,
    events.TilePoints,
    events.Frame,
    events.Reveal,
    events.WaterBox,
    events.End,
)


@dataclass(frozen=True, slots=True)
class Preview:
    """A typed line, looked at.

    `stem` is the line without the word being typed; `words` could stand in its place.
    """

    state: State
    said: list[str] = field(default_factory=list)
    todo: list[str] = field(default_factory=list)
    refusal: Refusal | None = None
    stem: str = ""
    words: list[str] = field(default_factory=list)


def preview(session: Session, line: str, place: Place = BEHIND) -> Preview:
    """Look at a line without taking it.

    >>> from iquazu_notation.transcribing.draft import Draft
    >>> session = Session(Draft().with_tag("Strips", "3 1 5 2 4").with_tag("Seats", "R G"))
    >>> preview(session, "c4").said
    ['Red places on c4, fourth gap of the third rock, pays 3: three blue']
    >>> preview(session, "c").state, preview(session, "c").words[:3]
    ('typing', ['c1', 'c2', 'c3'])
    >>> preview(session, "h1").refusal.code
    'IQ221'
    """
    kind = kind_of(line, not session.draft.turns)
    stem, words = _completed(session, line, place)
    if kind == "nothing":
        return Preview("empty", stem=stem, words=words)
    if kind not in ("turn", "remark") or (kind == "remark" and place == BEHIND):
        return Preview("other", [_other(session, kind)], stem=stem, words=words)
    found = session.proposal(line, place)
    if found.refusal is not None:
        begun = line[len(stem) :]
        state: State = "typing" if any(word != begun for word in words) else "refused"
        return Preview(state, _said(found.played[:-1]), [], found.refusal, stem, words)
    if not found.played:
        missing = " and ".join(d.message.split(":")[0] for d in session.walk.why)
        return Preview("other", [f"taken, but not checked yet: {missing}"], stem=stem)
    last = found.played[-1]
    state = "open" if last.open else "good"
    return Preview(state, _said(found.played), announcements(last), None, stem, words)


def announcements(played: Played) -> list[str]:
    """What a turn leaves to do on the table; nothing if it does not fit the rules."""
    if played.illegal is not None:
        return []
    goes_on = played.open or played.after.over
    then = None if goes_on else played.after.seat_letter
    return to_do((event for event in played.events if isinstance(event, _DERIVED)), then)


def may_go_on(played: Played) -> str | None:
    """I-18: after a scoring tiles may still be handed in, and that is easily forgotten."""
    scored = any(isinstance(event, events.Score) for event in played.events)
    if not scored or played.open or played.illegal is not None or played.after.over:
        return None
    held = played.after.held[played.before.seats.index(played.seat)]
    usable = sorted({kind for kind in held if kind[0] in "CD"})
    if not usable:
        return None
    first = f"*{usable[0]}"
    return f"{SEAT_NAMES[played.seat]} may still hand in {listed(usable)}: /more {first}"


def spoken(played: Played) -> list[str]:
    """A turn's steps as sentences."""
    sentences = (said(event) for event in played.events)
    return [sentence for sentence in sentences if sentence is not None]


def _said(turns: tuple[Played, ...]) -> list[str]:
    return [sentence for played in turns for sentence in spoken(played)]


def _other(session: Session, kind: str) -> str:
    match kind:
        case "tag":
            return "a tag of the record"
        case "setup":
            return "the setup: starting hands and the first five tiles"
        case "variation":
            return "what might have been played instead of the last turn"
    turns = session.walk.turns
    return f"a remark on turn {turns[-1].number}" if turns else "a remark"


def _completed(session: Session, line: str, place: Place) -> tuple[str, list[str]]:
    """The line without its last word, and words that could stand there."""
    if in_comment(line) or line.startswith(("[", "(", "/", ";")):
        return line, []
    found = _LAST_WORD.search(line)
    begun = found[0] if found else ""
    stem = line[: len(line) - len(begun)]
    p = _position_within(session, stem, place)
    return stem, [] if p is None or p.over else completions(p, begun)


def _position_within(session: Session, stem: str, place: Place) -> Position | None:
    """Where the line stands behind the words typed so far."""
    turns = session.walk.turns
    if place.where == "behind":
        if session.walk.open:
            text = with_words(turns[-1].text, stem.strip()) if stem.strip() else turns[-1].text
            return within(turns[-1].before, text)
        before = session.position
    else:
        before = turns[place.at].before if turns else None
    if before is None:
        return None
    words = stem.strip() if head_of(stem)[0] else f"{session.head(place)} {stem}".strip()
    return before if not stem.strip() else within(before, words)
