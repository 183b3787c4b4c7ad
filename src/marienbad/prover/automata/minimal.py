"""Minimisation: which states accept the same words."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from marienbad.solver.clock import clock

Indices = NDArray[np.int64]
Split = Callable[[Indices, NDArray[np.int32]], Indices]


def distinct(values: Indices) -> Indices:
    """The different values, sorted: by sorting, which is faster than the table of ``np.unique``.

    >>> distinct(np.array([3, 1, 3]))
    array([1, 3])
    """
    ordered = np.sort(values, axis=None)
    if not len(ordered):
        return ordered
    is_first = np.empty(len(ordered), np.bool_)
    is_first[0] = True
    np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:])
    result: Indices = ordered[is_first]
    return result


def classes(table: NDArray[np.int32], accepting: NDArray[np.bool_]) -> Indices:
    """The class of each state, classes being numbered by their first members.

    Moore's refinement: states stay together while they agree on acceptance and their followers are
    together, letter by letter. Rows of followers are compared by a hash of 64 bits; that the
    result is stable is then checked exactly, and the rows themselves are compared if it is not.

    >>> table = np.array([[0, 0], [2, 3], [1, 3], [3, 3]], np.int32)
    >>> classes(table, np.array([False, False, False, True]))
    array([0, 1, 1, 2])
    """
    found = _refined(table, accepting, _hashed)
    if not _is_stable(table, accepting, found):
        found = _refined(table, accepting, _compared)
    return _by_first_member(found)


def _refined(table: NDArray[np.int32], accepting: NDArray[np.bool_], split: Split) -> Indices:
    found = accepting.astype(np.int64)
    count = len(distinct(found))
    while True:
        clock.check()
        found = split(found, table)
        refined = int(found.max()) + 1
        if refined == count:
            return found
        count = refined


def _hashed(found: Indices, table: NDArray[np.int32]) -> Indices:
    random = np.random.default_rng(1907)
    odd = random.integers(0, 1 << 63, table.shape[1] + 1, np.uint64) * np.uint64(2) + np.uint64(1)
    marks = random.integers(0, 1 << 63, int(found.max()) + 1, np.uint64)
    own = marks[found]
    hashes = own * odd[0] + own[table] @ odd[1:]
    _, inverse = np.unique(hashes, return_inverse=True)
    return inverse.astype(np.int64)


def _compared(found: Indices, table: NDArray[np.int32]) -> Indices:
    rows = np.column_stack([found, found[table]])
    _, inverse = np.unique(rows, axis=0, return_inverse=True)
    return inverse.reshape(-1).astype(np.int64)


def _is_stable(table: NDArray[np.int32], accepting: NDArray[np.bool_], found: Indices) -> bool:
    """Whether the members of each class agree with its first member, exactly."""
    first = first_members(found)[found]
    return bool(
        (accepting == accepting[first]).all() and (found[table] == found[table[first]]).all()
    )


def first_members(found: Indices) -> Indices:
    """For each class, the first state that is in it."""
    first = np.zeros(int(found.max()) + 1, np.int64)
    first[found[::-1]] = np.arange(len(found))[::-1]
    return first


def _by_first_member(found: Indices) -> Indices:
    order = np.argsort(first_members(found))
    number = np.empty_like(order)
    number[order] = np.arange(len(order))
    result: Indices = number[found]
    return result
