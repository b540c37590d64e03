"""Tiles that were turned up in a turn, and where in it they are written."""

from __future__ import annotations

from ..games.iquazu import events
from ..games.iquazu.position import UNSEEN_TILES
from ..games.iquazu.steps import Reveal
from ..notation.record import Comment, Mark
from .draft import read_turns, with_words
from .proposing import why_unreadable
from .typed import Refusal, Refused, by_rules
from .walking import Played, play


def unwritten_reveal(played: Played) -> int | None:
    """Which of a turn's reveals is the first that has no word; None if all have one."""
    shown = sum(isinstance(event, events.Reveal) for event in played.events)
    written = sum(isinstance(item, Reveal) for item in played.turn.items)
    return written if written < shown and played.illegal is None else None


def with_tiles(played: Played, word: str, last: bool) -> str:
    """The turn's text with the tiles of its first unwritten reveal, where its scoring stands.

    Raises `Refused` if these can't have been turned up there.
    """
    which = unwritten_reveal(played)
    if which is None:
        raise Refused(Refusal("no tiles were turned up in this turn that are not written"))
    record = read_turns(f"{played.seat} {word}")
    if not record.readable:
        raise Refused(why_unreadable(record.diagnostics, word))
    tiles = next(i for i in record.turns[0].items if isinstance(i, Reveal)).tiles or UNSEEN_TILES
    refusal = None
    for behind in range(len(played.turn.items) - 1, -1, -1):
        if isinstance(played.turn.items[behind], Comment | Mark):
            continue
        text = with_words(played.text, word, behind)
        tried = play(played.before, text, last=last)
        if tried.illegal is not None:
            refusal = refusal or by_rules(tried.illegal, word)
            continue
        shown = [event for event in tried.events if isinstance(event, events.Reveal)]
        if shown[which].tiles == tiles:
            return text
    raise Refused(refusal or Refusal("these tiles find no place in the turn"))
