"""Pages in a real browser: what went wrong on them, and what they asked of the network."""

from __future__ import annotations

from typing import Any

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
GROUND = "getComputedStyle(document.body).backgroundColor"
LIGHT, DARK = "rgb(252, 251, 247)", "rgb(27, 29, 32)"


class Opened:
    """A page, and what went wrong meanwhile."""

    def __init__(self, browser: Any, address: str, width: int = 1280, scheme: str = "light"):
        self.wrong: list[str] = []
        self.requests: list[str] = []
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        self.page = context.new_page()
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(address)

    def ask(self, script: str) -> Any:
        return self.page.evaluate(script)

    def wait_until(self, script: str) -> None:
        """Until it is true. (Playwright's own way of waiting is against the page's policy.)"""
        for _ in range(300):
            if self.ask(script):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"this never came true: {script}")

    def draw_all(self) -> None:
        """Draw the figures of a page that are not in view yet."""
        self.ask("window.dispatchEvent(new Event('beforeprint'))")
        self.wait_until(
            "[...document.querySelectorAll('.figure')].every(f => f.querySelector('.main-svg'))"
        )
