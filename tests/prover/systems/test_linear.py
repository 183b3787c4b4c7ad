"""Linear numeration systems: their words, their ratios, what is refused."""

from collections.abc import Callable
from itertools import product

import pytest

from marienbad.numeration.continued_fraction import ContinuedFraction
from marienbad.prover.systems.linear import (
    FIBONACCI,
    System,
    base,
    continued_fraction,
    linear_recurrence,
)
from tests.prover.automata.support import SYSTEMS, name_of


@pytest.mark.parametrize("system", SYSTEMS, ids=name_of)
def test_each_number_has_one_word_and_words_compare_as_numbers(system: System) -> None:
    words = system.aligned(*(system.digits(n) for n in range(600)))
    assert [system.value(word) for word in words] == list(range(600))
    assert words == sorted(words)
    read = set()
    for word in product(range(system.base), repeat=2 * system.period):
        state: int | None = 0
        for digit in word:
            targets = () if state is None else system.language[state]
            state = targets[digit] if digit < len(targets) else None
        if state is not None:
            read.add(word)
    count = system.weight(2 * system.period)
    assert read == {
        system.aligned(system.digits(n), (0,) * 2 * system.period)[0] for n in range(count)
    }


def test_the_systems_agree_with_the_numeration() -> None:
    for period in ((1,), (4,), (1, 2), (3, 1, 2)):
        ours, theirs = continued_fraction(*period), ContinuedFraction(period)
        for n in (1, 50, 12345, 10**40):
            assert ours.digits(n) == tuple(theirs.p_representation(n))


@pytest.mark.parametrize("system", SYSTEMS, ids=name_of)
def test_ratios_are_bounds(system: System) -> None:
    for i in range(system.tail, system.tail + 40):
        for ahead in range(system.order):
            low, high = system.ratios(i % system.period, ahead)
            assert low * system.weight(i) <= system.weight(i + ahead) <= high * system.weight(i)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"first": (1, 3)}, "do not write"),
        ({"recurrence": ((2, 1),)}, "do not write"),
        ({"language": ((0, 1), (0, 0))}, "do not write"),
        ({"language": ((0, 1), (1, 0))}, "must set free"),
        ({"language": ((1, 1), (0,))}, "must set free"),
        ({"language": ((0, 1), ())}, "must set free"),
        ({"language": ((0, 1), (0,), (0,))}, "never met"),
        ({"language": ((1,), (0, 0))}, "do not grow"),
        ({"free": (1,)}, "phases"),
        # one word of each length: every claim about 0 would be a theorem about all numbers
        ({"language": ((0,),), "recurrence": ((1,),), "first": (1,)}, "do not grow"),
        (
            {
                "language": ((1, 1), (0,)),
                "free": (0, 1),
                "recurrence": ((0, 2), (1, 0)),
                "first": (1, 1),
            },
            "do not grow",
        ),
    ],
)
def test_a_wrong_digit_language_is_refused(change: dict[str, object], message: str) -> None:
    fields = {name: getattr(FIBONACCI, name) for name in FIBONACCI._fields}
    with pytest.raises(ValueError, match=message):
        System(**{**fields, **change}).check()


@pytest.mark.parametrize(
    "build",
    [
        lambda: base(1),
        continued_fraction,
        lambda: continued_fraction(1, 0),
        lambda: linear_recurrence(1, 2),
        lambda: linear_recurrence(2, -1),
    ],
)
def test_a_system_that_does_not_exist_is_refused(build: Callable[[], System]) -> None:
    with pytest.raises(ValueError, match="expected"):
        build()
