"""Somebody sitting at the full screen, played by Textual's pilot."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from textual.pilot import Pilot
from textual.widgets import Static

from iquazu_notation.transcribing.desk import Desk
from iquazu_notation.transcribing.screen.app import TranscribeApp

SMALL = (80, 24)


class Seat:
    """Somebody sitting at the screen."""

    def __init__(self, pilot: Pilot[None], app: TranscribeApp) -> None:
        self.pilot = pilot
        self.app = app

    async def write(self, text: str) -> None:
        """Type letters, without Enter."""
        for letter in text:
            self.app.line.insert_text_at_cursor(letter)
        await self.pilot.pause()

    async def enter(self, *lines: str) -> None:
        for line in lines:
            self.app.line.put(line)
            await self.press("enter")

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    def shown(self, id: str) -> str:
        text = str(self.app.query_one(f"#{id}", Static).visual)
        return text.rstrip() if id == "prompt" else text

    def screen(self) -> list[str]:
        """Every line of the screen as text."""
        lines = self.app.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip) for strip in lines]

    async def until(self, there: Callable[[], bool], seconds: float = 20) -> None:
        end = time.monotonic() + seconds
        while not there():
            assert time.monotonic() < end, self.screen()
            await self.pilot.pause(0.02)


def sit(desk: Desk, use: Callable[[Seat], Awaitable[None]], size: tuple[int, int] = SMALL) -> None:
    async def run() -> None:
        app = TranscribeApp(desk)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await use(Seat(pilot, app))

    # In a thread of its own: the browser of other tests keeps a loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(run())).result()
