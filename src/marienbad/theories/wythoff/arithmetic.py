"""Wythoff's family by arithmetic: the digits of a heap tell its partner.

The numbers are written with the numerators p_i of the convergents of α = [1; k, k, k, …]; for
Wythoff's game these are the Fibonacci numbers. In the family of residue 0 a number is a small
member when its representation ends with an even number of zeros, and its partner has the same
digits shifted by one place (thesis 3.1.4, 3.2.4). In the other families, and in misère play, the
last digits are compared with a pattern of two alternating digits (thesis 3.3.4, 3.4.4, 4.1.4).

Why: with θ = α − 1 the digits δ of x give S = αΣδ_j q_j − x = Σ δ_j (−1)^j θ^{j+1}, a number in
(−θ, 1) that grows with the digits in the alternating order of :meth:`Pattern.compare`;
x = ⌊nα + γ⌋ for some n exactly when S is not in [1 − γ, α − γ), and 1 − γ is what the pattern
writes.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from marienbad.heaps import Position
from marienbad.numeration.continued_fraction import ContinuedFraction
from marienbad.numeration.integers import plain
from marienbad.numeration.representations import Representation
from marienbad.text.mathematics import Call, Number, Subscript, Symbol
from marienbad.text.numbers import short_integer_text
from marienbad.text.relations import eq
from marienbad.text.sentences import Block, Count, Equation, Listing, Table, Value, say
from marienbad.theories.drawing import DigitDrawing, DigitRow, Digits, Drawing, RowName
from marienbad.theories.theory import Verdict, bits_of
from marienbad.theories.wythoff.common import PairTheory, Working
from marienbad.theories.wythoff.pairs import Lookup, Pair, PairFamily, PairRules, Pairs

DIGIT = 600
"""Nanoseconds to find a digit."""
SHOWN_DIGITS = 16
"""Longer representations are not shown in tables."""


class Pattern(NamedTuple):
    """The digits even, odd, even, odd, … from the right, without end."""

    even: int
    odd: int

    @classmethod
    def of(cls, rules: PairRules, family: PairFamily) -> "Pattern":
        even = 1 if rules.is_misere else family.b - family.residue
        return cls(even, family.residue)

    def compare(self, representation: Representation, start: int = 0) -> int:
        """Return 1 if the digits from index ``start`` on are above the pattern, −1 if below.

        The first difference from the right decides; at odd indices the order is reversed.

        >>> (
        ...     Pattern(2, 1).compare(Representation((1, 2))),
        ...     Pattern(2, 1).compare(Representation((3,))),
        ... )
        (-1, 1)
        """
        index = start
        while True:
            digit, expected = representation.from_right(index), self[index % 2]
            if digit != expected:
                return 1 if (digit > expected) == (index % 2 == 0) else -1
            index += 1

    def is_small(self, representation: Representation) -> bool:
        """Whether the number is a small member of the family of the pattern."""
        last = representation.last
        if last == self.even:
            return self.compare(representation) < 0
        return last != self.even + 1 or self.compare(representation, start=1) > 0

    def large(self, representation: Representation) -> Representation:
        """The representation of the partner of a small member: one digit is appended."""
        digits = tuple(representation)
        if representation.last <= self.even:
            return Representation((*digits, self.odd))
        return Representation((*digits[:-1], digits[-1] - 1, self.odd + 1))

    def small(self, representation: Representation) -> Representation:
        """The representation of the partner of a large member: the last digit is dropped."""
        digits = tuple(representation.right_shift())
        if representation.last == self.even:
            return Representation(digits)
        return Representation((*digits[:-1], digits[-1] + 1))


class ArithmeticPairs(Pairs):
    """The pairs by p- and q-representations.

    >>> pairs = ArithmeticPairs(PairRules(2, 1, False))
    >>> pairs.pair_with(26, 0), pairs.pair(22)
    (Pair(residue=0, rank=19, small=26, large=64), Pair(residue=0, rank=11, small=15, large=37))
    """

    @cached_property
    def numeration(self) -> ContinuedFraction:
        return ContinuedFraction((self.rules.step,))

    def nth(self, family: PairFamily, index: int) -> int:
        if index == 0:
            return 0
        representation = self.numeration.q_representation(index)
        value = self.numeration.p_value(representation)
        if family.residue == 0:
            return value - representation.trailing_zeros % 2
        return value + (Pattern.of(self.rules, family).compare(representation) > 0)

    def find(self, family: PairFamily, number: int) -> Pair:
        representation = self.numeration.p_representation(number)
        is_small = is_small_member(self.rules, family, representation)
        digits = partner_digits(self.rules, family, representation, is_small)
        partner = self.numeration.p_value(digits)
        if is_small:
            return _pair(family, number, partner)
        return _pair(self.rules.family(family.opposite), partner, number)


def is_small_member(rules: PairRules, family: PairFamily, representation: Representation) -> bool:
    """Whether a number is a small member of the family, by its last digits."""
    if family.residue == 0:
        return representation.trailing_zeros % 2 == 0
    return Pattern.of(rules, family).is_small(representation)


def partner_digits(
    rules: PairRules, family: PairFamily, representation: Representation, is_small: bool
) -> Representation:
    """The digits of the partner of a small or of a large member."""
    if family.residue == 0:
        return representation.left_shift() if is_small else representation.right_shift()
    pattern = Pattern.of(rules, family)
    return pattern.large(representation) if is_small else pattern.small(representation)


def _pair(family: PairFamily, small: int, large: int) -> Pair:
    return Pair(family.residue, (large - small - family.residue) // family.step, small, large)


class Arithmetic(PairTheory):
    """The theory of Fibonacci digits and of continued fractions."""

    name = "arithmetic"
    citation = "Fraenkel 1982, 1984; Deslongchamps 1999, 3.1.4, 3.2.4, 3.3.4, 3.4.4, 4.1.4"

    @cached_property
    def numeration(self) -> ContinuedFraction:
        return ArithmeticPairs(self.rules).numeration

    def cost(self, position: Position) -> int:
        """Digits are found one by one; there are few of them where k is long."""
        return super().cost(position) + DIGIT * bits_of(position) // (
            1 + self.rules.step.bit_length() // 8
        )

    def pairs(self, position: Position) -> Pairs:
        return ArithmeticPairs(self.rules)

    def introduce(self, pairs: Pairs, residue: int) -> list[Block]:
        k = self.rules.step
        weights = ", ".join(_weights(self.numeration))
        if k == 1:
            return [say("wythoff.arithmetic.fibonacci", weights=weights)]
        step = say("wythoff.arithmetic.convergents", weights=weights, k=k)
        recurrence = eq(
            Subscript("p", "i"),
            k * Subscript("p", Symbol("i") - 1) + Subscript("p", Symbol("i") - 2),
        )
        return [step, Equation(recurrence)]

    def show_member(self, working: Working, number: int, pair: Pair, residue: int) -> list[Block]:
        family, is_small = self.rules.family(residue), pair.small == number
        rows = self._member_rows(number, pair, residue)
        reason = _reason(self.rules, family, rows[0].digits, is_small, number)
        return [*_table(_digits(self.numeration.p, rows)), *reason]

    def show_pair(self, working: Working, pair: Pair) -> list[Block]:
        rules, family = self.rules, self.rules.family(pair.residue)
        if pair.rank == 0:
            return [say("wythoff.first_pair", pair=(pair.small, pair.large))]
        rows = self._pair_rows(pair)
        if rules.step == 1:
            return _shifted_difference(rows, pair, _table(_digits(self.numeration.p, rows)))
        own = rows[0].digits
        value = plain(self.numeration.p_value(own))
        table = _table(_digits(self.numeration.q, rows))
        read = Call(Subscript("I", "p"), (rows[0].name.expression,))
        key = "same" if value == pair.small else ("less" if value > pair.small else "more")
        return [
            say("wythoff.arithmetic.index", rank=pair.rank, difference=pair.difference),
            *table,
            say(f"wythoff.arithmetic.{_ending(rules, family, own)}", count=_zeros(own)),
            say(f"wythoff.arithmetic.read_{key}", read=eq(read, value), small=pair.small),
            Equation(eq(Number(pair.small) + pair.difference, pair.large)),
        ]

    def drawing(self, position: Position, verdict: Verdict) -> Drawing | None:
        """The digits of the first pair that was looked up and has few enough."""
        working = Working.of(verdict)
        for found in (working.held, *(target for _, target in working.targets)):
            digits = self._drawn_digits(found)
            if digits is not None:
                return DigitDrawing(digits, self.pairs_on_board(position))
        return super().drawing(position, verdict)

    def _drawn_digits(self, found: Lookup) -> Digits | None:
        """The digits by which a pair is found; 0, the first pair and the exceptions need none."""
        pair, heap, residue = found
        if pair in self.rules.exceptions or heap == 0 or (heap is None and pair.rank == 0):
            return None
        if heap is not None:
            return _digits(self.numeration.p, self._member_rows(heap, pair, residue))
        weight = self.numeration.p if self.rules.step == 1 else self.numeration.q
        return _digits(weight, self._pair_rows(pair))

    def _member_rows(self, number: int, pair: Pair, residue: int) -> list[DigitRow]:
        """A number and its partner, which is the number shifted where the residue is 0."""
        rules, family = self.rules, self.rules.family(residue)
        own = self.numeration.p_representation(number)
        is_small, partner = pair.small == number, pair.partner(number)
        other = partner_digits(rules, family, own, is_small)
        system = "F" if rules.step == 1 else "p"
        name = RowName("R", system, 0, partner)
        if family.residue == 0:
            name = RowName("R", system, 1 if is_small else 2, number)
        return [
            DigitRow(RowName("R", system, 0, number), own, number),
            DigitRow(name, other, partner),
        ]

    def _pair_rows(self, pair: Pair) -> list[DigitRow]:
        """The rank of a pair; in Wythoff's game its difference, and that shifted by one place."""
        numeration, difference = self.numeration, pair.difference
        if self.rules.step > 1:
            name = RowName("R", "q", 0, pair.rank)
            return [DigitRow(name, numeration.q_representation(pair.rank), pair.rank)]
        own = numeration.p_representation(difference)
        shifted = own.left_shift()
        return [
            DigitRow(RowName("R", "F", 0, difference), own, difference),
            DigitRow(RowName("R", "F", 1, difference), shifted, plain(numeration.p_value(shifted))),
        ]


def _shifted_difference(rows: Sequence[DigitRow], pair: Pair, table: list[Block]) -> list[Block]:
    """For Wythoff's game the thesis shifts the Fibonacci digits of the difference itself."""
    shifted, value = rows[1].digits, rows[1].value
    key = "shift_odd" if shifted.trailing_zeros % 2 else "shift_even"
    return [
        say("wythoff.arithmetic.shift", difference=pair.difference),
        *table,
        say(f"wythoff.arithmetic.{key}", count=_zeros(shifted), value=value, small=pair.small),
        Equation(eq(Number(pair.small) + pair.difference, pair.large)),
    ]


def _weights(numeration: ContinuedFraction) -> list[str]:
    """The first numerators, as far as a reader wants to see them."""
    first = [p for _, p, _ in numeration.convergents(8)[1:]]
    # without marks for thousands, which would look like the commas of the list
    return [
        short_integer_text(p, "en", grouped=False)
        for i, p in enumerate(first)
        if i < 2 or p < 10**6
    ]


def _reason(
    rules: PairRules, family: PairFamily, own: Representation, is_small: bool, number: int
) -> list[Block]:
    """What the last digits say of a number and of its partner."""
    if family.residue == 0:
        key = "small_by_zeros" if is_small else "large_by_zeros"
        return [say(f"wythoff.arithmetic.{key}", count=_zeros(own), number=number)]
    pattern = Pattern.of(rules, family)
    shown = Listing((pattern.odd, pattern.even) * 2, "")
    values: dict[str, Value] = {"pattern": shown, "even": pattern.even, "number": number}
    last = own.last
    by = {pattern.even: "pattern", pattern.even + 1: "next"}.get(last, "last")
    member = "small" if is_small else "large"
    blocks: list[Block] = [say(f"wythoff.arithmetic.{member}_by_{by}", **values)]
    if is_small:
        key = "append" if last <= pattern.even else "lower_and_append"
    else:
        key = "drop" if last == pattern.even else "drop_and_raise"
    append = pattern.odd if last <= pattern.even else pattern.odd + 1
    return [*blocks, say(f"wythoff.arithmetic.{key}", digit=append)]


def _ending(rules: PairRules, family: PairFamily, own: Representation) -> str:
    """The key of the sentence that says how a q-representation ends."""
    if family.residue == 0:
        return "odd_zeros" if own.trailing_zeros % 2 else "even_zeros"
    return "above" if Pattern.of(rules, family).compare(own) > 0 else "below"


def _zeros(representation: Representation) -> Count:
    return Count(representation.trailing_zeros, "zero")


def _digits(weight: Callable[[int], int], rows: Sequence[DigitRow]) -> Digits | None:
    """Representations below the numbers that their digits count; nothing where they are long."""
    width = max(len(row.digits) for row in rows)
    if width > SHOWN_DIGITS:
        return None
    return Digits(tuple(plain(weight(i)) for i in reversed(range(width))), rows)


def _table(digits: Digits | None) -> list[Block]:
    if digits is None:
        return []
    heads = (None, *digits.weights, say("wythoff.arithmetic.value"))
    lines = tuple((row.name.expression, *digits.cells(row), row.value) for row in digits.rows)
    return [Table(heads, lines)]
