"""Events made from the log of a game."""

from __future__ import annotations

from collections.abc import Sequence

from . import events, log
from .events import Event
from .log import ALL_CARDS, CARDS_AT, GAP_AT, GAPS, KIND, ROCK_AT, USABLE
from .position import Position
from .steps import COLOURS, ROCKS, spell
from .tally import unpacked


class Decoder:
    """Reads the log of a position from its beginning; what is added later can be read later.

    >>> from iquazu_notation.games.iquazu.board_file import reference
    >>> p = Position.start(reference().lay("12345"), "RG", {"R": "WWOB"})
    >>> [event.type for event in Decoder(p).read(p)]
    ['deal', 'deal', 'water_box', 'frame', 'reveal']
    """

    def __init__(self, p: Position) -> None:
        kinds = [code & KIND for code in p.log]
        turns = kinds.count(log.TURN)
        self.layout = p.layout
        self.seats = p.seats
        self.turn = p.turn - turns
        self.seat = (p.seat - turns) % p.players
        # The frame moves on whenever tiles are turned up, but for those of the setup.
        self.first = p.first - kinds.count(log.REVEAL) + (log.DEAL in kinds)
        self.points = p.points[:]
        for code in p.log:
            if code & KIND == log.PRIZE:
                self.points[code >> ROCK_AT & 15] -= code >> CARDS_AT & ALL_CARDS
        self._at = 0
        self._dealt = 0  # hands; until the first tiles are turned up it is turn 0

    def read(self, p: Position) -> list[Event]:
        """The events of what the position has noted down since the last reading."""
        codes = p.log[self._at :]
        self._at = len(p.log)
        found: list[Event] = []
        at = 0
        while at < len(codes):
            at = self._decode(codes, at, p, found)
        return found

    def _decode(self, codes: Sequence[int], at: int, p: Position, found: list[Event]) -> int:
        """Decode one event, which may have several entries; returns where the next begins."""
        code = codes[at]
        kind = code & KIND
        seat = self.seats[self.seat]
        cards = code >> CARDS_AT & ALL_CARDS
        rock = code >> ROCK_AT & 15
        if kind == log.TURN:
            self.turn += 1
            self.seat = (self.seat + 1) % len(self.seats)
        elif kind == log.PLACE:
            found.append(self._place(code, cards, rock))
        elif kind == log.DRAW:
            found.append(events.Draw(self.turn, seat, spell(unpacked(cards))))
        elif kind == log.TILE:
            tile = USABLE[rock]
            drawn = spell(unpacked(cards)) if tile[0] == "C" else None
            found.append(events.Tile(self.turn, seat, tile, drawn))
        elif kind == log.DISCARD:
            found.append(events.Discard(self.turn, seat, spell(unpacked(cards))))
        elif kind == log.DROP:
            gap = code >> GAP_AT & GAPS
            row = self.layout.rows[rock][gap] + 1
            found.append(events.Drop(self.turn, seat, ROCKS[rock], gap + 1, row))
        elif kind == log.RESHUFFLE:
            found.append(events.Reshuffle(self.turn, seat, cards, rock))
        elif kind == log.REFILL:
            what = "~" if rock >= 4 else self.seats[rock]
            found.append(events.Refill(self.turn, seat, what, cards))
        elif kind == log.DEAL:
            dealt = spell(unpacked(cards))
            found.append(events.Deal(0, self.seats[self._dealt], dealt))
            self._dealt += 1
        elif kind == log.WATER:
            found.append(events.WaterBox(self._turn_of_table(), None, self.seats[rock]))
        elif kind == log.REVEAL:
            turn = self._turn_of_table()
            self._dealt = 0
            found.append(events.Frame(turn, None, ROCKS[self.first]))
            found.append(events.Reveal(turn, None, ROCKS[self.first], log.revealed(code)))
        elif kind in (log.SCORE, log.FINAL):
            return self._score(codes, at, kind, rock, found)
        elif kind == log.END:
            return self._end(codes, at, p, found)
        return at + 1

    def _turn_of_table(self) -> int:
        return 0 if self._dealt else self.turn

    def _place(self, code: int, cards: int, rock: int) -> Event:
        gap = code >> GAP_AT & GAPS
        return events.Place(
            self.turn,
            self.seats[self.seat],
            ROCKS[rock],
            gap + 1,
            self.layout.rows[rock][gap] + 1,
            COLOURS[self.layout.colours[rock][gap]],
            rock - self.first + 1,
            spell(unpacked(cards)),
            code & log.JOKER != 0,
        )

    def _prizes(self, codes: Sequence[int], at: int) -> dict[str, int]:
        """The prizes that stand from here on."""
        prizes: dict[str, int] = {}
        while at < len(codes) and codes[at] & KIND == log.PRIZE:
            seat, points = codes[at] >> ROCK_AT & 15, codes[at] >> CARDS_AT & ALL_CARDS
            prizes[self.seats[seat]] = points
            self.points[seat] += points
            at += 1
        return prizes

    def _score(
        self, codes: Sequence[int], at: int, kind: int, rock: int, found: list[Event]
    ) -> int:
        prizes = self._prizes(codes, at + 1)
        at += 1 + len(prizes)
        totals: events.Points = dict(zip(self.seats, self.points, strict=True))
        if kind == log.FINAL:
            found.append(events.Final(self.turn, None, ROCKS[rock], prizes, totals))
            return at
        takers: list[str | None] = []
        tiles: list[str] = []
        while at < len(codes) and codes[at] & KIND == log.AWARD:
            taker = codes[at] >> ROCK_AT & 15
            takers.append(None if taker == log.NOBODY else self.seats[taker])
            tiles.append(log.tile_of(codes[at]))
            at += 1
        found.append(
            events.Score(self.turn, None, ROCKS[rock], prizes, tuple(takers), tuple(tiles), totals)
        )
        self.first = rock + 1
        return at

    def _end(self, codes: Sequence[int], at: int, p: Position, found: list[Event]) -> int:
        on_tiles = self._prizes(codes, at + 1)
        found.append(events.TilePoints(self.turn, None, on_tiles, p.totals()))
        found.append(events.End(self.turn, None, p.totals(), p.winners()))
        return at + 1 + len(on_tiles)
