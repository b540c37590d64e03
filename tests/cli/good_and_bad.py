"""Two small records that many command tests use."""

GOOD = """[Game "Iquazu"]
[Board "reference"]
[Strips "3 1 5 2 4"]
[Seats "R G"]

0. R+WWBO G+WWBOO >J,D,D,C2,D
1. R a4:W
2. G +WWWW ~a1
"""

SLIP = GOOD.replace("a4:W", "a4:WB")
