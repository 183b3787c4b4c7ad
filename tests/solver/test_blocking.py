"""The search where options may be forbidden, and where conditions on the heaps end the game."""

from itertools import product
from typing import Any

import pytest
from hypothesis import example, given, settings

from marienbad.analysis import Game
from marienbad.games.definition import Definition
from marienbad.games.language.rule_text import define_rules
from marienbad.heaps import Position, leave, situated
from marienbad.solver.counting import Counted
from marienbad.solver.outcomes import Strips
from marienbad.solver.reachable import Reachable
from marienbad.solver.reference import p_positions
from marienbad.solver.search import OutcomeSearch
from marienbad.solver.table import solve
from marienbad.solver.words import unpacked
from marienbad.text.problems import InputError
from tests.games.language.rule_texts import problem_of
from tests.games.language.test_meaning import rule_texts

TAKES = [
    "take n from one; take n, n from two",
    "take n from one where n <= 4; take n, n from two",
    "take n from one; take 1, 2 from two; terminal x + y < 3",
    "take c, d from two where abs(c - d) < 2; take n from one",
    "take n from one where n % 3 == 1; take n, n from two where n > 2",
    "take t, s from two where s == 2 * t; take n from x",
    "take n from one; take n from one where n % 2 == 0; take 2, 0 from two; terminal x == 3",
    "take n from one; take n from x where n % y == 0",
    "take n from x; take c, d from two where c * d < 9",
    "take n from x where n % 2 == 0; take n from x where n % 3 == 0; take 1 from y",
]


def places(is_p: Any) -> set[Position]:
    return {(x, y) for x, y in zip(*(axis.tolist() for axis in is_p.nonzero()), strict=True)}


@pytest.mark.slow
@pytest.mark.sample(12)
@pytest.mark.parametrize("block", [2, 3, 5])
@pytest.mark.parametrize("takes", TAKES)
def test_compiled_and_readable_search_agree(takes: str, block: int) -> None:
    game = define_rules(f"heaps 2; {takes}; block {block}")
    assert places(solve(game, (20, 17)).is_p) == {*p_positions(game, (20, 17))}


def by_definition(game: Definition, sizes: tuple[int, int], block: int) -> set[Position]:
    """P where fewer than so many of the positions that can be left are, by the moves alone."""
    found: set[Position] = set()
    for position in product(*map(range, sizes)):
        left = {leave(position, move) for move in game.moves(position)}
        if len(left & found) < block:
            found.add(position)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("takes", TAKES)
def test_both_count_what_can_be_left(takes: str) -> None:
    plain = define_rules(f"heaps 2; {takes}")
    for block in (2, 4):
        game = define_rules(f"heaps 2; {takes}; block {block}")
        assert {*p_positions(game, (14, 14))} == by_definition(plain, (14, 14), block)


@pytest.mark.slow
@pytest.mark.sample(4)
@pytest.mark.parametrize("takes", TAKES)
def test_counting_decides_the_match_with_its_forbidding(takes: str) -> None:
    """The game itself is searched: each way to forbid, and each move that is then left."""
    for block, most in ((2, 6), (3, 4), (4, 3)):
        game = define_rules(f"heaps 2; {takes}; block {block}")
        found, search = {*p_positions(game, (most, most))}, OutcomeSearch(game)
        match = Reachable(game)
        for heaps in product(range(most), repeat=2):
            begun = situated(heaps, 1)
            assert match.is_p(begun) == (heaps not in found), (takes, block, heaps)
            assert search.is_p(begun) == match.is_p(begun)
            assert search.winning_moves(begun) == game.winning_moves(begun, match.is_p)
            for forbidding in game.moves(begun):
                pending = game.after(begun, forbidding)
                assert search.is_p(pending) == match.is_p(pending)
                assert search.winning_moves(pending) == game.winning_moves(pending, match.is_p)


@pytest.mark.slow
def test_winning_moves_are_the_moves_to_positions_to_leave() -> None:
    game = Game.named("rules:heaps 2; take n from one; take n, n from two; block 3")
    found = {*p_positions(game.definition, (12, 12))}
    for position in product(range(12), repeat=2):
        moves = {move for move in game.moves(position) if leave(position, move) in found}
        analysis = game.analyse(position)
        assert analysis.outcome == ("N" if len(moves) >= 3 else "P")
        assert {*analysis.winning_moves} == (moves if len(moves) >= 3 else set())
        assert Reachable(game.definition).winning_moves(position) == analysis.winning_moves


@pytest.mark.slow
def test_three_heaps_and_one_are_searched_too() -> None:
    game = define_rules("heaps 3; take n from one; block 2")
    assert places_of_three(game) == {*p_positions(game, (5, 5, 5))}
    one = define_rules("heaps 1; take n from one where n in {1, 3, 4}; block 2")
    found: list[int] = []
    for heap in range(60):
        if sum(heap - amount in found for amount in (1, 3, 4)) < 2:
            found.append(heap)
    assert [heap for heap in range(60) if OutcomeSearch(one).is_p((heap,))] == found


def places_of_three(game: Definition) -> set[Position]:
    search = OutcomeSearch(game)
    return {heaps for heaps in product(range(5), repeat=3) if search.is_p(heaps)}


def test_there_are_no_grundy_values() -> None:
    game = define_rules("heaps 2; take n from one; block 2")
    with pytest.raises(InputError, match="in which no option may be forbidden"):
        solve(game, (5, 5), grundy=True)


GATED = [
    "take n from one; take n, n from two; terminal x + y <= 5",
    "take n from one; take n, n from two; terminal x in {1, 3} or x * y == 12",
    "take n from x where x >= y; take n from y where y >= x; take 2, 3 from two where x % 3 == 1",
    "take n from one where n % 3 == 0 and x > 2; take c, d from two where c == d and x ^ y < 9",
    "take n from one where n % 2 == 1 and n <= 7; take n from one where x % y == 0",
]


@pytest.mark.slow
@pytest.mark.sample(5)
@pytest.mark.parametrize("ending", ["", "; last loses"])
@pytest.mark.parametrize("takes", GATED)
def test_conditions_on_the_heaps_are_gates_of_rays(takes: str, ending: str) -> None:
    game = define_rules(f"heaps 2; {takes}{ending}")
    strips = Strips(game, (40, 33))
    assert isinstance(strips.engine, Counted)
    found = {(x, y) for x, y in places(unpacked(strips.advance(15), 33))}
    found |= {(x + 15, y) for x, y in places(unpacked(strips.advance(25), 33))}
    assert found == {*p_positions(game, (40, 33))}


@pytest.mark.slow
@settings(max_examples=2 * settings().max_examples)
@given(rule_texts())
@example("heaps 2; take n from one; take n, n from two where n != 3; take 2, 3 from two")
def test_random_rules_are_counted_alike(text: str) -> None:
    for block in (2, 3):
        forbidding = f"{text}; block {block}"
        if problem_of(forbidding) is None and "heaps 2" in text:
            game = define_rules(forbidding)
            assert places(solve(game, (9, 8)).is_p) == {*p_positions(game, (9, 8))}
    if problem_of(text) is None and "heaps 2" in text and define_rules(text).ruleset.is_plain:
        game = define_rules(text)
        assert places(solve(game, (9, 8)).is_p) == {*p_positions(game, (9, 8))}
