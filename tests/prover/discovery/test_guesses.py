"""What a discovery rests on: tables, guesses from them, slopes, and systems of numeration."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.heaps import leave
from marienbad.prover.automata.atoms import bound
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.automata.diagram import read
from marienbad.prover.discovery.agreement import agrees, contradiction, wrong_positions
from marienbad.prover.discovery.fitting import beams, fractions, systems
from marienbad.prover.discovery.positions import Positions, solved
from marienbad.prover.discovery.residuals import Guess, Residuals, Unfinished, guess
from marienbad.prover.games.claims import points
from marienbad.prover.games.proof import Refutation, prove
from marienbad.prover.systems.linear import FIBONACCI, System
from marienbad.prover.systems.pisot import cubic_units, power_system, root
from tests.prover.discovery.support import HEAPS, PLASTIC, PLASTIC_FILE, plain

# Guesses


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "nim",
        "marienbad",
        "wythoff:b=3",
        "rules:heaps 2; take n from one where n <= 3",
        HEAPS + "take c, d from x, y where c - d in {0, 1}; last loses",
    ],
)
def test_tables_are_those_of_the_plain_search(name: str) -> None:
    found, expected = solved(define(name), 40), plain(name, 40)
    assert set(found) == expected
    assert list(found) == sorted(found)
    assert all((place in found) == (place in expected) for place in np.ndindex(9, 9))


@given(st.integers(0, 30), st.integers(1, 9), st.integers(0, 30), st.integers(1, 9))
def test_equal_rectangles_give_equal_octets(x: int, width: int, y: int, height: int) -> None:
    def inside(x: int, y: int) -> set[tuple[int, int]]:
        return {(a, b) for a, b in np.ndindex(width, height) if (x + a, y + b) in table()}

    one, other = table().block(x, width, y, height), table().block(y, width, x, height)
    assert (one == other) == (inside(x, y) == inside(y, x))


@cache
def table() -> Positions:
    """Of Wythoff's game."""
    return solved(define("wythoff"), 400)


def test_a_guess_from_a_small_table_is_unfinished() -> None:
    assert isinstance(guess(Residuals(table(), FIBONACCI, 6)), Unfinished)


@pytest.mark.slow
@given(st.tuples(st.integers(0, 399), st.integers(0, 399)))
@settings(max_examples=25)
def test_one_wrong_position_is_a_disagreement(place: tuple[int, int]) -> None:
    right = wythoff_automaton()
    assert agrees(right, table())
    assert wrong_positions(right ^ points(FIBONACCI, place), table()) == [place]
    assert agrees(right ^ points(FIBONACCI, (400, place[1])), table())


def wythoff_automaton() -> Automaton:
    found = guess(Residuals(table(), FIBONACCI, 400))
    assert isinstance(found, Guess)
    return found.automaton


def test_a_guess_that_contradicts_itself() -> None:
    right, game = wythoff_automaton(), define("wythoff")
    assert not contradiction(game, right)
    before, after = contradiction(game, right | points(FIBONACCI, (3, 4)))
    assert after in {leave(before, move) for move in game.moves(before)}
    assert (3, 4) in (before, after)
    assert {before, after} - {(3, 4)} <= set(table())


# Slopes and systems


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        ("1.6180", "1.6181", ((1,), (1,))),
        ("2.4141", "2.4143", ((2,), (2,))),
        ("1.7320", "1.7321", ((1,), (1, 2))),
        ("3.3027", "3.3028", ((3,), (3,))),
    ],
)
def test_the_simplest_continued_fraction(low: str, high: str, expected: object) -> None:
    assert fractions(Fraction(low), Fraction(high))[0] == expected


def test_slopes_without_a_line_suggest_the_usual_systems() -> None:
    table = solved(define("rules:heaps 2; take n from one where n <= 3"), 300)
    assert [system.name for system in systems(beams(table))[:2]] == ["base 2", "base 3"]


@pytest.mark.slow
def test_the_slope_without_the_move_2_2_is_the_plastic_number() -> None:
    (beam,) = beams(solved(define(HEAPS + "take n, n from two where n != 2"), 100_000))
    assert beam.low < root((0, 1, 1)) < beam.high
    assert beam.high - beam.low < Fraction(1, 1000)
    assert systems((beam,))[0] == PLASTIC


@pytest.mark.parametrize("polynomial", cubic_units())
def test_cubic_systems_write_every_number_once(polynomial: tuple[int, ...]) -> None:
    system = next(filter(None, (power_system(polynomial, power) for power in range(1, 5))))
    words = [system.digits(number) for number in range(300)]
    assert [system.value(word) for word in words] == list(range(300))
    padded = [(0,) * (max(map(len, words)) - len(word)) + word for word in words]
    assert padded == sorted(padded)
    for word in padded:
        state = 0
        for digit in word:
            state = system.language[state][digit]


def test_a_language_that_is_wrong_is_refused() -> None:
    assert PLASTIC is not None
    for state, targets in enumerate(PLASTIC.language):
        for longer in ((*targets, 0), targets[:-1]):
            language = (*PLASTIC.language[:state], longer, *PLASTIC.language[state + 1 :])
            with pytest.raises((ValueError, KeyError)):
                System(PLASTIC.name, PLASTIC.recurrence, PLASTIC.first, language, (0,)).check()


def test_an_atom_in_the_plastic_system_adds() -> None:
    assert PLASTIC is not None
    total = bound(PLASTIC, {"x": 1, "y": 1, "z": -1}, 0, 0)
    for x, y in np.ndindex(40, 40):
        assert total.holds(x=x, y=y, z=x + y)
        assert not total.holds(x=x, y=y, z=x + y + 1)
        assert not total.holds(x=x + 1, y=y, z=x + y)


@pytest.mark.slow
def test_without_the_move_2_2_the_automaton_is_right_and_changed_ones_are_not() -> None:
    """docs/plastic.md proves the automaton of this file again."""
    name, diagram = read(PLASTIC_FILE.read_text("utf-8"))
    game, automaton = define(name), Automaton.of(diagram)
    assert automaton.system == PLASTIC
    assert agrees(automaton, solved(game, 300_000))
    for place in ((12, 16), (100, 132)):
        refuted = prove(game, automaton ^ points(automaton.system, place))
        assert isinstance(refuted, Refutation)
        assert refuted.position == place
