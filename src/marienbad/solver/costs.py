"""What it costs to solve a box, in Python and compiled, counted before any work begins.

A cost is counted from the declaration and the size of the box: so many positions, moves, lines and
operations, each weighed by the nanoseconds that it takes on an ordinary machine. It is an upper
bound rather than a forecast. No clock is read, and loading or compiling the kernels is not counted.
"""

from math import prod

from marienbad.games.definition import Definition
from marienbad.games.expressions import Formula, parts
from marienbad.heaps import Position
from marienbad.solver.effort import (
    amounts,
    mean_operations,
    multiples_taken,
    operations,
    steps_back,
)
from marienbad.solver.listing import fits_words
from marienbad.solver.reference import count_sorted_positions
from marienbad.solver.vectors import shapes
from marienbad.solver.words import MOST_HEAPS

SECOND = 10**9
OPERATION = 350
"""An operation of :mod:`marienbad.solver.effort` in Python."""
POSITION, SORTED_POSITION = 10_000, 3_000
"""A position in Python besides its moves: of a box, and of those with sorted heaps."""
STEP_BACK, STEP_BACK_HEAP = 1_500, 50
"""A step back from a P-position, and for each heap of it."""
COMPILED_OPERATION, COMPILED_POSITION, UNIFORM_POSITION = 2, 300, 10
LINES, LINE, POINT = 3, 40_000, 1_000
"""So many lines at a position take a nanosecond; a line is prepared, and so is a point of it that
only a formula decides."""
ROW = 128
"""Half the places of a word: of a region, so many pairs of amounts at a position a nanosecond."""
COUNTED = 2**14
"""Up to so many heaps and objects in a heap the sorted positions are counted."""
LARGEST = 2**20
"""The most positions of a compiled box that answers a question: 1,024 in each of two heaps."""


def listing_cost(game: Definition, position: Position, most: int | None = None) -> int:
    """To list the moves of a position in Python, or only the first of them."""
    return OPERATION * operations(game, position, most)


def plain_cost(game: Definition, corner: Position) -> int:
    """To find the P-positions of all that fits under a position, in Python.

    >>> from marienbad.games.catalogue import define
    >>> plain_cost(define("nim"), (13, 21, 33, 53)) < 3 * SECOND
    True
    """
    if game.ruleset.names_heaps:
        positions = prod(heap + 1 for heap in corner)
        return positions * (POSITION + OPERATION * mean_operations(game, corner))
    corner = tuple(sorted(corner))
    positions = most = _sorted_positions(corner)
    multiples = multiples_taken(game)
    if multiples is not None:
        most = min(most, multiples * _sorted_positions(corner[:-1]))
    step = STEP_BACK + STEP_BACK_HEAP * len(corner)
    backwards = most * steps_back(game, corner) * step
    return positions * SORTED_POSITION + backwards + listing_cost(game, corner)


def _sorted_positions(corner: Position) -> int:
    """How many sorted positions fit under one; too many where counting them would be work too."""
    if max(corner, default=0) + len(corner) > COUNTED:
        return prod(heap + 1 for heap in corner)
    return count_sorted_positions(corner)


def compiled_cost(game: Definition, sizes: tuple[int, ...]) -> int | None:
    """To solve a box by the compiled search; ``None`` where its numbers do not fit into words.

    >>> from marienbad.games.catalogue import define
    >>> compiled_cost(define("wythoff"), (1024, 1024)) < SECOND
    True
    """
    takes, positions = game.ruleset.takes, prod(sizes)
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
    corner = tuple(size - 1 for size in sizes)
    operation = COMPILED_OPERATION * mean_operations(game, corner)
    return positions * (COMPILED_POSITION + operation)
