"""Certificates of games in which options may be forbidden: format 3."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import marienbad
from marienbad.checker import Certificate, Rejected, Unreadable, Verdict, check, main
from marienbad.cli import main as marienbad_main
from marienbad.games.catalogue import define
from marienbad.prover.certificates.checking import accept, has_named_rules, smallest_error
from marienbad.solver.reference import p_positions
from tests.checker import block_forgeries
from tests.checker.block_forgeries import RIGHT, block_text, changed_block, mutants
from tests.checker.support import put, text_of
from tests.checker.test_forgeries import assert_verdicts
from tests.checker.test_values import SIZE, accepted_box

QUEEN = RIGHT[3]
SMALL = 12


def forbidding(certificate: Certificate, block: int) -> set[tuple[int, ...]]:
    """The P-positions of a box by the definition, moves being those that the checker checks."""
    found: set[tuple[int, ...]] = set()
    for position in sorted(product(range(SMALL), repeat=2), key=sum):
        below = product(*(range(heap + 1) for heap in position))
        left = (p for p in below if any(way.allows(position, p) for way in certificate.ways))
        if len(found.intersection(left)) < block:
            found.add(position)
    return found


@pytest.mark.slow
@pytest.mark.sample(4)
@pytest.mark.parametrize("game", RIGHT)
def test_a_certificate_is_accepted_and_true(game: str) -> None:
    certificate = Certificate(block_text(game))
    statement, block = accept(certificate), int(game[-1])
    assert (statement.block, statement.value, statement.is_misere) == (block, 0, False)
    true = accepted_box(certificate, 0)
    assert true == {*p_positions(define(game), (SIZE, SIZE))}
    assert {p for p in true if max(p) < SMALL} == forbidding(certificate, block)
    by_total = sorted(true, key=lambda position: (sum(position), position))
    assert statement.positions[:5] == by_total[:5]


@pytest.mark.slow
def test_a_position_that_several_ways_reach_counts_once() -> None:
    """2 from x can be taken in two ways: the ways are more than enough, and the positions not."""
    certificate = check(block_text(RIGHT[5]))
    to_leave = accepted_box(certificate, 0)
    found = []
    for position in to_leave:
        left = [p for p in to_leave for way in certificate.ways if way.allows(position, p)]
        if len(left) >= certificate.block:
            found.append(position)
            assert len({*left}) < certificate.block
    assert found


@pytest.mark.slow
@pytest.mark.sample
@pytest.mark.parametrize("group", [block_forgeries.right, block_forgeries.forged])
def test_each_file_has_its_verdict(group: object, tmp_path: Path) -> None:
    assert callable(group)
    assert_verdicts(group(), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in RIGHT if game not in (RIGHT[2], RIGHT[4])])
def test_no_mutant_is_accepted_that_is_false(game: str) -> None:
    """Whatever is accepted, brute force finds no error in it. The automata are small."""
    true, rejected = accepted_box(Certificate(block_text(game)), 0), 0
    for name, text in mutants(game, step=1 if len(block_text(game)) < 2000 else 5):
        try:
            certificate = check(text)
        except Verdict:
            rejected += 1
            continue
        assert accepted_box(certificate, 0) == true, name
    assert rejected > 20


@pytest.mark.slow
def test_a_wrong_number_is_told_with_the_smallest_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = changed_block(QUEEN, put("block", 2))
    with pytest.raises(Rejected) as caught:
        check(text)
    assert (caught.value.key, caught.value.position) == ("many", (0, 2))
    assert smallest_error(Certificate(text)) == ((0, 2), False, None)
    assert smallest_error(Certificate(block_text(QUEEN))) is None
    path = tmp_path / "wrong.json"
    path.write_text(text, "utf-8")
    assert marienbad_main(["check", str(path)]) == 1
    shown = " ".join(capsys.readouterr().out.split())
    assert "accepts (0, 2), and from there moves lead to 2 or more positions" in shown
    assert "(0, 2) is no position to leave" in shown
    path.write_text(changed_block(QUEEN, put("block", 4)), "utf-8")
    assert marienbad_main(["check", str(path), "--lang", "fr"]) == 1
    shown = " ".join(capsys.readouterr().out.split())
    assert "refuse (1, 1), et de là des coups mènent à moins de 4 positions" in shown


@pytest.mark.slow
def test_a_text_of_rules_says_how_many_are_forbidden() -> None:
    data = json.loads(block_text(QUEEN))
    rules = data["game"].removesuffix("; block 3")
    assert has_named_rules(Certificate(json.dumps(data)))
    for other in (rules, f"{rules}; block 2", f"{rules}; last loses", "rules:octal 0.137"):
        assert not has_named_rules(Certificate(json.dumps(data | {"game": other}))), other
    plain = json.loads(text_of("wythoff"))
    assert has_named_rules(Certificate(json.dumps(plain | {"game": rules})))
    assert not has_named_rules(Certificate(json.dumps(plain | {"game": data["game"]})))


def test_the_digest_is_that_of_the_specification() -> None:
    certificate = Certificate(block_text(RIGHT[0]))
    page = (Path(__file__).parents[2] / "docs/certificates.md").read_text("utf-8")
    assert certificate.claim().startswith('"marienbad claim 3",2,2,')
    assert certificate.claim() in page
    assert certificate.check().digest in page
    more = Certificate(changed_block(RIGHT[0], put("block", 3)))
    assert more.claim() != certificate.claim()


def test_the_doors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Python's, and that of the checker alone."""
    file = tmp_path / "block.json"
    file.write_text(block_text(QUEEN), "utf-8")
    assert marienbad.check(file).block == 3
    assert main([str(file)]) == 0
    line = "block: 3 (the other player may forbid up to 2 of the positions to which a move leads)"
    assert line in capsys.readouterr().out


@pytest.mark.slow
def test_work_is_bounded() -> None:
    """Moves that are impossible, which shows only at the end: no tally is wrong or the last."""

    def change(data: dict[str, Any]) -> None:
        where = [{"form": {"c": 1, "d": 3}, "modulus": 31, "residue": r} for r in (0, 1)]
        data["takes"] = [{"amounts": ["c", "d"], "places": [0, 1], "where": where}]
        data.update(positions=block_forgeries.EVERYTHING, block=9)

    certificate = Certificate(changed_block(RIGHT[0], change))
    certificate.budget.left = 3_000_000  # of 200 million
    with pytest.raises(Unreadable, match="work"):
        certificate.check()
