"""Tables of the sequences of pairs: complementary sequences, the Wythoff array, identities.

Thesis, 3.0.1 and 3.1.2.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from marienbad.games.definition import Definition
from marienbad.numeration.beatty import Beatty, fraenkel_condition
from marienbad.numeration.surds import Surd
from marienbad.text.mathematics import Expression, Operand, Power, Product, Subscript, Symbol
from marienbad.text.problems import InputError
from marienbad.text.relations import eq
from marienbad.text.sentences import Cell, Listing, say
from marienbad.text.tabular import Column, Sheet
from marienbad.theories.wythoff.identities import (
    IDENTITIES,
    determinant,
    entry,
    primitive_pair,
    small,
)
from marienbad.theories.wythoff.pairs import PairRules, intercept, slope, surd_written

ARRAY_COLUMNS = 8
FIRST_TERMS = 5
LARGEST_INDEX, LARGEST_POWER = 10**100, 50
EXAMPLE = (5, 3)


# Complementary sequences


class Complement:
    """The small members of a family and the large ones of the opposite family.

    From their first index N on they meet every number from φ_N on once (lemmas 5 and 10).

    >>> found = Complement(PairRules(2, 3, False), 1)
    >>> found.first, found.holds, [found.low.term(n) for n in range(4)]
    (0, True, [0, 1, 3, 4])
    """

    def __init__(self, rules: PairRules, residue: int) -> None:
        family = rules.family(residue)
        other = rules.family(family.opposite)
        alpha = slope(rules.step)
        self.family = family
        self.low = Beatty(alpha, intercept(family))
        self.high = Beatty(alpha + rules.step, intercept(other) + other.residue)
        self.first = len(rules.exceptions) or (0 if family.residue else 1)
        self.holds = fraenkel_condition(self.low, self.high, self.first)

    @property
    def sum(self) -> Surd:
        """γ/α + δ/β."""
        low, high = self.low, self.high
        return low.slope.reciprocal() * low.intercept + high.slope.reciprocal() * high.intercept

    def terms(self, sequence: Beatty) -> Listing:
        """The first terms, from the first index on."""
        first = range(self.first, self.first + FIRST_TERMS)
        return Listing([*(sequence.term(n) for n in first), Symbol("…")], "")


def conditions(definition: Definition, rows: int) -> Sheet:
    """Return for each family the two sequences that share out all numbers, and Fraenkel's test.

    >>> from marienbad.games.catalogue import define
    >>> [row[-1].key for row in conditions(define("wythoff:a=2,b=3"), 20).rows]
    ['words.yes', 'words.yes', 'words.yes']
    """
    rules = PairRules.of(definition)
    if rules.step.bit_length() > 128:
        raise InputError("table.step_too_long", game=definition.name)

    def row(residue: int) -> tuple[Cell, ...]:
        found = Complement(rules, residue)
        start = found.low.term(found.first)
        answer = say("words.yes" if found.holds else "words.no")
        return (
            found.family.residue,
            found.first,
            found.terms(found.low),
            found.terms(found.high),
            surd_written(found.low.intercept),
            surd_written(found.high.intercept),
            surd_written(found.sum),
            start - 2 * found.first + 1,
            answer,
        )

    alpha, beta, gamma, delta = map(Symbol, "αβγδ")
    phi, n = Subscript("φ", "N"), Symbol("n")
    heads: tuple[tuple[str, Cell], ...] = (
        ("i", Symbol("i")),
        ("N", Symbol("N")),
        ("phi", Subscript("φ", n)),
        ("psi", Subscript("ψ", n)),
        ("gamma", gamma),
        ("delta", delta),
        ("sum", gamma / alpha + delta / beta),
        ("start", phi - Product((2, Symbol("N"))) + 1),
        ("holds", say("table.head.complementary")),
    )
    low = Complement(rules, 0)
    values = {"alpha": surd_written(low.low.slope), "beta": surd_written(low.high.slope)}
    caption = say("table.caption.beatty", game=definition.title, start=phi, **values)
    if rules.b > 1:
        caption = say("table.caption.beatty_families", caption=caption, b=rules.b)
    columns = tuple(Column(*head) for head in heads)
    body = map(row, range(min(rules.b, rows)))
    return Sheet(definition.name, "beatty", caption, columns, body)


# The Wythoff array


def array(definition: Definition, rows: int) -> Sheet:
    """Return the Wythoff array; row k begins with the k-th primitive pair.

    >>> from marienbad.games.catalogue import define
    >>> list(array(define("wythoff"), 2).rows)[1]
    (2, 4, 7, 11, 18, 29, 47, 76, 123)
    """
    places = range(1, ARRAY_COLUMNS + 1)
    columns = (Column("k", Symbol("k")), *(Column(str(c), c) for c in places))
    body = ((k, *(entry(k, c) for c in places)) for k in range(1, rows + 1))
    sequence = (
        entry(total - c, c) for total in range(2, rows + 2) for c in range(total - 1, 0, -1)
    )
    caption = say("table.caption.array")
    return Sheet(definition.name, "array", caption, columns, body, sequence)


def primitive(definition: Definition, rows: int) -> Sheet:
    """Return the primitive pairs, each with the determinant that numbers it (theorem 11, cor. 2).

    >>> from marienbad.games.catalogue import define
    >>> list(primitive(define("wythoff"), 3).rows)
    [(1, 1, 1, 2, 0), (2, 3, 4, 7, 1), (3, 4, 6, 10, 2)]
    """
    index = eq(Symbol("n"), Subscript("a", "k"))
    members = (Column(letter, Subscript(letter, "n")) for letter in "ab")
    value = Product((2, Subscript("a", "n"))) - Subscript("b", "n")
    columns = (Column("k", Symbol("k")), Column("n", index), *members, Column("determinant", value))
    body = ((k, small(k), *primitive_pair(k), determinant(k)) for k in range(1, rows + 1))
    sequence = (member for k in range(1, rows + 1) for member in primitive_pair(k))
    caption = say("table.caption.primitive")
    return Sheet(definition.name, "primitive", caption, columns, body, sequence)


def _at(letters: str, index: Operand = "n") -> Expression:
    return Subscript(letters, index)


_R = Symbol("r")
_ITERATED = Power("b", "r")
STATEMENTS: dict[str, Expression] = {
    "difference": eq(Symbol("n") + _at("a"), _at("b")),
    "large_by_small": eq(_at("b"), _at("aa") + 1),
    "large_at_small": eq(_at("a") + _at("b"), _at("ba") + 1),
    "exchange": eq(_at("ab"), _at("ba") + 1),
    "small_at_large": eq(_at("a") + _at("b"), _at("ab")),
    "large_twice": eq(Subscript(Power("b", 2), "n"), _at("aba") + 2),
    "exchange_twice": eq(
        Product(("a", Subscript(Power("b", 2), "n"))), Product((Power("b", 2), _at("a"))) + 3
    ),
    "large_iterated": eq(
        Subscript(_ITERATED, "n"),
        Product(("a", Power("b", _R - 1), _at("a"))) + Subscript("F", Product((2, _R)) - 1),
    ),
    "exchange_iterated": eq(
        Product(("a", Subscript(_ITERATED, "n"))),
        Product((_ITERATED, _at("a"))) + Subscript("F", Product((2, _R))),
    ),
    "fibonacci": eq(Subscript(_ITERATED, 1), Subscript("F", Product((2, _R)) + 1)),
}
"""The identities as mathematics, by name."""


def identities(definition: Definition, rows: int, of: Sequence[int] = ()) -> Sheet:
    """Return the identities (1) to (10) of section 3.1.2 with n and r put in.

    >>> from marienbad.games.catalogue import define
    >>> [row[2:4] for row in identities(define("wythoff"), 10, of=(1, 2)).rows][6:8]
    [(8, 8), (5, 5)]
    """
    given = tuple(of) or EXAMPLE
    if len(given) > 2 or min(given) < 1:
        raise InputError("table.identity_numbers")
    n, r = (*given, EXAMPLE[1])[:2]
    if n > LARGEST_INDEX or r > LARGEST_POWER:
        raise InputError("table.identity_bounds", digits=100, bound=LARGEST_POWER)

    def body() -> Iterator[tuple[Cell, ...]]:
        for number, identity in enumerate(IDENTITIES, 1):
            left, right = identity.sides(n, r)
            answer = say("words.yes" if left == right else "words.no")
            yield f"({number})", STATEMENTS[identity.name], left, right, answer

    heads = ("number", "identity", "left", "right", "holds")
    columns = tuple(Column(head, say(f"table.head.{head}")) for head in heads)
    caption = say("table.caption.identities", n=n, r=r)
    return Sheet(definition.name, "identities", caption, columns, islice(body(), rows))
