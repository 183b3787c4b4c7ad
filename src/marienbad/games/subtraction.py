"""Subtraction games: one of certain numbers is taken from one heap.

E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, Academic Press
(1982), chapter 4.
"""

from functools import cached_property

from marienbad.games.amounts import read_amounts
from marienbad.games.bibliography import cited
from marienbad.games.declaration import Take
from marienbad.games.family import Family
from marienbad.games.parameters import Code
from marienbad.games.ruleset import Ruleset
from marienbad.heaps import Position
from marienbad.text.sentences import Listing


def read_take(text: str) -> str:
    """Return what may be taken, the least first, with dots.

    >>> read_take("4.1.3"), read_take("1-3")
    ('1.3.4', '1.2.3')
    """
    return ".".join(map(str, read_amounts(text)))


class SubtractionRules(Ruleset):
    """Any number of heaps; one of certain numbers is taken from one of them.

    >>> print(*SubtractionRules("1.3").takes, sep="; ")
    take 1 from one; take 3 from one
    """

    take: str = "1.3.4"

    @property
    def amounts(self) -> tuple[int, ...]:
        """What may be taken, the least first."""
        return read_amounts(self.take)

    @cached_property
    def takes(self) -> tuple[Take, ...]:
        return tuple(Take((amount,)) for amount in self.amounts)

    @property
    def told(self) -> Listing:
        """What may be taken, in words."""
        return Listing(self.amounts, "or")


def start(rules: SubtractionRules) -> Position:
    """Three heaps from which much may be taken.

    >>> start(SubtractionRules())
    (7, 11, 16)
    """
    most = rules.amounts[-1]
    return most + 3, 2 * most + 3, 3 * most + 4


def _statements(rules: SubtractionRules, _heaps: int) -> str:
    return f"take n from one where n in {{{', '.join(map(str, rules.amounts))}}}"


SUBTRACTION = Family(
    name="subtraction",
    rules=SubtractionRules,
    start=start,
    nouns=("heap", "token"),
    piece="rook",
    references=cited("winning-ways"),
    examples=("subtraction:1.3.4",),
    parameters=(
        Code(
            "take",
            read_take,
            str,
            "1.3.4",
            ("1.3.4", "1.2.3", "2.5.7", "1.4.10", "3", "2.3.5.8.13"),
            is_bare=True,
        ),
    ),
    quantities=("told",),
    statements=_statements,
    theories=("grundy",),
    solves_misere=False,
)
