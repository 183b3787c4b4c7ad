"""Digits over convergents and back, by divide and conquer.

Let j be a multiple of the period. The digits from index j up are themselves a representation, of
P = Σ δ_{i+j} p_i and Q = Σ δ_{i+j} q_i, and since p_{i+j} = p_{j−1}p_i + (p_j − p_{j−1})q_i (true
for i = −1 and 0, hence by the common recurrence for all i) they are worth

    H(P) = P·p_{j−1} + Q·(p_j − p_{j−1}),     Q = ⌊(P + 1)/α⌋,

because αQ − P = Σ δ_i(αq_i − p_i) lies in (−(α − 1), 1). H increases, so the digits of n from j
up are those of the largest P with H(P) <= n, and the digits below j are those of n − H(P).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from marienbad.numeration.integers import Integer, fast
from marienbad.numeration.surds import Surd, root

_WORD = 1 << 63


@dataclass(frozen=True)
class Shift:
    """The matrix that moves (Σδ_i p_i, Σδ_i q_i) up by j digits, j a multiple of the period."""

    pp: Integer
    pq: Integer
    qp: Integer
    qq: Integer

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

    def __init__(self, shift: Shift, inverse_alpha: Surd) -> None:
        self.shift = shift
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
        self._lucas: tuple[Integer, Integer] = (0, 1)

    @cached_property
    def leaf(self) -> tuple[tuple[int, int], ...]:
        """(p_i, q_i) for the digits of a leaf: whole periods, as many as fit a machine word."""
        bound = _WORD // (2 * max(self.period))
        p_before, q_before, p, q = 1, 0, 1, 1
        rows: list[tuple[int, int]] = []
        while not rows or p < bound:
            complete = rows.copy()
            for a in self.period:
                complete.append((p, q))
                p_before, q_before, p, q = p, q, a * p + p_before, a * q + q_before
            if rows and p >= bound:
                break
            rows = complete
        return tuple(rows)

    @cached_property
    def _leaf_bound(self) -> int:
        """The first number too large for a leaf."""
        periods = len(self.leaf) // len(self.period)
        return shift_of_periods(self.period, periods).p

    def level(self, s: int) -> Level:
        """The level that splits at 2^s leaves."""
        while len(self._levels) <= s:
            levels = self._levels
            trace, norm = _trace_and_norm(self.period)
            if levels:
                u, after = double(*self._lucas, trace, norm)
            else:
                u, after = lucas(trace, norm, len(self.leaf) // len(self.period))
            level = Level(_power(self.period, u, after), self.inverse_alpha)
            self._lucas = (u, after)
            self._levels = (*levels, level)
        return self._levels[s]

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
        rows = self.leaf[::-1]
        digits: list[int] = []
        for part in parts:
            rest = int(part)
            for p, _ in rows:
                digit, rest = divmod(rest, p)
                digits.append(digit)
        return digits

    def values(self, digits: Sequence[int], p: bool) -> Integer:
        """Σ δ_i p_i or Σ δ_i q_i."""
        pairs = self._leaf_values(digits)
        s = 0
        while len(pairs) > 1:
            shift = self.level(s).shift
            joined = []
            for (low_p, low_q), (high_p, high_q) in zip(pairs[::2], pairs[1::2], strict=False):
                up_p, up_q = shift.apply(high_p, high_q)
                joined.append((up_p + low_p, up_q + low_q))
            if len(pairs) % 2:
                joined.append(pairs[-1])
            pairs = joined
            s += 1
        return pairs[0][0 if p else 1]

    def _leaf_values(self, digits: Sequence[int]) -> list[tuple[Integer, Integer]]:
        size = len(self.leaf)
        pairs: list[tuple[Integer, Integer]] = []
        for end in range(len(digits), 0, -size):
            p = q = 0
            for digit, row in zip(
                reversed(digits[max(0, end - size) : end]), self.leaf, strict=False
            ):
                if digit:
                    p += digit * row[0]
                    q += digit * row[1]
            pairs.append((p, q))
        return pairs
