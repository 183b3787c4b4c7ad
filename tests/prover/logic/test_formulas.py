"""Formulas: printed, decided, and solved as by trying all numbers below a bound."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.prover.automata.endings import Many, ending
from marienbad.prover.automata.fused import automaton
from marienbad.prover.logic.compiling import MOST_ALTERNATIVES
from marienbad.prover.logic.deciding import (
    checked_function,
    decide,
    function,
    relation,
    solutions,
)
from marienbad.prover.logic.formulas import Forall, Formula, Term
from marienbad.prover.logic.quantifiers import every, exactly_one, exists, forall
from marienbad.prover.logic.vocabulary import vocabulary
from marienbad.prover.systems.linear import BINARY, FIBONACCI, System, continued_fraction
from marienbad.text.problems import OutOfReach
from tests.prover.logic.plain_formulas import Trial
from tests.prover.logic.support import n, plain_words, x, y, z


def test_formulas_print_themselves() -> None:
    assert str(2 * x - y + 3 <= 7 - z) == "2x − y + 3 ≤ −z + 7"
    assert str(~((x == 1) | (y != 2)) & (x < y)) == "¬(x = 1 ∨ y ≠ 2) ∧ x < y"
    assert str(forall(x, exists(y, x == y).iff(x >= 0))) == "∀x: (∃y: x = y) ⇔ x ≥ 0"
    assert str((x - y).congruent(1, 3)) == "x − y ≡ 1 (mod 3)"
    assert str(x - x == 0) == "0 = 0"
    words = vocabulary(1, 1)
    assert str(words.at_most(x + 1, y)) == "(x + 1) ≤ yα"
    assert str(words.small()(words.large()(n + 1)) > 0 * n) == "a(b(n + 1)) > 0"


TERMS = st.builds(
    lambda p, q, c: p * x + q * y + c, st.integers(-3, 3), st.integers(-3, 3), st.integers(-6, 6)
)
ATOMS = st.one_of(
    st.builds(lambda s, t: s <= t, TERMS, TERMS),
    st.builds(lambda s, t: s == t, TERMS, TERMS),
    st.builds(lambda s, t: s != t, TERMS, TERMS),
    st.builds(lambda t, r, m: t.congruent(r, m), TERMS, st.integers(0, 4), st.integers(1, 4)),
)
FORMULAS = st.recursive(
    ATOMS,
    lambda parts: st.one_of(
        st.builds(lambda p, q: p & q, parts, parts),
        st.builds(lambda p, q: p | q, parts, parts),
        st.builds(lambda p, q: p.implies(q), parts, parts),
        st.builds(lambda p, q: p.iff(q), parts, parts),
        st.builds(lambda p: ~p, parts),
    ),
    max_leaves=5,
)


@pytest.mark.slow
@given(FORMULAS, st.sampled_from([BINARY, FIBONACCI, continued_fraction(2)]))
def test_solutions_are_those_found_by_trying(formula: Formula, system: System) -> None:
    size = 24
    expected = Trial(plain_words(1, 1, False), size, 1).failures(Forall(("x", "y"), formula))
    wrong = solutions(system, ~formula, x, y)
    assert wrong.tracks == ("x", "y")
    assert set(expected) == set(map(tuple, np.argwhere(wrong.box(size, size)).tolist()))


@pytest.mark.slow
@given(
    st.lists(st.tuples(FORMULAS, TERMS), min_size=1, max_size=2),
    st.booleans(),
    st.sampled_from([BINARY, FIBONACCI, continued_fraction(2)]),
)
def test_quantified_solutions_are_those_found_by_trying(
    parts: list[tuple[Formula, Term]], is_some: bool, system: System
) -> None:
    size = 14
    inner = every(formula & (z + term != 2 * y) for formula, term in parts)
    near = z <= x + y
    formula = exists(z, near & inner) if is_some else forall(z, near.implies(inner))
    expected = Trial(plain_words(1, 1, False), size, 2 * size).failures(Forall(("x", "y"), formula))
    wrong = solutions(system, ~formula, x, y)
    assert set(expected) == set(map(tuple, np.argwhere(wrong.box(size, size)).tolist()))


def test_quantifiers_over_terms_and_repeated_variables() -> None:
    double = function("double", FIBONACCI, y == 2 * x, x, y)
    sum_of = relation("sum", FIBONACCI, x + y == z, x, y, z)
    assert decide(FIBONACCI, forall(x, sum_of(x, x, double(x)))).holds
    assert decide(FIBONACCI, forall(x, double(x) >= x) & exists(x, double(x) == x)).holds
    assert decide(FIBONACCI, exists(x, sum_of(x, 3, 2 * x))).holds
    assert decide(FIBONACCI, double(double(3)) == 12).holds
    assert not decide(FIBONACCI, exists(x, double(x) == 7)).holds
    assert decide(FIBONACCI, forall(x, (x == 3).iff(double(x) == 6))).holds
    assert decide(FIBONACCI, forall(x, exists(z, z + 4 == 4))).holds
    assert decide(FIBONACCI, forall(x, y, exactly_one(z, lambda z: x + z == y))).counterexample == {
        "x": 1,
        "y": 0,
    }


def test_what_is_constant() -> None:
    assert decide(BINARY, (x - x == 0).iff(y - y + 1 > 0)).holds
    assert decide(BINARY, forall(x, (x - x).congruent(2, 2))).holds
    assert decide(BINARY, forall(x, (x - x == 1))).counterexample == {"x": 0}
    assert decide(BINARY, forall(x, (x - x == 1).iff(x < 0))).holds
    assert decide(BINARY, forall(x, (x - x == 0).iff(x >= 0))).holds
    none = solutions(BINARY, x - x == 1, x)
    assert none.is_empty
    assert (~solutions(BINARY, x - x == 0, x)).is_empty


def test_mistakes_are_named() -> None:
    with pytest.raises(TypeError, match="before it is decided: x = 1"):
        bool(x == 1)
    with pytest.raises(ValueError, match="never negative, got x − 1"):
        vocabulary(1, 1).small()(x - 1)
    with pytest.raises(ValueError, match="P: expected 2 terms, got 1"):
        vocabulary(1, 1).is_p(x)
    with pytest.raises(ValueError, match="no free variables, got y"):
        decide(BINARY, exists(x, x == y))
    with pytest.raises(ValueError, match="no other free variables, got y"):
        decide(BINARY, forall(x, x == y))
    with pytest.raises(ValueError, match="half: expected exactly one value for each x"):
        function("half", BINARY, x == 2 * y, x, y)
    with pytest.raises(ValueError, match="root: expected exactly one value"):
        checked_function("root", automaton(BINARY, {"x": 1, "y": -1}, low=0))
    for wrong in ((x + 1, x == 1), (x == 1,), (x, y)):
        with pytest.raises(ValueError, match="expected variables and then a formula"):
            forall(*wrong)
    cases = every((x + i == y + z) | (x == y + z + i) for i in range(14))
    with pytest.raises(OutOfReach, match=f"more than {MOST_ALTERNATIVES} cases"):
        decide(BINARY, exists(x, y, z, cases))


def test_endings() -> None:
    three = continued_fraction(3)
    found = ending(three, {0, 1}, Many(2, 1), 2)
    # 1, 4, 13, 43, 142: 02, 12, 0212 (the zero stands in front), 1212
    words = [three.digits(number) for (number,) in np.argwhere(found.box(200)).tolist()]
    assert (2,) in words
    assert (1, 2) in words
    assert (2, 1, 2) in words
    assert (1, 2, 1, 2) in words
    assert (2, 2) not in words
    assert (3, 0, 2) in words
    assert all(word[-1] == 2 for word in words)
