"""Whether an automaton agrees with a table, and where it does not.

>>> from marienbad.games.catalogue import define
>>> from marienbad.prover.discovery.positions import solved
>>> from marienbad.prover.games.claims import claim, points
>>> right, table = claim(define("wythoff")), solved(define("wythoff"), 200)
>>> agrees(right, table), wrong_positions(right ^ points(right.system, (30, 40)), table)
(True, [(30, 40)])

Guesses that contradict themselves: a move leads from an accepted position to another.
"""

from __future__ import annotations

from bisect import bisect_left

import numpy as np

from marienbad.games.definition import Definition
from marienbad.prover.automata.automaton import Automaton, Flags, Indices
from marienbad.prover.automata.fused import Part, conjunction, is_possible
from marienbad.prover.discovery.positions import Paired, Positions
from marienbad.prover.discovery.residuals import Pair
from marienbad.prover.games.moves import ways
from marienbad.solver.kernels.machine import Array, compiled

MOST_WRONG = 32
"""How many positions are named where an automaton is wrong."""


def agrees(automaton: Automaton, positions: Positions | Paired) -> bool:
    """Whether the automaton accepts the positions of the box that are listed, and no others.

    Of a table that is too long, only a sample is asked for.
    """
    return not wrong_positions(automaton, positions)


def wrong_positions(
    automaton: Automaton, positions: Positions | Paired, most: int = MOST_WRONG
) -> list[Pair]:
    """Some positions of which the automaton does not say what the table does, if there are any.

    It accepts all that are listed if it does so one by one, and then no others if it accepts
    as many as there are; words are counted, without looking at the whole box.
    """
    if isinstance(positions, Paired):
        rows, columns = positions.sample()
        return _wrong(automaton, rows, columns, np.ones(len(rows), np.bool_), most)
    rows, columns = positions.rows, positions.columns.astype(np.int64)
    refused = _wrong(automaton, rows, columns, np.ones(len(rows), np.bool_), most)
    return refused or _not_listed(automaton, positions.size, rows, columns)


def _not_listed(automaton: Automaton, size: int, rows: Indices, columns: Indices) -> list[Pair]:
    """The smallest positions that are accepted beside those that are listed, all of one square."""
    larger = np.sort(np.maximum(rows, columns))

    def is_one_within(last: int) -> bool:
        return _count(automaton, last) > int(np.searchsorted(larger, last, "right"))

    if not is_one_within(size - 1):
        return []
    last = bisect_left(range(size), True, key=is_one_within)
    line, numbers = np.full(last + 1, last), np.arange(last + 1)
    in_row = np.isin(numbers, columns[rows == last])
    in_column = np.isin(numbers, rows[columns == last])
    found = _wrong(automaton, line, numbers, in_row) + _wrong(automaton, numbers, line, in_column)
    return list(dict.fromkeys(found))


def _wrong(
    automaton: Automaton, xs: Indices, ys: Indices, expected: Flags, most: int = MOST_WRONG
) -> list[Pair]:
    """The first pairs that are accepted and should not be, or the other way round."""
    system = automaton.system
    longest = system.digits(int(max(xs.max(initial=0), ys.max(initial=0))))
    (aligned,) = system.aligned(longest)
    weights = np.array(system.weights(len(aligned))[::-1], np.int64)
    table, accepting, start = automaton.table, automaton.accepting, automaton.start
    found = np.empty(most, np.int64)
    count = _search(table, accepting, start, system.base, weights, xs, ys, expected, found)
    return [(int(xs[number]), int(ys[number])) for number in found[:count]]


@compiled
def _search(
    table: Array,
    accepting: Array,
    start: int,
    base: int,
    weights: Array,
    xs: Array,
    ys: Array,
    expected: Array,
    found: Array,
) -> int:
    """Write down the numbers of the first pairs that are not judged as expected; how many."""
    count = 0
    for number in range(len(xs)):
        x, y, state = xs[number], ys[number], start
        for place in range(len(weights)):
            state = table[state, base * (x // weights[place]) + y // weights[place]]
            x %= weights[place]
            y %= weights[place]
        if accepting[state] != expected[number]:
            found[count] = number
            count += 1
            if count == len(found):
                break
    return count


def _count(automaton: Automaton, last: int) -> int:
    """How many pairs of numbers are accepted that are at most a number."""
    system = automaton.system
    base = system.base
    (largest,) = system.aligned(system.digits(last))
    # whether x and y are still equal to the beginning of the largest word
    paths = {tied: np.zeros(automaton.states, np.int64) for tied in np.ndindex(2, 2)}
    paths[1, 1][automaton.start] = 1
    for digit in largest:
        after = {tied: np.zeros(automaton.states, np.int64) for tied in np.ndindex(2, 2)}
        for (x_tied, y_tied), counts in paths.items():
            for x, y in np.ndindex(digit + 1 if x_tied else base, digit + 1 if y_tied else base):
                tied = int(x_tied and x == digit), int(y_tied and y == digit)
                np.add.at(after[tied], automaton.table[:, x * base + y], counts)
        for counts in after.values():
            counts[0] = 0  # from the dead state nothing is accepted
        paths = after
    return sum(int(counts[automaton.accepting].sum()) for counts in paths.values())


def contradiction(game: Definition, automaton: Automaton) -> list[tuple[int, int]]:
    """Two accepted positions such that a move in one heap leads from the first to the second.

    No set of P-positions allows that, unless options may be forbidden, nor a set of positions of
    one Grundy value. It is soon seen, while the whole decision can take long for a wrong guess.

    >>> from marienbad.games.catalogue import define
    >>> from marienbad.prover.games.claims import claim, points
    >>> game = define("wythoff")
    >>> contradiction(game, claim(game) | points(claim(game).system, (3, 4)))
    [(7, 4), (3, 4)]
    """
    if game.ruleset.memory.block > 1:
        return []
    for way in ways(game, automaton.system, 2):
        parts: tuple[Part, ...] = automaton, automaton.renamed(**way.after), *way.atoms
        if len(way.heaps) == 1 and is_possible(*parts):
            found = conjunction(*parts).smallest()
            assert found is not None
            x, y = automaton.tracks
            after = found[way.after.get(x, x)], found[way.after.get(y, y)]
            return [(found[x], found[y]), after]
    return []
