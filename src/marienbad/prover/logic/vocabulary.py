"""The words in which the sources speak of Wythoff's family and of Nim, as automata.

The words of Wythoff's family are written in the p-system of α = [1; k, k, …], k = ab. The words of
the digits are made digit by digit: R′, R″, the ends of representations. With weights p_i and q_i
the difference p_{i+1} − p_i is k·q_i, so that the number n with R_q(n) = R_p(r) obeys
k·n = R′(r) − r: this gives the q-representation. The word of the algebra is one comparison,
v ≤ uα; ⌊nα⌋ and all the other integer parts are defined by it alone. The comparison is first
*guessed* by théorème 16; that it is the comparison of the numbers is the statement ``comparison``
of :mod:`~marienbad.prover.logic.theorems`, which is decided like the others.

>>> words = vocabulary(1, 1)
>>> [words.small().automaton.box(12, 20)[n].nonzero()[0].item() for n in range(12)]
[0, 1, 3, 4, 6, 8, 9, 11, 12, 14, 16, 17]

The words of Nim are made of one relation, x ⊕ y = z, whose automaton has two states: it reads the
digits of the three numbers and dies where those of x and y do not add to that of z without
carrying.

>>> words = nim_words(2)
>>> words.nim_sum.automaton.states, (43, 27, 48) in words.nim_sum.automaton
(2, True)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property, lru_cache

from marienbad.prover.automata.automaton import Automaton, built, union
from marienbad.prover.automata.endings import Many, Piece, appended, ending, shift, spelled, weights
from marienbad.prover.logic.deciding import checked_function, function, relation
from marienbad.prover.logic.formulas import (
    Abbreviation,
    Formula,
    Function,
    Relation,
    Term,
    variables,
)
from marienbad.prover.logic.quantifiers import every, exists, some
from marienbad.prover.systems.linear import System, base, continued_fraction
from marienbad.theories.nim.bases import part_column
from marienbad.theories.nim.binary import nim_sum

i, m, n, r, u, v, w, x, y, z = variables("i m n r u v w x y z")


@lru_cache(maxsize=32)
def vocabulary(a: int, b: int) -> Vocabulary:
    """The vocabulary of the third generalisation with parameters a and b."""
    return Vocabulary(a, b)


class Vocabulary:
    """Functions and relations for one a and b; the first generalisation has b = 1."""

    def __init__(self, a: int, b: int) -> None:
        self.a, self.b, self.k = a, b, a * b
        self.system: System = continued_fraction(self.k)

    def __repr__(self) -> str:
        return f"<vocabulary of a = {self.a}, b = {self.b}>"

    # Digits

    @cached_property
    def left_shift(self) -> Function:
        """I_p(R′_p(x)): a zero is appended."""
        return checked_function("R′", shift(self.system))

    @cached_property
    def right_shift(self) -> Function:
        """I_p(R″_p(x)): the last digit is dropped."""
        return checked_function("R″", appended(self.system).ordered("y", "x"))

    @cached_property
    def even(self) -> Relation:
        """A positive number whose representation ends with an even number of zeros."""
        nonzero = range(1, self.k + 1)
        return Relation("even", ending(self.system, nonzero, Many(0, 0)))

    @cached_property
    def odd(self) -> Relation:
        """A positive number whose representation ends with an odd number of zeros."""
        nonzero = range(1, self.k + 1)
        return Relation("odd", ending(self.system, nonzero, 0, Many(0, 0)))

    @cached_property
    def is_q(self) -> Relation:
        """A number whose representation has a q-interpretation: the last digit is below k."""
        return Relation("q-word", ending(self.system, range(self.k)))

    @cached_property
    def weight(self) -> Relation:
        """p_i for some i ≥ 0: a one and zeros after it."""
        return Relation("weight", weights(self.system))

    @cached_property
    def full(self) -> Relation:
        """A number whose word is k0k0…: every second digit as large as it may be."""
        follow = {(0, 0): 0, (0, self.k): 1, (1, 0): 2, (2, self.k): 1}
        return Relation("full", spelled(self.system, follow, {1, 2}))

    @cached_property
    def read(self) -> Function:
        """I_p(R_q(n)): the q-representation of n, read with the weights p."""
        written = self.k * n == self.left_shift(r) - r
        return function("pq", self.system, written & self.is_q(r), n, r)

    @cached_property
    def at_most(self) -> Relation:
        """v ≤ uα, as théorème 16 writes ⌊uα⌋."""
        value, even, odd = self.read(u), self.even(self.read(u)), self.odd(self.read(u))
        zero = (u == 0) & (v == 0)
        least = zero | (even & (v <= value)) | (odd & (v + 1 <= value))
        return relation("{} ≤ {}α", self.system, least, v, u)

    @cache  # noqa: B019 (vocabularies are few)
    def member(self, r: int) -> Relation:
        """X_r: the numbers with an even number of zeros and 0, or the forms (a)–(e) of lemme 12."""
        if r == 0:
            return relation("X₀", self.system, (x == 0) | self.even(x), x)
        rest = self.b - r
        pairs, most = Many(rest, r), self.k + 1
        return self._ending_in(
            indexed("X", r),
            [{*range(most)} - {rest, rest + 1}],
            [range(rest + 1, most), r, pairs, rest + 1],
            [range(r), pairs, rest + 1],
            [range(r + 1, most), pairs, rest],
            [range(rest), r, pairs, rest],
        )

    def other(self, r: int) -> Relation:
        """Y_r: the forms of the numbers y in the proof of lemme 12, for 0 < r < b."""
        rest = self.b - r
        pairs, most = Many(rest, r), self.k + 1
        return self._ending_in(
            indexed("Y", r),
            [range(r + 1, most), pairs, rest + 1],
            [range(rest), r, pairs, rest + 1],
            [range(rest + 1, most), r, pairs, rest],
            [range(r), pairs, rest],
        )

    def _ending_in(self, name: str, *forms: Sequence[Piece]) -> Relation:
        automata = (ending(self.system, *form) for form in forms)
        return Relation(name, union(automata, self.system, ("x",)))

    @cache  # noqa: B019 (vocabularies are few)
    def partner(self, r: int) -> Function:
        """y_r: what lemmes 11 and 12 make of the digits of x."""
        return self._follower(indexed("y", r), r, self.b - r) if r else self.left_shift

    def ends_low(self, r: int) -> Relation:
        """The last digit is at most b − r."""
        return Relation(indexed("low", r), ending(self.system, range(self.b - r + 1)))

    def _follower(self, name: str, digit: int, most: int) -> Function:
        """Append a digit; but where the last one is above a bound, lower it and append one more."""
        few = Relation("few", ending(self.system, range(most + 1)))
        shifted = self.left_shift
        rule = (few(x) & (y == shifted(x) + digit)) | exists(
            z, ~few(x) & (z + 1 == x) & (y == shifted(z) + digit + 1)
        )
        return function(name, self.system, rule, x, y)

    # The two sequences of each residue

    def small(self, i: int = 0) -> Function:
        """a_i(n): the x in X_i with y_i(x) = x + nk + i."""
        return self._smalls[i]

    def large(self, i: int = 0) -> Function:
        """b_i(n) = a_i(n) + nk + i."""
        return self._larges[i]

    @cached_property
    def _smalls(self) -> list[Function]:
        names = ["a"] if self.b == 1 else [indexed("a", i) for i in range(self.b)]
        return [
            self._ranked(name, self.member(i), self.partner(i), i) for i, name in enumerate(names)
        ]

    @cached_property
    def _larges(self) -> list[Function]:
        names = ["b"] if self.b == 1 else [indexed("b", i) for i in range(self.b)]
        return [
            self._other(name, small, i)
            for i, (name, small) in enumerate(zip(names, self._smalls, strict=True))
        ]

    def _ranked(self, name: str, member: Relation, partner: Function, i: int) -> Function:
        rule = member(x) & (partner(x) == x + self.k * n + i)
        return function(name, self.system, rule, n, x)

    def _other(self, name: str, small: Function, i: int) -> Function:
        return function(name, self.system, y == small(n) + self.k * n + i, n, y)

    def opposite(self, i: int) -> int:
        """εb − i: the residue of the pairs in which x can be the larger number."""
        return self.b - i if i else 0

    # Misère play, for b = 1

    @cached_property
    def misere_member(self) -> Relation:
        """A″: propriété 2 (i)–(iii)."""
        middle, ones = range(2, self.a), Many(1, 1)
        return self._ending_in(
            "A″",
            [range(3, self.a + 1)],
            [0, ones],
            [0, ones, 2],
            [middle, 1, ones],
            [middle, 1, ones, 2],
        )

    def misere_other(self, least: int) -> Relation:
        """B″: propriété 2 (iv)–(v); the even number of ones after c is at least this."""
        middle, ones = range(2, self.a), Many(1, 1)
        several = [1] * least
        return self._ending_in(
            indexed("B″", least),
            [0, 1, ones],
            [0, 1, ones, 2],
            [middle, *several, ones],
            [middle, ones, 2],
        )

    @cached_property
    def ends_in_two(self) -> Relation:
        """The last digit is 2."""
        return self._ending_in("…2", [2])

    @cached_property
    def misere_partner(self) -> Function:
        """The function f of propriété 3."""
        return self._follower("f", 1, 1)

    @cached_property
    def misere_small(self) -> Function:
        """A(n): the x in A″ with f(x) = x + na + 1; for a = 1: 2, 0, and from n = 2 on a(n)."""
        if self.a > 1:
            return self._ranked("A", self.misere_member, self.misere_partner, 1)
        start = ((n == 0) & (x == 2)) | ((n == 1) & (x == 0))
        return function("A", self.system, start | ((n >= 2) & (x == self.small()(n))), n, x)

    @cached_property
    def misere_large(self) -> Function:
        """B(n) = A(n) + na + 1; for a = 1: A(n) + n."""
        return self._other("B", self.misere_small, 1 if self.a > 1 else 0)

    def misere_word(self, is_one_more: bool) -> Relation:
        """The ends of R_q(n) in propriété 1: A(n) is I_p(R_q(n)), or one more."""
        middle, ones = range(2, self.a), Many(1, 1)
        if is_one_more:
            return self._ending_in("more", [0, 1, ones], [middle, ones])
        return self._ending_in("same", [0, ones], [middle, 1, ones])

    # Positions

    def pair(self, one: Term, other: Term) -> Formula:
        """(one, other) is a pair (a_i(n), b_i(n))."""
        pairs = ((one == self.small(i)(n)) & (other == self.large(i)(n)) for i in range(self.b))
        return some(exists(n, pair) for pair in pairs)

    @cached_property
    def is_p(self) -> Relation:
        """P(x, y): x and y are a_i(n) and b_i(n), in either order."""
        return self._either(self.pair(x, y))

    @cached_property
    def is_misere_p(self) -> Relation:
        """The pairs of théorème 24, in either order."""
        return self._either(exists(n, (x == self.misere_small(n)) & (y == self.misere_large(n))))

    def _either(self, pair: Formula) -> Relation:
        one = relation("pair", self.system, pair, x, y)
        return relation("P", self.system, one(x, y) | one(y, x), x, y)

    @property
    def moves(self) -> Formula:
        """A legal move leads from (x, y) to (u, v)."""
        one_heap = ((u < x) & (v == y) & (x - u).congruent(0, self.b)) | (
            (u == x) & (v < y) & (y - v).congruent(0, self.b)
        )
        difference = x - u - y + v
        near = (difference < self.k) & (difference > -self.k)
        both = (u < x) & (v < y) & near & difference.congruent(0, self.b)
        return Abbreviation("(x, y) → (u, v)", one_heap | both)


def indexed(letter: str, number: int) -> str:
    """The letter with the number as an index.

    >>> indexed("A", 12)
    'A₁₂'
    """
    low = str(number).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))
    return f"{letter}{low}"


HEAPS = variables("x y z u v")
"""What the heaps of a position are called, up to five."""


@cache
def nim_words(digits: int) -> NimWords:
    """The words of Nim in base 2, or in another power of two."""
    return NimWords(digits)


class NimWords:
    """Relations of any number of heaps, written in a base that is a power of two."""

    def __init__(self, digits: int) -> None:
        self.base = digits
        self.system: System = base(digits)

    @cached_property
    def nim_sum(self) -> Relation:
        """x ⊕ y = z, digit by digit."""
        return Relation("{} ⊕ {} = {}", self._columns(3, lambda digits: nim_sum(*digits) == 0))

    @cache  # noqa: B019 (words are few)
    def zero(self, count: int) -> Relation:
        """The nim-sum of some heaps is 0: of two, x ⊕ y = 0; of more, with x ⊕ y as one heap."""
        heaps = HEAPS[:count]
        if count == 1:
            meaning = x == 0
        elif count == 2:
            meaning = self.nim_sum(x, y, 0)
        else:
            meaning = exists(w, self.nim_sum(x, y, w) & self.zero(count - 1)(w, *heaps[2:]))
        return relation(" ⊕ ".join(["{}"] * count) + " = 0", self.system, meaning, *heaps)

    @cached_property
    def power(self) -> Relation:
        """A power of two: in base 2, a single digit 1."""
        return Relation("power", weights(self.system))

    @cache  # noqa: B019
    def parted(self, count: int, is_last_free: bool = False) -> Relation:
        """Every column of digits parts into minimal zero sets; perhaps the last need not."""
        name = "parted₁" if is_last_free else "parted"

        def is_parted(digits: Sequence[int]) -> bool:
            return not part_column(tuple(digits), self.base)[1]

        return Relation(name, self._columns(count, is_parted, is_last_free))

    @cache  # noqa: B019
    def even(self, count: int, is_printed: bool = False) -> Relation:
        """An even configuration (CP): (CP₁) asks for a row of two too, which is not printed."""
        heaps = HEAPS[:count]
        total = sum(heaps[1:], heaps[0])
        is_large = total >= 1 if is_printed else some(heap >= 2 for heap in heaps)
        first = self.zero(count)(*heaps) & is_large
        second = every(heap <= 1 for heap in heaps) & total.congruent(1, 2)
        return relation("CP₀" if is_printed else "CP", self.system, first | second, *heaps)

    def _columns(
        self, count: int, holds: Callable[[Sequence[int]], bool], is_last_free: bool = False
    ) -> Automaton:
        """The numbers of whose digits each column satisfies a condition."""
        names = tuple(map(repr, HEAPS[:count]))

        def follow(before: bool, *digits: int) -> bool | None:
            if not before:
                return None
            return True if holds(digits) else False if is_last_free else None

        return built(self.system, names, True, follow, lambda _: True)


def reaches(relation: Relation, heaps: Sequence[Term]) -> Formula:
    """A move of Nim, which lowers one heap, leads into the relation."""
    changed = (
        (heap, [w if i == place else other for i, other in enumerate(heaps)])
        for place, heap in enumerate(heaps)
    )
    return some(exists(w, (w < heap) & relation(*left)) for heap, left in changed)
