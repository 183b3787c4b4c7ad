"""Numbers divided by numerators or denominators, for the proofs of 3.0.2."""

from collections.abc import Callable, Sequence
from functools import cache

from marienbad.numeration.continued_fraction import ContinuedFraction
from marienbad.numeration.integers import plain
from marienbad.study.book.fractions import product
from marienbad.text.mathematics import Expression, Number, signed_sum

Row = tuple[int, int, int, int]
"""A place, its weight, the digit there and what is left after it."""


def divisions(system: ContinuedFraction, number: int, letter: str) -> list[Row]:
    """For each place from the highest: the place, its weight, the digit and what is left."""
    weight = weight_of(system, letter)
    place = 1
    while weight(place + 1) <= number:
        place += 1
    rows = []
    for i in range(place, -1, -1):
        digit, number = divmod(number, weight(i))
        rows.append((i, weight(i), digit, number))
    return rows if rows[0][2] else rows[1:]


def weight_of(system: ContinuedFraction, letter: str) -> Callable[[int], int]:
    return lambda i: plain(system.p(i) if letter == "p" else system.q(i))


def ways(system: ContinuedFraction, number: int, letter: str, last: int) -> int:
    """In how many ways the number can be written, with a last digit up to a bound: by trying."""
    weight = weight_of(system, letter)
    most = [
        last,
        *(system.quotient(i + 1) for i in range(1, len(divisions(system, number, letter)) + 2)),
    ]
    reach = [sum(most[j] * weight(j) for j in range(i)) for i in range(len(most) + 1)]

    @cache
    def count(place: int, left: int, is_full: bool) -> int:
        if place < 0:
            return int(left == 0)
        if left > reach[place + 1]:
            return 0
        digits = range(1) if is_full else range(min(most[place], left // weight(place)) + 1)
        return sum(
            count(place - 1, left - digit * weight(place), digit == system.quotient(place + 1))
            for digit in digits
        )

    return count(len(most) - 1, number, False)


def written(rows: Sequence[Row], number: int) -> Expression:
    """The number as the sum of its digits times their weights."""
    return signed_sum(
        [product(digit, weight) for _, weight, digit, _ in rows if digit] or [Number(number)]
    )
