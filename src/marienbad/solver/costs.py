"""How many operations list the moves of a position, counted before any of them is looked at.

An *operation* is a part of a condition that is worked out; the rest of the work for an amount
counts as :data:`AMOUNT` of them.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb, perm

from marienbad.games.declaration import HEAP_NAMES, Bound, Congruence, Take
from marienbad.games.definition import Definition
from marienbad.games.expressions import Formula, Name, parts
from marienbad.heaps import Position

SECOND = 10**9
OPERATION = 350
"""An operation in Python."""
AMOUNT = 6
"""Operations to try an amount, its conditions aside."""


def listing_cost(game: Definition, position: Position, most: int | None = None) -> int:
    """To list the moves of a position in Python, or only the first of them."""
    return OPERATION * operations(game, position, most)


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
