"""Sections 4.1.1 to 4.1.3 of the thesis: misère play with a, by recurrence and by algebra."""

from collections.abc import Iterator
from itertools import pairwise

from marienbad.numeration.beatty import Beatty
from marienbad.numeration.continued_fraction import ContinuedFraction
from marienbad.numeration.integers import plain
from marienbad.study.book.proofs.families import least_missing
from marienbad.study.book.proofs.pairs import (
    Pair,
    Target,
    holding,
    is_to_leave,
    leads_to_none,
    line_of,
    pairs_by_law,
    played,
    reached,
    table_of_pairs,
    wythoff,
)
from marienbad.study.book.steps import Step, decimals, equation, step
from marienbad.text.mathematics import Floor, Number, Symbol
from marienbad.text.sentences import Items, Listing, say

ALPHA, BETA, GAMMA, DELTA = map(Symbol, "αβγδ")
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
    return f"book_misere.{key}_one" if a == 1 else f"book_misere.{key}"


def misere_with_a(a: int) -> Iterator[Step]:
    """The rules of misère play."""
    game = wythoff(a, is_misere=True)
    yield step("1", holds=set(reached(game, (3, 4))) == set(reached(wythoff(a), (3, 4))))
    yield step("2", holds=is_to_leave(game, (0, 1)) and not is_to_leave(game, (0, 0)))
    yield step(key_of("misere_with_a.3", a), holds=is_to_leave(game, (2, 2)) == (a == 1), a=a)


def mex(a: int, n: int) -> Iterator[Step]:
    """The least number that is not in a set."""
    pairs = misere_pairs_of(a, n)
    used = {number for pair in pairs[:n] for number in pair}
    least = least_missing(used)
    yield step("1", holds=least == pairs[n][0], used=Listing(sorted(used)), least=least)
    yield step("2")


def misere_pairs(a: int, x: int, y: int) -> Iterator[Step]:
    """The pairs to leave in misère play."""
    x, y = sorted((x, y))
    game, pairs = wythoff(a, is_misere=True), misere_pairs_of(a, y)
    target = misere_target(a, pairs, x, y)
    own = pairs[target.index]
    yield step(
        key_of("misere_pairs.1", a),
        table_of_pairs(pairs, "AB", (target.index, target.rank)),
        holds=pairs[:2] == ([*ONE] if a == 1 else [(0, 1), (2, a + 3)]),
        a=a,
    )
    numbers = [number for pair in pairs for number in {*pair}]
    rising = all(one < other for f in zip(*pairs[1:], strict=True) for one, other in pairwise(f))
    yield step(key_of("misere_pairs.2", a), holds=rising and len(numbers) == len({*numbers}))
    yield step("3", holds=all(holding(pairs, number) == target.index for number in own), pair=own)
    yield step(key_of("misere_pairs.4", a), holds=leads_to_none(game, pairs, own), a=a)
    yield step(
        "5", holds=(0, 0) not in pairs and all(any(reached(game, pair)) for pair in pairs[:5])
    )
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
    yield step(
        "1",
        alpha=decimals(alpha),
        gamma=decimals(gamma),
        holds=gamma * alpha.reciprocal() + delta * beta.reciprocal() == alpha.times(0) + 1,
    )
    yield step("2", holds=gamma.times(a) == alpha + (a - 2))
    below = [
        plain(((number - start) * slope.reciprocal()).floor()) + 1
        for number in (x, x + 1)
        for slope, start in ((alpha, gamma), (beta, delta))
    ]
    yield step(
        "3",
        holds=below[2] + below[3] == x + 1 and (x == 0 or below[0] + below[1] == x),
        number=x + 1,
        first=below[2],
        second=below[3],
    )
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
        yield step(
            "1_one",
            table_of_pairs(pairs, "AB", [n]),
            table_of_pairs(own, also=[n]),
            holds=pairs[2 : n + 3] == own[2 : n + 3],
        )
        yield step("2_one")
    else:
        used = {number for pair in pairs[:n] for number in pair}
        least = least_missing(used)
        yield step("1", holds=gamma > 0 and gamma < 1)
        yield step(
            "2",
            holds=(alpha + a).times(n) + gamma + 1 == alpha.times(n) + gamma + (a * n + 1),
            more=a * n + 1,
        )
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
