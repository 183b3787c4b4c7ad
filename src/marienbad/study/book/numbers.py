"""Section 3.0.1 of the thesis: integer parts and complementary sequences."""

from collections.abc import Iterator
from math import isqrt

from marienbad.numeration.beatty import Beatty
from marienbad.numeration.continued_fraction import ContinuedFraction
from marienbad.numeration.surds import Surd
from marienbad.study.book.entry import Choice, Step, entry
from marienbad.study.book.steps import decimals, equation, step, table
from marienbad.text.mathematics import Floor, Number, Subscript, Symbol
from marienbad.text.relations import Relation
from marienbad.text.sentences import Equation

GOLDEN = Surd(1, 1, 2, 5)
QUOTIENT = Choice("k", 2, 1, 9)
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


@entry("definition", "", "3.0.1", Choice("n", 27, 0, 10**9))
def integer_part(n: int) -> Iterator[Step]:
    """⌊x⌋ is the largest integer that is not above x."""
    whole = (n + isqrt(5 * n * n)) // 2
    below, above = 2 * whole - n, 2 * whole + 2 - n
    yield step(
        "book_numbers.integer_part.1",
        Equation(Relation("<", Relation("≤", Number(whole), n * Symbol("τ")), Number(whole + 1))),
        equation(Floor(n * Symbol("τ")), whole),
        holds=(below <= 0 or below * below <= 5 * n * n) and 5 * n * n < above * above,
        n=n,
    )
    yield step(
        "book_numbers.integer_part.2", holds=(5 * n * n == isqrt(5 * n * n) ** 2) == (n == 0)
    )


@entry("definition", "", "3.0.1", QUOTIENT, Choice("x", 12, 1, 2000))
def complementary_sequences(k: int, x: int) -> Iterator[Step]:
    """Two sequences that share out the positive integers."""
    first, second = two_sequences(k)
    rows = [(n, int(first.term(n)), int(second.term(n))) for n in range(1, SHOWN + 1)]
    shown = table(("n", Subscript("a", "n"), Subscript("b", "n")), rows)
    yield step("book_numbers.complementary_sequences.1", shown, k=k)
    found = places(first, second, x)
    name, n = found[0]
    yield step(
        "book_numbers.complementary_sequences.2",
        holds=len(found) == 1,
        x=x,
        place=Subscript(name, n),
    )


@entry(
    "definition", "", "3.0.1", Choice("N", 3, 0, 50), Choice("c", 4, 0, 50), Choice("x", 9, 0, 2000)
)
def upper_complementary(N: int, c: int, x: int) -> Iterator[Step]:  # noqa: N803 (as in the thesis)
    """Two sequences that share out the integers from a_N on."""
    first, second = (Beatty(slope, slope.times(1 - N) + c) for slope in (GOLDEN, GOLDEN + 1))
    rows = [(n, int(first.term(n)), int(second.term(n))) for n in range(N, N + SHOWN)]
    shown = table(("n", Subscript("a", "n"), Subscript("b", "n")), rows)
    yield step("book_numbers.upper_complementary.1", shown, start=N, least=c + 1, c=c)
    found = places(first, second, x, N)
    if x <= c:
        yield step("book_numbers.upper_complementary.2_below", holds=not found, x=x, least=c + 1)
    else:
        name, n = found[0]
        place = Subscript(name, n)
        yield step("book_numbers.upper_complementary.2", holds=len(found) == 1, x=x, place=place)


@entry(
    "theorem",
    "4",
    "3.0.1",
    QUOTIENT,
    Choice("M", 12, 1, 2000),
    decided=("beatty",),
    uses=("complementary_sequences", "integer_part"),
    theories=("algebra",),
)
def beatty_sequences(k: int, M: int) -> Iterator[Step]:  # noqa: N803 (as in the thesis)
    """Beatty: ⌊nα⌋ and ⌊nβ⌋ are complementary where 1/α + 1/β = 1."""
    alpha = ContinuedFraction((k,)).alpha
    beta = alpha + k
    shares = [slope.reciprocal().times(M) for slope in (alpha, beta)]
    counts = [int(share.floor()) for share in shares]
    listed = [_below(slope, M) for slope in (alpha, beta)]
    yield step(
        "book_numbers.beatty_sequences.1",
        holds=alpha.reciprocal() + beta.reciprocal() == Surd(1, 0, 1, alpha.radicand),
        k=k,
        alpha=decimals(alpha),
        beta=decimals(beta),
    )
    yield step(
        "book_numbers.beatty_sequences.2",
        equation(Floor(M / Symbol("α")), counts[0]),
        equation(Floor(M / Symbol("β")), counts[1]),
        holds=listed == counts,
        M=M,
    )
    yield step(
        "book_numbers.beatty_sequences.3",
        equation(Number(counts[0]) + counts[1], M - 1),
        holds=sum(counts) == M - 1,
        M=M,
        less=M - 1,
    )
    found = places(*two_sequences(k), M)
    yield step(
        "book_numbers.beatty_sequences.4",
        holds=len(found) == 1 and sum(_below(slope, M + 1) for slope in (alpha, beta)) == M,
        M=M,
        more=M + 1,
        place=Subscript(*found[0]),
    )


def _below(slope: Surd, bound: int) -> int:
    """How many multiples n·slope, n ≥ 1, are below a bound: counted one by one."""
    n = 0
    while slope.times(n + 1) < bound:
        n += 1
    return n
