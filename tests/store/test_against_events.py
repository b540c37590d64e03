"""What the tables say of simulated games, against a plain computation from events and positions."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from iquazu_notation import Replay, read_text, replay
from tests.store.shelf import ask, load_games, simulated

NUMBER = 60


@pytest.fixture(scope="module")
def games() -> dict[str, Replay]:
    """By id."""
    found = {}
    for seed in range(NUMBER):
        game = replay(next(read_text(simulated(seed))))
        assert game.id is not None
        found[game.id] = game
    assert len(found) == NUMBER
    return found


@pytest.fixture(scope="module")
def db(games: dict[str, Replay], tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("store") / "games.duckdb"
    tally = load_games(file, games.values())
    assert (tally.loaded, tally.refused) == (NUMBER, 0)
    return file


def events(game: Replay, *types: str) -> list[dict[str, Any]]:
    return [event.as_json() for event in game.events if event.type in types]


def by_id(db: Path, columns: str, table: str, order: str = "") -> dict[str, list[tuple[Any, ...]]]:
    found: dict[str, list[tuple[Any, ...]]] = {}
    order = order and f" ORDER BY {order}"
    for own, *rest in ask(
        db, f"SELECT g.id, {columns} FROM {table} JOIN games g USING (game){order}"
    ):
        found.setdefault(own, []).append(tuple(rest))
    return found


def test_both_verdicts_are_among_the_games(games: dict[str, Replay]) -> None:
    assert {game.verdict for game in games.values()} == {"valid", "consistent"}


def test_totals_ranks_and_winners(db: Path, games: dict[str, Replay]) -> None:
    rows = by_id(db, "t.seat, t.total, t.total_low, t.total_high, t.rank, t.won", "seats t")
    for own, game in games.items():
        assert game.totals is not None
        for seat, total, low, high, rank, won in rows[own]:
            expected = game.totals[seat]
            if isinstance(expected, list):
                assert (total, [low, high], rank) == (None, expected, None)
            else:
                assert (total, low, high) == (expected, expected, expected)
            if all(isinstance(points, int) for points in game.totals.values()):
                order = sorted(game.totals.values(), reverse=True)  # type: ignore[type-var]
                assert rank == order.index(expected) + 1
            assert won == (None if game.winners is None else seat in game.winners)


def test_points_by_source(db: Path, games: dict[str, Replay]) -> None:
    rows = by_id(db, "t.seat, t.points_rocks, t.points_tiles", "seats t")
    for own, game in games.items():
        rocks: Counter[str] = Counter()
        for event in events(game, "score", "final"):
            rocks.update(event["prizes"])
        tiles = Counter({s: p for e in events(game, "tile_points") for s, p in e["points"].items()})
        for seat, on_rocks, on_tiles in rows[own]:
            assert on_rocks == rocks[seat]
            assert on_tiles is None or on_tiles == tiles[seat]
        if game.verdict == "valid":
            assert all(on_tiles is not None for _, _, on_tiles in rows[own])


def test_placements(db: Path, games: dict[str, Replay]) -> None:
    rows = by_id(
        db,
        "t.turn, t.seat, t.rock, t.gap, t.row, t.colour, t.cost, t.paid, t.paid_white, t.paid_blue,"
        " t.paid_orange, t.paid_unseen, t.joker, t.pairs, t.frame_column",
        "placements t",
        "t.game, t.number",
    )
    for own, game in games.items():
        expected = []
        first = "a"
        for e in events(game, "place", "frame"):
            if e["type"] == "frame":
                first = e["first"]
                continue
            paid = Counter(e["paid"])
            others = sum(n for card, n in paid.items() if card not in (e["colour"], "?"))
            seen = others // 2 if not e["joker"] else 0
            pairs = len(e["paid"]) - e["cost"] if paid["?"] else seen
            place = (e["turn"], e["seat"], e["rock"], e["gap"], e["row"], e["colour"], e["cost"])
            cards = (len(e["paid"]), paid["W"], paid["B"], paid["O"], paid["?"])
            column = ord(e["rock"]) - ord(first) + 1
            expected.append((*place, *cards, e["joker"], pairs, column))
        assert rows[own] == expected


def test_drops_and_draws(db: Path, games: dict[str, Replay]) -> None:
    drops = by_id(db, "t.turn, t.seat, t.rock, t.gap, t.row", "drops t", "t.game, t.number")
    draws = by_id(
        db, "t.turn, t.seat, t.kind, t.cards, t.white, t.unseen", "draws t", "t.game, t.number"
    )
    shuffles = by_id(db, "t.turn", "draws t", "t.game, t.number")
    assert any(game for game in games.values() if events(game, "reshuffle"))
    for own, game in games.items():
        expected = [
            (e["turn"], e["seat"], e["rock"], e["gap"], e["row"]) for e in events(game, "drop")
        ]
        assert drops[own] == expected
        taken = [
            (e["turn"], e["seat"], e["tile"] if e["type"] == "tile" else e["type"], e["cards"])
            for e in events(game, "deal", "draw", "tile", "discard")
            if e["cards"] is not None
        ]
        assert draws[own] == [
            (turn, seat, kind, len(cards), cards.count("W"), cards.count("?"))
            for turn, seat, kind, cards in taken
        ]
        assert len(shuffles[own]) == len(taken)
    reshuffled = by_id(db, "t.turn", "(FROM draws WHERE reshuffled) t", "t.game, t.number")
    for own, game in games.items():
        assert reshuffled.get(own, []) == [(e["turn"],) for e in events(game, "reshuffle")]


def test_hands_and_totals_after_turns_are_those_of_the_position(
    db: Path, games: dict[str, Replay]
) -> None:
    rows = by_id(
        db,
        "t.turn, [t.hand_1, t.hand_2, t.hand_3, t.hand_4], [t.total_1, t.total_2, t.total_3,"
        " t.total_4]",
        "turns t",
        "t.game, t.turn",
    )
    for own, game in games.items():
        assert [turn for turn, _, _ in rows[own]] == list(range(1, game.turns + 1))
        for turn in (1, game.turns // 3, game.turns // 2, game.turns - 1):
            position = game.position(turn + 1)
            number = len(position.seats)
            _, hands, totals = rows[own][turn - 1]
            assert hands == [sum(hand) for hand in position.hands] + [None] * (4 - number)
            assert totals == [*position.points] + [None] * (4 - number)
        last = [(game.totals or {})[seat] for seat in game.position().seats]
        closed = [total if isinstance(total, int) else None for total in last]
        assert rows[own][-1][2][: len(last)] == closed


def test_leaders_and_lead_changes(db: Path, games: dict[str, Replay]) -> None:
    rows = by_id(db, "t.turn, t.leader, t.lead, t.lead_changed", "turns t", "t.game, t.turn")
    counted = dict(ask(db, "SELECT id, lead_changes FROM games"))
    for own, game in games.items():
        seats = game.position().seats
        after: dict[int, dict[str, Any]] = {}
        for event in game.events:
            if hasattr(event, "totals"):
                after[event.turn] = dict(event.totals)
        now: dict[str, Any] = dict.fromkeys(seats, 0)
        changes, last = 0, None
        for turn, leader, lead, changed in rows[own]:
            now = after.get(turn, now)
            if any(isinstance(total, list) for total in now.values()):
                assert (leader, lead, changed) == (None, None, False)
                continue
            order = sorted(now.values(), reverse=True)
            best = [seat for seat in seats if now[seat] == order[0]]
            alone = best[0] if len(best) == 1 else None
            differs = alone is not None and last is not None and alone != last
            assert (leader, lead, changed) == (alone, order[0] - order[1], differs)
            changes += differs
            last = alone or last
        assert counted[own] == changes
    assert max(counted.values()) >= 3


def test_actions_and_tiles_of_turns(db: Path, games: dict[str, Replay]) -> None:
    rows = by_id(
        db,
        "t.turn, t.seat, t.action, t.draws, t.placements, t.tiles_used, t.discarded, t.dropped,"
        " t.scorings",
        "turns t",
        "t.game, t.turn",
    )
    for own, game in games.items():
        seats = game.position().seats
        for turn, *found in rows[own]:
            happened = [event.as_json() for event in game.events if event.turn == turn]
            kinds = [e["type"] for e in happened]
            discarded = sum(len(str(e["cards"])) for e in happened if e["type"] == "discard")
            assert found == [
                seats[(turn - 1) % len(seats)],
                next(kind for kind in kinds if kind in ("draw", "place")),
                kinds.count("draw"),
                kinds.count("place"),
                kinds.count("tile"),
                discarded,
                "drop" in kinds,
                kinds.count("score"),
            ]


def test_tiles_end_where_the_position_has_them(db: Path, games: dict[str, Replay]) -> None:
    rows = by_id(db, "t.kind, t.rock, t.row, t.seat, t.used_turn, t.points", "tiles t")
    for own, game in games.items():
        position = game.position()
        for place, seat in enumerate(position.seats):
            held = [kind for kind, _, _, s, used, _ in rows[own] if s == seat and used is None]
            assert sorted(held) == sorted(position.held[place])
        gone = Counter(k for k, _, _, s, used, _ in rows[own] if used is not None or s is None)
        assert gone == Counter(position.out)
        used = [(e["turn"], e["tile"]) for e in events(game, "tile")]
        assert sorted((u, k) for k, _, _, _, u, _ in rows[own] if u is not None) == sorted(used)
        points = sum(points or 0 for *_, points in rows[own])
        assert points == sum(sum(e["points"].values()) for e in events(game, "tile_points"))


def test_the_first_tile_of_a_kind_is_marked_for_each_seat(
    db: Path, games: dict[str, Replay]
) -> None:
    rows = by_id(db, "t.seat, t.kind, t.scoring, t.row, t.first_of_kind", "tiles t")
    for own in games:
        given = [(seat, kind) for seat, kind, scoring, _, _ in rows[own] if scoring and seat]
        marked = [row for row in rows[own] if row[-1]]
        assert Counter(row[:2] for row in marked) == dict.fromkeys(given, 1)
        for seat, kind, scoring, row, _ in marked:
            others = [r for r in rows[own] if r[:2] == (seat, kind) and r[2]]
            assert min((r[2], r[3]) for r in others) == (scoring, row)
        unmarked = [row for row in rows[own] if row[-1] is None]
        assert len(unmarked) == len(rows[own]) - len(given)


def test_scorings_prizes_and_takers(db: Path, games: dict[str, Replay]) -> None:
    scorings = by_id(db, "t.turn, t.kind, t.rock", "scorings t", "t.game, t.scoring")
    prizes = by_id(
        db,
        "t.scoring, t.rock, t.seat, t.points, t.gems, t.tied, t.cards_paid",
        "prizes t",
        "t.game, t.scoring, t.place",
    )
    takers = by_id(db, "t.scoring, t.row, t.seat, t.gems, t.tied", "takers t")
    for own, game in games.items():
        kinds = {"score": "interim", "final": "final"}
        scored = events(game, "score", "final")
        assert scorings[own] == [(e["turn"], kinds[e["type"]], e["rock"]) for e in scored]
        expected_prizes, expected_takers, number = [], [], 0
        placed: list[dict[str, Any]] = []
        for e in events(game, "place", "score", "final"):
            if e["type"] == "place":
                placed.append(e)
                continue
            number += 1
            gems = Counter(p["seat"] for p in placed if p["rock"] == e["rock"])
            for seat, points in e["prizes"].items():
                tied = list(gems.values()).count(gems[seat]) > 1
                paid = sum(
                    len(p["paid"]) for p in placed if p["rock"] == e["rock"] and p["seat"] == seat
                )
                prize = (number, e["rock"], seat, points, gems[seat], tied, paid)
                expected_prizes.append(prize)
            for row, seat in enumerate(e.get("awards", ()), 1):
                there = Counter(
                    p["seat"] for p in placed if p["row"] == row and p["rock"] >= e["rock"]
                )
                tied = list(there.values()).count(there[seat]) > 1
                gems_there = there[seat] if seat else None
                expected_takers.append((number, row, seat, gems_there, tied if seat else None))
        assert prizes[own] == expected_prizes
        assert sorted(takers[own]) == sorted(expected_takers)
    assert any(tied for rows in takers.values() for *_, tied in rows)
