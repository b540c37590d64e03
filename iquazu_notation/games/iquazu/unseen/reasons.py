"""Why a record can't be: who, which colour, how many paid, how many at most drawn."""

from __future__ import annotations

from ..illegal import COLOUR_NAMES, SEAT_NAMES, Illegal
from ..steps import COLOURS, spell
from .judging import possible
from .solver import Solver
from .story import Happening, Story
from .tables import PAIRS_OF_COLOURS, Tables


def last_straw(story: Story, turn: int) -> tuple[Story, Happening]:
    """The happening of an impossible turn with which no way is left, and the story before it."""
    told = story.until(turn).happenings
    first = next(at for at, happening in enumerate(told) if happening.turn == turn)
    for at in range(first, len(told)):
        if at + 1 < len(told) and told[at + 1].together is not None:
            continue  # one draw, told in two parts
        if not possible(Story(story.deck, story.seats, told[: at + 1])):
            before = at - 1 if told[at].together is not None else at
            return Story(story.deck, story.seats, told[:before]), told[at]
    raise ValueError(f"turn {turn} is possible")


def reason(before: Story, straw: Happening, seats: tuple[str, ...]) -> Illegal:
    """What a person would say about the last straw."""
    name = SEAT_NAMES[seats[straw.seat]]
    if straw.draws:
        return _about_draw(before, straw, name)
    return _about_payment(before, straw, name)


def _about_payment(before: Story, straw: Happening, name: str) -> Illegal:
    tables = Tables(before)
    solver = Solver(tables.system)
    hand = tables.ends[straw.seat]
    given = [0, 0, 0]
    for happening in before.happenings:
        if happening.seat == straw.seat and not happening.draws:
            for colour in (0, 1, 2):
                given[colour] += happening.seen[colour]
    start = before.happenings[0].turn if before.happenings else 0
    since = "" if start == 0 else f" since turn {start + 1}, the hand before it included"
    sets = [(colour,) for colour in (0, 1, 2)] + list(PAIRS_OF_COLOURS)
    for colours in sets:
        paid = sum(straw.seen[c] for c in colours)
        if not all(straw.seen[c] for c in colours):
            continue
        most = solver.most({hand + c: 1.0 for c in colours})
        if most is not None and most < paid:
            had = sum(given[c] for c in colours)
            what = " and ".join(COLOUR_NAMES[COLOURS[c]] for c in colours)
            together = " together" if len(colours) > 1 else ""
            return Illegal(
                "IQ503",
                f"by turn {straw.turn} {name} has paid {had + paid} {what} cards{together}, and can"
                f" have drawn at most {had + most}{since}",
                ruling="I-7",
            )
    return Illegal(
        "IQ504",
        f"no deal of the unseen cards lets {name} pay {spell([*straw.seen, straw.unseen])} in turn"
        f" {straw.turn}: each card by itself could be there, but not with all that the others paid",
        ruling="I-7",
    )


def _about_draw(before: Story, straw: Happening, name: str) -> Illegal:
    seen = straw.together or straw.seen
    word = spell([*seen, 0])
    if straw.together is None and straw.cycle == _last_cycle(before):
        tables = Tables(before)
        solver = Solver(tables.system)
        gone = _given_this_cycle(before, straw.cycle)
        for colour in (0, 1, 2):
            if not seen[colour] or gone is None:
                continue
            held = solver.least({end + colour: 1.0 for end in tables.ends})
            if held is None:
                continue
            left = before.deck[colour] - gone[colour] - held
            if seen[colour] > left:
                what = COLOUR_NAMES[COLOURS[colour]]
                return Illegal(
                    "IQ503",
                    f"{name} draws {seen[colour]} {what} in turn {straw.turn}, and at most {left}"
                    f" {what} can be left in the pile",
                    help="the others were dealt, drawn, or lie on the discard pile",
                    ruling="I-7",
                )
    return Illegal(
        "IQ504",
        f"{name} can't have drawn {word} in turn {straw.turn}: no deal of the unseen cards leaves"
        " these in the pile",
        ruling="I-7",
    )


def _last_cycle(story: Story) -> int:
    return story.happenings[-1].cycle if story.happenings else 0


def _given_this_cycle(story: Story, cycle: int) -> list[int] | None:
    """Cards on the discard pile by colour, or None if some are unseen."""
    gone = [0, 0, 0]
    for happening in story.happenings:
        if happening.cycle == cycle and not happening.draws:
            if happening.unseen:
                return None
            for colour in (0, 1, 2):
                gone[colour] += happening.seen[colour]
    return gone
