"""Operations on sets of pairs against plain enumeration."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.prover.automata.atoms import bound
from marienbad.prover.automata.automaton import Automaton, built, everything
from marienbad.prover.automata.fused import automaton, conjunction, exists
from marienbad.prover.systems.linear import (
    BINARY,
    FIBONACCI,
    System,
    continued_fraction,
)
from marienbad.text.problems import InputError
from tests.prover.automata.support import QUICK, SIZE, SYSTEMS, conditions, name_of, systems

OPERATIONS = ("__and__", "__or__", "__sub__", "__xor__")


# Sets of pairs against enumeration


@pytest.mark.slow
@QUICK
@given(systems, st.data())
def test_boolean_operations(system: System, data: st.DataObject) -> None:
    one, first = data.draw(conditions(system))
    other, second = data.draw(conditions(system))
    assert (one.box(SIZE, SIZE) == first).all()
    for name in OPERATIONS:
        expected = {
            "__and__": first & second,
            "__or__": first | second,
            "__sub__": first & ~second,
            "__xor__": first ^ second,
        }[name]
        found = getattr(one, name)(other)
        assert (found.box(SIZE, SIZE) == expected).all(), name
        assert found.checked().is_same(found)
    assert ((~one).box(SIZE, SIZE) == ~first).all()
    assert (~~one).is_same(one)
    assert (one & other).is_same(conjunction(one, other))


@pytest.mark.slow
@QUICK
@given(systems, st.data())
def test_projection(system: System, data: st.DataObject) -> None:
    """Some y ≤ 2x + 3, so that enumeration can decide."""
    one, _ = data.draw(conditions(system))
    found = exists(("y",), one, bound(system, {"x": 2, "y": -1}, -3))
    size = 12
    truth = one.box(size, 2 * size + 3) & (
        np.arange(2 * size + 3)[None, :] <= 2 * np.arange(size)[:, None] + 3
    )
    assert (found.box(size) == truth.any(axis=1)).all()
    every = (~(~one).exists("y")).box(size)
    assert not (every & ~one.box(size, 200).all(axis=1)).any()


@pytest.mark.slow
def test_for_all_and_exists_on_known_statements() -> None:
    for system in SYSTEMS:
        less = automaton(system, {"y": 1, "x": -1}, low=1)
        assert (~less.exists("y").renamed(x="n")).is_empty
        assert less.exists("x").box(3).tolist() == [False, True, True]
        assert (~(~less.renamed(x="y", y="x")).exists("x")).is_empty
        total = automaton(system, {"x": 1, "y": 1, "z": -1}, low=0, high=0)
        assert (~total.exists("z")).is_empty
        assert total.exists("x").is_same(automaton(system, {"z": 1, "y": -1}, 0).ordered("y", "z"))


@pytest.mark.parametrize("system", SYSTEMS, ids=name_of)
def test_the_sum_relation(system: System) -> None:
    total = automaton(system, {"x": 1, "y": 1, "z": -1}, low=0, high=0)
    x, y, z = np.indices((20, 20, 40))
    assert (total.box(20, 20, 40) == (x + y == z)).all()


@pytest.mark.parametrize("k", [1, 2, 3, 6])
def test_the_sum_relation_has_17_states(k: int) -> None:
    system = continued_fraction(k)
    assert automaton(system, {"x": 1, "y": 1, "z": -1}, low=0, high=0).states == 17


@pytest.mark.slow
@QUICK
@given(systems, st.data())
def test_smallest(system: System, data: st.DataObject) -> None:
    one, first = data.draw(conditions(system))
    other, second = data.draw(conditions(system))
    both = one & other
    found = both.smallest()
    pairs = np.argwhere(first & second).tolist()
    if found is None:
        assert both.is_empty
        assert not pairs
    else:
        assert (found["x"], found["y"]) in both
        if pairs:
            least = min(pairs, key=lambda pair: (max(pair), pair))
            assert [found["x"], found["y"]] == least


@pytest.mark.slow
@QUICK
@given(systems, st.integers(0, 10**12), st.integers(0, 10**12))
def test_the_smallest_of_one_is_itself(system: System, x: int, y: int) -> None:
    point = conjunction(bound(system, {"x": 1}, x, x), bound(system, {"y": 1}, y, y))
    assert point.smallest() == {"x": x, "y": y}
    assert (x, y) in point
    assert (x, y + 1) not in point


# Invariants


def test_what_is_no_set_of_numbers_is_refused() -> None:
    ones = Automaton(
        FIBONACCI, ("x",), np.array([[0, 0], [1, 1]], np.int32), np.array([False, True]), 1
    )
    with pytest.raises(InputError, match="write no number"):
        ones.checked()
    table = np.array([[0, 0], [2, 0], [1, 0]], np.int32)
    length = Automaton(BINARY, ("x",), table, np.array([False, True, False]), 1)
    with pytest.raises(InputError, match="zeros"):
        length.checked()


def test_tracks_must_differ_and_systems_must_agree() -> None:
    less = automaton(BINARY, {"y": 1, "x": -1}, low=1)
    with pytest.raises(ValueError, match="different names"):
        less.renamed(x="y")
    with pytest.raises(ValueError, match="one system"):
        less & everything(FIBONACCI, "x", "y")
    with pytest.raises(ValueError, match="expected the tracks"):
        less.ordered("x", "z")
    with pytest.raises(ValueError, match="hidden"):
        less.exists("z")
    with pytest.raises(ValueError, match="kept"):
        less.exists("x", "y")


def test_an_automaton_from_a_program() -> None:
    """x and y have the same digit sum modulo 3."""
    found = built(BINARY, ("x", "y"), 0, lambda q, x, y: (q + x - y) % 3, lambda state: state == 0)
    truth = [[(x.bit_count() - y.bit_count()) % 3 == 0 for y in range(20)] for x in range(20)]
    assert (found.box(20, 20) == np.array(truth)).all()
    assert found.states == 4
