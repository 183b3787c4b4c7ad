"""How many starts of Lucas–Wythoff are lost: those with an empty heap, and the formula."""

from marienbad.games.definition import Definition
from marienbad.numeration.surds import Surd
from marienbad.text.mathematics import Approximation
from marienbad.text.sentences import Block, say

PLACES = 6


def empty_starts(game: Definition, size: int, _heaps: int = 2) -> int:
    """Count the lost starts with an empty heap: (0, 0), in misère play (0, 1) and (1, 0).

    >>> from marienbad.games.catalogue import define
    >>> empty_starts(define("lucas"), 7), empty_starts(define("lucas:misere"), 7)
    (1, 2)
    """
    if game.is_misere:
        return 2 * (size > 1)
    return 1


def told(game: Definition, _size: int, _heaps: int = 2) -> list[Block]:
    """Say how the lost starts are counted, and what N times their share tends to: 2/φ² = 3 − √5."""
    limit = Approximation(Surd(3, -1, 1, 5).scaled(PLACES), PLACES)
    key = "chance.lucas.pairs_misere" if game.is_misere else "chance.lucas.pairs"
    return [say(key), say("chance.lucas.growth", limit=limit)]
