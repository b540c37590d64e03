"""A row of each table, field by field as in `schema.sql`, without the key of its game in front."""

from __future__ import annotations

import datetime
from typing import NamedTuple


class GameRow(NamedTuple):
    """`games`, up to the columns that say where the record came from."""

    id: str
    rules: str
    board: str
    board_hash: str
    strips: str
    players: int
    seats: str
    verdict: str
    complete: bool
    from_position: bool
    first_turn: int
    turns: int
    scorings: int
    winners: str | None
    best_total: int | None
    margin: int | None
    lead_changes: int
    date: str | None
    played_on: datetime.date | None
    time: str | None
    event: str | None
    site: str | None
    round: str | None
    recorder: str | None
    source: str | None
    result: str | None
    termination: str | None
    continues: str | None


class TagRow(NamedTuple):
    """`tags`."""

    number: int
    name: str
    value: str


class SeatRow(NamedTuple):
    """`seats`."""

    seat_order: int
    seat: str
    player: str | None
    total: int | None
    total_low: int | None
    total_high: int | None
    rank: int | None
    won: bool | None
    points_start: int
    points_rocks: int
    points_tiles: int | None
    turns: int
    placements: int
    draws: int
    cards_paid: int
    tiles_won: int
    tiles_used: int


class TurnRow(NamedTuple):
    """`turns`."""

    turn: int
    seat_order: int
    seat: str
    action: str | None
    draws: int
    placements: int
    tiles_used: int
    discarded: int
    dropped: bool
    scorings: int
    hand_1: int
    hand_2: int
    hand_3: int | None
    hand_4: int | None
    total_1: int | None
    total_2: int | None
    total_3: int | None
    total_4: int | None
    leader: str | None
    lead: int | None
    lead_changed: bool
    seconds: float | None
    marks: str | None


class PlacementRow(NamedTuple):
    """`placements`."""

    number: int
    turn: int
    seat_order: int
    seat: str
    rock: str
    gap: int
    row: int
    colour: str
    cost: int
    frame_column: int
    paid: int
    paid_white: int
    paid_blue: int
    paid_orange: int
    paid_unseen: int
    pairs: int
    joker: bool
    won: bool | None


class DropRow(NamedTuple):
    """`drops`."""

    number: int
    turn: int
    seat_order: int
    seat: str
    rock: str
    gap: int
    row: int


class DrawRow(NamedTuple):
    """`draws`."""

    number: int
    turn: int
    seat_order: int
    seat: str
    kind: str
    cards: int
    white: int
    blue: int
    orange: int
    unseen: int
    reshuffled: bool


class TileRow(NamedTuple):
    """`tiles`."""

    number: int
    kind: str
    rock: str | None
    row: int | None
    opened_turn: int | None
    scoring: int | None
    scored_turn: int | None
    seat_order: int | None
    seat: str | None
    gems: int | None
    tied: bool | None
    first_of_kind: bool | None
    used_turn: int | None
    points: int | None


class ScoringRow(NamedTuple):
    """`scorings`."""

    scoring: int
    turn: int
    kind: str
    rock: str
    total_1: int | None
    total_2: int | None
    total_3: int | None
    total_4: int | None
    leader: str | None
    lead: int | None


class PrizeRow(NamedTuple):
    """`prizes`."""

    scoring: int
    rock: str
    place: int
    seat_order: int
    seat: str
    points: int
    gems: int
    cards_paid: int
    tied: bool
