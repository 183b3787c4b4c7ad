"""Lucas–Wythoff by sums of Lucas numbers: the smallest one tells on which side the partner is.

L₀ = 2, L₁ = 1, L₂ = 3, L₃ = 4, L₄ = 7, …, each the sum of the two before. Every number is written
with the largest first, and always the largest that fits; so no two neighbours stand in a sum, nor 3
and 2, since 5 = 4 + 1.

Why it works. With ψ = −1/φ, L_i = φ^i + ψ^i: replacing each number of the sum n by the next one
gives S with S − φn = −√5·s, where s is the sum of the ψ^i, and S ≡ 3n (mod 5) since L_{i+1} ≡ 3L_i.
Let i be the least index. The bounds of :mod:`marienbad.theories.lucas.pairs` then follow from the
geometric series 1/φ^j + 1/φ^{j+2} + … = 1/φ^{j−1}:

- i odd: −1 < s < 0, so 0 < S − φn < √5 < 5/φ: the partner of n is S.
- 2 without 4: all other indices are at least 4, and 1 − 1/φ⁴ < s < 1 + 1/φ³; so S + 5 − φn lies
  between 0 and 5 − √5(1 − 1/φ⁴) = 5/φ: the partner is S + 5.
- i even and not 0: 0 < s < 1/φ; 2 with 4: 1/φ < s < 1 − 1/φ³ + 1/φ⁵ = √5/φ². Replacing each number
  by the one before, 2 by L₋₁ = −1, gives p with n ≡ 3p and n − φp = √5φs between 0 and 5/φ: the
  partner is p.
- The smaller heap of the difference n lies above φn − 5 and not above φn: it is S for even i, where
  0 < s < 2, and S − 5 for odd i.
"""

from collections.abc import Iterator

from marienbad.heaps import Position
from marienbad.numeration.continued_fraction import Representation
from marienbad.text.mathematics import Sum
from marienbad.text.problems import OutOfReach
from marienbad.text.relations import eq
from marienbad.text.sentences import Block, Equation, Items, say
from marienbad.theories.lucas.theory import Lookup, LucasTheory
from marienbad.theories.theory import DigitDrawing, DigitRow, Digits, Drawing, RowName, Verdict

LONGEST = 40_000
"""Heaps of more binary digits than this are left to the residues."""
SHOWN_TERMS = 12
"""Longer sums are not shown."""
SHOWN_DIGITS = 16
_NEXT, _TWO, _BEFORE, _UP, _UP_LESS = (
    f"lucas.numbers.{name}" for name in ("next", "two", "before", "up", "up_less")
)


def lucas_numbers(most: int) -> Iterator[tuple[int, int, int, int]]:
    """Return the Lucas numbers up to a bound from the largest down.

    Each comes with its index, and the numbers of the index before and after.

    >>> list(lucas_numbers(5))
    [(3, 3, 4, 7), (2, 1, 3, 4), (0, -1, 2, 1), (1, 2, 1, 3)]
    """
    index, before, here = 1, 2, 1
    while before + here <= most:
        index, before, here = index + 1, here, before + here
    while index > 1:
        yield index, before, here, before + here
        index, before, here = index - 1, here - before, before
    if most >= 2:
        yield 0, -1, 2, 1
    if most >= 1:
        yield 1, 2, 1, 3


class LucasSum:
    """A number as a sum of Lucas numbers, with the sums of those before and after them.

    >>> written = LucasSum(16)
    >>> written.terms, written.after, written.before
    ([11, 4, 1], 28, 12)
    """

    def __init__(self, number: int) -> None:
        self.terms: list[int] = []
        self.indices: list[int] = []
        self.before = self.after = 0
        rest = number
        for index, before, here, after in lucas_numbers(number):
            if here <= rest:
                rest -= here
                self.terms.append(here)
                self.indices.append(index)
                self.before += before
                self.after += after

    @property
    def is_odd(self) -> bool:
        """Whether the smallest is 1, 4, 11, 29, …"""
        return self.indices[-1:] != [] and self.indices[-1] % 2 == 1

    @property
    def has_two_alone(self) -> bool:
        """Whether 2 is among them and 4 is not."""
        return self.terms[-1:] == [2] and self.terms[-2:-1] != [4]

    @property
    def partner(self) -> int:
        """The other number of the pair in normal play.

        >>> [LucasSum(n).partner for n in range(10)]
        [0, 3, 6, 1, 7, 10, 2, 4, 14, 17]
        """
        if self.is_odd:
            return self.after
        return self.after + 5 if self.has_two_alone else self.before

    @property
    def smaller(self) -> int:
        """The smaller number of the pair of this difference in normal play; −2 for 1.

        >>> [LucasSum(d).smaller for d in range(10)]
        [0, -2, 1, 4, 2, 5, 8, 11, 9, 12]
        """
        return self.after - 5 if self.is_odd else self.after

    @property
    def digits(self) -> Representation:
        """A digit for each index, the largest first.

        >>> print(LucasSum(16).digits)
        (1, 0, 1, 0, 1, 0)
        """
        length = max(self.indices, default=0) + 1
        return Representation([int(i in self.indices) for i in reversed(range(length))])


def weights(count: int) -> tuple[int, ...]:
    """Return the first Lucas numbers, that of the largest index first.

    >>> weights(5)
    (7, 4, 3, 1, 2)
    """
    found = [2, 1]
    while len(found) < count:
        found.append(found[-1] + found[-2])
    return tuple(reversed(found[:count]))


class LucasNumbers(LucasTheory):
    """The theory of the sums of Lucas numbers.

    >>> from marienbad.games.catalogue import define
    >>> LucasNumbers(define("lucas")).solve((8, 13))
    Verdict(is_p=False, winning_moves=((3, 3),))
    """

    name = "representation"
    repeated_bits = 100_000

    def check_reach(self, position: Position) -> None:
        """Refuse heaps whose sums would take long."""
        if max(heap.bit_length() for heap in position) > LONGEST:
            raise OutOfReach("lucas.too_large", bound=LONGEST)

    def smaller(self, difference: int) -> int | None:
        found = LucasSum(difference).smaller + self.shift
        return found if found >= 0 else None

    def partner(self, heap: int) -> int:
        if heap < self.shift:  # (0, 1) in misère play
            return 1 - heap
        return LucasSum(heap - self.shift).partner + self.shift

    def rules(self) -> list[Block]:
        partners = Items(tuple(map(say, (_NEXT, _TWO, _BEFORE))))
        smaller = Items(tuple(map(say, (_UP, _UP_LESS))))
        write, of_difference = say("lucas.numbers.write"), say("lucas.numbers.of_difference")
        return [write, say("lucas.numbers.of_heap"), partners, of_difference, smaller]

    def case_of(self, found: Lookup) -> str:
        written = self._written(found)
        if found.is_difference:
            return _UP_LESS if written.is_odd else _UP
        if written.is_odd:
            return _NEXT
        return _TWO if written.has_two_alone else _BEFORE

    def _written(self, found: Lookup) -> LucasSum:
        return LucasSum(found.number if found.is_difference else found.number - self.shift)

    def show(self, found: Lookup) -> list[Block]:
        written = self._written(found)
        number = sum(written.terms)
        result = written.smaller if found.is_difference else written.partner
        case = self.case_of(found).removeprefix("lucas.numbers.")
        if case == "before" and written.terms[-1] == 2:
            case = "before_two"
        told = say(f"lucas.numbers.show.{case}", number=number, after=written.after, result=result)
        if len(written.terms) == 1:
            return [say("lucas.numbers.show.alone", number=number), told]
        if len(written.terms) > SHOWN_TERMS:
            return [told]
        return [Equation(eq(number, Sum(written.terms))), told]

    def drawing(self, position: Position, verdict: Verdict) -> Drawing | None:
        """The sum of the first number that is looked up, beside what is found by it."""
        for found in self._lookups(position):
            written = self._written(found)
            result = written.smaller if found.is_difference else written.partner
            rows = [_row(sum(written.terms), written), _row(result, LucasSum(result))]
            width = max(len(row.digits) for row in rows)
            if width <= SHOWN_DIGITS:
                return DigitDrawing(Digits(weights(width), rows), self.pairs_on_board(position))
        return super().drawing(position, verdict)


def _row(number: int, written: LucasSum) -> DigitRow:
    return DigitRow(RowName("R", "L", 0, number), written.digits, number)
