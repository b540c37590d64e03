"""Filters as the part of an address behind `?`: a view can be kept, shared and gone back to."""

from __future__ import annotations

from datetime import date
from typing import Any
from urllib.parse import parse_qs, urlencode

from ..store.filters import Filters

NUMBERS = (2, 3, 4)  # of players


def filters_in(search: str | None) -> Filters:
    """The filters of an address. What makes no sense in it is left out.

    >>> filters_in("?players=4&player=Anna+Lena&since=2026-01-01&until=soon")
    Filters(players=4, player='Anna Lena', board=None, since=datetime.date(2026, 1, 1), \
until=None, source=None, game=None)
    """
    found = _values(search)
    return Filters(
        players=_players(found.get("players", "")),
        player=found.get("player"),
        board=found.get("board"),
        since=_day(found.get("since", "")),
        until=_day(found.get("until", "")),
        source=found.get("source"),
    )


def number_in(search: str | None) -> int:
    """The page of a list that an address asks for, from 1.

    >>> number_in("?page=3"), number_in("?page=x"), number_in("")
    (3, 1, 1)
    """
    asked = _values(search).get("page", "")
    return max(1, int(asked)) if asked.isascii() and asked.isdigit() and len(asked) < 9 else 1


def search_for(filters: Filters, **more: Any) -> str:
    """The part behind `?` for these filters, with it, or nothing.

    >>> search_for(Filters(player="A&B", players=2), page=2)
    '?players=2&player=A%26B&page=2'
    >>> search_for(Filters())
    ''
    """
    values = {name: value for name, value in (filters.values() | more).items() if value is not None}
    return f"?{urlencode(values)}" if values else ""


def _values(search: str | None) -> dict[str, str]:
    found = parse_qs((search or "").removeprefix("?"))
    return {name: values[0] for name, values in found.items()}


def _players(text: str) -> int | None:
    return next((number for number in NUMBERS if text == str(number)), None)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
