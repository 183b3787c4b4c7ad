"""Atoms, decided by automata, against plain arithmetic."""

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from marienbad.prover.automata.atoms import bound, congruence, merged
from marienbad.prover.automata.fused import conjunction
from marienbad.prover.systems.linear import (
    BINARY,
    System,
    continued_fraction,
)
from marienbad.text.problems import OutOfReach
from tests.prover.automata.support import QUICK, coefficients, systems


@pytest.mark.slow
@QUICK
@given(systems, st.data())
def test_a_bound_is_exact(system: System, data: st.DataObject) -> None:
    form = data.draw(
        st.dictionaries(st.sampled_from("xyz"), coefficients.filter(bool), min_size=1, max_size=3)
    )
    low = data.draw(st.none() | st.integers(-9, 9))
    high = data.draw(st.none() | st.integers(-9, 9))
    assume(low is not None or high is not None)
    atom = bound(system, form, low, high)
    for _ in range(5):
        largest = data.draw(st.sampled_from((5, 60, 10**6, 10**30)))
        numbers = {name: data.draw(st.integers(0, largest)) for name in form}
        name = data.draw(st.sampled_from(sorted(form)))
        rest = sum(form[other] * numbers[other] for other in form if other != name)
        # near the bounds, where an atom could be wrong
        numbers[name] = max(0, -rest // form[name] + data.draw(st.integers(-9, 9)))
        value = sum(form[other] * numbers[other] for other in form)
        inside = (low is None or low <= value) and (high is None or value <= high)
        assert atom.holds(**numbers) == inside


@QUICK
@given(systems, st.integers(1, 7), st.integers(-9, 9), coefficients.filter(bool), st.data())
def test_a_congruence_is_exact(
    system: System, modulus: int, residue: int, factor: int, data: st.DataObject
) -> None:
    atom = congruence(system, {"x": factor, "y": 1}, modulus, residue)
    x, y = data.draw(st.integers(0, 10**20)), data.draw(st.integers(0, 50))
    assert atom.holds(x=x, y=y) == ((factor * x + y - residue) % modulus == 0)


@pytest.mark.slow
@QUICK
@given(systems, coefficients, coefficients.filter(bool), st.integers(-4, 4), st.integers(0, 4))
def test_an_atom_made_smaller_is_the_same(
    system: System, a: int, b: int, low: int, width: int
) -> None:
    form = {name: factor for name, factor in (("x", a), ("y", b)) if factor}
    atom = merged(bound(system, form, low, low + width), congruence(system, form, 2))
    small = atom.minimised()
    assert len(small.table) <= max(len(atom.table), 2)
    assert small.minimised() == small
    for x, y in product((0, 1, 2, 5, 10**9), (0, 1, 3, 4, 10**9 + 1)):
        numbers = {name: value for name, value in (("x", x), ("y", y)) if name in form}
        assert small.holds(**numbers) == atom.holds(**numbers)


def test_congruences_modulo_a_divisor_of_k_count_digits() -> None:
    """p_i ≡ 1 modulo b where b divides k: b residues, twice for the digit language, and dead."""
    assert conjunction(congruence(continued_fraction(12), {"x": 1}, 4)).states == 2 * 4 + 1


def test_what_is_no_condition_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one side"):
        bound(BINARY, {"x": 1})
    with pytest.raises(ValueError, match="coefficient"):
        bound(BINARY, {"x": 0}, 1)
    with pytest.raises(ValueError, match="modulus"):
        congruence(BINARY, {"x": 1}, 0)
    with pytest.raises(ValueError, match="one form"):
        merged(bound(BINARY, {"x": 1}, 1), bound(BINARY, {"y": 1}, 1))


def test_a_condition_that_is_too_large_is_given_up() -> None:
    with pytest.raises(OutOfReach):
        bound(BINARY, {"x": 30_000, "y": -30_001}, 0, 0)
