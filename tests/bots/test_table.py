"""The table plays by the rules, the same everywhere, and its records tell what was seen."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from iquazu_notation.bots.table import PlayedGame, movetext, play_game, record_text
from iquazu_notation.games.iquazu import events
from iquazu_notation.games.iquazu.board_file import reference
from iquazu_notation.games.iquazu.decoding import Decoder
from iquazu_notation.games.iquazu.steps import Discard, Reveal
from tests.bots.played import TABLES, played, replay, some_games


@pytest.mark.parametrize("bots", TABLES)
def test_every_game_is_legal_to_the_end_and_its_totals_hold(bots: tuple[str, ...]) -> None:
    for seed in range(8):
        game = played(bots, seed)
        end = replay(game)
        assert end.over
        assert not end.unseen
        assert end.turn == len(game.turns)
        assert end.totals() == game.totals
        assert end.winners() == game.winners


def test_the_same_seed_gives_the_same_bytes_on_every_machine() -> None:
    bots = ["greedy", "random", "greedy", "random"]
    text = "".join(record_text(play_game(bots, seed, board=reference())) for seed in (1, 2, 3))
    assert hashlib.sha256(text.encode()).hexdigest() == PINNED


PINNED = "68539c03baf021ff5313186746c417599c206b73d058a3efeaea663eac6543d0"


def test_another_seed_gives_another_game() -> None:
    assert len({movetext(played(("greedy", "greedy"), seed)) for seed in range(8)}) == 8


def test_the_deal_does_not_depend_on_who_plays() -> None:
    one, other = played(("greedy", "random"), 5), played(("greedy", "greedy"), 5)
    assert (one.hands, one.open_tiles, one.strips) == (other.hands, other.open_tiles, other.strips)


def test_seats_and_strips_may_be_chosen() -> None:
    game = play_game(["random"] * 3, 1, board=reference(), seats="PRY", strips="54321")
    assert game.seats == ("P", "R", "Y")
    assert game.strips == ("5", "4", "3", "2", "1")
    assert [line.split()[1] for line in movetext(game).splitlines()[1:5]] == ["P", "R", "Y", "P"]


@pytest.mark.parametrize("bots", [["greedy"], ["greedy"] * 5, ["greedy", "clever"]])
def test_a_table_that_cannot_be_is_refused(bots: list[str]) -> None:
    with pytest.raises(ValueError, match=r"two to four bots|there is no bot 'clever'"):
        play_game(bots, 1, board=reference())


def test_draws_span_reshuffles_of_the_discards() -> None:
    reshuffles = [e for e in log_of(some_games()) if isinstance(e, events.Reshuffle)]
    assert any(e.after for e in reshuffles)


def log_of(games: Iterator[PlayedGame]) -> Iterator[events.Event]:
    for game in games:
        p = replay(game)
        yield from Decoder(p).read(p)


def test_every_tile_is_turned_up_once_the_dark_ones_last() -> None:
    game = played(("random", "random", "random"), 3)
    shown = [step for turn in game.turns for step in turn if isinstance(step, Reveal)]
    columns = [game.open_tiles, *(reveal.tiles or () for reveal in shown)]
    board = reference()
    light = sorted(tile for column in columns[:7] for tile in column)
    dark = sorted(tile for column in columns[7:] for tile in column)
    assert light == sorted(kind for kind, number in board.light.items() for _ in range(number))
    assert dark == sorted(kind for kind, number in board.dark.items() for _ in range(number))


def test_tiles_turned_up_by_the_last_drop_stand_before_the_discard() -> None:
    pairs = [
        (before, step)
        for game in some_games()
        for turn in game.turns
        for before, step in pairwise(turn)
    ]
    assert any(isinstance(b, Reveal) and isinstance(s, Discard) for b, s in pairs)
    assert not any(isinstance(b, Discard) for b, s in pairs)


# ---------------------------------------------------------------------- records


def test_a_record_names_the_table() -> None:
    text = record_text(played(("greedy", "random"), 1), tags={"Event": 'the "one"', "Red": "R2"})
    assert '[Seats "R G"]\n[Red "R2"]\n[Green "random"]\n[Source "simulated"]' in text
    assert '[Event "the \\"one\\""]' in text
    assert re.search(r'^\[Strips "(\d ){4}\d"\]$', text, re.M)


def test_an_onlooker_sees_no_card_dealt_or_drawn() -> None:
    for game in some_games():
        hidden = movetext(game, "all")
        assert not re.search(r"\+[WBO0]", hidden)
        assert hidden.startswith("0. >")
        seen = re.sub(r" [RGYP]\+[WBO]+", "", movetext(game))
        assert re.sub(r"( \+)[WBO0]+|( \*C\d)\+[WBO0]+", r"\1\2", seen) == hidden


def test_a_seat_sees_its_own_cards_and_no_others() -> None:
    for game in some_games():
        lines, full = movetext(game, "G").splitlines(), movetext(game).splitlines()
        assert re.findall(r"(\S+)\+[WBO]+", lines[0]) == ["G"]
        for line, whole in zip(lines[1:], full[1:], strict=True):
            if line.split()[1] == "G":
                assert line == whole
            else:
                assert not re.search(r"\+[WBO0]", line)


def test_hiding_for_an_empty_seat_is_refused() -> None:
    with pytest.raises(ValueError, match="nobody sits on P"):
        movetext(played(("greedy", "random"), 1), "P")
