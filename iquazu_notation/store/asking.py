"""One question to an open database."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from duckdb import DuckDBPyConnection, StatementType

from .store import StoreError

QUESTIONS = (StatementType.SELECT, StatementType.EXPLAIN)


def ask(
    connection: DuckDBPyConnection, text: str, at_a_time: int
) -> tuple[list[str], Iterator[tuple[Any, ...]]]:
    """The names of the columns, and the rows, fetched some at a time.

    Only questions are let through; that nothing can be changed is the connection's affair.
    """
    statements = connection.extract_statements(text)
    if len(statements) != 1:
        raise StoreError("write one question, as SELECT …")
    if statements[0].type not in QUESTIONS:
        raise StoreError("only questions can be asked (SELECT …): the database is not changed here")
    connection.execute(statements[0])
    columns = [column[0] for column in connection.description or []]

    def rows() -> Iterator[tuple[Any, ...]]:
        while some := connection.fetchmany(at_a_time):
            yield from some

    return columns, rows()
