"""Iquazú, played the slow and obvious way, to keep the fast engine honest.

Written from the rules page alone: I-n in a comment is a ruling of that page. As little as
possible is remembered: the pile, the boxes and what is due are counted anew each time. In the
code rocks and gaps count from 0; in words and events rocks are letters and gaps count from 1.
"""

import re
from collections.abc import Sequence
from itertools import product
from typing import Any

CARD_COLOURS = "WBO"
ROCK_LETTERS = "abcdefghijk"
THIRD_LAST = 8  # rock i: its scoring ends the game (I-20)
FRAME_WIDTH = 5
ROWS = (1, 2, 3, 4, 5)
FREE = "."
DROP = "~"
TILE = re.compile(r"V[1-9]|C[234]|J|D")

PLACE_WORD = re.compile(r"([a-k])([1-9][0-9]*):([WBO]+)")
DRAW_WORD = re.compile(r"\+([WBO]+|0)")
CARD_TILE_WORD = re.compile(r"\*(C[234])\+([WBO]+|0)")
DISCARD_WORD = re.compile(r"-([WBO]+)")

Cards = dict[str, int]


def count_cards(cards: str) -> Cards:
    return {colour: cards.count(colour) for colour in CARD_COLOURS}


def write_cards(cards: Cards) -> str:
    return "".join(colour * cards[colour] for colour in CARD_COLOURS)


def size(cards: Cards) -> int:
    return sum(cards.values())


def has(cards: Cards, wanted: Cards) -> bool:
    return all(cards[colour] >= wanted[colour] for colour in CARD_COLOURS)


def plus(cards: Cards, more: Cards) -> Cards:
    return {colour: cards[colour] + more[colour] for colour in CARD_COLOURS}


def minus(cards: Cards, less: Cards) -> Cards:
    return {colour: cards[colour] - less[colour] for colour in CARD_COLOURS}


def selections(cards: Cards) -> list[Cards]:
    """Every way of taking some (or none, or all) of these cards."""
    ranges = [range(cards[colour] + 1) for colour in CARD_COLOURS]
    return [dict(zip(CARD_COLOURS, numbers, strict=True)) for numbers in product(*ranges)]


def pays(paid: Cards, colour: str, cost: int, joker: bool) -> bool:
    if joker:
        return size(paid) == cost  # I-8: n cards of any colours, no pairs
    others = [paid[other] for other in CARD_COLOURS if other != colour]
    if any(number % 2 == 1 for number in others):
        return False
    return paid[colour] + sum(others) // 2 == cost  # I-6


class NaiveGame:
    def __init__(
        self,
        rocks: list[list[str]],
        points: list[list[int]],
        seats: list[str],
        deck: dict[str, int],
        hands: dict[str, str],
        open_tiles: list[str],
        *,
        gems: int = 34,
        drops: int = 50,
        hand_limit: int = 12,
    ) -> None:
        if len(rocks) != 11 or len(points) != 11 or any(len(rows) != 5 for rows in rocks):
            raise ValueError("A board has eleven rocks of five rows, and prizes for each of them.")
        if not any(rocks[0]):
            raise ValueError("The first rock needs a gap.")
        if not 2 <= len(seats) <= 4 or len(set(seats)) != len(seats) or set(seats) - set("RGYP"):
            raise ValueError("Two to four of R, G, Y and P play.")
        if set(hands) != set(seats):
            raise ValueError("Every seat gets a starting hand, and nobody else does.")
        for number, seat in enumerate(seats):
            if len(hands[seat]) != 4 + number or set(hands[seat]) - set(CARD_COLOURS):
                raise ValueError(f"{seat} starts with {4 + number} cards.")  # I-2
        self._check_tiles(open_tiles)

        self.rocks = rocks
        self.points = points
        self.seats = list(seats)
        self.deck: Cards = {colour: deck.get(colour, 0) for colour in CARD_COLOURS}
        self.gems = gems
        self.drops = drops
        self.hand_limit = hand_limit

        self.grid: list[list[str]] = [[FREE for _ in "".join(rows)] for rows in rocks]
        self.first = 0
        self.hands: dict[str, Cards] = {seat: count_cards(hands[seat]) for seat in seats}
        self.held: dict[str, list[str]] = {seat: [] for seat in seats}
        self.out: list[str] = []
        self.open_tiles = list(open_tiles)
        self.points_now: dict[str, int] = dict.fromkeys(seats, 0)
        self.water_box = seats[-1]  # I-3: to the right of the starting player
        self._discards = count_cards("")
        if not has(self.pile(), count_cards("")):
            raise ValueError("The starting hands hold more cards of a colour than the deck.")

        self.events: list[dict[str, Any]] = []
        self.turn = 0
        self.over = False
        for seat in seats:
            self._tell("deal", seat, cards=write_cards(self.hands[seat]))
        self._tell("water_box", to=self.water_box)
        self._tell("frame", first="a")
        self._tell("reveal", first="a", tiles=list(open_tiles))  # I-4
        self._begin_turn(seats[0])

    def _begin_turn(self, seat: str) -> None:
        self.turn += 1
        self.seat = seat
        self.action_owed = True  # I-5
        self.joker_pending = False
        self.drop_laid = False
        self.scored = False  # has a scoring taken place in this turn?
        self.discarded = False

    def _tell(self, kind: str, seat: str | None = None, **fields: Any) -> None:
        self.events.append({"turn": self.turn, "seat": seat, "type": kind, **fields})

    def _check_tiles(self, tiles: Sequence[str]) -> None:
        if len(tiles) != 5 or not all(TILE.fullmatch(tile) for tile in tiles):
            raise ValueError(f"{list(tiles)} is not a column of five tiles.")

    # ---- what lies on the table

    def pile(self) -> dict[str, int]:
        """The cards that are neither in a hand nor on the discard pile."""
        cards = minus(self.deck, self._discards)
        for hand in self.hands.values():
            cards = minus(cards, hand)
        return cards

    def discards(self) -> dict[str, int]:
        return dict(self._discards)

    def pieces(self) -> dict[str, int]:
        """Pieces in each box: those that lie nowhere on the board."""
        on_board = [piece for column in self.grid for piece in column]
        boxes = {seat: self.gems - on_board.count(seat) for seat in self.seats}
        boxes[DROP] = self.drops - on_board.count(DROP)
        return boxes

    def frame(self) -> list[int]:
        """The rocks in the frame; fewer than five at its last positions (I-6)."""
        return [rock for rock in range(self.first, self.first + FRAME_WIDTH) if rock < 11]

    def row_of(self, rock: int, gap: int) -> int:
        rows = [row for row in ROWS for _ in self.rocks[rock][row - 1]]
        return rows[gap]

    def colour_of(self, rock: int, gap: int) -> str:
        return "".join(self.rocks[rock])[gap]

    def _piece_available(self, piece: str) -> bool:
        """In its box, or on a scored column, from where it goes back into the box (I-19)."""
        on_scored = sum(column.count(piece) for column in self.grid[: self.first])
        return self.pieces()[piece] > 0 or on_scored > 0

    # ---- what is due

    def _turn_is_closed(self) -> bool:
        """No more actions and tiles: after a drop without scoring (I-8), after a discard (I-10)."""
        return self.discarded or (self.drop_laid and not self.scored)

    def _surplus(self) -> int:
        return max(0, size(self.hands[self.seat]) - self.hand_limit)  # I-10

    def _drop_due(self) -> bool:
        return (
            not self.over
            and not self.action_owed
            and self.water_box == self.seat
            and not self.scored  # I-9
            and not self.drop_laid
            and not self.discarded
            and self._piece_available(DROP)  # I-19: else it is left out
        )

    def _drop_gap(self) -> tuple[int, int]:
        return self.first, self.grid[self.first].index(FREE)  # I-9: the top free gap

    def _scorings_caused(self, filled: tuple[int, int]) -> int:
        """How many rocks would be scored in a row if this gap were filled now."""
        scorings = 0
        for rock in range(self.first, THIRD_LAST + 1):
            free = [(rock, gap) for gap, piece in enumerate(self.grid[rock]) if piece == FREE]
            if free not in ([], [filled]):
                break
            scorings += 1
        return scorings

    def _ends_game(self, scorings: int) -> bool:
        return self.first + scorings > THIRD_LAST  # I-20

    def _drop_would_end_game(self) -> bool:
        return self._drop_due() and self._ends_game(self._scorings_caused(self._drop_gap()))

    def reveals_due(self, word: str = "") -> int:
        """How many tile columns this step would turn up; no word: the end of the turn."""
        placement = PLACE_WORD.fullmatch(word)
        if placement:
            filled = ROCK_LETTERS.index(placement[1]), int(placement[2]) - 1
        elif word[:1] in ("", "-", "~") and self._drop_due():
            filled = self._drop_gap()
        else:
            return 0
        scorings = self._scorings_caused(filled)
        return scorings - 1 if self._ends_game(scorings) else scorings

    def _check_reveals(self, word: str, reveals: Sequence[Sequence[str]]) -> None:
        due = self.reveals_due(word)
        if len(reveals) != due:
            raise ValueError(f"{due} tile columns are to be turned up here, not {len(reveals)}.")
        for tiles in reveals:
            self._check_tiles(tiles)

    # ---- what may be done

    def _placements(self, joker: bool) -> set[str]:
        words: set[str] = set()
        if not self._piece_available(self.seat):
            return words  # I-19
        for cost, rock in enumerate(self.frame(), start=1):  # I-6: the place in the frame
            payments = selections(self.hands[self.seat])
            for gap, piece in enumerate(self.grid[rock]):
                if piece != FREE:
                    continue
                for paid in payments:
                    if pays(paid, self.colour_of(rock, gap), cost, joker):
                        words.add(f"{ROCK_LETTERS[rock]}{gap + 1}:{write_cards(paid)}")
        return words

    def legal_steps(self) -> set[str]:
        if self.over:
            return set()
        if self.joker_pending:
            return self._placements(joker=True)  # I-8: the placement follows at once
        steps: set[str] = set()
        held = self.held[self.seat]
        if not self._turn_is_closed():
            steps.update(f"*{tile}" for tile in ("C2", "C3", "C4") if tile in held)
            if self.action_owed:
                steps.add("+")  # I-7: legal even if no card is left
                steps.update(self._placements(joker=False))
                if "J" in held and self._placements(joker=True):
                    steps.add("*J")
            elif "D" in held:
                steps.add("*D")  # I-8: after an action
        if self._drop_due():
            scorings = self._scorings_caused(self._drop_gap())
            if scorings > 0 and not self._ends_game(scorings):
                steps.add("~")
        if self._surplus() > 0 and not self.action_owed and not self._drop_would_end_game():
            for cards in selections(self.hands[self.seat]):
                if size(cards) == self._surplus():
                    steps.add(f"-{write_cards(cards)}")
        return steps

    def may_end(self) -> bool:
        if self.over or self.action_owed or self.joker_pending:
            return False
        return self._surplus() == 0 or self._drop_would_end_game()  # I-10, I-20

    # ---- doing it

    def step(self, word: str, reveals: Sequence[Sequence[str]] = ()) -> None:
        if self.over:
            raise ValueError("The game is over.")
        placement = PLACE_WORD.fullmatch(word)
        draw = DRAW_WORD.fullmatch(word)
        card_tile = CARD_TILE_WORD.fullmatch(word)
        discard = DISCARD_WORD.fullmatch(word)
        if placement:
            paid = count_cards(placement[3])
            choice = f"{placement[1]}{placement[2]}:{write_cards(paid)}"
        elif draw:
            choice = "+"
        elif card_tile:
            choice = f"*{card_tile[1]}"
        elif discard:
            choice = f"-{write_cards(count_cards(discard[1]))}"
        elif word in ("*J", "*D", "~"):
            choice = word
        else:
            raise ValueError(f"{word!r} is not a step.")

        # A due drop may always be laid; it is listed as a step only where that is a real choice.
        if choice not in self.legal_steps() and not (choice == "~" and self._drop_due()):
            raise ValueError(f"{word} is not legal here for {self.seat}, in turn {self.turn}.")
        self._check_reveals(choice, reveals)

        if placement:
            rock, gap = ROCK_LETTERS.index(placement[1]), int(placement[2]) - 1
            self._place(rock, gap, paid, reveals)
        elif draw:
            cards = self._draw(4, draw[1])  # I-5
            self._tell("draw", self.seat, cards=cards)
            self.action_owed = False
        elif card_tile:
            cards = self._draw(int(card_tile[1][1]), card_tile[2])
            self._use_tile(card_tile[1], cards)
        elif word == "*J":
            self._use_tile("J", None)
            self.joker_pending = True
        elif word == "*D":
            self._use_tile("D", None)
            self.action_owed = True
        elif word == "~":
            self._lay_drop(reveals)
        elif discard:
            if self._drop_due():
                self._lay_drop(reveals)  # I-10: the discard is the last thing in the turn
            self._discard(count_cards(discard[1]))

    def end_turn(self, reveals: Sequence[Sequence[str]] = ()) -> None:
        if not self.may_end():
            raise ValueError(f"{self.seat} can't end turn {self.turn} here.")
        self._check_reveals("", reveals)
        if self._drop_due():
            self._lay_drop(reveals)
        if not self.over:
            place = self.seats.index(self.seat)
            self._begin_turn(self.seats[(place + 1) % len(self.seats)])  # I-11

    def _draw(self, wanted: int, written: str) -> str:
        """Takes the written cards from the pile (I-7)."""
        cards = count_cards("" if written == "0" else written)
        pile = self.pile()
        due = min(wanted, size(pile) + size(self._discards))
        if size(cards) != due:
            raise ValueError(f"{due} cards are to be drawn here, not {size(cards)}.")
        if due <= size(pile):
            if not has(pile, cards):
                raise ValueError("The pile does not hold these cards.")
        else:
            if not has(cards, pile):
                raise ValueError("The last cards of the old pile must be among those drawn.")
            if not has(self._discards, minus(cards, pile)):
                raise ValueError("The reshuffled discards do not hold these cards.")
            self._tell("reshuffle", self.seat, pile=size(self._discards), after=size(pile))
            self._discards = count_cards("")
        self.hands[self.seat] = plus(self.hands[self.seat], cards)
        return write_cards(cards)

    def _use_tile(self, tile: str, cards: str | None) -> None:
        self.held[self.seat].remove(tile)
        self.out.append(tile)  # I-8: a used tile leaves the game
        self._tell("tile", self.seat, tile=tile, cards=cards)

    def _discard(self, cards: Cards) -> None:
        self.hands[self.seat] = minus(self.hands[self.seat], cards)
        self._discards = plus(self._discards, cards)
        self.discarded = True
        self._tell("discard", self.seat, cards=write_cards(cards))

    def _refill_if_empty(self, piece: str) -> None:
        """I-19: all pieces of that kind on scored columns go back into their empty box."""
        if self.pieces()[piece] > 0:
            return
        returned = 0
        for column in self.grid[: self.first]:
            for gap in range(len(column)):
                if column[gap] == piece:
                    column[gap] = FREE
                    returned += 1
        self._tell("refill", self.seat, what=piece, pieces=returned)

    def _place(self, rock: int, gap: int, paid: Cards, reveals: Sequence[Sequence[str]]) -> None:
        self._refill_if_empty(self.seat)
        self.hands[self.seat] = minus(self.hands[self.seat], paid)
        self._discards = plus(self._discards, paid)
        self.grid[rock][gap] = self.seat
        self._tell(
            "place",
            self.seat,
            rock=ROCK_LETTERS[rock],
            gap=gap + 1,
            row=self.row_of(rock, gap),
            colour=self.colour_of(rock, gap),
            cost=rock - self.first + 1,
            paid=write_cards(paid),
            joker=self.joker_pending,
        )
        self.joker_pending = False
        self.action_owed = False
        self._score_full_columns(reveals)  # I-12

    def _lay_drop(self, reveals: Sequence[Sequence[str]]) -> None:
        self._refill_if_empty(DROP)
        rock, gap = self._drop_gap()
        self.grid[rock][gap] = DROP
        self.drop_laid = True
        row = self.row_of(rock, gap)
        self._tell("drop", self.seat, rock=ROCK_LETTERS[rock], gap=gap + 1, row=row)
        self._score_full_columns(reveals)  # I-12

    # ---- scoring

    def _score_full_columns(self, reveals: Sequence[Sequence[str]]) -> None:
        if FREE in self.grid[self.first]:
            return
        columns = list(reveals)
        while FREE not in self.grid[self.first]:  # I-16
            self.scored = True
            self._score_first_column()
            if self.first == THIRD_LAST:
                self._finish()
                return
            self.first += 1  # I-15
            self._tell("frame", first=ROCK_LETTERS[self.first])
            self.open_tiles = list(columns.pop(0))
            self._tell("reveal", first=ROCK_LETTERS[self.first], tiles=list(self.open_tiles))
        self.water_box = self.seats[self.seats.index(self.water_box) - 1]  # I-17
        self._tell("water_box", to=self.water_box)

    def _score_first_column(self) -> None:
        prizes = self._prizes(self.first)
        self._add_points(prizes)
        awards = [self._row_winner(row) for row in ROWS]
        tiles = self.open_tiles
        for tile, winner in zip(tiles, awards, strict=True):
            if winner is None:
                self.out.append(tile)  # I-14: an empty row's tile leaves the game
            else:
                self.held[winner].append(tile)
        self.open_tiles = []
        rock = ROCK_LETTERS[self.first]
        totals = dict(self.points_now)
        self._tell("score", rock=rock, prizes=prizes, awards=awards, tiles=tiles, totals=totals)

    def _prizes(self, rock: int) -> dict[str, int]:
        """Rock points by rank: most gems, then the lower lowest gem (I-13)."""
        ranking: list[tuple[int, int, str]] = []
        for seat in self.seats:
            gaps = [gap for gap, piece in enumerate(self.grid[rock]) if piece == seat]
            if gaps:
                ranking.append((len(gaps), max(gaps), seat))
        ranking.sort(reverse=True)
        ranked = [seat for _, _, seat in ranking]
        return dict(zip(ranked, self.points[rock], strict=False))  # ranks or prizes may run out

    def _row_winner(self, row: int) -> str | None:
        """Most gems in the row inside the frame, then further right, then lower there (I-14)."""
        ranking: list[tuple[int, int, int, str]] = []
        for seat in self.seats:
            gems = [
                (rock, gap)
                for rock in self.frame()
                for gap, piece in enumerate(self.grid[rock])
                if piece == seat and self.row_of(rock, gap) == row
            ]
            if gems:
                rightmost = max(rock for rock, _ in gems)
                lowest_there = max(gap for rock, gap in gems if rock == rightmost)
                ranking.append((len(gems), rightmost, lowest_there, seat))
        return max(ranking)[3] if ranking else None

    def _add_points(self, points: dict[str, int]) -> None:
        for seat, number in points.items():
            self.points_now[seat] += number

    def _finish(self) -> None:
        for rock in (THIRD_LAST + 1, THIRD_LAST + 2):  # I-21: full or not, rock points only
            prizes = self._prizes(rock)
            self._add_points(prizes)
            letter = ROCK_LETTERS[rock]
            self._tell("final", rock=letter, prizes=prizes, totals=dict(self.points_now))
        kept: dict[str, int] = {}
        for seat in self.seats:  # I-22
            values = [int(tile[1:]) for tile in self.held[seat] if tile.startswith("V")]
            if values:
                kept[seat] = sum(values)
        self._add_points(kept)
        self._tell("tile_points", points=kept, totals=dict(self.points_now))
        most = max(self.points_now.values())
        winners = [seat for seat in self.seats if self.points_now[seat] == most]
        self._tell("end", totals=dict(self.points_now), winners=winners)
        self.over = True  # I-20
