"""Sections 3.1.1 to 3.1.3 of the thesis: Wythoff's pairs by recurrence and by the golden ratio."""

from collections.abc import Iterator
from typing import Any

from marienbad.numeration.surds import Surd
from marienbad.study.book.proofs.families import least_missing
from marienbad.study.book.proofs.numbers import GOLDEN
from marienbad.study.book.proofs.pairs import (
    Pair,
    Target,
    agrees,
    holding,
    is_to_leave,
    large,
    leads_to_none,
    pairs,
    played,
    reached,
    small,
    table_of_pairs,
    target_of,
    wythoff,
)
from marienbad.study.book.steps import Step, decimals, step
from marienbad.text.mathematics import Fraction, FractionalPart, Number, Power, Symbol
from marienbad.text.relations import Relation, RelationSign
from marienbad.text.sentences import Count, Equation, Listing, Table


def goal_by_pairs(x: int, y: int) -> Target:
    """Where the proof of theorem 9 goes from a position x ≤ y."""
    return target_of(1, pairs(x + 1), x, y)


def wythoff_game(x: int, y: int) -> Iterator[Step]:
    """The rules, and the queen on the chessboard."""
    left = set(reached(wythoff(1), (x, y)))
    squares = {(x - i, y) for i in range(1, x + 1)} | {(x, y - i) for i in range(1, y + 1)}
    squares |= {(x - i, y - i) for i in range(1, min(x, y) + 1)}
    is_so = left == squares and len(left) == x + y + min(x, y)
    yield step(
        "1", holds=is_so, position=(x, y), both=min(x, y), count=Count(len(left), "position")
    )
    yield step("2", holds=left == squares, position=(x, y))


def construction(n: int) -> Iterator[Step]:
    """The positions to leave, one after the other: figure 3."""
    game = wythoff(1)
    marked = [(x, y) for x in range(n) for y in range(n) if is_to_leave(game, (x, y))]
    yield step("1", holds=is_to_leave(game, (0, 0)))
    is_so = all(
        not is_to_leave(game, further)
        for x, y in marked
        for i in range(1, 5)
        for further in ((x + i, y), (x, y + i), (x + i, y + i))
    )
    yield step("2", holds=is_so)
    is_so = all(
        any(is_to_leave(game, one) for one in reached(game, (x, y))) != ((x, y) in marked)
        for x in range(n)
        for y in range(n)
    )
    yield step("3", holds=is_so)
    shown = _board(marked, n)
    is_so = _by_striking_out(n) == marked
    yield step(
        "4", shown, holds=is_so, positions=Listing([one for one in marked if one[0] <= one[1]])
    )


def _by_striking_out(size: int) -> list[tuple[int, int]]:
    """The squares that are still free when their turn comes, nearest to the corner first."""
    free = sorted(((x, y) for x in range(size) for y in range(size)), key=sum)
    kept: list[tuple[int, int]] = []
    for x, y in free:
        if all(x != u and y != v and x - y != u - v for u, v in kept):
            kept.append((x, y))
    return sorted(kept)


def _board(marked: list[tuple[int, int]], size: int) -> Table:
    """The chessboard with its corner below left, the positions to leave marked."""
    rows = tuple(
        (y, *("P" if (x, y) in marked else "·" for x in range(size))) for y in reversed(range(size))
    )
    return Table((Symbol("y"), *range(size)), rows)


def wythoff_sequences(n: int) -> Iterator[Step]:
    """aₙ is the least number not used before, bₙ = aₙ + n."""
    known = pairs(n)[: n + 1]
    used = {number for pair in known[:n] for number in pair}
    yield step("1", table_of_pairs(known))
    is_so = set(range(small(n))) <= used and small(n) not in used
    yield step("2", holds=is_so, small=small(n), large=large(n))


def wythoff_complementary(x: int) -> Iterator[Step]:
    """Every positive number is in exactly one pair."""
    known = pairs(x + 1)[: x + 2]
    n = holding(known, x)
    yield step("1", holds=all(small(i) < small(i + 1) for i in range(x + 1)))
    yield step("2", holds=all(large(i) + 2 <= large(i + 1) for i in range(x + 1)))
    yield step("3", holds={pair[0] for pair in known[1:]}.isdisjoint(pair[1] for pair in known[1:]))
    is_so = small(x + 1) > x and sum(x in pair for pair in known[1:]) == 1
    yield step("4", holds=is_so, n=n, pair=known[n])


def wythoff_by_recurrence(x: int, y: int) -> Iterator[Step]:
    """The pairs (aₙ, bₙ) are exactly the positions to leave."""
    game, known = wythoff(1), pairs(100)
    x, y = min(x, y), max(x, y)
    target = goal_by_pairs(x, y)
    n = max(1, target.index)
    pair = known[n]
    is_so = sum(pair[0] in one for one in known[1:]) <= 1 and leads_to_none(game, known, pair)
    yield step("2", holds=is_so, n=n, pair=pair)
    is_so = [i for i, (small, large) in enumerate(known) if large - small == n] == [n]
    yield step("3", holds=is_so)
    yield step("4")
    for case in ("large", "above", "below"):
        yield step(f"5_{case}")
    yield step(
        f"6_{target.case}",
        holds=agrees(game, known, (x, y)),
        x=x,
        y=y,
        n=target.index,
        m=target.rank,
        left=target.reached,
    )
    yield from played(game, (x, y), target.reached)


def wythoff_recipe(x: int, y: int) -> Iterator[Step]:
    """How to play with a table of the pairs."""
    x, y = min(x, y), max(x, y)
    target = goal_by_pairs(x, y)
    n, z = target.index, y - x
    taken = {"large": n + z, "above": z - n, "below": x - target.reached[0], "pair": 0}[target.case]
    yield step("1", x=x, y=y, z=z)
    yield step(
        f"2_{target.case}",
        holds=is_to_leave(wythoff(1), target.reached)
        and sum(target.reached) == x + y - taken * (1 + (target.case == "below")),
        x=x,
        n=n,
        z=z,
        taken=taken,
        left=target.reached,
        small=small(z),
    )
    yield step("3", holds=pairs(1)[0] == (0, 0) and not list(reached(wythoff(1), (0, 0))))


TAU = Symbol("τ")
SQUARE = Power(TAU, 2)
KNOWN = {"a": small, "b": large}
"""The functions of the formulas."""
EDGE = Fraction(1, SQUARE)


def floor_of(n: int) -> int:
    """⌊nτ⌋, exactly."""
    return int(GOLDEN.times(n).floor())


def pair_of(n: int) -> Pair:
    """(⌊nτ⌋, ⌊nτ²⌋)."""
    return floor_of(n), floor_of(n) + n


def part_of(n: int) -> Surd:
    """What nτ has above its integer part."""
    return GOLDEN.times(n) - floor_of(n)


def has_small_part(x: int) -> bool:
    """{xτ} < 1/τ², by integers: (x + 1)τ < ⌊xτ⌋ + 2."""
    return GOLDEN.times(x + 1) < floor_of(x) + 2


def golden_ratio(n: int) -> Iterator[Step]:
    """τ = (1 + √5)/2, and τ² = τ + 1."""
    square = GOLDEN * GOLDEN
    inverse, inverse_square = GOLDEN.reciprocal(), square.reciprocal()
    holds = (
        square == GOLDEN + 1
        and inverse == GOLDEN - 1
        and inverse_square == -GOLDEN + 2
        and inverse + inverse_square == Surd(1, 0, 1, 5)
    )
    yield step("1", holds=holds, inverse=decimals(inverse), square=decimals(inverse_square))
    is_so = square.times(n).floor() == floor_of(n) + n
    below, above = decimals(GOLDEN.times(n)), decimals(square.times(n))
    yield step("2", holds=is_so, below=below, above=above, whole=floor_of(n))


def wythoff_by_algebra(n: int) -> Iterator[Step]:
    """a(n) = ⌊nτ⌋ and b(n) = ⌊nτ²⌋."""
    yield step("1", holds=floor_of(n) + n == (GOLDEN + 1).times(n).floor())
    yield step("2", holds=floor_of(n) > floor_of(n - 1))
    least = least_missing({number for i in range(n) for number in pair_of(i)})
    yield step("3", holds=least == floor_of(n), least=least)
    yield step("4", holds=pair_of(n) == (small(n), large(n)))


def never_on_the_edge(x: int) -> Iterator[Step]:
    """{xτ} is never 1/τ², and integers tell on which side it lies."""
    part, whole = FractionalPart(x * TAU), floor_of(x)
    is_so = GOLDEN.times(x + 1) != Surd(whole + 2, 0, 1, 5)
    yield step("1", holds=is_so, part=FractionalPart("x" * TAU), edge=EDGE)
    is_small = has_small_part(x)
    sign: RelationSign = "<" if is_small else ">"
    edge = (GOLDEN + 1).reciprocal()
    yield step(
        "2",
        Equation(Relation(sign, Number(x + 1) * TAU, Number(whole) + 2)),
        Equation(Relation(sign, part, EDGE)),
        holds=is_small == (part_of(x) < edge),
        part=FractionalPart("x" * TAU),
        edge=EDGE,
        value=decimals(part_of(x)),
        limit=decimals(edge),
    )


def golden_recipe(x: int, y: int) -> Iterator[Step]:
    """How to play with τ alone."""
    x, y = min(x, y), max(x, y)
    game, whole = wythoff(1), floor_of(x)
    words: dict[str, Any] = {"part": FractionalPart("x" * TAU), "edge": EDGE, "square": SQUARE}
    yield step("1", **words)
    is_so = not has_small_part(x) or pair_of(2 * x - whole) == (whole - x, x)
    yield step("2", holds=is_so, **words)
    yield step("3", holds=has_small_part(x) or pair_of(whole + 1 - x) == (x, whole + 1), **words)
    yield step("4", holds=has_small_part(x) or y > whole or floor_of(y - x) < x)
    case, left = goal_by_golden_ratio(x, y)
    yield step(
        f"5_{case}",
        holds=is_to_leave(game, left),
        x=x,
        y=y,
        whole=whole,
        left=left,
        difference=y - x,
        here=FractionalPart(x * TAU),
        value=decimals(part_of(x)),
        edge=EDGE,
    )
    yield from played(game, (x, y), left)
    yield from _as_printed()


def _as_printed() -> Iterator[Step]:
    """Where the lines of the thesis fail, whatever the position."""
    is_so = floor_of(3) + 1 != floor_of(3) + 3 and pairs(3)[2] == (3, floor_of(3) + 1)
    yield step("6", holds=is_so, whole=floor_of(3))
    yield step("7", holds=(floor_of(27), floor_of(16)) == (43, 25) and pairs(16)[16] == (25, 41))


def goal_by_golden_ratio(x: int, y: int) -> tuple[str, Pair]:
    """Which of the four rules applies to a position x ≤ y, and where it leads."""
    whole = floor_of(x)
    if (x, y) == (0, 0) or (not has_small_part(x) and y == whole + 1):
        return "pair", (x, y)
    if has_small_part(x):
        return "large", (x, whole - x)
    if y > whole + 1:
        return "above", (x, whole + 1)
    return "below", pair_of(y - x)
