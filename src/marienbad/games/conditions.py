"""Conditions as solvers and provers read them: bounds and congruences where a condition is linear.

A condition becomes a choice of conjunctions: ``or``, sets and ``!=`` are alternatives, ``and``
joins. What is linear becomes a bound or a congruence; what is not, or would be a long choice, stays
a formula.

>>> from marienbad.games.language.grammar import read
>>> (take,) = read("heaps 2; take c, d from two where c - d in {0, 2} or c == 7").takes
>>> for conditions in alternatives_of(take.where.expression):
...     print(*conditions)
0 ≤ c - d ≤ 2 c - d ≡ 0 (mod 2)
c = 7
"""

from __future__ import annotations

from itertools import pairwise, product
from math import prod

from marienbad.games.declaration import Bound, Condition, Congruence, Linear
from marienbad.games.expressions import Expression, Formula, Name, Number, Operation, parts

ALTERNATIVES = 64
"""The most ways to take that one statement is split into; beyond it a formula says it as well."""

Alternatives = tuple[tuple[Condition, ...], ...]
"""Conditions in disjunctive form: one of the conjunctions must hold."""

NEVER: Alternatives = ()
ALWAYS: Alternatives = ((),)

_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


def alternatives_of(expression: Expression, most: int = ALTERNATIVES) -> Alternatives:
    """The condition in disjunctive form, or as one formula where that would be long."""
    assert isinstance(expression, Operation)
    # Where a divisor is 0 the whole condition is false: only a formula can say that of an `or`.
    is_divided = any(
        isinstance(part, Operation)
        and part.operator in ("//", "%")
        and not isinstance(part.operands[1], Number)
        for part in parts(expression)
    )
    if is_divided and expression.operator != "and":
        return ((Formula(expression),),)
    found = _disjunctive(expression, negated=False)
    return ((Formula(expression),),) if found is None or len(found) > most else found


def _disjunctive(expression: Expression, negated: bool) -> Alternatives | None:
    """The disjunctive form of a condition or of its negation; ``None`` where it is too long."""
    assert isinstance(expression, Operation)
    operator, operands = expression.operator, expression.operands
    if operator == "not":
        return _disjunctive(operands[0], not negated)
    if operator in ("and", "or"):
        forms = [
            alternatives_of(operand)
            if operator == "and" and not negated
            else _disjunctive(operand, negated)
            for operand in operands
        ]
        known = [form for form in forms if form is not None]
        if len(known) < len(forms):
            return None
        return _all_of(known) if (operator == "and") != negated else _any_of(known)
    if operator == "in":
        return _membership(operands, negated)
    return _comparison(_OPPOSITE[operator] if negated else operator, *operands)


def _any_of(forms: list[Alternatives]) -> Alternatives | None:
    joined = tuple(dict.fromkeys(where for form in forms for where in form))
    return joined if len(joined) <= ALTERNATIVES else None


def _all_of(forms: list[Alternatives]) -> Alternatives | None:
    if prod(map(len, forms)) > ALTERNATIVES:
        return None
    return tuple(
        tuple(dict.fromkeys(condition for where in chosen for condition in where))
        for chosen in product(*forms)
    )


def _membership(operands: tuple[Expression, ...], negated: bool) -> Alternatives | None:
    value, *members = operands
    if not negated and (run := _evenly_spaced(value, members)) is not None:
        return run
    links = [_comparison("!=" if negated else "==", value, member) for member in members]
    known = [link for link in links if link is not None]
    if len(known) < len(links):
        return None
    return _all_of(known) if negated else _any_of(known)


def _evenly_spaced(value: Expression, members: list[Expression]) -> Alternatives | None:
    """One conjunction for a form among numbers of equal distances.

    A single name among numbers is left to others: a take for each number says more.
    """
    form = _linear(value)
    numbers = sorted({member.value for member in members if isinstance(member, Number)})
    if form is None or len(form[0]) < 2 or len(numbers) < 2 or len(numbers) < len(members):
        return None
    steps = {later - earlier for earlier, later in pairwise(numbers)}
    if len(steps) > 1:
        return None
    return _all_of(
        [_bound(form, numbers[0], numbers[-1]), _congruence(form, steps.pop(), numbers[0])]
    )


def _comparison(operator: str, left: Expression, right: Expression) -> Alternatives | None:
    if isinstance(left, Number) and not isinstance(right, Number):
        return _comparison(_TURNED[operator], right, left)
    for special in (_absolute, _remainder):
        found = special(operator, left, right)
        if found is not None:
            return found
    form, other = _linear(left), _linear(right)
    if form is None or other is None:
        return ((Formula(Operation(operator, (left, right))),),)
    return _compared(operator, _minus(form, other), 0)


def _absolute(operator: str, left: Expression, right: Expression) -> Alternatives | None:
    """``abs(form)`` compared with a number."""
    if not (isinstance(left, Operation) and left.operator == "abs" and isinstance(right, Number)):
        return None
    form, size = _linear(left.operands[0]), right.value
    if form is None:
        return None
    is_inside = operator in ("<", "<=", "==")
    if size < 0 or (size == 0 and operator == "<"):
        return NEVER if is_inside else ALWAYS
    if operator in ("<", "<="):
        size -= operator == "<"
        return _bound(form, -size, size)
    if operator == "==":
        return _any_of([_bound(form, size, size), _bound(form, -size, -size)])
    if operator == "!=":
        return _all_of([_compared("!=", form, size), _compared("!=", form, -size)])
    size += operator == ">"
    return _any_of([_bound(form, size, None), _bound(form, None, -size)])


def _remainder(operator: str, left: Expression, right: Expression) -> Alternatives | None:
    """``form % m == r``, and ``form % m == other % m``, for a number m > 0."""
    match left, right:
        case Operation("%", (one, Number(modulus))), Number(residue):
            form = _linear(one)
        case Operation("%", (one, Number(modulus))), Operation("%", (other, Number(same))) if (
            same == modulus
        ):
            residue, form = 0, _linear(Operation("-", (one, other)))
        case _:
            return None
    if form is None or modulus <= 0 or operator not in ("==", "!="):
        return None
    if not 0 <= residue < modulus:
        return NEVER if operator == "==" else ALWAYS
    if operator == "==":
        return _congruence(form, modulus, residue)
    if modulus > ALTERNATIVES:
        return None
    others = (number for number in range(modulus) if number != residue)
    return _any_of([_congruence(form, modulus, number) for number in others])


Form = tuple[dict[str, int], int]
"""A linear form with its constant: factors by name, and a number."""


def _linear(expression: Expression) -> Form | None:
    """The expression as a linear form, where it is one."""
    if isinstance(expression, Number):
        return {}, expression.value
    if isinstance(expression, Name):
        return {expression.name: 1}, 0
    forms = [_linear(operand) for operand in expression.operands]
    known = [form for form in forms if form is not None]
    if len(known) < len(forms):
        return None
    if expression.operator == "neg":
        return _times(known[0], -1)
    if expression.operator in ("+", "-"):
        sign = 1 if expression.operator == "+" else -1
        return _minus(known[0], _times(known[1], -sign))
    if expression.operator == "*":
        for form, (factors, number) in (known, known[::-1]):
            if not factors:
                return _times(form, number)
    return None


def _times(form: Form, factor: int) -> Form:
    factors, number = form
    if factor == 0:
        return {}, 0
    return {name: value * factor for name, value in factors.items()}, number * factor


def _minus(form: Form, other: Form) -> Form:
    factors = dict(form[0])
    for name, value in other[0].items():
        factors[name] = factors.get(name, 0) - value
    return {name: value for name, value in factors.items() if value}, form[1] - other[1]


def _compared(operator: str, form: Form, number: int) -> Alternatives:
    if operator == "!=":
        below, above = _compared("<", form, number), _compared(">", form, number)
        return below + above if below != above else below
    if operator == "==":
        return _bound(form, number, number)
    if operator in ("<", "<="):
        return _bound(form, None, number - (operator == "<"))
    return _bound(form, number + (operator == ">"), None)


def _bound(form: Form, low: int | None, high: int | None) -> Alternatives:
    factors, number = form
    low = None if low is None else low - number
    high = None if high is None else high - number
    if not factors:
        return ALWAYS if (low or 0) <= 0 <= (high or 0) else NEVER
    return ((Bound(Linear(tuple(factors.items())), low, high),),)


def _congruence(form: Form, modulus: int, residue: int) -> Alternatives:
    factors, number = form
    residue = (residue - number) % modulus
    kept = {name: factor for name, factor in factors.items() if factor % modulus}
    if not kept:
        return NEVER if residue else ALWAYS
    return ((Congruence(Linear(tuple(kept.items())), modulus, residue),),)
