"""The proofs of 3.3.2 and 3.4.2, which differ in a alone: the pairs made by recurrence.

Every proof is given the key of its entry, whose words it speaks.
"""

from collections.abc import Iterator
from itertools import pairwise, product

from marienbad.study.book.entry import Step
from marienbad.study.book.family import Pair, is_to_leave, reached
from marienbad.study.book.remainders import Family, least_missing
from marienbad.text.mathematics import Call, Subscript
from marienbad.text.sentences import Count, Items, Listing, Table, say


def rules(key: str, a: int, b: int, x: int, y: int) -> Iterator[Step]:
    game = Family(a, b, 0).game
    moves = list(game.moves((x, y)))
    both = sum(c > 0 and d > 0 for c, d in moves)
    near = [(c, d) for c in range(1, x + 1) for d in range(1, y + 1) if _is_near(c - d, a, b)]
    yield Step(
        say(
            f"{key}.1",
            position=(x, y),
            count=Count(len(moves), "position"),
            one=len(moves) - both,
            both=both,
        ),
        holds=both == len(near) and len(moves) - both == x // b + y // b,
    )
    ends = [(0, i) for i in range(b)]
    over = [one for one in product(range(2 * b + 1), repeat=2) if game.is_over(one)]
    yield Step(
        say(f"{key}.2", ends=Listing(ends)),
        holds=set(over) == {*ends, *(end[::-1] for end in ends)},
    )
    if b > 1:
        yield Step(say(f"{key}.3"), holds=game.is_over((0, 1)))


def _is_near(difference: int, a: int, b: int) -> bool:
    return difference % b == 0 and abs(difference) < a * b


def definition(key: str, family: Family, n: int) -> Iterator[Step]:
    opposite = family.opposite
    families = (family,) if family == opposite else (family, opposite)
    heads = [Call(Subscript(letter, one.r), ("n",)) for one in families for letter in "ab"]
    rows = tuple((m, *(number for one in families for number in one.pair(m))) for m in range(n + 1))
    yield Step(
        say(f"{key}.1", r=family.r, s=family.s),
        (Table(("n", *heads), rows),),
        holds=all(small == least_missing(family.used(m)) for m, small, *_ in rows),
    )
    small, large = family.pair(n)
    if n:
        yield Step(
            say(
                f"{key}.2",
                n=n,
                used=Listing(sorted(family.used(n))),
                small=small,
                step=family.k,
                r=family.r,
                large=large,
                pair=(small, large),
            ),
            holds=small == least_missing(family.used(n))
            and large == small + family.k * n + family.r,
        )


def gaps(key: str, family: Family, n: int) -> Iterator[Step]:
    (low, low_large), (high, high_large) = family.pair(n - 1), family.pair(n)
    opposite = [family.opposite.large(m) for m in range(n)]
    yield Step(say(f"{key}.1", low=low, high=high), holds=low < high)
    gap = high_large - low_large
    yield Step(
        say(f"{key}.2", high=high_large, low=low_large, gap=gap),
        holds=gap == high - low + family.k >= 2,
    )
    above = {number for number in family.used(n) if number > low}
    apart = all(later - one >= 2 for one, later in pairwise(opposite))
    yield Step(
        say(f"{key}.3"),
        holds=apart and above <= set(opposite) and set(range(low)) <= family.used(n - 1),
    )
    more = {"next": low + 1, "s": family.s, "n": n}
    if low + 1 in opposite:
        more["m"] = opposite.index(low + 1)
        yield Step(say(f"{key}.4_two", **more), holds=high == low + 2)
    else:
        yield Step(say(f"{key}.4_one", **more), holds=high == low + 1)


def larger(key: str, family: Family, n: int) -> Iterator[Step]:
    small, large = family.small(n), family.opposite.large(n)
    yield Step(say(f"{key}.1"))
    yield Step(say(f"{key}.2"), holds=large - small >= (family.s if family.r else family.k * n))
    yield Step(
        say(f"{key}.3", r=family.r, s=family.s, n=n, large=large, small=small), holds=large > small
    )


def complementary(key: str, family: Family, x: int) -> Iterator[Step]:
    first, opposite = family.first, family.opposite
    terms = range(first, x + 2)
    small, large = [family.small(n) for n in terms], [opposite.large(n) for n in terms]
    yield Step(say(f"{key}.1"), holds=small == sorted({*small}) and large == sorted({*large}))
    yield Step(say(f"{key}.2"), holds=not {*small} & {*large})
    yield Step(say(f"{key}.3"), holds=set(range(first, x + 1)) <= {*small, *large})
    if x < first:
        yield Step(say(f"{key}.4_zero"), holds=family.pair(0) == (0, 0))
        return
    where, n = family.place(x)
    values = {"r": family.r, "s": family.s, "x": x, "n": n}
    is_small = where == "small"
    yield Step(
        say(f"{key}.4_{where}", **values),
        holds=(x in small, x in large) == (is_small, not is_small),
    )


def move_from(family: Family, x: int, y: int) -> tuple[str, int, Pair]:
    """Which case of the theorem (x, y), x ≤ y, is, the number of the pair of x, and what to leave.

    >>> move_from(Family(1, 4, 1), 14, 47)
    ('large', 2, (14, 3))
    """
    where, n = family.place(x)
    if where == "large":
        return where, n, (x, family.opposite.small(n))
    if y == family.large(n):
        return "pair", n, (x, y)
    if y > family.large(n):
        return "above", n, (x, family.large(n))
    return "below", n, family.pair((y - x) // family.k)


def positions(key: str, a: int, b: int, x: int, y: int) -> Iterator[Step]:
    x, y = sorted((x, y))
    family = Family.of(a, b, y - x)
    game, r = family.game, family.r
    left = set(reached(game, (x, y)))
    yield Step(say(f"{key}.1"), holds=all(game.is_over((0, i)) for i in range(b)))
    yield Step(say(f"{key}.2", position=(x, y), r=r), holds=all((v - u) % b == r for u, v in left))
    pairs = [family.pair(n) for n in range(y + 1)]
    pairs += [family.opposite.pair(n)[::-1] for n in range(y + 1)]
    different = {*pairs}
    heaps = [{*column} for column in zip(*different, strict=True)]
    yield Step(say(f"{key}.3"), holds=all(len(column) == len(different) for column in heaps))
    near = {
        (one, other)
        for one, other in product(sorted(different)[: y + 1], repeat=2)
        if one < other and abs(one[1] - one[0] - other[1] + other[0]) < a * b
    }
    yield Step(say(f"{key}.4"), holds=near <= {((0, r), (family.s, 0))})
    cases = Items(tuple(say(f"{key}.5_{case}") for case in ("above", "below", "large")))
    yield Step(say(f"{key}.5"), (cases,))
    case, n, target = move_from(family, x, y)
    values = {"x": x, "y": y, "r": r, "s": family.s, "n": n, "m": (y - x) // family.k}
    text = say(f"{key}.6_{case}", **values, large=family.large(n), target=target, position=(x, y))
    if case == "pair":
        yield Step(text, holds=not different & left)
        yield Step(say(f"{key}.7_p", position=(x, y)), holds=is_to_leave(game, (x, y)))
    else:
        yield Step(text, holds=target in left and is_to_leave(game, target))
        yield Step(say(f"{key}.7_n", position=(x, y)), holds=not is_to_leave(game, (x, y)))
    yield Step(say(f"{key}.8"))


def recipe(
    key: str, a: int, b: int, x: int, y: int, fails_as_printed: bool, are_examples_so: bool
) -> Iterator[Step]:
    x, y = sorted((x, y))
    family = Family.of(a, b, y - x)
    t, m = (y - x) // b, (y - x) // family.k
    values = {"x": x, "y": y, "difference": y - x, "r": family.r, "m": m, "t": t, "i": t - m * a}
    yield Step(say(f"{key}.1", **values), holds=y == x + family.r + t * b and 0 <= t - m * a < a)
    yield Step(say(f"{key}.2"))
    case, n, target = move_from(family, x, y)
    first, second = _amounts(family, case, n, t)
    yield Step(
        say(
            f"{key}.3_{case}",
            n=n,
            s=family.s,
            large=family.large(n),
            first=first,
            second=second,
            target=target,
            position=(x, y),
        ),
        holds=(x - first, y - second) == target
        and is_to_leave(family.game, target)
        and (case == "pair" or family.game.is_legal((x, y), (first, second))),
    )
    yield Step(say(f"{key}.4"), holds=fails_as_printed)
    yield Step(say(f"{key}.5"), holds=are_examples_so)


def only_left(a: int, b: int, position: Pair) -> set[Pair]:
    """What the moves that win leave, by the search."""
    game = Family(a, b, 0).game
    return {(u, v) for u, v in reached(game, position) if is_to_leave(game, (u, v))}


def _amounts(family: Family, case: str, n: int, t: int) -> Pair:
    """What the recipe takes from the smaller and from the larger heap."""
    a, b, m = family.a, family.b, t // family.a
    if case == "above":
        return 0, (t - a * n) * b
    if case == "below":
        taken = family.small(n) - family.small(m)
        return taken, taken + (t - m * a) * b
    if case == "large":
        return 0, (a * n + t + bool(family.r)) * b
    return 0, 0


def board(key: str, a: int, b: int, n: int) -> Iterator[Step]:
    game = Family(a, b, 0).game
    squares = [(x, total - x) for total in range(2 * n - 1) for x in range(total + 1)]
    squares = [square for square in squares if max(square) < n]
    left = {square: set(reached(game, square)) for square in squares}
    crossed: dict[Pair, int] = {}
    taken: list[Pair] = []
    for square in squares:
        if square not in crossed:
            taken.append(square)
            for other in squares:
                if square in left[other]:
                    crossed.setdefault(other, len(taken))
    yield Step(say(f"{key}.1"))
    first = sum(number == 1 for number in crossed.values())
    near = [(c, d) for c, d in product(range(1, n), repeat=2) if _is_near(c - d, a, b)]
    yield Step(
        say(f"{key}.2", crossed=Count(first, "position")),
        holds=first == len(near) + 2 * ((n - 1) // b),
    )
    rows = tuple(
        (y, *("●" if (x, y) in taken else crossed[x, y] for x in range(n)))
        for y in reversed(range(n))
    )
    yield Step(
        say(f"{key}.3", taken=Listing(taken, ""), n=n),
        (Table(("", *range(n)), rows),),
        holds=all(is_to_leave(game, square) == (square in taken) for square in squares),
    )
