"""The chance that a random start is lost for the player who begins, exactly.

Every heap is drawn from 0, …, size − 1, all equally likely. The start is lost if it is a position
to leave: nobody wants to move from it.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from marienbad.games.definition import Definition
from marienbad.games.nim import NimRules
from marienbad.games.wythoff import WythoffRules
from marienbad.numeration.integers import digits_of, parse, plain
from marienbad.numeration.surds import root
from marienbad.text.explanation import Count, Explanation, Message, Value, say
from marienbad.text.mathematics import Approximation
from marienbad.text.numbers import is_long
from marienbad.text.problems import InputError
from marienbad.values import Record

LARGEST_BITS = 20_000
"""The longest count, in bits: some 6,000 digits, still found within a second."""


PLACES = 4
"""How many decimals of a percentage are written."""


class Chance(Record):
    """How many of the starts with so many heaps below a size are lost, and how that was found."""

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
    rules = definition.ruleset
    if isinstance(rules, NimRules):
        lost = lost_nim_starts(size, number, definition.is_misere)
    elif isinstance(rules, WythoffRules) and not (definition.is_misere and rules.b > 1):
        lost = lost_wythoff_starts(rules, size, definition.is_misere)
    else:
        return Chance(size, number, counted(definition, (size - 1,) * number), "count")
    return Chance(size, number, lost, "formula")


def read_size(text: str) -> int:
    """Read a size of any number of digits.

    >>> read_size(" 64 ")
    64
    """
    try:
        return parse(text.strip())
    except ValueError:
        raise InputError("chance.size", text=text.strip()) from None


def lost_nim_starts(size: int, heaps: int, is_misere: bool) -> int:
    """Count the starts of Nim or of Marienbad with nim-sum zero, or lost in the misère sense.

    Let 2ᵗ be the highest power of two up to the size N, and M = N − 2ᵗ. A heap is low (one of 2ᵗ)
    or high (one of M). An even number of heaps are high; where one is low, it is decided by the
    others. Summed over the even numbers of high heaps this gives ((N^H + (2ᵗ − M)^H)/2 − M^H)/2ᵗ,
    the last power only for an even number H of heaps, all of which may be high: then the same
    question is asked of M.

    Misère play exchanges the outcomes of the 2^H starts with heaps of at most one object, of which
    half have nim-sum zero: the number is the same, unless every start is the finished game.

    >>> lost_nim_starts(6, 3, False), lost_nim_starts(2, 3, True), lost_nim_starts(1, 3, True)
    (28, 4, 0)
    """
    if is_misere and size == 1:
        return 0
    lost = 0
    while size:
        low = 1 << (size.bit_length() - 1)
        high = size - low
        all_high = high**heaps if heaps % 2 == 0 else 0
        lost += ((size**heaps + (low - high) ** heaps) // 2 - all_high) // low
        size = high if heaps % 2 == 0 else 0
    return lost


def lost_wythoff_starts(rules: WythoffRules, size: int, is_misere: bool) -> int:
    """Count the pairs to leave below the size, each in both orders, by the inverse of its formula.

    The larger heap of the pair of difference N is ⌊Nβ/k + s/a⌋ with β = α + k: it is below the size
    exactly when N < (size − s/a)·k/β, and k/β = (k + 2 − √(k² + 4))/2. Here s is 0 if N ≡ 0 (mod k)
    and a − 1 otherwise; in misère play, where N ≡ 1 (mod a), it is a − 2.

    >>> lost_wythoff_starts(WythoffRules(), 8, False), lost_wythoff_starts(WythoffRules(), 8, True)
    (7, 7)
    """
    a, b, k = rules.a, rules.b, rules.a * rules.b

    def largest_difference(shift: int) -> int:
        scaled = a * size - shift
        return plain(root(k * k + 4).multiple(-scaled).floor(scaled * (k + 2), 2 * a))

    if is_misere and a > 1:
        return 2 * ((largest_difference(a - 2) - 1) // a + 1)
    first_family = largest_difference(0) // k + 1
    if is_misere:
        # Wythoff's pairs, with (2, 2) and (0, 1) in the place of (0, 0) and (1, 2)
        return 2 * max(first_family - 2, 0) + (size > 2) + 2 * (size > 1)
    rounds, rest = divmod(largest_difference(a - 1), k)
    others = rounds * (b - 1) + min(rest, b - 1)
    return 2 * (first_family + others) - 1


def counted(definition: Definition, corner: Sequence[int]) -> int:
    """Count the lost starts in a box by search, as far as it reaches.

    >>> from marienbad.games.catalogue import define
    >>> counted(define("wythoff:b=2,misere"), (7, 7))
    9
    """
    from itertools import product

    from marienbad.theories.table import TableTheory, search_of

    position = tuple(corner)
    TableTheory(definition).check_reach(position)
    search = search_of(definition)
    search.is_p(position)
    return sum(search.is_p(start) for start in product(*(range(heap + 1) for heap in position)))


# In words


def told(definition: Definition, found: Chance) -> Explanation:
    """Return the chance in words: of which starts, how many, the percentage, the method.

    >>> from marienbad.games.catalogue import define
    >>> wythoff = define("wythoff")
    >>> print(told(wythoff, chance(wythoff, 8)).render("en"))
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
    """Return a fraction as a percentage cut after four decimals, a tiny one as 1 in so many.

    >>> [share(Fraction(1, denominator)).key for denominator in (1, 8, 3, 10**9)]
    ['chance.percent', 'chance.decimal', 'chance.cut', 'chance.one_in']
    """
    if 0 < fraction < Fraction(1, 10 ** (PLACES + 2)):
        return say("chance.one_in", ratio=exactly(round(1 / fraction)))
    scaled, rest = divmod(100 * 10**PLACES * fraction.numerator, fraction.denominator)
    if rest:
        return say("chance.cut", percentage=Approximation(scaled, PLACES))
    whole, decimals = divmod(scaled, 10**PLACES)
    if decimals:
        return say("chance.decimal", whole=whole, decimals=f"{decimals:0{PLACES}}".rstrip("0"))
    return say("chance.percent", whole=whole)


def exactly(number: int) -> Value:
    """Return a number that a sentence does not shorten."""
    return digits_of(number) if is_long(number) else number
