"""Nim and Marienbad: take one or more from a single heap.

Nim is Bouton's name (1902); the film *L'Année dernière à Marienbad* (Resnais, 1961) made the misère
game famous with rows of 1, 3, 5 and 7 matches.
"""

from marienbad.games.declaration import Take
from marienbad.games.family import PAIRS, Family, TableKind
from marienbad.games.ruleset import Ruleset
from marienbad.games.sources import DESLONGCHAMPS


class NimRules(Ruleset):
    """Any number of heaps; take any number from one of them.

    >>> print(*NimRules().takes)
    take n from one
    """

    @property
    def takes(self) -> tuple[Take, ...]:
        return (Take(("n",)),)


NIM_SUMS = TableKind(
    "nim-sum",
    "nim.table.nim-sum",
    "marienbad.theories.nim.tables:nim_sums",
    usual_rows=10,
    most_rows=1_000,
    served_rows=256,
    bases=(10, 2),
)

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
    references=(
        "C. L. Bouton, Nim, a game with a complete mathematical theory, Ann. Math. 3 (1902) 35-39",
        "V. Pantaloni, Le jeu de Marienbad (2009)",
        DESLONGCHAMPS,
    ),
    examples=("nim", "marienbad"),
    statements=lambda _rules: "take n from one",
    theories=(
        ("binary", "marienbad.theories.nim.binary:Binary"),
        ("packets", "marienbad.theories.nim.packets:Packets"),
        ("base4", "marienbad.theories.nim.bases:Base4"),
        ("base8", "marienbad.theories.nim.bases:Base8"),
        ("base16", "marienbad.theories.nim.bases:Base16"),
    ),
    pairs="marienbad.theories.nim.counting:ordered_pairs",
    lost_starts="marienbad.theories.nim.counting:lost_starts",
    claim="marienbad.prover.games.claims:equal_heaps",
    tables=(NIM_SUMS, PAIRS),
    players=(("machine-004", "marienbad.play.players:Machine004"),),
)
