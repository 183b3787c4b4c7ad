"""Formulas evaluated by trying all numbers below a bound, without automata.

Each variable has an axis of an array of truth values; a quantifier is ``any`` or ``all`` along its
axis.
"""

import numpy as np

from marienbad.prover.logic.formulas import (
    Abbreviation,
    And,
    Application,
    Comparison,
    Congruent,
    Exists,
    Forall,
    Formula,
    Iff,
    Implies,
    Linear,
    Member,
    Not,
    Or,
    Quantified,
)
from tests.prover.logic.plain_words import Array, PlainNim, PlainWords

AXES = 8


class Trial:
    """A formula at all values of its outermost variables below one bound, others below another."""

    def __init__(self, words: PlainWords | PlainNim, outer: int, inner: int) -> None:
        self.words, self.outer, self.inner = words, outer, inner

    def failures(self, formula: Forall) -> list[tuple[int, ...]]:
        """The values of the outermost variables for which a 'for all' fails, smallest first."""
        variables = {name: _along(axis, self.outer) for axis, name in enumerate(formula.names)}
        count = len(variables)
        truth = self.truth(formula.body, variables)
        shape = (self.outer,) * count + (1,) * (AXES - count)
        wrong = np.argwhere(~np.broadcast_to(truth, shape))[:, :count]
        return sorted(map(tuple, wrong.tolist()), key=lambda point: (max(point), point))

    def truth(self, formula: Formula, variables: dict[str, Array]) -> Array:
        """The truth of a formula, with an axis for each variable."""
        if isinstance(formula, Abbreviation):
            return self.truth(formula.meaning, variables)
        if isinstance(formula, Not):
            return ~self.truth(formula.part, variables)
        if isinstance(formula, And | Or):
            total: Array = np.full((1,) * AXES, isinstance(formula, And))
            for part in formula.parts:
                found = self.truth(part, variables)
                total = total & found if isinstance(formula, And) else total | found
            return total
        if isinstance(formula, Implies):
            return ~self.truth(formula.left, variables) | self.truth(formula.right, variables)
        if isinstance(formula, Iff):
            same: Array = self.truth(formula.left, variables) == self.truth(
                formula.right, variables
            )
            return same
        if isinstance(formula, Quantified):
            return self._quantified(formula, variables)
        return self._compared(formula, variables)

    def _quantified(self, formula: Quantified, variables: dict[str, Array]) -> Array:
        first = len(variables)
        fresh = {
            name: _along(first + place, self.inner) for place, name in enumerate(formula.names)
        }
        # a name that is bound again hides the outer one, whose axis must stay taken
        hidden = {f"{name} hidden": variables[name] for name in fresh if name in variables}
        truth = self.truth(formula.body, variables | hidden | fresh)
        axes = tuple(range(first, first + len(fresh)))
        reduce = np.any if isinstance(formula, Exists) else np.all
        found: Array = reduce(truth, axis=axes, keepdims=True)
        return found

    def _compared(self, formula: Formula, variables: dict[str, Array]) -> Array:
        if isinstance(formula, Comparison):
            left, right = self.value(formula.left, variables), self.value(formula.right, variables)
            compare = {
                "=": np.equal,
                "≠": np.not_equal,
                "<": np.less,
                "≤": np.less_equal,
                ">": np.greater,
                "≥": np.greater_equal,
            }[formula.sign]
            compared: Array = compare(left, right)
            return compared
        if isinstance(formula, Congruent):
            rest = self.value(formula.term, variables) - formula.residue
            divisible: Array = rest % formula.modulus == 0
            return divisible
        assert isinstance(formula, Member)
        arguments = (self.value(argument, variables) for argument in formula.arguments)
        return self.words.holds(formula.relation.name, *arguments)

    def value(self, term: Linear, variables: dict[str, Array]) -> Array:
        total = np.full((1,) * AXES, term.constant)
        for name, factor in term.items:
            if isinstance(name, Application):
                argument = self.value(name.argument, variables)
                part = self.words.values(name.function.name, argument)
            else:
                part = variables[name]
            total = total + factor * part
        return total


def depth(formula: Formula) -> int:
    """How many variables are bound one within another."""
    inner = [depth(part) for part in vars(formula).values() if isinstance(part, Formula)]
    inner += [depth(part) for part in getattr(formula, "parts", ())]
    own = len(formula.names) if isinstance(formula, Quantified) else 0
    return own + max(inner, default=0)


def _along(axis: int, size: int) -> Array:
    shape = [1] * AXES
    shape[axis] = size
    return np.arange(size).reshape(shape)
