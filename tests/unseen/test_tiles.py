from __future__ import annotations

import pytest

from iquazu_notation import read_text, replay

from . import brute
from .random_records import random_tile_record


@pytest.mark.parametrize("damage", [False, True])
@pytest.mark.parametrize("players", [2, 3])
def test_tiles_are_matched_as_trying_all_of_them_does(players: int, damage: bool) -> None:
    impossible = 0
    for seed in range(1, 31):
        written = random_tile_record(seed, players=players, unseen=5, damage=damage)
        light, dark = written.board.light, written.board.dark
        told = (written.events, written.seats, light, dark, written.totals)
        game = replay(next(read_text(written.text)), boards=written.boards)
        possible = brute.tiles_possible(*told)
        assert (game.verdict != "invalid") == possible, (seed, game.diagnostics)
        impossible += not possible
        if possible:
            rocks = [e for e in game.events if e.type in ("score", "final")][-1]
            ranges = brute.tile_point_ranges(*told)
            for seat, (low, high) in ranges.items():
                base = rocks.totals[seat]  # type: ignore[attr-defined]
                total = (game.totals or {})[seat]
                assert total == (base + low if low == high else [base + low, base + high])
            # What the kept tiles were worth is told where it is certain, seen or not.
            certain = {seat: low for seat, (low, high) in ranges.items() if low == high > 0}
            told_points = [e for e in game.events if e.type == "tile_points"][-1]
            assert told_points.points == certain  # type: ignore[attr-defined]
    assert impossible > 5 if damage else impossible == 0


UNSEEN = """[Game "Iquazu"]
[Board "reference"]
[Strips "3 1 5 2 4"]
[Seats "R G Y P"]

0. R+WWBO G+WWBOO Y+WBBOOO P+WWWBBOO >J,D,?,C2,D
1. R +WWWO
2. G a4:W
3. Y a2:B
4. P c7:WWBB
5. R b7:WWOO
6. G a5:O
7. Y b5:OO
8. P +WBBB
9. R a7:W
10. G +WWBO
11. Y a6:B >C2,C3,V1,C2,V2
12. P b3:WW
13. R +
14. G {tile} a9:W
"""


def with_tile(tile: str) -> str:
    """Green, who took the unseen tile of row 3, uses it."""
    return UNSEEN.replace("14. G {tile} a9:W", f"14. G {tile}")


def test_a_used_tile_tells_what_an_unseen_one_was() -> None:
    game = replay(next(read_text(with_tile("*C4+???? +"))))
    assert game.verdict == "consistent"
    assert game.fill_unseen() == 1
    assert ">J,D,C4,C2,D" in game.text()


def test_an_unseen_tile_can_be_used_once_only() -> None:
    game = replay(next(read_text(with_tile("*C4+???? *C3+??? +"))))
    assert game.verdict == "invalid"
    assert game.diagnostics[0].code == "IQ210"
    assert game.diagnostics[0].turn == 14


def test_a_light_tile_is_none_of_those_that_are_dark_only() -> None:
    dark = with_tile("+").replace(">J,D,?,C2,D", ">J,D,V6,C2,D")
    assert replay(next(read_text(dark))).diagnostics[0].code == "IQ505"
