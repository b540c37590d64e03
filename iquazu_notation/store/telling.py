"""The events of a record, told once from the start: what each turn, gem, draw and tile came to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..games.iquazu import events
from ..games.iquazu.position import Position
from ..games.iquazu.scoring import DROP, FREE
from ..games.iquazu.steps import ROCKS
from ..replay import Replay
from .story import Count, Happened, Story, TileStory, lead_of
from .tables import DrawRow, DropRow, PlacementRow, PrizeRow, ScoringRow, TurnRow


def tell(game: Replay) -> Story:
    """Walk through the events of a record."""
    return _Teller(game).tell()


class _Teller:
    """The state that a walk through the events needs besides its story."""

    def __init__(self, game: Replay) -> None:
        self.game = game
        start: Position = game.details["start"]
        self.seats = start.seats
        self.places = {seat: place for place, seat in enumerate(start.seats)}
        self.hands = [sum(hand) for hand in start.hands]
        self.totals: list[int | None] = list(start.points)
        self.lead = lead_of(self.totals, self.seats)
        self.last_leader = self.lead[0]
        self.first_turn = start.turn
        self.first_seat = start.seat
        players = len(start.seats)
        rocks = len(start.rocks)
        # Gems by rock and seat, gems by rock, row and seat, cards paid by rock and seat.
        self.on_rock = [[0] * players for _ in range(rocks)]
        self.in_row = [[[0] * players for _ in range(5)] for _ in range(rocks)]
        self.spent = [[0] * players for _ in range(rocks)]
        for r, gaps in enumerate(start.rocks):
            for g, piece in enumerate(gaps):
                if piece not in (FREE, DROP):
                    self.on_rock[r][piece] += 1
                    self.in_row[r][start.layout.rows[r][g]][piece] += 1
        self.held: list[list[TileStory]] = [[] for _ in start.seats]
        self.open: list[TileStory] = []
        self.reshuffled = False
        # Unseen tiles can leave a total open and the winner certain all the same.
        winners = game.winners
        self.won = [None if winners is None else seat in winners for seat in start.seats]
        self.story = Story(
            start.seats,
            start.layout.board,
            list(start.points),
            [Count() for _ in start.seats],
            self.won,
        )
        if "Position" in game.tags:
            self._tiles_of(start)
        self.now = Happened(0, 0)

    def _tiles_of(self, start: Position) -> None:
        """Tiles that were held or open before the record began."""
        for place, kinds in enumerate(start.held):
            for kind in kinds:
                tile = TileStory(kind, order=place + 1, seat=self.seats[place])
                self.held[place].append(tile)
                self.story.all_tiles.append(tile)
        self._opened(ROCKS[start.first], start.open_tiles, None)

    def _opened(self, rock: str, kinds: Sequence[str], turn: int | None) -> None:
        self.open = [TileStory(kind, rock, row, turn) for row, kind in enumerate(kinds, 1)]
        self.story.all_tiles += self.open

    def tell(self) -> Story:
        by_type: dict[type, Callable[[Any], None]] = {
            events.Deal: self._deal,
            events.Draw: self._draw,
            events.Reshuffle: self._reshuffle,
            events.Place: self._place,
            events.Tile: self._tile,
            events.Discard: self._discard,
            events.Drop: self._drop,
            events.Reveal: self._reveal,
            events.Score: self._score,
            events.Final: self._final,
            events.TilePoints: self._points,
            events.End: self._points,
            events.Note: self._note,
        }
        turn = 0
        last = self.first_turn + self.game.turns - 1
        for event in self.game.events:
            while turn < event.turn:
                turn = self._next_turn(turn)
            told = by_type.get(type(event))
            if told is not None:
                told(event)
        while turn < last:
            turn = self._next_turn(turn)
        self._close()
        return self.story

    # ------------------------------------------------------------------ turns

    def _next_turn(self, turn: int) -> int:
        self._close()
        turn = turn + 1 if turn else self.first_turn
        place = (self.first_seat + turn - self.first_turn) % len(self.seats)
        self.story.counts[place].turns += 1
        self.now = Happened(turn, place)
        return turn

    def _close(self) -> None:
        """The turn is over: keep it with hands, totals and leader as they are now."""
        now = self.now
        if not now.turn:
            return
        leader, lead = self.lead
        # As long as nobody has led alone, taking the lead is not a change of it.
        changed = None not in (leader, self.last_leader) and leader != self.last_leader
        self.last_leader = leader or self.last_leader
        hand_1, hand_2, hand_3, hand_4 = [*self.hands, None, None][:4]
        assert hand_1 is not None
        assert hand_2 is not None
        self.story.turns.append(
            TurnRow(
                now.turn,
                now.place + 1,
                self.seats[now.place],
                now.action,
                now.draws,
                now.placements,
                now.tiles_used,
                now.discarded,
                now.dropped,
                now.scorings,
                hand_1,
                hand_2,
                hand_3,
                hand_4,
                *self._four_totals(),
                leader,
                lead,
                changed,
                now.seconds,
                now.marks,
            )
        )

    # ------------------------------------------------------------------ cards

    def _cards(self, turn: int, seat: str, kind: str, cards: str) -> None:
        story, place = self.story, self.places[seat]
        self.hands[place] += -len(cards) if kind == "discard" else len(cards)
        story.draws.append(
            DrawRow(
                len(story.draws) + 1,
                turn,
                place + 1,
                seat,
                kind,
                len(cards),
                cards.count("W"),
                cards.count("B"),
                cards.count("O"),
                cards.count("?"),
                self.reshuffled,
            )
        )
        self.reshuffled = False

    def _deal(self, event: events.Deal) -> None:
        assert event.seat is not None
        self._cards(0, event.seat, "deal", event.cards)

    def _reshuffle(self, _event: events.Reshuffle) -> None:
        self.reshuffled = True

    def _draw(self, event: events.Draw) -> None:
        assert event.seat is not None
        self._cards(event.turn, event.seat, "draw", event.cards)
        self.now.draws += 1
        self.now.action = self.now.action or "draw"
        self.story.counts[self.now.place].draws += 1

    def _discard(self, event: events.Discard) -> None:
        assert event.seat is not None
        self._cards(event.turn, event.seat, "discard", event.cards)
        self.now.discarded += len(event.cards)

    # ------------------------------------------------------------------ gems and drops

    def _place(self, event: events.Place) -> None:
        assert event.seat is not None
        place = self.places[event.seat]
        paid = event.paid
        cards = len(paid)
        self.hands[place] -= cards
        rock = ROCKS.index(event.rock)
        self.on_rock[rock][place] += 1
        self.in_row[rock][event.row - 1][place] += 1
        self.spent[rock][place] += cards
        self.now.placements += 1
        self.now.action = self.now.action or "place"
        count = self.story.counts[place]
        count.placements += 1
        count.cards_paid += cards
        self.story.placements.append(
            PlacementRow(
                len(self.story.placements) + 1,
                event.turn,
                place + 1,
                event.seat,
                event.rock,
                event.gap,
                event.row,
                event.colour,
                event.cost,
                event.cost,  # I-5: the cost is the number of the column
                cards,
                paid.count("W"),
                paid.count("B"),
                paid.count("O"),
                paid.count("?"),
                cards - event.cost,  # I-6: each pair is one card more than its own colour
                event.joker,
                self.won[place],
            )
        )

    def _drop(self, event: events.Drop) -> None:
        assert event.seat is not None
        self.now.dropped = True
        self.story.drops.append(
            DropRow(
                len(self.story.drops) + 1,
                event.turn,
                self.places[event.seat] + 1,
                event.seat,
                event.rock,
                event.gap,
                event.row,
            )
        )

    # ------------------------------------------------------------------ tiles

    def _reveal(self, event: events.Reveal) -> None:
        self._opened(event.first, event.tiles, event.turn)

    def _tile(self, event: events.Tile) -> None:
        assert event.seat is not None
        place = self.places[event.seat]
        held = self.held[place]
        # Tiles of a kind are alike: the one longest held goes first. One never seen shows itself.
        used = next((tile for tile in held if tile.kind == event.tile), None) or next(
            tile for tile in held if tile.kind == "?"
        )
        held.remove(used)
        used.kind, used.used = event.tile, event.turn
        self.now.tiles_used += 1
        self.story.counts[place].tiles_used += 1
        if event.cards is not None:
            self._cards(event.turn, event.seat, event.tile, event.cards)

    # ------------------------------------------------------------------ points

    def _set_totals(self, totals: events.Points) -> None:
        found = (totals[seat] for seat in self.seats)
        self.totals = [total if isinstance(total, int) else None for total in found]
        self.lead = lead_of(self.totals, self.seats)

    def _four_totals(self) -> tuple[int | None, int | None, int | None, int | None]:
        first, second, third, fourth = [*self.totals, None, None][:4]
        return first, second, third, fourth

    def _points(self, event: events.TilePoints | events.End) -> None:
        self._set_totals(event.totals)

    def _score(self, event: events.Score) -> None:
        number = self._scored(event, "interim")
        self.now.scorings += 1
        first = ROCKS.index(event.rock)
        for row, (tile, seat) in enumerate(zip(self.open, event.awards, strict=True)):
            tile.scoring, tile.scored = number, event.turn
            if seat is None:
                continue
            place = self.places[seat]
            # Gems lie in the frame or on scored rocks, so these are all that count.
            gems = [sum(by_seat) for by_seat in zip(*(r[row] for r in self.in_row[first:]))]  # noqa: B905
            tile.order, tile.seat, tile.gems = place + 1, seat, gems[place]
            tile.tied = gems.count(gems[place]) > 1
            self.held[place].append(tile)
            self.story.counts[place].tiles_won += 1

    def _final(self, event: events.Final) -> None:
        self._scored(event, "final")

    def _scored(self, event: events.Score | events.Final, kind: str) -> int:
        """Keep a scoring and its prizes; returns its number."""
        story = self.story
        number = len(story.scorings) + 1
        self._set_totals(event.totals)
        story.scorings.append(
            ScoringRow(number, event.turn, kind, event.rock, *self._four_totals(), *self.lead)
        )
        rock = ROCKS.index(event.rock)
        gems = self.on_rock[rock]
        for rank, (seat, points) in enumerate(event.prizes.items(), 1):
            place = self.places[seat]
            story.counts[place].points_rocks += points
            story.prizes.append(
                PrizeRow(
                    number,
                    event.rock,
                    rank,
                    place + 1,
                    seat,
                    points,
                    gems[place],
                    self.spent[rock][place],
                    gems.count(gems[place]) > 1,
                )
            )
        return number

    # ------------------------------------------------------------------ notes

    def _note(self, event: events.Note) -> None:
        self.now.seconds = event.seconds
        self.now.marks = " ".join(event.marks) or None
