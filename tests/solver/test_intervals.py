"""Single heaps of which intervals may be taken that depend on their size."""

import pytest

from marienbad.games.language.rule_text import define_rules
from marienbad.heaps import Position
from marienbad.solver.counting import Intervals
from marienbad.solver.outcomes import engine_of
from marienbad.solver.reference import p_positions
from marienbad.solver.search import OutcomeSearch
from marienbad.solver.table import solve
from marienbad.text.problems import OutOfReach

SIZE = 120


@pytest.mark.slow
@pytest.mark.parametrize("end", ["", "; last loses"], ids=["normal", "misere"])
def test_intervals_agree_with_the_readable_search(end: str) -> None:
    for where in (
        "2 * n <= x",
        "n <= x // 2",
        "n >= x // 5 and n <= x // 2",
        "3 * n >= x",
        "-2 * n >= 3 - x",
        "-3 * n <= 5 - 2 * x",
        "n < 7 and x > 9",
        "n <= 20 % x",
        "n < x // 2; take 5 from one; take 3 from one where x % 2 == 1",
    ):
        game = define_rules(f"heaps 1; take n from one where {where}{end}")
        assert isinstance(engine_of(game, (SIZE,)), Intervals), where
        found = solve(game, (SIZE,)).is_p.nonzero()[0].tolist()
        assert found == [heap for (heap,) in p_positions(game, (SIZE,))], game.name


def test_other_conditions_and_other_heaps_are_left_to_other_searches() -> None:
    for where in ("2 * n <= x and n % 3 == 1", "n * n <= x", "n <= 3"):
        game = define_rules(f"heaps 1; take n from one where {where}")
        assert not isinstance(engine_of(game, (SIZE,)), Intervals), where
    pair = define_rules("heaps 2; take n from one where 2 * n <= x")
    assert not isinstance(engine_of(pair, (9, 9)), Intervals)


@pytest.mark.slow
def test_a_heap_of_a_million_is_within_reach() -> None:
    """The heaps 2ᵏ − 1 are to leave where at most half may be taken."""
    search = OutcomeSearch(define_rules("heaps 1; take n from one where 2 * n <= x"))
    search.check_reach((10**6,))
    assert not search.is_p((10**6,))
    assert search.is_p((2**19 - 1,))


def example_of(problem: OutOfReach) -> Position:
    example = problem.message.values["example"]
    assert isinstance(example, tuple)
    return example


@pytest.mark.parametrize("heaps", range(1, 5))
@pytest.mark.parametrize("where", ["", " where 2 * n <= x"])
def test_a_refusal_names_a_position_of_as_many_heaps_within_reach(heaps: int, where: str) -> None:
    search = OutcomeSearch(define_rules(f"heaps {heaps}; take n from x{where}; take 1 from one"))
    with pytest.raises(OutOfReach) as refused:
        search.check_reach((10**9,) * heaps)
    example = example_of(refused.value)
    assert len(example) == heaps
    assert min(example) > 0
    search.check_reach(example)
    assert f"such as ({', '.join(map(str, example))})." in str(refused.value)
