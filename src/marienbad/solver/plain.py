"""The readable search for any rules: it lists the moves of every position of a box, and no more.

Unlike :mod:`marienbad.solver.reference` it takes no order of heaps for another, since rules may
tell the heaps apart. It is the judge of the compiled search. Of a game with a memory the positions
of a box are those in the state of a start.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, product

from marienbad.games.definition import Definition
from marienbad.heaps import Position, distinct
from marienbad.solver.clock import clock
from marienbad.solver.reachable import Nimbers, Reachable


def p_positions(game: Definition, sizes: Sequence[int]) -> Iterator[Position]:
    """The P-positions whose heaps are smaller than the sizes, in order.

    >>> from marienbad.games.catalogue import define
    >>> list(p_positions(define("wythoff"), (4, 4)))
    [(0, 0), (1, 2), (2, 1)]

    Where options may be forbidden, fewer than K of those of a P-position are P-positions.

    >>> game = define("rules:heaps 2; take n from one; take n, n from two; block 2")
    >>> list(p_positions(game, (4, 4)))
    [(0, 0), (0, 1), (1, 0), (1, 3), (2, 2), (3, 1)]
    """
    positions = product(*map(range, sizes))
    if not game.ruleset.fills_boxes:
        yield from filter(Reachable(game).is_p, positions)
        return
    found: set[Position] = set()
    block = game.ruleset.memory.block
    for position in positions:
        clock.check()
        after = (game.after(position, move) for move in game.moves(position))
        # where options may be forbidden, each position that can be left counts once
        good = (left for left in (distinct(after) if block > 1 else after) if left in found)
        is_p = sum(1 for _ in islice(good, block)) < block
        if is_p and not (game.is_misere and game.is_over(position)):
            found.add(position)
            yield position


def grundy_values(game: Definition, sizes: Sequence[int]) -> dict[Position, int]:
    """The Grundy values of the positions whose heaps are smaller than the sizes.

    >>> from marienbad.games.catalogue import define
    >>> list(grundy_values(define("wythoff"), (3, 3)).values())
    [0, 1, 2, 1, 2, 0, 2, 0, 1]

    Reference: P. M. Grundy, Mathematics and games, Eureka 2 (1939) 6-8.
    """
    positions = product(*map(range, sizes))
    if not game.ruleset.is_plain:
        nimbers = Nimbers(game)
        return {position: nimbers.value(position) for position in positions}
    values: dict[Position, int] = {}
    for position in positions:
        clock.check()
        reached = {values[game.after(position, move)] for move in game.moves(position)}
        values[position] = next(value for value in range(len(reached) + 1) if value not in reached)
    return values
