"""What people type instead of Iquazú's words, and what they mean by it.

A slip is only a proposal: the reader shows it if the grammar accepts what it proposes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...notation.dialect import Slip
from .steps import ROCKS, SEATS

_CASE = "cards, tiles and seats are capital letters, rocks are small ones"
_ZERO = "the letter `O` is an orange card, the digit `0` says none"
_ONE = "gaps and points are digits"

# Where the cards of a word begin: after the last `+`, `:` or `-`.
_WITH_CARDS = re.compile(r"([^+:\-]*[+:\-])([^+:\-]+)")
_PLACE = re.compile(r"([~#]?)([A-Za-z])([0-9OolI]{1,3})(:.*)?")
_BARE_TILE = re.compile(r"[CJD][234]?(\+.*)?")
_NO_COLON = re.compile(r"([a-k][0-9]{1,2}|[1-5]/[0-9]{1,2})[,.=]?([WBO?]+)")


def slips(word: str) -> Iterator[Slip]:
    """Proposals for an unreadable word, the likeliest first.

    >>> [slip.instead for slip in slips("A3:ww")]
    ['a3:WW']
    >>> next(iter(slips("*C3+"))).instead
    '*C3'
    """
    bare_seat = word.rstrip(":.,")
    if bare_seat.upper() in set(SEATS):
        yield Slip(bare_seat.upper(), "a seat is one of the capital letters R, G, Y, P, alone")
        return
    recased = _recased(word)
    if recased != word:
        why = "rocks are small letters; a bonus tile is used with `*`"
        yield Slip(recased, why if _BARE_TILE.fullmatch(word) else _CASE)
    yield from _digits_and_letters(recased)
    if re.fullmatch(r"\*[Cc][234]\+", word):
        yield Slip(recased[:-1], "so are its cards unseen; `+0` says that none were left")
    if _BARE_TILE.fullmatch(word.upper()):
        yield Slip("*" + word.upper(), "a bonus tile is used with `*`")
    no_colon = _NO_COLON.fullmatch(recased)
    if no_colon:
        yield Slip(f"{no_colon[1]}:{no_colon[2]}", "the cards paid stand after a colon")
    if re.fullmatch(r"[CVJD?][0-9]*(,[CVJD?][0-9]*)+", word.upper()):
        yield Slip(">" + word.upper(), "a reveal begins with `>`")


def _recased(word: str) -> str:
    """The word with every letter in the case its place asks for."""
    first, second = word[0], word[1:2]
    if first in "#~":
        return first + second.lower() + word[2:].upper()
    if first.lower() in ROCKS and re.match("[0-9OolI]", second):
        # Up to the colon stands a gap, where a small l is a mistyped 1 and has to stay one.
        gap, colon, cards = word[1:].partition(":")
        return first.lower() + gap + colon + cards.upper()
    return word.upper()


def _digits_and_letters(word: str) -> Iterator[Slip]:
    """Letters for digits in gaps, and digits for letters among cards."""
    place = _PLACE.fullmatch(word)
    if place:
        sign, rock, gap, paid = place.groups()
        digits = gap.translate(str.maketrans("OolI", "0011"))
        for cards in dict.fromkeys([paid or "", (paid or "").replace("0", "O")]):
            instead = f"{sign}{rock.lower()}{digits}{cards}"
            if instead != word:
                yield Slip(instead, _ZERO if cards != (paid or "") else _ONE)
    with_cards = _WITH_CARDS.fullmatch(word)
    if with_cards and "0" in with_cards[2] and with_cards[2] != "0":
        yield Slip(with_cards[1] + with_cards[2].replace("0", "O"), _ZERO)
    if word[0] in "#=" and re.search("[OolI]", word[2:]):
        yield Slip(word[:2] + word[2:].translate(str.maketrans("OolI", "0011")), _ONE)


def advice(word: str, in_setup: bool) -> str | None:
    """Help where there is no single correction.

    >>> advice("c0", in_setup=False)
    'gaps are counted from 1, from the top of the rock'
    """
    if re.fullmatch(r"[RGYPrgyp]\+", word):
        if in_setup:
            deal, draw = f"{word[0].upper()}+WWOB", f"{word[0].upper()} +"
            return f"a deal names its cards: `{deal}`; a turn with a draw has a blank: `{draw}`"
        return f"put a blank between seat and draw: `{word[0].upper()} +`"
    for pattern, sentence in _ADVICE:
        if re.match(pattern, word):
            return sentence
    return None


_ADVICE = (
    (r"~?[a-k]0", "gaps are counted from 1, from the top of the rock"),
    (r"[1-5]/0", "gaps are counted from 1, from the top of the rock"),
    (r"[#~]?[l-z][0-9=]", "the rocks are `a` to `k`"),
    (r"[06-9]/[0-9]", "the columns of the frame are 1 to 5"),
    (r"~?[a-k][0-9]{3}", "a gap has one or two digits"),
    (r"\*[Vv]", "a tile with points is kept, not used: only `*C2`, `*C3`, `*C4`, `*J`, `*D` are"),
    (r"\*[Cc]", "the tiles with cards are `C2`, `C3` and `C4`"),
    (r"\*", "the tiles that can be used are `C2`, `C3`, `C4`, `J` and `D`"),
    (r"#[a-k]=.*/", "the takers are five, one for each row: `R G Y P`, or `-` for nobody"),
    (r"#[a-k]/", "the prizes come before the takers; with none, write `#a=/-YGYR`"),
    (r"[#=]", "prizes and points look like `Y3,G2`: a seat and a number, joined by commas"),
    (r">", "the tiles are `V1` to `V99`, `C2` to `C4`, `J`, `D` and `?`, joined by commas"),
    (r"[RGYP]\+", "a deal is a seat, `+` and cards: `W`, `B`, `O`, or `?` for an unseen one"),
    (r"[+\-]|[a-k][0-9]+:|[1-5]/[0-9]+:", "cards are `W`, `B`, `O`, or `?` for an unseen one"),
)
