"""The pairs to leave in Moore's Nim: from k = 2 on two heaps are taken at once, and one is left."""

from collections.abc import Iterator

from marienbad.games.definition import Definition
from marienbad.theories.nim.counting import ordered_pairs as pairs_of_nim


def ordered_pairs(game: Definition, size: int | None = None) -> Iterator[tuple[int, int]]:
    """The pairs to leave x ≤ y, ordered by x, then y; those of heaps below a size, if one is given.

    >>> from marienbad.games.catalogue import define
    >>> [list(ordered_pairs(define(name))) for name in ("moore:k=2", "moore:k=3,misere")]
    [[(0, 0)], [(0, 1)]]
    """
    if game.values["k"] == 1:
        return pairs_of_nim(game, size)
    pair = (0, 1) if game.is_misere else (0, 0)
    return iter((pair,) if size is None or pair[1] < size else ())
