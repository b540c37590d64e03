"""What a consistent record tells about its unseen cards, in the shape that people ask for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ..illegal import COLOUR_NAMES, SEAT_NAMES
from ..position import Position
from ..steps import COLOURS, spell
from .bounds import Inference, Ranges
from .story import Colours as Hand
from .story import tell


@dataclass(frozen=True, slots=True)
class SeatHand:
    """A seat's hand after a turn: its size, and the least and most of white, blue, orange."""

    turn: int
    seat: str
    size: int
    ranges: Ranges

    @property
    def certain(self) -> str:
        """The cards the seat held whatever the unseen ones were, spelled."""
        return spell([*(low for low, _ in self.ranges), 0])


@dataclass(frozen=True, slots=True)
class Odds:
    """The probability of each hand by seat, likeliest first.

    `method`: `counted`, `sampled` (then `error` is the standard error of a probability, at most),
    or `undefined` when payments are unseen.
    """

    method: Literal["counted", "sampled", "undefined"]
    hands: dict[str, dict[str, float]]
    samples: int | None = None
    error: float | None = None


class Knowledge:
    """Everything that follows from the events of a record that is valid or consistent."""

    def __init__(self, log: Sequence[object], start: Position) -> None:
        self.story = tell(log, start)
        self.seats = start.seats
        self.first = start.turn - 1
        self._inference = Inference(self.story)

    @property
    def unseen(self) -> bool:
        return self.story.unseen

    @cached_property
    def _hands(self) -> list[SeatHand]:
        return [
            SeatHand(hand.turn, self.seats[hand.seat], hand.size, hand.ranges)
            for hand in self._inference.hands()
            if hand.seat < len(self.seats)
        ]

    def all_hands(self) -> list[SeatHand]:
        """After the deal and after each turn, the hand of the seat whose cards moved."""
        return self._hands

    def hands_after(self, turn: int) -> list[SeatHand]:
        """Every seat's hand after a turn."""
        latest: dict[int, int] = {}
        for at, happening in enumerate(self.story.happenings):
            if happening.turn <= turn:
                latest[happening.seat] = at
        found = []
        for place, seat in enumerate(self.seats):
            at = latest.get(place, -1)
            size = self._inference.size(at) if at >= 0 else 0
            ranges = self._inference.hand(at) if at >= 0 else ((0, 0), (0, 0), (0, 0))
            found.append(SeatHand(turn, seat, size, ranges))
        return found

    def certainties(self) -> list[str]:
        """Sentences about cards that a seat must have held, the strongest of each run of turns."""
        said = []
        for place, seat in enumerate(self.seats):
            known = self._seen_in_hand(place)
            hands = [hand for hand in self._hands if hand.seat == seat]
            for colour in (0, 1, 2):
                before = 0
                for hand in hands:
                    least = hand.ranges[colour][0]
                    if least > before and least > known.get(hand.turn, (0, 0, 0))[colour]:
                        name = COLOUR_NAMES[COLOURS[colour]]
                        start = hand.turn == self.first
                        when = "from the start" if start else f"after turn {hand.turn}"
                        said.append(
                            (hand.turn, f"{SEAT_NAMES[seat]} held at least {least} {name} {when}")
                        )
                    before = least
        return [sentence for _, sentence in sorted(said)]

    def _seen_in_hand(self, place: int) -> dict[int, tuple[int, int, int]]:
        """The cards of a hand that were seen when they were drawn, by turn."""
        seen = [0, 0, 0]
        by_turn = {}
        for happening in self.story.happenings:
            if happening.seat == place:
                for colour in (0, 1, 2):
                    number = happening.seen[colour]
                    seen[colour] = max(0, seen[colour] + (number if happening.draws else -number))
                by_turn[happening.turn] = (seen[0], seen[1], seen[2])
        return by_turn

    def odds(self, turn: int, seed: int = 1) -> Odds:
        """How likely each hand was after a turn."""
        from .odds import NotDefined, TooLarge, hand_odds
        from .sampling import sample_odds

        try:
            found = hand_odds(self.story, turn)
            return Odds("counted", self._by_seat(found))
        except NotDefined:
            return Odds("undefined", {})
        except TooLarge:
            sampled, number, error = sample_odds(self.story, turn, seed)
            return Odds("sampled", self._by_seat(sampled), number, error)

    def _by_seat(self, found: list[dict[Hand, float]]) -> dict[str, dict[str, float]]:
        return {
            seat: {
                spell([*hand, 0]): chance
                for hand, chance in sorted(odds.items(), key=lambda entry: (-entry[1], entry[0]))
            }
            for seat, odds in zip(self.seats, found, strict=False)
        }
