"""Short ways to write the steps of a proof."""

from collections.abc import Iterable, Sequence

from marienbad.numeration.integers import plain
from marienbad.numeration.surds import Surd
from marienbad.study.book.entry import Step
from marienbad.text.mathematics import Approximation, Expression, Number, Operand, Symbol
from marienbad.text.relations import eq
from marienbad.text.sentences import Block, Cell, Equation, Table, Value, say

PLACES, TELLING = 4, 1000
"""Decimals that are shown of an irrational number, and more until its figures are at least this.

None of them decides anything.
"""


def step(key: str, *shown: Block, holds: bool = True, **values: Value) -> Step:
    """A sentence of a proof, with what shows it and whether it is so."""
    return Step(say(key, **values), shown, holds)


def equation(*terms: Operand) -> Equation:
    """Terms that are equal, on a line of their own."""
    return Equation(eq(*terms))


def table(heads: Sequence[str | Expression], rows: Iterable[Sequence[Cell]]) -> Table:
    """A table under these letters."""
    columns = tuple(Symbol(head) if isinstance(head, str) else head for head in heads)
    return Table(columns, tuple(tuple(row) for row in rows))


def decimals(number: Surd) -> Expression:
    """The number in decimals, cut towards 0 after the first few that say something."""
    if number < 0:
        return -decimals(-number)
    if number.is_rational and number.w == 1:
        return Number(number.u)
    places = PLACES
    while (scaled := plain(number.scaled(places))) < TELLING:
        places += 1
    return Approximation(scaled, places)
