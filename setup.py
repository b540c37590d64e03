"""All about the package is told in pyproject.toml; here only rules and words may be compiled.

    IQUAZU_COMPILE=1 pip install --no-build-isolation .

needs a C compiler, mypy and setuptools. The same files run as plain Python without it.
"""

import os

from setuptools import setup

RULES = ("log", "tally", "scoring", "payment", "position", "cards", "turn_end", "play", "derived")
WORDS = ("steps", "words", "board", "opening", "ending", "checking")

if os.environ.get("IQUAZU_COMPILE") == "1":
    from mypyc.build import mypycify

    files = [f"iquazu_notation/games/iquazu/{name}.py" for name in (*RULES, *WORDS)]
    files += ["iquazu_notation/notation/quick.py", "iquazu_notation/replay/walker.py"]
    setup(ext_modules=mypycify(["--ignore-missing-imports", *files], opt_level="3"))
else:
    setup()
