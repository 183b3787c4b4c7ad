"""Spite Nim I: one player says how many, the other says from which row.

The mover calls a number, at most the largest row; the other chooses a row that has as many, and
they are taken. The caller counts as the one who took them, and the chooser calls next. The game is
Croach's; D. R. Hale describes it in the Fibonacci Quarterly 21 (1983), 139-142.
"""

from functools import cached_property

from marienbad.games.bibliography import cited
from marienbad.games.declaration import Take
from marienbad.games.family import Family
from marienbad.games.memory import CallNumber, Memory
from marienbad.games.ruleset import Ruleset


class SpiteRules(Ruleset):
    """Any number of rows; a number is called, and the other chooses the row it is taken from.

    >>> from marienbad.heaps import Situation
    >>> list(SpiteRules().moves((1, 2))), list(SpiteRules().moves(Situation((1, 2), 1)))
    ([Call(1), Call(2)], [(1, 0), (0, 1)])
    """

    @property
    def memory(self) -> Memory:
        return CallNumber()

    @cached_property
    def takes(self) -> tuple[Take, ...]:
        return (Take(("n",)),)


SPITE = Family(
    name="spite",
    rules=SpiteRules,
    start=(7, 20),
    nouns=("row", "match"),
    piece="rook",
    references=cited("hale"),
    examples=("spite", "spite:misere"),
    statements=lambda _rules, _heaps: "call number; take n from one",
    ending="spite.ending",
    theories=("hale",),
    solves_misere=False,
)
"""Spite Nim: the caller says how many, the other from which row."""
