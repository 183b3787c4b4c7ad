"""Cyclic Nimhoff and Moore's Nim: every winning move against the search, Grundy values, limits."""

from itertools import islice, product

import pytest

import marienbad
from marienbad.games.catalogue import define
from marienbad.games.ruleset import Ruleset
from marienbad.heaps import leave
from marienbad.registry import theory_of
from marienbad.solver.reachable import Nimbers
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Message
from marienbad.theories.nimhoff import Cyclic

NIMHOFF = [(f"nimhoff:h={h}", "cyclic") for h in (2, 3, 4, 6)]
MOORE = [(f"moore:k={k}{m}", "columns") for k in (1, 2, 3) for m in ("", ",misere")]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["moore:k=2", "moore:k=3", "moore:k=2,misere", "moore:k=3,misere"])
def test_the_rule_of_columns_worked_on_a_position_wins(name: str) -> None:
    theory = theory_of(define(name), "columns")
    for position in product(range(6), repeat=4):
        verdict = theory.solve(position)
        told = [block for block in theory.explain(position, verdict) if isinstance(block, Message)]
        left = [message.values["left"] for message in told if message.key == "moore.left"]
        is_worked = not verdict.is_p and max(position) > len(name.split(",")) - 1
        assert len(left) == is_worked, position
        winning = {leave(position, move) for move in verdict.winning_moves}
        assert winning.issuperset(left), position


@pytest.mark.parametrize("name", ["nimhoff:h=2", "nimhoff:h=5", "moore:k=1", "moore:k=3"])
def test_each_move_of_the_declaration_is_listed_once(name: str) -> None:
    rules = define(name).ruleset
    for position in product(range(4), repeat=3):
        listed = list(rules.moves(position))
        assert sorted(listed) == sorted({*Ruleset.takings(rules, position)})
        for move in product(range(5), repeat=3):
            is_legal = rules.is_legal(position, move)
            assert is_legal is (move in listed) is Ruleset.may_take(rules, position, move)


@pytest.mark.parametrize("h", [2, 3, 5])
def test_the_grundy_value_is_that_of_the_search(h: int) -> None:
    game = define(f"nimhoff:h={h}")
    values, theory = Nimbers(game), Cyclic(game)
    for position in (*product(range(11), repeat=2), *product(range(5), repeat=3)):
        assert theory.value(position) == values.value(position)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "position"),
    [("moore:k=3", (10**6 + 1,) * 5 + (77,)), ("nimhoff:h=10", (8,) * 40 + (9,))],
)
def test_too_many_winning_moves_are_not_listed(name: str, position: tuple[int, ...]) -> None:
    analysis = marienbad.game(name).analyse(position)
    assert analysis.outcome == "N"
    assert analysis.suggestion is not None
    left = leave(position, analysis.suggestion)
    assert marienbad.game(name).analyse(left).outcome == "P"
    with pytest.raises(OutOfReach):
        analysis.winning_moves  # noqa: B018


@pytest.mark.parametrize("name", ["nimhoff:h=1", "nimhoff:h=11", "moore:k=0", "moore:k=8"])
def test_a_parameter_out_of_range_is_named(name: str) -> None:
    with pytest.raises(InputError, match="expected a whole number from"):
        define(name)


def test_names_are_written_with_their_parameter() -> None:
    assert define("nimhoff").name == "nimhoff:h=3"
    assert define("moore:misere").name == "moore:k=2,misere"


@pytest.mark.parametrize(
    "name", ["moore:k=1", "moore:k=3,misere", "nimhoff:h=4", "wythoff:heaps=3"]
)
def test_the_first_moves_of_huge_heaps_come_at_once(name: str) -> None:
    """They are not kept in memory, of which a heap of ten thousand millions would fill all."""
    game = marienbad.game(name)
    for position in ((10**10,) * 3, (0, 10**100, 10**100)):
        moves = list(islice(game.moves(position), 3))
        assert not game.is_over(position)
        assert len({*moves}) == 3
        assert all(game.is_legal(position, move) for move in moves)


@pytest.mark.parametrize(("k", "ones"), [(7, 63), (5, 59), (7, 38)])
def test_of_millions_of_winning_moves_one_is_found(k: int, ones: int) -> None:
    """Hundreds of millions of ways to choose heaps are not gone through to find one."""
    game, position = marienbad.game(f"moore:k={k}"), (1,) * ones
    analysis = game.analyse(position)
    assert not analysis.verdict.is_complete
    assert analysis.suggestion is not None
    assert game.is_legal(position, analysis.suggestion)
    assert game.analyse(game.after(position, analysis.suggestion)).outcome == "P"
