"""Wythoff's game in the book: its three recipes, and the numerations on which they rest."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.numeration.continued_fraction import ContinuedFraction
from marienbad.solver.reference import Search
from marienbad.study.book import fibonacci, golden, wythoff
from marienbad.study.book.divisions import divisions, ways

SIDE = 30
CASES = {"large", "above", "below", "pair"}


def test_the_three_recipes_lead_to_the_same_position_to_leave() -> None:
    search, seen = Search(define("wythoff")), set()
    for x, y in product(range(SIDE), repeat=2):
        if x > y:
            continue
        target = wythoff.goal(x, y)
        case, left = golden.goal(x, y)
        assert left == target.reached == fibonacci.goal(x, y)[1], (x, y)
        assert search.is_p(left)
        assert (target.case == "pair") == (case == "pair") == search.is_p((x, y))
        seen.add((target.case, case, fibonacci.goal(x, y)[0]))
    assert {cases[0] for cases in seen} == {cases[1] for cases in seen} == CASES
    assert {cases[2] for cases in seen} == CASES - {"large"} | {"odd"}


@given(st.tuples(*[st.integers(1, 4)] * 3), st.integers(1, 300), st.sampled_from("pq"))
def test_ways_are_counted_by_trying_all_digits(
    period: tuple[int, ...], number: int, letter: str
) -> None:
    system = ContinuedFraction(period)
    last = system.quotient(1) - (letter == "q")
    assert ways(system, number, letter, last) == 1
    rows = divisions(system, number, letter)
    assert sum(weight * digit for _, weight, digit, _ in rows) == number
    written = system.p_representation(number) if letter == "p" else system.q_representation(number)
    assert system.is_admissible(written)
    assert [digit for _, _, digit, _ in rows] == list(written)


def test_the_last_digit_as_printed_has_two_ways() -> None:
    assert ways(ContinuedFraction((2,)), 2, "q", 2) == 2
    assert ways(ContinuedFraction((1,)), 1, "q", 1) == 2
