"""Tables: the pairs to leave, nim-sums, convergents and representations, for any parameters.

They are the tables of the thesis (I, II, XI to XV, XVII, XIX to XXII) and all those it has no room
for. Rows come one after another, so that a million of them need no memory.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, count, islice

from marienbad.games.definition import Definition
from marienbad.games.nim import NimRules
from marienbad.games.wythoff import WythoffRules
from marienbad.numeration.integers import isqrt
from marienbad.text.explanation import Cell, say
from marienbad.text.mathematics import Call, DigitString, Prime, Subscript, Symbol
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.tabular import Column, Sheet

TwoHeaps = tuple[int, int]

KINDS = ("pairs", "nim-sum", "convergents", "representations")
LARGEST_LIMIT = 1_000_000
USUAL_ROWS = {"pairs": 20, "nim-sum": 10, "convergents": 12, "representations": 20}
LARGEST_ROWS = {"pairs": 10_000_000, "nim-sum": 1_000, "representations": 100_000}
CONVERGENT_BITS = 10**8
"""The digits of the n-th convergent grow with n: so many bits in all take about a second."""
WIDEST_FAMILIES = 12
"""Up to so many families of pairs stand side by side, as in the thesis; more, one below another."""
LONGEST_REPRESENTATION = 100


# The pairs in order


def first_pairs(definition: Definition, limit: int) -> list[TwoHeaps]:
    """Return the first positions to leave with two heaps x ≤ y, ordered by x, then y.

    >>> from marienbad.games.catalogue import define
    >>> first_pairs(define("wythoff:b=2"), 6)
    [(0, 0), (0, 1), (1, 3), (2, 5), (2, 6), (3, 8)]
    >>> first_pairs(define("marienbad"), 3)
    [(0, 1), (2, 2), (3, 3)]
    """
    if isinstance(limit, bool) or not isinstance(limit, int) or not 0 <= limit <= LARGEST_LIMIT:
        raise InputError("table.limit", text=repr(limit), bound=LARGEST_LIMIT)
    return list(islice(ordered_pairs(definition), limit))


def ordered_pairs(definition: Definition) -> Iterator[TwoHeaps]:
    """Return every position to leave with two heaps x ≤ y, ordered by x, then y, without end.

    In Wythoff's family this is the order by the difference N = y − x. The smaller heap of the pair
    of difference N is ⌊Nα/k + s⌋, where s is 0 if N ≡ 0 (mod k) and (a − 1)/a otherwise. The next
    difference is N + 1, or N + (a − 1)b + 1 from the last family back to the first, where s falls
    by (a − 1)/a = (a − 1)b/k: since α > 1 the value grows all the same. So x never falls, and where
    it stays y = x + N grows. Misère play has one family, or Wythoff's pairs after (0, 1), (2, 2).
    """
    if isinstance(definition.ruleset, NimRules):
        if definition.is_misere:
            return chain([(0, 1)], ((heap, heap) for heap in count(2)))
        return ((heap, heap) for heap in count())
    if not isinstance(definition.ruleset, WythoffRules):
        return boxed_pairs(definition)
    if not has_pairs(definition):
        return searched_pairs(definition)
    pairs = pairs_by_difference(definition)
    return chain(sorted(islice(pairs, 2)), pairs)


def has_pairs(definition: Definition) -> bool:
    """Whether the game is of Wythoff's family, with families of pairs that are known."""
    rules = definition.ruleset
    return isinstance(rules, WythoffRules) and not (definition.is_misere and rules.b > 1)


def pairs_by_difference(definition: Definition) -> Iterator[TwoHeaps]:
    """Return the pairs of Wythoff's family by growing difference, which is their numbering.

    >>> from marienbad.games.catalogue import define
    >>> list(islice(pairs_by_difference(define("wythoff:misere")), 4))
    [(2, 2), (0, 1), (3, 5), (4, 7)]
    """
    from marienbad.theories.wythoff.pairs import PairRules

    rules = PairRules.of(definition)
    first, other = rules.family(0), rules.family(1)
    k, b, radicand = rules.step, rules.b, rules.step**2 + 4

    def pair(difference: int, shift: int) -> TwoHeaps:
        # the exact floor of thesis 3.4.3; isqrt of so small a number is quicker than any recurrence
        rational = difference * (2 - k) + 2 * b * shift
        small = (rational + isqrt(difference * difference * radicand)) // (2 * k)
        return small, small + difference

    yield from ((exception.small, exception.large) for exception in rules.exceptions)
    for start in count(first.residue + k * len(rules.exceptions), k):
        yield pair(start, first.shift)
        for difference in range(start + 1, start + b):
            yield pair(difference, other.shift)


def searched_pairs(definition: Definition) -> Iterator[TwoHeaps]:
    """Return the pairs of misère play with b > 1 as the search finds them, as far as it reaches.

    With x given there is exactly one y of each residue modulo b: two would be joined by a move, and
    the finitely many positions to leave with a smaller x spoil finitely many y. So x is finished
    when b of them are found.

    >>> from marienbad.games.catalogue import define
    >>> list(islice(searched_pairs(define("wythoff:b=2,misere")), 4))
    [(0, 2), (0, 3), (1, 1), (1, 2)]
    """
    from marienbad.theories.table import TableTheory, search_of

    rules = definition.ruleset
    assert isinstance(rules, WythoffRules)
    theory, search, largest = TableTheory(definition), search_of(definition), 16
    for x in count():
        while True:
            theory.check_reach((x, largest))
            partners = [y for y in range(largest + 1) if search.is_p((x, y))]
            if len(partners) == rules.b:
                break
            largest += largest // 2
        yield from ((x, y) for y in partners if y >= x)


def boxed_pairs(definition: Definition) -> Iterator[TwoHeaps]:
    """Return the pairs of a user's rules as the search finds them, as far as it reaches.

    Nobody knows how many positions to leave a row holds: of row x those with y < 4x + 64 are given.

    >>> from marienbad.games.catalogue import define
    >>> list(islice(boxed_pairs(define("rules:heaps 2; take n from one; take 1, 1 from two")), 4))
    [(0, 0), (1, 2), (3, 3), (4, 5)]
    """
    from marienbad.theories.table import TableTheory, search_of

    if definition.ruleset.heaps != 2:
        raise InputError("table.two_heaps", game=definition.name)
    theory, search = TableTheory(definition), search_of(definition)
    for x in count():
        end = 4 * x + 64
        try:
            theory.check_reach((x, end - 1))
        except OutOfReach:
            return
        yield from ((x, y) for y in range(x, end) if search.is_p((x, y)))


# The tables


def tabulate(
    definition: Definition,
    kind: str | None = None,
    rows: int | None = None,
    base: int = 10,
    of: Sequence[int] = (),
) -> Sheet:
    """Return a table of a game: its pairs, nim-sums, convergents or representations.

    >>> from marienbad.games.catalogue import define
    >>> list(tabulate(define("wythoff:a=2"), "pairs", rows=3).rows)
    [(0, 0, 0), (1, 1, 3), (2, 2, 6)]
    """
    kinds = kinds_of(definition)
    kind = kind or kinds[0]
    if kind not in kinds:
        known = ", ".join(kinds)
        raise InputError("table.unknown_kind", kind=kind, game=definition.name, known=known)
    if base not in (2, 10) or (base == 2 and kind != "nim-sum"):
        raise InputError("table.base", base=base, kind=kind)
    if of and kind != "representations":
        raise InputError("table.of", kind=kind)
    number, bound = USUAL_ROWS[kind] if rows is None else rows, largest_rows(definition, kind)
    if not 1 <= number <= bound:
        raise InputError("table.rows", rows=number, kind=kind, bound=bound)
    match kind:
        case "pairs":
            return pairs(definition, number)
        case "nim-sum":
            return nim_sums(definition, number, base)
        case "convergents":
            return convergents(definition, number)
        case _:
            return representations(definition, of or range(number))


def kinds_of(definition: Definition) -> tuple[str, ...]:
    """Return the tables that the game has, the usual one first."""
    if isinstance(definition.ruleset, NimRules):
        return "nim-sum", "pairs"
    if not isinstance(definition.ruleset, WythoffRules):
        return ("pairs",)
    return "pairs", "convergents", "representations"


def largest_rows(definition: Definition, kind: str) -> int:
    """Return how many rows a table may have."""
    if kind != "convergents":
        return LARGEST_ROWS[kind]
    return isqrt(2 * CONVERGENT_BITS // _step(definition).bit_length())


def _step(definition: Definition) -> int:
    rules = definition.ruleset
    assert isinstance(rules, WythoffRules)
    return rules.a * rules.b


def pairs(definition: Definition, rows: int) -> Sheet:
    """Return the numbered pairs to leave: tables XV, XVII and XIX to XXII of the thesis."""
    sequence = chain.from_iterable(islice(ordered_pairs(definition), rows))
    families = definition.ruleset.b if isinstance(definition.ruleset, WythoffRules) else 1
    if not has_pairs(definition):
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
    key = "table.ordered_pairs" if definition.ruleset.tells_heaps_apart else "table.pairs"
    caption = say(key, game=definition.title)
    return Sheet(definition.name, "pairs", caption, columns, islice(body, rows), sequence)


def _listed(small: str, large: str) -> tuple[Column, ...]:
    members = (Column(name.lower(), Subscript(name, "n")) for name in (small, large))
    return (Column("n", Symbol("n")), *members)


def _numbered(members: Iterator[TwoHeaps], families: int) -> Iterator[tuple[int, ...]]:
    for n in count():
        row = tuple(chain.from_iterable(islice(members, families)))
        if not row:  # as far as the search reaches
            return
        yield (n, *row)


def nim_sums(definition: Definition, rows: int, base: int = 10) -> Sheet:
    """Return the table of x ⊕ y (tables I and II); its sequence runs along the antidiagonals.

    >>> from marienbad.games.catalogue import define
    >>> sheet = nim_sums(define("nim"), 4)
    >>> list(sheet.rows)[2], list(sheet.sequence)
    ((2, 2, 3, 0, 1), [0, 1, 1, 2, 0, 2, 3, 3, 3, 3])
    """
    places = (rows - 1).bit_length() or 1

    def cell(number: int) -> Cell:
        if base == 10:
            return number
        return DigitString(tuple(number >> place & 1 for place in reversed(range(places))))

    heads = (Column(str(y), cell(y)) for y in range(rows))
    return Sheet(
        definition.name,
        "nim-sum",
        say("table.nim_sum"),
        (Column("x", Symbol("⊕")), *heads),
        ((cell(x), *(cell(x ^ y) for y in range(rows))) for x in range(rows)),
        (x ^ (total - x) for total in range(rows) for x in range(total + 1)),
    )


def convergents(definition: Definition, rows: int) -> Sheet:
    """Return the convergents p_i/q_i of α = [1; k, k, …], from i = −1 (tables XI and XIII)."""
    from marienbad.numeration.continued_fraction import ContinuedFraction

    step = _step(definition)
    body = ContinuedFraction((step,)).convergents(rows)
    columns = (Column("i", Symbol("i")), *(Column(c, Subscript(c, "i")) for c in "pq"))
    caption = say("table.convergents", step=step)
    sequence = chain.from_iterable((p, q) for i, p, q in body if i >= 0)
    return Sheet(definition.name, "convergents", caption, columns, body, sequence)


def representations(definition: Definition, numbers: Sequence[int]) -> Sheet:
    """Return the digits of numbers over the p_i and the q_i, and the values of their shifts.

    The first row holds the p_i and the q_i themselves (tables XII and XIV). R′ has a zero more, R″
    a digit less; a q-representation that ends with k or more has no value. The sequence is that
    of the p-representations read as decimal numbers.

    >>> from marienbad.games.catalogue import define
    >>> list(representations(define("wythoff:a=2"), [40]).rows)[1]
    (40, 2, 0, 2, 0, 96, 16, 1, 0, 2, 0, 1, 96, 16)
    """
    from marienbad.numeration.continued_fraction import ContinuedFraction

    step = _step(definition)
    system = ContinuedFraction((step,))
    largest = max(numbers)
    p_length, q_length = (
        len(represent(largest)) for represent in (system.p_representation, system.q_representation)
    )
    if max(p_length, q_length) > LONGEST_REPRESENTATION:
        raise InputError("table.long_number", digits=LONGEST_REPRESENTATION, step=step)

    def row(number: int) -> tuple[Cell, ...]:
        p, q = system.p_representation(number), system.q_representation(number)
        right = q.right_shift()
        return (
            number,
            *(None,) * (p_length - len(p)),
            *p,
            system.p_value(p.left_shift()),
            system.p_value(p.right_shift()),
            *(None,) * (q_length - len(q)),
            *q,
            system.q_value(q.left_shift()),
            system.q_value(right) if right.last < step else None,
        )

    weights = (
        None,
        *(system.p(i) for i in reversed(range(p_length))),
        *(None, None),
        *(system.q(i) for i in reversed(range(q_length))),
        *(None, None),
    )
    decimals = (int("".join(map(str, system.p_representation(number)))) for number in numbers)
    return Sheet(
        definition.name,
        "representations",
        say("table.representations", step=step),
        (
            Column("N", Symbol("N")),
            *_digit_columns("p", p_length),
            *_digit_columns("q", q_length),
        ),
        chain([weights], map(row, numbers)),
        decimals if step < 10 else None,
    )


def _digit_columns(letter: str, length: int) -> Iterator[Column]:
    for i in reversed(range(length)):
        yield Column(f"{letter}{i}", Subscript(letter, i))
    for name, shift in (("left", Prime("R")), ("right", Prime("R", 2))):
        shifted = Subscript(shift, letter)
        yield Column(f"{letter}_{name}", Call(Subscript("I", letter), (shifted,)))
