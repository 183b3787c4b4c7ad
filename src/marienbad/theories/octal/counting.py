"""How many starts of an octal game are lost: counted by the values of the heaps."""

from marienbad.games.definition import Definition
from marienbad.games.ruleset import Ruleset
from marienbad.solver.octal import HeapValues, digits_of, values_of


def has_period(rules: Ruleset) -> bool:
    """Whether the values of all heaps are known."""
    digits = digits_of(rules)
    return digits is not None and values_of(digits).period is not None


def lost_starts(game: Definition, size: int, heaps: int = 2) -> int:
    """Count the starts with so many heaps below a size whose values have the nim-sum 0.

    >>> from marienbad.games.catalogue import define
    >>> lost_starts(define("kayles"), 5, 2), lost_starts(define("subtraction:1.2.3"), 4, 3)
    (7, 16)
    """
    return _zero_sums(_counts(game, size), heaps)


def empty_starts(game: Definition, size: int, heaps: int = 2) -> int:
    """Count those among them that have an empty heap.

    >>> from marienbad.games.catalogue import define
    >>> empty_starts(define("kayles"), 5, 2)
    1
    """
    counts = _counts(game, size)
    filled = [counts[0] - 1, *counts[1:]]
    return _zero_sums(counts, heaps) - _zero_sums(filled, heaps)


def _counts(game: Definition, size: int) -> list[int]:
    """How many heaps below a size have each value; as many values as a power of two."""
    digits = digits_of(game.ruleset)
    assert digits is not None, "every heap is a game by itself"
    values = values_of(digits)
    known, times = _beginning(values, size)
    found = values.between(0, known)
    counts = [found.count(value) for value in range(1 << max(found).bit_length())]
    period = values.period if times else None
    if period is not None:
        cycle = values.between(period.start, period.start + period.length)
        counts = [count + times * cycle.count(value) for value, count in enumerate(counts)]
    return counts


def _beginning(values: HeapValues, size: int) -> tuple[int, int]:
    """How many heaps are counted one by one, and how many whole periods besides."""
    period = values.period
    if period is None or size < period.start + 2 * period.length:
        return size, 0
    times = (size - period.start) // period.length - 1
    return size - times * period.length, times


def _zero_sums(counts: list[int], heaps: int) -> int:
    """How many choices of so many values have the nim-sum 0, each value as often as it occurs.

    The counts of sums are products after the transform of Hadamard: sums and differences of those
    whose numbers differ in one binary digit.
    """
    found, half = counts, 1
    while half < len(counts):
        found = [
            found[n] + found[n ^ half] if not n & half else found[n ^ half] - found[n]
            for n in range(len(found))
        ]
        half *= 2
    total: int = sum(count**heaps for count in found)
    return total // len(found)
