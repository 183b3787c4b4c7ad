"""The digits of the families: which numbers are small, their partners, and the way back."""

from collections.abc import Iterator
from itertools import count

from marienbad.numeration.continued_fraction import ContinuedFraction
from marienbad.numeration.integers import plain
from marienbad.numeration.representations import Representation
from marienbad.study.book.family import digits_table
from marienbad.study.book.remainders import Family
from marienbad.text.mathematics import Call, Subscript
from marienbad.text.sentences import Table
from marienbad.values import Record

OTHERS = {"b": "b′", "c": "c′", "d": "d′", "e": "e′"}
"""The forms of the numbers that are not in Xᵣ."""


class Form(Record):
    """The form of a number, and how many pairs w, r stand before its last digit."""

    name: str
    pairs: int

    @property
    def is_member(self) -> bool:
        return self.name in "abcde"


class Digits(Record):
    """The digits of a family: its numbers Xᵣ and their partners.

    >>> from itertools import islice
    >>> digits = Digits(Family.of(1, 4, 1))
    >>> [(x, digits.partner(x)) for x in islice(digits.members(), 5)]
    [(0, 1), (1, 6), (2, 11), (4, 17), (5, 22)]
    >>> digits.form(3), digits.origin(14)
    (Form(name='d′', pairs=0), 3)
    """

    family: Family

    @property
    def system(self) -> ContinuedFraction:
        return ContinuedFraction((self.family.k,))

    def written(self, x: int) -> Representation:
        return self.system.p_representation(x)

    def form(self, x: int) -> Form:
        """Read the pairs w, r before the last digit, and what stands before them (r ≠ 0)."""
        r, w, written = self.family.r, self.family.w, self.written(x)
        last = written.last
        if last not in (w, w + 1):
            return Form("a", 0)
        pairs = 0
        while written.from_right(2 * pairs + 1) == r and written.from_right(2 * pairs + 2) == w:
            pairs += 1
        before, further = (written.from_right(2 * pairs + i) for i in (1, 2))
        if before != r:
            name, is_member = ("c", before < r) if last == w + 1 else ("d", before > r)
        else:
            name, is_member = ("b", further > w) if last == w + 1 else ("e", further < w)
        return Form(name if is_member else OTHERS[name], pairs)

    def is_member(self, x: int) -> bool:
        if self.family.r:
            return self.form(x).is_member
        return x == 0 or self.written(x).trailing_zeros % 2 == 0

    def members(self) -> Iterator[int]:
        return filter(self.is_member, count())

    def partner(self, x: int) -> int:
        r, written = self.family.r, self.written(x)
        value = plain(self.system.p_value(written.left_shift())) + r
        return value - self.family.k if r and written.last > self.family.w else value

    def origin(self, y: int) -> int:
        """The number of the opposite family whose partner it is: the last digit is dropped."""
        written = self.written(y)
        dropped = plain(self.system.p_value(written.right_shift()))
        return dropped + 1 if self.family.r and written.last == self.family.w + 1 else dropped

    def rank(self, x: int) -> int:
        """ν(x): the sum of the dⱼqⱼ, one less where the last digit is above w."""
        written = self.written(x)
        is_above = self.family.r and written.last > self.family.w
        return plain(self.system.q_sum(written)) - bool(is_above)

    def before(self, x: int) -> int:
        """The number of Xᵣ before one that is positive."""
        return next(number for number in (x - 1, x - 2) if self.is_member(number))

    def read(self, n: int) -> int:
        """The number whose digits over the pⱼ are those of n over the qⱼ."""
        return plain(self.system.p_value(self.system.q_representation(n)))

    def nth(self, n: int) -> int:
        """The n-th number of Xᵣ, from the digits of n over the qⱼ."""
        v, w = self.read(n), self.family.w
        if self.family.r == 0:
            return v - self.written(v).trailing_zeros % 2 if n else 0
        last = self.written(v).last
        return v if last < w or (last == w and self.is_member(v)) else v + 1

    def q_table(self, n: int) -> Table:
        row = Call(Subscript("R", "q"), (n,)), self.system.q_representation(n), n
        return digits_table(self.system.q, [row])

    def table(self, *numbers: int) -> Table:
        name = Subscript("R", "p")
        rows = [(Call(name, (number,)), self.written(number), number) for number in numbers]
        return digits_table(self.system.p, rows)
