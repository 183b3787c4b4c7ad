"""The proofs of 3.3.2 and 3.4.2, which differ in a alone: the pairs made by recurrence."""

from collections.abc import Iterator
from itertools import pairwise, product

from marienbad.study.book.proofs.families import Family, least_missing, of_remainder
from marienbad.study.book.proofs.pairs import Pair, is_to_leave, reached
from marienbad.study.book.steps import Step, step
from marienbad.text.mathematics import Call, Subscript
from marienbad.text.sentences import Count, Items, Listing, Table, say


def rules(b: int, x: int, y: int, a: int = 1) -> Iterator[Step]:
    game = Family(a, b, 0).game
    moves = list(game.moves((x, y)))
    both = sum(c > 0 and d > 0 for c, d in moves)
    near = [(c, d) for c in range(1, x + 1) for d in range(1, y + 1) if _is_near(c - d, a, b)]
    yield step(
        "1",
        holds=both == len(near) and len(moves) - both == x // b + y // b,
        position=(x, y),
        count=Count(len(moves), "position"),
        one=len(moves) - both,
        both=both,
    )
    ends = [(0, i) for i in range(b)]
    over = [one for one in product(range(2 * b + 1), repeat=2) if game.is_over(one)]
    yield step("2", holds=set(over) == {*ends, *(end[::-1] for end in ends)}, ends=Listing(ends))
    if b > 1:
        yield step("3", holds=game.is_over((0, 1)))


def _is_near(difference: int, a: int, b: int) -> bool:
    return difference % b == 0 and abs(difference) < a * b


@of_remainder
def definition(family: Family, n: int) -> Iterator[Step]:
    opposite = family.opposite
    families = (family,) if family == opposite else (family, opposite)
    heads = [Call(Subscript(letter, one.r), ("n",)) for one in families for letter in "ab"]
    rows = tuple((m, *(number for one in families for number in one.pair(m))) for m in range(n + 1))
    is_so = all(small == least_missing(family.used(m)) for m, small, *_ in rows)
    yield step("1", Table(("n", *heads), rows), holds=is_so, r=family.r, s=family.s)
    small, large = family.pair(n)
    if n:
        yield step(
            "2",
            holds=small == least_missing(family.used(n))
            and large == small + family.k * n + family.r,
            used=Listing(sorted(family.used(n))),
            small=small,
            step=family.k,
            r=family.r,
            large=large,
            pair=(small, large),
        )


@of_remainder
def gaps(family: Family, n: int) -> Iterator[Step]:
    (low, low_large), (high, high_large) = family.pair(n - 1), family.pair(n)
    opposite = [family.opposite.large(m) for m in range(n)]
    yield step("1", holds=low < high, low=low, high=high)
    gap = high_large - low_large
    is_so = gap == high - low + family.k >= 2
    yield step("2", holds=is_so, high=high_large, low=low_large, gap=gap)
    above = {number for number in family.used(n) if number > low}
    apart = all(later - one >= 2 for one, later in pairwise(opposite))
    is_so = apart and above <= set(opposite) and set(range(low)) <= family.used(n - 1)
    yield step("3", holds=is_so)
    more = {"next": low + 1, "s": family.s, "n": n}
    if low + 1 in opposite:
        more["m"] = opposite.index(low + 1)
        yield step("4_two", holds=high == low + 2, **more)
    else:
        yield step("4_one", holds=high == low + 1, **more)


@of_remainder
def larger(family: Family, n: int) -> Iterator[Step]:
    small, large = family.small(n), family.opposite.large(n)
    yield step("1")
    yield step("2", holds=large - small >= (family.s if family.r else family.k * n))
    yield step("3", holds=large > small, r=family.r, s=family.s, large=large, small=small)


@of_remainder
def complementary(family: Family, x: int) -> Iterator[Step]:
    first, opposite = family.first, family.opposite
    terms = range(first, x + 2)
    small, large = [family.small(n) for n in terms], [opposite.large(n) for n in terms]
    yield step("1", holds=small == sorted({*small}) and large == sorted({*large}))
    yield step("2", holds=not {*small} & {*large})
    yield step("3", holds=set(range(first, x + 1)) <= {*small, *large})
    if x < first:
        yield step("4_zero", holds=family.pair(0) == (0, 0))
        return
    where, n = family.place(x)
    values = {"r": family.r, "s": family.s, "x": x, "n": n}
    is_small = where == "small"
    yield step(f"4_{where}", holds=(x in small, x in large) == (is_small, not is_small), **values)


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


def positions(b: int, x: int, y: int, a: int = 1) -> Iterator[Step]:
    x, y = sorted((x, y))
    family = Family.of(a, b, y - x)
    game, r = family.game, family.r
    left = set(reached(game, (x, y)))
    yield step("1", holds=all(game.is_over((0, i)) for i in range(b)))
    yield step("2", holds=all((v - u) % b == r for u, v in left), position=(x, y), r=r)
    pairs = [family.pair(n) for n in range(y + 1)]
    pairs += [family.opposite.pair(n)[::-1] for n in range(y + 1)]
    different = {*pairs}
    heaps = [{*column} for column in zip(*different, strict=True)]
    yield step("3", holds=all(len(column) == len(different) for column in heaps))
    near = {
        (one, other)
        for one, other in product(sorted(different)[: y + 1], repeat=2)
        if one < other and abs(one[1] - one[0] - other[1] + other[0]) < a * b
    }
    yield step("4", holds=near <= {((0, r), (family.s, 0))})
    cases = Items(tuple(say(f"5_{case}") for case in ("above", "below", "large")))
    yield step("5", cases)
    case, n, target = move_from(family, x, y)
    values = {"x": x, "y": y, "r": r, "s": family.s, "n": n, "m": (y - x) // family.k}
    text = say(f"6_{case}", **values, large=family.large(n), target=target, position=(x, y))
    if case == "pair":
        yield Step(text, holds=not different & left)
        yield step("7_p", holds=is_to_leave(game, (x, y)), position=(x, y))
    else:
        yield Step(text, holds=target in left and is_to_leave(game, target))
        yield step("7_n", holds=not is_to_leave(game, (x, y)), position=(x, y))


def _recipe(
    a: int, b: int, x: int, y: int, fails_as_printed: bool, are_examples_so: bool
) -> Iterator[Step]:
    x, y = sorted((x, y))
    family = Family.of(a, b, y - x)
    t, m = (y - x) // b, (y - x) // family.k
    values = {"x": x, "y": y, "difference": y - x, "r": family.r, "m": m, "t": t, "i": t - m * a}
    yield step("1", holds=y == x + family.r + t * b and 0 <= t - m * a < a, **values)
    yield step("2")
    case, n, target = move_from(family, x, y)
    first, second = _amounts(family, case, n, t)
    yield step(
        f"3_{case}",
        holds=(x - first, y - second) == target
        and is_to_leave(family.game, target)
        and (case == "pair" or family.game.is_legal((x, y), (first, second))),
        n=n,
        s=family.s,
        large=family.large(n),
        first=first,
        second=second,
        target=target,
        position=(x, y),
    )
    yield step("4", holds=fails_as_printed)
    yield step("5", holds=are_examples_so)


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


def board(a: int, b: int, n: int) -> Iterator[Step]:
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
    yield step("1")
    first = sum(number == 1 for number in crossed.values())
    near = [(c, d) for c, d in product(range(1, n), repeat=2) if _is_near(c - d, a, b)]
    yield step("2", holds=first == len(near) + 2 * ((n - 1) // b), crossed=Count(first, "position"))
    rows = tuple(
        (y, *("●" if (x, y) in taken else crossed[x, y] for x in range(n)))
        for y in reversed(range(n))
    )
    is_so = all(is_to_leave(game, square) == (square in taken) for square in squares)
    yield step("3", Table(("", *range(n)), rows), holds=is_so, taken=Listing(taken, ""))


def recipe_with_b(b: int, x: int, y: int) -> Iterator[Step]:
    fails = min(filter(_is_called_lost, _small_positions()), key=sum) == (2, 2)
    examples = {(13, 66): (13, 58), (13, 49): (11, 47), (14, 47): (14, 3)}
    right = all(left in only_left(1, 4, one) for one, left in examples.items())
    return _recipe(1, b, x, y, fails, right)


def _small_positions() -> list[tuple[int, int]]:
    return [(x, y) for y in range(6) for x in range(y + 1)]


def _is_called_lost(position: tuple[int, int]) -> bool:
    """Whether the printed recipe calls a position of Wythoff's game lost, and it is not."""
    family = Family(1, 1, 0)
    return family.place(position[0])[0] == "large" and not is_to_leave(family.game, position)


def recipe_with_ab(a: int, b: int, x: int, y: int) -> Iterator[Step]:
    left = [only_left(2, 3, (17, large)) for large in (54, 55)]
    right = (17, 3) in left[0] and left[1] == {(7, 45)} and Family(2, 3, 0).pair(12) == (13, 85)
    return _recipe(a, b, x, y, _fails_as_printed(), right)


def _fails_as_printed() -> bool:
    """Whether the three printed lines take what is not there, or nothing, where one could win."""
    two, even = Family(2, 1, 0), Family(1, 2, 1)
    from_nothing = two.k * 1 > 1 and not is_to_leave(two.game, (0, 1))
    r, n = (4 - 1) // two.k, 1  # y − x = 3 = rab + 1: the rest i of the difference is 0
    wrong_rest = (two.a * r + 0 - two.a * n) * two.b == 0 and not is_to_leave(two.game, (1, 4))
    n = even.place(1)[1] + 1
    too_far = (even.a * n + 0 + 1) * even.b == 4 and not is_to_leave(even.game, (1, 2))
    return from_nothing and wrong_rest and too_far
