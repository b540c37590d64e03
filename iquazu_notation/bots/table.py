"""A table of bots: shuffles, deals, asks each bot in turn, and writes the record.

The table knows every card; the record it writes may leave out what an onlooker, or one of the
seats, did not see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from ..games.iquazu.board import PLAYERS, ROWS, Board
from ..games.iquazu.cards import due
from ..games.iquazu.illegal import SEAT_NAMES
from ..games.iquazu.position import Position
from ..games.iquazu.steps import (
    COLOURS,
    SEATS,
    Discard,
    Draw,
    Reveal,
    Step,
    UseTile,
    in_order,
)
from . import BOTS, Bot
from .chance import generator, shuffled


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game from the deal to the end.

    `turns` are the steps in order of time with the cards that were drawn. A drop is among them
    only where a bot laid it before going on; a `Reveal` stands where its scoring took place.
    """

    board: str
    strips: tuple[str, ...]
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    hands: tuple[str, ...]
    open_tiles: tuple[str, ...]
    turns: tuple[tuple[Step, ...], ...]
    totals: dict[str, int]
    winners: tuple[str, ...]


def play_game(
    bots: Sequence[str],
    seed: int,
    *,
    board: Board,
    seats: Sequence[str] | None = None,
    strips: Sequence[str] | None = None,
) -> PlayedGame:
    """Let these bots play a game, the first of them starting.

    Seats that are not given are R, G, Y, P; strips that are not given lie in random order. Deck,
    tiles and strips come from the seed alone: other bots find the same table.

    >>> from iquazu_notation.games.iquazu.board_file import reference
    >>> game = play_game(["greedy", "random"], 1, board=reference())
    >>> game.seats, game.hands, game.strips
    (('R', 'G'), ('WWBO', 'WBOOO'), ('1', '3', '2', '5', '4'))
    """
    unknown = [name for name in bots if name not in BOTS]
    if unknown:
        raise ValueError(f"there is no bot {unknown[0]!r}; there are {', '.join(BOTS)}")
    if len(bots) not in PLAYERS:
        raise ValueError(f"two to four bots play, not {len(bots)}")
    rng = generator(seed, "table")
    order = tuple(shuffled(rng, board.strip_names) if strips is None else strips)
    taken = tuple(SEATS[: len(bots)] if seats is None else seats)
    if len(taken) != len(bots):
        raise ValueError(f"{len(bots)} bots can't sit on {len(taken)} seats")
    table = _Table(board, order, taken, rng)
    players = [BOTS[name](generator(seed, f"seat {place}")) for place, name in enumerate(bots, 1)]
    turns = []
    p = table.position
    hands, open_tiles = table.hands, p.open_tiles
    while not p.over:
        turns.append(table.turn(players[p.seat]))
    winners = p.winners()
    assert winners is not None, "nothing is unseen, so somebody has won"
    return PlayedGame(
        board=board.id,
        strips=order,
        seats=taken,
        bots=tuple(bots),
        hands=hands,
        open_tiles=open_tiles,
        turns=tuple(turns),
        totals=dict(zip(taken, p.points, strict=True)),
        winners=winners,
    )


class _Table:
    """The position with what lies face down beside it: the draw pile and the tiles to come."""

    def __init__(
        self, board: Board, strips: tuple[str, ...], seats: tuple[str, ...], rng: Random
    ) -> None:
        self._rng = rng
        self._pile = shuffled(rng, "".join(c * board.cards[c] for c in COLOURS))
        # The dark tiles lie in the last two columns, the light ones in the seven before.
        tiles = shuffled(rng, _tiles(board.light)) + shuffled(rng, _tiles(board.dark))
        self._columns = [tuple(tiles[at : at + ROWS]) for at in range(0, len(tiles), ROWS)]
        # I-2: four cards for the starting player, one more for each seat after.
        self.hands = tuple(self._top(4 + place) for place in range(len(seats)))
        self.position = Position.start(
            board.lay(strips), seats, dict(zip(seats, self.hands, strict=True)), self._columns[0]
        )

    def turn(self, bot: Bot) -> tuple[Step, ...]:
        """One turn, step by step, until the bot or the rules end it."""
        p = self.position
        done: list[Step] = []
        while steps := p.legal():
            step = bot.choose(p, steps)
            if step is None:
                break
            if isinstance(step, Draw):
                step = Draw(self._draw(4))
            elif isinstance(step, UseTile) and step.kind[0] == "C":
                step = UseTile(step.kind, self._draw(int(step.kind[1])))
            first = p.first
            p.apply(step, iter(self._columns[first + 1 :]))
            revealed = self._revealed(first)
            # A drop falls before the discard, and so does the scoring it causes (I-10).
            done += [*revealed, step] if isinstance(step, Discard) else [step, *revealed]
        if not p.over:
            first = p.first
            p.end_turn(iter(self._columns[first + 1 :]))
            done += self._revealed(first)
        return tuple(done)

    def _revealed(self, first: int) -> list[Reveal]:
        """What was turned up since the frame stood at `first`."""
        return [Reveal(self._columns[at]) for at in range(first + 1, self.position.first + 1)]

    def _draw(self, number: int) -> str:
        """I-7: from the pile; the discards are shuffled when a card is due and none is left."""
        p = self.position
        number = due(p, number)
        if number <= len(self._pile):
            return self._top(number)
        rest = self._top(len(self._pile))
        self._pile = shuffled(
            self._rng, "".join(c * p.discards[at] for at, c in enumerate(COLOURS))
        )
        return in_order(rest + self._top(number - len(rest)))

    def _top(self, number: int) -> str:
        """Take cards from the pile. Its end is the top."""
        return in_order("".join(self._pile.pop() for _ in range(number)))


def _tiles(mix: Mapping[str, int]) -> list[str]:
    """The tiles one by one, in an order that does not depend on how a board file was written."""
    return [kind for kind in sorted(mix) for _ in range(mix[kind])]


# ---------------------------------------------------------------------- the record


def movetext(game: PlayedGame, unseen: str | None = None) -> str:
    """The moves of a game in notation, one turn per line.

    `unseen` None shows every card; "all" hides the cards dealt and drawn, as an onlooker would
    have to; a seat's letter hides those of the other seats.

    >>> from iquazu_notation.games.iquazu.board_file import reference
    >>> game = play_game(["greedy", "random"], 1, board=reference())
    >>> print("\\n".join(movetext(game, "R").splitlines()[:4]))
    0. R+WWBO >V3,V2,C3,V3,V1
    1. R +WWBB
    2. G c1:OOO
    3. R +WBOO
    """
    if unseen not in (None, "all", *game.seats):
        raise ValueError(f"nobody sits on {unseen}: the seats are {' '.join(game.seats)}")
    deals = [
        f"{seat}+{cards}"
        for seat, cards in zip(game.seats, game.hands, strict=True)
        if unseen in (None, seat)
    ]
    lines = [" ".join(["0.", *deals, Reveal(game.open_tiles).word])]
    for number, turn in enumerate(game.turns):
        seat = game.seats[number % len(game.seats)]
        seen = unseen in (None, seat)
        words = [step.word if seen else _hidden(step) for step in turn]
        lines.append(" ".join([f"{number + 1}. {seat}", *words]))
    return "\n".join(lines) + "\n"


def _hidden(step: Step) -> str:
    """The word for a step as others see it: draws are hidden, payments and discards are not."""
    if isinstance(step, Draw):
        return Draw().word
    if isinstance(step, UseTile):
        return UseTile(step.kind).word
    return step.word


def record_text(
    game: PlayedGame, unseen: str | None = None, tags: Mapping[str, str] | None = None
) -> str:
    """The game as a record. `tags` are added to its own tags, or replace them.

    >>> from iquazu_notation.games.iquazu.board_file import reference
    >>> game = play_game(["greedy", "random"], 1, board=reference())
    >>> print(record_text(game, "all", {"Site": "here"}).split("\\n\\n")[0])
    [Game "Iquazu"]
    [Board "reference"]
    [Strips "1 3 2 5 4"]
    [Seats "R G"]
    [Red "greedy"]
    [Green "random"]
    [Source "simulated"]
    [Termination "complete"]
    [Site "here"]
    """
    own = {"Game": "Iquazu", "Board": game.board}
    if game.strips:
        own["Strips"] = " ".join(game.strips)
    own["Seats"] = " ".join(game.seats)
    own |= {SEAT_NAMES[seat]: bot for seat, bot in zip(game.seats, game.bots, strict=True)}
    own |= {"Source": "simulated", "Termination": "complete", **(tags or {})}
    lines = [f'[{name} "{_escaped(value)}"]\n' for name, value in own.items()]
    return "".join(lines) + "\n" + movetext(game, unseen)


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
