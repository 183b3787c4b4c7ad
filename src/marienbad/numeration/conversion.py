"""Digits over convergents and back, by divide and conquer.

Let j be a multiple of the period. The digits from index j up are themselves a representation, of
P = Σ δ_{i+j} p_i and Q = Σ δ_{i+j} q_i, and since p_{i+j} = p_{j−1}p_i + (p_j − p_{j−1})q_i (true
for i = −1 and 0, hence by the common recurrence for all i) they are worth

    H(P) = P·p_{j−1} + Q·(p_j − p_{j−1}),     Q = ⌊(P + 1)/α⌋,

because αQ − P = Σ δ_i(αq_i − p_i) lies in (−(α − 1), 1). H increases, so the digits of n from j
up are those of the largest P with H(P) <= n, and the digits below j are those of n − H(P).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cached_property, lru_cache
from types import ModuleType

from marienbad.numeration.integers import Integer, fast, plain, side_by_side
from marienbad.numeration.packing import PackedSplit
from marienbad.numeration.surds import Surd, root

PACKED_BITS = 1024
"""Numbers up to this size are split all at once."""
BATCH_BITS = 1 << 18
"""The size of what is split at once: it stays in the nearest caches."""
SPARE_BITS = 64
"""Bits of a constant beyond those of its factor, so that few results are in doubt."""
_FEW_LEAVES, _MANY_LEAVES = 64, 16_384  # where numpy wins once imported, and import included


class Shift:
    """The matrix that moves (Σδ_i p_i, Σδ_i q_i) up by j digits, j a multiple of the period."""

    __slots__ = ("pp", "pq", "qp", "qq")

    def __init__(self, pp: Integer, pq: Integer, qp: Integer, qq: Integer) -> None:
        self.pp, self.pq, self.qp, self.qq = pp, pq, qp, qq

    def apply(self, p: Integer, q: Integer) -> tuple[Integer, Integer]:
        """The sums after the shift."""
        return self.pp * p + self.pq * q, self.qp * p + self.qq * q

    @property
    def p(self) -> Integer:
        """The numerator p_j."""
        return self.pp + self.pq


@lru_cache(maxsize=64)
def one_period(period: tuple[int, ...]) -> Shift:
    """The shift by one period."""
    p_before, q_before, p, q = 1, 0, 1, 1
    for a in period:
        p_before, q_before, p, q = p, q, a * p + p_before, a * q + q_before
    return Shift(p_before, p - p_before, q_before, q - q_before)


def lucas(trace: int, norm: int, index: int) -> tuple[Integer, Integer]:
    """(U_index, U_{index+1}) of U_0 = 0, U_1 = 1, U_{n+1} = trace·U_n − norm·U_{n−1}, by doubling.

    >>> lucas(1, -1, 10)
    (55, 89)
    """
    u, after = 0, 1
    for bit in f"{index:b}":
        u, after = double(u, after, trace, norm)
        if bit == "1":
            u, after = after, trace * after - norm * u
    return u, after


def double(u: Integer, after: Integer, trace: int, norm: int) -> tuple[Integer, Integer]:
    """(U_{2n}, U_{2n+1}) from (U_n, U_{n+1})."""
    u, after = fast(u), fast(after)
    return u * (2 * after - trace * u), after * after - norm * u * u


def shift_of_periods(period: tuple[int, ...], count: int) -> Shift:
    """The shift by this many periods."""
    trace, norm = _trace_and_norm(period)
    return _power(period, *lucas(trace, norm, count))


def _trace_and_norm(period: tuple[int, ...]) -> tuple[int, int]:
    one = one_period(period)
    return one.pp + one.qq, -1 if len(period) % 2 else 1


def _power(period: tuple[int, ...], u: Integer, after: Integer) -> Shift:
    # Cayley and Hamilton: M^t = U_t·M − norm·U_{t−1}, and norm·U_{t−1} = trace·U_t − U_{t+1}.
    one, (trace, _) = one_period(period), _trace_and_norm(period)
    diagonal = after - trace * u
    return Shift(one.pp * u + diagonal, one.pq * u, one.qp * u, one.qq * u + diagonal)


class Level:
    """What a split at j digits needs."""

    def __init__(
        self,
        period: tuple[int, ...],
        lucas: tuple[Integer, Integer],
        inverse_alpha: Surd,
        width: int,
    ) -> None:
        self.lucas = lucas
        self.shift = _power(period, *lucas)
        self.inverse_alpha = inverse_alpha
        self.width = width
        """Bits that a number of 2j digits has at most."""

    @cached_property
    def packed(self) -> PackedSplit:
        """The same split of many numbers at once."""
        return PackedSplit(self.shift.pp, self.shift.pq, self.inverse_alpha, self.width)

    @cached_property
    def bits(self) -> int:
        return self.shift.p.bit_length() + SPARE_BITS

    @cached_property
    def scaled(self) -> Integer:
        """⌊2^bits/α⌋."""
        alpha, bits = self.inverse_alpha, self.bits
        multiple = root(alpha.radicand).multiple(fast(alpha.v << bits))
        return multiple.floor(alpha.u << bits, alpha.w)

    @cached_property
    def _quotient(self) -> tuple[Integer, Integer, int]:
        """(inverse, constant, dropped): the largest P to try is their line at n >> dropped.

        Its value is divided by 2^bits. See :mod:`marienbad.numeration.packing`: P is at most
        ⌊z⌋ + 1, or + 2 where pq is not well below W, for z is short by less than 2^−30.
        """
        pq, bits = self.shift.pq, self.bits
        weight = (self.shift.pp << bits) + pq * self.scaled  # W·2^bits, short by less than pq
        dropped = max(weight.bit_length() - bits - SPARE_BITS // 2, 0)
        inverse = (1 << 2 * bits + dropped) // (weight + pq)
        back = (pq * (self.scaled + 1) << bits) // weight + 1
        tries = 1 if (weight - (pq << bits)) << SPARE_BITS // 4 > weight else 2
        return inverse, (tries << bits) - back, dropped

    def _q_of(self, p: Integer, product: Integer, bits: int) -> Integer:
        """⌊(p + 1)/α⌋ from product = (p + 1)·⌊2^bits/α⌋, which is short by at most p + 1."""
        q = product >> bits
        if (product + p + 1) >> bits == q:
            return q
        u, v, w = self.inverse_alpha.u, self.inverse_alpha.v, self.inverse_alpha.w
        return root(self.inverse_alpha.radicand).multiple(v * (p + 1)).floor(u * (p + 1), w)

    def split(self, n: Integer) -> tuple[Integer, Integer]:
        """(P, n − H(P)) for the largest P with H(P) <= n."""
        pp, pq = self.shift.pp, self.shift.pq
        inverse, constant, dropped = self._quotient
        # a number shorter than 2j digits needs fewer bits of the constants
        most = self.bits - SPARE_BITS
        cut = min(max(2 * most - n.bit_length() - SPARE_BITS // 8, 0), most)
        bits = self.bits - cut
        p = ((n >> dropped) * (inverse >> cut) + (constant >> cut)) >> bits
        scaled = self.scaled >> cut
        product = (p + 1) * scaled
        q = self._q_of(p, product, bits)
        rest = n - p * pp - q * pq
        while rest < 0:
            p -= 1
            product -= scaled
            smaller = self._q_of(p, product, bits)
            rest += pp + (q - smaller) * pq
            q = smaller
        return p, rest


class System:
    """The conversions of one continued fraction, with the levels of splitting met so far."""

    def __init__(self, period: tuple[int, ...], inverse_alpha: Surd) -> None:
        self.period = period
        self.inverse_alpha = inverse_alpha
        self._levels: tuple[Level, ...] = ()

    @cached_property
    def _word_bound(self) -> int:
        """Leaves below this have Σ δ_i p_i < 2^63 even where all digits are the largest quotient.

        For Σ p_i, i < j, is at most 2p_j.
        """
        return (1 << 62) // max(self.period)

    @cached_property
    def _smallest(self) -> tuple[int, int]:
        """(periods, octets) of the smallest parts: whole periods whose numbers fit the octets."""
        octets = (one_period(self.period).p.bit_length() - 1) // 8
        while True:
            octets += 1
            periods = 0
            while shift_of_periods(self.period, periods + 1).p <= 256**octets:
                periods += 1
            shift = shift_of_periods(self.period, periods)
            split = PackedSplit(shift.pp, shift.pq, self.inverse_alpha, 16 * octets)
            if periods and split.fits:
                return periods, octets

    @cached_property
    def _word_level(self) -> int:
        """How often the smallest parts are doubled to those that just fit a machine word."""
        s = 0
        while self.level(s + 1).shift.p < self._word_bound:
            s += 1
        return s

    @cached_property
    def leaf(self) -> tuple[tuple[int, int], ...]:
        """(p_i, q_i) for the digits of a leaf."""
        return self._convergents(self._smallest[0] << self._word_level)

    def _convergents(self, periods: int) -> tuple[tuple[int, int], ...]:
        p_before, q_before, p, q = 1, 0, 1, 1
        rows: list[tuple[int, int]] = []
        for a in self.period * periods:
            rows.append((p, q))
            p_before, q_before, p, q = p, q, a * p + p_before, a * q + q_before
        return tuple(rows)

    @cached_property
    def _leaf_bound(self) -> int:
        """The first number too large for a leaf."""
        return plain(self.level(self._word_level).shift.p)

    def level(self, s: int) -> Level:
        """The level that splits at 2^s of the smallest parts."""
        trace, norm = _trace_and_norm(self.period)
        levels = self._levels
        periods, octets = self._smallest
        while len(levels) <= s:
            before = levels[-1].lucas if levels else None
            pair = double(*before, trace, norm) if before else lucas(trace, norm, periods)
            width = 16 * octets << len(levels)
            levels = (*levels, Level(self.period, pair, self.inverse_alpha, width))
            self._levels = levels  # replaced, never changed: threads may read it meanwhile
        return levels[s]

    def digits(self, n: Integer) -> Sequence[int]:
        """The digits of R_p(n), possibly after zeros."""
        if n < self._leaf_bound:
            return self._greedy(plain(n), self.leaf)
        parts = [n]
        s = self._top(n)
        while self.level(s).width > PACKED_BITS and s:
            halves = side_by_side(self.level(s).split, parts)
            parts = [part for half in halves for part in half]
            s -= 1
        most = max(BATCH_BITS // self.level(s).width, 1)
        batches = (parts[i : i + most] for i in range(0, len(parts), most))
        return self._digits_of_smallest(b"".join(self._smallest_parts(few, s) for few in batches))

    def _smallest_parts(self, parts: list[Integer], s: int) -> bytes:
        """The smallest parts of numbers that the level s splits."""
        size, count = self.level(s).width // 8, len(parts)
        packed = b"".join(plain(part).to_bytes(size, "big") for part in parts)
        numbers = fast(int.from_bytes(packed, "big"))
        for level in reversed(self._levels[: s + 1]):
            numbers = level.packed.split(numbers, count)
            count *= 2
        return plain(numbers).to_bytes(size * len(parts), "big")

    def _digits_of_smallest(self, parts: bytes) -> Sequence[int]:
        """The digits of parts of so many octets each."""
        periods, octets = self._smallest
        rows = self._convergents(periods)
        if octets == 1:
            digits = bytearray(len(rows) * len(parts))
            for place, column in enumerate(self._columns):
                digits[place :: len(rows)] = parts.translate(column)
            return bytes(digits)
        found: list[int] = []
        for start in range(0, len(parts), octets):
            found += self._greedy(int.from_bytes(parts[start : start + octets], "big"), rows)
        return bytes(found) if max(self.period) < 256 else found

    @cached_property
    def _columns(self) -> list[bytes]:
        """For each place, the digit of every octet."""
        rows = self._convergents(self._smallest[0])
        numbers = range(plain(self.level(0).shift.p))
        table = [self._greedy(number, rows) for number in numbers]
        return [bytes(column).ljust(256, b"\0") for column in zip(*table, strict=True)]

    @staticmethod
    def _greedy(number: int, rows: Sequence[tuple[int, int]]) -> list[int]:
        digits = []
        for p, _ in reversed(rows):
            digit, number = divmod(number, p)
            digits.append(digit)
        return digits

    def _top(self, n: Integer) -> int:
        """The level at which both parts of n fit the level below."""
        s = 0
        # p_{2j} exceeds p_{j−1}·p_j
        while True:
            shift = self.level(s).shift
            if n.bit_length() <= shift.pp.bit_length() + shift.p.bit_length() - 2:
                return s
            s += 1

    def values(self, digits: Sequence[int], p: bool) -> Integer:
        """Σ δ_i p_i or Σ δ_i q_i."""
        pairs = self._leaf_values(digits)
        s = self._word_level
        while len(pairs) > 1:
            apply = self.level(s).shift.apply
            joined = []
            for (low_p, low_q), high in zip(pairs[::2], pairs[1::2], strict=False):
                up_p, up_q = apply(*high)
                joined.append((up_p + low_p, up_q + low_q))
            if len(pairs) % 2:
                joined.append(pairs[-1])
            pairs = joined
            s += 1
        return pairs[0][0 if p else 1]

    def _leaf_values(self, digits: Sequence[int]) -> list[tuple[Integer, Integer]]:
        """(Σ δ_i p_i, Σ δ_i q_i) of every leaf, the least significant first."""
        size = len(self.leaf)
        numpy = self._numpy(len(digits) // size)
        if numpy is not None and isinstance(digits, bytes):
            small = bytes(range(max(self.period) + 1))
            if not digits.translate(None, delete=small):  # none left: the sums fit
                return self._leaf_values_together(digits, numpy)
        pairs: list[tuple[Integer, Integer]] = []
        for end in range(len(digits), 0, -size):
            leaf = digits[max(0, end - size) : end]
            p = q = 0
            for digit, (p_i, q_i) in zip(reversed(leaf), self.leaf, strict=False):
                if digit:
                    p += digit * p_i
                    q += digit * q_i
            pairs.append((p, q))
        return pairs

    def _leaf_values_together(
        self, digits: bytes, numpy: ModuleType
    ) -> list[tuple[Integer, Integer]]:
        """The same, one index at a time for all leaves."""
        size = len(self.leaf)
        padded = digits.rjust(-(-len(digits) // size) * size, b"\0")
        columns = numpy.frombuffer(padded, numpy.uint8).reshape(-1, size)[::-1, ::-1].T.copy()
        p = q = numpy.int64(0)
        for column, (p_i, q_i) in zip(columns, self.leaf, strict=True):
            wide = column.astype(numpy.int64)
            p = p + wide * p_i
            q = q + wide * q_i
        return list(zip(p.tolist(), q.tolist(), strict=True))

    def _numpy(self, leaves: int) -> ModuleType | None:
        """Numpy, when leaves fit its integers and are enough to repay its import."""
        needed = _FEW_LEAVES if "numpy" in sys.modules else _MANY_LEAVES
        if leaves < needed or max(self.period) > 255 or self._leaf_bound >= self._word_bound:
            return None
        try:
            import numpy as np
        except ImportError:
            return None
        return np
