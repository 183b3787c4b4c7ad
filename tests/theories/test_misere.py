"""Misère play with b > 1: the recurrence against the search that knows only the rules."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import marienbad
from marienbad.games.catalogue import define
from marienbad.registry import theory_of
from marienbad.solver.reference import Search
from marienbad.solver.table import solve
from marienbad.text.problems import OutOfReach
from marienbad.text.sentences import Table
from marienbad.theories.batch import pairs_array
from marienbad.theories.wording import explanation_of
from marienbad.theories.wythoff.counting import lost_starts, ordered_pairs
from marienbad.theories.wythoff.misere import MisereRecurrence
from marienbad.theories.wythoff.misere_pairs import MiserePairs, MisereRules, NearNormalPairs

SIZE = 160
PARAMETERS = [(a, b) for a in range(1, 7) for b in range(2, 7)]


@pytest.mark.parametrize(("a", "b"), PARAMETERS)
def test_the_pairs_are_those_of_the_search(a: int, b: int) -> None:
    game = define(f"wythoff:a={a},b={b},misere")
    found = solve(game, (SIZE, SIZE)).is_p
    known = np.zeros((SIZE, SIZE), bool)
    pairs = list(ordered_pairs(game, SIZE))
    assert pairs == sorted(pairs)
    for x, y in pairs:
        known[x, y] = known[y, x] = True
    assert (found == known).all()
    assert tuple(pairs) == MisereRecurrence(game).pairs_below(SIZE)
    for size in (1, 2, b, b + 1, 3 * b, 57, SIZE):
        assert lost_starts(game, size) == found[:size, :size].sum()


@given(st.integers(1, 9), st.integers(2, 9), st.data())
def test_the_winning_moves_are_all_the_moves_to_pairs(a: int, b: int, data: st.DataObject) -> None:
    game = define(f"wythoff:a={a},b={b},misere")
    theory = MisereRecurrence(game)
    x, y = (data.draw(st.integers(0, 40)) for _ in range(2))
    moves = [(c, d) for c, d in game.moves((x, y)) if theory.is_p((x - c, y - d))]
    verdict = theory.solve((x, y))
    assert list(verdict.winning_moves) == sorted(moves)
    assert verdict.is_p == (not moves and not game.is_over((x, y)))


def test_parameters_of_any_size() -> None:
    huge = 10**40
    game = define(f"wythoff:a={huge},b={huge},misere")
    assert list(islice(ordered_pairs(game), 2)) == [(0, huge), (0, huge + 1)]
    theory = MisereRecurrence(game)
    assert theory.solve((1, 8)).is_p
    assert not theory.solve((2, 8)).is_p
    assert lost_starts(game, 1000) == 2 * 999 - 1
    with pytest.raises(OutOfReach):
        lost_starts(define("wythoff:b=2,misere"), 10**8)
    with pytest.raises(OutOfReach):
        pairs_array(game, 1)


def test_beyond_the_list_the_automaton_answers() -> None:
    game = marienbad.game("wythoff:a=2,b=2,misere")
    assert game.theories == ("recurrence", "automaton", "table")
    assert game.analyse((5, 12)).authority == "theorem"
    assert game.analyse((10**30, 10**30)).authority == "proof"
    one = marienbad.game("wythoff:b=2,misere")
    assert one.analyse((10**30, 10**30)).authority == "theorem"
    assert one.analyse((10**400, 10**400)).authority == "proof"


@pytest.mark.slow
@pytest.mark.parametrize("b", [2, 3, 4, 7, 12])
def test_with_a_1_the_list_is_normal_play_but_for_what_is_known(b: int) -> None:
    rules = MisereRules.of(define(f"wythoff:b={b},misere"))
    near, listed = NearNormalPairs(rules, 10**5), MiserePairs(rules, 3000)
    for r in range(b):
        family = rules.family(r)
        assert all(near.nth(family, n) == listed.nth(family, n) for n in range(1500))
        assert all(near.find(family, x) == listed.find(family, x) for x in range(1, 1000))


@pytest.mark.slow
@given(st.sampled_from([2, 3, 5, 8, 12]), st.integers(10**5 + 1, 10**30), st.integers(0, 10**31))
def test_far_away_the_theorem_agrees_with_the_automaton(b: int, x: int, more: int) -> None:
    game = define(f"wythoff:b={b},misere")
    theory, automaton = MisereRecurrence(game), theory_of(game, "automaton")
    for position in ((x, x + more), (x, x + more % b)):
        assert theory.solve(position) == automaton.solve(position)
    partner = theory.solve((x, 20 * x)).winning_moves[0]
    assert automaton.is_p((x - partner[0], 20 * x - partner[1]))
    assert marienbad.game("wythoff:a=9,b=2,misere").theories == ("recurrence", "table")


def test_the_array_is_the_list() -> None:
    game = define("wythoff:a=2,b=3,misere")
    assert pairs_array(game, 50, start=7).tolist() == [
        list(pair) for pair in islice(ordered_pairs(game), 7, 57)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["b=2", "a=2,b=2", "b=3", "a=2,b=3", "a=3,b=5"])
def test_the_words_say_what_the_moves_are(name: str) -> None:
    game = define(f"wythoff:{name},misere")
    theory = MisereRecurrence(game)
    for x in range(14):
        for y in range(30):
            verdict = theory.solve((x, y))
            text = explanation_of(theory, (x, y), verdict).render()
            for c, d in verdict.winning_moves:
                left = sorted((x - c, y - d))
                assert f"({x - c}, {y - d})" in text
                assert c * d == 0 or f"({left[0]}, {left[1]})" in text


def test_every_row_of_the_lists_has_a_pair() -> None:
    theory = MisereRecurrence(define("wythoff:a=2,b=2,misere"))
    tables = [
        block
        for x in range(70, 140)
        for block in theory.explain((x, 900), theory.solve((x, 900)))
        if isinstance(block, Table)
    ]
    assert all(any(row[1:]) for table in tables for row in table.rows)


@pytest.mark.slow
@pytest.mark.parametrize(("a", "b"), [(1, 2), (2, 2), (1, 3), (2, 3), (4, 5)])
def test_the_rule_done_to_the_letter_wins(a: int, b: int) -> None:
    """The lists written down as the words say; then the difference, then the smaller heap."""
    lists = [[(0, b + r), (1, 1 + r)] for r in range(b)]
    for n in range(2, 80):
        used = [{x for x, _ in lists[r]} | {y for _, y in lists[-r]} for r in range(b)]
        for r in range(b):
            least = next(x for x in range(200) if x not in used[r])
            lists[r].append((least, least + a * b * n - (a - 1) * b + r))
    game = define(f"wythoff:a={a},b={b},misere")
    search = Search(game)
    for x in range(20):
        for y in range(x, 50):
            if game.is_over((x, y)):
                continue
            k, r = divmod(y - x, b)
            number = 1 if k == 0 else 0 if k <= a else (k - 1) // a + 1
            found = {(0, y - partner) for partner in partners(lists[r], lists[-r], x)}
            if search.is_p((x, y)):
                assert found == {(0, 0)}
                continue
            small, large = lists[r][number]
            winning = {(x - small, y - large)} if small < x else set()
            assert winning or min(found) > (0, 0)
            winning |= {move for move in found if min(move) >= 0}
            winning |= {(x - low, 0) for low, high in lists[r] if high == y and low < x}
            near = [*lists[r][:2], lists[r][max(number, 1) + 1]]
            near += [(high, low) for low, high in lists[-r][:2]]
            winning |= {
                (x - low, y - high)
                for low, high in near
                if low < x and high < y and abs((high - low) - (y - x)) <= (a - 1) * b
            }
            if x == y:
                winning |= {(d, c) for c, d in winning}
            assert winning == set(search.winning_moves((x, y))), (x, y)


def partners(own: list[tuple[int, int]], opposite: list[tuple[int, int]], x: int) -> set[int]:
    """The larger member beside x in its own list, or the smaller one in the other list."""
    return {high for low, high in own if low == x} | {low for low, high in opposite if high == x}
