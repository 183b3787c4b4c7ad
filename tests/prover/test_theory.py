"""The theory of proved automata: every winning move, for heaps of any size; files; words."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.heaps import leave
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.automata.diagram import Diagram, read, written
from marienbad.prover.automata.fused import automaton
from marienbad.prover.games import library, replies
from marienbad.prover.games.claims import claim, has_claim
from marienbad.prover.games.replies import Replies
from marienbad.prover.systems.linear import BINARY, continued_fraction
from marienbad.prover.theory import AutomatonTheory
from marienbad.registry import theory_of
from marienbad.solver.reference import Search
from marienbad.text.problems import InputError, OutOfReach
from marienbad.theories.wording import explanation_of
from tests.prover.games.test_proofs import GAMES as PROVED

FILES = sorted(Path(library.FOLDER).glob("*.json"))
GAMES = ("wythoff", "wythoff:misere", "wythoff:a=2", "wythoff:a=2,b=3", "wythoff:a=3,misere")


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_the_library_holds_what_is_proved(path: object) -> None:
    """Every file is one of those that are proved again, from the claim where there is one."""
    text = path.read_text("utf-8")  # type: ignore[attr-defined]
    name, diagram = read(text)
    game = define(name)
    found = Automaton.of(diagram)
    assert written(name, diagram) == text
    assert library.proved(game) == diagram
    assert name in PROVED
    if has_claim(game):
        assert found.is_same(claim(game))


def test_the_library_is_small() -> None:
    assert len(FILES) >= 49
    assert sum(path.stat().st_size for path in FILES) < 400_000


@pytest.mark.slow
@pytest.mark.parametrize("name", [*GAMES, "wythoff:b=2,misere"])
def test_every_winning_move_of_small_positions(name: str) -> None:
    theory, search = AutomatonTheory(define(name)), Search(define(name))
    for position in np.ndindex(20, 20):
        verdict = theory.solve(position)
        assert verdict.is_p == search.is_p(position)
        if not verdict.is_p:
            assert verdict.winning_moves == search.winning_moves(position)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(GAMES), st.data())
def test_every_winning_move_of_huge_positions(name: str, data: st.DataObject) -> None:
    game = define(name)
    theory, other = AutomatonTheory(game), theory_of(game, "algebra")
    heap = st.integers(0, data.draw(st.sampled_from((100, 10**9, 10**60, 10**200))))
    position = data.draw(heap), data.draw(heap)
    verdict = theory.solve(position)
    assert verdict == other.solve(position)
    for move in verdict.winning_moves:
        assert theory.solve(leave(position, move)).is_p


def test_heaps_of_ten_thousand_digits() -> None:
    game = define("wythoff:a=2")
    position = (10**10_000, 3 * 10**10_000 + 1)
    assert AutomatonTheory(game).solve(position) == theory_of(game, "arithmetic").solve(position)


def test_what_is_out_of_reach() -> None:
    theory = AutomatonTheory(define("nim"))
    with pytest.raises(OutOfReach, match="2 heaps"):
        theory.check_reach((1, 2, 3))
    with pytest.raises(OutOfReach, match="binary digits"):
        theory.check_reach((1, 1 << 2_000_000))
    theory.check_reach((1, 1 << 100_000))
    with pytest.raises(OutOfReach, match="a=1000"):
        AutomatonTheory(define("wythoff:a=1000"))


def test_too_many_moves_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replies, "MOST_MOVES", 10)
    small = automaton(BINARY, {"x": 1, "y": 1}, high=100).diagram()
    with pytest.raises(OutOfReach, match="more than 10"):
        Replies(define("nim"), small).moves((50, 50))


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("position", [(26, 64), (26, 66), (0, 0), (0, 1), (10**40, 10**40)])
def test_the_explanation(lang: str, position: tuple[int, int]) -> None:
    theory = AutomatonTheory(define("wythoff:a=2"))
    explanation = explanation_of(theory, position, theory.solve(position))
    assert "{" not in explanation.render(lang)
    assert ("1, 3, 7, 17, 41" in explanation.render(lang)) == (position != (0, 0))
    assert explanation.html(lang)
    assert explanation.latex(lang)


def test_the_explanation_shows_the_run() -> None:
    theory = AutomatonTheory(define("wythoff"))
    text = explanation_of(theory, (4, 7), theory.solve((4, 7))).render("en")
    states = theory.diagram.run(theory.diagram.system.aligned((1, 0, 1), (1, 0, 1, 0)))
    assert " ".join(map(str, states[1:])) in " ".join(text.split())
    assert "accept" in text


def test_reading_needs_no_arrays() -> None:
    """A file and its answers are plain Python: numpy belongs to the extra ``fast``."""
    program = (
        "import sys; sys.modules['numpy'] = None\n"
        "from marienbad.games.catalogue import define\n"
        "from marienbad.prover.theory import AutomatonTheory\n"
        "print(AutomatonTheory(define('wythoff')).solve((4, 5)).winning_moves)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "((1, 0), (3, 3))\n"


# Files


@pytest.mark.parametrize("period", [(1,), (1, 2)])
def test_a_file_is_read_as_it_was_written(period: tuple[int, ...]) -> None:
    found = automaton(continued_fraction(*period), {"x": 2, "y": -1}, -1, 1)
    name, diagram = read(written("some game", found.diagram()))
    assert name == "some game"
    assert diagram == found.diagram()
    assert Automaton.of(diagram).is_same(found)
    numbers = [(5, 10), (5, 12), (10**30, 2 * 10**30), (0, 1)]
    assert [pair in diagram for pair in numbers] == [pair in found for pair in numbers]


@pytest.mark.parametrize(
    "change",
    [
        {"format": "something else"},
        {"edges": []},
        {"edges": [[[0, 0, 1]]]},
        {"edges": [[], [[0, 0, 7]]]},
        {"edges": [[], [[0, 9, 1]]]},
        {"edges": [[], [[0, 1]]]},
        {"edges": [[], [["0", 0, 1]]]},
        {"edges": 3},
        {"accepting": [0]},
        {"accepting": [-1]},
        {"accepting": [2]},
        {"system": {}},
        {"system": None},
    ],
)
def test_a_damaged_file_is_refused(change: dict[str, object]) -> None:
    nim = Diagram(BINARY, ("x", "y"), ((), (((0, 0), 1), ((1, 1), 1))), (1,))
    data = json.loads(written("nim", nim))
    with pytest.raises(InputError, match="damaged"):
        read(json.dumps({**data, **change}))
    with pytest.raises(InputError, match="damaged"):
        read("no json")


def test_a_wrong_digit_language_in_a_file_is_refused() -> None:
    text = written("nim", library.proved(define("wythoff")))
    for right, wrong in (("[[0, 1], [0]]", "[[0, 1], [0, 0]]"), ("[1, 2]", "[1.0, 2]")):
        assert right in text
        with pytest.raises(InputError, match="damaged"):
            read(text.replace(right, wrong))
