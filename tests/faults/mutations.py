"""Texts that were records once: bytes, words and lines changed, moved, repeated, torn off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.notation import plausible
from tests.simulated import text_of
from tests.test_checking import damaged

TESTS = Path(__file__).parents[1]
INPUTS = Path(__file__).parent / "inputs"
GAMES = 8
LONGEST = 300_000  # bytes of a mutant; longer ones have tests of their own

WORDS = [
    *(
        b'[Game "Iquazu"]',
        b'[Seats "R G"]',
        b'[Strips "3 1 5 2 4"]',
        b'[Position "',
        b'[Board "x"]',
    ),
    *(b'[Termination "complete"]', b'[Unseen "all"]', b'[Red "\\"]', b"]", b'"', b"\\"),
    *(
        b"0.",
        b"1.",
        b"999999.",
        b"R",
        b"G+?",
        b"R+",
        b"+",
        b"+0",
        b"+????",
        b"a4:W",
        b"e1:?",
        b"2/4",
    ),
    *(
        b"~",
        b"~a1",
        b"#a",
        b"#a=R3,G1/R-G-G",
        b"=R1,G2",
        b">",
        b">?,?,?,?,?",
        b"*J",
        b"*D",
        b"*C3+W?",
    ),
    *(b"-", b"-W?", b"@", b"@a4", b"!", b"?!", b"$7", b"(", b")", b"{", b"}", b";", b"()", b"{}"),
    *(b"\n", b"\r\n", b"\n\n", b"\t", b" ", b"\r", b"\x0b", b"\0", b"\x1b[31m", b"\x85"),
    *(
        b"\xff",
        b"\xed\xa0\x80",
        b"\xef\xbb\xbf",
        "é\u200b\u202e\U0001f600".encode(),
        "ＷＢ".encode(),
    ),
]


def corpus() -> list[bytes]:
    """All records of the tests and the samples, some games of bots, and what once failed."""
    folders = [TESTS / "records", TESTS.parent / "samples", INPUTS]
    files = [file for folder in folders for file in sorted(folder.glob("*.iqn"))]
    games = [
        text_of(seed, unseen, short)
        for seed in (0, 1)
        for unseen in ("none", "all")
        for short in (False, True)
    ]
    return [*(file.read_bytes() for file in files), *(game.encode() for game in games)]


def mutant(random: Random, seeds: list[bytes]) -> bytes:
    """A record after one to six accidents."""
    # Whole games get far into the rules, and are spoilt by little.
    games = random.random() < 0.3
    data = random.choice(seeds[-GAMES:] if games else seeds)
    for _ in range(1 if games else random.choice((1, 1, 2, 3, 6))):
        data = random.choice(ACCIDENTS)(random, data, seeds)[:LONGEST]
    return data


def _cut(random: Random, data: bytes) -> tuple[int, int]:
    """A stretch: mostly a short one."""
    at = random.randrange(len(data) + 1)
    return at, min(len(data), at + random.choice((1, 1, 2, 5, 20, 100, 1000)))


def _bytes(random: Random, data: bytes, _: list[bytes]) -> bytes:
    at, end = _cut(random, data)
    put = bytes(random.choices(range(256), k=random.choice((0, 1, 1, 3))))
    return data[:at] + put + data[end if random.random() < 0.5 else at :]


def _word(random: Random, data: bytes, _: list[bytes]) -> bytes:
    at, end = _cut(random, data)
    blank = random.choice((b"", b" ", b"\n"))
    put = blank + random.choice(WORDS) + blank
    return data[:at] + put + data[end if random.random() < 0.3 else at :]


def _splice(random: Random, data: bytes, seeds: list[bytes]) -> bytes:
    other = random.choice(seeds)
    (at, end), (start, stop) = _cut(random, data), _cut(random, other)
    return data[:at] + other[start:stop] + data[end:]


def _lines(random: Random, data: bytes, seeds: list[bytes]) -> bytes:
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    end = min(len(lines), at + random.choice((1, 1, 2, 7)))
    other = random.choice(random.choice(seeds).split(b"\n"))
    changed = random.choice(
        (
            lines[:at] + lines[end:],
            lines[:at] + lines[at:end] * 2 + lines[end:],
            lines[:at] + lines[at:end][::-1] + lines[end:],
            [*lines[:at], other, *lines[at:]],
            lines[:at],
            lines[at:],
        )
    )
    return random.choice((b"\n",) * 9 + (b"\r\n", b" ", b"\n\n")).join(changed)


def _repeat(random: Random, data: bytes, _: list[bytes]) -> bytes:
    at, end = _cut(random, data)
    return data[:end] + data[at:end] * random.choice((2, 10, 60, 300)) + data[end:]


def _nest(random: Random, data: bytes, _: list[bytes]) -> bytes:
    at, end = _cut(random, data)
    before, behind = random.choice(((b"(", b")"), (b"{", b"}"), (b"[", b"]"), (b"( R +", b")")))
    deep = random.choice((1, 2, 30, 400))
    return data[:at] + before * deep + data[at:end] + behind * random.choice((deep, 1)) + data[end:]


def _as_text(change: Callable[[Random, str, str], str]) -> Callable[..., bytes]:
    def accident(random: Random, data: bytes, seeds: list[bytes]) -> bytes:
        other = random.choice(seeds).decode(errors="replace")
        text = data.decode(errors="replace")
        return change(random, text or " ", other if other.split() else "R").encode()

    return accident


ACCIDENTS = [
    _bytes,
    _word,
    _word,
    _splice,
    _lines,
    _lines,
    _repeat,
    _nest,
    _as_text(lambda random, text, other: damaged(random, text, other)),
    _as_text(lambda random, text, _: plausible.damaged(random, text)),
]
