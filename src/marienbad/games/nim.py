"""Nim and Marienbad: take one or more from a single heap.

Nim is Bouton's name (1902); the film *L'Année dernière à Marienbad* (Resnais, 1961) made the misère
game famous with rows of 1, 3, 5 and 7 matches.
"""

from functools import cached_property

from marienbad.games.bibliography import cited
from marienbad.games.declaration import Take
from marienbad.games.family import Family
from marienbad.games.ruleset import Ruleset


class NimRules(Ruleset):
    """Any number of heaps; take any number from one of them.

    >>> print(*NimRules().takes)
    take n from one
    """

    @cached_property
    def takes(self) -> tuple[Take, ...]:
        return (Take(("n",)),)


NIM = Family(
    name="nim",
    misere_name="marienbad",
    rules=NimRules,
    start=(3, 5, 6, 7),
    misere_start=(1, 3, 5, 7),
    is_usually_misere=True,
    nouns=("row", "match"),
    piece="rook",
    ending="nim.ending",
    references=lambda _rules, is_misere: cited(
        "bouton", "pantaloni", *(() if is_misere else ("deslongchamps",))
    ),
    examples=("nim", "marienbad"),
    statements=lambda _rules, _heaps: "take n from one",
    theories=("binary", "packets", "base4", "base8", "base16"),
)
