"""The page of one game, to share: the board to walk through, its figures, and its ledger."""

from __future__ import annotations

from html import escape
from typing import Any

from ..figures.course import course
from ..figures.game import game_charts
from ..replay import Replay
from . import game_words
from .document import article, document
from .walk import walk


def game_page(game: Replay) -> str:
    """The whole page as HTML."""
    figures: dict[str, Any] = {}
    articles = [
        article(
            chart.key,
            chart.title,
            chart.figure,
            chart.said,
            f'<p class="small">{escape(chart.definition)}</p>',
            figures,
        )
        for chart in game_charts(course(game))
    ]
    facts = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in game_words.facts(game)
    )
    body = (
        f'<article class="wide"><div id="walk"></div>'
        f'<p class="small">{game_words.KEYS}</p></article>'
        f'<div class="grid">{"".join(articles)}</div>'
        f'<section><h3>Ledger</h3><article class="wide">{_ledger(game)}</article></section>'
        f"<section><h3>Record</h3><dl>{facts}</dl></section>"
    )
    return document(
        game_words.title(game),
        escape(game_words.sentence(game)),
        "",
        body,
        figures,
        walk(game),
        footer="",
    )


def _ledger(game: Replay) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in game_words.ledger_head(game))
    rows = []
    for turn, cells in game_words.ledger_rows(game):
        listed = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        rows.append(f'<tr data-turn="{turn}">{listed}</tr>')
    return (
        f'<div class="scroll ledger"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
        f'<p class="small">{escape(game_words.LEDGER)}</p>'
    )
