"""The app to explore: the page's figures with filters, a list of games, and a page for each game.

The address says everything that is shown, so a view can be kept, shared and gone back to. The
database is opened for each question, strictly for reading: meanwhile others can load games.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import flask
from dash import MATCH, ClientsideFunction, Dash, Input, Output, State, ctx, dcc, html, no_update

from ..figures.chart import DARK
from ..figures.gallery import GROUPS
from ..store.errors import StoreError
from ..store.filters import Filters
from ..store.finding import find_game
from ..store.listing import Choices, count
from ..store.store import opened_to_read
from .access import guard
from .address import filters_in, number_in, search_for
from .answering import Server, Tell, answer_only_what_can_be_asked, log
from .callback_bodies import Kind, is_number_of_players, is_text
from .document import FOOTER, allowed, file, in_script, style
from .menus import MENUS, Menus, options, value_of
from .page import about
from .parts import figures, game_list, game_view, said

CONTROLS = (*MENUS, "since", "until")
# Where a browser may send values from, and of which kind they are.
SENT: dict[str, Kind] = {
    "url.pathname": is_text,
    "url.search": is_text,
    "players.value": is_number_of_players,
    "player.value": is_text,
    "board.value": is_text,
    "source.value": is_text,
    "days.start_date": is_text,
    "days.end_date": is_text,
}

Shown = tuple[list[Any], list[Any], str, str]
"""The page itself, the links above it, the sentence on top, and the class of the filters."""


def make_app(
    database: Path, *, token: str | None = None, only_here: bool = True, tell: Tell = log
) -> Dash:
    """The app for one database.

    `only_here` answers browsers on this machine alone; with a token those that brought it once.
    `tell` gets a line for each bug of ours.
    """
    server = Server(__name__, tell)
    # Before all else, also before what Dash does with a request.
    guard(server, token, only_here)
    flask_app: Any = server  # Dash takes any Flask, which its annotation does not say
    app = Dash(
        __name__,
        server=flask_app,
        title="Games of Iquazú",
        update_title="",
        include_assets_files=False,
        suppress_callback_exceptions=True,
    )
    scripts = [file("look.js"), file("walk.js"), file("app.js")]
    app.index_string = (
        _INDEX.replace("[[style]]", style() + file("app.css"))
        .replace("[[dark]]", in_script(DARK))
        .replace("[[scripts]]", "".join(f"<script>{script}</script>" for script in scripts))
    )
    menus = Menus(database)
    app.layout = lambda: _layout(menus)
    _set_policy(app, scripts)
    answer_only_what_can_be_asked(app, server, SENT)
    _answer(app, database, menus)
    return app


# ---------------------------------------------------------------------- the frame around it


_INDEX = """<!DOCTYPE html>
<html lang="en"><head>{%metas%}<title>{%title%}</title>{%favicon%}{%css%}
<meta name="color-scheme" content="light dark"><style>[[style]]</style>
<script type="application/json" id="dark">[[dark]]</script></head>
<body>{%app_entry%}<footer>[[scripts]]{%config%}{%scripts%}{%renderer%}</footer></body></html>"""


def _layout(menus: Menus) -> Any:
    return html.Div(
        [
            dcc.Location(id="url", refresh="callback-nav"),
            dcc.Store(id="theme", storage_type="local"),
            html.Header(
                [
                    html.Div([html.H1(dcc.Link("Games of Iquazú", href="/")), html.P(id="about")]),
                    html.Button("☾ Dark", id="theme-button", type="button"),
                ]
            ),
            html.Nav(html.Div(id="nav")),
            html.Div(_controls(menus.choices()), id="filters", className="filters"),
            dcc.Loading(html.Main(id="content"), delay_show=400, type="dot"),
            html.Div(html.P(FOOTER, className="small"), className="foot"),
        ]
    )


def _controls(offered: Choices) -> list[Any]:
    def menu(name: str, every: str) -> Any:
        listed: Any = options(offered, name)
        chosen = dcc.Dropdown(id=name, options=listed, placeholder=every, clearable=True)
        return html.Label([html.Span(name), chosen])

    days = dcc.DatePickerRange(
        id="days",
        min_date_allowed=offered.first.isoformat() if offered.first else None,
        max_date_allowed=offered.last.isoformat() if offered.last else None,
        display_format="YYYY-MM-DD",
        start_date_placeholder_text="from",
        end_date_placeholder_text="to",
        clearable=True,
        minimum_nights=0,
        first_day_of_week=1,
    )
    return [
        menu("players", "any number"),
        menu("player", "everybody"),
        menu("board", "all boards"),
        menu("source", "all sources"),
        html.Label([html.Span("days"), days]),
    ]


def _set_policy(app: Dash, scripts: list[str]) -> None:
    """Nothing is loaded from elsewhere, no script runs but ours, and no other site may frame it."""

    def policy(response: flask.Response) -> flask.Response:
        ours = " ".join([*map(allowed, scripts), *app.csp_hashes()])
        response.headers["Content-Security-Policy"] = (
            f"default-src 'self'; script-src 'self' {ours}; style-src 'self' 'unsafe-inline';"
            " img-src 'self' data: blob:; base-uri 'none'; form-action 'none';"
            " frame-ancestors 'none'"
        )
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response

    app.server.after_request(policy)


# ---------------------------------------------------------------------- answers


def _answer(app: Dash, database: Path, menus: Menus) -> None:
    values = [*((menu, "value") for menu in MENUS), ("days", "start_date"), ("days", "end_date")]

    @app.callback(
        output={
            "search": Output("url", "search"),
            "values": [Output(*value) for value in values],
            "options": [Output(menu, "options") for menu in MENUS],
        },
        inputs={
            "search": Input("url", "search"),
            "values": [Input(*value) for value in values],
        },
    )
    def same(search: str | None, values: list[Any]) -> dict[str, Any]:
        """Address and controls say the same, whichever of them was changed."""
        asked = filters_in(search)
        kept = {"search": no_update, "values": [no_update] * 6, "options": [no_update] * 4}
        if ctx.triggered_id in (None, "url"):
            chosen = [value_of(getattr(asked, name)) for name in CONTROLS]
            # A menu must offer what the address asks for: it would take it back else.
            offering = menus.offering(asked)
            offered = [offering.get(menu, no_update) for menu in MENUS]
            return {**kept, "values": chosen, "options": offered}
        given = dict(zip(CONTROLS, values, strict=True))
        days = {name: given[name] or None for name in ("since", "until")}
        now = search_for(Filters(**menus.chosen(given, asked), **days))
        return {**kept, "search": no_update if now == search_for(asked) else now}

    @app.callback(
        Output("content", "children"),
        Output("nav", "children"),
        Output("about", "children"),
        Output("filters", "className"),
        Input("url", "pathname"),
        Input("url", "search"),
    )
    def show(path: str | None, search: str | None) -> Shown:
        return shown(database, path or "/", search)

    browser = "iquazu"
    in_browser: Any = app.clientside_callback
    in_browser(
        ClientsideFunction(browser, "choose"),
        Output("theme", "data"),
        Input("theme-button", "n_clicks"),
        State("theme", "data"),
    )
    in_browser(
        ClientsideFunction(browser, "apply"),
        Output("theme-button", "children"),
        Input("theme", "data"),
    )
    in_browser(
        ClientsideFunction(browser, "dress"),
        Output({"part": "graph", "key": MATCH}, "figure"),
        Input({"part": "figure", "key": MATCH}, "data"),
        Input("theme", "data"),
    )
    in_browser(
        ClientsideFunction(browser, "walk"),
        Output("walk", "className"),
        Input("walk-data", "data"),
    )


def shown(database: Path, path: str, search: str | None) -> Shown:
    """What an address shows."""
    filters = filters_in(search)
    place, _, rest = path.strip("/").partition("/")
    place = place or GROUPS[0].slug
    group = next((group for group in GROUPS if group.slug == place), None)
    nav = _links(place, filters)
    try:
        with opened_to_read(database) as connection:
            if place == "game":
                content = game_view(find_game(connection, rest), filters)
                return content, nav, "", "filters away"
            if group is not None:
                content = figures(connection, filters, group)
            elif place == "games":
                content = game_list(connection, filters, number_in(search))
            else:
                return [said("There is no such page.")], nav, "", "filters away"
            return content, nav, about(filters, count(connection, filters)), "filters"
    except StoreError as error:
        return [said(f"{str(error).capitalize()}.")], nav, "", "filters"


def _links(place: str, filters: Filters) -> list[Any]:
    """The pages of the app, with the filters kept."""
    search = search_for(filters)
    pages = {**{group.slug: group.title for group in GROUPS}, "games": "Games"}
    here = "games" if place == "game" else place
    return [
        dcc.Link(title, href=f"/{slug}{search}", className="here" if slug == here else "")
        for slug, title in pages.items()
    ]
