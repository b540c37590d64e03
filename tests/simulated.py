"""Simulated games as texts to pull about: whole, or stopped after some turn."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from iquazu_notation import Replay, read_text, replay
from iquazu_notation.bots.table import PlayedGame, play_game, record_text
from iquazu_notation.games.iquazu.board_file import reference

UNSEEN = ("none", "all", "seat")

# IQUAZU_TEST_EFFORT=10 tries ten times as many examples, and other ones each time.
EFFORT = int(os.environ.get("IQUAZU_TEST_EFFORT", "1"))

GAMES = 18
seeds = st.integers(0, GAMES - 1)
unseen_ways = st.sampled_from(UNSEEN)
places = st.integers(0, 10**6)
BOTS = ("random", "greedy", "random", "random")


def examples(number: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """So many examples of a property, the same ones in every ordinary run."""
    return settings(
        max_examples=number * EFFORT, derandomize=EFFORT == 1, deadline=None, database=None
    )


@cache
def game(seed: int) -> PlayedGame:
    """A game of two, three or four bots."""
    return play_game(BOTS[: 2 + seed % 3], seed, board=reference())


@cache
def text_of(seed: int, unseen: str, short: bool = False) -> str:
    """The whole record in full or short form; `unseen` is "none", "all" or "seat"."""
    played = game(seed)
    hidden = {"none": None, "all": "all", "seat": played.seats[-1]}[unseen]
    return played_back(record_text(played, hidden)).text(short=short)


def played_back(text: str) -> Replay:
    (record,) = read_text(text)
    return replay(record)


def happened(played: Replay) -> list[dict[str, object]]:
    """The events without the recorder's notes, which may stand elsewhere in another form."""
    return [event.as_json() for event in played.events if event.type != "note"]


def findings(played: Replay) -> list[tuple[str, str]]:
    return [(found.severity, found.code) for found in played.diagnostics]


@dataclass
class Script:
    """A record taken apart: its tags, the words of its setup, and of each turn head and words."""

    tags: str
    setup: list[str]
    turns: list[list[str]]

    @classmethod
    def of(cls, text: str) -> Script:
        tags, _, moves = text.partition("\n\n")
        setup: list[str] = []
        turns: list[list[str]] = []
        for word in moves.split():
            if word[0].isdigit() and word.endswith(".") and word != "0.":
                turns.append([word])
            elif word in "RGYP" and turns and turns[-1] == [turns[-1][0]] and "." in turns[-1][0]:
                turns[-1][0] += " " + word
            elif word in "RGYP":
                turns.append([word])
            else:
                (turns[-1] if turns else setup).append(word)
        return cls(tags, setup, turns)

    def cut(self, turns: int) -> Script:
        """The same up to some turn; what speaks of the end is taken out of the tags."""
        lines = [line for line in self.tags.split("\n") if not line.startswith("[Termination")]
        return Script("\n".join(lines), self.setup[:], [turn[:] for turn in self.turns[:turns]])

    @property
    def text(self) -> str:
        lines = [self.setup, *self.turns] if self.setup else self.turns
        return self.tags + "\n\n" + "\n".join(" ".join(line) for line in lines) + "\n"


def stopped(seed: int, unseen: str, turns: int, short: bool = False) -> Script:
    """A game that stops after so many turns; all of it if it has fewer."""
    script = Script.of(text_of(seed, unseen, short))
    return script.cut(turns) if turns < len(script.turns) else script
