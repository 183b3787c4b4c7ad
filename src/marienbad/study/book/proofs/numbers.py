"""Sections 3.0.1 and 3.0.2 of the thesis: complementary sequences and continued fractions."""

from collections.abc import Iterator
from fractions import Fraction as Ratio
from math import isqrt

from marienbad.numeration.beatty import Beatty
from marienbad.numeration.continued_fraction import ContinuedFraction
from marienbad.numeration.surds import Surd
from marienbad.study.book.steps import Step, decimals, equation, step, table
from marienbad.text.mathematics import (
    Expression,
    Fraction,
    Number,
    Operand,
    Product,
    Subscript,
    signed_sum,
)
from marienbad.text.relations import Relation
from marienbad.text.sentences import Equation, Listing, Table

GOLDEN = Surd(1, 1, 2, 5)
SHOWN = 8
"""How many terms of a sequence are shown."""


def two_sequences(k: int) -> tuple[Beatty, Beatty]:
    """⌊nα⌋ and ⌊nβ⌋ with α = [1; k, k, …] and β = α + k."""
    alpha = ContinuedFraction((k,)).alpha
    return Beatty(alpha), Beatty(alpha + k)


def places(first: Beatty, second: Beatty, number: int, start: int = 1) -> list[tuple[str, int]]:
    """Where a number stands in the two sequences, found by going through them."""
    found = []
    for name, sequence in (("a", first), ("b", second)):
        n = start
        while (term := sequence.term(n)) <= number:
            if term == number:
                found.append((name, n))
            n += 1
    return found


def integer_part(n: int) -> Iterator[Step]:
    """⌊x⌋ is the largest integer that is not above x."""
    whole = (n + isqrt(5 * n * n)) // 2
    below, above = 2 * whole - n, 2 * whole + 2 - n
    is_so = (below <= 0 or below * below <= 5 * n * n) and 5 * n * n < above * above
    yield step("1", whole=whole, holds=is_so)
    yield step("2", holds=(5 * n * n == isqrt(5 * n * n) ** 2) == (n == 0))


def complementary_sequences(k: int, x: int) -> Iterator[Step]:
    """Two sequences that share out the positive integers."""
    first, second = two_sequences(k)
    rows = [(n, int(first.term(n)), int(second.term(n))) for n in range(1, SHOWN + 1)]
    shown = table(("n", Subscript("a", "n"), Subscript("b", "n")), rows)
    yield step("1", shown)
    found = places(first, second, x)
    name, n = found[0]
    yield step("2", holds=len(found) == 1, place=Subscript(name, n))


def upper_complementary(N: int, c: int, x: int) -> Iterator[Step]:
    """Two sequences that share out the integers from a_N on."""
    first, second = (Beatty(slope, slope.times(1 - N) + c) for slope in (GOLDEN, GOLDEN + 1))
    rows = [(n, int(first.term(n)), int(second.term(n))) for n in range(N, N + SHOWN)]
    shown = table(("n", Subscript("a", "n"), Subscript("b", "n")), rows)
    yield step("1", shown, start=N, least=c + 1)
    found = places(first, second, x, N)
    if x <= c:
        yield step("2_below", holds=not found, least=c + 1)
    else:
        name, n = found[0]
        place = Subscript(name, n)
        yield step("2", holds=len(found) == 1, place=place)


def beatty_sequences(k: int, M: int) -> Iterator[Step]:
    """Beatty: ⌊nα⌋ and ⌊nβ⌋ are complementary where 1/α + 1/β = 1."""
    alpha = ContinuedFraction((k,)).alpha
    beta = alpha + k
    shares = [slope.reciprocal().times(M) for slope in (alpha, beta)]
    counts = [int(share.floor()) for share in shares]
    listed = [_below(slope, M) for slope in (alpha, beta)]
    is_so = alpha.reciprocal() + beta.reciprocal() == Surd(1, 0, 1, alpha.radicand)
    yield step("1", holds=is_so, alpha=decimals(alpha), beta=decimals(beta))
    one, other = counts
    yield step("2", holds=listed == counts, one=one, other=other)
    yield step("3", less=M - 1, one=one, other=other)
    found = places(*two_sequences(k), M)
    is_so = len(found) == 1 and sum(_below(slope, M + 1) for slope in (alpha, beta)) == M
    yield step("4", holds=is_so, more=M + 1, place=Subscript(*found[0]))


def _below(slope: Surd, bound: int) -> int:
    """How many multiples n·slope, n ≥ 1, are below a bound: counted one by one."""
    n = 0
    while slope.times(n + 1) < bound:
        n += 1
    return n


ROWS = 9
P, Q = (Subscript(letter, "i") for letter in "pq")


def fraction(*quotients: int) -> ContinuedFraction:
    return ContinuedFraction(quotients)


def distance(system: ContinuedFraction, i: int) -> Surd:
    """D_i = αq_i − p_i."""
    return system.alpha.times(system.q(i)) - system.p(i)


def rest(system: ContinuedFraction, i: int) -> Surd:
    """θ_i = [0; a_i, a_{i+1}, …], i ≥ 1."""
    turned = (i - 1) % len(system.period)
    return ContinuedFraction(system.period[turned:] + system.period[:turned]).alpha - 1


def weights(system: ContinuedFraction, last: int) -> Table:
    """The convergents from i = −1 on, as tableau XI has them."""
    rows = [
        (i, system.quotient(i) if i > 0 else None, int(p), int(q))
        for i, p, q in system.convergents(last + 2)
    ]
    return table(("i", Subscript("a", "i"), P, Q), rows)


def product(one: int, other: Operand) -> Product:
    return Product((Number(one), other), "×")


def index(letter: str, i: int) -> Subscript:
    return Subscript(letter, Number(i))


def continued_fraction(a1: int, a2: int, a3: int, a4: int) -> Iterator[Step]:
    """α = [1; a₁, a₂, …] and its convergents p_n/q_n."""
    system = fraction(a1, a2, a3, a4)
    quotients = Listing((a1, a2, a3, a4), "")
    alpha = decimals(system.alpha)
    yield step("1", weights(system, ROWS - 2), quotients=quotients, alpha=alpha)
    value: Ratio = Ratio(a4)
    for quotient in (a3, a2, a1):
        value = quotient + 1 / value
    value = 1 + 1 / value
    shown = equation(Fraction(index("p", 4), index("q", 4)), Fraction(*value.as_integer_ratio()))
    is_so = value == Ratio(int(system.p(4)), int(system.q(4)))
    yield step("2", shown, holds=is_so, quotients=quotients)


def consecutive_convergents(a1: int, a2: int, a3: int, a4: int, n: int) -> Iterator[Step]:
    """p_{n−1}q_n − p_n q_{n−1} is 1 or −1."""
    system = fraction(a1, a2, a3, a4)
    (p, q), (p_next, q_next) = ((int(system.p(i)), int(system.q(i))) for i in (n - 1, n))
    yield step("2", p=p, q=q, above=p_next, below=q_next, sign=(-1) ** n)


def every_second_numerator(a1: int, a2: int, a3: int, a4: int, i: int) -> Iterator[Step]:
    """a_{i+1}p_i + a_{i−1}p_{i−2} + … = p_{i+1} − 1."""
    system = fraction(a1, a2, a3, a4)
    places = range(i, -1, -2)
    terms = [product(system.quotient(j + 1), int(system.p(j))) for j in places]
    total = sum(system.quotient(j + 1) * system.p(j) for j in places)
    is_so = all(
        system.quotient(j + 1) * system.p(j) == system.p(j + 1) - system.p(j - 1) for j in places
    )
    yield step("1", holds=is_so)
    yield step("2", holds=system.p(-1) == system.p(0) == 1)
    shown = equation(signed_sum(terms), int(total), Number(int(system.p(i + 1))) - 1)
    yield step("3", shown, holds=total == system.p(i + 1) - 1)
    q_total = int(sum(system.quotient(j + 1) * system.q(j) for j in places))
    end = 1 if i % 2 else 0
    shown = equation(
        signed_sum([product(system.quotient(j + 1), int(system.q(j))) for j in places]),
        q_total,
        Number(int(system.q(i + 1))) - 1 if end else index("q", i + 1),
    )
    yield step("4", shown, holds=q_total == system.q(i + 1) - end)


def distances(a1: int, a2: int, a3: int, a4: int) -> Iterator[Step]:
    """D_n = αq_n − p_n."""
    system = fraction(a1, a2, a3, a4)
    rows = [
        (i, int(system.p(i)), int(system.q(i)), decimals(distance(system, i)))
        for i in range(-1, ROWS - 2)
    ]
    is_so = distance(system, -1) == Surd(-1, 0, 1, system.alpha.radicand)
    yield step("1", table(("i", P, Q, Subscript("D", "i")), rows), holds=is_so)
    is_so = all(
        distance(system, i)
        == distance(system, i - 1).times(system.quotient(i)) + distance(system, i - 2)
        for i in range(1, ROWS)
    )
    yield step("2", holds=is_so)


def distances_alternate(a1: int, a2: int, a3: int, a4: int, n: int) -> Iterator[Step]:
    """−1 = D_{−1} < D_1 < D_3 < … < 0 < … < D_2 < D_0 = α − 1."""
    system = fraction(a1, a2, a3, a4)
    one, before, here = rest(system, n + 1), distance(system, n - 1), distance(system, n)
    yield step("1", holds=0 < rest(system, 1) < 1 and distance(system, 0) == rest(system, 1))
    yield step("2", holds=one.reciprocal() == rest(system, n + 2) + system.quotient(n + 1))
    is_so = here == -(one * before)
    yield step("3", here=decimals(here), holds=is_so, theta=decimals(one), before=decimals(before))
    chain: Expression = (
        Relation("<", index("D", n), 0) if n % 2 else Relation("<", 0, index("D", n))
    )
    yield step("4", Equation(chain), holds=(here > 0) == (n % 2 == 0) and size(here) < size(before))
    inner = distance(system, n + 2)
    is_so = (0 < inner < here) if here > 0 else (here < inner < 0)
    yield step("5", Equation(_order(n, here > 0)), holds=is_so)


def _order(n: int, is_above: bool) -> Expression:
    """0 < D_{n+2} < D_n, or the other way round."""
    outer, inner = index("D", n), index("D", n + 2)
    if is_above:
        return Relation("<", Relation("<", 0, inner), outer)
    return Relation("<", Relation("<", outer, inner), 0)


def size(number: Surd) -> Surd:
    """How large a number is, whatever its sign."""
    return -number if number < 0 else number


def best_approximations(a1: int, a2: int, a3: int, a4: int, b: int, a: int) -> Iterator[Step]:
    """Lagrange: no fraction with a denominator below q_{n+1} comes nearer than p_n/q_n."""
    system, n = fraction(a1, a2, a3, a4), 0
    while system.q(n + 1) <= b:
        n += 1
    (p, q), (p_next, q_next) = ((int(system.p(i)), int(system.q(i))) for i in (n, n + 1))
    sign = p * q_next - p_next * q
    x, y = (a * q_next - b * p_next) * sign, (b * p - a * q) * sign
    given, here = system.alpha.times(b) - a, distance(system, n)
    yield step("1", n=n, q=q_next, holds=b < q_next)
    is_so = abs(sign) == 1 and (x * p + y * p_next, x * q + y * q_next) == (a, b)
    yield step("2", holds=is_so, x=Number(x), y=Number(y), p=p, q=q, above=p_next, below=q_next)
    yield step("3", holds=x != 0)
    yield step("4", holds=y != 0 or size(given) == size(here).times(abs(x)))
    whole = size(here).times(abs(x)) + size(distance(system, n + 1)).times(abs(y))
    yield step("5", holds=x * y <= 0 and size(given) == whole)
    here, given = size(here), size(given)
    yield step("6", holds=here <= given, here=decimals(here), given=decimals(given))


def comparison_by_euclid(k: int, u: int, w: int) -> Iterator[Step]:
    """w ≤ uθ, θ = α − 1, is found by Euclid's algorithm."""
    theta = fraction(k).alpha - 1
    yield step("1", holds=theta.reciprocal() == theta + k and not theta.is_rational)
    yield step("2")
    pairs = [(u, w)]
    while pairs[-1][1] and pairs[-1][0] >= k * pairs[-1][1]:
        above, below = pairs[-1]
        pairs.append((below, above - k * below))
    # the last question is answered by itself: 0 is at most uθ, and w > u/k is above it
    is_so = (pairs[-1][1] == 0) == (len(pairs) % 2 == 1)
    holds = is_so == (Surd(w, 0, 1, theta.radicand) <= theta.times(u))
    yield step(f"3_{'yes' if is_so else 'no'}", table(("u", "w"), pairs), holds=holds)
