"""Who stays and who goes, when a batch of records meets what the database holds already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from duckdb import DuckDBPyConnection

from ..notation.diagnostics import Diagnostic
from .prepared import Good, Place, Refused

KEPT_REFUSALS = 1000  # that a tally remembers one by one


@dataclass(slots=True)
class Tally:
    """What came of a load. `refusals` are the first errors of the refused records."""

    loaded: int = 0
    replaced: int = 0
    already: int = 0
    refused: int = 0
    refusals: list[Diagnostic] = field(default_factory=list)

    @property
    def records(self) -> int:
        """All records that were met."""
        return self.loaded + self.replaced + self.already + self.refused

    def add(self, other: Tally) -> None:
        self.loaded += other.loaded
        self.replaced += other.replaced
        self.already += other.already
        self.refused += other.refused
        self.refusals += other.refusals[: KEPT_REFUSALS - len(self.refusals)]


@dataclass(slots=True)
class Plan:
    """What a batch is going to change."""

    tally: Tally = field(default_factory=Tally)
    met: list[int] = field(default_factory=list)
    out: set[int] = field(default_factory=set)
    new: dict[str, Good] = field(default_factory=dict)
    refusals_out: list[Place] = field(default_factory=list)
    refusals_new: list[Refused] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        return not (self.out or self.new or self.refusals_out or self.refusals_new)


def planned(
    connection: DuckDBPyConnection,
    batch: Sequence[Good | Refused],
    load: int | None,
    *,
    replace: bool,
) -> Plan:
    """What these records are going to change in the database, in the load of this number."""
    plan = Plan()
    there = _There(connection, batch, load, with_places=replace)
    for entry in batch:
        had = there.refusals.get(entry.place)
        if isinstance(entry, Refused):
            plan.tally.refused += 1
            plan.tally.refusals.append(entry.error)
            if had is None or had != entry.row():
                plan.refusals_new.append(entry)
                there.refusals[entry.place] = entry.row()
            else:
                had = None
        elif replace:
            _plan_replacing(plan, there, entry)
        elif entry.id in there.places:
            plan.tally.already += 1
        else:
            plan.tally.loaded += 1
            plan.new[entry.id] = entry
            there.put(entry)
        if had is not None:
            plan.refusals_out.append(entry.place)
    return plan


def _plan_replacing(plan: Plan, there: _There, entry: Good) -> None:
    own = entry.id
    before = there.places.get(own)
    file, _ = entry.place
    # Standard input is another one each time: there only the id tells what is meant.
    old = there.ids.get(entry.place) if file != "-" else own if before else None
    copy = own in there.met
    there.met.add(own)
    elsewhere = before is not None and (copy or (before[0] != file and file != "-"))
    if elsewhere or (old == own and there.text(own) == entry.text):
        plan.tally.already += 1
        if not copy:
            plan.met.append(there.keys[own])
        if old is not None and old != own:
            _take_out(plan, there, old)  # what stood in this place before is corrected away
        return
    gone = {game for game in (old, own if before else None) if game is not None}
    for game in gone:
        _take_out(plan, there, game)
    if gone:
        plan.tally.replaced += 1
    else:
        plan.tally.loaded += 1
    plan.new[own] = entry
    there.put(entry)


class _There:
    """What the database holds that a batch could meet, kept up to date while it is planned."""

    def __init__(
        self,
        connection: DuckDBPyConnection,
        batch: Sequence[Good | Refused],
        load: int | None,
        *,
        with_places: bool,
    ) -> None:
        self._connection = connection
        self.met: set[str] = set()
        self.keys: dict[str, int] = {}
        self.places: dict[str, Place] = {}
        self.ids: dict[Place, str] = {}
        self._put: dict[str, str] = {}
        ids = [entry.id for entry in batch if isinstance(entry, Good)]
        self._find("id IN (SELECT unnest($ids::VARCHAR[]))", {"load": load, "ids": ids})
        files = sorted({entry.place[0] for entry in batch})
        numbers = sorted({entry.place[1] for entry in batch})
        in_places = "file IN (SELECT unnest($files::VARCHAR[])) AND record BETWEEN $first AND $last"
        limits = {"files": files, "first": numbers[0], "last": numbers[-1]}
        if with_places:
            self._find(in_places, {"load": load, **limits})
        self.refusals: dict[Place, tuple[Any, ...]] = {
            (row[0], row[1]): row
            for row in connection.execute(
                "SELECT file, record, line, id, code, at_line, at_column, turn, message"
                f" FROM refusals WHERE {in_places}",
                limits,
            ).fetchall()
        }

    def _find(self, condition: str, values: dict[str, Any]) -> None:
        found = self._connection.execute(
            "SELECT game, id, file, record, load = $load OR game IN (SELECT game FROM met)"
            f" FROM games WHERE {condition}",
            values,
        )
        for key, own, file, record, met in found.fetchall():
            self.keys[own] = key
            self.places[own] = (file, record)
            self.ids[file, record] = own
            if met:
                self.met.add(own)

    def text(self, own: str) -> str:
        if own in self._put:
            return self._put[own]
        ((text,),) = self._connection.execute(
            "SELECT text FROM texts WHERE game = ?", [self.keys[own]]
        ).fetchall()
        return str(text)

    def put(self, entry: Good) -> None:
        own = entry.id
        self.places[own] = entry.place
        self.ids[entry.place] = own
        self._put[own] = entry.text


def _take_out(plan: Plan, there: _There, own: str) -> None:
    """Take a game out of the database, or out of what is about to go in."""
    if own in plan.new:
        del plan.new[own]
    else:
        plan.out.add(there.keys[own])
    place = there.places.pop(own)
    if there.ids.get(place) == own:
        del there.ids[place]
