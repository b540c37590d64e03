"""Text of others (names of files and players, comments) that can do no harm in a terminal."""

from __future__ import annotations


def printable(text: str) -> str:
    """One line without anything that could move the cursor or change colours.

    >>> printable("tab\\there\\x1b[31m")
    'tab here·[31m'
    """
    if text.isprintable():
        return text
    return "".join(" " if c == "\t" else c if c.isprintable() else "·" for c in text)


def printable_lines(text: str) -> str:
    """The same for a text of several lines, whose ends stay.

    >>> printable_lines("one\\x9b\\ntwo\\r\\n")
    'one·\\ntwo\\n'
    """
    if text.isprintable():
        return text
    return "\n".join(printable(line.removesuffix("\r")) for line in text.split("\n"))
