"""Sections 3.1.1 and 3.1.2 of the thesis: Wythoff's game, its pairs by recurrence."""

from collections.abc import Iterator

from marienbad.study.book.entry import Choice, Step, entry
from marienbad.study.book.family import (
    Target,
    agrees,
    holding,
    is_to_leave,
    leads_to_none,
    played,
    reached,
    table_of_pairs,
    target_of,
    wythoff,
)
from marienbad.study.book.golden_pairs import X, Y, large, pairs, small
from marienbad.study.book.steps import step
from marienbad.text.mathematics import Symbol
from marienbad.text.sentences import Count, Listing, Table


def goal(x: int, y: int) -> Target:
    """Where the proof of theorem 9 goes from a position x ≤ y."""
    return target_of(1, pairs(x + 1), x, y)


@entry("definition", "", "3.1.1", Choice("x", 3, 0, 30), Choice("y", 4, 0, 30))
def wythoff_game(x: int, y: int) -> Iterator[Step]:
    """The rules, and the queen on the chessboard."""
    left = set(reached(wythoff(1), (x, y)))
    squares = {(x - i, y) for i in range(1, x + 1)} | {(x, y - i) for i in range(1, y + 1)}
    squares |= {(x - i, y - i) for i in range(1, min(x, y) + 1)}
    yield step(
        "book_wythoff.wythoff_game.1",
        holds=left == squares and len(left) == x + y + min(x, y),
        position=(x, y),
        x=x,
        y=y,
        both=min(x, y),
        count=Count(len(left), "position"),
    )
    yield step("book_wythoff.wythoff_game.2", holds=left == squares, position=(x, y))


@entry(
    "remark", "", "3.1.1", Choice("n", 8, 3, 14), decided=("positions",),
    uses=("partition", "wythoff_game"), theories=("table",),
)  # fmt: skip
def construction(n: int) -> Iterator[Step]:
    """The positions to leave, one after the other: figure 3."""
    game = wythoff(1)
    marked = [(x, y) for x in range(n) for y in range(n) if is_to_leave(game, (x, y))]
    yield step("book_wythoff.construction.1", holds=is_to_leave(game, (0, 0)))
    yield step(
        "book_wythoff.construction.2",
        holds=all(
            not is_to_leave(game, further)
            for x, y in marked
            for i in range(1, 5)
            for further in ((x + i, y), (x, y + i), (x + i, y + i))
        ),
    )
    yield step(
        "book_wythoff.construction.3",
        holds=all(
            any(is_to_leave(game, one) for one in reached(game, (x, y))) != ((x, y) in marked)
            for x in range(n)
            for y in range(n)
        ),
    )
    yield step(
        "book_wythoff.construction.4",
        _board(marked, n),
        holds=_by_striking_out(n) == marked,
        n=n,
        positions=Listing([one for one in marked if one[0] <= one[1]]),
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


@entry("definition", "", "3.1.2", Choice("n", 6, 1, 200), theories=("recurrence",))
def wythoff_sequences(n: int) -> Iterator[Step]:
    """aₙ is the least number not used before, bₙ = aₙ + n."""
    known = pairs(n)[: n + 1]
    used = {number for pair in known[:n] for number in pair}
    yield step("book_wythoff.wythoff_sequences.1", table_of_pairs(known))
    yield step(
        "book_wythoff.wythoff_sequences.2",
        holds=set(range(small(n))) <= used and small(n) not in used,
        n=n,
        small=small(n),
        large=large(n),
    )


@entry(
    "remark", "", "3.1.2", Choice("x", 12, 1, 2000), decided=("complementary",),
    uses=("complementary_sequences", "wythoff_sequences"), theories=("recurrence",),
)  # fmt: skip
def wythoff_complementary(x: int) -> Iterator[Step]:
    """Every positive number is in exactly one pair."""
    known = pairs(x + 1)[: x + 2]
    n = holding(known, x)
    yield step(
        "book_wythoff.wythoff_complementary.1",
        holds=all(small(i) < small(i + 1) for i in range(x + 1)),
    )
    yield step(
        "book_wythoff.wythoff_complementary.2",
        holds=all(large(i) + 2 <= large(i + 1) for i in range(x + 1)),
    )
    yield step(
        "book_wythoff.wythoff_complementary.3",
        holds={pair[0] for pair in known[1:]}.isdisjoint(pair[1] for pair in known[1:]),
    )
    yield step(
        "book_wythoff.wythoff_complementary.4",
        holds=small(x + 1) > x and sum(x in pair for pair in known[1:]) == 1,
        x=x,
        n=n,
        pair=known[n],
    )


@entry(
    "theorem", "9", "3.1.2", X, Y, correction=51, decided=("positions",),
    uses=("partition", "wythoff_complementary"), theories=("recurrence",),
)  # fmt: skip
def wythoff_by_recurrence(x: int, y: int) -> Iterator[Step]:
    """The pairs (aₙ, bₙ) are exactly the positions to leave."""
    game, known = wythoff(1), pairs(100)
    x, y = min(x, y), max(x, y)
    target = goal(x, y)
    n = max(1, target.index)
    pair = known[n]
    yield step("book_wythoff.wythoff_by_recurrence.1")
    yield step(
        "book_wythoff.wythoff_by_recurrence.2",
        holds=sum(pair[0] in one for one in known[1:]) <= 1 and leads_to_none(game, known, pair),
        n=n,
        pair=pair,
    )
    yield step(
        "book_wythoff.wythoff_by_recurrence.3",
        holds=[i for i, (small, large) in enumerate(known) if large - small == n] == [n],
    )
    yield step("book_wythoff.wythoff_by_recurrence.4")
    for case in ("large", "above", "below"):
        yield step(f"book_wythoff.wythoff_by_recurrence.5_{case}")
    yield step(
        f"book_wythoff.wythoff_by_recurrence.6_{target.case}",
        holds=agrees(game, known, (x, y)),
        x=x,
        y=y,
        n=target.index,
        m=target.rank,
        left=target.reached,
    )
    yield from played(game, (x, y), target.reached)


@entry(
    "recipe", "", "3.1.2", X, Y, correction=5, decided=("recipe_by_recurrence",),
    refuted=("recipe_at_nothing",), uses=("wythoff_by_recurrence",), theories=("recurrence",),
)  # fmt: skip
def wythoff_recipe(x: int, y: int) -> Iterator[Step]:
    """How to play with a table of the pairs."""
    x, y = min(x, y), max(x, y)
    target = goal(x, y)
    n, z = target.index, y - x
    taken = {"large": n + z, "above": z - n, "below": x - target.reached[0], "pair": 0}[target.case]
    yield step("book_wythoff.wythoff_recipe.1", x=x, y=y, z=z)
    yield step(
        f"book_wythoff.wythoff_recipe.2_{target.case}",
        holds=is_to_leave(wythoff(1), target.reached)
        and sum(target.reached) == x + y - taken * (1 + (target.case == "below")),
        x=x,
        n=n,
        z=z,
        taken=taken,
        left=target.reached,
        small=small(z),
    )
    yield step(
        "book_wythoff.wythoff_recipe.3",
        holds=pairs(1)[0] == (0, 0) and not list(reached(wythoff(1), (0, 0))),
    )
