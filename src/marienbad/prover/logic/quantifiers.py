"""Quantifiers, and formulas over any number of parts: 'for all', 'exactly one', 'every'.

>>> from marienbad.prover.logic.formulas import variables
>>> x, y = variables("x y")
>>> print(forall(x, exactly_one(y, lambda y: x + y == 5)))
∀x: ∃!y: x + y = 5
"""

from collections.abc import Callable, Iterable
from functools import reduce

from marienbad.prover.logic.formulas import (
    Abbreviation,
    Exists,
    Forall,
    Formula,
    Term,
    single,
    variables,
)


def exists(*parts: Term | Formula) -> Formula:
    """``exists(x, y, formula)``: some x and y make the formula hold."""
    return Exists(*_bound(parts))


def forall(*parts: Term | Formula) -> Formula:
    """``forall(x, y, formula)``: all x and y make the formula hold."""
    return Forall(*_bound(parts))


def exactly_one(variable: Term, condition: Callable[[Term], Formula]) -> Formula:
    """One number satisfies the condition, and no other does."""
    (other,) = variables(f"{variable!r}′")
    meaning = exists(variable, condition(variable)) & ~exists(
        variable, other, (variable < other) & condition(variable) & condition(other)
    )
    return Abbreviation(f"∃!{variable!r}: {condition(variable)}", meaning)


def in_exactly_one(
    variable: Term, one: Callable[[Term], Formula], other: Callable[[Term], Formula]
) -> Formula:
    """Exactly one number satisfies one of two conditions, and none the other."""
    return (exactly_one(variable, one) & ~exists(variable, other(variable))) | (
        ~exists(variable, one(variable)) & exactly_one(variable, other)
    )


def every(formulas: Iterable[Formula]) -> Formula:
    """All of them hold."""
    return reduce(Formula.__and__, formulas)


def some(formulas: Iterable[Formula]) -> Formula:
    """One of them holds, at least."""
    return reduce(Formula.__or__, formulas)


def _bound(parts: tuple[Term | Formula, ...]) -> tuple[tuple[str, ...], Formula]:
    *terms, body = parts
    names = []
    for term in terms:
        name = single(term.linear) if isinstance(term, Term) else None
        if not isinstance(name, str):
            raise ValueError(f"expected variables and then a formula, got {term}")
        names.append(name)
    if not isinstance(body, Formula) or not names:
        raise ValueError(f"expected variables and then a formula, got {parts}")
    return tuple(names), body
