"""Take-away games as a whole: the sequence, its tables, and how many starts are lost."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

from marienbad.games.catalogue import titled
from marienbad.games.definition import Definition
from marienbad.games.takeaway import FIBONACCI_FACTOR
from marienbad.numeration.continued_fraction import zeckendorf
from marienbad.numeration.schwenk import numbers
from marienbad.text.mathematics import Number, Subscript, Sum, Symbol
from marienbad.text.problems import InputError
from marienbad.text.sentences import Block, Cell, say
from marienbad.text.tabular import Column, Sheet
from marienbad.theories.takeaway.sums import check_sequence, theory_of
from marienbad.theories.theory import Counting, TableKind

LONGEST_LIST = 1_000_000
"""The most numbers of the sequence that are listed."""
MOST_DELICATE = 10_000


def lost_starts(game: Definition, size: int, _heaps: int = 1) -> int:
    """Count the lost starts below a size: 0 and the numbers of the sequence; none in misère play.

    >>> from marienbad.games.catalogue import define
    >>> names = ("fibonacci", "takeaway:k=3", "fibonacci:misere")
    >>> [lost_starts(define(name), 100) for name in names]
    [11, 14, 0]
    """
    return 0 if game.is_misere else 1 + _numbers_below(game.values["k"], size)


def _numbers_below(k: int, size: int) -> int:
    most = size - 1
    if k == 1:
        return most.bit_length()
    if most <= k + 1:
        return most
    if k == FIBONACCI_FACTOR:
        return len(zeckendorf(most))
    check_sequence(k, most, LONGEST_LIST)
    return sum(1 for _ in takewhile(lambda number: number <= most, numbers(k)))


def empty_starts(game: Definition, _size: int, _heaps: int = 1) -> int:
    """Count the lost starts with an empty heap, from which nobody can move."""
    return 0 if game.is_misere else 1


def in_words(game: Definition, _size: int, _heaps: int = 1) -> list[Block]:
    """Say which starts are lost, and what their share tends to."""
    if game.is_misere:
        return [say("takeaway.chance_misere")]
    return [say("takeaway.chance", member=theory_of(game).member())]


def delicate_numbers(game: Definition, most: int) -> list[int]:
    """Return the numbers of the sequence up to a bound, the first of them where they are many.

    >>> from marienbad.games.catalogue import define
    >>> delicate_numbers(define("takeaway:k=3"), 10)
    [1, 2, 3, 4, 6, 8]
    """
    found = takewhile(lambda number: number <= most, numbers(game.values["k"]))
    return list(islice(found, MOST_DELICATE))


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
    check_sequence(k, max(asked), LONGEST_LIST)
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


COUNTING = Counting(
    lost_starts=lost_starts,
    empty_starts=empty_starts,
    in_words=in_words,
    delicate_numbers=delicate_numbers,
)
TABLES = (
    TableKind("sequence", "takeaway.table.sequence", sequence, most_rows=10_000, served_rows=500),
    TableKind(
        "sums", "takeaway.table.sums", sums, most_rows=10_000, served_rows=1_000, takes_numbers=True
    ),
)
