"""Records that look like games, by the words alone: nobody could have played most of them."""

from __future__ import annotations

from random import Random

SEATS = "RGYP"
ROCKS = "abcdefghijk"
TILES = ("V1", "V2", "V12", "C2", "C3", "C4", "J", "D", "?")
ODD = "\u00a0\u2013\u201c\ufeff\x0b\x0c\x1c\x85\u3000é\uff27"
ALPHABET = 'RGYPWBOabk0123456789.+-*~#=>/:,?!$()[]{};"\\ \t\r\n@_gwo' + ODD


def cards(random: Random, most: int = 4, letters: str = "WBO?") -> str:
    return "".join(random.choices(letters, k=random.randint(1, most)))


def points(random: Random) -> str:
    seats = random.sample(SEATS, random.randint(1, 4))
    return ",".join(f"{seat}{random.randint(0, 60)}" for seat in seats)


def reveal(random: Random) -> str:
    return ">" + ",".join(random.choices(TILES, k=5))


def step(random: Random) -> str:
    rock, gap = random.choice(ROCKS), random.randint(1, 14)
    paid = cards(random)
    return random.choice(
        [
            f"+{paid}",
            "+",
            "+0",
            f"{rock}{gap}",
            f"{rock}{gap}:{paid}",
            f"{random.randint(1, 5)}/{gap}:{paid}",
            f"*C{random.randint(2, 4)}+{paid}",
            "*C3",
            "*J",
            "*D",
            f"-{paid}",
            "-",
            "~",
            f"~{rock}{gap}",
            f"#{rock}",
            f"#{rock}={points(random)}",
            f"#{rock}={points(random)}/{''.join(random.choices('RGYP-', k=5))}",
            f"#{rock}=/-----",
            reveal(random),
            ">",
            f"={points(random)}",
            "!",
            "?!",
            f"${random.randint(0, 999)}",
        ]
    )


def record(random: Random, turns: int = 8) -> str:
    """A record in full or in short form, or in a mixture of both."""
    full = random.random() < 0.6
    lines = ['[Game "Iquazu"]', '[Seats "R G Y P"]']
    if full:
        lines += ['[Board "reference"]', '[Red "Anna \\"the\\" B"]', f'[Round "{random.random()}"]']
    lines.append(random.choice(["", " ", "\t"]))
    if full or random.random() < 0.2:
        deals = [f"{seat}+{cards(random, 7)}" for seat in SEATS]
        lines.append(" ".join(["0.", *deals, reveal(random)]))
    for number in range(1, turns + 1):
        seat = SEATS[number % 4]
        head = f"{number}. {seat}" if full else random.choice([f"{number}.", seat])
        steps = [step(random) for _ in range(random.randint(1, 3))]
        if head == f"{number}." and steps[0][0] in "!?$":
            steps[0] = "+"
        lines.append(" ".join([head, *steps]))
        if full and random.random() < 0.15:
            lines.append(f"    #a={points(random)}/-YGYR ={points(random)}\n    {reveal(random)}")
    text = "\n".join(lines) + "\n"
    return text.replace("\n", "\r\n") if random.random() < 0.05 else text


def damaged(random: Random, text: str) -> str:
    """The text after one to three accidents to its characters, words or lines."""
    for _ in range(random.randint(1, 3)):
        text = random.choice([_hurt_characters, _hurt_words, _hurt_lines])(random, text)
    return text


def _hurt_characters(random: Random, text: str) -> str:
    at = random.randrange(len(text) + 1)
    return random.choice(
        [
            text[:at] + random.choice(ALPHABET) + text[at:],
            text[:at] + text[at + 1 :],
            text[:at] + random.choice(ALPHABET) + text[at + 1 :],
            text[:at] + text[at : at + 2][::-1] + text[at + 2 :],
        ]
    )


def _hurt_words(random: Random, text: str) -> str:
    words = text.split(" ")
    at = random.randrange(len(words))
    inserted = random.choice(
        [step(random), random.choice(words), "0.", "3.", "G", "R+WB", "(", "{x}"]
    )
    return " ".join(
        random.choice(
            [
                words[:at] + words[at + 1 :],
                [*words[:at], inserted, *words[at:]],
                [*words[:at], inserted, *words[at + 1 :]],
                words[:at] + words[at : at + 2][::-1] + words[at + 2 :],
            ]
        )
    )


def _hurt_lines(random: Random, text: str) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    return "\n".join(
        random.choice(
            [
                lines[:at] + lines[at + 1 :],
                [*lines[:at], random.choice(lines), *lines[at:]],
                lines[:at] + lines[at : at + 2][::-1] + lines[at + 2 :],
                [*lines[:at], " " + lines[at], *lines[at + 1 :]],
                [*lines[:at], random.choice(ALPHABET), *lines[at:]],
                [*lines[:at], "".join(lines[at : at + 2]), *lines[at + 2 :]],
            ]
        )
    )
