"""Periods of rows."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.study.describe.periods import Period, additive_period, eventual_period
from tests.study.describe.support import found_in


@given(
    st.lists(st.integers(0, 3), max_size=20),
    st.lists(st.integers(0, 3), min_size=1, max_size=9),
    st.integers(0, 5),
)
def test_periods(before: list[int], cycle: list[int], rise: int) -> None:
    count = 14 + 2 * len(before) // len(cycle)
    plain = np.array([*before, *cycle * count])
    found = eventual_period(plain)
    assert found is not None
    assert len(cycle) % found.length == 0
    assert found.start <= len(before)
    assert np.array_equal(
        plain[found.start :][: -found.length], plain[found.start + found.length :]
    )
    assert found.start == 0 or plain[found.start - 1] != plain[found.start - 1 + found.length]
    raised = np.array([*before, *(n + rise * k for k in range(count) for n in cycle)])
    risen = additive_period(raised)
    assert risen is not None
    assert risen.rise * len(cycle) == rise * risen.length


def test_no_period_is_invented() -> None:
    squares = np.zeros(2000, dtype=bool)
    squares[np.arange(44) ** 2] = True
    assert eventual_period(squares[:1900]) is None
    assert eventual_period(np.array([0, 1, 0, 1])) is None


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.sets(st.integers(1, 9), min_size=1, max_size=4), st.booleans())
def test_the_period_of_a_subtraction_game(amounts: set[int], is_misere: bool) -> None:
    most = max(amounts)
    text = f"heaps 1; take n from one where n in {{{', '.join(map(str, amounts))}}}"
    found = found_in(text + ("; last loses" if is_misere else ""), 400)
    if not found.periods:
        return
    ((_, period),) = found.periods
    # the same by recurrence, much further than what was looked at
    values: list[bool] = []
    for heap in range(2000):
        reached = [values[heap - amount] for amount in amounts if amount <= heap]
        values.append(not any(reached) and (bool(reached) or not is_misere))
    repeats = [
        values[n] == values[n + period.length] for n in range(period.start, 2000 - period.length)
    ]
    assert all(repeats)
    assert found.is_proved == (period.start + period.length + most <= 400)
    residues = {heap % period.length for heap in range(1000, 2000) if values[heap]}
    assert set(found.residues) == residues


def test_classic_periods() -> None:
    found = found_in("heaps 1; take n from one where n in {1, 3, 4}", 100, grundy=True)
    assert found.periods == ((0, Period(0, 7)),)
    assert found.residues == (0, 2)
    assert found.is_proved
    assert found.grundy is not None
    assert found.grundy.periods == ((0, Period(0, 7)),)
    unbounded = found_in("heaps 1; take n from one where n % 3 != 0", 60)
    assert unbounded.periods
    assert not unbounded.is_proved
