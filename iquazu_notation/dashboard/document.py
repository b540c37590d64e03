"""One HTML file that holds all it needs: style, scripts and the data of its figures.

A content security policy lets only the scripts of the page itself run, and nothing be loaded.
"""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib import resources
from typing import TYPE_CHECKING, Any

from ..drawing import look
from ..figures.chart import DARK, GRID
from ..store.store import program_version

if TYPE_CHECKING:
    import plotly.graph_objects as go

CARD = look.Shade("#FFFFFF", "#212428")
FOOTER = "Numbers of players are never counted together. Rates have 95 % intervals (Wilson)."


def document(
    title: str,
    sentence: str,
    nav: str,
    body: str,
    figures: dict[str, Any],
    walk: dict[str, Any] | None = None,
    footer: str = FOOTER,
) -> str:
    """The whole file. All parts but the title are HTML; `walk` is a game to step through."""
    from plotly.offline import get_plotlyjs

    scripts = [get_plotlyjs()] if figures else []
    scripts += [file("look.js"), file("page.js")]
    scripts += [file("walk.js")] if walk else []
    policy = (
        f"default-src 'none'; script-src {' '.join(map(allowed, scripts))};"
        " style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    data = {"figures": figures, "dark": DARK} | ({"walk-data": walk} if walk else {})
    return "".join(
        (
            '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta name="color-scheme" content="light dark"><title>{escape(title)}</title>',
            f"<style>{style()}</style></head><body>",
            f'<header><div><h1>{escape(title)}</h1><p id="about">{sentence}</p></div>',
            '<button id="theme" type="button" aria-label="Change between light and dark">'
            "☾ Dark</button></header>",
            f"{nav}<main>{body}</main>",
            f'<footer><p class="small">{escape(footer)}'
            f" Made by iquazu {escape(program_version())}.</p></footer>",
            *(
                f'<script type="application/json" id="{name}">{in_script(value)}</script>'
                for name, value in data.items()
            ),
            *(f"<script>{script}</script>" for script in scripts),
            "</body></html>\n",
        )
    )


def article(
    key: str, title: str, figure: go.Figure | None, said: str, below: str, figures: dict[str, Any]
) -> str:
    """A figure, or the sentence in its place; what stands below is HTML."""
    title = escape(title)
    if figure is None:
        shown = f'<p class="said">{escape(said)}</p>'
    else:
        figures[key] = figure.to_plotly_json()
        shown = (
            f'<div class="figure" id="{key}" role="img" aria-label="{title}"'
            f' style="height:{figure.layout.height}px"></div>'
        )
    return f"<article><h4>{title}</h4>{shown}{below}</article>"


def in_script(value: Any) -> str:
    r"""JSON that can't end the script element it stands in.

    >>> in_script({"name": "</script>"})
    '{"name":"\\u003c/script>"}'
    """
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")


def style() -> str:
    """The look of page and app: by the system, unless a button has chosen."""
    shades = {
        "ground": look.GROUND,
        "panel": look.PANEL,
        "ink": look.INK,
        "muted": look.MUTED,
        "frame": look.FRAME,
        "grid": GRID,
        "card": CARD,
    }

    def rules(ground: look.Ground) -> str:
        listed = "".join(f"--{name}:{shade.on(ground)};" for name, shade in shades.items())
        return f"{{color-scheme:{ground};{listed}}}"

    chosen = ':root[data-theme="dark"]'
    return (
        f":root{{--font:{look.FONT}}}:root{rules('light')}{chosen}{rules('dark')}"
        f"{look.css('.iq-page', 'light')}{look.css(f'{chosen} .iq-page', 'dark')}"
        f"{file('page.css')}"
    )


def file(name: str) -> str:
    """A file of this package as text."""
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def allowed(script: str) -> str:
    """A script as a content security policy names it."""
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
