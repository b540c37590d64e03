"""`iquazu explain`: what a diagnostic code means."""

from __future__ import annotations

import typer

from .common import Stop
from .printing import console

EXAMPLES = """
Examples:

  iquazu explain IQ304

  iquazu explain            lists all codes
"""


def explain(
    code: str | None = typer.Argument(
        None, help="A code such as IQ304; without it, all are listed."
    ),
) -> None:
    """Say more about a diagnostic: why it is an error, and how to mend it."""
    from rich.markdown import Markdown
    from rich.table import Table

    from iquazu_notation.explain import FAMILIES, explanations

    out = console()
    known = explanations()
    if code is None:
        for family, title in FAMILIES.items():
            table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
            for name, entry in known.items():
                if name.startswith(family):
                    table.add_row(name, entry.title)
            if table.row_count:
                out.print(f"{family}xx  {title}", style="bold")
                out.print(table)
                out.print()
        return
    if code.upper() not in known:
        import difflib

        near = difflib.get_close_matches(code.upper(), known, 3, 0.7)
        hint = f"; did you mean {' or '.join(near)}?" if near else "; iquazu explain lists them all"
        raise Stop(f"there is no code {code}{hint}")
    entry = known[code.upper()]
    out.print(f"{code.upper()}: {entry.title}", style="bold")
    out.print()
    out.print(Markdown(entry.text))
    for title, example in (("refused", entry.example_bad), ("good", entry.example_good)):
        if example:
            out.print(f"\n{title}:", style="bold")
            for line in example.strip("\n").splitlines():
                out.print("    " + line)
    if entry.ruling:
        out.print(f"\nruling {entry.ruling}: see docs/rulings.md")


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(explain)
