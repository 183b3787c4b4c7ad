"""Tables of games: the pairs to leave in order, and the other tables that a family offers.

Rows come one after another, so that a million of them need no memory.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations_with_replacement, islice
from math import prod
from typing import TYPE_CHECKING

from marienbad.games.catalogue import FAMILIES, titled
from marienbad.games.definition import Definition
from marienbad.games.memory import LastTake, Order
from marienbad.heaps import Position
from marienbad.text.mathematics import Subscript, Symbol
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Listing, say
from marienbad.text.tabular import Column, Sheet
from marienbad.theories.known import known_of
from marienbad.theories.theory import TableKind

if TYPE_CHECKING:
    from marienbad.solver.search import OutcomeSearch
    from marienbad.theories.theory import Theory

TwoHeaps = tuple[int, int]


def _triples(definition: Definition, rows: int) -> Sheet:
    from marienbad.study.slices import triples

    return triples(definition, rows)


def _slice(definition: Definition, rows: int, third: int) -> Sheet:
    from marienbad.study.slices import slice_pairs

    return slice_pairs(definition, rows, third)


def _is_of_three(definition: Definition) -> bool:
    return definition.ruleset.heaps in (3, None)


THREE_HEAPS = (
    TableKind("triples", "table.kind.triples", _triples, 20, 2_000, fits=_is_of_three),
    TableKind(
        "slice",
        "table.kind.slice",
        _slice,
        most_rows=1_000,
        served_rows=200,
        takes_slice=True,
        fits=_is_of_three,
    ),
)
"""The tables of every game that is, or can be, played with three heaps."""
LARGEST_LIMIT = 1_000_000
LARGEST_BOX = 10_000_000
"""The most positions that are looked through one by one, about a minute's work."""


@cache
def all_kinds() -> dict[str, TableKind]:
    """The tables of all families by name; they are imported when the first of them is asked for."""
    own = (kind for family in FAMILIES for kind in known_of(family).tables())
    return {kind.name: kind for kind in (*own, *THREE_HEAPS)}


# The pairs in order


def first_pairs(definition: Definition, limit: int) -> list[TwoHeaps]:
    """Return the first positions to leave with two heaps x ≤ y, ordered by x, then y.

    >>> from marienbad.games.catalogue import define
    >>> first_pairs(define("wythoff:b=2"), 6)
    [(0, 0), (0, 1), (1, 3), (2, 5), (2, 6), (3, 8)]
    """
    if isinstance(limit, bool) or not isinstance(limit, int) or not 0 <= limit <= LARGEST_LIMIT:
        raise InputError("table.limit", text=repr(limit), bound=LARGEST_LIMIT)
    return list(islice(ordered_pairs(definition), limit))


def ordered_pairs(definition: Definition, rows: int | None = None) -> Iterator[TwoHeaps]:
    """Return the positions to leave with two heaps x ≤ y, ordered by x, then y.

    A family that knows them gives them without end; it may leave out positions without moves. A
    search looks at no more rows than asked for.
    """
    check_two_heaps(definition)
    known = known_of(definition.family).counting().pairs
    return boxed_pairs(definition, rows) if known is None else known(definition, None)


def has_pairs(definition: Definition) -> bool:
    """Whether the pairs to leave are known without search."""
    return definition.is_solved and known_of(definition.family).counting().pairs is not None


def leaves_out_finished(definition: Definition) -> bool:
    """Whether the pairs of a family lack the finished positions, which normal play leaves too.

    >>> from marienbad.games.catalogue import define
    >>> leaves_out_finished(define("euclid")), leaves_out_finished(define("euclid:misere"))
    (True, False)
    """
    known = has_pairs(definition) and not definition.is_misere
    return known and next(ordered_pairs(definition)) != (0, 0)


def pairs_below(definition: Definition, size: int) -> Iterator[TwoHeaps]:
    """Return all pairs to leave of heaps x ≤ y below a size, those without moves too.

    The family of the game is one that knows its pairs.

    >>> from marienbad.games.catalogue import define
    >>> list(pairs_below(define("wythoff"), 6))
    [(0, 0), (1, 2), (3, 5)]
    """
    if leaves_out_finished(definition):
        squares = combinations_with_replacement(range(size), 2)
        yield from (square for square in squares if definition.is_over(square))
    known = known_of(definition.family).counting().pairs
    assert known is not None
    yield from known(definition, size)


def searched_positions(definition: Definition, corner: Position) -> Iterator[Position]:
    """Return the positions to leave up to a corner as the search finds them, if it reaches it."""
    from marienbad.solver.search import search_of

    search = search_of(definition)
    search.check_reach(corner)
    if prod(heap + 1 for heap in corner) > LARGEST_BOX:
        raise search.refusal(corner)
    return search.p_positions(corner)


def boxed_pairs(definition: Definition, rows: int | None = None) -> Iterator[TwoHeaps]:
    """Return the pairs to leave as the search finds them, in some rows or as far as it reaches.

    Nobody knows how many positions to leave a row holds: of row x those with y < 4x + 64 are given.

    >>> from marienbad.games.catalogue import define
    >>> list(islice(boxed_pairs(define("rules:heaps 2; take n from one; take 1, 1 from two")), 4))
    [(0, 0), (1, 2), (3, 3), (4, 5)]
    """
    from marienbad.solver.search import search_of

    check_two_heaps(definition)
    search, solved = search_of(definition), -1
    while rows is None or solved < rows - 1:
        # solve the largest box within reach, of at most twice as many rows
        first = solved + 1
        ahead = [first + (first + 16 >> halved) for halved in range((first + 16).bit_length() + 1)]
        if rows is not None:
            ahead = [min(edge, rows - 1) for edge in ahead]
        edges = (edge for edge in ahead if reaches(search, (edge, 4 * edge + 63)))
        solved = next(edges, -1)
        if solved < 0:
            return
        found = search.p_positions((solved, 4 * solved + 63))
        yield from ((x, y) for x, y in found if x >= first and x <= y < 4 * x + 64)


def check_two_heaps(definition: Definition) -> None:
    """Refuse a game that is not played with two heaps, or whose heaps do not stay two."""
    check_memory(definition)
    if definition.ruleset.heaps not in (2, None) or definition.ruleset.parts_heaps:
        raise InputError("table.two_heaps", game=definition.name)


def check_memory(definition: Definition) -> None:
    """Refuse a game in which no position that is left says its heaps alone."""
    if isinstance(definition.ruleset.memory, (LastTake, Order)):
        raise InputError("table.memory", game=definition.name)


def reaches(method: "OutcomeSearch | Theory", position: Position) -> bool:
    """Whether a search or a theory can answer for a position."""
    try:
        method.check_reach(position)
    except OutOfReach:
        return False
    return True


# The tables


def tabulate(
    definition: Definition,
    kind: str | None = None,
    rows: int | None = None,
    base: int | None = None,
    of: Sequence[int] = (),
    is_served: bool = False,
    third: int | None = None,
) -> Sheet:
    """Return a table of a game, the usual one of its family if none is named.

    With a third heap it is that of a slice.

    >>> from marienbad.games.catalogue import define
    >>> list(tabulate(define("wythoff:a=2"), "pairs", rows=3).rows)
    [(0, 0, 0), (1, 1, 3), (2, 2, 6)]
    """
    table = _kind(definition, kind, third)
    written = table.bases[0] if base is None else base
    if written not in table.bases:
        raise InputError(
            "table.base", base=written, kind=table.name, known=Listing(table.bases, "or")
        )
    if of and not table.takes_numbers:
        fitting = Listing([name for name, kind in all_kinds().items() if kind.takes_numbers], "or")
        raise InputError("table.of", kind=table.name, known=fitting)
    number, bound = table.usual_rows if rows is None else rows, table.limit(definition, is_served)
    if is_served and number > bound:
        raise OutOfReach("server.rows", rows=number, kind=table.name, bound=bound)
    if not 1 <= number <= bound:
        raise InputError("table.rows", rows=number, kind=table.name, bound=bound)
    options: dict[str, object] = {"base": written} if len(table.bases) > 1 else {}
    if table.takes_numbers:
        options["of"] = of
    if table.takes_slice:
        options["third"] = third or 0
    return (table.maker or pairs)(definition, number, **options)


def tables_of(definition: Definition) -> tuple[TableKind, ...]:
    """Return the tables that a game has, the usual one first."""
    known = known_of(definition.family)
    kinds = (*known.tables(), *(THREE_HEAPS if known.has_triples else ()))
    return tuple(kind for kind in kinds if kind.fits(definition))


def _kind(definition: Definition, name: str | None, third: int | None) -> TableKind:
    """Return the table of a name, else the usual one, or with a third heap that of a slice."""
    kinds = {kind.name: kind for kind in tables_of(definition)}
    if not kinds:
        raise InputError("table.none", game=definition.name)
    sliced = [kind for kind in kinds.values() if kind.takes_slice]
    if third is not None and not sliced:
        raise InputError("table.three_heaps", game=definition.name)
    usual = next(iter(kinds.values())) if third is None else sliced[0]
    table = kinds.get(name) if name else usual
    if table is None:
        known = Listing([*kinds], "")
        raise InputError("table.unknown_kind", kind=name or "", game=definition.name, known=known)
    if third is not None and not table.takes_slice:
        fitting = Listing([kind.name for kind in sliced], "or")
        raise InputError("table.slice_of", kind=table.name, known=fitting)
    return table


def pairs(definition: Definition, rows: int) -> Sheet:
    """Return the pairs to leave, numbered in their order."""
    columns = (Column("n", Symbol("n")), *(Column(name, Subscript(name, "n")) for name in "xy"))
    body = ((n, *pair) for n, pair in enumerate(ordered_pairs(definition)))
    sequence = chain.from_iterable(islice(ordered_pairs(definition), rows))
    order = "ordered_pairs" if definition.ruleset.tells_heaps_apart else "pairs"
    if leaves_out_finished(definition):
        order = "unfinished_pairs"
    is_seen = known_of(definition.family).counting().pairs is None
    key = f"table.seen_{order}" if is_seen else f"table.{order}"
    caption = say(key, game=titled(definition.name))
    return Sheet(definition.name, "pairs", caption, columns, islice(body, rows), sequence)
