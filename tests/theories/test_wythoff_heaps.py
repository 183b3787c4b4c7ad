"""Wythoff's game with more than two heaps: its moves, its search and what is observed of it."""

from itertools import islice, product

import pytest

import marienbad
from marienbad.games.catalogue import define
from marienbad.heaps import Move, Position
from marienbad.solver.reference import p_positions
from marienbad.solver.search import search_of
from marienbad.study.tables import tables_of
from marienbad.text.problems import InputError, OutOfReach
from marienbad.theories.wythoff.several import observed, pairs_beside

SIZES = {"wythoff:heaps=3": 11, "wythoff:heaps=3,misere": 9, "wythoff:heaps=4": 6}


def may_take(move: Move) -> bool:
    """The rule, read off its description: one heap, or a nim-sum of 0."""
    total = 0
    for amount in move:
        total ^= amount
    return sum(map(bool, move)) == 1 or (any(move) and total == 0)


@pytest.mark.slow
@pytest.mark.parametrize(("heaps", "largest"), [(3, 5), (4, 3), (5, 2), (6, 1)])
def test_moves_are_those_of_the_rule(heaps: int, largest: int) -> None:
    game = define(f"wythoff:heaps={heaps}")
    for position in product(range(largest + 1), repeat=heaps):
        moves = list(game.moves(position))
        assert len(moves) == len(set(moves))
        for move in product(*(range(heap + 1) for heap in position)):
            assert game.is_legal(position, move) is may_take(move) is (move in moves)


def lost(name: str) -> set[Position]:
    """The positions to leave, by a search that knows only the rule above."""
    found: set[Position] = set()
    game = define(name)
    for position in product(range(SIZES[name]), repeat=game.ruleset.heaps or 0):
        after = [
            tuple(heap - taken for heap, taken in zip(position, move, strict=True))
            for move in product(*(range(heap + 1) for heap in position))
            if may_take(move)
        ]
        if found.isdisjoint(after) and (after or not game.is_misere):
            found.add(position)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", SIZES)
def test_every_search_finds_the_same(name: str) -> None:
    game, size, expected = define(name), SIZES[name], lost(name)
    sizes = (size,) * (game.ruleset.heaps or 0)
    assert set(p_positions(game, sizes)) == expected
    assert set(search_of(game).p_positions(tuple(size - 1 for size in sizes))) == expected
    is_p = marienbad.game(name).solve(sizes).is_p
    assert {place for place in product(range(size), repeat=len(sizes)) if is_p[place]} == expected


def test_three_heaps_of_one_are_to_be_left() -> None:
    game = marienbad.game("wythoff:heaps=3")
    assert game.analyse((1, 1, 1)).outcome == "P"
    analysis = game.analyse((3, 5, 7))
    assert (analysis.theory, analysis.authority, game.theories) == ("table", "table", ("table",))
    assert all(game.analyse(left).outcome == "P" for left in after((3, 5, 7), analysis))
    assert "conjecture" in analysis.explanation.render("en")
    misere = marienbad.game("wythoff:heaps=3,misere").analyse((3, 5, 7))
    assert "conjecture" not in misere.explanation.render("en")


def after(position: Position, analysis: marienbad.Analysis) -> list[Position]:
    moves = analysis.winning_moves
    return [tuple(h - t for h, t in zip(position, move, strict=True)) for move in moves]


@pytest.mark.slow
@pytest.mark.parametrize("name", SIZES)
def test_the_pairs_beside_fixed_heaps_are_those_of_the_search(name: str) -> None:
    game, size, expected = define(name), SIZES[name], lost(name)
    for fixed in product(range(size), repeat=(game.ruleset.heaps or 0) - 2):
        pairs = islice(pairs_beside(fixed, game.is_misere), size)
        inside = [pair for pair in pairs if max(pair) < size]
        found = sorted(p[-2:] for p in expected if p[:-2] == fixed and max(fixed) <= p[-2] <= p[-1])
        assert inside == found


@pytest.mark.parametrize(
    ("smallest", "first", "shift"), [(0, 0, 0), (1, 20, 3), (2, 27, 6), (3, 47, 11)]
)
def test_the_difference_keeps_step_with_the_number(smallest: int, first: int, shift: int) -> None:
    sheet = observed(define("wythoff:heaps=3"), 120, of=[smallest])
    rows = list(sheet.rows)
    assert {row[-1] for row in rows[first:]} == {shift}
    assert first == 0 or rows[first - 1][-1] != shift
    assert f"from n = {first} to n = 119 the difference is n" in sheet.render(width=1000)


def test_what_is_not_seen_is_not_said() -> None:
    text = observed(define("wythoff:heaps=3"), 30, of=[4]).render(width=1000)
    assert "are not n plus a fixed number" in text


def test_fixed_heaps_are_as_many_as_there_are_and_not_too_large() -> None:
    game = define("wythoff:heaps=4")
    with pytest.raises(InputError, match=r"1 cannot be the fixed heaps of .*: expected 2 heaps"):
        observed(game, 3, of=[1])
    for fixed in ([10**30, 1], [1, 400]):
        with pytest.raises(OutOfReach, match="expected fewer rows or smaller heaps"):
            observed(game, 3, of=fixed)


@pytest.mark.parametrize("written", ["wythoff:heaps=3,a=2", "wythoff:b=4,heaps=5,misere"])
def test_more_heaps_have_neither_a_nor_b(written: str) -> None:
    with pytest.raises(InputError, match=r"heaps=\d and [ab]=\d do not go together: expected"):
        define(written)


@pytest.mark.parametrize("heaps", ["1", "9", "x"])
def test_the_number_of_heaps_is_bounded(heaps: str) -> None:
    with pytest.raises(InputError, match="expected a whole number from 2 to 8"):
        define(f"wythoff:heaps={heaps}")
    assert define("wythoff:heaps=2") == define("wythoff")
    assert define("wythoff:misere,heaps=03").name == "wythoff:heaps=3,misere"


def test_what_holds_for_two_heaps_only_is_not_offered() -> None:
    game = define("wythoff:heaps=3")
    assert not game.is_solved
    assert not game.has_formulas
    kinds = {kind.name: kind for kind in tables_of(game)}
    assert next(iter(kinds)) == "observed"
    assert "pairs" not in kinds
    assert kinds["observed"].maker is observed
    assert "observed" not in {kind.name for kind in tables_of(define("wythoff"))}
    with pytest.raises(InputError):
        marienbad.game("wythoff:heaps=3").p_positions(limit=4)


def test_huge_heaps_have_a_least_move_at_once() -> None:
    rules = define("wythoff:heaps=3").ruleset
    assert (3, 1, 2) in rules.least_moves((10**30, 1, 10**20))
