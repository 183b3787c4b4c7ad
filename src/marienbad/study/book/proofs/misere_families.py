"""Beyond the thesis: misère play for every a and every b from 2 on."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from marienbad.prover.description.laws import Law, Pairs, known_description
from marienbad.study.book.proofs.pairs import (
    Pair,
    is_to_leave,
    played,
    reached,
    shown_numbers,
    wythoff,
)
from marienbad.study.book.steps import Step, step
from marienbad.text.mathematics import Number, Subscript
from marienbad.text.sentences import Cell, Items, Listing, Table, say
from marienbad.values import Record

KEPT = 12
"""Up to this ab the program keeps the proved automata of misère play with b > 1."""
COMPARED = 120
"""So many pairs are compared with those of normal play."""


class Place(Record):
    """What the proof finds for a position x ≤ y, where y − x leaves the remainder r."""

    case: str
    """``pair``, ``over``, ``above`` or ``below``."""
    partner: int
    """The number that x is paired with in class r."""
    quotient: int
    """k, where y − x = kb + r."""
    steps: int
    """κ, where the pair that is reached has the difference κb + r."""
    left: Pair


def law(a: int, b: int) -> Law:
    """The law of the theorem: the first two pairs, the next difference, how it grows.

    >>> law(1, 2).first(4)
    [[(0, 2), (1, 1), (3, 7), (4, 10)], [(0, 3), (1, 2), (4, 9), (5, 12)]]
    """
    return Law(tuple(Pairs(((0, b + r), (1, 1 + r)), b * (a + 1) + r, (a * b,)) for r in range(b)))


def place_of(a: int, b: int, pairs: Sequence[Sequence[Pair]], x: int, y: int) -> Place:
    """Where the proof goes from a position x ≤ y."""
    k, r = divmod(y - x, b)
    own, other = pairs[r], pairs[-r % b]
    (partner,) = {large for small, large in own if small == x} | {
        small for small, large in other if large == x
    }
    steps = 1 + a * ((k - 1) // a) if k else 0
    rank = 1 if steps == 0 else 0 if steps == 1 else (steps - 1) // a + 1
    if y == partner:
        return Place("pair", partner, k, steps, (x, y))
    if x == 0 and y < b:
        return Place("over", partner, k, steps, (x, y))
    if y > partner:
        return Place("above", partner, k, steps, (x, partner))
    return Place("below", partner, k, steps, own[rank])


def table_of_families(pairs: Sequence[Sequence[Pair]], r: int, x: int, left: Pair) -> Table:
    """The first pairs of a family and of the opposite one, that of x, and the one to leave."""
    own, other = pairs[r], pairs[-r % len(pairs)]
    also = (n for n in range(len(own)) if own[n] == left or x in (own[n][0], other[n][1]))
    numbers = shown_numbers(len(own), also)
    rows: list[tuple[Cell, ...]] = []
    for residue in dict.fromkeys((r, -r % len(pairs))):
        rows += [
            (Subscript(letter, (residue, "n")), *(pairs[residue][n][side] for n in numbers))
            for side, letter in enumerate("AB")
        ]
    return Table(("n", *numbers), tuple(rows))


def lines() -> Items:
    return Items(tuple(say(f".line_{case}") for case in ("above", "equal", "below")))


def line_of(a: int, b: int, place: Place, x: int, y: int) -> Step:
    """Which line applies to a position, with its numbers."""
    r = (y - x) % b
    key = place.case if place.case != "below" or place.quotient else "equal"
    u, v = place.left
    is_so = {
        "pair": y == place.partner,
        "over": x == 0 and y == r,
        "above": y > place.partner and (y - place.partner) % b == 0,
        "equal": x > u and x - u == y - v,
        "below": x > u and y - v - (x - u) == b * (place.quotient - place.steps) <= b * (a - 1),
    }
    return step(
        f".applies_{key}",
        holds=is_so[key],
        x=x,
        y=y,
        b=b,
        r=r,
        k=place.quotient,
        steps=place.steps,
        partner=place.partner,
        left=place.left,
        more=b * (place.quotient - place.steps),
    )


def misere_families(a: int, b: int, n: int, x: int, y: int) -> Iterator[Step]:
    """The positions to leave in misère play with b ≥ 2."""
    x, y = sorted((x, y))
    r = (y - x) % b
    s = -r % b
    pairs = law(a, b).first(max(n, y) + 2)
    place = place_of(a, b, pairs, x, y)
    yield step("1", table_of_families(pairs, r, x, place.left), r=r, s=s)
    yield from _each_once(b, n, r, pairs)
    yield from _no_move_joins(a, b, r, pairs)
    yield step("9", lines())
    yield line_of(a, b, place, x, y)
    game = wythoff(a, b, is_misere=True)
    yield from played(game, (x, y), place.left)
    yield step("10", holds=is_to_leave(game, (x, y)) == (place.case == "pair"))
    if a * b <= KEPT:
        yield step("11", holds=known_description(game) == law(a, b), most=KEPT)


def _each_once(b: int, n: int, r: int, pairs: Sequence[Sequence[Pair]]) -> Iterator[Step]:
    """(i) In each class every number is in exactly one pair."""
    s = -r % b
    small, large = pairs[r][n][0], pairs[s][n][1]
    members = [pair[0] for pair in pairs[r]] + [
        pair[1] for m, pair in enumerate(pairs[s]) if (r, m) != (0, 1)
    ]
    is_so = {*range(len(pairs[r]))} <= {*members}
    yield step("2", holds=is_so, r=r, s=s)
    yield step(
        "3",
        holds=small <= 2 * n and large >= pairs[s][n][0] + 2 * n >= 2 * n + 2,
        small=Subscript("A", (r, n)),
        least=small,
        large=Subscript("B", (s, n)),
        most=large,
        twice=2 * n,
    )
    larger = [pair[1] for pair in pairs[s]]
    yield step(
        "4",
        holds=len(members) == len({*members})
        and larger[2:] == sorted({*larger[2:]})
        and larger[2] > larger[0] > larger[1],
    )


def _no_move_joins(a: int, b: int, r: int, pairs: Sequence[Sequence[Pair]]) -> Iterator[Step]:
    """(ii) No move joins two pairs; (iii) the ends are no pairs, and every pair has a move."""
    game = wythoff(a, b, is_misere=True)
    known = {one for family in pairs for pair in family for one in (pair, pair[::-1])}
    is_so = all(
        (after[1] - after[0]) % b == (pair[1] - pair[0]) % b
        for pair in pairs[r][:3]
        for after in reached(game, pair)
    )
    yield step("5", holds=is_so)
    own = [(pair[1] - pair[0] - r) // b for pair in pairs[r][:4]]
    other = [(pair[0] - pair[1] - r) // b for pair in pairs[-r % b][:4]]
    units = sorted({*own, *other})
    holds = all(two - one >= a for one, two in pairwise(units) if not -2 <= one <= two <= 1)
    yield step("6", holds=holds, r=r, units=Listing([Number(unit) for unit in units], ""))
    first = [*pairs[r][:2], *(pair[::-1] for pair in pairs[-r % b][:2])]
    holds = not any(u < x and v < y for x, y in first for u, v in first) and not any(
        after in known for pair in pairs[r][:4] for after in reached(game, pair)
    )
    yield step("7", holds=holds, pairs=Listing([*dict.fromkeys(first)]))
    ends = [(0, left) for left in range(b)]
    is_so = not any(any(reached(game, one)) or one in known for one in ends) and all(
        any(reached(game, pair)) for pair in pairs[r][:4]
    )
    yield step("8", holds=is_so)


def misere_families_recipe(a: int, b: int, x: int, y: int) -> Iterator[Step]:
    """How to play misère with b ≥ 2."""
    x, y = sorted((x, y))
    r = (y - x) % b
    pairs = law(a, b).first(y + 2)
    place = place_of(a, b, pairs, x, y)
    values = {"x": x, "y": y, "b": b, "r": r}
    key, s = "1", -r % b
    yield Step(
        say(f"{key}_same", **values) if r == s else say(key, **values, s=s),
        (table_of_families(pairs, r, x, place.left), lines()),
    )
    yield line_of(a, b, place, x, y)
    yield from played(wythoff(a, b, is_misere=True), (x, y), place.left)


def exceptions(b: int, normal: Sequence[Sequence[Pair]]) -> list[dict[int, int]]:
    """For a = 1: where and by how much A_{r,n} differs from normal play, as the theorem says."""
    found: list[dict[int, int]] = [{} for _ in range(b)]
    for r, own in enumerate(found):
        s = -r % b
        own.update({b + s - 1: 1} if r else {b: 1})
        own.update({s: -1} if s > 1 else {})
        own.update({b + s: 1} if r and normal[s][1][0] == 2 else {})
    moved: list[dict[int, int]] = [{} for _ in range(b)]
    for n in range(2, len(normal[0])):
        for r, own in enumerate(found):
            small, large = normal[r][n]
            change = own.get(n, 0) or moved[r].get(small, 0)
            if change:
                own[n] = change
                moved[-r % b][large + change] = -change
    return found


def near_normal_play(b: int, r: int) -> Iterator[Step]:
    """For a = 1 misère play is almost the normal game."""
    r %= b
    usual = Law(tuple(Pairs((), residue, (b,)) for residue in range(b)))
    normal, misere = usual.first(COMPARED), law(1, b).first(COMPARED)
    differ = [
        {
            n: pair[0] - other[0]
            for n, (pair, other) in enumerate(zip(own, others, strict=True))
            if n > 1 and pair != other
        }
        for own, others in zip(misere, normal, strict=True)
    ]
    told = [{n: e for n, e in own.items() if n < COMPARED} for own in exceptions(b, normal)]
    gaps = all(later[1] - one[1] > b for own in normal for one, later in pairwise(own))
    yield step("1", holds=gaps)
    first = normal[-r % b][1][0] in (1, 2)
    yield step("2", holds=first)
    yield step("3", holds=told == differ)
    heads = tuple(say(f"{name}") for name in ("usual", "here"))
    rows = tuple((n, normal[r][n], misere[r][n]) for n in sorted(differ[r]))
    is_so = all(abs(e) == 1 for e in differ[r].values())
    yield step("4", Table(("n", *heads), rows), holds=is_so, r=r, count=COMPARED)
