"""Section 4.1.4 of the thesis: misère play with a, by digits."""

from collections.abc import Iterator

from marienbad.numeration.beatty import Beatty
from marienbad.numeration.continued_fraction import FIBONACCI, ContinuedFraction
from marienbad.numeration.integers import plain
from marienbad.numeration.representations import Representation
from marienbad.numeration.surds import Surd
from marienbad.study.book.endings import (
    comparison,
    is_above,
    is_small,
    lift,
    line_of_ones,
    lower,
    ones,
    powers_of_theta,
)
from marienbad.study.book.entry import Choice, Step, entry
from marienbad.study.book.family import (
    Pair,
    digits_table,
    is_to_leave,
    played,
    weighted_distances,
    wythoff,
)
from marienbad.study.book.first_digits import parity, written
from marienbad.study.book.misere import (
    ALPHA,
    X,
    Y,
    misere_line_of,
    misere_pairs_of,
    misere_target,
)
from marienbad.study.book.steps import decimals, equation
from marienbad.text.mathematics import Call, Floor, Subscript, Sum
from marienbad.text.sentences import Items, say

A = Choice("a", 3, 2, 9)
"""With a = 1 the digits follow another rule."""


@entry(
    "lemma", "12 bis", "4.1.4", Choice("a", 2, 1, 9), Choice("b", 1, 0, 9), Choice("m", 4, 0, 12),
    correction=44, uses=("distances",), why="irrationals",
)  # fmt: skip
def sum_of_distances(a: int, b: int, m: int) -> Iterator[Step]:
    """The sum of the first distances."""
    system = ContinuedFraction((a,))
    alpha = system.alpha + (b - 1)
    p, q = [1, b], [0, 1]
    while len(p) < m + 3:
        p.append(a * p[-1] + p[-2])
        q.append(a * q[-1] + q[-2])
    found = [alpha.times(q[i]) - p[i] for i in range(m + 3)]  # from the index −1 on
    total = sum(found[1 : m + 2], start=alpha.times(0))
    yield Step(
        say("book_misere_digits.sum_of_distances.1", a=a, b=b),
        holds=all(found[i].times(a) == found[i + 1] - found[i - 1] for i in range(1, m + 2)),
    )
    yield Step(
        say("book_misere_digits.sum_of_distances.2", m=m),
        holds=total.times(a) == found[m + 2] + found[m + 1] - found[1] - found[0],
    )
    names = [Subscript("D", i) for i in range(m + 2)]
    right = (names[m] + names[m + 1] + (b + 1) - ALPHA) / a
    yield Step(
        say("book_misere_digits.sum_of_distances.3", b=b),
        (equation(Sum(names[: m + 1]) if m else names[0], right, decimals(total)),),
        holds=found[1] == alpha - b
        and total.times(a) == found[m + 1] + found[m + 2] + (b + 1) - alpha,
    )


@entry(
    "property", "1", "4.1.4", A, Choice("n", 14, 0, 10**9), decided=("misere_q_word",),
    correction=44, uses=("reading", "misere_algebra"), theories=("arithmetic",),
)  # fmt: skip
def misere_reading(a: int, n: int) -> Iterator[Step]:
    """The q-representation of n, read with the weights p, is Aₙ or one less."""
    system = ContinuedFraction((a,))
    digits = system.q_representation(n)
    value, total = plain(system.p_value(digits)), weighted_distances(system, digits)
    theta, wall = system.alpha - 1, line_of_ones(system)
    small = plain((system.alpha.times(n) + system.alpha.reciprocal()).floor())
    yield Step(
        say("book_misere_digits.misere_reading.1", n=n, value=value),
        (
            digits_table(system.q, [(written("q", n), digits, n)]),
            digits_table(system.p, [(written("q", n), digits, value)]),
        ),
        holds=system.alpha.times(n) - value == total,
    )
    yield powers_of_theta(a, len(digits) + 1)
    yield Step(
        say("book_misere_digits.misere_reading.2"),
        holds=total > -theta
        and total < 1
        and theta * system.alpha <= Surd(1, 0, 1, theta.radicand),
    )
    yield comparison(a, digits, total, wall, 0)
    place = ones(digits)
    key = "more" if is_above(digits) else "same"
    yield Step(
        say(
            f"book_misere_digits.misere_reading.{key}",
            ones=place,
            digit=digits.from_right(place),
            n=n,
            small=small,
        ),
        (equation(Floor(n * ALPHA + 1 / ALPHA), small),),
        holds=small == value + (key == "more"),
    )


@entry(
    "property", "2", "4.1.4", A, Choice("x", 31, 0, 10**6), decided=("misere_endings",),
    refuted=("misere_endings_printed",), correction=17,
    uses=("misere_reading", "even_zeros", "misere_slopes"), theories=("arithmetic",),
)  # fmt: skip
def misere_endings(a: int, x: int) -> Iterator[Step]:
    """Which numbers are smaller members, by their last digits."""
    system = ContinuedFraction((a,))
    digits = system.p_representation(x)
    n, total = plain(system.q_sum(digits)), weighted_distances(system, digits)
    wall, theta = line_of_ones(system), system.alpha - 1
    is_a = Beatty(system.alpha, system.alpha.reciprocal()).contains(x)
    yield Step(
        say("book_misere_digits.misere_endings.1", x=x, n=n),
        (digits_table(system.p, [(written("p", x), digits, x)]),),
        holds=total == system.alpha.times(n) - x and total > -theta and total < 1,
    )
    yield Step(
        say("book_misere_digits.misere_endings.2"),
        holds=is_a == (total < wall or total > wall + theta),
    )
    cases = ("zero", "high", "one", "two")
    endings = Items(tuple(say(f"book_misere_digits.misere_endings.ending_{one}") for one in cases))
    yield Step(
        say("book_misere_digits.misere_endings.3"),
        (endings,),
        holds=(total > wall) == is_above(digits)
        and (digits.last != 2 or (total > wall + theta) == is_above(digits, 1)),
    )
    last, place = min(digits.last, 3), ones(digits, 1)
    key = ("small_" if is_a else "large_") + ("zero", "one", "two", "high")[last]
    count, digit = place - (last == 2), digits.from_right(place)
    yield Step(
        say(f"book_misere_digits.misere_endings.{key}", x=x, ones=count, digit=digit),
        holds=is_small(digits) == is_a,
    )
    key = "printed_two" if a == 2 else "printed_more"
    yield Step(
        say(f"book_misere_digits.misere_endings.{key}", a=a),
        holds=is_small(Representation((2,))) and misere_pairs_of(a, 2)[1][0] == 2,
    )


@entry(
    "property", "3", "4.1.4", A, Choice("n", 6, 0, 10**6), decided=("misere_partners",),
    uses=("misere_endings", "misere_algebra", "shifted_partner"), theories=("arithmetic",),
)  # fmt: skip
def misere_partner(a: int, n: int) -> Iterator[Step]:
    """The digits of the larger member from those of the smaller."""
    system = ContinuedFraction((a,))
    x = plain((system.alpha.times(n) + system.alpha.reciprocal()).floor())
    y = x + a * n + 1
    digits = system.p_representation(x)
    lifted, count = lift(digits), plain(system.q_sum(digits))
    is_low = digits.last <= 1
    yield Step(
        say("book_misere_digits.misere_partner.1", n=n, x=x, last=digits.last, count=count),
        holds=count == n + (not is_low),
    )
    yield Step(
        say("book_misere_digits.misere_partner.2"),
        holds=system.p_value(digits.left_shift()) == x + a * count,
    )
    key = "low" if is_low else "high"
    yield Step(
        say(f"book_misere_digits.misere_partner.{key}", x=x, a=a, n=n, y=y, last=digits.last),
        holds=system.p_value(lifted) == y,
    )
    yield Step(
        say("book_misere_digits.misere_partner.3"),
        (digits_table(system.p, [(written("p", x), digits, x), (written("p", y), lifted, y)]),),
        holds=system.p_representation(y) == lifted and lower(lifted) == digits,
    )


@entry(
    "recipe", "", "4.1.4", A, X, Y, decided=("misere_recipe_by_digits",),
    refuted=("misere_recipe_printed",), correction=17,
    uses=("misere_reading", "misere_endings", "misere_partner", "misere_pairs"),
    theories=("arithmetic",),
)  # fmt: skip
def misere_by_digits(a: int, x: int, y: int) -> Iterator[Step]:
    """How to play misère with digits."""
    x, y = sorted((x, y))
    game, pairs = wythoff(a, is_misere=True), misere_pairs_of(a, y)
    target = misere_target(a, pairs, x, y)
    system = ContinuedFraction((a,))
    cases = ("large", "small", "same", "below")
    lines = Items(tuple(say(f"book_misere_digits.misere_by_digits.line_{case}") for case in cases))
    yield Step(say("book_misere_digits.misere_by_digits.1"), (lines,))
    digits = system.p_representation(x)
    small = is_small(digits)
    other = lift(digits) if small else lower(digits)
    partner = plain(system.p_value(other))
    rows = [(written("p", x), digits, x), (written("p", partner), other, partner)]
    key = "small" if small else "large"
    yield Step(
        say(f"book_misere_digits.misere_by_digits.{key}", x=x, partner=partner),
        (digits_table(system.p, rows),),
        holds={x, partner} == {*pairs[target.index]},
    )
    yield misere_line_of(a, target, x, y)
    if target.case == "below" and target.rank:
        yield nearest(a, target.rank, target.reached[0])
    yield from played(game, (x, y), target.reached)
    if a > 2:
        yield Step(
            say("book_misere_digits.misere_by_digits.2"),
            holds=not is_to_leave(game, (1, 2)) and is_to_leave(game, (0, 1)),
        )


def nearest(a: int, m: int, small: int) -> Step:
    """The smaller member of the pair number m, from the q-representation of m."""
    system = ContinuedFraction((a,))
    digits = system.q_representation(m)
    value = plain(system.p_value(digits))
    key = "more" if is_above(digits) else "same"
    read = Call(Subscript("I", "p"), (written("q", m),))
    return Step(
        say(
            f"book_misere_digits.misere_by_digits.index_{key}",
            m=m,
            ones=ones(digits),
            digit=digits.from_right(ones(digits)),
            small=small,
        ),
        (digits_table(system.q, [(written("q", m), digits, m)]), equation(read, value)),
        holds=small == value + (key == "more"),
    )


@entry(
    "remark", "", "4.1.4", X, Y, decided=("misere_positions",),
    refuted=("misere_like_others",), correction=18,
    uses=(
        "fibonacci_numeration", "misere_algebra", "misere_pairs", "even_zeros", "shifted_partner",
    ),
    theories=("arithmetic",),
)  # fmt: skip
def misere_fibonacci(x: int, y: int) -> Iterator[Step]:
    """Misère Wythoff by Fibonacci digits."""
    x, y = sorted((x, y))
    game, pairs = wythoff(1, is_misere=True), misere_pairs_of(1, y)
    target = misere_target(1, pairs, x, y)
    yield Step(
        say("book_misere_digits.misere_fibonacci.1"),
        holds=all(is_to_leave(game, pair) for pair in pairs[:4]),
    )
    yield fibonacci_partner(x, pairs[target.index])
    yield misere_line_of(1, target, x, y)
    yield from played(game, (x, y), target.reached)
    yield Step(
        say("book_misere_digits.misere_fibonacci.2"),
        holds=FIBONACCI.p_value(lift(FIBONACCI.p_representation(2))) == 4
        and not is_to_leave(game, (2, 4)),
    )


def fibonacci_partner(x: int, pair: Pair) -> Step:
    """What the zeros of x say of its partner; the first numbers are paired otherwise."""
    if x <= 2:
        partner = (1, 0, 2)[x]
        return Step(
            say("book_misere_digits.misere_fibonacci.first", x=x, partner=partner),
            holds={x, partner} == {*pair},
        )
    own = FIBONACCI.p_representation(x)
    key = parity(own)
    other = own.left_shift() if key == "even" else own.right_shift()
    partner = plain(FIBONACCI.p_value(other))
    rows = [(written("F", x), own, x), (written("F", partner), other, partner)]
    return Step(
        say(f"book_misere_digits.misere_fibonacci.{key}", x=x, partner=partner),
        (digits_table(FIBONACCI.p, rows),),
        holds={x, partner} == {*pair},
    )
