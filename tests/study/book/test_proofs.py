"""Proofs of the book: every sentence is said for some numbers, every case occurs."""

import re
from itertools import islice, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.numeration.continued_fraction import ContinuedFraction
from marienbad.numeration.integers import plain
from marienbad.solver.reference import Search
from marienbad.study.book.entry import entries
from marienbad.study.book.proofs.by_algebra import Lines
from marienbad.study.book.proofs.families import Digits, Family
from marienbad.study.book.proofs.fibonacci import goal_by_digits
from marienbad.study.book.proofs.numerations import divisions, ways
from marienbad.study.book.proofs.wythoff import goal_by_golden_ratio, goal_by_pairs
from marienbad.text.language import LOCALE
from marienbad.text.sentences import Items, Message, Table, keys_of
from marienbad.theories.wythoff.algebra import AlgebraicPairs
from marienbad.theories.wythoff.pairs import PairRules

GAMES = [(1, 1), (1, 2), (1, 5), (2, 1), (2, 3), (3, 2), (4, 4)]
GRID = {"a": (1, 2, 3), "b": (1, 2, 3, 4), "r": (0, 1, 2, 3), "n": (1, 2, 3, 11, 12), "z": (14,)}
HEAPS = {"x": (*range(24), 36, 43, 60), "y": (0, 3, 9, 14, 33)}
NUMBERED = {
    "second": {"lemma": "3 4 5 6 7", "corollary": "3", "theorem": "17 18 19"},
    "third": {"lemma": "8 9 10 11 12", "corollary": "4", "theorem": "20 21 22"},
}


@pytest.mark.slow
@pytest.mark.parametrize(("a", "b"), GAMES)
def test_the_three_ways_make_the_pairs_of_the_program(a: int, b: int) -> None:
    known = AlgebraicPairs(PairRules(a, b, is_misere=False), 100, 1000)
    for r in range(b):
        family, rules = Family(a, b, r), known.rules.family(r)
        pairs = [(plain(known.nth(rules, n)), n) for n in range(80)]
        expected = [(small, small + a * b * n + r) for small, n in pairs]
        lines, digits = Lines(family), Digits(family)
        assert [family.pair(n) for n in range(80)] == expected
        assert [(lines.small(n), lines.large(n)) for n in range(80)] == expected
        assert [(x, digits.partner(x)) for x in islice(digits.members(), 80)] == expected
        assert [digits.nth(n) for n in range(80)] == [small for small, _ in expected]
        opposite = Digits(family.opposite)
        assert all(opposite.origin(large) == small for small, large in expected)


@pytest.mark.parametrize("chapter", NUMBERED)
def test_every_numbered_statement_of_the_sections_has_an_entry(chapter: str) -> None:
    found = {(one.kind, one.number) for one in entries().values() if one.chapter == chapter}
    numbered = NUMBERED[chapter].items()
    assert {(kind, number) for kind, all_ in numbered for number in all_.split()} <= found


def keys_said(shown: object) -> set[str]:
    """The keys of a block, those in the cells of a table too."""
    if isinstance(shown, Table):
        cells = (cell for row in (shown.columns, *shown.rows) for cell in row)
        return {cell.key for cell in cells if isinstance(cell, Message)}
    return set(keys_of((shown,))) if isinstance(shown, Message | Items) else set()


@pytest.mark.slow
@pytest.mark.parametrize("chapter", NUMBERED)
def test_every_sentence_is_said_for_some_numbers(chapter: str) -> None:
    said: set[str] = set()
    for entry in entries().values():
        if entry.chapter != chapter:
            continue
        said |= {entry.key, f"{entry.key}.statement"}
        said |= {entry.printed.key} if entry.printed else set()
        choices = [
            [number for number in (GRID | HEAPS)[one.name] if one.least <= number <= one.most]
            for one in entry.choices
        ]
        for numbers in islice(product(*choices), 0, None, 7):
            for step in entry.steps(**dict(zip(entry.known, numbers, strict=True))):
                assert step.holds, (step.text.key, numbers)
                said |= {step.text.key}.union(*map(keys_said, step.shown))
    written = (Path(LOCALE) / f"book_{chapter}.pot").read_text("utf-8")
    assert set(re.findall(r'^msgctxt "(.*)"$', written, re.MULTILINE)) <= said


SIDE = 30
CASES = {"large", "above", "below", "pair"}


def test_the_three_recipes_lead_to_the_same_position_to_leave() -> None:
    search, seen = Search(define("wythoff")), set()
    for x, y in product(range(SIDE), repeat=2):
        if x > y:
            continue
        target = goal_by_pairs(x, y)
        case, left = goal_by_golden_ratio(x, y)
        assert left == target.reached == goal_by_digits(x, y)[1], (x, y)
        assert search.is_p(left)
        assert (target.case == "pair") == (case == "pair") == search.is_p((x, y))
        seen.add((target.case, case, goal_by_digits(x, y)[0]))
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


@pytest.mark.parametrize("name", ["positions_with_a", "recipe_with_a", "recipe_by_slopes"])
def test_nothing_is_no_larger_member(name: str) -> None:
    """0 is in the pair (0, 0) alone, as its smaller member: y ≥ x > 0 would be false."""
    keys = [step.text.key for step in entries()[name].steps(a=2, x=0, y=5)]
    assert "book_first.applies_above" in keys
    assert "book_first.applies_large" not in keys


def test_a_table_of_pairs_reaches_the_pairs_that_are_needed() -> None:
    (step, *_) = entries()["recipe_with_a"].steps(a=2, x=26, y=49)
    (table,) = step.shown
    assert isinstance(table, Table)
    assert table.columns[-2:] == (11, 19)
