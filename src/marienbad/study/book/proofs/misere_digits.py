"""Section 4.1.4 of the thesis: misère play with a, by digits."""

from collections.abc import Iterator

from marienbad.numeration.beatty import Beatty
from marienbad.numeration.continued_fraction import FIBONACCI, ContinuedFraction, Representation
from marienbad.numeration.integers import plain
from marienbad.numeration.surds import Surd
from marienbad.study.book.proofs.first_digits import convergents_table, parity, written
from marienbad.study.book.proofs.numbers import distance
from marienbad.study.book.proofs.pairs import (
    Pair,
    digits_table,
    is_to_leave,
    played,
    weighted_distances,
    wythoff,
)
from marienbad.study.book.proofs.with_a import ALPHA, misere_line_of, misere_pairs_of, misere_target
from marienbad.study.book.steps import Step, decimals, equation, step
from marienbad.text.mathematics import Call, Subscript, Sum
from marienbad.text.sentences import Items, say


def ones(digits: Representation, first: int = 0) -> int:
    """The first place, from some place on, where the digit is not 1."""
    place = first
    while digits.from_right(place) == 1:
        place += 1
    return place


def line_of_ones(system: ContinuedFraction) -> Surd:
    """What the digits …, 1, 1, 1 would give: W = 1 − 1/α."""
    return 1 - system.alpha.reciprocal()


def is_above(digits: Representation, first: int = 0) -> bool:
    """Whether the first digit that is not 1 stands above it, the order being reversed."""
    place = ones(digits, first)
    return (digits.from_right(place) > 1) == (place % 2 == 0)


def is_small(digits: Representation) -> bool:
    """Whether property 2 lists an ending among those of the smaller members."""
    last = digits.last
    if last in (1, 2):
        return is_above(digits, 1) == (last == 2)
    return True


def lift(digits: Representation) -> Representation:
    """The function f of property 3."""
    if digits.last <= 1:
        return Representation((*digits, 1))
    return Representation((*tuple(digits)[:-1], digits.last - 1, 2))


def lower(digits: Representation) -> Representation:
    """Its inverse."""
    shorter = tuple(digits.right_shift())
    return Representation((*shorter[:-1], shorter[-1] + 1) if digits.last == 2 else shorter)


def powers_of_theta(a: int, count: int) -> Step:
    """The distances are powers of α − 1 with alternating signs."""
    system = ContinuedFraction((a,))
    theta, power = system.alpha - 1, system.alpha - 1
    is_so = theta * theta == 1 - theta.times(a)
    for i in range(count):
        is_so &= distance(system, i) == (power if i % 2 == 0 else -power)
        power = power * theta
    return step(".powers", convergents_table(system, 6), holds=is_so, a=a)


def comparison(a: int, digits: Representation, total: Surd, wall: Surd, first: int) -> Step:
    """Where the digits stand to the line of ones, by the first that is no 1."""
    system = ContinuedFraction((a,))
    theta = system.alpha - 1
    place = ones(digits, first)
    bracket = (total - wall) * distance(system, place).reciprocal()
    above = digits.from_right(place) > 1
    rest = theta * system.alpha.reciprocal()
    is_so = (bracket.sign() > 0) == above and theta + rest <= 1
    return step(".comparison", holds=is_so)


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
    is_so = all(found[i].times(a) == found[i + 1] - found[i - 1] for i in range(1, m + 2))
    yield step("1", holds=is_so)
    yield step("2", holds=total.times(a) == found[m + 2] + found[m + 1] - found[1] - found[0])
    names = [Subscript("D", i) for i in range(m + 2)]
    right = (names[m] + names[m + 1] + (b + 1) - ALPHA) / a
    shown = equation(Sum(names[: m + 1]) if m else names[0], right, decimals(total))
    is_so = (
        found[1] == alpha - b and total.times(a) == found[m + 1] + found[m + 2] + (b + 1) - alpha
    )
    yield step("3", shown, holds=is_so)


def misere_reading(a: int, n: int) -> Iterator[Step]:
    """The q-representation of n, read with the weights p, is Aₙ or one less."""
    system = ContinuedFraction((a,))
    digits = system.q_representation(n)
    value, total = plain(system.p_value(digits)), weighted_distances(system, digits)
    theta, wall = system.alpha - 1, line_of_ones(system)
    small = plain((system.alpha.times(n) + system.alpha.reciprocal()).floor())
    yield step(
        "1",
        digits_table(system.q, [(written("q", n), digits, n)]),
        digits_table(system.p, [(written("q", n), digits, value)]),
        holds=system.alpha.times(n) - value == total,
        value=value,
    )
    yield powers_of_theta(a, len(digits) + 1)
    is_so = total > -theta and total < 1 and theta * system.alpha <= Surd(1, 0, 1, theta.radicand)
    yield step("2", holds=is_so)
    yield comparison(a, digits, total, wall, 0)
    place = ones(digits)
    key = "more" if is_above(digits) else "same"
    is_so = small == value + (key == "more")
    yield step(key, holds=is_so, ones=place, digit=digits.from_right(place), small=small)


def misere_endings(a: int, x: int) -> Iterator[Step]:
    """Which numbers are smaller members, by their last digits."""
    system = ContinuedFraction((a,))
    digits = system.p_representation(x)
    n, total = plain(system.q_sum(digits)), weighted_distances(system, digits)
    wall, theta = line_of_ones(system), system.alpha - 1
    is_a = Beatty(system.alpha, system.alpha.reciprocal()).contains(x)
    is_so = total == system.alpha.times(n) - x and total > -theta and total < 1
    yield step("1", digits_table(system.p, [(written("p", x), digits, x)]), holds=is_so, n=n)
    yield step("2", holds=is_a == (total < wall or total > wall + theta))
    cases = ("zero", "high", "one", "two")
    endings = Items(tuple(say(f"ending_{one}") for one in cases))
    is_so = (total > wall) == is_above(digits) and (
        digits.last != 2 or (total > wall + theta) == is_above(digits, 1)
    )
    yield step("3", endings, holds=is_so)
    last, place = min(digits.last, 3), ones(digits, 1)
    key = ("small_" if is_a else "large_") + ("zero", "one", "two", "high")[last]
    count, digit = place - (last == 2), digits.from_right(place)
    yield step(key, holds=is_small(digits) == is_a, ones=count, digit=digit)
    key = "printed_two" if a == 2 else "printed_more"
    yield step(key, holds=is_small(Representation((2,))) and misere_pairs_of(a, 2)[1][0] == 2)


def misere_partner(a: int, n: int) -> Iterator[Step]:
    """The digits of the larger member from those of the smaller."""
    system = ContinuedFraction((a,))
    x = plain((system.alpha.times(n) + system.alpha.reciprocal()).floor())
    y = x + a * n + 1
    digits = system.p_representation(x)
    lifted, count = lift(digits), plain(system.q_sum(digits))
    is_low = digits.last <= 1
    yield step("1", holds=count == n + (not is_low), x=x, last=digits.last, count=count)
    yield step("2", holds=system.p_value(digits.left_shift()) == x + a * count)
    key = "low" if is_low else "high"
    yield step(key, holds=system.p_value(lifted) == y, x=x, y=y, last=digits.last)
    shown = digits_table(system.p, [(written("p", x), digits, x), (written("p", y), lifted, y)])
    yield step("3", shown, holds=system.p_representation(y) == lifted and lower(lifted) == digits)


def misere_by_digits(a: int, x: int, y: int) -> Iterator[Step]:
    """How to play misère with digits."""
    x, y = sorted((x, y))
    game, pairs = wythoff(a, is_misere=True), misere_pairs_of(a, y)
    target = misere_target(a, pairs, x, y)
    system = ContinuedFraction((a,))
    cases = ("large", "small", "same", "below")
    lines = Items(tuple(say(f"line_{case}") for case in cases))
    yield step("1", lines)
    digits = system.p_representation(x)
    small = is_small(digits)
    other = lift(digits) if small else lower(digits)
    partner = plain(system.p_value(other))
    rows = [(written("p", x), digits, x), (written("p", partner), other, partner)]
    key = "small" if small else "large"
    is_so = {x, partner} == {*pairs[target.index]}
    yield step(key, digits_table(system.p, rows), holds=is_so, x=x, partner=partner)
    yield misere_line_of(a, target, x, y)
    if target.case == "below" and target.rank:
        yield nearest(a, target.rank, target.reached[0])
    yield from played(game, (x, y), target.reached)
    if a > 2:
        yield step("2", holds=not is_to_leave(game, (1, 2)) and is_to_leave(game, (0, 1)))


def nearest(a: int, m: int, small: int) -> Step:
    """The smaller member of the pair number m, from the q-representation of m."""
    system = ContinuedFraction((a,))
    digits = system.q_representation(m)
    value = plain(system.p_value(digits))
    key = "more" if is_above(digits) else "same"
    read = Call(Subscript("I", "p"), (written("q", m),))
    return step(
        f"index_{key}",
        digits_table(system.q, [(written("q", m), digits, m)]),
        equation(read, value),
        holds=small == value + (key == "more"),
        m=m,
        ones=ones(digits),
        digit=digits.from_right(ones(digits)),
        small=small,
    )


def misere_fibonacci(x: int, y: int) -> Iterator[Step]:
    """Misère Wythoff by Fibonacci digits."""
    x, y = sorted((x, y))
    game, pairs = wythoff(1, is_misere=True), misere_pairs_of(1, y)
    target = misere_target(1, pairs, x, y)
    yield step("1", holds=all(is_to_leave(game, pair) for pair in pairs[:4]))
    yield fibonacci_partner(x, pairs[target.index])
    yield misere_line_of(1, target, x, y)
    yield from played(game, (x, y), target.reached)
    is_so = FIBONACCI.p_value(lift(FIBONACCI.p_representation(2))) == 4 and not is_to_leave(
        game, (2, 4)
    )
    yield step("2", holds=is_so)


def fibonacci_partner(x: int, pair: Pair) -> Step:
    """What the zeros of x say of its partner; the first numbers are paired otherwise."""
    if x <= 2:
        partner = (1, 0, 2)[x]
        is_so = {x, partner} == {*pair}
        return step("first", holds=is_so, x=x, partner=partner)
    own = FIBONACCI.p_representation(x)
    key = parity(own)
    other = own.left_shift() if key == "even" else own.right_shift()
    partner = plain(FIBONACCI.p_value(other))
    rows = [(written("F", x), own, x), (written("F", partner), other, partner)]
    shown = digits_table(FIBONACCI.p, rows)
    is_so = {x, partner} == {*pair}
    return step(key, shown, holds=is_so, x=x, partner=partner)
