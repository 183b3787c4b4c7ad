"""Deciding formulas: ``decide(system, formula)`` answers for all natural numbers at once.

A formula becomes the set of the tuples that satisfy it (:mod:`~marienbad.prover.logic.compiling`);
'for all' holds where no tuple satisfies the contrary, and otherwise the smallest refutes it.

>>> from marienbad.prover.logic.formulas import variables
>>> from marienbad.prover.logic.quantifiers import exists, forall
>>> from marienbad.prover.systems.linear import FIBONACCI
>>> x, y = variables("x y")
>>> decide(FIBONACCI, forall(x, exists(y, (x == 2 * y) | (x == 2 * y + 1)))).holds
True
>>> refuted = decide(FIBONACCI, forall(x, y, (3 * x == 2 * y).implies(x == y)))
>>> refuted.holds, refuted.counterexample
(False, {'x': 2, 'y': 3})
"""

from __future__ import annotations

import time

from marienbad.prover.automata.atoms import bound
from marienbad.prover.automata.automaton import Automaton, everything
from marienbad.prover.automata.fused import conjunction
from marienbad.prover.logic.compiling import Compiler
from marienbad.prover.logic.formulas import Forall, Formula, Function, Relation, Term
from marienbad.prover.systems.linear import System
from marienbad.values import Record


class Decision(Record):
    """What was decided: for all numbers true, or false."""

    holds: bool
    counterexample: dict[str, int] | None
    """Values of the outermost variables for which a refuted 'for all' fails: the smallest ones."""
    states: int
    """The states of the largest automaton that was met."""
    seconds: float


def decide(system: System, formula: Formula) -> Decision:
    """Decide a formula without free variables, for all natural numbers."""
    began = time.perf_counter()
    compiler = Compiler(system)
    counterexample = None
    if isinstance(formula, Forall):
        wrong = compiler.found(formula.body, False)
        if not isinstance(wrong, bool):
            wrong = wrong.over(formula.names).ordered(*_order(wrong, formula.names))
            counterexample = wrong.smallest()
        elif wrong:
            counterexample = dict.fromkeys(formula.names, 0)
        holds = counterexample is None
    else:
        found = compiler.found(formula, True)
        if not isinstance(found, bool):
            raise ValueError(f"expected no free variables, got {', '.join(found.tracks)}")
        holds = found
    return Decision(holds, counterexample, compiler.states, time.perf_counter() - began)


def solutions(system: System, formula: Formula, *free: Term) -> Automaton:
    """The tuples of the free variables that satisfy a formula, on tracks in their order."""
    names = tuple(map(repr, free))
    found = Compiler(system).found(formula, True)
    if isinstance(found, bool):
        all_tuples = everything(system, *names)
        return all_tuples if found else all_tuples - all_tuples
    return found.over(names).ordered(*_order(found, names))


def relation(name: str, system: System, formula: Formula, *free: Term) -> Relation:
    """The relation that a formula defines between its free variables.

    >>> from marienbad.prover.logic.formulas import variables
    >>> from marienbad.prover.systems.linear import FIBONACCI
    >>> x, y = variables("x y")
    >>> twice = relation("twice", FIBONACCI, y == 2 * x, x, y)
    >>> decide(FIBONACCI, twice(8, 16)).holds
    True
    """
    return Relation(name, solutions(system, formula, *free))


def function(name: str, system: System, formula: Formula, argument: Term, value: Term) -> Function:
    """The function that a formula defines, having decided that it is one."""
    return checked_function(name, solutions(system, formula, argument, value))


def checked_function(name: str, pairs: Automaton) -> Function:
    """The function with these pairs, having decided that each argument has exactly one value."""
    argument, value = pairs.tracks
    other = pairs.renamed(**{value: f"{value}'"})
    different = bound(pairs.system, {value: 1, f"{value}'": -1}, 1)
    if not (~pairs.exists(value)).is_empty or not conjunction(pairs, other, different).is_empty:
        raise ValueError(f"{name}: expected exactly one value for each {argument}")
    return Function(name, pairs.renamed(**{argument: "0", value: "1"}))


def _order(found: Automaton, names: tuple[str, ...]) -> tuple[str, ...]:
    strange = set(found.tracks) - set(names)
    if strange:
        raise ValueError(f"expected no other free variables, got {', '.join(sorted(strange))}")
    return names
