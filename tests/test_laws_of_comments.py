"""Comments, marks and variations put anywhere into simulated games survive formatting."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from iquazu_notation import Record
from iquazu_notation.notation.record import Comment, Mark, Turn, Variation
from tests.simulated import (
    Script,
    examples,
    happened,
    places,
    played_back,
    seeds,
    stopped,
    unseen_ways,
)

COMMENT_TEXT = st.text(
    st.characters(exclude_characters="}\n\r", exclude_categories=["Cs", "Cc"])
    | st.sampled_from("({;)\n!?"),
    max_size=12,
)


@st.composite
def additions(draw: st.DrawFn, script: Script) -> str:
    """The script with comments, marks and variations put in at random places."""
    for _ in range(draw(st.integers(1, 8))):
        turn = script.turns[draw(places) % len(script.turns)]
        tail = next((at for at, word in enumerate(turn) if word[0] == "("), len(turn))
        kind = draw(st.sampled_from(["braces", "line", "mark", "variation", "setup"]))
        if kind == "mark":
            mark = draw(st.sampled_from(["!", "?", "!!", "??", "!?", "?!", "$7", "$140"]))
            turn.insert(1 + draw(places) % tail, mark)
        elif kind == "variation":
            turn.append(draw(variations(turn[0])))
        elif kind == "setup":
            script.setup.insert(draw(places) % (len(script.setup) + 1), draw(comments()))
        else:
            turn.insert(1 + draw(places) % len(turn), draw(comments()))
    return script.text


@st.composite
def comments(draw: st.DrawFn) -> str:
    text = draw(COMMENT_TEXT).replace("[", "<")
    return f"{{{text}}}" if draw(st.booleans()) else ";" + text.replace("\n", "") + "\n"


@st.composite
def variations(draw: st.DrawFn, head: str) -> str:
    """What might have been played instead, good or bad, with comments and nested ones."""
    words = [draw(comments())] if draw(st.booleans()) else []
    words += [head, draw(st.sampled_from(["+", "a1", "b3:WW", "a9", "*C2 +", "+ !", "1/2"]))]
    words += [draw(comments())] if draw(st.booleans()) else []
    if draw(st.integers(0, 3)) == 0:
        words.append(draw(variations(head)))
        words += [draw(comments())] if draw(st.booleans()) else []
    return f"({' '.join(words)})"


def notes(record: Record) -> object:
    """Every comment, mark and variation, turn by turn, in the order written."""
    setup = [entry for entry in record.head if isinstance(entry, Comment)]
    setup += _comments(record.setup) if record.setup else []
    return setup, [_notes_of(turn) for turn in record.turns]


def _comments(turn: Turn) -> list[Comment]:
    return [item for item in turn.items if isinstance(item, Comment)]


def _notes_of(turn: Turn) -> object:
    tail = [
        (entry.comments, [_notes_of(each) for each in entry.turns])
        if isinstance(entry, Variation)
        else entry
        for entry in turn.tail
    ]
    return _comments(turn), [item for item in turn.items if isinstance(item, Mark)], tail


@examples(150)
@given(
    data=st.data(), seed=seeds, unseen=unseen_ways, turns=st.integers(1, 25), short=st.booleans()
)
def test_comments_marks_and_variations_survive_formatting(
    data: st.DataObject, seed: int, unseen: str, turns: int, short: bool
) -> None:
    plain = stopped(seed, unseen, turns)
    game = played_back(data.draw(additions(stopped(seed, unseen, turns))))
    assert game.verdict != "invalid"
    assert game.id == played_back(plain.text).id
    for form in (False, True) if short else (True, False):
        text = game.text(short=form)
        again = played_back(text)
        assert notes(again.record) == notes(game.record)
        assert again.text(short=form) == text
        assert (again.id, again.verdict) == (game.id, game.verdict)
        assert happened(again) == happened(game)
