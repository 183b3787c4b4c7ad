"""Lucas–Wythoff as a whole: the pairs to leave in order, and how many starts are lost."""

from collections.abc import Iterator
from itertools import count

from marienbad.games.definition import Definition
from marienbad.numeration.integers import isqrt, plain
from marienbad.theories.lucas.pairs import partner, shift_of, smaller


def ordered_pairs(game: Definition, below: int | None = None) -> Iterator[tuple[int, int]]:
    """Return the pairs to leave x ≤ y, ordered by x, without end or below a bound.

    >>> from itertools import islice
    >>> from marienbad.games.catalogue import define
    >>> list(islice(ordered_pairs(define("lucas")), 6))
    [(0, 0), (1, 3), (2, 6), (4, 7), (5, 10), (8, 14)]
    >>> list(ordered_pairs(define("lucas:misere"), 10))
    [(0, 1), (2, 2), (3, 5), (4, 8), (6, 9)]
    """
    shift = shift_of(game)
    for x in count() if below is None else range(below):
        y = partner(x, shift)
        if x <= y and (below is None or y < below):
            yield x, y


def lost_starts(game: Definition, size: int, _heaps: int = 2) -> int:
    """Count the pairs to leave below the size, each in both orders.

    The larger heap of the pair of difference d, less 2 in misère play, is one of the five numbers
    up to φ²d. With m the size, less 2 in misère play, it is below m for all d < m/φ² =
    m(3 − √5)/2, and perhaps for two more.

    >>> from marienbad.games.catalogue import define
    >>> lost_starts(define("lucas"), 8), lost_starts(define("lucas:misere"), 9)
    (7, 7)
    """
    shift = shift_of(game)
    rest = size - shift
    surely = (3 * rest - isqrt(5 * rest * rest) - 1) // 2 + 1 if rest > 0 else 0
    pairs = surely + sum(
        small + difference < size
        for difference in range(surely, surely + 2)
        if (small := smaller(difference, shift)) is not None
    )
    if shift == 0 and surely > 1:  # no pair has the difference 1
        pairs -= 1
    return plain(2 * pairs - (rest > 0))


def delicate_numbers(_game: Definition, most: int) -> list[int]:
    """Return the Lucas numbers up to a bound: their multiples by φ are nearest to whole numbers.

    >>> from marienbad.games.catalogue import define
    >>> delicate_numbers(define("lucas"), 10)
    [1, 3, 4, 7]
    """
    numbers, following = [1], 3
    while following <= most:
        numbers.append(following)
        following += numbers[-2]
    return numbers
