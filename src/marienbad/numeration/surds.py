"""Quadratic irrationals (u + v√D)/w, exactly.

Every floor comes from a whole number near v√D: one product with a cached ⌊√D·2^B⌋ brackets it, and
where the bracket holds an integer (neighbours of convergents) a second, with as many more bits of
√D, decides: v√D is never within 1/(2v√D + 1) of an integer. No float is used.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

from marienbad.numeration.integers import (
    HUGE_BITS,
    Integer,
    digits_of,
    fast,
    isqrt,
    plain,
    side_by_side,
)

TYPE_CHECKING = False  # type checkers take it for true; typing itself is slow to import
if TYPE_CHECKING:
    from fractions import Fraction

_FRACTION_BITS = 64  # bits kept of the fraction of v√D
_FRACTION = (1 << _FRACTION_BITS) - 1


class Root:
    """√D for an integer D > 0 that is not a square, known to the largest precision needed so far.

    >>> Root(5).scaled(10) == isqrt(5 << 20)
    True
    """

    def __init__(self, radicand: int) -> None:
        if radicand <= 0 or isqrt(radicand) ** 2 == radicand:
            raise ValueError(f"expected a radicand > 0 that is not a square, got {radicand}")
        self.radicand = radicand
        self._known: tuple[int, Integer] = (0, isqrt(radicand))

    def scaled(self, bits: int) -> Integer:
        """The floor of √D·2^bits."""
        known, floor = self._known
        if bits > known:
            # an eighth more than needed, so that slowly growing precisions do not each take a root
            known = bits + bits // 8 + 192
            floor = isqrt(self.radicand << 2 * known)
            self._known = (known, floor)
        # an ordinary question stays a Python integer even where a huge one came before it
        return floor >> (known - bits) if bits >= HUGE_BITS else plain(floor >> (known - bits))

    def multiple(self, coefficient: int) -> RootMultiple:
        """The number coefficient·√D.

        >>> root(5).multiple(10).floor(10, 2)
        16
        """
        coefficient = fast(coefficient)
        spare = coefficient.bit_length()
        product = coefficient * self.scaled(spare + _FRACTION_BITS)
        low = product >> spare
        # The cached root is short by less than 1, its product by less than 2^spare, and the shift
        # rounds down: v√D·2^64 is within 1 of the product, above it or below with the sign of v.
        if coefficient < 0:
            low -= 1
        return Product(self, coefficient, low, 2 if coefficient else 0, product)

    def multiples(self, *coefficients: int) -> list[RootMultiple]:
        """Several multiples with their whole parts, at once where they are huge.

        >>> [multiple.floor(0, 1) for multiple in root(5).multiples(10, 100)]
        [22, 223]
        """
        # before the threads, which would each take the root
        largest = max(coefficient.bit_length() for coefficient in coefficients)
        self.scaled(largest + _FRACTION_BITS)
        return side_by_side(self._decided, coefficients)

    def _decided(self, coefficient: int) -> RootMultiple:
        multiple = self.multiple(coefficient)
        multiple._whole  # noqa: B018 - reading it finds it
        return multiple

    def __repr__(self) -> str:
        return f"Root({self.radicand})"


@lru_cache(maxsize=64)
def root(radicand: int) -> Root:
    """The root shared by all who ask for the same radicand.

    >>> root(5) is root(5)
    True
    """
    return Root(radicand)


class RootMultiple:
    """The number v√D, known to about 64 bits after the point; sums are cheap.

    >>> one = root(5).multiple(1)
    >>> (one + one + one - one).coefficient
    2
    """

    def __init__(
        self,
        root: Root,
        coefficient: Integer,
        low: Integer,
        width: int,
        parts: tuple[tuple[RootMultiple, int], ...],
    ) -> None:
        """v√D·2^64 lies between low and low + width; it is the sum of the signed parts."""
        self.root = root
        self.coefficient = coefficient
        self._low = low
        self._width = width
        self._parts = parts

    def floor(self, u: int, w: int) -> Integer:
        """The floor of (u + v√D)/w, for integers u and w > 0."""
        return self.divmod(u, w)[0]

    def divmod(self, u: int, w: int) -> tuple[Integer, int]:
        """The floor of (u + v√D)/w, and what is left of u + ⌊v√D⌋.

        It is the floor of (u + ⌊v√D⌋)/w, since u and w are integers.

        >>> root(5).multiple(10).divmod(9, 7)
        (4, 3)
        """
        if w <= 0:
            raise ValueError(f"expected a denominator > 0, got {w}")
        total = u + self._whole
        if w & (w - 1):
            quotient, rest = divmod(total, w)
            return quotient, plain(rest)
        # a shift takes a tenth of the time of a division
        return total >> (w.bit_length() - 1), plain(total & (w - 1))

    def growth(self, more: int) -> Integer:
        """⌊(v + more)√D⌋ − ⌊v√D⌋, for a small number more from the bits after the point.

        >>> [root(5).multiple(v).growth(1) for v in range(6)]
        [2, 2, 2, 2, 3, 2]
        """
        small = self.root.multiple(more)
        if (self._low & _FRACTION) + self._width <= _FRACTION:
            low = plain(self._low & _FRACTION) + small._low
            if low >> _FRACTION_BITS == (low + self._width + small._width) >> _FRACTION_BITS:
                return low >> _FRACTION_BITS
        return (self + small)._whole - self._whole

    @cached_property
    def _whole(self) -> Integer:
        """The floor of v√D."""
        if not self.coefficient:
            return 0
        if (self._low & _FRACTION) + self._width <= _FRACTION:
            return self._low >> _FRACTION_BITS
        more = self.coefficient.bit_length() + self.root.radicand.bit_length()
        while True:
            low, width = self._refined(more)
            bits = _FRACTION_BITS + more
            least = low >> bits
            if least == (low + width) >> bits:
                return least
            more *= 2  # many parts have widened the bracket

    def _refined(self, more: int) -> tuple[Integer, Integer]:
        """The bracket with ``more`` bits: that of a sum from those of its parts."""
        low, width = 0, 0
        for part, sign in self._parts:
            part_low, part_width = part._refined(more)
            low += part_low if sign > 0 else -part_low - part_width
            width += part_width
        return low, width

    def __add__(self, other: RootMultiple) -> RootMultiple:
        return self._sum(self.coefficient + other.coefficient, self._low + other._low, other, 1)

    def __sub__(self, other: RootMultiple) -> RootMultiple:
        low = self._low - other._low - other._width
        return self._sum(self.coefficient - other.coefficient, low, other, -1)

    def _sum(
        self, coefficient: Integer, low: Integer, other: RootMultiple, sign: int
    ) -> RootMultiple:
        if self.root.radicand != other.root.radicand:
            raise ValueError(
                f"expected multiples of one root, got √{self.root.radicand} "
                f"and √{other.root.radicand}"
            )
        width = self._width + other._width
        return RootMultiple(self.root, coefficient, low, width, ((self, 1), (other, sign)))

    def __repr__(self) -> str:
        return f"root({self.root.radicand}).multiple({digits_of(self.coefficient)})"


class Product(RootMultiple):
    """A multiple that was multiplied, and can be continued where 64 bits do not decide."""

    def __init__(
        self, root: Root, coefficient: Integer, low: Integer, width: int, product: Integer
    ) -> None:
        super().__init__(root, coefficient, low, width, ())
        self._product = product
        self._continued: tuple[int, Integer] = (-1, 0)

    def _refined(self, more: int) -> tuple[Integer, Integer]:
        known, low = self._continued
        if more > known:
            known = more + _FRACTION_BITS  # sums of about this size ask for a few more
            size = self.coefficient.bit_length()
            tail = self.root.scaled(size + _FRACTION_BITS + known) & ((1 << known) - 1)
            low = ((self._product << known) + self.coefficient * tail) >> size
            self._continued = (known, low)
        # the bounds of Root.multiple, and one more for the bits dropped here
        return (low >> (known - more)) - 1, 3


@dataclass(frozen=True)
class Surd:
    """The number (u + v√D)/w in lowest terms with w > 0; D is kept as given.

    >>> golden = Surd(1, 1, 2, 5)
    >>> print(golden), golden.times(10).floor(), golden.scaled(6)
    (1 + √5)/2
    (None, 16, 1618033)
    >>> print(golden.reciprocal())
    (−1 + √5)/2
    """

    u: int
    v: int
    w: int
    radicand: int

    def __post_init__(self) -> None:
        root(self.radicand)
        if self.w == 0:
            raise ValueError("expected a denominator other than 0")
        divisor = math.gcd(self.w, self.v, self.u)
        if self.w < 0:
            divisor = -divisor
        if divisor != 1:
            for name in ("u", "v", "w"):
                object.__setattr__(self, name, getattr(self, name) // divisor)

    @property
    def is_rational(self) -> bool:
        """Whether the root is absent."""
        return self.v == 0

    def floor(self) -> Integer:
        """The largest integer not above this number."""
        return root(self.radicand).multiple(self.v).floor(self.u, self.w)

    def scaled(self, places: int) -> Integer:
        """The floor of this number times 10^places, from which its decimals are read."""
        return self.times(10**places).floor()

    def times(self, n: int) -> Surd:
        """This number n times."""
        return Surd(self.u * n, self.v * n, self.w, self.radicand)

    def reciprocal(self) -> Surd:
        """One divided by this number: w(u − v√D)/(u² − v²D)."""
        norm = self.u * self.u - self.v * self.v * self.radicand
        if norm == 0:
            raise ZeroDivisionError("0 has no reciprocal")
        return Surd(self.w * self.u, -self.w * self.v, norm, self.radicand)

    def sign(self) -> int:
        """−1, 0 or 1 as this number is negative, zero or positive."""
        signs = {_sign(self.u), _sign(self.v)} - {0}
        if len(signs) < 2:
            return signs.pop() if signs else 0
        larger = _sign(self.u * self.u - self.v * self.v * self.radicand)
        return _sign(self.u) * larger

    def _same_field(self, other: Surd | int | Fraction) -> Surd:
        if not isinstance(other, Surd):
            return Surd(other.numerator, 0, other.denominator, self.radicand)
        if other.radicand != self.radicand:
            raise ValueError(f"expected √{self.radicand} in both numbers, got √{other.radicand}")
        return other

    def __add__(self, other: Surd | int | Fraction) -> Surd:
        other = self._same_field(other)
        return Surd(
            self.u * other.w + other.u * self.w,
            self.v * other.w + other.v * self.w,
            self.w * other.w,
            self.radicand,
        )

    __radd__ = __add__

    def __neg__(self) -> Surd:
        return Surd(-self.u, -self.v, self.w, self.radicand)

    def __sub__(self, other: Surd | int | Fraction) -> Surd:
        return self + -other

    def __rsub__(self, other: int | Fraction) -> Surd:
        return -self + other

    def __mul__(self, other: Surd | int | Fraction) -> Surd:
        other = self._same_field(other)
        return Surd(
            self.u * other.u + self.v * other.v * self.radicand,
            self.u * other.v + self.v * other.u,
            self.w * other.w,
            self.radicand,
        )

    __rmul__ = __mul__

    def __lt__(self, other: Surd | int | Fraction) -> bool:
        return (self - other).sign() < 0

    def __le__(self, other: Surd | int | Fraction) -> bool:
        return (self - other).sign() <= 0

    def __gt__(self, other: Surd | int | Fraction) -> bool:
        return (self - other).sign() > 0

    def __ge__(self, other: Surd | int | Fraction) -> bool:
        return (self - other).sign() >= 0

    def __str__(self) -> str:
        magnitude = "" if abs(self.v) == 1 else digits_of(abs(self.v))
        surd = f"{magnitude}√{self.radicand}"
        whole = digits_of(self.u).replace("-", "−")
        if self.v == 0:
            return whole if self.w == 1 else f"{whole}/{digits_of(self.w)}"
        if self.u == 0:
            top = surd if self.v > 0 else f"−{surd}"
            return top if self.w == 1 else f"{top}/{digits_of(self.w)}"
        top = f"{whole} {'+' if self.v > 0 else '−'} {surd}"
        return top if self.w == 1 else f"({top})/{digits_of(self.w)}"


def squarefree(number: int) -> int:
    """The number without its square factors, its sign kept.

    >>> squarefree(12), squarefree(21), squarefree(-72)
    (3, 21, -2)
    """
    for factor in range(isqrt(abs(number)), 1, -1):
        if number % (factor * factor) == 0:
            return squarefree(number // (factor * factor))
    return number


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)
