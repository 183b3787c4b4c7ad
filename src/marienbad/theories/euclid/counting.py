"""Euclid as a whole: the pairs to leave in order, and how many starts are lost."""

from collections.abc import Iterator
from itertools import count

from marienbad.games.definition import Definition
from marienbad.numeration.beatty import over_phi
from marienbad.numeration.integers import plain


def ordered_pairs(game: Definition, below: int | None = None) -> Iterator[tuple[int, int]]:
    """Return the pairs to leave with 0 < x ≤ y, ordered by x, then y, without end or below a bound.

    The finished positions (0, y), which normal play leaves too, are without end themselves.

    >>> from itertools import islice
    >>> from marienbad.games.catalogue import define
    >>> list(islice(ordered_pairs(define("euclid")), 6))
    [(2, 3), (3, 4), (4, 5), (4, 6), (5, 6), (5, 7)]
    >>> list(islice(ordered_pairs(define("euclid:misere")), 4))
    [(1, 1), (2, 2), (2, 3), (3, 3)]
    """
    for x in count(1) if below is None else range(1, below):
        first, end = x if game.is_misere else x + 1, x + over_phi(x) + 1
        yield from ((x, y) for y in range(first, end if below is None else min(end, below)))


def lost_starts(game: Definition, size: int, _heaps: int = 2) -> int:
    """Count the pairs to leave below the size, each in both orders.

    With n the largest heap, row x holds the y with x < y ≤ min(⌊xφ⌋, n). They are ⌊x/φ⌋ up to
    m = ⌊(n + 1)/φ⌋, and n − x from there on. Normal play adds the 2n + 1 finished starts, misère
    play the n pairs of equal heaps.

    >>> from marienbad.games.catalogue import define
    >>> lost_starts(define("euclid"), 7), lost_starts(define("euclid:misere"), 7)
    (23, 16)
    """
    largest = size - 1
    turn = over_phi(size) if size > 1 else 0
    ahead = _sum_over_phi(turn) + (largest - turn) * (largest - turn - 1) // 2
    return plain(2 * ahead + (largest if game.is_misere else 2 * largest + 1))


def _sum_over_phi(number: int) -> int:
    """Return Σ ⌊x/φ⌋ for x = 1, …, m.

    It counts the points with j ≤ x/φ. Row j ≤ k = ⌊m/φ⌋ has m − ⌊jφ⌋ of them, where
    ⌊jφ⌋ = j + ⌊j/φ⌋: so the sum for m is mk − k(k + 1)/2 less the same sum for k.

    >>> [_sum_over_phi(m) for m in range(7)]
    [0, 0, 1, 2, 4, 7, 10]
    """
    total, sign = 0, 1
    while number:
        rows = over_phi(number)
        total += sign * (number * rows - rows * (rows + 1) // 2)
        number, sign = rows, -sign
    return total


def delicate_numbers(_game: Definition, most: int) -> list[int]:
    """Return the Fibonacci numbers up to a bound: their ratios are nearest to φ.

    >>> from marienbad.games.catalogue import define
    >>> delicate_numbers(define("euclid"), 10)
    [1, 2, 3, 5, 8]
    """
    numbers, following = [1], 2
    while following <= most:
        numbers.append(following)
        following += numbers[-2]
    return numbers
