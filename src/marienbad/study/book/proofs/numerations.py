"""Sections 3.0.2 and 3.0.3 of the thesis: integers written by numerators and by denominators."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise

from marienbad.numeration.continued_fraction import (
    FIBONACCI,
    ContinuedFraction,
    Representation,
    fibonacci,
)
from marienbad.numeration.integers import plain
from marienbad.study.book.proofs.numbers import P, Q, fraction, index, product
from marienbad.study.book.steps import Step, equation, step, table
from marienbad.text.mathematics import (
    DigitString,
    Expression,
    Number,
    Power,
    Prime,
    Subscript,
    signed_sum,
)
from marienbad.text.sentences import Table

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


def division_table(rows: Sequence[Row], letter: Expression) -> Table:
    return table(
        ("i", letter, Subscript("s" if letter is P else "t", "i"), Subscript("r", "i")), rows
    )


def p_numeration(a1: int, a2: int, a3: int, a4: int, N: int) -> Iterator[Step]:
    """Every number is a sum of numerators in exactly one way."""
    system = fraction(a1, a2, a3, a4)
    rows = divisions(system, N, "p")
    digits = {i: digit for i, _, digit, _ in rows}
    is_so = sum(weight * digit for _, weight, digit, _ in rows) == N
    yield step("1", division_table(rows, P), sum=written(rows, N), holds=is_so, number=N)
    yield step("2", holds=all(digit <= system.quotient(i + 1) for i, digit in digits.items()))
    is_so = all(not digits[i - 1] for i in digits if i and digits[i] == system.quotient(i + 1))
    yield step("3", holds=is_so)
    top = rows[0][0]
    yield step("4")
    is_so = all(
        sum(digits[i] * system.p(i) for i in range(place)) < system.p(place)
        for place in range(top + 1)
    )
    yield step("5", holds=is_so)
    is_so = ways(system, N, "p", a1) == 1
    yield step("6", holds=is_so, number=N, digits=DigitString([digit for _, _, digit, _ in rows]))


def q_numeration(a1: int, a2: int, a3: int, a4: int, N: int) -> Iterator[Step]:
    """Every number is a sum of denominators in exactly one way."""
    system = fraction(a1, a2, a3, a4)
    rows = divisions(system, N, "q")
    digits = [digit for _, _, digit, _ in rows]
    is_so = sum(weight * digit for _, weight, digit, _ in rows) == N and digits[-1] < a1
    yield step("1", division_table(rows, Q), sum=written(rows, N), holds=is_so, number=N)
    yield step("2", holds=system.is_admissible(Representation(digits)))
    yield step("3", holds=system.q(0) == 1 and system.q(1) == a1)
    yield step("4", holds=ways(system, N, "q", a1 - 1) == 1, number=N, digits=DigitString(digits))
    yield step("5", holds=ways(system, a1, "q", a1) == 2, number=a1)


def representations(a1: int, a2: int, a3: int, a4: int, N: int) -> Iterator[Step]:
    """R_p(N) and R_q(N), the digits of a number, and what digits mean."""
    system = fraction(a1, a2, a3, a4)
    other = system.p_representation(N)
    for letter, found in (("p", other), ("q", system.q_representation(N))):
        rows = divisions(system, N, letter)
        digits = [digit for _, _, digit, _ in rows]
        shown = _word_table(rows, letter)
        holds = digits == [*found]
        yield step(
            letter, shown, holds=holds, number=N, digits=DigitString(digits), sum=written(rows, N)
        )
    if other.last < a1:
        value = plain(system.q_value(other))
        is_so = value == sum(digit * system.q(i) for i, digit in enumerate(reversed(other)))
        yield step("3", holds=is_so, digits=_digit_string(other), value=value)
    else:
        yield step("3_none", digits=_digit_string(other), last=a1)


def _digit_string(word: Representation) -> DigitString:
    return DigitString(tuple(word))


def _word_table(rows: Sequence[Row], letter: str) -> Table:
    """Places, weights and digits, the highest first."""
    return table(("i", Subscript(letter, "i"), Subscript("δ", "i")), [row[:3] for row in rows])


def shifts(a1: int, a2: int, a3: int, a4: int, N: int) -> Iterator[Step]:
    """R′: a zero is appended; R″: the last digit is dropped."""
    system = fraction(a1, a2, a3, a4)
    word = system.p_representation(N)
    left, right = word.left_shift(), word.right_shift()
    rows = [
        (Subscript(name, "p"), _digit_string(shifted), plain(system.p_value(shifted)))
        for name, shifted in (("R", word), (Prime("R"), left), (Prime("R", 2), right))
    ]
    is_so = left.right_shift() == word and plain(system.p_value(word)) == N
    yield step("1", table(("R", "δ", Subscript("I", "p")), rows), holds=is_so, number=N)
    if len(set(system.period)) == 1:
        yield step("2", holds=system.is_admissible(left))
    else:
        again = "again" if system.is_admissible(left) else "not"
        yield step(f"2_{again}", digits=_digit_string(left))
    twos = fraction(2, 2, 2, 2)
    printed = twos.p_representation(50).left_shift()
    yield step("3", holds=tuple(printed) == (1, 0, 1, 0, 2, 0) and twos.p_value(printed) == 122)


def fibonacci_numbers(i: int) -> Iterator[Step]:
    """F_1 = F_2 = 1, and each further one is the sum of the two before it."""
    shown = table(
        ("i", Subscript("F", "i")), [(j, plain(fibonacci(j))) for j in range(1, min(i, 15) + 1)]
    )
    yield step("1", shown, value=plain(fibonacci(i)), holds=_by_adding(i) == fibonacci(i))


def _by_adding(i: int) -> int:
    one, other = 0, 1
    for _ in range(i):
        one, other = other, one + other
    return one


def zeckendorf_sums(N: int) -> Iterator[Step]:
    """Zeckendorf: a sum of Fibonacci numbers without neighbours, in one way only."""
    rows = divisions(FIBONACCI, N, "p")
    used = [i for i, _, digit, _ in rows if digit]
    yield step("1", holds=all(FIBONACCI.p(i) == _by_adding(i + 2) for i in range(-1, 30)))
    shown = equation(
        N,
        signed_sum([Number(plain(FIBONACCI.p(i))) for i in used]),
        signed_sum([index("F", i + 2) for i in used]),
    )
    is_so = sum(_by_adding(i + 2) for i in used) == N and all(
        one - other > 1 for one, other in pairwise(used)
    )
    yield step("2", shown, holds=is_so, number=N)
    yield step("3", holds=ways(FIBONACCI, N, "p", 1) == 1, number=N)
    yield step("4", holds=[_by_adding(i) for i in (1, 2, 3, 4)] == [1, 1, 2, 3])


def fibonacci_numeration(N: int) -> Iterator[Step]:
    """F^i = p_i = F_{i+2}, and R_F(N), the digits of a number."""
    heads = ("i", P, Q, Power("F", "i"), Subscript("F", "i"))
    rows = [
        (i, plain(p), plain(q), plain(p), plain(fibonacci(i)) if i >= 0 else None)
        for i, p, q in FIBONACCI.convergents(12)
    ]
    is_so = all(FIBONACCI.p(i) == _by_adding(i + 2) for i in range(-1, 11))
    yield step("1", table(heads, rows), holds=is_so)
    divided = divisions(FIBONACCI, N, "p")
    word = [digit for _, _, digit, _ in divided]
    is_so = sum(digit * _by_adding(i + 2) for i, _, digit, _ in divided) == N
    yield step("2", sum=written(divided, N), holds=is_so, number=N, digits=DigitString(word))
