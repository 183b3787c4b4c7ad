"""Section 3.1.2 of the thesis: Fibonacci sequences made of Wythoff's pairs."""

from collections.abc import Iterator
from itertools import islice, pairwise

from marienbad.study.book.entry import Choice, Step, entry
from marienbad.study.book.family import Pair, holding
from marienbad.study.book.golden_pairs import a, b, is_small, large, pairs, small
from marienbad.study.book.steps import equation, step, table
from marienbad.text.mathematics import Number, Subscript
from marienbad.text.sentences import Listing
from marienbad.theories.wythoff.identities import fibonacci_sequence

INDEX = Choice("n", 3, 1, 500)
FOLLOWERS = 3
"""How many pairs after the first are looked at."""


def terms(x: int, y: int, count: int) -> list[int]:
    """The first terms of the Fibonacci sequence that two numbers generate."""
    return list(islice(fibonacci_sequence(x, y), count))


def before(pair: Pair) -> Pair:
    """The two terms before a pair in a Fibonacci sequence."""
    x, y = pair
    return 2 * x - y, y - x


@entry("definition", "", "3.1.2", Choice("x", 4, 0, 1000), Choice("y", 7, 0, 1000))
def generated_sequence(x: int, y: int) -> Iterator[Step]:
    """Each term is the sum of the two before it."""
    found = terms(x, y, 9)
    yield step(
        "book_followers.generated_sequence.1",
        holds=all(found[i] + found[i + 1] == found[i + 2] for i in range(7)),
        x=x,
        y=y,
        terms=Listing(found, ""),
    )


@entry(
    "theorem",
    "10",
    "3.1.2",
    INDEX,
    decided=("followers",),
    uses=("generated_sequence", "small_at_large", "difference_of_pair"),
)
def generated_pairs(n: int) -> Iterator[Step]:
    """The terms of a pair's sequence, by twos, are pairs."""
    yield step(
        "book_followers.generated_pairs.1",
        equation(Number(small(n)) + large(n), a(large(n)), small(large(n))),
        holds=small(n) + large(n) == small(large(n)),
        n=n,
        pair=(small(n), large(n)),
    )
    yield step(
        "book_followers.generated_pairs.2",
        equation(Number(small(large(n))) + large(n), b(large(n)), large(large(n))),
        holds=small(n) + 2 * large(n) == large(large(n)),
    )
    found = terms(small(n), large(n), 2 * FOLLOWERS + 2)
    by_twos = list(zip(found[::2], found[1::2], strict=True))
    index, rows = n, []
    for pair in by_twos:
        rows.append((Number(index), *pair))
        index = large(index)
    yield step(
        "book_followers.generated_pairs.3",
        table(("n", Subscript("a", "n"), Subscript("b", "n")), rows),
        holds=all(_is_pair(pair) for pair in by_twos),
    )


def _is_pair(pair: Pair) -> bool:
    """Whether two numbers are a pair, by the recurrence."""
    x, y = pair
    return y > x and (small(y - x), large(y - x)) == pair


@entry("definition", "", "3.1.2", INDEX, uses=("generated_pairs",))
def primitive_pair(n: int) -> Iterator[Step]:
    """A pair that no other pair generates."""
    pair, earlier = pairs(n)[n], _generating(n)
    if earlier:
        yield step(
            "book_followers.primitive_pair.1_not",
            holds=_is_pair(pairs(n)[earlier[0]]),
            n=n,
            pair=pair,
            others=Listing([pairs(n)[i] for i in earlier]),
        )
    else:
        yield step("book_followers.primitive_pair.1", holds=is_small(n), n=n, pair=pair)


def _generating(n: int) -> list[int]:
    """The pairs that generate the n-th: their sequences are followed until they are past it."""
    goal, found = pairs(n)[n], []
    for index in range(1, n):
        x, y = pairs(n)[index]
        while x < goal[0]:
            x, y = x + y, x + 2 * y
        if (x, y) == goal:
            found.append(index)
    return found


@entry(
    "theorem",
    "11",
    "3.1.2",
    INDEX,
    decided=("primitive",),
    uses=("generated_pairs", "primitive_pair", "wythoff_complementary"),
)
def primitive_pairs(n: int) -> Iterator[Step]:
    """(a(n), b(n)) is primitive exactly if n is some a(k)."""
    known = pairs(n)
    k = holding(known, n)
    yield step("book_followers.primitive_pairs.1", holds=large(large(n)) == small(n) + 2 * large(n))
    yield step("book_followers.primitive_pairs.2", holds=before(known[large(1)]) == known[1])
    generating = _generating(n)
    if is_small(n):
        yield step(
            "book_followers.primitive_pairs.3_is",
            holds=not generating and small(k) == n,
            n=n,
            k=k,
            pair=known[n],
        )
    else:
        yield step(
            "book_followers.primitive_pairs.3_is_not",
            holds=k in generating and before(known[n]) == known[k] and large(k) == n,
            n=n,
            k=k,
            pair=known[n],
            earlier=known[k],
        )


@entry(
    "corollary",
    "2",
    "3.1.2",
    Choice("x", 100, 1, 2000),
    decided=("covered",),
    uses=("primitive_pairs", "wythoff_complementary"),
)
def covering_sequences(x: int) -> Iterator[Step]:
    """Fibonacci sequences that cover all positive integers, each once."""
    known = pairs(x + 1)
    n = holding(known, x)
    yield step("book_followers.covering_sequences.1", x=x, n=n, pair=known[n], holds=x in known[n])
    path = [n]
    while not is_small(path[-1]):
        path.append(holding(known, path[-1]))
    yield step(
        "book_followers.covering_sequences.2",
        table(("n", Subscript("a", "n"), Subscript("b", "n")), [(i, *known[i]) for i in path]),
        holds=all(large(later) == earlier for earlier, later in pairwise(path)),
    )
    start = known[path[-1]]
    row = holding(known, path[-1])
    sequence = terms(*start, 2 * len(path))
    yield step(
        "book_followers.covering_sequences.3",
        holds=sequence.count(x) == 1 and not _generating(path[-1]),
        x=x,
        start=start,
        k=row,
        terms=Listing(sequence, ""),
    )


@entry(
    "corollary",
    "2",
    "3.1.2",
    Choice("k", 3, 1, 1000),
    correction=35,
    decided=("determinant",),
    refuted=("step_of_determinant",),
    uses=("primitive_pairs", "difference_of_pair", "large_by_small"),
)
def primitive_determinant(k: int) -> Iterator[Step]:
    """2a(a(k)) − b(a(k)) = k − 1."""
    x, y = small(small(k)), large(small(k))
    yield step(
        "book_followers.primitive_determinant.1",
        holds=not _generating(small(k)),
        k=k,
        pair=(x, y),
    )
    yield step(
        "book_followers.primitive_determinant.2",
        equation(2 * a(a(k)) - b(a(k)), Number(2 * x) - y, k - 1),
        holds=2 * x - y == x - small(k) == large(k) - 1 - small(k) == k - 1,
    )
    yield step(
        "book_followers.primitive_determinant.3",
        equation(
            2 * a(a(1)) - (a(1) - a(a(1))), 2 * small(small(1)) - (small(1) - small(small(1)))
        ),
        holds=2 * small(small(1)) - (small(1) - small(small(1))) != 0,
    )
