"""Many small splits at once: numbers stand side by side in the slots of one huge integer.

A product of the huge integer with a constant multiplies every slot, sums and masks act on all slots
too, so that a level of splitting takes a few dozen operations however many numbers there are, and
no loop of Python goes through them. No slot overflows: a slot is twice as wide as its number.

The split is that of :mod:`marienbad.numeration.conversion`: the largest P with H(P) ≤ n, where
H(P) = P·pp + Q·pq and Q = ⌊(P + 1)/α⌋. With W = pp + pq/α and f the fraction of (P + 1)/α it is
H(P) = P·W + pq/α − f·pq, hence z − 1 < P < z + pq/W with z = (n − pq/α)/W, where pq/W < 2: with z
rounded down, P is one of ⌊z⌋, …, ⌊z⌋ + tries, where mostly tries = 1. The largest is tried first.

Q is exact: (P + 1)/α = (P + 1)(u + v√D)/w is at least 1/w(2(P + 1)|v|√D + 1) away from any integer,
as in :mod:`marienbad.theories.batch`, and 1/α has enough bits for that.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from marienbad.numeration.integers import Integer, fast, isqrt
from marienbad.numeration.surds import Surd, root


def spread(value: Integer, width: int, count: int) -> Integer:
    """The value in each of so many slots.

    >>> f"{spread(5, 8, 3):x}"
    '50505'
    """
    filled, done = value, 1
    while done < count:
        more = min(done, count - done)
        # the lowest of the slots that are there, as many as are missing
        filled |= (filled & ((1 << width * more) - 1)) << width * done
        done += more
    return fast(filled)


class PackedSplit:
    """The split at j digits of numbers of at most 2j digits, in slots of so many bits."""

    def __init__(self, pp: Integer, pq: Integer, inverse_alpha: Surd, width: int) -> None:
        self.pp, self.pq = pp, pq
        self.inverse_alpha = inverse_alpha
        self.width = width

    @cached_property
    def _most(self) -> int:
        """More than any P + 1 that is tried: P has j digits."""
        return self.pp + self.pq + 4

    @cached_property
    def _bits(self) -> int:
        """Bits of 1/α after the point that make every Q exact."""
        alpha, most = self.inverse_alpha, self._most
        apart = alpha.w * (2 * most * abs(alpha.v) * (isqrt(alpha.radicand) + 1) + 1)
        return (most * apart).bit_length()

    @property
    def fits(self) -> bool:
        """Whether no product overflows a slot."""
        return self._most.bit_length() + self._bits <= 2 * self.width

    @cached_property
    def _scaled(self) -> int:
        """⌊2^bits/α⌋."""
        alpha, bits = self.inverse_alpha, self._bits
        multiple = root(alpha.radicand).multiple(alpha.v << bits)
        return multiple.floor(alpha.u << bits, alpha.w)

    @cached_property
    def _quotient(self) -> tuple[int, int, int, int]:
        """(inverse, constant, shift, tries): ⌊z⌋ + tries is (n·inverse + constant) >> shift."""
        bits, shift = self._bits, 2 * self.width - self._most.bit_length() - 1
        least = (self.pp << bits) + self.pq * self._scaled
        weight = least + self.pq  # W·2^bits from above: z is rounded down
        inverse = (1 << shift + bits) // weight
        back = (self.pq * (self._scaled + 1) << shift) // least + 1
        # z·2^shift is short by less: n for the inverse, z for 1/α
        short = (1 << self.width) + ((self._most + 1) << shift + 3 >> bits) + 4
        tries = 1 if (self.pq << shift + bits) // least + 1 + short <= 1 << shift else 2
        return inverse, (tries << shift) - back, shift, tries

    @lru_cache(maxsize=4)  # noqa: B019 - there is one object for each level, and it stays
    def _everywhere(self, count: int) -> Constants:
        return Constants(self, count)

    def split(self, packed: Integer, count: int) -> Integer:
        """The high parts and the rests, in slots half as wide, in their order.

        Every second number at a time, to have room for the products.
        """
        width = self.width
        constants = self._everywhere((count + 1) // 2)
        even = self._split(packed & constants.number, constants)
        odd = self._split(packed >> width & constants.number, constants)
        return even | odd << width

    def _split(self, numbers: Integer, everywhere: Constants) -> Integer:
        bits, top = self._bits, 2 * self.width - 1
        inverse, _, shift, tries = self._quotient
        p = (numbers * inverse + everywhere.constant) >> shift & everywhere.part
        product = p * self._scaled + everywhere.scaled
        q = product >> bits & everywhere.part
        # the bit at the top of a slot falls where the rest is negative
        rest = (numbers | everywhere.sign) - p * self.pp - q * self.pq
        for _ in range(tries):
            negative = everywhere.one ^ (rest >> top & everywhere.one)
            if not negative:
                break
            p -= negative
            slots = (negative << top) - negative
            product -= slots & everywhere.scaled
            fewer = product >> bits & everywhere.part
            q -= fewer
            rest += (slots & everywhere.pp) + ((q << top) - q & everywhere.pq)
            q = fewer
        return rest ^ everywhere.sign | p << self.width // 2


class Constants:
    """What stands in each of so many slots, made once for each number of them."""

    def __init__(self, split: PackedSplit, count: int) -> None:
        slot = 2 * split.width
        one = self.one = spread(1, slot, count)
        self.sign = one << slot - 1
        self.number = (one << split.width) - one
        self.part = (one << split._most.bit_length()) - one
        self.constant = one * split._quotient[1]
        self.scaled, self.pp, self.pq = one * split._scaled, one * split.pp, one * split.pq
