"""Which numeration systems suit a table of P-positions: from the slopes of its beams.

The P-positions with x ≤ y often lie along a line, within a bounded distance: a *beam*. If they are
a regular set in some numeration, its weights grow in the field of the slope: base 2 for a rational
one, the p-system of a continued fraction for a quadratic one, a Pisot number of degree 3 or 4. The
slope is enclosed in fractions, and the simplest numbers between them come first. All this only
suggests what to try: no proof rests on it.

>>> from marienbad.games.catalogue import define
>>> from marienbad.prover.discovery.positions import solved
>>> table = solved(define("wythoff:a=2"), 2000)
>>> [system.name for system in systems(beams(table))[:2]]
['[1; (2)]', 'U(n) = 6 U(n-1) - 1 U(n-2)']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isqrt, prod
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from marienbad.numeration.surds import squarefree
from marienbad.prover.discovery.positions import Paired, Positions
from marienbad.prover.discovery.strips import hulls, narrowest, width
from marienbad.prover.systems.linear import (
    FIBONACCI,
    System,
    base,
    continued_fraction,
    linear_recurrence,
)
from marienbad.prover.systems.pisot import cubic_systems, quartic_systems
from marienbad.values import Record

NARROW = Fraction(1, 20)
"""Slopes that are known less well than this suggest nothing."""
WIDER = Fraction(9, 4)
"""How much wider than the narrowest strip those are whose slopes count, in its width, and 2 more.

By trial: with less, small boxes suggest systems in vain; with more, larger boxes are needed.
"""
LONGEST = 6
"""Quotients of a continued fraction that are looked at."""
LARGEST_QUOTIENT = 24
ALLOWANCE = 16
"""The factor by which a number may be less simple than expected, or than the simplest."""
MOST_SYSTEMS = 8

Indices = NDArray[np.int64]
Terms = tuple[int, ...]
Fitted = tuple[Terms, Terms]
"""Quotients of a continued fraction: those before the period, and the period."""


class Beam(Record):
    """P-positions along a line: its slope lies between low and high, if they stay so near to it."""

    low: Fraction
    high: Fraction
    width: Fraction
    """The width of the strip that holds them, measured along y."""
    length: int
    """How far it rises in the box."""
    is_bounded: bool
    """Whether the first eighth of the beam is already about as wide."""
    larger: Literal["x", "y"]
    """The heap that is at least as large in all of its positions, and along which it rises."""

    @property
    def is_slender(self) -> bool:
        return 8 * self.width <= self.length

    @property
    def is_beam(self) -> bool:
        return self.is_bounded and self.is_slender

    @property
    def is_narrow(self) -> bool:
        return self.high - self.low < NARROW


def beams(positions: Positions | Paired) -> tuple[Beam, ...]:
    """The beam with x ≤ y, and the one with x > y where it is not its mirror image."""
    if isinstance(positions, Paired):
        rows, partners = positions.sample()
        upper = rows <= partners
        return tuple(filter(None, [beam(rows[upper], partners[upper], "y")]))
    rows, columns = positions.rows, positions.columns.astype(np.int64)
    upper = rows <= columns
    found = [beam(rows[upper], columns[upper], "y")]
    if (upper & (rows < columns)).sum() != (~upper).sum() or not _is_mirrored(rows, columns):
        found.append(beam(columns[~upper], rows[~upper], "x"))
    return tuple(beam for beam in found if beam is not None)


def _is_mirrored(rows: Indices, columns: Indices) -> bool:
    order = np.lexsort((rows, columns))
    return bool((rows[order] == columns).all() and (columns[order] == rows).all())


def beam(xs: Indices, ys: Indices, larger: Literal["x", "y"]) -> Beam | None:
    """The narrowest strip around some positions, and the slopes of those up to thrice as wide."""
    run = int(xs.max() - xs.min()) if len(xs) else 0
    if len(xs) < 3 or run < 8:
        return None
    points = np.stack((xs, ys)).T
    strip = narrowest(points, lambda width: WIDER * width + 2)
    early = points[xs <= xs.min() + run // 8]
    before = width(*hulls(early), strip.slope)
    length = int(strip.slope * run)
    is_bounded = strip.width <= 2 * before + 2
    return Beam(strip.low, strip.high, strip.width, length, is_bounded, larger)


def systems(found: Sequence[Beam]) -> list[System]:
    """The systems to try, the likeliest first.

    A number is worth trying if it is simple in comparison with how well the slope is known: of n
    numbers that are as simple, one lies in an interval of length 1/n by chance.
    """
    narrow = [beam for beam in found if beam.is_narrow]
    if not narrow:
        # a larger box will show the slope of a beam; where there is no beam, the usual systems
        is_open = any(beam.is_beam for beam in found)
        return [] if is_open else [base(2), base(3), FIBONACCI, continued_fraction(2)]
    rank: dict[System, int] = {}
    for beam in narrow:
        for number, system in _suited(beam):
            if number * (beam.high - beam.low) <= ALLOWANCE:
                rank[system] = min(number, rank.get(system, number))
    first = min(rank.values(), default=0)
    likely = (system for system in rank if rank[system] <= first * ALLOWANCE)
    return sorted(likely, key=lambda system: rank[system])[:MOST_SYSTEMS]


def _suited(beam: Beam) -> Iterator[tuple[int, System]]:
    """Systems in which the slope is simple, and about how many numbers are as simple as it."""
    if _is_rational(beam):
        yield from ((1, base(2)), (2, base(3)))
        return
    for before, period in fractions(beam.low, beam.high):
        number = prod((1 + term) ** 2 for term in (*before[1:], *period))
        turns = (period[place:] + period[:place] for place in range(len(period)))
        yield from ((number, continued_fraction(*turned)) for turned in turns)
        yield from ((8 * number, system) for system in _recurrences(period))
    for height, size, system in cubic_systems(beam.low, beam.high):
        yield (1 + height) ** 3 * size**2, system
    for height, size, system in quartic_systems(beam.low, beam.high):
        yield (1 + height) ** 4 * size**2, system


def _is_rational(beam: Beam) -> bool:
    """Whether a fraction lies between the bounds far simpler than one expects there."""
    simplest = _simplest(beam.low, beam.high)
    return simplest.denominator**2 * (beam.high - beam.low) < Fraction(1, 50)


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the least denominator between two bounds.

    >>> _simplest(Fraction(31, 10), Fraction(32, 10))
    Fraction(16, 5)
    """
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole)
    return whole - 1 + 1 / _simplest(1 / (high - whole + 1), 1 / (low - whole + 1))


def fractions(low: Fraction, high: Fraction) -> list[Fitted]:
    """Periodic continued fractions between two bounds, the simplest first.

    >>> fractions(Fraction("1.3660"), Fraction("1.3661"))[0]
    ((1,), (2, 1))
    """
    found: dict[Fitted, None] = {}
    for terms in _expansions(low, high):
        for split in range(1, len(terms)):
            before, period = terms[:split], terms[split:]
            # with the same last quotient the period could have begun one place earlier
            is_short = split == 1 or before[-1] != period[-1]
            if is_short and _is_primitive(period) and _is_between(before, period, low, high):
                found[before, period] = None
    return sorted(found, key=lambda fit: (len(fit[0]) + len(fit[1]), sum(fit[1]), fit))


def _expansions(low: Fraction, high: Fraction) -> Iterator[Terms]:
    """The first quotients of the numbers between two bounds, and one more where they part."""
    waiting: list[tuple[Terms, Fraction, Fraction]] = [((), low, high)]
    for terms, least, most in waiting:
        first, last = int(least // 1), int(most // 1)
        for term in range(first, min(last, LARGEST_QUOTIENT) + 1):
            if term < 1 and terms:
                continue
            longer = (*terms, term)
            yield longer
            if first == last and least > term and len(longer) < LONGEST:
                waiting.append((longer, 1 / (most - term), 1 / (least - term)))


def _is_primitive(period: Terms) -> bool:
    length = len(period)
    return min(period) > 0 and not any(
        length % part == 0 and period == period[:part] * (length // part)
        for part in range(1, length)
    )


def _is_between(before: Terms, period: Terms, low: Fraction, high: Fraction) -> bool:
    terms = before + period * (40 // len(period))
    ends = []
    for last in (terms, terms[:-1]):
        value = Fraction(last[-1])
        for term in reversed(last[:-1]):
            value = term + 1 / value
        ends.append(value)
    return low <= min(ends) and max(ends) <= high


def _recurrences(period: Terms) -> Iterator[System]:
    """The systems of two-term recurrences in the field of a continued fraction."""
    latest, before = (1, 0), (0, 1)
    for term in period:
        latest, before = (term * latest[0] + before[0], term * latest[1] + before[1]), latest
    trace, determinant = latest[0] + before[1], (-1) ** len(period)
    field = squarefree(trace * trace - 4 * determinant)
    pairs = [
        (a, b)
        for a in range(1, 9)
        for b in (-1, 2, -2, 3, -3, 4, -4)
        if (1 <= b <= a or (b < 0 and a >= 2 - b))
        and isqrt(square := a * a + 4 * b) ** 2 != square
        and squarefree(square) == field
    ]
    for a, b in sorted(pairs, key=lambda pair: (abs(pair[1]), pair[0]))[:2]:
        yield linear_recurrence(a, b)
