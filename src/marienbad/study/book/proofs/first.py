"""Sections 3.2.1 to 3.2.3 of the thesis: Wythoff's game with a, by recurrence and by algebra."""

from collections.abc import Iterator
from itertools import count, pairwise

from marienbad.numeration.beatty import Beatty
from marienbad.numeration.continued_fraction import ContinuedFraction
from marienbad.numeration.integers import isqrt, plain
from marienbad.numeration.surds import Surd
from marienbad.solver.search import search_of
from marienbad.study.book.proofs.families import least_missing
from marienbad.study.book.proofs.pairs import (
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
from marienbad.study.book.steps import Step, decimals, step
from marienbad.text.mathematics import Symbol
from marienbad.text.sentences import Listing

ALPHA, BETA = Symbol("α"), Symbol("β")


def game_with_a(a: int, x: int, y: int) -> Iterator[Step]:
    """The rules of the first generalisation."""
    both = [(c, d) for c in range(1, x + 1) for d in range(1, y + 1) if -a < c - d < a]
    left = set(reached(wythoff(a), (x, y)))
    yield step(
        "1",
        holds=len(left) == x + y + len(both) and all((x - c, y - d) in left for c, d in both),
        one=x + y,
        both=len(both),
    )
    yield step("2", holds=all(sum(one) < x + y for one in left))
    yield step("3")


def pairs_with_a(a: int, n: int) -> Iterator[Step]:
    """The sequences aₙ and bₙ."""
    pairs = pairs_of(a, n)
    used = sorted({number for pair in pairs[:n] for number in pair})
    small, large = pairs[n]
    yield step("1", table_of_pairs(pairs[: n + 1], also=[n]))
    yield step(
        "2",
        holds=small not in used and set(range(small)) <= set(used),
        used=Listing(used),
        small=small,
    )
    yield step("3", small=small, large=large)


def complementary_with_a(a: int, x: int) -> Iterator[Step]:
    """Every positive number is in one sequence, once."""
    pairs = pairs_of(a, x)
    small, large = zip(*pairs[1:], strict=True)
    n = holding(pairs, x)
    yield step("1", holds=sum(number < x for number in small[:x]) < x)
    yield step("2", holds=all(one < other for f in (small, large) for one, other in pairwise(f)))
    yield step("3", holds=all(a_m < b_m for a_m, b_m in pairs[1:]) and not {*small} & {*large})
    which = "small" if pairs[n][0] == x else "large"
    yield step(
        f"{which}",
        holds=(small.count(x), large.count(x)) == ((1, 0) if which == "small" else (0, 1)),
        n=n,
        pair=pairs[n],
    )


def positions_with_a(a: int, x: int, y: int) -> Iterator[Step]:
    """The pairs are the positions to leave."""
    x, y = sorted((x, y))
    game, pairs = wythoff(a), pairs_of(a, y)
    target = target_of(a, pairs, x, y)
    own = pairs[target.index]
    shown = table_of_pairs(pairs, also=(target.index, target.rank))
    yield step("1", shown)
    yield step("2", holds=all(holding(pairs, number) == target.index for number in own), pair=own)
    yield step(
        "3",
        holds=(own[1] - own[0]) % a == 0 and leads_to_none(game, pairs, own),
        pair=own,
        difference=own[1] - own[0],
    )
    yield step("4")
    yield step("5", lines())
    yield line_of(a, target, x, y)
    yield from played(game, (x, y), target.reached)
    yield step("6", holds=agrees(game, pairs, (x, y)))


def recipe_with_a(a: int, x: int, y: int) -> Iterator[Step]:
    """How to play by the table of pairs."""
    x, y = sorted((x, y))
    game, pairs = wythoff(a), pairs_of(a, y)
    target = target_of(a, pairs, x, y)
    shown = table_of_pairs(pairs, also=(target.index, target.rank))
    yield step("1", shown, x=x, y=y, z=y - x)
    yield step("2", lines())
    yield line_of(a, target, x, y)
    yield from played(game, (x, y), target.reached)
    yield step("3", holds=is_to_leave(game, (0, 0)))


def slopes_with_a(a: int) -> Iterator[Step]:
    """The two slopes: irrational, with 1/α + 1/β = 1."""
    alpha = Surd(2 - a, 1, 2, a * a + 4)
    beta = alpha + a
    is_root = alpha * alpha + alpha.times(a - 2) == alpha.times(0) + a
    yield step("1", holds=is_root, alpha=decimals(alpha))
    yield step("2", holds=alpha.reciprocal() + beta.reciprocal() == alpha.times(0) + 1)
    square = a * a + 4
    yield step("3", holds=isqrt(square) ** 2 != square, square=square)
    yield step("4", holds=alpha > 1 and alpha < 2)


def algebra_with_a(a: int, n: int) -> Iterator[Step]:
    """aₙ and bₙ are the whole parts of nα and nβ."""
    alpha = ContinuedFraction((a,)).alpha
    low, high = Beatty(alpha), Beatty(alpha + a)
    pairs = pairs_of(a, n)
    yield step("1", holds=high.term(n) == low.term(n) + a * n, large=plain(high.term(n)))
    used = {term for m in range(n) for term in (low.term(m), high.term(m))}
    least = least_missing(used)
    yield step("2", holds=low.term(n + 1) > low.term(n) and high.term(n + 1) > high.term(n))
    yield step("3", holds=least == low.term(n), least=least)
    small, large = pair = pairs[n]
    below, above = decimals(alpha.times(n)), decimals((alpha + a).times(n))
    is_so = pair == (low.term(n), high.term(n))
    yield step("4", holds=is_so, pair=pair, small=small, large=large, below=below, above=above)


def recipe_by_slopes(a: int, x: int, y: int) -> Iterator[Step]:
    """How to play with α and β."""
    x, y = sorted((x, y))
    game, pairs = wythoff(a), pairs_of(a, y)
    target = target_of(a, pairs, x, y)
    alpha = ContinuedFraction((a,)).alpha
    slope = alpha + a if target.case == "large" else alpha
    n = (slope.reciprocal() * (x + 1)).floor()
    yield step("1")
    key = "large" if target.case == "large" else "small"
    yield step(
        key,
        holds=n == target.index and slope.times(n).floor() == x,
        x=x,
        multiple=decimals(slope.times(n)),
        n=n,
    )
    yield step("2", lines())
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
                return step(
                    "book_first.recipe_by_slopes.3",
                    holds=wrong and is_to_leave(game, target.reached),
                    position=(x, y),
                    m=m,
                    pair=pairs[m],
                    right=target.reached,
                )
    raise AssertionError


def lost_starts(a: int, s: int) -> Iterator[Step]:
    """How many of the starts with heaps below s are to leave."""
    beta = ContinuedFraction((a,)).alpha + a
    n = (beta.reciprocal() * s).floor()
    high = Beatty(beta)
    yield step("1", holds=high.term(n) < s <= high.term(n + 1), n=plain(n))
    share = beta.reciprocal().times(2 * s) - (2 * n + 1)
    small = min(s, 40)
    found = sum(1 for _ in search_of(wythoff(a)).p_positions((small - 1, small - 1)))
    expected = 1 + 2 * (beta.reciprocal() * small).floor()
    yield step("2", holds=found == expected, lost=2 * n + 1, total=s * s)
    yield step("3", holds=share > -1 and share < 1)
