"""The tables of Wythoff's family: XI to XV, XVII and XIX to XXII of the thesis, for any a and b."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count, islice

from marienbad.games.catalogue import titled
from marienbad.games.definition import Definition
from marienbad.numeration.continued_fraction import ContinuedFraction, Representation
from marienbad.numeration.integers import isqrt
from marienbad.text.mathematics import Call, Expression, Power, Prime, Subscript, Symbol
from marienbad.text.problems import InputError
from marienbad.text.sentences import Cell, say
from marienbad.text.tabular import Column, Sheet
from marienbad.theories.theory import PAIRS, TableKind
from marienbad.theories.wythoff.counting import ordered_pairs, pairs_by_difference
from marienbad.theories.wythoff.misere_pairs import pairs_by_number
from marienbad.theories.wythoff.pairs import PairRules, TwoHeaps
from marienbad.theories.wythoff.sequences import array, conditions, identities, primitive
from marienbad.theories.wythoff.several import observed

WIDEST_FAMILIES = 12
"""Up to this number, families of pairs stand side by side, as in the thesis; more, in one list."""
LONGEST_REPRESENTATION = 100
MOST_SHIFTED = 200
"""The most numbers whose shifts are written out."""
MOST_BITS, SERVED_BITS = 2 * 10**8, 4 * 10**6
"""The digits of the n-th convergent grow with n: these bits in all take about a second, or less
where others wait."""
SERVED_PAIR_BITS = 7 * 10**7
"""The most bits of all pairs where others wait."""
SERVED_ROWS = 2_000
"""The most rows where others wait."""


def pairs(definition: Definition, rows: int) -> Sheet:
    """Return the numbered pairs to leave: tables XV, XVII and XIX to XXII of the thesis."""
    sequence = chain.from_iterable(islice(ordered_pairs(definition), rows))
    families = PairRules.of(definition).b
    letters = ("A", "B") if definition.is_misere else ("a", "b")
    numbered_pairs = pairs_by_difference if definition.has_formulas else pairs_by_number
    if families == 1:
        columns, body = _listed(*letters), _numbered(numbered_pairs(definition), 1)
    elif families <= WIDEST_FAMILIES:
        heads = ((letter, i) for i in range(families) for letter in letters)
        members = (Column(f"{a.lower()}{i}", Subscript(a, (i, "n"))) for a, i in heads)
        columns = (Column("n", Symbol("n")), *members)
        body = _numbered(numbered_pairs(definition), families)
    else:
        members = (Column(letter.lower(), Subscript(letter, ("i", "n"))) for letter in letters)
        columns = (Column("n", Symbol("n")), Column("i", Symbol("i")), *members)
        numbered = enumerate(numbered_pairs(definition))
        body = ((*divmod(index, families), *pair) for index, pair in numbered)
    caption = say("table.pairs", game=titled(definition.name))
    return Sheet(definition.name, "pairs", caption, columns, islice(body, rows), sequence)


def _listed(small: str, large: str) -> tuple[Column, ...]:
    members = (Column(name.lower(), Subscript(name, "n")) for name in (small, large))
    return (Column("n", Symbol("n")), *members)


def _numbered(members: Iterator[TwoHeaps], families: int) -> Iterator[tuple[int, ...]]:
    for n in count():
        yield (n, *chain.from_iterable(islice(members, families)))


def served_pairs(game: Definition) -> int:
    """Return how many rows of pairs are made where others wait: fewer of long ones.

    >>> from marienbad.games.catalogue import define
    >>> served_pairs(define("wythoff")), served_pairs(define(f"wythoff:a={10**900},b=12"))
    (2000, 974)
    """
    rules = PairRules.of(game)
    members = 2 * (rules.b if rules.b <= WIDEST_FAMILIES else 1)
    return min(SERVED_PAIR_BITS // (members * rules.step.bit_length()), SERVED_ROWS)


def most_convergents(game: Definition) -> int:
    """Return how many convergents a table may have."""
    return isqrt(MOST_BITS // PairRules.of(game).step.bit_length())


def served_convergents(game: Definition) -> int:
    """Return how many convergents are made where others wait."""
    return min(isqrt(SERVED_BITS // PairRules.of(game).step.bit_length()), SERVED_ROWS)


def convergents(definition: Definition, rows: int) -> Sheet:
    """Return the convergents p_i/q_i of α = [1; k, k, …], from i = −1 (tables XI and XIII).

    For the golden ratio with the Fibonacci numbers in both of the ways in which they are counted:
    F^i = p_i and F_i = p_i − q_i, since p_i = F_{i+2} and q_i = F_{i+1}.

    >>> from marienbad.games.catalogue import define
    >>> list(convergents(define("wythoff"), 4).rows)[2:]
    [(1, 2, 1, 2, 1), (2, 3, 2, 3, 1)]
    """
    step = PairRules.of(definition).step
    found = ContinuedFraction((step,)).convergents(rows)
    columns = (Column("i", Symbol("i")), *(Column(c, Subscript(c, "i")) for c in "pq"))
    caption = say("wythoff.table.convergents.caption", step=step)
    sequence = chain.from_iterable((p, q) for i, p, q in found if i >= 0)
    body: Iterable[tuple[Cell, ...]] = found
    if step == 1:
        columns += (Column("F^i", Power("F", "i")), Column("F_i", Subscript("F", "i")))
        body = ((i, p, q, p, p - q if i >= 0 else None) for i, p, q in found)
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
        say("wythoff.table.representations.caption", step=step, read=_read("q")),
        (Column("N", Symbol("N")), *digits),
        chain([(None, *p_weights, *q_weights)], map(row, numbers)),
        decimals if step < 10 else None,
    )


def _read(letter: str) -> Expression:
    """Return what the digits R say over the weights of this letter."""
    return Call(Subscript("I", letter), (Symbol("R"),))


def _digit_columns(letter: str, length: int) -> Iterator[Column]:
    for i in reversed(range(length)):
        yield Column(f"{letter}{i}", Subscript(letter, i))
    for name, shift in (("left", Prime("R")), ("right", Prime("R", 2))):
        shifted = Subscript(shift, letter)
        yield Column(f"{letter}_{name}", Call(Subscript("I", letter), (shifted,)))


def fibonacci(definition: Definition, rows: int, of: Sequence[int] = ()) -> Sheet:
    """Return the digits of numbers over the Fibonacci numbers F^i (table XIV).

    >>> from marienbad.games.catalogue import define
    >>> list(fibonacci(define("wythoff"), 1, of=[33]).rows)[1][1:]
    (1, 0, 1, 0, 1, 0, 1, 33)
    """
    system = ContinuedFraction((1,))
    numbers = of or range(1, rows + 1)
    width = len(system.p_representation(max(numbers)))
    if width > LONGEST_REPRESENTATION:
        raise InputError("wythoff.table.long_number", digits=LONGEST_REPRESENTATION, step=1)

    def row(number: int) -> tuple[Cell, ...]:
        digits = system.p_representation(number)
        name = Call(Subscript("R", "F"), (number,))
        return (name, *(None,) * (width - len(digits)), *digits, number)

    weights = (None, *map(system.p, reversed(range(width))), None)
    value = Column("I_F", _read("F"))
    columns = (Column("R", Symbol("R")), *_fibonacci_columns(width), value)
    caption = say("table.caption.fibonacci")
    return Sheet(
        definition.name, "fibonacci", caption, columns, chain([weights], map(row, numbers))
    )


def _fibonacci_columns(length: int) -> Iterator[Column]:
    return (Column(f"F^{i}", Power("F", i)) for i in reversed(range(length)))


def shifts(definition: Definition, rows: int, of: Sequence[int] = ()) -> Sheet:
    """Return each number's digits and those of its shifts R′ and R″ (tables XII, XVI, XVIII).

    Below the p_i stand R_p(N), R′_p(N) and R″_p(N), below the q_i the same of R_q(N), where they
    differ. Every row is read over the p_i and, where its last digit is below k, over the q_i.

    >>> from marienbad.games.catalogue import define
    >>> for row in list(shifts(define("wythoff:a=2"), 3, of=[11]).rows)[5:7]:
    ...     print(row[1:])
    (None, 2, 0, 1, 15, 11)
    (2, 0, 1, 0, 37, 26)
    """
    step = PairRules.of(definition).step
    system = ContinuedFraction((step,))
    numbers = tuple(of or range(1, rows + 1))[:MOST_SHIFTED]
    letters = ("F",) if step == 1 else ("p", "q")
    represent = {"F": system.p_representation, "p": system.p_representation}
    represent["q"] = system.q_representation
    width = max(len(represent[letter](max(numbers))) for letter in letters) + 1
    if width > LONGEST_REPRESENTATION:
        raise InputError("wythoff.table.long_number", digits=LONGEST_REPRESENTATION, step=step)

    def row(name: Cell, digits: Representation) -> tuple[Cell, ...]:
        read = system.q_value(digits) if digits.last < step else None
        values = (system.p_value(digits),) if step == 1 else (system.p_value(digits), read)
        return (name, *(None,) * (width - len(digits)), *digits, *values)

    def body() -> Iterator[tuple[Cell, ...]]:
        for letter in letters:
            weight = system.q if letter == "q" else system.p
            blank = (None,) if step == 1 else (None, None)
            yield (None, *map(weight, reversed(range(width))), *blank)
            for number in numbers:
                digits = represent[letter](number)
                forms = (digits, digits.left_shift(), digits.right_shift())
                bases = (Symbol("R"), Prime("R"), Prime("R", 2))
                for base, form in zip(bases, forms, strict=True):
                    yield row(Call(Subscript(base, letter), (number,)), form)

    numbered = (Column(str(i), Symbol(str(i))) for i in reversed(range(width)))
    places = _fibonacci_columns(width) if step == 1 else numbered
    values = (Column(f"I_{letter}", _read(letter)) for letter in letters)
    caption = say("table.caption.shifts_alone")
    if step > 1:
        caption = say("table.caption.shifts", step=step, read=_read("q"))
    columns = (Column("R", Symbol("R")), *places, *values)
    return Sheet(definition.name, "shifts", caption, columns, body())


def _has_pairs(game: Definition) -> bool:
    return game.ruleset.heaps == 2


def _is_plain(game: Definition) -> bool:
    return game.name == "wythoff"


TABLES = (
    PAIRS.having(maker=pairs, served_rows=served_pairs, fits=_has_pairs),
    TableKind(
        "convergents",
        "wythoff.table.convergents",
        convergents,
        usual_rows=12,
        most_rows=most_convergents,
        served_rows=served_convergents,
        fits=_has_pairs,
    ),
    TableKind(
        "representations",
        "wythoff.table.representations",
        representations,
        takes_numbers=True,
        fits=_has_pairs,
    ),
    TableKind(
        "shifts",
        "table.kind.shifts",
        shifts,
        most_rows=1_000,
        served_rows=200,
        takes_numbers=True,
        fits=_has_pairs,
    ),
    TableKind(
        "beatty",
        "table.kind.beatty",
        conditions,
        most_rows=1_000,
        served_rows=200,
        fits=lambda game: game.has_formulas,
    ),
    TableKind("array", "table.kind.array", array, 10, 1_000, 200, fits=_is_plain),
    TableKind("primitive", "table.kind.primitive", primitive, fits=_is_plain),
    TableKind("fibonacci", "table.kind.fibonacci", fibonacci, takes_numbers=True, fits=_is_plain),
    TableKind(
        "identities",
        "table.kind.identities",
        identities,
        10,
        10,
        10,
        takes_numbers=True,
        fits=_is_plain,
    ),
    TableKind(
        "observed",
        "wythoff.table.observed",
        observed,
        usual_rows=60,
        most_rows=1_000,
        served_rows=100,
        takes_numbers=True,
        fits=lambda game: (game.ruleset.heaps or 0) > 2,
    ),
)
