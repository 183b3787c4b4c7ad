"""Games of three heaps, a slice at a time: the positions (x, y, z) of one third heap z.

Heaps that the rules tell apart keep their places: x and y may then not change theirs.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations_with_replacement, islice, product
from math import prod

from marienbad.games.catalogue import titled
from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.registry import theories_of
from marienbad.solver.search import search_of
from marienbad.study.tables import LARGEST_BOX, check_memory, reaches
from marienbad.text.mathematics import Subscript, Symbol
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Message, say
from marienbad.text.tabular import Column, Sheet

Square = tuple[int, int]
Decider = Callable[[Position], bool]

LARGEST_THIRD = 1_000
LARGEST_TRIPLE = 127
"""The largest heap of the table of triples: two million positions are looked through."""
AHEAD = 16
SEEN = 64
"""How many pairs of the first row are looked at, without a third heap."""


def check_three_heaps(definition: Definition) -> None:
    """Refuse a game that is not played with three heaps, and cannot be."""
    check_memory(definition)
    if definition.ruleset.heaps not in (3, None):
        raise InputError("table.three_heaps", game=definition.name)


def check_slice(definition: Definition, third: int) -> None:
    """Refuse a slice of a game that has none, or a third heap that is none or too large."""
    check_three_heaps(definition)
    if isinstance(third, bool) or not isinstance(third, int) or not 0 <= third <= LARGEST_THIRD:
        raise InputError("table.third", text=repr(third), bound=LARGEST_THIRD)


def decider(definition: Definition, corner: Position) -> Decider:
    """Return what tells which positions up to a corner are to be left: a theory, or the search."""
    theories = [*theories_of(definition).values()]
    method = next((theory for theory in theories if reaches(theory, corner)), theories[-1])
    method.check_reach(corner)
    if method.authority == "table":
        search = search_of(definition)
        search.check_reach(corner)
        if prod(heap + 1 for heap in corner) > LARGEST_BOX:
            raise search.refusal(corner)
        method.is_p(corner)  # what is found on the way answers for the whole box
    return method.is_p


def slice_to_leave(definition: Definition, size: int, third: int) -> list[Square]:
    """Return the squares (x, y) below a size for which (x, y, third) is to be left, in order.

    >>> from marienbad.games.catalogue import define
    >>> slice_to_leave(define("nim"), 4, 1)
    [(0, 1), (1, 0), (2, 3), (3, 2)]
    """
    check_slice(definition, third)
    is_p = decider(definition, (size - 1, size - 1, third))
    return [(x, y) for x, y in product(range(size), repeat=2) if is_p((x, y, third))]


def ordered_slice(definition: Definition, third: int) -> Iterator[Square]:
    """Return the pairs with this third heap to leave, ordered by x, then y, as far as is known.

    They are given with x ≤ y unless the rules tell the heaps apart. Nobody knows how many a row
    holds: of row x those with y < 4(x + third) + 64 are given.

    >>> from marienbad.games.catalogue import define
    >>> list(islice(ordered_slice(define("marienbad"), 2), 4))
    [(0, 2), (1, 3), (4, 6), (5, 7)]
    """
    check_slice(definition, third)
    is_ordered = definition.ruleset.tells_heaps_apart

    for rows, is_p in stretches(definition, lambda x: slice_corner(x, third)):
        for x in rows:
            columns = range(0 if is_ordered else x, slice_corner(x, third)[1] + 1)
            yield from ((x, y) for y in columns if is_p((x, y, third)))


def slice_corner(x: int, third: int) -> Position:
    """Return the largest position that is looked at in a row of the pairs of a slice."""
    return x, 4 * (x + third) + SEEN - 1, third


def ordered_triples(definition: Definition) -> Iterator[tuple[int, int, int]]:
    """Return the positions to leave with three heaps, ordered by the largest, as far as is known.

    They are given with x ≤ y ≤ z unless the rules tell the heaps apart.

    >>> from marienbad.games.catalogue import define
    >>> list(islice(ordered_triples(define("nim")), 5))
    [(0, 0, 0), (0, 1, 1), (0, 2, 2), (0, 3, 3), (1, 2, 3)]
    """
    check_three_heaps(definition)
    is_ordered = definition.ruleset.tells_heaps_apart
    for rows, is_p in stretches(definition, lambda z: (z, z, z), LARGEST_TRIPLE):
        for largest in rows:
            heaps = range(largest + 1)
            places: Iterator[Position]
            if is_ordered:
                places = (place for place in product(heaps, repeat=3) if largest in place)
            else:
                places = ((*two, largest) for two in combinations_with_replacement(heaps, 2))
            yield from ((x, y, z) for x, y, z in places if is_p((x, y, z)))


def stretches(
    definition: Definition, corner: Callable[[int], Position], most: int | None = None
) -> Iterator[tuple[range, Decider]]:
    """Return rows in stretches, each with what decides its positions, as far as a theory reaches.

    A stretch has at most as many rows as stand before it, and some more; ``corner`` is the largest
    position of the rows up to one. A game of which no row is decided is refused.
    """
    first = 0
    while most is None or first <= most:
        steps = range((first + AHEAD).bit_length() + 1)
        ahead = [first + (first + AHEAD >> halved) for halved in steps]
        for last in ahead if most is None else [min(row, most) for row in ahead]:
            try:
                is_p = decider(definition, corner(last))
            except OutOfReach as found:
                problem = found
                continue
            yield range(first, last + 1), is_p
            first = last + 1
            break
        else:
            if not first:
                raise problem
            return


# The tables


def triples(definition: Definition, rows: int) -> Sheet:
    """Return the table of the positions to leave with three heaps."""
    caption = say(_caption_key(definition, "triples"), game=titled(definition.name))
    found = list(islice(ordered_triples(definition), rows))
    return _sheet(definition, "triples", caption, "xyz", found)


def slice_pairs(definition: Definition, rows: int, third: int = 0) -> Sheet:
    """Return the table of the pairs to leave with a third heap."""
    key, more = _caption_key(definition, "slice"), 4 * third + SEEN
    caption = say(key, game=titled(definition.name), third=third, more=more)
    found = list(islice(ordered_slice(definition, third), rows))
    return _sheet(definition, "slice", caption, "xy", found)


def _caption_key(definition: Definition, name: str) -> str:
    seen = "" if definition.is_solved else "seen_"
    return f"table.{seen}{'ordered_' if definition.ruleset.tells_heaps_apart else ''}{name}"


def _sheet(
    definition: Definition, kind: str, caption: Message, names: str, found: Sequence[Position]
) -> Sheet:
    columns = (Column("n", Symbol("n")), *(Column(name, Subscript(name, "n")) for name in names))
    body = ((n, *position) for n, position in enumerate(found))
    return Sheet(definition.name, kind, caption, columns, body, chain.from_iterable(found))
