"""Euclid: two heaps, take a multiple of the smaller from the larger until one is empty.

The moves are the steps of Euclid's algorithm, or several of them at once. Nivasch forbids to empty
a heap, which is misère play here.
"""

from functools import cached_property

from marienbad.games.bibliography import cited
from marienbad.games.declaration import Take
from marienbad.games.expressions import Formula, Name, Number, Operation
from marienbad.games.family import Family
from marienbad.games.ruleset import Ruleset


def _multiples_of(heap: str) -> Formula:
    return Formula(Operation("==", (Operation("%", (Name("n"), Name(heap))), Number(0))))


class EuclidRules(Ruleset):
    """Two heaps; take a multiple of one from the other, which must be the larger then.

    >>> print(*EuclidRules().takes, sep="; ")
    take n from x where n % y == 0; take n from y where n % x == 0
    >>> list(EuclidRules().moves((3, 7))), list(EuclidRules().moves((0, 7)))
    ([(0, 3), (0, 6)], [])
    """

    @property
    def heaps(self) -> int:
        return 2

    @cached_property
    def takes(self) -> tuple[Take, ...]:
        return (
            Take(("n",), where=(_multiples_of("y"),), places=(0,)),
            Take(("n",), where=(_multiples_of("x"),), places=(1,)),
        )

    @property
    def tells_heaps_apart(self) -> bool:
        """The declaration names the heaps, but says the same of both."""
        return False


def references(_rules: EuclidRules, is_misere: bool) -> tuple[str, ...]:
    """Return the source of the ending."""
    return cited(*(("nivasch", "cole-davie") if is_misere else ("cole-davie",)))


EUCLID = Family(
    name="euclid",
    rules=EuclidRules,
    start=(7, 18),
    nouns=("heap", "token"),
    piece="rook",
    references=references,
    examples=("euclid", "euclid:misere"),
    statements=lambda _rules, _heaps: (
        "take n from x where n % y == 0; take n from y where n % x == 0"
    ),
    theories=("ratio",),
)
