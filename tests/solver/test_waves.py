"""Boxes solved without the compiler, against the readable search and the compiled one."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.games.language.rule_text import define_rules
from marienbad.solver import marks, plain, waves
from tests.solver.support import EUCLID, FEW, expected, games

RULES = {
    "rays": "heaps 2; take n from one; take n, n from two",
    "rays with bases": "heaps 2; take n from one where n % 3 == 2; take n, n from two where n > 4",
    "three heaps": "heaps 3; take n from one; take n, n from two where n <= 3",
    "single vectors": "heaps 2; take n from x where n <= 5; take n from y where n in {1, 4, 7}",
    "one heap": "heaps 1; take n from one where n in {1, 3, 4}",
    "regions": "heaps 2; take n from one; take c, d from two where c * d > 5",
    "unlike heaps": "heaps 2; take n from one; take c, d from x, y where c * c == d + 3",
    "euclid": EUCLID,
    "conditions": "heaps 2; take n from x where n <= y; take n, n from two; take 2 from y",
    "a name and a number": "heaps 2; take n, 2 from x, y where n % (y // 3) == 0; take 1 from one",
}
ALIKE = list(RULES.values())[:5]
"""Rules whose moves are the same everywhere, rays and single vectors."""
SIZES = {1: (70,), 2: (19, 24), 3: (7, 8, 9)}


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("ending", ["", "; last loses"])
def test_every_kind_of_move_is_solved(rules: str, ending: str) -> None:
    game = define_rules(rules + ending)
    sizes = SIZES[game.ruleset.heaps or 1]
    found = waves.outcomes(game, sizes)
    assert (found is None) == (bool(ending) and rules not in ALIKE)
    assert found is None or np.array_equal(found, expected(game, sizes))


@pytest.mark.parametrize("rules", ALIKE)
def test_values_of_rays_and_vectors_are_found(rules: str) -> None:
    game = define_rules(rules)
    sizes = SIZES[game.ruleset.heaps or 1]
    values = list(plain.grundy_values(game, sizes).values())
    assert waves.grundy_values(game, sizes).ravel().tolist() == values


@pytest.mark.slow
@FEW
@given(games())
def test_any_rules_are_solved_rightly_or_left_to_the_compiler(
    drawn: tuple[Definition, tuple[int, ...]],
) -> None:
    game, sizes = drawn
    found = waves.outcomes(game, sizes)
    assert found is None or np.array_equal(found, expected(game, sizes))
    values = None if game.is_misere else waves.grundy_values(game, sizes)
    assert values is None or np.array_equal(values == 0, expected(game, sizes))


def test_what_would_take_long_is_left_to_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    assert waves.solved(define("wythoff"), (2**11, 2**11), False) is None
    assert waves.grundy_values(define("rules:heaps 1; take n from one where n < x"), (9,)) is None
    monkeypatch.setattr(marks, "MOST_MARKS", 10)
    assert waves.outcomes(define("rules:heaps 1; take n from one where n < 4"), (99,)) is None


@pytest.mark.slow
def test_the_first_question_waits_for_no_compiler(tmp_path: Path) -> None:
    program = """
from marienbad.games.catalogue import define
from marienbad.solver.table import solve
import numpy
told, out = [], numpy.empty((70, 2), numpy.uint64)
table = solve(define("wythoff"), (70, 70), out=out, progress=lambda *rows: told.append(rows))
values = solve(define("wythoff"), (70, 70), grundy=True)
assert table.packed is out and told == [(70, 70)]
print(*table.is_p.nonzero()[1][:4], values.grundy[3, 3], values.grundy.dtype)
"""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["0", "2", "1", "5", "6", "uint8"]
    assert not list(tmp_path.rglob("*.nbc"))
