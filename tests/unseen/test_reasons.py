"""What a player is told when the unseen cards can't be."""

from __future__ import annotations

from iquazu_notation import read_text, replay
from iquazu_notation.replay import Replay

HEAD = """[Game "Iquazu"]
[Board "reference"]
[Strips "3 1 5 2 4"]
[Seats "R G"]

"""


def judged(moves: str) -> Replay:
    return replay(next(read_text(HEAD + moves)))


def test_a_hand_that_was_seen_can_not_pay_what_it_lacks_though_others_are_unseen() -> None:
    game = judged("R+WWWW G+WWWWW\nR +WWWW\nG +WWWW\nR +WWW?\nG a2:B\n")
    assert game.diagnostics[0].code == "IQ303"
    assert "Green can't pay 1 blue card" in game.diagnostics[0].message


def test_too_many_of_a_colour_seen_is_said_at_the_draw() -> None:
    game = judged("R+WWWW G+WWWWW\nR +WWWW\nG +WWWW\nR +WWWW\nG +\n")
    assert game.diagnostics[0].code in ("IQ305", "IQ501")
    assert game.diagnostics[0].turn == 3


def test_more_unseen_cards_than_exist_is_a_wrong_number_of_cards() -> None:
    game = judged("R +????????\nG +\n")
    assert game.diagnostics[0].code == "IQ301"


def test_a_question_mark_where_no_card_stands_can_not_be_read() -> None:
    assert judged("R a?\n").diagnostics[0].code == "IQ010"
    assert judged("R *?\n").diagnostics[0].code == "IQ010"
    assert judged("R+??? G+?????\nR +\n").diagnostics[0].code == "IQ110"


def test_contradictory_knowns_are_found_at_the_turn_that_contradicts() -> None:
    # Red is seen with four white and nothing else, then pays blue.
    game = judged("R+WWWW\nR a2\n")
    assert (game.diagnostics[0].code, game.diagnostics[0].turn) == ("IQ303", 1)


def test_the_reason_names_who_which_colour_how_many_paid_and_drawn_and_what_would_mend_it() -> None:
    from .gap import gap_example

    written = gap_example(4)
    game = replay(next(read_text(written.text)), boards=written.boards)
    found = game.diagnostics[0]
    assert found.message == ("by turn 41 Red has paid 5 orange cards, and can have drawn at most 4")
    assert found.help is not None
    assert found.help.startswith("with `")
    assert "the rest is possible" in found.help
    # The help is true: with that word the record is consistent.
    word, turn = found.help.split("`")[1], int(found.help.split("turn ")[1].split()[0])
    lines = written.text.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith(f"{turn}. "))
    gap = word.split(":")[0]
    changed = [w if not w.startswith(gap) else word for w in lines[at].split(" ")]
    assert changed != lines[at].split(" ")
    lines[at] = " ".join(changed)
    mended = replay(next(read_text("\n".join(lines))), boards=written.boards)
    assert mended.verdict == "consistent"


def test_a_record_without_unseen_cards_never_loads_the_solver() -> None:
    import subprocess
    import sys

    code = (
        "import sys\n"
        "from iquazu_notation import read_text, replay\n"
        "from importlib.resources import files\n"
        "text = (files('iquazu_notation.samples') / 'two-players.iqn').read_text()\n"
        "assert replay(next(read_text(text))).verdict == 'valid'\n"
        "sys.exit('highspy' in sys.modules or 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False)
    assert done.returncode == 0
