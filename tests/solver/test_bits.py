"""Boxes solved by rows of bits, against the readable search."""

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given

from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.games.language.rule_text import define_rules
from marienbad.solver import bits, reference, table
from marienbad.text.problems import InputError
from tests.solver.support import EUCLID, FEW, games

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
ALIKE = list(RULES.values())[:7]
"""Rules whose moves are the same everywhere: rays, single vectors, and then regions."""
RULED = "rules:heaps 2; take n from one where n in {1, 3, 4}; take c, d from two where c ^ d == 3"
SIZES = {1: (70,), 2: (19, 24), 3: (7, 8, 9)}


def positions(lines: list[int] | None, sizes: tuple[int, ...]) -> list[tuple[int, ...]] | None:
    """The positions that are found, in order."""
    places = enumerate(product(*map(range, sizes[:-1])))
    return (
        None
        if lines is None
        else [
            (*first, last)
            for number, first in places
            for last in range(sizes[-1])
            if lines[number] >> last & 1
        ]
    )


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("ending", ["", "; last loses"])
def test_every_kind_of_move_that_is_the_same_everywhere_is_solved(rules: str, ending: str) -> None:
    game = define_rules(rules + ending)
    sizes = SIZES[game.ruleset.heaps or 1]
    found = positions(bits.outcomes(game, sizes), sizes)
    assert found == (list(reference.p_positions(game, sizes)) if rules in ALIKE else None)


@pytest.mark.parametrize("rules", ALIKE[:5])
def test_values_of_rays_and_vectors_are_found(rules: str) -> None:
    game = define_rules(rules)
    sizes = SIZES[game.ruleset.heaps or 1]
    assert bits.grundy_values(game, sizes) == list(reference.grundy_values(game, sizes).values())


@pytest.mark.parametrize(
    ("rules", "sizes"),
    [
        ("heaps 2; take c, d from two where abs(c - d) < 6; take n from x", (9, 1)),
        ("heaps 3; take c, d from z, y where c - d in {0, 6} or c < 3; take n from z", (2, 1, 11)),
        ("heaps 3; take c, d from two where abs(c - d) < 3; take n from one", (4, 5, 1)),
    ],
)
def test_nothing_is_taken_from_a_heap_that_is_always_empty(
    rules: str, sizes: tuple[int, ...]
) -> None:
    game = define_rules(rules)
    assert bits.grundy_values(game, sizes) == list(reference.grundy_values(game, sizes).values())
    assert positions(bits.outcomes(game, sizes), sizes) == [*reference.p_positions(game, sizes)]


@FEW
@given(games())
def test_any_rules_are_solved_rightly_or_left_to_others(
    drawn: tuple[Definition, tuple[int, ...]],
) -> None:
    game, sizes = drawn
    found = bits.outcomes(game, sizes)
    is_alike = not any(take.depends_on_sizes for take in game.ruleset.takes)
    assert is_alike <= (found is not None)
    wanted = list(reference.p_positions(game, sizes))
    assert found is None or positions(found, sizes) == wanted
    values = None if game.is_misere else bits.grundy_values(game, sizes)
    if values is not None:
        zeros = zip(product(*map(range, sizes)), values, strict=True)
        assert [position for position, value in zeros if not value] == wanted


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        *(("wythoff", (40, 40)), ("wythoff:a=3,b=2", (30, 41)), ("wythoff:a=40", (41, 41))),
        *(("nim", (4, 5, 4, 3)), ("marienbad", (5, 4, 4, 4)), ("wythoff:b=2,misere", (30, 30))),
        *(("nimhoff:h=3", (6, 6, 6)), ("moore:k=2", (5, 5, 5, 5)), ("kayles", (9,))),
    ],
)
def test_a_game_of_the_catalogue(name: str, sizes: tuple[int, ...]) -> None:
    game = define(name)
    found = positions(bits.outcomes(game, sizes), sizes)
    assert found == (None if name == "kayles" else list(reference.p_positions(game, sizes)))


def test_what_would_take_long_is_left_to_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    assert bits.outcomes(define("wythoff"), (2**14, 2**14)) is None
    assert bits.grundy_values(define("wythoff"), (1024, 1024)) is None
    cone = define("rules:heaps 2; take c, d from two where c * d > 5")
    monkeypatch.setattr(bits, "LARGEST_REGION", 900)
    assert bits.outcomes(cone, (30, 30)) is not None
    assert bits.outcomes(cone, (30, 31)) is None


def test_numpy_is_not_needed() -> None:
    program = """
import sys
sys.modules["numpy"] = None
from marienbad.games.catalogue import define
from marienbad.solver import bits
rules = "rules:heaps 2; take n from one where n in {1, 3, 4}; take c, d from two where c ^ d == 3"
print(sum(line.bit_count() for line in bits.outcomes(define("wythoff"), (99, 99))))
print(sum(line.bit_count() for line in bits.outcomes(define(rules), (9, 9))))
print(max(bits.grundy_values(define("nim"), (8, 8))))
from marienbad.solver.search import search_of
print(search_of(define("wythoff:a=2")).is_p((26, 64)), search_of(define("euclid")).is_p((26, 66)))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )
    found = sum(1 for _ in reference.p_positions(define(RULED), (9, 9)))
    assert (done.stdout.split(), done.stderr) == (["75", str(found), "7", "True", "False"], "")


def test_small_boxes_are_solved_where_the_compiler_is_not_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    for name in ("wythoff", "euclid"):
        game = define(name)
        found = list(map(tuple, table.solve(game, (20, 20)).is_p.nonzero()))
        assert [*zip(*found, strict=True)] == list(reference.p_positions(game, (20, 20)))
        values = table.solve(game, (20, 20), grundy=True).grundy
        assert values is not None
        assert values.ravel().tolist() == [*reference.grundy_values(game, (20, 20)).values()]
    with pytest.raises(InputError, match=r"marienbad\[fast\]"):
        table.solve(define("euclid"), (1000, 1000))


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
