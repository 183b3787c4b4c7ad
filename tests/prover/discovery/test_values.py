"""Positions of Grundy values discovered: the tables, what is found and proved, and what is not."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.checker import check
from marienbad.games.catalogue import define
from marienbad.prover.discovery.values import discover_value, levels, levels_growth
from marienbad.solver.reference import grundy_values
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Message
from tests.prover.discovery.support import HEAPS

TAKES = (
    "take n from one",
    "take n from x",
    "take n from one where n % 2 == 0",
    "take n from one where n <= 4",
    "take n, n from two",
    "take c, d from two where abs(c - d) < 2",
    "take c, d from x, y where c - d in {0, 1}",
    "take 1, 2 from two",
    "take 2, 3 from x, y",
    "take n from y where y > x",
)
FOUND = {
    ("nim", 1): ("base 2", [2, 3]),
    ("nim", 2): ("base 2", [2, 3, 4]),
    ("nim", 3): ("base 2", [2, 3, 4, 4]),
    ("nimhoff:h=3", 2): ("base 2", [8, 8, 9]),
    ("nimhoff:h=4", 5): ("base 2", [5, 3, 5, 4, 6, 5]),
    ("wythoff:a=2", 1): ("[1; (2)]", [10, 11]),
    ("wythoff:b=2", 1): ("[1; (2)]", [13, 69]),
    ("rules:heaps 2; take n from one where n <= 3", 3): ("base 2", [4, 4, 4, 4]),
    (HEAPS + "take c, d from x, y where c - d in {0, 1}", 1): ("[1; (1, 2)]", [56, 101]),
    ("rules:heaps 2; take n from x where x >= y; take n from y where y > x", 1): ("base 2", [2, 3]),
    (HEAPS + "take n, n from two; terminal x + y <= 2", 1): ("[1; (1)]", [29, 22]),
}
"""System and states for each value; Moore's Nim and Lucas–Wythoff take longer to list."""


def of_values(game: str, most: int, size: int) -> list[set[tuple[int, ...]]]:
    """The positions of each value up to one in a box, by the search that can be read."""
    values = grundy_values(define(game), (size, size))
    return [{p for p, found in values.items() if found == value} for value in range(most + 1)]


@pytest.mark.slow
@given(takes=st.sets(st.sampled_from(TAKES), min_size=1, max_size=4), size=st.integers(8, 26))
def test_the_lists_are_the_values_by_definition(takes: set[str], size: int) -> None:
    """Whether positions are listed value by value or all values are computed."""
    name = f"rules:heaps 2; {'; '.join(sorted(takes))}"
    found = [set(level) for level in levels(define(name), size, 3)]
    assert found == of_values(name, len(found) - 1, size), name


def test_large_lists_are_those_of_a_whole_table() -> None:
    """What is listed row by row, against the values of all positions."""
    from marienbad.solver.table import solve

    for name in ("wythoff", "wythoff:a=2,b=2", "nimhoff:h=5"):
        assert levels_growth(define(name)) == 8
        truth = solve(define(name), (600, 600), grundy=True).grundy
        assert truth is not None
        for value, level in enumerate(levels(define(name), 600, 3)):
            assert set(level) == {(x, y) for x, y in np.argwhere(truth == value).tolist()}


@pytest.mark.slow
@pytest.mark.sample(4)
@pytest.mark.parametrize(("game", "value"), FOUND)
def test_found_and_proved(game: str, value: int) -> None:
    found = discover_value(define(game), value)
    assert found.proof is not None
    automaton = found.proof.automaton
    states = [level.states for level in found.proof.levels]
    assert (automaton.system.name, states) == FOUND[game, value]
    box = {(x, y) for x, y in np.argwhere(automaton.box(30, 30)).tolist()}
    assert box == of_values(game, value, 30)[value]
    for lang in ("en", "fr"):
        assert str(automaton.states) in found.explanation.render(lang)


@pytest.mark.slow
@pytest.mark.verify
def test_wythoff_value_1_is_found_from_the_rules() -> None:
    """With a certificate that the checker accepts."""
    found = discover_value(define("wythoff"), 1)
    assert found.proof is not None
    assert [level.states for level in found.proof.levels] == [8, 826]
    statement = check(found.proof.certificate()).check()
    digest = "d9ce6195bd457287d6e60677e284fca925cab12a0df1dcbe9c3e71d939424b90"
    assert (statement.name, statement.value, statement.digest) == ("wythoff", 1, digest)


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        "rules:heaps 2; take 1 from one where x + y < 2",
        pytest.param("moore:k=2", marks=pytest.mark.verify),
    ],
)
def test_a_finite_set_is_told(game: str) -> None:
    few = discover_value(define(game), 1).explanation.render("en")
    assert "The positions of Grundy value 1\nare (0, 1) and (1, 0), and no others." in few


@pytest.mark.slow
def test_an_empty_set_is_told() -> None:
    none = discover_value(define("rules:heaps 2; take 1 from x where y == 0"), 2)
    assert "there is no position of Grundy\nvalue 2." in none.explanation.render("en")


@pytest.mark.slow
def test_what_was_not_found_is_told() -> None:
    """Of Wythoff's game, the value 2 is out of reach of small tables; the value 1 is not."""
    found = discover_value(define("wythoff"), 2, size=4000)
    assert (found.proof, found.size, found.reason) == (None, 4000, "size")
    assert {attempt.value for attempt in found.attempts} <= {0, 1, 2}
    told = found.explanation.render("en")
    assert told.startswith("For the positions of Grundy value 2 no automaton was found")
    assert "[1; (1)]" in told
    assert "Pour les positions de valeur de Grundy 2" in found.explanation.render("fr")


def test_bounds_are_kept() -> None:
    late = discover_value(define("wythoff"), 1, seconds=0)
    assert (late.proof, late.reason) == (None, "seconds")
    assert "Nothing was found" in late.explanation.render("en")
    small = discover_value(define("lucas"), 1, memory=1)
    assert (small.proof, small.reason) == (None, "memory")


def test_progress_is_told_and_can_end_it() -> None:
    stages: list[str] = []

    def notice(stage: Message, _: int, __: int) -> None:
        stages.append(stage.key)

    discover_value(define("nim"), 1, notice=notice)
    assert list(dict.fromkeys(stages)) == [
        "discover.stage.solve",
        "discover.stage.guess",
        "discover.stage.prove",
    ]


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(InputError, match="the last to move loses"):
        discover_value(define("wythoff:misere"), 1)
    with pytest.raises(InputError, match="from 0 to 9"):
        discover_value(define("wythoff"), 10)
    with pytest.raises(OutOfReach, match="two heaps"):
        discover_value(define("rules:heaps 3; take n from one"), 1)
    with pytest.raises(InputError, match="8 or more"):
        discover_value(define("nim"), 1, size=3)
