"""`iquazu replay`: a game shown on its board, as a ledger, as events, or step by step."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from .common import (
    BOARD_FILES,
    FILE,
    RECORD,
    Stop,
    Troubles,
    load_boards,
    one_replay,
    read_all,
    require_position,
)
from .printing import console, emit, emit_json, note, say, while_somebody_reads

if TYPE_CHECKING:
    from iquazu_notation.games.iquazu.position import Position
    from iquazu_notation.replay import Replay

EXAMPLES = """
Examples:

  iquazu replay night.iqn               the board after the last turn

  iquazu replay night.iqn --turn 12     the board after turn 12 (0: before the first)

  iquazu replay night.iqn --at c        the board after the scoring of rock c

  iquazu replay night.iqn --step        walk through it with the arrow keys

  iquazu replay night.iqn --ledger      a line a turn: what changed, and the result

  iquazu replay night.iqn --svg board.svg

  iquazu replay night.iqn --turn 12 --position     the line for a [Position] tag
"""


class Format(StrEnum):
    """How the replay is printed."""

    human = "human"
    json = "json"


def replay(
    file: str = FILE,
    record: int = RECORD,
    turn: int | None = typer.Option(None, "--turn", min=0, help="The board after this turn."),
    at: str | None = typer.Option(
        None, "--at", metavar="ROCK", help="The board after the scoring of this rock, a to i."
    ),
    step: bool = typer.Option(False, "--step", help="Walk through the game with the keys."),
    ledger: bool = typer.Option(False, "--ledger", help="A line a turn: change and result."),
    line: bool = typer.Option(
        False, "--position", help="Print the position as one line, for a Position tag."
    ),
    svg: Path | None = typer.Option(None, "--svg", metavar="FILE", help="Write the board as SVG."),
    force: bool = typer.Option(False, "--force", help="Let --svg overwrite a file."),
    format: Format = typer.Option(
        Format.human, "--format", "-f", help="human draws; json prints the events of all records."
    ),
    board: list[str] = BOARD_FILES,
) -> None:
    """Replay a record: draw its board, list its turns, or print its events."""
    if sum((step, ledger, line, svg is not None, format is Format.json)) > 1:
        raise Stop("--step, --ledger, --position, --svg and --format json: choose one of them")
    if turn is not None and at is not None:
        raise Stop("--turn and --at both say which moment to show: choose one")
    if format is Format.json:
        raise typer.Exit(_print_json(file, board))
    from iquazu_notation.drawing.moments import certain_hands, player_names, position_after

    game = one_replay(file, record, board)
    require_position(game)
    if ledger:
        from .ledger import print_ledger

        with while_somebody_reads():
            print_ledger(console(), game)
    elif step:
        from .stepping import walk_with_keys

        walk_with_keys(game, _moment(game, turn, at))
    else:
        after = _moment(game, turn, at)
        position = position_after(game, after)
        if svg is not None:
            from iquazu_notation.drawing.svg import svg as draw

            from .overwrite import write_new

            certain = certain_hands(game, after)
            write_new(svg, draw(position, players=player_names(game), certain=certain), force)
            note(f"wrote {svg}")
        elif line:
            from iquazu_notation.games.iquazu.position_text import write_position

            if position.acted or position.joker:
                raise Stop("the record stops within a turn; --turn N takes an earlier moment")
            say(write_position(position))
        else:
            with while_somebody_reads():
                _print_board(game, position, after)
    raise typer.Exit(1 if game.verdict == "invalid" else 0)


def _moment(game: Replay, turn: int | None, at: str | None) -> int:
    """The turn after which to show the board."""
    from iquazu_notation.drawing.moments import first_turn

    first = first_turn(game)
    last = first + game.turns - 1
    if at is not None:
        for event in game.events:
            if event.type == "score" and getattr(event, "rock", None) == at:
                return event.turn
        raise Stop(f"rock {at} is not scored in this record")
    if turn is None:
        return last
    if not first - 1 <= turn <= last:
        raise Stop(f"the record has turns {first} to {last}: there is no turn {turn}")
    return turn


def _print_board(game: Replay, position: Position, after: int) -> None:
    from iquazu_notation.drawing.moments import certain_hands, player_names, touched
    from iquazu_notation.drawing.narration import happened
    from iquazu_notation.drawing.terminal import board

    from .diagnostics import print_diagnostics

    out = console()
    if game.diagnostics:
        print_diagnostics(out, game.diagnostics)
    out.print(f"After turn {after}" if after else "Before the first turn", style="bold")
    for line in happened(game, after):
        out.print("  " + line)
    out.print()
    shown = board(
        position,
        players=player_names(game),
        highlight=touched(game, after),
        certain=certain_hands(game, after),
    )
    out.print(shown)


def _print_json(file: str, board_files: list[str]) -> int:
    """All records of the file; returns the exit code."""
    from iquazu_notation.replay import replay as walk

    boards = load_boards(board_files)
    troubles = Troubles()
    bad = False

    def results() -> Iterator[dict[str, object]]:
        nonlocal bad
        for record in read_all([file], troubles):
            game = walk(record, boards)
            bad = bad or game.verdict == "invalid"
            yield _document(game)

    with while_somebody_reads():
        emit('{"schema": "iquazu.replay/1", "records": [')
        for number, document in enumerate(results()):
            emit(",\n  " if number else "\n  ")
            emit_json(document, end="")
        emit("\n]}\n")
    return 2 if troubles.any else 1 if bad else 0


def _document(game: Replay) -> dict[str, object]:
    record = game.record
    return {
        "file": record.file,
        "record": record.number,
        "id": game.id,
        "verdict": game.verdict,
        "seats": game.walked.details.get("seats"),
        "board": game.walked.details.get("board"),
        "strips": game.walked.details.get("strips"),
        "events": [event.as_json() for event in game.events],
        "totals": game.totals,
        "winners": game.winners,
        "diagnostics": [d.as_json() for d in game.diagnostics],
    }


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(replay)
