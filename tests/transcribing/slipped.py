"""A table game with nothing seen, and one slip: it shows nine turns later."""

from __future__ import annotations

from pathlib import Path

from iquazu_notation import read_text, replay

SAMPLES = Path(__file__).parents[2] / "samples"
SLIP = 64  # Red paid i3 with four white; three white and a pair of orange were written
SHOWS = 73  # by then Red has paid more orange than there was
WARNING = (
    "Turn 73 can't have been like this: by turn 73 Red has paid 25 orange cards, and can have drawn"
    " at most 23. Likely: with `i3:WWWW` in turn 64 the rest is possible."
)


def short_lines(name: str) -> list[str]:
    """A sample in short form, line by line."""
    game = replay(next(read_text((SAMPLES / name).read_text())))
    return game.text(short=True).splitlines()


def slipped(turns: int) -> str:
    """The sample `at-the-table` up to a turn, with the slip in it."""
    lines = short_lines("at-the-table.iqn")
    first = next(at for at, line in enumerate(lines) if line.startswith("R "))
    lines[first + SLIP - 1] = lines[first + SLIP - 1].replace("i3", "i3:WWWOO")
    assert "WWWOO" in lines[first + SLIP - 1]
    text = "\n".join(lines[: first + turns]) + "\n"
    return text.replace('[Termination "complete"]\n', "")


def turn_of(name: str, number: int) -> str:
    """The words of one turn of a sample, without its seat."""
    lines = short_lines(name)
    first = next(at for at, line in enumerate(lines) if line.startswith("R "))
    return lines[first + number - 1].partition(" ")[2]
