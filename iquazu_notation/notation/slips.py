"""What phones, word processors and tired hands do to text, and what was meant.

A slip is only offered if the grammar accepts the correction, so a help never leads astray.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches

from .dialect import Dialect, Slip

Good = Callable[[str], bool]

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00ad"
_QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\uff02"
_FOLDED = {ord(dash): "-" for dash in _DASHES} | {ord(quote): '"' for quote in _QUOTES}
_NUMBER = re.compile(r"0*(?:([0-9]+)|([0-9OolI]*[0-9][0-9OolI]*)[.):,]+(.*))", re.DOTALL)
LOOKALIKE_DIGITS = str.maketrans("OolI", "0011")
RESERVED = "@^&%_|"
# Joined words are looked for in every way to cut a word, so it had better not be long.
_LONGEST_JOINED = 24


def fold(text: str) -> str:
    """The text in plain characters: straight quotes, short dashes, plain blanks, half-width.

    >>> fold("\u2013WW\u00a0\uff27")
    '-WW G'
    """
    if text.isascii() and text.isprintable():
        return text
    plain = []
    for character in unicodedata.normalize("NFKC", text.translate(_FOLDED)):
        category = unicodedata.category(character)
        if category == "Cf":  # joiners, byte-order marks and the like: nothing to see
            continue
        plain.append(" " if category in ("Zs", "Zl", "Zp", "Cc") else character)
    return "".join(plain)


def odd_character(text: str) -> str | None:
    """What to call the first character that the notation does not use.

    >>> odd_character("\u2013WW")
    '`\u2013` is an en dash'
    """
    for character in text:
        if character.isascii() and (character.isprintable() or character in "\t\r\n"):
            continue
        name = unicodedata.name(character, f"U+{ord(character):04X}").lower()
        article = "an" if name[0] in "aeiou" else "a"
        if character.isprintable():
            return f"`{character}` is {article} {name}"
        return f"there is {article} {name} in it, which can't be seen"
    return None


def mend(word: str, before: str, after: Sequence[str], dialect: Dialect, good: Good) -> Slip | None:
    """What was meant by an unreadable word, given the words around it.

    `good` tells whether the grammar accepts a word by itself.
    """
    plain = fold(word).strip() or word
    if plain != word:
        for instead in (plain, plain.replace(" ", "")):
            if all(map(good, instead.split())):
                return Slip(instead, odd_character(word) or "")
    for slip in _proposals(plain, before, after, dialect):
        if all(map(good, slip.instead.split())):
            return slip
    return None


def _proposals(word: str, before: str, after: Sequence[str], dialect: Dialect) -> Iterator[Slip]:
    number = _NUMBER.fullmatch(word)
    if number:
        digits = (number[1] or number[2]).translate(LOOKALIKE_DIGITS)
        if number[3]:
            yield Slip(f"{digits}. {number[3]}", "put a blank after the number", "IQ012")
        else:
            yield Slip(f"{digits}.", "a turn number is digits and a dot")
    yield from _broken_apart(word, before, after)
    yield from dialect.slips(word)


def _broken_apart(word: str, before: str, after: Sequence[str]) -> Iterator[Slip]:
    """One word written as several: `>C2, C3` or `> C2,C3` or `=R1 G2`."""
    why = "there are no blanks inside a word"
    whole = word
    for follower in after:
        if not (whole.endswith((",", ":", "+", "=", "/")) or follower.startswith((",", ":", "/"))):
            break
        whole += follower
        yield Slip(whole, why)
    if before:
        yield Slip(before + whole, why)
        yield Slip(f"{before},{whole}", "parts of a word are joined by commas, without blanks")


def joined(word: str, good: Good) -> list[str] | None:
    """The words that were written as one, if there is a way to part them.

    >>> joined("a3!!", lambda word: word in ("a3", "!", "!!"))
    ['a3', '!!']
    """
    if len(word) > _LONGEST_JOINED:
        return None
    ways: list[list[str]] = [[]]
    for _ in range(4):
        longer = []
        for way in ways:
            rest = word[sum(map(len, way)) :]
            if way and good(rest):
                return [*way, rest]
            longer += [[*way, rest[:cut]] for cut in range(1, len(rest)) if good(rest[:cut])]
        ways = longer
    return None


def joined_with_slip(word: str, dialect: Dialect, good: Good) -> Slip | None:
    """`12.g`: a good word, and joined to it one with a slip of its own."""
    for cut in range(1, min(len(word), _LONGEST_JOINED)):
        if good(word[:cut]):
            for slip in dialect.slips(word[cut:]):
                if good(slip.instead):
                    return Slip(f"{word[:cut]} {slip.instead}", slip.why, "IQ012")
    return None


def mended_tag(line: str, good: Good) -> Slip | None:
    """What was meant by a line that should be a tag.

    >>> mended_tag("[Red \u201cAnna\u201d]", lambda line: line == '[Red "Anna"]').why
    'quotes are straight: `"`'
    """
    for slip in _tag_proposals(line):
        if good(slip.instead):
            return slip
    return None


def _tag_proposals(line: str) -> Iterator[Slip]:
    plain = fold(line).strip()
    if line != line.lstrip():
        yield Slip(line.strip(), "a tag begins at the start of its line")
    straight = line.strip().translate({ord(quote): '"' for quote in _QUOTES})
    yield Slip(straight, 'quotes are straight: `"`')
    yield Slip(plain, "tags are written in plain characters")
    loose = re.fullmatch(r"\[?\s*(\w+)\s*[:=]?\s*(.*?)\s*\]?", plain)
    if loose:
        name, value = loose.groups()
        bare = value.strip("\"'\u2018\u2019")
        meant = bare.replace('\\"', '"').replace("\\\\", "\\")
        escaped = meant.replace("\\", "\\\\").replace('"', '\\"')
        quoted = len(value) > 1 and value[0] == value[-1] == '"'
        why = 'a tag looks like `[Name "value"]`'
        if quoted and "\\" in meant:
            why = 'a backslash is written `\\\\`, a quote `\\"`'
        elif quoted and '"' in meant:
            why = 'a quote inside the value is written `\\"`'
        yield Slip(f'[{name} "{escaped}"]', why)


def close_name(name: str, names: Sequence[str]) -> str | None:
    """The name that was probably meant.

    >>> close_name("iquaz\u00fa", ["Iquazu", "Niagara"])
    'Iquazu'
    """

    def bare(text: str) -> str:
        decomposed = unicodedata.normalize("NFD", text.casefold())
        return "".join(c for c in decomposed if unicodedata.category(c) != "Mn")

    known = {bare(each): each for each in names}
    close = get_close_matches(bare(name), known, n=1)
    return known[close[0]] if close else None
