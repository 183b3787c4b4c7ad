"""Formulas of the chapters: how they are read, shown and checked."""

import pytest

from marienbad.study.book.entry import entries
from marienbad.study.book.steps import worked_out
from marienbad.text.plain import Plain

VALUES = {"n": 5, "a": lambda n: n + 3, "word": 7, "x": -2}


@pytest.mark.parametrize(
    ("text", "shown", "holds"),
    [
        ("a(n) = {a(n)}", "a(n) = 8", True),
        ("a({n}) + 1 = {word}", "a(5) + 1 = 7", False),
        ("{n} < {word} ≤ {word + 1}", "5 < 7 ≤ 8", True),
        ("2·{n} ≠ 2 × {word}", "2 × 5 ≠ 2 × 7", True),
        ("n^2 − {x} = 27", "n² − (−2) = 27", True),
        ("({n} ⊕ 1) ⊕ {word} = 3", "(5 ⊕ 1) ⊕ 7 = 3", True),
        ("⌊{n}τ⌋ = {word}", "⌊5τ⌋ = 7", None),
        ("D_{n + 1} = −θ_n", "D₆ = −θₙ", None),
        ("(2 − √({n}^2 + 4))/2 > 0", "(2 − √(5² + 4))/2 > 0", None),
    ],
)
def test_a_formula_is_shown_and_checked(text: str, shown: str, holds: bool | None) -> None:
    formula, found = worked_out(text, VALUES)
    assert (Plain("en").line(formula), found) == (shown, holds)


@pytest.mark.parametrize("text", ["{m} = 1", "(n + 1 = 2", "a(n = 8", "n = 2)", "n +", "= 3"])
def test_what_is_no_formula_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no formula|expected a letter|not closed|has no value"):
        worked_out(text, VALUES)


def test_a_step_of_a_false_formula_does_not_hold() -> None:
    entry = entries()["difference_of_pair"]
    for false in ({"formulas": {"1": "{n} + {a(n)} = {a(n)}"}}, {"checks": {"1": "n = a(n)"}}):
        assert [step.holds for step in entry.having(**false).steps()] == [False]
    assert [step.holds for step in entry.steps()] == [True]
