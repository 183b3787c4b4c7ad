"""Wythoff's family by arithmetic: the digits of a heap tell its partner."""

from collections.abc import Callable, Sequence
from functools import cached_property

from marienbad.heaps import Position
from marienbad.numeration.continued_fraction import ContinuedFraction, Representation
from marienbad.numeration.integers import plain
from marienbad.text.mathematics import Expression, Number, Product, Sum, Symbol
from marienbad.text.numbers import short_integer_text
from marienbad.text.relations import eq
from marienbad.text.sentences import (
    Block,
    Count,
    Equation,
    Items,
    Listing,
    Message,
    Table,
    Value,
    say,
)
from marienbad.theories.theory import DigitDrawing, DigitRow, Digits, Drawing, RowName, Verdict
from marienbad.theories.wythoff.common import PairTheory, Working
from marienbad.theories.wythoff.digits import ArithmeticPairs, Pattern, partner_digits
from marienbad.theories.wythoff.pairs import Lookup, Pair, PairRules, Pairs
from marienbad.theories.wythoff.steps import (
    CHECKED_FAMILIES,
    difference,
    known_pairs,
    larger_member,
)

LISTED_WEIGHTS = 7
"""How many weights are listed in the rule."""
SHOWN_DIGITS = 16
"""Longer representations are not shown in tables."""


class Arithmetic(PairTheory):
    """The theory of Fibonacci digits and of continued fractions."""

    name = "arithmetic"
    part = 4
    repeated_bits = 1_000_000
    normal_statements = (
        "wythoff_by_arithmetic",
        "shifted_partner",
        "arithmetic_with_b",
        "arithmetic_with_ab",
    )
    misere_statement = "misere_by_digits"
    plain_work = "silber-1977"

    @property
    def proved_in(self) -> str:
        if self.game.is_misere and self.rules.a == 1:
            return "misere_fibonacci"
        return super().proved_in

    @cached_property
    def numeration(self) -> ContinuedFraction:
        return ArithmeticPairs(self.rules).numeration

    def pairs(self, position: Position) -> Pairs:
        return ArithmeticPairs(self.rules)

    def lookup_rules(self) -> list[Block]:
        rules, k = self.rules, self.rules.step
        p = _listed(self.numeration, 1)
        if k == 1:
            fibonacci = say("wythoff.arithmetic.fibonacci", weights=p)
            return [*known_pairs(rules), fibonacci, Items(_rules_of_zeros(rules))]
        convergents = say("wythoff.arithmetic.convergents", p=p, q=_listed(self.numeration, 2), k=k)
        zeros, pattern = Items(_rules_of_zeros(rules)), Items(_rules_of_pattern(rules))
        values = _pattern_values(rules)
        if rules.is_misere:
            return [convergents, say("wythoff.arithmetic.pattern_misere", **values), pattern]
        if rules.b == 1:
            return [convergents, zeros]
        head = say("wythoff.arithmetic.pattern", **values)
        patterns = _patterns(rules)
        return [convergents, say("wythoff.arithmetic.residue_0"), zeros, head, *patterns, pattern]

    def show_member(self, working: Working, number: int, pair: Pair, residue: int) -> list[Block]:
        family, is_small = self.rules.family(residue), pair.small == number
        rows = self._member_rows(number, pair, residue)
        names = (eq("z", number), say("wythoff.arithmetic.partner"))
        own, system = rows[0].digits, "p" if self.rules.step > 1 else None
        table = _table(_digits(self.numeration.p, rows), names, system)
        if family.residue == 0:
            few = "small_by_zeros" if own.trailing_zeros else "small_without_zeros"
            key = few if is_small else "large_by_zeros"
            return [*table, say(f"wythoff.arithmetic.{key}", count=_zeros(own), number=number)]
        return [*table, _by_pattern(Pattern.of(self.rules, family), own, is_small, number)]

    def show_pair(self, working: Working, pair: Pair) -> list[Block]:
        rules, family = self.rules, self.rules.family(pair.residue)
        rows = self._pair_rows(pair)
        if rules.step == 1:
            names = (eq("n", pair.rank), say("wythoff.arithmetic.appended"))
            table = _table(_digits(self.numeration.p, rows), names)
            return _shifted_difference(rows, pair, table)
        own = rows[0].digits
        read = self._reading(own)
        values: dict[str, Value] = {"number": pair.rank, "read": read, "small": pair.small}
        if family.residue == 0:
            even = "number_even" if own.trailing_zeros else "number_without_zeros"
            key = "number_odd" if own.trailing_zeros % 2 else even
            values["count"] = _zeros(own)
        else:
            pattern = Pattern.of(rules, family)
            key = "number_above" if pattern.compare(own) > 0 else "number_below"
            values |= {"where": _where(pattern, own, 0), "pattern": _shown(pattern)}
        return [
            *_table(_digits(self.numeration.q, rows), (eq("n", pair.rank),), "q"),
            say(f"wythoff.arithmetic.{key}", **values),
            Equation(larger_member(pair, rules.step)),
        ]

    def _reading(self, own: Representation) -> Expression:
        """Digits read with the numerators; how, where they are few."""
        digits, value = tuple(own), Number(plain(self.numeration.p_value(own)))
        if len(digits) > SHOWN_DIGITS:
            return value
        weights = [plain(self.numeration.p(i)) for i in reversed(range(len(digits)))]
        pairs = zip(digits, weights, strict=True)
        return eq(Sum([Product((digit, weight), "×") for digit, weight in pairs if digit]), value)

    def drawing(self, position: Position, verdict: Verdict) -> Drawing | None:
        """The digits of the first pair that was looked up and has few enough."""
        working = Working.of(verdict)
        for found in (working.held, *working.winning):
            digits = self._drawn_digits(found)
            if digits is not None:
                return DigitDrawing(digits, self.pairs_on_board(position))
        return super().drawing(position, verdict)

    def _drawn_digits(self, found: Lookup) -> Digits | None:
        """The digits by which a pair is found; 0, the first pair and the exceptions need none."""
        pair, heap, residue = found
        if not self.is_found(found):
            return None
        if heap is not None:
            return _digits(self.numeration.p, self._member_rows(heap, pair, residue))
        weight = self.numeration.p if self.rules.step == 1 else self.numeration.q
        return _digits(weight, self._pair_rows(pair))

    def _member_rows(self, number: int, pair: Pair, residue: int) -> list[DigitRow]:
        """A number and its partner, which is the number shifted where the residue is 0."""
        rules, family = self.rules, self.rules.family(residue)
        own = self.numeration.p_representation(number)
        is_small, partner = pair.small == number, pair.partner(number)
        other = partner_digits(rules, family, own, is_small)
        system = "F" if rules.step == 1 else "p"
        name = RowName("R", system, 0, partner)
        if family.residue == 0:
            name = RowName("R", system, 1 if is_small else 2, number)
        return [
            DigitRow(RowName("R", system, 0, number), own, number),
            DigitRow(name, other, partner),
        ]

    def _pair_rows(self, pair: Pair) -> list[DigitRow]:
        """The rank of a pair; in Wythoff's game its difference, and that shifted by one place."""
        numeration, difference = self.numeration, pair.difference
        if self.rules.step > 1:
            name = RowName("R", "q", 0, pair.rank)
            return [DigitRow(name, numeration.q_representation(pair.rank), pair.rank)]
        own = numeration.p_representation(difference)
        shifted = own.left_shift()
        return [
            DigitRow(RowName("R", "F", 0, difference), own, difference),
            DigitRow(RowName("R", "F", 1, difference), shifted, plain(numeration.p_value(shifted))),
        ]


def _rules_of_zeros(rules: PairRules) -> tuple[Message, ...]:
    """How the zeros at the end of a number tell its partner, and how the n-th pair is read."""
    if rules.step > 1:
        shown = difference(rules, residue=0)
        number = say("wythoff.arithmetic.rule.number", difference=shown)
        even = say("wythoff.arithmetic.rule.even")
    else:
        rank, least = (2, 3) if rules.exceptions else (1, 1)
        number = say("wythoff.arithmetic.rule.shift", least=rank)
        even = say("wythoff.arithmetic.rule.even_fibonacci", least=least)
    return (number, even, say("wythoff.arithmetic.rule.odd"))


def _rules_of_pattern(rules: PairRules) -> tuple[Message, ...]:
    """How the pattern tells the partner, by the last digit, and how the n-th pair is read."""
    values = _pattern_values(rules) | {"difference": difference(rules)}
    # a last digit that is two or more above the pattern is at least 3, and it is at most k
    below = "zero" if _has_ones(rules) else "below"
    names = ["number_pattern", below, "equal", "next", *(["high"] if rules.step > 2 else [])]
    return tuple(say(f"wythoff.arithmetic.rule.{name}", **values) for name in names)


def _has_ones(rules: PairRules) -> bool:
    """Whether every digit of every pattern is 1."""
    return rules.is_misere or rules.b == 2


def _pattern_values(rules: PairRules) -> dict[str, Value]:
    """The digits of the pattern, and those one above them, for any r."""
    if _has_ones(rules):
        return {"even": 1, "odd": 1, "next": 2, "raised": 2}
    r = Symbol("r")
    return {"even": rules.b - r, "odd": r, "next": rules.b + 1 - r, "raised": r + 1}


def _patterns(rules: PairRules) -> list[Block]:
    """The pattern of each r, where they are several and few."""
    if not 2 < rules.b <= CHECKED_FAMILIES:
        return []
    found = ((r, Pattern.of(rules, rules.family(r))) for r in range(1, rules.b))
    rows = tuple((r, Listing(("…", *_shown(pattern).values), "")) for r, pattern in found)
    return [Table((Symbol("r"), say("wythoff.arithmetic.pattern_head")), rows)]


def _by_last_digit(pattern: Pattern, own: Representation) -> str:
    """Which of the four cases a last digit is: against the last digit of the pattern."""
    above = own.last - pattern.even
    return "below" if above < 0 else ("equal", "next", "high")[min(above, 2)]


def _by_pattern(pattern: Pattern, own: Representation, is_small: bool, number: int) -> Message:
    """What the last digits of a number say, and how its partner is made."""
    case = _by_last_digit(pattern, own)
    values: dict[str, Value] = {"number": number, "last": own.last, "even": pattern.even}
    values |= {"odd": pattern.odd, "raised": pattern.odd + 1, "pattern": _shown(pattern)}
    if case in ("equal", "next"):
        values["where"] = _where(pattern, own, 0 if case == "equal" else 1)
        case += "_small" if is_small else "_large"
    return say(f"wythoff.arithmetic.{case}", **values)


def _where(pattern: Pattern, own: Representation, start: int) -> Message:
    """The first place at which the digits differ from the pattern."""
    index = pattern.first_difference(own, start)
    digit, expected = own.from_right(index), pattern[index % 2]
    key = "wythoff.arithmetic.reversed" if index % 2 else "wythoff.arithmetic.place"
    return say(key, place=index + 1, digit=digit, expected=expected)


def _shown(pattern: Pattern) -> Listing:
    return Listing((pattern.odd, pattern.even) * 2, "")


def _shifted_difference(rows: Sequence[DigitRow], pair: Pair, table: list[Block]) -> list[Block]:
    """For Wythoff's game the thesis shifts the Fibonacci digits of the difference itself."""
    shifted, value = rows[1].digits, rows[1].value
    key = "shift_odd" if shifted.trailing_zeros % 2 else "shift_even"
    return [
        *table,
        say(f"wythoff.arithmetic.{key}", count=_zeros(shifted), value=value, small=pair.small),
        Equation(larger_member(pair, 1)),
    ]


def _listed(numeration: ContinuedFraction, column: int) -> str:
    """The first numerators or denominators, as far as a reader wants to see them."""
    first = [row[column] for row in numeration.convergents(LISTED_WEIGHTS + 1)[1:]]
    # without marks for thousands, which would look like the commas of the list
    return ", ".join(
        short_integer_text(weight, "en", grouped=False)
        for i, weight in enumerate(first)
        if i < 2 or weight < 10**6
    )


def _zeros(representation: Representation) -> Count:
    return Count(representation.trailing_zeros, "zero")


def _digits(weight: Callable[[int], int], rows: Sequence[DigitRow]) -> Digits | None:
    """Representations below the numbers that their digits count; nothing where they are long."""
    width = max(len(row.digits) for row in rows)
    if width > SHOWN_DIGITS:
        return None
    return Digits(tuple(plain(weight(i)) for i in reversed(range(width))), rows)


def _table(digits: Digits | None, names: Sequence[Value], system: str | None = None) -> list[Block]:
    """The digits below the weights, each row with its name, the weights with theirs."""
    if digits is None:
        return []
    first = Symbol(system) if system else None
    heads = (first, *digits.weights, say("wythoff.arithmetic.value"))
    named = zip(names, digits.rows, strict=True)
    return [Table(heads, tuple((name, *digits.cells(row), row.value) for name, row in named))]
