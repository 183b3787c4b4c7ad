"""Lucas–Wythoff: both theories against the search, known pairs, and heaps of every size."""

from itertools import islice, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import marienbad
from marienbad.games.catalogue import define
from marienbad.games.lucas import LUCAS, LucasRules
from marienbad.registry import theory_of
from marienbad.solver.reference import p_positions
from marienbad.study.chance import chance
from marienbad.study.tables import ordered_pairs
from marienbad.text.language import LANGUAGES
from marienbad.text.problems import OutOfReach
from marienbad.theories.lucas.pairs import partner, smaller
from marienbad.theories.lucas.representation import LucasSum, weights
from marienbad.theories.lucas.theory import LucasTheory

ENDINGS = ("lucas", "lucas:misere")
THEORIES = ("representation", "residues")
SIZE = 42
# fmt: off
PAIRS = [
    (0, 0), (1, 3), (2, 6), (4, 7), (5, 10), (8, 14), (9, 17), (11, 18), (12, 21), (13, 24),
    (15, 25), (16, 28), (19, 32), (20, 35), (22, 36), (23, 39),
]
# fmt: on
"""Found by brute force from the rules, before there was a theory."""


def test_the_first_pairs_are_known() -> None:
    assert list(islice(ordered_pairs(define("lucas")), len(PAIRS))) == PAIRS
    misere = [(x + 2, y + 2) for x, y in PAIRS]
    assert list(islice(ordered_pairs(define("lucas:misere")), 8)) == [(0, 1), *misere[:7]]


@pytest.mark.slow
def test_the_rules_are_those_of_the_text_and_every_move_comes_once() -> None:
    statements = LUCAS.statements
    assert statements is not None
    rules = LucasRules()
    written = marienbad.rules(f"heaps 2; {statements(rules, 2)}").definition.ruleset
    for position in product(range(14), repeat=2):
        moves = list(rules.moves(position))
        assert len(moves) == len(set(moves))
        assert set(moves) == set(written.moves(position))


@pytest.mark.slow
def test_a_move_of_one_and_two_from_equal_heaps_would_change_misere_play_only() -> None:
    allowed = (
        "heaps 2; take n from one; take n, n from two; take 1, 2 from x, y where x <= y; "
        "take 2, 1 from x, y where x >= y; "
        "take c, d from x, y where c == x and d == y and abs(x - y) == 1"
    )

    def pairs(name: str) -> list[tuple[int, ...]]:
        return list(p_positions(define(name), (20, 20)))

    assert pairs(f"rules:{allowed}") == pairs("lucas")
    assert pairs(f"rules:{allowed}; last loses") != pairs("lucas:misere")


@given(st.integers(0, 10**40), st.sampled_from([0, 2]))
def test_every_number_and_every_difference_has_one_pair(number: int, shift: int) -> None:
    other = partner(number, shift)
    assert partner(other, shift) == number
    assert smaller(abs(other - number), shift) == min(number, other)
    small = smaller(number, shift)
    if small is not None:
        assert partner(small, shift) == small + number
    else:
        assert (number, shift) == (1, 0)


@given(st.integers(0, 10**40))
def test_sums_of_lucas_numbers_find_the_same_pairs(number: int) -> None:
    written = LucasSum(number)
    assert sum(written.terms) == number
    assert all(one - other > 1 for one, other in pairwise(written.indices))
    assert not {0, 2} <= set(written.indices)
    assert written.partner == partner(number)
    assert written.smaller == (-2 if number == 1 else smaller(number))
    digits = tuple(written.digits)
    assert sum(d * w for d, w in zip(digits, weights(len(digits)), strict=True)) == number


@given(st.integers(1, 10**30), st.integers(-9, 9), st.sampled_from(ENDINGS))
def test_near_a_pair_some_step_wins(number: int, off: int, name: str) -> None:
    theory = theory_of(define(name), "residues")
    assert isinstance(theory, LucasTheory)
    position = (number, abs(theory.partner(number) + off))
    assert theory.is_p(position) is not bool(theory.solve(position).winning_moves)


@pytest.mark.slow
@pytest.mark.parametrize("digits", [10**5, pytest.param(10**6, marks=pytest.mark.verify)])
@pytest.mark.parametrize("name", ENDINGS)
def test_heaps_of_very_many_digits(name: str, digits: int) -> None:
    x = 10**digits + 1
    game = marienbad.game(name)
    with pytest.raises(OutOfReach):
        game.analyse((x, x + 5), "representation")
    theory = theory_of(game.definition, "residues")
    assert isinstance(theory, LucasTheory)
    for y in (theory.partner(x), x + 10**9):
        analysis = game.analyse((x, y))
        assert analysis.theory == "residues"
        assert analysis.outcome == ("P" if y != x + 10**9 else "N")
        assert all(map(analysis.explanation.render, LANGUAGES))


@pytest.mark.parametrize("name", ENDINGS)
def test_lost_starts_are_counted_by_a_formula(name: str) -> None:
    game = define(name)
    for size in (1, 2, 3, 50, 377, 2000):
        pairs = [pair for pair in islice(ordered_pairs(game), size) if max(pair) < size]
        lost = sum(1 if x == y else 2 for x, y in pairs)
        assert chance(game, size).lost == lost, size


def test_the_steps_are_told() -> None:
    def text(name: str, *position: int) -> str:
        return " ".join(marienbad.game(name).analyse(position).explanation.render("en").split())

    assert "The heaps differ by 1: take everything" in text("lucas", 6, 7)
    assert "9 = 7 + 2 There is 2 and no 4: replace 2 by 6" in text("lucas", 9, 30)
    assert "The partner of 9 is 17, one more than the larger heap 16." in text("lucas", 9, 16)
    assert "leaves (8, 14), the pair of the difference 6: this wins." in text("lucas", 9, 16)
    assert "look for 9 instead of 11, and add 2 to the partner" in text("lucas:misere", 11, 40)
    assert "takes the last token, and whoever takes it loses" in text("lucas:misere", 0, 1)
