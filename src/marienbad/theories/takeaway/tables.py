"""Tables of take-away games: the numbers of the sequence, and numbers as sums of them."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

from marienbad.games.catalogue import titled
from marienbad.games.definition import Definition
from marienbad.numeration.schwenk import numbers
from marienbad.text.mathematics import Number, Subscript, Sum, Symbol
from marienbad.text.problems import InputError
from marienbad.text.sentences import Cell, say
from marienbad.text.tabular import Column, Sheet
from marienbad.theories.takeaway.counting import check_sequence

MOST_DIGITS = 40
"""Longer numbers are not written as sums."""


def sequence(definition: Definition, rows: int) -> Sheet:
    """Return the numbers of the sequence, which are the lost starts of normal play.

    Beside each stands the index of the number that was added to the one before it.

    >>> from marienbad.games.catalogue import define
    >>> list(sequence(define("takeaway:k=3"), 6).rows)
    [(1, 1, None), (2, 2, 1), (3, 3, 1), (4, 4, 1), (5, 6, 2), (6, 8, 2)]
    """
    k = definition.values["k"]

    def body() -> Iterator[tuple[Cell, ...]]:
        found: list[int] = []
        added = 0
        for number in numbers(k):
            while found and found[added] != number - found[-1]:
                added += 1
            yield len(found) + 1, number, added + 1 if found else None
            found.append(number)

    columns = (Column("i", Symbol("i")), Column("H", Subscript("H", "i")), Column("m", Symbol("m")))
    form = "_misere" if definition.is_misere else ""
    caption = say(f"takeaway.caption.sequence{form}", game=titled(definition.name))
    shown = islice(body(), rows)
    return Sheet(definition.name, "sequence", caption, columns, shown, islice(numbers(k), rows))


def sums(definition: Definition, rows: int, of: Sequence[int] = ()) -> Sheet:
    """Return numbers as sums, with their smallest parts.

    >>> from marienbad.games.catalogue import define
    >>> from marienbad.text.plain import Plain
    >>> [
    ...     [Plain("en").line(cell) for cell in row]
    ...     for row in sums(define("fibonacci"), 1, [27]).rows
    ... ]
    [['27', '21 + 5 + 1', '1']]
    """
    k, asked = definition.values["k"], of or range(1, rows + 1)
    if max(asked) >= 10**MOST_DIGITS:
        raise InputError("takeaway.long_number", digits=MOST_DIGITS)
    check_sequence(k, max(asked))
    found = list(takewhile(lambda number: number <= max(asked), numbers(k)))

    def row(number: int) -> tuple[Cell, ...]:
        rest, parts = number, []
        while rest:
            parts.append(found[bisect_right(found, rest) - 1])
            rest -= parts[-1]
        if not parts:
            return number, None, None
        return number, Sum(parts) if len(parts) > 1 else Number(number), parts[-1]

    columns = (
        Column("n", Symbol("n")),
        Column("sum", say("takeaway.caption.sum")),
        Column("smallest", say("takeaway.caption.part")),
    )
    caption = say("takeaway.caption.sums", game=titled(definition.name))
    return Sheet(definition.name, "sums", caption, columns, map(row, asked))
