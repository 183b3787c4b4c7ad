"""The statements, and their words as a reader would compute them."""

from functools import lru_cache

from marienbad.prover.logic.formulas import variables
from marienbad.prover.logic.statements import statements
from tests.prover.logic.plain_words import PlainWords

ALL = list(statements())
x, y, z, n = variables("x y z n")


@lru_cache(maxsize=64)
def plain_words(a: int, b: int, is_misere: bool) -> PlainWords:
    return PlainWords(a, b, is_misere)
