"""Positions of Grundy values: the proofs agree with the values by definition, wrong claims fall."""

from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from marienbad.checker import LARGEST_VALUE
from marienbad.games.catalogue import define
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.automata.diagram import read
from marienbad.prover.games.claims import claim, points
from marienbad.prover.games.library import FOLDER
from marienbad.prover.games.proof import Proof, Refutation, prove
from marienbad.prover.games.values import claimed_value, prove_value
from marienbad.prover.systems.linear import BINARY
from marienbad.solver.reference import grundy_values
from marienbad.solver.table import solve
from marienbad.text.problems import InputError, OutOfReach
from tests.support import sample

SIZE = 700
CLAIMED = (
    *(("nim", value) for value in range(LARGEST_VALUE + 1)),
    *(("moore:k=1", 3), ("moore:k=2", 0), ("moore:k=2", 1), ("moore:k=2", 5), ("moore:k=3", 2)),
    *(("nimhoff:h=2", 3), ("nimhoff:h=3", 4), ("nimhoff:h=4", 1), ("nimhoff:h=5", 9)),
    *((f"wythoff:a={a}", 1) for a in (2, 3, 4, 12)),
    *(("wythoff:a=2,b=2", 1), ("wythoff:a=2,b=3", 1), ("wythoff:a=3,b=4", 1)),
    *(("lucas", 1), ("wythoff", 1), ("wythoff:a=2", 3), ("wythoff:a=4", 3)),
)
KEPT = sorted(Path(FOLDER).glob("values/*/*.json"))


@lru_cache(maxsize=64)
def proof_of(game: str, value: int) -> Proof:
    found = prove_value(define(game), value)
    assert isinstance(found, Proof)
    return found


@pytest.mark.slow
@pytest.mark.sample(12)
@pytest.mark.parametrize(("game", "value"), CLAIMED)
def test_a_proof_agrees_with_the_search(game: str, value: int) -> None:
    """The proof is for all sizes; the search knows the rules only."""
    proof = proof_of(game, value)
    assert (proof.value, len(proof.levels)) == (value, value + 1)
    size = 60 if game.startswith("moore") else SIZE
    truth = solve(define(game), (size, size), grundy=True).grundy
    assert truth is not None
    for smaller, level in enumerate(proof.levels):
        assert (level.box(size, size) == (truth == smaller)).all()


@pytest.mark.slow
@pytest.mark.sample(8)
@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.stem} {path.parent.name}")
def test_every_automaton_that_is_kept_is_proved(path: Path) -> None:
    """And the claim is kept where it is looked for."""
    game, diagram = read(path.read_text("utf-8"))
    proof = proof_of(game, int(path.parent.name))
    assert proof.automaton.is_same(Automaton.of(diagram))


@pytest.mark.slow
def test_wythoff_value_1_by_the_definition_itself() -> None:
    """By the search that can be read, without any kernel."""
    automaton = proof_of("wythoff", 1).automaton
    assert automaton.states == 826
    values = grundy_values(define("wythoff"), (80, 80))
    assert {p for p, value in values.items() if value == 1} == {
        (x, y) for x, y in np.argwhere(automaton.box(80, 80)).tolist()
    }


@pytest.mark.slow
def test_misere_play_leaves_the_positions_of_value_1() -> None:
    """So it is where a > 1, and not where a = 1."""
    for game, misere in (("wythoff:a=3", "wythoff:a=3,misere"), ("lucas", "lucas:misere")):
        assert proof_of(game, 1).automaton.is_same(claim(define(misere)))
    wrong = prove(define("wythoff"), claim(define("wythoff:misere")), below=proof_of("wythoff", 0))
    assert isinstance(wrong, Refutation)
    values = grundy_values(define("wythoff"), (9, 9))
    assert (values[wrong.position] == 1) == wrong.is_p


def test_the_smallest_error_of_a_claim_is_shown() -> None:
    game, below = define("nim"), proof_of("nim", 1)
    right = claimed_value(game, 2)
    for position, is_accepted in (((1, 3), True), ((40, 42), True), ((40, 40), False)):
        found = prove(game, right ^ points(BINARY, position), below=below)
        assert isinstance(found, Refutation)
        assert (found.value, found.position, found.is_p) == (2, position, is_accepted)


def test_a_claim_for_another_value_is_refuted() -> None:
    """Sets of other values, of larger ones too, the set of P-positions, and no position at all."""
    game = define("nim")
    below = proof_of("nim", 1)
    for wrong in (*(claimed_value(game, value) for value in (1, 3, 4)), claim(game)):
        assert isinstance(prove(game, wrong, below=below), Refutation)
    assert isinstance(prove(game, wrong - wrong, below=below), Refutation)


@pytest.mark.slow
@pytest.mark.sample
@pytest.mark.parametrize(("game", "value"), [("wythoff", 1), ("nimhoff:h=3", 2)])
def test_mutants_are_refuted(game: str, value: int) -> None:
    """One accepting state or one arrow is changed: the position shown is wrong in truth."""
    right, below = proof_of(game, value).automaton, proof_of(game, value - 1)
    truth = solve(define(game), (SIZE, SIZE), grundy=True).grundy
    assert truth is not None
    tried, refuted = sample(range(12), 4, f"mutants {game}"), 0
    for seed in tried:
        chosen = np.random.default_rng(seed)
        table, accepting = right.table.copy(), right.accepting.copy()
        state = int(chosen.integers(1, right.states))
        if chosen.integers(2):
            accepting[state] ^= True
        else:
            letter = int(chosen.choice(np.flatnonzero(table[state])))
            table[state, letter] = 0
        try:
            mutant = Automaton(
                right.system, right.tracks, table, accepting, right.start
            ).minimised()
            found = prove(define(game), mutant, below=below)
        except InputError:  # no automaton of numbers any more
            continue
        assert isinstance(found, Refutation)
        x, y = found.position
        if max(x, y) < SIZE:
            assert (found.position in mutant) != (truth[x, y] == value) == found.is_p
            refuted += 1
    assert refuted >= 5 or len(tried) < 12  # few of some may be within the table


def test_what_cannot_be_asked_is_refused() -> None:
    for name in ("marienbad", "wythoff:misere"):
        with pytest.raises(InputError, match="the last to move loses"):
            prove_value(define(name), 1)
    with pytest.raises(InputError, match="no option may be forbidden"):
        prove_value(define("rules:heaps 2; take n from one; take n, n from two; block 2"), 1)
    for value in (-1, LARGEST_VALUE + 1):
        with pytest.raises(InputError, match="from 0 to 9"):
            prove_value(define("nim"), value)
    for name, value in (("wythoff", 2), ("wythoff:b=2", 9), ("euclid", 1)):
        with pytest.raises(OutOfReach, match="discover"):
            prove_value(define(name), value)
    with pytest.raises(OutOfReach, match="expected a game that is played with two heaps"):
        prove_value(define("fibonacci"), 1)


def test_value_0_is_the_ordinary_proof() -> None:
    for name in ("wythoff", "wythoff:misere"):
        found, ordinary = prove_value(define(name), 0), prove(define(name))
        assert (found.value, repr(found)) == (0, repr(ordinary))
