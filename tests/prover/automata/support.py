"""Numeration systems, and conditions with the pairs that meet them."""

import numpy as np
from hypothesis import assume, settings
from hypothesis import strategies as st

from marienbad.prover.automata.atoms import congruence
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.automata.fused import automaton, conjunction
from marienbad.prover.systems.linear import (
    BINARY,
    FIBONACCI,
    System,
    base,
    continued_fraction,
    linear_recurrence,
)

SYSTEMS = (
    BINARY,
    base(3),
    FIBONACCI,
    continued_fraction(3),
    continued_fraction(1, 2),
    continued_fraction(2, 1, 1),
    linear_recurrence(2, 2),
    linear_recurrence(3, 1),
    linear_recurrence(3, -1),
    linear_recurrence(4, -2),
)
QUICK = settings(max_examples=40, deadline=None)
systems = st.sampled_from(SYSTEMS)
coefficients = st.integers(-3, 3)


def name_of(system: System) -> str:
    return system.name


SIZE = 34
GRID = np.indices((SIZE, SIZE))


@st.composite
def conditions(draw: st.DrawFn, system: System) -> tuple[Automaton, np.ndarray]:
    """A condition on x, y as an automaton and as the table of its truth."""
    a, b = draw(coefficients), draw(coefficients)
    assume(a or b)
    form = {name: c for name, c in (("x", a), ("y", b)) if c}
    values = a * GRID[0] + b * GRID[1]
    if draw(st.booleans()):
        modulus, residue = draw(st.integers(2, 4)), draw(st.integers(0, 3))
        found = conjunction(congruence(system, form, modulus, residue))
        truth = (values - residue) % modulus == 0
    else:
        low = draw(st.integers(-9, 9))
        high = draw(st.none() | st.integers(low, 12))
        found = automaton(system, form, low, high)
        truth = (values >= low) & (True if high is None else values <= high)
    return found.over(("x", "y")).ordered("x", "y"), truth
