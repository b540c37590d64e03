"""Records that no one could have played, though every count allows them.

In each of six piles two cards are unseen, one in each of two draws, and their colours are known:
white and blue in two of the piles, white and orange in two, blue and orange in two. Four hands
A, B, C, D share them, one pile for each pair of hands, so each hand gets an unseen card from a
white-blue, a white-orange and a blue-orange pile. And each hand pays away all it had seen, and one
card of each colour besides. That can be done in two ways only: (white, orange, blue) or (blue,
white, orange) from the three piles. Two hands with a pile in common must have done it in different
ways, and of four hands every two have one. But half a card of either colour for each of the twelve
unseen cards satisfies every sum. The relaxation is feasible, the record is impossible; without its
last turn it is not.

For four seats the hands are the seats'. For three, A and D are both Red's: Red is out of cards once
in between. The pile that A and D share is then one from which Red draws before and after.
"""

from __future__ import annotations

from typing import Any

from iquazu_notation.games.iquazu.decoding import Decoder
from iquazu_notation.games.iquazu.position import Position
from iquazu_notation.games.iquazu.steps import ROCKS, Draw, Place, Step

from .random_records import WrittenRecord
from .small_games import STRIPS, board_of

FOUR = """\
0. R+WBBO G+WBBBO Y+WWWWOO P+WWWBOOO
1. R +WBO?
2. G c44:BBB
3. Y b43:WOO
4. P +BBO?
5. R a44:OO
6. G +BBO?
7. Y +WOO?
8. P d45:WWBBOO
9. R a43:BB
10. G +WBB?
11. Y a41:OO
12. P a38:OO
13. R a45:WW
14. G a35:WW
15. Y b45:WWWW
16. P +BBO?
17. R +WWW?
18. G +WWOO
19. Y +WWO?
20. P b40:WBB
21. R a32:WW
22. G a29:B
23. Y b37:WW
24. P +WWB?
25. R a26:B
26. G c45:WWOO
27. Y +WWB?
28. P d43:WWBBOO
29. R a40:W
30. G +BOO?
31. Y d40:WWBBOO
32. P a23:B
33. R +WOO?
34. G e43:WBBBBOOOO
35. Y a37:W
36. P a34:W
37. R c41:WWBOO
38. G a42:O
39. Y +WWWB
40. P +BBBO
41. R a39:O
"""

THREE = """\
0. R+WBOO G+WBBBO Y+WWBBBO
1. R b45:OO
2. G +WWW?
3. Y +WOO?
4. R a43:W
5. G b44:WWWW
6. Y c44:BBB
7. R a44:B
8. G a41:B
9. Y +WWBB
10. R +WBB?
11. G +WOO?
12. Y e45:WWWWBBOO
13. R +WBO?
14. G a40:W
15. Y a45:O
16. R d44:WWBBB
17. G a42:O
18. Y +WWB?
19. R +WBO?
20. G a38:B
21. Y a35:B
22. R e42:WWBBOOO
23. G a39:O
24. Y a32:WW
25. R +WWB?
26. G +WBO?
27. Y a37:W
28. R +WBB?
29. G e44:WWBBBOO
30. Y +WBOO
31. R +BBO?
32. G a36:O
33. Y +WWO?
34. R e39:WWBBBBBBO
35. G +WBBO
36. Y e41:WWBBOOOO
37. R a29:WW
38. G +WBBO
39. Y b43:WW
"""

DECKS = {4: {"W": 10, "B": 10, "O": 10}, 3: {"W": 8, "B": 8, "O": 7}}


def gap_example(players: int = 4) -> WrittenRecord:
    """The record for three or four seats; the rocks are so large that none is ever scored.

    It has no truth, so `truth` is empty. Its events come from the engine, step by step: the engine
    looks at one step at a time and finds nothing wrong.
    """
    lines = (FOUR if players == 4 else THREE).splitlines()
    board = board_of([("WBOWBOWBO",) * 5] * 11, DECKS[players])
    deals = dict(word.split("+") for word in lines[0].split()[1:])
    p = Position.start(board.lay(STRIPS), tuple(deals), deals)
    for line in lines[1:]:
        p.apply(_step(line.split()[2]))
        p.end_turn()
    events: list[dict[str, Any]] = [event.as_json() for event in Decoder(p).read(p)]
    tags = {
        "Game": "Iquazu",
        "Board": board.id,
        "Strips": " ".join(STRIPS),
        "Seats": " ".join(deals),
    }
    return WrittenRecord(tuple(deals), board, tags, lines, events, [], damage=("gap in the proof",))


def _step(word: str) -> Step:
    if word[0] == "+":
        return Draw(word[1:])
    gap, paid = word.split(":")
    return Place(ROCKS.index(gap[0]), None, int(gap[1:]), paid)
