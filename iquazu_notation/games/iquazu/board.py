"""A board: everything about the box that is data and not rule.

- A *rock* is a column of five rows (cells); a cell holds its *gaps*, one above the other. Written
  `["W", "BO", "W", "O", "BW"]`: the rows from the top and, in a row, its gaps from the top.
- A *strip* is a piece of cardboard with some rocks on it. Strips are laid in a new order for each
  game, so a *board* has strips, and a *layout* is a board with its strips laid: eleven rocks in
  the places `a` to `k`.
- A *printed* rock is part of the board itself and always lies in the same place.
- *Prizes* belong to the place, whatever rock lies there.
- *Provenance* says of each fact where it comes from: `published`, `inferred` or `ours`.

Boards are read from files by `board_file`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache

from iquazu_notation.games.iquazu.steps import COLOURS, ROCKS
from iquazu_notation.games.iquazu.tally import MOST, WIDTH, packed

ROWS = 5
PLAYERS = (2, 3, 4)


@dataclass(frozen=True, slots=True)
class BoardFault:
    """One thing wrong with a board file. `line` counts from 1; None where no line is to blame."""

    code: str
    message: str
    help: str | None = None
    line: int | None = None


class BoardError(ValueError):
    """A board that can't be had, or strips that can't be laid; its text is one plain sentence.

    `faults` is what is wrong with the board's file, if a file was found and is the trouble.
    """

    def __init__(self, message: str, faults: Sequence[BoardFault] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(faults)


@dataclass(frozen=True, slots=True)
class Rock:
    """One column: its shade (`light` or `dark`) and the gap colours of its five rows.

    >>> Rock("light", ("W", "BO", "W", "O", "BW")).gaps
    'WBOWOBW'
    """

    shade: str
    rows: tuple[str, ...]

    def __reduce__(self) -> tuple[type[Rock], tuple[object, ...]]:
        return Rock, (self.shade, self.rows)

    @property
    def gaps(self) -> str:
        return "".join(self.rows)

    def as_json(self) -> dict[str, object]:
        """The rock as it stands in `board show --format json`."""
        return {"shade": self.shade, "rows": list(self.rows)}


# A layout is found by looking, never by comparing: the same board and order give the same object.
@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A board with its strips laid, in the shape the rules look things up in.

    `colours[rock][gap]` is an index into `WBO`, `rows[rock][gap]` is a row from 0 to 4; here both
    rocks and gaps count from 0. `from_right[first][row]` are the gaps of one row within the frame,
    as rock and gap, from the right and from below.
    """

    board: Board = field(repr=False)
    order: tuple[str, ...]
    rocks: tuple[Rock, ...] = field(repr=False)
    colours: tuple[tuple[int, ...], ...] = field(repr=False)
    rows: tuple[tuple[int, ...], ...] = field(repr=False)
    from_right: tuple[tuple[tuple[tuple[int, int], ...], ...], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Board:
    """The box: strips, printed rocks (place counted from 0), prizes, tiles, cards and pieces.

    `points[players][place]` are the prizes in rank order; `light` and `dark` count the tiles by
    kind and back; `gems` is what one colour can place.
    """

    id: str
    title: str
    strips: dict[str, tuple[Rock, ...]]
    printed: tuple[tuple[int, Rock], ...]
    points: dict[int, tuple[tuple[int, ...], ...]]
    light: dict[str, int]
    dark: dict[str, int]
    cards: dict[str, int]
    gems: int
    drops: int
    hand_limit: int
    frame: int
    provenance: dict[str, str]
    kinds: dict[str, int] = field(init=False, repr=False, compare=False)  # light and dark together
    ones: dict[str, int] = field(init=False, repr=False, compare=False)  # one tile as a tally
    short: int = field(init=False, repr=False, compare=False)  # the free bits of a tally of tiles
    backs: tuple[int, int] = field(init=False, repr=False, compare=False)  # tallies: light, dark
    worth: dict[str, int] = field(init=False, repr=False, compare=False)  # points on a tile
    deck: int = field(init=False, repr=False, compare=False)  # a tally of all cards
    _layouts: dict[tuple[str, ...], Layout] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        kinds = {kind: self.light.get(kind, 0) + number for kind, number in self.dark.items()}
        kinds = {**self.light, **kinds}
        object.__setattr__(self, "kinds", kinds)
        ones = {kind: 1 << WIDTH * place for place, kind in enumerate(kinds)}
        object.__setattr__(self, "ones", {**ones, "?": 0})
        object.__setattr__(self, "short", sum(ones.values()) * (MOST + 1))
        worth = {kind: int(kind[1:]) if kind[0] == "V" else 0 for kind in kinds}
        object.__setattr__(self, "worth", {**worth, "?": 0})
        object.__setattr__(self, "backs", (self.tally(self.light), self.tally(self.dark)))
        object.__setattr__(self, "deck", packed([self.cards.get(colour, 0) for colour in COLOURS]))

    def tally(self, tiles: Mapping[str, int]) -> int:
        """Tiles by kind as a tally.

        >>> from iquazu_notation.games.iquazu.board_file import reference
        >>> reference().tally({"C2": 3}) == 3 * reference().ones["C2"]
        True
        """
        return sum(self.ones[kind] * number for kind, number in tiles.items())

    def counted(self, tally: int, kind: str) -> int:
        """How many tiles of a kind a tally has.

        >>> from iquazu_notation.games.iquazu.board_file import reference
        >>> reference().counted(reference().tally({"C2": 3, "J": 1}), "C2")
        3
        """
        return tally // self.ones[kind] & 127

    # Written out because the dictionaries of a board can't be hashed; equal boards have equal ids.
    def __hash__(self) -> int:
        return hash(self.id)

    # What is worked out from the rest is worked out again; compiled boards are copied this way too.
    def __reduce__(self) -> tuple[type[Board], tuple[object, ...]]:
        return Board, tuple(getattr(self, part.name) for part in fields(self) if part.init)

    @property
    def strip_names(self) -> tuple[str, ...]:
        """The strips in the order of their numbers: how they are laid when nobody says.

        >>> from iquazu_notation.games.iquazu.board_file import reference
        >>> reference().strip_names
        ('1', '2', '3', '4', '5')
        """
        return tuple(sorted(self.strips, key=lambda name: (len(name), name)))

    def lay(self, order: Sequence[str]) -> Layout:
        """Lay the strips from left to right. The same order gives the same layout object.

        >>> from iquazu_notation.games.iquazu.board_file import reference
        >>> layout = reference().lay("3 1 5 2 4".split())
        >>> layout.rocks[1].gaps, layout.colours[1], layout.rows[1]
        ('OWBWOWB', (2, 0, 1, 0, 2, 0, 1), (0, 1, 1, 2, 3, 4, 4))
        >>> reference().lay(["3", "1", "5", "2", "3"])
        Traceback (most recent call last):
          ...
        iquazu_notation.games.iquazu.board.BoardError: each of the strips 1 2 3 4 5 lies on the \
board once, but here 4 is missing and 3 lies more than once
        """
        laid = tuple(order)
        layout = self._layouts.get(laid)
        if layout is None:
            self._check(laid)
            rocks = self._rocks(laid)
            rows = tuple(
                tuple(row for row, cell in enumerate(rock.rows) for _ in cell) for rock in rocks
            )
            layout = self._layouts[laid] = Layout(
                board=self,
                order=laid,
                rocks=rocks,
                colours=tuple(tuple(map(COLOURS.index, rock.gaps)) for rock in rocks),
                rows=rows,
                from_right=tuple(
                    _rows_from_right(rows, first, self.frame) for first in range(len(rocks) - 2)
                ),
            )
        return layout

    def _check(self, laid: tuple[str, ...]) -> None:
        if not self.strips and laid:
            raise BoardError(f"board {self.id} has no strips, so there is no order to lay them in")
        missing = [name for name in self.strip_names if name not in laid]
        again = [name for name in self.strip_names if laid.count(name) > 1]
        # Three are enough to see what went wrong: a record may say anything, at any length.
        unknown = [repr(name[:12]) for name in dict.fromkeys(laid) if name not in self.strips][:3]
        faults = [
            f"{_listed(names)} {one if len(names) == 1 else several}"
            for names, one, several in (
                (missing, "is missing", "are missing"),
                (again, "lies more than once", "lie more than once"),
                (unknown, "is no strip", "are no strips"),
            )
            if names
        ]
        if faults:
            raise BoardError(
                f"each of the strips {' '.join(self.strip_names)} lies on the board once, "
                f"but here {_listed(faults)}"
            )

    def _rocks(self, laid: tuple[str, ...]) -> tuple[Rock, ...]:
        printed = dict(self.printed)
        loose = iter([rock for name in laid for rock in self.strips[name]])
        places = len(printed) + sum(map(len, self.strips.values()))
        return tuple(printed[place] if place in printed else next(loose) for place in range(places))

    def as_json(self, order: Sequence[str] | None = None) -> dict[str, object]:
        """The document of `board show --format json`; without an order, strips lie by number.

        >>> from iquazu_notation.games.iquazu.board_file import reference
        >>> document = reference().as_json("3 1 5 2 4".split())
        >>> document["schema"], document["rocks"][0]
        ('iquazu.board/1', {'letter': 'a', 'shade': 'light', 'rows': ['W', 'BO', 'W', 'O', 'BW']})
        """
        layout = self.lay(self.strip_names if order is None else order)
        return {
            "schema": "iquazu.board/1",
            "id": self.id,
            "rocks": [
                {"letter": letter, **rock.as_json()}
                for letter, rock in zip(ROCKS, layout.rocks, strict=True)
            ],
            "points": {
                str(players): [list(prizes) for prizes in places]
                for players, places in sorted(self.points.items())
            },
            "tiles": {"light": dict(self.light), "dark": dict(self.dark)},
            "cards": dict(self.cards),
            "gems": self.gems,
            "drops": self.drops,
            "hand_limit": self.hand_limit,
            "frame": self.frame,
            "strips": {
                name: [rock.as_json() for rock in self.strips[name]] for name in self.strip_names
            },
            "printed": [{"place": ROCKS[place], **rock.as_json()} for place, rock in self.printed],
            "provenance": dict(self.provenance),
        }

    @lru_cache(maxsize=64)  # noqa: B019 - there are few boards, and every id asks for one's content
    def content(self) -> str:
        """All that matters for play, as one line that stays the same when a file is rewritten.

        Two boards with the same content are the same board to a record's id: names, shades,
        provenance and the order of lines in the file don't count.

        >>> from iquazu_notation.games.iquazu.board_file import reference
        >>> reference().content()[:64]
        'cards B:20,O:20,W:20; gems 34; drops 50; hand_limit 12; frame 5;'
        """
        parts = [
            f"cards {_counted(self.cards)}",
            f"gems {self.gems}",
            f"drops {self.drops}",
            f"hand_limit {self.hand_limit}",
            f"frame {self.frame}",
            f"light {_counted(self.light)}",
            f"dark {_counted(self.dark)}",
        ]
        for players, places in sorted(self.points.items()):
            prizes = " ".join("/".join(map(str, place)) for place in places)
            parts.append(f"points {players} {prizes}")
        for place, rock in sorted(self.printed, key=lambda item: item[0]):
            parts.append(f"printed {ROCKS[place]} {'.'.join(rock.rows)}")
        for name in self.strip_names:
            rocks = " ".join(".".join(rock.rows) for rock in self.strips[name])
            parts.append(f"strip {name} {rocks}")
        return "; ".join(parts)


def _rows_from_right(
    rows: Sequence[Sequence[int]], first: int, frame: int
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The gaps of each row within the frame, from the right and from below."""
    found: list[list[tuple[int, int]]] = [[] for _ in range(ROWS)]
    for rock in reversed(range(first, min(first + frame, len(rows)))):
        for gap in reversed(range(len(rows[rock]))):
            found[rows[rock][gap]].append((rock, gap))
    return tuple(map(tuple, found))


def _counted(counts: Mapping[str, int]) -> str:
    return ",".join(f"{kind}:{number}" for kind, number in sorted(counts.items()) if number)


def _listed(words: Sequence[str]) -> str:
    """The words as a sentence lists them: `1, 2 and 3`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
