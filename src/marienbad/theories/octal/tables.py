"""The table of the values of the heaps."""

from collections.abc import Sequence

from marienbad.games.catalogue import titled
from marienbad.games.definition import Definition
from marienbad.solver.octal import HeapValues, digits_of, values_of
from marienbad.text.mathematics import Symbol
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import say
from marienbad.text.tabular import Column, Sheet

MOST_ROWS, SERVED_ROWS, MOST_NUMBERS = 1_000_000, 2_000, 1_000


def values_of_game(definition: Definition) -> HeapValues:
    """Return the values of the heaps of a game."""
    digits = digits_of(definition.ruleset)
    assert digits is not None, "every heap is a game by itself"
    return values_of(digits)


def most_rows(definition: Definition) -> int:
    """Return how many values are known, at most a million."""
    values = values_of_game(definition)
    return MOST_ROWS if values.period is not None else min(MOST_ROWS, values.bound)


def served_rows(definition: Definition) -> int:
    """Return the same where others wait meanwhile."""
    return min(SERVED_ROWS, most_rows(definition))


def values(definition: Definition, rows: int, of: Sequence[int] = ()) -> Sheet:
    """Return the values of the first heaps, or of those that are given, of any size.

    Where the values repeat, the third column names the size of the first period of the same value.

    >>> from marienbad.games.catalogue import define
    >>> list(values(define("kayles"), 3).rows), list(values(define("kayles"), 1, of=(1000,)).rows)
    ([(0, 0, 0), (1, 1, 1), (2, 2, 2)], [(1000, 1, 76)])
    """
    known = values_of_game(definition)
    if len(of) > MOST_NUMBERS:
        raise InputError("octal.many_numbers", count=len(of), most=MOST_NUMBERS)
    for heap in of:
        if not known.reaches(heap):
            raise OutOfReach("octal.no_period", heap=heap, bound=known.bound)
    heaps = of or range(rows)
    period = known.period
    columns = [Column("n", Symbol("n")), Column("value", say("octal.table.value"))]
    caption = say("octal.table.caption", game=titled(definition.name), bound=known.bound)
    if period is not None:
        columns.append(Column("like", say("octal.table.like")))
        caption = say(
            "octal.table.caption_period",
            game=titled(definition.name),
            start=period.start,
            period=period.length,
        )
    body = ((n, known.value(n), *([known.like(n)] if period else [])) for n in heaps)
    sequence = (known.value(n) for n in heaps)
    return Sheet(definition.name, "grundy", caption, tuple(columns), body, sequence)
