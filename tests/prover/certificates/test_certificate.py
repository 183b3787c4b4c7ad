"""Certificates: made for every kind of proof, and no help to a false claim."""

import json
from itertools import product
from pathlib import Path

import pytest

from marienbad.checker import Certificate, Rejected, check
from marienbad.cli import main
from marienbad.games.catalogue import define
from marienbad.prover.automata.atoms import congruence
from marienbad.prover.automata.automaton import Automaton, built
from marienbad.prover.automata.fused import conjunction
from marienbad.prover.certificates.checking import smallest_error
from marienbad.prover.certificates.writing import certificate, claimed
from marienbad.prover.games.claims import claim, mirrored, points
from marienbad.prover.games.proof import Proof, prove
from marienbad.prover.systems.linear import BINARY
from marienbad.text.problems import OutOfReach

RULES = (
    "wythoff:a=2,b=3",
    "rules:heaps 2; take c, d from x, y where c - d in {0, 1}; take n from one where n % 3 == 1",
    "rules:heaps 2; take 1, n from two where 2 * n <= x; last loses",
)
FALSE = ((1, 1), (3, 5), (4, 7), (100, 162), (40, 40))


def proved(game: str, automaton: Automaton | None = None) -> Proof:
    found = prove(define(game), automaton)
    assert isinstance(found, Proof)
    return found


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
def test_subtraction_games() -> None:
    """Take at most three from one heap: equal heaps modulo 4."""
    game = "rules:heaps 2; take n from one where n <= 3"
    proof = proved(game, conjunction(congruence(BINARY, {"x": 1, "y": -1}, 4)))
    accepted = check(certificate(proof))
    assert accepted.game == define(game).name
    assert smallest_error(accepted) is None


@pytest.mark.slow
def test_three_heaps() -> None:
    """Bouton's theorem for three heaps: the nim-sum is 0."""

    def follow(state: int, x: int, y: int, z: int) -> int | None:
        return state if x ^ y ^ z == 0 else None

    zero = built(BINARY, ("x", "y", "z"), 1, follow, bool)
    accepted = check(certificate(proved("nim", zero)))
    assert accepted.heaps == 3
    assert smallest_error(accepted) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "rule", ["take 1, 3 from two", "take 2, 4 from x, y; take 3 from one where x >= 7 and y <= 90"]
)
def test_moves_that_change_nothing(rule: str) -> None:
    """Further moves, of fixed amounts, from named heaps or under conditions on their sizes."""
    game = f"rules:heaps 2; take n from one; take n, n from two; {rule}"
    accepted = check(certificate(proved(game, claim(define("wythoff")))))
    assert smallest_error(accepted) is None


@pytest.mark.slow
@pytest.mark.parametrize("position", FALSE, ids=str)
@pytest.mark.parametrize("game", ["wythoff", "wythoff:misere"])
def test_no_witness_helps_a_false_claim(game: str, position: tuple[int, int]) -> None:
    """The maker does its best for a claim with one wrong position; the checker refuses it."""
    automaton = claim(define(game))
    single = points(automaton.system, position)
    for change in (single, mirrored(single)):
        false = Proof(define(game), automaton ^ change, (), 0.0)
        with pytest.raises(Rejected):
            check(certificate(false))


def test_nothing_is_not_the_set_of_positions_to_leave() -> None:
    automaton = claim(define("wythoff"))
    with pytest.raises(Rejected):
        check(certificate(Proof(define("wythoff"), automaton - automaton, (), 0.0)))


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
