"""First-order formulas on natural numbers, written with Python's operators.

Terms are sums of variables, of integers and of values of functions; formulas compare terms, ask for
relations, and are joined by ``&``, ``|``, ``~``, ``implies``, ``iff`` and by quantifiers
(:mod:`~marienbad.prover.logic.quantifiers`); :mod:`~marienbad.prover.logic.deciding` decides them.

>>> from marienbad.prover.logic.quantifiers import exists, forall
>>> x, y, z = variables("x y z")
>>> print(forall(x, exists(y, (x == 2 * y) | (x == 2 * y + 1))))
∀x: ∃y: x = 2y ∨ x = 2y + 1
>>> print(forall(x, y, (x < y).implies(exists(z, (z >= 1) & (x + z == y)))))
∀x, y: x < y ⇒ ∃z: z ≥ 1 ∧ x + z = y
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from marienbad.values import Record

if TYPE_CHECKING:
    from marienbad.prover.automata.automaton import Automaton

SIGNS: Final = {"=": "≠", "≠": "=", "<": "≥", "≥": "<", ">": "≤", "≤": ">"}
"""The signs of comparison, each with its contrary."""


# Terms


class Linear(Record):
    """A sum as a value: what is multiplied, each with its factor, and the constant."""

    items: tuple[tuple[str | Application, int], ...]
    constant: int

    @property
    def is_natural(self) -> bool:
        """Whether no value of the variables makes it negative, as its signs show."""
        return self.constant >= 0 and all(factor > 0 for _, factor in self.items)

    def __str__(self) -> str:
        written = ""
        for name, factor in (*self.items, ("", self.constant)):
            if factor == 0:
                continue
            size = abs(factor)
            shown = f"{'' if size == 1 and name else size}{name}"
            sign = ("−" if factor < 0 else "") if not written else " − " if factor < 0 else " + "
            written += sign + shown
        return written or "0"


class Application(Record):
    """The value of a function at a term."""

    function: Function
    argument: Linear

    def __str__(self) -> str:
        return f"{self.function.name}({self.argument})"


class Term:
    """A sum in a formula; comparing it makes a formula."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, linear: Linear) -> None:
        self.linear = linear

    def __add__(self, other: Term | int) -> Term:
        total = dict(self.linear.items)
        added = linear(other)
        for name, factor in added.items:
            total[name] = total.get(name, 0) + factor
        items = tuple((name, factor) for name, factor in total.items() if factor)
        return Term(Linear(items, self.linear.constant + added.constant))

    __radd__ = __add__

    def __mul__(self, factor: int) -> Term:
        items = tuple((name, factor * old) for name, old in self.linear.items if factor)
        return Term(Linear(items, factor * self.linear.constant))

    __rmul__ = __mul__

    def __neg__(self) -> Term:
        return self * -1

    def __sub__(self, other: Term | int) -> Term:
        return self + -other

    def __rsub__(self, other: int) -> Term:
        return -self + other

    def __eq__(self, other: Term | int) -> Formula:  # type: ignore[override]
        return Comparison(self.linear, "=", linear(other))

    def __ne__(self, other: Term | int) -> Formula:  # type: ignore[override]
        return Comparison(self.linear, "≠", linear(other))

    def __lt__(self, other: Term | int) -> Formula:
        return Comparison(self.linear, "<", linear(other))

    def __le__(self, other: Term | int) -> Formula:
        return Comparison(self.linear, "≤", linear(other))

    def __gt__(self, other: Term | int) -> Formula:
        return Comparison(self.linear, ">", linear(other))

    def __ge__(self, other: Term | int) -> Formula:
        return Comparison(self.linear, "≥", linear(other))

    def congruent(self, residue: int, modulus: int) -> Formula:
        """The term leaves this residue."""
        return Congruent(self.linear, residue, modulus)

    def __repr__(self) -> str:
        return str(self.linear)


def linear(term: Term | int) -> Linear:
    """The sum that a term or an integer is."""
    return Linear((), term) if isinstance(term, int) else term.linear


def single(term: Linear) -> str | Application | None:
    """What a term is where it is one thing alone."""
    if term.constant == 0 and len(term.items) == 1 and term.items[0][1] == 1:
        return term.items[0][0]
    return None


def variables(names: str) -> list[Term]:
    """Terms for names that stand with spaces between them."""
    return [Term(Linear(((name, 1),), 0)) for name in names.split()]


class Named(Record):
    """An automaton with a name; see :mod:`~marienbad.prover.logic.deciding`."""

    name: str
    automaton: Automaton

    # automata are large, and compared by what they are, not by what they accept
    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


class Function(Named):
    """A function from numbers to numbers: pairs of argument and value."""

    def __call__(self, argument: Term | int) -> Term:
        return Term(Linear(((Application(self, _natural(argument)), 1),), 0))


class Relation(Named):
    """A set of tuples; one that is written with signs has a template for its name."""

    @property
    def has_signs(self) -> bool:
        return "{" in self.name

    def __call__(self, *arguments: Term | int) -> Formula:
        if len(arguments) != len(self.automaton.tracks):
            raise ValueError(
                f"{self.name}: expected {len(self.automaton.tracks)} terms, got {len(arguments)}"
            )
        return Member(self, tuple(map(_natural, arguments)))


def _natural(argument: Term | int) -> Linear:
    found = linear(argument)
    if not found.is_natural:
        raise ValueError(f"expected a term that is never negative, got {found}")
    return found


# Formulas


class Formula(Record):
    """A statement about the variables that are free in it."""

    def __and__(self, other: Formula) -> Formula:
        return And((*_parts(And, self), *_parts(And, other)))

    def __or__(self, other: Formula) -> Formula:
        return Or((*_parts(Or, self), *_parts(Or, other)))

    def __invert__(self) -> Formula:
        return Not(self)

    def implies(self, other: Formula) -> Formula:
        """Where this holds, the other does."""
        return Implies(self, other)

    def iff(self, other: Formula) -> Formula:
        """This holds exactly where the other does."""
        return Iff(self, other)

    def __bool__(self) -> bool:
        raise TypeError(f"a formula is neither true nor false before it is decided: {self}")


class Comparison(Formula):
    """Two terms and a sign between them."""

    left: Linear
    sign: str
    right: Linear

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {self.right}"


class Congruent(Formula):
    """A term and the residue that it leaves."""

    term: Linear
    residue: int
    modulus: int

    def __str__(self) -> str:
        return f"{self.term} ≡ {self.residue} (mod {self.modulus})"


class Member(Formula):
    """A tuple of terms belongs to a relation."""

    relation: Relation
    arguments: tuple[Linear, ...]

    def __str__(self) -> str:
        if not self.relation.has_signs:
            return f"{self.relation.name}({', '.join(map(str, self.arguments))})"
        single = (len(term.items) + (term.constant != 0) <= 1 for term in self.arguments)
        shown = (
            str(t) if bare else f"({t})" for t, bare in zip(self.arguments, single, strict=True)
        )
        return self.relation.name.format(*shown)


class Abbreviation(Formula):
    """A formula that is written shorter than it is."""

    text: str
    meaning: Formula

    def __str__(self) -> str:
        return self.text


class Joined(Formula):
    """Formulas with the same sign between them."""

    sign: ClassVar[str]
    parts: tuple[Formula, ...]

    def __str__(self) -> str:
        other = Or if isinstance(self, And) else And
        return f" {self.sign} ".join(_within(part, (other, Conditional)) for part in self.parts)


class And(Joined):
    """All parts hold."""

    sign = "∧"


class Or(Joined):
    """One of the parts holds, at least."""

    sign = "∨"


class Not(Formula):
    """The part does not hold."""

    part: Formula

    def __str__(self) -> str:
        if isinstance(self.part, Member) and self.part.relation.has_signs:
            return f"¬({self.part})"
        return f"¬{_within(self.part, (Joined, Conditional, Comparison, Congruent))}"


class Conditional(Formula):
    """Two formulas, one of which depends on the other."""

    sign: ClassVar[str]
    left: Formula
    right: Formula

    def __str__(self) -> str:
        left = _within(self.left, (Conditional,))
        return f"{left} {self.sign} {_within(self.right, (Conditional,), True)}"


class Implies(Conditional):
    """Where the first holds, the second does."""

    sign = "⇒"


class Iff(Conditional):
    """Both hold, or neither."""

    sign = "⇔"


class Quantified(Formula):
    """Names that a quantifier binds in a formula."""

    sign: ClassVar[str]
    names: tuple[str, ...]
    body: Formula

    def __str__(self) -> str:
        return f"{self.sign}{', '.join(self.names)}: {self.body}"


class Exists(Quantified):
    """Some numbers make the formula hold."""

    sign = "∃"


class Forall(Quantified):
    """All numbers make the formula hold."""

    sign = "∀"


def free_variables(formula: Formula | Linear) -> frozenset[str]:
    """The names that no quantifier binds.

    >>> from marienbad.prover.logic.quantifiers import exists
    >>> x, y, z = variables("x y z")
    >>> sorted(free_variables((x < y) & exists(y, y == z)))
    ['x', 'y', 'z']
    """
    if isinstance(formula, Linear):
        found = [
            free_variables(name.argument) if isinstance(name, Application) else frozenset([name])
            for name, _ in formula.items
        ]
    else:
        fields = [value for value in vars(formula).values() if isinstance(value, Formula | Linear)]
        several = getattr(formula, "parts", getattr(formula, "arguments", ()))
        found = [free_variables(part) for part in (*fields, *several)]
    free = frozenset().union(*found)
    return free - set(formula.names) if isinstance(formula, Quantified) else free


def _parts(kind: type[And | Or], formula: Formula) -> tuple[Formula, ...]:
    return formula.parts if isinstance(formula, kind) else (formula,)


def _within(part: Formula, weaker: tuple[type[Formula], ...], is_last: bool = False) -> str:
    """A part as it stands in a formula: in parentheses where it would be read otherwise."""
    # a quantifier reaches as far as it can, so it may stand bare at the end only
    reaching = isinstance(part, Quantified | Abbreviation) and ": " in str(part)
    bare = not isinstance(part, weaker) and (is_last or not reaching)
    return str(part) if bare else f"({part})"
