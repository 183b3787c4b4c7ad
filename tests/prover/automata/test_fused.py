"""The fast constructions against the readable ones."""

from functools import reduce
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.prover.automata import minimal
from marienbad.prover.automata.atoms import Atom, bound, congruence
from marienbad.prover.automata.automaton import Automaton, built, everything
from marienbad.prover.automata.fused import exists
from marienbad.prover.automata.nondeterministic import Choices, Subsets
from marienbad.prover.systems.linear import (
    BINARY,
    FIBONACCI,
    System,
    base,
    continued_fraction,
)
from tests.prover import plain_automata as dense
from tests.prover.automata.support import QUICK, conditions


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(st.sampled_from((BINARY, FIBONACCI, continued_fraction(1, 2))), st.data())
def test_the_fused_product_is_the_dense_one(system: System, data: st.DataObject) -> None:
    pairs, _ = data.draw(conditions(system))
    from_x = pairs.renamed(x="u")
    parts: list[Atom] = [
        bound(system, {"x": 1, "u": -1}, 1),
        congruence(system, {"u": 1, "x": data.draw(st.integers(-2, 2)), "y": 1}, 2),
    ]
    fast = exists(("u",), from_x, *parts)
    machines = [dense.of_automaton(from_x), dense.of_automaton(everything(system, "x"))]
    machines += [dense.of_atom(part) for part in parts]
    whole = reduce(lambda one, other: dense.combined(one, other, bool.__and__), machines)
    slow = dense.projected(whole, "u", system.period)
    assert dense.count_states(slow) in (fast.states, fast.states - 1)
    for x, y in product(range(14), repeat=2):
        words = dict(zip("xy", system.aligned(system.digits(x), system.digits(y)), strict=True))
        assert slow.accepts(*(words[track] for track in slow.tracks)) == (
            tuple({"x": x, "y": y}[track] for track in fast.tracks) in fast
        )


def test_the_dense_product_on_four_tracks() -> None:
    """The diagonal moves of Wythoff's game in the Fibonacci system, all at once."""
    pairs = built(FIBONACCI, ("u", "v"), 0, lambda _, u, v: 0 if u == v else None, lambda _: True)
    diagonal = bound(FIBONACCI, {"x": 1, "u": -1, "y": -1, "v": 1}, 0, 0)
    fast = exists(("u", "v"), pairs, diagonal, bound(FIBONACCI, {"x": 1, "u": -1}, 1))
    machines = [
        dense.of_automaton(pairs),
        dense.of_atom(diagonal),
        dense.of_automaton(everything(FIBONACCI, "x", "y")),
        dense.of_atom(bound(FIBONACCI, {"x": 1, "u": -1}, 1)),
    ]
    whole = reduce(lambda one, other: dense.combined(one, other, bool.__and__), machines)
    slow = dense.projected(dense.projected(whole, "u", 1), "v", 1)
    assert dense.count_states(slow) == fast.states
    x, y = np.indices((30, 30))
    assert (fast.box(30, 30) == ((x == y) & (x > 0))).all()


@pytest.mark.slow
@QUICK
@given(st.integers(2, 9), st.integers(1, 3), st.data())
def test_minimisation_is_the_dense_one(states: int, letters: int, data: st.DataObject) -> None:
    """On tables that are no automata of numbers: any table will do."""
    entries = st.lists(st.integers(0, states - 1), min_size=letters, max_size=letters)
    rows = data.draw(st.lists(entries, min_size=states - 1, max_size=states - 1))
    table = np.array([[0] * letters, *rows], np.int32)
    flags = data.draw(st.lists(st.booleans(), min_size=states - 1, max_size=states - 1))
    accepting = np.array([False, *flags])
    raw = Automaton(
        base(max(letters, 2)),
        ("x",),
        np.pad(table, ((0, 0), (0, max(0, 2 - letters)))),
        accepting,
        1,
    )
    small = raw.minimised()
    counted = dense.count_states(dense.of_automaton(raw))
    assert small.states - counted in (0, 1)
    hashed = minimal.classes(raw.table, raw.accepting)
    exact = minimal._by_first_member(minimal._refined(raw.table, raw.accepting, minimal._compared))
    assert (hashed == exact).all()


def test_a_collision_of_hashes_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hash that puts everything together is not stable, and the rows are compared instead."""
    table = np.array([[0], [2], [3], [0]], np.int32)
    accepting = np.array([False, False, False, True])
    monkeypatch.setattr(minimal, "_hashed", lambda found, table: np.zeros_like(found))
    assert minimal.classes(table, accepting).tolist() == [0, 1, 2, 3]


@pytest.mark.slow
@QUICK
@given(st.integers(1, 7), st.integers(1, 3), st.data())
def test_the_subset_construction(states: int, letters: int, data: st.DataObject) -> None:
    edge = st.tuples(
        st.integers(0, states - 1), st.integers(0, letters - 1), st.integers(0, states - 1)
    )
    edges = data.draw(st.lists(edge, max_size=18))
    accepting = np.array(data.draw(st.lists(st.booleans(), min_size=states, max_size=states)))
    starts = data.draw(st.lists(st.integers(0, states - 1), unique=True, max_size=3))
    columns = [np.array([e[i] for e in edges], np.int64) for i in range(3)]
    sources, symbols, targets = columns
    begin = np.array(starts, np.int64)
    choices = Choices(letters, sources, symbols, targets, begin, accepting)
    table, accepts, start = Subsets(choices.trimmed()).explore()
    for word in (w for n in range(5) for w in product(range(letters), repeat=n)):
        now, state = set(starts), start
        for letter in word:
            now = {t for s, symbol, t in edges if s in now and symbol == letter}
            state = table[state, letter]
        assert accepts[state] == any(accepting[s] for s in now)
