"""Integers of any size: the one place that chooses between Python's int and gmpy2.

Ordinary numbers stay Python integers and gmpy2 is never imported for them. Above about a thousand
digits gmpy2 serves when it is installed (and MARIENBAD_GMPY2 is not 0); otherwise the algorithms
below keep parsing, printing and square roots from being quadratic.
"""

from __future__ import annotations

import math
import os
from functools import cache

TYPE_CHECKING = False  # type checkers take it for true; typing itself is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType
    from typing import TypeVar

    Result = TypeVar("Result")

Integer = int
"""A Python integer or an mpz, which behaves as one."""

HUGE_BITS = 3322
"""Size in bits, about 1,000 digits, from which gmpy2 repays its import."""

THREAD_BITS = 1 << 20
"""Size in bits from which a product takes many times as long as to begin a thread."""

_QUADRATIC_BITS = 60_000  # below this math.isqrt beats Newton's method on Python integers
_TEXT_DIGITS = 512  # int(text) is allowed this many digits whatever the interpreter's limit
_SHOWN = 24  # characters of a bad input that an error message repeats


@cache
def _import_gmpy2() -> ModuleType | None:
    try:
        import gmpy2
    except ImportError:
        return None
    module: ModuleType = gmpy2
    return module


def _gmpy2() -> ModuleType | None:
    return None if os.environ.get("MARIENBAD_GMPY2") == "0" else _import_gmpy2()


@cache
def _keep_memory() -> None:
    """Have the C library keep memory that was freed, up to 60 MB, instead of giving it back.

    Results of a megabyte would be written to new pages each time, for half the time of a product.
    The GNU library learns what is usual from the largest block that was ever freed.
    """
    bytes(30 << 20)


def fast(n: int) -> Integer:
    """The same number, as an mpz when it is huge and gmpy2 can be had."""
    if (bits := n.bit_length()) < HUGE_BITS or (gmpy2 := _gmpy2()) is None:
        return n
    if bits >= THREAD_BITS:
        _keep_memory()
    huge: int = gmpy2.mpz(n)
    return huge


def plain(n: Integer) -> int:
    """The same number as a Python int.

    >>> plain(fast(10**2000)) == 10**2000
    True
    """
    return int(n)


def side_by_side(
    function: Callable[[Integer], Result], arguments: Sequence[Integer]
) -> list[Result]:
    """The values of a function, of huge arguments on two threads: gmpy2 lets others run.

    >>> side_by_side(isqrt, [10**4, 10**6])
    [100, 1000]
    """
    largest = max(arguments, default=0).bit_length()
    if largest < THREAD_BITS or len(arguments) < 2 or (gmpy2 := _gmpy2()) is None:
        return [function(argument) for argument in arguments]
    from concurrent.futures import ThreadPoolExecutor

    def values(part: Sequence[Integer]) -> list[Result]:
        with gmpy2.context(gmpy2.get_context(), allow_release_gil=True):
            return [function(argument) for argument in part]

    half = len(arguments) // 2
    with ThreadPoolExecutor(1) as thread:
        others = thread.submit(values, arguments[half:])
        return values(arguments[:half]) + others.result()


def isqrt(n: int) -> Integer:
    """The floor of the square root of n.

    >>> isqrt(99), isqrt(100)
    (9, 10)
    """
    if n.bit_length() < 2 * HUGE_BITS:
        return math.isqrt(n)
    if n < 0:
        raise ValueError("isqrt: expected an integer >= 0, got a negative one")
    if (gmpy2 := _gmpy2()) is not None:
        root: int = gmpy2.isqrt(gmpy2.mpz(n))
        return root
    n = plain(n)
    return math.isqrt(n) if n.bit_length() < _QUADRATIC_BITS else _newton_isqrt(n)


def _newton_isqrt(n: int) -> int:
    """The floor of the square root by multiplications alone (Karp and Markstein's last step).

    With 4^h the power just above n and y close to 2^h/√n, r = n·y is half of the root's digits and
    r + (n − r²)·y/2 all of them; the floor is then certified on the remainder.
    """
    half = (n.bit_length() + 1) // 2
    bits = half // 2 + 16
    inverse = _inverse_root(n, half, bits)
    shift = half - bits
    start = ((n >> 2 * shift) * inverse) >> (bits + bits)
    root = start << shift
    rest = n - root * root
    root += ((rest >> shift) * inverse) >> (2 * bits + 1)
    rest = n - root * root
    while rest < 0:
        root -= 1
        rest += 2 * root + 1
    while rest > 2 * root:
        rest -= 2 * root + 1
        root += 1
    return root


def _inverse_root(n: int, half: int, bits: int) -> int:
    """Nearly 2^bits / √f where f = n / 4^half lies in [1/4, 1)."""
    kept = bits + 8
    leading = n >> (2 * half - kept) if 2 * half >= kept else n << (kept - 2 * half)
    if bits <= 512:
        return math.isqrt((1 << (2 * bits + kept)) // leading)
    fewer = bits // 2 + 8
    rough = _inverse_root(n, half, fewer)
    # y + y·(1 − f·y²)/2 doubles the number of right digits
    error = (1 << 2 * fewer) - (leading * (rough * rough) >> kept)
    return (rough << (bits - fewer)) + (rough * error >> (3 * fewer + 1 - bits))


def evaluate(digits: Sequence[int], base: int) -> Integer:
    """The number written with these digits, most significant first, by halves.

    Neighbours are joined in pairs and the base squared, so that the work is a few multiplications
    of numbers of the final size instead of one pass for every digit.

    >>> evaluate((1, 2, 3), 10)
    123
    """
    parts: list[int] = list(reversed(digits))
    while len(parts) > 1:
        base = fast(base)
        joined = [
            low + high * base for low, high in zip(parts[::2], parts[1::2], strict=False)
        ]  # the odd one out is the most significant
        if len(parts) % 2:
            joined.append(parts[-1])
        parts = joined
        if len(parts) > 1:
            base *= base
    return parts[0] if parts else 0


def parse(text: str) -> int:
    """The integer written in decimal digits, however many.

    >>> parse("1234")
    1234
    >>> parse("12x")
    Traceback (most recent call last):
    ValueError: expected decimal digits 0-9, got '12x'
    """
    if not (text.isascii() and text.isdigit()):
        shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
        raise ValueError(f"expected decimal digits 0-9, got {shown!r}")
    if len(text) <= _TEXT_DIGITS:
        return int(text)
    if len(text) > 1000 and (gmpy2 := _gmpy2()) is not None:
        return int(gmpy2.mpz(text, 10))
    first = len(text) % _TEXT_DIGITS
    starts = range(first, len(text), _TEXT_DIGITS)
    pieces = [int(text[:first] or "0")] + [int(text[i : i + _TEXT_DIGITS]) for i in starts]
    return plain(evaluate(pieces, 10**_TEXT_DIGITS))


def digits_of(n: Integer) -> str:
    """The decimal digits of n, with a minus sign if it is negative.

    >>> digits_of(-1234)
    '-1234'
    """
    if n.bit_length() <= 2048:
        return str(n)
    if n.bit_length() >= HUGE_BITS and (gmpy2 := _gmpy2()) is not None:
        return str(gmpy2.mpz(n))
    return "-" + _decimal_digits(-plain(n)) if n < 0 else _decimal_digits(plain(n))


def _decimal_digits(n: int) -> str:
    # decimal multiplies in quasi-linear time and prints in linear time: only the split costs.
    import decimal

    powers: dict[int, decimal.Decimal] = {}

    def power(bits: int) -> decimal.Decimal:
        if bits not in powers:
            powers[bits] = (
                decimal.Decimal(1 << bits)
                if bits <= 1024
                else power(bits // 2) * power(bits - bits // 2)
            )
        return powers[bits]

    def convert(n: int, bits: int) -> decimal.Decimal:
        if bits <= 1024:
            return decimal.Decimal(n)
        low = bits // 2
        high = n >> low
        return convert(high, bits - low) * power(low) + convert(n - (high << low), low)

    with decimal.localcontext() as context:
        context.prec = decimal.MAX_PREC
        context.Emax = decimal.MAX_EMAX
        context.Emin = decimal.MIN_EMIN
        context.traps[decimal.Inexact] = True
        return str(convert(n, n.bit_length()))
