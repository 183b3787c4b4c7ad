"""Formulas as automata: every formula is the set of the tuples that satisfy it.

Conjunctions under a quantifier are walked together
(:func:`marienbad.prover.automata.fused.exists`); disjunctions are taken apart before, and negations
moved inwards. A function at a term is replaced by its value v with 'the function takes the term to
v' beside it, which means the same under a negation, because a function is only made of a set that
has exactly one value for each argument (:mod:`~marienbad.prover.logic.deciding`).
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import prod

from marienbad.prover.automata.atoms import bound, congruence
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.automata.fused import Part, conjunction
from marienbad.prover.automata.fused import exists as projected
from marienbad.prover.logic.formulas import (
    SIGNS,
    Abbreviation,
    And,
    Application,
    Comparison,
    Congruent,
    Exists,
    Formula,
    Iff,
    Implies,
    Linear,
    Member,
    Not,
    Or,
    Quantified,
    Term,
    free_variables,
    single,
)
from marienbad.prover.systems.linear import System
from marienbad.text.problems import OutOfReach

MOST_ALTERNATIVES = 4096
"""A formula that falls into more cases than this is given up."""

FEW_VARIABLES = 2
"""Up to this number of variables a disjunction becomes one automaton and is not taken apart."""

BOUNDS = {"=": (0, 0), "<": (None, -1), "≤": (None, 0), ">": (1, None), "≥": (0, None)}
"""Between what the difference of two terms lies, by the sign between them."""

Found = Automaton | bool
"""The tuples that satisfy a formula, or its truth where no variable is free."""
Literal = tuple[Formula, bool]
"""A formula without & and |, and whether it is affirmed."""


class Compiler:
    """Turns formulas into automata, and remembers those it has met; ``found`` is the way in."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.states = 0
        self.found, self.graph = cache(self._found), cache(self._graph)

    def _found(self, formula: Formula, positive: bool) -> Found:
        """The tuples that satisfy a formula, or its negation."""
        if isinstance(formula, Iff):
            return self._compared(formula, positive)
        if not isinstance(formula, Quantified):
            return self._some((), formula, positive)
        # 'not for all' is 'some do not'; the two other cases are the contraries
        if isinstance(formula, Exists) == positive:
            return self._some(formula.names, formula.body, positive)
        return self._contrary(self.found(formula, not positive))

    def _contrary(self, found: Found) -> Found:
        return not found if isinstance(found, bool) else self._met(~found)

    def _compared(self, formula: Iff, positive: bool) -> Found:
        """Where two formulas agree, or where they do not."""
        left, right = self.found(formula.left, True), self.found(formula.right, True)
        if isinstance(left, bool):
            left, right = right, left
        if isinstance(left, bool):
            return (left == right) == positive
        if isinstance(right, bool):
            return left if right == positive else self._contrary(left)
        different = self._met(left ^ right)
        return self._contrary(different) if positive else different

    def _some(self, hidden: tuple[str, ...], formula: Formula, positive: bool) -> Found:
        """The tuples for which some numbers on the hidden tracks satisfy a formula."""
        total: Found = False
        for literals in _alternatives(formula, positive):
            case = _Case(self).satisfied(literals, hidden)
            if isinstance(case, bool) or isinstance(total, bool):
                total = case if total is False else total if case is False else True
            else:
                total = self._met(total | case)
        return total

    def _met(self, automaton: Automaton) -> Automaton:
        self.states = max(self.states, automaton.states)
        return automaton

    def closed(self, parts: list[Part], hidden: set[str]) -> Found:
        """All parts at once, the hidden tracks projected."""
        tracks = list(dict.fromkeys(track for part in parts for track in part.tracks))
        if not tracks:
            return True
        kept = [track for track in tracks if track not in hidden]
        gone = [track for track in tracks if track in hidden]
        found = self._met(projected(gone if kept else gone[1:], *parts))
        return found if kept else not found.is_empty

    def _graph(self, application: Application) -> Automaton:
        """The value of a function at a term, on the track '=', beside the term's variables."""
        case = _Case(self)
        track = case.track(application.argument)
        pairs = application.function.automaton.renamed(**{"0": track, "1": "="})
        found = self.closed([pairs, *case.parts], case.fresh)
        if isinstance(found, bool):
            raise TypeError(f"expected a value, got {found}")
        return found


class _Case:
    """Literals that hold together: the parts of one walk."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.fresh: set[str] = set()
        self._automata: list[Automaton] = []
        self._atoms: list[Part] = []
        self._values: dict[Application, str] = {}

    @property
    def parts(self) -> list[Part]:
        """Automata first: their few edges cut down what the atoms have to look at.

        Those on the same tracks are made one, so that the walk meets few states at once.
        """
        together: dict[frozenset[str], Automaton] = {}
        for part in self._automata:
            tracks = frozenset(part.tracks)
            together[tracks] = together[tracks] & part if tracks in together else part
        return [*together.values(), *self._atoms]

    def satisfied(self, literals: tuple[Literal, ...], hidden: tuple[str, ...]) -> Found:
        """The tuples that satisfy all literals, the hidden tracks projected."""
        for literal in literals:
            if not self._add(*literal):
                return False
        return self.compiler.closed(self.parts, self.fresh | set(hidden))

    def _add(self, formula: Formula, positive: bool) -> bool:
        """Take in a literal; False where it is known not to hold."""
        if isinstance(formula, Comparison):
            return self._compare(formula)
        if isinstance(formula, Congruent):
            form, constant = self._lowered(formula.term)
            residue = formula.residue - constant
            if not form:
                return (residue % formula.modulus == 0) == positive
            atom = congruence(self.compiler.system, form, formula.modulus, residue)
            if positive:
                self._atoms.append(atom)
            else:
                self._automata.append(~conjunction(atom))
            return True
        if isinstance(formula, Member):
            tracks: list[str] = []
            for argument in formula.arguments:
                tracks.append(self.track(argument, tracks))
            pairs = formula.relation.automaton
            names = dict(zip(pairs.tracks, tracks, strict=True))
            self._automata.append((pairs if positive else ~pairs).renamed(**names))
            return True
        found = self.compiler.found(formula, positive)
        if not isinstance(found, bool):
            self._automata.append(found)
        return found is not False

    def _compare(self, formula: Comparison) -> bool:
        left, right = formula.left, formula.right
        if formula.sign == "=" and (self._is_value(left, right) or self._is_value(right, left)):
            return True
        form, constant = self._lowered((Term(left) - Term(right)).linear)
        low, high = (None if end is None else end - constant for end in BOUNDS[formula.sign])
        if not form:
            return (low is None or low <= 0) and (high is None or high >= 0)
        if low is None and high is not None:
            form, low, high = {name: -factor for name, factor in form.items()}, -high, None
        self._atoms.append(bound(self.compiler.system, form, low, high))
        return True

    def _is_value(self, left: Linear, right: Linear) -> bool:
        """Whether 'a function at a term = a variable' was taken in without a track of its own."""
        application, variable = single(left), single(right)
        if not isinstance(application, Application) or not isinstance(variable, str):
            return False
        graph = self.compiler.graph(application)
        if variable in graph.tracks:
            return False
        self._automata.append(graph.renamed(**{"=": variable}))
        return True

    def track(self, term: Linear, taken: list[str] | None = None) -> str:
        """A track on which the term stands, other than those that are taken."""
        name = single(term)
        if isinstance(name, Application):
            name = self._value(name)
        if name is not None and name not in (taken or ()):
            return name
        fresh = self._fresh()
        form, constant = self._lowered(term)
        self._atoms.append(bound(self.compiler.system, form | {fresh: -1}, -constant, -constant))
        return fresh

    def _lowered(self, term: Linear) -> tuple[dict[str, int], int]:
        """The sum with tracks in place of the values of functions."""
        form: dict[str, int] = {}
        for name, factor in term.items:
            track = self._value(name) if isinstance(name, Application) else name
            form[track] = form.get(track, 0) + factor
        return {track: factor for track, factor in form.items() if factor}, term.constant

    def _value(self, application: Application) -> str:
        if application not in self._values:
            fresh = self._values[application] = self._fresh()
            self._automata.append(self.compiler.graph(application).renamed(**{"=": fresh}))
        return self._values[application]

    def _fresh(self) -> str:
        name = f"#{len(self.fresh)}"
        self.fresh.add(name)
        return name


def _alternatives(formula: Formula, positive: bool) -> list[tuple[Literal, ...]]:
    """The cases into which a formula falls, each a conjunction of literals."""
    if isinstance(formula, Not):
        return _alternatives(formula.part, not positive)
    if isinstance(formula, Abbreviation):
        return _alternatives(formula.meaning, positive)
    if isinstance(formula, Implies):
        return _alternatives(Or((Not(formula.left), formula.right)), positive)
    if isinstance(formula, And | Or):
        if isinstance(formula, Or) == positive:
            return [case for part in formula.parts for case in _alternatives(part, positive)]
        cases = [_kept_together(part, positive) for part in formula.parts]
        if prod(map(len, cases)) > MOST_ALTERNATIVES:
            raise OutOfReach("theorems.too_many_cases", bound=MOST_ALTERNATIVES)
        return [tuple(literal for part in case for literal in part) for case in product(*cases)]
    if isinstance(formula, Comparison):
        sign = formula.sign if positive else SIGNS[formula.sign]
        signs = ("<", ">") if sign == "≠" else (sign,)
        return [((Comparison(formula.left, sign, formula.right), True),) for sign in signs]
    return [((formula, positive),)]


def _kept_together(formula: Formula, positive: bool) -> list[tuple[Literal, ...]]:
    """The cases of a part of a conjunction; one case, where its own automaton will be small."""
    cases = _alternatives(formula, positive)
    is_small = len(free_variables(formula)) <= FEW_VARIABLES
    if len(cases) == 1 or isinstance(formula, Comparison) or not is_small:
        return cases
    return [((formula, positive),)]
