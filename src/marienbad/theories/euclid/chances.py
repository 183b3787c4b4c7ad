"""How many starts of Euclid are lost: those with an empty heap, and the formula."""

from marienbad.games.definition import Definition
from marienbad.numeration.surds import Surd
from marienbad.text.mathematics import Approximation
from marienbad.text.sentences import Block, say

PLACES = 6


def empty_starts(game: Definition, size: int, _heaps: int = 2) -> int:
    """Count the finished starts, which are lost in normal play and won in misère play.

    >>> from marienbad.games.catalogue import define
    >>> empty_starts(define("euclid"), 7), empty_starts(define("euclid:misere"), 7)
    (13, 0)
    """
    return 0 if game.is_misere else 2 * size - 1


def told(game: Definition, _size: int, _heaps: int = 2) -> list[Block]:
    """Say how the lost starts are counted, and what their share tends to: 1/φ² = (3 − √5)/2."""
    limit = Approximation(Surd(3, -1, 2, 5).scaled(PLACES), PLACES)
    key = "chance.euclid.rows_misere" if game.is_misere else "chance.euclid.rows"
    return [say(key), say("chance.euclid.growth", limit=limit)]
