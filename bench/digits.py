"""Digits over the convergents of [1; k, k, …]: Fibonacci digits (k = 1) and k = 6.

The floor is the fastest gmp multiplication of numbers of the same size; the levels of splitting are
known before. The peer is the greedy walk down the convergents, which is quadratic.
"""

from collections.abc import Iterator
from functools import partial

from bench.harness import Line, in_turns
from bench.numbers import MULTIPLICATION, heap, multiply
from marienbad.numeration.continued_fraction import ContinuedFraction
from tests.numeration.greedy import greedy_p_representation


def lines() -> Iterator[Line]:
    for k in (1, 6):
        system = ContinuedFraction((k,))
        for digits, aim in ((10**4, None), (10**5, None), (10**6, 20)):
            represent = partial(system.p_representation, heap(digits))
            seconds, floor = in_turns(represent, partial(multiply, digits), repeats=5, of_all=min)
            what = f"p-representation, k = {k}, {digits:.0e} digits"
            yield Line(what, seconds, MULTIPLICATION, floor, aim)
    fibonacci = ContinuedFraction((1,))
    number = heap(10**4)
    greedy, split = in_turns(
        partial(greedy_p_representation, fibonacci, number),
        partial(fibonacci.p_representation, number),
        repeats=3,
    )
    yield Line("greedy Fibonacci digits, 1e+04 digits", greedy, "divide and conquer", split)
