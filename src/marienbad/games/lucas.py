"""Lucas–Wythoff: Wythoff's game with two moves more, whose pairs are made of Lucas numbers.

A player takes any number from one heap, or as many from each of the two; or 1 from the smaller heap
and 2 from the larger one; or everything, where the heaps differ by 1. Two equal heaps have no
smaller one: there the third move is not allowed. (In normal play that changes no outcome: it would
leave two heaps that differ by 1.)

The rules are remembered, not read: they are those with which the game of Hoggatt, Bicknell-Johnson
and Sarsfield (1979) has pairs of Lucas numbers, as its abstract says.
"""

from functools import cached_property

from marienbad.games.bibliography import cited
from marienbad.games.declaration import Bound, Linear, Take
from marienbad.games.family import Family
from marienbad.games.ruleset import Ruleset


def _difference(larger: str, smaller: str, least: int, most: int | None) -> Bound:
    return Bound(Linear(((larger, 1), (smaller, -1))), least, most)


def _everything(larger: str, smaller: str) -> Take:
    """All of two heaps that differ by 1; from (1, 2) the move of 1 and 2 does it already."""
    whole = (_difference("c", "x", 0, 0), _difference("d", "y", 0, 0))
    near = (_difference(larger, smaller, 1, 1), Bound(Linear(((smaller, 1),)), 2))
    return Take(("c", "d"), where=(*whole, *near), places=(0, 1))


class LucasRules(Ruleset):
    """Two heaps; the moves of Wythoff's game and two more.

    >>> rules = LucasRules()
    >>> rules.is_legal((3, 7), (1, 2)), rules.is_legal((3, 7), (2, 1))
    (True, False)
    >>> rules.is_legal((3, 4), (3, 4)), rules.is_legal((3, 5), (3, 5))
    (True, False)
    >>> [move for move in rules.moves((2, 2)) if move[0] != move[1]]
    [(1, 0), (2, 0), (0, 1), (0, 2)]
    """

    @property
    def heaps(self) -> int:
        return 2

    @cached_property
    def takes(self) -> tuple[Take, ...]:
        return (
            Take(("n",)),
            Take(("n", "n")),
            Take((1, 2), where=(_difference("y", "x", 1, None),), places=(0, 1)),
            Take((2, 1), where=(_difference("x", "y", 1, None),), places=(0, 1)),
            _everything("x", "y"),
            _everything("y", "x"),
        )

    @property
    def tells_heaps_apart(self) -> bool:
        """The declaration names the heaps, but says the same of both."""
        return False


LUCAS = Family(
    name="lucas",
    rules=LucasRules,
    start=(8, 13),
    nouns=("heap", "token"),
    piece="queen",
    references=cited("hoggatt"),
    examples=("lucas", "lucas:misere"),
    statements=lambda _rules, _heaps: (
        "take n from one; take n, n from two; take 1, 2 from x, y where x < y; "
        "take 2, 1 from x, y where x > y; "
        "take c, d from x, y where c == x and d == y and abs(x - y) == 1"
    ),
    theories=("representation", "residues"),
)
