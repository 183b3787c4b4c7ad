"""Whoever follows the words of the rule to the letter finds every winning move, and no other.

What the sentences ``wythoff.step.*`` and ``wythoff.arithmetic.rule.*`` say is done here once more,
with nothing but their words: the list of pairs by the recurrence, digits by taking out weights.
"""

from collections.abc import Callable
from itertools import count, product

import pytest

from marienbad.games.catalogue import define
from marienbad.solver.reference import Search

Pair = tuple[int, int]
NORMAL = list(product(range(1, 5), repeat=2))
MISERE = list(range(2, 6))


class Reader:
    """Someone who has read the rule of a game and knows how to find a pair and a partner."""

    def __init__(self, a: int, b: int, is_misere: bool) -> None:
        self.a, self.b, self.k, self.is_misere = a, b, a * b, is_misere
        weights = [[1, self.k + 1], [1, self.k]]
        for listed in weights:
            while listed[-1] < 10**4:
                listed.append(self.k * listed[-1] + listed[-2])
        self.p, self.q = weights

    def opposite(self, r: int) -> int:
        return 1 if self.is_misere else -r % self.b

    def written(self, number: int, weights: list[int]) -> list[int]:
        """The digits, the last first."""
        digits = []
        for weight in reversed(weights):
            digit, number = divmod(number, weight)
            digits.append(digit)
        return digits[::-1]

    def read(self, digits: list[int]) -> int:
        return sum(digit * weight for digit, weight in zip(digits, self.p, strict=False))

    def is_above(self, digits: list[int], r: int, first_place: int = 1) -> bool:
        even = 1 if self.is_misere else self.b - r
        for place in count(first_place):
            expected = even if place % 2 else r
            digit = digits[place - 1] if place <= len(digits) else 0
            if digit != expected:
                return (digit > expected) == (place % 2 == 1)
        raise AssertionError

    def pair(self, n: int, r: int) -> Pair:
        """The pair number n of family r."""
        digits = [0, *self.written(n, self.p)] if self.k == 1 else self.written(n, self.q)
        small = self.read(digits)
        if r:
            small += self.is_above(digits, r)
        elif n:
            small -= zeros(digits) % 2
        return small, small + self.k * n + r

    def partner(self, z: int, r: int) -> int:
        digits = self.written(z, self.p)
        if r == 0:
            is_small = zeros(digits) % 2 == 0
            return self.read([0, *digits] if is_small else digits[1:]) if z else 0
        last, even = digits[0], 1 if self.is_misere else self.b - r
        if last < even or (last == even and not self.is_above(digits, r)):
            return self.read([r, *digits])
        if last == even:
            return self.read(digits[1:])
        if last > even + 1 or self.is_above(digits, r, 2):
            return self.read([r + 1, last - 1, *digits[1:]])
        return self.read([digits[1] + 1, *digits[2:]])

    def left(self, x: int, y: int) -> tuple[set[Pair], bool]:
        """What x ≤ y may become to win, and whether steps 1 and 2 have found some of it."""
        if self.is_misere and x == y:
            found = {(0, 1), (1, 0)} if x > 1 else set()
            z = self.partner(x, 1)
            return found | ({(x, z), (z, x)} if z < x else set()), True
        r = 1 if self.is_misere else (y - x) % self.b
        n, s = divmod(y - x - (1 if self.is_misere else 0), self.k)
        small, large = self.pair(n, r)
        found, is_enough = set[Pair](), True
        if small < x:
            found.add((small, large))
        elif small > x:
            is_enough = self.partner(x, r) < y
        elif s == (0 if self.is_misere else r):
            return set(), True
        if (z := self.partner(x, r)) < y:
            found.add((x, z))
        if (z := self.partner(y, self.opposite(r))) < x:
            found.add((z, y))
        if s >= (1 if self.is_misere else self.b):
            small, large = self.pair(n + 1, r)
            found |= {(small, large)} if small < x and large < y else set()
        least = 1 if self.is_misere else self.b - r
        if r and y - x < self.k - self.b and least < x:
            found.add((least, 0))
        return found, is_enough


def zeros(digits: list[int]) -> int:
    return next((place for place, digit in enumerate(digits) if digit), 0)


GAMES: list[tuple[str, Callable[[], Reader]]] = [
    *((f"wythoff:a={a},b={b}", lambda a=a, b=b: Reader(a, b, False)) for a, b in NORMAL),
    *((f"wythoff:a={a},misere", lambda a=a: Reader(a, 1, True)) for a in MISERE),
]


@pytest.mark.slow
@pytest.mark.sample(8)
@pytest.mark.parametrize(("name", "reader"), GAMES, ids=[name for name, _ in GAMES])
def test_the_words_find_every_winning_move(name: str, reader: Callable[[], Reader]) -> None:
    game, who = define(name), reader()
    search = Search(game)
    search.solve((13, 47))
    for x, y in product(range(14), range(48)):
        if x <= y and not game.is_over((x, y)):
            moves = search.winning_moves((x, y))
            expected = {(x - c, y - d) for c, d in moves}
            found, is_enough = who.left(x, y)
            assert found == expected, (x, y)
            assert is_enough


@pytest.mark.parametrize("name", [name for name, _ in GAMES])
def test_what_the_words_say_of_the_pairs_is_so(name: str) -> None:
    game = define(name)
    a, b = game.values["a"], game.values["b"]
    search, first, step = Search(game), int(game.is_misere), a * b
    pairs = {(x, y) for x, y in product(range(24), repeat=2) if search.is_p((x, y))}
    for x, y in pairs:
        # a smaller member is at least n, and only the last pairs have an empty heap
        assert y < x or (y - x - first) // step <= x
        assert x or y < max(b, 1 + first)
        # from a pair no other of the same remainder is within reach of a move from both heaps
        differences = {v - u for u, v in pairs - {(x, y)} if (v - u - y + x) % b == 0}
        assert not (x and y) or all(abs(other - y + x) >= step for other in differences)
    # the first number that is taken
    if b > 1:
        assert {(0, b - 1), (0, 1)} <= pairs
    else:
        assert ((0, 1) if game.is_misere else (1, step + 1)) in pairs
