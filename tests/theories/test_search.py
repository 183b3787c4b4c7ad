"""Theories of single families against the search, against themselves at any size, and in words."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import marienbad
from marienbad.games.catalogue import define
from marienbad.heaps import Position, Situation, situated
from marienbad.registry import theory_of
from marienbad.solver.reachable import Reachable
from marienbad.study.tables import reaches
from marienbad.text.language import LANGUAGES
from marienbad.theories.theory import Verdict

EUCLID, LUCAS = ("euclid", "euclid:misere"), ("lucas", "lucas:misere")
SEVERAL = (
    *(f"nimhoff:h={h}" for h in (2, 3, 4, 6)),
    *(f"moore:k={k}{ending}" for k, ending in product((1, 2, 3), ("", ",misere"))),
)
TAKEAWAY = [f"takeaway:k={k}{ending}" for k, ending in product(range(1, 6), ("", ",misere"))]
OCTAL = ("kayles", "dawson", "octal:0.137", "octal:0.6", "octal:0.4", "octal:0.25", "octal:0.1053")
SIZES: dict[tuple[str, ...], dict[int, int]] = {
    (*EUCLID, *LUCAS): {2: 32},
    SEVERAL: {1: 10, 2: 8, 3: 5, 4: 3, 5: 3},
    (*OCTAL, "subtraction:1.3.4"): {1: 14, 2: 8, 3: 5},
    tuple(TAKEAWAY): {1: 50},
    ("spite",): {2: 15},
}
"""By the games how large the heaps are that are tried, for each number of them."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "sizes"), [(name, sizes) for names, sizes in SIZES.items() for name in names]
)
def test_every_verdict_and_every_winning_move_is_that_of_the_search(
    name: str, sizes: dict[int, int]
) -> None:
    game = define(name)
    search, told = Reachable(game), 0
    for theory in (theory_of(game, theory_name) for theory_name in game.theories):
        for heaps, size in sizes.items():
            for numbers in product(range(size), repeat=heaps):
                for state in range(game.ruleset.memory.states(numbers)):
                    position = situated(numbers, state)
                    if name == "spite" and not reaches(theory, position):
                        continue
                    expected = Verdict(search.is_p(position), search.winning_moves(position))
                    assert theory.solve(position) == expected, position
                    assert theory.is_p(position) is expected.is_p, position
                    told += 1
    assert told > 200


@settings(max_examples=4 * settings().max_examples)
@given(
    st.sampled_from([*EUCLID, *LUCAS, *SEVERAL, "nimhoff:h=10", *TAKEAWAY, "takeaway:k=12"]),
    st.lists(st.one_of(st.integers(0, 200), st.integers(0, 10**60)), min_size=2, max_size=5),
    st.integers(0, 10**60),
)
def test_a_winning_move_leaves_a_position_to_leave(name: str, heaps: list[int], last: int) -> None:
    game = define(name)
    position = situated(heaps[: game.ruleset.heaps], last * (game.family.name == "takeaway"))
    verdict, *others = (theory_of(game, theory).solve(position) for theory in game.theories)
    assert all(other == verdict for other in others)
    assert verdict.is_p is (verdict.best is None) or game.is_over(position)
    theory = theory_of(game, game.theories[-1])
    for move in verdict.winning_moves[:200] if verdict.is_complete else [verdict.best or ()]:
        assert game.is_legal(position, move)
        assert theory.is_p(game.after(position, move))


WORDED: dict[str, list[Position]] = {
    **{
        name: [(), (1,), (0, 3), (5, 5), (2, 7, 90), (4, 4), (4, 9), (9, 9)]
        for name in ("kayles", "dawson", "octal:0.6", "octal:0.156", "octal:0.1234567")
    },
    "spite": [
        *((7, 20), (8, 13), (5, 10**60), (90, 400), (12, 13)),
        *(Situation((8, 13), 5), Situation((7, 20), 16), Situation((7, 20), 9)),
        Situation((0, 4), 4),
    ],
}
"""Positions of every kind, each of which has words of its own."""


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", WORDED)
def test_every_kind_of_position_is_explained(name: str, lang: str) -> None:
    game = marienbad.game(name)
    assert game.rule(lang).endswith(".")
    for position in WORDED[name]:
        assert game.analyse(position).explanation.render(lang)
