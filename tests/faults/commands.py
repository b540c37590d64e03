"""Every command of the program, and how each is called with a file that may be anything.

`{}` is the place of the hostile thing. A command or an option that takes a file and is missing here
fails a test, so that a new one can't be forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer.main
from iquazu_notation.cli.main import app

from tests.cli.good_and_bad import GOOD

CALLS = {
    "validate": ["validate {} good.iqn", "validate good.iqn --board {}"],
    "fmt": ["fmt --check {} good.iqn", "fmt {} ugly.iqn", "fmt --check good.iqn --board {}"],
    "replay": [
        "replay {}",
        "replay {} --ledger",
        "replay {} --format json",
        "replay good.iqn --svg {}",
        "replay good.iqn --board {}",
    ],
    "transcribe": ["transcribe --plain {}", "transcribe --plain ugly.iqn --board {}"],
    "legal": ["legal {}", "legal good.iqn --board {}"],
    "infer": ["infer {}", "infer good.iqn --board {}"],
    "board show": ["board show {}"],
    "board new": ["board new {}"],
    "board check": ["board check {} box.board.toml"],
    "simulate": ["simulate --players 2 --bots random --board {}"],
    "load": [
        "load {} good.iqn --db new.duckdb",
        "load good.iqn --db {}",
        "load good.iqn --db new.duckdb --board {}",
    ],
    "unload": ["unload {} --db club.duckdb", "unload good.iqn --db {}"],
    "sql": ["sql SELECT(1) --db {}", "sql {} --db club.duckdb"],
    "stats": ["stats length --db {}", "stats {} --db club.duckdb"],
    "dashboard": ["dashboard --out {} --db club.duckdb", "dashboard --out new.html --db {}"],
    "export": [
        "export --games {} --db club.duckdb",
        "export --to {} --db club.duckdb",
        "export --games new.iqn --db {}",
    ],
    "explain": ["explain {}"],
    "samples": ["samples --to {}"],
    "demo": ["demo --games 1 --to {}"],
}

GOOD_CALLS = {
    "validate": ["validate bad.iqn good.iqn", "validate -", "validate good.iqn -f json"],
    "fmt": [
        "fmt ugly.iqn",
        "fmt ugly.iqn.gz",
        "fmt --check ugly.iqn",
        "fmt --diff ugly.iqn",
        "fmt -",
    ],
    "replay": ["replay good.iqn", "replay bad.iqn -f json", "replay good.iqn --svg new.svg"],
    "transcribe": ["transcribe --plain ugly.iqn", "transcribe --plain new.iqn"],
    "legal": ["legal good.iqn", "legal bad.iqn -f json"],
    "infer": ["infer good.iqn --odds", "infer bad.iqn"],
    "board show": ["board show reference"],
    "board new": ["board new new.board.toml"],
    "board check": ["board check bad.board.toml box.board.toml"],
    "simulate": ["simulate --players 2 --bots random"],
    "load": ["load good.iqn bad.iqn --db new.duckdb", "load more.iqn --db club.duckdb"],
    "unload": ["unload ID --db club.duckdb"],
    "sql": ["sql SELECT(1) --db club.duckdb -f csv", "sql - --db club.duckdb"],
    "stats": ["stats", "stats length --db club.duckdb"],
    "dashboard": ["dashboard --out new.html --db club.duckdb"],
    "export": [
        "export --games new.iqn --db club.duckdb",
        "export --games - --db club.duckdb",
        "export --to tables --db club.duckdb",
    ],
    "explain": ["explain", "explain IQ304"],
    "samples": ["samples", "samples --to new"],
    "demo": ["demo", "demo --games 1 --to new"],
}
"""Calls with which nothing is wrong, or nothing but a record or a board in a file."""

STDIN = {
    "validate -": GOOD,
    "fmt -": GOOD.replace("1. R", "1.   R"),
    "transcribe --plain ugly.iqn": "+WO\n",
    "transcribe --plain new.iqn": GOOD.split("\n", 1)[1].replace("1. ", "").replace("2. ", ""),
    "sql - --db club.duckdb": "SELECT 1",
}

MAY_WRITE = {
    "fmt": {"ugly.iqn", "ugly.iqn.gz"},
    "replay": {"new.svg"},
    "transcribe": {"ugly.iqn", "new.iqn"},
    "board new": {"new.board.toml"},
    "load": {"new.duckdb", "new.duckdb.wal", "club.duckdb", "club.duckdb.wal"},
    "unload": {"club.duckdb", "club.duckdb.wal"},
    "dashboard": {"new.html"},
    "export": {"new.iqn", "tables"},
    "samples": {"new"},
    "demo": {"new"},
}
"""What a command was asked to write, besides the hostile thing itself."""

GOES_ON = {
    "validate {} good.iqn": "record 1",
    "fmt {} ugly.iqn": "formatted ugly.iqn",
    "board check {} box.board.toml": "box.board.toml: good",
    "load {} good.iqn --db new.duckdb": "1  loaded",
}
"""What shows that the other files were done, whatever became of the hostile one."""


def every_command() -> Iterator[tuple[str, Any]]:
    """The commands as Typer knows them, by name."""
    yield from _below(typer.main.get_command(app), ())


def _below(command: Any, names: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    if hasattr(command, "commands"):
        for name, each in command.commands.items():
            yield from _below(each, (*names, name))
    else:
        yield " ".join(names), command


def takes_file(parameter: Any) -> bool:
    """Whether a parameter names a file or a folder."""
    known = getattr(parameter, "type_descriptor", None)  # of Typer; of click before: `type`
    kind = parameter.type if known is None else known.annotation
    described = f"{parameter.metavar or ''} {kind}".lower()
    return any(word in described for word in ("file", "folder", "path"))
