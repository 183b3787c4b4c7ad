"""The tables of Wythoff's family: XI to XV, XVII and XIX to XXII of the thesis, for any a and b."""

from collections.abc import Iterator, Sequence
from itertools import chain, count, islice

from marienbad.games.definition import Definition
from marienbad.numeration.continued_fraction import ContinuedFraction
from marienbad.numeration.integers import isqrt
from marienbad.solver.costs import SECOND
from marienbad.text.mathematics import Call, Prime, Subscript, Symbol
from marienbad.text.problems import InputError
from marienbad.text.sentences import Cell, say
from marienbad.text.tabular import Column, Sheet
from marienbad.theories.wythoff.counting import TwoHeaps, ordered_pairs, pairs_by_difference
from marienbad.theories.wythoff.pairs import PairRules

WIDEST_FAMILIES = 12
"""Up to this number, families of pairs stand side by side, as in the thesis; more, in one list."""
LONGEST_REPRESENTATION = 100
MOST_BITS, SERVED_BITS = 2 * 10**8, 4 * 10**6
"""The digits of the n-th convergent grow with n: these bits in all take about a second, or less
where others wait."""
SERVED_ROWS, SEARCHED_ROWS = 2_000, 120
"""The most rows where others wait. Pairs that a search must find grow with a: the second is the
product of their number and a."""
MEMBER, MEMBER_BIT = 1_500, 14
"""Nanoseconds to find a member of a pair and to write it, and for each bit of k."""


def pairs(definition: Definition, rows: int) -> Sheet:
    """Return the numbered pairs to leave: tables XV, XVII and XIX to XXII of the thesis."""
    sequence = chain.from_iterable(islice(ordered_pairs(definition), rows))
    families = PairRules.of(definition).b
    if not definition.is_solved:
        columns, body = _listed("x", "y"), _numbered(ordered_pairs(definition), 1)
    elif families == 1:
        letters = ("A", "B") if definition.is_misere else ("a", "b")
        columns, body = _listed(*letters), _numbered(pairs_by_difference(definition), 1)
    elif families <= WIDEST_FAMILIES:
        heads = ((letter, i) for i in range(families) for letter in "ab")
        members = (Column(f"{a}{i}", Subscript(a, (i, "n"))) for a, i in heads)
        columns = (Column("n", Symbol("n")), *members)
        body = _numbered(pairs_by_difference(definition), families)
    else:
        members = (Column(letter, Subscript(letter, ("i", "n"))) for letter in "ab")
        columns = (Column("n", Symbol("n")), Column("i", Symbol("i")), *members)
        numbered = enumerate(pairs_by_difference(definition))
        body = ((*divmod(index, families), *pair) for index, pair in numbered)
    caption = say("table.pairs", game=definition.title)
    return Sheet(definition.name, "pairs", caption, columns, islice(body, rows), sequence)


def _listed(small: str, large: str) -> tuple[Column, ...]:
    members = (Column(name.lower(), Subscript(name, "n")) for name in (small, large))
    return (Column("n", Symbol("n")), *members)


def _numbered(members: Iterator[TwoHeaps], families: int) -> Iterator[tuple[int, ...]]:
    for n in count():
        yield (n, *chain.from_iterable(islice(members, families)))


def served_pairs(game: Definition) -> int:
    """Return how many rows of pairs are made where others wait: as many as a second allows.

    >>> from marienbad.games.catalogue import define
    >>> served_pairs(define("wythoff")), served_pairs(define(f"wythoff:a={10**900},b=12"))
    (2000, 959)
    """
    rules = PairRules.of(game)
    if not game.is_solved:
        return max(SEARCHED_ROWS // rules.a, 1)
    members = 2 * (rules.b if rules.b <= WIDEST_FAMILIES else 1)
    row = members * (MEMBER + MEMBER_BIT * rules.step.bit_length())
    return min(SECOND // row, SERVED_ROWS)


def most_convergents(game: Definition) -> int:
    """Return how many convergents a table may have."""
    return isqrt(MOST_BITS // PairRules.of(game).step.bit_length())


def served_convergents(game: Definition) -> int:
    """Return how many convergents are made where others wait."""
    return min(isqrt(SERVED_BITS // PairRules.of(game).step.bit_length()), SERVED_ROWS)


def convergents(definition: Definition, rows: int) -> Sheet:
    """Return the convergents p_i/q_i of α = [1; k, k, …], from i = −1 (tables XI and XIII)."""
    step = PairRules.of(definition).step
    body = ContinuedFraction((step,)).convergents(rows)
    columns = (Column("i", Symbol("i")), *(Column(c, Subscript(c, "i")) for c in "pq"))
    caption = say("wythoff.table.convergents.caption", step=step)
    sequence = chain.from_iterable((p, q) for i, p, q in body if i >= 0)
    return Sheet(definition.name, "convergents", caption, columns, body, sequence)


def representations(definition: Definition, rows: int, of: Sequence[int] = ()) -> Sheet:
    """Return the digits of numbers over the p_i and the q_i, and the values of their shifts.

    The first row holds the p_i and the q_i themselves (tables XII and XIV). R′ has a zero more, R″
    a digit less; a q-representation that ends with k or more has no value. The sequence is that
    of the p-representations read as decimal numbers.

    >>> from marienbad.games.catalogue import define
    >>> list(representations(define("wythoff:a=2"), 1, of=[40]).rows)[1]
    (40, 2, 0, 2, 0, 96, 16, 1, 0, 2, 0, 1, 96, 16)
    """
    step = PairRules.of(definition).step
    system = ContinuedFraction((step,))
    numbers = of or range(rows)
    largest = max(numbers)
    p_length, q_length = (
        len(represent(largest)) for represent in (system.p_representation, system.q_representation)
    )
    if max(p_length, q_length) > LONGEST_REPRESENTATION:
        raise InputError("wythoff.table.long_number", digits=LONGEST_REPRESENTATION, step=step)

    def row(number: int) -> tuple[Cell, ...]:
        p, q = system.p_representation(number), system.q_representation(number)
        right = q.right_shift()
        p_shifts = system.p_value(p.left_shift()), system.p_value(p.right_shift())
        q_right = system.q_value(right) if right.last < step else None
        q_shifts = system.q_value(q.left_shift()), q_right
        p_blank, q_blank = (None,) * (p_length - len(p)), (None,) * (q_length - len(q))
        return (number, *p_blank, *p, *p_shifts, *q_blank, *q, *q_shifts)

    p_weights, q_weights = (
        [*map(weight, reversed(range(length))), None, None]
        for weight, length in ((system.p, p_length), (system.q, q_length))
    )
    digits = (*_digit_columns("p", p_length), *_digit_columns("q", q_length))
    decimals = (int("".join(map(str, system.p_representation(number)))) for number in numbers)
    return Sheet(
        definition.name,
        "representations",
        say("wythoff.table.representations.caption", step=step),
        (Column("N", Symbol("N")), *digits),
        chain([(None, *p_weights, *q_weights)], map(row, numbers)),
        decimals if step < 10 else None,
    )


def _digit_columns(letter: str, length: int) -> Iterator[Column]:
    for i in reversed(range(length)):
        yield Column(f"{letter}{i}", Subscript(letter, i))
    for name, shift in (("left", Prime("R")), ("right", Prime("R", 2))):
        shifted = Subscript(shift, letter)
        yield Column(f"{letter}_{name}", Call(Subscript("I", letter), (shifted,)))
