"""Titles claim only what the 95 % intervals bear; otherwise they say that nothing is clear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from iquazu_notation.figures import people, places, play, points, small_boards, tiles, winning
from iquazu_notation.figures.chart import Chart, ahead
from iquazu_notation.store.filters import Filters
from iquazu_notation.store.statistics import Result, statistic_named
from iquazu_notation.store.wilson import wilson

Row = dict[str, Any]


def made(name: str, rows: Sequence[Row]) -> Result:
    """An answer with these rows, from many games."""
    columns = list(rows[0])
    listed = [tuple(row[column] for column in columns) for row in rows]
    return Result(statistic_named(name), Filters(), columns, listed, 1000, 0, None)


def rate(hits: int, n: int, before: str = "", name: str = "rate") -> Row:
    low, high = wilson(hits, n) or (None, None)
    return {f"{before}{name}": hits / n, f"{before}low": low, f"{before}high": high}


def title(chart: Chart) -> str:
    assert chart.figure is not None, chart.said
    return chart.title.replace("\xa0", " ")


# ---------------------------------------------------------------------- the helper


def of(*bounds: tuple[float, float]) -> list[Row]:
    return [{"rate": (low + high) / 2, "low": low, "high": high} for low, high in bounds]


def test_the_best_is_ahead_only_where_no_other_interval_reaches_its_own() -> None:
    clear = of((0.1, 0.2), (0.5, 0.7), (0.3, 0.4))
    assert ahead(clear) == [clear[1]]
    assert ahead(of((0.1, 0.2), (0.5, 0.7), (0.3, 0.5))) == []


def test_two_can_be_ahead_together() -> None:
    rows = of((0.5, 0.7), (0.1, 0.2), (0.55, 0.8))
    assert ahead(rows) == []
    assert ahead(rows, most=2) == [rows[2], rows[0]]


def test_nobody_is_ahead_of_nobody() -> None:
    assert ahead([]) == ahead(of((0.5, 0.7))) == ahead(of((0.5, 0.7)), most=3) == []


def test_the_least_is_named_by_the_same_rule() -> None:
    rows = of((0.5, 0.7), (0.1, 0.2), (0.55, 0.8))
    assert ahead(rows, least=True) == [rows[1]]
    assert ahead(of((0.5, 0.7), (0.4, 0.55)), least=True) == []


def test_rows_without_a_rate_are_not_weighed() -> None:
    rows = [*of((0.5, 0.7), (0.1, 0.2)), {"rate": None, "low": None, "high": None}]
    assert ahead(rows) == rows[:1]


# ---------------------------------------------------------------------- winning


def seats(*wins: int, n: int = 100) -> Result:
    return made(
        "seat-order",
        [
            {"players": len(wins), "seat_order": at, "wins": won, "n": n}
            | rate(won, n)
            | {"mean_rank": 2.0, "mean_total": 50.0}
            for at, won in enumerate(wins, 1)
        ],
    )


@pytest.mark.parametrize(
    ("wins", "said"),
    [
        ((60, 13, 13, 14), "The 1st place wins most: 60 % of games"),
        ((28, 24, 24, 24), "No place in the turn order is clearly better"),
        (
            (49, 1, 50, 2),
            "The 1st and 3rd places in the turn order win most: 49 % and 50 % of games",
        ),
        ((33, 32, 1, 34), "The 3rd place wins least: 1 % of games"),
        ((45, 55), "No place in the turn order is clearly better"),
        ((50,), "From the 1st place, 50 % of games are won"),
    ],
)
def test_a_place_in_the_turn_order_is_named_if_it_is_clearly_better(
    wins: tuple[int, ...], said: str
) -> None:
    assert title(winning.seat_order(seats(*wins))) == said


def leads(*wins: int, n: int = 100) -> Result:
    return made(
        "lead-wins",
        [
            {"players": 2, "scoring": at, "rock": "abcdefghijk"[at - 1], "wins": won, "n": n}
            | rate(won, n)
            | {"mean_lead": 3.0, "tied": 0}
            for at, won in enumerate(wins, 1)
        ],
    )


def test_a_lead_counts_from_where_on_it_clearly_wins_for_good() -> None:
    said = "A lead counts from rock d on: 75 % of its leaders win"
    assert title(winning.lead_wins(leads(50, 70, 55, 75, 80))) == said
    assert title(winning.lead_wins(leads(50, 55, 58))) == "No lead clearly wins more often than not"


def opened(*wins: int, n: int = 40) -> Result:
    return made(
        "openings",
        [
            {"players": 2, "k": 1, "opening": f"1a{at}", "wins": won, "n": n}
            | rate(won, n)
            | {"won_1": won, "won_2": n - won, "won_3": 0, "won_4": 0}
            for at, won in enumerate(wins, 1)
        ],
    )


def test_an_opening_is_named_if_it_clearly_wins_more() -> None:
    assert title(winning.openings(opened(20, 38, 18))) == (
        "Games that open with 1a2 are won most by the seat that opens: 95 %"
    )
    assert title(winning.openings(opened(20, 26, 18))) == (
        "No opening clearly wins more than the others"
    )
    assert title(winning.openings(opened(38))) == "No opening clearly wins more than the others"


# ---------------------------------------------------------------------- points


def costs(*per_point: float) -> Result:
    return made(
        "prize-cost",
        [
            {"players": 2, "rock": rock, "place": 1, "points": 5.0, "cards": 5.0}
            | {"cards_per_point": cost, "n": 100}
            for rock, cost in zip("abcdefghijk", per_point, strict=False)
        ],
    )


def test_points_get_cheaper_only_if_all_early_rocks_are_dearer_than_all_late_ones() -> None:
    falling = (1.2, 1.1, 1.3, 1.0, 1, 1, 1, 0.9, 0.8, 0.8, 0.5)
    assert title(points.prize_cost(costs(*falling))) == (
        "Points get cheaper down the board: 1.2 cards each for the most gems on rock a, 0.5 on k"
    )
    assert title(points.prize_cost(costs(*reversed(falling)))).startswith("Points get dearer")
    unclear = "Points get neither clearly cheaper nor clearly dearer down the board"
    assert title(points.prize_cost(costs(*falling[:3], 0.7, *falling[4:]))) == unclear
    assert title(points.prize_cost(costs(2, 1))) == unclear


def sourced(late: float, n: int) -> Result:
    shares = {"rock a": 0.9 - late, "rock g": late, "tiles": 0.1}
    return made(
        "sources-of-points",
        [
            {"players": 2, "source": source, "points": int(100 * share), "share": share}
            | {"mean": share, "mean_won": share, "mean_lost": share, "n": n}
            for source, share in shares.items()
        ],
    )


def test_later_rocks_decide_only_if_clearly_more_than_half_of_the_points_come_from_them() -> None:
    said = "61 % of points come from g to k, 10 % from kept tiles"
    assert title(points.sources(sourced(0.61, 400))) == f"Later rocks decide: {said}"
    assert title(points.sources(sourced(0.61, 20))) == said
    assert title(points.sources(sourced(0.4, 400))).startswith("40 % of points come")


# ---------------------------------------------------------------------- places


def board(gems: dict[str, int], **more: Any) -> list[Row]:
    n = sum(gems.values())
    return [
        {"players": 2, **more, "rock": place[0], "gap": int(place[1]), "gems": count, "n": n}
        | rate(count, n, name="share")
        for place, count in gems.items()
    ]


@pytest.mark.parametrize(
    ("gems", "said"),
    [
        ({"a1": 50, "a2": 50, "b1": 20, "b2": 25}, "Rock a is the busiest: 69 % of all gems"),
        (
            {"a1": 90, "a2": 20, "b1": 20, "b2": 25},
            "Rock a is the busiest: 71 % of all gems, and a1 the favourite gap",
        ),
        ({"a1": 20, "a2": 21, "b1": 20, "b2": 25}, "No rock and no gap is clearly the busiest"),
        ({"a1": 60, "b1": 30, "b2": 30}, "a1 is the favourite gap: 50.0 % of all gems"),
        (
            {"a1": 10, "b1": 40, "c1": 40, "d1": 10},
            "Rocks b and c are the busiest: 80 % of all gems",
        ),
    ],
)
def test_rocks_and_gaps_are_called_busiest_only_if_they_clearly_are(
    gems: dict[str, int], said: str
) -> None:
    assert title(places.heatmap(made("heatmap", board(gems)))) == said


def sides(winners: dict[str, int], losers: dict[str, int]) -> Result:
    won, lost = sum(winners.values()), sum(losers.values())
    return made(
        "heatmap-winners",
        [
            {"players": 2, "rock": rock, "gap": 1, "winners": winners[rock], "winners_n": won}
            | rate(winners[rock], won, "winners_", "share")
            | {"losers": losers[rock], "losers_n": lost}
            | rate(losers[rock], lost, "losers_", "share")
            | {"difference": winners[rock] / won - losers[rock] / lost}
            for rock in winners
        ],
    )


@pytest.mark.parametrize(
    ("winners", "losers", "said"),
    [
        ((80, 20, 50), (20, 80, 50), "Winners favour rock a, the others rock b"),
        ((80, 50, 50), (30, 45, 45), "Winners favour rock a more than the others do"),
        ((50, 60, 10), (40, 50, 50), "Winners place less on rock c than the others do"),
        (
            (30, 25, 20),
            (25, 30, 20),
            "Winners place no more on any rock than the others, as far as one can tell",
        ),
    ],
)
def test_winners_favour_a_rock_only_if_its_shares_are_clearly_apart(
    winners: tuple[int, ...], losers: tuple[int, ...], said: str
) -> None:
    result = sides(dict(zip("abc", winners, strict=True)), dict(zip("abc", losers, strict=True)))
    assert title(places.heatmap_winners(result)) == said


def test_a_place_favours_a_rock_only_if_it_clearly_places_more_there() -> None:
    def drawn(first: dict[str, int], second: dict[str, int]) -> str:
        rows = [*board(first, seat_order=1), *board(second, seat_order=2)]
        return title(small_boards.heatmap_by_seat(made("heatmap-by-seat", rows)))

    assert drawn({"a1": 80, "b1": 20}, {"a1": 20, "b1": 80}) == (
        "The 1st place favours rock a: 80 % of its gems, 20 % of the others’"
    )
    alike = "No place in the turn order clearly favours a rock"
    assert drawn({"a1": 52, "b1": 48}, {"a1": 48, "b1": 52}) == alike


def test_a_gap_that_a_place_never_used_counts_as_nothing() -> None:
    rows = [*board({"a1": 40}, seat_order=1), *board({"a1": 20, "b1": 20}, seat_order=2)]
    chart = small_boards.heatmap_by_seat(made("heatmap-by-seat", rows))
    assert title(chart) == "The 1st place favours rock a: 100 % of its gems, 50 % of the others’"
    assert chart.figure is not None
    assert [list(trace.z) for trace in chart.figure.data] == [[0.5, -0.5], [-0.5, 0.5]]
    assert [list(trace.text) for trace in chart.figure.data] == [["+", "−"], ["−", "+"]]


def test_a_cost_is_called_most_frequent_only_if_it_clearly_is() -> None:
    def drawn(*counts: int) -> str:
        rows = [row for cost, n in enumerate(counts, 1) for row in board({"a1": n}, cost=cost)]
        return title(small_boards.heatmap_cost(made("heatmap-cost", rows)))

    assert drawn(100, 40, 20) == "Most frequent is a cost of 1 card: 62 % of gems"
    assert drawn(40, 100, 20) == "Most frequent is a cost of 2 cards: 62 % of gems"
    assert drawn(50, 45, 20) == "No cost is clearly the most frequent"


# ---------------------------------------------------------------------- tiles


def kinds(hits: dict[str, int], n: int = 100) -> Result:
    """Kinds of tiles: so many of n taken, used, and won with."""
    return made(
        "tiles",
        [
            {"players": 2, "kind": kind, "offered": n, "won": count}
            | rate(count, n, "won_")
            | {"used": count}
            | rate(count, n, "used_")
            | {"wait": 2.0, "holders": n, "holders_won": count}
            | rate(count, n, "holder_")
            for kind, count in hits.items()
        ],
    )


def test_a_kind_of_tile_is_said_to_win_or_lie_unused_only_if_it_clearly_does() -> None:
    clear = kinds({"C2": 90, "J": 50, "D": 20})
    assert title(tiles.holders(clear)) == "Holders of a tile “2 cards” win most: 90 %"
    assert title(tiles.used(clear)) == "“double” stays unused most often: 80 % of those taken"
    assert title(tiles.taken(clear)) == "53 % of tiles on offer are taken; “double” least: 20 %"
    unclear = kinds({"C2": 55, "J": 50, "D": 45})
    assert title(tiles.holders(unclear)) == (
        "No kind of tile clearly goes with more wins than all others"
    )
    assert title(tiles.used(unclear)) == (
        "100 % of tiles are used; no kind clearly stays unused most"
    )
    assert title(tiles.taken(unclear)) == "50 % of tiles on offer are taken, no kind clearly less"


# ---------------------------------------------------------------------- play


def dropped(*counts: int, n: int = 200) -> Result:
    return made(
        "drops",
        [
            {"players": 3, "seat_order": at, "drops": count, "n": n, "per_game": count / 10}
            | rate(count, n)
            for at, count in enumerate(counts, 1)
        ],
    )


def test_a_place_is_said_to_lay_most_drops_only_if_it_clearly_does() -> None:
    said = "The 3rd place lays most drops: 12.0 of 24.0 in a game"
    assert title(play.drops(dropped(60, 60, 120))) == said
    unclear = "No place in the turn order clearly lays more drops"
    assert title(play.drops(dropped(60, 60, 70))) == unclear


def coloured(*cards: int) -> Result:
    return made(
        "colours",
        [
            {"players": 2, "colour": colour, "cards": count, "n": sum(cards)}
            | rate(count, sum(cards))
            | {"expected": 1 / 3}
            for colour, count in zip("WBO", cards, strict=True)
        ],
    )


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ((100, 105, 98), "Colours are drawn as the deck lets expect"),
        ((500, 400, 300), "More white and fewer orange cards are drawn than the deck lets expect"),
        ((300, 300, 500), "More orange and fewer white and blue cards are drawn than the deck"
                          " lets expect"),
    ],
)  # fmt: skip
def test_colours_are_unlike_expected_only_outside_of_their_intervals(
    cards: tuple[int, ...], said: str
) -> None:
    assert title(play.colours(coloured(*cards))) == said


# ---------------------------------------------------------------------- players


def people_with(*ratings: float | None, wins: Sequence[int] = (), n: int = 100) -> Result:
    rows = []
    for at, rating in enumerate(ratings):
        won = wins[at] if wins else 50
        sigma = None if rating is None else 1.0
        rows.append(
            {"players": 2, "player": "ABCD"[at], "wins": won, "n": n}
            | rate(won, n)
            | {"mean_rank": 1.5, "mean_total": 50.0, "rating": rating, "uncertainty": sigma}
        )
    return made("players", rows)


def test_a_player_is_called_strongest_only_if_clearly_ahead() -> None:
    assert title(people.players(people_with(30.0, 25.0, 20.0))) == "A is clearly the strongest"
    assert title(people.players(people_with(28.0, 25.0))) == "No player is clearly the strongest"
    # The order is by the surest rating, so the strongest need not come first.
    assert title(people.players(people_with(25.0, 30.0))) == "B is clearly the strongest"


def test_unrated_players_are_weighed_by_their_wins() -> None:
    clear = people_with(None, None, wins=(80, 20))
    assert title(people.players(clear)) == "A wins most often: 80 %"
    unclear = people_with(None, None, wins=(52, 48))
    assert title(people.players(unclear)) == "No player clearly wins more often than the others"
    assert title(people.players(people_with(None, wins=(80,)))) == "A wins 80 % of games"


def met(*meetings: tuple[str, str, int, int, int]) -> Result:
    """Pairs with how often the first was above, level and below; both see it."""
    rows = []
    for one, other, above, level, below in meetings:
        for who, against, up, down in ((one, other, above, below), (other, one, below, above)):
            n = above + level + below
            rows.append(
                {"players": 2, "player": who, "opponent": against}
                | {"above": up, "level": level, "below": down, "n": n}
                | rate(up, n)
                | {"mean_difference": float(up - down)}
            )
    return made("head-to-head", rows)


@pytest.mark.parametrize(
    ("meetings", "said"),
    [
        ([("A", "B", 40, 0, 10)], "A ends above B in 80 % of 50 meetings"),
        ([("A", "B", 10, 0, 40)], "B ends above A in 80 % of 50 meetings"),
        ([("A", "B", 26, 0, 24)], "Neither A nor B is clearly above the other"),
        ([("A", "B", 5, 0, 0)], "Neither A nor B is clearly above the other"),
        ([("A", "B", 20, 25, 5)], "A ends above B in 40 % of 50 meetings"),
        (
            [("A", "B", 40, 0, 10), ("A", "C", 5, 0, 5), ("B", "C", 4, 1, 5)],
            "In 1 of 3 pairs one player is clearly above the other",
        ),
        (
            [("A", "B", 6, 0, 4), ("A", "C", 5, 0, 5)],
            "In none of 2 pairs is one player clearly above the other",
        ),
    ],
)
def test_a_pair_has_a_favourite_only_if_above_and_below_are_clearly_apart(
    meetings: list[tuple[str, str, int, int, int]], said: str
) -> None:
    chart = people.head_to_head(met(*meetings))
    assert title(chart) in (said, said.replace("Neither A nor B", "Neither B nor A"))
    assert chart.figure is not None
    underlined = sum("<u>" in text for text in chart.figure.data[0].text)
    assert underlined == (0 if "Neither" in said or "none" in said else 2)
