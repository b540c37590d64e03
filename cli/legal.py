"""`iquazu legal`: what could be played next."""

from __future__ import annotations

from enum import StrEnum

import typer

from .common import BOARD_FILES, FILE, RECORD, Stop, one_replay, require_position
from .printing import console, emit_json, while_somebody_reads

EXAMPLES = """
Examples:

  iquazu legal night.iqn               what may follow the last step

  iquazu legal night.iqn --turn 12     what could have been played in turn 12

  iquazu legal night.iqn --format json
"""


class Format(StrEnum):
    """How the steps are printed."""

    human = "human"
    json = "json"


def legal(
    file: str = FILE,
    record: int = RECORD,
    turn: int | None = typer.Option(
        None, "--turn", help="Before this turn; without it, after the record's last step."
    ),
    format: Format = typer.Option(Format.human, "--format", "-f", help="How to print the steps."),
    board: list[str] = BOARD_FILES,
) -> None:
    """List every legal next step, payments written out.

    With unseen cards in the hand, steps that are certain and steps that could be are told apart.
    """
    from iquazu_notation.games.iquazu.legal import legal_steps, possible_steps

    game = one_replay(file, record, board)
    require_position(game)
    try:
        p = game.position(turn)
    except IndexError as error:
        raise Stop(str(error)) from None
    steps = [step.word for step in legal_steps(p)]
    certain = set(steps)
    possible = [step.word for step in possible_steps(p) if step.word not in certain]
    with while_somebody_reads():
        if format is Format.json:
            document = {
                "schema": "iquazu.legal/1",
                "turn": p.turn,
                "seat": p.seat_letter,
                "steps": steps,
                "may_end": p.may_end,
                "possible": possible,
            }
            emit_json(document)
        else:
            _print_human(p, steps, possible)
    raise typer.Exit(1 if game.verdict == "invalid" else 0)


def _print_human(p: object, steps: list[str], possible: list[str]) -> None:
    from rich.columns import Columns
    from rich.text import Text

    from iquazu_notation.games.iquazu.illegal import SEAT_NAMES
    from iquazu_notation.games.iquazu.position import Position
    from iquazu_notation.games.iquazu.steps import spell

    assert isinstance(p, Position)
    out = console()
    if p.over:
        out.print("The game is over.")
        return
    hand = spell(p.hands[p.seat]) or "no cards"
    out.print(f"Turn {p.turn}, {SEAT_NAMES[p.seat_letter]} holds {hand}", style="bold")
    for title, words in (("legal", steps), ("possible with the right unseen cards", possible)):
        if words:
            out.print(f"{len(words)} {title}:")
            out.print(Columns([Text(word) for word in words], padding=(0, 2), equal=True))
    if p.may_end:
        out.print("The turn may end here.")


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(legal)
