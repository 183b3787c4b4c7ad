"""The chance that a random start is lost for the player who begins, exactly.

Every heap is drawn from 0, …, size − 1, all equally likely. The start is lost if it is a position
to leave: nobody wants to move from it.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from marienbad.games.definition import Definition
from marienbad.games.family import resolve
from marienbad.numeration.integers import digits_of, plain
from marienbad.text.explanation import Explanation
from marienbad.text.mathematics import Approximation
from marienbad.text.numbers import is_long
from marienbad.text.problems import InputError
from marienbad.text.sentences import Count, Message, Value, say
from marienbad.values import Record

LARGEST_BITS = 20_000
"""The longest count, in bits: some 6,000 digits, still found within a second."""

PLACES = 4
"""How many decimals of a percentage are written."""


class Chance(Record):
    """How many of the starts with some heaps below a size are lost, and how that was found."""

    size: int
    heaps: int
    lost: int
    method: Literal["formula", "count"]

    @property
    def total(self) -> int:
        """The number of starts."""
        return plain(self.size**self.heaps)

    @property
    def fraction(self) -> Fraction:
        """The chance in lowest terms."""
        return Fraction(self.lost, self.total)


def chance(definition: Definition, size: int, heaps: int | None = None) -> Chance:
    """Return the chance that whoever begins from a random start loses against perfect play.

    >>> from marienbad.games.catalogue import define
    >>> chance(define("nim"), 8, heaps=2)
    Chance(size=8, heaps=2, lost=8, method='formula')
    >>> chance(define("wythoff"), 10**30).lost
    763932022500210303590826331269
    """
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:
        raise InputError("chance.size", text=repr(size))
    fixed = definition.ruleset.heaps
    number = (fixed or len(definition.start)) if heaps is None else heaps
    if fixed not in (None, number):
        raise InputError("chance.heaps", heaps=number, game=definition.name, expected=fixed)
    if number < 1:
        raise InputError("chance.heaps_least", heaps=number, game=definition.name)
    if size.bit_length() * number > LARGEST_BITS:
        raise InputError("chance.too_large", digits=LARGEST_BITS * 3 // (10 * number))
    if formula := formula_of(definition):
        return Chance(size, number, resolve(formula)(definition, size, number), "formula")
    return Chance(size, number, counted(definition, (size - 1,) * number), "count")


def formula_of(definition: Definition) -> str | None:
    """Return the place of the formula for the lost starts; without one they are searched for."""
    return definition.family.lost_starts if definition.is_solved else None


def counted(definition: Definition, corner: Sequence[int]) -> int:
    """Count the lost starts in a box by search, as far as it reaches.

    >>> from marienbad.games.catalogue import define
    >>> counted(define("wythoff:b=2,misere"), (7, 7))
    9
    """
    from marienbad.study.tables import searched_positions

    return sum(1 for _ in searched_positions(definition, tuple(corner)))


# In words


def explanation_of(definition: Definition, found: Chance) -> Explanation:
    """Return the chance in words: of which starts, how many, the percentage, the method.

    >>> from marienbad.games.catalogue import define
    >>> wythoff = define("wythoff")
    >>> print(explanation_of(wythoff, chance(wythoff, 8)).render("en"))
    Wythoff’s game, 2 heaps of 0 to 7 at random: the chance that whoever begins is lost
    7 of 64 starts: 7/64 = 10.9375%
    Found by a formula, for this size as for any other.
    """
    fraction = found.fraction
    question = say(
        "chance.question",
        game=definition.title,
        heaps=Count(found.heaps, definition.nouns[0]),
        largest=exactly(found.size - 1),
    )
    answer = say(
        "chance.answer",
        lost=exactly(found.lost),
        total=exactly(found.total),
        numerator=exactly(fraction.numerator),
        denominator=exactly(fraction.denominator),
        share=share(fraction),
    )
    method = say("chance.formula" if found.method == "formula" else "chance.count")
    return Explanation((question, answer, method))


def share(fraction: Fraction) -> Message:
    """Return a fraction as a percentage cut after four decimals, a tiny one as 1 in a number.

    >>> [share(Fraction(1, denominator)).key for denominator in (1, 8, 3, 10**9)]
    ['chance.percent', 'chance.percent', 'chance.percent', 'chance.one_in']
    """
    if 0 < fraction < Fraction(1, 10 ** (PLACES + 2)):
        return say("chance.one_in", ratio=exactly(round(1 / fraction)))
    scaled, rest = divmod(100 * 10**PLACES * fraction.numerator, fraction.denominator)
    places = PLACES
    while places and not rest and scaled % 10 == 0:
        scaled, places = scaled // 10, places - 1
    return say("chance.percent", percentage=Approximation(scaled, places, is_cut=bool(rest)))


def exactly(number: int) -> Value:
    """Return a number that a sentence does not shorten."""
    return digits_of(number) if is_long(number) else number
