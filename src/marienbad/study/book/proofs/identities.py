"""Section 3.1.2 of the thesis: the identities of Carlitz, Scoville and Hoggatt, and sequences."""

from collections.abc import Iterator
from itertools import islice, pairwise

from marienbad.numeration.continued_fraction import fibonacci
from marienbad.numeration.integers import plain
from marienbad.study.book.proofs.pairs import Pair, a, b, holding, is_small, large, pairs, small
from marienbad.study.book.steps import Step, equation, step, table
from marienbad.text.mathematics import Expression, Number, Operand, Subscript
from marienbad.text.sentences import Listing
from marienbad.theories.wythoff.identities import fibonacci_sequence

KNOWN = {"a": small, "b": large, "F": lambda i: plain(fibonacci(i))}
"""The functions of the formulas."""


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


def large_by_small(n: int) -> Iterator[Step]:
    """b(n) = a(a(n)) + 1."""
    top = large(n)
    below = [i for i in range(1, top + 1) if small(i) <= top]
    yield step("1", holds=len([i for i in range(1, top + 1) if large(i) <= top]) == n, large=top)
    yield step("2", holds=len(below) == top - n)
    yield step("3", holds=large(n - 1) < top - 1, less=top - 1)
    yield step("4", holds=max(small(i) for i in below) == top - 1)


def exchange(n: int) -> Iterator[Step]:
    """a(b(n)) = b(a(n)) + 1."""
    top = large(small(n)) + 1
    known = pairs(top)[1 : top + 1]
    larges, smalls = ([pair[i] for pair in known if pair[i] <= top] for i in (1, 0))
    yield step("1", holds=top == small(n) + large(n), top=top)
    yield step("2", holds=len(larges) == small(n) and top not in larges, top=top, count=small(n))
    is_so = len(smalls) == large(n) and smalls[-1] == top == small(large(n))
    yield step("3", holds=is_so, top=top, count=large(n))


def large_iterated(n: int, r: int) -> Iterator[Step]:
    """bʳ(n) = a(bʳ⁻¹(a(n))) + F(2r − 1), proved together with (9)."""
    last = plain(fibonacci(2 * r - 1))
    is_so = all(
        small(iterated(n, i - 1)) + iterated(n, i - 1) == iterated(n, i)
        and small(iterated(small(n), i - 1)) + iterated(small(n), i) == small(iterated(small(n), i))
        for i in range(1, r + 1)
    )
    yield step("2", holds=is_so)
    yield step("3", holds=_next(2 * r - 1))
    yield step(
        "4",
        equation(nested(r, n), iterated(n, r)),
        equation(
            a(nested(r - 1, a(n))) + fibonacci_name(2 * r - 1),
            Number(small(iterated(small(n), r - 1))) + last,
        ),
        holds=iterated(n, r) == small(iterated(small(n), r - 1)) + last,
    )


def _next(i: int) -> bool:
    return fibonacci(i) + fibonacci(i + 1) == fibonacci(i + 2)


def exchange_iterated(n: int, r: int) -> Iterator[Step]:
    """a(bʳ(n)) = bʳ(a(n)) + F(2r)."""
    last = plain(fibonacci(2 * r))
    is_so = all(
        small(iterated(n, i)) + iterated(n, i + 1) == small(iterated(n, i + 1))
        and iterated(small(n), i) + small(iterated(small(n), i)) == iterated(small(n), i + 1)
        for i in range(1, r)
    ) and _next(2 * r)
    yield step("2", holds=is_so)
    yield step(
        "3",
        equation(a(nested(r, n)), small(iterated(n, r))),
        equation(nested(r, a(n)) + fibonacci_name(2 * r), Number(iterated(small(n), r)) + last),
        holds=small(iterated(n, r)) == iterated(small(n), r) + last,
    )


def fibonacci_by_large(r: int) -> Iterator[Step]:
    """b applied r times to 1 is F(2r + 1)."""
    here = iterated(1, r)
    yield step("1", holds=iterated(1, r + 1) == small(here) + fibonacci(2 * r + 1))
    yield step("2", holds=large(here) == small(here) + here)
    is_so = here == fibonacci(2 * r + 1)
    yield step("3", equation(nested(r, 1), fibonacci_name(2 * r + 1), here), holds=is_so)


FOLLOWERS = 3
"""How many pairs after the first are looked at."""


def terms(x: int, y: int, count: int) -> list[int]:
    """The first terms of the Fibonacci sequence that two numbers generate."""
    return list(islice(fibonacci_sequence(x, y), count))


def before(pair: Pair) -> Pair:
    """The two terms before a pair in a Fibonacci sequence."""
    x, y = pair
    return 2 * x - y, y - x


def generated_sequence(x: int, y: int) -> Iterator[Step]:
    """Each term is the sum of the two before it."""
    found = terms(x, y, 9)
    is_so = all(found[i] + found[i + 1] == found[i + 2] for i in range(7))
    yield step("1", holds=is_so, terms=Listing(found, ""))


def generated_pairs(n: int) -> Iterator[Step]:
    """The terms of a pair's sequence, by twos, are pairs."""
    yield step("1", pair=(small(n), large(n)))
    yield step("2")
    found = terms(small(n), large(n), 2 * FOLLOWERS + 2)
    by_twos = list(zip(found[::2], found[1::2], strict=True))
    index, rows = n, []
    for pair in by_twos:
        rows.append((Number(index), *pair))
        index = large(index)
    is_so = all(_is_pair(pair) for pair in by_twos)
    yield step("3", table(("n", Subscript("a", "n"), Subscript("b", "n")), rows), holds=is_so)


def _is_pair(pair: Pair) -> bool:
    """Whether two numbers are a pair, by the recurrence."""
    x, y = pair
    return y > x and (small(y - x), large(y - x)) == pair


def primitive_pair(n: int) -> Iterator[Step]:
    """A pair that no other pair generates."""
    pair, earlier = pairs(n)[n], _generating(n)
    if earlier:
        is_so = _is_pair(pairs(n)[earlier[0]])
        yield step("1_not", holds=is_so, pair=pair, others=Listing([pairs(n)[i] for i in earlier]))
    else:
        yield step("1", holds=is_small(n), pair=pair)


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


def primitive_pairs(n: int) -> Iterator[Step]:
    """(a(n), b(n)) is primitive exactly if n is some a(k)."""
    known = pairs(n)
    k = holding(known, n)
    yield step("1", holds=large(large(n)) == small(n) + 2 * large(n))
    yield step("2", holds=before(known[large(1)]) == known[1])
    generating = _generating(n)
    if is_small(n):
        yield step("3_is", holds=not generating and small(k) == n, k=k, pair=known[n])
    else:
        is_so = k in generating and before(known[n]) == known[k] and large(k) == n
        yield step("3_is_not", holds=is_so, k=k, pair=known[n], earlier=known[k])


def covering_sequences(x: int) -> Iterator[Step]:
    """Fibonacci sequences that cover all positive integers, each once."""
    known = pairs(x + 1)
    n = holding(known, x)
    yield step("1", n=n, pair=known[n], holds=x in known[n])
    path = [n]
    while not is_small(path[-1]):
        path.append(holding(known, path[-1]))
    shown = table(("n", Subscript("a", "n"), Subscript("b", "n")), [(i, *known[i]) for i in path])
    yield step("2", shown, holds=all(large(later) == earlier for earlier, later in pairwise(path)))
    start = known[path[-1]]
    row = holding(known, path[-1])
    sequence = terms(*start, 2 * len(path))
    is_so = sequence.count(x) == 1 and not _generating(path[-1])
    yield step("3", holds=is_so, start=start, k=row, terms=Listing(sequence, ""))


def primitive_determinant(k: int) -> Iterator[Step]:
    """2a(a(k)) − b(a(k)) = k − 1."""
    x, y = small(small(k)), large(small(k))
    yield step("1", holds=not _generating(small(k)), pair=(x, y))
    yield step("2", holds=x - small(k) == large(k) - 1 - small(k) == k - 1)
