"""Wythoff's games for the proofs of the book: pairs by their law, moves by the rules alone."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.heaps import Position, leave
from marienbad.numeration.continued_fraction import ContinuedFraction, Representation
from marienbad.numeration.integers import plain
from marienbad.numeration.surds import Surd
from marienbad.solver.search import search_of
from marienbad.study.book.steps import Step, step
from marienbad.text.mathematics import Call, Expression, Operand, Subscript
from marienbad.text.sentences import Items, Table, say
from marienbad.values import Record

Pair = tuple[int, int]
SHOWN_PAIRS = 12
"""A table shows so many pairs from the first on."""


class Target(Record):
    """What a proof finds for a position x ≤ y: its case, the pair of x, the pair to go to."""

    case: str
    """``pair``, or as x and y stand to the pair of x: ``large``, ``above``, ``below``.

    Misère play has two more: ``same`` where x = y, and ``empty``.
    """
    index: int
    reached: Pair
    rank: int
    """Which pair is reached."""


def wythoff(a: int, b: int = 1, is_misere: bool = False) -> Definition:
    return define(f"wythoff:a={a},b={b}" + ",misere" * is_misere)


def pairs_by_law(
    difference: Callable[[int], int], count: int, first: Sequence[Pair] = ()
) -> list[Pair]:
    """Pairs each of which begins with the least number not used before.

    >>> pairs_by_law(lambda n: 2 * n, 4)
    [(0, 0), (1, 3), (2, 6), (4, 10)]
    """
    pairs, least = list(first), 0
    used = {number for pair in pairs for number in pair}
    for n in range(len(pairs), count):
        while least in used:
            least += 1
        pair = least, least + difference(n)
        pairs.append(pair)
        used.update(pair)
    return pairs


def holding(pairs: Sequence[Pair], number: int) -> int:
    """Which pair holds a number."""
    return next(n for n, pair in enumerate(pairs) if number in pair)


def reached(game: Definition, position: Position) -> Iterator[Position]:
    """Every position that one move leads to."""
    return (leave(position, move) for move in game.moves(position))


def leads_to_none(game: Definition, pairs: Sequence[Pair], position: Position) -> bool:
    """Whether no move from a position leads to a pair, in either order."""
    known = set(pairs)
    return not any((min(one), max(one)) in known for one in reached(game, position))


def is_to_leave(game: Definition, position: Position) -> bool:
    """What the search says, which knows only the rules."""
    return search_of(game).is_p(position)


def agrees(game: Definition, pairs: Sequence[Pair], position: Pair) -> bool:
    """Whether the search says of a position and its neighbours what the pairs say."""
    x, y = position
    near = {(i, j) for i in range(max(0, x - 3), x + 2) for j in range(max(i, y - 3), y + 2)}
    return all(is_to_leave(game, one) == (one in pairs) for one in near)


def played(game: Definition, position: Pair, target: Pair) -> Iterator[Step]:
    """The move that a recipe orders, if any: it is legal, and the search would leave the same."""
    if position == target:
        return
    x, y = position
    u, v = target
    is_legal = target in set(reached(game, position))
    key = "one" if x == u else "both"
    yield step(
        f"book_first.played_{key}",
        holds=is_legal and is_to_leave(game, target),
        position=position,
        left=target,
        first=x - u,
        second=y - v,
    )


# What is shown


def shown_numbers(count: int, also: Iterable[int] = ()) -> list[int]:
    """Which of so many pairs a table shows: the first ones, and those that a proof speaks of."""
    return sorted({*range(min(count, SHOWN_PAIRS)), *also})


def table_of_pairs(pairs: Sequence[Pair], letters: str = "ab", also: Iterable[int] = ()) -> Table:
    """The first pairs below their numbers, and others that are asked for."""
    numbers = shown_numbers(len(pairs), also)
    small, large = (Subscript(letter, "n") for letter in letters)
    return Table(
        ("n", *numbers),
        ((small, *(pairs[n][0] for n in numbers)), (large, *(pairs[n][1] for n in numbers))),
    )


def weighted_distances(system: ContinuedFraction, digits: Representation) -> Surd:
    """The sum of the δ_i D_i."""
    return system.alpha.times(system.q_sum(digits)) - system.p_value(digits)


def digits_table(
    weight: Callable[[int], int], rows: Sequence[tuple[Expression, Representation, int]]
) -> Table:
    """Representations below the numbers that their digits count, and their values."""
    width = max(len(digits) for _, digits, _ in rows)
    weights = [plain(weight(i)) for i in reversed(range(width))]
    heads = (None, *weights, say("wythoff.arithmetic.value"))
    return Table(
        heads,
        tuple(
            (name, *(None,) * (width - len(digits)), *digits, value) for name, digits, value in rows
        ),
    )


# Wythoff's game with a


def pairs_of(a: int, number: int) -> list[Pair]:
    """The pairs (a_n, b_n) of 3.2.2, up to one that is beyond a number: a_n is at least n."""
    return pairs_by_law(lambda n: a * n, number + 2)


def target_of(a: int, pairs: list[Pair], x: int, y: int) -> Target:
    """Where the proof of theorem 14 goes from a position x ≤ y."""
    n = holding(pairs, x)
    large = pairs[n][1]
    if (x, y) == pairs[n]:
        return Target("pair", n, pairs[n], n)
    if x == large > pairs[n][0]:
        return Target("large", n, pairs[n][::-1], n)
    if y > large:
        return Target("above", n, pairs[n], n)
    m = (y - x) // a
    return Target("below", n, pairs[m], m)


def lines() -> Items:
    """What to do from a position x ≤ y that is no pair, in every case."""
    return Items(tuple(say(f"book_first.line_{case}") for case in ("large", "above", "below")))


def line_of(a: int, target: Target, x: int, y: int, chapter: str = "book_first") -> Step:
    """Which of the lines of a chapter applies, with its numbers."""
    small, large = sorted(target.reached)
    rest = y - large - (x - small)
    shown = say(
        f"{chapter}.applies_{target.case}",
        x=x,
        y=y,
        n=target.index,
        m=target.rank,
        small=small,
        large=large,
        difference=y - x,
        rest=rest,
        a=a,
    )
    is_so = {
        "pair": (x, y) == (small, large),
        "empty": (x, y) == (0, 0),
        "large": y >= x == large > small,
        "above": x == small and y > large,
        "same": x == y > large,
        "below": small < x and 0 <= rest < a and target.rank < target.index,
    }
    return Step(shown, holds=is_so[target.case])


FEW = 10
"""The pairs are made by powers of two: at least two to this power of them."""


@lru_cache(maxsize=2)
def _grown(bits: int) -> list[Pair]:
    return pairs_of(1, 1 << bits)


def pairs(count: int) -> list[Pair]:
    """At least so many pairs, by the recurrence."""
    return _grown(max(FEW, count.bit_length()))


def small(n: int) -> int:
    return pairs(n)[n][0]


def large(n: int) -> int:
    return pairs(n)[n][1]


def is_small(number: int) -> bool:
    """Whether a positive number is a smaller member."""
    return number in {one for one, _ in pairs(number)[1 : number + 1]}


def a(index: Operand) -> Call:
    """a(n), written so that an index can have an index."""
    return Call("a", (index,))


def b(index: Operand) -> Call:
    return Call("b", (index,))
