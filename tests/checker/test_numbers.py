"""The checker's arithmetic against enumeration."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.checker import Atom, Budget, Condition, Numeration, Rejected
from tests.checker.forgeries import NO_NUMERATIONS, SYSTEMS


def numeration(name: str, **changes: object) -> Numeration:
    return Numeration(SYSTEMS[name] | {"name": name} | changes, Budget(10**7))


def words(system: Numeration, length: int) -> dict[tuple[int, ...], int]:
    """The words of a length that the language reads, and their values."""
    found = {}
    for word in product(range(system.base), repeat=length):
        state: int | None = 0
        for digit in word:
            row = system.language[state] if state is not None else []
            state = row[digit] if digit < len(row) else None
        if state is not None:
            weights = [system.weight(place) for place in reversed(range(length))]
            found[word] = sum(d * w for d, w in zip(word, weights, strict=True))
    return found


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_words_are_the_numbers_in_order(name: str) -> None:
    system = numeration(name)
    for length in range(0, 7, system.period):
        assert list(words(system, length).values()) == list(range(system.weight(length)))


@pytest.mark.parametrize(("name", "changes", "key"), NO_NUMERATIONS)
def test_a_language_that_is_no_numeration_is_rejected(
    name: str, changes: dict[str, Any], key: str
) -> None:
    with pytest.raises(Rejected) as caught:
        numeration(name, **changes)
    assert caught.value.key == key or not key


CONDITIONS = st.one_of(
    st.builds(
        lambda form, low, width: Condition(form, low, None if width is None else low + width),
        st.tuples(*[st.integers(-2, 2)] * 2),
        st.integers(-6, 6),
        st.one_of(st.none(), st.integers(0, 5)),
    ),
    st.builds(
        lambda form, high: Condition(form, None, high),
        st.tuples(*[st.integers(-2, 2)] * 2),
        st.integers(-6, 6),
    ),
    st.builds(
        lambda form, modulus, residue: Condition(form, None, None, modulus, residue),
        st.tuples(*[st.integers(-2, 2)] * 2),
        st.integers(1, 6),
        st.integers(-6, 6),
    ),
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(SYSTEMS)), CONDITIONS)
def test_an_atom_decides_its_condition(name: str, condition: Condition) -> None:
    """One heap, before and after the move: all pairs of words of a few digits."""
    system = numeration(name)
    atom = Atom(system, [(digit,) for digit in range(system.base)], condition)
    length = 4
    for (one, before), (other, after) in product(words(system, length).items(), repeat=2):
        state = 1
        for x, u in zip(one, other, strict=True):
            state = atom.table[state][atom.before[x] + atom.after[u]]
        value = condition.form[0] * before + condition.form[1] * after
        assert atom.accepting[state] == condition.admits(value), (before, after)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(sorted(SYSTEMS)),
    CONDITIONS,
    st.integers(0, 10**15),
    st.one_of(st.integers(-9, 9), st.integers(-(10**15), 10**15)),
)
def test_an_atom_decides_of_large_numbers(
    name: str, condition: Condition, before: int, more: int
) -> None:
    system = numeration(name)
    atom = Atom(system, [(digit,) for digit in range(system.base)], condition)
    after = abs(before + more)
    length = next(i for i in range(0, 200, system.period) if system.weight(i) > max(before, after))
    state, rest = 1, [before, after]
    for place in reversed(range(length)):
        x, u = (number // system.weight(place) for number in rest)
        rest = [number % system.weight(place) for number in rest]
        state = atom.table[state][atom.before[x] + atom.after[u]]
    value = condition.form[0] * before + condition.form[1] * after
    assert atom.accepting[state] == condition.admits(value)
