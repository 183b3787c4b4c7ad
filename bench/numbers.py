"""The huge numbers that the topics share, the same in every run."""

import random
from functools import cache
from typing import Any

import gmpy2

from marienbad.numeration.continued_fraction import ContinuedFraction

MULTIPLICATION = "one gmp multiplication, same size"


@cache
def heap(digits: int, seed: int = 0) -> int:
    """An ordinary number of so many digits."""
    return random.Random(seed).randrange(10 ** (digits - 1), 10**digits)


@cache
def factors(digits: int) -> tuple[Any, Any]:
    """Two ordinary numbers as gmpy2 has them, whose product is the floor."""
    return gmpy2.mpz(heap(digits, 1)), gmpy2.mpz(heap(digits, 2))


def multiply(digits: int) -> Any:
    """The floor of every work on numbers of that size."""
    one, other = factors(digits)
    return one * other


@cache
def convergents(k: int, digits: int) -> tuple[int, int, int, int]:
    """(p_i, q_i, p_{i+1}, q_{i+1}) for [1; k, k, …], of about so many digits."""
    system = ContinuedFraction((k,))
    # p_i grows by a factor between k and k + 1 at each step: its size at 1000 tells the index.
    known = int(system.p(1000)).bit_length()
    index = 1000 * heap(digits).bit_length() // known
    return (
        int(system.p(index)),
        int(system.q(index)),
        int(system.p(index + 1)),
        int(system.q(index + 1)),
    )
