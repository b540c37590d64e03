"""Records of board games, starting with Iquazú.

>>> from iquazu_notation import read_text, replay
>>> text = '''[Game "Iquazu"]
... [Strips "3 1 5 2 4"]
... [Seats "R G"]
... R a4
... G +
... '''
>>> game = replay(next(read_text(text)))
>>> game.verdict
'consistent'
>>> print(game.text(short=True).splitlines()[-1])
G +
"""

from .notation.diagnostics import Diagnostic
from .notation.files import CannotRead
from .notation.record import Record
from .reading import read_file, read_text
from .replay import Replay, replay

__all__ = ["CannotRead", "Diagnostic", "Record", "Replay", "read_file", "read_text", "replay"]
