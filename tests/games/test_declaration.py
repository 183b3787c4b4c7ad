"""Declared takes: enumerated, symmetric or not, written as a rule."""

from itertools import permutations, product

import pytest

from marienbad.games.declaration import Bound, Congruence, Linear, Take
from marienbad.games.nim import NimRules
from marienbad.games.ruleset import Ruleset
from marienbad.games.wythoff import WythoffRules
from marienbad.heaps import Move, Position


@pytest.mark.parametrize(
    "rules", [NimRules(), WythoffRules(), WythoffRules(3, 1), WythoffRules(2, 3)]
)
def test_the_takes_do_not_mind_the_order_of_heaps(rules: Ruleset) -> None:
    assert all(take.is_symmetric for take in rules.takes)
    for position in product(range(6), repeat=2):
        turned = {move[::-1] for move in rules.moves(position)}
        assert turned == set(rules.moves(position[::-1]))


C = Linear((("c", 1),))
TAKES = [
    Take((1, 3)),
    Take(("c", "d"), where=(Bound(Linear((("c", 1), ("d", -2))), low=0),)),
    Take(("c", "d"), where=(Bound(Linear((("c", 2), ("d", -1))), -1, 2),)),
    Take(("c", "d"), where=(Congruence(Linear((("c", 1), ("d", 2))), 3, 1),)),
    Take(("c", "c"), where=(Bound(C, 2, 4), Congruence(C, 2))),
    Take(("c",), where=(Bound(Linear((("c", 2), ("x", -1))), high=0),)),
    Take(("c",), where=(Bound(Linear((("x", 1), ("y", -1))), low=1),)),
    Take(("c", 2), where=(Congruence(C, 3, 2), Bound(C, low=3))),
    Take(("c", "d", "c")),
]


FORMS = [Linear((("n", n), ("x", 1))) for n in (-2, -1, 1, 2)]
CONDITIONS: list[Bound | Congruence] = [
    *(Bound(form, *ends) for form, *ends in product(FORMS, (None, -3, 2), (None, -1, 3))),
    *(Congruence(form, *of) for form, *of in product(FORMS, range(1, 5), range(-1, 3))),
]


@pytest.mark.parametrize("span", [range(9), range(1, 10, 2), range(-4, 8, 3), range(3, 3)])
def test_narrowing_leaves_out_only_what_is_not_allowed(span: range) -> None:
    for condition in CONDITIONS:
        narrowed = condition.narrow("n", {"x": 1}, span)
        allowed = [n for n in span if condition.holds({"n": n, "x": 1})]
        assert set(narrowed) <= set(span), condition
        assert [n for n in narrowed if condition.holds({"n": n, "x": 1})] == allowed, condition


@pytest.mark.parametrize("take", TAKES, ids=str)
def test_other_takes_are_enumerated_as_they_are_allowed(take: Take) -> None:
    for position in product(range(6), repeat=max(take.heaps, 2)):
        vectors = list(take.vectors(position))
        expected = {
            move
            for move in product(*(range(heap + 1) for heap in position))
            if matches(take, position, move)
        }
        assert len(vectors) == len(set(vectors))
        assert set(vectors) == expected, position
        assert all(take.allows(position, move) for move in vectors)
        assert set(take.least(position)) <= expected
        assert bool(list(take.least(position))) is bool(expected)


def matches(take: Take, position: Position, move: Move) -> bool:
    """Whether the amounts can be matched with the heaps touched, by trying every order."""
    touched = [amount for amount in move if amount]
    for order in permutations(touched):
        values = dict(zip(("x", "y", "z", "w"), position, strict=False))
        if len(order) != take.heaps:
            return False
        fits = True
        for amount, number in zip(take.amounts, order, strict=True):
            if isinstance(amount, str):
                fits &= values.setdefault(amount, number) == number
            else:
                fits &= amount == number
        if fits and all(condition.holds(values) for condition in take.where):
            return True
    return False


def test_which_takes_are_symmetric() -> None:
    difference = Linear((("c", 1), ("d", -1)))
    assert Take(("n", "n")).is_symmetric
    assert Take(
        ("c", "d"), where=(Bound(difference, -2, 2), Congruence(difference, 3))
    ).is_symmetric
    assert not Take(("c", "d"), where=(Bound(difference, -1, 2),)).is_symmetric
    assert not Take(("c", "d"), where=(Bound(difference, low=0),)).is_symmetric
    assert not Take(("c", "d"), where=(Congruence(difference, 3, 1),)).is_symmetric
    assert not Take(("c", "d"), where=(Bound(Linear((("c", 2), ("d", -1))), -2, 2),)).is_symmetric
    assert not Take((1, 3)).is_symmetric


def test_a_take_is_written_as_a_rule() -> None:
    assert str(TAKES[0]) == "take 1, 3 from two"
    assert str(TAKES[1]) == "take c, d from two where 0 ≤ c - 2*d"
    assert str(TAKES[4]) == "take c, c from two where 2 ≤ c ≤ 4 and c ≡ 0 (mod 2)"
