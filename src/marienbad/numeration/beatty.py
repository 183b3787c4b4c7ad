"""Beatty sequences ⌊nα + γ⌋ and complementary pairs of them (Deslongchamps, section 3.0.1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from marienbad.numeration.integers import Integer, isqrt
from marienbad.numeration.surds import Surd, root


@dataclass(frozen=True)
class Beatty:
    """The sequence ⌊n·slope + intercept⌋ for every integer n, the slope positive and irrational.

    >>> lower = Beatty(Surd(1, 1, 2, 5), 0)
    >>> [lower.term(n) for n in range(6)]
    [0, 1, 3, 4, 6, 8]
    >>> lower.index(8), lower.index(7)
    (5, None)
    """

    slope: Surd
    intercept: Surd | int = 0

    def __post_init__(self) -> None:
        if self.slope.is_rational or self.slope <= 0:
            raise ValueError(f"expected a positive irrational slope, got {self.slope}")
        self._line  # noqa: B018 - reading it rejects an intercept of another field

    @cached_property
    def _intercept(self) -> Surd:
        return self.slope.times(0) + self.intercept

    @cached_property
    def _line(self) -> Line:
        return Line(self.slope, self._intercept)

    @cached_property
    def _inverse(self) -> Line:
        """The line −(x − intercept)/slope, whose floor is minus the first n that reaches x."""
        reciprocal = self.slope.reciprocal()
        return Line(-reciprocal, self._intercept * reciprocal)

    def term(self, n: int) -> Integer:
        """The term of index n, which may be negative."""
        return self._line.floor(n)

    def index(self, x: int) -> Integer | None:
        """The smallest n, of either sign, whose term is x, or None."""
        n = -self._inverse.floor(x)
        return n if self.term(n) == x else None

    def contains(self, x: int) -> bool:
        """Whether x is the term of some index n, of either sign."""
        return self.index(x) is not None


class Line:
    """n ↦ n·slope + intercept as (nu + s + (nv + t)√D)/w, so that a floor costs one product."""

    def __init__(self, slope: Surd, intercept: Surd) -> None:
        self.u, self.v = slope.u * intercept.w, slope.v * intercept.w
        self.s, self.t = intercept.u * slope.w, intercept.v * slope.w
        self.w = slope.w * intercept.w
        self.root = root(slope.radicand)

    def floor(self, n: int) -> Integer:
        """The floor of the value at n."""
        return self.root.multiple(n * self.v + self.t).floor(n * self.u + self.s, self.w)


def are_complementary(first: Beatty, second: Beatty, limit: int, n0: int = 1) -> bool:
    """Whether the terms n >= n0 of both meet each integer from first.term(n0) to limit once.

    Integers above the limit are not looked at: this is a check, not a proof.

    >>> golden = Surd(1, 1, 2, 5)
    >>> are_complementary(Beatty(golden), Beatty(golden + 1), 1000)
    True
    """
    least = first.term(n0)
    met = bytearray(max(0, limit + 1 - least))
    for sequence in (first, second):
        n = n0
        while (term := sequence.term(n)) <= limit:
            if term < least or met[term - least]:
                return False
            met[term - least] = 1
            n += 1
    return all(met)


def fraenkel_condition(first: Beatty, second: Beatty, n0: int) -> bool:
    """Whether ⌊nα + γ⌋ and ⌊nβ + δ⌋ are complementary n0-upper, decided exactly.

    With φ and ψ the two sequences, N = n0 and φ_N <= ψ_N, they are so if and only if
    1/α + 1/β = 1, γ/α + δ/β = φ_N − 2N + 1, and nβ + δ is an integer for no n >= N
    (Fraenkel, The bracket function and complementary sets of integers, 1969, theorem II).

    >>> golden = Surd(1, 1, 2, 5)
    >>> fraenkel_condition(Beatty(golden), Beatty(golden + 1), 1)
    True
    >>> fraenkel_condition(Beatty(golden), Beatty(golden + 1), 0)
    False
    """
    start = first.term(n0)
    if start > second.term(n0):
        return False
    alpha, beta = first.slope.reciprocal(), second.slope.reciprocal()
    one = Surd(1, 0, 1, alpha.radicand)
    if alpha + beta != one:
        return False
    if first._intercept * alpha + second._intercept * beta != one.times(start - 2 * n0 + 1):
        return False
    integral = _integral_index(second)
    return integral is None or integral < n0


def _integral_index(sequence: Beatty) -> int | None:
    """The only n for which n·slope + intercept can be an integer, if it is one."""
    line = sequence._line
    n, rest = divmod(-line.t, line.v)
    if rest or (n * line.u + line.s) % line.w:
        return None
    return n


def over_phi(number: int) -> Integer:
    """Return ⌊n/φ⌋ = ⌊nφ⌋ − n for n ≥ 0 and the golden ratio φ = (1 + √5)/2.

    >>> [over_phi(n) for n in range(9)]
    [0, 0, 1, 1, 2, 3, 3, 4, 4]
    """
    return (isqrt(5 * number * number) - number) // 2
