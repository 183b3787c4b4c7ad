"""Minimal zero sets: the sets of digits with nim-sum zero of which no part has nim-sum zero.

They are {0}, pairs {d, d}, and sets of different digits: 5 in base 4, 22 in base 8 and 324 in
base 16. A column of digits has nim-sum zero exactly when it can be parted into them.
"""

from functools import lru_cache
from itertools import combinations

from marienbad.theories.nim.binary import nim_sum

Digits = tuple[int, ...]
Partition = tuple[Digits, ...]


@lru_cache(maxsize=8)
def minimal_zero_sets(base: int) -> tuple[Digits, ...]:
    """The minimal sets of digits (with repetition) whose nim-sum is zero, the smallest first.

    >>> minimal_zero_sets(4)
    ((0,), (1, 1), (2, 2), (3, 3), (1, 2, 3))
    >>> [len(minimal_zero_sets(base)) for base in (4, 8, 16)]
    [5, 22, 324]
    """
    found: list[Digits] = [(0,), *((digit, digit) for digit in range(1, base))]
    distinct: list[frozenset[int]] = []
    for size in range(3, base.bit_length() + 1):
        for candidate in combinations(range(1, base), size):
            members = frozenset(candidate)
            if not nim_sum(*candidate) and not any(smaller < members for smaller in distinct):
                distinct.append(members)
                found.append(candidate)
    return tuple(found)


def part_column(column: Digits, base: int) -> tuple[Partition, Digits]:
    """Part a column into minimal zero sets as far as it goes; return the sets and what is over.

    Equal digits are paired first; of the different digits that are over, minimal zero sets are
    taken out as long as there is one. Nothing is over exactly when the nim-sum is zero.

    >>> part_column((2, 2, 3, 2, 1), 4)
    (((2, 2), (1, 2, 3)), ())
    >>> part_column((2, 1, 0, 0, 0), 4)
    (((0,), (0,), (0,)), (1, 2))
    """
    sets: list[Digits] = []
    over: set[int] = set()
    for digit in column:
        if digit == 0:
            sets.append((0,))
        elif digit in over:
            over.remove(digit)
            sets.append((digit, digit))
        else:
            over.add(digit)
    more, left_over = _part_different(frozenset(over), base)
    return (*sets, *more), left_over


@lru_cache(maxsize=1 << 15)
def _part_different(over: frozenset[int], base: int) -> tuple[Partition, Digits]:
    """The same for different digits, remembered: a huge heap has few kinds of columns."""
    sets: list[Digits] = []
    for candidate in minimal_zero_sets(base)[base:]:
        if over.issuperset(candidate):
            over = over.difference(candidate)
            sets.append(candidate)
    return tuple(sets), tuple(sorted(over))
