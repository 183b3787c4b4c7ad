"""Schwenk's numeration of a factor k: every part is more than k times the next one.

Its numbers are H_1 = 1 and H_{i+1} = H_i + H_m with the least m such that k·H_m ≥ H_i. Every n ≥ 1
is in one way a sum of them in which every part is more than k times the next one: the greedy one,
which takes out the largest number that fits again and again. For what fits below H_{i+1} beside H_i
is less than H_m, so that k times its largest part is less than H_i. For k = 1 the numbers are the
powers of 2, for k = 2 the Fibonacci numbers.

A. J. Schwenk, Take-away games, Fibonacci Quarterly 8 (1970), 225-234.
"""

from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, takewhile

from marienbad.numeration.continued_fraction import FIBONACCI, fibonacci, zeckendorf
from marienbad.numeration.integers import fast, plain

LONG_BITS = 512
"""From here on Fibonacci digits are found by halves, and not one after another."""


def numbers(k: int) -> Iterator[int]:
    """Return the numbers in order, without end.

    >>> from itertools import islice
    >>> [list(islice(numbers(k), 9)) for k in (2, 3)]
    [[1, 2, 3, 5, 8, 13, 21, 34, 55], [1, 2, 3, 4, 6, 8, 11, 15, 21]]
    """
    window = deque([1])
    while True:
        yield window[-1]
        _step(window, k)


def _step(window: "deque[int]", k: int) -> None:
    """Append the next number to a window H_m, …, H_i and drop what is not needed any more.

    No number is skipped when m grows: if k·H_m ≥ H_i, then k·H_{m+1} ≥ H_i + H_m = H_{i+1}.
    """
    if k * window[0] < window[-1]:
        window.popleft()
    window.append(window[-1] + window[0])


def numbers_down(k: int, most: int) -> Iterator[int]:
    """Return the numbers up to a bound, the largest first, few of them at a time in memory.

    >>> list(numbers_down(3, 20)), list(numbers_down(2, 13)), list(numbers_down(1, 9))
    ([15, 11, 8, 6, 4, 3, 2, 1], [13, 8, 5, 3, 2, 1], [8, 4, 2, 1])
    """
    if k == 1:
        yield from (1 << place for place in reversed(range(most.bit_length())))
        return
    if most <= k + 1:
        yield from range(most, 0, -1)
        return
    window = deque(range(1, k + 2))
    while window[-1] <= most:
        _step(window, k)
    _step_back(window)
    while window:
        yield window[-1]
        _step_back(window)


def _step_back(window: "deque[int]") -> None:
    """Undo a step, for k > 1: what was dropped is the difference of two neighbours."""
    window.pop()
    if len(window) > 1 and window[-1] - window[-2] != window[0]:
        window.appendleft(window[-1] - window[-2])


def parts(n: int, k: int) -> Iterator[tuple[int, int]]:
    """Return each part of n, the largest first, with the sum of all that are smaller.

    >>> list(parts(27, 2)), list(parts(27, 3))
    ([(21, 6), (5, 1), (1, 0)], [(21, 6), (6, 0)])
    """
    rest = n
    for number in numbers_down(k, n):
        if number <= rest:
            rest -= number
            yield number, rest
        if not rest:
            return


def smallest_part(n: int, k: int) -> int:
    """Return the smallest part of n ≥ 1.

    >>> [smallest_part(27, k) for k in (1, 2, 3, 100)]
    [1, 1, 6, 27]
    """
    if k == 1:
        return n & -n
    if n <= k + 1:
        return n
    if k == 2 and n.bit_length() > LONG_BITS:
        return plain(FIBONACCI.p(zeckendorf(n).trailing_zeros))
    *_, (part, _) = parts(n, k)
    return part


def tails(n: int, k: int, most: int, count: int) -> Iterator[int]:
    """Return the sums t of the smallest parts of n with k·t below the next larger part.

    They are at most so large and so many, and come the smallest first; n itself is the sum of all
    its parts.

    >>> list(tails(27, 2, 27, 9)), list(tails(27, 2, 5, 9)), list(tails(12, 2, 12, 9))
    ([1, 6, 27], [1], [1, 12])
    """
    if k == 1:
        found = _binary_tails(n)
    elif k == 2 and n.bit_length() > LONG_BITS:
        found = _fibonacci_tails(n)
    else:
        below = (rest for part, rest in parts(n, k) if 0 < rest <= most and k * rest < part)
        last = deque(below, maxlen=count)  # the smallest ones
        found = iter((*reversed(last), n))
    return islice(takewhile(lambda tail: tail <= most, found), count)


def _binary_tails(n: int) -> Iterator[int]:
    """A power of 2 is larger than all smaller ones together."""
    n = left = fast(n)
    while left:
        left &= left - 1
        yield plain(n - left)


def _fibonacci_tails(n: int) -> Iterator[int]:
    """The same by Fibonacci digits, whose places tell which tails there are.

    Let p_j be the largest part of t and p_i the next larger one, i ≥ j + 2. If i ≥ j + 3, then
    2t < 2p_{j+1} < p_i. If i = j + 2, then p_i = 2p_j + p_{j−1}, and 2t < p_i means 2r < p_{j−1}
    for the rest r of t. With p_l its largest part this is false for l = j − 2, since 2p_{j−2} is
    at least p_{j−1}; true for l ≤ j − 4 and for r = 0; and for l = j − 3 it asks the same of p_l
    and the rest below it, since p_{j−1} = 2p_{j−3} + p_{j−4}.
    """
    digits = bytes(zeckendorf(n).digits)[::-1]
    place = digits.find(1)
    part, before = FIBONACCI.p(place), FIBONACCI.p(place - 1)
    tail, is_less = 0, True
    while place >= 0:
        tail += part
        above = digits.find(1, place + 1)
        gap = above - place
        if above < 0 or gap > 2 or is_less:
            yield plain(tail)
        is_less = gap > 3 or (gap == 3 and is_less)
        if above >= 0:
            smaller, larger = _neighbours(gap)
            part, before = (
                larger * part + smaller * before,
                smaller * part + (larger - smaller) * before,
            )
        place = above


@lru_cache(maxsize=16)
def _neighbours(i: int) -> tuple[int, int]:
    """F_i and F_{i+1}."""
    return fibonacci(i), fibonacci(i + 1)
