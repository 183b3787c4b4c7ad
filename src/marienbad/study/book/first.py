"""Sections 3.2.1 to 3.2.3 of the thesis: Wythoff's game with a, by recurrence and by algebra."""

from collections.abc import Iterator
from itertools import count, pairwise

from marienbad.numeration.beatty import Beatty
from marienbad.numeration.continued_fraction import ContinuedFraction
from marienbad.numeration.integers import isqrt
from marienbad.numeration.surds import Surd
from marienbad.solver.cheapest import search_of
from marienbad.study.book.entry import Choice, Step, entry
from marienbad.study.book.family import (
    agrees,
    holding,
    is_to_leave,
    leads_to_none,
    line_of,
    lines,
    pairs_of,
    played,
    reached,
    table_of_pairs,
    target_of,
    wythoff,
)
from marienbad.study.book.remainders import least_missing
from marienbad.study.book.steps import decimals, equation
from marienbad.text.mathematics import Floor, Number, SquareRoot, Symbol
from marienbad.text.relations import Relation
from marienbad.text.sentences import Equation, Listing, say

A = Choice("a", 2, 1, 9)
X, Y = Choice("x", 26, 0, 70), Choice("y", 49, 0, 70)
ALPHA, BETA = Symbol("α"), Symbol("β")


@entry("definition", "", "3.2.1", A, Choice("x", 3, 0, 20), Choice("y", 4, 0, 20))
def game_with_a(a: int, x: int, y: int) -> Iterator[Step]:
    """The rules of the first generalisation."""
    both = [(c, d) for c in range(1, x + 1) for d in range(1, y + 1) if -a < c - d < a]
    left = set(reached(wythoff(a), (x, y)))
    yield Step(
        say("book_first.game_with_a.1", x=x, y=y, a=a, one=x + y, both=len(both)),
        holds=len(left) == x + y + len(both) and all((x - c, y - d) in left for c, d in both),
    )
    yield Step(say("book_first.game_with_a.2"), holds=all(sum(one) < x + y for one in left))
    yield Step(say("book_first.game_with_a.3"))


@entry("definition", "", "3.2.2", A, Choice("n", 4, 1, 40), theories=("recurrence",))
def pairs_with_a(a: int, n: int) -> Iterator[Step]:
    """The sequences aₙ and bₙ."""
    pairs = pairs_of(a, n)
    used = sorted({number for pair in pairs[:n] for number in pair})
    small, large = pairs[n]
    yield Step(say("book_first.pairs_with_a.1"), (table_of_pairs(pairs[: n + 1], also=[n]),))
    yield Step(
        say("book_first.pairs_with_a.2", n=n, used=Listing(used), small=small),
        holds=small not in used and set(range(small)) <= set(used),
    )
    yield Step(
        say("book_first.pairs_with_a.3", a=a, n=n, small=small, large=large),
        (equation(Number(small) + Number(a) * n, large),),
        holds=large == small + a * n,
    )


@entry(
    "remark", "", "3.2.2", A, Choice("x", 13, 1, 200), decided=("complementary",),
    uses=("pairs_with_a", "complementary_sequences"), theories=("recurrence",),
)  # fmt: skip
def complementary_with_a(a: int, x: int) -> Iterator[Step]:
    """Every positive number is in one sequence, once."""
    pairs = pairs_of(a, x)
    small, large = zip(*pairs[1:], strict=True)
    n = holding(pairs, x)
    yield Step(
        say("book_first.complementary_with_a.1", x=x),
        holds=sum(number < x for number in small[:x]) < x,
    )
    yield Step(
        say("book_first.complementary_with_a.2"),
        holds=all(one < other for f in (small, large) for one, other in pairwise(f)),
    )
    yield Step(
        say("book_first.complementary_with_a.3"),
        holds=all(a_m < b_m for a_m, b_m in pairs[1:]) and not {*small} & {*large},
    )
    which = "small" if pairs[n][0] == x else "large"
    yield Step(
        say(f"book_first.complementary_with_a.{which}", x=x, n=n, pair=pairs[n]),
        holds=(small.count(x), large.count(x)) == ((1, 0) if which == "small" else (0, 1)),
    )


@entry(
    "theorem", "14", "3.2.2", A, X, Y, decided=("positions",), correction=51,
    uses=("two_properties", "partition", "complementary_with_a"),
    theories=("recurrence",),
)  # fmt: skip
def positions_with_a(a: int, x: int, y: int) -> Iterator[Step]:
    """The pairs are the positions to leave."""
    x, y = sorted((x, y))
    game, pairs = wythoff(a), pairs_of(a, y)
    target = target_of(a, pairs, x, y)
    own = pairs[target.index]
    shown = table_of_pairs(pairs, also=(target.index, target.rank))
    yield Step(say("book_first.positions_with_a.1"), (shown,))
    yield Step(
        say("book_first.positions_with_a.2", pair=own),
        holds=all(holding(pairs, number) == target.index for number in own),
    )
    yield Step(
        say("book_first.positions_with_a.3", a=a, pair=own, difference=own[1] - own[0]),
        holds=(own[1] - own[0]) % a == 0 and leads_to_none(game, pairs, own),
    )
    yield Step(say("book_first.positions_with_a.4"))
    yield Step(say("book_first.positions_with_a.5"), (lines(),))
    yield line_of(a, target, x, y)
    yield from played(game, (x, y), target.reached)
    yield Step(say("book_first.positions_with_a.6"), holds=agrees(game, pairs, (x, y)))


@entry(
    "recipe", "", "3.2.2", A, X, Y, decided=("recipe_by_recurrence",),
    refuted=("recipe_at_nothing",), correction=5, uses=("positions_with_a",),
    theories=("recurrence",),
)  # fmt: skip
def recipe_with_a(a: int, x: int, y: int) -> Iterator[Step]:
    """How to play by the table of pairs."""
    x, y = sorted((x, y))
    game, pairs = wythoff(a), pairs_of(a, y)
    target = target_of(a, pairs, x, y)
    shown = table_of_pairs(pairs, also=(target.index, target.rank))
    yield Step(say("book_first.recipe_with_a.1", x=x, y=y, z=y - x), (shown,))
    yield Step(say("book_first.recipe_with_a.2"), (lines(),))
    yield line_of(a, target, x, y)
    yield from played(game, (x, y), target.reached)
    yield Step(say("book_first.recipe_with_a.3"), holds=is_to_leave(game, (0, 0)))


@entry(
    "remark", "", "3.2.3", Choice("a", 2, 1, 10**6), decided=("beatty",),
    uses=("beatty_sequences",), theories=("algebra",),
)  # fmt: skip
def slopes_with_a(a: int) -> Iterator[Step]:
    """The two slopes: irrational, with 1/α + 1/β = 1."""
    alpha = Surd(2 - a, 1, 2, a * a + 4)
    beta = alpha + a
    yield Step(
        say("book_first.slopes_with_a.1", a=a),
        (equation(ALPHA, (Number(2) - a + SquareRoot(Number(a) ** 2 + 4)) / 2, decimals(alpha)),),
        holds=alpha * alpha + alpha.times(a - 2) == alpha.times(0) + a,
    )
    yield Step(
        say("book_first.slopes_with_a.2"),
        (equation(1 / ALPHA + 1 / BETA, 1),),
        holds=alpha.reciprocal() + beta.reciprocal() == alpha.times(0) + 1,
    )
    square = a * a + 4
    yield Step(
        say("book_first.slopes_with_a.3", a=a, square=square),
        (Equation(Relation("<", Relation("<", a * a, square), (a + 2) ** 2)),),
        holds=a * a < square < (a + 2) ** 2
        and square != (a + 1) ** 2
        and isqrt(square) ** 2 != square,
    )
    yield Step(say("book_first.slopes_with_a.4"), holds=alpha > 1 and alpha < 2)


@entry(
    "theorem", "15", "3.2.3", A, Choice("n", 19, 1, 300), decided=("algebra", "recurrence"),
    uses=("pairs_with_a", "beatty_sequences", "slopes_with_a"), theories=("algebra",),
)  # fmt: skip
def algebra_with_a(a: int, n: int) -> Iterator[Step]:
    """aₙ and bₙ are the whole parts of nα and nβ."""
    alpha = ContinuedFraction((a,)).alpha
    low, high = Beatty(alpha), Beatty(alpha + a)
    pairs = pairs_of(a, n)
    yield Step(
        say("book_first.algebra_with_a.1", a=a, n=n),
        (equation(Floor(n * BETA), Floor(n * ALPHA) + Number(a) * n, high.term(n)),),
        holds=high.term(n) == low.term(n) + a * n,
    )
    used = {term for m in range(n) for term in (low.term(m), high.term(m))}
    least = least_missing(used)
    yield Step(
        say("book_first.algebra_with_a.2"),
        holds=low.term(n + 1) > low.term(n) and high.term(n + 1) > high.term(n),
    )
    yield Step(say("book_first.algebra_with_a.3", n=n, least=least), holds=least == low.term(n))
    yield Step(
        say("book_first.algebra_with_a.4", n=n, pair=pairs[n]),
        (
            equation(Floor(n * ALPHA), Floor(decimals(alpha.times(n))), pairs[n][0]),
            equation(Floor(n * BETA), Floor(decimals((alpha + a).times(n))), pairs[n][1]),
        ),
        holds=pairs[n] == (low.term(n), high.term(n)),
    )


@entry(
    "recipe", "", "3.2.3", A, X, Y, decided=("recipe_by_algebra",),
    refuted=("recipe_by_algebra_printed",), correction=7,
    uses=("algebra_with_a", "positions_with_a"), theories=("algebra",),
)  # fmt: skip
def recipe_by_slopes(a: int, x: int, y: int) -> Iterator[Step]:
    """How to play with α and β."""
    x, y = sorted((x, y))
    game, pairs = wythoff(a), pairs_of(a, y)
    target = target_of(a, pairs, x, y)
    alpha = ContinuedFraction((a,)).alpha
    slope, letter = (alpha + a, BETA) if target.case == "large" else (alpha, ALPHA)
    n = (slope.reciprocal() * (x + 1)).floor()
    yield Step(say("book_first.recipe_by_slopes.1"))
    key = "large" if target.case == "large" else "small"
    yield Step(
        say(f"book_first.recipe_by_slopes.{key}", x=x, n=n),
        (
            equation("n", Floor(Number(x + 1) / letter), n),
            equation(Floor(n * letter), Floor(decimals(slope.times(n))), x),
        ),
        holds=n == target.index and slope.times(n).floor() == x,
    )
    yield Step(say("book_first.recipe_by_slopes.2"), (lines(),))
    yield line_of(a, target, x, y)
    yield from played(game, (x, y), target.reached)
    yield printed_quotient(a)


def printed_quotient(a: int) -> Step:
    """The smallest position at which m = ⌊(y − x)/α⌋, as printed, leads astray."""
    alpha, game = ContinuedFraction((a,)).alpha, wythoff(a)
    pairs = pairs_of(a, 40)
    for y in count():
        for x in range(y):
            target = target_of(a, pairs, x, y)
            m = (alpha.reciprocal() * (y - x)).floor()
            if target.case == "below" and m != target.rank:
                wrong = pairs[m] not in set(reached(game, (x, y)))
                return Step(
                    say(
                        "book_first.recipe_by_slopes.3",
                        position=(x, y),
                        m=m,
                        pair=pairs[m],
                        right=target.reached,
                    ),
                    holds=wrong and is_to_leave(game, target.reached),
                )
    raise AssertionError


@entry(
    "remark", "", "conclusion", A, Choice("s", 64, 1, 10**6), uses=("algebra_with_a",), why="sets"
)
def lost_starts(a: int, s: int) -> Iterator[Step]:
    """How many of the starts with heaps below s are to leave."""
    beta = ContinuedFraction((a,)).alpha + a
    n = (beta.reciprocal() * s).floor()
    high = Beatty(beta)
    yield Step(
        say("book_first.lost_starts.1", s=s),
        (equation(Floor(Number(s) / BETA), n),),
        holds=high.term(n) < s <= high.term(n + 1),
    )
    share = beta.reciprocal().times(2 * s) - (2 * n + 1)
    small = min(s, 40)
    found = sum(1 for _ in search_of(wythoff(a)).p_positions((small - 1, small - 1)))
    expected = 1 + 2 * (beta.reciprocal() * small).floor()
    yield Step(
        say("book_first.lost_starts.2", lost=2 * n + 1, total=s * s, s=s),
        (equation(1 + 2 * Floor(Number(s) / BETA), 2 * n + 1),),
        holds=found == expected,
    )
    yield Step(say("book_first.lost_starts.3", s=s), holds=share > -1 and share < 1)
