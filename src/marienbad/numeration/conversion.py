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

from marienbad.numeration.integers import Integer, fast, plain
from marienbad.numeration.surds import Surd, root

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
        self, period: tuple[int, ...], lucas: tuple[Integer, Integer], inverse_alpha: Surd
    ) -> None:
        self.lucas = lucas
        shift = self.shift = _power(period, *lucas)
        bits = self.bits = shift.p.bit_length() + 64
        self.inverse_alpha = inverse_alpha
        multiple = root(inverse_alpha.radicand).multiple(fast(inverse_alpha.v << bits))
        self.scaled = multiple.floor(inverse_alpha.u << bits, inverse_alpha.w)
        self.weight = shift.pp + (shift.pq * self.scaled >> bits)

    def q_of(self, p: Integer, product: Integer) -> Integer:
        """⌊(p + 1)/α⌋ from product = (p + 1)·⌊2^bits/α⌋, which is short by at most p + 1."""
        q = product >> self.bits
        if (product + p + 1) >> self.bits == q:
            return q
        u, v, w = self.inverse_alpha.u, self.inverse_alpha.v, self.inverse_alpha.w
        return root(self.inverse_alpha.radicand).multiple(v * (p + 1)).floor(u * (p + 1), w)

    def split(self, n: Integer) -> tuple[Integer, Integer]:
        """(P, n − H(P)) for the largest P with H(P) <= n."""
        pp, pq, scaled = self.shift.pp, self.shift.pq, self.scaled
        p = n // self.weight
        product = (p + 1) * scaled
        q = self.q_of(p, product)
        rest = n - p * pp - q * pq
        while rest < 0:
            p -= 1
            product -= scaled
            smaller = self.q_of(p, product)
            rest += pp + (q - smaller) * pq
            q = smaller
        while rest >= pp:
            product += scaled
            larger = self.q_of(p + 1, product)
            step = pp + (larger - q) * pq
            if rest < step:
                break
            p, q, rest = p + 1, larger, rest - step
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
    def leaf(self) -> tuple[tuple[int, int], ...]:
        """(p_i, q_i) for the digits of a leaf: whole periods, as many as fit a machine word."""
        p_before, q_before, p, q = 1, 0, 1, 1
        rows: list[tuple[int, int]] = []
        size = 0  # of the periods before the last one tried, which was too many
        while not size or p < self._word_bound:
            size = len(rows)
            for a in self.period:
                rows.append((p, q))
                p_before, q_before, p, q = p, q, a * p + p_before, a * q + q_before
        return tuple(rows[:size])

    @cached_property
    def _leaf_bound(self) -> int:
        """The first number too large for a leaf."""
        periods = len(self.leaf) // len(self.period)
        return shift_of_periods(self.period, periods).p

    def level(self, s: int) -> Level:
        """The level that splits at 2^s leaves."""
        trace, norm = _trace_and_norm(self.period)
        levels = self._levels
        while len(levels) <= s:
            if levels:
                pair = double(*levels[-1].lucas, trace, norm)
            else:
                pair = lucas(trace, norm, len(self.leaf) // len(self.period))
            levels = (*levels, Level(self.period, pair, self.inverse_alpha))
            self._levels = levels  # replaced, never changed: threads may read it meanwhile
        return levels[s]

    def digits(self, n: Integer) -> Sequence[int]:
        """The digits of R_p(n), possibly after zeros."""
        parts = [n]
        top = self._top(n)
        for s in range(top, -1, -1):
            split = self.level(s).split
            parts = [part for value in parts for part in split(value)]
        return self._leaf_digits(parts)

    def _top(self, n: Integer) -> int:
        """The level at which both parts of n fit the level below; −1 when n fits a leaf."""
        if n < self._leaf_bound:
            return -1
        s = 0
        # p_{2j} exceeds p_{j−1}·p_j
        while True:
            shift = self.level(s).shift
            if n.bit_length() <= shift.pp.bit_length() + shift.p.bit_length() - 2:
                return s
            s += 1

    def _leaf_digits(self, parts: list[Integer]) -> Sequence[int]:
        numpy = self._numpy(len(parts))
        if numpy is not None:
            return self._leaf_digits_together(parts, numpy)
        rows = self.leaf[::-1]
        digits: list[int] = []
        for part in parts:
            rest = plain(part)
            for p, _ in rows:
                digit, rest = divmod(rest, p)
                digits.append(digit)
        return digits

    def _leaf_digits_together(self, parts: list[Integer], numpy: ModuleType) -> bytes:
        """The same, one numerator at a time for all leaves."""
        rest = numpy.fromiter(map(plain, parts), numpy.int64, len(parts))
        columns = numpy.empty((len(self.leaf), len(parts)), numpy.uint8)
        for column, (p, _) in zip(columns, reversed(self.leaf), strict=True):
            digit = rest // p
            rest -= digit * p
            column[:] = digit
        digits: bytes = columns.T.tobytes()
        return digits

    def values(self, digits: Sequence[int], p: bool) -> Integer:
        """Σ δ_i p_i or Σ δ_i q_i."""
        pairs = self._leaf_values(digits)
        s = 0
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
