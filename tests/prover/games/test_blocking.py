"""Proofs where options may be forbidden, and where the game ends at a set of positions."""

from functools import lru_cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from marienbad.checker import check
from marienbad.cli import main
from marienbad.games.catalogue import define
from marienbad.heaps import leave
from marienbad.prover.discovery.agreement import agrees
from marienbad.prover.discovery.positions import solved
from marienbad.prover.discovery.search import discover
from marienbad.prover.games.blocking import good_enough
from marienbad.prover.games.claims import claim, points
from marienbad.prover.games.proof import Proof, Refutation, prove
from marienbad.prover.systems.linear import BINARY, FIBONACCI
from marienbad.solver.reference import p_positions
from marienbad.solver.table import solve
from tests.support import PATIENCE

WYTHOFF = "rules:heaps 2; take n from one; take n, n from two"
BLOCKED = {2: ("[1; (1)]", 74), 3: ("base 2", 8), 4: ("[1; (2)]", 41)}
ENDED = {0: 8, 1: 6, 2: 29, 3: 34, 4: 56, 7: 122}

COUNTED = [
    "take n from one; take n, n from two",
    "take n from one where n <= 3; take n, n from two where n != 2",
    "take n from one; take n from one where n % 2 == 0; take 2 from x",
    "take n from x where n <= y; take c, d from two where abs(c - d) < 2",
    "take n from one where n % 2 == 1 and x > 4; take 2 from one; terminal x == 5",
    "take c, d from two where c <= 2 and d <= 3; take 1, 1 from two; take 1 from y",
]


@lru_cache(maxsize=16)
def proof_of(name: str) -> Proof:
    found = discover(define(name), seconds=PATIENCE).proof
    assert found is not None
    return found


@pytest.mark.slow
@pytest.mark.sample(9)
@pytest.mark.parametrize("takes", COUNTED)
@pytest.mark.parametrize("block", [2, 3, 4])
def test_options_in_a_set_are_counted_each_once(takes: str, block: int) -> None:
    game = define(f"rules:heaps 2; {takes}; block {block}")
    some = [(x, y) for x, y in product(range(9), repeat=2) if (x * x + 3 * y) % 5 < 2]
    for automaton in (points(FIBONACCI, *some), points(BINARY, *some) | claim(define("nim"))):
        found = good_enough(game, automaton).box(14, 13)
        for position in product(range(14), range(13)):
            left = {leave(position, move) for move in game.moves(position)}
            number = sum(one in automaton for one in left)
            assert found[position] == (number >= block), (takes, block, position)


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("block", BLOCKED)
def test_blocking_wythoff_is_discovered_and_agrees_with_the_search(block: int) -> None:
    game = define(f"{WYTHOFF}; block {block}")
    found = discover(game, seconds=PATIENCE)
    assert found.proof is not None
    automaton = found.proof.automaton
    assert (automaton.system.name, automaton.states) == BLOCKED[block]
    box = automaton.box(700, 700)
    assert (box == solve(game, (700, 700)).is_p).all()
    small = {*p_positions(game, (40, 40))}
    assert {(x, y) for x, y in np.argwhere(box[:40, :40]).tolist()} == small
    assert "can be forbidden" in " ".join(found.explanation.render("en").split())
    assert check(found.proof.certificate()).block == block


@pytest.mark.slow
def test_a_wrong_set_is_refuted_at_its_smallest_error() -> None:
    game, proof = define(f"{WYTHOFF}; block 2"), proof_of(f"{WYTHOFF}; block 2")
    for position in ((14, 22), (0, 0), (30, 31)):
        wrong = proof.automaton ^ points(FIBONACCI, position)
        found = prove(game, wrong)
        assert isinstance(found, Refutation)
        assert found.position == position
    assert isinstance(prove(define(WYTHOFF), proof.automaton), Refutation)
    assert isinstance(prove(game, claim(define("wythoff"))), Refutation)


@pytest.mark.slow
def test_a_certificate_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, path = f"{WYTHOFF}; block 3", str(tmp_path / "proof.json")
    assert main(["discover", game, "--out", path]) == 0
    assert main(["check", path]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "may forbid up to 2 of the positions to which it can lead (block 3)" in shown


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.parametrize("ended", ENDED)
def test_a_game_that_ends_earlier_is_proved_and_certified(ended: int) -> None:
    game = define(f"{WYTHOFF}; terminal x + y <= {ended}")
    proof = proof_of(game.name)
    assert proof.automaton.system == FIBONACCI
    assert proof.automaton.states == ENDED[ended]
    check(proof.certificate())
    assert agrees(proof.automaton, solved(game, 800))
    small = {*p_positions(game, (30, 30))}
    assert {(x, y) for x, y in product(range(30), repeat=2) if (x, y) in proof.automaton} == small


SPLIT = [
    "terminal x == 2 or y == 2; terminal x + y == 5; last loses",
    "terminal x == 1 or y == 1",
    "terminal abs(x - y) >= 9; last loses",
]


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("terminals", SPLIT)
def test_terminal_positions_that_are_not_one_bound(terminals: str) -> None:
    """What is no bound of a form splits takes into several; a certificate lists them all."""
    game = define(f"{WYTHOFF}; {terminals}")
    proof = proof_of(game.name)
    check(proof.certificate())
    assert (proof.automaton.box(90, 90) == solve(game, (90, 90)).is_p).all()


def test_nim_with_forbidding() -> None:
    game = define("rules:heaps 2; take n from one; block 2")
    proof = discover(game, seconds=PATIENCE).proof
    assert isinstance(proof, Proof)
    assert (proof.automaton.box(60, 60) == solve(game, (60, 60)).is_p).all()
