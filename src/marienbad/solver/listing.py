"""Any takes as data for the kernel that lists the moves of every position.

Linear bounds, limits such as n <= x ^ y, and one congruence for each name narrow what is listed;
what they leave open is tested by programs. So Euclid's game, ``take n from x where x >= y and
n % y == 0``, tries the multiples of y and no other amounts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, permutations
from math import prod
from operator import mul
from typing import Any, NamedTuple

from marienbad.games.declaration import HEAP_NAMES, Bound, Condition, Congruence, Linear, Take
from marienbad.games.expressions import Expression, Formula, Name, Number, Operation
from marienbad.solver.clock import clock
from marienbad.solver.conditions import LARGEST, TooLarge, check, code, linear_tree, program
from marienbad.solver.words import packed

Placed = tuple[Take, tuple[int, ...]]
"""A take and the heaps that its amounts come from, in order."""
MOST_BITS = 7
"""A byte has as many bits beside that of the outcome: for rays, and takes that are stepped."""
STRIDE, MOST, LEAST = range(3)
"""What a program says of a name: modulus and residue, the most or the least that it can be."""
PIECE = 0.05
"""Seconds that a piece of the work should take."""


class Listed:
    """The positions of a box, each by its moves."""

    reach = 0
    """How many earlier planes of rows are read; all values stand in the state."""

    def __init__(
        self,
        takes: Iterable[Take],
        sizes: Sequence[int],
        is_misere: bool,
        rays: Sequence[tuple[Sequence[int], Sequence[int]]] = (),
        others: Iterable[Placed] = (),
    ) -> None:
        """Rays, each base and step, need not be listed for outcomes: only the other takes are."""
        import numpy as np

        self.sizes, self.is_misere = tuple(sizes), is_misere
        self.pause: Callable[[], None] | None = None
        """Called between pieces of the work; it may end it by raising an error."""
        # With one heap there is a single row.
        self.shape = self.sizes if len(sizes) > 1 else (1, *self.sizes)
        every = list(placed(takes, len(sizes)))
        self.listing = listing(every, sizes)
        rest = list(others) if rays else every
        stepped = [take for take in rest if is_stepped(*take)][: MOST_BITS - len(rays)]
        self.stepped = len(stepped)
        self.others = listing([*stepped, *(take for take in rest if take not in stepped)], sizes)
        weights = [prod(sizes[heap + 1 :]) for heap in range(len(sizes))]
        rows = [[*ray[0], *ray[1], *(sum(map(mul, part, weights)) for part in ray)] for ray in rays]
        self.rays = np.array(rows, np.int64).reshape(-1, 2 * len(sizes) + 2)
        self.state = {"values": np.zeros(prod(sizes), np.uint8)}

    def fill(self, table: Any, oldest: int, start: int, stop: int) -> None:
        """Compute the rows whose first heap lies between two numbers into an array of words."""
        values = self.state["values"]
        self.compute(values, start, stop)
        out = table[start - oldest : stop - oldest]
        out[:] = packed(values.reshape(self.shape)[start:stop] & 1).reshape(out.shape)

    def compute(self, values: Any, start: int, stop: int, is_grundy: bool = False) -> None:
        """Compute the outcomes or Grundy values between two sizes of the first heap.

        It goes by short pieces, so that rules with very many moves can be interrupted as well.
        """
        from marienbad.solver.kernels import listing as kernel

        takes, rays, stepped = self.others, self.rays, self.stepped
        if is_grundy:
            takes, rays, stepped = self.listing, rays[:0], 0
        plane = prod(self.shape[1:])
        count = 1
        first, end = start * plane, stop * plane
        while first < end:
            clock.check()
            began = time.monotonic()
            last = min(first + count, end)
            kernel.advance(first, last, takes, rays, stepped, self.is_misere, is_grundy, values)
            first += count
            took = time.monotonic() - began
            count = count * 2 if took < PIECE else max(count // 2, 1)
            if self.pause is not None and first < end:
                self.pause()


class Listing(NamedTuple):
    """The arrays of the kernel, as :mod:`marienbad.solver.kernels.listing` describes them."""

    sizes: Any
    takes: Any
    bounds: Any
    strides: Any
    program: Any


def placed(takes: Iterable[Take], heaps: int) -> Iterator[Placed]:
    """Every take with every choice of heaps, in every order where that makes a difference."""
    for take in takes:
        choose = combinations if take.is_symmetric else permutations
        orders = choose(range(heaps), take.heaps) if take.places is None else [take.places]
        yield from ((take, order) for order in orders)


def is_stepped(take: Take, heaps: tuple[int, ...]) -> bool:
    """Whether the multiples of a number are taken from one heap, which this does not change.

    Such a take leads to a P-position where its least amount does, or where it did after that.

    >>> from marienbad.games.euclid import EuclidRules
    >>> [is_stepped(take, take.places) for take in EuclidRules().takes]
    [True, True]
    """
    if len(take.amounts) != 1 or not take.names:
        return False
    (name,), heap = take.names, heaps[0]
    spoken = [condition for condition in take.where if name in condition.names]
    if len(spoken) != 1 or not isinstance(spoken[0], Formula) or heap >= len(HEAP_NAMES):
        return False
    modulus = spoken[0].modulus(name)
    return modulus is not None and HEAP_NAMES[heap] not in modulus.names


def listing(takes: Iterable[Placed], sizes: Sequence[int]) -> Listing:
    """The takes as data; :class:`~marienbad.solver.conditions.TooLarge` where words cannot hold it.

    >>> from marienbad.games.nim import NimRules
    >>> listing(placed(NimRules().takes, 2), (5, 5)).takes.tolist()
    [[1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]]
    """
    import numpy as np

    writer = _Writer(sizes)
    rows = [writer.take(take, heaps) for take, heaps in takes]
    width = 2 * len(sizes)
    return Listing(
        np.array(sizes),
        np.array(rows, np.int64).reshape(-1, 9 + len(sizes)),
        np.array(writer.bounds, np.int64).reshape(-1, 3 + width),
        np.array(writer.strides, np.int64).reshape(-1, 4),
        np.array(writer.program, np.int64),
    )


def fits_words(takes: Iterable[Take], sizes: Sequence[int]) -> bool:
    """Whether words of 64 bits hold all numbers that the conditions can come to in a box.

    >>> from marienbad.games.catalogue import define
    >>> takes = define("rules:heaps 1; take n from one where n % (x * x * x) == 1").ruleset.takes
    >>> fits_words(takes, (10,)), fits_words(takes, (10**8,))
    (True, False)
    """
    writer = _Writer(sizes)
    try:
        for take, heaps in placed(takes, len(sizes)):
            writer.take(take, heaps)
    except TooLarge:
        return False
    return True


class _Writer:
    """Lists that grow take by take."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self.sizes = sizes
        self.heaps = [
            *HEAP_NAMES,
            *(f"heap {number}" for number in range(len(HEAP_NAMES), len(sizes))),
        ]
        self.bounds: list[list[int]] = []
        self.strides: list[list[int]] = []
        self.program: list[int] = []

    def take(self, take: Take, heaps: tuple[int, ...]) -> list[int]:
        """The row of a take."""
        names = [*self.heaps[: len(self.sizes)], *take.names]
        limits = dict.fromkeys(take.names, max(self.sizes) - 1)
        limits |= {name: size - 1 for name, size in zip(self.heaps, self.sizes, strict=False)}
        free = frozenset(take.names)
        first_bound, first_stride = len(self.bounds), len(self.strides)
        within = [
            condition
            for condition in take.where
            if condition.names & free
            and not self._narrows(condition, take, names, limits, first_stride)
        ]
        before = [condition for condition in take.where if not condition.names & free]
        row = [len(take.names)]
        row += self._append(program(before, names, limits))
        row += self._append(program(within, names, limits))
        row += [first_bound, len(self.bounds), first_stride, len(self.strides)]
        codes = [0] * len(self.sizes)
        for amount, heap in zip(take.amounts, heaps, strict=True):
            is_name = isinstance(amount, str)
            codes[heap] = take.names.index(str(amount)) + 1 if is_name else -int(amount)
        return row + codes

    def _append(self, written: list[int]) -> tuple[int, int]:
        first = len(self.program)
        self.program += written
        return first, len(self.program)

    def _narrows(
        self,
        condition: Condition,
        take: Take,
        names: list[str],
        limits: dict[str, int],
        first_stride: int,
    ) -> bool:
        """Whether the condition is met by narrowing alone, which is then written down."""
        depth = max(take.names.index(name) for name in condition.names if name in take.names)
        if isinstance(condition, Bound):
            self._add_bound(condition, depth, names, limits)
            return True
        limit = limited(condition, take.names[depth])
        if limit is not None:
            kind, most = limit
            check(most, limits)
            # before any stride of the name, which begins at the least amount
            self.strides.insert(first_stride, [depth, *self._append(code(most, names)), kind])
            return True
        stride = multiples(condition, take.names[depth])
        is_first = all(row[::3] != [depth, STRIDE] for row in self.strides[first_stride:])
        if stride is None or not is_first:
            return False
        modulus, residue = stride
        check(modulus, limits)
        check(Operation("+", (residue, residue)), limits)  # LARGEST is the modulus of one number
        written = [*code(modulus, names), *code(residue, names)]
        self.strides.append([depth, *self._append(written), STRIDE])
        return True

    def _add_bound(
        self, bound: Bound, depth: int, names: list[str], limits: dict[str, int]
    ) -> None:
        factors = dict(bound.form.coefficients)
        largest = sum(abs(factor) * limits[name] for name, factor in factors.items())
        low = -LARGEST // 2 if bound.low is None else bound.low
        high = LARGEST // 2 if bound.high is None else bound.high
        if max(largest, abs(low), abs(high)) > LARGEST // 2:
            raise TooLarge(str(bound))
        row = [factors.get(name, 0) for name in names]
        self.bounds.append([depth, low, high, *row, *[0] * (2 * len(self.sizes) - len(row))])


def limited(condition: Congruence | Formula, name: str) -> tuple[int, Expression] | None:
    """The most or the least that a name can be, where a condition says just that.

    >>> from marienbad.games.expressions import Name
    >>> kind, most = limited(Formula(Operation(">", (Name("x"), Name("n")))), "n")
    >>> kind == MOST, str(most)
    (True, 'x - 1')
    """
    if isinstance(condition, Congruence):
        return None
    sign = condition.expression.operator
    if sign not in ("<", "<=", ">", ">=") or len(condition.expression.operands) != 2:
        return None
    one, other = condition.expression.operands
    if other == Name(name):
        one, other, sign = other, one, "<>"[sign[0] == "<"] + sign[1:]
    if one != Name(name) or name in other.names:
        return None
    if sign in ("<", ">"):
        other = Operation("-" if sign == "<" else "+", (other, Number(1)))
    return MOST if sign[0] == "<" else LEAST, other


def multiples(condition: Congruence | Formula, name: str) -> tuple[Expression, Expression] | None:
    """The modulus and the residue that a condition asks of a name, where it asks just that.

    An amount that can be one number only has that residue of a modulus larger than all amounts.

    >>> from marienbad.games.expressions import Name
    >>> remainder = Operation("%", (Name("n"), Name("y")))
    >>> modulus, residue = multiples(Formula(Operation("==", (remainder, Number(0)))), "n")
    >>> print(modulus, residue)
    y 0
    """
    if isinstance(condition, Congruence):
        factors = dict(condition.form.coefficients)
        factor = factors.pop(name)
        if abs(factor) != 1:
            return None
        others = linear_tree(Linear(tuple(factors.items())))
        difference = Operation("-", (Number(condition.residue), others))
        return Number(condition.modulus), Operation("*", (Number(factor), difference))
    modulus, solved = condition.modulus(name), condition.solved(name)
    if solved is not None:
        return Number(LARGEST), solved
    return None if modulus is None else (modulus, Number(0))
