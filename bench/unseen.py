"""How long exact reasoning about unseen cards takes. One thread; times are of this machine only.

    python bench/unseen.py [games]

Judging is timed on whole games with every draw unseen, once as they are (consistent) and once with
one payment changed so that they are impossible (the first impossible turn is then looked for).
"""

from __future__ import annotations

import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

from iquazu_notation import read_text, replay  # noqa: E402
from iquazu_notation.bots.table import play_game, record_text  # noqa: E402
from iquazu_notation.games.iquazu.board_file import reference  # noqa: E402
from iquazu_notation.games.iquazu.unseen import judging, odds, story  # noqa: E402
from iquazu_notation.games.iquazu.unseen.bounds import Inference  # noqa: E402


def milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def hidden_story(players: int, seed: int) -> tuple[story.Story, int]:
    game = play_game(["greedy"] * players, seed, board=reference())
    walked = replay(next(read_text(record_text(game, "all"))))
    return story.tell(walked.events, walked.walked.details["start"]), len(game.turns)


def impossible(told: story.Story) -> story.Story | None:
    """The story with the colours of one seen payment turned round, if that is impossible."""
    for at in range(len(told.happenings) - 1, -1, -1):
        happening = told.happenings[at]
        if happening.draws or max(happening.seen) < 4:
            continue
        white, blue, orange = happening.seen
        for seen in ((blue, orange, white), (orange, white, blue)):
            changed = story.Happening(
                happening.turn, happening.seat, False, seen, 0, happening.cycle, happening.event
            )
            other = (*told.happenings[:at], changed, *told.happenings[at + 1 :])
            candidate = story.Story(told.deck, told.seats, other)
            if not judging.possible(candidate):
                return candidate
    return None


def line(title: str, times: list[float], target: str) -> str:
    times = sorted(times)
    return (
        f"| {title} | {len(times)} | {statistics.mean(times):.1f} | {times[len(times) // 2]:.1f} |"
        f" {times[int(len(times) * 0.9)]:.1f} | {times[-1]:.1f} | {target} |"
    )


def main(games: int) -> str:
    rows = [
        "# Unseen cards, milliseconds",
        "",
        f"{platform.processor() or platform.machine()}, Python {platform.python_version()}, one"
        f" thread; `python bench/unseen.py {games}`",
        "",
        "| what | games | mean | median | 90 % | most | target |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for players in (2, 3, 4):
        stories = [hidden_story(players, seed) for seed in range(1, games + 1)]
        judging.possible(stories[0][0])  # loads the solver
        good = [milliseconds(lambda s=s: judging.first_impossible_turn(s)) for s, _ in stories]
        target = "10 mean, 30 most" if players == 4 else ""
        rows.append(line(f"verdict, consistent, {players} players", good, target))
        broken = [bad for s, _ in stories[: games // 2] if (bad := impossible(s)) is not None]
        found = [milliseconds(lambda s=s: judging.first_impossible_turn(s)) for s in broken]
        rows.append(line(f"verdict and first impossible turn, {players} players", found, target))
        some = stories[: max(5, games // 10)]
        bounds = [milliseconds(lambda s=s: Inference(s).hands()) for s, _ in some]
        target = "1000" if players == 4 else ""
        rows.append(line(f"bounds, all seats and turns, {players} players", bounds, target))
        chances = []
        too_large = 0
        for told, turns in some:
            try:
                middle = turns // 2
                chances.append(milliseconds(lambda s=told, t=middle: odds.hand_odds(s, t)))
            except odds.TooLarge:
                too_large += 1
        target = "1000 in nine of ten" if players == 4 else ""
        sampled = f" ({too_large} too large)" if too_large else ""
        rows.append(line(f"odds at the middle turn, {players} players{sampled}", chances, target))
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    table = main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
    print(table)
    (Path(__file__).parent / "unseen.md").write_text(table, encoding="utf-8")
