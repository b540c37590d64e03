"""What each diagnostic code means, for `iquazu explain`. One TOML file per family."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

FAMILIES = {
    "IQ0": "reading",
    "IQ1": "tags, setup and boards",
    "IQ2": "order and actions",
    "IQ3": "cards and payment",
    "IQ4": "assertions that don't hold",
    "IQ5": "unseen cards and tiles that can't be",
    "IQ9": "advice",
}


@dataclass(frozen=True, slots=True)
class Explanation:
    """One code: a short title, why and how to mend it, and examples."""

    title: str
    text: str
    example_bad: str | None = None
    example_good: str | None = None
    ruling: str | None = None


@cache
def explanations() -> dict[str, Explanation]:
    """All codes in order.

    >>> explanations()["IQ304"].title
    'The payment is not exact'
    """
    import tomllib
    from importlib.resources import files

    found: dict[str, Explanation] = {}
    for file in files(__name__).iterdir():
        if file.name.endswith(".toml"):
            for code, entry in tomllib.loads(file.read_text(encoding="utf-8")).items():
                found[code] = Explanation(**entry)
    return dict(sorted(found.items()))
