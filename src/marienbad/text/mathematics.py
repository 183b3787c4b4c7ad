r"""Mathematics as typed expressions, written as text, MathML or LaTeX.

An expression says what it is made of; a notation decides the signs and where parentheses stand.
No markup is ever handed over as a string, so a user's text cannot become markup.

>>> from marienbad.text.plain import Plain
>>> text, n, tau = Plain("en").line, Symbol("n"), Symbol("τ")
>>> text((n + 1) * tau - 2), text((n + 1) ** 2 / 2), text((1 + SquareRoot(5)) / 2)
('(n + 1)τ − 2', '(n + 1)²/2', '(1 + √5)/2')
>>> text(Sum((1, n - 2, Number(-3)))), text(n - (tau - 1) - 2), text(signed_sum((n, -tau, n)))
('1 + n − 2 + (−3)', 'n − (τ − 1) − 2', 'n − τ + n')
>>> text(27 * tau), text(Product((2, 3))), text(n * Power(2, "n")), text(SquareRoot(5) * n)
('27τ', '2 × 3', 'n × 2ⁿ', '√5 × n')
>>> text(Subscript("a", 17)), text(Subscript("a", (1, 11))), text(Call(Subscript("R", "p"), (26,)))
('a₁₇', 'a_{1,11}', 'Rₚ(26)')
>>> text(DigitString((1, 1, 0, 1), 2)), text(DigitString((10, 3), 16)), text(DigitString((1, 12)))
('1101₂', 'A3₁₆', '(1, 12)')
>>> text(Approximation(43686918, 6)), text(Number(12345)), Plain("fr").line(Number(12345))
('43.686918…', '12,345', '12\u202f345')
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from marienbad.values import Record

if TYPE_CHECKING:
    from marienbad.text.notation import Notation

Operand: TypeAlias = "Expression | int | str | tuple[int, ...]"

# How tightly an expression holds together: one that holds less than its place asks for is
# put in parentheses.
RELATION, NIM_SUM, SUM, PRODUCT, POWER, ATOM = range(6)


class Expression(Record):
    """Anything that mathematics can write; +, −, ·, / and ** build larger ones."""

    precedence = ATOM

    @property
    def level(self) -> int:
        """How tightly the expression holds together."""
        return self.precedence

    def write(self, notation: Notation) -> str:
        raise NotImplementedError

    def __add__(self, other: Operand) -> Expression:
        return Sum((self, other))

    def __radd__(self, other: Operand) -> Expression:
        return Sum((other, self))

    def __sub__(self, other: Operand) -> Expression:
        return Difference(self, other)

    def __rsub__(self, other: Operand) -> Expression:
        return Difference(other, self)

    def __mul__(self, other: Operand) -> Expression:
        return Product((self, other))

    def __rmul__(self, other: Operand) -> Expression:
        return Product((other, self))

    def __truediv__(self, other: Operand) -> Expression:
        return Fraction(self, other)

    def __rtruediv__(self, other: Operand) -> Expression:
        return Fraction(other, self)

    def __pow__(self, other: Operand) -> Expression:
        return Power(self, other)

    def __rpow__(self, other: Operand) -> Expression:
        return Power(other, self)

    def __neg__(self) -> Expression:
        return Negative(self)


class Number(Expression):
    """An integer, in the reader's format."""

    value: int

    @property
    def level(self) -> int:
        """A negative number holds together like a difference."""
        return SUM if self.value < 0 else ATOM

    def write(self, notation: Notation) -> str:
        return notation.number(self.value)


class Approximation(Expression):
    """The decimals scaled / 10**places, of an expansion that is cut there or ends there."""

    scaled: int
    places: int
    is_cut: bool = True

    @property
    def level(self) -> int:
        """A negative number holds together like a difference."""
        return SUM if self.scaled < 0 else ATOM

    def write(self, notation: Notation) -> str:
        return notation.decimal(self.scaled, self.places, self.is_cut)


class Symbol(Expression):
    """A letter or a name."""

    name: str

    def write(self, notation: Notation) -> str:
        return notation.identifier(self.name)


class Prime(Expression):
    """One prime or two: R′, R″."""

    base: Operand
    count: Literal[1, 2] = 1

    def write(self, notation: Notation) -> str:
        return notation.prime(self.base, self.count)


class Subscript(Expression):
    """An index, or several separated by commas."""

    base: Operand
    index: Operand | Sequence[Operand]

    def write(self, notation: Notation) -> str:
        index = self.index
        if isinstance(index, (int, str, Expression)) or not isinstance(index, Sequence):
            return notation.subscript(self.base, (index,))
        return notation.subscript(self.base, index)


class Power(Expression):
    """A base and its exponent."""

    base: Operand
    exponent: Operand
    precedence = POWER

    def write(self, notation: Notation) -> str:
        return notation.power(self.base, self.exponent)


class Fraction(Expression):
    """A numerator over a denominator."""

    numerator: Operand
    denominator: Operand
    precedence = PRODUCT

    def write(self, notation: Notation) -> str:
        return notation.fraction(self.numerator, self.denominator)


class SquareRoot(Expression):
    """The square root."""

    radicand: Operand
    precedence = POWER

    def write(self, notation: Notation) -> str:
        return notation.root(self.radicand)


class Floor(Expression):
    """The largest integer that is not larger."""

    inside: Operand

    def write(self, notation: Notation) -> str:
        return notation.fenced("⌊", notation.part(self.inside), "⌋")


class FractionalPart(Expression):
    """What is left above the floor: {x} = x − ⌊x⌋."""

    inside: Operand

    def write(self, notation: Notation) -> str:
        return notation.fenced("{", notation.part(self.inside), "}")


class Negative(Expression):
    """The opposite."""

    inside: Operand
    precedence = SUM

    def write(self, notation: Notation) -> str:
        return notation.row([notation.prefix("−"), notation.part(self.inside, PRODUCT)])


class Sum(Expression):
    """Terms added: a sum among the terms needs no parentheses, a negative term does."""

    terms: Sequence[Operand]
    precedence = SUM

    def write(self, notation: Notation) -> str:
        first, *others = self.terms
        parts = [notation.part(first, SUM)]
        for term in others:
            needed = SUM if isinstance(term, Sum | Difference) else PRODUCT
            parts += [notation.operator("+"), notation.part(term, needed)]
        return notation.row(parts)


class Difference(Expression):
    """One taken from another."""

    left: Operand
    right: Operand
    precedence = SUM

    def write(self, notation: Notation) -> str:
        left, right = notation.part(self.left, SUM), notation.part(self.right, PRODUCT)
        return notation.row([left, notation.operator("−"), right])


class Product(Expression):
    """Factors side by side, or joined by × where asked for and where digits would meet."""

    factors: Sequence[Operand]
    sign: Literal["", "×"] = ""
    precedence = PRODUCT

    def write(self, notation: Notation) -> str:
        parts: list[str] = []
        previous: Operand | None = None
        for factor in self.factors:
            if previous is not None:
                # Without a sign, what follows a root would look as if it stood under it.
                open_ended = isinstance(previous, SquareRoot)
                explicit = self.sign or open_ended or begins_with_digit(factor)
                parts.append(notation.operator("×") if explicit else notation.invisible_times)
            parts.append(notation.factor(factor))
            previous = factor
        return notation.row(parts)


class Tuple(Expression):
    """A position, a pair, a list in parentheses."""

    items: Sequence[Operand]

    def write(self, notation: Notation) -> str:
        return notation.fenced("(", notation.items(self.items), ")")


class DigitString(Expression):
    """The digits of a number, the first the most significant; a very long one is shortened."""

    digits: Sequence[int]
    base: int | None = None

    def write(self, notation: Notation) -> str:
        return notation.digit_string(self.digits, self.base)


class Call(Expression):
    """A function at its arguments."""

    function: Operand
    arguments: Sequence[Operand]

    def write(self, notation: Notation) -> str:
        arguments = notation.items(self.arguments)
        function = notation.part(self.function, ATOM)
        return notation.row([function, notation.application, notation.fenced("(", arguments, ")")])


def as_expression(operand: Operand) -> Expression:
    """Return the expression itself, or the number, the symbol or the position that is meant."""
    if isinstance(operand, Expression):
        return operand
    if isinstance(operand, str):
        return Symbol(operand)
    return Tuple(operand) if isinstance(operand, tuple) else Number(operand)


def begins_with_digit(operand: Operand) -> bool:
    """Say whether the operand, written after another, would look like its continuation."""
    match operand:
        case int() | Number() | Approximation() | DigitString():
            return True
        case Power(base=first) | Subscript(base=first) | Fraction(numerator=first):
            return begins_with_digit(first)
        case Product(factors=factors):
            return begins_with_digit(factors[0])
    return False


def signed_sum(terms: Sequence[Operand]) -> Expression:
    """Add terms, writing a negative one as taken away."""
    total = as_expression(terms[0])
    for term in terms[1:]:
        total = total - term.inside if isinstance(term, Negative) else total + term
    return total
