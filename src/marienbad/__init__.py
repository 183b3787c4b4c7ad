"""marienbad: play, learn and research the take-away games.

>>> import marienbad
>>> marienbad.game("marienbad").analyse((1, 3, 5, 7)).outcome
'P'
"""

from marienbad.analysis import Analysis, Game, game, rules
from marienbad.text.problems import InputError, OutOfReach

__version__ = "0.1.0"

__all__ = ["Analysis", "Game", "InputError", "OutOfReach", "__version__", "game", "rules"]
