"""Expressions: parentheses where they are needed, and three forms of writing."""

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.text.hypertext import Hypertext
from marienbad.text.latex import Latex
from marienbad.text.mathematics import (
    Approximation,
    Call,
    DigitString,
    Expression,
    Floor,
    FractionalPart,
    Number,
    Power,
    Prime,
    Product,
    SquareRoot,
    Subscript,
    Sum,
    Symbol,
    Tuple,
    signed_sum,
)
from marienbad.text.plain import Plain
from marienbad.text.relations import NimSum, Relation, SetOf, Union, eq

a, b, n, tau, alpha = map(Symbol, ("a", "b", "n", "τ", "α"))

WRITTEN = [
    (Floor(27 * tau), "⌊27τ⌋"),
    (eq(Floor(27 * tau), Floor(Approximation(43686918, 6)), 43), "⌊27τ⌋ = ⌊43.686918…⌋ = 43"),
    (a - (b - n), "a − (b − n)"),
    (a - b - n, "a − b − n"),
    (a - (b + n), "a − (b + n)"),
    (a + (b - n), "a + b − n"),
    (-(a + b), "−(a + b)"),
    (a + -b, "a + (−b)"),
    (a - Number(-3), "a − (−3)"),
    ((a + b) * n, "(a + b)n"),
    (a * (b * n), "abn"),
    (Product((2, 3)), "2 × 3"),
    (a * 2, "a × 2"),
    (n * Power(2, "k"), "n × 2ᵏ"),
    (Product((a, b), "×"), "a × b"),
    (SquareRoot(5) * n, "√5 × n"),
    ((1 + SquareRoot(5)) / 2, "(1 + √5)/2"),
    (1 / (2 * a), "1/(2a)"),
    (a / b / n, "(a/b)/n"),
    (a / b * n, "(a/b)n"),
    (SquareRoot(a**2 + 4), "√(a² + 4)"),
    ((a + b) ** 2, "(a + b)²"),
    ((a**b) ** 2, "(a^b)²"),
    (SquareRoot(5) ** 2, "(√5)²"),
    (Number(-2) ** 2, "(−2)²"),
    (2 ** (n + 1), "2ⁿ⁺¹"),
    (Subscript("a", 17), "a₁₇"),
    (Subscript("a", (1, 11)), "a_{1,11}"),
    (Subscript("a", n - 1), "aₙ₋₁"),
    (Subscript("a", Subscript("a", "k")), "a_{aₖ}"),
    (Subscript("F", 12_345), "F₁₂₃₄₅"),
    (Call(Subscript("R", "p"), (26,)), "Rₚ(26)"),
    (Call(Subscript(Prime("R", 2), "F"), (26,)), "R″_F(26)"),
    (FractionalPart(n * tau), "{nτ}"),
    (NimSum((1, a + b, 7)), "1 ⊕ (a + b) ⊕ 7"),
    (NimSum((1, 2)) + 3, "(1 ⊕ 2) + 3"),
    (Union((SetOf((1, 1)), SetOf((0,)))), "{1, 1} ∪ {0}"),
    (Relation("<", 1, Relation("≤", a, b)), "1 < a ≤ b"),
    (Relation(">", a, 0), "a > 0"),
    (Relation("∈", a, SetOf((1, 3, 4))), "a ∈ {1, 3, 4}"),
    (Tuple((26, 1_234_567)), "(26, 1234567)"),
    (DigitString((1, 1, 0, 1), 2), "1101₂"),
    (DigitString((1, 0, 12)), "(1, 0, 12)"),
    (DigitString((15, 10), 16), "FA₁₆"),
    (DigitString((1,) * 1000, 2), "1" * 20 + "…" + "1" * 20 + "₂"),
    (signed_sum((Number(4), -Number(2), Number(1))), "4 − 2 + 1"),
]
EXPRESSIONS = [expression for expression, _ in WRITTEN]


@pytest.mark.parametrize(("expression", "text"), WRITTEN, ids=[text for _, text in WRITTEN])
def test_text(expression: Expression, text: str) -> None:
    assert Plain("en").line(expression) == text


@pytest.mark.parametrize(
    ("expression", "latex"),
    [
        (Floor(27 * tau), r"\left\lfloor 27\tau \right\rfloor"),
        ((1 + SquareRoot(5)) / 2, r"\frac{1 + \sqrt{5}}{2}"),
        (a / b * n, r"\frac{a}{b}n"),
        ((a / b) ** 2, r"{\left( \frac{a}{b}\right) }^{2}"),
        (Subscript("a", ("i", "n")), "a_{i, n}"),
        (Subscript(Prime("R"), "F"), "R'_{F}"),
        (Subscript(Subscript("a", "n"), "m"), "{a_{n}}_{m}"),
        (DigitString((1, 1, 0, 1), 2), "1101_{2}"),
        (SetOf((1, 2)), r"\left\{ 1, 2\right\}"),
        (Number(12_345), "12{,}345"),
        (Symbol("50%"), r"\text{50\%}"),
    ],
)
def test_latex(expression: Expression, latex: str) -> None:
    assert Latex("en").part(expression).strip() == latex


def test_decimals_follow_the_language() -> None:
    number = Approximation(43686918, 6)
    assert Plain("fr").line(number) == "43,686918…"
    assert Hypertext("fr").inline(number) == "<math><mn>43,686918…</mn></math>"
    assert Latex("fr").part(number) == r"43{,}686918\ldots{}"


def test_mathml_of_a_fraction() -> None:
    root = ET.fromstring(Hypertext("en").inline((1 + SquareRoot(5)) / 2))
    assert [element.tag for element in root.iter()] == [
        *("math", "mfrac", "mrow", "mn", "mo", "msqrt", "mn", "mn")
    ]


def test_a_symbol_is_never_markup() -> None:
    hostile = Symbol("</mi><script>&")
    root = ET.fromstring(Hypertext("en").inline(hostile))
    assert [element.tag for element in root.iter()] == ["math", "mi"]
    assert root[0].text == "</mi><script>&"


def is_balanced(latex: str) -> bool:
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", latex.replace(r"\\", "")):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0 and latex.count(r"\left") - latex.count(r"\leftarrow") == latex.count(
        r"\right"
    )


def larger(children: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    several = st.lists(children, min_size=1, max_size=3).map(tuple)
    return st.one_of(
        several.map(Sum),
        several.map(Product),
        several.map(NimSum),
        several.map(SetOf),
        st.builds(lambda x, y: x - y, children, children),
        st.builds(lambda x, y: x / y, children, children),
        st.builds(Power, children, children),
        st.builds(Subscript, children, several),
        children.map(SquareRoot),
        children.map(Floor),
        children.map(lambda inside: -inside),
    )


LEAVES = st.one_of(st.integers().map(Number), st.text(min_size=1, max_size=3).map(Symbol))


@pytest.mark.slow
@given(st.recursive(LEAVES, larger, max_leaves=12))
def test_every_expression_is_well_formed(expression: Expression) -> None:
    for lang in ("en", "fr"):
        ET.fromstring(Hypertext(lang).inline(expression))
        assert is_balanced(Latex(lang).part(expression))
        assert Plain(lang).line(expression)


ARITHMETIC = st.recursive(
    st.integers(-20, 20).map(lambda value: (Number(value), value)),
    lambda children: st.one_of(
        st.builds(lambda x, y: (x[0] + y[0], x[1] + y[1]), children, children),
        st.builds(lambda x, y: (x[0] - y[0], x[1] - y[1]), children, children),
        st.builds(lambda x, y: (x[0] * y[0], x[1] * y[1]), children, children),
        children.map(lambda x: (-x[0], -x[1])),
    ),
    max_leaves=10,
)


@given(ARITHMETIC)
def test_parentheses_keep_the_value(pair_of_both: tuple[Expression, int]) -> None:
    expression, value = pair_of_both
    text = Plain("en").line(expression).replace("−", "-").replace("×", "*").replace(")(", ")*(")
    text = re.sub(r"(\d)\(", r"\1*(", text)
    assert eval(text, {"__builtins__": {}}) == value  # noqa: S307 (our own digits and signs)


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=[text for _, text in WRITTEN])
def test_expressions_are_values(expression: Expression) -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        expression.precedence = 0
    assert expression == expression
    assert hash(expression) == hash(expression)


@pytest.mark.parametrize(
    ("values", "named"),
    [((), {}), ((1, 2, True, 4), {}), ((1,), {"scaled": 1}), ((1, 2), {"n": 3})],
)
def test_a_value_takes_each_of_its_fields_once(
    values: tuple[Any, ...], named: dict[str, Any]
) -> None:
    with pytest.raises(TypeError, match=r"^Approximation\.__init__"):
        Approximation(*values, **named)
