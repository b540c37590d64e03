"""The 95 % interval of a rate by Wilson's score, in Python and for queries."""

from __future__ import annotations

from math import sqrt

Z = 1.959963984540054  # half of 5 % lies beyond it on either side of a normal curve


def wilson(hits: int, n: int) -> tuple[float, float] | None:
    """The interval in which a rate lies, seen `hits` times in `n`; None if there is no case.

    >>> [round(bound, 4) for bound in wilson(5, 10)]
    [0.2366, 0.7634]
    >>> [round(bound, 4) for bound in wilson(0, 10)], wilson(0, 0)
    ([0.0, 0.2775], None)
    """
    if not n:
        return None
    rate = hits / n
    middle = rate + Z * Z / (2 * n)
    reach = Z * sqrt(rate * (1 - rate) / n + Z * Z / (4 * n * n))
    whole = 1 + Z * Z / n
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


def _bound(sign: str) -> str:
    return (
        f"(k / n + {Z * Z} / (2 * n) {sign} {Z} * sqrt((k / n) * (1 - k / n) / n"
        f" + {Z * Z} / (4.0 * n * n))) / (1 + {Z * Z} / n)"
    )


MACROS = (
    f"CREATE OR REPLACE TEMP MACRO wilson_low(k, n) AS"
    f" CASE WHEN n > 0 THEN greatest(0.0, {_bound('-')}) END",
    f"CREATE OR REPLACE TEMP MACRO wilson_high(k, n) AS"
    f" CASE WHEN n > 0 THEN least(1.0, {_bound('+')}) END",
)
"""What makes `wilson_low(k, n)` and `wilson_high(k, n)` known to a connection."""
