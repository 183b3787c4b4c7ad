"""Nim and Marienbad: take one or more from a single heap.

Nim is Bouton's name (1902); the film *L'Année dernière à Marienbad* (Resnais, 1961) made the misère
game famous with rows of 1, 3, 5 and 7 matches.

C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1902),
35-39, doi:10.2307/1967631.
"""

from marienbad.games.declaration import Take
from marienbad.games.ruleset import Ruleset


class NimRules(Ruleset):
    """Any number of heaps; take any number from one of them.

    >>> print(*NimRules().takes)
    take n from one
    """

    @property
    def takes(self) -> tuple[Take, ...]:
        return (Take(("n",)),)
