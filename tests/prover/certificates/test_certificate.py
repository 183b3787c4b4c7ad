"""Certificates: made for every kind of proof, and no help to a false claim."""

import json
from itertools import product
from pathlib import Path

import pytest

from marienbad.checker import Certificate, check
from marienbad.cli import main
from marienbad.games.catalogue import define
from marienbad.prover.automata.atoms import congruence
from marienbad.prover.automata.fused import conjunction
from marienbad.prover.certificates.checking import smallest_error
from marienbad.prover.certificates.writing import certificate, claimed
from marienbad.prover.games.claims import claim
from marienbad.prover.games.proof import Proof
from marienbad.prover.systems.linear import BINARY
from marienbad.text.problems import OutOfReach
from tests.checker.forgeries import MADE, proved

RULES = (
    "wythoff:a=2,b=3",
    "rules:heaps 2; take c, d from x, y where c - d in {0, 1}; take n from one where n % 3 == 1",
    "rules:heaps 2; take 1, n from two where 2 * n <= x; last loses",
)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["nim", "wythoff", "wythoff:a=3", *RULES])
def test_the_checker_reads_the_same_moves(game: str) -> None:
    """Every pair of positions of a box: a move for the rules, and for the checker."""
    definition = define(game)
    fields = claimed(definition, conjunction(congruence(BINARY, {"x": 1, "y": 1}, 2)))
    ways = Certificate(json.dumps(fields)).ways
    box = list(product(range(9), repeat=2))
    for before, after in product(box, repeat=2):
        move = tuple(x - u for x, u in zip(before, after, strict=True))
        is_read = any(way.allows(before, after) for way in ways)
        assert is_read == definition.is_legal(before, move), (before, after)


@pytest.mark.slow
@pytest.mark.parametrize("name", MADE)
def test_a_proof_of_other_rules_is_certified(name: str) -> None:
    proof = MADE[name]()
    accepted = check(certificate(proof))
    assert accepted.game == proof.game.name
    assert smallest_error(accepted) is None


def test_what_prove_writes_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "proof.json"
    assert main(["prove", "wythoff:b=2", "--out", str(path)]) == 0
    assert main(["check", str(path)]) == 0
    assert "wythoff:b=2" in capsys.readouterr().out


def test_none_is_written_that_would_not_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    proof = proved("wythoff")
    monkeypatch.setattr("marienbad.checker.LONGEST", len(certificate(proof)) - 1)
    with pytest.raises(OutOfReach, match="certificate of wythoff"):
        certificate(proof)


def test_what_no_certificate_can_hold_is_said() -> None:
    """Rules may have more ways to take than a certificate."""
    takes = [f"take n from x where n in {{{i}, {i + 40}, {i + 90}}}" for i in range(1, 28)]
    game = define(f"rules:heaps 2; {'; '.join(takes)}")
    assert len(game.ruleset.takes) > 64
    proof = Proof(game, claim(define("nim")), (), 0.0)
    with pytest.raises(OutOfReach, match="1-64"):
        certificate(proof)
