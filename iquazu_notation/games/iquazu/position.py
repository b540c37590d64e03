"""A position: everything that lies on the table, mutable and flat.

Seats are numbered in turn order from 0. `rocks[r][g]` is what lies in gap g (from 0, the top) of
rock r: FREE, DROP or a seat; `in_rows[row]` is a tally of the gems by seat that lie in this row of
the frame. `cards[s]` are the cards of a seat as a tally, `laid` those on the
discard pile; `hands` and `discards` show the same as `[white, blue, orange, unseen]`. Of the draw
pile only the size is kept: its colours follow from `hidden` (shown by `pool`), the cards of each
colour that nobody has seen, in the pile or among the unseen cards of hands and discards. What may
still be turned up of each kind of tile is counted in `kinds_left`, and by back in `backs_left`.

`stage` says how far the turn has come, a bit for each thing: OWED, ACTED and so on.

`log` holds what has happened since this object was made, as numbers (see `log`). `coming` are the
tiles to be turned up by the next scorings, as far as somebody saw them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from .board import ROWS, Layout
from .log import CARDS_AT, DEAL, ROCK_AT, WATER, reveal_code
from .steps import ROCKS, SEATS, Step, count
from .tally import SUM, packed, unpacked

if TYPE_CHECKING:
    from mypy_extensions import i64

REFUSED: Final = -1
PLAYED: Final = 0

FREE: Final = -1
DROP: Final = 4
UNSEEN_TILES = ("?", "?", "?", "?", "?")

OWED: Final = 1  # an action is still to come
ACTED: Final = 2  # an action has been done
JOKER: Final = 4  # an any-colour tile waits for its placement
SCORED: Final = 8  # a scoring has taken place
DROPPED: Final = 16  # the drop has been laid
DISCARDED: Final = 32
OVER: Final = 64  # the game is

FIELDS = (
    "backs_left",
    "cards",
    "coming",
    "drop_box",
    "first",
    "free",
    "gem_box",
    "held",
    "hidden",
    "in_rows",
    "kinds_left",
    "laid",
    "layout",
    "log",
    "open_tiles",
    "out",
    "pile",
    "players",
    "points",
    "rocks",
    "seat",
    "seats",
    "stage",
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

    def __init__(self, layout: Layout, seats: Sequence[str], twin: Position | None = None) -> None:
        """The table before anything is dealt; with a twin, as it is there."""
        if twin is not None:
            self._become(twin)
            return
        board = layout.board
        players = len(seats)
        self.layout = layout
        self.seats = tuple(seats)
        self.players = players
        self.rocks = [[FREE] * len(colours) for colours in layout.colours]
        self.free = [len(colours) for colours in layout.colours]
        self.in_rows = [0] * ROWS
        self.first = 0
        self.turn = 1
        self.seat = 0
        self.water = players - 1  # I-3
        self.cards = [0] * players
        self.hidden = board.deck
        self.pile = board.deck % SUM
        self.laid = 0
        self.held: list[list[str]] = [[] for _ in seats]
        self.open_tiles: tuple[str, ...] = UNSEEN_TILES
        self.out: list[str] = []
        light, dark = board.backs
        self.backs_left = [light, dark]
        self.kinds_left = light + dark
        self.points = [0] * players
        self.gem_box = [board.gems] * players
        self.drop_box = board.drops
        self.stage = OWED
        self.coming: list[Sequence[str]] = []
        self.log: list[int] = []

    @classmethod
    def start(
        cls,
        layout: Layout,
        seats: Sequence[str],
        hands: dict[str, str] | None = None,
        open_tiles: Sequence[str] | None = None,
    ) -> Position:
        """The position before turn 1. Hands and tiles that are not given are unseen."""
        p = cls(layout, seats)
        p.set_up(hands or {}, open_tiles if open_tiles is not None else UNSEEN_TILES)
        return p

    def set_up(self, hands: Mapping[str, str], open_tiles: Sequence[str]) -> None:
        """I-2 to I-4: deal (hands that are not given are unseen), and turn up the first tiles."""
        for place, seat in enumerate(self.seats):
            self.deal(place, hands[seat] if seat in hands else "?" * (4 + place))
        self.open(open_tiles)

    def open(self, tiles: Sequence[str]) -> None:
        """I-3, I-4: the water box goes to the last seat, and the first tiles are turned up."""
        self.turn_up(tiles)
        self.log.append(WATER | self.water << ROCK_AT)
        self.log.append(reveal_code(tiles))

    # ------------------------------------------------------------------ what can be asked

    @property
    def seat_letter(self) -> str:
        """The seat whose turn it is."""
        return self.seats[self.seat]

    @property
    def owed(self) -> bool:
        return self.stage & OWED != 0

    @property
    def acted(self) -> bool:
        return self.stage & ACTED != 0

    @property
    def joker(self) -> bool:
        return self.stage & JOKER != 0

    @property
    def scored(self) -> bool:
        return self.stage & SCORED != 0

    @property
    def dropped(self) -> bool:
        return self.stage & DROPPED != 0

    @property
    def discarded(self) -> bool:
        return self.stage & DISCARDED != 0

    @property
    def over(self) -> bool:
        return self.stage & OVER != 0

    @property
    def hands(self) -> tuple[list[int], ...]:
        """The cards of all seats, to look at."""
        return tuple([unpacked(cards) for cards in self.cards])

    @property
    def hand(self) -> list[int]:
        """The cards of the seat whose turn it is, to look at."""
        return unpacked(self.cards[self.seat])

    @property
    def discards(self) -> list[int]:
        """The discard pile, to look at."""
        return unpacked(self.laid)

    @property
    def pool(self) -> list[int]:
        """White, blue and orange cards that nobody has seen."""
        return unpacked(self.hidden)[:3]

    @property
    def tiles_seen(self) -> dict[str, int]:
        """How many tiles of each kind have been seen so far."""
        board = self.layout.board
        left = {kind: board.counted(self.kinds_left, kind) for kind in board.kinds}
        return {k: number - left[k] for k, number in board.kinds.items() if number > left[k]}

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
            and not self.stage & (SCORED | DROPPED | OVER)
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
        return max(0, self.cards[self.seat] % SUM - self.layout.board.hand_limit)

    @property
    def may_end(self) -> bool:
        """The turn may end here: the drop, if one is due, falls by itself."""
        return not self.stage & (OVER | OWED | JOKER) and (self.surplus == 0 or self.drop_would_end)

    @property
    def unseen(self) -> bool:
        """Something on the table is unseen."""
        return (
            self.hidden % SUM != self.pile
            or "?" in self.open_tiles
            or "?" in self.out
            or any("?" in tiles for tiles in self.held)
        )

    def totals(self) -> dict[str, int | list[int]]:
        """Points by seat; after the end `[low, high]` where unseen tiles leave them open."""
        shown: dict[str, int | list[int]] = {}
        for place, seat in enumerate(self.seats):
            shown[seat] = self.points[place]
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
        if not any("?" in tiles for tiles in self.held):
            most = max(self.points)
            return tuple([self.seats[i] for i, own in enumerate(self.points) if own == most])
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
        from .play import play

        self.coming = list(reveals)
        if play(self, step.code) == REFUSED:
            from .refusals import why_not

            reason = why_not(self, step)
            self.coming = []
            assert reason is not None, f"{step.word} is refused without a reason"
            raise reason
        self.coming = []

    def end_turn(self, reveals: Iterable[Sequence[str]] = ()) -> None:
        """End the turn: drop, scoring, unseen discard where due; then the gem box passes on."""
        from .turn_end import end_turn

        self.coming = list(reveals)
        if end_turn(self) == REFUSED:
            from .refusals import why_not_end

            reason = why_not_end(self)
            self.coming = []
            assert reason is not None, "the end of a turn is refused without a reason"
            raise reason
        self.coming = []

    def legal(self) -> list[Step]:
        """Every step that is certainly legal now, payments written out."""
        from .legal import legal_steps

        return legal_steps(self)

    def deal(self, place: int, cards: str) -> None:
        """I-2: a starting hand."""
        from .cards import take

        dealt: i64 = packed(count(cards))
        if take(self, place, dealt) == REFUSED:
            from .refusals import why_not_take

            raise why_not_take(self, dealt, self.hidden) or AssertionError(cards)
        self.log.append(DEAL | dealt << CARDS_AT)

    def turn_up(self, tiles: Sequence[str]) -> None:
        """I-4, I-15: five tiles are turned up. The log is the caller's to write.

        The board has only so many tiles of a kind, and of a kind with one back.
        """
        board = self.layout.board
        dark = self.first >= len(self.rocks) - 4
        ones = board.ones
        shown = 0
        for kind in tiles:
            shown += ones.get(kind, board.short)  # more than there are of any kind
        kinds = self.kinds_left - shown
        backs = self.backs_left[dark] - shown
        if (kinds | backs) & board.short or len(tiles) != 5:
            from .refusals import refuse_tiles

            raise refuse_tiles(self, tiles, dark)
        self.kinds_left = kinds
        self.backs_left[dark] = backs
        self.open_tiles = tuple(tiles)

    # ------------------------------------------------------------------ copies and comparison

    def copy(self) -> Position:
        """An independent position, with a log of its own."""
        return Position(self.layout, self.seats, self)

    def _become(self, twin: Position) -> None:
        for name in FIELDS:
            setattr(self, name, getattr(twin, name))
        self.rocks = [rock[:] for rock in twin.rocks]
        self.free = twin.free[:]
        self.in_rows = twin.in_rows[:]
        self.cards = twin.cards[:]
        self.held = [tiles[:] for tiles in twin.held]
        self.out = twin.out[:]
        self.backs_left = twin.backs_left[:]
        self.points = twin.points[:]
        self.gem_box = twin.gem_box[:]
        self.coming = []
        self.log = []

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
            tuple(self.cards),
            self.pile,
            self.laid,
            tuple(tuple(sorted(tiles)) for tiles in self.held),
            self.open_tiles,
            tuple(sorted(self.out)),
            tuple(self.points),
            self.stage,
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
