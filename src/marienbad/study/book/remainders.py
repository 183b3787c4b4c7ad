"""The families of pairs of sections 3.3 and 3.4, made as their definitions say.

The second generalisation is the third with a = 1, so both chapters work with the same families; the
proofs compare what is made here with the search, with integer parts and with digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import count

from marienbad.games.definition import Definition
from marienbad.study.book.entry import Step
from marienbad.study.book.family import Pair, wythoff
from marienbad.text.sentences import say
from marienbad.values import Record


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


def remainder(chapter: str, given: int, b: int) -> Iterator[Step]:
    """Say which remainder a number counts as, where it is not one itself."""
    if given >= b:
        yield Step(say(f"{chapter}.rest", given=given, r=given % b))


def positive_remainder(chapter: str, given: int, b: int) -> Iterator[Step]:
    """The same for remainders from 1 to b − 1."""
    if given >= b:
        yield Step(say(f"{chapter}.rest_positive", given=given, r=positive(given, b)))


def positive(given: int, b: int) -> int:
    """The remainder from 1 to b − 1 that a number counts as.

    >>> [positive(given, 4) for given in range(1, 8)]
    [1, 2, 3, 1, 2, 3, 1]
    """
    return (given - 1) % (b - 1) + 1


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
