"""The full screen, driven by Textual's pilot: what is typed, seen, and kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from iquazu_notation import read_text, replay
from iquazu_notation.transcribing.clock import Clock
from iquazu_notation.transcribing.screen.app import TranscribeApp
from iquazu_notation.transcribing.screen.views import BoardView, LedgerView, SeatsView

from .conftest import OPENING, TAGS, OpenDesk
from .sitting import SMALL, Seat, sit
from .slipped import SAMPLES, SHOWS, WARNING, short_lines, slipped, turn_of

LARGE = (140, 45)


def test_a_new_game_is_asked_for_and_then_played(open_desk: OpenDesk, night: Path) -> None:
    async def use(seat: Seat) -> None:
        assert seat.shown("prompt") == "Who plays, by name and clockwise:"
        await seat.enter("Anna, Ben", "R G", "Ben", "", "31524", "J D D C2 D")
        assert seat.shown("prompt") == "Turn 1, Ben (Green):"
        await seat.enter("+")
        assert seat.shown("prompt") == "Turn 2, Anna (Red):"
        assert "On the table: gem box to Red" in seat.shown("told")

    sit(open_desk(None), use)
    assert night.read_text().endswith("\n>J,D,D,C2,D\nG +\n")


def test_keys_one_by_one_reach_the_record(open_desk: OpenDesk, night: Path) -> None:
    async def use(seat: Seat) -> None:
        await seat.press("plus", "enter", "a", "4", "space", "exclamation_mark", "enter")

    sit(open_desk(), use)
    assert night.read_text().endswith("R +\nG a4 !\n")


@pytest.mark.parametrize("size", [SMALL, LARGE, (60, 20), (110, 30), (200, 60)])
@pytest.mark.parametrize("turns", [0, 12, 90])
def test_board_and_ledger_fit_any_terminal(
    open_desk: OpenDesk, size: tuple[int, int], turns: int
) -> None:
    lines = short_lines("four-players.iqn")
    first = next(at for at, line in enumerate(lines) if line.startswith("R "))

    async def use(seat: Seat) -> None:
        screen = seat.screen()
        assert len(screen) == size[1]
        assert all(len(line) <= size[0] for line in screen)
        assert seat.app.line.region.bottom <= size[1]
        assert seat.app.line.region.height == 1
        if size >= SMALL:
            assert any("k" in line and "a" in line for line in screen[1:5])  # the rocks' letters
            wall = seat.app.query_one(BoardView).wall()
            assert wall is not None
            assert seat.app.query_one(BoardView).region.height >= wall.lines
        if turns and size >= SMALL:
            last = f"{turns} {' RGYP'[(turns - 1) % 4 + 1]} "
            assert any(last in line for line in screen), screen

    sit(open_desk("\n".join(lines[: first + turns]) + "\n", record=1), use, size)


def test_on_a_small_screen_a_key_shows_the_ledger_alone(open_desk: OpenDesk) -> None:
    async def use(seat: Seat) -> None:
        assert seat.app.query_one(BoardView).region.width > 0
        await seat.press("f2")
        assert seat.app.query_one(BoardView).region.width == 0
        assert seat.app.query_one(LedgerView).region.width > 70
        await seat.press("f2")
        assert seat.app.query_one(BoardView).region.width > 0

    sit(open_desk(TAGS, *OPENING), use)


def test_the_meaning_is_shown_while_typing(open_desk: OpenDesk, night: Path) -> None:
    async def use(seat: Seat) -> None:
        await seat.write("c")
        assert "not a whole word yet" in seat.shown("meaning")
        assert "Tab c1 c2 c3" in seat.shown("meaning")
        await seat.write("4")
        assert seat.shown("meaning").startswith(
            "✓ Red places on c4, fourth gap of the third rock, pays 3: three blue"
        )
        await seat.write(":WW")
        assert "IQ304: WW " in seat.shown("meaning")
        assert "(I-6)" in seat.shown("meaning")

    sit(open_desk(), use)
    assert night.read_text() == TAGS


def test_tab_completes_and_goes_round(open_desk: OpenDesk) -> None:
    async def use(seat: Seat) -> None:
        line = seat.app.line
        await seat.write("a4 *")
        await seat.press("tab")
        assert line.value == "a4 *"  # nobody holds a tile yet
        line.put("c4:W")
        await seat.press("tab")
        assert line.value == "c4:WWBB"  # there is nothing else with four cards
        line.put("b")
        await seat.press("tab")
        assert line.value == "b1"
        await seat.press("tab")
        assert line.value == "b2"
        await seat.press("shift+tab", "shift+tab")
        assert line.value == "b7"
        assert "Tab b1 b2" in seat.shown("meaning")
        assert seat.app.focused is line

    sit(open_desk(), use)


def test_a_refused_turn_stays_in_the_line_with_its_reason(open_desk: OpenDesk, night: Path) -> None:
    before = ""

    async def use(seat: Seat) -> None:
        nonlocal before
        before = night.read_text()
        await seat.enter("a4")
        assert seat.app.line.value == "a4"
        assert "✗ IQ223: a4 is taken" in seat.shown("meaning")
        assert "free on a" in seat.shown("meaning")
        assert "F4 insist" in seat.shown("keys")

    sit(open_desk(TAGS, "+", "a4"), use)
    assert night.read_text() == before


def test_insisting_takes_a_key_of_its_own_and_the_screen_says_invalid(
    open_desk: OpenDesk, night: Path
) -> None:
    async def use(seat: Seat) -> None:
        await seat.press("f4")  # nothing was refused yet
        await seat.enter("a4", "a4")  # Enter twice is not enough
        assert "against" not in night.read_text()
        await seat.press("f4")
        assert "invalid: turn 3 against the rules" in seat.shown("title")
        await seat.enter("+")

    sit(open_desk(TAGS, "+", "a4"), use)
    assert "Y a4 {against the rules: IQ223" in night.read_text()
    assert night.read_text().endswith("P +\n")


def test_another_line_can_not_be_insisted_on_by_mistake(open_desk: OpenDesk, night: Path) -> None:
    async def use(seat: Seat) -> None:
        await seat.enter("a4")
        await seat.write(":WWW")
        await seat.press("f4")

    sit(open_desk(TAGS, "+", "a4"), use)
    assert "against" not in night.read_text()


def test_undo_and_redo_by_key(open_desk: OpenDesk, night: Path) -> None:
    async def use(seat: Seat) -> None:
        await seat.press(*["ctrl+z"] * 10)
        assert night.read_text() == TAGS + "\n>J,D,D,C2,D\n"
        await seat.press(*["ctrl+y"] * 10)
        assert night.read_text().endswith("G +\n")
        await seat.press("ctrl+y")
        assert "nothing to redo" in seat.shown("told")

    sit(open_desk(TAGS, *OPENING), use)


def test_an_earlier_turn_is_chosen_changed_and_what_no_longer_fits_is_told(
    open_desk: OpenDesk, night: Path
) -> None:
    async def use(seat: Seat) -> None:
        await seat.press(*["up"] * 9)
        assert seat.app.line.value == "a4"
        assert seat.shown("prompt") == "change turn 2, Green:"
        await seat.enter("a7")
        assert "turn 9 (a7) does not fit: a7 is taken" in seat.shown("told")
        assert "invalid: turn 9" in seat.shown("title")
        assert any("9 R ✗ a7" in line for line in seat.screen())
        assert seat.shown("prompt") == "Turn 11, Yellow:"

    sit(open_desk(TAGS, *OPENING), use)
    assert "G a7\n" in night.read_text()


def test_looking_at_earlier_turns_changes_nothing(open_desk: OpenDesk, night: Path) -> None:
    async def use(seat: Seat) -> None:
        for key in [
            "up",
            "up",
            "enter",
            "pageup",
            "down",
            "escape",
            "up",
            "down",
            "up",
            "pagedown",
        ]:
            await seat.press(key)
        assert seat.shown("prompt") == "Turn 3, Yellow:"
        assert seat.app.line.value == ""

    text = TAGS + "\nR  + {two\nlines}\nG   a4\n"
    sit(open_desk(text), use)
    assert night.read_text() == text


def test_a_turn_is_inserted_before_the_chosen_one_and_deleted_again(
    open_desk: OpenDesk, night: Path
) -> None:
    async def use(seat: Seat) -> None:
        await seat.press("up", "f6")
        assert seat.shown("prompt") == "new turn before 2, Green:"
        await seat.enter("a5")
        assert night.read_text().endswith("R +\nG a5\nY a4\n")
        await seat.press("up", "up", "f8")
        assert night.read_text().endswith("R +\nG a4\n")
        await seat.press("f8")
        assert "choose a turn first" in seat.shown("told")

    sit(open_desk(TAGS, "+", "a4"), use)


def test_a_scoring_is_told_and_the_new_tiles_are_asked_for(
    open_desk: OpenDesk, night: Path
) -> None:
    async def use(seat: Seat) -> None:
        await seat.enter("a6")
        told = " ".join(seat.shown("told").split())
        assert "a is full: Yellow 3, Green 2, Red 1; row 1 tile (J) out of the game" in told
        assert "move the frame to b; turn up five tiles" in told
        assert seat.shown("prompt") == "Five new tiles, from the top:"
        assert "skip" in seat.shown("keys")
        await seat.enter("C2 C3 V1 C2 V2")
        assert seat.shown("prompt") == "Turn 12, Purple:"

    sit(open_desk(TAGS, *OPENING), use)
    assert night.read_text().endswith("Y a6 >C2,C3,V1,C2,V2\n")


def test_a_click_on_a_gap_starts_its_word(open_desk: OpenDesk) -> None:
    async def use(seat: Seat) -> None:
        board = seat.app.query_one(BoardView)
        wall = board.wall()
        assert wall is not None
        spots = {wall.gap_at(x, y): (x, y) for x in range(52) for y in range(17)}
        await seat.pilot.click(BoardView, offset=spots[2, 3])
        assert seat.app.line.value == "c4"
        assert seat.app.focused is seat.app.line
        await seat.pilot.click(BoardView, offset=(0, 0))
        assert seat.app.line.value == "c4"
        await seat.write(" *D")
        await seat.pilot.click(BoardView, offset=spots[0, 0])
        assert seat.app.line.value == "c4 *D a1"

    sit(open_desk(), use)


def test_a_click_on_a_line_of_the_ledger_chooses_its_turn(open_desk: OpenDesk) -> None:
    async def use(seat: Seat) -> None:
        ledger = seat.app.query_one(LedgerView)
        row = list(ledger.window()).index(8)
        await seat.pilot.click(LedgerView, offset=(3, row))
        assert seat.shown("prompt") == "change turn 9, Red:"

    sit(open_desk(TAGS, *OPENING), use)


def test_a_brace_opens_a_comment_and_enter_closes_it(open_desk: OpenDesk, night: Path) -> None:
    async def use(seat: Seat) -> None:
        await seat.enter("+ {a slow start", "{and a slow table", "a4 ?!")

    sit(open_desk(), use)
    assert night.read_text().endswith("R + {a slow start} {and a slow table}\nG a4 ?!\n")


def test_the_clock_is_written(open_desk: OpenDesk, night: Path) -> None:
    moments = iter([0.0, 75.0, 75.0])

    async def use(seat: Seat) -> None:
        await seat.enter("+")

    sit(open_desk(TAGS, clock=Clock(lambda: next(moments))), use)
    assert night.read_text().endswith("R + {[%emt 0:01:15]}\n")


def test_an_impossible_record_is_warned_of_in_the_background(open_desk: OpenDesk) -> None:
    async def use(seat: Seat) -> None:
        await seat.pilot.pause(0.3)
        assert not seat.app.warning
        await seat.enter(turn_of("at-the-table.iqn", SHOWS))
        assert seat.shown("prompt") == f"Turn {SHOWS + 1}, greedy (Green):"  # typing goes on
        await seat.until(lambda: seat.app.warning == WARNING)
        assert WARNING in seat.shown("told")
        await seat.press("ctrl+z")
        await seat.until(lambda: not seat.app.warning)

    sit(open_desk(slipped(SHOWS - 1)), use)


def test_an_outdated_judgement_is_ignored(open_desk: OpenDesk) -> None:
    from iquazu_notation.transcribing.judging import judge

    async def use(seat: Seat) -> None:
        found = judge(slipped(SHOWS))
        seat.app.post_message(TranscribeApp.Judged(seat.app.desk.version - 1, found))
        await seat.pilot.pause(0.2)
        assert not seat.app.warning

    sit(open_desk(TAGS, "+"), use)


def test_cards_that_must_be_there_are_shown_in_parentheses(open_desk: OpenDesk) -> None:
    async def use(seat: Seat) -> None:
        await seat.until(lambda: bool(seat.app.query_one("#beside", SeatsView).certain))

    sit(open_desk(TAGS + "\nR+WWBO\nR +\nG +\n"), use)


def test_a_change_by_someone_else_is_told_and_kept(open_desk: OpenDesk, night: Path) -> None:
    async def use(seat: Seat) -> None:
        theirs = night.read_text() + "G a5\n"
        night.write_text(theirs)
        await seat.until(lambda: "changed by someone else" in seat.shown("told"))
        await seat.enter("a4")
        assert night.read_text() == theirs
        assert seat.app.line.value == "a4"
        await seat.enter("/reload")
        assert seat.shown("prompt") == "Turn 3, Yellow:"

    sit(open_desk(TAGS, "+"), use)


def test_help_lists_keys_and_commands(open_desk: OpenDesk) -> None:
    async def use(seat: Seat) -> None:
        await seat.press("f1")
        text = "\n".join(seat.screen())
        assert "Ctrl+Z   undo" in text
        assert "/insert N TURN" in text
        await seat.press("escape")
        await seat.enter("/help")
        assert "/insert N TURN" in "\n".join(seat.screen())

    sit(open_desk(), use)


def test_keys_of_the_table_rest_while_the_help_is_open(open_desk: OpenDesk, night: Path) -> None:
    async def use(seat: Seat) -> None:
        await seat.press("f1", "up", "down", "ctrl+z", "f8", "f6", "f4", "f2", "pagedown", "tab")
        night.write_text("theirs")
        await seat.until(lambda: seat.app.told.refusal is not None)
        await seat.press("escape")
        assert seat.app.screen is seat.app.table
        assert len(seat.app.desk.session.draft.turns) == 2

    sit(open_desk(TAGS, "+", "a4"), use)


def test_the_last_turn_is_seen_beside_a_long_announcement(open_desk: OpenDesk) -> None:
    async def use(seat: Seat) -> None:
        await seat.enter("a6")
        assert len(seat.shown("told")) > 240
        assert any("11 Y a6:B #a" in line for line in seat.screen())

    sit(open_desk(TAGS, *OPENING), use)


def test_quitting_lets_go_of_the_file(open_desk: OpenDesk, night: Path) -> None:
    async def use(seat: Seat) -> None:
        await seat.enter("+", "/quit")

    sit(open_desk(), use)
    assert [file.name for file in night.parent.iterdir()] == ["night.iqn"]


def test_a_whole_game_typed_on_the_screen_is_that_game(open_desk: OpenDesk, night: Path) -> None:
    lines = short_lines("tie-for-the-win.iqn")

    async def use(seat: Seat) -> None:
        await seat.enter(*lines)
        assert seat.shown("prompt") == "The game is over:"

    sit(open_desk(None), use)
    sample = (SAMPLES / "tie-for-the-win.iqn").read_text()
    typed, meant = (replay(next(read_text(text))) for text in (night.read_text(), sample))
    assert typed.text() == meant.text()
