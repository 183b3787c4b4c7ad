"""Linear conditions as small automata that read one number at each place: the scalar.

Of several tracks with digits d_j a condition on Σ c_j n_j only needs the *scalar* s = Σ c_j d_j.
Reading from the most significant place, the state is a vector w: with i digits still to come, the
part already read is worth Σ w_j U_{i+r−1−j}. A scalar takes w to the vector of the next place, by
the recurrence alone, so the state is exact. What is still to come is between −C⁻(U_i − 1) and
C⁺(U_i − 1), C⁺ and C⁻ being the sums of the positive and of the negative coefficients; once this
cannot change the answer any more, the state is replaced by 'too large' or 'too small'. That is
decided with integers for i < ``tail`` and with the rational bounds of :meth:`System.ratios` from
there on. An atom answers rightly for words of the digit language and promises nothing for others.

>>> from marienbad.prover.systems.linear import FIBONACCI
>>> total = bound(FIBONACCI, {"x": 1, "y": 1, "z": -1}, low=0, high=0)
>>> total.holds(x=21, y=13, z=34), total.holds(x=21, y=13, z=33)
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cache, lru_cache
from math import ceil, floor
from typing import TypeVar

from marienbad.prover.systems.linear import System
from marienbad.solver.clock import clock
from marienbad.text.problems import OutOfReach
from marienbad.values import Record

MOST_TRANSITIONS = 2_000_000
"""An atom that grows beyond this is given up."""

Vector = tuple[int, ...]
Key = TypeVar("Key", bound=Hashable)


class Atom(Record):
    """A condition on tracks: which scalar leads where; state 0 is the dead one, 1 the start.

    ``table[q][s − least]`` is the state after the scalar s in the state q.
    """

    system: System
    coefficients: tuple[tuple[str, int], ...]
    table: tuple[tuple[int, ...], ...]
    accepting: tuple[bool, ...]

    @property
    def tracks(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.coefficients)

    @property
    def least(self) -> int:
        """The least scalar that can occur."""
        return (self.system.base - 1) * sum(min(c, 0) for _, c in self.coefficients)

    def holds(self, **numbers: int) -> bool:
        """Whether the condition holds for numbers of any size."""
        words = self.system.aligned(*(self.system.digits(numbers[name]) for name in self.tracks))
        state = 1
        for digits in zip(*words, strict=True):
            scalar = sum(c * d for (_, c), d in zip(self.coefficients, digits, strict=True))
            state = self.table[state][scalar - self.least]
        return self.accepting[state]

    def minimised(self) -> Atom:
        """The same condition with as few states as possible (Moore's refinement)."""
        kinds = list(map(int, self.accepting))
        while True:
            rows = [
                (kind, *map(kinds.__getitem__, row))
                for kind, row in zip(kinds, self.table, strict=True)
            ]
            names = {row: name for name, row in enumerate(dict.fromkeys(rows))}
            if len(names) == len(set(kinds)):
                break
            kinds = [names[row] for row in rows]
        if rows[0] == rows[1]:
            return Atom(self.system, self.coefficients, self.table[:1] * 2, (False, False))
        # the dead state stays the first and the start the second
        order = list(dict.fromkeys(names[row] for row in rows))
        number = {name: place for place, name in enumerate(order)}
        state = [number[names[row]] for row in rows]
        first = [state.index(place) for place in range(len(order))]
        table = tuple(tuple(state[target] for target in self.table[member]) for member in first)
        accepting = tuple(self.accepting[member] for member in first)
        return Atom(self.system, self.coefficients, table, accepting)


def bound(
    system: System, form: Mapping[str, int], low: int | None = None, high: int | None = None
) -> Atom:
    """The condition low ≤ form ≤ high, a side being open where it is ``None``.

    ``x − u ≥ 1`` and ``x − u ≥ 0`` compare digits only, and have no more than two states.
    """
    coefficients = _canonical(form)
    if low is None and high is None:
        raise ValueError("expected a bound on at least one side")
    if sorted(c for _, c in coefficients) == [-1, 1] and (low, high) in ((1, None), (0, None)):
        return _greater(system, coefficients, strict=low == 1)
    factors = tuple(c for _, c in coefficients)
    make = _between if factors == (1,) else _bound_table
    table, accepting = make(system, factors, low, high)
    return Atom(system, coefficients, table, accepting)


def congruence(system: System, form: Mapping[str, int], modulus: int, residue: int = 0) -> Atom:
    """The condition form ≡ residue (mod modulus).

    >>> from marienbad.prover.systems.linear import BINARY
    >>> congruence(BINARY, {"x": 1, "y": 2}, 5, 3).holds(x=10**30, y=4)
    True
    """
    if modulus < 1:
        raise ValueError(f"expected a modulus >= 1, got {modulus}")
    coefficients = _canonical(form)
    factors = tuple(c for _, c in coefficients)
    table, accepting = _congruence_table(system, factors, modulus, residue % modulus)
    return Atom(system, coefficients, table, accepting)


def merged(one: Atom, other: Atom) -> Atom:
    """Both conditions at once, on the same form: still one scalar at each place.

    >>> from marienbad.prover.systems.linear import FIBONACCI
    >>> form = {"x": 1, "y": -1}
    >>> near, even = bound(FIBONACCI, form, -3, 3), congruence(FIBONACCI, form, 2)
    >>> [n for n in range(8) if merged(near, even).holds(x=n, y=4)]
    [2, 4, 6]
    """
    if (one.system, one.coefficients) != (other.system, other.coefficients):
        raise ValueError("expected two conditions on one form")
    least = one.least

    def follow(state: tuple[int, int], scalar: int) -> tuple[int, int] | None:
        first, second = one.table[state[0]][scalar - least], other.table[state[1]][scalar - least]
        return (first, second) if first and second else None

    scalars = range(least, least + len(one.table[0]))
    states, table = _explored((1, 1), follow, scalars)
    accepting = tuple(
        state is not None and one.accepting[state[0]] and other.accepting[state[1]]
        for state in states
    )
    return Atom(one.system, one.coefficients, table, accepting)


def _canonical(form: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    coefficients = tuple((name, factor) for name, factor in form.items() if factor)
    if not coefficients:
        raise ValueError("expected a form with at least one coefficient other than 0")
    return coefficients


def _greater(system: System, coefficients: tuple[tuple[str, int], ...], strict: bool) -> Atom:
    """Words compare as numbers do, place by place: the first difference decides."""
    places = range(-(system.base - 1), system.base)
    tied = tuple(0 if scalar < 0 else 1 if scalar == 0 else 2 for scalar in places)
    dead, above = (0,) * len(places), (2,) * len(places)
    return Atom(system, coefficients, (dead, tied, above), (False, not strict, True))


@lru_cache(maxsize=512)
def _between(
    system: System, factors: Vector, low: int | None, high: int | None
) -> tuple[tuple[tuple[int, ...], ...], tuple[bool, ...]]:
    """One number between constants: digits are compared, and counted from the first that is not 0.

    The state counts the digits and holds the comparison with the first digits of either constant.
    """
    if high is not None and high < 0:
        return ((0,) * system.base,) * 2, (False, False)
    words = [system.digits(max(end or 0, 0)) for end in (low, high)]
    longest = max(map(len, words)) + 1

    def follow(state: Vector, digit: int) -> Vector:
        count, *signs = state
        if count == longest or count == digit == 0:
            return state
        for side, word in enumerate(words):
            if signs[side] == 0 and count < len(word):
                signs[side] = (digit > word[count]) - (digit < word[count])
        return (count + 1, *signs)

    def accepts(state: Vector | None) -> bool:
        if state is None:
            return False
        count, *signs = state
        below, above = ((count, sign) for sign in signs)
        return below >= (len(words[0]), 0) and (high is None or above <= (len(words[1]), 0))

    start: Vector = (0, 0, 0)
    states, table = _explored(start, follow, _scalars(system, factors))
    return table, tuple(map(accepts, states))


# Exploration, from the start, of what the states become


def _explored(
    start: Key, follow: Callable[[Key, int], Key | None], scalars: range
) -> tuple[list[Key | None], tuple[tuple[int, ...], ...]]:
    """The states that can be met, the dead one (``None``) first, and the table of followers."""
    states: list[Key | None] = [None, start]
    number: dict[Key | None, int] = {None: 0, start: 1}
    table = [(0,) * len(scalars)]
    for state in states:
        if state is None:
            continue
        clock.check()
        row = []
        for scalar in scalars:
            target = follow(state, scalar)
            known = number.setdefault(target, len(states))
            if known == len(states):
                states.append(target)
                if len(states) * len(scalars) > MOST_TRANSITIONS:
                    raise OutOfReach("prover.atom_too_large", bound=MOST_TRANSITIONS)
            row.append(known)
        table.append(tuple(row))
    return states, tuple(table)


def _scalars(system: System, factors: Vector) -> range:
    largest = system.base - 1
    low = largest * sum(min(c, 0) for c in factors)
    return range(low, largest * sum(max(c, 0) for c in factors) + 1)


def _shifted(system: System, phase: int, vector: Vector, scalar: int) -> Vector:
    """The vector for the place of the digit just read; ``phase`` counts the digits before it."""
    coefficients = system.recurrence[(phase + system.order - 1) % system.period]
    lead = vector[0]
    shifted = (*vector[1:], scalar)
    return tuple(c * lead + w for c, w in zip(coefficients, shifted, strict=True))


State = tuple[int, Vector]
ABOVE: State = (-1, (1,))
BELOW: State = (-1, (-1,))


@lru_cache(maxsize=512)
def _bound_table(
    system: System, factors: Vector, low: int | None, high: int | None
) -> tuple[tuple[tuple[int, ...], ...], tuple[bool, ...]]:
    settle = cache(_Judge(system, factors, low, high).settle)

    def follow(state: State, scalar: int) -> State | None:
        if state in (ABOVE, BELOW):
            return state
        phase, vector = state
        after = _shifted(system, phase, vector, scalar)
        return settle(((phase - 1) % system.period, after))

    start: State = (0, (0,) * system.order)
    states, table = _explored(start, follow, _scalars(system, factors))
    last = system.weights(system.order)[::-1]

    def accepts(state: State | None) -> bool:
        if state is None or state in (ABOVE, BELOW):
            return state is not None
        phase, vector = state
        value = sum(w * weight for w, weight in zip(vector, last, strict=True))
        inside = (low is None or low <= value) and (high is None or value <= high)
        return phase == 0 and inside

    return table, tuple(map(accepts, states))


class _Judge:
    """When what is still to come cannot change the answer."""

    def __init__(self, system: System, factors: Vector, low: int | None, high: int | None) -> None:
        self.system = system
        self.gain = sum(max(c, 0) for c in factors)
        self.loss = -sum(min(c, 0) for c in factors)
        self.accepts_above, self.accepts_below = high is None, low is None
        assert low is not None or high is not None
        self.top = high if high is not None else low - 1  # type: ignore[operator]
        self.bottom = low if low is not None else high + 1  # type: ignore[operator]
        self._bounds = [_scaled_ratios(system, phase) for phase in range(system.period)]

    def settle(self, state: State) -> State | None:
        """The state itself, or the answer that is already certain; ``None`` for a refusal."""
        phase, vector = state
        if self._always_above(phase, vector, self.loss, self.top):
            return ABOVE if self.accepts_above else None
        if self._always_above(phase, tuple(-w for w in vector), self.gain, -self.bottom):
            return BELOW if self.accepts_below else None
        return state

    def _always_above(self, phase: int, vector: Vector, loss: int, top: int) -> bool:
        """Whether Σ w_j U_{i+r−1−j} − loss·(U_i − 1) > top for every i of the phase."""
        system = self.system
        scale, bounds = self._bounds[phase]
        least = sum(
            w * (down if w > 0 else up) for w, (down, up) in zip(vector, bounds, strict=True)
        )
        spare = least - loss * scale  # times U_i / scale, a lower bound of the sum without + loss
        first = system.tail + phase
        if spare < 0 or spare * system.weight(first) + loss * scale <= top * scale:
            return False
        for i in range(phase, first, system.period):
            weights = [system.weight(i + system.order - 1 - j) for j in range(system.order)]
            value = sum(w * weight for w, weight in zip(vector, weights, strict=True))
            if value - loss * (weights[-1] - 1) <= top:
                return False
        return True


@lru_cache(maxsize=256)
def _scaled_ratios(system: System, phase: int) -> tuple[int, tuple[tuple[int, int], ...]]:
    """The bounds of U_{i+r−1−j}/U_i as integers over one denominator, rounded outwards."""
    scale = 1 << 40
    bounds = []
    for ahead in range(system.order - 1, -1, -1):
        down, up = system.ratios(phase, ahead)
        bounds.append((floor(down * scale), ceil(up * scale)))
    return scale, tuple(bounds)


@lru_cache(maxsize=512)
def _congruence_table(
    system: System, factors: Vector, modulus: int, residue: int
) -> tuple[tuple[tuple[int, ...], ...], tuple[bool, ...]]:
    def follow(state: State, scalar: int) -> State:
        phase, vector = state
        after = _shifted(system, phase, vector, scalar)
        return (phase - 1) % system.period, tuple(w % modulus for w in after)

    start: State = (0, (0,) * system.order)
    states, table = _explored(start, follow, _scalars(system, factors))
    last = system.weights(system.order)[::-1]

    def accepts(state: State | None) -> bool:
        if state is None:
            return False
        phase, vector = state
        value = sum(w * weight for w, weight in zip(vector, last, strict=True))
        return phase == 0 and value % modulus == residue

    return table, tuple(map(accepts, states))
