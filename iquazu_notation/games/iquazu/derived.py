"""The words the rules derive: drops, scorings, totals, reveals and unseen discards.

They are made from events, written by `fmt`, and compared with what a recorder wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ...notation.writer import Piece
from . import events, log
from .board import ROWS
from .illegal import Illegal
from .log import ALL_CARDS, CARDS_AT, KIND, ROCK_AT, revealed
from .position import UNSEEN_TILES, Position
from .steps import ROCKS, Drop, Scoring, Totals


@dataclass(slots=True)
class Derived:
    """One derived word: its event (for a total, the event that made it), and how it is written."""

    event: events.Event
    piece: Piece
    kind: str  # "~", "#", "=", ">" or "-"


def scoring_word(event: events.Score | events.Final) -> str:
    """`#a=Y3,G2,R1/-YGYR`, without takers for the last two rocks."""
    prizes = ",".join([f"{seat}{points}" for seat, points in event.prizes.items()])
    if isinstance(event, events.Final):
        return f"#{event.rock}={prizes}"
    takers = "".join([taker or "-" for taker in event.awards])
    return f"#{event.rock}={prizes}/{takers}"


def totals_word(totals: events.Points) -> str | None:
    """`=R1,G2`, or None where unseen tiles leave a total open."""
    word = "=" + ",".join([f"{seat}{total}" for seat, total in totals.items()])
    return None if "[" in word else word


def reveal_word(event: events.Reveal) -> str:
    """`>C2,C3,V1,C2,V2`."""
    return ">" + ",".join(event.tiles)


def derived_words(happened: Iterable[events.Event]) -> list[Derived]:
    """The derived words of some events, in order of time."""
    words: list[Derived] = []
    for event in happened:
        if isinstance(event, events.Drop):
            words.append(Derived(event, Piece(f"~{event.rock}{event.gap}"), "~"))
        elif isinstance(event, events.Reveal):
            word = reveal_word(event)
            seen = event.tiles != UNSEEN_TILES
            words.append(
                Derived(event, Piece(word, word if seen else None, word, own_line=True), ">")
            )
        elif isinstance(event, events.Score | events.Final):
            words.append(Derived(event, Piece(scoring_word(event), own_line=True), "#"))
        if (totals := _totals_after(event)) is not None:
            words.append(Derived(event, Piece(totals_word(totals)), "="))
    _keep_places_of_reveals(words)
    return words


def _totals_after(event: events.Event) -> events.Points | None:
    """The totals that are written after an event: each scoring's, but at the end only the last."""
    if isinstance(event, events.Score):
        return event.totals if event.rock != ROCKS[-3] else None
    return event.totals if isinstance(event, events.End) else None


SCORED = frozenset({log.SCORE, log.FINAL, log.END})


def derived_lines(p: Position, since: int) -> list[str]:
    """The lines that full form has below a step that caused scorings, not indented.

    `since` is where the entries of the step begin in the log. There are none where nothing was
    scored.
    """
    return scoring_lines(p.log[since:], p.seats, p.points)


def scoring_lines(entries: Sequence[int], seats: tuple[str, ...], after: list[int]) -> list[str]:
    """The lines of some scorings, from their entries and the points after all of them."""
    lines: list[str] = []
    takers = _takers(seats)
    given: list[int] = []  # all prizes so far
    prizes: list[str] = []  # those of one scoring
    awarded = head = ""
    totals: list[tuple[int, int]] = []  # a line to which a total belongs, and the prizes so far
    at, end = 0, len(entries)
    while at < end:
        code = entries[at]
        kind = code & KIND
        at += 1
        if kind in SCORED:
            if head:
                lines.append(f"{head}{','.join(prizes)}" + (f"/{awarded}" if awarded else ""))
                awarded = ""
                prizes = []
            head = f"#{ROCKS[code >> ROCK_AT & 15]}="
            while at < end and entries[at] & KIND == log.PRIZE:
                code = entries[at]
                given.append(code)
                prizes.append(f"{seats[code >> ROCK_AT & 15]}{code >> CARDS_AT & ALL_CARDS}")
                at += 1
            if kind == log.SCORE:  # an award for each row
                awarded = "".join(
                    [takers[code >> ROCK_AT & 15] for code in entries[at : at + ROWS]]
                )
                at += ROWS
        elif kind == log.REVEAL:
            totals.append((len(lines), len(given)))
            lines.append(f"{head}{','.join(prizes)}/{awarded}")
            lines.append(">" + ",".join(revealed(code)))
            awarded = head = ""
            prizes = []
    if head and lines:  # the game is over
        totals.append((len(lines) - 1, len(given)))
    points = after
    for line, so_far in reversed(totals):
        if so_far < len(given):
            points = points[:]
            for code in given[so_far:]:
                points[code >> ROCK_AT & 15] -= code >> CARDS_AT & ALL_CARDS
            del given[so_far:]
        lines[line] += _totals_of(seats) % tuple(points)
    return lines


@lru_cache(maxsize=64)
def _takers(seats: tuple[str, ...]) -> list[str]:
    """The letter of each that can take a tile, by its number in the log."""
    return [*seats, *[""] * (log.NOBODY - len(seats)), "-"]


@lru_cache(maxsize=64)
def _totals_of(seats: tuple[str, ...]) -> str:
    """Totals with a place to put each in: ` =R%d,G%d`."""
    return " =" + ",".join([f"{seat}%d" for seat in seats])


def _keep_places_of_reveals(words: list[Derived]) -> None:
    """In short form an unseen reveal before a seen one must be written, or they would shift."""
    later_seen = False
    for word in reversed(words):
        if word.kind == ">":
            if word.piece.short is not None:
                later_seen = True
            elif later_seen:
                word.piece.short = ">"


# ---------------------------------------------------------------------- what a recorder wrote


def check_drop(written: Drop, laid: events.Drop) -> None:
    """`~a1` names the gap the drop fell on."""
    if written.rock is not None and (ROCKS[written.rock], written.gap) != (laid.rock, laid.gap):
        raise Illegal(
            "IQ403",
            f"the drop falls on {laid.rock}{laid.gap}, the top free gap of the first column, not on"
            f" {written.word[1:]}",
            help=f"write ~{laid.rock}{laid.gap}, or ~ alone",
            ruling="I-9",
        )


def check_scoring(written: Scoring, made: events.Score | events.Final) -> None:
    """Prizes in rank order, and takers, if they are written."""
    prizes = tuple(made.prizes.items())
    if written.prizes is not None and written.prizes != prizes:
        by_rules = ", ".join(f"{seat} {points}" for seat, points in prizes) or "nobody"
        raise Illegal(
            "IQ402",
            f"the prizes of {made.rock} go to {by_rules}",
            help=f"most gems first, then the lower gem: {scoring_word(made)}",
            ruling="I-13",
        )
    if written.takers is None:
        return
    if isinstance(made, events.Final):
        raise Illegal(
            "IQ402",
            f"rock {made.rock} is scored for its points alone: no tiles are given",
            help=f"write {scoring_word(made)}",
            ruling="I-21",
        )
    by_rules = "".join(taker or "-" for taker in made.awards)
    if written.takers != by_rules:
        row = next(i for i in range(5) if written.takers[i] != by_rules[i])
        who = made.awards[row] or "nobody"
        raise Illegal(
            "IQ402",
            f"the tile of row {row + 1} goes to {who}, not to"
            f" {'nobody' if written.takers[row] == '-' else written.takers[row]}",
            help=f"by the rules: {scoring_word(made)}",
            ruling="I-14",
        )


def check_totals(written: Totals, totals: events.Points) -> None:
    """Every seat once, and the right points."""
    points = dict(written.points)
    if len(points) != len(written.points) or points.keys() != totals.keys():
        raise Illegal(
            "IQ406",
            "a total names every seat once",
            help=f"by the rules: {totals_word(totals)}" if totals_word(totals) else None,
        )
    for seat, total in wrong_totals(points, totals):
        between = f"between {total[0]} and {total[1]}" if isinstance(total, list) else f"{total}"
        raise Illegal(
            "IQ405",
            f"{seat} has {between} points here, not {points[seat]}",
            help=f"by the rules: {totals_word(totals)}" if totals_word(totals) else None,
            ruling="I-22",
        )


def wrong_totals(
    points: Mapping[str, int], totals: events.Points
) -> list[tuple[str, int | list[int]]]:
    """The seats whose written points can't be.

    >>> wrong_totals({"R": 3, "G": 9}, {"R": 3, "G": [4, 8]})
    [('G', [4, 8])]
    """
    wrong = []
    for seat, total in totals.items():
        low, high = total if isinstance(total, list) else (total, total)
        if not low <= points[seat] <= high:
            wrong.append((seat, total))
    return wrong
