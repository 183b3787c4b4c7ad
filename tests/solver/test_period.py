"""Periods of one heap, against the classic tables and against the readable search."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.games.language.rule_text import define_rules
from marienbad.solver.period import largest_amount, periodicity
from marienbad.solver.reference import grundy_values, p_positions
from marienbad.text.problems import InputError, OutOfReach

NIM_VALUES = {
    # Winning Ways, chapter 4: the subtraction games and their nim-sequences
    (1,): (0, 2, "01"),
    (2,): (0, 4, "0011"),
    (1, 2): (0, 3, "012"),
    (1, 3): (0, 2, "01"),
    (2, 3): (0, 5, "00112"),
    (1, 2, 3): (0, 4, "0123"),
    (1, 4): (0, 5, "01012"),
    (2, 4): (0, 6, "001122"),
    (3, 4): (0, 7, "0001112"),
    (1, 3, 4): (0, 7, "0101232"),
    (2, 3, 4): (0, 6, "001122"),
    (1, 2, 3, 4): (0, 5, "01234"),
    (2, 5): (0, 7, "0011021"),
}


def text_of(amounts: tuple[int, ...]) -> str:
    return f"heaps 1; take n from one where n in {{{', '.join(map(str, amounts))}}}"


@pytest.mark.parametrize("amounts", NIM_VALUES)
def test_a_classic_subtraction_game_has_its_nim_sequence(amounts: tuple[int, ...]) -> None:
    found = periodicity(define_rules(text_of(amounts)), grundy=True)
    preperiod, period, values = NIM_VALUES[amounts]
    assert (found.preperiod, found.period) == (preperiod, period)
    assert "".join(map(str, found.values)) == values
    assert found.is_certain


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.sets(st.integers(1, 12), min_size=1, max_size=4), st.sampled_from("gpm"))
def test_any_heap_has_the_value_of_the_readable_search(amounts: set[int], kind: str) -> None:
    text = text_of(tuple(sorted(amounts))) + ("\nlast loses" if kind == "m" else "")
    game, size = define_rules(text), 120
    found = periodicity(game, grundy=kind == "g")
    if kind == "g":
        wanted = list(grundy_values(game, (size,)).values())
    else:
        wins = {heap for (heap,) in p_positions(game, (size,))}
        wanted = [int(heap in wins) for heap in range(size)]
    assert [found.at(heap) for heap in range(size)] == wanted
    far = 10**50 + 7
    assert found.at(far) == found.at(far + found.period)
    last = found.preperiod - 1
    assert found.preperiod == 0 or found.at(last) != found.at(last + found.period)


@pytest.mark.parametrize("most", [1, 20, 100, 5000])
def test_at_most_so_many(most: int) -> None:
    game = define_rules(f"heaps 1; take n from one where n <= {most}")
    for grundy in (False, True):
        found = periodicity(game, grundy)
        assert (found.preperiod, found.period, found.is_certain) == (0, most + 1, True)
    assert found.at(10**30) == 10**30 % (most + 1)


def test_what_is_only_seen_says_so() -> None:
    found = periodicity(define_rules("heaps 1; take n from one where n % 2 == 1"))
    assert (found.period, found.is_certain) == (2, False)
    assert found.at(3000) == 1
    with pytest.raises(OutOfReach, match="seen, not proved"):
        found.at(10**9)


def test_nim_has_no_period() -> None:
    with pytest.raises(OutOfReach, match="no period of nim up to a heap of 5000"):
        periodicity(define("nim"), grundy=True, bound=5000)


def test_a_negative_heap_is_none() -> None:
    with pytest.raises(InputError, match="-1"):
        periodicity(define_rules(text_of((1, 2)))).at(-1)


@pytest.mark.parametrize(
    ("condition", "most"),
    [
        ("n <= 7", 7),
        ("2 * n < 9", 4),
        ("n in {2, 9} and n % 2 == 1", 9),
        ("n >= 3", None),
        ("n <= x // 2", None),
        ("n % 3 == 0", None),
    ],
)
def test_how_much_can_be_taken(condition: str, most: int | None) -> None:
    game = define_rules(f"heaps 1; take n from one where {condition}")
    assert largest_amount(game.ruleset.takes) == most
