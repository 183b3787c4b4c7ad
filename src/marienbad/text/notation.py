"""What the three forms of writing share: values in sentences, and mathematics in Unicode signs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from marienbad.text.catalogue import plural_template, template, untranslated
from marienbad.text.language import SOURCE
from marienbad.text.mathematics import (
    ATOM,
    POWER,
    PRODUCT,
    RELATION,
    Expression,
    Fraction,
    Number,
    Operand,
    Product,
    as_expression,
)
from marienbad.text.numbers import ELLIPSIS, decimal_text, integer_text, short_integer_text
from marienbad.text.sentences import (
    Cell,
    Count,
    Link,
    Listing,
    Marked,
    Message,
    Table,
    Value,
    Wording,
)

MARK_SIGNS = {
    "odd": "*",
    "chosen": "←",
    "looked_up": "†",
    "choice": "←",
    "failing": "*",
    "decisive": "←",
}
LONGEST_POSITION = 64
LONGEST_DIGIT_STRING = 80
SHOWN_OF_A_DIGIT_STRING = 20
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

# Stands for a space at which a line must not break, until the lines are made.
GLUE = "\N{NO-BREAK SPACE}"
NO_SPACES = {" ": "", GLUE: ""}
SUBSCRIPTS = NO_SPACES | dict(
    zip(
        "0123456789+−=()aehijklmnoprstuvxβγρφχ",
        "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ",
        strict=True,
    )
)
SUPERSCRIPTS = NO_SPACES | dict(zip("0123456789+−=()ijkmnr", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁱʲᵏᵐⁿʳ", strict=True))
PRIMES = {1: "′", 2: "″"}


Pieces: TypeAlias = tuple[str, tuple[tuple[str, str], ...]]
_PIECES: dict[tuple[type, str], dict[str, Pieces]] = {}


class Notation(ABC):
    """A form of writing in one language.

    Mathematics is written in plain signs; a form with markup for it overrides them.
    """

    fraction_level = PRODUCT
    invisible_times = ""
    application = ""
    space = " "
    comma = ", "
    longest_unbroken = 40
    """A longer position may be broken into lines."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._pieces = _PIECES.setdefault((type(self), lang), {})

    # Sentences and the values in them

    @abstractmethod
    def prose(self, text: str) -> str:
        """Return text to be read as it stands, escaped."""

    def inline(self, expression: Expression) -> str:
        """Return mathematics within a sentence."""
        return self.part(expression)

    def with_mark(self, written: str, mark: str) -> str:
        """Return what was written followed by the sign of its mark."""
        return written + MARK_SIGNS[mark]

    def link(self, link: Link) -> str:
        """Return the text of a link; a form that has links overrides it."""
        return self.prose(link.text)

    def sentence(self, message: Message) -> str:
        key = message.key
        pieces = self._pieces.get(key)
        if pieces is None:
            if key in untranslated(key.partition(".")[0], self.lang):
                return type(self)(SOURCE).sentence(message)  # its numbers in English too
            pieces = self.pieces(key, template(key, self.lang))
        return self.filled(key, pieces, message.values)

    def filled(self, key: str, pieces: Pieces, values: Mapping[str, Value]) -> str:
        """Return the text of this key, given in pieces, with the values in their places."""
        written, others = pieces
        for name, literal in others:
            value = values.get(name)
            if type(value) is int and 0 <= value < 10_000:  # by far the most frequent
                written += f"{value}{literal}"
            elif value is None:
                raise KeyError(f"the text of {key!r} needs a value for {name!r}")
            else:
                written += self.value(value) + literal
        return written

    def pieces(self, name: str, text: str) -> Pieces:
        """Return a text of the catalogues in pieces, and remember them by this name.

        First what stands before all values, then each value's name and what stands after it.
        """
        first, *others = text.split("{")
        places = (other.partition("}") for other in others)
        pieces = self.prose(first), tuple((place, self.prose(after)) for place, _, after in places)
        return self._pieces.setdefault(name, pieces)

    def word(self, key: str) -> str:
        """Return a text of the catalogue that has no values."""
        return self.prose(template(key, self.lang))

    def value(self, value: Value) -> str:
        """Return a value as it stands within a sentence."""
        if type(value) is int and 0 <= value < 10_000:  # by far the most frequent
            return str(value)
        if isinstance(value, Message):
            return self.sentence(value)
        if isinstance(value, Expression):
            return self.inline(value)
        if isinstance(value, Marked):
            return self.with_mark(self.value(value.value), value.mark)
        if isinstance(value, tuple):
            return self.position(value)
        if isinstance(value, Count):
            return self.count(value)
        if isinstance(value, (str, Wording)):
            return self.prose(value if isinstance(value, str) else value.text(self.lang))
        if isinstance(value, Listing):
            return self.listing(value)
        if isinstance(value, Link):
            return self.link(value)
        return self.prose(integer_text(value, self.lang))

    def count(self, count: Count) -> str:
        """Return a number of things, the number not parted from its noun."""
        key = f"words.{count.noun}"
        form = plural_template(key, count.number, self.lang)
        glued = self._pieces.get(form) or self.pieces(form, form.replace("} ", "}" + self.space))
        return self.filled(key, glued, {"number": count.number})

    def position(self, heaps: tuple[int, ...]) -> str:
        """Return a position such as (26, 66), its end left out when it has very many heaps."""
        shown = [
            str(heap) if heap < 10_000 else self.prose(integer_text(heap, self.lang, grouped=False))
            for heap in heaps[:LONGEST_POSITION]
        ]
        if len(heaps) > LONGEST_POSITION:
            shown.append(self.prose(ELLIPSIS))
        state = getattr(heaps, "state", 0)
        after = f"/{self.prose(integer_text(state, self.lang, grouped=False))}" if state else ""
        written = f"({f',{self.space}'.join(shown)}){after}"
        is_short = len(written) <= self.longest_unbroken
        return written if is_short else written.replace(self.space, " ")

    def listing(self, listing: Listing) -> str:
        """Return the values one after another, the last after its conjunction."""
        written = [self.value(value) for value in listing.values]
        if listing.conjunction == ";":
            return self.word("language.semicolon").join(written)
        comma = self.word("language.comma")
        if len(written) < 2 or not listing.conjunction:
            return comma.join(written)
        key = f"language.{listing.conjunction}"
        start, places = self._pieces.get(key) or self.pieces(key, template(key, self.lang))
        parts = {"before": comma.join(written[:-1]), "last": written[-1]}
        return start + "".join(parts[name] + literal for name, literal in places)

    def cell(self, cell: Cell) -> str:
        return "" if cell is None else self.value(cell)

    def legend(self, table: Table) -> list[str]:
        """Return what the signs of the table's marks mean, an entry for each mark."""
        cells = (cell for row in (table.columns, *table.rows) for cell in row)
        marks = {cell.mark for cell in cells if isinstance(cell, Marked)}
        return [
            f"{self.prose(sign)} {self.word(f'words.mark.{mark}')}"
            for mark, sign in MARK_SIGNS.items()
            if mark in marks
        ]

    # Mathematics

    def level(self, expression: Expression) -> int:
        """How tightly the expression holds together in this notation."""
        return self.fraction_level if isinstance(expression, Fraction) else expression.level

    def part(self, operand: Operand, level: int = RELATION) -> str:
        """Return an operand, in parentheses when it holds together less than its place asks."""
        if type(operand) is int and operand >= 0:  # by far the most frequent, and never fenced
            return self.number(operand)
        if type(operand) is str:
            return self.identifier(operand)
        expression = operand if isinstance(operand, Expression) else as_expression(operand)
        written = expression.write(self)
        is_fenced = level > RELATION and self.level(expression) < level
        return self.fenced("(", written, ")") if is_fenced else written

    def factor(self, operand: Operand) -> str:
        """Return an operand that others multiply or divide: a product may stand as it is."""
        return self.part(operand, PRODUCT if isinstance(operand, Product) else POWER)

    def separated(self, operands: Iterable[Operand], sign: str, level: int = RELATION) -> str:
        parts: list[str] = []
        for operand in operands:
            parts += [sign, self.part(operand, level)]
        return self.row(parts[1:])

    def items(self, operands: Iterable[Operand]) -> str:
        """Return the operands with commas; an English group mark would look like another."""
        return self.row([self.comma.join([self.item(operand) for operand in operands])])

    def item(self, operand: Operand) -> str:
        item = operand.value if isinstance(operand, Number) else operand
        if isinstance(item, (Expression, str, tuple)):
            return self.part(item)
        return self.figures(short_integer_text(item, self.lang, grouped=False))

    def number(self, number: int) -> str:
        return self.figures(short_integer_text(number, self.lang))

    def decimal(self, scaled: int, places: int, is_cut: bool) -> str:
        return self.figures(decimal_text(scaled, places, self.lang, is_cut))

    def digit_string(self, digits: Sequence[int], base: int | None) -> str:
        """Return digits side by side, or in a list when one of them has no sign of its own."""
        signs = 10 if base is None else base
        shown: list[int | None] = list(digits[:LONGEST_DIGIT_STRING])
        if len(digits) > LONGEST_DIGIT_STRING:
            start, end = digits[:SHOWN_OF_A_DIGIT_STRING], digits[-SHOWN_OF_A_DIGIT_STRING:]
            shown = [*start, None, *end]
        if all(digit is None or digit < min(signs, len(DIGITS)) for digit in shown):
            joined = "".join(ELLIPSIS if digit is None else DIGITS[digit] for digit in shown)
            written = self.figures(joined)
        else:
            listed = [ELLIPSIS if digit is None else digit for digit in shown]
            written = self.fenced("(", self.items(listed), ")")
        return written if base is None else self.with_base(written, base)

    def figures(self, text: str) -> str:
        return text

    def identifier(self, name: str) -> str:
        return self.prose(name)

    def operator(self, sign: str) -> str:
        return f" {sign} "

    def prefix(self, sign: str) -> str:
        return sign

    def row(self, parts: Sequence[str]) -> str:
        return "".join(parts)

    def fenced(self, opening: str, inside: str, closing: str) -> str:
        return opening + inside + closing

    def prime(self, base: Operand, count: int) -> str:
        return self.part(base, ATOM) + PRIMES[count]

    def subscript(self, base: Operand, indices: Sequence[Operand]) -> str:
        return self.part(base, ATOM) + in_small_signs(self.items(indices), SUBSCRIPTS, "_")

    def power(self, base: Operand, exponent: Operand) -> str:
        return self.part(base, ATOM) + in_small_signs(self.part(exponent), SUPERSCRIPTS, "^")

    def fraction(self, numerator: Operand, denominator: Operand) -> str:
        return f"{self.factor(numerator)}/{self.part(denominator, POWER)}"

    def root(self, radicand: Operand) -> str:
        return "√" + self.part(radicand, ATOM)

    def with_base(self, written: str, base: int) -> str:
        """Return digits with the base in which they are written."""
        return written + in_small_signs(str(base), SUBSCRIPTS, "_")


def in_small_signs(written: str, signs: dict[str, str], fallback: str) -> str:
    """Return an index or an exponent in small signs where all of them exist, else after a sign.

    >>> in_small_signs("n − 1", SUBSCRIPTS, "_"), in_small_signs("1,11", SUBSCRIPTS, "_")
    ('ₙ₋₁', '_{1,11}')
    """
    try:
        return "".join([signs[sign] for sign in written])
    except KeyError:
        compact = written.replace(" ", "").replace(GLUE, "")
        return fallback + (compact if len(compact) == 1 else f"{{{compact}}}")
