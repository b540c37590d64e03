"""The page to share: one HTML file with all figures in it, which loads nothing from anywhere.

Whatever comes from records (names of players, boards and sources) is text: escaped in HTML, in
the data of the figures, and in what Plotly would read as HTML. A content security policy lets only
the two scripts of this page run, and nothing be loaded.
"""

from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html import escape
from importlib import resources
from typing import TYPE_CHECKING, Any

from ..drawing.look import FONT, FRAME, GROUND, INK, MUTED, PANEL, Ground, Shade, clean, shorten
from ..figures.chart import DARK, FEWEST, GRID, Chart, percent
from ..figures.gallery import charts, player_counts
from ..store.filters import Filters
from ..store.statistics import Result
from ..store.store import program_version

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST_ROWS = 100  # players in the table
CARD = Shade("#FFFFFF", "#212428")


def page(connection: DuckDBPyConnection, filters: Filters | None = None) -> str:
    """The whole page as HTML."""
    chosen = filters or Filters()
    counts = player_counts(connection, chosen)
    figures: dict[str, Any] = {}
    parts = [_section(connection, chosen, players, n, figures) for players, n in counts.items()]
    if not parts:
        parts = [f'<p class="said" id="nothing">{_nothing(connection)}</p>']
    return _document(chosen, counts, "".join(parts), figures)


# ---------------------------------------------------------------------- words


def about(filters: Filters, games: int) -> str:
    """The filters as a sentence, with names short enough to read.

    >>> about(Filters(player="Anna", players=4), 12)
    'This page is about 4-player games of Anna: 12 games.'
    """
    short: dict[str, Any] = {
        name: _short(value, 60)
        for name, value in filters.values().items()
        if isinstance(value, str)
    }
    said = replace(filters, **short).sentence()
    return f"This page is about {said}: {_games(games)}."


def basis(result: Result) -> str:
    """What the numbers rest on."""
    left = f"; {_games(result.left_out)} left out: " if result.left_out else ": "
    said = f"n = {_games(result.n)}{left}{result.statistic.counted}."
    return said if result.mixture is None else f"{said} {_short(result.mixture, 300)}"


def _games(number: int) -> str:
    return f"{number:,} game{'' if number == 1 else 's'}"


def _short(text: str, columns: int) -> str:
    return shorten(clean(text), columns)


def _nothing(connection: DuckDBPyConnection) -> str:
    found = connection.execute("SELECT count(*) FROM games").fetchall()
    if found == [(0,)]:
        return (
            "There are no games in this database yet. Load some with"
            " <code>iquazu load</code>, and write the page again."
        )
    return (
        f"None of the {_games(found[0][0])} in this database is like that. Ask for fewer things at"
        " once, or look at how a name is written in the records."
    )


# ---------------------------------------------------------------------- parts of the page


def _section(
    connection: DuckDBPyConnection,
    filters: Filters,
    players: int,
    games: int,
    figures: dict[str, Any],
) -> str:
    head = f'<section id="with-{players}"><h2>{players} players, {_games(games)}</h2>'
    if games < FEWEST:
        return (
            f'{head}<p class="said">{_games(games)} with {players} players: too few to say anything'
            f" about. Figures come with {FEWEST}.</p></section>"
        )
    parts = [head]
    for title, drawn in charts(connection, filters, players).items():
        parts.append(f'<h3>{escape(title)}</h3><div class="grid">')
        parts += [_article(chart, players, figures) for chart in drawn]
        parts += [_players(c.result) for c in drawn if c.key == "players" and c.result.rows]
        parts.append("</div>")
    parts.append("</section>")
    return "".join(parts)


def _article(chart: Chart, players: int, figures: dict[str, Any]) -> str:
    # A title may hold a name, which `label` has escaped for Plotly: that is right for HTML too.
    title = chart.title if chart.figure is not None else escape(chart.title)
    if chart.figure is None:
        shown = f'<p class="said">{escape(chart.said)}</p>'
    else:
        key = f"{chart.key}-{players}"
        figures[key] = chart.figure.to_plotly_json()
        height = chart.figure.layout.height
        shown = (
            f'<div class="figure" id="{key}" role="img" aria-label="{title}"'
            f' style="height:{height}px"></div>'
        )
    note = f"{escape(chart.note)} " if chart.note else ""
    definition = escape(chart.result.statistic.definition)
    return (
        f"<article><h4>{title}</h4>{shown}"
        f'<p class="small n">{escape(basis(chart.result))}</p>'
        f'<p class="small">{note}{definition}</p></article>'
    )


def _players(result: Result) -> str:
    rows = []
    for row in result.records()[:MOST_ROWS]:
        rating = "–" if row["rating"] is None else f"{row['rating']:.1f} ± {row['uncertainty']:.1f}"
        cells = (
            _short(row["player"], 16) or "(no letters)",
            f"{row['n']:,}",
            f"{percent(row['rate'])} ({100 * row['low']:.0f}–{100 * row['high']:.0f})",
            rating,
            f"{row['mean_rank']:.2f}",
            f"{row['mean_total']:.1f}",
        )
        rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    names = ("player", "n", "won (95 %)", "rating", "mean rank", "mean total")
    head = "".join(f"<th>{name}</th>" for name in names)
    more = len(result.rows) - MOST_ROWS
    rest = f'<p class="small">… and {more:,} more players.</p>' if more > 0 else ""
    return (
        f'<article><h4>The players in numbers</h4><div class="scroll"><table><thead><tr>{head}'
        f"</tr></thead><tbody>{''.join(rows)}</tbody></table></div>{rest}"
        f'<p class="small n">{escape(basis(result))}</p></article>'
    )


# ---------------------------------------------------------------------- the document


def _document(filters: Filters, counts: dict[int, int], body: str, figures: dict[str, Any]) -> str:
    from plotly.offline import get_plotlyjs

    scripts = [get_plotlyjs(), _file("page.js")] if figures else [_file("page.js")]
    allowed = " ".join(f"'sha256-{_hash(script)}'" for script in scripts)
    policy = (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline';"
        " img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    links = "".join(
        f'<a href="#with-{players}">{players} players ({n:,})</a>' for players, n in counts.items()
    )
    nav = f"<nav><div>{links}</div></nav>" if len(counts) > 1 else ""
    sentence = escape(about(filters, sum(counts.values())))
    return "".join(
        (
            '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark"><title>Games of Iquazú</title>',
            f"<style>{_colours()}{_file('page.css')}</style></head><body>",
            f'<header><div><h1>Games of Iquazú</h1><p id="about">{sentence}</p></div>',
            '<button id="theme" type="button" aria-label="Change between light and dark">'
            "☾ Dark</button></header>",
            f"{nav}<main>{body}</main>",
            '<footer><p class="small">Numbers of players are never counted together. Rates have'
            f" 95 % intervals (Wilson). Made by iquazu {escape(program_version())}.</p></footer>",
            f'<script type="application/json" id="figures">{_data(figures)}</script>',
            f'<script type="application/json" id="dark">{_data(DARK)}</script>',
            *(f"<script>{script}</script>" for script in scripts),
            "</body></html>\n",
        )
    )


def _data(value: Any) -> str:
    r"""JSON that can't end the script element it stands in.

    >>> _data({"name": "</script>"})
    '{"name":"\\u003c/script>"}'
    """
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")


def _colours() -> str:
    """The look as CSS variables: by the system, unless the button has chosen."""
    shades = {
        "ground": GROUND,
        "panel": PANEL,
        "ink": INK,
        "muted": MUTED,
        "frame": FRAME,
        "grid": GRID,
        "card": CARD,
    }

    def rules(ground: Ground) -> str:
        listed = "".join(f"--{name}:{shade.on(ground)};" for name, shade in shades.items())
        return f"{{color-scheme:{ground};{listed}}}"

    return (
        f":root{{--font:{FONT}}}:root{rules('light')}"
        f"@media (prefers-color-scheme:dark){{:root{rules('dark')}}}"
        f':root[data-theme="light"]{rules("light")}:root[data-theme="dark"]{rules("dark")}'
    )


def _file(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def _hash(script: str) -> str:
    return b64encode(sha256(script.encode()).digest()).decode()
