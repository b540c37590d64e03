"""What is checked in a board file, fact by fact.

What the printed rules fix (45 tiles, 60 cards, eleven rocks …) must be so; what they only picture
is taken as typed. One mistake gives one fault, and checking goes on behind it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches

from iquazu_notation.games.iquazu.board import (
    PLAYERS,
    ROWS,
    Board,
    BoardFault,
    Rock,
)
from iquazu_notation.games.iquazu.steps import COLOURS, ROCKS

STRIPS = ("1", "2", "3", "4", "5")
SHADES = ("light", "dark")
TILES = {"light": 35, "dark": 10}
KINDS = (*(f"V{points}" for points in range(1, 100)), "C2", "C3", "C4", "J", "D")
DECK = 60
SOURCES = ("published", "inferred", "ours")
# The facts every board must own up to, and some that it may.
FACTS = (
    "players",
    "cards",
    "card_split",
    "gems",
    "drops",
    "tile_counts",
    "tile_mix",
    "frame",
    "rocks",
    "colours",
    "gaps",
    "strips",
    "printed",
    "points_2",
    "points_3",
    "points_4",
    "hand_limit",
)
MORE_FACTS = ("rows", "tile_kinds", "shades", "printed_place", "prize_counts")
LOOSE = ("strips", "printed")
# Smallest and largest number that a box can hold. The frame is fixed: costs are 1 to 5 (I-6).
PIECES = {"gems": (1, 34), "drops": (1, 50), "hand_limit": (1, DECK), "frame": (5, 5)}

BOARD_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_NAME = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_NAME}(?:\s*\.\s*{_NAME})*)\s*\]")
_KEY = re.compile(rf"\s*({_NAME}(?:\s*\.\s*{_NAME})*)\s*=")


class Sheet:
    """A board file under the lamp: the lines its keys stand on, and what is wrong so far.

    Where something is wrong a stand-in takes its place and the checking goes on; a board with
    faults is thrown away at the end.
    """

    def __init__(self, text: str) -> None:
        self.faults: list[BoardFault] = []
        self.lines: dict[str, int] = {}
        for path, line in _keys_of(text):
            self.lines.setdefault(path, line)
        # Strips or printed rocks so wrong that counting rocks would blame the same mistake twice.
        self.uncountable = False

    def fault(self, code: str, path: str, message: str, help: str | None = None) -> None:
        while path and path not in self.lines:
            path = path.rpartition(".")[0]
        self.faults.append(BoardFault(code, message, help, self.lines.get(path)))

    def board(self, table: Mapping[str, object]) -> Board:
        needed = ["id", "title", *PIECES, "cards", "tiles", "points", "provenance"]
        misspelt = self.keys(table, "", "", [*needed, *LOOSE], needed)
        self.uncountable = not misspelt.isdisjoint(LOOSE)
        pieces = {
            name: self.number(table[name], name, name, "IQ156", low, high)
            for name, (low, high) in PIECES.items()
            if name in table
        }
        tiles = self.table(table, "tiles")
        if tiles is not None:
            self.keys(tiles, "tiles", "[tiles] ", TILES, TILES)
        laid = self.table(table, "strips")
        self.uncountable |= laid is None and "strips" in table
        strips = self.strips(laid)
        printed = self.printed(table.get("printed", []))
        self.places(strips, printed)
        return Board(
            id=self.board_id(table.get("id", "stand-in")),
            title=self.text(table.get("title", ""), "title", "title"),
            strips=strips,
            printed=printed,
            points=self.points(self.table(table, "points")),
            light=self.tiles(tiles or {}, "light"),
            dark=self.tiles(tiles or {}, "dark"),
            cards=self.cards(self.table(table, "cards")),
            gems=pieces.get("gems", 0),
            drops=pieces.get("drops", 0),
            hand_limit=pieces.get("hand_limit", 0),
            frame=pieces.get("frame", 0),
            provenance=self.provenance(self.table(table, "provenance")),
        )

    def keys(
        self,
        table: Mapping[str, object],
        path: str,
        label: str,
        known: Collection[str],
        needed: Collection[str],
        missing_code: str = "IQ151",
    ) -> set[str]:
        """Report unknown and missing keys; returns the keys that unknown ones were meant to be."""
        missing = [key for key in needed if key not in table]
        meant: set[str] = set()
        for key in table:
            if key not in known:
                # A missing key is the likelier meaning: the known ones may be there already.
                guess = closest(key, missing)
                help = _advice(key, missing if guess else known)
                self.fault("IQ158", _join(path, key), f"{label}{quoted(key)} is unknown", help)
                meant.add(guess or closest(key, known))
        for key in missing:
            if key not in meant:  # a misspelt key is one mistake, not two
                self.fault(missing_code, path, f"{label}{key} is missing")
        return meant

    def table(self, table: Mapping[str, object], key: str) -> dict[str, object] | None:
        value = table.get(key)
        if isinstance(value, dict):
            return value
        if key in table:
            self.fault("IQ151", key, f"{key} should be a table, [{key}], not {_kind(value)}")
        return None

    def listed(self, value: object, path: str, label: str) -> list[object] | None:
        if isinstance(value, list):
            return value
        self.fault("IQ151", path, f"{label} should be a list in brackets, not {_kind(value)}")
        return None

    def text(self, value: object, path: str, label: str) -> str:
        if isinstance(value, str):
            return value
        self.fault("IQ151", path, f"{label} should be text in quotes, not {_kind(value)}")
        return ""

    def number(self, value: object, path: str, label: str, code: str, low: int, high: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            self.fault("IQ151", path, f"{label} should be a whole number, not {_kind(value)}")
        elif not low <= value <= high:
            due = f"{low}" if low == high else f"from {low} to {high}"
            marker = "one gem of each colour is the scoring marker" if path == "gems" else None
            self.fault(code, path, f"{label} is {_shown(value)}, and should be {due}", marker)
        else:
            return value
        return 0

    def board_id(self, value: object) -> str:
        board_id = self.text(value, "id", "id")
        if isinstance(value, str) and not BOARD_ID.fullmatch(board_id):
            help = "an id is made of letters, digits, - and _, at most 64 of them"
            self.fault("IQ151", "id", f"{quoted(board_id)} can't be a board's id", help)
        return board_id

    def cards(self, table: dict[str, object] | None) -> dict[str, int]:
        if table is None:
            return {}
        before = len(self.faults)
        self.keys(table, "cards", "[cards] ", tuple(COLOURS), COLOURS)
        cards = {
            colour: self.number(table[colour], f"cards.{colour}", colour, "IQ156", 1, DECK)
            for colour in COLOURS
            if colour in table
        }
        total = sum(cards.values())
        if len(self.faults) == before and total != DECK:
            self.fault("IQ156", "cards", f"there are {total} cards, and the box holds {DECK}")
        return cards

    def tiles(self, tiles: dict[str, object], back: str) -> dict[str, int]:
        if back not in tiles:
            return {}
        path, before = f"tiles.{back}", len(self.faults)
        table = tiles[back]
        if not isinstance(table, dict):
            self.fault("IQ151", path, f"[{path}] should be a table, not {_kind(table)}")
            return {}
        self.keys(table, path, f"[{path}] ", KINDS, ())
        most = TILES[back]
        mix = {
            kind: self.number(table[kind], f"{path}.{kind}", f"[{path}] {kind}", "IQ152", 0, most)
            for kind in table
            if kind in KINDS
        }
        total = sum(mix.values())
        if len(self.faults) == before and total != most:
            message = f"there are {total} tiles with a {back} back, and the box holds {most}"
            self.fault("IQ152", path, message)
        return {kind: number for kind, number in mix.items() if number}

    def points(self, table: dict[str, object] | None) -> dict[int, tuple[tuple[int, ...], ...]]:
        if table is None:
            return {}
        names = [str(players) for players in PLAYERS]
        self.keys(table, "points", "[points] ", names, names)
        return {
            players: self.prizes(table[str(players)], players)
            for players in PLAYERS
            if str(players) in table
        }

    def prizes(self, value: object, players: int) -> tuple[tuple[int, ...], ...]:
        path, label, due = f"points.{players}", f"points for {players} players", players - 1
        places = self.listed(value, path, label)
        if places is None:
            return ()
        if len(places) != len(ROCKS):
            message = (
                f"{label}: {len(places)} rocks have prizes, and there are {len(ROCKS)}, a to k"
            )
            self.fault("IQ155", path, message)
            return ()
        prizes = []
        for letter, place in zip(ROCKS, places, strict=True):
            where, before = f"{label}, rock {letter}", len(self.faults)
            row = self.listed(place, path, where) or []
            if isinstance(place, list) and len(row) != due:
                message = f"{where}: {len(row)} prizes, and {players} players play for {due}"
                self.fault("IQ155", path, message)
                continue
            paid = [self.number(prize, path, where, "IQ155", 0, 999) for prize in row]
            if len(self.faults) == before and paid != sorted(paid, reverse=True):
                shown = "/".join(map(str, paid))
                self.fault("IQ155", path, f"{where}: {shown} pays more for a lower rank")
            prizes.append(tuple(paid))
        return tuple(prizes)

    def strips(self, table: dict[str, object] | None) -> dict[str, tuple[Rock, ...]]:
        if not table:
            return {}
        before = len(self.faults)
        self.keys(table, "strips", "[strips] strip ", STRIPS, STRIPS, "IQ153")
        columns: dict[str, list[object]] = {}
        for name in STRIPS:
            if name in table:
                strip = self.listed(table[name], f"strips.{name}", f"strip {name}")
                if strip is not None:
                    columns[name] = strip
        # How many columns a strip has rests on one review, so the file decides; but all are alike.
        widths = Counter(len(strip) for strip in columns.values() if strip)
        width = widths.most_common(1)[0][0] if widths else 2
        for name, strip in columns.items():
            if len(strip) != width:
                message = f"strip {name} has {len(strip)} columns, and the others have {width}"
                self.fault("IQ153", f"strips.{name}", message)
        self.uncountable |= len(self.faults) > before
        return {
            name: tuple(
                self.rock(rock, f"strips.{name}", f"strip {name}, column {number}", ())
                for number, rock in enumerate(strip, 1)
            )
            for name, strip in columns.items()
        }

    def printed(self, value: object) -> tuple[tuple[int, Rock], ...]:
        rocks = self.listed(value, "printed", "printed")
        self.uncountable |= rocks is None
        printed: dict[int, Rock] = {}
        for number, rock in enumerate(rocks or []):
            path, label = f"printed.{number}", f"printed rock {number + 1}"
            column = self.rock(rock, path, label, ("place",))
            letter = rock.get("place") if isinstance(rock, dict) else None
            if isinstance(letter, str) and len(letter) == 1 and letter in ROCKS:
                place = ROCKS.index(letter)
                if place not in printed:
                    printed[place] = column
                    continue
                self.fault("IQ159", path, f"{label} lies on {letter}, where another one lies")
            elif letter is not None:
                shown = quoted(letter) if isinstance(letter, str) else _kind(letter)
                help = f"the places are {' '.join(ROCKS)}"
                self.fault("IQ159", f"{path}.place", f"{label}: {shown} is not a place", help)
            self.uncountable = True
        return tuple(sorted(printed.items(), key=lambda item: item[0]))

    def rock(self, value: object, path: str, label: str, more: tuple[str, ...]) -> Rock:
        if not isinstance(value, dict):
            help = 'write { shade = "light", rows = ["W", "BO", "W", "O", "BW"] }'
            self.fault("IQ151", path, f"{label} should be a table, not {_kind(value)}", help)
            return Rock("", ())
        known = (*more, "shade", "rows")
        self.keys(value, path, f"{label}: ", known, known)
        shade = value.get("shade", "light")
        if shade not in SHADES:
            shown = quoted(shade) if isinstance(shade, str) else _kind(shade)
            help = "a rock is light or dark"
            self.fault("IQ154", f"{path}.shade", f"{label}: {shown} is not a shade", help)
        if "rows" not in value:
            return Rock("", ())
        path += ".rows"
        rows = self.listed(value["rows"], path, f"{label}: rows")
        if rows is None:
            return Rock("", ())
        if len(rows) != ROWS:
            self.fault("IQ154", path, f"{label} has {len(rows)} rows, and a rock has {ROWS}")
        cells = [self.text(row, path, f"{label}, row {n}") for n, row in enumerate(rows, 1)]
        for n, cell in enumerate(cells, 1):
            if not set(cell) <= set(COLOURS):
                help = "the gaps of a row are written W, B and O, in capitals, nothing between"
                self.fault("IQ154", path, f"{label}, row {n}: {quoted(cell)} is not gaps", help)
        if rows and all(row == "" for row in rows):
            self.fault("IQ154", path, f"{label} has no gap at all")
        return Rock(shade if isinstance(shade, str) else "", tuple(cells))

    def places(
        self, strips: Mapping[str, tuple[Rock, ...]], printed: tuple[tuple[int, Rock], ...]
    ) -> None:
        if self.uncountable:
            return
        total = len(printed) + sum(map(len, strips.values()))
        taken = [place for place, _ in printed]
        if total != len(ROCKS):
            message = f"strips and printed rocks make {total} rocks, and the board has {len(ROCKS)}"
            self.fault("IQ159", "printed" if printed else "strips", message)
        elif strips:
            width = len(next(iter(strips.values())))
            free = "".join("x" if place in taken else "." for place in range(total))
            if any(len(run) % width for run in free.split("x")):
                letters = " ".join(ROCKS[place] for place in taken)
                message = f"with printed rocks on {letters} a strip would be cut in two"
                help = f"between printed rocks there must be room for whole strips of {width}"
                self.fault("IQ159", "printed", message, help)

    def provenance(self, table: dict[str, object] | None) -> dict[str, str]:
        if table is None:
            return {}
        path = "provenance"
        self.keys(table, path, "[provenance] ", [*FACTS, *MORE_FACTS], FACTS)
        words = {}
        for fact in [*FACTS, *MORE_FACTS]:
            if fact in table:
                where, label = f"{path}.{fact}", f"provenance of {fact}"
                words[fact] = word = self.text(table[fact], where, label)
                if isinstance(table[fact], str) and word not in SOURCES:
                    message = f"{label}: {quoted(word)} is unknown"
                    self.fault("IQ157", where, message, _advice(word, SOURCES))
        return words


def _keys_of(text: str) -> Iterator[tuple[str, int]]:
    """Full key and line of all that stands at the start of a line; tomllib keeps no lines."""
    table = ""
    seen: Counter[str] = Counter()
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            table = _plain(header[2])
            yield table, number
            if header[1] == "[[":
                seen[table] += 1
                table += f".{seen[table] - 1}"
                yield table, number
        elif key := _KEY.match(line):
            yield _join(table, _plain(key[1])), number


def _plain(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def closest(word: str, known: Collection[str]) -> str:
    """The known word most like this one, or nothing."""
    lowered = {each.lower(): each for each in known}
    found = get_close_matches(word[:40].lower(), lowered, n=1)
    return lowered[found[0]] if found else ""


def _advice(word: str, known: Collection[str]) -> str:
    if guess := closest(word, known):
        return f"did you mean {guess}?"
    if known is KINDS:
        return "tiles are V1 V2 V3 … (points), C2 C3 C4 (cards), J (any colour) and D (double move)"
    return f"known here: {' '.join(known)}"


def quoted(text: str) -> str:
    """What a person typed, cut short where it is long."""
    return repr(text if len(text) <= 40 else text[:39] + "…")


def _shown(number: int) -> str:
    # Python refuses to print numbers of thousands of digits, and nobody wants to read them.
    return str(number) if abs(number) < 10**9 else "far out of range"


def _kind(value: object) -> str:
    """What a value is, in the words of somebody who has never programmed."""
    kinds: tuple[tuple[type, str], ...] = (
        (bool, "true or false"),
        (int, "a number"),
        (float, "a number with a point"),
        (str, "text"),
        (list, "a list"),
        (dict, "a table"),
    )
    return next((name for kind, name in kinds if isinstance(value, kind)), "a date or time")
