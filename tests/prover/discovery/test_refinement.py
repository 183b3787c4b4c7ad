"""Guesses refined by the positions where they are wrong."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.prover.automata.atoms import congruence
from marienbad.prover.automata.automaton import Automaton, everything
from marienbad.prover.automata.fused import conjunction
from marienbad.prover.discovery import boxes
from marienbad.prover.discovery.agreement import wrong_positions
from marienbad.prover.discovery.positions import Paired, Positions, solved
from marienbad.prover.discovery.residuals import (
    Experiment,
    Guess,
    Prefix,
    Residuals,
    Student,
    Unfinished,
)
from marienbad.prover.discovery.search import discover
from marienbad.prover.games.claims import claim, points
from marienbad.prover.games.proof import Refutation, prove
from marienbad.prover.systems.linear import BINARY, FIBONACCI, continued_fraction
from marienbad.solver.partners import Partners, steps_of
from tests.prover.discovery.support import HEAPS
from tests.support import PATIENCE

SIZE = 200
SYSTEMS = (BINARY, FIBONACCI, continued_fraction(1, 2))


def listed(box: np.ndarray[Any, Any]) -> Positions:
    """The places of a square of truth values."""
    starts = np.concatenate([[0], np.cumsum(box.sum(axis=1))])
    return Positions(len(box), starts, np.nonzero(box)[1].astype(np.int32))


def student_of(automaton: Automaton) -> Student:
    """Who compares the smallest rectangles only."""
    table = listed(automaton.box(SIZE, SIZE))
    return Student(Residuals(table, automaton.system, SIZE * 2 // 3, largest=1))


def taught(student: Student) -> list[Guess | Unfinished]:
    """All guesses, until the last one agrees with the table or nothing is learned."""
    found = [student.guess()]
    while isinstance(latest := found[-1], Guess):
        wrong = wrong_positions(latest.automaton, student.residuals.positions)
        if not student.learns(latest, wrong):
            break
        found.append(student.guess())
    return found


@st.composite
def regular_sets(draw: st.DrawFn) -> Automaton:
    """Congruences of pairs, some numbers left out."""
    system = draw(st.sampled_from(SYSTEMS))
    number = st.integers(0, 8)
    form = {"x": draw(st.integers(1, 8)), "y": draw(number)}
    modulus = draw(st.integers(2, 5))
    found = conjunction(
        everything(system, "x", "y"), congruence(system, form, modulus, draw(number) % modulus)
    )
    place = draw(st.tuples(st.integers(0, 40), st.integers(0, 40)))
    return found ^ points(system, place)


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(regular_sets())
def test_each_error_tells_apart_what_a_guess_had_merged(automaton: Automaton) -> None:
    student = student_of(automaton)
    residuals = student.residuals
    for found in taught(student):
        if isinstance(found, Unfinished):
            break
        for position in wrong_positions(found.automaton, residuals.positions):
            experiment = student.experiment(found, position)
            if experiment is not None:
                left = len(experiment[0])
                assert judged_apart(found, position, left, residuals) == {True, False}


def judged_apart(
    found: Guess, position: tuple[int, int], left: int, residuals: Residuals
) -> set[bool | None]:
    """What becomes of two prefixes of one state, if the last digits of a position follow them."""
    system = found.system
    one, other = system.aligned(*map(system.digits, position))
    rest = one[len(one) - left :], other[len(other) - left :]
    states = [1]
    for x, y in zip(one[: len(one) - left], other[: len(other) - left], strict=True):
        states.append(int(found.table[states[-1], x * system.base + y]))
    before, after = (found.prefixes[state - 1] for state in states[-2:])
    x, y = one[-left - 1], other[-left - 1]
    longer = Prefix(
        ((*before.words[0], x), (*before.words[1], y)),
        (system.language[before.states[0]][x], system.language[before.states[1]][y]),
    )
    return {residuals.answer(longer, rest), residuals.answer(after, rest)}


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(regular_sets())
def test_what_was_learned_is_never_forgotten(automaton: Automaton) -> None:
    """No two prefixes are of one state that an experiment tells apart."""
    student = student_of(automaton)
    residuals, found = student.residuals, taught(student)
    assert len(found) < 80
    if isinstance(latest := found[-1], Guess):
        for ((one, other), (first, second)), row in zip(
            latest.prefixes, latest.table[1:], strict=True
        ):
            for x, left in enumerate(automaton.system.language[first]):
                for y, right in enumerate(automaton.system.language[second]):
                    longer = Prefix(((*one, x), (*other, y)), (left, right))
                    state = int(row[x * automaton.system.base + y])
                    assert not residuals.are_told_apart(longer, latest.prefixes[state - 1])


def test_a_guess_from_small_rectangles_is_refined_until_it_is_right() -> None:
    residues = congruence(FIBONACCI, {"x": 1, "y": 2}, 5, 0)
    right = conjunction(everything(FIBONACCI, "x", "y"), residues)
    found = taught(student_of(right))
    assert isinstance(found[0], Guess)
    assert isinstance(found[-1], Guess)
    assert found[0].automaton.states < right.states
    assert found[-1].automaton.is_same(right)


def test_a_refuted_guess_tells_what_lies_beyond_the_table() -> None:
    game = define("wythoff")
    table, wrong = solved(game, 50), claim(game) ^ points(FIBONACCI, (100, 120))
    refutation = prove(game, wrong)
    assert isinstance(refutation, Refutation)
    student = Student(Residuals(table, FIBONACCI, 30))
    asked = [(3, 5), (3, 4), (59, 96), (59, 97), (100, 120), (100, 162)]
    ask = student.residuals.membership
    assert [ask(place) for place in asked] == [True, False, None, None, None, None]
    student.believe(refutation)
    ask = student.residuals.membership
    assert [ask(place) for place in asked] == [True, False, True, False, False, None]


def test_nothing_is_learned_where_nobody_knows() -> None:
    table = solved(define("wythoff"), 50)
    student = Student(Residuals(table, FIBONACCI, 50))
    found = student.guess()
    assert isinstance(found, Guess)
    assert not student.learns(found, [(10**6, 10**6)])
    assert not student.learns(found, [(3, 5)])
    assert not student.residuals.experiments


def test_an_experiment_that_can_be_answered_only_now_teaches_too() -> None:
    """After a refutation a guess differs, though all its experiments were known before."""
    ending = (0, 0, 1), (1, 0, 1)

    class Reminded(Student):
        def experiment(self, found: Guess, position: tuple[int, int]) -> Experiment:
            return ending

    student = Reminded(Residuals(solved(define("wythoff"), 50), FIBONACCI, 50))
    student.residuals.experiments.append(ending)
    found = student.guess()
    assert isinstance(found, Guess)
    assert student.learns(found, [(3, 5)])
    assert student.residuals.experiments == [ending]


def test_rows_on_disk_answer_for_both_heaps(tmp_path: Path) -> None:
    game = define("wythoff")
    steps = steps_of(game)
    assert steps is not None
    rows = Partners(steps, tmp_path / "rows")
    rows.extend(100)
    table = Paired(80, rows)
    for place in ((59, 96), (96, 59), (90, 146), (146, 90)):
        assert table.membership(place) is True
    assert table.membership((146, 91)) is False
    assert table.membership((100, 100)) is None


UNEVEN = define(HEAPS + "take c, d from x, y where c - d in {0, 1}")


@pytest.mark.slow
def test_refined_a_guess_is_proved_from_a_table_that_is_too_small_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = discover(UNEVEN, 3072, PATIENCE)
    assert found.proof is not None
    assert (found.size, found.proof.automaton.states) == (3072, 56)
    monkeypatch.setattr(boxes, "MOST_ROUNDS", 0)
    assert discover(UNEVEN, 3072, PATIENCE).proof is None


@pytest.mark.slow
def test_a_refined_guess_is_tested_with_a_larger_table() -> None:
    stages = []
    found = discover(UNEVEN, seconds=PATIENCE, notice=lambda stage, _, __: stages.append(stage))
    assert (found.ending, found.size) == ("proved", 2 * 3072)
    assert {stage.values["states"] for stage in stages if "prove" in stage.key} == {56}
