"""Certificates for Grundy values: format 2."""

import json
from functools import lru_cache
from itertools import product
from pathlib import Path

import pytest

import marienbad
from marienbad.checker import Certificate, Rejected, Unreadable, Verdict, check, main
from marienbad.games.catalogue import define
from marienbad.prover.certificates.checking import accept, smallest_error
from marienbad.solver.reference import grundy_values
from tests.checker.support import text_of
from tests.checker.value_forgeries import RIGHT, changed_value, forged, mutants, value_text
from tests.support import sample

SIZE = 24


def accepted_box(certificate: Certificate, level: int) -> set[tuple[int, ...]]:
    """The positions of a box that the automaton of a level accepts, each heap written greedily."""
    numeration, automaton = certificate.numeration, certificate.levels[level]
    length = numeration.period
    while numeration.weight(length) < SIZE:
        length += numeration.period
    weights = [numeration.weight(place) for place in reversed(range(length))]
    words = [written(heap, weights) for heap in range(SIZE)]
    letters = {digits: letter for letter, digits in enumerate(certificate.letters)}
    found = set()
    for position in product(range(SIZE), repeat=certificate.heaps):
        state = automaton.start
        for digits in zip(*(words[heap] for heap in position), strict=True):
            state = automaton.table[state][letters[digits]]
        if automaton.accepting[state]:
            found.add(position)
    return found


def written(number: int, weights: list[int]) -> list[int]:
    digits = []
    for weight in weights:
        digit, number = divmod(number, weight)
        digits.append(digit)
    return digits


@lru_cache(maxsize=64)
def box_of_value(game: str, value: int) -> set[tuple[int, ...]]:
    values = grundy_values(define(game), (SIZE, SIZE))
    return {position for position, found in values.items() if found == value}


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.parametrize(("game", "value"), RIGHT)
def test_a_certificate_is_accepted_and_true(game: str, value: int) -> None:
    certificate = Certificate(value_text(game, value))
    statement = accept(certificate)
    assert (statement.name, statement.value, statement.is_misere) == (game, value, False)
    for level in range(value + 1):
        assert accepted_box(certificate, level) == box_of_value(game, level)
    first = sorted(box_of_value(game, value), key=lambda position: (sum(position), position))
    assert statement.positions[:5] == first[:5]
    assert smallest_error(certificate) is None


def test_the_digest_is_that_of_the_specification() -> None:
    """The text stands in docs/certificates.md; smaller levels and covers have no part in it."""
    certificate = Certificate(value_text("nim", 1))
    assert certificate.claim() == (
        '"marienbad claim 2",2,1,[[[0],[[[1,0,-1,0],1,null,0,0]]],[[1],[[[0,1,0,-1],1,null,0,0]]]],'
        "[[0,0]],[2],[[0,0,0,0],[1,2,2,1],[0,0,0,0]]"
    )
    digest = "733ec5d22f1fb0c062463afd927c4bf364da38d006db6a138f4cba0966ec76b8"
    assert certificate.check().digest == digest
    page = (Path(__file__).parents[2] / "docs/certificates.md").read_text("utf-8")
    assert certificate.claim() in page
    assert digest in page


def test_levels_of_a_larger_certificate_are_one_for_a_smaller_value() -> None:
    def fewer(data: dict[str, object]) -> None:
        levels = data["levels"]
        assert isinstance(levels, list)
        data.update(value=1, levels=levels[:2])

    statement = check(changed_value("nim", 3, fewer)).check()
    assert statement == check(value_text("nim", 1)).check()


def test_no_forgery_is_accepted() -> None:
    for forgery in forged():
        with pytest.raises(Verdict) as caught:
            print(f"{forgery.name} is accepted: {check(forgery.text).game}")
        assert caught.value.key == forgery.key, forgery.name


def test_a_certificate_of_p_positions_is_none_of_a_value() -> None:
    data = json.loads(text_of("nim"))
    for name, field in (("format", "marienbad certificate 2"), ("value", 1), ("levels", [])):
        with pytest.raises(Unreadable):
            check(json.dumps(data | {name: field}))


@pytest.mark.slow
@pytest.mark.sample
@pytest.mark.parametrize(("game", "value"), RIGHT)
def test_no_mutant_is_accepted_that_is_false(game: str, value: int) -> None:
    """Whatever is accepted, brute force finds no error in it."""
    rejected = 0
    changed = mutants(game, value, step=1 if value < 3 else 3)
    for name, text in sample(changed, 60, f"mutants {game} {value}"):
        try:
            certificate = check(text)
        except Verdict:
            rejected += 1
            continue
        for level in range(value + 1):
            assert accepted_box(certificate, level) == box_of_value(game, level), name
    assert rejected > 20


def test_where_it_fails_and_the_smallest_error_are_told() -> None:
    """A state of the last level no longer accepts: the error is one of that value."""

    def drop(data: dict[str, list[dict[str, dict[str, object]]]]) -> None:
        data["levels"][2]["positions"]["accepting"] = []

    text = changed_value("nim", 2, drop)
    with pytest.raises(Rejected) as caught:
        check(text)
    assert (caught.value.key, caught.value.position) == ("cover", (0, 2))
    assert smallest_error(Certificate(text)) == ((0, 2), True, 2)


def test_the_doors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Python's, and that of the checker alone."""
    file = tmp_path / "value.json"
    file.write_text(value_text("wythoff:a=2", 1), "utf-8")
    assert marienbad.check(file).value == 1
    assert main([str(file)]) == 0
    shown = capsys.readouterr().out
    assert "value: 1" in shown
    assert "positions of Grundy value 1, the first by total: (0, 1), (1, 0)," in shown
