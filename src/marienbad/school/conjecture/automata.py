"""A condition on two heaps as an automaton: the set of all pairs that have it, of every size.

A number in a condition is a choice of linear terms, each with the formula under which it is meant:
min, max and abs make cases; remainders, quotients and nim-sums are numbers of their own, bound by a
quantifier. Exactly one case is meant for each pair, so that a comparison and its contrary are both
right.

>>> from marienbad.prover.systems.linear import BINARY
>>> from marienbad.school.conjecture.conditions import read
>>> close = automaton_of(read("y - x <= 1 and total % 4 == 3"), BINARY)
>>> close.states, (5, 6) in close, (6, 5) in close, (5, 5) in close
(6, True, True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, product
from operator import eq, ge, gt, le, lt, ne

from marienbad.games.expressions import Expression, Name, Number, Operation
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.games.claims import mirrored
from marienbad.prover.logic.deciding import solutions
from marienbad.prover.logic.formulas import Formula, Linear, Term, variables
from marienbad.prover.logic.quantifiers import every, exists, some
from marienbad.prover.logic.vocabulary import nim_words
from marienbad.prover.systems.linear import BINARY, System
from marienbad.school.conjecture.conditions import Condition, in_words
from marienbad.text.problems import OutOfReach
from marienbad.values import Record

LARGEST_FACTOR = 64
"""The largest factor, divisor or modulus: automata grow with it."""
LARGEST_NUMBER = 1_000
"""The largest number that is added or compared with: automata grow with it too."""
MOST_CASES = 64
"""The most cases of a number."""

X, Y = variables("x y")
COMPARED: dict[str, Callable[[Term, Term], Formula]] = {
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
    "==": eq,
    "!=": ne,
}


class Case(Record):
    """A term, the formula under which it is meant, and the numbers that the formula binds."""

    term: Term
    under: tuple[Formula, ...] = ()
    bound: tuple[Term, ...] = ()

    # terms are compared by formulas
    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def changed(self, term: Term, *under: Formula, bound: tuple[Term, ...] = ()) -> Case:
        """Another term, under these formulas too."""
        return Case(term, (*self.under, *under), (*self.bound, *bound))

    def means(self, formula: Formula) -> Formula:
        """The case is the one that is meant, and the formula holds in it."""
        whole = every((*self.under, formula))
        return exists(*self.bound, whole) if self.bound else whole


Cases = list[Case]


def automaton_of(condition: Condition, system: System, in_order: bool = False) -> Automaton:
    """The pairs that have the condition, x being the smaller heap, or the first one."""
    all_pairs = X >= 0 if in_order else X <= Y
    formula = _Writer(system, all_pairs).formula(condition.expression)
    found = solutions(system, formula & all_pairs, X, Y)
    return found if in_order else mirrored(found)


class _Writer:
    """Writes conditions in the prover's logic."""

    def __init__(self, system: System, all_pairs: Formula) -> None:
        self.system, self.all_pairs = system, all_pairs
        self._numbers = count()

    def formula(self, condition: Expression) -> Formula:
        """A condition as a formula in x and y."""
        assert isinstance(condition, Operation)
        operator, operands = condition.operator, condition.operands
        if operator == "not":
            return ~self.formula(operands[0])
        if operator in ("and", "or"):
            join = every if operator == "and" else some
            return join([self.formula(operand) for operand in operands])
        if operator == "in":
            value, *members = operands
            return some(self.formula(Operation("==", (value, member))) for member in members)
        match operands:
            case Name("twins"), _:
                return (X == Y) & (X >= 1)
            case Name("paired" | "packets"), _:
                return X == Y
        left, right = map(self.cases, operands)
        compared = COMPARED[operator]
        return some(both.means(compared(a, b)) for both, a, b in _together(left, right, condition))

    def cases(self, number: Expression) -> Cases:
        """A number as cases, one of which is meant."""
        if isinstance(number, Number):
            return [_within_reach(_constant(number.value), number)]
        if isinstance(number, Name):
            return self._named(number)
        operands = [self.cases(operand) for operand in number.operands]
        if number.operator in ("//", "%"):
            return self._divided(number, *operands)
        if number.operator == "^":
            return self._nim_sum(number, *operands)
        found = operands[0]
        if number.operator == "neg":
            return [case.changed(-case.term) for case in found]
        if number.operator == "abs":
            return [part for case in found for part in _larger(case, case.term, -case.term)]
        for other in operands[1:]:
            found = [
                case
                for both, a, b in _together(found, other, number)
                for case in _worked(number, both, a, b)
            ]
            if len(found) > MOST_CASES:
                raise _beyond(number)
        return found

    def _named(self, name: Name) -> Cases:
        match name.name:
            case "x":
                return [Case(X)]
            case "y":
                return [Case(Y)]
            case "total":
                return [Case(X + Y)]
            case "longest":
                return _larger(Case(X), X, Y)
            case "rows":
                few = [(X + Y == 0, 0), ((X == 0) & (Y >= 1), 1), ((Y == 0) & (X >= 1), 1)]
                return _counted([*few, ((X >= 1) & (Y >= 1), 2)])
            case "ones":
                one = (X == 1) & (Y != 1), (Y == 1) & (X != 1)
                none = (X != 1) & (Y != 1)
                return _counted([(none, 0), *((o, 1) for o in one), ((X == 1) & (Y == 1), 2)])
        raise _beyond(name)

    def _divided(self, number: Operation, dividends: Cases, divisors: Cases) -> Cases:
        """The remainder r or the quotient q by a number m > 0: m q + r, with 0 ≤ r < m."""
        divisor = divisors[0].term.linear
        if len(divisors) > 1 or divisor.items or not 1 <= divisor.constant <= LARGEST_FACTOR:
            raise _beyond(number)
        m, found = divisor.constant, []
        for case in dividends:
            if number.operator == "%":
                rest = self._new()
                divides = (case.term - rest).congruent(0, m)
                found.append(case.changed(rest, divides, rest < m, bound=(rest,)))
                continue
            up, down = self._new(), self._new()
            left = case.term - m * up + m * down
            # a quotient may be negative: it is the difference of two numbers, one of them 0
            one_is_zero = (up == 0) | (down == 0)
            bounds = (left >= 0, left < m, one_is_zero)
            found.append(case.changed(up - down, *bounds, bound=(up, down)))
        return found

    def _nim_sum(self, number: Operation, left: Cases, right: Cases) -> Cases:
        if self.system != BINARY:
            raise OutOfReach("conjecture.no_nim_sum", part=in_words(number))
        found = []
        for both, a, b in _together(left, right, number):
            first, second, total = self._new(), self._new(), self._new()
            if any(self._may_be_negative(both, term) for term in (a, b)):
                raise _beyond(number)
            is_sum = nim_words(2).nim_sum(first, second, total)
            equal = (first == a, second == b)
            found.append(both.changed(total, *equal, is_sum, bound=(first, second, total)))
        return found

    def _may_be_negative(self, case: Case, term: Term) -> bool:
        if term.linear.is_natural:
            return False
        below = case.means(term < 0) & self.all_pairs
        return not solutions(self.system, below, X, Y).is_empty

    def _new(self) -> Term:
        (found,) = variables(f"n{next(self._numbers)}")
        return found


def _together(left: Cases, right: Cases, number: Operation) -> Iterator[tuple[Case, Term, Term]]:
    """Each case of one number with each of another, and the terms of both."""
    if len(left) * len(right) > MOST_CASES:
        raise _beyond(number)
    for one, other in product(left, right):
        yield one.changed(one.term, *other.under, bound=other.bound), one.term, other.term


def _worked(number: Operation, both: Case, a: Term, b: Term) -> Iterator[Case]:
    """A sum, a difference, a product, or the smaller or larger of two numbers."""
    match number.operator:
        case "+":
            found = [both.changed(a + b)]
        case "-":
            found = [both.changed(a - b)]
        case "max":
            found = _larger(both, a, b)
        case "min":
            found = [case.changed(-case.term) for case in _larger(both, -a, -b)]
        case "*" if not b.linear.items:
            found = [both.changed(a * b.linear.constant)]
        case "*" if not a.linear.items:
            found = [both.changed(b * a.linear.constant)]
        case _:
            raise _beyond(number)
    for case in found:
        if any(abs(factor) > LARGEST_FACTOR for _, factor in case.term.linear.items):
            raise _beyond(number)
        yield _within_reach(case, number)


def _within_reach(case: Case, number: Expression) -> Case:
    if abs(case.term.linear.constant) > LARGEST_NUMBER:
        raise OutOfReach("conjecture.large", part=in_words(number), most=LARGEST_NUMBER)
    return case


def _larger(case: Case, a: Term, b: Term) -> Cases:
    return [case.changed(a, a >= b), case.changed(b, a < b)]


def _constant(value: int) -> Case:
    return Case(Term(Linear((), value)))


def _counted(cases: list[tuple[Formula, int]]) -> Cases:
    return [_constant(value).changed(Term(Linear((), value)), under) for under, value in cases]


def _beyond(part: Operation | Name) -> OutOfReach:
    return OutOfReach("conjecture.not_regular", part=in_words(part))
