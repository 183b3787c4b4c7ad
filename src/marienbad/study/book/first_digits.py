"""Section 3.2.4 of the thesis: Wythoff's game with a, by digits."""

from collections.abc import Iterator
from typing import Literal

from marienbad.numeration.beatty import Beatty
from marienbad.numeration.continued_fraction import ContinuedFraction
from marienbad.numeration.integers import plain
from marienbad.numeration.representations import Representation
from marienbad.study.book.entry import Choice, Step, entry
from marienbad.study.book.family import (
    digits_table,
    is_to_leave,
    line_of,
    pairs_of,
    played,
    target_of,
    weighted_distances,
    wythoff,
)
from marienbad.study.book.first import ALPHA, BETA, A, X, Y
from marienbad.study.book.fractions import QUOTIENTS, distance, size
from marienbad.study.book.steps import decimals, equation
from marienbad.text.mathematics import Call, Expression, Floor, Number, Operand, Subscript, Sum
from marienbad.text.sentences import Count, Items, Table, say
from marienbad.theories.drawing import RowName

TWO_QUOTIENTS = QUOTIENTS[:2]
"""Those of α = [1; a₁, a₂, a₁, a₂, …]."""


def written(letter: str, number: int, primes: Literal[0, 1, 2] = 0) -> Expression:
    """R with the letter of the weights, shifted or not, at a number."""
    return RowName("R", letter, primes, number).expression


def zeros(digits: Representation) -> Count:
    return Count(digits.trailing_zeros, "zero")


def parity(digits: Representation) -> str:
    return "odd" if digits.trailing_zeros % 2 else "even"


@entry(
    "lemma", "2", "3.2.4", *TWO_QUOTIENTS, Choice("j", 1, 0, 12), Choice("m", 3, 1, 6),
    uses=("distances",), theories=("arithmetic",), why="irrationals",
)  # fmt: skip
def alternate_sum(a1: int, a2: int, j: int, m: int) -> Iterator[Step]:
    """Every second distance is a sum of those between."""
    system = ContinuedFraction((a1, a2))

    def holds_from(i: int, terms: int) -> bool:
        added = [
            distance(system, i + 2 * t - 1).times(system.quotient(i + 2 * t))
            for t in range(1, terms + 1)
        ]
        return sum(added, start=distance(system, i)) == distance(system, i + 2 * terms)

    yield Step(
        say("book_first_digits.alternate_sum.1", first=a1, second=a2),
        (convergents_table(system, 7),),
        holds=all(holds_from(i, 1) for i in range(-1, j + 2 * m)),
    )
    terms: list[Operand] = [Subscript("D", j)]
    terms += [system.quotient(j + 2 * t) * Subscript("D", j + 2 * t - 1) for t in range(1, m + 1)]
    yield Step(
        say("book_first_digits.alternate_sum.2", first=j, last=j + 2 * m),
        (equation(Sum(terms), Subscript("D", j + 2 * m), decimals(distance(system, j + 2 * m))),),
        holds=holds_from(j, m),
    )
    yield Step(say("book_first_digits.alternate_sum.3"), holds=holds_from(-1, m))


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


@entry(
    "theorem", "16", "3.2.4", *TWO_QUOTIENTS, Choice("n", 24, 1, 10**9), decided=("read_q_word",),
    correction=39,
    uses=("q_numeration", "distances_alternate", "alternate_sum"), theories=("arithmetic",),
)  # fmt: skip
def reading(a1: int, a2: int, n: int) -> Iterator[Step]:
    """The q-representation of n, read with the weights p, is ⌊nα⌋ or one more."""
    system = ContinuedFraction((a1, a2))
    digits = system.q_representation(n)
    value, total = plain(system.p_value(digits)), weighted_distances(system, digits)
    low = plain(system.alpha.times(n).floor())
    yield Step(
        say("book_first_digits.reading.1", first=a1, second=a2, n=n, value=value),
        (
            digits_table(system.q, [(written("q", n), digits, n)]),
            digits_table(system.p, [(written("q", n), digits, value)]),
        ),
        holds=system.q_value(digits) == n and system.alpha.times(n) - value == total,
    )
    first = distance(system, 0)
    yield Step(
        say("book_first_digits.reading.2"),
        holds=all(
            (distance(system, i).sign() > 0) == (i % 2 == 0)
            and size(distance(system, i + 1)) < size(distance(system, i))
            for i in range(-1, len(digits) + 2)
        )
        and all(digits.from_right(i) <= system.quotient(i + 1) for i in range(len(digits))),
    )
    is_even = digits.trailing_zeros % 2 == 0
    yield Step(say("book_first_digits.reading.3"), holds=not is_even or (total > 0 and total < 1))
    yield Step(say("book_first_digits.reading.4"), holds=is_even or (total < 0 and total > -first))
    yield Step(
        say(
            f"book_first_digits.reading.{parity(digits)}", count=zeros(digits), value=value, low=low
        ),
        (
            equation(n * ALPHA - value, decimals(total)),
            equation(Floor(n * ALPHA), low),
        ),
        holds=low == value - (0 if is_even else 1),
    )


@entry(
    "remark", "", "3.2.4", A, Choice("x", 26, 1, 10**6), decided=("shifted_pair",),
    uses=("p_numeration", "distances_alternate", "alternate_sum", "reading", "beatty_sequences"),
    theories=("arithmetic",),
)  # fmt: skip
def even_zeros(a: int, x: int) -> Iterator[Step]:
    """The smaller members are the numbers that end with an even number of zeros."""
    system = ContinuedFraction((a,))
    digits = system.p_representation(x)
    n, total = plain(system.q_sum(digits)), weighted_distances(system, digits)
    low, high = Beatty(system.alpha), Beatty(system.alpha + a)
    is_even = digits.trailing_zeros % 2 == 0
    yield Step(
        say("book_first_digits.even_zeros.1", x=x, n=n),
        (
            digits_table(system.p, [(written("p", x), digits, x)]),
            digits_table(system.q, [(written("p", x), digits, n)]),
        ),
        holds=system.alpha.times(n) - x == total and max(digits) <= a,
    )
    yield Step(
        say("book_first_digits.even_zeros.2"), holds=not is_even or (total > 0 and total < 1)
    )
    yield Step(
        say("book_first_digits.even_zeros.3"),
        holds=is_even or (low.term(n) < x < low.term(n + 1) and total > -distance(system, 0)),
    )
    yield Step(
        say(f"book_first_digits.even_zeros.{parity(digits)}", x=x, n=n, count=zeros(digits)),
        (equation(n * ALPHA - x, decimals(total)),),
        holds=low.index(x) == n if is_even else low.index(x) is None and high.contains(x),
    )


@entry(
    "theorem", "17", "3.2.4", A, Choice("n", 19, 1, 10**6), decided=("shifted_pair", "arithmetic"),
    uses=("p_numeration", "shifts", "even_zeros", "algebra_with_a"), theories=("arithmetic",),
)  # fmt: skip
def shifted_partner(a: int, n: int) -> Iterator[Step]:
    """The larger member has the digits of the smaller, moved one place."""
    system = ContinuedFraction((a,))
    x = plain(system.alpha.times(n).floor())
    y = plain((system.alpha + a).times(n).floor())
    digits = system.p_representation(x)
    shifted = digits.left_shift()
    yield Step(
        say("book_first_digits.shifted_partner.1", a=a),
        (convergents_table(system, 6),),
        holds=all(
            system.p(i + 1) == system.p(i) + a * system.q(i) for i in range(-1, len(shifted))
        ),
    )
    yield Step(
        say("book_first_digits.shifted_partner.2", n=n, x=x, count=zeros(digits)),
        holds=system.q_sum(digits) == n and digits.trailing_zeros % 2 == 0,
    )
    yield Step(
        say("book_first_digits.shifted_partner.3", a=a, n=n, x=x, y=y),
        (equation(Floor(n * BETA), Number(x) + Number(a) * n, y),),
        holds=system.p_value(shifted) == x + a * n == y,
    )
    yield Step(
        say("book_first_digits.shifted_partner.4", a=a),
        (digits_table(system.p, [(written("p", x), digits, x), (written("p", x, 1), shifted, y)]),),
        holds=system.p_representation(y) == shifted and system.is_admissible(shifted),
    )


@entry(
    "recipe", "", "3.2.4", A, X, Y, decided=("recipe_by_digits",),
    refuted=("recipe_by_digits_printed",), correction=8,
    uses=("shifted_partner", "even_zeros", "reading", "positions_with_a"),
    theories=("arithmetic",),
)  # fmt: skip
def recipe_by_digits(a: int, x: int, y: int) -> Iterator[Step]:
    """How to play with the digits of the smaller heap."""
    x, y = sorted((x, y))
    game, pairs = wythoff(a), pairs_of(a, y)
    target = target_of(a, pairs, x, y)
    cases = ("large", "above", "below")
    lines = Items(tuple(say(f"book_first_digits.recipe_by_digits.line_{case}") for case in cases))
    yield Step(say("book_first_digits.recipe_by_digits.1"), (lines,))
    if x:
        yield partner_by_digits(a, x, pairs[target.index])
    yield line_of(a, target, x, y)
    if target.case == "below" and target.rank:
        yield nearest_by_digits(a, target.rank, target.reached[0])
    yield from played(game, (x, y), target.reached)
    wrong, right = (a + 1, a + 1 + a * a), (a, a + a * a)
    yield Step(
        say(
            "book_first_digits.recipe_by_digits.2",
            position=(a + 2, a + 2 + a * a),
            m=a,
            wrong=wrong,
            right=right,
        ),
        holds=is_to_leave(game, right)
        and not is_to_leave(game, wrong)
        and printed_small(a, a) == wrong[0]
        and all(printed_small(a, m) == pairs_of(a, m)[m][0] for m in range(1, a)),
    )


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
    return Step(
        say(
            f"book_first_digits.recipe_by_digits.{parity(digits)}",
            x=x,
            count=zeros(digits),
            partner=partner,
        ),
        (digits_table(system.p, rows),),
        holds=pair == ((x, partner) if is_small else (partner, x)),
    )


def nearest_by_digits(a: int, m: int, small: int) -> Step:
    """The smaller member of the pair number m, from the q-representation of m."""
    system = ContinuedFraction((a,))
    digits = system.q_representation(m)
    value = plain(system.p_value(digits))
    read = Call(Subscript("I", "p"), (written("q", m),))
    return Step(
        say(
            f"book_first_digits.recipe_by_digits.index_{parity(digits)}",
            m=m,
            count=zeros(digits),
            small=small,
        ),
        (digits_table(system.q, [(written("q", m), digits, m)]), equation(read, value)),
        holds=small == value - digits.trailing_zeros % 2,
    )
