"""What is asked: who plays, colours, who starts, board, strips, tiles. Every answer can wait.

What was answered lies in the record's tags and setup, so a game can be taken up in the middle of
its questions. Names without colours wait in a tag `Players`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..drawing.look import clean
from ..games.iquazu.illegal import SEAT_NAMES, listed
from ..games.iquazu.steps import Reveal
from .session import Session
from .typed import Refusal, Refused

PLAYERS = "Players"  # a tag of our own: names that have no colour yet
_BY_WORD = {name.lower(): seat for seat, name in SEAT_NAMES.items()} | {
    seat.lower(): seat for seat in SEAT_NAMES
}
_TILE = re.compile(r"(?:V[1-9][0-9]?|C[234]|[JD?])")


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to ask; `example` is an answer that could be given, `default` what Enter means."""

    key: str
    text: str
    example: str
    default: str = "skip"

    @property
    def hint(self) -> str:
        """How to answer."""
        return f"for example {self.example} (Enter: {self.default})"


def of(session: Session, new: bool, me: bool) -> list[str]:
    """What is to be asked, in this order: a new game everything, another one what it needs.

    A starting hand is asked for only if one of the players is writing.
    """
    if new:
        first = ["players", "colours", "start", "board", "strips", "tiles"]
        return [*first, *(["hand"] if me else [])]
    return [key for key in ("colours", "strips") if session.walk.start is None]


def question(session: Session, key: str, me: str | None = None) -> Question:
    """The question by its key, as it is asked now."""
    names = names_of(session)
    seats = session.seats or ()
    match key:
        case "players":
            return Question(key, "Who plays, by name and clockwise?", "Anna, Ben, Cleo, Dan")
        case "colours":
            whose = f"Colours of {listed(names, 'and')}" if names else "Colours, clockwise"
            return Question(key, whose, "R G Y P"[: 2 * (len(names) or 4) - 1])
        case "start":
            players = [called(session, seat) for seat in seats] or ["Anna", "Ben"]
            return Question(key, "Who starts?", players[-1], players[0] if seats else "skip")
        case "board":
            return Question(key, "Which board?", "my-box", "reference")
        case "strips":
            return Question(key, "Strips, from left to right", "3 1 5 2 4")
        case "hand":
            at = seats.index(me) if me in seats else 0
            return Question(key, f"Your {4 + at} starting cards", ("WWBO" + "WBO")[: 4 + at])
        case "tiles":
            return Question(key, "The five open tiles, from the top", "J D D C2 D")
    return Question(key, "Five new tiles, from the top", "C2 C3 V1 C2 V2")


def answered(session: Session, key: str) -> bool:
    """Whether the record says it already."""
    tags = session.walk.tags
    match key:
        case "players":
            return "Seats" in tags or PLAYERS in tags
        case "colours":
            return "Seats" in tags
        case "start":
            # Who starts can be asked while the order comes from us; a turn or a tag settles it.
            return bool(session.draft.turns) or "Position" in tags
        case "board":
            return "Board" in tags
        case "strips":
            return "Strips" in tags
        case "tiles":
            setup = session.walk.record.setup
            return "Position" in tags or (
                setup is not None and any(isinstance(item, Reveal) for item in setup.items)
            )
    return False


def answer(session: Session, key: str, text: str, me: str | None = None) -> None:
    """Write an answer into the record; raises `Refused` if it is none."""
    _ANSWERS[key](session, text.strip(), me)


def _players(session: Session, text: str, _: str | None) -> None:
    parts = [p.strip() for p in re.split(r",|;| and |&", text) if p.strip()]
    if len(parts) == 1:
        parts = text.split()
    if not 2 <= len(parts) <= 4:
        raise Refused(Refusal("two to four play: write their names with commas between"))
    names, colours = [], []
    for part in parts:
        name, _, last = part.rpartition(" ")
        seat = _BY_WORD.get(last.strip("()").lower()) if name else None
        names.append(name if seat else part)
        colours += [seat] if seat else []
    if len(colours) == len(names) == len(set(colours)):
        session.set_tags(_seating(dict(zip(colours, names, strict=True)), colours))
    elif session.seats and len(session.seats) == len(names):
        session.set_tags(_seating(dict(zip(session.seats, parts, strict=True)), session.seats))
    else:
        session.set_tags({PLAYERS: ", ".join(parts)})


def _seating(names: Mapping[str, str], order: list[str] | tuple[str, ...]) -> dict[str, str | None]:
    tags: dict[str, str | None] = {"Seats": " ".join(order)}
    tags |= {SEAT_NAMES[seat]: name for seat, name in names.items() if name}
    return tags | {PLAYERS: None}


def _colours(session: Session, text: str, _: str | None) -> None:
    words = re.split(r"[,\s]+", text)
    if len(words) == 1 and words[0].upper() not in SEAT_NAMES and len(words[0]) <= 4:
        words = list(words[0])
    order = [_BY_WORD.get(word.lower(), "") for word in words]
    names = names_of(session)
    if "" in order or len(set(order)) != len(order) or not 2 <= len(order) <= 4:
        raise Refused(Refusal("colours are red, green, yellow and purple, each once: R G Y P"))
    if names and len(names) != len(order):
        raise Refused(Refusal(f"{len(names)} play, and these are {len(order)} colours"))
    session.set_tags(_seating(dict(zip(order, names, strict=False)), order))


def _start(session: Session, text: str, _: str | None) -> None:
    seats = session.seats
    if seats is None:
        raise Refused(Refusal("the colours come first: who has which?"))
    seat = seat_called(session, text)
    if seat is None:
        names = listed([called(session, each) for each in seats])
        raise Refused(Refusal(f"nobody here is called {text}: it is {names} who can start"))
    at = seats.index(seat)
    session.set_tags({"Seats": " ".join(seats[at:] + seats[:at])})


def _board(session: Session, text: str, _: str | None) -> None:
    session.set_tags({"Board": text})


def _strips(session: Session, text: str, _: str | None) -> None:
    words = re.split(r"[,\s]+", text)
    session.set_tags({"Strips": " ".join(list(text) if len(words) == 1 else words)})


def _first_tiles(session: Session, text: str, _: str | None) -> None:
    session.set_setup(_tiles_or_refuse(text))


def _new_tiles(session: Session, text: str, _: str | None) -> None:
    session.set_tiles(_tiles_or_refuse(text))


def _tiles_or_refuse(text: str) -> str:
    word = tiles_word(text)
    if word is None:
        raise Refused(
            Refusal(
                "five tiles from the top, `?` for one nobody saw",
                help="V1 V2 … points, C2 C3 C4 cards, J any colour, D double move",
            )
        )
    return word


def _hand(session: Session, text: str, me: str | None) -> None:
    if me is None or me not in (session.seats or ()):
        raise Refused(Refusal("whose hand? Write it with its seat: R+WWBO"))
    session.set_setup(f"{me}+{text.upper().replace(' ', '')}")


_ANSWERS: dict[str, Callable[[Session, str, str | None], None]] = {
    "players": _players,
    "colours": _colours,
    "start": _start,
    "board": _board,
    "strips": _strips,
    "tiles": _first_tiles,
    "hand": _hand,
    "new tiles": _new_tiles,
}


def tiles_word(text: str) -> str | None:
    """Five tiles however they are typed, as their word; None if it is not five tiles.

    >>> tiles_word("c2 c3, v1 c2 v2"), tiles_word(">"), tiles_word("c2")
    ('>C2,C3,V1,C2,V2', '>', None)
    """
    if text.strip() == ">":
        return ">"
    kinds = re.split(r"[,\s]+", text.strip().lstrip(">").strip().upper())
    if len(kinds) != 5 or not all(map(_TILE.fullmatch, kinds)):
        return None
    return ">" + ",".join(kinds)


def tile_begun(text: str) -> tuple[str, str] | None:
    """Tiles being typed: what stands before the last one, and the last one as far as it is.

    >>> tile_begun("C2 c3 V"), tile_begun("+")
    (('C2 c3 ', 'V'), None)
    """
    found = re.fullmatch(r"(>?(?:[^,\s]+[,\s]+)*)([^,\s]*)", text)
    if found is None:
        return None
    before, last = found.groups()
    done = re.split(r"[,\s]+", before.lstrip(">").upper())[:-1]
    good = len(done) < 5 and all(map(_TILE.fullmatch, done))
    return (before, last) if good and re.fullmatch(r"[VCJD?]?[0-9]*", last.upper()) else None


def names_of(session: Session) -> list[str]:
    """The players' names in turn order, as far as they are known."""
    tags = session.walk.tags
    if PLAYERS in tags:
        return tags[PLAYERS].split(", ")
    names = [tags.get(SEAT_NAMES[seat], "") for seat in session.seats or ()]
    return names if all(names) else []


def called(session: Session, seat: str) -> str:
    """A seat's player, or its colour. A name is data: nothing in it moves the cursor."""
    return clean(session.walk.tags.get(SEAT_NAMES[seat], "")) or SEAT_NAMES[seat]


def seat_called(session: Session, text: str) -> str | None:
    """The seat of a name or a colour."""
    wanted = text.strip().lower()
    for seat in session.seats or ():
        if wanted in (seat.lower(), SEAT_NAMES[seat].lower(), called(session, seat).lower()):
            return seat
    return None
