"""`iquazu infer`: what unseen hands must have been, and how likely each was."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

import typer

from .common import (
    BOARD_FILES,
    FILE,
    RECORD,
    Stop,
    one_replay,
    require_position,
)
from .printing import console, emit_json

if TYPE_CHECKING:
    from iquazu_notation.games.iquazu.unseen.knowledge import Knowledge, SeatHand
    from iquazu_notation.replay import Replay

EXAMPLES = """
Examples:

  iquazu infer night.iqn                     every hand, turn by turn

  iquazu infer night.iqn --turn 17           all hands after turn 17

  iquazu infer night.iqn --turn 17 --odds    and how likely each was

  iquazu infer night.iqn --format json
"""

LIKELIEST = 8


class Format(StrEnum):
    """How the hands are printed."""

    human = "human"
    json = "json"


def infer(
    file: str = FILE,
    record: int = RECORD,
    turn: int | None = typer.Option(None, "--turn", min=0, help="All hands after this turn."),
    odds: bool = typer.Option(
        False,
        "--odds",
        help="How likely each hand was under a fair shuffle (with --turn, or last).",
    ),
    seed: int = typer.Option(1, "--seed", help="For odds that must be sampled."),
    format: Format = typer.Option(Format.human, "--format", "-f", help="How to print the hands."),
    board: list[str] = BOARD_FILES,
) -> None:
    """Say what each seat must have held, from all that was seen in the whole record.

    For each colour the least and the most that any way of filling the unseen cards allows: exact,
    not an estimate. Odds assume a fair shuffle and take no account of how people play.
    """
    from iquazu_notation.games.iquazu.unseen.knowledge import Knowledge

    game = one_replay(file, record, board)
    require_position(game)
    if game.verdict == "invalid":
        from .diagnostics import print_diagnostics

        print_diagnostics(console(stderr=True), game.diagnostics)
        raise typer.Exit(1)
    first = game.walked.details["first_turn"] - 1
    last = first + game.turns
    if turn is not None and not first <= turn <= last:
        raise Stop(f"the record has turns {first + 1} to {last}: there is no turn {turn}")
    knowledge = Knowledge(game.events, game.walked.details["start"])
    if odds and turn is None:
        turn = last
    hands = knowledge.all_hands() if turn is None else knowledge.hands_after(turn)
    chances = knowledge.odds(turn, seed) if odds and turn is not None else None
    if format is Format.json:
        emit_json(_document(game, turn, hands, chances))
        return
    _print_hands(knowledge, hands, turn)
    if chances is not None:
        _print_odds(chances)


def _document(
    game: Replay, turn: int | None, hands: list[SeatHand], chances: Any
) -> dict[str, object]:
    document: dict[str, object] = {
        "schema": "iquazu.infer/1",
        "file": game.record.file,
        "record": game.record.number,
        "id": game.id,
        "verdict": game.verdict,
        "turn": turn,
        "hands": [
            {
                "turn": hand.turn,
                "seat": hand.seat,
                "size": hand.size,
                "least": dict(zip("WBO", (low for low, _ in hand.ranges), strict=True)),
                "most": dict(zip("WBO", (high for _, high in hand.ranges), strict=True)),
                "certain": hand.certain,
            }
            for hand in hands
        ],
    }
    if chances is not None:
        document["odds"] = {
            "method": chances.method,
            "samples": chances.samples,
            "error": chances.error,
            "hands": chances.hands,
        }
    return document


def _print_hands(knowledge: Knowledge, hands: list[SeatHand], turn: int | None) -> None:
    from rich.table import Table
    from rich.text import Text

    from iquazu_notation.drawing.look import SEATS

    out = console()
    if not knowledge.unseen:
        out.print("Nothing in this record is unseen: every hand is known.")
    title = "Hands after each turn" if turn is None else f"Hands after turn {turn}"
    out.print(title, style="bold")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for name in ("turn", "seat", "cards", "white", "blue", "orange", "certain"):
        table.add_column(name, justify="left" if name in ("seat", "certain") else "right")
    for hand in hands:
        look = SEATS[hand.seat]
        table.add_row(
            str(hand.turn),
            Text(f"{hand.seat}{look.mark}", style=f"bold {look.shade.light}"),
            str(hand.size),
            *(str(low) if low == high else f"{low}-{high}" for low, high in hand.ranges),
            hand.certain + "?" * (hand.size - len(hand.certain)),
        )
    out.print(table)
    out.print("least-most of each colour over every way to fill the unseen cards", style="dim")
    for sentence in knowledge.certainties() if turn is None else []:
        out.print(sentence)


def _print_odds(chances: Any) -> None:
    from rich.table import Table

    from iquazu_notation.games.iquazu.illegal import SEAT_NAMES

    out = console()
    out.print()
    if chances.method == "undefined":
        out.print("Odds need every payment and discard to be seen, and some are not.")
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for name in ("seat", "likeliest hands"):
        table.add_column(name)
    for seat, hands in chances.hands.items():
        shown = [
            f"{hand or 'no cards'} {chance:.1%}" for hand, chance in list(hands.items())[:LIKELIEST]
        ]
        more = f" and {len(hands) - LIKELIEST} more" if len(hands) > LIKELIEST else ""
        table.add_row(SEAT_NAMES[seat], ", ".join(shown) + more)
    out.print(table)
    how = (
        "counted over every order of the unseen cards"
        if chances.method == "counted"
        else f"sampled {chances.samples} times, error about {chances.error:.1%}"
    )
    out.print(f"{how}; a fair shuffle is assumed, and nothing about how people play", style="dim")


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(infer)
