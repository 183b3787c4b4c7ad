"""Octal games, Kayles and Dawson's Kayles among them, and subtraction games.

The digit in place k after the point of the code says what may be made of a heap of which k are
taken: it is the sum of 1 where nothing may be left, 2 where one heap may be left, 4 where two may
be. Kayles is 0.77: one or two are taken from a row, which may fall apart. In a subtraction game one
of certain numbers is taken from one heap.

R. K. Guy, C. A. B. Smith, The G-values of various games, Proceedings of the Cambridge Philosophical
Society 52 (1956), 514-526. E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your
Mathematical Plays, Academic Press (1982), chapter 4.
"""

from collections import defaultdict
from functools import cached_property

from marienbad.games.bibliography import cited
from marienbad.games.declaration import Take
from marienbad.games.family import Family
from marienbad.games.parameters import Code, read_amounts
from marienbad.games.ruleset import Ruleset
from marienbad.heaps import Position
from marienbad.text.problems import InputError
from marienbad.text.sentences import Count, Listing, Value, say

MOST_DIGITS = 32
KAYLES, DAWSON, DAWSON_CHESS = "0.77", "0.07", "0.137"


def read_code(text: str) -> str:
    """Return a code as it is written, without zeros at its end.

    >>> read_code("0.7700")
    '0.77'
    >>> read_code("0.8")
    Traceback (most recent call last):
    marienbad.text.problems.InputError: “0.8” is not the code of an octal game: expected 0. and ...
    """
    whole, _, digits = text.partition(".")
    digits = digits if len(digits) <= MOST_DIGITS else ""
    if whole != "0" or {*digits} - {*"01234567"} or not digits.strip("0"):
        raise InputError("octal.not_a_code", text=text, most=MOST_DIGITS)
    return f"0.{digits.rstrip('0')}"


class OctalRules(Ruleset):
    """Any number of heaps; the digits of the code say what may be taken from one of them.

    >>> print(*OctalRules("0.137").takes, sep="; ")
    take 1 from one then leave 0; take 2 from one; take 3 from one then leave 0 or 1 or 2
    """

    code: str = KAYLES

    @property
    def digits(self) -> tuple[int, ...]:
        """The digits after the point."""
        return tuple(map(int, self.code[2:]))

    @cached_property
    def takes(self) -> tuple[Take, ...]:
        return tuple(
            Take((amount,), parts=tuple(parts for parts in range(3) if digit >> parts & 1))
            for amount, digit in enumerate(self.digits, 1)
            if digit
        )

    @property
    def told(self) -> Listing:
        """What the digits let do, one after another, equal ones together."""
        amounts: dict[int, list[int]] = defaultdict(list)
        for amount, digit in enumerate(self.digits, 1):
            if digit:
                amounts[digit].append(amount)
        return Listing(
            tuple(say(f"octal.digit.{digit}", taken=_taken(amounts[digit])) for digit in amounts),
            ";",
        )


def _taken(amounts: list[int]) -> Value:
    if len(amounts) == 1:
        return Count(amounts[0], "match")
    return say("octal.matches", amounts=Listing(tuple(amounts), "or"))


def start(rules: OctalRules) -> Position:
    """Kayles begins with 13 pins of which the second has fallen; others with a heap of each kind.

    >>> start(OctalRules()), start(OctalRules("0.137"))
    ((1, 11), (3, 7, 10))
    """
    if rules.code == KAYLES:
        return (1, 11)
    most = len(rules.digits)
    return most, most + 4, most + 7


def references(rules: OctalRules, is_misere: bool) -> tuple[str, ...]:
    """Return who thought of the game, and who solved it where the last to move wins."""
    first = {KAYLES: ("dudeney", "loyd"), DAWSON: ("dawson",), DAWSON_CHESS: ("dawson",)}
    return cited(*first.get(rules.code, ()), "guy-smith", *(("plambeck",) if is_misere else ()))


OCTAL = Family(
    name="octal",
    rules=OctalRules,
    start=start,
    nouns=("row", "match"),
    piece="rook",
    references=references,
    examples=("kayles", "dawson", "octal:0.137"),
    parameters=(
        Code(
            "code",
            read_code,
            str,
            DAWSON_CHESS,
            (DAWSON_CHESS, KAYLES, DAWSON, "0.6", "0.156", "0.1234567"),
            is_bare=True,
        ),
    ),
    nicknames=(("kayles", (("code", KAYLES),)), ("dawson", (("code", DAWSON),))),
    quantities=("told",),
    statements=lambda rules, _heaps: f"octal {rules.code}",
    theories=("grundy",),
    solves_misere=False,
)


def read_take(text: str) -> str:
    """Return what may be taken, the least first, with dots.

    >>> read_take("4.1.3"), read_take("1-3")
    ('1.3.4', '1.2.3')
    """
    return ".".join(map(str, read_amounts(text)))


class SubtractionRules(Ruleset):
    """Any number of heaps; one of certain numbers is taken from one of them.

    >>> print(*SubtractionRules("1.3").takes, sep="; ")
    take 1 from one; take 3 from one
    """

    take: str = "1.3.4"

    @property
    def amounts(self) -> tuple[int, ...]:
        """What may be taken, the least first."""
        return read_amounts(self.take)

    @cached_property
    def takes(self) -> tuple[Take, ...]:
        return tuple(Take((amount,)) for amount in self.amounts)

    @property
    def told(self) -> Listing:
        """What may be taken, in words."""
        return Listing(self.amounts, "or")


def subtraction_start(rules: SubtractionRules) -> Position:
    """Three heaps from which much may be taken.

    >>> subtraction_start(SubtractionRules())
    (7, 11, 16)
    """
    most = rules.amounts[-1]
    return most + 3, 2 * most + 3, 3 * most + 4


def _statements(rules: SubtractionRules, _heaps: int) -> str:
    return f"take n from one where n in {{{', '.join(map(str, rules.amounts))}}}"


SUBTRACTION = Family(
    name="subtraction",
    rules=SubtractionRules,
    start=subtraction_start,
    nouns=("heap", "token"),
    piece="rook",
    references=cited("winning-ways"),
    examples=("subtraction:1.3.4",),
    parameters=(
        Code(
            "take",
            read_take,
            str,
            "1.3.4",
            ("1.3.4", "1.2.3", "2.5.7", "1.4.10", "3", "2.3.5.8.13"),
            is_bare=True,
        ),
    ),
    quantities=("told",),
    statements=_statements,
    theories=("grundy",),
    solves_misere=False,
)
