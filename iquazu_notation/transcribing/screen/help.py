"""All keys and commands on one page."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from ..commands import help_lines

KEYS = """\
Enter    accept, or skip a question     Tab     complete the word
↑ ↓      earlier and later turns        Esc     back to the end
Ctrl+Z   undo                           Ctrl+Y  redo
F6       a turn before the chosen one   F8      take the chosen turn out
F4       insist on what was refused     F2      the ledger alone
Ctrl+Q   stop: all that was accepted is on disk

a4  c7:WWBB  +  *C2  *J c3:WBO  *D  -WW  {a remark}  !  >C2,C3,V1,C2,V2
"""


class HelpScreen(ModalScreen[None]):
    """Shown until a key is pressed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,f1,space", "dismiss", show=False)
    ]

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            yield Static(KEYS + "\n" + "\n".join(help_lines()), markup=False)
