"""What it costs to solve a box, in Python and compiled, counted before any work begins.

A cost is counted from the declaration and the size of the box: the positions, moves, lines and
operations, each weighed by the nanoseconds that it takes on an ordinary machine. It is an upper
bound rather than a forecast. No clock is read, and loading or compiling the kernels is not counted.
The searches are imported where boxes are counted: whoever counts moves alone need not load them.

An *operation* is a part of a condition that is worked out; the rest of the work for an amount
counts as :data:`AMOUNT` of them.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb, perm, prod
from typing import TYPE_CHECKING

from marienbad.games.declaration import HEAP_NAMES, Bound, Congruence, Take
from marienbad.games.definition import Definition
from marienbad.games.expressions import Formula, Name, parts
from marienbad.heaps import Position

if TYPE_CHECKING:
    from marienbad.solver.counting import Counts

SECOND = 10**9
OPERATION = 350
"""An operation in Python."""
POSITION, SORTED_POSITION = 10_000, 3_000
"""A position in Python besides its moves: of a box, and of those with sorted heaps."""
REACHED_POSITION = 50_000
"""The same of a position among all that can follow, with its state or its parted heaps."""
STEP_BACK, STEP_BACK_HEAP = 1_500, 50
"""A step back from a P-position, and for each heap of it."""
CALLED_POSITION, CALLED_HEAP, CALLED_WORDS, CALLED_SIZE = 1_200, 900, 20, 10_000
"""A position of which the winning calls are found, each of its heaps, 1,024 bits of a line, and a
number that may be called."""
GATED_POSITION, COUNTED_RAY = 40, 10
"""A position of two heaps with its gates, and for each ray or vector that is counted."""
SPANNED_POSITION, SPAN = 150, 100
"""A single heap of which intervals may be taken, and for each of them."""
COMPILED_OPERATION, COMPILED_POSITION, UNIFORM_POSITION = 2, 300, 10
LINES, LINE, POINT = 3, 40_000, 1_000
"""Lines looked at in a nanosecond; to prepare a line; to prepare a point of a formula."""
VALUE, VALUE_LINE = 80, 15
"""The Grundy value of a position, and for each line or single vector that leads from it."""
ROW = 128
"""Pairs of amounts of a region looked at in a nanosecond."""
COUNTED = 2**14
"""The most heaps and objects in a heap with which the sorted positions are counted."""
LARGEST = 2**20
"""The most positions that are solved to answer a question: 1,024 in each of two named heaps."""
AMOUNT = 6
"""Operations to try an amount, its conditions aside."""


def listing_cost(game: Definition, position: Position, most: int | None = None) -> int:
    """To list the moves of a position in Python, or only the first of them."""
    return OPERATION * operations(game, position, most)


def plain_cost(game: Definition, corner: Position) -> int:
    """To find the P-positions of all that fits under a position, in Python.

    >>> from marienbad.games.catalogue import define
    >>> plain_cost(define("nim"), (13, 21, 33, 53)) < 3 * SECOND
    True
    """
    positions = most = positions_under(game, corner)
    if game.ruleset.names_heaps or game.ruleset.memory.block > 1:
        return positions * (POSITION + OPERATION * mean_operations(game, corner))
    corner = tuple(sorted(corner))
    multiples = multiples_taken(game)
    if multiples is not None:
        most = min(most, multiples * positions_under(game, corner[:-1]))
    step = STEP_BACK + STEP_BACK_HEAP * len(corner)
    backwards = most * steps_back(game, corner) * step
    return positions * SORTED_POSITION + backwards + listing_cost(game, corner)


def reachable_cost(game: Definition, position: Position) -> int | None:
    """To look at all that can follow a position, in Python; ``None`` where it is too much to count.

    >>> from marienbad.games.catalogue import define
    >>> reachable_cost(define("nim"), (3, 5)) < SECOND
    True
    """
    from marienbad.solver.reachable import situations

    number = situations(game, position)
    return number and number * (REACHED_POSITION + OPERATION * mean_operations(game, position))


def called_cost(game: Definition, corner: Position) -> int:
    """To find the P-positions of all that fits under a position where numbers are called.

    >>> from marienbad.games.catalogue import define
    >>> called_cost(define("spite"), (150, 150)) < SECOND
    True
    """
    largest = max(corner, default=0)
    heap = CALLED_HEAP + CALLED_WORDS * (largest // 1024)
    position = CALLED_POSITION + len(corner) * heap
    return positions_under(game, corner) * position + largest * CALLED_SIZE


def positions_under(game: Definition, corner: Position) -> int:
    """How many positions fit under one, each order of the heaps for itself where they are named.

    Where counting the sorted ones would be work too, all are counted.
    """
    is_ordered = game.ruleset.names_heaps or game.ruleset.memory.block > 1
    if is_ordered or max(corner, default=0) + len(corner) > COUNTED:
        return prod(heap + 1 for heap in corner)
    from marienbad.solver.reference import count_sorted_positions

    return count_sorted_positions(corner)


def compiled_cost(game: Definition, sizes: tuple[int, ...]) -> int | None:
    """To solve a box by the compiled search; ``None`` where its numbers do not fit into words.

    >>> from marienbad.games.catalogue import define
    >>> compiled_cost(define("wythoff"), (1024, 1024)) < SECOND
    True
    """
    from marienbad.solver.counting import counts_of
    from marienbad.solver.intervals import Intervals
    from marienbad.solver.listing import fits_words
    from marienbad.solver.vectors import shapes
    from marienbad.solver.words import MOST_HEAPS

    takes, positions = game.ruleset.takes, prod(sizes)
    if not game.ruleset.is_plain:
        is_counted = game.ruleset.memory.block > 1
        found = counts_of(takes, sizes, are_forbidden=True) if is_counted else None
        return None if found is None else counted_cost(found, positions)
    cost, is_uniform = positions * UNIFORM_POSITION, len(sizes) <= MOST_HEAPS
    formulas = [
        where.expression for take in takes for where in take.where if isinstance(where, Formula)
    ]
    point = POINT + COMPILED_OPERATION * sum(len(parts(formula)) for formula in formulas)
    for (take, _), limits, lines in shapes(takes, sizes) if is_uniform else ():
        if limits is None or (lines is None and len(sizes) != 2):
            is_uniform = False
            break
        if lines is None:
            cost += positions * positions // ROW + positions * point
        elif any(isinstance(where, Formula) for where in take.where):
            # What a formula leaves of a line may be as many vectors as points.
            cost += amounts(take, sizes, sizes) * (positions // (64 * LINES) + point)
        else:
            cost += len(lines) * (positions // LINES + LINE)
    if (formulas or not is_uniform) and not fits_words(takes, sizes):
        return None
    if is_uniform:
        return cost
    counts = counts_of(takes, sizes, are_forbidden=False)
    if counts is not None:
        return counted_cost(counts, positions)
    if Intervals.fits(takes, sizes):
        return positions * (SPANNED_POSITION + SPAN * len(takes))
    corner = tuple(size - 1 for size in sizes)
    operation = COMPILED_OPERATION * mean_operations(game, corner)
    return positions * (COMPILED_POSITION + operation)


def counted_cost(counts: "Counts", positions: int) -> int:
    """To count what so many positions of two heaps lead to, along rays."""
    return positions * (GATED_POSITION + COUNTED_RAY * (len(counts.rays) + len(counts.vectors)))


def values_cost(game: Definition, sizes: tuple[int, ...]) -> int:
    """To find the Grundy values of a box by the compiled search: every move counts, not only one.

    >>> from marienbad.games.catalogue import define
    >>> values_cost(define("wythoff"), (4096, 4096)) < 4 * SECOND
    True
    """
    from marienbad.solver.grundy import lines_of
    from marienbad.solver.vectors import shapes

    positions, takes = prod(sizes), game.ruleset.takes
    is_lined = not any(isinstance(where, Formula) for take in takes for where in take.where)
    if is_lined and all(limits and lines for _, limits, lines in shapes(takes, sizes)):
        found = lines_of(game, sizes)
        if found is not None:
            lines = len(found.rays) + len(found.vectors)
            return positions * (VALUE + VALUE_LINE * lines)
    corner = tuple(size - 1 for size in sizes)
    return positions * (COMPILED_POSITION + COMPILED_OPERATION * mean_operations(game, corner))


# How many operations, counted from the declaration alone


def operations(game: Definition, position: Position, most: int | None = None) -> int:
    """At most how many operations list the moves of a position, or the first of them.

    >>> from marienbad.games.catalogue import define
    >>> operations(define("wythoff"), (10, 10)), operations(define("wythoff:a=2"), (10, 10))
    (180, 300)
    >>> operations(define("wythoff"), (10**100, 10**100), most=50)
    300
    """
    filled = sum(1 for heap in position if heap)
    total, listed = 0, 0
    for take in game.ruleset.takes:
        tried = _choices(take, filled) * amounts(take, position, position)
        multiple = _multiple(take)
        if most is not None and multiple is not None:
            # Every amount that is tried is a move, so that no more are tried than are wanted.
            places = range(len(position)) if take.places is None else take.places
            tried = min(sum(position[heap] // multiple for heap in places), most - listed)
            listed += tried
        elif most is not None and 2 in take.parts and not take.where:
            # A heap of which nothing may be left is tried too; every parting is a move.
            tried = min(tried, filled + most)
        elif most is not None and _is_exact(take):
            tried = min(tried, most)
        total += tried * _weight(take)
        if listed == most:
            break
    return total


def mean_operations(game: Definition, corner: Position) -> int:
    """About how many operations list the moves of a position under the corner, on the average.

    The heaps under a corner are half as large on the average; the average of 1/y up to a heap of
    size h is about (log h)/h, so that to divide by y is to divide by h/(log h).

    >>> from marienbad.games.catalogue import define
    >>> euclid = define("rules:heaps 2; take n from x where n % y == 0")
    >>> operations(euclid, (1000, 1)), mean_operations(euclid, (1000, 1000))
    (6000, 30)
    """
    middle = [-(-heap // 2) for heap in corner]
    divisors = [heap // max(heap.bit_length(), 1) for heap in corner]
    return sum(
        _choices(take, len(corner)) * amounts(take, middle, divisors) * _weight(take)
        for take in game.ruleset.takes
    )


def steps_back(game: Definition, corner: Position) -> int:
    """How many positions can lead to another one, each order of the heaps counted by itself.

    >>> from marienbad.games.catalogue import define
    >>> steps_back(define("nim"), (3, 5))
    10
    """
    return sum(
        amounts(take, corner, corner) * perm(len(corner), take.heaps) for take in game.ruleset.takes
    )


def multiples_taken(game: Definition) -> int | None:
    """The least b such that every multiple of b may be taken from any heap, where there is one.

    Two positions that differ by a multiple of b in a single heap are then not both P-positions.

    >>> from marienbad.games.catalogue import define
    >>> multiples_taken(define("wythoff:a=2,b=3")), multiples_taken(define("nim"))
    (3, 1)
    """
    free = (_multiple(take) for take in game.ruleset.takes if take.places is None)
    return min((multiple for multiple in free if multiple is not None), default=None)


@lru_cache(maxsize=256)
def _multiple(take: Take) -> int | None:
    """The b whose multiples, all of them, are taken from one heap, where that is all it says."""
    if take.heaps > 1 or not take.names:
        return None
    moduli = [
        where.modulus
        for where in take.where
        if isinstance(where, Congruence)
        and where.residue % where.modulus == 0
        and where.form.coefficients == ((take.names[0], 1),)
    ]
    return next(iter(moduli), 1) if len(moduli) == len(take.where) <= 1 else None


def _is_exact(take: Take) -> bool:
    """Whether every amount that is tried is a move: one amount, and bounds that narrow it."""
    return len(take.names) == 1 and all(isinstance(where, Bound) for where in take.where)


def _choices(take: Take, filled: int) -> int:
    """How many choices of heaps there are."""
    if take.places is not None:
        return 1
    return (comb if take.is_symmetric else perm)(filled, take.heaps)


@lru_cache(maxsize=256)
def _weight(take: Take) -> int:
    """The operations for an amount: formulas are worked out, unless they only give multiples.

    An equation of xors is worked out too, to give the one amount that can be tried.
    """
    tested = [
        where.expression
        for where in take.where
        if isinstance(where, Formula) and where.modulus((take.names or ("",))[-1]) is None
    ]
    return AMOUNT + sum(len(parts(formula)) for formula in tested)


def is_tested(game: Definition) -> bool:
    """Whether conditions are worked out for amounts that may not be taken after all.

    >>> from marienbad.games.catalogue import define
    >>> tested = define("rules:heaps 1; take n from one where n * n < x")
    >>> is_tested(define("wythoff:a=2")), is_tested(tested)
    (False, True)
    """
    return any(_weight(take) > AMOUNT for take in game.ruleset.takes)


def amounts(take: Take, limits: Sequence[int], divisors: Sequence[int]) -> int:
    """At most how many amounts are tried from one choice of heaps, given the size of each heap.

    The sizes are also given as those by which amounts may have to be divisible.
    """
    found = 1
    if 2 in take.parts:  # the rest is parted in at most half as many ways as it has objects
        found += max(limits, default=0) // 2
    # Several names are taken from as many heaps: at most from the largest, unless they are named.
    largest = sorted(limits, reverse=True)
    for index, name in enumerate(take.names):
        limit = largest[index] if index < len(largest) else 0
        if take.places is not None:
            limit = limits[take.places[take.amounts.index(name)]]
        found *= _span(take, index, limit, divisors)
    return found


def _span(take: Take, index: int, limit: int, divisors: Sequence[int]) -> int:
    """How many values an amount can have when those before it are fixed."""
    name, later, span = take.names[index], frozenset(take.names[index + 1 :]), limit
    for where in take.where:
        if name not in where.names or where.names & later:
            continue
        if isinstance(where, Formula):
            if where.solved(name) is not None:
                return 1
            modulus = where.modulus(name)
            if isinstance(modulus, Name) and modulus.name in HEAP_NAMES[: len(divisors)]:
                divisor = divisors[HEAP_NAMES.index(modulus.name)]
                span = min(span, limit // max(divisor, 1))
            continue
        factor = abs(dict(where.form.coefficients)[name])
        if isinstance(where, Congruence):
            span = min(span, limit // where.modulus + 1) if factor == 1 else span
        elif where.high is not None and (where.low is not None or where.names == {name}):
            low = factor if where.low is None else where.low
            span = min(span, (where.high - low) // factor + 1)
    return max(span, 1)
