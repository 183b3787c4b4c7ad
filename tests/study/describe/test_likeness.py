"""Known games recognised in disguise."""

from typing import Any

import numpy as np
import pytest

from marienbad.games.catalogue import define
from marienbad.solver.plain import p_positions
from marienbad.study.describe import describe
from marienbad.study.describe.likeness import Likeness, candidates, likenesses
from marienbad.study.picture import Box
from marienbad.study.tables import has_pairs
from tests.study.describe.support import family, found_in


@pytest.mark.slow
@pytest.mark.parametrize("definition", [c for c in candidates() if c.name.count("=") < 2][:24])
def test_a_game_of_the_catalogue_is_recognised(definition: Any) -> None:
    if len(definition.start) == 2 and not has_pairs(definition):
        return
    found = likenesses(family(definition.name, 100))
    assert found[0] == Likeness(definition.name)


@pytest.mark.slow
def test_a_disguise_is_seen_through() -> None:
    found = found_in("heaps 2; take n from one; take c, d from two where abs(c - d) < 2", 40, 40)
    assert found.same == (Likeness("wythoff:a=2"),)
    english = " ".join(found.explanation.render("en").split())
    assert "Equal to Wythoff’s game with a = 2 up to 39 in each heap" in english
    french = " ".join(found.explanation.render("fr").split())
    assert "que « Jeu de Wythoff avec a = 2 » jusqu’à 39 dans chaque tas" in french


@pytest.mark.slow
def test_a_few_exceptions_are_named() -> None:
    table = family("wythoff", 100)
    table[0, 0] = False
    assert likenesses(table) == [Likeness("wythoff", ((0, 0),))]
    found = describe(define("nim"), Box(table.shape, is_p=table))
    assert "Wythoff’s game up to 99 in each heap, but for (0, 0)" in " ".join(
        found.explanation.render("en").split()
    )


@pytest.mark.slow
def test_misere_play_with_b_is_recognised() -> None:
    game = define("wythoff:b=2,misere")
    table = np.zeros((30, 30), dtype=bool)
    for position in p_positions(game, (30, 30)):
        table[position] = True
    assert likenesses(table) == [Likeness("wythoff:b=2,misere")]
    table[20, 20] = not table[20, 20]
    assert Likeness("wythoff:b=2,misere") not in likenesses(table)


def test_nothing_like_it() -> None:
    assert likenesses(np.random.default_rng(1).random((50, 50)) < 0.1) == []
    half = np.triu(family("wythoff", 50))
    assert likenesses(half) == []


@pytest.mark.parametrize(("name", "other"), [("nim", "marienbad"), ("marienbad", "nim")])
def test_nim_with_three_heaps_is_seen(name: str, other: str) -> None:
    table = np.zeros((8, 8, 8), dtype=bool)
    for position in p_positions(define(name), (8, 8, 8)):
        table[position] = True
    assert describe(define(other), Box(table.shape, is_p=table)).same == (Likeness(name),)
