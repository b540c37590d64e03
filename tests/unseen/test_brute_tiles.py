"""Unseen tiles by brute force, on cases small enough to work out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from . import brute

Events = list[dict[str, Any]]


def reveal(turn: int, tiles: str) -> dict[str, Any]:
    return {"turn": turn, "seat": None, "type": "reveal", "first": "a", "tiles": tiles.split()}


def score(turn: int, awards: str, tiles: str, **prizes: int) -> dict[str, Any]:
    takers = [None if taker == "-" else taker for taker in awards]
    what = {"awards": takers, "tiles": tiles.split(), "prizes": prizes}
    return {"turn": turn, "seat": None, "type": "score", "rock": "a", **what}


def use(turn: int, seat: str, tile: str) -> dict[str, Any]:
    return {"turn": turn, "seat": seat, "type": "tile", "tile": tile, "cards": None}


MIX = {"V1": 2, "V2": 1, "J": 1, "D": 1}


def test_a_used_tile_must_have_been_won_before_by_that_seat() -> None:
    events = [reveal(0, "? ? V1 V1 ?"), score(3, "RG-RG", "? ? V1 V1 ?")]
    assert brute.tiles_possible([*events, use(3, "R", "J")], "RG", MIX, {})
    assert brute.tiles_possible([*events, use(3, "R", "J"), use(4, "G", "D")], "RG", MIX, {})
    # Red won one unseen tile, and the board has one J.
    two = [*events, use(3, "R", "J"), use(5, "R", "D")]
    assert brute.tiles_first_impossible_turn(two, "RG", MIX, {}) == 5
    both = [*events, use(3, "R", "J"), use(4, "G", "J")]
    assert brute.tiles_first_impossible_turn(both, "RG", MIX, {}) == 4
    early = [events[0], use(2, "R", "J"), events[1]]
    assert brute.tiles_first_impossible_turn(early, "RG", MIX, {}) == 2


def test_points_range_over_what_the_unseen_tiles_can_be() -> None:
    events = [reveal(0, "? ? V1 V1 ?"), score(3, "RG-RG", "? ? V1 V1 ?", R=3)]
    assert brute.tile_point_ranges(events, "RG", MIX, {}) == {"R": (1, 3), "G": (0, 2)}
    # All five tiles are out: if Red's unseen one is V2, Green's are J and D.
    assert brute.tile_point_ranges(events, "RG", MIX, {}, {"R": 6})["G"] == (0, 0)
    assert brute.tile_point_ranges(events, "RG", MIX, {}, {"R": 4})["G"] == (2, 2)
    assert brute.tiles_possible(events, "RG", MIX, {}, {"R": 6, "G": 0})
    assert not brute.tiles_possible(events, "RG", MIX, {}, {"R": 6, "G": 2})
    assert brute.tiles_first_impossible_turn(events, "RG", MIX, {}, {"R": 5}) == 3
    with pytest.raises(ValueError, match="no tiles fit"):
        brute.tile_point_ranges(events, "RG", MIX, {}, {"R": 5})


def test_a_tile_seen_later_is_one_that_was_not_unseen_before() -> None:
    mix = {"J": 1, "D": 9}
    events = [
        reveal(0, "? D D D D"),
        score(3, "RRRRR", "? D D D D"),
        reveal(3, "D D D D D"),
    ]
    assert brute.tiles_possible([*events, use(4, "R", "J")], "RG", mix, {})
    seen = [*events[:2], reveal(3, "J D D D D")]
    assert brute.tiles_possible(seen, "RG", mix, {})
    assert brute.tiles_first_impossible_turn([*seen, use(4, "R", "J")], "RG", mix, {}) == 4


def test_the_eighth_and_ninth_reveals_are_dark() -> None:
    light, dark = {"C2": 35}, {"V3": 9, "V6": 1}
    events: Events = [reveal(0, "C2 C2 C2 C2 C2")]
    for number in range(1, 8):
        events.append(score(number, "-----", " ".join(events[-1]["tiles"])))
        events.append(reveal(number, "? ? ? ? ?"))
    events += [
        score(8, "RR---", "? ? ? ? ?"),
        reveal(8, "? ? V3 V3 V3"),
        score(9, "GG---", "? ? V3 V3 V3"),
    ]
    found = brute.tile_point_ranges(events, "RG", light, dark)
    assert found == {"R": (6, 9), "G": (6, 9)}
    assert not brute.tiles_possible(events, "RG", light, dark, {"R": 9, "G": 9})
    assert not brute.tiles_possible([*events, use(9, "R", "C2")], "RG", light, dark)
