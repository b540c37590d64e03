"""The app to explore: the page's figures with filters, a list of games, and a page for each game.

The address says everything that is shown, so a view can be kept, shared and gone back to. The
database is opened for each question, strictly for reading: meanwhile others can load games.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import flask
from dash import MATCH, ClientsideFunction, Dash, Input, Output, State, ctx, dcc, html, no_update

from ..drawing.look import clean, shorten
from ..figures.chart import DARK
from ..figures.gallery import GROUPS
from ..store.errors import StoreError
from ..store.filters import Filters
from ..store.finding import find_game
from ..store.listing import Choices, choices, count
from ..store.store import opened_to_read
from .address import WHOLE, filters_in, handle, number_in, search_for
from .document import FOOTER, allowed, file, in_script, style
from .page import about
from .parts import figures, game_list, game_view, said

LOOPBACK = ("localhost", "127.0.0.1", "::1")
MENUS = ("players", "player", "board", "source")
CONTROLS = (*MENUS, "since", "until")

Shown = tuple[list[Any], list[Any], str, str]
"""The page itself, the links above it, the sentence on top, and the class of the filters."""


def make_app(database: Path, *, only_here: bool = True) -> Dash:
    """The app for one database; `only_here` answers browsers on this machine alone."""
    app = Dash(
        __name__,
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
    app.layout = lambda: _layout(database)
    _guard(app, scripts, only_here)
    _answer(app, database)
    return app


# ---------------------------------------------------------------------- the frame around it


_INDEX = """<!DOCTYPE html>
<html lang="en"><head>{%metas%}<title>{%title%}</title>{%favicon%}{%css%}
<meta name="color-scheme" content="light dark"><style>[[style]]</style>
<script type="application/json" id="dark">[[dark]]</script></head>
<body>{%app_entry%}<footer>[[scripts]]{%config%}{%scripts%}{%renderer%}</footer></body></html>"""


def _layout(database: Path) -> Any:
    try:
        with opened_to_read(database) as connection:
            offered = choices(connection)
    except StoreError:
        offered = Choices({}, {}, {}, {}, None, None)  # what is wrong is said in the page
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
            html.Div(_controls(offered), id="filters", className="filters"),
            dcc.Loading(html.Main(id="content"), delay_show=400, type="dot"),
            html.Div(html.P(FOOTER, className="small"), className="foot"),
        ]
    )


def _controls(offered: Choices) -> list[Any]:
    def menu(name: str, every: str, options: dict[Any, str]) -> Any:
        listed = [{"label": text, "value": value} for value, text in options.items()]
        chosen = dcc.Dropdown(id=name, options=listed, placeholder=every, clearable=True)
        return html.Label([html.Span(name), chosen])

    def counted(values: dict[str, int]) -> dict[Any, str]:
        return {handle(name): f"{shorten(clean(name), 30)} ({n:,})" for name, n in values.items()}

    numbers = {number: f"{number} players ({n:,})" for number, n in offered.players.items()}
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
        menu("players", "any number", numbers),
        menu("player", "everybody", counted(offered.names)),
        menu("board", "all boards", counted(offered.boards)),
        menu("source", "all sources", counted(offered.sources)),
        html.Label([html.Span("days"), days]),
    ]


def _guard(app: Dash, scripts: list[str], only_here: bool) -> None:
    """Nothing is loaded from elsewhere, no script runs but ours, and no other site may ask."""

    def known_host() -> None:
        host = flask.request.host.rsplit(":", 1)[0].strip("[]")
        if only_here and host not in LOOPBACK:
            flask.abort(403)

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

    app.server.before_request(known_host)
    app.server.after_request(policy)


# ---------------------------------------------------------------------- answers


def _answer(app: Dash, database: Path) -> None:
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
            "options": [State(menu, "options") for menu in MENUS],
        },
    )
    def same(search: str | None, values: list[Any], options: list[Any]) -> dict[str, Any]:
        """Address and controls say the same, whichever of them was changed."""
        asked = filters_in(search)
        kept = {"search": no_update, "values": [no_update] * 6, "options": [no_update] * 4}
        if ctx.triggered_id in (None, "url"):
            chosen = [_handled(getattr(asked, name)) for name in CONTROLS]
            offered = [_offering(*pair) for pair in zip(options, chosen, strict=False)]
            return {**kept, "values": chosen, "options": offered}
        given = {name: value or None for name, value in zip(CONTROLS, values, strict=True)}
        for name in ("player", "board"):
            given[name] = _name_behind(database, name, given[name], getattr(asked, name))
        now = search_for(Filters(**given))
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


def _handled(value: Any) -> Any:
    return handle(value) if isinstance(value, str) else value


def _offering(options: list[dict[str, Any]], value: Any) -> list[dict[str, Any]]:
    """What a menu offers, and besides what the address asks for: it would be taken back else."""
    if value is None or any(option["value"] == value for option in options):
        return options
    return [*options, {"label": shorten(clean(str(value)), 30), "value": value}]


def _name_behind(database: Path, menu: str, handled: str | None, asked: str | None) -> str | None:
    """The name that a menu's value stands for; `asked` is the one in the address."""
    if handled is None or len(handled) <= WHOLE:
        return handled
    if handle(asked) == handled:
        return asked
    try:
        with opened_to_read(database) as connection:
            offered = choices(connection)
    except StoreError:
        return asked
    names = offered.names if menu == "player" else offered.boards
    return next((name for name in names if handle(name) == handled), asked)


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
