"""Which games a statistic is about, said as a condition and as a sentence."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date
from typing import Any


@dataclass(frozen=True, slots=True)
class Filters:
    """What the games must have; None lets every game through.

    `player` is a name as it is written, `since` and `until` (both days included) leave out games
    without a full date, and `game` is the beginning of a record's id.

    >>> Filters().sentence()
    'all games'
    >>> Filters(players=4, player="Anna", board="reference", since=date(2026, 1, 1)).sentence()
    '4-player games of Anna on board reference since 2026-01-01'
    >>> Filters(source="table", game="3f9c").sentence()
    'games from source table with id 3f9c…'
    >>> Filters(since=date(2026, 1, 1), until=date(2026, 3, 31)).sentence()
    'games from 2026-01-01 to 2026-03-31'
    """

    players: int | None = None
    player: str | None = None
    board: str | None = None
    since: date | None = None
    until: date | None = None
    source: str | None = None
    game: str | None = None

    def sentence(self) -> str:
        """The filters as a person would say them. Names are text: escape them where it matters."""
        if self == Filters():
            return "all games"
        parts = ["games" if self.players is None else f"{self.players}-player games"]
        if self.player is not None:
            parts.append(f"of {self.player}")
        if self.board is not None:
            parts.append(f"on board {self.board}")
        if self.source is not None:
            parts.append(f"from source {self.source}")
        if self.since is not None and self.until is not None:
            parts.append(f"from {self.since.isoformat()} to {self.until.isoformat()}")
        elif self.since is not None:
            parts.append(f"since {self.since.isoformat()}")
        elif self.until is not None:
            parts.append(f"until {self.until.isoformat()}")
        if self.game is not None:
            parts.append(f"with id {self.game}…")
        return " ".join(parts)

    def condition(self) -> str:
        """What SQL asks of a row of `games`. Values are parameters, never part of the text.

        >>> Filters(players=3, source="table").condition()
        'games.players = $players AND games.source = $source'
        """
        asked = [_CONDITIONS[name] for name in self.values()]
        return " AND ".join(asked) or "true"

    def values(self) -> dict[str, Any]:
        """The parameters of the condition."""
        found = {part.name: getattr(self, part.name) for part in fields(self)}
        return {
            name: as_text(value) if isinstance(value, str) else value
            for name, value in found.items()
            if value is not None
        }


def as_text(given: str) -> str:
    """What was given on a command line or in an address, as text that a database takes.

    Bytes there that are no text are written out. No name in a record is like that.

    >>> as_text("Zo\\udceb")
    'Zo\\\\udceb'
    """
    return given.encode("utf-8", "backslashreplace").decode()


_CONDITIONS = {
    "players": "games.players = $players",
    "player": "games.game IN (SELECT game FROM seats WHERE player = $player)",
    "board": "games.board = $board",
    "since": "games.played_on >= $since",
    "until": "games.played_on <= $until",
    "source": "games.source = $source",
    "game": "starts_with(games.id, $game)",
}
