"""The setup: starting hands and the first five tiles, as written or unseen."""

from __future__ import annotations

from ...notation.record import Comment, Turn
from ...notation.writer import Piece, WrittenTurn, comment_piece
from .illegal import SEAT_NAMES, Illegal
from .opening import Opening
from .position import UNSEEN_TILES
from .steps import Deal, Reveal


class BadSetup(Exception):
    """Something in the setup is wrong; `item` is its place among the setup's items."""

    def __init__(self, illegal: Illegal, item: int) -> None:
        super().__init__(illegal.message)
        self.illegal = illegal
        self.item = item


def deal_out(opening: Opening, setup: Turn | None) -> WrittenTurn | None:
    """Deal the hands and turn up the tiles; returns the setup as it is written.

    Raises `BadSetup` at the first item that can't be.
    """
    items = setup.items if setup else []
    deals: dict[str, Deal] = {}
    reveal: Reveal | None = None
    at: dict[str, int] = {}
    comments: dict[str, list[Piece]] = {"": []}
    last = ""
    for i, item in enumerate(items):
        try:
            if isinstance(item, Deal):
                _check_deal(item, opening, deals)
                last = item.seat
                deals[last] = item
            elif isinstance(item, Reveal):
                _check_reveal(opening, reveal)
                last = ">"
                reveal = item
            elif isinstance(item, Comment):
                comments[last].append(comment_piece(item))
                continue
        except Illegal as illegal:
            raise BadSetup(illegal, i) from None
        at[last] = i
        comments[last] = []
    if opening.from_position:
        return WrittenTurn("0.", "0.", comments[""]) if comments[""] else None

    p = opening.position
    pieces = comments[""]
    for place, seat in enumerate(opening.seats):
        unseen = f"{seat}+{'?' * (4 + place)}"
        deal = deals.get(seat)
        try:
            p.deal(place, deal.cards if deal else "?" * (4 + place))
        except Illegal as illegal:
            raise BadSetup(illegal, at[seat]) from None
        word = deal.word if deal else unseen
        pieces.append(Piece(word, None if word == unseen else word, word))
        pieces += comments.get(seat, [])
    tiles = UNSEEN_TILES if reveal is None or reveal.tiles is None else reveal.tiles
    try:
        p.open(tiles)
    except Illegal as illegal:
        raise BadSetup(illegal, at[">"]) from None
    word = ">" + ",".join(tiles)
    pieces.append(Piece(word, None if tiles == UNSEEN_TILES else word, word))
    pieces += comments.get(">", [])
    # Before the first word of a setup a comment would belong to the tags: then the number stays.
    first = next((piece for piece in pieces if piece.short is not None), None)
    return WrittenTurn("0.", "0." if first is not None and first.identity is None else "", pieces)


def _check_deal(deal: Deal, opening: Opening, deals: dict[str, Deal]) -> None:
    name = SEAT_NAMES[deal.seat]
    if opening.from_position:
        raise _no_setup()
    if deal.seat not in opening.seats:
        raise Illegal("IQ111", f"{name} does not play in this game")
    if deal.seat in deals:
        raise Illegal("IQ112", f"{name}'s starting hand is there twice")
    size = 4 + opening.seats.index(deal.seat)
    if len(deal.cards) != size:
        raise Illegal(
            "IQ110",
            f"{name} starts with {size} cards, not {len(deal.cards)}",
            help="the starting player gets 4, each next seat one more",
            ruling="I-2",
        )


def _check_reveal(opening: Opening, reveal: Reveal | None) -> None:
    if opening.from_position:
        raise _no_setup()
    if reveal is not None:
        raise Illegal("IQ113", "the first five tiles are turned up once in the setup", ruling="I-4")


def _no_setup() -> Illegal:
    return Illegal(
        "IQ114",
        "a record that starts from a Position has no setup",
        help="take this word out: the position says what lies on the table",
    )
