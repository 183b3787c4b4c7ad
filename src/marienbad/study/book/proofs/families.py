"""The families of pairs of sections 3.3 and 3.4, made as their definitions say, and their digits.

The second generalisation is the third with a = 1, so both chapters work with the same families; the
proofs compare what is made here with the search, with integer parts and with digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from itertools import count

from marienbad.games.definition import Definition
from marienbad.numeration.continued_fraction import ContinuedFraction, Representation
from marienbad.numeration.integers import plain
from marienbad.study.book.proofs.pairs import Pair, digits_table, wythoff
from marienbad.study.book.steps import Step, step
from marienbad.text.mathematics import Call, Subscript
from marienbad.text.sentences import Table
from marienbad.values import Record

Proof = Callable[..., Iterator[Step]]


class Family(Record):
    """The pairs whose difference leaves the remainder r modulo b.

    >>> family = Family.of(2, 3, 2)
    >>> [family.pair(n) for n in range(4)], family.s
    ([(0, 2), (2, 10), (3, 17), (4, 24)], 1)
    >>> family.place(8)
    ('large', 1)
    """

    a: int
    b: int
    r: int

    @classmethod
    def of(cls, a: int, b: int, r: int) -> Family:
        return cls(a, b, r % b)

    @property
    def k(self) -> int:
        """By how much the difference grows from one pair to the next."""
        return self.a * self.b

    @property
    def s(self) -> int:
        """The opposite remainder."""
        return -self.r % self.b

    @property
    def w(self) -> int:
        """A number outside Xᵣ ends with this digit or the next one, for r ≠ 0."""
        return self.b - self.r

    @property
    def first(self) -> int:
        """1 − ε, from which number and which term on the sequences are complementary."""
        return 0 if self.r else 1

    @property
    def opposite(self) -> Family:
        return Family(self.a, self.b, self.s)

    @property
    def game(self) -> Definition:
        return wythoff(self.a, self.b)

    def small(self, n: int) -> int:
        return _small_members(self.a, self.b, self.r, _rounded(n))[n]

    def large(self, n: int) -> int:
        return self.small(n) + self.k * n + self.r

    def pair(self, n: int) -> Pair:
        return self.small(n), self.large(n)

    def used(self, n: int) -> set[int]:
        """The numbers that the n-th smaller member must avoid."""
        opposite = self.opposite
        return {number for m in range(n) for number in (self.small(m), opposite.large(m))}

    def place(self, number: int) -> tuple[str, int]:
        """Where a number stands: a smaller member here, or a larger one of the opposite family."""
        opposite = self.opposite
        for n in range(number + 1):
            if self.small(n) == number:
                return "small", n
            if opposite.large(n) == number:
                return "large", n
        raise AssertionError(f"{number} is in no pair")


def least_missing(used: set[int]) -> int:
    """The least number that is not used."""
    return next(number for number in count() if number not in used)


def of_remainder(proof: Proof) -> Proof:
    """A proof for a, b and a number: for the family of the remainder that the number leaves."""
    return _of_family(proof, ".rest", lambda given, b: given % b)


def of_positive_remainder(proof: Proof) -> Proof:
    """The same for remainders from 1 to b − 1: 4 counts as 1 where b = 4."""
    return _of_family(proof, ".rest_positive", lambda given, b: (given - 1) % (b - 1) + 1)


def _of_family(proof: Proof, key: str, counted: Callable[[int, int], int]) -> Proof:
    @wraps(proof)
    def worked_out(b: int, r: int, a: int = 1, **numbers: int) -> Iterator[Step]:
        family = Family(a, b, counted(r, b))
        if r >= b:
            yield step(key, given=r, r=family.r)
        yield from proof(family, **numbers)

    return worked_out


def _rounded(n: int) -> int:
    """Sequences are built in whole pieces, for the next question."""
    return n // 64 * 64 + 64


@lru_cache(maxsize=256)
def _small_members(a: int, b: int, r: int, length: int) -> tuple[int, ...]:
    """Each smaller member is the least number not used yet, in this family and in its opposite."""
    opposite = {r: -r % b, -r % b: r}
    small: dict[int, list[int]] = {i: [] for i in opposite}
    used: dict[int, set[int]] = {i: set() for i in opposite}
    least = dict.fromkeys(opposite, 0)
    for n in range(length):
        for i in opposite:
            least[i] = next(x for x in count(least[i]) if x not in used[i])
            small[i].append(least[i])
        for i, j in opposite.items():
            used[i] |= {small[i][n], small[j][n] + a * b * n + j}
    return tuple(small[r])


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
