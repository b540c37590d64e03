"""What every bot must keep to, whatever it plays."""

from __future__ import annotations

from random import Random

import pytest

from iquazu_notation.bots import BOTS, Bot
from iquazu_notation.bots.table import play_game
from iquazu_notation.games.iquazu.board_file import reference
from iquazu_notation.games.iquazu.position import Position
from iquazu_notation.games.iquazu.steps import Step
from iquazu_notation.games.iquazu.tally import packed


class Blindfolded:
    """A bot that is asked twice: with all cards on the table, and with only its own."""

    name = "blindfolded"
    asked = 0

    def __init__(self, kind: str) -> None:
        self._open: Bot = BOTS[kind](Random("blindfolded"))
        self._blind: Bot = BOTS[kind](Random("blindfolded"))

    def choose(self, position: Position, steps: list[Step]) -> Step | None:
        hidden = position.copy()
        for seat, hand in enumerate(hidden.hands):
            if seat != position.seat:
                hidden.cards[seat] = packed([0, 0, 0, sum(hand)])
                hidden.hidden += packed(hand)
        chosen = self._open.choose(position, steps)
        assert chosen == self._blind.choose(hidden, steps)
        assert chosen in steps if chosen is not None else position.may_end
        Blindfolded.asked += 1
        return chosen


@pytest.mark.parametrize("kind", ["greedy", "random"])
def test_a_bot_does_not_look_at_hidden_cards(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "blindfolded", lambda rng: Blindfolded(kind))
    monkeypatch.setattr(Blindfolded, "asked", 0)
    for players in (2, 3, 4):
        play_game(["blindfolded"] * players, players, board=reference())
    assert Blindfolded.asked > 100


@pytest.mark.parametrize("kind", ["greedy", "random"])
def test_a_bot_leaves_the_position_as_it_was(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Careful:
        name = "careful"

        def __init__(self, rng: Random) -> None:
            self._bot: Bot = BOTS[kind](rng)

        def choose(self, position: Position, steps: list[Step]) -> Step | None:
            before = position.copy()
            chosen = self._bot.choose(position, steps)
            assert position == before
            return chosen

    monkeypatch.setitem(BOTS, "careful", Careful)
    play_game(["careful"] * 3, 4, board=reference())
