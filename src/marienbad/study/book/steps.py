"""The steps of a proof, and what is shown with them."""

from collections.abc import Iterable, Sequence

from marienbad.numeration.integers import plain
from marienbad.numeration.surds import Surd
from marienbad.text.mathematics import Approximation, Expression, Number, Operand, Symbol
from marienbad.text.relations import eq
from marienbad.text.sentences import Block, Cell, Equation, Message, Table, Value, say
from marienbad.values import Record

PLACES, TELLING = 4, 1000
"""Decimals that are shown of an irrational number, and more until its figures are at least this.

None of them decides anything.
"""


class Step(Record):
    """A step of a proof, worked out for the chosen numbers."""

    text: Message
    shown: tuple[Block, ...] = ()
    """Equations and tables that show it."""
    holds: bool = True
    """Whether what it says of these numbers is so: computed, never supposed."""


def step(key: str, *shown: Block, holds: bool = True, **values: Value) -> Step:
    """A sentence of a proof, with what shows it and whether it is so.

    A key without a dot is one of the entry that is proved, as ``1``; one that begins with a dot is
    one of its chapter, as ``.rest``. Both may name the numbers that the reader chose.
    """
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
