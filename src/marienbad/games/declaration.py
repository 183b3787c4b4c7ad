"""Moves as data: what may be taken is declared, never programmed.

The enumeration of moves, the legality check and every solver read this one declaration.

>>> from marienbad.games.wythoff import WythoffRules
>>> for take in WythoffRules(a=2, b=3).takes:
...     print(take)
take n from one where n ≡ 0 (mod 3)
take c, d from two where -3 ≤ c - d ≤ 3 and c - d ≡ 0 (mod 3)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, islice, permutations
from typing import TYPE_CHECKING

from marienbad.games.expressions import LAST, Formula
from marienbad.heaps import Move, Position, Split, distinct, state_of
from marienbad.values import Record

if TYPE_CHECKING:
    from random import Random

Values = Mapping[str, int]
Pick = Callable[[range], Iterator[int]]
"""Which of the possible amounts are tried: all of them, or one at random."""
Interval = tuple[int | None, int | None]
"""The least and the largest value, ``None`` where there is no such bound."""
HEAP_NAMES = ("x", "y", "z", "w", "v", "u", "t", "s")
WHOLE = (0, 1)
"""A heap is left whole, or emptied."""
_CHOICES = {1: "one", 2: "two", 3: "three"}


class Linear(Record):
    """A linear form in the amounts and in the heap sizes x, y, … before the move."""

    coefficients: tuple[tuple[str, int], ...]

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(name for name, _ in self.coefficients)

    def value(self, values: Values) -> int:
        return sum(factor * values[name] for name, factor in self.coefficients)

    def split(self, name: str, values: Values) -> tuple[int, int]:
        """Return the factor of a name and the value of all the rest."""
        factor = rest = 0
        for other, coefficient in self.coefficients:
            if other == name:
                factor = coefficient
            else:
                rest += coefficient * values[other]
        return factor, rest

    def __str__(self) -> str:
        words: list[str] = []
        for name, factor in self.coefficients:
            term = name if abs(factor) == 1 else f"{abs(factor)}*{name}"
            sign = "-" if factor < 0 else "+"
            if words:
                words += [sign, term]
            else:
                words = [term if factor > 0 else f"-{term}"]
        return " ".join(words)


def scaled(interval: Interval, factor: int) -> Interval:
    """Return the multiples of an interval's numbers by the factor."""
    low, high = (None if end is None else end * factor for end in interval)
    return (low, high) if factor >= 0 else (high, low)


class Bound(Record):
    """low ≤ form ≤ high, either side open where it is ``None``.

    >>> difference = Linear((("c", 1), ("x", -1)))
    >>> print(Bound(difference, 1, 3), Bound(difference, 1, 1), Bound(difference, 0, 0), sep="; ")
    1 ≤ c - x ≤ 3; c - x = 1; c = x
    """

    form: Linear
    low: int | None = None
    high: int | None = None

    @property
    def names(self) -> frozenset[str]:
        return self.form.names

    def holds(self, values: Values) -> bool:
        value = self.form.value(values)
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)

    def narrow(self, name: str, values: Values, span: range) -> range:
        factor, rest = self.form.split(name, values)
        low, high = (None if end is None else end - rest for end in (self.low, self.high))
        if factor < 0:
            factor, (low, high) = -factor, scaled((low, high), -1)
        first = span.start if low is None else max(span.start, -(-low // factor))
        last = span.stop - 1 if high is None else min(span.stop - 1, high // factor)
        first += (span.start - first) % span.step
        return range(first, last + 1, span.step)

    def __str__(self) -> str:
        if self.low is not None and self.low == self.high:
            return self._equation(self.low)
        low = "" if self.low is None else f"{self.low} ≤ "
        high = "" if self.high is None else f" ≤ {self.high}"
        return f"{low}{self.form}{high}"

    def _equation(self, value: int) -> str:
        """form = value, or c = x rather than c - x = 0."""
        added = tuple((name, factor) for name, factor in self.form.coefficients if factor > 0)
        taken = tuple((name, -factor) for name, factor in self.form.coefficients if factor < 0)
        if value == 0 and added and taken:
            return f"{Linear(added)} = {Linear(taken)}"
        return f"{self.form} = {value}"


class Congruence(Record):
    """form ≡ residue (mod modulus)."""

    form: Linear
    modulus: int
    residue: int = 0

    @property
    def names(self) -> frozenset[str]:
        return self.form.names

    def holds(self, values: Values) -> bool:
        return (self.form.value(values) - self.residue) % self.modulus == 0

    def narrow(self, name: str, values: Values, span: range) -> range:
        factor, rest = self.form.split(name, values)
        if abs(factor) != 1 or span.step != 1:
            return span
        residue = factor * (self.residue - rest) % self.modulus
        first = span.start + (residue - span.start) % self.modulus
        return range(first, span.stop, self.modulus)

    def __str__(self) -> str:
        return f"{self.form} ≡ {self.residue} (mod {self.modulus})"


Condition = Bound | Congruence | Formula


class Take(Record):
    """One way to take: amounts, from heaps, under conditions that must all hold.

    An amount is a name (any number from 1 up; the same name twice is the same number) or a number.
    They are taken from any choice of as many heaps, in any order, or from the heaps of ``places``
    in that order. Where it is taken from a single heap, ``parts`` says into how many heaps what is
    left may be parted: 0 where the heap may be emptied, 1 where the rest may stay a heap, 2 where
    it may become two.

    >>> print(Take(("n", "n"), where=(Bound(Linear((("n", 1),)), high=3),)))
    take n, n from two where n ≤ 3
    """

    amounts: tuple[str | int, ...]
    where: tuple[Condition, ...] = ()
    places: tuple[int, ...] | None = None
    parts: tuple[int, ...] = WHOLE

    @property
    def heaps(self) -> int:
        return len(self.amounts)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for name in self.amounts if isinstance(name, str)))

    @property
    def depends_on_sizes(self) -> bool:
        """Whether what may be taken depends on the heaps, and not only on the amounts."""
        return any(not condition.names <= {*self.names, LAST} for condition in self.where)

    @cached_property
    def is_symmetric(self) -> bool:
        """Whether exchanging the amounts gives the same take, so that order does not matter."""
        return len(set(self.amounts)) == 1 or (
            len(self.names) == len(self.amounts)
            and (len(self.names) == 2 or bool(self.where))
            and all(_is_even(condition, frozenset(self.names)) for condition in self.where)
        )

    def vectors(self, position: Position) -> Iterator[Move]:
        """Every move of this kind from a position, each once."""
        found = (
            move
            for heaps in self._choices(position)
            for move in self._vectors_from(position, heaps)
        )
        # two orders of the heaps can give the same move
        return found if self.is_symmetric else distinct(found)

    def vectors_from(self, position: Position, heap: int) -> Iterator[Move]:
        """Every move of this kind from one heap alone."""
        return self._vectors_from(position, (heap,)) if self.may_touch((heap,)) else iter(())

    def may_touch(self, heaps: tuple[int, ...]) -> bool:
        """Whether it takes from heaps in that order."""
        return self.heaps == len(heaps) and self.places in (None, heaps)

    def least(self, position: Position) -> Iterator[Move]:
        """For each choice of heaps, the first move of this kind."""
        for heaps in self._choices(position):
            yield from islice(self._vectors_from(position, heaps), 1)

    def sample(
        self, position: Position, random: Random, heaps: tuple[int, ...] | None = None
    ) -> Move | None:
        """A move of this kind at random, each amount evenly; ``None`` where the draw fails.

        It is from any heaps, or from those that are given.
        """
        filled = [heap for heap, size in enumerate(position) if size]
        if len(filled) < self.heaps:
            return None
        heaps = heaps or self.places or tuple(random.sample(filled, self.heaps))
        return next(self._vectors_from(position, heaps, lambda span: _draw(span, random)), None)

    def allows(self, position: Position, move: Move) -> bool:
        """Whether the move is of this kind; the heaps touched may be matched in any order."""
        touched = [heap for heap, amount in enumerate(move) if amount]
        if len(touched) != self.heaps:
            return False
        if self.places is not None and sorted(self.places) != touched:
            return False
        if not self._may_leave(position, touched, move):
            return False
        orders: Iterable[tuple[int, ...]] = (self.places or tuple(touched),)
        if self.places is None and not self.is_symmetric:
            orders = permutations(touched)
        return any(self._matches(position, [move[heap] for heap in order]) for order in orders)

    def _may_leave(self, position: Position, touched: list[int], move: Move) -> bool:
        """Whether the rest of a single heap may become what the move makes of it."""
        if len(touched) > 1:
            return not isinstance(move, Split)
        (heap,) = touched
        rest = position[heap] - move[heap]
        if not isinstance(move, Split):
            return (1 if rest else 0) in self.parts
        parts = move.leave[heap : heap + 2]
        kept = (*position[:heap], *parts, *position[heap + 1 :])
        is_parted = len(parts) == 2 and min(parts) > 0 and sum(parts) == rest
        return 2 in self.parts and is_parted and kept == move.leave

    def _choices(self, position: Position) -> Iterator[tuple[int, ...]]:
        if self.places is not None:
            return iter((self.places,))
        filled = [heap for heap, size in enumerate(position) if size]
        choose = combinations if self.is_symmetric else permutations
        return iter(choose(filled, self.heaps))

    def _matches(self, position: Position, taken: list[int]) -> bool:
        values = _sizes(position)
        for amount, number in zip(self.amounts, taken, strict=True):
            expected = values.setdefault(amount, number) if isinstance(amount, str) else amount
            if expected != number:
                return False
        return all(condition.holds(values) for condition in self.where)

    def _vectors_from(
        self, position: Position, heaps: tuple[int, ...], pick: Pick = iter
    ) -> Iterator[Move]:
        if len(self.names) > 2 and self.is_symmetric:
            # the others are sought in the smaller heaps, and their nim-sum in the largest
            heaps = tuple(sorted(heaps, key=position.__getitem__))
        limits: dict[str | int, int] = {}
        for amount, heap in zip(self.amounts, heaps, strict=True):
            limits[amount] = min(limits.get(amount, position[heap]), position[heap])
        if any(isinstance(amount, int) and amount > limit for amount, limit in limits.items()):
            return
        sizes = _sizes(position)
        if not all(c.holds(sizes) for c in self.where if c.names.isdisjoint(self.names)):
            return
        for values in self._solutions(sizes, limits, self.names, pick):
            move = [0] * len(position)
            for amount, heap in zip(self.amounts, heaps, strict=True):
                move[heap] = values[amount] if isinstance(amount, str) else amount
            if self.parts == WHOLE:
                yield tuple(move)
            else:
                yield from self._parted(position, heaps, tuple(move), pick)

    def _parted(
        self, position: Position, heaps: Sequence[int], move: Move, pick: Pick = iter
    ) -> Iterator[Move]:
        """What the move may make of the rest of its heap; of several heaps the rest stays."""
        if len(heaps) > 1:
            yield move
            return
        (heap,) = heaps
        rest = position[heap] - move[heap]
        if (1 if rest else 0) in self.parts:
            yield move
        if 2 in self.parts:
            for part in pick(range(1, rest // 2 + 1)):
                yield Split(move, (*position[:heap], part, rest - part, *position[heap + 1 :]))

    def _solutions(
        self,
        values: dict[str, int],
        limits: Mapping[str | int, int],
        names: tuple[str, ...],
        pick: Pick,
    ) -> Iterator[dict[str, int]]:
        """Fix the names one after another; a condition narrows the last name that it mentions."""
        if not names:
            yield values
            return
        name, later = names[0], names[1:]
        decided = [
            condition
            for condition in self.where
            if name in condition.names and not condition.names & set(later)
        ]
        span = range(1, limits[name] + 1)
        for condition in sorted(decided, key=lambda condition: isinstance(condition, Congruence)):
            span = condition.narrow(name, values, span)
        for number in pick(span):
            values[name] = number
            if all(condition.holds(values) for condition in decided):
                yield from self._solutions(values, limits, later, pick)
        values.pop(name, None)

    def __str__(self) -> str:
        where = " and ".join(map(str, self.where))
        then = "" if self.parts == WHOLE else f" then leave {' or '.join(map(str, self.parts))}"
        amounts = ", ".join(map(str, self.amounts))
        if self.places is None:
            heaps = _CHOICES.get(self.heaps, "all")
        else:
            heaps = ", ".join(HEAP_NAMES[place] for place in self.places)
        return f"take {amounts} from {heaps}" + (f" where {where}" if where else "") + then


def _sizes(position: Position) -> dict[str, int]:
    return {**dict(zip(HEAP_NAMES, position, strict=False)), LAST: state_of(position)}


def _draw(span: range, random: Random) -> Iterator[int]:
    """One number of a range at random; the range may be longer than a machine integer."""
    count = (span.stop - span.start + span.step - 1) // span.step
    if count > 0:
        yield span.start + span.step * random.randrange(count)


def _is_even(condition: Condition, amounts: frozenset[str]) -> bool:
    """c − d between −m and m, c − d ≡ 0, c ⊕ d ⊕ e = 0: unchanged when amounts are exchanged."""
    if isinstance(condition, Formula):
        return condition.is_nim_sum_of(amounts)
    if condition.names != amounts:
        return False
    if sorted(factor for _, factor in condition.form.coefficients) != [-1, 1]:
        return False
    if isinstance(condition, Bound):
        return condition.low is not None and condition.high == -condition.low
    return condition.residue % condition.modulus == 0
