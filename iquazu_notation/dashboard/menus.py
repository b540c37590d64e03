"""The menus of the app: what they offer, and the names behind their values.

In the browser a menu keeps every part of every value and label in an object of JavaScript, where
`__proto__` is no key like others: a player of this name would take the menu away from everybody.
So values are made of signs that are in no name, and labels never hold `__proto__` as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..drawing.look import clean, shorten
from ..store.errors import StoreError
from ..store.filters import Filters
from ..store.listing import Choices, choices
from ..store.store import opened_to_read

NUMBERS = "players"
NAMES = ("player", "board", "source")  # the menus that offer what others wrote
MENUS = (NUMBERS, *NAMES)
SIGNS = 8  # of a value
BRAILLE = 0x2800  # 256 signs that nobody types into the search of a menu

Options = list[dict[str, Any]]


class Menus:
    """What there is to choose from in one database."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._last = Choices({}, {}, {}, {}, None, None)

    def choices(self) -> Choices:
        """What the database offers; while another program writes to it, what it offered last."""
        try:
            with opened_to_read(self._database) as connection:
                self._last = choices(connection)
        except StoreError:
            pass  # what is wrong is said in the page
        return self._last

    def offering(self, asked: Filters) -> dict[str, Options]:
        """For each menu that an address sets its options, with what the address asks for."""
        offered = None
        found: dict[str, Options] = {}
        for menu in MENUS:
            value = getattr(asked, menu)
            if value is None:
                continue
            offered = offered or self.choices()
            listed = options(offered, menu)
            if not any(option["value"] == value_of(value) for option in listed):
                text = menu_text(value) if menu in NAMES else f"{value} players"
                listed.append({"label": text, "value": value_of(value)})
            found[menu] = listed
        return found

    def chosen(self, given: Mapping[str, Any], asked: Filters) -> dict[str, Any]:
        """What the values of the menus stand for; `asked` is what stood in the address before."""
        return {NUMBERS: given[NUMBERS]} | {
            menu: self._name_behind(menu, given[menu], getattr(asked, menu)) for menu in NAMES
        }

    def _name_behind(self, menu: str, value: str | None, asked: str | None) -> str | None:
        if not value:
            return None
        if asked is not None and handle(asked) == value:
            return asked
        names = _names(self.choices(), menu)
        return next((name for name in names if handle(name) == value), asked)


def options(offered: Choices, menu: str) -> Options:
    """What a menu offers, each with the number of its games."""
    if menu == NUMBERS:
        return [
            {"label": f"{number} players ({n:,})", "value": number}
            for number, n in offered.players.items()
        ]
    return [
        {"label": f"{menu_text(name)} ({n:,})", "value": handle(name)}
        for name, n in _names(offered, menu).items()
    ]


def handle(name: str) -> str:
    """A name as the value of a menu: always eight signs, whatever the name is.

    >>> handle("Anna"), len(handle("Anna" * 5000))
    ('⢿⡏⣌⣖⠖⠥⠛⡧', 8)
    """
    digest = sha256(name.encode(errors="surrogatepass")).digest()
    return "".join(chr(BRAILLE + byte) for byte in digest[:SIGNS])


def value_of(asked: Any) -> Any:
    """The value of a menu or a day, for what stands in an address."""
    return handle(asked) if isinstance(asked, str) else asked


def menu_text(name: str) -> str:
    """A name as a menu shows it: a mark without width keeps `__proto__` apart.

    >>> menu_text("Anna"), len(menu_text("__proto__"))
    ('Anna', 10)
    """
    shown = shorten(clean(name), 30) or "(no letters)"
    return re.sub("(__proto_)(?=_)", "\\1\N{WORD JOINER}", shown, flags=re.IGNORECASE)


def _names(offered: Choices, menu: str) -> dict[str, int]:
    return {"player": offered.names, "board": offered.boards, "source": offered.sources}[menu]
