"""A position: everything that lies on the table, mutable and flat.

Seats are numbered in turn order from 0. `rocks[r][g]` is what lies in gap g (from 0, the top) of
rock r: FREE, DROP or a seat. A hand is `[white, blue, orange, unseen]`; so is the discard pile. Of
the draw pile only the size is kept: its colours follow from `pool`, the cards of each colour that
nobody has seen (in the pile, or among the unseen cards of hands and discards).

`log` collects events when it is a list; it is None where nobody reads them, which is quicker.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from . import events
from .board import Layout
from .illegal import Illegal
from .scoring import DROP, FREE
from .steps import ROCKS, SEATS, Count, Step, count, spell

UNSEEN_TILES = ("?", "?", "?", "?", "?")


FIELDS = (
    "acted",
    "backs_seen",
    "discarded",
    "discards",
    "drop_box",
    "dropped",
    "first",
    "free",
    "gem_box",
    "hands",
    "held",
    "joker",
    "layout",
    "log",
    "open_tiles",
    "out",
    "over",
    "owed",
    "pile",
    "points",
    "pool",
    "rocks",
    "scored",
    "seat",
    "seats",
    "tiles_seen",
    "turn",
    "water",
)


class Position:
    """A game of Iquazú at one moment.

    >>> from iquazu_notation.games.iquazu.board_file import reference
    >>> p = Position.start(reference().lay("12345"), "RG", {"R": "WWOB", "G": "BOOWW"})
    >>> p.seat_letter, [step.word for step in p.legal()][:3]
    ('R', ['+', 'a1:W', 'a2:B'])
    """

    __slots__ = FIELDS

    def __init__(self, layout: Layout, seats: Sequence[str]) -> None:
        board = layout.board
        players = len(seats)
        self.layout = layout
        self.seats = tuple(seats)
        self.rocks = [[FREE] * len(colours) for colours in layout.colours]
        self.free = [len(colours) for colours in layout.colours]
        self.first = 0
        self.turn = 1
        self.seat = 0
        self.water = players - 1  # I-3
        self.hands = [[0, 0, 0, 0] for _ in seats]
        self.pile = sum(board.cards.values())
        self.pool = [board.cards["W"], board.cards["B"], board.cards["O"]]
        self.discards = [0, 0, 0, 0]
        self.held: list[list[str]] = [[] for _ in seats]
        self.open_tiles: tuple[str, ...] = UNSEEN_TILES
        self.out: list[str] = []
        self.tiles_seen: dict[str, int] = {}
        self.backs_seen: tuple[dict[str, int], dict[str, int]] = ({}, {})  # light, dark
        self.points = [0] * players
        self.gem_box = [board.gems] * players
        self.drop_box = board.drops
        self.over = False
        # Within the turn:
        self.owed = True  # an action is still to come
        self.acted = False  # an action has been done
        self.joker = False  # an any-colour tile waits for its placement
        self.scored = False  # a scoring has taken place
        self.dropped = False  # the drop has been laid
        self.discarded = False
        self.log: list[events.Event] | None = None

    @classmethod
    def start(
        cls,
        layout: Layout,
        seats: Sequence[str],
        hands: dict[str, str] | None = None,
        open_tiles: Sequence[str] | None = None,
        log: list[events.Event] | None = None,
    ) -> Position:
        """The position before turn 1. Hands and tiles that are not given are unseen."""
        p = cls(layout, seats)
        p.log = log
        for place, seat in enumerate(seats):
            size = 4 + place  # I-2
            cards = (hands or {}).get(seat, "?" * size)
            p.deal(place, count(cards))
        p.emit(events.WaterBox(0, None, p.seats[p.water]))
        p.emit(events.Frame(0, None, "a"))
        p.reveal(tuple(open_tiles) if open_tiles is not None else UNSEEN_TILES, turn=0)
        return p

    # ------------------------------------------------------------------ what can be asked

    @property
    def seat_letter(self) -> str:
        """The seat whose turn it is."""
        return self.seats[self.seat]

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def last_column(self) -> int:
        """One past the frame's last rock."""
        return min(self.first + self.layout.board.frame, len(self.rocks))

    @property
    def drop_is_due(self) -> bool:
        """I-9: the seat holds the water box, nothing was scored in this turn, none is laid yet.

        I-19: and there is a drop to lay, in the box or on a scored rock.
        """
        return (
            self.water == self.seat
            and not (self.scored or self.dropped or self.over)
            and (self.drop_box > 0 or any(DROP in rock for rock in self.rocks[: self.first]))
        )

    @property
    def drop_would_score(self) -> bool:
        return self.free[self.first] == 1 and self.drop_is_due

    @property
    def drop_would_end(self) -> bool:
        """The drop would fill the third-last rock, or start a chain of scorings that reaches it."""
        return self.drop_would_score and not any(self.free[self.first + 1 : len(self.rocks) - 2])

    @property
    def surplus(self) -> int:
        """I-10: cards above the hand limit."""
        return max(0, sum(self.hands[self.seat]) - self.layout.board.hand_limit)

    @property
    def may_end(self) -> bool:
        """The turn may end here: the drop, if one is due, falls by itself."""
        return not (self.over or self.owed or self.joker) and (
            self.surplus == 0 or self.drop_would_end
        )

    @property
    def unseen(self) -> bool:
        """Something on the table is unseen."""
        return (
            sum(self.pool) != self.pile
            or "?" in self.open_tiles
            or "?" in self.out
            or any("?" in tiles for tiles in self.held)
        )

    def totals(self) -> dict[str, int | list[int]]:
        """Points by seat; after the end `[low, high]` where unseen tiles leave them open."""
        shown: dict[str, int | list[int]] = dict(zip(self.seats, self.points, strict=True))
        if self.over:
            for seat, tiles, points in zip(self.seats, self.held, self.points, strict=True):
                if "?" in tiles and (most := self._most_unseen_points(tiles.count("?"))):
                    shown[seat] = [points, points + most]
        return shown

    def _most_unseen_points(self, tiles: int) -> int:
        """The most that so many unseen tiles can be worth with the tiles not seen yet."""
        board = self.layout.board
        values: list[int] = []
        for mix in (board.light, board.dark):
            for kind, number in mix.items():
                if kind[0] == "V":
                    values += [int(kind[1:])] * number
        values.sort(reverse=True)
        for kind, number in self.tiles_seen.items():
            if kind[0] == "V":
                for _ in range(number):
                    values.remove(int(kind[1:]))
        return sum(values[:tiles])

    def winners(self) -> tuple[str, ...] | None:
        """I-22: who won, several in a tie; None while the game is on or unseen tiles decide."""
        if not self.over:
            return None
        lows, highs = [], []
        for total in self.totals().values():
            low, high = total if isinstance(total, list) else (total, total)
            lows.append(low)
            highs.append(high)
        best = max(lows)
        leaders = [i for i, high in enumerate(highs) if high >= best]
        if len(leaders) > 1 and any(lows[i] != highs[i] for i in leaders):
            return None
        return tuple(self.seats[i] for i in leaders)

    # ------------------------------------------------------------------ what can be done

    def apply(self, step: Step, reveals: Iterable[Sequence[str]] = ()) -> None:
        """Do one step of the current turn; raises `Illegal` and changes nothing if it may not be.

        `reveals` are the tiles turned up after the scorings it causes; without them, unseen.
        """
        from . import play

        with self._whole_or_not_at_all():
            play.apply(self, step, iter(reveals))

    def end_turn(self, reveals: Iterable[Sequence[str]] = ()) -> None:
        """End the turn: drop, scoring, unseen discard where due; then the gem box passes on."""
        from . import play

        with self._whole_or_not_at_all():
            play.end_turn(self, iter(reveals))

    @contextmanager
    def _whole_or_not_at_all(self) -> Iterator[None]:
        """Tiles that can't be turned up are noticed in the middle of a scoring: take it back."""
        if self.free[self.first] > 1 or self.over:
            yield  # nothing can be scored now
            return
        before = self.copy()
        logged = len(self.log) if self.log is not None else 0
        try:
            yield
        except Illegal:
            for name in FIELDS:
                if name != "log":
                    setattr(self, name, getattr(before, name))
            if self.log is not None:
                del self.log[logged:]
            raise

    def legal(self) -> list[Step]:
        """Every step that is certainly legal now, payments written out."""
        from .legal import legal_steps

        return legal_steps(self)

    def deal(self, place: int, cards: Count) -> None:
        """I-2: a starting hand."""
        from .cards import take

        take(self, self.hands[place], cards)
        if self.log is not None:
            self.log.append(events.Deal(0, self.seats[place], spell(cards)))

    def reveal(self, tiles: tuple[str, ...], turn: int) -> None:
        """I-4: the first five tiles are turned up."""
        self.emit(self.turn_up(tiles, turn))

    def turn_up(self, tiles: tuple[str, ...], turn: int) -> events.Reveal:
        """I-4, I-15: five tiles are turned up. The event is the caller's to tell."""
        if len(tiles) != 5:
            raise Illegal(
                "IQ213",
                f"{len(tiles)} tile{'s are' if len(tiles) != 1 else ' is'} turned up, and five lie"
                " in a column",
                help="write five, from the top, `?` for one nobody saw",
                ruling="I-15",
            )
        for kind in tiles:
            if kind != "?":
                self.see_tile(kind)
        self.see_backs(tiles, dark=self.first >= len(self.rocks) - 4)
        self.open_tiles = tiles
        return events.Reveal(turn, None, ROCKS[self.first], tiles)

    def see_backs(self, tiles: Sequence[str], dark: bool) -> None:
        """Count tiles turned up with one back: the board has only so many of a kind with it."""
        mix = self.layout.board.dark if dark else self.layout.board.light
        seen = self.backs_seen[dark]
        for kind in tiles:
            if kind == "?":
                continue
            seen[kind] = number = seen.get(kind, 0) + 1
            if number > mix.get(kind, 0):
                shade = "dark" if dark else "light"
                raise Illegal(
                    "IQ505",
                    f"this is {shade} tile {kind} number {seen[kind]}, and the board has"
                    f" {mix.get(kind, 0)} among its {shade} ones",
                    ruling="I-15",
                )

    def see_tile(self, kind: str) -> None:
        """Count a tile whose kind became known; the board has only so many of each."""
        board = self.layout.board
        most = board.light.get(kind, 0) + board.dark.get(kind, 0)
        seen = self.tiles_seen.get(kind, 0) + 1
        if seen > most:
            raise Illegal(
                "IQ505",
                f"this is tile {kind} number {seen}, and the board has {most}"
                if most
                else f"the board has no tile {kind}",
                help=None
                if most
                else "kinds of this board: " + " ".join(sorted({*board.light, *board.dark})),
                ruling="I-15",
            )
        self.tiles_seen[kind] = seen

    def emit(self, event: events.Event) -> None:
        if self.log is not None:
            self.log.append(event)

    # ------------------------------------------------------------------ copies and comparison

    def copy(self) -> Position:
        """An independent position; it logs no events."""
        twin = Position.__new__(Position)
        for name in FIELDS:
            setattr(twin, name, getattr(self, name))
        twin.rocks = [rock[:] for rock in self.rocks]
        twin.free = self.free[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.pool = self.pool[:]
        twin.discards = self.discards[:]
        twin.held = [tiles[:] for tiles in self.held]
        twin.out = self.out[:]
        twin.tiles_seen = self.tiles_seen.copy()
        twin.backs_seen = (self.backs_seen[0].copy(), self.backs_seen[1].copy())
        twin.points = self.points[:]
        twin.gem_box = self.gem_box[:]
        twin.log = None
        return twin

    def _key(self) -> tuple[object, ...]:
        return (
            self.layout.board.content(),
            self.layout.order,
            self.seats,
            tuple(map(tuple, self.rocks)),
            self.first,
            self.turn,
            self.seat,
            self.water,
            tuple(map(tuple, self.hands)),
            self.pile,
            tuple(self.discards),
            tuple(tuple(sorted(tiles)) for tiles in self.held),
            self.open_tiles,
            tuple(sorted(self.out)),
            tuple(self.points),
            (self.over, self.owed, self.acted, self.joker),
            (self.scored, self.dropped, self.discarded),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        # Drawing stands to the right of the rules in the house; a position that prints itself is
        # worth the one look back.
        from ...drawing.terminal import plain_text

        return plain_text(self)

    def _repr_svg_(self) -> str:
        from ...drawing.svg import svg

        return svg(self)

    def __repr__(self) -> str:
        frame = ROCKS[self.first]
        return f"<Position turn {self.turn}, {self.seat_letter} to play, frame from {frame}>"


def turn_order(seats: str) -> tuple[str, ...] | None:
    """The seats of a `Seats` tag, or None if it does not name two to four different ones.

    >>> turn_order("R G Y")
    ('R', 'G', 'Y')
    >>> turn_order("R R") is None
    True
    """
    order = tuple(seats.split(" "))
    good = 2 <= len(order) <= 4 and len(set(order)) == len(order)
    return order if good and all(seat in SEATS and len(seat) == 1 for seat in order) else None
