"""A position as one line of text: the value of the `Position` tag.

Eleven fields, separated by blanks: rocks, first rock in the frame, next turn, its seat, the water
box's seat, hands, pile size and discards, tiles held, open tiles, tiles out of the game, points.
A field that would be empty is written `-`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from .board import Layout
from .illegal import Illegal
from .position import DROP, FREE, OVER, OWED, Position
from .steps import ROCKS, Count, count, spell
from .tally import ONE, packed

_TILE = re.compile(r"V[1-9][0-9]?|C[234]|J|D|\?")
_CARDS = re.compile(r"[WBO?]*")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}")


class BadPosition(ValueError):
    """The line does not describe a position; says why in a player's words."""


def write_position(p: Position) -> str:
    """The line of a position between two turns.

    >>> from iquazu_notation.games.iquazu.board_file import reference
    >>> line = write_position(Position.start(reference().lay("12345"), "RG"))
    >>> line.split(" ", 1)[1]
    'a 1 R G R:????,G:????? 51: R:,G: ?,?,?,?,? - R0,G0'
    """
    if p.acted or p.joker or (p.dropped or p.discarded):
        raise ValueError("a position is written between turns, and this one is within a turn")
    pieces = {FREE: ".", DROP: "~", **dict(enumerate(p.seats))}
    seats = range(p.players)
    return " ".join(
        [
            "/".join("".join(pieces[piece] for piece in rock) for rock in p.rocks),
            ROCKS[p.first],
            str(p.turn),
            p.seat_letter,
            p.seats[p.water],
            ",".join(f"{p.seats[s]}:{spell(p.hands[s])}" for s in seats),
            f"{p.pile}:{spell(p.discards)}",
            ",".join(f"{p.seats[s]}:{'.'.join(sorted(p.held[s]))}" for s in seats),
            ",".join(p.open_tiles) or "-",
            ",".join(sorted(p.out)) or "-",
            ",".join(f"{p.seats[s]}{p.points[s]}" for s in seats),
        ]
    )


def read_position(line: str, layout: Layout, seats: tuple[str, ...]) -> Position:
    """The position a line describes; raises `BadPosition` when it can't be one."""
    fields = line.split(" ")
    if len(fields) != 11:
        raise BadPosition(f"a position has 11 fields separated by single blanks, not {len(fields)}")
    rocks, first, turn, seat, water, hands, piles, held, open_tiles, out, points = fields
    p = Position(layout, seats)
    board = layout.board
    _read_rocks(p, rocks)
    if first not in ROCKS[: len(p.rocks) - 2] or len(first) != 1:
        raise BadPosition(f"the frame's first rock is a letter from a to i, not {first!r}")
    p.first = ROCKS.index(first)
    _count_rows(p)
    p.stage = OVER if p.free[p.first] == 0 else OWED
    _check_reached(p)
    p.turn = _number(turn, "turn number")
    if p.turn < 1:
        raise BadPosition("turns count from 1")
    p.seat = _seat(seat, p)
    p.water = _seat(water, p)
    if (p.turn - 1) % p.players != p.seat:
        raise BadPosition(
            f"turn {p.turn} belongs to {p.seats[(p.turn - 1) % p.players]}, not to {seat}"
        )
    size, colon, discards = piles.partition(":")
    if not colon or not _CARDS.fullmatch(discards):
        raise BadPosition("the piles are written as size, colon, discards: `31:WWB`")
    p.pile = _number(size, "pile size")
    laid = count(discards)
    in_hands = []
    for place, cards in _by_seat(hands, p, "hands"):
        if not _CARDS.fullmatch(cards):
            raise BadPosition(f"a hand is spelled with W, B, O and ?, not {cards!r}")
        # A seat that has not played yet may hold more by its starting hand.
        most = max(board.hand_limit, 4 + place)
        if len(cards) > most and not p.over:
            raise BadPosition(
                f"{p.seats[place]} holds {len(cards)} cards, and at most {most} stay in hand"
            )
        in_hands.append(count(cards))
    _deal_cards(p, in_hands, laid)
    for place, tiles in _by_seat(held, p, "tiles held"):
        p.held[place] = _tiles(tiles.split(".") if tiles else [])
    p.out = _tiles([] if out == "-" else out.split(","))
    p.open_tiles = tuple(_tiles([] if open_tiles == "-" else open_tiles.split(",")))
    if len(p.open_tiles) != (0 if p.over else 5):
        raise BadPosition(f"five tiles are open, not {len(p.open_tiles)}")
    gone = len(p.out) + sum(map(len, p.held))
    scorings = p.first + p.over
    if gone != 5 * scorings:
        raise BadPosition(
            f"{scorings} scorings have given out {5 * scorings} tiles, and {gone} are written"
        )
    _count_tiles(p)
    written = [re.fullmatch(r"([RGYP])(0|[1-9][0-9]{0,5})", part) for part in points.split(",")]
    if [m and m[1] for m in written] != list(p.seats):
        raise BadPosition("points name every seat in turn order: `R12,G9`")
    p.points = [int(m[2]) for m in written if m]
    return p


def _read_rocks(p: Position, text: str) -> None:
    pieces = {".": FREE, "~": DROP, **{seat: place for place, seat in enumerate(p.seats)}}
    rocks = text.split("/")
    if len(rocks) != len(p.rocks):
        raise BadPosition(f"the board has {len(p.rocks)} rocks, and {len(rocks)} are written")
    for r, gaps in enumerate(rocks):
        if len(gaps) != len(p.rocks[r]):
            raise BadPosition(
                f"rock {ROCKS[r]} has {len(p.rocks[r])} gaps, and {len(gaps)} are written"
            )
        for g, letter in enumerate(gaps):
            if letter not in pieces:
                raise BadPosition(f"{letter!r} on rock {ROCKS[r]}: a gap is `.`, `~` or a seat")
            p.rocks[r][g] = pieces[letter]
        p.free[r] = p.rocks[r].count(FREE)
    for seat in range(p.players):
        p.gem_box[seat] -= sum(rock.count(seat) for rock in p.rocks)
    p.drop_box -= sum(rock.count(DROP) for rock in p.rocks)
    if min(*p.gem_box, p.drop_box) < 0:
        raise BadPosition("more gems or drops lie on the board than there are")


def _count_rows(p: Position) -> None:
    for rock in range(p.first, len(p.rocks)):
        for row, piece in zip(p.layout.rows[rock], p.rocks[rock], strict=True):
            if piece not in (FREE, DROP):
                p.in_rows[row] += ONE[piece]


def _check_reached(p: Position) -> None:
    """Gems and drops lie no further than the frame's last column."""
    if p.over and p.first != len(p.rocks) - 3:
        raise BadPosition(f"rock {ROCKS[p.first]} is full and would have been scored")
    for r in range(p.last_column, len(p.rocks)):
        if p.free[r] < len(p.rocks[r]):
            raise BadPosition(f"something lies on {ROCKS[r]}, which the frame has not reached")


def _count_tiles(p: Position) -> None:
    board = p.layout.board
    gone = Counter([*p.out, *(tile for tiles in p.held for tile in tiles)])
    seen = gone + Counter(p.open_tiles)
    for kind in seen:
        most = board.kinds.get(kind, 0)
        if kind != "?" and seen[kind] > most:
            raise BadPosition(f"{seen[kind]} tiles {kind} are written, and the board has {most}")
    p.kinds_left -= board.tally(gone)
    if not p.over:
        try:
            p.turn_up(p.open_tiles)
        except Illegal as illegal:
            raise BadPosition(illegal.message) from None


def _deal_cards(p: Position, hands: Sequence[Count], discards: Count) -> None:
    deck = p.layout.board.cards
    there = p.pile + sum(discards) + sum(map(sum, hands))
    if there != sum(deck.values()):
        raise BadPosition(
            f"hands, pile and discards are {there} cards, and the deck has {sum(deck.values())}"
        )
    for colour, letter in enumerate("WBO"):
        seen = discards[colour] + sum(hand[colour] for hand in hands)
        if seen > deck[letter]:
            raise BadPosition(f"{seen} cards {letter} are written, and the deck has {deck[letter]}")
        p.hidden -= seen * ONE[colour]
    p.cards = [packed(hand) for hand in hands]
    p.laid = packed(discards)


def _number(text: str, what: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise BadPosition(f"the {what} is a number, not {text!r}")
    return int(text)


def _seat(text: str, p: Position) -> int:
    if text not in p.seats:
        raise BadPosition(f"{text!r} is not one of the seats {' '.join(p.seats)}")
    return p.seats.index(text)


def _by_seat(text: str, p: Position, what: str) -> list[tuple[int, str]]:
    parts = [part.partition(":") for part in text.split(",")]
    if [seat for seat, colon, _ in parts if colon] != list(p.seats):
        raise BadPosition(f"{what}: every seat in turn order, `{p.seats[0]}:…,{p.seats[1]}:…`")
    return [(place, value) for place, (_, _, value) in enumerate(parts)]


def _tiles(tiles: list[str]) -> list[str]:
    for tile in tiles:
        if not _TILE.fullmatch(tile):
            raise BadPosition(f"{tile!r} is no tile: V1 …, C2 C3 C4, J, D or ?")
    return tiles
