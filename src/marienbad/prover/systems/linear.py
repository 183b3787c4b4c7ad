"""Numeration systems in which positions are written for the prover.

A system has *weights* U_0 = 1 < U_1 < U_2 < …, given by a linear recurrence, and a *digit
language*: which words of digits, the most significant first, write a number. The recurrence and
the language may depend on the index modulo a *period* T; the words then have a length that is a
multiple of T, zeros being put in front, and a digit's index modulo T is its *phase*.

What makes the language right is a count, and it is checked when a system is made
(:meth:`System.check`). Let N_q(n) be the number of words of length n that can still be read from
the state q. If every digit but the last allowed one leads to the free state of its phase, and if
N(n) = U_n in the free states, then the rank of a word in alphabetical order is the sum of its
digits times the weights. Hence each n < U_m has exactly one word of length m, words compare as
numbers do, and m more digits add at most U_m − 1. Free states allow two digits or more, so U_n
grows and every number has a word. Nothing here is specific to order two.

>>> FIBONACCI.digits(50), FIBONACCI.value((1, 0, 1, 0, 0, 1, 0, 0))
((1, 0, 1, 0, 0, 1, 0, 0), 50)
>>> continued_fraction(1, 2).weights(7)
(1, 2, 5, 7, 19, 26, 71)
>>> linear_recurrence(3, -1).digits(100)
(1, 2, 0, 1, 0)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, lru_cache

from marienbad.numeration.bases import digits as base_digits
from marienbad.numeration.continued_fraction import ContinuedFraction, Representation
from marienbad.numeration.integers import evaluate, plain
from marienbad.text.sentences import Message, say
from marienbad.values import Record

LARGE, LONG = 1 << 128, 200
"""From here on numbers are converted by the fast ways of the numeration."""
TIGHT = 12
"""Ratios of weights are bounded with this many periods of look-back: closer than any use needs."""


class System(Record):
    """A numeration: recurrence and digit language by phase, and the first weights.

    ``recurrence[i % T]`` are the coefficients c of U_i = c_1 U_{i−1} + … + c_r U_{i−r}, for i ≥ r.
    ``language[q][d]`` is the state after the digit d in the state q; digits that are not listed
    are not allowed. State 0 is the start. ``free[t]`` is the free state when the number of digits
    still to come is ≡ t (mod T); ``free[0]`` = 0.
    """

    name: str
    recurrence: tuple[tuple[int, ...], ...]
    first: tuple[int, ...]
    language: tuple[tuple[int, ...], ...]
    free: tuple[int, ...]

    @property
    def period(self) -> int:
        """T, the period of the recurrence and of the language."""
        return len(self.recurrence)

    @property
    def order(self) -> int:
        """How many weights determine the next."""
        return len(self.first)

    @property
    def told(self) -> Message:
        """Where numbers are written within a sentence: *in base 2*, *in the system [1; (1)]*."""
        if self.order == self.period == 1:
            return say("prover.system.base", base=self.base)
        return say("prover.system.named", name=self.name)

    @cached_property
    def base(self) -> int:
        """One more than the largest digit: how many letters a track has."""
        return max(map(len, self.language))

    @cached_property
    def _weights(self) -> list[int]:
        return list(self.first)

    def weights(self, count: int) -> tuple[int, ...]:
        """The first weights U_0, U_1, …"""
        known = self._weights
        while len(known) < count:
            coefficients = self.recurrence[len(known) % self.period]
            known.append(sum(c * known[-j] for j, c in enumerate(coefficients, 1)))
        return tuple(known[:count])

    def weight(self, index: int) -> int:
        """U_i."""
        self.weights(index + 1)
        return self._weights[index]

    def digits(self, number: int) -> tuple[int, ...]:
        """The word of a number, without leading zeros; 0 has the empty word.

        >>> base(3).digits(0), base(3).digits(34)
        ((), (1, 0, 2, 1))
        """
        if number >= LARGE and self._fraction is not None:
            return tuple(self._fraction.p_representation(number))
        if number >= LARGE and self.order == 1:
            return base_digits(number, self.base)
        count = 0
        while self.weight(count) <= number:
            count += 1
        found = []
        for weight in reversed(self.weights(count)):
            digit, number = divmod(number, weight)
            found.append(digit)
        return tuple(found)

    def value(self, digits: Sequence[int]) -> int:
        """The sum of the digits times the weights."""
        if len(digits) > LONG and self._fraction is not None:
            return plain(self._fraction.p_value(Representation(digits)))
        if len(digits) > LONG and self.order == 1:
            return plain(evaluate(digits, self.base))
        weights = reversed(self.weights(len(digits)))
        return sum(digit * weight for digit, weight in zip(digits, weights, strict=True))

    @cached_property
    def _fraction(self) -> ContinuedFraction | None:
        """The continued fraction of a p-system, whose conversion is fast for huge numbers."""
        if self.order != 2 or any(c[1] != 1 for c in self.recurrence):
            return None
        quotients = tuple(c[0] for c in (*self.recurrence[1:], self.recurrence[0]))
        return ContinuedFraction(quotients) if self == continued_fraction(*quotients) else None

    def aligned(self, *words: Sequence[int]) -> list[tuple[int, ...]]:
        """The words with zeros in front, all of the same length, a multiple of the period.

        >>> continued_fraction(1, 2).aligned((2, 0), (1, 0, 0))
        [(0, 0, 2, 0), (0, 1, 0, 0)]
        """
        length = max(map(len, words))
        length += -length % self.period
        return [(0,) * (length - len(word)) + tuple(word) for word in words]

    # The language is right

    @cached_property
    def phases(self) -> tuple[int, ...]:
        """For each state of the language, the phase: digits still to come, modulo the period."""
        found = {0: 0}
        waiting = [0]
        for state in waiting:
            for target in self.language[state]:
                phase = (found[state] - 1) % self.period
                if found.setdefault(target, phase) != phase:
                    raise ValueError(f"state {target} of {self.name} is met in two phases")
                if target not in waiting:
                    waiting.append(target)
        if len(found) < len(self.language):
            raise ValueError(f"a state of {self.name} is never met")
        return tuple(found[state] for state in range(len(self.language)))

    def counts(self, length: int) -> list[dict[int, int]]:
        """For n = 0, 1, …, length: how many words of n digits can be read from each state."""
        rows = [{state: 1 for state, phase in enumerate(self.phases) if phase == 0}]
        for n in range(1, length + 1):
            before = rows[-1]
            rows.append(
                {
                    state: sum(before[target] for target in self.language[state])
                    for state, phase in enumerate(self.phases)
                    if phase == n % self.period
                }
            )
        return rows

    def check(self) -> System:
        """Return the system, having checked that its digit language writes every number once.

        Both U_n and the counts obey linear recurrences, from period to period of order at most
        r and the number of states: where they agree that often, they agree for ever.
        """
        if self.free[0] != 0 or any(self.phases[q] != t for t, q in enumerate(self.free)):
            raise ValueError(f"the free states of {self.name} do not have their phases")
        for state, targets in enumerate(self.language):
            free = self.free[(self.phases[state] - 1) % self.period]
            if not targets or any(target != free for target in targets[:-1]):
                raise ValueError(f"a digit of {self.name} that is not the last must set free")
        if any(len(self.language[q]) < 2 for q in self.free):
            # else large numbers had no word; and since 0 sets free, zeros in front change nothing
            raise ValueError(f"the weights of {self.name} do not grow: a free state has one digit")
        enough = self.period * (self.order + len(self.language) + 1)
        for n, row in enumerate(self.counts(enough)):
            if row[self.free[n % self.period]] != self.weight(n):
                raise ValueError(f"{self.name}: {n} digits do not write {self.weight(n)} numbers")
        # so that m more digits add at most U_m − 1, in whatever state
        if not all(self._is_part(state) for state in range(len(self.language))):
            raise ValueError(f"a state of {self.name} reads what its free state does not")
        return self

    def _is_part(self, state: int) -> bool:
        """Whether all that can be read from a state can be read from the free state."""
        waiting = [(state, self.free[self.phases[state]])]
        for one, other in waiting:
            if len(self.language[one]) > len(self.language[other]):
                return False
            pairs = zip(self.language[one], self.language[other], strict=False)
            waiting.extend(pair for pair in pairs if pair not in waiting)
        return True

    # Ratios of weights

    @cached_property
    def tail(self) -> int:
        """The least index from which :meth:`ratios` speaks; a multiple of the period."""
        return TIGHT * self.period

    @cached_property
    def _paths(self) -> list[list[list[int]]]:
        """``[t][h][l]``: how many words of h digits lead from the free state of phase t to l."""
        found = []
        for start in self.free:
            row = [0] * len(self.language)
            row[start] = 1
            rows = [row]
            for _ in range(self.tail + self.order + self.period):
                after = [0] * len(self.language)
                for state, count in enumerate(rows[-1]):
                    for target in self.language[state] if count else ():
                        after[target] += count
                rows.append(after)
            found.append(rows)
        return found

    @lru_cache(maxsize=256)  # noqa: B019 (systems are few and live as long as the program)
    def ratios(self, phase: int, ahead: int) -> tuple[Fraction, Fraction]:
        """Bounds of U_{i+ahead}/U_i for all i ≥ ``tail`` with i ≡ phase.

        U_{i+m} is the sum over states l of (words from the free state to l) · N_l(n), all N_l
        positive; the quotient of two such sums lies between the least and the greatest quotient
        of their coefficients.

        >>> [int(1000 * bound) for bound in FIBONACCI.ratios(0, 1)]
        [1618, 1618]
        """
        above = self._paths[(phase + ahead) % self.period][self.tail + ahead]
        below = self._paths[phase][self.tail]
        quotients = []
        for more, less in zip(above, below, strict=True):
            if more and not less:
                raise ValueError(f"{self.name} has a state that is met too late")
            if less:
                quotients.append(Fraction(more, less))
        return min(quotients), max(quotients)


@lru_cache(maxsize=64)
def base(b: int) -> System:
    """The usual numeration in base b."""
    if b < 2:
        raise ValueError(f"expected a base of at least 2, got {b}")
    return System(f"base {b}", ((b,),), (1,), ((0,) * b,), (0,)).check()


@lru_cache(maxsize=64)
def continued_fraction(*period: int) -> System:
    """The p-system of [1; a_1, a_2, …], whose quotients repeat the period.

    Its weights are the numerators p_i = a_i p_{i−1} + p_{i−2}, p_{−1} = p_0 = 1; the digit of p_i
    is at most a_{i+1}, and where it is, the next one to the right is 0 (thesis, théorème 5).
    """
    if not period or min(period) < 1:
        raise ValueError(f"expected a period of integers >= 1, got {period}")
    length = len(period)
    # the state 2t + full: t digits still to come modulo T; the next digit has index t − 1
    language = []
    for phase in range(length):
        quotient = period[(phase - 1) % length]
        after = 2 * ((phase - 1) % length)
        language += [(after,) * quotient + (after + 1,), (after,)]
    return System(
        f"[1; ({', '.join(map(str, period))})]",
        tuple((period[(index - 1) % length], 1) for index in range(length)),
        (1, period[0] + 1),
        tuple(language),
        tuple(range(0, 2 * length, 2)),
    ).check()


@lru_cache(maxsize=64)
def linear_recurrence(a: int, b: int) -> System:
    """The system of U_n = a·U_{n−1} + b·U_{n−2}, with 1 ≤ b ≤ a, or b ≤ −1 and a ≥ 2 − b.

    For b > 0, U_1 = a + 1, and the digit a is followed by one below b. For b < 0, U_1 = a; after
    the digit a − 1 the digits are at most a + b − 1, and a smaller one sets free again.
    A. S. Fraenkel, Systems of numeration, Amer. Math. Monthly 92 (1985), 105-114.
    """
    if not (1 <= b <= a or (b <= -1 and a >= 2 - b)):
        raise ValueError(f"expected 1 <= b <= a, or b <= -1 and a >= 2 - b, got a = {a}, b = {b}")
    name = f"U(n) = {a} U(n-1) {'+' if b > 0 else '-'} {abs(b)} U(n-2)"
    if b > 0:
        # after the digits a, b − 1 the largest that may follow is a again: free
        language = ((0,) * a + (1,), (0,) * b)
    else:
        language = ((0,) * (a - 1) + (1,), (0,) * (a + b - 1) + (1,))
    return System(name, ((a, b),), (1, len(language[0])), language, (0,)).check()


FIBONACCI = continued_fraction(1)
BINARY = base(2)
