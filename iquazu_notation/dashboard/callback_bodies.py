"""What a browser sends when something was chosen, checked before Dash sees it.

Dash trusts these bodies and fails in many ways on a forged one. Here a body is compared with what
the app knows of its callbacks, and each value with the kind its place takes. Dash then gets a body
that is put together anew: whatever fails after that is a bug of ours, and not of the sender.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from .address import NUMBERS

LONGEST = 1_000_000  # bytes of a body

Callbacks = Mapping[str, Mapping[str, Any]]
Kind = Callable[[Any], bool]


class Forged(Exception):
    """No browser of ours sent this."""


def is_text(value: Any) -> bool:
    """A text that can be stored, or nothing.

    >>> is_text("Zoë"), is_text(None), is_text(7), is_text("\\ud800")
    (True, True, False, False)
    """
    if value is None:
        return True
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


def is_number_of_players(value: Any) -> bool:
    """A number of players, or nothing.

    >>> [is_number_of_players(value) for value in (4, None, True, 4.0, "4", 10**300)]
    [True, True, False, False, False, False]
    """
    return value is None or (type(value) is int and value in NUMBERS)


def checked(body: bytes, callbacks: Callbacks, kinds: Mapping[str, Kind]) -> dict[str, Any]:
    """The body as Dash may have it; `kinds` says for each place that is sent what it takes."""
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):
        raise Forged from None
    if not isinstance(asked, dict):
        raise Forged
    output = asked.get("output")
    callback = callbacks.get(output) if isinstance(output, str) else None
    if callback is None or "callback" not in callback:  # the others run in the browser alone
        raise Forged
    outputs = [_place(one.component_id, one.component_property) for one in callback["output"]]
    if asked.get("outputs") != outputs:
        raise Forged
    state = _filled(asked.get("state", []), callback["state"], kinds)
    inputs = _filled(asked.get("inputs"), callback["inputs"], kinds)
    known = {f"{one['id']}.{one['property']}" for one in inputs}
    changed = _changed(asked.get("changedPropIds"), known)
    _changed(asked.get("parsedChangedPropsIds", []), known)
    return {
        "output": output,
        "outputs": outputs,
        "inputs": inputs,
        "state": state,
        "changedPropIds": changed,
        "parsedChangedPropsIds": changed,
    }


def _place(id_: str, property_: str) -> dict[str, str]:
    return {"id": id_, "property": property_}


def _filled(
    given: Any, places: list[dict[str, str]], kinds: Mapping[str, Kind]
) -> list[dict[str, Any]]:
    """The places of a callback with the values that were sent."""
    if not isinstance(given, list) or len(given) != len(places):
        raise Forged
    filled: list[dict[str, Any]] = []
    for sent, place in zip(given, places, strict=True):
        if not isinstance(sent, dict) or not sent.keys() <= {"id", "property", "value"}:
            raise Forged
        value = sent.get("value")
        if any(sent.get(name) != place[name] for name in ("id", "property")):
            raise Forged
        if not kinds[f"{place['id']}.{place['property']}"](value):
            raise Forged
        filled.append({**place, "value": value})
    return filled


def _changed(given: Any, known: set[str]) -> list[str]:
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise Forged
    if len(set(given)) != len(given) or not known.issuperset(given):
        raise Forged
    return given
