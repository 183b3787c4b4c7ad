"""The chance that a random start is lost for the player who begins, exactly.

Every heap is drawn from 0, …, size − 1, or from 1, …, size − 1 where none may be empty, all equally
likely. The start is lost if it is a position to leave: nobody wants to move from it.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

from marienbad.games.definition import Definition
from marienbad.numeration.integers import digits_of, plain
from marienbad.text.catalogue import template
from marienbad.text.explanation import Explanation
from marienbad.text.language import LANGUAGES
from marienbad.text.mathematics import Approximation
from marienbad.text.numbers import is_long
from marienbad.text.problems import InputError
from marienbad.text.sentences import Block, Count, Message, Table, Value, Wording, say
from marienbad.theories.known import known_of
from marienbad.values import Record

LARGEST_BITS = 20_000
"""The longest count, in bits: some 6,000 digits, still found within a second."""

SHOWN_BITS, DOUBLINGS = 200, 5
"""Shorter counts are shown for doubled sizes too, so many of them."""
PLACES = 4
"""How many decimals of a percentage are written."""


Method: TypeAlias = Literal["formula", "pairs", "count"]


class Chance(Record):
    """How many of the starts with some heaps below a size are lost, and how that was found."""

    size: int
    heaps: int
    lost: int
    method: Method
    least: int = 0
    """The smallest heap that is drawn, 0 or 1."""

    @property
    def total(self) -> int:
        """The number of starts."""
        return plain((self.size - self.least) ** self.heaps)

    @property
    def fraction(self) -> Fraction:
        """The chance in lowest terms."""
        return Fraction(self.lost, self.total)


def chance(
    definition: Definition, size: int, heaps: int | None = None, no_empty: bool = False
) -> Chance:
    """Return the chance that whoever begins from a random start loses against perfect play.

    >>> from marienbad.games.catalogue import define
    >>> chance(define("nim"), 8, heaps=2)
    Chance(size=8, heaps=2, lost=8, method='formula', least=0)
    >>> chance(define("nim"), 8, heaps=3, no_empty=True).fraction
    Fraction(6, 49)
    >>> chance(define("wythoff"), 10**30).lost
    763932022500210303590826331269
    """
    least = int(no_empty)
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:
        raise InputError("chance.size", text=repr(size))
    if size <= least:
        raise InputError("chance.size_without_empty", size=size)
    fixed = definition.ruleset.heaps
    number = (fixed or len(definition.start)) if heaps is None else heaps
    if fixed not in (None, number):
        raise InputError("chance.heaps", heaps=number, game=definition.name, expected=fixed)
    if number < 1:
        raise InputError("chance.heaps_least", heaps=number, game=definition.name)
    if size.bit_length() * number > LARGEST_BITS:
        raise InputError("chance.too_large", digits=LARGEST_BITS * 3 // (10 * number))
    known = known_of(definition.family).counting()
    if has_formula(definition) and known.lost_starts:
        lost, empty = known.lost_starts(definition, size, number), known.empty_starts
        if no_empty and empty:
            lost -= empty(definition, size, number)
        if not no_empty or empty:
            method: Method = "formula" if known.is_formula(definition) else "pairs"
            return Chance(size, number, lost, method, least)
    return Chance(size, number, counted(definition, (size - 1,) * number, least), "count", least)


def has_formula(definition: Definition) -> bool:
    """Whether the lost starts are counted without a search."""
    return definition.is_solved and known_of(definition.family).counting().lost_starts is not None


def counted(definition: Definition, corner: Sequence[int], least: int = 0) -> int:
    """Count the lost starts in a box by search, as far as it reaches.

    >>> from marienbad.games.catalogue import define
    >>> counted(define("wythoff"), (7, 7))
    7
    """
    from marienbad.study.tables import searched_positions

    found = searched_positions(definition, tuple(corner))
    return sum(1 for position in found if min(position) >= least)


# In words


def explanation_of(definition: Definition, found: Chance) -> Explanation:
    """Return the chance in words: of which starts, how many, the share, the method, the growth.

    >>> from marienbad.games.catalogue import define
    >>> wythoff = define("wythoff")
    >>> print(explanation_of(wythoff, chance(wythoff, 8)).render("en"))
    Wythoff’s game, 2 heaps of 0 to 7 at random: the chance that whoever begins is lost
    7 of 64 starts: 7/64 = 10.9375%
    ...
    """
    fraction = found.fraction
    question = say(
        "chance.question",
        game=definition.title,
        heaps=Count(found.heaps, definition.nouns[0]),
        least=found.least,
        largest=exactly(found.size - 1),
    )
    answer = say(
        "chance.answer" if found.total > 1 else "chance.answer_single",
        lost=exactly(found.lost),
        total=exactly(found.total),
        numerator=exactly(fraction.numerator),
        denominator=exactly(fraction.denominator),
        share=share(fraction),
    )
    method = say(f"chance.{found.method}")
    told = formula_told(definition, found) if found.method == "formula" else ()
    return Explanation((question, answer, method, *told))


def formula_told(definition: Definition, found: Chance) -> Iterator[Block]:
    """Say the formula, and how the chance changes as the heaps grow."""
    if in_words := known_of(definition.family).counting().in_words:
        yield from in_words(definition, found.size, found.heaps)
    if found.least:
        lost = chance(definition, found.size, found.heaps).lost
        yield say("chance.without_empty", lost=exactly(lost), empty=exactly(lost - found.lost))
    if found.size.bit_length() * found.heaps > SHOWN_BITS:
        return
    rows = []
    for power in range(DOUBLINGS):
        larger = chance(definition, found.size << power, found.heaps, bool(found.least))
        numbers = (larger.size - 1, larger.lost, larger.total)
        rows.append((*map(exactly, numbers), share(larger.fraction, is_alone=True)))
    heads = tuple(say(f"chance.head.{name}") for name in ("largest", "lost", "total", "share"))
    yield Table(heads, tuple(rows), say("chance.growth"), right=(0, 1, 2, 3))


def share(fraction: Fraction, is_alone: bool = False) -> Message:
    """Return a fraction as a percentage cut after four decimals, a tiny one as 1 in a number.

    >>> [share(Fraction(1, denominator)).key for denominator in (1, 8, 3, 10**9)]
    ['chance.percent', 'chance.percent', 'chance.percent', 'chance.one_in']
    """
    alone = "_alone" if is_alone else ""
    if 0 < fraction < Fraction(1, 10 ** (PLACES + 2)):
        return say(f"chance.one_in{alone}", ratio=exactly(round(1 / fraction)))
    scaled, rest = divmod(100 * 10**PLACES * fraction.numerator, fraction.denominator)
    places = PLACES
    while places and not rest and scaled % 10 == 0:
        scaled, places = scaled // 10, places - 1
    return say(
        f"chance.percent{alone}", percentage=Approximation(scaled, places, is_cut=bool(rest))
    )


def exactly(number: int) -> Value:
    """Return a number that a sentence does not shorten, in groups of three as all others.

    >>> from marienbad.text.plain import Plain
    >>> Plain("en").line(exactly(10**42))
    '1,000,000,000,000,000,000,000,000,000,000,000,000,000,000'
    """
    if not is_long(number):
        return number
    digits = digits_of(number)
    ends = range(len(digits) % 3 or 3, len(digits) + 1, 3)
    groups = [digits[max(end - 3, 0) : end] for end in ends]
    return Wording(
        tuple((lang, template("language.group", lang).join(groups)) for lang in LANGUAGES)
    )
