"""Representations that end with ones, for the proofs of misère play by digits."""

from marienbad.numeration.continued_fraction import ContinuedFraction
from marienbad.numeration.representations import Representation
from marienbad.numeration.surds import Surd
from marienbad.study.book.entry import Step
from marienbad.study.book.first_digits import convergents_table
from marienbad.study.book.fractions import distance
from marienbad.text.sentences import say


def ones(digits: Representation, first: int = 0) -> int:
    """The first place, from some place on, where the digit is not 1."""
    place = first
    while digits.from_right(place) == 1:
        place += 1
    return place


def line_of_ones(system: ContinuedFraction) -> Surd:
    """What the digits …, 1, 1, 1 would give: W = 1 − 1/α."""
    return 1 - system.alpha.reciprocal()


def is_above(digits: Representation, first: int = 0) -> bool:
    """Whether the first digit that is not 1 stands above it, the order being reversed."""
    place = ones(digits, first)
    return (digits.from_right(place) > 1) == (place % 2 == 0)


def is_small(digits: Representation) -> bool:
    """Whether property 2 lists an ending among those of the smaller members."""
    last = digits.last
    if last in (1, 2):
        return is_above(digits, 1) == (last == 2)
    return True


def lift(digits: Representation) -> Representation:
    """The function f of property 3."""
    if digits.last <= 1:
        return Representation((*digits, 1))
    return Representation((*tuple(digits)[:-1], digits.last - 1, 2))


def lower(digits: Representation) -> Representation:
    """Its inverse."""
    shorter = tuple(digits.right_shift())
    return Representation((*shorter[:-1], shorter[-1] + 1) if digits.last == 2 else shorter)


def powers_of_theta(a: int, count: int) -> Step:
    """The distances are powers of α − 1 with alternating signs."""
    system = ContinuedFraction((a,))
    theta, power = system.alpha - 1, system.alpha - 1
    is_so = theta * theta == 1 - theta.times(a)
    for i in range(count):
        is_so &= distance(system, i) == (power if i % 2 == 0 else -power)
        power = power * theta
    return Step(say("book_misere_digits.powers", a=a), (convergents_table(system, 6),), is_so)


def comparison(a: int, digits: Representation, total: Surd, wall: Surd, first: int) -> Step:
    """Where the digits stand to the line of ones, by the first that is no 1."""
    system = ContinuedFraction((a,))
    theta = system.alpha - 1
    place = ones(digits, first)
    bracket = (total - wall) * distance(system, place).reciprocal()
    above = digits.from_right(place) > 1
    rest = theta * system.alpha.reciprocal()
    return Step(
        say("book_misere_digits.comparison"),
        holds=(bracket.sign() > 0) == above and theta + rest <= 1,
    )
