"""Section 3.2.4 of the thesis: Wythoff's game with a, by digits."""

from collections.abc import Iterator
from typing import Literal

from marienbad.numeration.beatty import Beatty
from marienbad.numeration.continued_fraction import ContinuedFraction, Representation
from marienbad.numeration.integers import plain
from marienbad.study.book.proofs.numbers import distance, size
from marienbad.study.book.proofs.pairs import (
    digits_table,
    is_to_leave,
    line_of,
    pairs_of,
    played,
    target_of,
    weighted_distances,
    wythoff,
)
from marienbad.study.book.steps import Step, decimals, equation, step
from marienbad.text.mathematics import Call, Expression, Number, Operand, Subscript, Sum
from marienbad.text.sentences import Count, Items, Table, say
from marienbad.theories.theory import RowName


def written(letter: str, number: int, primes: Literal[0, 1, 2] = 0) -> Expression:
    """R with the letter of the weights, shifted or not, at a number."""
    return RowName("R", letter, primes, number).expression


def zeros(digits: Representation) -> Count:
    return Count(digits.trailing_zeros, "zero")


def parity(digits: Representation) -> str:
    return "odd" if digits.trailing_zeros % 2 else "even"


def alternate_sum(a1: int, a2: int, j: int, m: int) -> Iterator[Step]:
    """Every second distance is a sum of those between."""
    system = ContinuedFraction((a1, a2))

    def holds_from(i: int, terms: int) -> bool:
        added = [
            distance(system, i + 2 * t - 1).times(system.quotient(i + 2 * t))
            for t in range(1, terms + 1)
        ]
        return sum(added, start=distance(system, i)) == distance(system, i + 2 * terms)

    is_so = all(holds_from(i, 1) for i in range(-1, j + 2 * m))
    yield step("1", convergents_table(system, 7), holds=is_so, first=a1, second=a2)
    terms: list[Operand] = [Subscript("D", j)]
    terms += [system.quotient(j + 2 * t) * Subscript("D", j + 2 * t - 1) for t in range(1, m + 1)]
    shown = equation(Sum(terms), Subscript("D", j + 2 * m), decimals(distance(system, j + 2 * m)))
    yield step("2", shown, holds=holds_from(j, m), first=j, last=j + 2 * m)
    yield step("3", holds=holds_from(-1, m))


def convergents_table(system: ContinuedFraction, count: int) -> Table:
    """The first convergents with their distances."""
    rows = tuple(
        (
            i,
            system.quotient(i) if i >= 1 else None,
            p,
            q,
            decimals(distance(system, i)) if i >= 0 else Number(-1),
        )
        for i, p, q in system.convergents(count + 1)
    )
    return Table(("i", *(Subscript(letter, "i") for letter in "apqD")), rows)


def reading(a1: int, a2: int, n: int) -> Iterator[Step]:
    """The q-representation of n, read with the weights p, is ⌊nα⌋ or one more."""
    system = ContinuedFraction((a1, a2))
    digits = system.q_representation(n)
    value, total = plain(system.p_value(digits)), weighted_distances(system, digits)
    low = plain(system.alpha.times(n).floor())
    yield step(
        "1",
        digits_table(system.q, [(written("q", n), digits, n)]),
        digits_table(system.p, [(written("q", n), digits, value)]),
        holds=system.q_value(digits) == n and system.alpha.times(n) - value == total,
        first=a1,
        second=a2,
        value=value,
    )
    first = distance(system, 0)
    is_so = all(
        (distance(system, i).sign() > 0) == (i % 2 == 0)
        and size(distance(system, i + 1)) < size(distance(system, i))
        for i in range(-1, len(digits) + 2)
    ) and all(digits.from_right(i) <= system.quotient(i + 1) for i in range(len(digits)))
    yield step("2", holds=is_so)
    is_even = digits.trailing_zeros % 2 == 0
    yield step("3", holds=not is_even or (total > 0 and total < 1))
    yield step("4", holds=is_even or (total < 0 and total > -first))
    yield step(
        parity(digits),
        holds=low == value - (0 if is_even else 1),
        total=decimals(total),
        count=zeros(digits),
        value=value,
        low=low,
    )


def even_zeros(a: int, x: int) -> Iterator[Step]:
    """The smaller members are the numbers that end with an even number of zeros."""
    system = ContinuedFraction((a,))
    digits = system.p_representation(x)
    n, total = plain(system.q_sum(digits)), weighted_distances(system, digits)
    low, high = Beatty(system.alpha), Beatty(system.alpha + a)
    is_even = digits.trailing_zeros % 2 == 0
    yield step(
        "1",
        digits_table(system.p, [(written("p", x), digits, x)]),
        digits_table(system.q, [(written("p", x), digits, n)]),
        holds=system.alpha.times(n) - x == total and max(digits) <= a,
        n=n,
    )
    yield step("2", holds=not is_even or (total > 0 and total < 1))
    is_so = is_even or (low.term(n) < x < low.term(n + 1) and total > -distance(system, 0))
    yield step("3", holds=is_so)
    is_so = low.index(x) == n if is_even else low.index(x) is None and high.contains(x)
    yield step(parity(digits), total=decimals(total), holds=is_so, n=n, count=zeros(digits))


def shifted_partner(a: int, n: int) -> Iterator[Step]:
    """The larger member has the digits of the smaller, moved one place."""
    system = ContinuedFraction((a,))
    x = plain(system.alpha.times(n).floor())
    y = plain((system.alpha + a).times(n).floor())
    digits = system.p_representation(x)
    shifted = digits.left_shift()
    is_so = all(system.p(i + 1) == system.p(i) + a * system.q(i) for i in range(-1, len(shifted)))
    yield step("1", convergents_table(system, 6), holds=is_so)
    is_so = system.q_sum(digits) == n and digits.trailing_zeros % 2 == 0
    yield step("2", holds=is_so, x=x, count=zeros(digits))
    yield step("3", holds=system.p_value(shifted) == x + a * n == y, x=x, y=y)
    shown = digits_table(system.p, [(written("p", x), digits, x), (written("p", x, 1), shifted, y)])
    is_so = system.p_representation(y) == shifted and system.is_admissible(shifted)
    yield step("4", shown, holds=is_so)


def recipe_by_digits(a: int, x: int, y: int) -> Iterator[Step]:
    """How to play with the digits of the smaller heap."""
    x, y = sorted((x, y))
    game, pairs = wythoff(a), pairs_of(a, y)
    target = target_of(a, pairs, x, y)
    cases = ("large", "above", "below")
    lines = Items(tuple(say(f"line_{case}") for case in cases))
    yield step("1", lines)
    if x:
        yield partner_by_digits(a, x, pairs[target.index])
    yield line_of(a, target, x, y)
    if target.case == "below" and target.rank:
        yield nearest_by_digits(a, target.rank, target.reached[0])
    yield from played(game, (x, y), target.reached)
    wrong, right = (a + 1, a + 1 + a * a), (a, a + a * a)
    is_so = (
        is_to_leave(game, right)
        and not is_to_leave(game, wrong)
        and printed_small(a, a) == wrong[0]
        and all(printed_small(a, m) == pairs_of(a, m)[m][0] for m in range(1, a))
    )
    yield step("2", holds=is_so, position=(a + 2, a + 2 + a * a), m=a, wrong=wrong, right=right)


def printed_small(a: int, m: int) -> int:
    """What the recipe, as printed, takes for the smaller member of the pair number m."""
    system = ContinuedFraction((a,))
    return plain(system.p_value(system.q_representation(m)))


def partner_by_digits(a: int, x: int, pair: tuple[int, int]) -> Step:
    """What the zeros of x say of it and of its partner."""
    system = ContinuedFraction((a,))
    digits = system.p_representation(x)
    is_small = digits.trailing_zeros % 2 == 0
    other = digits.left_shift() if is_small else digits.right_shift()
    partner = plain(system.p_value(other))
    rows = [(written("p", x), digits, x), (written("p", x, 1 if is_small else 2), other, partner)]
    shown = digits_table(system.p, rows)
    is_so = pair == ((x, partner) if is_small else (partner, x))
    return step(parity(digits), shown, holds=is_so, x=x, count=zeros(digits), partner=partner)


def nearest_by_digits(a: int, m: int, small: int) -> Step:
    """The smaller member of the pair number m, from the q-representation of m."""
    system = ContinuedFraction((a,))
    digits = system.q_representation(m)
    value = plain(system.p_value(digits))
    read = Call(Subscript("I", "p"), (written("q", m),))
    return step(
        f"index_{parity(digits)}",
        digits_table(system.q, [(written("q", m), digits, m)]),
        equation(read, value),
        holds=small == value - digits.trailing_zeros % 2,
        m=m,
        count=zeros(digits),
        small=small,
    )
