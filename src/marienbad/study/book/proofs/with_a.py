"""Sections 3.2.1 to 3.2.3 and 4.1.1 to 4.1.3 of the thesis: with a, normal and misère."""

from collections.abc import Iterator
from itertools import count, pairwise

from marienbad.numeration.beatty import Beatty
from marienbad.numeration.continued_fraction import ContinuedFraction
from marienbad.numeration.integers import isqrt, plain
from marienbad.numeration.surds import Surd
from marienbad.solver.search import search_of
from marienbad.study.book.proofs.families import least_missing
from marienbad.study.book.proofs.pairs import (
    Pair,
    Target,
    agrees,
    holding,
    is_to_leave,
    leads_to_none,
    line_of,
    lines,
    pairs_by_law,
    pairs_of,
    played,
    reached,
    table_of_pairs,
    target_of,
    wythoff,
)
from marienbad.study.book.steps import Step, decimals, equation, step
from marienbad.text.mathematics import Floor, Number, Symbol
from marienbad.text.sentences import Items, Listing, say


def game_with_a(a: int, x: int, y: int) -> Iterator[Step]:
    """The rules of the first generalisation."""
    both = [(c, d) for c in range(1, x + 1) for d in range(1, y + 1) if -a < c - d < a]
    left = set(reached(wythoff(a), (x, y)))
    is_so = len(left) == x + y + len(both) and all((x - c, y - d) in left for c, d in both)
    yield step("1", holds=is_so, one=x + y, both=len(both))
    yield step("2", holds=all(sum(one) < x + y for one in left))


def pairs_with_a(a: int, n: int) -> Iterator[Step]:
    """The sequences aₙ and bₙ."""
    pairs = pairs_of(a, n)
    used = sorted({number for pair in pairs[:n] for number in pair})
    small, large = pairs[n]
    yield step("1", table_of_pairs(pairs[: n + 1], also=[n]))
    is_so = small not in used and set(range(small)) <= set(used)
    yield step("2", holds=is_so, used=Listing(used), small=small)
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
    is_so = (small.count(x), large.count(x)) == ((1, 0) if which == "small" else (0, 1))
    yield step(f"{which}", holds=is_so, n=n, pair=pairs[n])


def positions_with_a(a: int, x: int, y: int) -> Iterator[Step]:
    """The pairs are the positions to leave."""
    x, y = sorted((x, y))
    game, pairs = wythoff(a), pairs_of(a, y)
    target = target_of(a, pairs, x, y)
    own = pairs[target.index]
    shown = table_of_pairs(pairs, also=(target.index, target.rank))
    yield step("1", shown)
    yield step("2", holds=all(holding(pairs, number) == target.index for number in own), pair=own)
    is_so = (own[1] - own[0]) % a == 0 and leads_to_none(game, pairs, own)
    yield step("3", holds=is_so, pair=own, difference=own[1] - own[0])
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
    key = "large" if target.case == "large" else "small"
    is_so = n == target.index and slope.times(n).floor() == x
    yield step(key, holds=is_so, x=x, multiple=decimals(slope.times(n)), n=n)
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
                is_so = wrong and is_to_leave(game, target.reached)
                return step(
                    "3", holds=is_so, position=(x, y), m=m, pair=pairs[m], right=target.reached
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


ALPHA, GAMMA = Symbol("α"), Symbol("γ")
ONE = (2, 2), (0, 1)
"""The first pairs of misère Wythoff."""


def misere_pairs_of(a: int, number: int) -> list[Pair]:
    """The pairs (A_n, B_n) of theorem 23, beyond a number."""
    if a == 1:
        return pairs_by_law(lambda n: n, number + 3, ONE[:1])
    return pairs_by_law(lambda n: a * n + 1, number + 2)


def misere_target(a: int, pairs: list[Pair], x: int, y: int) -> Target:
    """Where the proof of theorem 23 goes from a position x ≤ y."""
    n = holding(pairs, x)
    small, large = pairs[n]
    if (x, y) == pairs[n] or x == y == 0:
        return Target("pair" if y else "empty", n, (x, y), n)
    if x == large > small:
        return Target("large", n, (large, small), n)
    if y > large:
        return Target("above", n, pairs[n], n)
    m = (y - x - (a > 1)) // a if y > x else 0
    return Target("below" if y > x else "same", n, pairs[m], m)


def misere_lines() -> Items:
    """What to do from a position x ≤ y that is neither a pair nor empty, in every case."""
    return Items(
        tuple(say(f"book_misere.line_{case}") for case in ("large", "above", "same", "below"))
    )


def misere_line_of(a: int, target: Target, x: int, y: int) -> Step:
    """Which of the lines applies, with its numbers."""
    return line_of(a, target, x, y, "book_misere")


def key_of(key: str, a: int) -> str:
    """The sentence for a = 1, where the law begins otherwise."""
    return f"{key}_one" if a == 1 else key


def misere_with_a(a: int) -> Iterator[Step]:
    """The rules of misère play."""
    game = wythoff(a, is_misere=True)
    yield step("1", holds=set(reached(game, (3, 4))) == set(reached(wythoff(a), (3, 4))))
    yield step("2", holds=is_to_leave(game, (0, 1)) and not is_to_leave(game, (0, 0)))
    yield step(key_of("3", a), holds=is_to_leave(game, (2, 2)) == (a == 1))


def mex(a: int, n: int) -> Iterator[Step]:
    """The least number that is not in a set."""
    pairs = misere_pairs_of(a, n)
    used = {number for pair in pairs[:n] for number in pair}
    least = least_missing(used)
    yield step("1", holds=least == pairs[n][0], used=Listing(sorted(used)), least=least)


def misere_pairs(a: int, x: int, y: int) -> Iterator[Step]:
    """The pairs to leave in misère play."""
    x, y = sorted((x, y))
    game, pairs = wythoff(a, is_misere=True), misere_pairs_of(a, y)
    target = misere_target(a, pairs, x, y)
    own = pairs[target.index]
    shown = table_of_pairs(pairs, "AB", (target.index, target.rank))
    is_so = pairs[:2] == ([*ONE] if a == 1 else [(0, 1), (2, a + 3)])
    yield step(key_of("1", a), shown, holds=is_so)
    numbers = [number for pair in pairs for number in {*pair}]
    rising = all(one < other for f in zip(*pairs[1:], strict=True) for one, other in pairwise(f))
    yield step(key_of("2", a), holds=rising and len(numbers) == len({*numbers}))
    yield step("3", holds=all(holding(pairs, number) == target.index for number in own), pair=own)
    yield step(key_of("4", a), holds=leads_to_none(game, pairs, own))
    is_so = (0, 0) not in pairs and all(any(reached(game, pair)) for pair in pairs[:5])
    yield step("5", holds=is_so)
    yield step("6", misere_lines())
    yield misere_line_of(a, target, x, y)
    yield from played(game, (x, y), target.reached)
    yield step("7", holds=is_to_leave(game, (x, y)) == (target.case == "pair"))


def misere_recipe(a: int, x: int, y: int) -> Iterator[Step]:
    """How to play by the table in misère play."""
    x, y = sorted((x, y))
    pairs = misere_pairs_of(a, y)
    target = misere_target(a, pairs, x, y)
    shown = table_of_pairs(pairs, "AB", (target.index, target.rank))
    yield step("1", shown, misere_lines(), x=x, y=y)
    yield misere_line_of(a, target, x, y)
    yield from played(wythoff(a, is_misere=True), (x, y), target.reached)


def misere_slopes(a: int, x: int) -> Iterator[Step]:
    """Two sequences of whole parts that are every number once."""
    alpha = ContinuedFraction((a,)).alpha
    beta, gamma = alpha + a, alpha.reciprocal()
    delta = gamma + 1
    low, high = Beatty(alpha, gamma), Beatty(beta, delta)
    is_so = gamma * alpha.reciprocal() + delta * beta.reciprocal() == alpha.times(0) + 1
    yield step("1", alpha=decimals(alpha), gamma=decimals(gamma), holds=is_so)
    yield step("2", holds=gamma.times(a) == alpha + (a - 2))
    below = [
        plain(((number - start) * slope.reciprocal()).floor()) + 1
        for number in (x, x + 1)
        for slope, start in ((alpha, gamma), (beta, delta))
    ]
    is_so = below[2] + below[3] == x + 1 and (x == 0 or below[0] + below[1] == x)
    yield step("3", holds=is_so, number=x + 1, first=below[2], second=below[3])
    which, sequence = ("small", low) if low.contains(x) else ("large", high)
    n = sequence.index(x)
    assert n is not None
    yield step(f"{which}", holds=n >= 0 and low.contains(x) != high.contains(x), n=plain(n))


def misere_algebra(a: int, n: int) -> Iterator[Step]:
    """The pairs of misère play in closed form."""
    alpha = ContinuedFraction((a,)).alpha
    pairs = misere_pairs_of(a, n)
    gamma = alpha.times(0) if a == 1 else alpha.reciprocal()
    small = plain((alpha.times(n) + gamma).floor())
    line = n * ALPHA if a == 1 else n * ALPHA + GAMMA
    if a == 1:
        own = pairs_by_law(lambda m: m, n + 3)
        is_so = pairs[2 : n + 3] == own[2 : n + 3]
        yield step(
            "1_one", table_of_pairs(pairs, "AB", [n]), table_of_pairs(own, also=[n]), holds=is_so
        )
        yield step("2_one")
    else:
        used = {number for pair in pairs[:n] for number in pair}
        least = least_missing(used)
        yield step("1", holds=gamma > 0 and gamma < 1)
        is_so = (alpha + a).times(n) + gamma + 1 == alpha.times(n) + gamma + (a * n + 1)
        yield step("2", holds=is_so, more=a * n + 1)
        yield step("3", holds=least == small, least=least)
    if a == 1 and n < 2:
        yield step("first", holds=pairs[n] == ONE[n], pair=pairs[n])
        return
    yield step(
        "4",
        equation(Floor(line), Floor(decimals(alpha.times(n) + gamma)), small),
        equation(Number(small) + (pairs[n][1] - pairs[n][0]), pairs[n][1]),
        holds=pairs[n] == (small, small + a * n + (a > 1)),
        pair=pairs[n],
    )
