"""`iquazu simulate`: games played by bots, as complete records."""

from __future__ import annotations

import typer

from .common import BOARD_FILES, Stop, load_boards
from .printing import emit

EXAMPLES = """
Examples:

  iquazu simulate --players 4 --games 10 --seed 7 > bots.iqn

  iquazu simulate --players 2 --bots greedy,random

  iquazu simulate --players 3 --unseen all      as an onlooker would have written it down
"""


def simulate(
    players: int = typer.Option(4, "--players", min=2, max=4, help="How many seats."),
    games: int = typer.Option(1, "--games", min=1, help="How many games."),
    seed: int = typer.Option(1, "--seed", min=0, help="The same seed prints the same bytes."),
    bots: str = typer.Option(
        "greedy", "--bots", metavar="NAME,...", help="greedy or random, by seat."
    ),
    unseen: str | None = typer.Option(
        None, "--unseen", metavar="SEAT|all", help="Hide what that seat, or an onlooker, never saw."
    ),
    board: list[str] = BOARD_FILES,
) -> None:
    """Print complete records of games between bots, in full form."""
    from iquazu_notation.bots import BOTS
    from iquazu_notation.bots.table import play_game, record_text
    from iquazu_notation.games.iquazu.board_file import reference
    from iquazu_notation.reading import read_text
    from iquazu_notation.replay import replay

    names = [name.strip() for name in bots.split(",")]
    for name in names:
        if name not in BOTS:
            raise Stop(f"there is no bot {name!r}; there are {' and '.join(BOTS)}")
    if len(names) not in (1, players):
        raise Stop(f"{len(names)} bots are named for {players} seats: name one, or one for each")
    if len(names) == 1:
        names *= players
    seats = "RGYP"[:players]
    if unseen not in (None, "all", *seats):
        raise Stop(f"--unseen takes all, or one of the seats {' '.join(seats)}, not {unseen!r}")
    if len(board) > 1:
        raise Stop("simulate plays on one board: name one")
    boards = load_boards(board)
    chosen = next(iter(boards.values()), None) or reference()
    for number in range(1, games + 1):
        game = play_game(names, seed * 1_000_000 + number, seats=seats, board=chosen)
        tags = {"Round": str(number), "Seed": str(seed)}
        record = next(read_text(record_text(game, unseen, tags)))
        emit(("\n" if number > 1 else "") + replay(record, boards).text())


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(simulate)
