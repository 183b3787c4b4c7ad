"""Section 3.1.2 of the thesis: the ten identities of Carlitz, Scoville and Hoggatt."""

from collections.abc import Iterator

from marienbad.numeration.continued_fraction import fibonacci
from marienbad.numeration.integers import plain
from marienbad.study.book.entry import Choice, Step, entry
from marienbad.study.book.golden_pairs import a, b, large, pairs, small
from marienbad.study.book.steps import equation, step
from marienbad.text.mathematics import Expression, Number, Operand, Subscript

INDEX = Choice("n", 5, 1, 2000)
FEW = Choice("n", 5, 1, 100)
TIMES = Choice("r", 2, 1, 5)


def iterated(n: int, times: int) -> int:
    """b applied several times."""
    for _ in range(times):
        n = large(n)
    return n


def nested(times: int, inside: Operand) -> Operand:
    """b(b(… inside …)), written."""
    for _ in range(times):
        inside = b(inside)
    return inside


def fibonacci_name(i: int) -> Expression:
    return Subscript("F", Number(i))


@entry("identity", "(1)", "3.1.2", INDEX, decided=("difference",), uses=("wythoff_sequences",))
def difference_of_pair(n: int) -> Iterator[Step]:
    """n + a(n) = b(n)."""
    yield step(
        "book_identities.difference_of_pair.1",
        equation(Number(n) + small(n), large(n)),
        holds=n + small(n) == large(n),
        n=n,
    )


@entry(
    "identity",
    "(2)",
    "3.1.2",
    INDEX,
    decided=("large_by_small",),
    uses=("difference_of_pair", "wythoff_complementary"),
)
def large_by_small(n: int) -> Iterator[Step]:
    """b(n) = a(a(n)) + 1."""
    top = large(n)
    below = [i for i in range(1, top + 1) if small(i) <= top]
    yield step(
        "book_identities.large_by_small.1",
        holds=len([i for i in range(1, top + 1) if large(i) <= top]) == n,
        n=n,
        large=top,
    )
    yield step(
        "book_identities.large_by_small.2",
        equation(Number(top) - n, small(n)),
        holds=len(below) == top - n == small(n),
    )
    yield step("book_identities.large_by_small.3", holds=large(n - 1) < top - 1, less=top - 1)
    yield step(
        "book_identities.large_by_small.4",
        equation(a(a(n)), a(small(n)), Number(top) - 1),
        holds=max(small(i) for i in below) == small(small(n)) == top - 1,
    )


@entry(
    "identity",
    "(3)",
    "3.1.2",
    INDEX,
    decided=("large_at_small",),
    uses=("difference_of_pair", "large_by_small"),
)
def large_at_small(n: int) -> Iterator[Step]:
    """a(n) + b(n) = b(a(n)) + 1."""
    yield step("book_identities.large_at_small.1")
    yield step(
        "book_identities.large_at_small.2",
        equation(b(small(n)), Number(small(n)) + small(small(n)), large(small(n))),
        equation(Number(small(n)) + large(n), Number(large(small(n))) + 1),
        holds=small(n) + large(n) == large(small(n)) + 1,
        n=n,
    )


@entry(
    "identity",
    "(4)",
    "3.1.2",
    INDEX,
    decided=("exchange",),
    uses=("large_at_small", "wythoff_complementary"),
)
def exchange(n: int) -> Iterator[Step]:
    """a(b(n)) = b(a(n)) + 1."""
    top = large(small(n)) + 1
    known = pairs(top)[1 : top + 1]
    larges, smalls = ([pair[i] for pair in known if pair[i] <= top] for i in (1, 0))
    yield step("book_identities.exchange.1", holds=top == small(n) + large(n), n=n, top=top)
    yield step(
        "book_identities.exchange.2",
        holds=len(larges) == small(n) and top not in larges,
        top=top,
        count=small(n),
    )
    yield step(
        "book_identities.exchange.3",
        equation(a(large(n)), Number(large(small(n))) + 1),
        holds=len(smalls) == large(n) and smalls[-1] == top == small(large(n)),
        top=top,
        count=large(n),
    )


@entry(
    "identity",
    "(5)",
    "3.1.2",
    INDEX,
    decided=("small_at_large",),
    uses=("large_at_small", "exchange"),
)
def small_at_large(n: int) -> Iterator[Step]:
    """a(n) + b(n) = a(b(n))."""
    yield step(
        "book_identities.small_at_large.1",
        equation(Number(small(n)) + large(n), small(large(n))),
        holds=small(n) + large(n) == small(large(n)),
        n=n,
    )


@entry(
    "identity",
    "(6)",
    "3.1.2",
    INDEX,
    decided=("large_twice",),
    uses=("difference_of_pair", "large_by_small", "exchange", "small_at_large"),
)
def large_twice(n: int) -> Iterator[Step]:
    """b(b(n)) = a(b(a(n))) + 2."""
    yield step("book_identities.large_twice.1")
    yield step("book_identities.large_twice.2", holds=large(n) + small(large(n)) == large(large(n)))
    yield step(
        "book_identities.large_twice.3",
        equation(b(b(n)), b(large(n)), large(large(n))),
        equation(a(b(a(n))) + 2, a(b(small(n))) + 2, Number(small(large(small(n)))) + 2),
        holds=large(large(n)) == small(large(small(n))) + 2,
        n=n,
    )


@entry(
    "identity",
    "(7)",
    "3.1.2",
    INDEX,
    decided=("exchange_twice",),
    uses=("difference_of_pair", "exchange", "small_at_large", "large_twice"),
)
def exchange_twice(n: int) -> Iterator[Step]:
    """a(b(b(n))) = b(b(a(n))) + 3."""
    yield step("book_identities.exchange_twice.1")
    yield step(
        "book_identities.exchange_twice.2",
        equation(a(b(b(n))), small(large(large(n)))),
        equation(b(b(a(n))) + 3, Number(iterated(small(n), 2)) + 3),
        holds=small(iterated(n, 2)) == iterated(small(n), 2) + 3,
        n=n,
    )


@entry(
    "identity",
    "(8)",
    "3.1.2",
    FEW,
    TIMES,
    correction=34,
    decided=("large_iterated",),
    refuted=("step_of_iteration",),
    uses=("large_by_small", "exchange", "difference_of_pair", "small_at_large"),
)
def large_iterated(n: int, r: int) -> Iterator[Step]:
    """bʳ(n) = a(bʳ⁻¹(a(n))) + F(2r − 1), proved together with (9)."""
    yield step("book_identities.large_iterated.1")
    last = plain(fibonacci(2 * r - 1))
    yield step(
        "book_identities.large_iterated.2",
        holds=all(
            small(iterated(n, i - 1)) + iterated(n, i - 1) == iterated(n, i)
            and small(iterated(small(n), i - 1)) + iterated(small(n), i)
            == small(iterated(small(n), i))
            for i in range(1, r + 1)
        ),
    )
    yield step("book_identities.large_iterated.3", holds=_next(2 * r - 1))
    yield step(
        "book_identities.large_iterated.4",
        equation(nested(r, n), iterated(n, r)),
        equation(
            a(nested(r - 1, a(n))) + fibonacci_name(2 * r - 1),
            Number(small(iterated(small(n), r - 1))) + last,
        ),
        holds=iterated(n, r) == small(iterated(small(n), r - 1)) + last,
        n=n,
        r=r,
    )
    yield step(
        "book_identities.large_iterated.5",
        equation(b(a(1)), large(small(1))),
        equation(a(1), small(1)),
        holds=large(small(1)) != small(1),
    )


def _next(i: int) -> bool:
    return fibonacci(i) + fibonacci(i + 1) == fibonacci(i + 2)


@entry(
    "identity",
    "(9)",
    "3.1.2",
    FEW,
    TIMES,
    correction=34,
    decided=("exchange_iterated",),
    uses=("large_iterated",),
)
def exchange_iterated(n: int, r: int) -> Iterator[Step]:
    """a(bʳ(n)) = bʳ(a(n)) + F(2r)."""
    last = plain(fibonacci(2 * r))
    yield step("book_identities.exchange_iterated.1", holds=small(large(n)) == large(small(n)) + 1)
    yield step(
        "book_identities.exchange_iterated.2",
        holds=all(
            small(iterated(n, i)) + iterated(n, i + 1) == small(iterated(n, i + 1))
            and iterated(small(n), i) + small(iterated(small(n), i)) == iterated(small(n), i + 1)
            for i in range(1, r)
        )
        and _next(2 * r),
    )
    yield step(
        "book_identities.exchange_iterated.3",
        equation(a(nested(r, n)), small(iterated(n, r))),
        equation(nested(r, a(n)) + fibonacci_name(2 * r), Number(iterated(small(n), r)) + last),
        holds=small(iterated(n, r)) == iterated(small(n), r) + last,
        n=n,
        r=r,
    )
    one = small(large(1)) + iterated(1, 2)
    yield step(
        "book_identities.exchange_iterated.4",
        equation(a(b(1)) + b(b(1)), one, a(b(b(1)))),
        equation(b(b(1)), iterated(1, 2)),
        holds=one == small(iterated(1, 2)) != iterated(1, 2),
    )


@entry(
    "identity",
    "(10)",
    "3.1.2",
    Choice("r", 3, 1, 9),
    decided=("fibonacci_numbers",),
    uses=("large_iterated", "difference_of_pair", "fibonacci_numbers"),
)
def fibonacci_by_large(r: int) -> Iterator[Step]:
    """b applied r times to 1 is F(2r + 1)."""
    here = iterated(1, r)
    yield step(
        "book_identities.fibonacci_by_large.1",
        holds=iterated(1, r + 1) == small(here) + fibonacci(2 * r + 1),
    )
    yield step("book_identities.fibonacci_by_large.2", holds=large(here) == small(here) + here)
    yield step(
        "book_identities.fibonacci_by_large.3",
        equation(nested(r, 1), fibonacci_name(2 * r + 1), here),
        holds=here == fibonacci(2 * r + 1),
        r=r,
    )
