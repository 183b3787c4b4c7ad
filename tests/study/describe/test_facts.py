"""Known games in disguise, and what repeats."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.solver.reference import p_positions
from marienbad.study.describe import describe
from marienbad.study.describe.facts import Likeness, candidates, likenesses
from marienbad.study.describe.periods import Period, additive_period, eventual_period
from marienbad.study.picture import Box
from marienbad.study.tables import has_pairs
from tests.study.describe.support import family, found_in


@pytest.mark.slow
@pytest.mark.parametrize("definition", [c for c in candidates() if c.name.count("=") < 2][:24])
def test_a_game_of_the_catalogue_is_recognised(definition: Any) -> None:
    if len(definition.start) == 2 and not has_pairs(definition):
        return
    found = likenesses(family(definition.name, 100))
    assert found[0] == Likeness(definition.name)


@pytest.mark.slow
def test_a_disguise_is_seen_through() -> None:
    found = found_in("heaps 2; take n from one; take c, d from two where abs(c - d) < 2", 40, 40)
    assert found.same == (Likeness("wythoff:a=2"),)
    english = " ".join(found.explanation.render("en").split())
    assert "Equal to Wythoff’s game with a = 2 up to 39 in each heap" in english
    french = " ".join(found.explanation.render("fr").split())
    assert "que « Jeu de Wythoff avec a = 2 » jusqu’à 39 dans chaque tas" in french


@pytest.mark.slow
def test_a_few_exceptions_are_named() -> None:
    table = family("wythoff", 100)
    table[0, 0] = False
    assert likenesses(table) == [Likeness("wythoff", ((0, 0),))]
    found = describe(define("nim"), Box(table.shape, is_p=table))
    assert "Wythoff’s game up to 99 in each heap, but for (0, 0)" in " ".join(
        found.explanation.render("en").split()
    )


@pytest.mark.slow
def test_misere_play_with_b_is_recognised() -> None:
    game = define("wythoff:b=2,misere")
    table = np.zeros((30, 30), dtype=bool)
    for position in p_positions(game, (30, 30)):
        table[position] = True
    assert likenesses(table) == [Likeness("wythoff:b=2,misere")]
    table[20, 20] = not table[20, 20]
    assert Likeness("wythoff:b=2,misere") not in likenesses(table)


def test_nothing_like_it() -> None:
    assert likenesses(np.random.default_rng(1).random((50, 50)) < 0.1) == []
    half = np.triu(family("wythoff", 50))
    assert likenesses(half) == []


@pytest.mark.parametrize(("name", "other"), [("nim", "marienbad"), ("marienbad", "nim")])
def test_nim_with_three_heaps_is_seen(name: str, other: str) -> None:
    table = np.zeros((8, 8, 8), dtype=bool)
    for position in p_positions(define(name), (8, 8, 8)):
        table[position] = True
    assert describe(define(other), Box(table.shape, is_p=table)).same == (Likeness(name),)


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
