"""The partners of a row of Spite Nim: the rows beside which it is to be left.

The least partner of n is f(n) = ⌊(n + 1)/φ⌋ in normal play; the others are found by search. A row
that is longer than n + f(n) is no partner of n: whoever is to call from them leaves the least one.
In misère play the same holds, with a least partner that is at most n (1 for the empty row).
"""

from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.numeration.beatty import over_phi
from marienbad.numeration.integers import fast, plain
from marienbad.solver.cheapest import search_of
from marienbad.text.mathematics import Call, Symbol
from marienbad.text.relations import SetOf
from marienbad.text.sentences import Cell, say
from marienbad.text.tabular import Column, Sheet


def least_partner(row: int) -> int:
    """Return ⌊(n + 1)/φ⌋, the least partner in normal play.

    >>> [least_partner(row) for row in range(16)]
    [0, 1, 1, 2, 3, 3, 4, 4, 5, 6, 6, 7, 8, 8, 9, 9]
    """
    return plain(over_phi(fast(row) + 1))


def corner(game: Definition, row: int) -> Position:
    """Return the row and the longest that can be a partner of it."""
    return row, 2 * row + 1 if game.is_misere else row + least_partner(row)


def partners(game: Definition, row: int) -> tuple[int, ...]:
    """Return every partner of a row, as the search finds them.

    >>> from marienbad.games.catalogue import define
    >>> partners(define("spite"), 5), partners(define("spite:misere"), 5)
    ((3, 4, 6, 8), (3, 4, 6, 7, 8))
    """
    search, (_, longest) = search_of(game), corner(game, row)
    search.is_p((row, longest))  # what is found on the way answers for the shorter ones
    return tuple(other for other in range(longest + 1) if search.is_p((row, other)))


def table(definition: Definition, rows: int) -> Sheet:
    """Return the least partner and all partners of the rows 0, 1, 2, …; the sequence is the least.

    >>> from marienbad.games.catalogue import define
    >>> sheet = table(define("spite"), 4)
    >>> [row[:2] for row in sheet.rows], list(sheet.sequence)
    ([(0, 0), (1, 1), (2, 1), (3, 2)], [0, 1, 1, 2])
    """
    found = [partners(definition, row) for row in reversed(range(rows))][::-1]
    body: list[tuple[Cell, ...]] = [
        (row, others[0], SetOf(others)) for row, others in enumerate(found)
    ]
    columns = (
        Column("n", Symbol("n")),
        Column("least", Call(Symbol("f"), (Symbol("n"),))),
        Column("partners", say("spite.table.partners")),
    )
    key = "spite.table.caption_misere" if definition.is_misere else "spite.table.caption"
    sequence = [others[0] for others in found]
    return Sheet(definition.name, "partners", say(key), columns, body, sequence)
