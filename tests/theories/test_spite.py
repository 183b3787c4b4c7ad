"""Spite Nim: the least partner against the search, every winning call and choice, at any size."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import marienbad
from marienbad.games.catalogue import define
from marienbad.heaps import Call, situated, state_of
from marienbad.solver.reachable import Reachable
from marienbad.study.board import construction
from marienbad.study.tables import reaches
from marienbad.text.problems import InputError, OutOfReach
from marienbad.theories.spite import Hale, least_partner, partners

GAME = define("spite")
SAFE = (
    {0}, {1}, {1}, {2}, {3}, {3, 4}, {4, 5}, {4}, {5, 6, 7}, {6},
    {6, 7, 8, 9}, {7, 9}, {8, 10}, {8, 9, 11},
)  # fmt: skip
"""The partners that are no longer than the row, known before."""


def test_the_partners_are_those_that_were_known() -> None:
    for row, known in enumerate(SAFE):
        assert {other for other in partners(GAME, row) if other <= row} == known


@pytest.mark.slow
def test_the_least_partner_is_hales() -> None:
    """The smallest r with r + f(r) ≥ n, and the least that the search finds."""
    for row in range(1, 120):
        smallest = next(r for r in range(row + 1) if r + least_partner(r) >= row)
        assert least_partner(row) == smallest == partners(GAME, row)[0]


@pytest.mark.parametrize("name", ["spite", "spite:misere"])
def test_no_partner_is_longer_than_those_that_are_listed(name: str) -> None:
    game = define(name)
    search = Reachable(game)
    for row in range(7):
        found = tuple(other for other in range(30) if search.is_p((row, other)))
        assert partners(game, row) == found


@given(st.integers(0, 60), st.integers(0, 10**40), st.integers(0, 2))
def test_a_small_row_beside_any_other(x: int, more: int, empty: int) -> None:
    y = 2 * x + least_partner(x) + 1 + more
    theory = Hale(GAME)
    position = (*(0,) * empty, y, x)
    verdict = theory.solve(position)
    assert not verdict.is_p
    assert verdict.winning_moves == tuple(Call(y - m) for m in reversed(partners(GAME, x)))
    for move, partner in zip(verdict.winning_moves, reversed(partners(GAME, x)), strict=True):
        assert GAME.is_legal(position, move)
        called = GAME.after(position, move)
        (choice,) = GAME.moves(called)
        theory.check_reach(called)
        assert theory.is_p(called)
        assert GAME.after(called, choice) == (*(0,) * empty, partner, x)


@given(st.integers(1, 10**60), st.integers(1, 10**60))
def test_against_the_least_partner_every_call_can_be_answered(y: int, called: int) -> None:
    x, called = least_partner(y), 1 + called % y
    theory = Hale(GAME)
    assert theory.is_p((x, y))
    (answer,) = [m for m in GAME.moves(situated((x, y), called)) if m[called > x]]
    left = GAME.after(situated((x, y), called), answer)
    assert state_of(left) == 0
    low, high = sorted(left)
    assert low < least_partner(high)


def test_a_good_try_leaves_a_right_row_and_a_wrong_one() -> None:
    theory = Hale(GAME)
    for y in range(2, 60):
        position = (least_partner(y), y)
        tried = theory.resisting_moves(position)
        assert tried is not None
        (call,) = tried
        after = GAME.after(position, call)
        assert len(list(GAME.moves(after))) == 2
        assert len(theory.solve(after).winning_moves) == 1


def test_what_the_theorem_does_not_tell_is_answered_by_the_table() -> None:
    game = marienbad.game("spite")
    for position in ((12, 13), (3, 4, 5)):
        analysis = game.analyse(position)
        assert (analysis.theory, analysis.authority) == ("table", "table")
        with pytest.raises(OutOfReach):
            game.analyse(position, "hale")
    assert game.analyse((7, 20)).authority == "theorem"
    assert marienbad.game("spite:misere").theories == ("table",)


def test_misere_play_gives_the_last_match_to_the_other() -> None:
    game = marienbad.game("spite:misere")
    assert game.analyse((1,)).outcome == "P"
    assert game.analyse((5,)).winning_moves == (Call(4),)
    assert game.analyse((0, 0)).outcome == "N"


def test_a_pair_excludes_no_square_where_a_number_is_called() -> None:
    with pytest.raises(InputError, match="a player calls or forbids"):
        marienbad.game("spite").board(pairs=1)
    with pytest.raises(InputError, match="a player calls or forbids"):
        next(construction(GAME))


def test_every_position_has_a_gist() -> None:
    theory = Hale(GAME)
    for heaps in product(range(8), repeat=2):
        for called in range(max(heaps) + 1):
            position = situated(heaps, called)
            if any(heaps) and reaches(theory, position):
                assert theory.gist(position, theory.solve(position)), position
