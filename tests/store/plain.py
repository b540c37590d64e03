"""The statistics once more, counted in plain Python from the events of the games.

Nothing here knows of the database. Each function gives rows as dictionaries; derived columns
(shares, rates, intervals) are left to the tests.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import pairwise
from statistics import mean, median
from typing import Any

from iquazu_notation.games.iquazu import events as e
from iquazu_notation.replay import Replay

Row = dict[str, Any]
Only = str | None  # a player, if only that one is asked for

NAMES = {"R": "Red", "G": "Green", "Y": "Yellow", "P": "Purple"}


@dataclass(frozen=True)
class Seen:
    """One game as its events tell it."""

    replay: Replay

    @cached_property
    def seats(self) -> list[str]:
        return self.replay.record.tags["Seats"].split()

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def day(self) -> date:
        return date.fromisoformat(self.replay.record.tags.get("Date", "9999-01-01"))

    def name(self, seat: str) -> str | None:
        return self.replay.record.tags.get(NAMES[seat])

    def asked(self, only: Only) -> list[str]:
        return [seat for seat in self.seats if only is None or self.name(seat) == only]

    def order(self, seat: str | None) -> int:
        assert seat is not None
        return self.seats.index(seat) + 1

    def of(self, *kinds: type) -> list[Any]:
        return [event for event in self.replay.events if isinstance(event, kinds)]

    @property
    def decided(self) -> bool:
        totals = (self.replay.totals or {}).values()
        return self.replay.complete and all(isinstance(total, int) for total in totals)

    @property
    def totals(self) -> dict[str, int]:
        return dict(self.replay.totals or {})  # type: ignore[arg-type]

    def won(self, seat: str) -> bool:
        return self.totals[seat] == max(self.totals.values())

    def rank(self, seat: str) -> int:
        return 1 + sum(other > self.totals[seat] for other in self.totals.values())


Games = Iterable[Seen]


def decided(games: Games) -> list[Seen]:
    return [game for game in games if game.decided]


def heat(games: Games, only: Only, extra: Callable[[Seen, Any], tuple[Any, ...]]) -> Counter[Any]:
    found: Counter[Any] = Counter()
    for game in games:
        for gem in game.of(e.Place):
            if gem.seat in game.asked(only):
                found[(game.players, *extra(game, gem), gem.rock, gem.gap)] += 1
    return found


def heatmap(games: Games, only: Only) -> list[Row]:
    found = heat(games, only, lambda game, gem: ())
    return _shares(found, 1, ["players", "rock", "gap"], "gems")


def heatmap_by_seat(games: Games, only: Only) -> list[Row]:
    found = heat(games, only, lambda game, gem: (game.order(gem.seat),))
    return _shares(found, 2, ["players", "seat_order", "rock", "gap"], "gems")


def heatmap_cost(games: Games, only: Only) -> list[Row]:
    found = heat(games, only, lambda game, gem: (gem.cost,))
    return _shares(found, 2, ["players", "cost", "rock", "gap"], "gems")


def heatmap_winners(games: Games, only: Only) -> list[Row]:
    found = heat(decided(games), only, lambda game, gem: (game.won(gem.seat),))
    n: Counter[Any] = Counter()
    for (players, won, *_), gems in found.items():
        n[players, won] += gems
    rows = []
    for players, rock, gap in sorted({(p, r, g) for p, _, r, g in found}):
        winners, losers = found[players, True, rock, gap], found[players, False, rock, gap]
        winners_n, losers_n = n[players, True], n[players, False]
        share = winners / winners_n - losers / losers_n if winners_n and losers_n else None
        rows.append(
            {"players": players, "rock": rock, "gap": gap, "winners": winners, "losers": losers}
            | {"winners_n": winners_n, "losers_n": losers_n, "difference": share}
        )
    return rows


def _shares(found: Counter[Any], within: int, names: list[str], what: str) -> list[Row]:
    n: Counter[Any] = Counter()
    for key, count in found.items():
        n[key[:within]] += count
    return [
        dict(zip(names, key, strict=True)) | {what: found[key], "n": n[key[:within]]}
        for key in sorted(found)
    ]


def progress(game: Seen) -> list[tuple[str, dict[str, Any]]]:
    """Rock and totals of each scoring, and those of the end."""
    steps = [(event.rock, dict(event.totals)) for event in game.of(e.Score, e.Final)]
    if game.replay.complete:
        steps.append(("end", dict(game.replay.totals or {})))
    return [
        (rock, {seat: t if isinstance(t, int) else None for seat, t in totals.items()})
        for rock, totals in steps
    ]


def quantile(values: list[int], part: float) -> float:
    values = sorted(values)
    at = part * (len(values) - 1)
    low = int(at)
    high = min(low + 1, len(values) - 1)
    return values[low] + (at - low) * (values[high] - values[low])


def progression(games: Games, only: Only) -> list[Row]:
    found = defaultdict(list)
    for game in games:
        for number, (rock, totals) in enumerate(progress(game), 1):
            for seat in game.asked(only):
                if totals[seat] is not None:
                    found[game.players, number, rock].append(totals[seat])
    return [
        {"players": players, "scoring": number, "rock": rock, "mean": mean(values)}
        | {"least": min(values), "quarter": quantile(values, 0.25), "median": median(values)}
        | {"three_quarters": quantile(values, 0.75), "most": max(values), "n": len(values)}
        for (players, number, rock), values in sorted(found.items())
    ]


def latest(games: Games, number: int) -> list[Seen]:
    """The last games by day, then in the order they are in; those without a day are first."""
    order = sorted(enumerate(games), key=lambda one: (one[1].day.year < 9999, one[1].day, one[0]))
    return [game for _, game in order[-number:]]


def progression_game(games: Games, only: Only) -> list[Row]:
    rows = [
        {"players": game.players, "game": (game.replay.id or "")[:12]}
        | {"seat_order": game.order(seat), "seat": seat, "player": game.name(seat)}
        | {"scoring": number, "rock": rock, "total": totals[seat]}
        for game in latest([game for game in games if game.asked(only)], 100)
        for number, (rock, totals) in enumerate(progress(game), 1)
        for seat in game.seats
    ]
    return sorted(rows, key=lambda r: (r["players"], r["game"], r["seat_order"], r["scoring"]))


def _results(games: Games, only: Only, key: Callable[[Seen, str], Any]) -> dict[Any, Row]:
    found = defaultdict(list)
    for game in decided(games):
        for seat in game.asked(only):
            found[game.players, key(game, seat)].append(
                (game.won(seat), game.rank(seat), game.totals[seat])
            )
    return {
        key: {"wins": sum(won for won, _, _ in all_), "mean_rank": mean(r for _, r, _ in all_)}
        | {"mean_total": mean(total for _, _, total in all_), "n": len(all_)}
        for key, all_ in found.items()
    }


def seat_order(games: Games, only: Only) -> list[Row]:
    found = _results(games, only, Seen.order)
    return [{"players": k[0], "seat_order": k[1]} | found[k] for k in sorted(found)]


def players(games: Games, only: Only) -> list[Row]:
    found = _results(games, only, Seen.name)
    return [{"players": k[0], "player": k[1]} | found[k] for k in sorted(found)]


def sources_of_points(games: Games, only: Only) -> list[Row]:
    points: dict[Any, list[tuple[bool, int]]] = defaultdict(list)
    seats = defaultdict(list)
    for game in decided(games):
        for seat in game.asked(only):
            won = game.won(seat)
            seats[game.players].append(won)
            for event in game.of(e.Score, e.Final):
                if seat in event.prizes:
                    points[game.players, f"rock {event.rock}"].append((won, event.prizes[seat]))
            (kept,) = game.of(e.TilePoints)
            points[game.players, "tiles"].append((won, kept.points.get(seat, 0)))
    rows = []
    for (number, source), all_ in sorted(points.items()):
        everything = sum(p for (n, _), some in points.items() if n == number for _, p in some)
        winners, losers = seats[number].count(True), seats[number].count(False)
        rows.append(
            {"players": number, "source": source, "points": sum(p for _, p in all_)}
            | {"share": sum(p for _, p in all_) / everything}
            | {"mean": sum(p for _, p in all_) / len(seats[number]), "n": len(seats[number])}
            | {"mean_won": sum(p for w, p in all_ if w) / winners if winners else None}
            | {"mean_lost": sum(p for w, p in all_ if not w) / losers if losers else None}
        )
    return rows


def lead_changes(games: Games, only: Only) -> list[Row]:
    found: Counter[Any] = Counter()
    for game in decided(games):
        if not game.asked(only):
            continue
        by_turn = {event.turn: event.totals for event in game.of(e.Score, e.End)}
        leaders = []
        for turn in sorted(by_turn):
            leading = [s for s, t in by_turn[turn].items() if t == max(by_turn[turn].values())]
            leaders += leading if len(leading) == 1 else []
        changes = sum(a != b for a, b in pairwise(leaders))
        found[game.players, changes] += 1
    return _shares(found, 1, ["players", "lead_changes"], "games")


def comeback(games: Games, only: Only) -> list[Row]:
    found = defaultdict(list)
    for game in decided(games):
        scorings = [event.totals for event in game.of(e.Score, e.Final)]
        winners = [seat for seat in game.asked(only) if game.won(seat)]
        if winners:
            behind = max(max(t.values()) - t[seat] for t in scorings for seat in winners)
            found[game.players].append((behind, game.replay.id or ""))
    rows = []
    for number, all_ in sorted(found.items()):
        points = [behind for behind, _ in all_]
        steps = defaultdict(list)
        for behind, game_id in all_:
            steps[behind and 1 + 5 * ((behind - 1) // 5)].append((behind, game_id))
        rows += [
            {"players": number, "behind": step, "games": len(part), "n": len(all_)}
            | {"mean": mean(points), "median": median(points), "largest": max(points)}
            | {"game": max(part)[1][:12]}
            for step, part in sorted(steps.items())
        ]
    return rows


def lead_wins(games: Games, only: Only) -> list[Row]:
    found: dict[Any, list[tuple[str, int]]] = defaultdict(list)
    for game in decided(games):
        if not game.asked(only):
            continue
        for number, event in enumerate(game.of(e.Score, e.Final), 1):
            second, best = sorted(event.totals.values())[-2:]
            (leader, *_) = [seat for seat, total in event.totals.items() if total == best]
            word = "tied" if best == second else "won" if game.won(leader) else "lost"
            if word == "tied" or leader in game.asked(only):
                found[game.players, number, event.rock].append((word, best - second))
            else:
                found[game.players, number, event.rock] += []
    rows = []
    for (number, scoring, rock), all_ in sorted(found.items()):
        leads = [lead for word, lead in all_ if word != "tied"]
        words = Counter(word for word, _ in all_)
        rows.append(
            {"players": number, "scoring": scoring, "rock": rock, "wins": words["won"]}
            | {"tied": words["tied"], "n": len(leads), "mean_lead": mean(leads) if leads else None}
        )
    return rows


def tiles(games: Games, only: Only) -> list[Row]:
    found: dict[Any, Row] = {}
    for game in decided(games):
        if not game.asked(only):
            continue
        held: dict[Any, list[int]] = defaultdict(list)
        for event in game.of(e.Score, e.Tile):
            if isinstance(event, e.Tile):
                taken = held[event.seat, event.tile].pop(0)
                if event.seat in game.asked(only):
                    found[game.players, event.tile]["waits"].append(event.turn - taken)
                continue
            for kind, seat in zip(event.tiles, event.awards, strict=True):
                row = found.setdefault(
                    (game.players, kind), {"offered": 0, "won": 0, "waits": [], "who": {}}
                )
                row["offered"] += 1
                if seat is not None:
                    held[seat, kind].append(event.turn)
                if seat in game.asked(only):
                    row["won"] += 1
                    row["who"][game.replay.id, seat] = game.won(seat)
    return [
        {"players": number, "kind": kind, "offered": row["offered"], "won": row["won"]}
        | {"used": len(row["waits"]), "wait": mean(row["waits"]) if row["waits"] else None}
        | {"holders": len(row["who"]), "holders_won": sum(row["who"].values())}
        for (number, kind), row in sorted(found.items())
    ]


def prize_cost(games: Games, only: Only) -> list[Row]:
    found = defaultdict(list)
    for game in games:
        paid: Counter[Any] = Counter()
        for event in game.of(e.Place, e.Score, e.Final):
            if isinstance(event, e.Place):
                paid[event.rock, event.seat] += len(event.paid)
                continue
            for place, (seat, points) in enumerate(event.prizes.items(), 1):
                if seat in game.asked(only):
                    key = game.players, event.rock, place
                    found[key].append((points, paid[event.rock, seat]))
    return [
        {"players": number, "rock": rock, "place": place, "points": mean(p for p, _ in all_)}
        | {"cards": mean(c for _, c in all_), "n": len(all_)}
        | {"cards_per_point": sum(c for _, c in all_) / sum(p for p, _ in all_)}
        for (number, rock, place), all_ in sorted(found.items())
    ]


def rhythm(games: Games, only: Only) -> list[Row]:
    found = defaultdict(list)
    for game in games:
        by_turn = defaultdict(list)
        for event in game.of(e.Draw, e.Place):
            by_turn[event.turn].append(event)
        for turn, acts in by_turn.items():
            if acts[0].seat in game.asked(only):
                gems = sum(isinstance(act, e.Place) for act in acts)
                cards = sum(len(act.cards) for act in acts if isinstance(act, e.Draw))
                key = game.players, 1 + (turn - 1) // game.players
                found[key].append((isinstance(acts[0], e.Place), gems, cards))
    return [
        {"players": number, "round": round_, "places": sum(p for p, _, _ in all_)}
        | {"gems": mean(g for _, g, _ in all_), "cards": mean(c for _, _, c in all_)}
        | {"n": len(all_)}
        for (number, round_), all_ in sorted(found.items())
    ]


def pairs(games: Games, only: Only) -> list[Row]:
    found = defaultdict(list)
    for game in games:
        for gem in game.of(e.Place):
            if gem.seat in game.asked(only):
                found[game.players, gem.cost].append((len(gem.paid) - gem.cost, len(gem.paid)))
    return [
        {"players": number, "cost": cost, "with_pairs": sum(p > 0 for p, _ in all_)}
        | {"wasted": sum(p for p, _ in all_), "cards": sum(c for _, c in all_), "n": len(all_)}
        | {"waste": sum(p for p, _ in all_) / sum(c for _, c in all_)}
        for (number, cost), all_ in sorted(found.items())
    ]


def drops(games: Games, only: Only) -> list[Row]:
    laid: Counter[Any] = Counter()
    turns: Counter[Any] = Counter()
    tables: Counter[Any] = Counter()
    for game in games:
        for seat in game.asked(only):
            key = game.players, game.order(seat)
            tables[key] += 1
            laid[key] += sum(drop.seat == seat for drop in game.of(e.Drop))
            turns[key] += len(range(key[1], game.replay.turns + 1, game.players))
    return [
        {"players": k[0], "seat_order": k[1], "drops": laid[k], "n": turns[k]}
        | {"per_game": laid[k] / tables[k]}
        for k in sorted(tables)
    ]


def contested(games: Games, only: Only) -> list[Row]:
    found = defaultdict(list)
    for game in games:
        if not game.asked(only):
            continue
        gems: list[e.Place] = []
        for event in game.of(e.Place, e.Score, e.Final):
            if isinstance(event, e.Place):
                gems.append(event)
                continue
            here = Counter(gem.seat for gem in gems if gem.rock == event.rock)
            if here:
                tied = list(here.values()).count(max(here.values())) > 1
                found[game.players, f"rock {event.rock}"].append(tied)
            if isinstance(event, e.Final):
                continue
            for row, taker in enumerate(event.awards, 1):
                there = Counter(g.seat for g in gems if g.row == row and g.rock >= event.rock)
                assert (taker is None) == (not there)
                if there:
                    tied = list(there.values()).count(max(there.values())) > 1
                    found[game.players, f"row {row}"].append(tied)
    return [
        {"players": number, "what": what, "by_tie_break": sum(all_), "n": len(all_)}
        for (number, what), all_ in sorted(found.items())
    ]


def openings(games: Games, only: Only) -> list[Row]:
    found: dict[Any, list[tuple[bool, list[int]]]] = defaultdict(list)
    for game in decided(games):
        if not game.asked(only):
            continue
        gems = game.of(e.Place)
        winners = [game.order(seat) for seat in game.seats if game.won(seat)]
        for k in range(1, min(4, len(gems)) + 1):
            line = " ".join(f"{game.order(g.seat)}{g.rock}{g.gap}" for g in gems[:k])
            found[game.players, k, line].append((game.won(gems[0].seat), winners))
    rows = [
        {"players": number, "k": k, "opening": line, "wins": sum(w for w, _ in all_)}
        | {f"won_{at}": sum(at in winners for _, winners in all_) for at in (1, 2, 3, 4)}
        | {"n": len(all_)}
        for (number, k, line), all_ in found.items()
    ]
    rows.sort(key=lambda row: (row["players"], row["k"], -row["n"], row["opening"]))
    kept: Counter[Any] = Counter()
    frequent = []
    for row in rows:
        kept[row["players"], row["k"]] += 1
        if kept[row["players"], row["k"]] <= 20:
            frequent.append(row)
    return frequent


def colours(games: Games, only: Only) -> list[Row]:
    seen: Counter[Any] = Counter()
    for game in games:
        for event in game.of(e.Deal, e.Draw, e.Tile):
            if event.cards and "?" not in event.cards and event.seat in game.asked(only):
                seen.update((game.players, card) for card in event.cards)
    numbers = sorted({number for number, _ in seen})
    return [
        {"players": number, "colour": colour, "cards": seen[number, colour], "expected": 1 / 3}
        | {"n": sum(seen[number, c] for c in "WBO")}
        for number in numbers
        for colour in "WBO"
    ]


def scores(games: Games, only: Only) -> list[Row]:
    found: Counter[Any] = Counter()
    won: Counter[Any] = Counter()
    for game in decided(games):
        for seat in game.asked(only):
            key = game.players, game.totals[seat] // 5 * 5
            found[key] += 1
            won[key] += game.won(seat)
    rows = _shares(found, 1, ["players", "points"], "seats")
    return [row | {"winners": won[row["players"], row["points"]]} for row in rows]


def margins(games: Games, only: Only) -> list[Row]:
    found: Counter[Any] = Counter()
    for game in decided(games):
        if game.asked(only):
            second, best = sorted(game.totals.values())[-2:]
            step = next(s for s in (0, *range(1, 500, 5)) if best - second < (s + 5 if s else 1))
            found[game.players, step] += 1
    return _shares(found, 1, ["players", "margin"], "games")


def length(games: Games, only: Only) -> list[Row]:
    found: Counter[Any] = Counter()
    for game in decided(games):
        if game.asked(only):
            found[game.players, game.replay.turns - game.replay.turns % 5] += 1
    return _shares(found, 1, ["players", "turns"], "games")


def head_to_head(games: Games, only: Only) -> list[Row]:
    found = defaultdict(list)
    for game in decided(games):
        for seat in game.asked(only):
            for other in game.seats:
                name, opponent = game.name(seat), game.name(other)
                if name and opponent and name != opponent:
                    lead = game.totals[seat] - game.totals[other]
                    found[game.players, name, opponent].append(lead)
    return [
        {"players": number, "player": name, "opponent": opponent}
        | {"above": sum(d > 0 for d in all_), "level": all_.count(0)}
        | {"below": sum(d < 0 for d in all_), "n": len(all_), "mean_difference": mean(all_)}
        for (number, name, opponent), all_ in sorted(found.items())
    ]


PLAIN: dict[str, Callable[[Games, Only], list[Row]]] = {
    counted.__name__.replace("_", "-"): counted
    for counted in (
        colours,
        comeback,
        contested,
        drops,
        head_to_head,
        heatmap,
        heatmap_by_seat,
        heatmap_cost,
        heatmap_winners,
        lead_changes,
        lead_wins,
        length,
        margins,
        openings,
        pairs,
        players,
        prize_cost,
        progression,
        progression_game,
        rhythm,
        scores,
        seat_order,
        sources_of_points,
        tiles,
    )
}
