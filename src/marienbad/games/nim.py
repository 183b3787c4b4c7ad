"""Nim and Marienbad: take one or more from a single heap.

Nim is Bouton's name (1902); the film *L'Année dernière à Marienbad* (Resnais, 1961) made the misère
game famous with rows of 1, 3, 5 and 7 matches.
"""

from functools import cached_property

from marienbad.games.bibliography import cited
from marienbad.games.declaration import Take
from marienbad.games.family import PAIRS, Family, TableKind
from marienbad.games.ruleset import Ruleset


class NimRules(Ruleset):
    """Any number of heaps; take any number from one of them.

    >>> print(*NimRules().takes)
    take n from one
    """

    @cached_property
    def takes(self) -> tuple[Take, ...]:
        return (Take(("n",)),)


_TABLES = "marienbad.theories.nim.tables:"
_POWERS = (4, 8, 16)
TABLES = (
    TableKind(
        "nim-sum",
        "nim.table.nim-sum",
        _TABLES + "nim_sums",
        usual_rows=10,
        most_rows=1_000,
        served_rows=256,
        bases=(10, 2),
    ),
    PAIRS,
    TableKind(
        "position",
        "table.kind.position",
        _TABLES + "position",
        usual_rows=100,
        bases=(2, *_POWERS),
        takes_numbers=True,
    ),
    TableKind(
        "representations",
        "table.kind.packets",
        _TABLES + "decompositions",
        usual_rows=7,
        most_rows=1_000,
        served_rows=1_000,
        takes_numbers=True,
    ),
    TableKind("digits", "table.kind.digits", _TABLES + "digit_bits", 16, 16, 16, _POWERS),
    TableKind("zero-sets", "table.kind.zero-sets", _TABLES + "zero_sets", 324, 324, 324, _POWERS),
    TableKind(
        "properties",
        "table.kind.properties",
        _TABLES + "properties",
        7,
        7,
        7,
        takes_numbers=True,
    ),
    TableKind(
        "moves",
        "table.kind.moves",
        _TABLES + "moves",
        usual_rows=1_000,
        takes_numbers=True,
    ),
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
    references=lambda _rules, is_misere: cited(
        "bouton", "pantaloni", *(() if is_misere else ("deslongchamps",))
    ),
    examples=("nim", "marienbad"),
    statements=lambda _rules, _heaps: "take n from one",
    theories=(
        ("binary", "marienbad.theories.nim.binary:Binary"),
        ("packets", "marienbad.theories.nim.packets:Packets"),
        ("base4", "marienbad.theories.nim.bases:Base4"),
        ("base8", "marienbad.theories.nim.bases:Base8"),
        ("base16", "marienbad.theories.nim.bases:Base16"),
    ),
    pairs="marienbad.theories.nim.counting:ordered_pairs",
    lost_starts="marienbad.theories.nim.counting:lost_starts",
    empty_starts="marienbad.theories.nim.chances:empty_starts",
    chance_told="marienbad.theories.nim.chances:told",
    claim="marienbad.prover.games.claims:equal_heaps",
    value_claim="marienbad.prover.games.values:nim_values",
    tables=TABLES,
    players=(("machine-004", "marienbad.play.players:Machine004"),),
)
