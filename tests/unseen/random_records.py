"""Random records of brute-force size: with unseen cards, damaged ones, and ones about tiles.

Each is made from a game that was truly played (`small_games`). Where the events come from: the true
events are the engine's. The events of the record as WRITTEN are the true ones with other letters in
`cards` and `paid`, never with another number of letters. All that the rules derive from a step
(reshuffles, drops, scorings, reveals) depends on the numbers of cards and on the gaps alone, so it
stays as it was, whatever the letters say. That is why no replay is needed, which would refuse an
impossible record and cut its events off at the fault.

A record can be damaged so that it reads well and may be impossible:

- `gap`: a gap gets another colour (on the board, which is the record's own), and its payment is
  changed to one of as many cards that is right for that colour;
- `payment`: other pairs, or other cards with an any-colour tile, of the same number;
- `draw`: a seen letter of a deal, draw or card tile is changed;
- `seen`: an unseen card of a deal, draw or card tile gets any letter;
- `discard`: a letter of a discard is changed.

    record = random_record(7, damage=True)
    replay(next(read_text(record.text)), boards=record.boards)
    brute.possible(record.events, record.seats, record.deck, record.start)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from iquazu_notation.games.iquazu.board import Board
from iquazu_notation.games.iquazu.payment import exact_payments
from iquazu_notation.games.iquazu.position import Position
from iquazu_notation.games.iquazu.position_text import write_position
from iquazu_notation.games.iquazu.steps import ROCKS, count, in_order, spell
from iquazu_notation.games.iquazu.tally import packed

from .small_games import COLOURS, Played, Rows, board_of, play, random_deck, random_rocks
from .worlds import Start

__all__ = ["WrittenRecord", "movetext", "random_record", "random_tile_record"]

TAKING = ("deal", "draw", "tile")
HABITS = ((1.0, 0.0), (0.5, 0.25), (0.2, 0.5))
"""How recorders see draws: how often not at all, and how often in part. The first: an onlooker."""


@dataclass(frozen=True)
class WrittenRecord:
    """A record as it is written: tags and movetext, and the events that it tells of.

    `truth` are the events of the game behind it, without any `?`; if `damage` is empty, the record
    is possible. `start` is the position it begins from, None for the setup. `totals` are the final
    totals it claims (its `Result` tag), None if it claims none.
    """

    seats: tuple[str, ...]
    board: Board
    tags: dict[str, str]
    lines: list[str]
    events: list[dict[str, Any]]
    truth: list[dict[str, Any]]
    start: Start | None = None
    damage: tuple[str, ...] = ()
    totals: dict[str, int] | None = None

    @property
    def deck(self) -> dict[str, int]:
        return self.board.cards

    @property
    def boards(self) -> dict[str, Board]:
        """For `replay(record, boards=…)`."""
        return {self.board.id: self.board}

    @property
    def text(self) -> str:
        tags = [f'[{name} "{value}"]' for name, value in self.tags.items()]
        return "\n".join([*tags, "", *self.lines]) + "\n"


def random_record(
    seed: int,
    *,
    players: int | None = None,
    turns: int = 12,
    unseen_payments: bool = False,
    from_position: bool = False,
    damage: bool = False,
) -> WrittenRecord:
    """A record with seen, partly seen and unseen draws, always the same for the same arguments.

    `unseen_payments` hides some payments and discards too. All tiles are seen.
    """
    rng = Random(f"unseen {seed} {players} {turns} {unseen_payments} {from_position} {damage}")
    seats = tuple(rng.sample("RGYP", players or rng.choice((2, 3))))
    rocks = random_rocks(rng)
    deck, limit = random_deck(rng, len(seats)), rng.randint(len(seats) + 3, len(seats) + 6)
    game = play(rng, board_of(rocks, deck, limit), seats, turns)
    cut = rng.randint(1, turns // 3) if from_position else 0
    truth = [event for event in game.events if event["turn"] > cut or not cut]
    habit = rng.choice(HABITS)
    events = [_hidden(rng, event, habit, unseen_payments) for event in truth]
    done: tuple[str, ...] = ()
    if damage:
        done = tuple(
            name for _ in range(rng.randint(1, 2)) if (name := _damage(rng, rocks, events, truth))
        )
    board = board_of(rocks, deck, limit)
    tags = _tags(board, seats)
    start = None
    if cut:
        start, line = _position(rng, game, cut, unseen_payments)
        tags["Position"] = line
    return WrittenRecord(seats, board, tags, movetext(events, rng), events, truth, start, done)


def random_tile_record(
    seed: int, *, players: int | None = None, unseen: int = 6, damage: bool = False
) -> WrittenRecord:
    """A whole game in which only some tiles are unseen, with its final totals.

    Damaged ones claim other totals or show another tile than was turned up.
    """
    rng = Random(f"tiles {seed} {players} {unseen} {damage}")
    seats = tuple(rng.sample("RGYP", players or rng.choice((2, 3))))
    board = board_of(random_rocks(rng), random_deck(rng, len(seats)))
    game = play(rng, board, seats, 1000)
    totals = dict(game.events[-1]["totals"])
    # What follows from the tiles themselves is left out: it would give them away.
    truth = [event for event in game.events if event["type"] not in ("tile_points", "end")]
    columns = [list(event["tiles"]) for event in truth if event["type"] == "reveal"]
    done = ""
    if damage and rng.random() < 0.5:
        column = rng.choice(columns)
        row = rng.randrange(5)
        mix = board.dark if columns.index(column) > 6 else board.light
        column[row] = rng.choice([kind for kind in mix if kind != column[row]])
        done = "tile"
    elif damage:
        gains, loses = rng.sample(seats, 2)
        points = rng.choice((1, 2, 3))
        totals[gains] += points
        totals[loses] -= points if rng.random() < 0.7 else 0
        done = "total"
    for _ in range(unseen):
        rng.choice(columns)[rng.randrange(5)] = "?"
    events = _with_tiles(truth, columns)
    tags = _tags(board, seats)
    tags["Result"] = ",".join(f"{seat}{total}" for seat, total in totals.items())
    damages = (done,) if done else ()
    lines = movetext(events, rng)
    return WrittenRecord(seats, board, tags, lines, events, truth, None, damages, totals)


# ---------------------------------------------------------------------- hiding


def _hidden(
    rng: Random, event: dict[str, Any], habit: tuple[float, float], payments: bool
) -> dict[str, Any]:
    field = "paid" if event["type"] == "place" else "cards"
    cards = event.get(field)
    if not cards:
        return dict(event)
    if event["type"] in TAKING:
        return event | {field: _hide(rng, cards, *habit)}
    if payments:
        return event | {field: _hide(rng, cards, all_of_it=0.15, some=0.25)}
    return dict(event)


def _hide(rng: Random, cards: str, all_of_it: float, some: float) -> str:
    chance = rng.random()
    if chance < all_of_it:
        return "?" * len(cards)
    if chance < all_of_it + some:
        return in_order("".join(rng.choice((card, "?")) for card in cards))
    return cards


def _position(rng: Random, game: Played, turn: int, payments: bool) -> tuple[Start, str]:
    """The true position after a turn, with hidden cards: as a start, and as a `Position` tag."""
    p: Position = game.positions[turn].copy()
    hidden = [_hide(rng, spell(hand), all_of_it=0.5, some=0.25) for hand in p.hands]
    p.cards = [packed(count(hand)) for hand in hidden]
    if payments:
        p.laid = packed(count(_hide(rng, spell(p.discards), all_of_it=0.2, some=0.4)))
    dealt = {seat: spell(hand) for seat, hand in zip(p.seats, p.hands, strict=True)}
    return Start(turn + 1, dealt, spell(p.discards), p.pile), write_position(p)


def _with_tiles(
    truth: Sequence[dict[str, Any]], columns: Sequence[Sequence[str]]
) -> list[dict[str, Any]]:
    """The events with other tiles: turned up, and given out at the next scoring."""
    events = []
    reveals = 0
    for event in truth:
        if event["type"] == "reveal":
            reveals += 1
        if event["type"] in ("reveal", "score"):
            event = event | {"tiles": list(columns[reveals - 1])}
        events.append(event)
    return events


# ---------------------------------------------------------------------- damage


def _damage(
    rng: Random,
    rocks: list[Rows],
    events: list[dict[str, Any]],
    truth: Sequence[Mapping[str, Any]],
) -> str:
    """Change one event (and a rock, if a gap gets another colour); "" if nothing can be changed."""
    kinds = ["gap", "gap", "payment", "draw", "seen", "discard"]
    rng.shuffle(kinds)
    for kind in kinds:
        order = list(range(len(events)))
        rng.shuffle(order)
        for at in order:
            changed = _changed(rng, kind, events[at], truth[at])
            if changed is not None:
                if kind == "gap":
                    _recolour(rocks, changed)
                events[at] = changed
                return kind
    return ""


def _changed(
    rng: Random, kind: str, event: dict[str, Any], true: Mapping[str, Any]
) -> dict[str, Any] | None:
    """The event with this kind of damage, or None if it can't have it."""
    what = event["type"]
    if kind == "gap" and what == "place" and not event["joker"]:
        colour = rng.choice([c for c in COLOURS if c != event["colour"]])
        paid = rng.choice(_payments(colour, event["cost"], len(event["paid"]), joker=False))
        return event | {"colour": colour, "paid": paid}
    if kind == "payment" and what == "place":
        ways = _payments(event["colour"], event["cost"], len(event["paid"]), event["joker"])
        others = [way for way in ways if way != true["paid"]]
        return event | {"paid": rng.choice(others)} if others else None
    if kind == "draw" and what in TAKING:
        return _other_letter(rng, event, "WBO")
    if kind == "discard" and what == "discard":
        return _other_letter(rng, event, "WBO")
    if kind == "seen" and what in TAKING:
        return _other_letter(rng, event, "?")
    return None


def _other_letter(rng: Random, event: dict[str, Any], among: str) -> dict[str, Any] | None:
    cards = event["cards"] or ""
    places = [at for at, card in enumerate(cards) if card in among]
    if not places:
        return None
    at = rng.choice(places)
    letter = rng.choice([colour for colour in COLOURS if colour != cards[at]])
    return event | {"cards": in_order(cards[:at] + letter + cards[at + 1 :])}


def _payments(colour: str, cost: int, number: int, joker: bool) -> list[str]:
    """Every payment of so many cards."""
    ways = exact_payments(COLOURS.index(colour), cost, joker)
    return [spell((*way, 0)) for way in ways if sum(way) == number]


def _recolour(rocks: list[Rows], placed: Mapping[str, Any]) -> None:
    rock, gap = ROCKS.index(placed["rock"]), placed["gap"] - 1
    rows = list(rocks[rock])
    row = placed["row"] - 1
    within = gap - sum(map(len, rows[:row]))
    rows[row] = rows[row][:within] + placed["colour"] + rows[row][within + 1 :]
    rocks[rock] = tuple(rows)


# ---------------------------------------------------------------------- text


def _tags(board: Board, seats: Sequence[str]) -> dict[str, str]:
    return {
        "Game": "Iquazu",
        "Board": board.id,
        "Strips": " ".join(board.strip_names),
        "Seats": " ".join(seats),
    }


def movetext(events: Sequence[Mapping[str, Any]], rng: Random | None = None) -> list[str]:
    """The events in notation, one line for each turn.

    With a generator, things wholly unseen are sometimes left to be understood (`+` for `+????`).
    """
    turns: dict[int, list[str]] = {}
    for event in events:
        turn = event["turn"]
        words = turns.setdefault(turn, [f"{turn}. {event['seat']}" if turn else "0."])
        word = _word(event, short=rng is not None and rng.random() < 0.5)
        if word:
            words.append(word)
    return [" ".join(words) for words in turns.values() if words != ["0."]]


def _word(event: Mapping[str, Any], short: bool) -> str:
    what = event["type"]
    cards = event.get("paid" if what == "place" else "cards")
    if cards is not None and short and cards.count("?") == len(cards) > 0:
        if what != "place":
            cards = None
        if what == "deal":
            return ""
    if what == "deal":
        return f"{event['seat']}+{cards}"
    if what == "draw":
        return "+" if cards is None else f"+{cards or '0'}"
    if what == "tile":
        return f"*{event['tile']}" if cards is None else f"*{event['tile']}+{cards or '0'}"
    if what == "place":
        return f"{event['rock']}{event['gap']}:{cards}"
    if what == "discard":
        return f"-{cards or ''}"
    if what == "drop":
        return f"~{event['rock']}{event['gap']}"
    if what == "reveal":
        return ">" + ",".join(event["tiles"])
    return ""
