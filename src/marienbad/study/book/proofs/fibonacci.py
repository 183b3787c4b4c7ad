"""Section 3.1.4 of the thesis: Wythoff's game by the digits of the Fibonacci numeration."""

from collections.abc import Iterator

from marienbad.numeration.continued_fraction import FIBONACCI, Representation, fibonacci, zeckendorf
from marienbad.numeration.integers import plain
from marienbad.study.book.proofs.identities import terms
from marienbad.study.book.proofs.pairs import Pair, is_to_leave, large, played, small, wythoff
from marienbad.study.book.steps import Step, equation, step, table
from marienbad.text.mathematics import DigitString, Expression, Number, Subscript, signed_sum


def value(word: Representation) -> int:
    return plain(FIBONACCI.p_value(word))


def shifted(x: int) -> int:
    """I(R′(x)): a zero appended."""
    return value(zeckendorf(x).left_shift())


def dropped(x: int) -> int:
    """I(R″(x)): the last digit dropped."""
    return value(zeckendorf(x).right_shift())


def zeros(x: int) -> int:
    return zeckendorf(x).trailing_zeros


def is_even(x: int) -> bool:
    """Whether a number ends with an even number of zeros; 0 counts as even."""
    return zeros(x) % 2 == 0


def word(x: int) -> DigitString:
    return DigitString(tuple(zeckendorf(x)))


def weight(i: int) -> int:
    """F^i = F_{i+2}."""
    return plain(FIBONACCI.p(i))


def places(x: int) -> list[int]:
    """The places of the ones, the highest first."""
    digits = tuple(zeckendorf(x))
    return [len(digits) - 1 - i for i, digit in enumerate(digits) if digit]


def one_pair_by_digits(n: int) -> Iterator[Step]:
    """Every positive number is in exactly one pair (x, I(R′(x))) where x ends evenly."""
    is_so = sum(map(weight, places(n))) == n and min(places(n)) == zeros(n)
    yield step("1", holds=is_so, digits=word(n), zeros=zeros(n))
    yield step("2", holds=zeros(shifted(n)) == zeros(n) + 1)
    yield step("3", holds=is_even(n) or shifted(dropped(n)) == n)
    if is_even(n):
        yield step("4_even", holds=zeros(shifted(n)) % 2 == 1, pair=(n, shifted(n)))
    else:
        yield step("4_odd", holds=is_even(dropped(n)), pair=(dropped(n), n))


def pair_of_difference(z: int) -> int:
    """The x of the proof of proposition 2 for a difference z ≥ 1."""
    return shifted(z) if not is_even(z) else shifted(z) - 1


def every_difference_by_digits(z: int) -> Iterator[Step]:
    """Every positive number is the difference of such a pair."""
    x = pair_of_difference(z)
    y = shifted(x)
    yield step("1", holds=weight(5) - weight(4) == weight(3))
    is_so = is_even(z) or (shifted(shifted(z)) - shifted(z) == z and zeros(shifted(z)) % 2 == 0)
    yield step("2", holds=is_so)
    yield step("3", holds=not is_even(z) or zeros(shifted(z) - 1) == 0)
    m = zeros(z) // 2
    yield step(
        "4",
        holds=sum(weight(2 * i) for i in range(m + 1)) == weight(2 * m + 1) - 1
        and sum(weight(2 * i + 1) for i in range(m + 1)) == weight(2 * m + 2) - 1,
    )
    kind = "even" if is_even(z) else "odd"
    yield step(
        f"5_{kind}",
        table(("z", "x", "y"), [(word(z), word(x), word(y)), (z, x, y)]),
        equation(Number(y) - x, z),
        holds=y - x == z and is_even(x),
        zeros=zeros(z),
        x=x,
        y=y,
    )


def by_ones(x: int) -> int:
    """The difference I(R′(x)) − x as the sum of the weights one place further right."""
    return sum(weight(i - 1) for i in places(x))


def differences_increase(x: int, d: int) -> Iterator[Step]:
    """Of two such pairs, the larger has the larger difference."""
    first = x if is_even(x) else dropped(x)
    second = next(number for number in range(first + d, first + d + 5) if is_even(number))
    top = max(set(places(first)) ^ set(places(second)))
    shown = table(("x", "R"), [(number, word(number)) for number in (first, second)])
    is_so = first < second and top in places(second) and top not in places(first)
    yield step("1", shown, holds=is_so, first=first, second=second, place=top)
    yield step(
        "2",
        equation(Number(shifted(first)) - first, _moved(first)),
        equation(Number(shifted(second)) - second, _moved(second)),
        holds=all(by_ones(number) == shifted(number) - number for number in (first, second)),
    )
    below = sum(weight(i - 1) for i in places(first) if i < top)
    yield step("3", holds=below <= weight(top - 1) - (top % 2 == 0))
    yield step("4", holds=top % 2 == 1 or below < weight(top - 1))
    yield step("5", holds=top % 2 == 0 or any(i < top for i in places(second)))
    is_so = shifted(first) - first < shifted(second) - second
    yield step("6", holds=is_so, one=shifted(first) - first, other=shifted(second) - second)


def _moved(x: int) -> Expression:
    return signed_sum([Number(weight(i - 1)) for i in places(x)])


def wythoff_by_arithmetic(n: int) -> Iterator[Step]:
    """The pairs (x, I(R′(x))) where x ends evenly are Wythoff's pairs."""
    x = pair_of_difference(n)
    before = [number for number in range(1, x) if is_even(number)]
    yield step("1", holds=len(before) == n - 1, x=x)
    yield step("2", holds=shifted(x) - x == n)
    used = {0} | {number for one in before for number in (one, shifted(one))}
    yield step("3", holds=x not in used and set(range(x)) <= used)
    shown = table(
        (Subscript("a", "n"), Subscript("b", "n")), [(x, shifted(x)), (word(x), word(shifted(x)))]
    )
    yield step("4", shown, holds=(x, shifted(x)) == (small(n), large(n)))


def fibonacci_digit_recipe(x: int, y: int) -> Iterator[Step]:
    """How to play with the digits of the smaller heap."""
    x, y = min(x, y), max(x, y)
    game, partner, m = wythoff(1), shifted(x), y - x
    yield step("2", holds=m == 0 or pair_of_difference(m) == small(m))
    case, left = goal_by_digits(x, y)
    yield step(
        f"3_{_told(case, x, y)}",
        holds=is_to_leave(game, left),
        x=x,
        y=y,
        digits=word(x),
        zeros=zeros(x),
        partner=partner,
        m=m,
        difference=word(m),
        left=left,
    )
    yield from played(game, (x, y), left)
    endings = [is_even(number) for number in (27, 36, 43)]
    yield step(
        "4",
        holds=endings == [True, False, True]
        and (shifted(16) - 1, dropped(16) - 1, weight(8), weight(6)) == (25, 9, 55, 21),
    )


def _told(case: str, x: int, y: int) -> str:
    """Which sentence tells a case: the number 0 has no digits to speak of."""
    if x == 0:
        return "nothing" if y else "end"
    return "equal" if x == y and case == "below" else case


def goal_by_digits(x: int, y: int) -> tuple[str, Pair]:
    """Which case a position x ≤ y is, and where the recipe leads."""
    partner, m = shifted(x), y - x
    if not is_even(x):
        return "odd", (x, dropped(x))
    if y > partner:
        return "above", (x, partner)
    if y == partner:
        return "pair", (x, y)
    start = pair_of_difference(m) if m else 0
    return "below", (start, start + m)


def wythoff_array(k: int, c: int) -> Iterator[Step]:
    """The sequences of the primitive pairs, one below the other."""
    rows = [(row, *terms(small(small(row)), large(small(row)), 8)) for row in range(1, 7)]
    entry_here = terms(small(small(k)), large(small(k)), c + 1)[c - 1]
    formula = fibonacci(c + 1) * small(k) + fibonacci(c) * (k - 1)
    numbers = [number for _, *row in rows for number in row]
    is_so = len({*numbers}) == len(numbers)
    yield step("1", table(("k", *map(str, range(1, 9))), rows), holds=is_so)
    yield step("2", holds=entry_here == formula, entry=entry_here, small=small(k))
    first = small(small(k))
    yield step("3", holds=zeros(first) == 0 and first == large(k) - 1)
    yield step("4", holds=zeros(entry_here) == c - 1, entry=entry_here, digits=word(entry_here))
