"""One question to an open database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import duckdb
from duckdb import DuckDBPyConnection, StatementType

from .errors import StoreError, blames_the_file, first_line

QUESTIONS = (StatementType.SELECT, StatementType.EXPLAIN)


def ask(
    connection: DuckDBPyConnection, text: str, at_a_time: int
) -> tuple[list[str], Iterator[tuple[Any, ...]]]:
    """The names of the columns, and the rows, fetched some at a time.

    Only questions are let through; that nothing can be changed is the connection's affair.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise StoreError("this question is not readable text (UTF-8)") from None
    with _about_the_question():
        statements = connection.extract_statements(text)
    if len(statements) != 1:
        raise StoreError("write one question, as SELECT …")
    if statements[0].type not in QUESTIONS:
        raise StoreError("only questions can be asked (SELECT …): the database is not changed here")
    with _about_the_question():
        connection.execute(statements[0])
    columns = [column[0] for column in connection.description or []]

    def rows() -> Iterator[tuple[Any, ...]]:
        while some := _fetched(connection, at_a_time):
            yield from some

    return columns, rows()


def _fetched(connection: DuckDBPyConnection, number: int) -> list[tuple[Any, ...]]:
    with _about_the_question():
        return connection.fetchmany(number)


@contextmanager
def _about_the_question() -> Iterator[None]:
    """Most errors are about what was asked; those about the file are left to who opened it."""
    try:
        yield
    except duckdb.InterruptException:
        raise
    except duckdb.Error as error:
        if blames_the_file(error):
            raise
        raise StoreError(first_line(error)) from None
