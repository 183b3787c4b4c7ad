"""The pairs to leave, and how every winning move is found from them.

In every game of the family the positions to leave are pairs a ≤ b of heaps, one for each difference
b − a that occurs. They come in families: family i holds the pairs whose difference is i, i + k,
i + 2k, … with k = ab, the n-th being (a_n, a_n + nk + i). Normal play has the families
i = 0, …, b − 1; misère play with b = 1 and a ≥ 2 has one, with i = 1; misère play with a = b = 1
has Wythoff's own pairs, but for (2, 2) and (0, 1) instead of (0, 0) and (1, 2).

A winning move keeps one heap and makes the other its partner, or takes from both and keeps the
difference within reach. Each heap has one partner of the right residue modulo b, and at most three
differences are within reach: five candidates, however large a, b and the heaps are.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from fractions import Fraction as Rational
from math import gcd
from typing import NamedTuple, Self

from marienbad.games.definition import Definition
from marienbad.heaps import Move
from marienbad.numeration.integers import plain
from marienbad.numeration.surds import Surd
from marienbad.text.mathematics import Expression, Number, Product, SquareRoot, Sum
from marienbad.values import Record

TwoHeaps = tuple[int, int]


class Pair(NamedTuple):
    """A position to leave: the pair of that rank in the family of that residue."""

    residue: int
    rank: int
    small: int
    large: int

    @property
    def members(self) -> TwoHeaps:
        """Both heaps, as Python's integers."""
        return plain(self.small), plain(self.large)

    @property
    def difference(self) -> int:
        return self.large - self.small

    def partner(self, heap: int) -> int:
        """The other member."""
        return self.large if heap == self.small else self.small


class Lookup(NamedTuple):
    """A pair, and what it was found by: a heap that it holds or, without a heap, its difference.

    The residue is that of the difference modulo b, the heap being subtracted from its partner.
    """

    pair: Pair
    heap: int | None
    residue: int


class PairFamily(Record):
    """One family of pairs: (a_n, a_n + n·k + residue), where a_n = ⌊nα + γ⌋.

    Every number from ``start`` on is either some a_n of this family or some b_n of the opposite one
    (Beatty's theorem as generalised by Fraenkel), where α = (2 − k + √(k² + 4))/2 and
    γ = (shift + residue·α/b)/a.
    """

    a: int
    b: int
    residue: int
    shift: int
    opposite: int
    """The residue of the family whose large members fill the gaps of this one's small members."""

    @property
    def step(self) -> int:
        """k, by which the difference grows from one pair to the next."""
        return self.a * self.b

    @property
    def epsilon(self) -> int:
        return int(self.residue != 0)

    @property
    def first(self) -> tuple[Pair, ...]:
        """The pairs from which the others are built."""
        return (self.pair(0, 0),)

    @property
    def lead(self) -> int:
        """What a difference exceeds the multiple nk by, after the first pairs."""
        return self.residue

    def difference(self, index: int) -> int:
        """The difference of the pair of that index."""
        return index * self.step + self.lead

    def pair(self, index: int, small: int) -> Pair:
        return Pair(self.residue, index, small, small + self.difference(index))


class PairRules(Record):
    """What a theory must know of the game: a, b, misère or not, and the families of pairs."""

    a: int
    b: int
    is_misere: bool

    @classmethod
    def of(cls, game: Definition) -> Self:
        return cls(game.values["a"], game.values["b"], game.is_misere)

    @property
    def step(self) -> int:
        return self.a * self.b

    @property
    def exceptions(self) -> tuple[Pair, ...]:
        """The pairs of misère Wythoff that are not Wythoff's own."""
        if self.is_misere and self.a == 1:
            return Pair(0, 0, 2, 2), Pair(0, 1, 0, 1)
        return ()

    def are_close(self, x: int, y: int) -> bool:
        """Whether the partner of y can be below x ≤ y.

        It is only if y ≤ (k + 1)(x − 1) + b, since a_n ≥ n; in misère play b is added once more.
        """
        return y <= (self.step + 1) * (x - 1) + 2 * self.b

    def family(self, residue: int) -> PairFamily:
        """The family of the pairs whose difference is ≡ residue (mod b)."""
        a, b = self.a, self.b
        if self.is_misere and a > 1:
            return PairFamily(a, b, residue=1, shift=a - 2, opposite=1)
        residue = residue % b if b > 1 else 0
        return PairFamily(a, b, residue, a - 1 if residue else 0, -residue % b)

    def family_of_difference(self, difference: int) -> tuple[PairFamily, int] | None:
        """The family and the index of the pair with a difference, where there is one."""
        family = self.family(difference)
        index, remainder = divmod(difference - family.residue, self.step)
        return (family, index) if remainder == 0 and index >= 0 else None

    def within_reach(self, difference: int) -> Iterator[tuple[PairFamily, int, bool]]:
        """The pairs whose difference a move from both heaps can leave: at most three.

        For each its family, its index, and whether the larger heap stays the larger.

        >>> reached = PairRules(2, 3, False).within_reach(2)
        >>> [(family.residue, index, is_ahead) for family, index, is_ahead in reached]
        [(2, 0, True), (1, 0, False)]
        """
        # The reach is less than a step, so the neighbours of the nearest index suffice.
        reach = (self.a - 1) * self.b
        nearest, rest = divmod(difference, self.step)
        ahead, behind = self.family(rest), self.family(-rest)
        for shift in (-1, 0, 1):
            change = shift * self.step + ahead.residue - rest
            if nearest + shift >= 0 and abs(change) <= reach:
                yield ahead, nearest + shift, True
        if nearest == 0 and behind.residue and rest + behind.residue <= reach:
            yield behind, 0, False


class Pairs(ABC):
    """One method's knowledge of the pairs, for the analysis of one position."""

    def __init__(self, rules: PairRules) -> None:
        self.rules = rules

    @abstractmethod
    def nth(self, family: PairFamily, index: int) -> int | None:
        """The small member of the pair of that index; ``None`` where it is above both heaps."""

    @abstractmethod
    def find(self, family: PairFamily, number: int) -> Pair | None:
        """The pair that holds a positive number.

        The number is a small member of this family or a large member of the opposite one;
        ``None`` where its other member is above both heaps.
        """

    def pair(self, difference: int) -> Pair | None:
        """The pair with that difference, where there is one."""
        found = self.rules.family_of_difference(difference)
        return None if found is None else self.pair_at(*found)

    def pair_at(self, family: PairFamily, index: int) -> Pair | None:
        """The pair of that index; ``None`` where it is above both heaps."""
        for pair in self.rules.exceptions:
            if pair.rank == index:
                return pair
        small = self.nth(family, index)
        return None if small is None else family.pair(index, small)

    def pair_with(self, heap: int, difference: int) -> Pair | None:
        """The pair of a heap whose other member exceeds it by the difference, modulo b."""
        for pair in self.rules.exceptions:
            if heap in (pair.small, pair.large):
                return pair
        family = self.rules.family(difference)
        if heap == 0:
            return family.pair(0, 0)
        return self.find(family, heap)


def winning_moves(pairs: Pairs, x: int, y: int, held: Lookup) -> Iterator[tuple[Move, Lookup]]:
    """The winning moves from (x, y), x ≤ y, each once with the pair that it leaves.

    The pair that holds x is given.
    """
    b = pairs.rules.b
    partner = held.pair.partner(x)
    if partner < y:
        yield (0, y - partner), held
    if pairs.rules.are_close(x, y):
        other = pairs.pair_with(y, -held.residue)
        if other is not None and other.partner(y) < x:
            yield (x - other.partner(y), 0), Lookup(other, y, -held.residue % b)
    for family, index, is_ahead in pairs.rules.within_reach(y - x):
        pair = pairs.pair_at(family, index) if index <= x else None  # since a_n ≥ n
        if pair is None:
            continue
        left, right = (pair.small, pair.large) if is_ahead else (pair.large, pair.small)
        if left < x and right < y:
            yield (x - left, y - right), Lookup(pair, None, family.residue)


LARGEST_FACTOR = 30
"""The largest number whose square is looked for under a root."""


def slope(k: int) -> Surd:
    """α = (2 − k + √(k² + 4))/2."""
    return Surd(2 - k, 1, 2, k * k + 4)


def intercept(family: PairFamily) -> Surd:
    """γ = (shift + residue·α/b)/a."""
    multiple = slope(family.step) * Rational(family.residue, family.step)
    return multiple + Rational(family.shift, family.a)


def surd_written(value: Surd | int) -> Expression:
    """(u + v√D)/w, small squares taken out of the root.

    >>> from marienbad.text.plain import Plain
    >>> Plain("en").line(surd_written(Surd(-4, 1, 2, 40)))
    '−2 + √10'
    """
    if isinstance(value, int):
        return Number(value)
    if value.is_rational:
        return Number(value.u) / value.w if value.w > 1 else Number(value.u)
    outside, inside = _without_squares(value.radicand)
    common = gcd(value.u, value.v * outside, value.w)
    u, v, w = value.u // common, value.v * outside // common, value.w // common
    root = SquareRoot(inside)
    product = root if v == 1 else Product((v, root))
    numerator = Sum((u, product)) if u else product
    return numerator / w if w > 1 else numerator


def _without_squares(radicand: int) -> tuple[int, int]:
    """The square root as a number times a root, small square factors taken out.

    >>> _without_squares(40), _without_squares(125)
    ((2, 10), (5, 5))
    """
    outside = 1
    for factor in range(2, LARGEST_FACTOR + 1):
        while radicand % factor**2 == 0:
            outside, radicand = outside * factor, radicand // factor**2
    return outside, radicand
